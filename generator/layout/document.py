"""A part of a kit -> a document; which thing is laid out by which function."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.layout.elements.pieces import lay_out_pieces
from generator.layout.imposition.pieces import choose_backs, find_duplex, impose
from generator.layout.press.press import Detail, Press
from generator.layout.shapes.blocks import Block
from generator.layout.text.findings import Findings
from generator.model.bilingual import in_one_line, join_sentences
from generator.model.board import Board
from generator.model.booklet import Booklet
from generator.model.kit import Kit, Part
from generator.model.pieces import PieceSet
from generator.model.printing import Printing
from generator.model.rich_text import escape_rich, plain
from generator.model.sheet import Sheet
from generator.model.style import Paper
from generator.model.wording import Wording
from generator.scene.fonts import FontLibrary
from generator.scene.shapes import Bookmark, Document, Page, Symbol

DEFAULT_PRINTING = Printing()


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some of the pages of a document, in their order."""

    document: Document
    """With these pages alone."""
    first: int
    """Number of the first of them, from 0."""
    count: int
    """Number of all pages."""


def make_press(
    kit: Kit,
    *,
    locale: str,
    fonts: FontLibrary,
    wordless: dict[str, Symbol] | None = None,
    findings: Findings | None = None,
) -> Press:
    """Make the press of a kit in one locale; presses of several locales may share `wordless` symbols."""
    return Press(
        kit, locale=locale, fonts=fonts, draw_detail=_draw_detail, wordless=wordless, findings=findings
    )


def lay_out_part(
    press: Press,
    part: Part,
    *,
    paper: Paper,
    copies: int = 1,
    names: Sequence[str] = (),
    printing: Printing = DEFAULT_PRINTING,
) -> Document:
    """Lay out all pages of a part on one paper."""
    chunks = list(lay_out_chunks(press, part, paper=paper, copies=copies, names=names, printing=printing))
    return replace(chunks[0].document, pages=tuple(page for chunk in chunks for page in chunk.document.pages))


def lay_out_chunks(
    press: Press,
    part: Part,
    *,
    paper: Paper,
    copies: int = 1,
    names: Sequence[str] = (),
    printing: Printing = DEFAULT_PRINTING,
) -> Iterator[Chunk]:
    """Lay out a part on one paper: pages of cards and tokens one by one, those of other parts together.

    A sheet is laid out once: with names there is a page for each, the name written into its
    field, and copies of each of those. What does not fit goes to the findings of the press; LayoutError
    where it leaves no page to be made.
    """
    title = _say_title(press, part)
    document = Document(
        pages=(),
        title=title,
        language=press.wording.tag,
        author=", ".join(name for credit in press.kit.credits for name in credit.names),
        subject=_say_plainly(press, part.subtitle) if isinstance(part, Sheet | Booklet) else "",
        keywords=(press.kit.slug, part.id, paper.id),
    )
    if isinstance(part, PieceSet):
        things = lay_out_pieces(press, part, bleed=printing.bleed)
        backs = choose_backs(things, printing.backs or part.backs)
        document = replace(document, bookmarks=_bookmarks(press, part, ()), duplex=find_duplex(backs))
        count, sheets = impose(press, things, title=title, paper=paper, printing=printing, backs=backs)
        for first, page in enumerate(sheets):
            yield Chunk(replace(document, pages=(page,)), first, count)
    else:
        pages = tuple(_lay_out_pages(press, part, paper, copies, names, printing, title))
        yield Chunk(replace(document, pages=pages, bookmarks=_bookmarks(press, part, pages)), 0, len(pages))


def _lay_out_pages(
    press: Press, part: Part, paper: Paper, copies: int, names: Sequence[str], printing: Printing, title: str
) -> Sequence[Page]:
    if isinstance(part, Sheet):
        from generator.layout.sheets.pages import lay_out_sheet_pages

        return lay_out_sheet_pages(press, part, paper, copies, names, title)
    if isinstance(part, Board):
        from generator.layout.boards.boards import lay_out_board
        from generator.layout.imposition.boards import impose_board

        block = lay_out_board(press, part)
        if printing.poster is None and printing.size is None:
            printing = replace(printing, poster=part.poster)
        return impose_board(press, block, title=title, paper=paper, printing=printing)
    if isinstance(part, Booklet):
        from generator.layout.booklets.booklets import lay_out_booklet_pages

        return lay_out_booklet_pages(press, part, paper, title) * copies
    raise TypeError(f"{part.id} has no pages of its own")


def _draw_detail(press: Press, detail: Detail) -> Block:
    """Draw what a card shows of a board; maps take long to import, and few cards show one."""
    from generator.layout.boards.details import lay_out_board_detail

    return lay_out_board_detail(press, detail)


def _say_title(press: Press, part: Part) -> str:
    """Of the document: the part's, after that of the game where it does not stand in it.

    Two languages that call the game by names of their own say all of it one after the other.
    """
    each = press.wording.each
    games = [_make_plain(one.say(press.kit.title)) for one in each]
    if len(set(games)) == 1:
        return _name_part(each[0], games[0], _say_plainly(press, part.title))
    titles = [_make_plain(one.say(part.title)) for one in each]
    first, second = map(escape_rich, map(_name_part, each, games, titles))
    turns = each[0].direction != each[1].direction
    return _make_plain(join_sentences(first, second, turns=turns))


def _name_part(wording: Wording, game: str, title: str) -> str:
    return title if game in title else wording.say("margin.part", {"game": game, "part": title})


def _say_plainly(press: Press, key: str) -> str:
    return _make_plain(press.say(key))


def _make_plain(words: str) -> str:
    """On one line and without marks: these words are not set in type."""
    return plain(in_one_line(words))


def _bookmarks(press: Press, part: Part, pages: Sequence[Page]) -> tuple[Bookmark, ...]:
    if len(pages) == 1 or isinstance(part, PieceSet):
        return (Bookmark(_say_plainly(press, part.title), 0),)
    return tuple(Bookmark(page.label, index) for index, page in enumerate(pages))

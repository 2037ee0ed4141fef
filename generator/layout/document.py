"""A part of a kit -> a document; which thing is laid out by which function."""

from collections.abc import Sequence
from dataclasses import replace

from generator.layout.elements.pieces import lay_out_pieces
from generator.layout.imposition.backs import Duplex, choose_backs, find_duplex
from generator.layout.imposition.pieces import impose
from generator.layout.press.press import Detail, Press
from generator.layout.shapes.blocks import Block
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


def make_press(
    kit: Kit, *, locale: str, fonts: FontLibrary, wordless: dict[str, Symbol] | None = None
) -> Press:
    """Make the press of a kit in one locale; presses of several locales may share `wordless` symbols."""
    return Press(kit, locale=locale, fonts=fonts, draw_detail=_draw_detail, wordless=wordless)


def lay_out_part(
    press: Press,
    part: Part,
    *,
    paper: Paper,
    copies: int = 1,
    names: Sequence[str] = (),
    printing: Printing = DEFAULT_PRINTING,
) -> Document:
    """All pages of a part on one paper.

    A sheet is laid out once: with names there is a page for each, the name written into its
    field, and copies of each of those. LayoutError when something does not fit.
    """
    title = _say_title(press, part)
    duplex: Duplex = ""
    pages: list[Page]
    if isinstance(part, Sheet):
        from generator.layout.sheets.pages import lay_out_sheet_pages

        pages = lay_out_sheet_pages(press, part, paper, copies, names, title)
    elif isinstance(part, Board):
        from generator.layout.boards.boards import lay_out_board
        from generator.layout.imposition.boards import impose_board

        block = lay_out_board(press, part)
        if printing.poster is None and printing.size is None:
            printing = replace(printing, poster=part.poster)
        pages = impose_board(press, block, bleed=0.0, title=title, paper=paper, printing=printing)
    elif isinstance(part, Booklet):
        from generator.layout.booklets.pages import lay_out_booklet_pages

        pages = lay_out_booklet_pages(press, part, paper, title) * copies
    elif isinstance(part, PieceSet):
        things = lay_out_pieces(press, part, bleed=printing.bleed)
        backs = choose_backs(things, printing.backs or part.backs)
        duplex = find_duplex(backs)
        pages = impose(press, things, title=title, paper=paper, printing=printing, backs=backs)
    else:
        raise TypeError(f"{part.id} has no pages of its own")
    return Document(
        pages=tuple(pages),
        title=title,
        language=press.wording.tag,
        author=", ".join(name for credit in press.kit.credits for name in credit.names),
        subject=_say_plainly(press, part.subtitle) if isinstance(part, Sheet | Booklet) else "",
        keywords=(press.kit.slug, part.id, paper.id),
        bookmarks=_bookmarks(press, part, pages),
        duplex=duplex,
    )


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

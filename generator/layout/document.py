"""A part of a kit -> a document; which thing is laid out by which function."""

from collections.abc import Sequence
from dataclasses import replace

from generator.errors import LayoutError
from generator.layout.backs import Duplex, choose_backs, find_duplex
from generator.layout.boards import lay_out_board
from generator.layout.booklets import BOOKLET_MARGIN, lay_out_booklet
from generator.layout.frames import Frame
from generator.layout.impose import impose
from generator.layout.impose_board import impose_board
from generator.layout.margins import MarginLine
from generator.layout.pieces import lay_out_pieces
from generator.layout.press import Press
from generator.layout.sheets import SHEET_MARGIN, NameField, SheetLayout, lay_out_sheet
from generator.model.board import Board
from generator.model.booklet import Booklet
from generator.model.kit import Part
from generator.model.pieces import PieceSet
from generator.model.printing import Printing
from generator.model.selection import select_pieces
from generator.model.sheet import Sheet
from generator.model.style import Paper
from generator.scene.shapes import Bookmark, Document, Page, Shape, Symbol, Use

DEFAULT_PRINTING = Printing()


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
    field, and copies of each of those. LayoutError when something does not fit, UnknownName when
    a set of pieces has none of those that `printing` selects.
    """
    title = _say_title(press, part)
    duplex: Duplex = ""
    if isinstance(part, Sheet):
        pages = _sheet_pages(press, part, paper, copies, names, title)
    elif isinstance(part, Board):
        block = lay_out_board(press, part)
        if part.poster and printing.size is None:
            printing = replace(printing, poster=True)
        pages = impose_board(press, block, bleed=0.0, title=title, paper=paper, printing=printing)
    elif isinstance(part, Booklet):
        pages = _booklet_pages(press, part, paper, title) * copies
    elif isinstance(part, PieceSet):
        things = lay_out_pieces(press, select_pieces(part, printing.selection), bleed=printing.bleed)
        backs = choose_backs(things, printing.backs or part.backs)
        duplex = find_duplex(backs)
        pages = impose(press, things, title=title, paper=paper, printing=printing, backs=backs)
    else:
        raise TypeError(f"{part.id} is no part that is laid out on pages of its own")
    return Document(
        pages=tuple(pages),
        title=title,
        language=press.wording.locale,
        author=", ".join(name for credit in press.kit.credits for name in credit.names),
        subject=press.say(part.subtitle) if isinstance(part, Sheet | Booklet) else "",
        keywords=(press.kit.slug, part.id, paper.id),
        bookmarks=_bookmarks(press, part, pages),
        duplex=duplex,
    )


def _say_title(press: Press, part: Part) -> str:
    """Of the document: the part's, after that of the game where it does not stand in it."""
    game, title = press.say(press.kit.title), press.say(part.title)
    return title if game in title else f"{game}: {title}"


def _sheet_pages(
    press: Press, sheet: Sheet, paper: Paper, copies: int, names: Sequence[str], title: str
) -> list[Page]:
    """Each is a whole by itself: in its margin stands that it is page 1 of 1."""
    layout = lay_out_sheet(press, sheet, paper=paper)
    if names and layout.name_field is None:
        raise LayoutError(f"{press.kit.slug} {sheet.id}", "the sheet has no field for a name", over_mm=0.0)
    page = layout.paper
    inset = max(0.0, SHEET_MARGIN - page.margin)
    foot = MarginLine(press, title).place(Frame(page), page=1, pages=1, inset=inset)
    layout = replace(layout, shapes=(*layout.shapes, foot))
    if copies == 1 and len(names) <= 1:
        written = _write_name(press, layout.name_field, names[0]) if names else ()
        return [Page(page.width, page.height, (*layout.shapes, *written), label=sheet.id)]
    return _repeated(press, layout, sheet, names, copies)


def _repeated(
    press: Press, layout: SheetLayout, sheet: Sheet, names: Sequence[str], copies: int
) -> list[Page]:
    """The sheet is a symbol, written once into a file however many pages show it."""
    page = layout.paper
    symbol = Symbol(f"{sheet.id}-page", layout.shapes, (0.0, 0.0, page.width, page.height))
    pages = []
    for name in names or ("",):
        written = _write_name(press, layout.name_field, name) if name else ()
        whole = Page(page.width, page.height, (Use(symbol), *written), label=name or sheet.id)
        pages += [whole] * copies
    return pages


def _write_name(press: Press, field: NameField | None, name: str) -> tuple[Shape, ...]:
    if field is None:
        return ()
    return press.line(
        name,
        "title",
        x=field.x,
        y=field.y + field.height / 2,
        upright="middle",
        max_width=field.width,
        colour="pencil",
        size=5.0,
        thing=f"name {name!r}",
    ).shapes


def _booklet_pages(press: Press, booklet: Booklet, paper: Paper, title: str) -> list[Page]:
    page = paper if booklet.orientation == "portrait" else paper.turned()
    margin = MarginLine(press, title)
    inset = max(0.0, BOOKLET_MARGIN - page.margin)
    laid_out = lay_out_booklet(press, booklet, paper=paper)
    pages = []
    for number, shapes in enumerate(laid_out, start=1):
        foot = margin.place(Frame(page), page=number, pages=len(laid_out), inset=inset)
        pages.append(Page(page.width, page.height, (*shapes, foot), label=f"{booklet.id} {number}"))
    return pages


def _bookmarks(press: Press, part: Part, pages: Sequence[Page]) -> tuple[Bookmark, ...]:
    if len(pages) == 1 or isinstance(part, PieceSet):
        return (Bookmark(press.say(part.title), 0),)
    return tuple(Bookmark(page.label, index) for index, page in enumerate(pages))

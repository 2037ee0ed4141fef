"""The pages of a sheet: one, or one for each player, with the name written into it."""

from collections.abc import Sequence
from dataclasses import replace

from generator.errors import LayoutError
from generator.layout.imposition.margins import MarginLine
from generator.layout.press.press import Press
from generator.layout.shapes.frames import Frame
from generator.layout.sheets.sheets import EMPTY, SHEET_MARGIN, SheetLayout, Written, lay_out_sheet
from generator.model.rich_text import escape_rich
from generator.model.sheet import Sheet
from generator.model.style import Paper
from generator.scene.shapes import Page, Shape, Symbol, Use


def lay_out_sheet_pages(
    press: Press,
    sheet: Sheet,
    paper: Paper,
    copies: int,
    names: Sequence[str],
    title: str,
    *,
    written: Written = EMPTY,
) -> list[Page]:
    """Each is a whole by itself: in its margin stands that it is page 1 of 1."""
    press = press.in_reading_order()
    layout = lay_out_sheet(press, sheet, paper=paper, written=written)
    if names and layout.name_field is None:
        raise LayoutError(f"{press.kit.slug} {sheet.id}", "the sheet has no name field", over_mm=0.0)
    page = layout.paper
    inset = max(0.0, SHEET_MARGIN - page.margin)
    foot = MarginLine(press, title).place(Frame(page), page=1, pages=1, inset=inset)
    layout = replace(layout, shapes=(*press.turn(layout.shapes, page.width), foot))
    if copies == 1 and len(names) <= 1:
        name = _write_name(press, layout, names[0]) if names else ()
        return [Page(page.width, page.height, (*layout.shapes, *name), label=sheet.id)]
    return _repeated(press, layout, sheet, names, copies)


def _repeated(
    press: Press, layout: SheetLayout, sheet: Sheet, names: Sequence[str], copies: int
) -> list[Page]:
    """The sheet is a symbol, written once into a file however many pages show it."""
    page = layout.paper
    symbol = Symbol(f"{sheet.id}-page", layout.shapes, (0.0, 0.0, page.width, page.height))
    pages = []
    for name in names or ("",):
        written = _write_name(press, layout, name) if name else ()
        whole = Page(page.width, page.height, (Use(symbol), *written), label=name or sheet.id)
        pages += [whole] * copies
    return pages


def _write_name(press: Press, layout: SheetLayout, name: str) -> tuple[Shape, ...]:
    field = layout.name_field
    if field is None:
        return ()
    written = press.line(
        escape_rich(name),
        "title",
        x=field.x,
        y=field.y + field.height / 2,
        upright="middle",
        max_width=field.width,
        colour="pencil",
        size=5.0,
        thing=f"name {name!r}",
    )
    return press.turn(written.shapes, layout.paper.width)

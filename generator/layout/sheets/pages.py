"""The pages of a sheet: one, or one for each player with their name in it."""

from collections.abc import Sequence

from generator.errors import LayoutError
from generator.layout.imposition.margins import MarginLine
from generator.layout.press.press import Press
from generator.layout.shapes.frames import Frame
from generator.layout.sheets.sheets import SHEET_MARGIN, Written, lay_out_sheet
from generator.model.geometry import Rectangle
from generator.model.kit import Sheet
from generator.model.style import Paper
from generator.model.texts.rich_text import escape_rich
from generator.scene.shapes import Group, Page, Shape, Symbol, Use


def lay_out_sheet_pages(
    press: Press,
    sheet: Sheet,
    paper: Paper,
    copies: int,
    names: Sequence[str],
    title: str,
    *,
    written: Written | None = None,
) -> list[Page]:
    """Lay out the pages; each is page 1 of 1 in its margin line.

    Several pages share the sheet as a symbol, which is written to a file once.
    """
    press = press.in_reading_order()
    layout = lay_out_sheet(press, sheet, paper=paper, written=written)
    field, page = layout.name_field, layout.paper
    if names and field is None:
        raise LayoutError(f"{press.kit.slug} {sheet.id}", "the sheet has no name field", over_mm=0.0)
    inset = max(0.0, SHEET_MARGIN - page.margin)
    foot = MarginLine(press, title).place(Frame(page), page=1, pages=1, inset=inset)
    shapes: tuple[Shape, ...] = (*press.turn(layout.shapes, page.width), foot)
    is_single = copies == 1 and len(names) <= 1
    if not is_single:
        use = Use(Symbol(f"{sheet.id}-page", shapes, (0.0, 0.0, page.width, page.height)))
        shapes = (Group((use,), tag="figure"),)
    pages = []
    for name in names or ("",):
        on_it = _write_name(press, field, name, page.width) if name and field else ()
        label = sheet.id if is_single else name or sheet.id
        pages += [Page(page.width, page.height, (*shapes, *on_it), label=label)] * copies
    return pages


def _write_name(press: Press, field: Rectangle, name: str, width: float) -> tuple[Shape, ...]:
    start = field.left, field.middle[1]
    options = {"max_width": field.width, "colour": "pencil", "size": 5.0, "thing": f"name {name!r}"}
    line = press.beside(escape_rich(name), "title", start, **options)
    return press.turn(line.shapes, width)

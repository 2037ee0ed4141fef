"""From a board to pages: on one sheet, scaled if necessary, or as a poster on several sheets."""

from decimal import Decimal

from generator.errors import LayoutError
from generator.layout.imposition.assembly import lay_out_assembly
from generator.layout.imposition.margins import MarginLine
from generator.layout.imposition.marks import draw_guides
from generator.layout.imposition.packing import list_frames
from generator.layout.imposition.posters import draw_tile, plan_tiles
from generator.layout.imposition.slots import make_slot
from generator.layout.imposition.spacing import Layout, centre, marks_room
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.frames import Frame
from generator.model.pieces import Form
from generator.model.printing import Printing
from generator.model.rich_text import plain
from generator.model.style import Paper
from generator.model.wording import Wording
from generator.scene.shapes import Group, Page, Shape, Symbol, Use
from generator.scene.transforms import scaling

_ROUNDING = 1e-9


def impose_board(press: Press, block: Block, *, title: str, paper: Paper, printing: Printing) -> list[Page]:
    """Lay out the pages of a board.

    By default, the board is printed at its own size, or scaled down to fit the paper. With a size, or as a
    poster, it is never scaled down for the paper: a board larger than a sheet is divided into tiles, preceded
    by a page that shows how to put them together. Raises LayoutError if even tiles are impossible.
    """
    frames = [frame for group in list_frames(paper, printing, folded=False) for frame in group]
    best = max(frames, key=lambda frame: _fit(block, frame.area.width, frame.area.height))
    fitting = _fit(block, best.area.width, best.area.height)
    scale = 1.0
    if printing.size:
        # The size fits the board in the better orientation.
        short, long = sorted(printing.size)
        scale = _fit(block, short, long) if block.width <= block.height else _fit(block, long, short)
    elif not printing.poster and fitting < 1.0:
        area = best.area.grown(-marks_room(printing))
        scale = _fit(block, area.width, area.height)
    board = Use(Symbol("board", block.shapes, (0.0, 0.0, block.width, block.height)), scaling(scale))
    margin = MarginLine(press, title)
    size = (block.width * scale, block.height * scale)
    note = format_scale(scale, press.wording)
    sheets: list[tuple[tuple[Shape, ...], str, tuple[str, ...]]]
    if fitting >= scale - _ROUNDING:
        frame, sheets = best, [(_draw_on_sheet(board, size, best, printing), "1", (note,))]
    elif tiling := plan_tiles(frames, *size, overlap=printing.overlap):
        frame, words = tiling.frame, plain(press.format("poster.title"))
        sheets = [(lay_out_assembly(press, tiling, board), words, (words,))]
        for tile in tiling.list_tiles():
            drawn = draw_tile(press, tile, board, printing.marks)
            sheets.append((drawn, tile.name, (f"**{tile.name}**", note)))
    else:
        over = max(2 * printing.overlap - min(paper.width, paper.height), 0.0)
        raise LayoutError(title, "the paper is too small for poster tiles", over_mm=over, paper=paper.name)
    pages = []
    for number, (shapes, label, notes) in enumerate(sheets, start=1):
        foot = margin.place(frame, page=number, pages=len(sheets), notes=notes)
        pages.append(Page(frame.page.width, frame.page.height, (*shapes, foot), label=label))
    return pages


def _fit(block: Block, width: float, height: float) -> float:
    return min(width / block.width, height / block.height)


def _draw_on_sheet(
    board: Use, size: tuple[float, float], frame: Frame, printing: Printing
) -> tuple[Shape, ...]:
    x, y = centre(frame, *size, marks_room(printing))
    layout = Layout(frame, (make_slot(Form(*size, bleed=0.0), x, y),))
    guides = draw_guides(layout, printing.marks, cuts=False, corners=printing.marks.sides != "none")
    placed = Use(board.symbol, scaling(board.transform[0], x, y))
    return (
        Group((placed,), name="board", tag="figure"),
        *(Group((path,), name=name) for name, path in guides.items()),
    )


def format_scale(scale: float, wording: Wording) -> str:
    """Format a scale for a language: `62 %`, or `64,1 %` if it is not exact without a decimal."""
    percent = f"{scale * 100:.1f}".removesuffix(".0")
    return wording.write(Decimal(percent)) + "\N{NO-BREAK SPACE}%"

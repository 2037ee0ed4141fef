"""From a board to pages: on one sheet, scaled if necessary, or as a poster on several sheets."""

from decimal import Decimal

from generator.errors import LayoutError
from generator.layout.imposition.assembly import lay_out_assembly
from generator.layout.imposition.margins import MarginLine
from generator.layout.imposition.marks import draw_guides
from generator.layout.imposition.packing import list_frames
from generator.layout.imposition.posters import Tiling, draw_tile, plan_tiles
from generator.layout.imposition.slots import make_slot
from generator.layout.imposition.spacing import Spacing, centre, marks_room, with_reach
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.frames import Frame
from generator.model.pieces import Form
from generator.model.printing import CropMarks, Printing
from generator.model.rich_text import plain
from generator.model.style import Paper
from generator.model.wording import Wording
from generator.scene.shapes import Group, Page, Shape, Symbol, Use
from generator.scene.transforms import scaling


def impose_board(
    press: Press, block: Block, *, bleed: float, title: str, paper: Paper, printing: Printing
) -> list[Page]:
    """Lay out the pages of a board whose shapes extend to `bleed` beyond the block.

    By default, the board is printed at its own size, or scaled down to fit the paper. With a size, or as a
    poster, it is never scaled down for the paper: a board larger than a sheet is divided into tiles, preceded
    by a page that shows how to put them together. Raises LayoutError if even tiles are impossible.
    """
    frames = [frame for alike in list_frames(paper, printing, folded=False) for frame in alike]
    scale = _find_scale(block, printing.size)
    best = max(frames, key=lambda frame: _fit(frame, block, bleed, 0.0))
    fitting = _fit(best, block, bleed, 0.0)
    if scale is None and not printing.poster:
        with_marks = _fit(best, block, bleed, marks_room(printing))
        scale = 1.0 if fitting >= 1.0 else with_marks
    scale = scale or 1.0
    symbol = Symbol("board", block.shapes, (-bleed, -bleed, block.width + bleed, block.height + bleed))
    margin = MarginLine(press, title)
    if fitting >= scale - 1e-9:
        return [_draw_whole(press, symbol, block, best, margin, bleed=bleed, scale=scale, printing=printing)]
    tiling = plan_tiles(
        frames,
        (block.width + 2 * bleed) * scale,
        (block.height + 2 * bleed) * scale,
        overlap=printing.overlap,
    )
    if tiling is None:
        over = 2 * printing.overlap - min(paper.width, paper.height)
        raise LayoutError(
            title, "the paper is too small for poster tiles", over_mm=max(over, 0.0), paper=paper.name
        )
    # Tiles count from the corner of the bleed, the board from its own corner.
    board = Use(symbol, scaling(scale, bleed * scale, bleed * scale))
    return _draw_poster(press, tiling, board, block, margin, scale=scale, marks=printing.marks)


def _find_scale(block: Block, size: tuple[float, float] | None) -> float | None:
    """Return the scale at which the board fits a box, in the better orientation."""
    if size is None:
        return None
    short, long = sorted(size)
    width, height = (short, long) if block.width <= block.height else (long, short)
    return min(width / block.width, height / block.height)


def _fit(frame: Frame, block: Block, bleed: float, around: float) -> float:
    """Return the largest scale at which a board with its bleed fits a sheet."""
    left, top, right, bottom = frame.area
    return min(
        (right - left - 2 * around) / (block.width + 2 * bleed),
        (bottom - top - 2 * around) / (block.height + 2 * bleed),
    )


def _draw_whole(
    press: Press,
    symbol: Symbol,
    block: Block,
    frame: Frame,
    margin: MarginLine,
    *,
    bleed: float,
    scale: float,
    printing: Printing,
) -> Page:
    form = Form(block.width * scale, block.height * scale, bleed=bleed * scale)
    place = centre(frame, form.width, form.height, form.bleed + marks_room(printing))
    slot = make_slot(form, *place, turned=False)
    layout = with_reach([slot], frame, Spacing(0.0, form.bleed, form.bleed), printing)
    guides = draw_guides(layout, printing.marks, cuts=False, corners=printing.marks.sides != "none")
    x, y = place
    shapes: list[Shape] = [
        Group((Use(symbol, scaling(scale, x, y)),), name="board"),
        *(Group((guide.path,), name=guide.name) for guide in guides),
        margin.place(frame, page=1, pages=1, notes=(say_scale(scale, press.wording),)),
    ]
    return Page(frame.page.width, frame.page.height, tuple(shapes), label="1")


def _draw_poster(
    press: Press,
    tiling: Tiling,
    board: Use,
    block: Block,
    margin: MarginLine,
    *,
    scale: float,
    marks: CropMarks,
) -> list[Page]:
    frame = tiling.frame
    width, height = frame.page.width, frame.page.height
    pages = tiling.count + 1
    size = (block.width * scale, block.height * scale)
    guide = lay_out_assembly(press, tiling, board, size=size, frame=frame)
    label = plain(press.say("poster.title"))
    drawn = [
        Page(width, height, (*guide, margin.place(frame, page=1, pages=pages, notes=(label,))), label=label)
    ]
    for number, tile in enumerate(tiling.list_tiles(), start=2):
        line = margin.place(
            frame, page=number, pages=pages, notes=(f"**{tile.name}**", say_scale(scale, press.wording))
        )
        drawn.append(Page(width, height, (*draw_tile(press, tile, board, marks), line), label=tile.name))
    return drawn


def say_scale(scale: float, wording: Wording) -> str:
    """Format a scale for a language: `62 %`, or `64,1 %` if it is not exact without a decimal."""
    percent = f"{scale * 100:.1f}".removesuffix(".0")
    return wording.write(Decimal(percent)) + "\N{NO-BREAK SPACE}%"

"""From a board to pages: on one sheet, scaled if necessary, or as a poster on several sheets."""

from decimal import Decimal
from math import ceil

from generator.errors import LayoutError
from generator.layout.imposition.assembly import lay_out_assembly
from generator.layout.imposition.margins import MarginLine
from generator.layout.imposition.marks import draw_guides
from generator.layout.imposition.packing import list_frames
from generator.layout.imposition.posters import Bleed, draw_tile, plan_tiles
from generator.layout.imposition.slots import make_slot
from generator.layout.imposition.spacing import Spacing, centre, lay_out_slots, marks_room
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import box_outline
from generator.layout.shapes.frames import Frame
from generator.layout.shapes.strokes import strengthen
from generator.model.geometry import Rectangle
from generator.model.pieces import Form
from generator.model.printing.printing import Printing
from generator.model.style import Paper
from generator.model.texts.rich_text import plain
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, replace
from generator.scene.shapes import Group, Page, Path, Shape, Symbol, Use, scaling

_ROUNDING = 1e-9
_BLEED = 3.0
"""Preferred bleed on paper, in mm."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """How a board of some size is printed."""

    frames: list[Frame]
    """All ways to use a sheet."""
    best: Frame
    """The way in which it can be largest on one sheet."""
    scale: float
    is_poster: bool
    """True if it is larger than a sheet at this scale."""
    bleed: Bleed


def _plan(size: tuple[float, float], paper: Paper, printing: Printing, name: str) -> _Plan:
    marks, kept = marks_room(printing), printing.bleed or 0.0
    frames = [frame for group in list_frames(paper, printing, folded=False) for frame in group]

    def fit(frame: Frame, around: float) -> float:
        area = frame.area.grown(-around)
        return _fit(size, area.width, area.height)

    best = max(frames, key=lambda frame: fit(frame, kept))
    fitting = fit(best, kept)
    scale = 1.0
    if printing.size:
        # The size fits the board in the better orientation.
        short, long = sorted(printing.size)
        scale = _fit(size, short, long) if size[0] <= size[1] else _fit(size, long, short)
    elif not printing.poster and fitting < 1.0:
        scale = fit(best, kept + marks)
    if scale < _ROUNDING:
        raise LayoutError(name, "the paper is too small for a board", over_mm=0.0, paper=paper.name)
    bleed = Bleed(_BLEED if printing.bleed is None else printing.bleed, kept, marks)
    return _Plan(frames, best, scale, fitting < scale - _ROUNDING, bleed)


def find_bleed(size: tuple[float, float], paper: Paper, printing: Printing, *, name: str) -> float:
    """Return how far the art of a board must extend beyond it at its own size, in whole mm.

    Papers for which it is scaled to nearly the same size then share its layout. Raises LayoutError with
    `name` if the paper is too small.
    """
    plan = _plan(size, paper, printing, name)
    return float(ceil(plan.bleed.wanted / plan.scale - _ROUNDING))


def impose_board(
    press: Press,
    block: Block,
    *,
    title: str,
    paper: Paper,
    printing: Printing,
    bleed: float = 0.0,
) -> list[Page]:
    """Lay out the pages of a board whose art extends `bleed` mm beyond it, at its own size.

    By default, the board is printed at its own size, or scaled down to fit the paper. With a size, or as a
    poster, it is never scaled down for the paper: a board larger than a sheet is divided into tiles, preceded
    by a page that shows how to put them together. Its bleed is as wide as `printing` says, by default 3 mm
    where there is room. Raises LayoutError if even tiles are impossible.
    """
    plan = _plan((block.width, block.height), paper, printing, title)
    scale, reach = plan.scale, replace(plan.bleed, wanted=min(plan.bleed.wanted, bleed * plan.scale))
    shapes = strengthen(block.shapes, scale)
    box = Rectangle(0.0, 0.0, block.width, block.height).grown(bleed)
    board = Use(Symbol("board", shapes, box), scaling(scale))
    margin = MarginLine(press, title)
    size = (block.width * scale, block.height * scale)
    note = format_scale(scale, press.wording)
    if not plan.is_poster:
        return [_draw_page(board, size, plan.best, printing, reach, margin, note)]
    tiling = plan_tiles(plan.frames, *size, overlap=printing.overlap, bleed=reach)
    if tiling is None:
        over = max(2 * printing.overlap - min(paper.width, paper.height), 0.0)
        raise LayoutError(title, "the paper is too small for poster tiles", over_mm=over, paper=paper.name)
    words = plain(press.format("poster.title"))
    sheets: list[tuple[tuple[Shape, ...], str, tuple[str, ...]]]
    sheets = [(lay_out_assembly(press, tiling, board), words, (words,))]
    for tile in tiling.list_tiles():
        drawn = draw_tile(press, tile, board, printing.marks)
        sheets.append((drawn, tile.name, (f"**{tile.name}**", note)))
    frame, pages = tiling.frame, []
    for number, (shapes, label, notes) in enumerate(sheets, start=1):
        foot = margin.place(frame, page=number, pages=len(sheets), notes=notes)
        pages.append(Page(frame.page.width, frame.page.height, (*shapes, foot), label=label))
    return pages


def _fit(size: tuple[float, float], width: float, height: float) -> float:
    return min(width / size[0], height / size[1])


def _draw_page(
    board: Use,
    size: tuple[float, float],
    frame: Frame,
    printing: Printing,
    bleed: Bleed,
    margin: MarginLine,
    note: str,
) -> Page:
    """Return the page of a board on one sheet; its art ends at the bleed or where the marks begin."""
    slot = make_slot(Form(*size, bleed=bleed.wanted), *centre(frame, *size, bleed.marks + bleed.wanted))
    layout = lay_out_slots([slot], frame, Spacing(0.0, bleed.wanted, bleed.kept), printing)
    trim, art = layout.slots[0].trim, layout.slots[0].art
    guides = draw_guides(layout, printing.marks, cuts=False, corners=printing.marks.sides != "none")
    placed = Use(board.symbol, scaling(board.transform[0], trim.left, trim.top))
    shapes = (
        Group((placed,), name="board", clip=Path(box_outline(art)), tag="figure"),
        *(Group((path,), name=name) for name, path in guides.items()),
        margin.place(frame, page=1, pages=1, notes=(note,)),
    )
    return Page(frame.page.width, frame.page.height, shapes, "1", trim, art)


def format_scale(scale: float, wording: Wording) -> str:
    """Format a scale for a language: `62 %`, or `64,1 %` if it is not exact without a decimal."""
    percent = f"{scale * 100:.1f}".removesuffix(".0")
    return wording.write(Decimal(percent)) + "\N{NO-BREAK SPACE}%"

"""Finished pages on paper: on one sheet, scaled if necessary, as a poster, or two on each side.

A poster has tiles that overlap. A seam runs between two tiles, in the middle of their overlap. The tile on
its right, or below it, is cut along the seam and placed on the other, whose half of the overlap is the glue
flap. The guides are on the flaps and on parts that are cut away, so that the finished board shows none of
them.

Folded booklets have two pages on each side of a sheet. Sheets are not moved for creep: even twelve sheets of
paper move the innermost pages by about 1 mm, which is little beside their margins and only matters where the
fore edge is trimmed.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise, product
from math import ceil
from string import ascii_uppercase

from generator.errors import LayoutError
from generator.layout.imposition import packing
from generator.layout.imposition.marks import MarginLine, draw_guides, fit_mark
from generator.layout.imposition.packing import Frame
from generator.layout.press import Press
from generator.layout.shapes import outlines
from generator.layout.shapes.outlines import Block, line, make_colour, stack
from generator.model.geometry import ROUNDING, Point, Rectangle
from generator.model.kit import Form
from generator.model.printing.printing import CropMarks, Paper, Printing
from generator.model.texts.wordings import Wording, make_plain_text
from generator.model.values import dataclass, replace
from generator.scene import shapes as scene
from generator.scene.shapes import (
    Colour,
    Group,
    Page,
    Path,
    Shape,
    Stroke,
    find_words,
    reads_as_language,
    translation,
)

_ROUNDING = 1e-9
"""Difference of scales that are the same."""
_BLEED = 3.0
"""Preferred bleed on paper, in mm."""
_PRESS_MARGIN, _SLACK = 2.0, 0.01
"""Margin of pages for print shops, and what is added for rounding, in mm."""
_SEAM = 0.3
"""Width of the line on a seam, in mm."""
_SIDES = (0, 2, 1, 3)
"""Left, right, top, and bottom, in the order in which seams are drawn."""
_DIAMONDS = (1 / 6, 1 / 2, 5 / 6)
"""Positions of the register marks, as shares of the length of a seam."""
_NAMES = 1 / 3
"""Position of the name of the neighbour, as a share of the length of a seam."""
_DIAMOND = 4.0
"""Depth of half a register mark, if the flap is deep enough."""
_SHORTEST_TICK = 1.2
"""Minimum length of a crop mark, in mm."""
_GAP, _INSET, _TITLE = 4.0, 4.0, 14.0
"""Space above the steps of the first page and at its edges, and the height of its title, in mm."""
_MOST_WORDS = 150.0
"""Maximum width of its lines, in mm; longer lines are hard to read."""
_BESIDE = 0.26
"""Width of its steps where they are beside the map of the tiles, as a share of the page."""
_LARGER = (1.7, 1.5, 1.3, 1.15)
"""Scales of the type of the steps that are tried, so that they fill what the map leaves."""
_LARGEST_NAME, _FROM_SEAM = 5.0, 1.2
"""Largest radius of the names on the map of the tiles, and their distance from its seams, in mm."""


@dataclass(frozen=True, slots=True)
class Bleed:
    """Art beyond the edges of a board, in mm."""

    wanted: float
    kept: float = 0.0
    """Bleed that may cost more sheets or a smaller scale; the rest is only where there is room."""
    marks: float = 0.0
    """Room that is left for crop marks."""


_NO_BLEED = Bleed(0.0)


@dataclass(frozen=True, slots=True)
class _BoardPlan:
    """How a board of some size is printed."""

    frames: list[Frame]
    best: Frame
    """The one of these in which it can be largest on one sheet."""
    scale: float
    is_poster: bool
    """True if it is larger than a sheet at this scale."""
    bleed: Bleed
    parts: tuple[tuple[float, float], ...]
    """Left and right edges of what is on each page, if it is no poster."""


def impose_board(
    press: Press,
    block: Block,
    *,
    title: str,
    paper: Paper,
    printing: Printing,
    bleed: float = 0.0,
    seams: Sequence[float] = (),
) -> list[scene.Page]:
    """Lay out the pages of a board whose art extends `bleed` mm beyond it, at its own size.

    By default, the board is printed at its own size, or scaled down to fit the paper. With a size, or as a
    poster, it is never scaled down for the paper: a board larger than a sheet is divided into tiles, preceded
    by a page that shows how to put them together. With seams, it is divided there, without an overlap, if its
    parts fit and are larger than in one piece. Its bleed is as wide as `printing` says, by default 3 mm
    where there is room. Raises LayoutError if even tiles are impossible.
    """
    plan = _plan_pages((block.width, block.height), paper, printing, title, seams)
    scale, reach = plan.scale, replace(plan.bleed, wanted=min(plan.bleed.wanted, bleed * plan.scale))
    shapes = outlines.strengthen(block.shapes, scale)
    box = Rectangle(0.0, 0.0, block.width, block.height).grown(bleed)
    board = scene.Use(scene.Symbol("board", shapes, box), scene.scaling(scale))
    margin = MarginLine(press, title)
    size = (block.width * scale, block.height * scale)
    note = format_scale(scale, press.wording)
    if not plan.is_poster:
        pages = []
        named = "" if reads_as_language(find_words((board,))) else make_plain_text(title)
        for number, (left, right) in enumerate(plan.parts, 1):
            foot = margin.place(plan.best, page=number, pages=len(plan.parts), notes=(note,))
            box, label = Rectangle(left, 0.0, right, block.height), str(number)
            pages.append(_draw_page(board, box, plan.best, printing, reach, foot, label=label, title=named))
        return pages
    tiling = plan_tiles(plan.frames, *size, overlap=printing.overlap, bleed=reach)
    if tiling is None:
        over = max(2 * printing.overlap - min(paper.width, paper.height), 0.0)
        raise LayoutError(title, "the paper is too small for poster tiles", over_mm=over, paper=paper.name)
    least = min(tiling.across.bleed, tiling.down.bleed)
    if printing.is_for_press and least < plan.bleed.wanted - ROUNDING:
        press.findings.warn(
            f"{title}: the poster has {least:.3g} mm of bleed, not {plan.bleed.wanted:g} mm "
            f"(with `--bleed {plan.bleed.wanted:g}mm`, there is room for it, perhaps on more sheets)"
        )
    words = make_plain_text(press.format("poster.title"))
    sheets: list[tuple[tuple[scene.Shape, ...], str, tuple[str, ...]]]
    sheets = [(_lay_out_assembly(press, tiling, board, title), words, (words,))]
    for tile in tiling.list_tiles():
        named = make_plain_text(press.format("margin.part", {"game": title, "part": tile.name}))
        drawn = _draw_tile(press, tile, board, printing.marks, title=named)
        sheets.append((drawn, tile.name, (f"**{tile.name}**", note)))
    frame, pages = tiling.frame, list[scene.Page]()
    for number, (shapes, label, notes) in enumerate(sheets, start=1):
        foot = margin.place(frame, page=number, pages=len(sheets), notes=notes)
        pages.append(scene.Page(frame.page.width, frame.page.height, (*shapes, foot), label=label))
    return pages


def choose_bleed(
    size: tuple[float, float], paper: Paper, printing: Printing, *, name: str, seams: Sequence[float] = ()
) -> float:
    """Return how far the art of a board must extend beyond it at its own size, in whole mm.

    Papers for which it is scaled to nearly the same size then share its layout. Raises LayoutError with
    `name` if the paper is too small.
    """
    plan = _plan_pages(size, paper, printing, name, seams)
    return float(ceil(plan.bleed.wanted / plan.scale - _ROUNDING))


def enlarge_page(size: tuple[float, float], paper: Paper, printing: Printing) -> tuple[Paper, Printing]:
    """Return a page for a print shop with all of a board's bleed and its crop marks, and the options for it.

    The board is as large as `printing` says or, by default, at most as large as the paper.
    """
    width, height = size
    scale = min(
        1.0,
        max(
            _measure_scale(size, *sides)
            for sides in ((paper.width, paper.height), (paper.height, paper.width))
        ),
    )
    if printing.size:
        scale = _measure_printed_scale(size, printing.size)
    bleed = _BLEED if printing.bleed is None else printing.bleed
    around = 2 * (bleed + packing.measure_marks_room(printing) + _PRESS_MARGIN) + _SLACK
    page = replace(paper, width=width * scale + around, height=height * scale + around, margin=_PRESS_MARGIN)
    strip = Frame(page)
    page = replace(page, height=page.height + strip.printable.height - strip.area.height)
    return page, replace(printing, bleed=bleed, size=(width * scale, height * scale), turned=None)


def _measure_printed_scale(size: tuple[float, float], wanted: tuple[float, float]) -> float:
    """Return the scale that fits a board into a size, in the better orientation."""
    short, long = sorted(wanted)
    return _measure_scale(size, short, long) if size[0] <= size[1] else _measure_scale(size, long, short)


def _plan_pages(
    size: tuple[float, float], paper: Paper, printing: Printing, name: str, seams: Sequence[float]
) -> _BoardPlan:
    """Return how a board is printed: in one piece if that is as large as it would be in parts."""
    whole = _plan_board(size, paper, printing, name)
    if not seams or not (whole.is_poster or whole.scale < 1.0):
        return whole
    parts = tuple(pairwise((0.0, *seams, size[0])))
    widest, wanted = max(right - left for left, right in parts), None
    if printing.size:
        wanted = (widest * whole.scale, size[1] * whole.scale)
    divided = _plan_board((widest, size[1]), paper, replace(printing, size=wanted), name)
    if divided.is_poster or (divided.scale <= whole.scale and not whole.is_poster):
        return whole
    return replace(divided, parts=parts)


def _plan_board(size: tuple[float, float], paper: Paper, printing: Printing, name: str) -> _BoardPlan:
    marks, kept = packing.measure_marks_room(printing), printing.bleed or 0.0
    frames = [frame for group in packing.list_frames(paper, printing, folded=False) for frame in group]

    def fit(frame: Frame, around: float) -> float:
        area = frame.area.grown(-around)
        return _measure_scale(size, area.width, area.height)

    best = max(frames, key=lambda frame: fit(frame, kept))
    fitting = fit(best, kept)
    scale = 1.0
    if printing.size:
        scale = _measure_printed_scale(size, printing.size)
    elif not printing.poster and fitting < 1.0:
        scale = fit(best, kept + marks)
    if scale < _ROUNDING:
        raise LayoutError(name, "the paper is too small for a board", over_mm=0.0, paper=paper.name)
    bleed = Bleed(_BLEED if printing.bleed is None else printing.bleed, kept, marks)
    return _BoardPlan(frames, best, scale, fitting < scale - _ROUNDING, bleed, ((0.0, size[0]),))


def _measure_scale(size: tuple[float, float], width: float, height: float) -> float:
    return min(width / size[0], height / size[1])


def _draw_page(
    board: scene.Use,
    part: Rectangle,
    frame: Frame,
    printing: Printing,
    bleed: Bleed,
    foot: scene.Group,
    *,
    label: str,
    title: str,
) -> scene.Page:
    """Return the page of a part of a board; its art ends at the bleed or where the marks begin.

    Screen readers get the title, if there is one, instead of the words of the board.
    """
    scale = board.transform[0]
    size = part.width * scale, part.height * scale
    slot = packing.make_slot(
        Form(*size, bleed=bleed.wanted), *packing.centre(frame, *size, bleed.marks + bleed.wanted)
    )
    layout = packing.lay_out_slots([slot], frame, packing.Spacing(0.0, bleed.wanted, bleed.kept), printing)
    trim, art = layout.slots[0].trim, layout.slots[0].art
    guides = draw_guides(layout, printing.marks, cuts=False, corners=printing.marks.sides != "none")
    placed = scene.Use(board.symbol, scene.scaling(scale, trim.left - part.left * scale, trim.top))
    shapes = (
        scene.Group(
            (placed,), name="board", title=title, clip=scene.Path(outlines.box_outline(art)), tag="figure"
        ),
        *(scene.Group(paths, name=name) for name, paths in guides.items()),
        foot,
    )
    return scene.Page(frame.page.width, frame.page.height, shapes, label, trim, art)


def format_scale(scale: float, wording: Wording) -> str:
    """Format a scale for a language: `62 %`, or `64,1 %` if it is not exact without a decimal."""
    percent = f"{scale * 100:.1f}".removesuffix(".0")
    return wording.write(Decimal(percent)) + "\N{NO-BREAK SPACE}%"


@dataclass(frozen=True, slots=True)
class _TileCut:
    """Division of a length into overlapping tiles of one size."""

    length: float
    count: int
    overlap: float
    bleed: float = 0.0
    """Art beyond both ends of the length."""

    def shown(self, index: int) -> tuple[float, float]:
        """Return the part of the length that is printed on a tile."""
        length = self.length + 2 * self.bleed
        tile = (length + (self.count - 1) * self.overlap) / self.count
        start = index * (tile - self.overlap) - self.bleed
        return start, start + tile

    def kept(self, index: int) -> tuple[float, float]:
        """Return the part of a tile that is visible on the finished board."""
        last = index + 1 == self.count
        return self.seam(index - 1) if index else 0.0, self.length if last else self.seam(index)

    def seam(self, index: int) -> float:
        """Return the position of the seam between this tile and the next."""
        return self.shown(index + 1)[0] + self.overlap / 2


@dataclass(frozen=True, slots=True)
class Tiling:
    """Tiles on as few sheets of one size as possible; lengths are those of the printed board."""

    frame: Frame
    across: _TileCut
    down: _TileCut

    @property
    def count(self) -> int:
        return self.across.count * self.down.count

    def list_tiles(self) -> Iterator["Tile"]:
        """Yield the tiles row by row."""
        area = self.frame.area
        for row, column in product(range(self.down.count), range(self.across.count)):
            shown = Rectangle.around(zip(self.across.shown(column), self.down.shown(row), strict=True))
            kept = Rectangle.around(zip(self.across.kept(column), self.down.kept(row), strict=True))
            x = area.left + (area.width - shown.width) / 2 - shown.left
            y = area.top + (area.height - shown.height) / 2 - shown.top
            grid = self.across.count, self.down.count
            yield Tile(column, row, grid, shown, kept, (x, y), self.frame.bounds)


@dataclass(frozen=True, slots=True)
class Tile:
    """One sheet of a poster."""

    column: int
    row: int
    grid: tuple[int, int]
    """Columns and rows of the poster."""
    shown: Rectangle
    """The part of the board that is printed on it, with the bleed at the edges of the board."""
    kept: Rectangle
    """The part of it that is visible on the finished board."""
    corner: Point
    """Position of the board's top left corner relative to the page; it may be outside."""
    bounds: Rectangle
    """The part of the page for marks."""

    @property
    def name(self) -> str:
        return name_tile(self.column, self.row)

    @property
    def neighbours(self) -> dict[int, tuple[int, int]]:
        """Column and row of each neighbour by its side: left, top, right, bottom."""
        (column, row), (columns, rows) = (self.column, self.row), self.grid
        beside = {0: (column - 1, row), 1: (column, row - 1), 2: (column + 1, row), 3: (column, row + 1)}
        return {side: (x, y) for side, (x, y) in beside.items() if 0 <= x < columns and 0 <= y < rows}


def name_tile(column: int, row: int) -> str:
    """Return the name of a tile: A1 at the top left, B1 on its right, A2 below it."""
    return f"{ascii_uppercase[column]}{row + 1}"


def plan_tiles(
    frames: list[Frame], width: float, height: float, *, overlap: float, bleed: Bleed = _NO_BLEED
) -> Tiling | None:
    """Return the tiling with the fewest sheets; None if sheets are too small, or columns go beyond Z."""
    tilings = []
    for frame in frames:
        across, down = (
            _divide(length, room, overlap, bleed)
            for length, room in ((width, frame.area.width), (height, frame.area.height))
        )
        if 0 < across.count <= len(ascii_uppercase) and down.count:
            tilings.append(Tiling(frame, across, down))
    return min(tilings, key=lambda tiling: tiling.count, default=None)


def _divide(length: float, room: float, overlap: float, bleed: Bleed) -> _TileCut:
    count = _count_tiles(length + 2 * bleed.kept, room, overlap)
    spare = count * (room - 2 * bleed.marks) - (count - 1) * overlap - length
    return _TileCut(length, count, overlap, max(bleed.kept, min(bleed.wanted, spare / 2)))


def _count_tiles(length: float, room: float, overlap: float) -> int:
    """Return the number of tiles for a length; 0 if no number is enough."""
    if length <= room + ROUNDING:
        return 1
    return ceil((length - overlap - ROUNDING) / (room - overlap)) if room > 2 * overlap else 0


def _draw_tile(
    press: Press, tile: Tile, board: scene.Use, marks: CropMarks, *, title: str = ""
) -> tuple[scene.Shape, ...]:
    """Draw the board's part of a sheet, and the guides to put it in its place.

    Screen readers get the title: the words of the board are on many sheets.
    """
    place = scene.translation(*tile.corner)
    shapes = [
        scene.Group(
            (board,),
            name="board",
            title=title,
            transform=place,
            clip=scene.Path(outlines.box_outline(tile.shown)),
            tag="figure",
        ),
        scene.Group(tuple(_draw_seams(press, tile)), name="seams", transform=place),
    ]
    if marks.sides != "none" and (ticks := tuple(_list_ticks(tile, marks))):
        stroke = scene.Stroke(make_colour(marks.colour), marks.width)
        shapes.append(scene.Group((scene.Path(ticks, stroke=stroke),), name="crop marks"))
    return tuple(shapes)


def _draw_seams(press: Press, tile: Tile) -> Iterator[scene.Group]:
    shown, kept, neighbours = tile.shown, tile.kept, tile.neighbours
    for side, neighbour in ((side, neighbours[side]) for side in _SIDES if side in neighbours):
        if abs(kept[side] - shown[side]) > ROUNDING:
            strip = list(shown)
            strip[(side + 2) % 4] = kept[side]
            yield _draw_seam(press, Rectangle(*strip), side, name_tile(*neighbour))


def _draw_seam(press: Press, strip: Rectangle, side: int, name: str) -> scene.Group:
    """Draw one seam, clipped to the strip on this side of it, which the finished board does not show."""
    axis, outwards = side % 2, 1 if side >= 2 else -1
    seam, depth = strip[(side + 2) % 4], strip[axis + 2] - strip[axis]
    start, end = strip[1 - axis], strip[3 - axis]

    def at(share: float, away: float, shift: float = 0.0) -> Point:
        along, across = start + (end - start) * share + shift, seam + outwards * away
        return (along, across) if axis else (across, along)

    ink, paper = press.palette["ink"], press.palette["paper"]
    seam_line = outlines.polyline((at(0, 0), at(1, 0)))
    strokes = scene.Stroke(paper, 3 * _SEAM), scene.Stroke(ink, _SEAM)
    shapes: list[scene.Shape] = [scene.Path(seam_line, stroke=stroke) for stroke in strokes]
    reach = min(_DIAMOND, depth * 0.8)
    for share in _DIAMONDS:
        outline = outlines.polygon((at(share, 0), at(share, reach, -reach / 2), at(share, reach, reach / 2)))
        shapes.append(scene.Path(outline, fill=ink, stroke=scene.Stroke(paper, 0.5)))
    shapes.append(_draw_tag(press, name, at(_NAMES, depth / 2), size=min(depth / 2, 4.0)))
    return scene.Group(tuple(shapes), clip=scene.Path(outlines.box_outline(strip)))


def _draw_tag(press: Press, name: str, middle: Point, *, size: float) -> scene.Group:
    text = press.line(name, "label", anchor="middle", upright="middle", size=size * 0.8, colour="ink")
    width = text.width + size * 0.6
    tag = outlines.rounded_rectangle(-width / 2, -size / 2, width, size, size / 4)
    return scene.Group(
        (outlines.filled(tag, press.palette["paper"]), *text.shapes), transform=scene.translation(*middle)
    )


def _list_ticks(tile: Tile, marks: CropMarks) -> Iterator[scene.Segment]:
    shown, kept = tile.shown.moved(*tile.corner), tile.kept.moved(*tile.corner)
    shortest = min(_SHORTEST_TICK, marks.length)
    for axis in (0, 1):
        for cut, side in product(kept[axis::2], (1 - axis, 3 - axis)):
            sign = 1 if side >= 2 else -1
            if ends := fit_mark((tile.bounds[side] - shown[side]) * sign, marks, shortest):
                near, far = (shown[side] + sign * end for end in ends)
                yield from outlines.line(near, cut, far, cut) if axis else outlines.line(cut, near, cut, far)


def _lay_out_assembly(press: Press, tiling: Tiling, board: scene.Use, name: str) -> tuple[scene.Shape, ...]:
    """Lay out a title, a map of the tiles as large as the page allows, and the steps below or beside it.

    Readers of text get the name of the board instead of the words on it.
    """
    area = tiling.frame.area.grown(-_INSET)
    reading = press.in_reading_order()
    beside = area.width > area.height
    steps = _choose_steps(reading, tiling, area, beside=beside)
    title = reading.line(
        press.format("poster.title"), "title", y=7.0, max_width=area.width, thing="poster title"
    )
    width, height = _measure_room(area, steps, beside=beside)
    named = make_plain_text(name)
    plan = reading.keep(lambda press: _lay_out_plan(press, tiling, board, named, width, height))
    left = area.left + (0.0 if beside else (width - plan.width) / 2)
    corner = (
        (area.right - steps.width, area.top + _TITLE) if beside else (area.left, area.bottom - steps.height)
    )
    shapes = (
        Block((title.tagged("h1"),), area.width, _TITLE).at(area.left, area.top, name="header"),
        plan.at(left, area.top + _TITLE, name="plan", tag="figure"),
        steps.at(*corner, name="steps"),
    )
    return reading.turn(shapes, area.left + area.right)


def _measure_room(area: Rectangle, steps: Block, *, beside: bool) -> tuple[float, float]:
    """Return the width and height for the map beside the steps, or above them."""
    width = area.width - (steps.width + 2 * _GAP if beside else 0.0)
    return width, area.height - _TITLE - (0.0 if beside else steps.height + _GAP)


def _choose_steps(press: Press, tiling: Tiling, area: Rectangle, *, beside: bool) -> Block:
    """Lay out the steps in the largest type that leaves the map its size."""

    def lay_out(scale: float) -> Block:
        width = area.width * _BESIDE if beside else min(area.width, _MOST_WORDS * scale)
        return _lay_out_steps(press, tiling, width, scale)

    def measure(steps: Block) -> float:
        width, height = _measure_room(area, steps, beside=beside)
        return min(width / tiling.across.length, height / tiling.down.length)

    usual = lay_out(1.0)
    larger = (lay_out(scale) for scale in _LARGER)
    fitting = (
        steps
        for steps in larger
        if measure(steps) >= measure(usual) - ROUNDING and steps.height <= area.height - _TITLE
    )
    return next(fitting, usual)


def _lay_out_steps(press: Press, tiling: Tiling, width: float, scale: float) -> Block:
    columns, rows = tiling.across.count, tiling.down.count
    values: dict[str, str | int] = {"sheets": tiling.count, "columns": columns, "rows": rows}
    values |= {"width": f"{tiling.across.length:.0f}", "height": f"{tiling.down.length:.0f}"}
    steps = {"size": True, "cut": True, "across": columns > 1, "down": rows > 1, "edge": True}
    keys = [f"poster.{step}" for step, is_needed in steps.items() if is_needed]
    texts = [
        press.text(press.format(key, values), "body", width=width, scale=scale, thing=key) for key in keys
    ]
    return stack(texts, gap=1.2, width=width)


def _lay_out_plan(
    press: Press, tiling: Tiling, board: scene.Use, name: str, width: float, height: float
) -> Block:
    across, down = tiling.across, tiling.down
    scale = min(width / across.length, height / down.length)
    width, height = across.length * scale, down.length * scale
    clip = scene.Path(outlines.rectangle(0, 0, across.length, down.length))
    shapes: list[scene.Shape] = [
        scene.Group((board,), transform=scene.scaling(scale), clip=clip, name="small sheet", title=name),
        outlines.stroked(outlines.rectangle(0, 0, width, height), press.palette["line"], 0.3),
    ]
    columns = (across.seam(index) * scale for index in range(across.count - 1))
    rows = (down.seam(index) * scale for index in range(down.count - 1))
    seams: list[scene.Segment] = [segment for x in columns for segment in outlines.line(x, 0, x, height)]
    seams += (segment for y in rows for segment in outlines.line(0, y, width, y))
    strokes = [scene.Stroke(press.palette[name], width) for name, width in (("paper", 1.4), ("ink", 0.4))]
    shapes += (scene.Path(tuple(seams), stroke=stroke) for stroke in strokes if seams)
    shapes += (_draw_name(press, tile, scale) for tile in tiling.list_tiles())
    return Block(tuple(shapes), width, height)


def _draw_name(press: Press, tile: Tile, scale: float) -> scene.Group:
    left, top, right, bottom = (edge * scale for edge in tile.kept)
    radius = min(_LARGEST_NAME, (right - left) / 3, (bottom - top) / 3)
    x = _place_at_seam(left, right, tile.column, tile.grid[0], radius + _FROM_SEAM)
    y = _place_at_seam(top, bottom, tile.row, tile.grid[1], radius + _FROM_SEAM)
    name = press.centred(tile.name, "field", (0, 0), size=radius * 0.85)
    disc = outlines.outlined(outlines.circle(0, 0, radius), press.palette["paper"], press.palette["ink"], 0.3)
    return scene.Group((*disc, *name), transform=scene.translation(x, y))


def _place_at_seam(start: float, end: float, index: int, count: int, away: float) -> float:
    """Return a position in a tile: before the seam to the next one, or behind that before the last."""
    if count == 1:
        return (start + end) / 2
    return start + away if index + 1 == count else end - away


PER_SHEET = 4
"""Pages of a folded sheet."""
_TICK, _STAPLE = 5.0, 12.0
"""Lengths of the marks at both ends of the fold, and of a staple, which covers its mark, in mm."""
_STAPLES = (0.25, 0.75)
"""Positions of the staples along the fold."""
_GREY = Colour(0.45, 0.45, 0.45)
_WIDTH = 0.2


def list_sides(count: int) -> Iterator[tuple[int, int]]:
    """Yield the two pages on each side of the sheets, those of a front before those of its back.

    Pages are numbered from 1; 0 is a blank page, which fills the last sheet. The first page of a pair is on
    the left, or above the fold, and is on the right in languages that are read from right to left.
    """
    last = ceil(count / PER_SHEET) * PER_SHEET
    for first in range(1, last // 2, 2):
        for pair in ((last + 1 - first, first), (first + 1, last - first)):
            yield pair[0] if pair[0] <= count else 0, pair[1] if pair[1] <= count else 0


def fold_pages(pages: Sequence[Page], paper: Paper, *, is_stacked: bool, is_reversed: bool) -> list[Page]:
    """Place the pages of a booklet on both sides of sheets, which a printer flips over their short edge.

    `is_stacked` places one above the other, as for landscape pages, whose fold is at the top; otherwise the
    fold is at the left, or at the right if the order is reversed.
    """
    sheet = paper if is_stacked else paper.turned()
    second = translation(0.0, sheet.height / 2) if is_stacked else translation(sheet.width / 2, 0.0)
    sides = list(list_sides(len(pages)))
    length, start = (sheet.width if is_stacked else sheet.height), sheet.margin
    fold = ((start, start + _TICK), (length - start - _TICK, length - start))
    staples = [(length * at - _STAPLE / 2, length * at + _STAPLE / 2) for at in _STAPLES]
    placed = []
    for index, numbers in enumerate(sides):
        shown = numbers[::-1] if is_reversed and not is_stacked else numbers
        halves = zip(shown, (translation(0.0, 0.0), second), strict=True)
        shapes: list[Shape] = [
            Group(pages[number - 1].shapes, name=f"page {number}", transform=half)
            for number, half in halves
            if number
        ]
        if index % 2 == 0:
            # Marks are on the outside of the booklet.
            shapes.append(_draw_along(sheet, is_stacked, "fold", fold))
        if index == 0 and len(sides) > 2:
            shapes.append(_draw_along(sheet, is_stacked, "staples", staples))
        label = " · ".join(str(number or "–") for number in shown)
        placed.append(Page(sheet.width, sheet.height, tuple(shapes), label=label))
    return placed


def join_pages(pages: Sequence[Page], paper: Paper, *, is_stacked: bool) -> list[Page]:
    """Place pages of half the size side by side, or one above the other, with marks where they are cut."""
    sheet = paper if is_stacked else paper.turned()
    second = translation(0.0, sheet.height / 2) if is_stacked else translation(sheet.width / 2, 0.0)
    length, start = (sheet.width if is_stacked else sheet.height), sheet.margin
    cut = ((start, start + _TICK), (length - start - _TICK, length - start))
    placed = []
    for index in range(0, len(pages), 2):
        halves = zip(pages[index : index + 2], (translation(0.0, 0.0), second), strict=False)
        shapes = [Group(page.shapes, transform=half) for page, half in halves]
        label = " · ".join(dict.fromkeys(page.label for page in pages[index : index + 2]))
        marks = _draw_along(sheet, is_stacked, "cut", cut)
        placed.append(Page(sheet.width, sheet.height, (*shapes, marks), label=label))
    return placed


def _draw_along(sheet: Paper, is_stacked: bool, name: str, ends: Sequence[tuple[float, float]]) -> Group:
    """Draw lines on the fold, each from one distance along it to another."""
    x, y = sheet.width / 2, sheet.height / 2
    lines = [line(near, y, far, y) if is_stacked else line(x, near, x, far) for near, far in ends]
    path = Path(tuple(segment for drawn in lines for segment in drawn), stroke=Stroke(_GREY, _WIDTH))
    return Group((path,), name=name)

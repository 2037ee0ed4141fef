"""Boards on several sheets: overlapping tiles, and the guides for cutting and gluing them.

A seam runs between two tiles, in the middle of their overlap. The tile on its right, or below it, is cut
along the seam and placed on the other, whose half of the overlap is the glue flap. The guides are on the
flaps and on parts that are cut away, so that the finished board shows none of them.
"""

from collections.abc import Iterator
from itertools import product
from math import ceil
from string import ascii_uppercase

from generator.layout.imposition.marks import fit_mark
from generator.layout.press.press import Press
from generator.layout.shapes.curves import box_outline, filled, line, polygon, polyline, rounded_rectangle
from generator.layout.shapes.frames import Frame
from generator.layout.shapes.palette import parse_colour
from generator.model.geometry import ROUNDING, Point, Rectangle
from generator.model.printing.printing import CropMarks
from generator.model.values import dataclass
from generator.scene.shapes import Group, Path, Segment, Shape, Stroke, Use, translation

_SEAM = 0.3
_SIDES = (0, 2, 1, 3)
"""Left, right, top, and bottom, in the order in which seams are drawn."""
_DIAMONDS = (1 / 6, 1 / 2, 5 / 6)
"""Positions of the register marks, as shares of the length of a seam."""
_NAMES = 1 / 3
_DIAMOND = 4.0
"""Depth of half a register mark, if the flap is deep enough."""
_SHORTEST_TICK = 1.2


@dataclass(frozen=True, slots=True)
class Bleed:
    """Art beyond the edges of a board, in mm."""

    wanted: float
    kept: float = 0.0
    """Boxes that may cost more sheets or a smaller scale; the rest is only where there is room."""
    marks: float = 0.0
    """Room that is left for crop marks."""


NO_BLEED = Bleed(0.0)


@dataclass(frozen=True, slots=True)
class Cut:
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
    across: Cut
    down: Cut

    @property
    def count(self) -> int:
        return self.across.count * self.down.count

    def list_tiles(self) -> Iterator["Tile"]:
        """Yield the tiles row by row."""
        area = self.frame.area
        for row, column in product(range(self.down.count), range(self.across.count)):
            (left, right), (top, bottom) = self.across.shown(column), self.down.shown(row)
            shown = Rectangle(left, top, right, bottom)
            (left, right), (top, bottom) = self.across.kept(column), self.down.kept(row)
            x = area.left + (area.width - shown.width) / 2 - shown.left
            y = area.top + (area.height - shown.height) / 2 - shown.top
            kept, grid = Rectangle(left, top, right, bottom), (self.across.count, self.down.count)
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
    frames: list[Frame], width: float, height: float, *, overlap: float, bleed: Bleed = NO_BLEED
) -> Tiling | None:
    """Return the tiling with the fewest sheets; None if sheets are too small, or columns go beyond Z."""
    tilings = []
    for frame in frames:
        across, down = (
            _cut(length, room, overlap, bleed)
            for length, room in ((width, frame.area.width), (height, frame.area.height))
        )
        if 0 < across.count <= len(ascii_uppercase) and down.count:
            tilings.append(Tiling(frame, across, down))
    return min(tilings, key=lambda tiling: tiling.count, default=None)


def _cut(length: float, room: float, overlap: float, bleed: Bleed) -> Cut:
    count = _count_tiles(length + 2 * bleed.kept, room, overlap)
    spare = count * (room - 2 * bleed.marks) - (count - 1) * overlap - length
    return Cut(length, count, overlap, max(bleed.kept, min(bleed.wanted, spare / 2)))


def _count_tiles(length: float, room: float, overlap: float) -> int:
    """Return the number of tiles for a length; 0 if no number is enough."""
    if length <= room + ROUNDING:
        return 1
    return ceil((length - overlap - ROUNDING) / (room - overlap)) if room > 2 * overlap else 0


def draw_tile(press: Press, tile: Tile, board: Use, marks: CropMarks) -> tuple[Shape, ...]:
    """Draw the board's part of a sheet, and the guides to put it in its place."""
    place = translation(*tile.corner)
    shapes = [
        Group((board,), name="board", transform=place, clip=Path(box_outline(tile.shown)), tag="figure"),
        Group(tuple(_draw_seams(press, tile)), name="seams", transform=place),
    ]
    if marks.sides != "none" and (ticks := tuple(_list_ticks(tile, marks))):
        stroke = Stroke(parse_colour(marks.colour), marks.width)
        shapes.append(Group((Path(ticks, stroke=stroke),), name="crop marks"))
    return tuple(shapes)


def _draw_seams(press: Press, tile: Tile) -> Iterator[Group]:
    shown, kept, neighbours = tile.shown, tile.kept, tile.neighbours
    for side, neighbour in ((side, neighbours[side]) for side in _SIDES if side in neighbours):
        if abs(kept[side] - shown[side]) > ROUNDING:
            strip = list(shown)
            strip[(side + 2) % 4] = kept[side]
            yield _draw_seam(press, Rectangle(*strip), side, name_tile(*neighbour))


def _draw_seam(press: Press, strip: Rectangle, side: int, name: str) -> Group:
    """Draw one seam, clipped to the strip on this side of it, which the finished board does not show."""
    axis, outwards = side % 2, 1 if side >= 2 else -1
    seam, depth = strip[(side + 2) % 4], strip[axis + 2] - strip[axis]
    start, end = strip[1 - axis], strip[3 - axis]

    def at(share: float, away: float, shift: float = 0.0) -> Point:
        along, across = start + (end - start) * share + shift, seam + outwards * away
        return (along, across) if axis else (across, along)

    ink, paper = press.palette["ink"], press.palette["paper"]
    seam_line = polyline((at(0, 0), at(1, 0)))
    strokes = Stroke(paper, 3 * _SEAM), Stroke(ink, _SEAM)
    shapes: list[Shape] = [Path(seam_line, stroke=stroke) for stroke in strokes]
    reach = min(_DIAMOND, depth * 0.8)
    for share in _DIAMONDS:
        outline = polygon((at(share, 0), at(share, reach, -reach / 2), at(share, reach, reach / 2)))
        shapes.append(Path(outline, fill=ink, stroke=Stroke(paper, 0.5)))
    shapes.append(_draw_tag(press, name, at(_NAMES, depth / 2), size=min(depth / 2, 4.0)))
    return Group(tuple(shapes), clip=Path(box_outline(strip)))


def _draw_tag(press: Press, name: str, middle: Point, *, size: float) -> Group:
    text = press.line(name, "label", anchor="middle", upright="middle", size=size * 0.8, colour="ink")
    width = text.width + size * 0.6
    tag = rounded_rectangle(-width / 2, -size / 2, width, size, size / 4)
    return Group((filled(tag, press.palette["paper"]), *text.shapes), transform=translation(*middle))


def _list_ticks(tile: Tile, marks: CropMarks) -> Iterator[Segment]:
    shown, kept = tile.shown.moved(*tile.corner), tile.kept.moved(*tile.corner)
    shortest = min(_SHORTEST_TICK, marks.length)
    for axis in (0, 1):
        for cut, side in product(kept[axis::2], (1 - axis, 3 - axis)):
            sign = 1 if side >= 2 else -1
            if ends := fit_mark((tile.bounds[side] - shown[side]) * sign, marks, shortest):
                near, far = (shown[side] + sign * end for end in ends)
                yield from line(near, cut, far, cut) if axis else line(cut, near, cut, far)

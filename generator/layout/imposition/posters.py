"""Boards over several sheets: tiles that overlap, and how they are cut, laid on each other and glued.

Between two tiles runs a seam, in the middle of what both show. The tile on its right, or below it,
is cut along the seam and laid on the other, which keeps its half of the overlap as a flap for the
glue. What helps to do that is printed on the flaps and on what is cut away: none of it is left to
be seen.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from string import ascii_uppercase

from generator.layout.press.press import Press
from generator.layout.shapes.curves import box_outline, filled, line, polygon, rounded_rectangle
from generator.layout.shapes.frames import Frame
from generator.layout.shapes.palette import parse_colour
from generator.model.printing import CropMarks
from generator.model.rectangles import Rectangle
from generator.scene.shapes import Group, Path, Segment, Shape, Stroke, Use
from generator.scene.transforms import translation

_ROUNDING = 1e-6
_SEAM = 0.3
_DIAMONDS = (1 / 6, 1 / 2, 5 / 6)
"""Where on the length of a tile's seam the register marks stand."""
_NAMES = 1 / 3
_DIAMOND = 4.0
"""Depth of half a register mark, where the flap is deep enough."""
_SHORTEST_TICK = 1.2
_OFFSET_SHARE = 0.3
"""Where there is little room, so much of it is left between the tile and a mark."""


@dataclass(frozen=True, slots=True)
class Cut:
    """How a length is parted into tiles of one size that overlap."""

    length: float
    count: int
    overlap: float

    @property
    def tile(self) -> float:
        return (self.length + (self.count - 1) * self.overlap) / self.count

    def start(self, index: int) -> float:
        return index * (self.tile - self.overlap)

    def seam(self, index: int) -> float:
        """Between this tile and the next."""
        return self.start(index + 1) + self.overlap / 2


@dataclass(frozen=True, slots=True)
class Tiling:
    """Tiles on sheets of one kind, as few as there can be; lengths are those of the printed board."""

    frame: Frame
    across: Cut
    down: Cut

    @property
    def count(self) -> int:
        return self.across.count * self.down.count

    def list_tiles(self) -> Iterator["Tile"]:
        """Row by row."""
        for row in range(self.down.count):
            for column in range(self.across.count):
                yield Tile(self, column, row)


@dataclass(frozen=True, slots=True)
class Tile:
    """One sheet of a poster."""

    tiling: Tiling
    column: int
    row: int

    @property
    def name(self) -> str:
        return name_tile(self.column, self.row)

    @property
    def shown(self) -> Rectangle:
        """What of the board is printed on it."""
        across, down = self.tiling.across, self.tiling.down
        left, top = across.start(self.column), down.start(self.row)
        return Rectangle(left, top, left + across.tile, top + down.tile)

    @property
    def kept(self) -> Rectangle:
        """What of the board is seen of it in the end."""
        across, down = self.tiling.across, self.tiling.down
        return Rectangle(
            across.seam(self.column - 1) if self.column else 0.0,
            down.seam(self.row - 1) if self.row else 0.0,
            across.seam(self.column) if self.column + 1 < across.count else across.length,
            down.seam(self.row) if self.row + 1 < down.count else down.length,
        )

    @property
    def corner(self) -> tuple[float, float]:
        """Where on the page the board's own top left corner lies, on the page or beyond it."""
        left, top, right, bottom = self.tiling.frame.area
        x, y, x2, y2 = self.shown
        return (left + (right - left - (x2 - x)) / 2 - x, top + (bottom - top - (y2 - y)) / 2 - y)


def name_tile(column: int, row: int) -> str:
    """A1 at the top left, B1 on its right, A2 below it."""
    return f"{ascii_uppercase[column]}{row + 1}"


def plan_tiles(frames: list[Frame], width: float, height: float, *, overlap: float) -> Tiling | None:
    """The tiling with the fewest sheets; None where sheets are too small, or A to Z are too few names."""
    tilings = []
    for frame in frames:
        left, top, right, bottom = frame.area
        cuts = [
            Cut(length, _count(length, room, overlap), overlap)
            for length, room in ((width, right - left), (height, bottom - top))
        ]
        if 0 < cuts[0].count <= len(ascii_uppercase) and cuts[1].count > 0:
            tilings.append(Tiling(frame, cuts[0], cuts[1]))
    return min(tilings, key=lambda tiling: tiling.count, default=None)


def _count(length: float, room: float, overlap: float) -> int:
    """0 when no number of tiles is enough."""
    if length <= room + _ROUNDING:
        return 1
    return ceil((length - overlap - _ROUNDING) / (room - overlap)) if room > 2 * overlap else 0


def draw_tile(press: Press, tile: Tile, board: Use, marks: CropMarks) -> tuple[Shape, ...]:
    """The board's part of a sheet, then what is needed to put it in its place."""
    x, y = tile.corner
    window = Path(box_outline(tile.shown))
    shown = Group((board,), name="board", transform=translation(x, y), clip=window)
    seams = Group(tuple(_draw_seams(press, tile)), name="seams", transform=translation(x, y))
    ticks = _ticks(tile, marks) if marks.sides != "none" else ()
    stroke = Stroke(parse_colour(marks.colour), marks.width)
    return (shown, seams, *([Group((Path(ticks, stroke=stroke),), name="crop marks")] if ticks else ()))


def _draw_seams(press: Press, tile: Tile) -> Iterator[Group]:
    """Along each edge that another tile joins: the seam's line, half of each register mark, its name."""
    left, top, right, bottom = tile.shown
    kept_left, kept_top, kept_right, kept_bottom = tile.kept
    column, row = tile.column, tile.row
    if column:
        away = Rectangle(left, top, kept_left, bottom)
        yield _draw_seam(press, away, kept_left, name_tile(column - 1, row), upright=True)
    if kept_right < right - _ROUNDING:
        flap = Rectangle(kept_right, top, right, bottom)
        yield _draw_seam(press, flap, kept_right, name_tile(column + 1, row), upright=True)
    if row:
        away = Rectangle(left, top, right, kept_top)
        yield _draw_seam(press, away, kept_top, name_tile(column, row - 1), upright=False)
    if kept_bottom < bottom - _ROUNDING:
        flap = Rectangle(left, kept_bottom, right, bottom)
        yield _draw_seam(press, flap, kept_bottom, name_tile(column, row + 1), upright=False)


def _draw_seam(press: Press, strip: Rectangle, seam: float, name: str, *, upright: bool) -> Group:
    """Everything is clipped to the strip that nobody sees in the end."""
    left, top, right, bottom = strip
    depth = right - left if upright else bottom - top
    # Into the strip, away from the seam.
    inwards = 1.0 if (left + right if upright else top + bottom) / 2 > seam else -1.0
    start, length = (top, bottom - top) if upright else (left, right - left)
    ink, paper = press.palette["ink"], press.palette["paper"]
    seam_line = line(seam, top, seam, bottom) if upright else line(left, seam, right, seam)
    shapes: list[Shape] = [
        Path(seam_line, stroke=Stroke(paper, 3 * _SEAM)),
        Path(seam_line, stroke=Stroke(ink, _SEAM)),
    ]
    reach = min(_DIAMOND, depth * 0.8)
    for part in _DIAMONDS:
        along = start + length * part
        corners = [
            (seam, along),
            (seam + inwards * reach, along - reach / 2),
            (seam + inwards * reach, along + reach / 2),
        ]
        outline = polygon(corners if upright else [(b, a) for a, b in corners])
        shapes.append(Path(outline, fill=ink, stroke=Stroke(paper, 0.5)))
    across = seam + inwards * depth / 2
    middle = (across, start + length * _NAMES) if upright else (start + length * _NAMES, across)
    shapes.append(_draw_name(press, name, *middle, size=min(depth / 2, 4.0)))
    return Group(tuple(shapes), clip=Path(box_outline(strip)))


def _draw_name(press: Press, name: str, x: float, y: float, *, size: float) -> Group:
    """The neighbour's name on a white tag, dark on any board."""
    text = press.line(name, "label", anchor="middle", upright="middle", size=size * 0.8, colour="ink")
    width = text.width + size * 0.6
    tag = rounded_rectangle(-width / 2, -size / 2, width, size, size / 4)
    return Group((filled(tag, press.palette["paper"]), *text.shapes), transform=translation(x, y))


def _ticks(tile: Tile, marks: CropMarks) -> tuple[Segment, ...]:
    """Where the page has room for them: marks at both ends of every line that is cut or glued along."""
    x, y = tile.corner
    shown, kept = tile.shown, tile.kept
    bounds = tile.tiling.frame.bounds
    found: list[Segment] = []
    for cut in (kept[0] + x, kept[2] + x):
        for edge, sign, limit in ((shown[1] + y, -1, bounds[1]), (shown[3] + y, 1, bounds[3])):
            if ends := _tick(edge, sign, limit, marks):
                found += line(cut, ends[0], cut, ends[1])
    for cut in (kept[1] + y, kept[3] + y):
        for edge, sign, limit in ((shown[0] + x, -1, bounds[0]), (shown[2] + x, 1, bounds[2])):
            if ends := _tick(edge, sign, limit, marks):
                found += line(ends[0], cut, ends[1], cut)
    return tuple(found)


def _tick(edge: float, sign: int, limit: float, marks: CropMarks) -> tuple[float, float] | None:
    """From its near to its far end, outwards from an edge of the tile; None where it would be too short."""
    room = (limit - edge) * sign
    offset = min(marks.offset, max(room, 0.0) * _OFFSET_SHARE)
    length = min(marks.length, room - offset)
    if length < min(_SHORTEST_TICK, marks.length):
        return None
    return edge + sign * offset, edge + sign * (offset + length)

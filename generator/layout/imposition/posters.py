"""Boards on several sheets: overlapping tiles, and the guides for cutting and gluing them.

A seam runs between two tiles, in the middle of their overlap. The tile on its right, or below it, is cut
along the seam and placed on the other, whose half of the overlap is the glue flap. The guides are on the
flaps and on parts that are cut away, so that the finished board shows none of them.
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
"""Positions of the register marks, as shares of the length of a seam."""
_NAMES = 1 / 3
_DIAMOND = 4.0
"""Depth of half a register mark, if the flap is deep enough."""
_SHORTEST_TICK = 1.2
_OFFSET_SHARE = 0.3
"""Share of the free space between the tile and a mark, if there is little space."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Division of a length into overlapping tiles of one size."""

    length: float
    count: int
    overlap: float

    @property
    def tile(self) -> float:
        return (self.length + (self.count - 1) * self.overlap) / self.count

    def start(self, index: int) -> float:
        return index * (self.tile - self.overlap)

    def seam(self, index: int) -> float:
        """Return the position of the seam between this tile and the next."""
        return self.start(index + 1) + self.overlap / 2


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
        """The part of the board that is printed on it."""
        across, down = self.tiling.across, self.tiling.down
        left, top = across.start(self.column), down.start(self.row)
        return Rectangle(left, top, left + across.tile, top + down.tile)

    @property
    def kept(self) -> Rectangle:
        """The part of it that is visible on the finished board."""
        across, down = self.tiling.across, self.tiling.down
        return Rectangle(
            across.seam(self.column - 1) if self.column else 0.0,
            down.seam(self.row - 1) if self.row else 0.0,
            across.seam(self.column) if self.column + 1 < across.count else across.length,
            down.seam(self.row) if self.row + 1 < down.count else down.length,
        )

    @property
    def corner(self) -> tuple[float, float]:
        """Position of the board's top left corner relative to the page; it may be outside."""
        left, top, right, bottom = self.tiling.frame.area
        x, y, x2, y2 = self.shown
        return (left + (right - left - (x2 - x)) / 2 - x, top + (bottom - top - (y2 - y)) / 2 - y)


def name_tile(column: int, row: int) -> str:
    """Return the name of a tile: A1 at the top left, B1 on its right, A2 below it."""
    return f"{ascii_uppercase[column]}{row + 1}"


def plan_tiles(frames: list[Frame], width: float, height: float, *, overlap: float) -> Tiling | None:
    """Return the tiling with the fewest sheets; None if sheets are too small, or columns go beyond Z."""
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
    """Return the number of tiles for a length; 0 if no number is enough."""
    if length <= room + _ROUNDING:
        return 1
    return ceil((length - overlap - _ROUNDING) / (room - overlap)) if room > 2 * overlap else 0


def draw_tile(press: Press, tile: Tile, board: Use, marks: CropMarks) -> tuple[Shape, ...]:
    """Draw the board's part of a sheet, and the guides to put it in its place."""
    x, y = tile.corner
    window = Path(box_outline(tile.shown))
    shown = Group((board,), name="board", transform=translation(x, y), clip=window)
    seams = Group(tuple(_draw_seams(press, tile)), name="seams", transform=translation(x, y))
    ticks = _ticks(tile, marks) if marks.sides != "none" else ()
    stroke = Stroke(parse_colour(marks.colour), marks.width)
    return (shown, seams, *([Group((Path(ticks, stroke=stroke),), name="crop marks")] if ticks else ()))


def _draw_seams(press: Press, tile: Tile) -> Iterator[Group]:
    """Draw, along each edge with a neighbour, the seam, half of each register mark, and the name."""
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
    """Draw one seam, clipped to the strip that the finished board does not show."""
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
    """Draw the neighbour's name on a white tag, which is legible on any board."""
    text = press.line(name, "label", anchor="middle", upright="middle", size=size * 0.8, colour="ink")
    width = text.width + size * 0.6
    tag = rounded_rectangle(-width / 2, -size / 2, width, size, size / 4)
    return Group((filled(tag, press.palette["paper"]), *text.shapes), transform=translation(x, y))


def _ticks(tile: Tile, marks: CropMarks) -> tuple[Segment, ...]:
    """Return marks at both ends of every line to cut or glue along, where the page has room."""
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
    """Return the near and the far end of a mark, outwards from an edge of the tile; None if too short."""
    room = (limit - edge) * sign
    offset = min(marks.offset, max(room, 0.0) * _OFFSET_SHARE)
    length = min(marks.length, room - offset)
    if length < min(_SHORTEST_TICK, marks.length):
        return None
    return edge + sign * offset, edge + sign * (offset + length)

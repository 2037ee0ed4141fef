"""DXF files of cut lines: R12 (AC1009) in ASCII, with closed polylines, which all programs of machines read.

Named groups of the page are layers; everything but paths is left out. Lengths are in mm, with y upwards.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, dist, hypot, sqrt
from typing import TypeAlias

from generator.backends.formats import DEFAULT, Format, number
from generator.model.printing.printing import FileOptions
from generator.scene.shapes import Document, Path, Segment, move_segments, walk

TOLERANCE = 0.01
"""Maximum distance between a curve and the chords that replace it, in mm."""
_FEWEST = 12
"""Minimum number of chords of a curve."""
_STRAIGHT = 1e-6
_COLOURS = {"cut": 1, "fold": 5}
"""Numbers of red and blue."""
_OTHER = 7
_MILLIMETRES, _METRIC = 4, 1
_Point: TypeAlias = tuple[float, float]


def write_dxf(document: Document, page_index: int | None, options: FileOptions = DEFAULT) -> bytes:
    """Return the paths of one page; the same document gives the same bytes."""
    page = document.pages[page_index or 0]
    lines: list[tuple[str, list[_Point], bool]] = []
    for placed in walk(page.shapes):
        if isinstance(placed.shape, Path):
            layer = next(filter(None, placed.groups), "0")
            outline = move_segments(placed.transform, placed.shape.segments)
            lines += ((layer, *line) for line in flatten(outline))
    layers = dict.fromkeys(layer for layer, *_ in lines)
    tags = [
        *_section("HEADER", _list_variables(page.width, page.height)),
        *_section("TABLES", _list_tables(layers)),
        *_section("ENTITIES", (tag for line in lines for tag in _draw(*line, height=page.height))),
        (0, "EOF"),
    ]
    return "".join(f"{code}\n{value}\n" for code, value in tags).encode("ascii")


_Tag: TypeAlias = tuple[int, str]


def _section(name: str, tags: Iterable[_Tag]) -> list[_Tag]:
    return [(0, "SECTION"), (2, name), *tags, (0, "ENDSEC")]


def _list_variables(width: float, height: float) -> Iterator[_Tag]:
    """Yield the version, the unit, and the size of the page."""
    yield from ((9, "$ACADVER"), (1, "AC1009"))
    # Version 12 has no units, but newer programs read them.
    yield from ((9, "$INSUNITS"), (70, str(_MILLIMETRES)), (9, "$MEASUREMENT"), (70, str(_METRIC)))
    for name, x, y in (("$EXTMIN", 0.0, 0.0), ("$EXTMAX", width, height)):
        yield from ((9, name), (10, number(x)), (20, number(y)), (30, "0"))


def _list_tables(layers: Iterable[str]) -> Iterator[_Tag]:
    names = [*layers]
    yield from ((0, "TABLE"), (2, "LTYPE"), (70, "1"), (0, "LTYPE"), (2, "CONTINUOUS"), (70, "0"))
    yield from ((3, "Solid line"), (72, "65"), (73, "0"), (40, "0"), (0, "ENDTAB"))
    yield from ((0, "TABLE"), (2, "LAYER"), (70, str(len(names))))
    for name in names:
        colour = str(_COLOURS.get(name, _OTHER))
        yield from ((0, "LAYER"), (2, name.upper()), (70, "0"), (62, colour), (6, "CONTINUOUS"))
    yield (0, "ENDTAB")


def _draw(layer: str, points: Sequence[_Point], is_closed: bool, *, height: float) -> Iterator[_Tag]:
    on_layer = (8, layer.upper())
    yield from ((0, "POLYLINE"), on_layer, (66, "1"), (70, str(int(is_closed))))
    yield from ((10, "0"), (20, "0"), (30, "0"))
    for x, y in points:
        yield from ((0, "VERTEX"), on_layer, (10, number(x)), (20, number(height - y)), (30, "0"))
    yield from ((0, "SEQEND"), on_layer)


def flatten(outline: Iterable[Segment]) -> Iterator[tuple[list[_Point], bool]]:
    """Yield the points of each line of an outline, and whether it is closed.

    Curves become chords within `TOLERANCE`; the first point of a closed line is not repeated.
    """
    points: list[_Point] = []
    for segment in outline:
        match segment:
            case ("M", x, y):
                if len(points) > 1:
                    yield points, False
                points = [(x, y)]
            case ("L", x, y):
                points.append((x, y))
            case ("C", *numbers):
                points += _flatten_curve(points[-1], *zip(numbers[::2], numbers[1::2], strict=True))
            case _:
                is_repeated = len(points) > 1 and dist(points[0], points[-1]) < _STRAIGHT
                yield (points[:-1] if is_repeated else points), True
                points = points[:1]
    if len(points) > 1:
        yield points, False


def _flatten_curve(start: _Point, one: _Point, two: _Point, end: _Point) -> list[_Point]:
    """Return the points at the ends of chords, without the start.

    The error of a chord is an eighth of the second derivative, by the square of their number. Inner points
    are moved outwards by two thirds of it, so that the area of what is cut is that of the curve.
    """
    first, last = (
        [a - 2 * b + c for a, b, c in zip(*three, strict=True)]
        for three in ((start, one, two), (one, two, end))
    )
    bend = max(hypot(*first), hypot(*last))
    if bend < _STRAIGHT:
        return [end]
    count = max(_FEWEST, ceil(sqrt(0.75 * bend / TOLERANCE)))
    points = []
    for index in range(1, count):
        t, u = index / count, 1 - index / count
        place = (
            u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
            for a, b, c, d in zip(start, one, two, end, strict=True)
        )
        out = (0.5 * (u * a + t * b) / (count * (count - 1)) for a, b in zip(first, last, strict=True))
        x, y = (at - by for at, by in zip(place, out, strict=True))
        points.append((x, y))
    return [*points, end]


FORMAT = Format(name="dxf", extension="dxf", per_page=True, write=write_dxf)

"""Checks at the cut: art reaches the edges of the picture, and no frame is near the cut."""

from collections import Counter
from collections.abc import Iterator
from math import hypot

from generator.make.preflight.cuts import Cut, Side, list_normals
from generator.make.preflight.drawing import Painter, Seen, is_white
from generator.make.preflight.issues import Issue
from generator.make.preflight.limits import DRIFT, MOST_WHITE, WHITE
from generator.model.geometry import Point, Rectangle
from generator.scene.shapes import Colour

_STEP = 0.5
"""Distance of the places along an edge that are looked at, in mm."""
_INSIDE = 0.05
"""Distance from an edge of what is looked at: art ends a little before the edge of a picture."""
_STEPS_OUT = 40
"""Number of places between the cut and the edge of the picture at which the end of the art is looked for."""
_MOST_LOOKS = 30
"""Number of places along a side from which it is looked for."""
_DEPTH = 0.05
"""Distance of the places across an edge that are looked at, in mm."""
_ALONG = 24
"""Number of places along a side at which a frame is looked for."""
_VISIBLE = 0.04
"""Smallest difference between two colours that is seen, in any channel, from 0 to 1."""
_MOST_APART = 1
"""Most steps by which points of one frame differ."""
_SHARE = 0.8
"""Share of the points of a side at which a frame is found."""


def check_bleed(painter: Painter, trim: Rectangle, cut: Cut) -> Iterator[Issue]:
    """Yield an issue if the picture is white at an edge where the card, cut at `trim`, has colour.

    Shapes that are white themselves, and white parts of patterns, may be there.
    """
    inner = Cut(trim, cut.page, cut.outline, cut.safe).list_sides(-_INSIDE)
    # The bleed of a rectangle may be wider on some sides; corners of other shapes may be beyond the picture.
    beyond = max(cut.page[2:]) if cut.outline == "rectangle" else cut.bleed
    outer = [_move_inside(side, cut.page.grown(-_INSIDE)) for side in cut.list_sides(beyond)]
    missing = [
        near.name for near, far in zip(inner, outer, strict=True) if _is_white_beyond(painter, near, far)
    ]
    if missing:
        where = f" ({', '.join(missing)})" if all(missing) else ""
        what = f"the bleed is white{where}: the art must reach {cut.bleed:.4g} mm beyond the cut"
        yield Issue("bleed", what, len(missing), is_error=True)


def _move_inside(side: Side, box: Rectangle) -> Side:
    """Return a side whose points are in a box."""
    left, top, right, bottom = box
    return Side(
        side.name, tuple((min(max(x, left), right), min(max(y, top), bottom)) for x, y in side.points)
    )


def _is_white_beyond(painter: Painter, near: Side, far: Side) -> bool:
    """Return True if the art ends between two sides, along a line that is parallel to them."""
    counts = [max(2, round(hypot(x2 - x1, y2 - y1) / _STEP)) for (x1, y1), (x2, y2) in near.parts]
    seen = zip(_look_along(painter, near, counts), _look_along(painter, far, counts), strict=True)
    places = [*zip(_list_points(near, counts), _list_points(far, counts), seen, strict=True)]
    odd = [ends for *ends, (here, there) in places if is_white(there, WHITE) and not is_white(here, WHITE)]
    looked_at = odd[:: max(1, len(odd) // _MOST_LOOKS)]
    ends = Counter(_find_end(painter, start, end) for start, end in looked_at)
    best = max((ends[at - 1] + ends[at] + ends[at + 1] for at in ends if at is not None), default=0)
    is_straight = best * 2 > len(looked_at)
    return is_straight and best * len(odd) > MOST_WHITE * len(places) * len(looked_at)


def _find_end(painter: Painter, start: Point, end: Point) -> int | None:
    """Return at which step outwards the colour ends; None if there is colour again."""
    seen = [is_white(one, WHITE) for one in painter.look(start, end, _STEPS_OUT)]
    first = seen.index(True) if True in seen else len(seen)
    return first if all(seen[first:]) else None


def _look_along(painter: Painter, side: Side, counts: list[int]) -> list[Seen]:
    parts = zip(side.parts, counts, strict=True)
    return [seen for (start, end), count in parts for seen in painter.look(start, end, count)]


def _list_points(side: Side, counts: list[int]) -> Iterator[Point]:
    for ((x1, y1), (x2, y2)), count in zip(side.parts, counts, strict=True):
        for index in range(count):
            share = (index + 0.5) / count
            yield x1 + (x2 - x1) * share, y1 + (y2 - y1) * share


def check_frame(painter: Painter, cut: Cut) -> Iterator[Issue]:
    """Yield an issue for the line or the edge of a colour along a side that is nearest to the cut."""
    depths = [depth for side in cut.list_sides(0.0) for depth in _find_frame(painter, cut, side)]
    if depths:
        least = min(depths)
        what = f"a frame is {least:.1f} mm from the cut; nearer than {DRIFT:g} mm, a drift of the blade shows"
        yield Issue("frame", what, DRIFT - least)


def _find_frame(painter: Painter, cut: Cut, side: Side) -> Iterator[float]:
    """Yield the distance from the cut of the first line that is parallel to a side."""
    found = [_find_edges(painter, *line) for line in list_normals(side, DRIFT)]
    for step in range(1, round(DRIFT / _DEPTH)):
        same = sum(any(abs(other - step) <= _MOST_APART for other in edges) for edges in found)
        if same >= _SHARE * len(found) and _is_edge(painter, cut, side, step):
            yield step * _DEPTH
            return


def _find_edges(painter: Painter, start: Point, end: Point) -> list[int]:
    """Return at how many steps from the start of a line the colour changes."""
    seen = painter.look(start, end, round(DRIFT / _DEPTH))
    return [step for step in range(1, len(seen)) if _differ(seen[step - 1], seen[step])]


def _is_edge(painter: Painter, cut: Cut, side: Side, step: int) -> bool:
    """Return True if both sides of a line along a side of the card have one colour each, unlike a pattern."""
    colours: list[Seen] = []
    for depth in (step - 0.5, step + 0.5):
        (line,) = (one for one in cut.list_sides(-depth * _DEPTH) if one.name == side.name)
        seen = [one for part in line.parts for one in painter.look(*part, _ALONG if side.name else 1)]
        middle = seen[len(seen) // 6 : -len(seen) // 6] if side.name else seen
        colour = middle[len(middle) // 3]
        if sum(not _differ(colour, one) for one in middle) < _SHARE * len(middle):
            return False
        colours.append(colour)
    return _differ(*colours)


def _differ(one: Seen, other: Seen) -> bool:
    if one is other:
        return False
    if not all(isinstance(each, Colour | None) for each in (one, other)):
        return one != other
    white = Colour(1.0, 1.0, 1.0)
    first, second = (each if isinstance(each, Colour) else white for each in (one, other))
    pairs = ((first.red, second.red), (first.green, second.green), (first.blue, second.blue))
    return any(abs(here - there) > _VISIBLE for here, there in pairs)

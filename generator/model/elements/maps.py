"""Maps: linked places on land or sea, projected from degrees."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Any, TypeAlias

from generator.errors import Wrong
from generator.model.elements.areas import Drawn, SizedArea
from generator.model.elements.squares import NO_PLACES, Place, Places
from generator.model.geometry import Point, Rectangle
from generator.model.language import kinds
from generator.model.language.kinds import ROWS, Anything, Doc, Id, Key, Length, Number, Size, Text, Written
from generator.model.values import dataclass


@dataclass(frozen=True)
class Axis:
    """Piecewise smooth map from degrees to a share of the map's width or height, through given stops.

    Stops increase in degrees and are monotone in shares (latitude decreases). Between them, the curve is the
    monotone cubic of Fritsch and Carlson (1980), which never reverses. Outside the stops, it continues
    linearly.
    """

    stops: tuple[tuple[float, float], ...]

    def at(self, degrees: float) -> float:
        stops = self.stops
        index = min(max(bisect_right(stops, (degrees, float("inf"))) - 1, 0), len(stops) - 2)
        (x0, y0), (x1, y1) = stops[index], stops[index + 1]
        width = x1 - x0
        t = (degrees - x0) / width
        if not 0 <= t <= 1:
            return y0 + (y1 - y0) * t
        leaving, arriving = self._tangents[index] * width, self._tangents[index + 1] * width
        square = t * t
        cube = square * t
        return (
            y0 * (2 * cube - 3 * square + 1)
            + leaving * (cube - 2 * square + t)
            + y1 * (3 * square - 2 * cube)
            + arriving * (cube - square)
        )

    @cached_property
    def _tangents(self) -> tuple[float, ...]:
        slopes = [(y1 - y0) / (x1 - x0) for (x0, y0), (x1, y1) in pairwise(self.stops)]
        inner = []
        for (left, _), (middle, _), (right, _), (before, after) in zip(
            self.stops, self.stops[1:], self.stops[2:], pairwise(slopes), strict=False
        ):
            share = (2 * right - middle - left) / (3 * (right - left))
            is_turn = before * after <= 0
            inner.append(0.0 if is_turn else before * after / (share * after + (1 - share) * before))
        return (slopes[0], *inner, slopes[-1])


Stops: TypeAlias = Annotated[tuple[tuple[Number, Number], ...], Length(2)]


@dataclass(frozen=True)
class Projection:
    """Projection of a map; between the stops, the map is stretched smoothly."""

    longitude: Annotated[Stops, Doc("`[degrees, part of the width]`, 0 at the left, 1 at the right.")]
    latitude: Annotated[Stops, Doc("`[degrees, part of the height]`, 0 at the top, 1 at the bottom.")]

    @cached_property
    def axes(self) -> tuple[Axis, Axis]:
        """The horizontal and the vertical axis."""
        return Axis(self.longitude), Axis(self.latitude)

    def draw(self, outline: Iterable[Point], area: Rectangle) -> tuple[Point, ...]:
        """Project an outline in degrees into a map's area, in mm."""
        across, down = self.axes[0].at, self.axes[1].at
        left, top, width, height = area.left, area.top, area.width, area.height
        return tuple((left + across(x) * width, top + down(y) * height) for x, y in outline)

    def find_problems(self) -> Iterator[Wrong]:
        """Yield stops that are not monotone."""
        rising, falling = "increase with the degrees", "decrease while the degrees increase: 0 is at the top"
        for key, stops, way in (("longitude", self.longitude, rising), ("latitude", self.latitude, falling)):
            for index, ((degrees, part), (more, other)) in enumerate(pairwise(stops), start=1):
                if more <= degrees:
                    message = f"{more:g} degrees follow {degrees:g}"
                    yield Wrong(message, "degrees must increase", path=(key, index))
                elif other == part or (other > part) != (way == rising):
                    message = f"the part {other:g} follows {part:g}"
                    yield Wrong(message, f"parts must {way}", path=(key, index))


WHOLE_WORLD = Projection(((-180.0, 0.0), (180.0, 1.0)), ((-60.0, 1.0), (84.0, 0.0)))
"""Plate carrée, without Antarctica."""


@dataclass(frozen=True, slots=True)
class Way:
    """A line of a link, from a place to the other place or to the edge of the map."""

    place: Place
    other: Place
    exit: Point | None

    @property
    def start(self) -> Point:
        return self.place.x, self.place.y

    @property
    def end(self) -> Point:
        return self.exit or (self.other.x, self.other.y)


@dataclass(frozen=True, kw_only=True, eq=False)
class MapArea(SizedArea):
    """Linked places on a map."""

    table: Annotated[Any, Anything(ROWS, "list, or a table"), Key("places"), Doc("One row per place.")]
    kind: Annotated[Text, Doc("Column with the kind of each place; without a `look`, its colour.")] = ""
    label: Annotated[Text, Doc("Wording key of the labels, which may contain columns: `place.{id}`.")] = ""
    label_role: Annotated[kinds.TextRole, Doc("Role of type of the labels.")] = "map_label"
    projection: Annotated[Projection, Doc("Map projection; by default, the whole world.")] = WHOLE_WORLD
    land_file: Annotated[
        kinds.FileName,
        Key("land"),
        Doc(
            "GeoJSON file of the land (Polygon, MultiPolygon), of the game or shared by all games; `none`: "
            "neither land nor sea. By default `land.geojson`, if places have degrees."
        ),
    ] = ""
    around: Annotated[
        tuple[tuple[Id, Id], ...], Doc("Pairs of places linked across the edge of the map.")
    ] = ()
    place_size: Annotated[Size, Doc("Diameter of a place.")]
    look: Annotated[Id, Doc("Template of a place; by default, a disc in the colour of its kind.")] = ""
    draw: Drawn = ()
    places: Annotated[Places, Written.NEVER] = NO_PLACES
    land: Annotated[tuple[tuple[Point, ...], ...], Written.NEVER] = ()
    """Closed outlines, already projected; those inside others are holes (lakes)."""

    @cached_property
    def coasts(self) -> tuple[tuple[tuple[Point, ...], Rectangle], ...]:
        """The outlines of the land, each with the box around it."""
        return tuple((outline, Rectangle.around(outline)) for outline in self.land)

    @property
    def has_sea(self) -> bool:
        return self.land_file != "none"

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """One line per link, or two for a link that goes around, each up to the edge of the map."""
        places = self.places.by_id
        around = {frozenset(pair) for pair in self.around}
        ways = []
        links = ((place.id, id) for place in self.places for id in place.neighbours if place.id < id)
        for first, second in links:
            ends, goes = (places[first], places[second]), frozenset((first, second)) in around
            for start, other in (ends, ends[::-1])[: 1 + goes]:
                ways.append(Way(start, other, self._leave(start, other) if goes else None))
        return tuple(ways)

    def _leave(self, start: Place, other: Place) -> Point:
        """Return where a line to a place leaves the map, as if the map were repeated at its edge."""
        west = start.x < other.x
        edge = self.box.left if west else self.box.right
        far = other.x - self.size[0] if west else other.x + self.size[0]
        return edge, start.y + (other.y - start.y) * (edge - start.x) / (far - start.x)


def clip_outline(outline: tuple[Point, ...], area: Rectangle) -> tuple[Point, ...]:
    """Clip a closed outline to an area (Sutherland and Hodgman); empty if nothing is left.

    Where the outline leaves the area, its parts stay joined along the edge.
    """
    points = list(outline)
    for axis, edge, sign in ((0, area.left, 1), (0, area.right, -1), (1, area.top, 1), (1, area.bottom, -1)):
        inside = [(point[axis] - edge) * sign >= 0 for point in points]
        if all(inside):
            continue
        if not any(inside):
            return ()
        clipped: list[Point] = []
        for index, point in enumerate(points):
            previous = points[index - 1]
            if inside[index] != inside[index - 1]:
                share = (edge - previous[axis]) / (point[axis] - previous[axis])
                other = previous[1 - axis] + (point[1 - axis] - previous[1 - axis]) * share
                clipped.append((edge, other) if axis == 0 else (other, edge))
            if inside[index]:
                clipped.append(point)
        points = clipped
    return tuple(points) if len(points) > 2 else ()

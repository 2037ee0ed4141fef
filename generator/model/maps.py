"""Maps: linked places, on land and sea."""

from functools import cached_property
from typing import Annotated, Any

from generator.model import kinds
from generator.model.areas import Drawn, SizedArea
from generator.model.kinds import Doc, Id, Key, Role, Size, Text, Written
from generator.model.places import NO_PLACES, Place, Places
from generator.model.projection import WHOLE_WORLD, Projection
from generator.model.rectangles import Point, Rectangle
from generator.model.values import dataclass


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

    table: Annotated[
        Any, kinds.Anything(kinds.ROWS, "list, or a table"), Key("places"), Doc("One row per place.")
    ]
    kind: Annotated[Text, Doc("Column with the kind of each place; without a `look`, its colour.")] = ""
    label: Annotated[Text, Doc("Wording key of the labels, which may contain columns: `place.{id}`.")] = ""
    label_role: Annotated[Role, Doc("Role of type of the labels.")] = "map_label"
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

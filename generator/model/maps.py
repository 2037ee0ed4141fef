"""Maps of boards: places with links between them, on land."""

from dataclasses import dataclass
from typing import Annotated, Any

from generator.model.areas import Place, SizedArea
from generator.model.kinds import Anything, Doc, FileName, Id, Key, Role, Size, Text, Written
from generator.model.projection import WHOLE_WORLD, Projection
from generator.model.rectangles import Point

_ROWS = {
    "anyOf": [
        {"type": "string"},
        {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["id"]}},
    ]
}


@dataclass(frozen=True, slots=True)
class Link:
    """Two places that are neighbours; `around`: over the edge of the map and in at the other."""

    first: str
    second: str
    around: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """A link as it is drawn from a place: to the other place, or out of the map towards it."""

    place: Place
    other: Place
    exit: Point | None

    @property
    def start(self) -> Point:
        return self.place.x, self.place.y

    @property
    def end(self) -> Point:
        return self.exit or (self.other.x, self.other.y)


@dataclass(frozen=True, kw_only=True)
class MapArea(SizedArea):
    """Places of a table, with links between them, on land drawn as outlines."""

    table: Annotated[
        Any,
        Anything(_ROWS),
        Key("places"),
        Doc("CSV file with a row for each place, or a list of them."),
    ]
    kind: Annotated[
        Text,
        Doc("Column that says of what kind a place is: a colour of the theme, where there is no `look`."),
    ] = ""
    label: Annotated[Text, Doc("Wording key of a label, with columns in it: `city.{id}`.")] = ""
    label_role: Annotated[Role, Doc("Type of the labels.")] = "map_label"
    projection: Annotated[Projection, Doc("Where degrees lie on the map; by default, the whole world.")] = (
        WHOLE_WORLD
    )
    land_file: Annotated[
        FileName,
        Key("land"),
        Doc(
            "GeoJSON file of what is drawn as land (Polygon, MultiPolygon): of the game's folder, or one "
            "that all games share; `none` for a map without. By default `land.geojson` where places have "
            "degrees."
        ),
    ] = ""
    around: Annotated[
        tuple[tuple[Id, Id], ...],
        Doc("Pairs of places whose link leaves the map at one edge and comes in at the other."),
    ] = ()
    place_size: Annotated[Size, Doc("Diameter of a place.")]
    look: Annotated[
        Id, Doc("Id of the template of a place; without one, a disc in the colour of its kind.")
    ] = ""
    places: Annotated[tuple[Place, ...], Written.NEVER] = ()
    links: Annotated[tuple[Link, ...], Written.NEVER] = ()
    land: Annotated[tuple[tuple[Point, ...], ...], Written.NEVER] = ()
    """Closed outlines, already projected; outlines inside others are holes (lakes)."""

    @property
    def ways(self) -> tuple[Way, ...]:
        """A line for each link; two for one that goes around, each up to the edge where it leaves."""
        places = {place.id: place for place in self.places}
        ways = []
        for link in self.links:
            first, second = places[link.first], places[link.second]
            if link.around:
                ways.append(Way(first, second, self._leave(first, second)))
                ways.append(Way(second, first, self._leave(second, first)))
            else:
                ways.append(Way(first, second, None))
        return tuple(ways)

    def _leave(self, start: Place, other: Place) -> Point:
        """Where a straight line to a place leaves that lies as if the map began anew at its edge."""
        west = start.x < other.x
        edge = self.box.left if west else self.box.right
        far = other.x - self.size[0] if west else other.x + self.size[0]
        return edge, start.y + (other.y - start.y) * (edge - start.x) / (far - start.x)

"""The format of a board: its size, and areas on it, each known by the key that it starts with."""

from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema

from generator.read.declared.formats.places import At, Extent, Stops
from generator.read.declared.formats.scalars import (
    ColourValue,
    Edge,
    FileName,
    Format,
    Icon,
    Id,
    Number,
    Size,
    Switch,
    Text,
    WordKey,
)

_PLACES = {
    "anyOf": [
        {"type": "string"},
        {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["id"]}},
    ]
}


class CellFormat(Format):
    """What a character of the drawing stands for."""

    kind: Id = Field("", description="What stands there: the field `kind` of the template.")
    marks: list[Id] = Field([], description="Marks: fields of the template with the value `yes`.")


class GridArea(Format):
    """Places in rows and columns."""

    id: Id = Field(description="Its name among the areas of the board.")
    at: At = Field(description="Its top left corner, without the letters along the edges.")
    cell: Size = Field(description="Edge of a cell.")
    places: Text = Field(
        description="The places, drawn below a `|` as squares of a sheet are: two characters a place."
    )
    legend: dict[str, CellFormat] = Field({}, description="Character of the drawing -> what stands there.")
    look: Id = Field("", description="Id of the template of a cell; without one, squares with their marks.")
    labelled: Switch = Field(True, description="Print letters and numbers along the edges.")
    over: list[Id] = Field([], description="Areas named before that it may lie on.")


class ProjectionFormat(Format):
    """Where degrees lie on the map; between the stops the map stretches smoothly."""

    longitude: Stops = Field(description="`[degrees, part of the width]`, from the left to the right edge.")
    latitude: Stops = Field(description="`[degrees, part of the height]`, 0 at the top, 1 at the bottom.")


class MapArea(Format):
    """Places of a table, with links between them, on land."""

    id: Id = Field(description="Its name among the areas of the board.")
    at: At = Field(description="Its top left corner.")
    size: Extent = Field(description="Width and height: `400 mm x 230 mm`.")
    places: Annotated[Any, WithJsonSchema(_PLACES)] = Field(
        description="CSV file with a row for each place, or a list: `id`, `links` (ids with `;` between "
        "them), `lat` and `lon`, or `x` and `y` in mm on the map; `nudge` moves a place by mm: `2 -1`."
    )
    kind: Text = Field("", description="Column that says of what kind a place is: a colour of the theme.")
    label: Text = Field("", description="Wording key of a label, with places for columns: `city.{id}`.")
    projection: ProjectionFormat | None = Field(
        None, description="Where degrees lie; without one, the whole world."
    )
    land: FileName = Field(
        "",
        description="GeoJSON file of what is drawn as land: of the game's folder, or one that all games "
        "share; `none` for a map without. `land.geojson` where places have degrees and nothing is said.",
    )
    around: list[Annotated[list[Id], Field(min_length=2, max_length=2)]] = Field(
        [], description="Pairs of places whose link leaves the map at one edge and comes in at the other."
    )
    place_size: Size = Field(description="Diameter of a place.")
    look: Id = Field(
        "", description="Id of the template of a place; without one, a disc of its kind's colour."
    )
    label_role: Id = Field("map_label", description="Type of the labels.")
    over: list[Id] = Field([], description="Areas named before that it may lie on.")


class BoardFieldFormat(Format):
    """One field of a track."""

    at: At = Field(description="Its middle.")
    label: Text = Field("", description="What is printed in it.")
    marks: list[Id] = Field([], description="Marks, as squares have them.")


class TrackArea(Format):
    """Fields in order: one by one, or `labels` on a run from one place to another."""

    id: Id = Field(description="Its name among the areas of the board.")
    title: WordKey = Field("", description="Wording key of its title.")
    title_at: At | None = Field(
        None, description="Middle of the title; above the fields, if nothing is said."
    )
    icon: Icon = Field("", description="Icon before the title.")
    colour: ColourValue = Field("primary", description="Of the title and the lines.")
    size: Size = Field(description="Edge or diameter of a field.")
    shape: Literal["square", "circle"] = Field("circle", description="Shape of the fields.")
    fields: list[BoardFieldFormat] = Field([], description="The fields one by one ...")
    from_: At | None = Field(None, alias="from", description="... or the middle of the first,")
    to: At | None = Field(None, description="the middle of the last,")
    bend: Number = Field(0.0, description="how far the run bows out to its left, as a part of its length,")
    labels: list[Text] = Field([], description="what is printed in each field,")
    marks: dict[str, list[Id]] = Field({}, description="and marks by the number of the field, from 1.")
    over: list[Id] = Field([], description="Areas named before that it may lie on.")


class BoxArea(Format):
    """A place for a pile of cards or a marker."""

    id: Id = Field(description="Its name among the areas of the board.")
    title: WordKey = Field("", description="Wording key of its label.")
    hint: WordKey = Field("", description="Wording key of a few words at its foot.")
    at: At = Field(description="Its top left corner.")
    size: Extent = Field(description="Width and height: `63 mm x 88 mm`.")
    icon: Icon = Field("", description="Icon in the middle.")
    colour: ColourValue = Field("primary", description="Of its edge and its icon.")
    corner: Edge = Field(3.0, description="Radius of its corners.")
    over: list[Id] = Field([], description="Areas named before that it may lie on.")


class PlateArea(Format):
    """Something to look at, drawn by a template."""

    id: Id = Field(description="Its name among the areas of the board.")
    at: At = Field(description="Its top left corner.")
    size: Extent = Field(description="Width and height: `80 mm x 20 mm`.")
    look: Id = Field(description="Id of the template that draws it.")
    fields: dict[Id, Text] = Field({}, description="Fields for the template.")
    over: list[Id] = Field([], description="Areas named before that it may lie on.")


class GridPart(Format):
    """Places in rows and columns."""

    grid: GridArea = Field(description="The area.")


class MapPart(Format):
    """Places with links between them, on land."""

    map: MapArea = Field(description="The area.")


class TrackPart(Format):
    """Fields on a line."""

    track: TrackArea = Field(description="The area.")


class BoxPart(Format):
    """A place for a pile of cards or a marker."""

    box: BoxArea = Field(description="The area.")


class PlatePart(Format):
    """Something to look at: a name, a legend, a picture."""

    plate: PlateArea = Field(description="The area.")


AreaPart = GridPart | MapPart | TrackPart | BoxPart | PlatePart

AREA_FORMATS: dict[str, type[AreaPart]] = {
    "grid": GridPart,
    "map": MapPart,
    "track": TrackPart,
    "box": BoxPart,
    "plate": PlatePart,
}


class BoardFormat(Format):
    """What lies in the middle of the table."""

    id: Id = Field(description="Part of the names of the files: `board`.")
    title: WordKey = Field(description="Wording key of the board's name.")
    size: Extent = Field(description="Width and height: `420 mm x 297 mm`.")
    ground: Id = Field("", description="Id of the template that is drawn behind everything.")
    poster: Switch = Field(
        False, description="Printed at its own size over several sheets, where the command says no other."
    )
    templates: dict[str, Any] = Field({}, description="Templates of this board alone.")
    areas: list[Any] = Field(min_length=1, description="What is on it, from back to front.")

"""The format of a figure that shows a piece of a board with tokens upon it."""

from typing import Annotated

from pydantic import Field, WithJsonSchema

from generator.read.declared.formats.scalars import Format, Id, Size, Switch, Text, WordKey, matching, scalar

_PLACE = r"[a-z]{1,2}\d{1,2}"

PlaceId = Annotated[
    str,
    scalar(matching(_PLACE, "a place of a grid", "column and row, such as `e5`")),
    WithJsonSchema({"type": "string", "pattern": f"^{_PLACE}$"}),
]

Step = Annotated[list[PlaceId], Field(min_length=2, max_length=2)]


class BoardFigure(Format):
    """Some cells of a board, with tokens upon them."""

    board: Id = Field(description="Id of a board of the kit.")
    area: Id | None = Field(None, description="Id of a grid on it; the first one, where nothing is said.")
    from_: PlaceId = Field(alias="from", description="The place at the top left: `c3`.")
    to: PlaceId = Field(description="The place at the bottom right.")
    tokens: Text = Field(
        "", description="A line for each row, a character for each place: a token of `legend`, `.` for none."
    )
    legend: dict[str, Id] = Field({}, description="Character of the drawing -> id of a token or card.")
    arrows: list[Step] = Field([], description="Arrows from one place to another: `[d4, e4]`.")
    ringed: list[PlaceId] = Field([], description="Places with a ring around them.")
    size: Size = Field(11.0, description="Edge of a cell, where there is room.")
    labels: Switch = Field(False, description="Print the letters and numbers of rows and columns.")
    caption: WordKey = Field("", description="Wording key of the words below the figure.")


class BoardFigureFormat(Format):
    """Some cells of a board, with tokens upon them."""

    board: BoardFigure = Field(description="The figure.")


class MapFigure(Format):
    """Some places of a board's map, with tokens beside them."""

    board: Id = Field(description="Id of a board of the kit.")
    places: Annotated[list[Id], Field(min_length=1)] = Field(description="Places that are shown and named.")
    tokens: dict[Id, list[Id]] = Field({}, description="Place -> ids of the tokens or cards that lie there.")
    arrows: list[Annotated[list[Id], Field(min_length=2, max_length=2)]] = Field(
        [], description="Arrows from one place to another: `[delhi, mumbai]`."
    )
    ringed: list[Id] = Field([], description="Places with a ring around them.")
    caption: WordKey = Field("", description="Wording key of the words below the figure.")


class MapFigureFormat(Format):
    """Some places of a board's map, with tokens beside them."""

    map: MapFigure = Field(description="The figure.")


class OverviewFigure(Format):
    """A whole board drawn small."""

    board: Id = Field(description="Id of a board of the kit.")
    numbered: list[Id] = Field([], description="Areas or places that get the numbers 1, 2, 3 ...")
    caption: WordKey = Field("", description="Wording key of the words below the figure.")


class OverviewFormat(Format):
    """A whole board drawn small, parts of it numbered."""

    overview: OverviewFigure = Field(description="The figure.")

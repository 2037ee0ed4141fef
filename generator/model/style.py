"""How things look: papers, colours, type."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from generator.model.kinds import (
    ColourName,
    ColourValue,
    Doc,
    Edge,
    Factor,
    Icon,
    Id,
    Length,
    Number,
    Size,
    Switch,
    Text,
    Written,
    Wrong,
)

ROLES = (
    "title",
    "heading",
    "subheading",
    "lead",
    "body",
    "small",
    "key",
    "caption",
    "label",
    "square_label",
    "field",
    "field_small",
    "shape_count",
    "name_label",
    "handwriting",
    "fine_print",
    "map_label",
    "board_label",
)
"""Roles of type that every theme describes: what is laid out names them."""

COLOURS = (
    "ink",
    "soft",
    "faint",
    "line",
    "paper",
    "panel",
    "primary",
    "virus",
    "virus_edge",
    "spike",
    "spike_dark",
    "red",
    "pencil",
    "pencil_light",
    "sea",
    "land",
    "coast",
    "link",
)
"""Colours that every theme has; more are its own."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, upright."""

    name: Annotated[Text, Doc("What people call it.")]
    width: Annotated[Size, Doc("The shorter side.")]
    height: Annotated[Size, Doc("The longer side.")]
    margin: Annotated[Edge, Doc("The edge that printers leave white.")]
    id: Annotated[str, Written.AS_KEY] = ""

    def find_problems(self) -> Iterator[Wrong]:
        if self.width > self.height:
            yield Wrong("is more than the height", "the width is the shorter side", path=("width",))
        if self.margin * 2 >= min(self.width, self.height):
            yield Wrong("leaves nothing of the paper", "less than half the width", path=("margin",))

    def turned(self) -> "Paper":
        """The same paper lying on its side."""
        return replace(self, width=self.height, height=self.width)


PAPERS = Annotated[Mapping[Id, Paper], Length(1), Doc("Sizes of paper by id.")]


@dataclass(frozen=True, slots=True)
class TypeStyle:
    """Type of one role; text that does not fit is set smaller, but not below `smallest`."""

    family: Annotated[Text, Doc("A font family of fonts/fonts.yaml.")]
    size: Annotated[Size, Doc("Size of the em: `9.5 pt`.")]
    smallest: Annotated[Size, Doc("What does not fit at this size is an error.")]
    leading: Annotated[Factor, Doc("Distance of base lines, as a multiple of the size.")] = 1.3
    bold: Annotated[Switch, Doc("Bold type.")] = False
    italic: Annotated[Switch, Doc("Italic type.")] = False
    colour: Annotated[ColourName, Doc("Name of a colour.")] = "ink"
    uppercase: Annotated[Switch, Doc("Set in capitals.")] = False
    tracking: Annotated[Number, Doc("Added between letters, as a part of the size.")] = 0.0

    def find_problems(self) -> Iterator[Wrong]:
        if self.smallest > self.size:
            yield Wrong("is more than the size", "at most the size", path=("smallest",))


@dataclass(frozen=True, slots=True)
class MarkStyle:
    """How a marked square looks; a mark that carries meaning has more than a colour."""

    fill: Annotated[ColourName, Doc("Name of a colour.")] = ""
    icon: Annotated[Icon, Doc("Icon in the square.")] = ""
    place: Annotated[
        Literal["corner", "centre"],
        Doc("Where in the square the icon stands; the centre only where nothing is written."),
    ] = "corner"
    colour: Annotated[ColourName, Doc("Name of the colour of the icon and of the border.")] = "line"
    heavy: Annotated[Switch, Doc("A thick border.")] = False


@dataclass(frozen=True, slots=True)
class Theme:
    """The look of a game; with `extends`, only what differs from another theme."""

    id: Annotated[Id, Doc("The file's name without `.yaml`.")]
    colours: Annotated[Mapping[Id, ColourValue], Doc('Name -> "#rrggbb", or the name of another colour.')] = (
        field(default_factory=dict)
    )
    type: Annotated[Mapping[Id, TypeStyle], Doc("Role -> its type.")] = field(default_factory=dict)
    marks: Annotated[Mapping[Id, MarkStyle], Doc("Mark of squares and fields -> its look.")] = field(
        default_factory=dict
    )
    extends: Annotated[Id, Doc("The theme from which everything is taken that is not written here.")] = ""

    def colour(self, name: str) -> str:
        """`#rrggbb` of a name, aliases followed; raises KeyError."""
        value = self.colours[name]
        return value if value.startswith("#") else self.colour(value)

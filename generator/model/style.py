"""How things look: papers, colours, type."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

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
    """A size of paper, upright, in mm; `margin` is the edge that home printers leave white."""

    id: str
    name: str
    width: float
    height: float
    margin: float

    def turned(self) -> "Paper":
        """The same paper lying on its side."""
        return Paper(self.id, self.name, self.height, self.width, self.margin)


@dataclass(frozen=True, slots=True)
class TypeStyle:
    """Type of one role (`title`, `body`, ...): sizes in mm of the em, largest and smallest."""

    family: str
    size: float
    smallest: float
    """What does not fit at this size is an error."""
    leading: float = 1.3
    """Distance of base lines, as a multiple of the size."""
    bold: bool = False
    italic: bool = False
    colour: str = "ink"
    uppercase: bool = False
    tracking: float = 0.0
    """Added between letters, as a part of the size."""


@dataclass(frozen=True, slots=True)
class MarkStyle:
    """How a marked square looks; a mark that carries meaning has more than a colour."""

    fill: str = ""
    """Name of a colour; empty: none."""
    icon: str = ""
    place: Literal["corner", "centre"] = "corner"
    """Where in the square the icon stands; the centre only where nothing is written."""
    colour: str = "line"
    """Of the icon and of the border."""
    heavy: bool = False
    """A thick border."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The look of one game."""

    id: str
    colours: Mapping[str, str]
    """Name -> `#rrggbb`; a name may stand for another (`goal: red`)."""
    type: Mapping[str, TypeStyle]
    marks: Mapping[str, MarkStyle]

    def colour(self, name: str) -> str:
        """`#rrggbb` of a name, aliases followed; raises KeyError."""
        value = self.colours[name]
        return value if value.startswith("#") else self.colour(value)

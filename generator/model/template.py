"""Templates: how a card, a token or a back looks, as elements in boxes, drawn from back to front.

Strings of an element may hold fields of the piece in braces: `{name}`, and `{item}` or
`{item.name}` inside a repeated element. Readers have resolved `extends` by then.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.model.fields import Field, find_field

PATTERNS: Mapping[str, float] = {
    "stripes": 2.4,
    "dots": 2.6,
    "checks": 4.0,
    "waves": 4.0,
    "bricks": 5.0,
    "rings": 3.6,
    "hexagons": 4.2,
    "crosses": 3.6,
    "scales": 5.0,
}
"""What can be drawn over the fill of a panel, and after how many mm it repeats unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A length: so many mm, and a part of the width or height of what it is measured in."""

    mm: float = 0.0
    part: float = 0.0

    def within(self, extent: float) -> float:
        return self.mm + self.part * extent


@dataclass(frozen=True, slots=True)
class Box:
    """Where an element stands, from the left and the top edge of the piece's trim."""

    left: Measure
    top: Measure
    width: Measure
    height: Measure


WHOLE = Box(Measure(), Measure(), Measure(part=1.0), Measure(part=1.0))


@dataclass(frozen=True, slots=True)
class Condition:
    """When an element is drawn: `field` is there, is one of `values`, or (`negated`) is not."""

    field: str
    values: tuple[str, ...] = ()
    negated: bool = False

    def holds(self, fields: Mapping[str, Field]) -> bool:
        """An empty field is not there; of a list, one item with one of the values is enough."""
        value = find_field(fields, self.field)
        if not self.values:
            return bool(value) != self.negated
        items = value if isinstance(value, tuple) else (value,)
        return any(item in self.values for item in items) != self.negated


@dataclass(frozen=True, slots=True)
class Ground:
    """The whole piece in one colour, out to the bleed."""

    fill: str
    id: str = ""
    when: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class PanelElement:
    """A shape in a box, filled, stroked or both; colours are names of the theme or `#rrggbb`."""

    box: Box = WHOLE
    shape: Literal["rectangle", "ellipse", "hexagon", "diamond"] = "rectangle"
    fill: str = ""
    stroke: str = ""
    line: float = 0.0
    """Width of the stroke in mm."""
    corner: float = 0.0
    pattern: str = ""
    """Name of a pattern drawn over the fill, one of PATTERNS."""
    pattern_colour: str = ""
    pattern_size: float = 0.0
    """After how many mm the pattern repeats; 0: as the pattern itself says."""
    bleeds: bool = False
    """Edges that lie on the piece's trim or beyond are drawn out to the bleed."""
    id: str = ""
    when: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class WordsElement:
    """Words in a box: `say` is a wording key (`city.{id}`), `text` is set as it stands."""

    box: Box
    role: str
    """Type role of the theme."""
    say: str = ""
    text: str = ""
    align: Literal["start", "center", "end", "justify"] = "start"
    upright: Literal["top", "middle", "bottom"] = "top"
    colour: str = ""
    angle: str = "0"
    """In degrees, clockwise, around the middle of the box: a number, or a field that gives one."""
    lines: int = 0
    """More lines than this are not set: the type is made smaller; 0: as many as the box holds."""
    over: bool = False
    """May lie on other words of the template."""
    grouped: bool = False
    """Fields that are whole numbers of five digits and more are grouped as the language does it."""
    alike: str = ""
    """Words of one name are set in one size, also those of all items of a `repeat`; empty: by themselves."""
    id: str = ""
    when: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class IconElement:
    """An icon as large as its box allows."""

    box: Box
    icon: str
    colour: str = "ink"
    stroke: str = ""
    """Colour of a line around it; empty: none."""
    line: float = 0.2
    """Width of that line in mm."""
    angle: str = "0"
    """As of words."""
    id: str = ""
    when: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class PictureElement:
    """A picture file of the game's folder, SVG or PNG."""

    box: Box
    file: str
    fit: Literal["contain", "cover"] = "contain"
    bleeds: bool = False
    """As of a panel: for pictures that fill the whole piece."""
    id: str = ""
    when: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class RepeatElement:
    """Elements drawn once for each item of a list field, in cells side by side or below each other."""

    box: Box
    over: str
    """Name of the list field; a number field stands for so many items."""
    elements: tuple["Element", ...]
    direction: Literal["row", "column"] = "row"
    cell: Measure = Measure()
    """Width of a cell in a row, height in a column; 0: as high (wide) as the box is wide (high)."""
    gap: float = 1.0
    align: Literal["start", "center", "end"] = "start"
    id: str = ""
    when: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnedElement:
    """Elements drawn again, turned by 180 degrees around the middle of the piece."""

    elements: tuple["Element", ...]
    id: str = ""
    when: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardElement:
    """A piece of one of the kit's boards, drawn small around a place."""

    box: Box
    board: str
    place: str
    """Id of the place in the middle: `{id}`."""
    reach: float
    """How much of the board is shown, in mm of its width; more, where its neighbours need it."""
    shows: Literal["neighbours", "place"] = "neighbours"
    """place: only where it lies, without links and names."""
    id: str = ""
    when: tuple[Condition, ...] = ()


Element: TypeAlias = (
    Ground
    | PanelElement
    | WordsElement
    | IconElement
    | PictureElement
    | RepeatElement
    | TurnedElement
    | BoardElement
)


@dataclass(frozen=True, slots=True)
class Template:
    """The look of one side of a piece."""

    id: str
    elements: tuple[Element, ...]

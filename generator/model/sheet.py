"""Player sheets: sections of squares, tracks, and keys, in bands from top to bottom.

All texts are keys of the kit's wording. Sizes are in mm.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, TypeAlias

from generator.model import kinds
from generator.model.blocks import find_fields
from generator.model.kinds import Count, Doc, Id, Length, Mark, RichText, Role, Size, Text, WordsKey, Wrong
from generator.model.places import NO_PLACES, Places
from generator.model.template import ELEMENTS, Blocks, Element
from generator.model.values import dataclass, field

Cells: TypeAlias = tuple[tuple[int, int], ...]
"""Column and row of each square of a shape, in reading order; the top left is (0, 0)."""

Margins: TypeAlias = tuple[kinds.Edge, kinds.Edge, kinds.Edge, kinds.Edge]
Orientation = Annotated[Literal["portrait", "landscape"], Doc("Orientation of the paper.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Section:
    title: Annotated[WordsKey, Doc("Wording key of the heading.")]
    id: Annotated[str, kinds.Written.AS_KEY] = ""
    icon: Annotated[kinds.Icon, Doc("Icon beside the heading.")] = ""
    hint: Annotated[WordsKey, Doc("Wording key of a short text below the heading.")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GridSection(_Section):
    """Squares to fill in."""

    size: Annotated[Size, Doc("Width and height of a square.")]
    squares: Annotated[Text, Doc("Drawing of the squares below a `|`, two characters per square.")]
    legend: Annotated[
        Mapping[kinds.Character, tuple[Mark, ...]], Doc("Marks of squares by their character in the drawing.")
    ] = field(default_factory=dict)
    draw: Annotated[
        tuple[Element, ...], ELEMENTS, kinds.Key("ground"), Doc("Elements behind the squares, in their box.")
    ] = ()
    margins: Annotated[Margins, Doc("Space around the squares: left, top, right, and bottom.")] = (0.0,) * 4
    naming: Annotated[
        Literal["grid", "rows", "columns"],
        Doc(
            "grid: column letter, row number from the top. rows: row letter from the bottom, "
            "number from the left. columns: column letter, number from the bottom."
        ),
    ] = "grid"
    bonus_by_label: Annotated[
        Mapping[Text, Mark], kinds.Key("row_bonuses"), Doc("Bonuses for filled rows, by row label: `f`.")
    ] = field(default_factory=dict)
    grid: Annotated[Places, kinds.Written.NEVER] = NO_PLACES
    """The squares of the drawing."""
    row_bonuses: Annotated[Mapping[float, str], kinds.Written.NEVER] = field(default_factory=dict)
    """Marks of the bonuses for filled rows, by y."""

    @property
    def characters(self) -> Mapping[str, tuple[str, ...]]:
        """The legend; by default, `#` is a square without marks."""
        return {"#": (), **self.legend}


@dataclass(frozen=True, slots=True)
class TrackField:
    """One field of a track."""

    label: Annotated[RichText, Doc("Text in the field; by default, its number.")] = ""
    marks: Annotated[tuple[Mark, ...], Doc("Marks, as for squares.")] = ()
    bonus: Annotated[Mark, Doc("Mark of the bonus that the field gives.")] = ""
    cost: Annotated[Count, Doc("Minimum cost of the field: the number of small circles beside it.")] = 0
    id: Annotated[str, kinds.Written.NEVER] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackSection(_Section):
    """A row of fields to cross out or circle one after the other: `count` plain ones, or `fields`."""

    size: Annotated[Size, Doc("Width or diameter of a field.")]
    fields: Annotated[tuple[TrackField, ...], Doc("Fields, listed one by one.")] = ()
    count: Annotated[kinds.Positive, Doc("Number of plain fields, which are numbered from 1.")] = 0
    shape: Annotated[Literal["square", "circle"], Doc("Shape of the fields.")] = "square"

    def find_problems(self) -> Iterator[Wrong]:
        if self.count and self.fields:
            yield Wrong("has both `count` and `fields`", "keep one of them", key="count")
        if not self.count and not self.fields:
            yield Wrong("the track has no fields", "add `count: ...` or `fields: ...`")


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """Icons and their meaning."""

    text: Annotated[WordsKey, Doc("Wording key of the meaning of the icons.")]
    icons: Annotated[tuple[kinds.Icon, ...], Doc("Icons to explain.")] = ()


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """Entries below a heading."""

    title: Annotated[WordsKey, Doc("Wording key of the heading.")]
    entries: Annotated[tuple[KeyEntry, ...], Length(1), Doc("Entries of the group.")]
    columns: Annotated[kinds.Positive, Doc("Number of columns of entries.")] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class KeySection(_Section):
    """A short explanation of the shapes, marks, and icons of the sheet."""

    groups: Annotated[tuple[KeyGroup, ...], Length(1), Doc("Groups of entries.")]


@dataclass(frozen=True, slots=True)
class SquareShapes:
    """A shape of squares beside an icon, or several to choose from."""

    icon: Annotated[kinds.Icon, Doc("Icon on the left.")]
    squares: Annotated[tuple[Text, ...], Length(1), Doc("Drawings of the shapes, as in a grid.")]
    frame: Annotated[
        kinds.Block, Doc("Columns and rows of a frame that is drawn in place of several shapes: `2x3`.")
    ] = (0, 0)
    shapes: Annotated[tuple[Cells, ...], kinds.Written.NEVER] = ()

    def find_problems(self) -> Iterator[Wrong]:
        if (len(self.squares) > 1) != (self.frame != (0, 0)):
            yield Wrong("needs either one shape, or several and a `frame`", "such as `frame: 2x3`")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapesSection(_Section):
    """Shapes of squares, such as polyominoes, each beside an icon."""

    size: Annotated[Size, Doc("Width and height of a small square.")]
    shapes: Annotated[tuple[SquareShapes, ...], Length(1), Doc("The shapes, from left to right.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinesSection(_Section):
    """Labelled lines to write on."""

    labels: Annotated[tuple[WordsKey, ...], Length(1), Doc("Wording key of the label of each line.")]
    line_height: Annotated[Size, Doc("Distance between lines.")]
    columns: Annotated[kinds.Positive, Doc("Number of columns of lines.")] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class StackSection(_Section):
    """Blocks one below the other, as on cards, but without fields."""

    draw: Annotated[Blocks, kinds.Key("blocks"), Doc("Blocks from top to bottom.")]
    role: Annotated[Role, Doc("Role of type of texts without their own.")] = "card_body"

    def find_problems(self) -> Iterator[Wrong]:
        return find_fields(self)


Section: TypeAlias = GridSection | TrackSection | KeySection | ShapesSection | LinesSection | StackSection

SECTIONS = kinds.OneOf(
    {
        "grid": GridSection,
        "track": TrackSection,
        "key": KeySection,
        "shapes": ShapesSection,
        "lines": LinesSection,
        "stack": StackSection,
    },
    "section",
    example="grid",
    tag="kind",
)
"""All kinds of sections by their `kind` in files."""


@dataclass(frozen=True, slots=True)
class Panel:
    """Sections one above the other in a band."""

    sections: Annotated[tuple[Id, ...], Length(1), Doc("Ids of sections.")]
    share: Annotated[kinds.Factor, Doc("Width relative to the other panels of the band.")] = 1.0


Band = Annotated[tuple[Panel, ...], Length(1)]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page to write on."""

    id: Annotated[Id, Doc("Id for file names: `sheet`.")]
    title: Annotated[WordsKey, Doc("Wording key of the title.")]
    sections: Annotated[Mapping[Id, Annotated[Section, SECTIONS]], Length(1), Doc("Sections by id.")]
    bands: Annotated[tuple[Band, ...], Length(1), Doc("Bands from top to bottom, each a list of panels.")]
    subtitle: Annotated[WordsKey, Doc("Wording key of the line below the title.")] = ""
    name_field: Annotated[WordsKey, Doc("Wording key of the label of a field for the player's name.")] = ""
    orientation: Orientation = "portrait"
    credit: Annotated[WordsKey, Doc("Wording key of the small line at the foot.")] = ""
    draw: Annotated[
        tuple[Element, ...], ELEMENTS, kinds.Key("ground"), Doc("Elements behind everything, on the page.")
    ] = ()

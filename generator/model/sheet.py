"""A player sheet: sections of squares, tracks and keys, set in bands from top to bottom.

All words are keys of the kit's wording. Sizes are in mm.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

from generator.model.kinds import (
    Character,
    Count,
    Doc,
    Factor,
    Icon,
    Id,
    Key,
    Length,
    Mark,
    OneOf,
    Positive,
    RichText,
    Size,
    Text,
    WordsKey,
    Written,
    Wrong,
)
from generator.model.places import NO_SQUARES, SquareGrid

SectionId: TypeAlias = Annotated[str, Written.AS_KEY]
Title = Annotated[WordsKey, Doc("Wording key of the section's heading.")]
Hint = Annotated[WordsKey, Doc("Wording key of a few words below the heading.")]
HeadingIcon = Annotated[Icon, Doc("Icon beside the heading.")]


@dataclass(frozen=True, slots=True)
class RowBonus:
    """A whole row of a grid filled gives this bonus; `row` counts from the grid's top line, 0."""

    row: int
    mark: str


@dataclass(frozen=True, slots=True)
class GridSection:
    """Squares to be filled in."""

    title: Title
    size: Annotated[Size, Doc("Edge of a square.")]
    squares: Annotated[Text, Doc("The squares, drawn below a `|`, two characters a square.")]
    id: SectionId = ""
    legend: Annotated[
        Mapping[Character, tuple[Mark, ...]], Doc("Character of the drawing -> marks of its squares.")
    ] = field(default_factory=dict)
    look: Annotated[
        Literal["plain", "virus", "bricks", "curve"],
        Doc("What is drawn around the squares: nothing, a round body with spikes, a wall, a curve."),
    ] = "plain"
    naming: Annotated[
        Literal["grid", "rows", "columns"],
        Doc(
            "grid: column letter, row number from the top. rows: row letter from the bottom, "
            "number from the left. columns: column letter, number from the bottom."
        ),
    ] = "grid"
    bonus_by_label: Annotated[
        Mapping[Text, Mark],
        Key("row_bonuses"),
        Doc("Printed label of a row -> the bonus for filling all of it."),
    ] = field(default_factory=dict)
    icon: HeadingIcon = ""
    hint: Hint = ""
    grid: Annotated[SquareGrid, Written.NEVER] = NO_SQUARES
    """What `squares` draws."""
    row_bonuses: Annotated[tuple[RowBonus, ...], Written.NEVER] = ()
    """What `bonus_by_label` says, by row."""

    @property
    def characters(self) -> Mapping[str, tuple[str, ...]]:
        """The legend, where `#` is a plain square unless it says otherwise."""
        return {"#": (), **self.legend}


@dataclass(frozen=True, slots=True)
class TrackField:
    """One field of a track: a printed label, the bonus it gives, and marks as squares have them."""

    label: Annotated[RichText, Doc("What is printed in it; by default its number.")] = ""
    marks: Annotated[tuple[Mark, ...], Doc("Marks, as squares have them.")] = ()
    bonus: Annotated[Mark, Doc("The mark of the bonus that it gives.")] = ""
    cost: Annotated[Count, Doc("Small circles beside it: what it takes at least to reach this field.")] = 0
    id: Annotated[str, Written.NEVER] = ""


@dataclass(frozen=True, slots=True)
class TrackSection:
    """Fields in a row, crossed out or circled one after the other: `count` plain ones, or `fields`."""

    title: Title
    size: Annotated[Size, Doc("Edge or diameter of a field.")]
    id: SectionId = ""
    fields: Annotated[tuple[TrackField, ...], Doc("The fields one by one.")] = ()
    count: Annotated[Positive, Doc("Number of plain fields, numbered from 1.")] = 0
    shape: Annotated[Literal["square", "circle"], Doc("Shape of the fields.")] = "square"
    icon: HeadingIcon = ""
    hint: Hint = ""

    def find_problems(self) -> Iterator[Wrong]:
        if self.count and self.fields:
            yield Wrong("has both `count` and `fields`", "keep one of them", key="count")
        if not self.count and not self.fields:
            yield Wrong("the track has no fields", "add `count: ...` or `fields: ...`")


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """Pictures with their words."""

    text: Annotated[WordsKey, Doc("Wording key of what the pictures mean.")]
    icons: Annotated[tuple[Icon, ...], Doc("The pictures.")] = ()


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """Entries under a heading of their own."""

    title: Annotated[WordsKey, Doc("Wording key of the group's heading.")]
    entries: Annotated[tuple[KeyEntry, ...], Length(1), Doc("The entries.")]
    columns: Annotated[Positive, Doc("Columns in which the entries stand.")] = 1


@dataclass(frozen=True, slots=True)
class KeySection:
    """The overview: what the faces, marks and icons of the sheet mean, in a few words."""

    title: Title
    groups: Annotated[tuple[KeyGroup, ...], Length(1), Doc("The groups.")]
    id: SectionId = ""
    icon: HeadingIcon = ""
    hint: Hint = ""


@dataclass(frozen=True, slots=True)
class ShapesSection:
    """The shapes that the die faces stand for, drawn as small squares beside each face."""

    title: Title
    size: Annotated[Size, Doc("Edge of a small square.")]
    id: SectionId = ""
    icon: HeadingIcon = ""
    hint: Hint = ""


@dataclass(frozen=True, slots=True)
class LinesSection:
    """Lines to write on, each with a label before it."""

    title: Title
    labels: Annotated[tuple[WordsKey, ...], Length(1), Doc("Wording key of each line.")]
    line_height: Annotated[Size, Doc("From line to line.")]
    id: SectionId = ""
    columns: Annotated[Positive, Doc("Columns in which the lines stand.")] = 1
    icon: HeadingIcon = ""
    hint: Hint = ""


Section: TypeAlias = GridSection | TrackSection | KeySection | ShapesSection | LinesSection

SECTIONS = OneOf(
    {
        "grid": GridSection,
        "track": TrackSection,
        "key": KeySection,
        "shapes": ShapesSection,
        "lines": LinesSection,
    },
    "section",
    example="grid",
    tag="kind",
)
"""Every kind of section by its `kind`."""


@dataclass(frozen=True, slots=True)
class Panel:
    """Sections one above the other, at their place in a band."""

    sections: Annotated[tuple[Id, ...], Length(1), Doc("Ids of sections.")]
    share: Annotated[Factor, Doc("Part of the band's width, against the other panels.")] = 1.0


Band = Annotated[tuple[Panel, ...], Length(1)]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page that a player writes on. All words are keys of the wording."""

    id: Annotated[Id, Doc("Part of the names of the files: `sheet`.")]
    title: Annotated[WordsKey, Doc("Wording key of the sheet's title.")]
    sections: Annotated[
        Mapping[Id, Annotated[Section, SECTIONS]], Length(1), Doc("Id of a section -> the section.")
    ]
    bands: Annotated[
        tuple[Band, ...],
        Length(1),
        Doc("The sheet from top to bottom; each band holds panels from left to right."),
    ]
    subtitle: Annotated[WordsKey, Doc("Wording key of the line below the title.")] = ""
    name_field: Annotated[
        WordsKey, Doc("Wording key of the field for the player's name; without it there is none.")
    ] = ""
    orientation: Annotated[Literal["portrait", "landscape"], Doc("How the paper lies.")] = "portrait"
    credit: Annotated[WordsKey, Doc("Wording key of the small line at the foot.")] = ""

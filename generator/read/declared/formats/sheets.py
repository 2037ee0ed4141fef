"""The format of a sheet: what a player writes on."""

from typing import Annotated, Any, Literal

from pydantic import Field

from generator.read.declared.formats.scalars import (
    Count,
    Factor,
    Format,
    Icon,
    Id,
    Positive,
    Size,
    Text,
    WordKey,
)

Look = Literal["plain", "virus", "bricks", "curve"]
Naming = Literal["grid", "rows", "columns"]


class GridFormat(Format):
    """Squares to be filled in."""

    kind: Literal["grid"]
    title: WordKey = Field(description="Wording key of the section's heading.")
    hint: WordKey = Field("", description="Wording key of a few words below the heading.")
    icon: Icon = Field("", description="Icon beside the heading.")
    size: Size = Field(description="Edge of a square.")
    look: Look = Field("plain", description="What is drawn around the squares.")
    naming: Naming = Field(
        "grid",
        description="grid: column letter, row number from the top. rows: row letter from the bottom, "
        "number from the left. columns: column letter, number from the bottom.",
    )
    squares: Text = Field(
        description="The squares, drawn below a `|`: two characters a square, so that one character is half "
        "a square; `.` or blank is none; `|` at the start of every line is the left border."
    )
    legend: dict[str, list[Id]] = Field({}, description="Character of the drawing -> marks of its squares.")
    row_bonuses: dict[str, Id] = Field({}, description="Printed label of a row -> the bonus for all of it.")


class FieldFormat(Format):
    """One field of a track."""

    label: Text = Field("", description="What is printed in it; its number where nothing is said.")
    marks: list[Id] = Field([], description="Marks, as squares have them.")
    bonus: Id = Field("", description="The mark of the bonus that it gives.")
    cost: Count = Field(0, description="Small circles beside it: what it takes at least to get here.")


class TrackFormat(Format):
    """Fields in a row, crossed out or circled one after the other: `count` plain ones, or `fields`."""

    kind: Literal["track"]
    title: WordKey = Field(description="Wording key of the section's heading.")
    hint: WordKey = Field("", description="Wording key of a few words below the heading.")
    icon: Icon = Field("", description="Icon beside the heading.")
    size: Size = Field(description="Edge or diameter of a field.")
    shape: Literal["square", "circle"] = Field("square", description="Shape of the fields.")
    count: Positive = Field(0, description="So many fields, numbered from 1.")
    fields: list[FieldFormat] = Field([], description="The fields one by one.")


class KeyEntryFormat(Format):
    """Pictures with their words."""

    text: WordKey = Field(description="Wording key of what the pictures mean.")
    icons: list[Icon] = Field([], description="The pictures.")


class KeyGroupFormat(Format):
    """Entries under a heading of their own."""

    title: WordKey = Field(description="Wording key of the group's heading.")
    entries: Annotated[list[KeyEntryFormat], Field(min_length=1)] = Field(description="The entries.")
    columns: Positive = Field(1, description="Columns in which the entries stand.")


class KeyFormat(Format):
    """The overview: what faces, marks and icons of the sheet mean, in a few words."""

    kind: Literal["key"]
    title: WordKey = Field(description="Wording key of the section's heading.")
    hint: WordKey = Field("", description="Wording key of a few words below the heading.")
    icon: Icon = Field("", description="Icon beside the heading.")
    groups: Annotated[list[KeyGroupFormat], Field(min_length=1)] = Field(description="The groups.")


class ShapesFormat(Format):
    """The shapes that the die faces stand for, as small squares beside each face."""

    kind: Literal["shapes"]
    title: WordKey = Field(description="Wording key of the section's heading.")
    hint: WordKey = Field("", description="Wording key of a few words below the heading.")
    icon: Icon = Field("", description="Icon beside the heading.")
    size: Size = Field(description="Edge of a small square.")


class LinesFormat(Format):
    """Lines to write on, each with a label before it."""

    kind: Literal["lines"]
    title: WordKey = Field(description="Wording key of the section's heading.")
    hint: WordKey = Field("", description="Wording key of a few words below the heading.")
    icon: Icon = Field("", description="Icon beside the heading.")
    labels: Annotated[list[WordKey], Field(min_length=1)] = Field(description="Wording key of each line.")
    line_height: Size = Field(description="From line to line.")
    columns: Positive = Field(1, description="Columns in which the lines stand.")


SectionFormat = GridFormat | TrackFormat | KeyFormat | ShapesFormat | LinesFormat

SECTION_FORMATS: dict[str, type[SectionFormat]] = {
    "grid": GridFormat,
    "track": TrackFormat,
    "key": KeyFormat,
    "shapes": ShapesFormat,
    "lines": LinesFormat,
}


class PanelFormat(Format):
    """Sections one above the other, at their place in a band."""

    sections: Annotated[list[Id], Field(min_length=1)] = Field(description="Ids of sections.")
    share: Factor = Field(1.0, description="Part of the band's width, against the other panels.")


class SheetFormat(Format):
    """One page that a player writes on. All words are keys of the wording."""

    id: Id = Field(description="Part of the names of the files: `sheet`.")
    title: WordKey = Field(description="Wording key of the sheet's title.")
    subtitle: WordKey = Field("", description="Wording key of the line below the title.")
    name_field: WordKey = Field("", description="Wording key of the field for the player's name.")
    credit: WordKey = Field("", description="Wording key of the small line at the foot.")
    orientation: Literal["portrait", "landscape"] = Field("portrait", description="How the paper lies.")
    sections: dict[str, Any] = Field(min_length=1, description="Id of a section -> the section.")
    bands: Annotated[list[Annotated[list[PanelFormat], Field(min_length=1)]], Field(min_length=1)] = Field(
        description="The sheet from top to bottom; each band holds panels from left to right."
    )

"""The formats of themes, papers and fonts."""

from typing import Literal

from pydantic import Field

from generator.read.declared.formats.scalars import (
    ColourValue,
    Edge,
    Factor,
    Format,
    Icon,
    Id,
    Number,
    Size,
    Switch,
    Text,
)


class TypeFormat(Format):
    """Type of one role; text that does not fit is set smaller, but not below `smallest`."""

    family: Text = Field(description="A font family of fonts/fonts.yaml.")
    size: Size = Field(description="Size of the em: `9.5 pt`.")
    smallest: Size = Field(description="What does not fit at this size is an error.")
    leading: Factor = Field(1.3, description="Distance of base lines, as a multiple of the size.")
    bold: Switch = Field(False, description="Bold type.")
    italic: Switch = Field(False, description="Italic type.")
    colour: Id = Field("ink", description="Name of a colour.")
    uppercase: Switch = Field(False, description="Set in capitals.")
    tracking: Number = Field(0.0, description="Added between letters, as a part of the size.")


class MarkFormat(Format):
    """How a marked square looks."""

    fill: Id = Field("", description="Name of a colour.")
    icon: Icon = Field("", description="Icon in the square.")
    place: Literal["corner", "centre"] = Field("corner", description="Where in the square the icon stands.")
    colour: Id = Field("line", description="Colour of the icon and of the border.")
    heavy: Switch = Field(False, description="A thick border.")


class ThemeFormat(Format):
    """The look of a game; with `extends`, only what differs from another theme."""

    id: Id = Field(description="The file's name without `.yaml`.")
    extends: Id = Field("", description="The theme from which all is taken that is not said here.")
    colours: dict[Id, ColourValue] = Field(
        {}, description='Name -> "#rrggbb", or the name of another colour.'
    )
    type: dict[Id, TypeFormat] = Field({}, description="Role -> its type.")
    marks: dict[Id, MarkFormat] = Field({}, description="Mark of squares and fields -> its look.")


class PaperFormat(Format):
    """A size of paper, upright."""

    name: Text = Field(description="What people call it.")
    width: Size = Field(description="The shorter side.")
    height: Size = Field(description="The longer side.")
    margin: Edge = Field(description="The edge that printers leave white.")


class FamilyFormat(Format):
    """A font family: files of its faces; one that it lacks is drawn with its nearest."""

    name: Text = Field(description="What themes call it.")
    regular: Text = Field(description="Font file, beside this file or in a folder beside it.")
    bold: Text = Field("", description="Its bold face.")
    italic: Text = Field("", description="Its italic face.")
    bold_italic: Text = Field("", description="Its bold italic face.")
    beside: list[Text] = Field([], description="Families that go with it in other scripts.")


class FontsFormat(Format):
    """The font families of a folder, in the order in which they are tried."""

    families: list[FamilyFormat] = Field(min_length=1, description="The families.")

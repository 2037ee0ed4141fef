"""The appearance of printed parts: paper sizes, themes, icons, pictures."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from generator.errors import Problem, Wrong
from generator.model.language import kinds
from generator.model.language.kinds import (
    MM_PER_INCH,
    ColourValue,
    Count,
    Doc,
    Edge,
    Id,
    Number,
    Size,
    Written,
    find_colour_name,
    is_literal,
)
from generator.model.printing.printing import Inks
from generator.model.values import dataclass, field
from generator.model.vision import LEAST_CONTRAST

LEAST_TYPE = 7.0 * MM_PER_INCH / 72
"""Size that texts need on paper, in mm."""
ROLES = (
    "title", "heading", "subheading", "lead", "body", "small", "key", "caption", "label",
    "square_label", "field", "field_small", "shape_count", "name_label", "handwriting", "fine_print",
    "map_label", "board_label", "card_body",
)  # fmt: skip
"""Roles of type that every theme must have, because layouts use them."""
SCRIPTS: Mapping[str, float] = {"Arab": 1.15}
"""Type sizes of scripts whose letters are smaller than others, unless a theme has other ones."""
RUNNING_ROLES = frozenset(("lead", "body", "card_body"))
"""Roles of text that is read in lines."""
COLOURS = (
    "ink", "soft", "faint", "line", "paper", "panel", "primary", "shade", "shade_edge", "tile",
    "accent", "red", "pencil", "pencil_light", "sea", "land", "coast", "link",
)  # fmt: skip
"""Colours that every theme must have; it may have others."""


WEIGHT_NAMES = {
    100: "Thin", 200: "ExtraLight", 300: "Light", 400: "Regular", 500: "Medium",
    600: "SemiBold", 700: "Bold", 800: "ExtraBold", 900: "Black",
}  # fmt: skip
"""Names of weights, as they follow the name of a family."""


@dataclass(frozen=True, slots=True)
class TypeStyle:
    """Type of one role; text that does not fit is reduced, down to `smallest`."""

    family: Annotated[kinds.Text, Doc("Font family of fonts/fonts.yaml.")]
    size: Annotated[Size, Doc("Type size: `9.5 pt`.")]
    smallest: Annotated[Size, Doc("Minimum size; text that does not fit at this size is an error.")]
    leading: Annotated[kinds.FactorValue, Doc("Line height as a multiple of the size.")] = 1.3
    bold: Annotated[kinds.Switch, Doc("Bold type.")] = False
    weight: Annotated[
        Count, Doc("Weight, if the family has more than two: 100, 200, ... 900. 0: regular or bold.")
    ] = 0
    italic: Annotated[kinds.Switch, Doc("Italic type.")] = False
    colour: Annotated[kinds.ColourName, Doc("Name of a colour.")] = "ink"
    uppercase: Annotated[kinds.Switch, Doc("Capital letters.")] = False
    tracking: Annotated[Number, Doc("Letter spacing as a multiple of the size.")] = 0.0
    hyphenate: Annotated[
        kinds.Switch | None,
        Doc("Break words where the language allows it; by default, in five lines or more of long words."),
    ] = None
    running: Annotated[
        kinds.Switch | None,
        Doc(
            "Text to read in lines: Japanese is justified, and broken inside phrases; by default, in the "
            "roles lead, body, and card_body."
        ),
    ] = None
    features: kinds.FeaturesKey = ()
    without: kinds.WithoutKey = ()

    def find_problems(self) -> Iterator[Wrong]:
        if self.smallest > self.size:
            yield Wrong("is more than the size", "at most the size", path=("smallest",))
        if self.weight and self.weight not in WEIGHT_NAMES:
            yield Wrong(f"`{self.weight}` is not a weight", "100, 200, ... 900", path=("weight",))

    @property
    def weighted_family(self) -> str:
        """The family whose regular face has the weight, such as `MyFont SemiBold`."""
        return self.family if self.weight in (0, 400) else f"{self.family} {WEIGHT_NAMES[self.weight]}"


@dataclass(frozen=True, slots=True)
class MarkStyle:
    """The style of a marked square; for the colour-blind, a mark needs more than a colour."""

    fill: Annotated[kinds.ColourName, Doc("Name of the colour of the square.")] = ""
    icon: Annotated[kinds.IconName, Doc("Icon in the square.")] = ""
    place: Annotated[
        Literal["corner", "centre"], Doc("Position of the icon; `centre` only if nothing is written there.")
    ] = "corner"
    colour: Annotated[kinds.ColourName, Doc("Name of the colour of the icon and the border.")] = "line"
    heavy: Annotated[kinds.Switch, Doc("Thick border.")] = False


@dataclass(frozen=True, slots=True)
class ThemeColour:
    """A colour of a theme, and the inks that print it on a press."""

    screen: Annotated[ColourValue, Written.ALONE, Doc('Colour: "#1f4e9c", or another name.')]
    press: Annotated[
        Inks | None,
        kinds.Length(hint="cyan, magenta, yellow, and black, in percent: `[0, 0, 0, 100]`"),
        Doc("Inks of press files: cyan, magenta, yellow, black, in percent; by default, they look alike."),
    ] = None


@dataclass(frozen=True, slots=True)
class LowInk:
    """Differences of prints with `--ink low`, where grounds are white."""

    colours: Annotated[
        Mapping[Id, ColourValue], Doc("Colours that are printed as they are here, grounds too.")
    ] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Legible:
    """Smallest type and contrast that are easy to read; `petri check` warns of texts below them."""

    type: Annotated[
        Edge, Doc("Least size on paper; capitals with space between them need 6/7, names of squares 5.5/7.")
    ] = LEAST_TYPE
    contrast: Annotated[Number, Doc("Least contrast with the ground; from 14 pt, 3 is enough.")] = (
        LEAST_CONTRAST
    )


@dataclass(frozen=True, kw_only=True)
class ThemeKeys:
    """The style of a game: a theme, or its differences from another theme."""

    extends: Annotated[
        Id, Written.ALONE, Doc("Id of another theme, which supplies everything that is missing here.")
    ] = ""
    type: Annotated[Mapping[Id, TypeStyle], Doc("Type styles by role.")] = field(default_factory=dict)
    scripts: Annotated[
        Mapping[kinds.ScriptCode, kinds.FactorValue],
        Doc(
            "Type size of scripts, by their ISO 15924 code, as a multiple of that of other text: "
            "`{Hebr: 1.1}`. Lines of their languages are as much further apart. [default: Arab 1.15]"
        ),
    ] = field(default_factory=dict)
    marks: Annotated[Mapping[Id, MarkStyle], Doc("Styles of the marks of squares and fields.")] = field(
        default_factory=dict
    )
    styles: Annotated[
        Mapping[Id, kinds.EntryValues],
        Doc("Keys of elements by the name of a style, as in files of templates."),
    ] = field(default_factory=dict)
    given: Annotated[
        Mapping[Id, ThemeColour], kinds.Key("colours"), Doc('Colours by name: "#1f4e9c", a name, or keys.')
    ] = field(default_factory=dict)
    distinct: Annotated[
        tuple[Annotated[tuple[kinds.ColourName, ...], kinds.Length(2)], ...],
        Doc("Lists of colours that colour-blind people must be able to tell apart, too."),
    ] = ()
    low_ink: Annotated[LowInk, Doc("Changes for prints that save ink.")] = LowInk()
    legible: Annotated[
        Legible | None, Doc("Minimum size and contrast of texts, below which `petri check` warns; 0: none.")
    ] = None


@dataclass(frozen=True)
class Theme(ThemeKeys):
    """The style of a game, with everything that it extends."""

    id: Annotated[Id, Doc("Name of the file, without `.yaml`.")]
    colours: Annotated[Mapping[str, str], Written.NEVER] = field(default_factory=dict)
    """Colours of screens by name, from `given`."""
    sources: Annotated[tuple[Any, ...], Written.NEVER] = ()
    """Its files, first the one that all others extend."""

    def list_inks(self) -> Iterator[tuple[str, Inks]]:
        """Yield the colours of screens for which the theme chooses inks."""
        yield from ((self.colour(name), colour.press) for name, colour in self.given.items() if colour.press)

    def colour(self, name: str) -> str:
        """Return the value of a colour of the theme, such as `#1f4e9c`, or any other text unchanged."""
        name = find_colour_name(name, self.colours)
        value = self.colours.get(name, name)
        return value if value == name or is_literal(value) else self.colour(value)


@dataclass(frozen=True, slots=True)
class Drawing:
    """An SVG file as shapes of `scene.shapes`, in a box from (0, 0), with y pointing down."""

    width: float
    height: float
    shapes: tuple[object, ...]
    warnings: tuple[Problem, ...] = field(default=(), compare=False)
    """Parts of the file that are left out, or drawn in another way."""
    unit: float = 0.0
    """Millimetres per unit, by the size on paper in the file; 0 if the file gives none."""


@dataclass(frozen=True, slots=True)
class Photograph:
    """A raster file, or an SVG file that shapes cannot show."""

    width: float
    """Width in pixels, as it is seen: upright."""
    height: float
    file: Any = field(compare=False)
    """The `scene.pictures.RasterFile`."""
    warnings: tuple[Problem, ...] = field(default=(), compare=False)
    """Parts of the file that are left out, or drawn in another way."""
    unit: float = 0.0
    """Millimetres per unit, as in a drawing."""


PictureFile: TypeAlias = Drawing | Photograph


def name_icon_text(name: str) -> str:
    """Return the wording key of what screen readers call an icon."""
    return f"icon.{name.rpartition('/')[2].replace('-', '_')}"


@dataclass(frozen=True, slots=True)
class Icon:
    """A picture that is used as an icon."""

    name: str
    picture: PictureFile
    has_own_colours: bool = False
    """True if it has several colours, which it keeps unless another one is given."""

    @property
    def width(self) -> float:
        return self.picture.width

    @property
    def height(self) -> float:
        return self.picture.height

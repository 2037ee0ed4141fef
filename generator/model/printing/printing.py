"""How parts are printed and cut: options of a run, printers, cutting machines, inks of print shops.

The rules that turn colours of screens into cyan, magenta, yellow, and black know no file format and no
library: what a printing condition makes of a colour comes from a `Profile`.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from math import hypot
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Protocol, TypeAlias, get_args

from generator.errors import Wrong
from generator.model.language import kinds
from generator.model.language.kinds import (
    Doc,
    Edge,
    FactorValue,
    Id,
    Kind,
    Length,
    Size,
    Text,
    Written,
    parse_between,
    parse_colour,
    parse_length,
    share_unit,
)
from generator.model.values import dataclass, field, replace
from generator.model.vision import Rgb, encode
from generator.model.vision import measure_lab as measure_lab

Backs: TypeAlias = Literal["none", "separate", "fold", "duplex-long", "duplex-short"]
"""none: fronts only. separate: sheets of backs after the fronts, one for each sheet of fronts.
fold: front and back on one side, folded along a line. duplex-long, duplex-short: alternating front
and back pages, for a printer that flips the paper over its long or short edge, in any orientation.
"""
Ink: TypeAlias = Literal["full", "low"]
"""low: white grounds with lines around them, and dark texts, to save ink."""
DEFAULT_PAPER = "a4"
OVERLAP = 12.0
"""Default overlap of the tiles of a poster, in mm: wide enough for glue."""
_Corner: TypeAlias = Literal["top_left", "top_right", "bottom_left", "bottom_right"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationMarks:
    """Marks in the corners of a page, by which a machine finds the pieces on it."""

    angles: Annotated[tuple[_Corner, ...], Length(1), Doc("Corners of the page with an angle of two lines.")]
    inset: Annotated[Size, Doc("Distance of all marks from the edges of the page.")]
    lengths: Annotated[
        tuple[Size, ...], Length(1), Doc("Lengths of the lines; the first is used unless it costs a sheet.")
    ]
    thickness: Annotated[Size, Doc("Width of the lines.")]
    square: Annotated[Edge, Doc("Side of a square in the top left corner; 0 for none.")] = 0.0
    bordered: Annotated[
        kinds.Switch, Doc("True for a line around the square, as wide as the others, half of it outside.")
    ] = True
    clear: Annotated[Edge, Doc("Free space beyond the lines.")] = 1.5

    @property
    def length(self) -> float:
        """Length of the lines in mm."""
        return self.lengths[0]

    @property
    def zone(self) -> float:
        """Width and height of the corners of the page that have nothing but the marks, in mm."""
        return self.inset + self.length + self.clear

    @property
    def corners(self) -> tuple[_Corner, ...]:
        """Corners of the page with a mark."""
        return ("top_left", *self.angles) if self.square else self.angles


@dataclass(frozen=True, slots=True, kw_only=True)
class Cutter:
    """A machine that cuts out the pieces of a printed sheet."""

    files: Annotated[tuple[Literal["svg", "dxf"], ...], Length(1), Doc("Formats of cut files.")]
    between: Annotated[Edge, Doc("Space between pieces; their bleeds fill it.")] = 1.25
    marks: Annotated[RegistrationMarks | None, Doc("Marks on the sheet; by default, none.")] = None
    area: Annotated[
        kinds.PositiveLength | None,
        Doc("Largest picture that it cuts. Sheets are pictures then, transparent outside of the pieces."),
    ] = None
    papers: Annotated[tuple[Id, ...], Doc("Paper sizes; by default, any.")] = ()
    id: Annotated[str, Written.NEVER] = ""
    """Name of its destination."""

    @property
    def takes_pictures(self) -> bool:
        """True if sheets are pictures, without a margin line, and transparent outside of the pieces."""
        return self.area is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class CropMarks:
    """Lines that show where to cut, by default short ones outside the trim; in mm."""

    length: float = 4.0
    offset: float = 1.0
    """Distance from the trim (or from the bleed, if there is one) to the near end of the mark."""
    width: float = 0.2
    colour: str = "#000000"
    sides: Literal["none", "front", "both"] = "both"
    guides: Literal["corners", "lines", "outlines"] = "corners"
    """lines: also along all edges. outlines: around each piece, with its corners."""


@dataclass(frozen=True, kw_only=True)
class Imposition:
    """Places of pieces on sheets, chosen by hand."""

    grid: Annotated[kinds.Repeat | None, Doc("Columns and rows: `3x3`.")] = None
    groups: Annotated[kinds.Repeat | None, Doc("Columns and rows of a group.")] = None
    gap: Annotated[Size, Doc("Additional space between groups.")] = 5.0
    order: Annotated[
        Literal["groups", "rows"], Doc("Fill one group after the other, or rows across all groups.")
    ] = "groups"


PrintEdition: TypeAlias = Literal["large", "contrast", "braille"]
"""Large print, high contrast without colours, or labels in Braille."""


@dataclass(frozen=True, kw_only=True)
class Printing(Imposition):
    """Options of one run."""

    backs: Backs | None = None
    """None: set by the part."""
    bleed: float | None = None
    """Bleed around every piece, in mm; None: that of the piece, or less if sheets hold more pieces then."""
    gutter: float | None = None
    """Distance between the trims of neighbours, more than twice the bleed; None: none if they share a cut."""
    marks: CropMarks = field(default_factory=CropMarks)
    start: int = 1
    """First free place on the first sheet."""
    header: str = ""
    """Text of the margin line, instead of the title."""
    turned: bool | None = None
    """True: landscape paper; None: whichever holds more pieces."""
    poster: bool | None = None
    """True: boards on several sheets, to be glued together; None: set by the board."""
    size: tuple[float, float] | None = None
    """Size of a board, in mm, to which it is scaled; None: fits the page, or its own size as a poster."""
    overlap: float = OVERLAP
    """Overlap of the tiles of a poster."""
    shift: tuple[float, float] | None = None
    """Offset of backs in mm, to the right and down, instead of that of the printer."""
    resize: bool = False
    """True to lay out pieces in the sizes of a service, and to scale boards, if they fit none."""
    copies_as_files: bool = False
    """True for a picture of each copy of a card."""
    edition: PrintEdition | None = None
    """Edition for people who see little; None: the ordinary one."""
    fold_booklets: bool = False
    """True to lay out booklets on half of the paper, two pages on each side of a sheet."""
    cutter: Cutter | None = None
    """Machine that cuts out the pieces; None: crop marks for people."""
    is_for_press: bool = False
    """True for a print shop, which cuts boards out of larger paper and needs art beyond every cut."""
    is_single: bool = False
    """True for forms, which have a page for each sheet, also for those of which several are on a page."""
    is_test: bool = False
    """True: a sheet with the outlines of the pieces instead of their art, for each different one."""

    def find_backs(self, own: Backs) -> Backs:
        """Return how to print backs, by default like a part; folded paper has no marks for a machine."""
        if self.is_test:
            return "none"
        backs = self.backs or own
        return "separate" if self.cutter and backs == "fold" else backs

    def filled(self, own: Imposition) -> "Printing":
        """Return these options with those of a part where none are chosen."""
        grid, groups = self.grid or own.grid, self.groups or own.groups
        filled = replace(self, grid=grid, groups=groups, gap=own.gap, order=own.order)
        if self.cutter is None:
            return filled
        gutter = self.cutter.between if self.gutter is self.bleed is None else self.gutter
        return replace(filled, gutter=gutter, marks=CropMarks(sides="none"))


SIZES = {
    "a1": (594.0, 841.0), "a2": (420.0, 594.0), "a3": (297.0, 420.0), "a4": (210.0, 297.0),
    "a5": (148.0, 210.0), "letter": (215.9, 279.4), "legal": (215.9, 355.6), "tabloid": (279.4, 431.8),
}  # fmt: skip
"""Named sizes of boards, in mm, the shorter side first."""


def parse_size(text: str) -> tuple[float, float]:
    """Return width and height in mm of `a3`, `420x297mm`, `420 mm x 297 mm`, or `16.5x11.7in`.

    Raises ValueError with a hint.
    """
    known = SIZES.get(text.strip().lower())
    if known is not None:
        return known
    sides = text.lower().replace("×", "x").split("x")
    if len(sides) != 2:
        raise ValueError(f"{text!r} is not a size; write it like 420x297mm, or one of: {', '.join(SIZES)}")
    width, height = map(parse_length, share_unit(sides))
    if width <= 0 or height <= 0:
        raise ValueError(f"{text!r} is not a size; width and height must be more than 0")
    return width, height


_RANGES = {"length": (0.05, 50.0), "width": (0.05, 2.0), "offset": (0.0, 20.0)}
"""Limits of crop marks, in mm."""
_MARKS_HINT = "write it like: none, front, lines, outlines, or both,length=5mm,width=0.3mm,colour=#888"
_GUIDES = ("corners", "lines", "outlines")


def parse_marks(text: str) -> CropMarks:
    """Parse sides and style: `front`, `none`, `both,length=5mm,colour=#888`; raises ValueError."""
    settings: dict[str, Any] = {}
    for entry in text.split(","):
        name, sign, value = (part.strip() for part in entry.partition("="))
        if not sign and name in ("none", "front", "both"):
            settings["sides"] = name
        elif not sign and name in _GUIDES:
            settings["guides"] = name
        elif sign and name in _RANGES:
            settings[name] = parse_between(value, *_RANGES[name])
        elif sign and name in ("colour", "color"):
            parse_colour(value)
            settings["colour"] = value
        else:
            raise ValueError(f"{entry.strip()!r} is not a setting of crop marks; {_MARKS_HINT}")
    return CropMarks(**settings)


MOST_SHIFT, MOST_TURN, MOST_SCALED = 10.0, 5.0, 0.1
"""Limits of corrections: in mm, in degrees, and as a share of the size."""
MOST_MARGIN = 30.0
"""The largest margin, in mm."""


def _parse_within(text: str, least: float, most: float) -> float:
    length = parse_length(text)
    if not least <= length <= most:
        raise Wrong(f"`{text}` is out of range", f"use {least:g} to {most:g} mm")
    return length


def _parse_number(text: str, unit: str, what: str, like: str) -> float:
    match = re.fullmatch(rf"\s*([+-]?\d{{1,6}}(?:\.\d{{1,9}})?)\s*(?:{unit})\s*", text)
    if match is None:
        raise Wrong(f"`{text}` is not {what}", f"write it like `{like}`")
    return float(match[1])


def _parse_turn(text: str) -> float:
    turn = _parse_number(text, "deg|°", "an angle", "0.12 deg")
    if abs(turn) > MOST_TURN:
        raise Wrong(f"`{text}` is out of range", f"use -{MOST_TURN:g} to {MOST_TURN:g} deg")
    return turn


def _parse_scale(text: str) -> float:
    scale = round(_parse_number(text, "%", "a percentage", "99.9 %") / 100, 8)
    if abs(scale - 1) > MOST_SCALED:
        raise Wrong(f"`{text}` is out of range", "use 90 % to 110 %")
    return scale


def _length(parse: Callable[[str], float], sign: str = "") -> Kind:
    pattern = rf"^\s*{sign}(\d+(\.\d+)?|\.\d+)\s*(mm|cm|in|pt)\s*$"
    return Kind("length", parse, {"anyOf": [{"type": "string", "pattern": pattern}, {"const": 0}]})


Shift = Annotated[float, _length(partial(_parse_within, least=-MOST_SHIFT, most=MOST_SHIFT), "[+-]?")]
"""A length in mm, which may be negative."""
Margin = Annotated[float, _length(partial(_parse_within, least=0.0, most=MOST_MARGIN))]
_Turn = Annotated[float, Kind("degrees", _parse_turn, {"type": "string"})]
Scale = Annotated[float, Kind("percent", _parse_scale, {"type": "string"})]
"""A share of the size: `99.9 %` is 0.999."""
_DATE = r"\d{4}-\d{2}-\d{2}", "a date", "write it like `2026-11-20`"
Date = Annotated[str, Kind("date", kinds.matching(*_DATE))]


@dataclass(frozen=True, slots=True)
class Margins:
    """The edges of a sheet that a printer leaves white."""

    left: Annotated[Margin | None, Doc("White edge on the left.")] = None
    top: Annotated[Margin | None, Doc("White edge at the top.")] = None
    right: Annotated[Margin | None, Doc("White edge on the right.")] = None
    bottom: Annotated[Margin | None, Doc("White edge at the bottom.")] = None

    def list_edges(self) -> dict[str, float | None]:
        """Return the edges by name, None where they were not measured."""
        return {"left": self.left, "top": self.top, "right": self.right, "bottom": self.bottom}


@dataclass(frozen=True, slots=True)
class BackCorrection:
    """Transform that moves backs to their fronts, around the middle of the page, as seen on the back."""

    right: Annotated[Shift, Doc("Distance by which backs are moved to the right.")] = 0.0
    down: Annotated[Shift, Doc("Distance by which backs are moved down.")] = 0.0
    turn: Annotated[_Turn, Doc("Angle by which backs are turned clockwise: `0.12 deg`.")] = 0.0
    scale: Annotated[Scale, Doc("Size of backs: `99.9 %`.")] = 1.0


@dataclass(frozen=True, slots=True)
class PrintScale:
    """The size at which a page is printed, so that it has its true size on paper."""

    across: Annotated[Scale, Doc("Width of upright pages: `100.4 %`.")] = 1.0
    along: Annotated[Scale, Doc("Height of upright pages.")] = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Printer:
    """A printer as `petri calibrate` has measured it; by default, nothing is corrected."""

    name: Annotated[Text, Doc("Name for people, such as `Canon in the study, tray 2`.")] = ""
    paper: Annotated[Text, Doc("Paper size where `--paper` is not given: `a4`, or `330x483mm`.")] = ""
    flip: Annotated[
        Literal["long", "short"] | None, Doc("Edge over which it turns the paper for two-sided printing.")
    ] = None
    margins: Annotated[Margins | None, Doc("Edges that it leaves white; the largest is used.")] = None
    backs: Annotated[BackCorrection, Doc("What moves backs to their fronts.")] = BackCorrection()
    scale: Annotated[PrintScale, Doc("Correction of the size of all pages.")] = PrintScale()
    measured: Annotated[Date, Doc("Date of the measurement, such as `2026-11-20`.")] = ""
    id: Annotated[str, Written.AS_KEY] = ""

    @property
    def margin(self) -> float | None:
        """The largest white edge in mm; None if none was measured."""
        edges = self.margins or Margins()
        return max((edge for edge in edges.list_edges().values() if edge is not None), default=None)

    @property
    def duplex(self) -> Backs | None:
        """How it prints backs; None if that is not known."""
        known: Mapping[str, Backs] = {"long": "duplex-long", "short": "duplex-short"}
        return known[self.flip] if self.flip else None

    @property
    def moves_backs(self) -> bool:
        """True if backs are corrected."""
        return self.backs != BackCorrection()

    @property
    def scales(self) -> bool:
        """True if the size of pages is corrected."""
        return self.scale != PrintScale()

    def find_backs(self, own: Backs) -> Backs:
        """Return how a part is printed whose own way is `own`: only the edge depends on the printer."""
        return self.duplex or own if own.startswith("duplex") else own

    def without_backs(self) -> "Printer":
        """Return the printer for documents that have no backs to correct."""
        return replace(self, backs=BackCorrection())


PRINTERS = Annotated[Mapping[Id, Printer], Length(1), Doc("Printers by id.")]


def write_printer(printer: Printer) -> dict[str, str | dict[str, str]]:
    """Return the measured values of a printer as they are written in its file."""
    written: dict[str, str | dict[str, str]] = {"paper": printer.paper}
    if printer.flip:
        written["flip"] = printer.flip
    edges = (printer.margins or Margins()).list_edges()
    if known := {name: _write(edge, "mm") for name, edge in edges.items() if edge is not None}:
        written["margins"] = known
    backs, scale = printer.backs, printer.scale
    moved = {"right": _write(backs.right, "mm"), "down": _write(backs.down, "mm")}
    written["backs"] = {**moved, "turn": _write(backs.turn, "deg"), "scale": _write(backs.scale * 100, "%")}
    written["scale"] = {"across": _write(scale.across * 100, "%"), "along": _write(scale.along * 100, "%")}
    return {**written, "measured": printer.measured}


def _write(value: float, unit: str) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return f"{'0' if text == '-0' else text} {unit}"


@dataclass(frozen=True, slots=True)
class Rates:
    """Estimates of the time that work takes, in seconds."""

    straight_cut: Annotated[FactorValue, Doc("Seconds for a straight cut across a sheet.")]
    metre_of_outline: Annotated[FactorValue, Doc("Seconds for a metre of outlines, with scissors.")]
    fold: Annotated[FactorValue, Doc("Seconds for a fold.")]


Standard: TypeAlias = Literal["x1a", "x4"]
"""PDF/X-1a:2003, without transparency and layers, or PDF/X-4."""
RGB: TypeAlias = Rgb
"""Red, green, and blue of sRGB, from 0 to 1."""


def _parse_ink(text: str) -> float:
    if not re.fullmatch(r"\d{1,3}(\.\d{1,2})?", text) or float(text) > 100:
        raise Wrong(f"`{text}` is not a share of an ink", "write 0 to 100, in percent")
    return float(text) / 100


_Ink = Annotated[float, Kind("ink", _parse_ink, {"type": "number", "minimum": 0, "maximum": 100})]


class Inks(NamedTuple):
    """Shares of the four inks, from 0 to 1."""

    cyan: _Ink
    magenta: _Ink
    yellow: _Ink
    black: _Ink

    @property
    def total(self) -> float:
        """Sum of all inks; 2.4 is 240 %."""
        return sum(self)

    @property
    def used(self) -> int:
        """Number of inks that are used."""
        return sum(share > 0 for share in self)

    def limited(self, limit: float) -> "Inks":
        """Return the inks with less cyan, magenta, and yellow, so that their sum is at most `limit`."""
        if self.total <= limit:
            return self
        share = (limit - self.black) / (self.total - self.black)
        return Inks(self.cyan * share, self.magenta * share, self.yellow * share, self.black)


LIMIT = 300
"""Percent of ink that coated paper takes, as printers of cards ask for it (Cartamundi)."""


@dataclass(frozen=True, slots=True)
class PressFile:
    """A PDF file for a print shop: its standard, and the most ink at any place, in percent."""

    standard: Standard
    limit: int = LIMIT

    def __str__(self) -> str:
        return self.standard + (f",ink={self.limit}" if self.limit != LIMIT else "")


_STANDARDS: tuple[Standard, ...] = get_args(Standard)
LIMITS = (200, 340)
"""Smallest and largest limit, in percent."""
_HINT = "write x4 or x1a, and perhaps the most ink: x1a,ink=240"


def parse_press(text: str) -> PressFile:
    """Return the press file of `x4` or `x1a,ink=240`; raises Wrong."""
    standard, *others = (part.strip() for part in text.lower().split(","))
    limit = LIMIT
    for other in others:
        name, _, value = (part.strip() for part in other.partition("="))
        value = value.removesuffix("%").rstrip()
        if name != "ink" or not value.isdecimal() or len(others) > 1:
            raise Wrong(f"`{other}` is not the limit of the ink", _HINT)
        limit = int(value)
        if not LIMITS[0] <= limit <= LIMITS[1]:
            raise Wrong(f"`{other}` is out of range", "use {} to {} percent".format(*LIMITS))
    if standard not in _STANDARDS:
        raise Wrong(f"`{standard}` is not a standard for press files", _HINT)
    return PressFile(standard, limit)


@dataclass(frozen=True, slots=True, kw_only=True)
class PressOptions:
    """Options of a PDF file for a print shop."""

    file: PressFile
    intent: Path
    """ICC profile of the printing condition, which the file has in it."""
    separation: Path
    """ICC profile that makes inks of colours: of the same condition, and perhaps with less ink."""
    chosen: tuple[tuple[RGB, Inks], ...] = ()
    """Inks of colours that a theme chooses itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileOptions:
    """Options of the files that are written."""

    dpi: float = 300.0
    """Resolution of raster files, and of pictures in other files."""
    fine: float = 600.0
    """Resolution in dpi at which pages are rendered before they are averaged.

    Less is faster, but small letters snap to whole pixels, and thin lines become thicker.
    """
    press: PressOptions | None = None
    """Makes PDF files for a print shop; other formats ignore it."""


class Profile(Protocol):
    """Conversion of colours to a printing condition."""

    def convert(self, colours: Sequence[RGB]) -> list[Inks]:
        """Return the inks that look like each colour, without any rules."""

    def measure_black(self) -> Sequence[float]:
        """Return the lightness (L*) of tints of black ink at equal steps, from none to solid."""


SMALL = 4.5
"""Size of type in mm, about 12.8 pt, below which text in several inks would have fringes."""
DARK, PALE = 45.0, 30.0
"""Lightness and chroma (CIE L*C*h) below which small words are printed with solid black ink alone."""
THINNEST_LINE = 0.1
"""Width of lines in mm below which they may not be printed: print shops promise 0.25 pt to 0.1 mm."""
HAIRLINE = 0.3
"""Width of lines in mm, about 0.85 pt, below which lines in several inks would have fringes."""
SOLID = 22.0
"""Lightness below which a grey is solid black: black ink alone is hardly darker than that."""
_NEUTRAL = 3 / 255
"""Largest difference between the channels of a grey."""


class Separator:
    """Finds the inks of colours for one printing condition."""

    def __init__(
        self, profile: Profile, *, limit: int = LIMIT, chosen: Mapping[RGB, Inks] | None = None
    ) -> None:
        """`limit`: most ink, in percent. `chosen`: inks of colours that a theme chooses itself."""
        self._profile, self._limit = profile, limit / 100
        self._chosen = {_round(colour): inks for colour, inks in (chosen or {}).items()}
        self._ramp = [-lightness for lightness in profile.measure_black()]
        """Ascending, as for `bisect`."""
        self.find = cache(lambda colour: self.find_all((colour,))[0])
        """Function that returns the inks of a colour."""

    def find_all(self, colours: Sequence[RGB]) -> list[Inks]:
        """Return the inks of many colours, such as those of a picture, with one call of the profile."""
        converted = self._profile.convert(colours)
        return [self._apply(*pair) for pair in zip(colours, converted, strict=True)]

    def find_for_words(self, colour: RGB, size: float) -> Inks:
        """Return the inks of words in type of a size in mm."""
        return self.find(self.find_word_colour(colour, size))

    def find_word_colour(self, colour: RGB, size: float) -> RGB:
        """Return the colour of words: if they are small and dark, black, which is black ink alone.

        Tints of an ink are dots, which make small letters rough. A theme that chooses black alone for a
        colour keeps its tint.
        """
        if size >= SMALL or self._has_one_ink(colour):
            return colour
        lightness, a, b = measure_lab(colour)
        return self._find_grey(0.0) if lightness < DARK and hypot(a, b) < PALE else colour

    def find_line_colour(self, colour: RGB, width: float) -> RGB:
        """Return the colour of a line: if it is thin and hardly coloured, a grey as light."""
        if width >= HAIRLINE or self._has_one_ink(colour):
            return colour
        lightness, a, b = measure_lab(colour)
        return self._find_grey(lightness) if hypot(a, b) < PALE else colour

    def _has_one_ink(self, colour: RGB) -> bool:
        chosen = self._chosen.get(_round(colour))
        return chosen is not None and chosen.used == 1

    def _find_grey(self, lightness: float) -> RGB:
        """Return a grey that is black ink alone: one whose inks the theme does not choose."""
        grey = make_grey(lightness)
        while _round((grey,) * 3) in self._chosen:
            grey += 1 / 255
        return (grey,) * 3

    def find_tone(self, lightness: float) -> float:
        """Return the share of black ink in a grey picture, whose dark tones must not all become black."""
        darkest = -self._ramp[-1]
        return self._measure_share(darkest + lightness * (100 - darkest) / 100)

    def _measure_share(self, lightness: float) -> float:
        ramp = self._ramp
        place = min(bisect_left(ramp, -lightness), len(ramp) - 1)
        if place == 0:
            return 0.0
        before, after = ramp[place - 1], ramp[place]
        share = (-lightness - before) / (after - before) if after > before else 0.0
        return min(1.0, (place - 1 + share) / (len(ramp) - 1))

    def _apply(self, colour: RGB, converted: Inks) -> Inks:
        chosen = self._chosen.get(_round(colour))
        if chosen is None and max(colour) - min(colour) <= _NEUTRAL:
            lightness = measure_lab(colour)[0]
            share = 1.0 if lightness < SOLID else self._measure_share(lightness)
            chosen = Inks(0.0, 0.0, 0.0, round(share, 3))
        return (chosen or converted).limited(self._limit)


def make_grey(lightness: float) -> float:
    """Return red, green, and blue of the grey with a lightness (L*)."""
    return encode(((lightness + 16) / 116) ** 3 if lightness > 8 else lightness / 903.3)


def _round(colour: RGB) -> tuple[int, ...]:
    return tuple(round(channel * 255) for channel in colour)


@dataclass(frozen=True, kw_only=True)
class Labels:
    """The labels of a sheet."""

    grid: Annotated[kinds.Repeat, Doc("Columns and rows.")]
    size: Annotated[kinds.PositiveLength, Doc("Size of a label.")]
    first: Annotated[kinds.PointPosition, Doc("Left and top edge of the first label.")]
    pitch: Annotated[
        kinds.PositiveLength | None,
        Doc("From a label to the one on its right, and below it; by default, its size."),
    ] = None


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size in portrait orientation."""

    name: Annotated[kinds.Text, Doc("Name of the size.")]
    width: Annotated[Size, Doc("Shorter side.")]
    height: Annotated[Size, Doc("Longer side.")]
    margin: Annotated[Edge, Doc("Margin that printers leave white.")]
    id: Annotated[str, Written.AS_KEY] = ""
    labels: Annotated[Labels | None, Doc("Its labels, or other places that are cut already.")] = None

    def find_problems(self) -> Iterator[Wrong]:
        if self.width > self.height:
            yield Wrong("is more than the height", "the width is the shorter side", path=("width",))
        if self.margin * 2 >= min(self.width, self.height):
            yield Wrong("leaves no room on the paper", "less than half the width", path=("margin",))

    def turned(self) -> "Paper":
        """Return the paper in landscape orientation."""
        return replace(self, width=self.height, height=self.width)

    def halved(self) -> "Paper":
        """Return the page of a sheet that is folded in the middle, in portrait orientation."""
        width, height = sorted((self.height / 2, self.width))
        return replace(self, name=f"half of {self.name}", width=width, height=height, labels=None)

    def oriented(self, orientation: Literal["portrait", "landscape"]) -> "Paper":
        """Return the paper in an orientation; portrait is the default."""
        return self if orientation == "portrait" else self.turned()


PAPERS = Annotated[Mapping[Id, Paper], kinds.Length(1), Doc("Paper sizes by id.")]


@dataclass(frozen=True, slots=True)
class CardStock:
    """Paper on which cards are printed."""

    name: Annotated[Text, Doc("Name of the material.")]
    thickness: Annotated[Size, Doc("Thickness of one card.")]
    source: Annotated[Text, Doc("Source of the thickness.")]


@dataclass(frozen=True, slots=True)
class Sleeve:
    """Thickness and size that sleeves add to a card."""

    thickness: Annotated[Size, Doc("Thickness of both layers.")]
    size: Annotated[Size, Doc("By how much a sleeve is wider and higher than its card.")]
    source: Annotated[Text, Doc("Source of the numbers.")]


@dataclass(frozen=True, slots=True)
class Stocks:
    """Card stocks, and what sleeves add to a card."""

    stocks: Annotated[Mapping[Id, CardStock], Length(1), Doc("Card stocks by id; the first is the default.")]
    sleeve: Annotated[Sleeve, Doc("What sleeves add to a card.")]

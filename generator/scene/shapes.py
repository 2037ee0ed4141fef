"""A page as a list of placed shapes: millimetres from the top left corner, y downwards.

The scene is a value. Layout makes it, back ends draw it, tests compare it; it knows no file
format and decides nothing. Shapes that repeat are put into a Symbol once and placed by Use,
so that a back end can write them once too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from generator.scene.fonts import Font

MoveTo: TypeAlias = tuple[Literal["M"], float, float]
LineTo: TypeAlias = tuple[Literal["L"], float, float]
CurveTo: TypeAlias = tuple[Literal["C"], float, float, float, float, float, float]
Close: TypeAlias = tuple[Literal["Z"]]
Segment: TypeAlias = MoveTo | LineTo | CurveTo | Close

Transform: TypeAlias = tuple[float, float, float, float, float, float]
"""(a, b, c, d, e, f): x' = a x + c y + e, y' = b x + d y + f, in mm, as in SVG's matrix()."""

IDENTITY: Transform = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour on screen: red, green, blue from 0 to 1; always opaque, as print shops want it."""

    red: float
    green: float
    blue: float

    @property
    def hex(self) -> str:
        """`#rrggbb`."""
        parts = (self.red, self.green, self.blue)
        return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line drawn along a path; width and dash lengths in mm."""

    colour: Colour
    width: float
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"


@dataclass(frozen=True, slots=True)
class Path:
    """An outline, filled, stroked or both."""

    segments: tuple[Segment, ...]
    fill: Colour | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


@dataclass(frozen=True, slots=True)
class Glyph:
    """One glyph of a shaped piece of text: in font units, y upwards as fonts have it."""

    index: int
    advance: int
    dx: int = 0
    dy: int = 0
    cluster: int = 0
    """Index into Piece.text of the first character that this glyph stands for."""


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A word or a space, shaped: its glyphs in the order in which they are drawn, left to right.

    Pieces come from the shaper's cache, the same word in the same font being the same object, and
    are compared by identity: a back end may keep what it made of a piece.
    """

    text: str
    """In logical order, also where the glyphs run from right to left."""
    glyphs: tuple[Glyph, ...]
    advance: int
    """Sum of the glyphs' advances, in font units."""


class GlyphRun(NamedTuple):
    """Pieces of one font, size and colour on one base line, one after the other.

    There are a dozen on every card: a named tuple is made in a third of a dataclass's time.
    """

    font: Font
    size: float
    """Of the em, in mm."""
    x: float
    y: float
    """The base line, in mm from the top."""
    pieces: tuple[Piece, ...]
    colour: Colour
    text: str
    """What is read aloud and copied: the run's characters in logical order."""
    spacing: float = 0.0
    """Added after each piece that is a space, in mm: justified lines."""
    tracking: float = 0.0
    """Added after each cluster of glyphs (a letter with its marks), in mm: letter-spaced headings."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A raster picture (PNG bytes) in a box."""

    data: bytes
    x: float
    y: float
    width: float
    height: float
    title: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that belong together: a layer or a thing on the page.

    They may be a sequence that makes them whenever they are asked for, as those of a card are.
    `name` becomes a named group in SVG; `title` is what a screen reader says of a drawing that
    has no words in it (a die face, an icon); `clip` is in the coordinates inside the group.
    """

    shapes: Sequence["Shape"]
    name: str = ""
    title: str = ""
    transform: Transform = IDENTITY
    clip: Path | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Symbol:
    """Shapes drawn once and used many times; compared by identity."""

    name: str
    shapes: tuple["Shape", ...]
    box: tuple[float, float, float, float]
    """(left, top, right, bottom) in the symbol's own coordinates: nothing is drawn outside it."""


@dataclass(frozen=True, slots=True)
class Use:
    """A symbol placed on the page."""

    symbol: Symbol
    transform: Transform = IDENTITY
    title: str = ""


Shape: TypeAlias = Path | GlyphRun | Picture | Group | Use


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet of paper."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    """Layers and things, from back to front."""
    label: str = ""
    """What this page is called among its document's pages."""
    trim: tuple[float, float, float, float] | None = None
    """(left, top, right, bottom) in mm; None: the whole page."""
    bleed: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline that a PDF viewer shows beside the pages."""

    title: str
    page: int
    """From 0."""
    level: int = 0


@dataclass(frozen=True, slots=True)
class Document:
    """The pages of one file, and what is said of it as a whole."""

    pages: tuple[Page, ...]
    title: str
    language: str
    """BCP 47: `en`, `es`."""
    author: str = ""
    subject: str = ""
    keywords: tuple[str, ...] = ()
    bookmarks: tuple[Bookmark, ...] = ()
    duplex: Literal["", "long", "short"] = ""
    """The edge over which the printer turns the paper; empty: one side only."""

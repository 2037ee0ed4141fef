"""Options for placing parts on paper; every option has a sensible default."""

from typing import Annotated, Any, Literal, TypeAlias

from generator.model import kinds
from generator.model.colours import parse_colour
from generator.model.cutters import Cutter
from generator.model.kinds import Doc, Size
from generator.model.units import parse_between, parse_length, share_unit
from generator.model.values import dataclass, field, replace

Backs: TypeAlias = Literal["none", "separate", "fold", "duplex-long", "duplex-short"]
"""none: fronts only. separate: sheets of backs after the fronts, one for each sheet of fronts.
fold: front and back on one side, folded along a line. duplex-long, duplex-short: alternating front
and back pages, for a printer that flips the paper over its long or short edge, in any orientation.
"""

Ink: TypeAlias = Literal["full", "low"]
"""low: white grounds with lines around them, and dark texts, to save ink."""

DEFAULT_PAPER = "a4"
SIZES = {
    "a1": (594.0, 841.0),
    "a2": (420.0, 594.0),
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
}
"""Named sizes of boards, in mm, the shorter side first."""

_RANGES = {"length": (0.05, 50.0), "width": (0.05, 2.0), "offset": (0.0, 20.0)}
"""Limits of crop marks, in mm."""
OVERLAP = 12.0
"""Default overlap of the tiles of a poster, in mm: wide enough for glue."""

_MARKS_HINT = "write it like: none, front, lines, outlines, or both,length=5mm,width=0.3mm,colour=#888"
_GUIDES = ("corners", "lines", "outlines")


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

    grid: Annotated[kinds.Block | None, Doc("Columns and rows: `3x3`.")] = None
    groups: Annotated[kinds.Block | None, Doc("Columns and rows of a group, which is filled first.")] = None
    gap: Annotated[Size, Doc("Additional space between groups.")] = 5.0


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
    fold_booklets: bool = False
    """True to lay out booklets on half of the paper, two pages on each side of a sheet."""
    cutter: Cutter | None = None
    """Machine that cuts out the pieces; None: crop marks for people."""
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
        found = replace(self, grid=grid, groups=groups, gap=own.gap)
        if self.cutter is None:
            return found
        gutter = self.cutter.between if self.gutter is self.bleed is None else self.gutter
        return replace(found, gutter=gutter, marks=CropMarks(sides="none"))


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


def parse_marks(text: str) -> CropMarks:
    """Parse sides and style: `front`, `none`, `both,length=5mm,colour=#888`; raises ValueError."""
    found: dict[str, Any] = {}
    for entry in text.split(","):
        name, sign, value = (part.strip() for part in entry.partition("="))
        if not sign and name in ("none", "front", "both"):
            found["sides"] = name
        elif not sign and name in _GUIDES:
            found["guides"] = name
        elif sign and name in _RANGES:
            found[name] = parse_between(value, *_RANGES[name])
        elif sign and name in ("colour", "color"):
            parse_colour(value)
            found["colour"] = value
        else:
            raise ValueError(f"{entry.strip()!r} is not a setting of crop marks; {_MARKS_HINT}")
    return CropMarks(**found)

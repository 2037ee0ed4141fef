"""What a person may choose about how things come onto paper; every choice has a sound default."""

import re
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from generator.model.units import parse_length

Backs: TypeAlias = Literal["none", "separate", "fold", "duplex-long", "duplex-short"]
"""none: fronts only. separate: sheets of backs after the fronts, as many as there are fronts.
fold: front and back on one side, folded along a line. duplex-long, duplex-short: front and back
pages in turn, for a printer that turns the paper over its long or its short edge, however it lies."""

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
"""Sizes that boards are known by, in mm, the shorter side first."""

_COLOUR = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)
MOST_LENGTH = 50.0
MOST_WIDTH = 2.0
MOST_OFFSET = 20.0
"""Of crop marks, in mm."""
OVERLAP = 12.0
"""Of the tiles of a poster, in mm, where nothing is said: wide enough for glue."""

_MARKS_HINT = "write it like: none, front, both, or both,length=5mm,offset=2mm,width=0.3mm,colour=#888888"


@dataclass(frozen=True, slots=True, kw_only=True)
class CropMarks:
    """Short lines outside the trim that show where to cut; in mm."""

    length: float = 4.0
    offset: float = 1.0
    """From the trim (from the bleed, where there is one) to the near end of the mark."""
    width: float = 0.2
    colour: str = "#000000"
    sides: Literal["none", "front", "both"] = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class Printing:
    """Choices for one run."""

    backs: Backs | None = None
    """None: as the part itself says."""
    bleed: float | None = None
    """In mm, printed around every thing; None: as the things say where that costs no place on a
    sheet, else less, down to none between things that share a cut."""
    gutter: float | None = None
    """Between the trims of neighbours, more than twice the bleed; None: none where they share a cut."""
    marks: CropMarks = field(default_factory=CropMarks)
    turned: bool | None = None
    """Landscape paper; None: whichever takes more things."""
    poster: bool | None = None
    """Boards over several sheets, to be glued together; None: as the board itself says."""
    size: tuple[float, float] | None = None
    """Of a board, in mm: it is scaled into this; None: to fit the page, or its own size as a poster."""
    overlap: float = OVERLAP
    """Of the tiles of a poster."""
    shift: tuple[float, float] = (0.0, 0.0)
    """Backs are printed so many mm further to the right and further down, for a printer that drifts."""


def parse_size(text: str) -> tuple[float, float]:
    """Width and height in mm of `a3`, `420x297mm`, `420 mm x 297 mm` or `16.5x11.7in`.

    Raises ValueError, which says what would be right.
    """
    known = SIZES.get(text.strip().lower())
    if known is not None:
        return known
    first, times, second = text.lower().replace("×", "x").partition("x")
    if not times:
        raise ValueError(f"{text!r} is not a size; write it like 420x297mm, or one of: {', '.join(SIZES)}")
    unit = second.strip().lstrip("+-.0123456789").strip()
    if not first.strip().lstrip("+-.0123456789"):
        first = f"{first} {unit}" if unit else first.strip()
    width, height = parse_length(first), parse_length(second)
    if width <= 0 or height <= 0:
        raise ValueError(f"{text!r} is not a size; width and height must be more than 0")
    return width, height


def parse_marks(text: str) -> CropMarks:
    """`front`, `none`, `both,length=5mm,colour=#888`: which sides have marks, and how they look.

    Raises ValueError, which says what would be right.
    """
    marks = CropMarks()
    for entry in (part.strip() for part in text.split(",")):
        match [part.strip() for part in entry.split("=")]:
            case [("none" | "front" | "both") as sides]:
                marks = replace(marks, sides=sides)
            case ["length", value]:
                marks = replace(marks, length=_length_of_marks(value, MOST_LENGTH))
            case ["width", value]:
                marks = replace(marks, width=_length_of_marks(value, MOST_WIDTH))
            case ["offset", value]:
                marks = replace(marks, offset=_length_of_marks(value, MOST_OFFSET, least=0.0))
            case ["colour" | "color", value]:
                marks = replace(marks, colour=_whole_colour(value))
            case _:
                raise ValueError(f"{entry!r} is not a setting of crop marks; {_MARKS_HINT}")
    return marks


def _length_of_marks(text: str, most: float, *, least: float = 0.05) -> float:
    length = parse_length(text)
    if not least <= length <= most:
        raise ValueError(f"{text!r} is out of range: {least:g} to {most:g} mm")
    return length


def _whole_colour(text: str) -> str:
    """`#888` is `#888888`."""
    if not _COLOUR.fullmatch(text):
        raise ValueError(f"{text!r} is not a colour; write it like #888 or #1f4e9c")
    digits = text.lower().removeprefix("#")
    return f"#{digits}" if len(digits) == 6 else "#" + "".join(digit * 2 for digit in digits)

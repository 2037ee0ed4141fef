"""What a person may choose about how things come onto paper; every choice has a sound default."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Backs: TypeAlias = Literal["none", "separate", "fold", "duplex-long", "duplex-short"]
"""none: fronts only. separate: sheets of backs after the fronts, as many as there are fronts.
fold: front and back on one side, folded along a line. duplex-long, duplex-short: front and back
pages in turn, for a printer that turns the paper over its long or its short edge, however it lies."""


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
    """Between the trims of neighbours, at least twice the bleed; None: none where they share a cut."""
    marks: CropMarks = field(default_factory=CropMarks)
    selection: tuple[str, ...] = ()
    """Pieces to print: `3-10` (by number in the deck, from 1), `epidemic` (by id); empty: all."""
    turned: bool | None = None
    """Landscape paper; None: whichever takes more things."""
    poster: bool = False
    """Boards over several sheets, to be glued together."""
    size: tuple[float, float] | None = None
    """Of a board, in mm: it is scaled into this; None: to fit the page, or its own size as a poster."""
    overlap: float = 12.0
    """Of the tiles of a poster."""

"""Choices for a run of `petri make`, as they were typed: help and shell completion need nothing else."""

from pathlib import Path

from generator.model.printing.printing import FileOptions, Ink, PressFile, Printing
from generator.model.storage import Thickness
from generator.model.values import dataclass, field
from generator.model.vision import Vision
from generator.output import OUTPUT

ALL = "all"
"""Name that selects all parts, locales, or papers."""


@dataclass(frozen=True, kw_only=True)
class TypedChoices:
    """The choices for a run, with all names as they were typed."""

    games: tuple[str, ...] = ()
    """Names of games; empty: the game in the current folder, or all games."""
    parts: tuple[str, ...] = (ALL,)
    locales: tuple[str, ...] = (ALL,)
    papers: tuple[str, ...] = (ALL,)
    selection: tuple[str, ...] = ()
    """Selected cards and tokens; empty: all."""
    formats: tuple[str, ...] = ()
    """Output formats; empty: PDF, or the first format of the destination."""
    together: bool = False
    """True if cards and tokens of a game share sheets."""
    folder: Path = OUTPUT
    """Output folder, which has a folder for each game."""
    settings: tuple[str, ...] = ()
    """New values of constants: `colour=no`."""
    names: tuple[str, ...] = ()
    """Names of players: each player gets a sheet with the name filled in."""
    copies: int = 1
    """Number of copies of each sheet, in the same file."""
    margin: float | None = None
    """Margin of all papers, in mm; None: from the data of each paper."""
    printing: Printing = field(default_factory=Printing)
    options: FileOptions = field(default_factory=FileOptions)
    cut: tuple[str, ...] = ()
    """Formats of files with the lines that a machine cuts; empty: no such files."""
    boxes: bool = False
    """True to make tuck boxes for decks, in place of all chosen parts."""
    dividers: bool = False
    """True to make dividers for decks, in place of all chosen parts."""
    by: str = ""
    """Field of the cards with a divider for each of its values; empty: set by each deck."""
    thickness: Thickness | None = None
    """Thickness of cards in boxes; None: set by each deck."""
    sleeved: bool = False
    """True if the cards in boxes and between dividers are in sleeves."""
    press: PressFile | None = None
    """PDF files for a print shop; None: as the destination wants them, or files to print at home."""
    ink: Ink = "full"
    """`low`: grounds are white, with lines around them."""
    seen_as: Vision | None = None
    """Vision of the reader, such as colour blindness, or grey; None: colours as they are."""
    pictures_at: str | None = None
    """Web address of the folder with the pictures, for a game table; None: they are on this computer."""
    anyway: bool = False
    """True to write files for a service in spite of errors of the preflight."""


def spell_part(name: str) -> str:
    """Convert a typed name to the id of a part: `City-Cards` to `city_cards`."""
    return name.replace("-", "_").lower()

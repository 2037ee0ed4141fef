"""Choices for a run of `petri make`, with names as they were typed."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from generator.errors import UnknownName
from generator.model.destinations import Destination
from generator.model.kit import Kit
from generator.model.played import Takes
from generator.model.printing.inks import FileOptions, PressFile, parse_press
from generator.model.printing.printing import Ink, Printer, Printing
from generator.model.storage import Thickness
from generator.model.values import dataclass, field, replace
from generator.model.vision import Vision

_Found = TypeVar("_Found")
ALL = "all"
"""Name that selects all parts, locales, or papers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
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
    folder: Path = Path("output")
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
    destination: Destination | None = None
    """Destination of pictures of cards; None: pages to print."""
    pictures_at: str | None = None
    """Web address of the folder with the pictures, for a game table; None: they are on this computer."""
    anyway: bool = False
    """True to write files for a service in spite of errors of the preflight."""
    printer: Printer | None = None
    """The printer for which pages are corrected, where no option says otherwise."""
    find_takes: Callable[[Kit], Sequence[Takes]] | None = None
    """Returns what places of a game take, for fields to fill in on the screen; None: there are no fields."""

    @property
    def correcting_printer(self) -> Printer | None:
        """The printer that corrects pages; on sheets for a cutting machine, marks must stay in place."""
        return None if self.printing.cutter else self.printer


DEFAULTS = Choices()


def choose_formats(choices: Choices, find_takes: Callable[[Kit], Sequence[Takes]]) -> Choices:
    """Return the choices with the names of formats replaced by what they mean.

    `form` is PDF with fields, `pdf-x4` and `pdf-x1a:240` are PDF in inks, `cut-svg` and `cut-dxf` are lines
    to cut beside the pages. `find_takes` is as in Choices. Raises UnknownName.
    """
    formats: dict[str, None] = {}
    cut: list[str] = []
    press: list[PressFile] = []
    for name in choices.formats:
        kind, _, variant = name.lower().partition("-")
        if kind == "cut":
            cut.append(variant)
            continue
        is_pdf = kind == "form" or (kind == "pdf" and variant)
        if kind == "pdf" and variant:
            press.append(_read_press(name, variant))
        formats["pdf" if is_pdf else name] = None
    if len({*press}) > 1 or (press and "pdf" in map(str.lower, choices.formats)):
        raise UnknownName("a run makes one kind of PDF files; choose one of pdf, pdf-x4, and pdf-x1a")
    is_form = any(name.lower() == "form" for name in choices.formats)
    if press and [*formats] == ["pdf"]:
        # PDF is the default here, also for a destination.
        formats = {}
    return replace(
        choices,
        formats=tuple(formats),
        cut=tuple(cut),
        press=press[0] if press else None,
        find_takes=find_takes if is_form else None,
    )


def _read_press(name: str, variant: str) -> PressFile:
    standard, colon, limit = variant.partition(":")
    try:
        return parse_press(f"{standard},ink={limit}" if colon else standard)
    except ValueError as error:
        raise UnknownName(f"unknown format {name!r}: {error}") from error


def send_to(choices: Choices, destination: Destination) -> Choices:
    """Return the choices for a destination: pictures of cards, or sheets that a machine cuts.

    Raises UnknownName for formats that a machine does not take.
    """
    cutter, formats = destination.cutter, destination.formats
    if cutter is None:
        return replace(choices, destination=destination)
    cutter = replace(cutter, id=destination.id.replace("_", "-"))
    if wrong := ", ".join(name for name in choices.formats if name.lower() not in formats):
        raise UnknownName(f"--for {cutter.id} has no format {wrong}, but {', '.join(formats)}")
    return replace(
        choices,
        formats=choices.formats or formats[:1],
        cut=choices.cut or cutter.files,
        printing=replace(choices.printing, cutter=cutter),
    )


def find_each(
    find: Callable[[str], _Found], names: Iterable[str], unknown: list[UnknownName] | None = None
) -> tuple[_Found, ...]:
    """Find all names, without duplicates; raises UnknownName, or adds its errors to `unknown`."""
    values: dict[_Found, None] = {}
    errors: list[UnknownName] = [] if unknown is None else unknown
    for name in names:
        try:
            values[find(name)] = None
        except UnknownName as error:
            errors.append(error)
    if errors and unknown is None:
        raise UnknownName("\n".join(map(str, errors)))
    return tuple(values)


def spell_part(name: str) -> str:
    """Convert a typed name to the id of a part: `City-Cards` to `city_cards`."""
    return name.replace("-", "_").lower()

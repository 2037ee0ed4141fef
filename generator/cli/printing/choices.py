"""The options of a run, of which each command takes some."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, get_args

from generator.cli import options as cli
from generator.cli.options import (
    OptionTable,
    choose_options,
    group,
    list_setting,
    locales_setting,
    setting,
)
from generator.errors import describe_unknown
from generator.make.jobs.typed import TypedChoices
from generator.model.language.kinds import parse_between, parse_block, parse_entry
from generator.model.printing.printing import (
    DEFAULT_PAPER,
    MOST_SHIFT,
    OVERLAP,
    Backs,
    CropMarks,
    FileOptions,
    Ink,
    PrintEdition,
    Printing,
    parse_marks,
    parse_size,
)
from generator.model.storage import parse_thickness
from generator.model.values import dataclass, fields
from generator.model.vision import Vision
from generator.output import OUTPUT

BACKS: Mapping[str, Backs] = dict(zip(get_args(Backs), get_args(Backs), strict=True))
DUPLEX_BACKS = {name: backs for name, backs in BACKS.items() if name.startswith("duplex")}
INKS: Mapping[str, Ink] = {"full": "full", "low": "low"}
VISIONS: Mapping[str, Vision] = dict(zip(get_args(Vision), get_args(Vision), strict=True))
ORIENTATIONS = {"portrait": False, "landscape": True}
LEAST_OVERLAP, MOST_OVERLAP = 8.0, 50.0
"""In mm. With less, there is no room for the marks that name the neighbouring tile."""
LEAST_DPI, MOST_DPI = 36, 2400
MOST_PAGES = 100_000
SMALLEST_SIZE, LARGEST_SIZE = 20.0, 3000.0


def parse_shift(text: str) -> tuple[float, float]:
    """Return the offsets to the right and down in mm; raises ValueError."""
    parts = text.split(",")
    if len(parts) != 2:
        raise ValueError(f"{text!r} is not a shift; write it like 0.5mm,-0.3mm: right, then down")
    right, down = (parse_between(part, -MOST_SHIFT, MOST_SHIFT) for part in parts)
    return right, down


def parse_address(text: str) -> str:
    """Return the address of a folder on the web with a slash at its end; raises ValueError."""
    if not re.fullmatch(r"https?://[^\s/?#\\]+(/[^\s?#\\]*)?", text.strip()):
        raise ValueError(f"{text!r} is not a web address; write it like https://example.org/pandemic/")
    return f"{text.strip().rstrip('/')}/"


def parse_setting(text: str) -> str:
    """Return a text that is a name and a value, such as `colour=no`; raises ValueError."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*=.+", text):
        raise ValueError(f"{text!r} is not a name and a value; write it like colour=no")
    return text


def parse_dpi(text: str) -> float:
    """Return a resolution in dots per inch; raises ValueError."""
    if not (text.strip().isascii() and text.strip().isdigit() and LEAST_DPI <= int(text) <= MOST_DPI):
        raise ValueError(f"{text!r} is not a resolution; write a number from {LEAST_DPI} to {MOST_DPI}")
    return float(text)


def parse_yield(text: str) -> int:
    """Return the number of `300` or `300 pages`; raises ValueError."""
    number = text.strip().removesuffix("pages").strip()
    if not (number.isascii() and number.isdigit() and 0 < int(number) <= MOST_PAGES):
        raise ValueError(f"{text!r} is not a number of pages; write it like 300")
    return int(number)


_GRID_HINT = "write it like 3x3, 10x5/5x2 with groups of 5x2, or /5x2 with groups alone"


def parse_grid(text: str) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """Return the columns and rows of `3x3`, and those of the groups in `10x5/5x2`; raises ValueError."""
    grid, slash, groups = text.partition("/")
    if (slash and not groups) or not (grid or groups):
        raise ValueError(f"{text!r} is not a grid; {_GRID_HINT}")
    return parse_block(grid) if grid else None, parse_block(groups) if groups else None


def parse_board_size(text: str) -> tuple[tuple[float, float] | None, float]:
    """Return width and height of a board in mm, and the overlap of its tiles; raises ValueError."""
    size, overlap = None, OVERLAP
    for word in text.split(","):
        name, equals, value = word.partition("=")
        if equals and name.strip() == "overlap":
            overlap = parse_between(value, LEAST_OVERLAP, MOST_OVERLAP)
        elif size is None:
            size = parse_size(word)
        else:
            raise ValueError(f"{text!r} is not a size; write it like a2 or a2,overlap=15mm")
    if size and not all(SMALLEST_SIZE <= side <= LARGEST_SIZE for side in size):
        limits = f"{SMALLEST_SIZE:g} to {LARGEST_SIZE:g} mm"
        raise ValueError(f"{text!r} is out of range: each side must be {limits}")
    return size, overlap


@dataclass(frozen=True, kw_only=True)
class DestinationChoice:
    """A destination by its name, with what a user adds to it: `mpc,resize`."""

    name: str
    resize: bool = False
    """True to lay out cards in a size of the service, and to scale boards, if theirs is none."""
    copies: bool = False
    """True for a picture of each copy of a card, for services that do not ask."""
    anyway: bool = False
    """True to write files even if the preflight finds errors in them."""
    test: bool = False
    """True for outlines without art, to try a cutting machine with little ink."""
    at: str | None = None
    """Web address of the folder with the pictures, for a game table."""


def parse_destination(text: str) -> DestinationChoice:
    """Return the destination of `mpc,resize` or `tts,at=https://example.org/`; raises ValueError."""
    name, *words = (word.strip() for word in text.split(","))
    switches = [each.name for each in fields(DestinationChoice) if each.default is False]
    chosen: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if equals and key == "at":
            chosen["at"] = parse_address(value)
        elif word in switches:
            chosen[word] = True
        else:
            raise ValueError(describe_unknown("word after the name", word, (*switches, "at=URL")))
    return DestinationChoice(name=name, **chosen)


EDITIONS: Mapping[str, PrintEdition] = {name: name for name in get_args(PrintEdition)}

PRINTING: OptionTable = {
    "edition": cli.choice_setting(
        None,
        "--edition EDITION",
        "Edition for people who see little: large (print in 16 pt, cards with numbers, and a book of their "
        "texts), contrast (black on white), or braille (labels for cards).",
        "the ordinary one",
        EDITIONS,
    ),
    "backs": cli.choice_setting(
        None,
        "--backs HOW",
        "How to print backs: duplex-long, duplex-short, fold, separate, or none.",
        "set by the game",
        BACKS,
    ),
    "bleed": cli.length_setting(
        "--bleed", 20, "Bleed of cards and boards, such as 3mm.", "as much as fits without extra sheets"
    ),
    "gutter": cli.length_setting(
        "--gutter", 100, "Space between cards, such as 5mm.", "none, cards share cuts"
    ),
    ("grid", "groups"): setting(
        (None, None),
        "--grid COLUMNSxROWS",
        "Columns and rows of cards, such as 3x3; 10x5/5x2 leaves gaps between groups of 5x2.",
        "set by the game",
        parse=parse_grid,
    ),
    "start": setting(1, "--start N", "First free place on a sheet that is partly used.", min=1, max=1000),
    "turned": cli.choice_setting(
        None,
        "--orientation HOW",
        "Page orientation for cards and boards: portrait or landscape.",
        "whichever fits more cards",
        ORIENTATIONS,
    ),
    "poster": setting(
        None,
        "--poster/--no-poster",
        "Print boards at full size on several sheets, or on one sheet.",
        "set by the game",
    ),
    ("size", "overlap"): setting(
        (None, OVERLAP),
        "--size SIZE",
        "Size of boards, such as a3, 420x297mm, or a2,overlap=15mm for the tiles of a poster.",
        f"fits the sheet, overlap={OVERLAP:g}mm",
        parse=parse_board_size,
    ),
    "fold_booklets": setting(
        False,
        "--fold-booklets",
        "Print booklets with two pages of half the size on a side, to fold and staple.",
    ),
    "marks": setting(
        CropMarks(),
        "--marks SIDES",
        "Sides with crop marks (both, front, or none), or lines, or outlines; and their style: "
        "both,length=5mm,colour=#888",
        "both",
        parse=parse_marks,
    ),
    "header": setting("", "--header TEXT", "Text in the margin of every page.", "game and part"),
    "shift": setting(
        None,
        "--shift RIGHT,DOWN",
        "Offset of the backs, to correct the drift of a printer, such as 0.5mm,-0.3mm.",
        parse=parse_shift,
    ),
}
_SET_WITHOUT_OPTION = (
    "is_single",
    "gap",
    "order",
    "resize",
    "copies_as_files",
    "cutter",
    "is_for_press",
    "is_test",
)
"""Set by parts, destinations, and formats."""

CHOICES: OptionTable = {
    "games": cli.GAMES,
    "parts": list_setting(
        ("all",), "--part -p PART", "Parts, such as sheet or rules.", complete=cli.complete_parts
    ),
    "locales": locales_setting(
        ("en",), "Languages, such as en or es; all: every language of a game; de+it: two at once."
    ),
    "selection": list_setting(
        (),
        "--cards CARD",
        "Cards or tokens to print, by id or number: epidemic,city_cards:3-10",
        parse=parse_entry,
    ),
    "names": list_setting(
        (), "--names NAME", "Names of players: one sheet for each player, with the name filled in."
    ),
    "copies": setting(1, "--copies N", "Number of copies of each sheet.", min=1, max=1000),
    "settings": list_setting(
        (), "--set NAME=VALUE", "New values of constants of the game: colour=no", parse=parse_setting
    ),
    "formats": list_setting(
        (),
        "--to -t FORMAT",
        "Formats: pdf, svg, png, jpeg, gif, txt; html: a web page of the game; brf: Braille; form: PDF files "
        "to fill in on the screen; pdf-x4 or pdf-x1a, for a print shop, perhaps with the most ink in "
        "percent: pdf-x1a:240; cut-svg, cut-dxf: also the lines that a machine cuts.",
        "pdf",
        complete=cli.complete_formats,
    ),
    "folder": cli.folder_setting(OUTPUT, "Folder for the files; each game gets a folder in it."),
    "together": setting(
        False, "--together", "Put all cards and tokens of a game into one file; shared sheets save paper."
    ),
    "options": group(
        FileOptions,
        {
            "dpi": setting(
                300.0,
                "--dpi N",
                "Resolution of PNG, JPEG, and photos, in dots per inch.",
                "300",
                parse=parse_dpi,
            )
        },
        without=("fine", "press"),
    ),
    "papers": list_setting(
        (),
        "--paper PAPER",
        "Paper sizes or labels, such as a4, 330x483mm, or avery_l7160; all: every size that a game supports.",
        f"that of the printer, or {DEFAULT_PAPER}",
        complete=cli.complete_papers,
    ),
    "printing": group(Printing, PRINTING, without=_SET_WITHOUT_OPTION),
    "ink": cli.choice_setting(
        "full",
        "--ink HOW",
        "Amount of ink: full, or low for white grounds with lines around them.",
        "full",
        INKS,
    ),
    "seen_as": cli.choice_setting(
        None,
        "--as VISION",
        "Colours as colour-blind people see them (protan, deutan, or tritan), or in grey.",
        "all colours",
        VISIONS,
    ),
    "margin": cli.length_setting(
        "--margin", 30, "Unprintable margin of your printer, such as 5mm.", "6.35mm"
    ),
}
STORAGE: OptionTable = {
    "by": setting(
        "",
        "--by FIELD",
        "Field of the cards with a divider for each value, such as colour.",
        "set by the deck",
    ),
    "thickness": setting(
        None,
        "--thickness CARD",
        'Thickness of cards in boxes: 0.3mm, "10 cards 3.2 mm", or a card stock such as paper_200.',
        "set by the deck, or 0.3mm",
        parse=parse_thickness,
    ),
    "sleeved": setting(False, "--sleeved", "Boxes and dividers for cards in sleeves, 3 mm wider and higher."),
}
_STORAGE_FIELDS = tuple(map(str, STORAGE))
_SET_ELSEWHERE = ("boxes", "dividers", "cut", "press", "pictures_at", "anyway")
"""Set by the command, and by formats and destinations."""
NOT_IN_MAKE = (*_STORAGE_FIELDS, *_SET_ELSEWHERE)
"""Choices for which `petri make` has no option."""


@dataclass(frozen=True, kw_only=True)
class RunChoices:
    """Choices about a run as a whole, besides what it makes."""

    goes_to: DestinationChoice | None = None
    printer: str = ""
    """Name of a printer; empty: pages are not corrected."""
    jobs: int | None = None
    """Number of processes; None: that of the processors."""
    is_changed: bool = False
    is_opened: bool = False
    is_watched: bool = False
    is_trusted: bool = False
    is_fresh: bool = False


RUNNING: OptionTable = {
    "goes_to": setting(
        None,
        "--for NAME",
        "Make pictures of cards, for files or a service, or sheets for a cutting machine: petri list "
        "--destinations. Words may follow the name (mpc,resize): resize, for cards in a size of the service; "
        "copies, for a picture of each copy; anyway, in spite of errors; test, for outlines without art; "
        "at=URL, where the pictures of tts will be.",
        parse=parse_destination,
        complete=cli.complete_destinations,
    ),
    "printer": setting(
        "",
        "--printer NAME",
        "Correct pages for a printer that petri calibrate has measured: petri list --printers.",
        complete=cli.complete_printers,
    ),
    "is_changed": setting(False, "--changed", "Make only what differs from what you printed: petri printed."),
    "jobs": setting(
        None, "--jobs N", "Number of processes; small runs need only one.", "all processors", min=1, max=256
    ),
    "is_opened": setting(False, "--open", "Open the file, or the folder of several files."),
    "is_watched": setting(False, "--watch", "Build again when a file changes, until Ctrl-C."),
    "is_trusted": setting(False, "--trust", "Run rules.py of the game's folder, for forms and tables."),
    "is_fresh": setting(False, "--no-cache", "Read everything anew, and keep nothing."),
}


def group_choices(names: str, printing: str, storage: OptionTable = MappingProxyType({})) -> Any:
    """Return a field of options with some of the choices of a run, and of printing."""
    chosen, others = choose_options(CHOICES, names)
    kept, left = choose_options(PRINTING, printing)
    inner: OptionTable = {"printing": group(Printing, kept, without=(*left, *_SET_WITHOUT_OPTION))}
    without = {*others, *NOT_IN_MAKE} - {"printing", *map(str, storage)}
    return group(TypedChoices, {**chosen, **inner, **storage}, without=without)

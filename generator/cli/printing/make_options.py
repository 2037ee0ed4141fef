"""Options of `petri make`, some of which other commands have, too."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

from generator.cli import options as cli
from generator.cli.completion import (
    complete_destinations,
    complete_formats,
    complete_papers,
    complete_parts,
    complete_printers,
)
from generator.cli.options import Names, list_setting, locales_setting, setting
from generator.model.language.kinds import parse_block
from generator.model.language.scalars import parse_between, parse_entry
from generator.model.printing.inks import PressFile, parse_press
from generator.model.printing.printing import (
    DEFAULT_PAPER,
    MOST_SHIFT,
    OVERLAP,
    Backs,
    CropMarks,
    Ink,
    parse_marks,
    parse_size,
)
from generator.model.storage import Thickness, parse_thickness
from generator.model.values import dataclass
from generator.model.vision import Vision

BACKS: Mapping[str, Backs] = dict(zip(get_args(Backs), get_args(Backs), strict=True))
DUPLEX = {name: backs for name, backs in BACKS.items() if name.startswith("duplex")}
INKS: Mapping[str, Ink] = {"full": "full", "low": "low"}
VISIONS: Mapping[str, Vision] = dict(zip(get_args(Vision), get_args(Vision), strict=True))
ORIENTATIONS = {"portrait": False, "landscape": True}
OUTPUT = Path("output")
LEAST_OVERLAP = 8.0
"""In mm. With less, there is no room for the marks that name the neighbouring tile."""
MOST_PAGES = 100_000
SMALLEST_SIZE, LARGEST_SIZE = 20.0, 3000.0


def parse_board_size(text: str) -> tuple[float, float]:
    """Return width and height of a board in mm; raises ValueError."""
    size = parse_size(text)
    if not all(SMALLEST_SIZE <= side <= LARGEST_SIZE for side in size):
        limits = f"{SMALLEST_SIZE:g} to {LARGEST_SIZE:g} mm"
        raise ValueError(f"{text!r} is out of range: each side must be {limits}")
    return size


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
    """Return the name and the value of a constant unchanged; raises ValueError."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*=.+", text):
        raise ValueError(f"{text!r} is not a name and a value; write it like colour=no")
    return text


def parse_yield(text: str) -> int:
    """Return the number of `300` or `300 pages`; raises ValueError."""
    number = text.strip().removesuffix("pages").strip()
    if not (number.isascii() and number.isdigit() and 0 < int(number) <= MOST_PAGES):
        raise ValueError(f"{text!r} is not a number of pages; write it like 300")
    return int(number)


BACKS_SETTING: Any = cli.choice_setting(
    None,
    "--backs HOW",
    "How to print backs: duplex-long, duplex-short, fold, separate, or none.",
    "set by the game",
    BACKS,
)
BLEED_SETTING: Any = cli.length_setting(
    "--bleed", 0, 20, "Bleed of cards and boards, such as 3mm.", "as much as fits without extra sheets"
)
TOGETHER_SETTING: Any = setting(
    False, "--together", "Put all cards and tokens of a game into one file; shared sheets save paper."
)
POSTER_SETTING: Any = setting(
    None,
    "--poster/--no-poster",
    "Print boards at full size on several sheets, or on one sheet.",
    "set by the game",
)
INK_SETTING: Any = cli.choice_setting(
    "full",
    "--ink HOW",
    "Amount of ink: full, or low for white grounds with lines around them.",
    "full",
    INKS,
)
"""Options that `petri make` and `petri plan` share."""


@dataclass(frozen=True, kw_only=True)
class MakeOptions:
    """Build files to print.

    GAME is the name of a game, such as fight-the-virus, or the folder of a game of your own.
    Without it, the game in the current folder is built, or all games if there is none.
    Separate several values with commas: --locale en,es

    \b
    petri make                                   every game, in English, on A4, as PDF
    petri make fight-the-virus -p sheet --open   one sheet, opened when it is ready
    petri make fight-the-virus -l es             one game in Spanish
    petri make fight-the-virus -p sheet --names Ana,Bo,Cleo
    petri make --locale all --paper a4,letter --to pdf,svg
    petri make pandemic --cards epidemic,city_cards:3-10 --backs fold
    petri make pandemic --together               all cards and tokens on as few sheets as possible
    petri make pandemic -p board --poster
    petri make pandemic --boxes                  a tuck box for each deck
    petri make pandemic --card epidemic          a picture of one card
    petri make pandemic --for tts                all pieces for Tabletop Simulator
    petri make pandemic --to html --open         a web page of the game, in one file
    petri make pandemic -p tokens --cut dxf      tokens, and lines to cut for a machine
    petri make fight-the-virus -p sheet --form   a sheet to fill in on the screen
    """

    games: cli.Games = ()
    parts: Names = list_setting(
        ("all",),
        "--part -p PART",
        "Parts to build, such as sheet or rules.",
        complete=complete_parts,
    )
    locales: Names = locales_setting(("en",), "Languages, such as en or es; all: every language of a game.")
    papers: Names = list_setting(
        (),
        "--paper PAPER",
        "Paper sizes or labels, such as a4, 330x483mm, or avery_l7160; all: every size that a game supports.",
        f"that of the printer, or {DEFAULT_PAPER}",
        complete=complete_papers,
    )
    printer: str = setting(
        "",
        "--printer NAME",
        "Correct pages for a printer that petri calibrate has measured: petri list --printers.",
        complete=complete_printers,
    )
    is_changed: bool = setting(
        False, "--changed", "Make only what differs from what you printed: petri printed."
    )
    formats: Names = list_setting(
        (),
        "--to -t FORMAT",
        "Output formats: pdf, svg, png, jpeg, gif, txt, html. SVG, PNG, and JPEG are one file per page, "
        "HTML is one for a game.",
        "pdf",
        complete=complete_formats,
    )
    goes_to: str = setting(
        "",
        "--for NAME",
        "Make pictures of cards, for files or a service, or sheets for a cutting machine: "
        "petri list --destinations.",
        complete=complete_destinations,
    )
    pictures_at: str | None = setting(
        None,
        "--pictures-at URL",
        "Web address of the folder with the pictures of --for tts.",
        "this computer",
        parse=parse_address,
    )
    resize: bool = setting(
        False, "--resize", "Lay out cards in a size of the service, and scale boards, if theirs is none."
    )
    copies_as_files: bool = setting(
        False, "--copies-as-files", "Make a picture of each copy of a card, for services that do not ask."
    )
    anyway: bool = setting(
        False, "--anyway", "Write files for a service even if the preflight finds errors in them."
    )
    is_form: bool = setting(
        False,
        "--form",
        "PDF files to fill in on the screen: sheets, score pads, and boards; see petri score.",
    )
    cut: Names = list_setting((), "--cut FORMAT", "Also write the lines that a machine cuts: svg, dxf.")
    is_test: bool = setting(
        False,
        "--test-sheet",
        "For a cutting machine: outlines without art, to try it with little ink.",
    )
    card: str | None = setting(
        None, "--card CARD", "Make a picture of one card, by id or number.", parse=parse_entry
    )
    names: Names = list_setting(
        (), "--names NAME", "Names of players: one sheet for each player, with the name filled in."
    )
    selection: Names = list_setting(
        (),
        "--cards CARD",
        "Cards or tokens to print, by id or number: epidemic,city_cards:3-10",
        parse=parse_entry,
    )
    settings: Names = list_setting(
        (), "--set NAME=VALUE", "New values of constants of the game: colour=no", parse=parse_setting
    )
    folder: Path = cli.folder_setting(OUTPUT, "Folder for the files; each game gets a folder in it.")
    copies: int = setting(1, "--copies N", "Number of copies of each sheet.", min=1, max=1000)
    backs: Backs | None = BACKS_SETTING
    bleed: float | None = BLEED_SETTING
    gutter: float | None = cli.length_setting(
        "--gutter", 0, 100, "Space between cards, such as 5mm.", "none, cards share cuts"
    )
    marks: CropMarks = setting(
        CropMarks(),
        "--marks SIDES",
        "Sides with crop marks (both, front, or none), or lines, or outlines; and their style: "
        "both,length=5mm,colour=#888",
        "both",
        parse=parse_marks,
    )
    grid: tuple[int, int] | None = setting(
        None,
        "--grid COLUMNSxROWS",
        "Columns and rows of cards, such as 3x3.",
        "set by the game",
        parse=parse_block,
    )
    groups: tuple[int, int] | None = setting(
        None, "--groups SIZE", "Groups with gaps between them, such as 5x2.", parse=parse_block
    )
    start: int = setting(1, "--start N", "First free place on a sheet that is partly used.", min=1, max=1000)
    header: str = setting("", "--header TEXT", "Text in the margin of every page.", "game and part")
    together: bool = TOGETHER_SETTING
    boxes: bool = setting(
        False, "--boxes", "Make a tuck box for each deck instead; with --together, for all decks of one size."
    )
    dividers: bool = setting(False, "--dividers", "Make dividers with tabs instead, one for each deck.")
    by: str = setting("", "--by FIELD", "Field of the cards with a divider for each value, such as colour.")
    thickness: Thickness | None = setting(
        None,
        "--thickness CARD",
        'Thickness of cards in boxes: 0.3mm, "10 cards 3.2 mm", or a card stock such as paper_200.',
        "set by the deck, or 0.3mm",
        parse=parse_thickness,
    )
    sleeved: bool = setting(False, "--sleeved", "Make boxes and dividers for cards in sleeves.")
    poster: bool | None = POSTER_SETTING
    size: tuple[float, float] | None = setting(
        None,
        "--size SIZE",
        "Size of boards, such as a3 or 420x297mm.",
        "fits the sheet",
        parse=parse_board_size,
    )
    overlap: float = cli.length_setting(
        "--overlap",
        LEAST_OVERLAP,
        50,
        "Overlap between poster tiles, such as 15mm.",
        f"{OVERLAP:g}mm",
        OVERLAP,
    )
    turned: bool | None = cli.choice_setting(
        None,
        "--orientation HOW",
        "Page orientation for cards and boards: portrait or landscape.",
        "whichever fits more cards",
        ORIENTATIONS,
    )
    ink: Ink = INK_SETTING
    seen_as: Vision | None = cli.choice_setting(
        None,
        "--as VISION",
        "Colours as colour-blind people see them (protan, deutan, or tritan), or in grey.",
        "all colours",
        VISIONS,
    )
    margin: float | None = cli.length_setting(
        "--margin", 0, 30, "Unprintable margin of your printer, such as 5mm.", "6.35mm"
    )
    shift: tuple[float, float] | None = setting(
        None,
        "--shift RIGHT,DOWN",
        "Offset of the backs, to correct the drift of a printer, such as 0.5mm,-0.3mm.",
        parse=parse_shift,
    )
    fold_booklets: bool = setting(
        False,
        "--fold-booklets",
        "Print booklets with two pages of half the size on a side, to fold and staple.",
    )
    press: PressFile | None = setting(
        None,
        "--press STANDARD",
        "PDF files for a print shop, in inks: x4 or x1a, perhaps with the most ink in percent: x1a,ink=240",
        parse=parse_press,
    )
    dpi: int = setting(
        300, "--dpi N", "Resolution of PNG, JPEG, and photos, in dots per inch.", min=36, max=2400
    )
    jobs: int | None = setting(
        None, "--jobs N", "Number of processes; small runs need only one.", "all processors", min=1, max=256
    )
    is_opened: bool = setting(False, "--open", "Open the file, or the folder of several files.")
    is_watched: bool = setting(False, "--watch", "Build again when a file changes, until Ctrl-C.")
    is_fresh: cli.IsFresh = False

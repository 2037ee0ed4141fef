"""Options of the commands that print."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeAlias, get_args

import typer

from generator.cli import completion
from generator.cli.options import (
    Games,
    Locale,
    Paper,
    complete_from,
    folder_option,
    list_option,
    locales_option,
    option,
    parse_path,
    parsed,
)
from generator.errors import find_near
from generator.model.entries import parse_entry
from generator.model.printing import OVERLAP, Backs, CropMarks, parse_marks, parse_size
from generator.model.units import parse_length

BACKS: Mapping[str, Backs] = dict(zip(get_args(Backs), get_args(Backs), strict=True))
DUPLEX = {name: backs for name, backs in BACKS.items() if name.startswith("duplex")}
MARKS = CropMarks()
ORIENTATIONS = {"portrait": False, "landscape": True}
OUTPUT = Path("output")
LEAST_OVERLAP = 8.0
"""In mm. With less, there is no room for the marks that name the neighbouring tile."""
MOST_SHIFT = 10.0
SMALLEST_SIZE, LARGEST_SIZE = 20.0, 3000.0


def parse_between(least: float, most: float) -> Any:
    """Return the parser of a length within limits, in mm."""

    def parse(text: str) -> float:
        length = parse_length(text)
        if not least <= length <= most:
            raise ValueError(f"{text!r} is out of range: {least:g} to {most:g} mm")
        return length

    return parse


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
    right, down = map(parse_between(-MOST_SHIFT, MOST_SHIFT), parts)
    return right, down


def choice_option(declaration: str, help: str, default: str = "", *, known: Mapping[str, object]) -> Any:
    """Return an option with named values."""

    def parse(text: str) -> object:
        name = text.strip().lower().replace("_", "-")
        if name in known:
            return known[name]
        near = find_near(name, known)
        meant = f" (did you mean {near[0]}?)" if near else ""
        raise ValueError(f"unknown value {text!r}{meant}; available: {', '.join(known)}")

    complete = complete_from(known)
    return option(declaration, help, default, parser=parsed(parse), complete=complete)


def length_option(flag: str, least: float, most: float, help: str, default: str) -> Any:
    """Return an option for a length in mm."""
    parser = parsed(parse_between(least, most))
    return option(f"{flag} LENGTH", help, default, parser=parser)


Destinations: TypeAlias = Annotated[
    bool, option("--destinations", "List what petri make --for makes instead.")
]


@dataclass(frozen=True, kw_only=True)
class MakeOptions:
    """Options of `petri make`; fields that an order or a printing has have the same names there."""

    games: Games = ()
    parts: Annotated[
        tuple[str, ...],
        list_option(
            "--part -p PART", "Parts to build, such as sheet or rules.", complete=completion.complete_parts
        ),
    ] = ("all",)
    locales: Annotated[
        tuple[str, ...], locales_option("Languages, such as en or es; all: every language of a game.")
    ] = ("en",)
    papers: Annotated[
        tuple[str, ...],
        list_option(
            "--paper PAPER",
            "Paper sizes, such as a4, letter, or 330x483mm; all: every size that a game supports.",
            complete=completion.complete_papers,
        ),
    ] = ("a4",)
    formats: Annotated[
        tuple[str, ...],
        list_option(
            "--to -t FORMAT",
            "Output formats: pdf, svg, png, jpeg, txt. SVG, PNG, and JPEG are one file per page.",
            "pdf",
            complete=completion.complete_formats,
        ),
    ] = ()
    goes_to: Annotated[
        str,
        option(
            "--for NAME",
            "Make pictures of cards for a service, an online table, or files: see petri list --destinations.",
            complete=completion.complete_destinations,
        ),
    ] = ""
    card: Annotated[str, option("--card CARD", "Make a picture of one card, by id or number.")] = ""
    names: Annotated[
        tuple[str, ...],
        list_option("--names NAME", "Names of players: one sheet for each player, with the name filled in."),
    ] = ()
    selection: Annotated[
        tuple[str, ...],
        list_option(
            "--cards CARD",
            "Cards or tokens to print, by id or number: epidemic,city_cards:3-10",
            parse=parse_entry,
        ),
    ] = ()
    folder: Annotated[Path, folder_option("Folder for the files; each game gets a folder in it.")] = OUTPUT
    copies: Annotated[int, option("--copies N", "Number of copies of each sheet.", min=1, max=1000)] = 1
    backs: Annotated[
        Backs | None,
        choice_option(
            "--backs HOW",
            "How to print backs: duplex-long, duplex-short, fold, separate, or none.",
            "set by the game",
            known=BACKS,
        ),
    ] = None
    bleed: Annotated[
        float | None,
        length_option(
            "--bleed",
            0.0,
            20.0,
            "Bleed around each card, such as 3mm.",
            "as much as fits without extra sheets",
        ),
    ] = None
    gutter: Annotated[
        float | None,
        length_option("--gutter", 0.0, 100.0, "Space between cards, such as 5mm.", "none, cards share cuts"),
    ] = None
    marks: Annotated[
        CropMarks,
        option(
            "--marks SIDES",
            "Sides with crop marks (both, front, or none), and their style: both,length=5mm,colour=#888",
            "both",
            parser=parsed(parse_marks),
        ),
    ] = MARKS
    together: Annotated[
        bool,
        option("--together", "Put all cards and tokens of a game into one file; shared sheets save paper."),
    ] = False
    poster: Annotated[
        bool | None,
        option(
            "--poster/--no-poster",
            "Print boards at full size on several sheets, or on one sheet.",
            "set by the game",
        ),
    ] = None
    size: Annotated[
        tuple[float, float] | None,
        option(
            "--size SIZE",
            "Size of boards, such as a3 or 420x297mm.",
            "fits the sheet",
            parser=parsed(parse_board_size),
        ),
    ] = None
    overlap: Annotated[
        float,
        length_option(
            "--overlap", LEAST_OVERLAP, 50.0, "Overlap between poster tiles, such as 15mm.", f"{OVERLAP:g}mm"
        ),
    ] = OVERLAP
    turned: Annotated[
        bool | None,
        choice_option(
            "--orientation HOW",
            "Page orientation for cards and boards: portrait or landscape.",
            "whichever fits more cards",
            known=ORIENTATIONS,
        ),
    ] = None
    margin: Annotated[
        float | None,
        length_option("--margin", 0.0, 30.0, "Unprintable margin of your printer, such as 5mm.", "6.35mm"),
    ] = None
    shift: Annotated[
        tuple[float, float],
        option(
            "--shift RIGHT,DOWN",
            "Offset of the backs, to correct the drift of a printer, such as 0.5mm,-0.3mm.",
            parser=parsed(parse_shift),
            show_default=False,
        ),
    ] = (0.0, 0.0)
    dpi: Annotated[
        int,
        option(
            "--dpi N", "Resolution of PNG and JPEG files and of photos, in dots per inch.", min=36, max=2400
        ),
    ] = 300
    is_opened: Annotated[bool, option("--open", "Open the file, or the folder of several files.")] = False
    is_watched: Annotated[bool, option("--watch", "Build again when a file changes, until Ctrl-C.")] = False


@dataclass(frozen=True, kw_only=True)
class CheckOptions:
    """Options of `petri check`."""

    games: Games = ()


@dataclass(frozen=True, kw_only=True)
class FontsOptions:
    """Options of `petri fonts`."""

    folder: Annotated[
        Path | None, typer.Argument(metavar="FOLDER", hidden=True, parser=parsed(parse_path))
    ] = None


@dataclass(frozen=True, kw_only=True)
class NewOptions:
    """Options of `petri new`."""

    folder: Annotated[Path, typer.Argument(metavar="FOLDER", hidden=True, parser=parsed(parse_path))]
    is_complete: Annotated[
        bool, option("--complete", "A game with a board, tokens, a sheet, and rules, in several files.")
    ] = False
    locales: Annotated[tuple[str, ...], locales_option("Languages besides English of a --complete game.")] = (
        "es",
    )
    id: Annotated[str, option("--id ID", "Id of the game in files.", "from the folder")] = ""


@dataclass(frozen=True, kw_only=True)
class CalibrationOptions:
    """Options of `petri calibrate`."""

    paper: Paper = "a4"
    locale: Locale = "en"
    backs: Annotated[
        Backs,
        choice_option(
            "--backs HOW",
            "How the printer flips the paper: duplex-long or duplex-short.",
            "duplex-long",
            known=DUPLEX,
        ),
    ] = "duplex-long"
    folder: Annotated[Path, folder_option("Folder for the file.")] = OUTPUT


@dataclass(frozen=True, kw_only=True)
class SchemaOptions:
    """Options of `petri schema`."""

    name: Annotated[
        str, typer.Argument(metavar="NAME", hidden=True, autocompletion=completion.complete_schemas)
    ] = ""
    folder: Annotated[Path | None, folder_option("Write the schemas to files in this folder.")] = None

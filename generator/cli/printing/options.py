"""Options of the commands that print; their docstrings are the help.

Fields of `MakeOptions` that are choices of a run, or of printing, have the same names there.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from generator.cli import options as cli
from generator.cli.completion import (
    complete_destinations,
    complete_papers,
    complete_parts,
    complete_printers,
    complete_schemas,
)
from generator.cli.options import Names, list_setting, locales_setting, setting
from generator.cli.printing.make_options import (
    BACKS_SETTING,
    BLEED_SETTING,
    DUPLEX,
    INK_SETTING,
    OUTPUT,
    POSTER_SETTING,
    TOGETHER_SETTING,
    MakeOptions,
    parse_yield,
)
from generator.model.language.scalars import parse_entry
from generator.model.printing.printing import DEFAULT_PAPER, Backs, Ink
from generator.model.values import dataclass


@dataclass(frozen=True, kw_only=True)
class ListOptions:
    """List games, paper sizes, and output formats."""

    has_destinations: bool = setting(False, "--destinations", "List what petri make --for makes.")
    has_printers: bool = setting(False, "--printers", "List the printers that petri calibrate has measured.")
    as_json: cli.AsJson = False
    is_fresh: cli.IsFresh = False


@dataclass(frozen=True, kw_only=True)
class CheckOptions:
    """Check games without writing anything.

    It checks that data is valid, texts exist, fonts have every character, and everything fits.
    Every part is checked in every language on every paper size; the exit code is 1 if there are errors.
    With --for, it checks instead what a service prints: words near the cut, bleed, lines, type, and pictures.

    GAME is the name of a game, such as fight-the-virus, or the folder of a game of your own.
    Without it, the game in the current folder is checked, or all games if there is none.
    """

    games: cli.Games = ()
    goes_to: str = setting(
        "",
        "--for NAME",
        "Check pictures of cards for a service: petri list --destinations.",
        complete=complete_destinations,
    )
    locales: Names = locales_setting(("all",), "Languages, such as en or es; all: every language of a game.")
    is_fresh: cli.IsFresh = False


@dataclass(frozen=True, kw_only=True)
class PlanOptions:
    """Count the paper, ink, and work of games without writing anything.

    It lists sheets of paper, cuts, folds, sleeves, ink, and about how long cutting takes; with choices of
    petri make, it shows what they save.

    GAME is the name of a game, such as fight-the-virus, or the folder of a game of your own.
    Without it, the game in the current folder is planned, or all games if there is none.

    \b
    petri plan pandemic
    petri plan pandemic --ink low --backs none
    petri plan pandemic --yield 300              with cartridges for 300 pages
    """

    games: cli.Games = ()
    parts: Names = list_setting(("all",), "--part -p PART", "Parts to plan.", complete=complete_parts)
    locale: cli.Locale = "en"
    paper: cli.Paper = DEFAULT_PAPER
    backs: Backs | None = BACKS_SETTING
    bleed: float | None = BLEED_SETTING
    together: bool = TOGETHER_SETTING
    poster: bool | None = POSTER_SETTING
    ink: Ink = INK_SETTING
    pages: int | None = setting(
        None,
        "--yield PAGES",
        "Number of pages that a set of cartridges prints, by its maker, such as 300.",
        parse=parse_yield,
    )
    as_json: cli.AsJson = False
    is_fresh: cli.IsFresh = False


@dataclass(frozen=True, kw_only=True)
class PreviewOptions:
    """Show a game in the browser, and draw it again whenever a file changes.

    A click on a card finds its row, its text, and its template. Nobody else can see the page; it ends with
    Ctrl-C.

    GAME is the name of a game, such as fight-the-virus, or the folder of a game of your own.
    Without it, the game in the current folder is shown.

    \b
    petri preview
    petri preview my-game -p cards -l en,es      two languages side by side
    """

    game: cli.Game = ""
    part: str = setting("", "--part -p PART", "Part to show first.", complete=complete_parts)
    locales: Names = locales_setting(("en",), "Languages to show side by side, such as en or es.")
    papers: Names = list_setting(
        (DEFAULT_PAPER,),
        "--paper PAPER",
        "Paper sizes to show side by side, such as a4 or letter.",
        complete=complete_papers,
    )
    folder: Path = cli.folder_setting(OUTPUT, "Folder for files to print; each game gets a folder in it.")
    port: int = setting(0, "--port PORT", "Port of the address.", "any that is free", min=0, max=65535)
    is_opened: bool = setting(True, "--open/--no-open", "Open the page in the browser.")


@dataclass(frozen=True, kw_only=True)
class FontsOptions:
    """List fonts, with their styles, scripts, and problems.

    FOLDER is a folder with font files, such as fonts/ of your game; without it, the fonts of all games
    are listed.
    """

    folder: Annotated[Path | None, cli.FOLDER] = None
    is_system: bool = setting(False, "--system", "List the fonts that are installed on this machine.")


@dataclass(frozen=True, kw_only=True)
class NewOptions:
    """Create a small game of your own.

    It is a deck of cards in one short file, which can grow. With --complete, it has a board, tokens, a
    sheet, and rules in two languages, too. FOLDER must be new or empty.
    """

    folder: Annotated[Path, cli.FOLDER]
    is_complete: bool = setting(
        False, "--complete", "A game with a board, tokens, a sheet, and rules, in several files."
    )
    locales: Names = locales_setting(("es",), "Languages besides English of a --complete game.")
    id: str = setting("", "--id ID", "Id of the game in files.", "from the folder")


@dataclass(frozen=True, kw_only=True)
class CalibrationOptions:
    """Build a sheet that measures the drift of a printer.

    Print it on both sides, hold it against the light, and read the scales. With --printer, --read asks for
    the values and keeps them, and petri make --printer uses them; without it, the values of the scale in the
    middle are those for petri make --shift. In scripts, READINGS are five pairs (middle, top left, top
    right, bottom left, bottom right), the lengths of two bars, and the frames: left, top, right, bottom.

    \b
    petri calibrate --printer home              the sheet
    petri calibrate --printer home --read       asks for what you have measured
    petri calibrate --printer home --verify     the sheet with the correction: the crosses must meet
    """

    printer: str = setting("", "--printer NAME", "Name of the printer.", complete=complete_printers)
    readings: str | None = setting(
        None,
        "--read READINGS",
        'Ask for what was measured, or take it from the line: "0.5,-0.3; 0.6,-0.1; ...".',
        is_bare=True,
    )
    is_verified: bool = setting(
        False, "--verify", "Print the sheet, or read it, with the correction of the printer."
    )
    paper: str = setting(
        "",
        "--paper PAPER",
        "Paper size, such as a4 or letter.",
        f"that of the printer, or {DEFAULT_PAPER}",
        complete=complete_papers,
    )
    locale: cli.Locale = "en"
    backs: Backs | None = cli.choice_setting(
        None,
        "--backs HOW",
        "How the printer flips the paper: duplex-long or duplex-short.",
        "that of the printer, or duplex-long",
        DUPLEX,
    )
    folder: Path = cli.folder_setting(OUTPUT, "Folder for the file.")


@dataclass(frozen=True, kw_only=True)
class PrintedOptions:
    """Record what is printed, for petri make --changed.

    What the last petri make of the game made is recorded; options choose something else. Hashes of what each
    side shows are kept, in .petri/printed.json in the folder of the game, or in the folder of your settings
    if that is not yours to write to.

    \b
    petri make pandemic          and print it
    petri printed pandemic       it is on the table
    petri make pandemic --changed
    """

    games: cli.Games = ()
    parts: Names = list_setting((), "--part -p PART", "Parts that are printed.", complete=complete_parts)
    locales: Names = locales_setting((), "Languages that are printed, such as en or es.")
    papers: Names = list_setting(
        (), "--paper PAPER", "Paper on which boards, sheets, and rules are printed.", complete=complete_papers
    )
    selection: Names = list_setting(
        (), "--cards CARD", "Cards or tokens that are printed, by id or number.", parse=parse_entry
    )
    is_forced: bool = setting(
        False, "--anyway", "Record the game as it is now, though files have changed since petri make."
    )


@dataclass(frozen=True, kw_only=True)
class SchemaOptions:
    """Print the JSON Schema of a type of file.

    NAME is the type of file, such as sheet; without it, all types are listed. Editors
    that support YAML use schemas to complete and check what you write.
    """

    name: Annotated[str, typer.Argument(metavar="NAME", hidden=True, autocompletion=complete_schemas)] = ""
    folder: Path | None = cli.folder_setting(None, "Write the schemas to files in this folder.")


COMMANDS: Mapping[str, tuple[type[Any], str]] = {
    "list": (ListOptions, "printing.listing.print_list"),
    "make": (MakeOptions, "printing.making.make_files"),
    "check": (CheckOptions, "printing.checking.check_and_report"),
    "preview": (PreviewOptions, "printing.previewing.show_preview"),
    "plan": (PlanOptions, "printing.planning.print_plan"),
    "fonts": (FontsOptions, "printing.listing.print_fonts"),
    "new": (NewOptions, "printing.starting.start_game"),
    "calibrate": (CalibrationOptions, "printing.calibrating.calibrate"),
    "printed": (PrintedOptions, "printing.changing.record_and_report"),
    "schema": (SchemaOptions, "printing.listing.print_schemas"),
}
"""Options and functions of commands by name."""

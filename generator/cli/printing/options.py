"""Options of the commands that print; the docstring of each command is its help.

Those that `petri make` had in version 0.1 are written as they are now; they are understood until 0.3.
"""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from generator.cli import options as cli
from generator.cli.options import NameList, choose_options, group, list_setting, locales_setting, setting
from generator.cli.printing.choices import (
    CHOICES,
    DUPLEX_BACKS,
    NOT_IN_MAKE,
    RUNNING,
    STORAGE,
    RunChoices,
    group_choices,
    parse_yield,
)
from generator.errors import UnknownName, describe_unknown
from generator.make.jobs.typed import TypedChoices
from generator.model.language.kinds import (
    PdfBacks,
    parse_between,
    parse_block,
    parse_entry,
    parse_pages,
    parse_pdf_backs,
    share_unit,
)
from generator.model.printing.printing import DEFAULT_PAPER, Backs
from generator.model.values import dataclass
from generator.output import OUTPUT


@dataclass(frozen=True, kw_only=True)
class MakeOptions:
    """Build files to print.

    GAME is the name of a game, such as fight-the-virus, or the folder of a game of your own.
    Without it, the games in the current folder are built, or all games if there are none.
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
    petri make pandemic --cards epidemic --for faces   a picture of one card
    petri make pandemic --for tts                all pieces for Tabletop Simulator
    petri make pandemic --to html --open         a web page of the game, in one file
    petri make pandemic -p tokens --to pdf,cut-dxf   tokens, and lines to cut for a machine
    petri make fight-the-virus -p sheet --to form   a sheet to fill in on the screen
    """

    choices: TypedChoices = group(TypedChoices, CHOICES, without=NOT_IN_MAKE)
    run: RunChoices = group(RunChoices, RUNNING)


@dataclass(frozen=True, kw_only=True)
class BoxOptions:
    """Build tuck boxes for the decks of a game, or dividers with tabs.

    GAME is the name of a game, such as pandemic, or the folder of a game of your own.
    Without it, the games in the current folder are taken, or all games if there are none.
    Each deck gets a box; with --together, decks of one size share one.

    \b
    petri boxes pandemic
    petri boxes pandemic --sleeved --together    one box for all cards of a size
    petri boxes pandemic --dividers              a divider for each deck
    petri boxes pandemic --dividers --by colour
    """

    choices: TypedChoices = group_choices(
        "games parts locales formats folder together options papers ink seen_as margin",
        "bleed turned marks header",
        STORAGE,
    )
    is_divided: bool = setting(
        False, "--dividers", "Make dividers with tabs, one for each deck, instead of boxes."
    )
    run: RunChoices = group(
        RunChoices,
        choose_options(RUNNING, "goes_to printer jobs is_opened is_fresh")[0],
        without=("is_changed", "is_watched", "is_trusted"),
    )


@dataclass(frozen=True, kw_only=True)
class ListOptions:
    """List games, paper sizes, and output formats."""

    has_destinations: bool = setting(False, "--destinations", "List what petri make --for makes.")
    has_printers: bool = setting(False, "--printers", "List the printers that petri calibrate has measured.")
    as_json: cli.AsJson = False
    is_fresh: cli.IsFresh = False


PROBLEM_FORMATS = ("text", "frames", "json", "github", "sarif")


def _parse_problem_format(text: str) -> str:
    if text not in PROBLEM_FORMATS:
        raise ValueError(describe_unknown("format", text, PROBLEM_FORMATS))
    return text


@dataclass(frozen=True, kw_only=True)
class CheckOptions:
    """Check games without writing anything.

    It checks that data is valid, texts exist, fonts have every character, and everything fits.
    Every part is checked in every language on every paper size; the exit code is 1 if there are errors.
    With --for, it checks instead what a service prints: words near the cut, bleed, lines, type, and pictures.
    With --trust, it runs the rules of a game of your own, and plays random games to find their mistakes.

    GAME is the name of a game, such as fight-the-virus, or the folder of a game of your own.
    Without it, the games in the current folder are checked, or all games if there are none.
    """

    games: cli.Games = ()
    goes_to: str = setting(
        "",
        "--for NAME",
        "Check pictures of cards for a service: petri list --destinations.",
        complete=cli.complete_destinations,
    )
    locales: NameList = locales_setting(
        ("all",), "Languages, such as en or es; all: every language of a game."
    )
    format: str = setting(
        "text",
        "--format FORMAT",
        "How problems are printed: text, frames (with lines of files), json, github, or sarif.",
        parse=_parse_problem_format,
    )
    explained: str = setting("", "--explain CODE", "Explain a kind of problem, such as unknown-icon.")
    is_trusted: cli.Trust = False
    shows_traceback: cli.Traceback = False
    is_fresh: cli.IsFresh = False


@dataclass(frozen=True, kw_only=True)
class PlanOptions:
    """Count the paper, ink, and work of games without writing anything.

    It lists sheets of paper, cuts, folds, sleeves, ink, and about how long cutting takes; with choices of
    petri make, it shows what they save.

    GAME is the name of a game, such as fight-the-virus, or the folder of a game of your own.
    Without it, the games in the current folder are planned, or all games if there are none.

    \b
    petri plan pandemic
    petri plan pandemic --ink low --backs none
    petri plan pandemic --yield 300              with cartridges for 300 pages
    """

    choices: TypedChoices = group_choices("games parts locales papers together ink", "backs bleed poster")
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

    game: cli.GameArgument = ""
    part: str = setting("", "--part -p PART", "Part to show first.", complete=cli.complete_parts)
    locales: NameList = locales_setting(("en",), "Languages to show side by side, such as en or es.")
    papers: NameList = list_setting(
        (DEFAULT_PAPER,),
        "--paper PAPER",
        "Paper sizes to show side by side, such as a4 or letter.",
        complete=cli.complete_papers,
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
    sheet, and rules in two languages, too. With --rules, it is noughts and crosses, with 40 lines of Python
    as its rules. With --style, its cards look as if a studio had made them, and draw their own pictures.
    FOLDER must be new or empty.

    \b
    petri new my-game                          a deck in one short file
    petri new my-game --style saga             a deck and tokens in a style
    petri new --style                          lists the styles, and writes styles.png, which shows them
    """

    folder: Annotated[Path | None, cli.FOLDER] = None
    style: str | None = setting(
        None,
        "--style STYLE",
        "A deck in this style; without STYLE, lists them.",
        is_bare=True,
        complete=cli.complete_styles,
    )
    is_complete: bool = setting(
        False, "--complete", "A game with a board, tokens, a sheet, and rules, in several files."
    )
    has_rules: bool = setting(
        False, "--rules", "A game that petri walk and petri simulate play, with its rules in Python."
    )
    locales: NameList = locales_setting(("es",), "Languages besides English of a --complete game.")
    id: str = setting("", "--id ID", "Id of the game in files.", "from the folder")


@dataclass(frozen=True, kw_only=True)
class EditorOptions:
    """Help an editor: complete, explain, and check while you type.

    An editor starts it, and talks to it over standard input and output by the Language Server Protocol;
    docs/editor.md has the settings of several editors. It needs: pip install "petri-press[editor]"
    """

    uses_stdio: bool = setting(False, "--stdio", "Talk over standard input and output, as always.")


@dataclass(frozen=True, kw_only=True)
class PluginsOptions:
    """List what installed packages add.

    They add data (games, themes, icons, sizes, services), rules of games, output formats, and importers.
    """

    as_json: cli.AsJson = False


@dataclass(frozen=True, kw_only=True)
class PackOptions:
    """Pack a game into one file.

    Every command takes my-game.petri where it takes a folder. The game is checked first. Files that nothing
    names are left out and listed, as are hidden files and output/. The same game always gives the same bytes.

    \b
    petri pack my-game
    petri pack my-game -o my-game-2.petri --version 2 --with-rules
    petri unpack my-game-2.petri
    """

    game: cli.GameArgument = "."
    file: Path | None = setting(None, "--output -o FILE", "File to write.", "from the game")
    with_rules: bool = setting(
        False, "--with-rules", "Include rules.py, which those who receive it must trust."
    )
    version: str = setting(
        "", "--version VERSION", "Version, which is shown to those who receive it.", "from kit.yaml"
    )
    source: str = setting("", "--source ADDRESS", "Where it comes from, which is only shown.")
    as_json: cli.AsJson = False
    is_fresh: cli.IsFresh = False


@dataclass(frozen=True, kw_only=True)
class UnpackOptions:
    """Write a packed game as a folder.

    The folder must be new or empty; without FOLDER, it has the name of the file.

    \b
    petri unpack my-game.petri                 writes the folder my-game
    petri unpack my-game.petri copy-of-it
    """

    file: Annotated[Path, cli.FILE]
    folder: Annotated[Path | None, cli.FOLDER] = None


@dataclass(frozen=True, kw_only=True)
class DiffOptions:
    """List what differs between two versions of a game.

    OLD and NEW are games: folders, files, .petri files, or what a commit of git has, REVISION:PATH. With one
    game, it is compared with what the last commit has, or the commit of --rev. Files are compared as data:
    comments, quotes, and the order of keys are no differences. The exit code is 0 if nothing differs, 1 if
    something does, and 2 for any other problem.

    \b
    petri diff my-game                          what has changed since the last commit
    petri diff my-game --rev v1.0 --to changes.html
    petri diff my-game-1.petri my-game
    petri diff HEAD~3:my-game HEAD:my-game --json
    """

    games: Annotated[NameList, cli.argument("[OLD] [NEW]", "Games to compare.", "the current folder")] = ()
    revision: str = setting("", "--rev REVISION", "Commit, branch, or tag to compare with.", "HEAD")
    file: Path | None = setting(
        None, "--to FILE", "Web page to write, with pictures of what looks different before and after."
    )
    locales: NameList = locales_setting(
        ("en",), "Languages in which cards and pages are compared; texts are compared in all."
    )
    parts: NameList = list_setting(
        ("all",), "--part -p PART", "Parts whose looks are compared.", complete=cli.complete_parts
    )
    has_looks: bool = setting(True, "--looks/--no-looks", "Compare what cards and pages look like, too.")
    as_json: cli.AsJson = False


@dataclass(frozen=True, kw_only=True)
class ConvertOptions:
    """Turn booklets in YAML into Markdown.

    The Markdown has the English texts in place of their keys, and is written beside the booklet, which is
    removed. Keys stay the same, so that all translations stay as they are, and so do all pages.

    \b
    petri convert my-game/rules.yaml
    """

    files: Annotated[NameList, cli.argument("FILE...", "Booklets of games.")]


def _parse_lengths(text: str, joint: str, like: str, *, may_be_one: bool = False) -> tuple[float, float]:
    """Return two lengths in mm, of which the last may have the unit of both; raises ValueError."""
    sides = [side.strip() for side in re.split(joint, text)]
    if len(sides) == 1 and may_be_one:
        sides *= 2
    if len(sides) != 2:
        raise ValueError(f"{text!r} is not two lengths; write it like {like}")
    first, last = (parse_between(side, least=0, most=5000) for side in share_unit(sides))
    return first, last


def _parse_card(text: str) -> tuple[float, float]:
    size = _parse_lengths(text, r"[x×]", "63x88mm")
    if min(size) < 2:
        raise ValueError(f"{text!r} is too small to be cut out; write it like 63x88mm")
    return size


@dataclass(frozen=True, kw_only=True)
class ProjectImportOptions:
    """Turn a project of another tool, or the cards of a PDF file, into a deck.

    FILE is a script of nanDECK (.nde, .txt), a JSON file of rpg-cards or CardPen, a project of CardMaker
    (.cmp), a drawing with placeholders (.svg), whose table is beside it, a PDF file with cards, or a script
    of Squib (.rb) or protograf (.py). Scripts of the last two are programs, which run only with --trust, in
    a copy of their folder. The deck, with its tables, pictures, and fonts, is written into a folder. A
    report lists every line of the source that was changed or left out. Nothing is overwritten.

    \b
    petri import cards.nde                     writes cards.yaml beside it
    petri import cards.nde --to my-deck        writes into a folder of its own, with copies of its pictures
    petri import card.svg --table cards.csv    fills a drawing in with a table
    petri import deck.rb --trust               runs a script of Squib, without network
    petri import cards.pdf                     finds the cards on the pages of a PDF file
    petri import cards.pdf --grid 3x3 --card 63x88mm
    petri make cards.yaml                      prints it
    """

    file: Annotated[Path, cli.FILE]
    folder: Path | None = setting(None, "--to FOLDER", "Folder for the deck.", "that of FILE")
    table: Path | None = setting(
        None, "--table TABLE", "Table with the cards of a drawing.", "the one beside it that fits"
    )
    is_trusted: bool = setting(False, "--trust", "Run FILE if it is a program, in a copy of its folder.")
    grid: tuple[int, int] | None = setting(
        None,
        "--grid COLUMNSxROWS",
        "Cards on a page of a PDF file: 3x3.",
        "what its pages show",
        parse=parse_block,
    )
    card: tuple[float, float] | None = setting(
        None,
        "--card SIZE",
        "Size of the cards of a PDF file, such as 63x88mm, without their bleed.",
        "what its pages show",
        parse=_parse_card,
    )
    at: tuple[float, float] | None = setting(
        None,
        "--at LEFT,TOP",
        "Where the first card of a page begins, such as 12mm,10mm.",
        "what its pages show",
        parse=partial(_parse_lengths, joint=",", like="12mm,10mm"),
    )
    gap: tuple[float, float] | None = setting(
        None,
        "--gap LENGTH",
        "Gap between the cards of a PDF file: 0, 2mm, or 2x3mm.",
        "what its pages show",
        parse=partial(_parse_lengths, joint=r"[x×]", like="2mm, or 2x3mm", may_be_one=True),
    )
    backs: PdfBacks | None = setting(
        None,
        "--backs PAGES",
        "Pages of a PDF file with backs: even, separate (the second half), none, or numbers, such as 10-17.",
        "what its pages show",
        parse=parse_pdf_backs,
    )
    pages: tuple[int, ...] = setting(
        (), "--pages PAGES", "Pages of a PDF file with cards: 2-9.", "all that have cards", parse=parse_pages
    )
    is_sure: bool = setting(False, "--yes", "Don't ask whether the cards of a PDF file were found.")


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

    printer: str = setting("", "--printer NAME", "Name of the printer.", complete=cli.complete_printers)
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
        complete=cli.complete_papers,
    )
    locale: cli.Locale = "en"
    backs: Backs | None = cli.choice_setting(
        None,
        "--backs HOW",
        "How the printer flips the paper: duplex-long or duplex-short.",
        "that of the printer, or duplex-long",
        DUPLEX_BACKS,
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
    parts: NameList = list_setting(
        (), "--part -p PART", "Parts that are printed.", complete=cli.complete_parts
    )
    locales: NameList = locales_setting((), "Languages that are printed, such as en or es.")
    papers: NameList = list_setting(
        (),
        "--paper PAPER",
        "Paper on which boards, sheets, and rules are printed.",
        complete=cli.complete_papers,
    )
    selection: NameList = list_setting(
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

    name: Annotated[str, typer.Argument(metavar="NAME", hidden=True, autocompletion=cli.complete_schemas)] = (
        ""
    )
    folder: Path | None = cli.folder_setting(None, "Write the schemas to files in this folder.")


_HEADINGS = {
    "What to make": "parts locales selection names copies settings by thickness sleeved "
    "is_divided is_changed",
    "Files": "formats folder together dpi",
    "Layout": "papers backs bleed gutter grid_groups start turned poster size_overlap fold_booklets "
    "marks header",
    "Ink and colours": "ink seen_as",
    "Printer": "margin shift printer",
    "Service, table, or cutter": "goes_to",
    "Run": "jobs is_opened is_watched is_fresh",
}
"""Headings of the help of `petri make` and `petri boxes`, with their options."""
_HEADED = {name: heading for heading, names in _HEADINGS.items() for name in names.split()}
PRINTING_COMMANDS: Mapping[str, tuple[Any, ...]] = {
    "list": (ListOptions, "printing.listing.print_list"),
    "make": (MakeOptions, "printing.making.make_files", _HEADED),
    "boxes": (BoxOptions, "printing.making.make_boxes", _HEADED),
    "check": (CheckOptions, "printing.checking.check_and_report"),
    "preview": (PreviewOptions, "printing.previewing.show_preview"),
    "plan": (PlanOptions, "printing.planning.print_plan"),
    "fonts": (FontsOptions, "printing.listing.print_fonts"),
    "new": (NewOptions, "printing.game_folders.create_game"),
    "lsp": (EditorOptions, "printing.checking.serve_editor"),
    "plugins": (PluginsOptions, "printing.listing.print_plugins"),
    "pack": (PackOptions, "printing.game_folders.pack_and_report"),
    "unpack": (UnpackOptions, "printing.game_folders.unpack_and_report"),
    "diff": (DiffOptions, "printing.comparing.compare_and_report"),
    "convert": (ConvertOptions, "printing.importing.convert_and_report"),
    "import": (ProjectImportOptions, "printing.importing.import_project_and_report"),
    "calibrate": (CalibrationOptions, "printing.calibrating.calibrate"),
    "printed": (PrintedOptions, "printing.changing.record_and_report"),
    "schema": (SchemaOptions, "printing.listing.print_schemas"),
}
"""Options, functions, and headings of commands by name."""


_SWITCHES = {
    "--resize": "resize",
    "--copies-as-files": "copies",
    "--anyway": "anyway",
    "--test-sheet": "test",
}
"""Options that are words after the name of a destination now."""
_BOX_SWITCHES, _BOX_VALUES = ("--dividers", "--sleeved"), ("--by", "--thickness")
"""Options of `petri boxes` now."""
_LISTS = ("--card", "--cut")
"""Options that could be repeated."""
_WITHOUT_VALUE = {*_SWITCHES, *_BOX_SWITCHES, "--form", "--boxes"}
OLD_OPTIONS = _WITHOUT_VALUE | {*_BOX_VALUES, *_LISTS, "--groups", "--overlap", "--pictures-at", "--press"}


def update_options(args: Sequence[str]) -> list[str]:
    """Return the arguments of `petri make` with new options in place of old ones.

    Raises UnknownName for an old option that needs another one, which is missing.
    """
    kept, old = _separate(args)
    words = [word for name, word in _SWITCHES.items() if name in old]
    words += [f"at={old['--pictures-at']}"] if "--pictures-at" in old else []
    if words and _find_value(kept, "--for") is None:
        raise UnknownName(f"`{words[0]}` follows the name of a destination now, such as --for mpc,{words[0]}")
    for word in words:
        _append(kept, "--for", word)
    if "--card" in old:
        _append(kept, "--cards", old["--card"])
        kept += ["--for", "faces"] if _find_value(kept, "--for") is None else []
    _replace_formats(kept, old)
    if "--groups" in old:
        _append(kept, "--grid", f"/{old['--groups']}", between="")
    if "--overlap" in old:
        _append(kept, "--size", f"overlap={old['--overlap']}")
    if "--boxes" in old and "--dividers" in old:
        raise UnknownName(
            "make boxes and dividers one after the other: petri boxes, then petri boxes --dividers"
        )
    if old.keys() & {"--boxes", *_BOX_SWITCHES, *_BOX_VALUES}:
        kept[0] = "boxes"
        kept += [name for name in _BOX_SWITCHES if name in old]
        kept += [word for name in _BOX_VALUES if name in old for word in (name, old[name])]
    return kept


def _replace_formats(kept: list[str], old: dict[str, str]) -> None:
    pdf = ["form"] if "--form" in old else []
    if "--press" in old:
        standard, _, limit = old["--press"].partition(",")
        pdf += [f"pdf-{standard}" + (f":{limit.rpartition('=')[2]}" if limit else "")]
    cuts = [f"cut-{name.strip()}" for name in old["--cut"].split(",")] if "--cut" in old else []
    if not (pdf or cuts):
        return
    at = _find_value(kept, "--to", "-t")
    formats = kept[at].split(",") if at is not None else ["pdf"]
    if at is not None:
        del kept[at - 1 : at + 1]
    formats = [name for name in formats if name != "pdf"] if pdf else formats
    kept += ["--to", ",".join((*formats, *pdf, *cuts))]


def _separate(args: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Return the arguments that stay, each value apart from its option, and the values of old options."""
    kept: list[str] = []
    old: dict[str, str] = {}
    rest = [part for arg in args for part in (arg.split("=", 1) if arg.startswith("--") else [arg])]
    while rest:
        arg = rest.pop(0)
        if arg in _WITHOUT_VALUE:
            old[arg] = ""
        elif arg in OLD_OPTIONS:
            value = rest.pop(0) if rest else ""
            old[arg] = f"{old[arg]},{value}" if arg in _LISTS and arg in old else value
        else:
            kept.append(arg)
    return kept, old


def _find_value(args: Sequence[str], *names: str) -> int | None:
    """Return the index of the value of an option; None if it is not given."""
    return next((index + 1 for index, arg in enumerate(args[:-1]) if arg in names), None)


def _append(args: list[str], name: str, word: str, *, between: str = ",") -> None:
    """Append a word to the value of an option, or add the option."""
    at = _find_value(args, name)
    if at is None:
        args += [name, word]
    else:
        args[at] += between + word

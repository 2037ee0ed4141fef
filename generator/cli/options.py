"""Arguments and options that several commands have, or that say how to read what was typed."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from generator.cli import completion


def split_list(values: list[str]) -> list[str]:
    """`--locale en,es --locale de` is `en`, `es`, `de`; an empty entry is a wrong command line."""
    split = [entry.strip() for value in values for entry in value.split(",")]
    if not all(split):
        raise typer.BadParameter("an entry is empty; write it like: one,two,three")
    return split


def list_option(
    *flags: str,
    metavar: str,
    help: str,
    default: str = "",
    complete: Callable[[str], list[str]] | None = None,
) -> Any:
    """An option that takes names with commas between them, and may be repeated."""
    return typer.Option(
        *flags,
        metavar=f"{metavar},...",
        help=f"{help} [default: {default}]" if default else help,
        default_factory=lambda: [default] if default else [],
        show_default=False,
        callback=split_list,
        autocompletion=complete,
    )


def read_path(given: str | Path) -> Path:
    """What was typed, or the default; an empty path is a slip, and not the folder where one stands."""
    if isinstance(given, str) and not given.strip():
        raise typer.BadParameter("is empty; write `.` for the folder where you are")
    return Path(given)


Games: TypeAlias = Annotated[
    list[str],
    # The commands say themselves what a GAME is: the list of arguments would only show its type.
    typer.Argument(
        metavar="GAME", hidden=True, default_factory=list, autocompletion=completion.complete_games
    ),
]
Parts: TypeAlias = Annotated[
    list[str],
    list_option(
        "--part",
        "-p",
        metavar="PART",
        help="Only these parts, such as sheet or rules.",
        default="all",
        complete=completion.complete_parts,
    ),
]
Locales: TypeAlias = Annotated[
    list[str],
    list_option(
        "--locale",
        "-l",
        metavar="LOCALE",
        help="Languages, such as en or es; all: every one that a game has.",
        default="en",
        complete=completion.complete_locales,
    ),
]
OtherLocales: TypeAlias = Annotated[
    list[str],
    list_option(
        "--locale",
        "-l",
        metavar="LOCALE",
        help="Languages that it has, besides English.",
        default="es",
        complete=completion.complete_locales,
    ),
]
Papers: TypeAlias = Annotated[
    list[str],
    list_option(
        "--paper",
        metavar="PAPER",
        help="Sizes of paper, such as a4, letter or 330x483mm; all: every one that a game is made for.",
        default="a4",
        complete=completion.complete_papers,
    ),
]
Formats: TypeAlias = Annotated[
    list[str],
    list_option(
        "--to",
        "-t",
        metavar="FORMAT",
        help="Formats: pdf, svg, png, txt. SVG and PNG are a file for each page.",
        default="pdf",
        complete=completion.complete_formats,
    ),
]
Names: TypeAlias = Annotated[
    list[str],
    list_option(
        "--names",
        metavar="NAME",
        help="Players: a sheet for each of them, with the name filled in.",
    ),
]
Copies: TypeAlias = Annotated[
    int, typer.Option("--copies", metavar="N", min=1, max=1000, help="So many of each sheet, in one file.")
]
OpenOption: TypeAlias = Annotated[
    bool, typer.Option("--open", help="Open the file, or the folder of several.", show_default=False)
]
Dpi: TypeAlias = Annotated[
    int, typer.Option("--dpi", metavar="N", min=36, max=2400, help="Dots per inch of PNG pictures.")
]
OutFolder: TypeAlias = Annotated[
    Path,
    typer.Option(
        "--out",
        "-o",
        metavar="FOLDER",
        parser=read_path,
        help="Where files go: a folder in it for each game.",
    ),
]
OneGame: TypeAlias = Annotated[
    str, typer.Argument(metavar="GAME", hidden=True, autocompletion=completion.complete_games)
]
OneLocale: TypeAlias = Annotated[
    str,
    typer.Option(
        "--locale",
        "-l",
        metavar="LOCALE",
        help="The language, such as en or es.",
        autocompletion=completion.complete_locales,
    ),
]
Variant: TypeAlias = Annotated[
    str, typer.Option("--variant", metavar="NAME", help="A variant of the game: other rules.")
]
Trust: TypeAlias = Annotated[
    bool, typer.Option("--trust", help="Run rules.py of the game's folder, a program that can do anything.")
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Write JSON, for other programs.")]

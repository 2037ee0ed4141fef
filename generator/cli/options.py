"""Arguments and options that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from generator.cli import completion


def split_list(values: list[str]) -> list[str]:
    """Split repeated, comma-separated values: `--locale en,es --locale de` gives `en`, `es`, `de`."""
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
    """Return an option that takes comma-separated names and may be repeated."""
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
    """Return the path; an empty path is an error, not the current folder."""
    if isinstance(given, str) and not given.strip():
        raise typer.BadParameter("the path is empty; write `.` for the current folder")
    return Path(given)


Games: TypeAlias = Annotated[
    list[str],
    # Hidden: the help of each command explains GAME, and the list of arguments would only repeat its type.
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
        help="Parts to build, such as sheet or rules.",
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
        help="Languages, such as en or es; all: every language of a game.",
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
        help="Languages besides English.",
        default="es",
        complete=completion.complete_locales,
    ),
]
Papers: TypeAlias = Annotated[
    list[str],
    list_option(
        "--paper",
        metavar="PAPER",
        help="Paper sizes, such as a4, letter, or 330x483mm; all: every size that a game supports.",
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
        help="Output formats: pdf, svg, png, txt. SVG and PNG are one file per page.",
        default="pdf",
        complete=completion.complete_formats,
    ),
]
Names: TypeAlias = Annotated[
    list[str],
    list_option(
        "--names",
        metavar="NAME",
        help="Names of players: one sheet for each player, with the name filled in.",
    ),
]
Copies: TypeAlias = Annotated[
    int, typer.Option("--copies", metavar="N", min=1, max=1000, help="Number of copies of each sheet.")
]
OpenOption: TypeAlias = Annotated[
    bool,
    typer.Option("--open", help="Open the file, or the folder of several files.", show_default=False),
]
Dpi: TypeAlias = Annotated[
    int,
    typer.Option("--dpi", metavar="N", min=36, max=2400, help="Resolution of PNG files, in dots per inch."),
]
OutFolder: TypeAlias = Annotated[
    Path,
    typer.Option(
        "--out",
        "-o",
        metavar="FOLDER",
        parser=read_path,
        help="Folder for the files; each game gets a folder in it.",
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
        help="Language, such as en or es.",
        autocompletion=completion.complete_locales,
    ),
]
Variant: TypeAlias = Annotated[
    str, typer.Option("--variant", metavar="NAME", help="Variant of the game, with different rules.")
]
Trust: TypeAlias = Annotated[bool, typer.Option("--trust", help="Run rules.py of the game's folder.")]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON.")]

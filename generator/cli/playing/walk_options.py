"""Options of `petri walk`."""

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from generator.cli.options import list_option

Names: TypeAlias = Annotated[
    list[str],
    list_option("--players", metavar="NAME", help="Names of the players, the first player first."),
]
Ways: TypeAlias = Annotated[
    list[str],
    list_option("--options", metavar="KEY=VALUE", help="Options of the game, such as difficulty=miracle."),
]
Automatic: TypeAlias = Annotated[
    list[str],
    list_option("--auto", metavar="KIND", help="Draws and rolls by the program: dice, cards, or all."),
]
Seed: TypeAlias = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", min=0, help="Random seed for --auto."),
]
From: TypeAlias = Annotated[
    Path | None,
    typer.Option("--from", metavar="FILE", help="Start a game from a table or a log in this file."),
]
Save: TypeAlias = Annotated[
    Path | None,
    typer.Option("--save", metavar="FILE", help="File for the game; if it exists, the game continues."),
]
New: TypeAlias = Annotated[
    bool, typer.Option("--new", help="Start a new game, even if the last one is not over.")
]
Lessons: TypeAlias = Annotated[
    bool,
    typer.Option("--first-time/--no-lessons", help="Explain each step the first time that it occurs."),
]
BoardPlace: TypeAlias = Annotated[
    Path | None,
    typer.Option("--board", metavar="FILE", help="Draw the board or the sheets to this file: board.svg."),
]

"""Options of `petri walk`."""

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from generator.cli.options import list_option

Names: TypeAlias = Annotated[
    list[str],
    list_option("--players", metavar="NAME", help="Who plays, the first player first; else you are asked."),
]
Ways: TypeAlias = Annotated[
    list[str],
    list_option("--options", metavar="KEY=VALUE", help="How it is played, such as difficulty=miracle."),
]
Automatic: TypeAlias = Annotated[
    list[str],
    list_option("--auto", metavar="KIND", help="What the program does by itself: dice, cards, all."),
]
Seed: TypeAlias = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", min=0, help="The same luck for the same number, with --auto."),
]
Save: TypeAlias = Annotated[
    Path | None,
    typer.Option("--save", metavar="FILE", help="Keep the game here; if it is there, go on with it."),
]
New: TypeAlias = Annotated[
    bool, typer.Option("--new", help="Begin a new game, even if the last one is not over.")
]
Lessons: TypeAlias = Annotated[
    bool,
    typer.Option("--first-time/--no-lessons", help="Explain each step the first time that it comes, or not."),
]
BoardPlace: TypeAlias = Annotated[
    Path | None,
    typer.Option("--board", metavar="FILE", help="Draw the board or the sheets here: board.svg."),
]

"""Options of `petri simulate`."""

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from generator.cli.options import list_option

Players: TypeAlias = Annotated[
    list[str],
    list_option(
        "--players",
        metavar="N",
        help="Numbers of players, such as 2,3,4; all: every one that the game is for.",
        default="all",
    ),
]
Settings: TypeAlias = Annotated[
    list[str],
    list_option(
        "--options",
        metavar="KEY=VALUE",
        help="How it is set up, such as difficulty=miracle; all: every value. [default: difficulty=all]",
    ),
]
Games: TypeAlias = Annotated[
    int, typer.Option("--games", "-n", metavar="N", min=1, max=10_000_000, help="So many of each setting.")
]
Seed: TypeAlias = Annotated[
    int, typer.Option("--seed", "-s", metavar="S", help="The same games for the same number.")
]
PolicyName: TypeAlias = Annotated[
    str, typer.Option("--policy", metavar="NAME", help="How players decide: random, or greedy.")
]
Processes: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--processes",
        metavar="N",
        min=1,
        max=256,
        help="Play on so many processors. [default: all]",
        show_default=False,
    ),
]
Csv: TypeAlias = Annotated[
    Path | None, typer.Option("--csv", metavar="FILE", help="A line for each game, in a file.")
]
Plot: TypeAlias = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="A picture: FILE ends with .svg, .pdf or .png.")
]

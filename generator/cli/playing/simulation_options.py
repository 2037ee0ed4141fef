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
        help="Numbers of players, such as 2,3,4; all: every number that the game supports.",
        default="all",
    ),
]
Settings: TypeAlias = Annotated[
    list[str],
    list_option(
        "--options",
        metavar="KEY=VALUE",
        help="Set-up of the game, such as difficulty=miracle; all: every value. [default: difficulty=all]",
    ),
]
Games: TypeAlias = Annotated[
    int,
    typer.Option(
        "--games", "-n", metavar="N", min=1, max=10_000_000, help="Number of games for each setting."
    ),
]
Seed: TypeAlias = Annotated[
    int, typer.Option("--seed", "-s", metavar="S", help="Random seed; the same seed gives the same games.")
]
PolicyName: TypeAlias = Annotated[
    str, typer.Option("--policy", metavar="NAME", help="How players choose moves: random or greedy.")
]
Processes: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--processes",
        metavar="N",
        min=1,
        max=256,
        help="Number of processes. [default: all processors]",
        show_default=False,
    ),
]
From: TypeAlias = Annotated[
    Path | None,
    typer.Option("--from", metavar="FILE", help="Continue all games from a table or a log in this file."),
]
Csv: TypeAlias = Annotated[
    Path | None, typer.Option("--csv", metavar="FILE", help="Write one line per game to this file.")
]
Plot: TypeAlias = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", help="Draw a chart to this file: .svg, .pdf, or .png."),
]

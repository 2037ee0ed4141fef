"""Options of the commands that score, simulate, and guide games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeAlias, get_args

import typer

from generator.cli.options import AsJson, Game, Locale, Trust, Variant, list_option, option
from generator.errors import describe_unknown
from generator.rules.chance import Chance

ALL = "all"
HEAD = "leave out --players, --options, and --variant: the file has them"
From: TypeAlias = Annotated[
    Path | None, option("--from FILE", "Continue from the table or the log in this file.")
]


@dataclass(frozen=True, kw_only=True)
class GameOptions:
    """Options of all commands that play."""

    game: Game
    locale: Locale = "en"
    is_trusted: Trust = False


@dataclass(frozen=True, kw_only=True)
class ScoreOptions(GameOptions):
    """Options of `petri score`."""

    files: Annotated[tuple[str, ...], typer.Argument(metavar="FILE", hidden=True)] = ()
    """Paths; `-` is standard input."""
    rounds: Annotated[
        tuple[str, ...], option("--round -r WORDS", "One round as text; repeat it for each round.")
    ] = ()
    as_json: AsJson = False
    is_blank: Annotated[bool, option("--blank", "Print an empty score file to fill in.")] = False
    save: Annotated[
        Path | None, option("--save FILE", "Save your answers, or the empty file, to a new file.")
    ] = None
    is_schema: Annotated[
        bool, option("--schema", "Print the JSON Schema of the game's files, for editors.")
    ] = False


@dataclass(frozen=True, kw_only=True)
class SimulationOptions(GameOptions):
    """Options of `petri simulate`."""

    games: Annotated[
        int, option("--games -n N", "Number of games for each setting.", min=1, max=10_000_000)
    ] = 500
    seed: Annotated[int, option("--seed -s S", "Random seed; the same seed gives the same games.")] = 1
    policy: Annotated[str, option("--policy NAME", "How players choose moves: random or greedy.")] = "random"
    players: Annotated[
        tuple[str, ...],
        list_option(
            "--players N", "Numbers of players, such as 2,3,4; all: every number that the game supports."
        ),
    ] = (ALL,)
    options: Annotated[
        tuple[str, ...],
        list_option(
            "--options KEY=VALUE",
            "Set-up of the game, such as difficulty=miracle; all: every value.",
            "difficulty=all",
        ),
    ] = ()
    variant: Variant = ""
    start: From = None
    processes: Annotated[
        int | None, option("--processes N", "Number of processes.", "all processors", min=1, max=256)
    ] = None
    csv: Annotated[Path | None, option("--csv FILE", "Write one line per game to this file.")] = None
    plot: Annotated[Path | None, option("--plot FILE", "Draw a chart to this file: .svg, .pdf, or .png.")] = (
        None
    )
    as_json: AsJson = False


def parse_kind(word: str) -> str:
    """Return a kind of chance; raises ValueError for any other word."""
    kinds = (*get_args(Chance), ALL)
    if word not in kinds:
        raise ValueError(describe_unknown("kind", word, kinds))
    return word


@dataclass(frozen=True, kw_only=True)
class WalkOptions(GameOptions):
    """Options of `petri walk`."""

    players: Annotated[
        tuple[str, ...], list_option("--players NAME", "Names of the players, in turn order.")
    ] = ()
    options: Annotated[
        tuple[str, ...],
        list_option("--options KEY=VALUE", "Options of the game, such as difficulty=miracle."),
    ] = ()
    variant: Variant = ""
    auto: Annotated[
        tuple[str, ...],
        list_option("--auto KIND", "Let the program draw and roll: dice, cards, or all.", parse=parse_kind),
    ] = ()
    seed: Annotated[int | None, option("--seed N", "Random seed for --auto.", min=0)] = None
    start: From = None
    save: Annotated[
        Path | None, option("--save FILE", "File for the game; if it exists, the game continues.")
    ] = None
    is_new: Annotated[bool, option("--new", "Start a new game, even if the last one is not over.")] = False
    has_lessons: Annotated[
        bool, option("--first-time/--no-lessons", "Explain each step the first time that it occurs.")
    ] = True
    board: Annotated[
        Path | None, option("--board FILE", "Draw the board or the sheets to this file: board.svg.")
    ] = None

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of chance that the program decides."""
        return get_args(Chance) if ALL in self.auto else tuple(dict.fromkeys(self.auto))

    @property
    def header(self) -> Mapping[str, str]:
        """The options by key; raises typer.BadParameter."""
        return {key: value for key, (value,) in parse_options(self.options, most=1).items()}


def parse_options(words: Sequence[str], *, most: int | None = None) -> Mapping[str, Sequence[str]]:
    """Return the values of each key of `difficulty=miracle,iv_fluids`; raises typer.BadParameter."""
    found: dict[str, list[str]] = {}
    key = ""
    for word in words:
        before, sign, value = word.partition("=")
        key, value = (before.strip(), value.strip()) if sign else (key, word)
        found.setdefault(key, []).append(value)
        if not key or not value or (most and len(found[key]) > most):
            example = "write each key once, with a value, such as difficulty=miracle"
            several = "write a key and its values, such as difficulty=miracle,iv_fluids"
            raise typer.BadParameter(example if most else several, param_hint="--options")
    return found

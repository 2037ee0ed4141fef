"""Options of the commands that score, simulate, and guide games; their docstrings are the help."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeAlias, get_args

import typer

from generator.cli import options as cli
from generator.cli.options import AsJson, Game, Locale, Names, Trust, Variant, list_setting, option, setting
from generator.model.values import dataclass
from generator.rules.chance import Chance

ALL = "all"
parse_kind = cli.parse_name("kind", {kind: kind for kind in (*get_args(Chance), ALL)})
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
    is_fresh: cli.IsFresh = False


@dataclass(frozen=True, kw_only=True)
class ScoreOptions(GameOptions):
    """Check and score a game that was played.

    FILE is a finished game or a log (see docs/score.md); - is standard input. Without FILE, you are
    asked step by step. The exit code is 0 if no rule was broken, 1 if one was, and 2 if the input
    cannot be read.

    \b
    petri score virus-and-co evening.yaml        a table, the verdict, the winner
    petri score virus-and-co --blank > new.yaml  a file to fill in
    petri score virus-and-co --schema            the JSON Schema of such files, for editors
    petri score virus-and-co -r "Ana i3 | Bo 4+i 5 byr | Cleo 3 3 rr"
    """

    files: Annotated[Names, typer.Argument(metavar="FILE", hidden=True)] = ()
    """Paths; `-` is standard input."""
    rounds: Names = setting((), "--round -r WORDS", "One round as text; repeat it for each round.")
    as_json: AsJson = False
    is_blank: bool = setting(False, "--blank", "Print an empty score file to fill in.")
    save: Path | None = setting(None, "--save FILE", "Save your answers, or the empty file, to a new file.")
    is_schema: bool = setting(False, "--schema", "Print the JSON Schema of the game's files, for editors.")


@dataclass(frozen=True, kw_only=True)
class SimulationOptions(GameOptions):
    """Simulate many games and report how they end.

    Players choose moves at random or by a policy of the game. The same seed gives the same games, on
    any number of processors. Ctrl-C stops and reports the games that were finished.

    \b
    petri simulate pox                                 every number of players at every difficulty
    petri simulate pox --players 2 --options difficulty=miracle -n 10000
    petri simulate virus-and-co --csv games.csv --plot games.svg
    petri simulate pandemic --from table.yaml          the chances from this position
    """

    games: int = setting(500, "--games -n N", "Number of games for each setting.", min=1, max=10_000_000)
    seed: int = setting(1, "--seed -s S", "Random seed; the same seed gives the same games.")
    policy: str = setting("random", "--policy NAME", "How players choose moves: random, greedy, or search.")
    players: Names = list_setting(
        (ALL,), "--players N", "Numbers of players, such as 2,3,4; all: every number that the game supports."
    )
    options: Names = list_setting(
        (),
        "--options KEY=VALUE",
        "Set-up of the game, such as difficulty=miracle; all: every value.",
        "difficulty=all",
    )
    variant: Variant = ""
    start: From = None
    processes: int | None = setting(
        None, "--processes N", "Number of processes.", "all processors", min=1, max=256
    )
    csv: Path | None = setting(None, "--csv FILE", "Write one line per game to this file.")
    plot: Path | None = setting(None, "--plot FILE", "Draw a chart to this file: .svg, .pdf, or .png.")
    as_json: AsJson = False


@dataclass(frozen=True, kw_only=True)
class WalkOptions(GameOptions):
    """Play a game with a companion at the table.

    It asks what was drawn and rolled, explains what to put where, lists the legal moves, and counts
    the score. Every entry is saved at once: after a stop or a crash, the same command continues the
    game. The saved file is a log, which petri score can check.

    \b
    petri walk pox                               asks who plays, and for the difficulty
    petri walk fight-the-virus --players Ana,Bo --auto dice
    petri walk pandemic --save friday.yaml       continues that game, if it exists
    petri walk pandemic --from table.yaml        continues a game that began without petri
    """

    players: Names = list_setting((), "--players NAME", "Names of the players, in turn order.")
    options: Names = list_setting(
        (), "--options KEY=VALUE", "Options of the game, such as difficulty=miracle."
    )
    variant: Variant = ""
    auto: Names = list_setting(
        (), "--auto KIND", "Let the program draw and roll: dice, cards, or all.", parse=parse_kind
    )
    seed: int | None = setting(None, "--seed N", "Random seed for --auto.", min=0)
    start: From = None
    save: Path | None = setting(None, "--save FILE", "File for the game; if it exists, the game continues.")
    is_new: bool = setting(False, "--new", "Start a new game, even if the last one is not over.")
    has_lessons: bool = setting(
        True, "--first-time/--no-lessons", "Explain each step the first time that it occurs."
    )
    has_hints: bool = setting(
        False, "--hint", "Show which moves a search finds best, and what it expects from them."
    )
    board: Path | None = setting(
        None, "--board FILE", "Draw the board or the sheets to this file: board.svg."
    )

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


COMMANDS: Mapping[str, tuple[type[Any], str]] = {
    "score": (ScoreOptions, "playing.scoring.score_and_report"),
    "simulate": (SimulationOptions, "playing.simulating.simulate_and_report"),
    "walk": (WalkOptions, "playing.walking.walk_and_report"),
}
"""Options and functions of commands by name."""

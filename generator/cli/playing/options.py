"""Options of the commands that score, simulate, and guide games; their docstrings are the help."""

import re
from collections.abc import Mapping
from contextlib import suppress
from ipaddress import IPv4Address
from pathlib import Path
from typing import Annotated, Any, TypeAlias, get_args

import typer

from generator.cli import options as cli
from generator.cli.options import NameList, WrongText, list_setting, option, setting
from generator.model.values import dataclass
from generator.rules.core import Chance

EVERY = "all"
parse_kind = cli.parse_name("kind", {kind: kind for kind in (*get_args(Chance), EVERY)})
GAMES = 500
MOST_UNTIL = 102_400
"""Default numbers of games of a setting: without --until, and at most with it."""
From: TypeAlias = Annotated[
    Path | None, option("--from FILE", "Continue from the table or the log in this file.")
]


def parse_width(text: str) -> float:
    """Return a positive number, or percents as a share; raises ValueError."""
    number = text.removesuffix("%").strip()
    if not re.fullmatch(r"\d{1,6}(\.\d{1,6})?", number) or not float(number):
        raise WrongText(
            "write a width such as 2%, or 0.5 for numbers of turns", "command.width", text="2%", near="0.5"
        )
    return float(number) / (100 if text.endswith("%") else 1)


def parse_address(text: str) -> str:
    """Return an address of this computer; a ValueError for names, and for addresses that mean several."""
    if not text:
        return ""
    with suppress(ValueError):
        address = IPv4Address(text)
        if not (address.is_unspecified or address.is_multicast):
            return str(address)
    message = f"`{text}` is not an address of one network, such as 192.168.1.5"
    raise WrongText(message, "command.address", text=text)


def find_extension(path: Path) -> str:
    """Return the extension of a picture without a point, which is SVG by default."""
    return path.suffix.removeprefix(".") or "svg"


@dataclass(frozen=True, kw_only=True)
class GameOptions:
    """Options of all commands that play."""

    game: cli.GameArgument
    locale: cli.Locale = "en"
    is_trusted: cli.Trust = False
    shows_traceback: cli.Traceback = False
    is_fresh: cli.IsFresh = False


@dataclass(frozen=True, kw_only=True)
class ScoreOptions(GameOptions):
    """Check and score a game that was played.

    FILE is a finished game or a log (see docs/score.md), or a PDF file that was filled in on the
    screen (see docs/forms.md). It names its game, so GAME may be left out; - is standard input.
    Without FILE, you are asked step by step. The exit code is 0 if no rule was broken, 1 if one was, and 2
    if the input cannot be read.

    \b
    petri score evening.yaml                     a table, the verdict, the winner
    petri score virus-and-co --blank > new.yaml  a file to fill in
    petri score virus-and-co --schema            the JSON Schema of such files, for editors
    petri score virus-and-co -r "Ana i3 | Bo 4+i 5 byr | Cleo 3 3 rr"
    petri score sheet-en-a4-form.pdf             a sheet that was filled in on the screen
    """

    files: Annotated[NameList, typer.Argument(metavar="FILE", hidden=True)] = ()
    """Paths; `-` is standard input."""
    rounds: NameList = setting((), "--round -r WORDS", "One round as text; repeat it for each round.")
    options: NameList = list_setting(
        (), "--options KEY=VALUE", "Options of the game of --round or a PDF file, such as length=1."
    )
    players: NameList = list_setting(
        (), "--players NAME", "Players of a game whose PDF file does not name them, in turn order."
    )
    as_json: cli.AsJson = False
    is_blank: bool = setting(False, "--blank", "Print an empty score file to fill in.")
    save: Path | None = setting(None, "--save FILE", "Save your answers, or the empty file, to a new file.")
    is_schema: bool = setting(False, "--schema", "Print the JSON Schema of the game's files, for editors.")


@dataclass(frozen=True, kw_only=True)
class SimulationOptions(GameOptions):
    """Simulate many games and report how they end.

    Players choose moves at random or by a policy of the game. The same seed gives the same games, on
    any number of processors. Ctrl-C stops and reports the games that were finished. With --vary, games
    with other numbers are compared with the game as it is; docs/simulating.md lists the paths.

    \b
    petri simulate pox                                 every number of players at every difficulty
    petri simulate pox --players 2 --options difficulty=miracle -n 10000
    petri simulate virus-and-co --csv games.csv --plot games.svg
    petri simulate pandemic --from table.yaml          the chances from this position
    petri simulate pox --vary cards.spread_north.count=3..7 --until 2% --report pox.html
    """

    games: int | None = setting(
        None,
        "--games -n N",
        "Number of games for each setting.",
        f"{GAMES}; with --until, at most {MOST_UNTIL}",
        min=1,
        max=10_000_000,
    )
    seed: int = setting(1, "--seed -s S", "Random seed; the same seed gives the same games.")
    policy: NameList = list_setting(
        ("random",), "--policy NAME", "How players choose moves: random, greedy, or search."
    )
    players: NameList = list_setting(
        (EVERY,),
        "--players N",
        "Numbers of players, such as 2,3,4; all: every number that the game supports.",
    )
    options: NameList = list_setting(
        (),
        "--options KEY=VALUE",
        "Set-up of the game, such as difficulty=miracle; all: every value.",
        "difficulty=all",
    )
    variant: cli.Variant = ""
    start: From = None
    vary: NameList = list_setting(
        (),
        "--vary PATH=VALUES",
        "Value to vary, such as cards.spread.count=16..24/4 or options.difficulty=all.",
    )
    is_single: bool = setting(False, "--one-at-a-time", "Vary one value at a time instead of all together.")
    measure: str = setting(
        "",
        "--measure NAME",
        "What is compared: won, turns, moves, points, tied, or seat_1.",
        "won, or seat_1",
    )
    until: float | None = setting(
        None,
        "--until WIDTH",
        "Stop as soon as all differences are known to plus or minus WIDTH, such as 2%.",
        parse=parse_width,
    )
    resume: Path | None = setting(
        None, "--resume FILE", "Keep every game in this file, and continue the run if it exists."
    )
    processes: int | None = setting(
        None, "--processes N", "Number of processes.", "all processors", min=1, max=256
    )
    on: str = setting(
        "", "--on CLUSTER", "Play on Dask: dask on this machine, or the address of a scheduler."
    )
    csv: Path | None = setting(None, "--csv FILE", "Write one line per game to this file.")
    parquet: Path | None = setting(None, "--parquet FILE", "Write the games as Parquet; needs pyarrow.")
    plot: Path | None = setting(None, "--plot FILE", "Draw a chart to this file: .svg, .pdf, or .png.")
    heat: Path | None = setting(
        None, "--heat FILE", "Draw where pieces and marks are when games end, on the board or the sheet."
    )
    report: Path | None = setting(None, "--report FILE", "Write a page with all results: results.html.")
    as_json: cli.AsJson = False

    @property
    def is_experiment(self) -> bool:
        """True for what the tables of a plain series do not have."""
        wanted = (self.vary, self.measure, self.resume, self.parquet, self.heat, self.report)
        return any(wanted) or self.until is not None or len(self.policy) > 1

    @property
    def has_files(self) -> bool:
        return any((self.csv, self.parquet, self.plot, self.heat, self.report))

    @property
    def shows_marks(self) -> bool:
        """True if pieces and marks are counted at the end of each game."""
        return bool(self.heat or self.report)

    @property
    def most_games(self) -> int:
        """Number of games of each setting, or the largest with `until`."""
        return self.games or (GAMES if self.until is None else MOST_UNTIL)


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
    petri walk fight-the-virus --share           all players mark their sheets on their phones
    """

    players: NameList = list_setting((), "--players NAME", "Names of the players, in turn order.")
    options: NameList = list_setting(
        (), "--options KEY=VALUE", "Options of the game, such as difficulty=miracle."
    )
    variant: cli.Variant = ""
    auto: NameList = list_setting(
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
    share: str | None = setting(
        None,
        "--share ADDRESS",
        "Show the game on phones in the same network, at this address of the computer.",
        "its address in the network",
        is_bare=True,
        parse=parse_address,
    )
    port: int = setting(0, "--port N", "Port for --share.", "one that is free", min=0, max=65535)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of chance that the program decides."""
        return get_args(Chance) if EVERY in self.auto else tuple(dict.fromkeys(self.auto))


@dataclass(frozen=True, kw_only=True)
class TableOptions(GameOptions):
    """Tap a finished sheet or board in the browser.

    The page shows the paper, and you tap what you wrote or placed. The rules answer at once: a wrong square
    turns red, with the rule beside it. Every tap is saved in a score file; the same command continues it.
    Nobody else can see the page; it ends with Ctrl-C.

    \b
    petri table fight-the-virus --players Ana,Bo
    petri table virus-and-co --form pad          the score pad, whose sums fill themselves
    petri table pandemic --from table.yaml       continues from a score file or a log
    """

    players: NameList = list_setting((), "--players NAME", "Names of the players, in turn order.")
    options: NameList = list_setting(
        (), "--options KEY=VALUE", "Options of the game, such as difficulty=miracle."
    )
    variant: cli.Variant = ""
    form: str = setting("", "--form NAME", "Form to fill in, such as pad.", "the first of the game")
    start: Annotated[
        Path | None, option("--from FILE", "Begin with this score file, log, or filled-in PDF file.")
    ] = None
    save: Path | None = setting(None, "--save FILE", "File for the table; if it exists, it is continued.")
    is_new: bool = setting(False, "--new", "Begin a new file, even if there is one to continue.")
    paper: str = setting("", "--paper PAPER", "Paper size of the page.", "the first of the game")
    port: int = setting(0, "--port PORT", "Port of the address.", "any that is free", min=0, max=65535)
    is_opened: bool = setting(True, "--open/--no-open", "Open the page in the browser.")


PLAYING_COMMANDS: Mapping[str, tuple[type[Any], str]] = {
    "score": (ScoreOptions, "playing.scoring.score_and_report"),
    "simulate": (SimulationOptions, "playing.simulating.simulate_and_report"),
    "table": (TableOptions, "playing.scoring.open_table"),
    "walk": (WalkOptions, "playing.walking.walk_and_report"),
}
"""Options and functions of commands by name."""

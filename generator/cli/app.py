"""The command line: words in, words out, exit codes.

What reads or draws is imported when a command needs it and not before, so that `--help` and
shell completion answer at once.
"""

import gc
import io
import os
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from generator import __version__
from generator.cli import completion, locale, simulation_options, walk_options
from generator.cli.options import (
    AsJson,
    Formats,
    Games,
    Locales,
    Names,
    OneGame,
    OneLocale,
    OtherLocales,
    Papers,
    Parts,
    Variant,
)
from generator.cli.printing import (
    BacksOption,
    BleedOption,
    CardsOption,
    GutterOption,
    MarksOption,
    OrientationOption,
    PosterOption,
    ShiftOption,
    SizeOption,
    TogetherOption,
    Typed,
    read_duplex,
    read_printing,
)
from generator.errors import GeneratorError

WRONG = 1
"""Exit code: what was given is wrong, or nobody has it."""
UNREADABLE = 2
"""Of `petri score`, whose 1 says that a game was not played by the rules."""
INTERRUPTED = 130


class Commands(TyperGroup):
    """All commands; the one place where errors become words."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except GeneratorError as error:
            typer.echo(error, err=True)
            raise typer.Exit(UNREADABLE if ctx.invoked_subcommand == "score" else WRONG) from error
        except KeyboardInterrupt as stop:
            typer.echo("stopped; no file is half written", err=True)
            raise typer.Exit(INTERRUPTED) from stop


app = typer.Typer(
    name="petri",
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Begin with: petri list, then petri make fight-the-virus",
)


def say_version(asked: bool) -> None:
    """`petri 0.1.0`."""
    if asked:
        typer.echo(f"petri {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def petri(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=say_version, is_eager=True, help="Show the version and stop."),
    ] = False,
) -> None:
    """Print-and-play games from plain text: sheets, rules and aids as PDF, SVG or PNG."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command("list")
def list_games(
    as_json: AsJson = False,
) -> None:
    """Show the games, papers and formats there are."""
    from generator.cli.listing import say_games

    say_games(as_json=as_json)


@app.command("make")
def make_files(
    games: Games,
    parts: Parts,
    locales: Locales,
    papers: Papers,
    formats: Formats,
    names: Names,
    cards: CardsOption,
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="FOLDER", help="Where files go: a folder in it for each game."),
    ] = Path("output"),
    copies: Annotated[
        int,
        typer.Option("--copies", metavar="N", min=1, max=1000, help="So many of each sheet, in one file."),
    ] = 1,
    backs: BacksOption = "",
    bleed: BleedOption = "",
    gutter: GutterOption = "",
    marks: MarksOption = "both",
    together: TogetherOption = False,
    poster: PosterOption = None,
    size: SizeOption = "",
    orientation: OrientationOption = "",
    shift: ShiftOption = "",
    dpi: Annotated[
        int,
        typer.Option("--dpi", metavar="N", min=36, max=2400, help="Dots per inch of PNG pictures."),
    ] = 300,
) -> None:
    """Build files to print.

    GAME is the name of a game, such as fight-the-virus, or a folder with a game of your own.
    Without one, all games are built. Lists have commas: --locale en,es

    \b
    petri make                                   every game, in English, on A4, as PDF
    petri make fight-the-virus -l es             one game in Spanish
    petri make fight-the-virus -p sheet --names Ana,Bo,Cleo
    petri make --locale all --paper a4,letter --to pdf,svg
    petri make pandemic --cards 3-10,epidemic --backs fold
    petri make pandemic --together               all its cards and tokens on as few sheets as will do
    petri make pandemic -p board --poster
    """
    from generator.backends.formats import Options
    from generator.cli.making import make_and_tell
    from generator.make.orders import Order

    typed = Typed(
        backs=backs,
        bleed=bleed,
        gutter=gutter,
        marks=marks,
        cards=cards,
        poster=poster,
        size=size,
        orientation=orientation,
        shift=shift,
    )

    order = Order(
        games=tuple(games),
        parts=tuple(parts),
        locales=tuple(locales),
        papers=tuple(papers),
        formats=tuple(formats),
        names=tuple(names),
        folder=out,
        copies=copies,
        together=together,
        printing=read_printing(typed),
        options=Options(dpi=dpi),
    )
    make_and_tell(order)


@app.command("check")
def check_games(games: Games) -> None:
    """Check games without writing anything.

    Is the data right, are all words there, has a font every letter, does everything fit? Every
    part is tried in every language on every paper; the exit code is 1 if anything is wrong.

    GAME is the name of a game, such as fight-the-virus, or a folder with a game of your own.
    Without one, all games are checked.
    """
    from generator.cli.checking import check_and_tell

    if not check_and_tell(tuple(games)):
        raise typer.Exit(WRONG)


@app.command("score")
def score_games(
    game: OneGame,
    files: Annotated[list[str], typer.Argument(metavar="[FILE]...", hidden=True, default_factory=list)],
    rounds: Annotated[
        list[str],
        typer.Option(
            "--round",
            "-r",
            metavar="WORDS",
            help="A round in words; once for each round.",
            default_factory=list,
            show_default=False,
        ),
    ],
    locale: OneLocale = "en",
    as_json: AsJson = False,
    blank: Annotated[bool, typer.Option("--blank", help="Print an empty file to fill in.")] = False,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="Keep what you type, or the empty file, in a new file."),
    ] = None,
) -> None:
    """Check a game that was played, and count it.

    FILE is a finished game or a log, as docs/score.md shows them; - is the standard input.
    Without one you are asked, step by step. The exit code is 0 when no rule is broken, 1 when
    one is, 2 when what was given cannot be read.

    \b
    petri score virus-and-co evening.yaml        a table, the verdict, the winner
    petri score virus-and-co --blank > new.yaml  a file to fill in
    petri score virus-and-co -r "Ana i3 | Bo 4+i 5 byr | Cleo 3 3 rr"
    """
    from generator.cli.scoring import ScoreOrder, say_blank, score_and_tell

    order = ScoreOrder(game, tuple(files), tuple(rounds), locale, as_json, save)
    if (blank or rounds) and files:
        raise typer.BadParameter("give either files, or --round, or --blank")
    if blank:
        say_blank(order)
    elif not files and not rounds and not is_terminal():
        raise typer.BadParameter("give a FILE, or - for the standard input")
    elif code := score_and_tell(order):
        raise typer.Exit(code)


@app.command("simulate")
def simulate_games(
    game: OneGame,
    players: simulation_options.Players,
    settings: simulation_options.Settings,
    games: simulation_options.Games = 500,
    seed: simulation_options.Seed = 1,
    policy: simulation_options.PolicyName = "random",
    variant: Variant = "",
    processes: simulation_options.Processes = None,
    csv: simulation_options.Csv = None,
    plot: simulation_options.Plot = None,
    as_json: AsJson = False,
    locale: OneLocale = "en",
) -> None:
    """Play a game many times, and count how it ends.

    Chance draws and rolls, and players decide at random or by a policy of the game. The same seed gives
    the same games, on however many processors. Ctrl-C tells of the games that were played until then.

    \b
    petri simulate pox                                 every number of players at every difficulty
    petri simulate pox --players 2 --options difficulty=miracle -n 10000
    petri simulate virus-and-co --csv games.csv --plot games.svg
    """
    from generator.cli.simulating import SimulationOrder, simulate_and_tell

    order = SimulationOrder(
        game=game,
        games=games,
        seed=seed,
        policy=policy,
        players=tuple(players),
        options=tuple(settings),
        variant=variant,
        processes=processes,
        locale=locale,
        as_json=as_json,
        csv=csv,
        plot=plot,
    )
    if code := simulate_and_tell(order):
        raise typer.Exit(code)


@app.command("walk")
def walk_through_game(
    game: OneGame,
    players: walk_options.Names,
    options: walk_options.Ways,
    auto: walk_options.Automatic,
    variant: Variant = "",
    locale: OneLocale = "en",
    seed: walk_options.Seed = None,
    save: walk_options.Save = None,
    is_new: walk_options.New = False,
    has_lessons: walk_options.Lessons = True,
    board: walk_options.BoardPlace = None,
) -> None:
    """Play a game with a companion at the table.

    It asks what was drawn and rolled, says what that means, what to put where and what may be
    done, and keeps the score. Every line that you type is kept at once: after a stop or a crash
    the same command goes on. What is kept is a log, which petri score proves.

    \b
    petri walk pox                               asks who plays, and how hard it shall be
    petri walk fight-the-virus --players Ana,Bo --auto dice
    petri walk pandemic --save friday.yaml       goes on with that game, if there is one
    """
    from generator.cli.walking import WalkOrder, parse_kinds, parse_options, walk_and_tell

    order = WalkOrder(
        game=game,
        players=tuple(players),
        variant=variant,
        options=parse_options(options),
        locale=locale,
        auto=parse_kinds(auto),
        seed=seed,
        save=save,
        is_new=is_new,
        has_lessons=has_lessons,
        board=board,
    )
    if code := walk_and_tell(order, interrupted=INTERRUPTED):
        raise typer.Exit(code)


@app.command("new")
def start_new_game(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", hidden=True)],
    locales: OtherLocales,
    id: Annotated[
        str,
        typer.Option("--id", metavar="ID", help="What the game is called in files. [default: as the folder]"),
    ] = "",
) -> None:
    """Make a small game of your own.

    It is complete, and yours to change: cards, a board, tokens, a sheet and rules in two languages,
    with comments that say what is what. FOLDER must not be there yet, or be empty.
    """
    from generator.cli.starting import start_game

    start_game(folder, id, locales)


@app.command("calibrate")
def make_calibration_sheet(
    paper: Annotated[
        str,
        typer.Option(
            "--paper",
            metavar="PAPER",
            help="Size of paper, such as a4 or letter.",
            autocompletion=completion.complete_papers,
        ),
    ] = "a4",
    locale: Annotated[
        str, typer.Option("--locale", "-l", metavar="LOCALE", help="Language of its words.")
    ] = "en",
    backs: BacksOption = "duplex-long",
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Where the file goes.")] = Path(
        "output"
    ),
) -> None:
    """Build a sheet that shows how far a printer drifts.

    Print it on both sides, hold it against the light, and read what to give to petri make --shift.
    """
    from generator.cli.making import calibrate_and_tell

    calibrate_and_tell(paper=paper, locale=locale, backs=read_duplex(backs), folder=out)


@app.command("schema")
def say_schema(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", hidden=True, autocompletion=completion.complete_schemas),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FOLDER", help="Write into a folder instead."),
    ] = None,
) -> None:
    """Print the JSON Schema of a kind of file.

    NAME is the kind of file, such as sheet; without one, the names of all are listed. Editors
    that know YAML use schemas to complete and to check what you write.
    """
    from generator.cli.schemas import say_schemas

    say_schemas(name, out)


app.add_typer(locale.app, name="locale")


def is_terminal() -> bool:
    """Whether somebody can be asked."""
    return sys.stdin.isatty()


def stop_politely(number: int, frame: FrameType | None) -> None:
    """A polite kill leaves by the same door as an error, so that nothing stays behind."""
    raise SystemExit(128 + number)


def main() -> None:
    """The command `petri`."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a letter of some language shows its code, and nothing fails.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    signal.signal(signal.SIGTERM, stop_politely)
    # What a run makes lives as long as the run: to look for garbage among it takes a fifth of the time.
    gc.set_threshold(1_000_000, 20, 100)
    try:
        app(prog_name="petri")
    except OSError as error:
        # Files are written by their own rules; what has no name is the output of this program.
        if error.filename is not None:
            raise
        sys.stderr.write(f"standard output: {error.strerror}\n")
        sys.exit(WRONG)
    finally:
        _let_go_of_output()


def _let_go_of_output() -> None:
    """What could not be written was told already; Python would complain of it a second time."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

"""Commands that score, simulate, and guide games.

Modules with rules are imported only when a command needs them.
"""

import sys
from pathlib import Path
from typing import Annotated

import typer

from generator.cli.options import AsJson, OneGame, OneLocale, Trust, Variant
from generator.cli.playing import simulation_options, walk_options
from generator.cli.terminal.exits import INTERRUPTED


def score_games(
    game: OneGame,
    files: Annotated[list[str], typer.Argument(metavar="[FILE]...", hidden=True, default_factory=list)],
    rounds: Annotated[
        list[str],
        typer.Option(
            "--round",
            "-r",
            metavar="WORDS",
            help="One round as text; repeat it for each round.",
            default_factory=list,
            show_default=False,
        ),
    ],
    locale: OneLocale = "en",
    as_json: AsJson = False,
    blank: Annotated[bool, typer.Option("--blank", help="Print an empty score file to fill in.")] = False,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="Save your answers, or the empty file, to a new file."),
    ] = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of the game's files, for editors.")
    ] = False,
    trust: Trust = False,
) -> None:
    """Check and score a game that was played.

    FILE is a finished game or a log (see docs/score.md); - is standard input. Without FILE, you are
    asked step by step. The exit code is 0 if no rule was broken, 1 if one was, and 2 if the input
    cannot be read.

    \b
    petri score virus-and-co evening.yaml        a table, the verdict, the winner
    petri score virus-and-co --blank > new.yaml  a file to fill in
    petri score virus-and-co --schema            what editors need to check such files
    petri score virus-and-co -r "Ana i3 | Bo 4+i 5 byr | Cleo 3 3 rr"
    """
    from generator.cli.playing.scoring import ScoreOrder, read_words, say_blank, say_schema, score_and_tell

    order = ScoreOrder(game, tuple(files), tuple(rounds), locale, as_json, save, trust)
    if (blank or rounds or schema) and files:
        raise typer.BadParameter("give only one of FILE, --round, --blank, and --schema")
    if schema:
        say_schema(order)
    elif blank:
        say_blank(order)
    elif not files and not rounds and not is_terminal():
        read_words(game, locale, is_trusted=trust)
        raise typer.BadParameter("give a FILE, or - for standard input")
    elif code := score_and_tell(order):
        raise typer.Exit(code)


def simulate_games(
    game: OneGame,
    players: simulation_options.Players,
    settings: simulation_options.Settings,
    games: simulation_options.Games = 500,
    seed: simulation_options.Seed = 1,
    policy: simulation_options.PolicyName = "random",
    variant: Variant = "",
    start: simulation_options.From = None,
    processes: simulation_options.Processes = None,
    csv: simulation_options.Csv = None,
    plot: simulation_options.Plot = None,
    as_json: AsJson = False,
    locale: OneLocale = "en",
    trust: Trust = False,
) -> None:
    """Simulate many games and report how they end.

    Players choose moves at random or by a policy of the game. The same seed gives the same games, on
    any number of processors. Ctrl-C stops and reports the games that were finished.

    \b
    petri simulate pox                                 every number of players at every difficulty
    petri simulate pox --players 2 --options difficulty=miracle -n 10000
    petri simulate virus-and-co --csv games.csv --plot games.svg
    petri simulate pandemic --from table.yaml          how often is this position still won?
    """
    from generator.cli.playing.simulating import SimulationOrder, simulate_and_tell

    order = SimulationOrder(
        game=game,
        games=games,
        seed=seed,
        policy=policy,
        players=tuple(players),
        options=tuple(settings),
        variant=variant,
        start=start,
        processes=processes,
        locale=locale,
        as_json=as_json,
        csv=csv,
        plot=plot,
        is_trusted=trust,
    )
    if code := simulate_and_tell(order):
        raise typer.Exit(code)


def walk_through_game(
    game: OneGame,
    players: walk_options.Names,
    options: walk_options.Ways,
    auto: walk_options.Automatic,
    variant: Variant = "",
    locale: OneLocale = "en",
    seed: walk_options.Seed = None,
    start: walk_options.From = None,
    save: walk_options.Save = None,
    is_new: walk_options.New = False,
    has_lessons: walk_options.Lessons = True,
    board: walk_options.BoardPlace = None,
    trust: Trust = False,
) -> None:
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
    from generator.cli.playing.walking import WalkOrder, parse_kinds, parse_options, walk_and_tell

    order = WalkOrder(
        game=game,
        players=tuple(players),
        variant=variant,
        options=parse_options(options),
        locale=locale,
        auto=parse_kinds(auto),
        seed=seed,
        start=start,
        save=save,
        is_new=is_new,
        has_lessons=has_lessons,
        board=board,
        is_trusted=trust,
    )
    if code := walk_and_tell(order, interrupted=INTERRUPTED):
        raise typer.Exit(code)


def is_terminal() -> bool:
    """Return True if standard input is a terminal."""
    return sys.stdin.isatty()

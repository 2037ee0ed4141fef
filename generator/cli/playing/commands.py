"""Commands of the table: games are scored, simulated and walked through.

What knows rules is imported when a command needs it.
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
    trust: Trust = False,
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
    from generator.cli.playing.scoring import ScoreOrder, read_words, say_blank, score_and_tell

    order = ScoreOrder(game, tuple(files), tuple(rounds), locale, as_json, save, trust)
    if (blank or rounds) and files:
        raise typer.BadParameter("give either files, or --round, or --blank")
    if blank:
        say_blank(order)
    elif not files and not rounds and not is_terminal():
        read_words(game, locale, is_trusted=trust)
        raise typer.BadParameter("give a FILE, or - for the standard input")
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
    processes: simulation_options.Processes = None,
    csv: simulation_options.Csv = None,
    plot: simulation_options.Plot = None,
    as_json: AsJson = False,
    locale: OneLocale = "en",
    trust: Trust = False,
) -> None:
    """Play a game many times, and count how it ends.

    Chance draws and rolls, and players decide at random or by a policy of the game. The same seed gives
    the same games, on however many processors. Ctrl-C tells of the games that were played until then.

    \b
    petri simulate pox                                 every number of players at every difficulty
    petri simulate pox --players 2 --options difficulty=miracle -n 10000
    petri simulate virus-and-co --csv games.csv --plot games.svg
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
    save: walk_options.Save = None,
    is_new: walk_options.New = False,
    has_lessons: walk_options.Lessons = True,
    board: walk_options.BoardPlace = None,
    trust: Trust = False,
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
    from generator.cli.playing.walking import WalkOrder, parse_kinds, parse_options, walk_and_tell

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
        is_trusted=trust,
    )
    if code := walk_and_tell(order, interrupted=INTERRUPTED):
        raise typer.Exit(code)


def is_terminal() -> bool:
    """Whether somebody can be asked."""
    return sys.stdin.isatty()

"""Commands that score, simulate, and guide games.

Modules with rules are imported only when a command needs them.
"""

from collections.abc import Callable, Mapping
from typing import Any

from generator.cli.playing.options import ScoreOptions, SimulationOptions, WalkOptions


def score_games(options: ScoreOptions) -> int:
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
    from generator.cli.playing.scoring import score_and_report

    return score_and_report(options)


def simulate_games(options: SimulationOptions) -> int:
    """Simulate many games and report how they end.

    Players choose moves at random or by a policy of the game. The same seed gives the same games, on
    any number of processors. Ctrl-C stops and reports the games that were finished.

    \b
    petri simulate pox                                 every number of players at every difficulty
    petri simulate pox --players 2 --options difficulty=miracle -n 10000
    petri simulate virus-and-co --csv games.csv --plot games.svg
    petri simulate pandemic --from table.yaml          the chances from this position
    """
    from generator.cli.playing.simulating import simulate_and_report

    return simulate_and_report(options)


def walk_through_game(options: WalkOptions) -> int:
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
    from generator.cli.playing.walking import walk_and_report

    return walk_and_report(options)


COMMANDS: Mapping[str, Callable[[Any], int | None]] = {
    "score": score_games,
    "simulate": simulate_games,
    "walk": walk_through_game,
}

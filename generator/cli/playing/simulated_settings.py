"""The settings of a simulation from the options: numbers of players, and values of the game's options."""

import re
from collections.abc import Mapping, Sequence

import typer

from generator.cli.playing.options import ALL
from generator.cli.playing.simulation_tables import OptionNames
from generator.rules.game import AnyGame

LEVEL = "difficulty"
"""The option of which every value is simulated by default."""


def parse_players(words: Sequence[str]) -> tuple[int, ...]:
    """Return numbers of players; empty for `all`."""
    if list(words) == [ALL]:
        return ()
    if not all(re.fullmatch("[0-9]{1,3}", word) for word in words):
        raise typer.BadParameter("write numbers of players, like: 2,3,4", param_hint="--players")
    return tuple(dict.fromkeys(int(word) for word in words))


def choose_values(
    given: Mapping[str, Sequence[str]], game: AnyGame, names: OptionNames
) -> Mapping[str, Sequence[str]]:
    """Replace `all` by every value, also for a difficulty that was not given."""
    known = game.rules.options
    level = {LEVEL: [ALL]} if LEVEL in known else {}
    return {
        key: names.sort_values(key, known[key])
        if list(values) == [ALL] and key in known
        else tuple(dict.fromkeys(values))
        for key, values in (level | {**given}).items()
    }

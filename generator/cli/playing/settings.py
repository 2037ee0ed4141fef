"""Choices of `petri simulate` that single series and experiments share."""

import re
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import typer

from generator.backends.formats import find_format
from generator.cli.playing.opening import read_start
from generator.cli.playing.options import EVERY, HEAD, SimulationOptions, parse_options
from generator.cli.playing.result_texts import OptionNames
from generator.make.jobs.processes import count_processors
from generator.model.texts.wordings import Wording
from generator.play.series.engines import Engine, open_engine
from generator.play.series.series import GameSetting, Series
from generator.rules.game import AnyGame

_LEVEL = "difficulty"
"""The option of which every value is simulated by default."""


def read_players(options: SimulationOptions) -> tuple[int, ...]:
    """Return the numbers of players; empty for `all`."""
    words = options.players
    if words == (EVERY,):
        return ()
    if not all(re.fullmatch("[0-9]{1,3}", word) for word in words):
        raise typer.BadParameter("write numbers of players, like: 2,3,4", param_hint="--players")
    return tuple(dict.fromkeys(int(word) for word in words))


def read_values(options: SimulationOptions, game: AnyGame, names: OptionNames) -> Mapping[str, Sequence[str]]:
    """Return the values of the game's options, with every value in place of `all`.

    If nothing is varied, every difficulty is simulated unless some were chosen.
    """
    known = game.rules.options
    level = {_LEVEL: [EVERY]} if _LEVEL in known and not options.vary else {}
    return {
        key: names.sort_values(key, known[key])
        if list(values) == [EVERY] and key in known
        else tuple(dict.fromkeys(values))
        for key, values in (level | {**parse_options(options.options)}).items()
    }


def make_start_series(options: SimulationOptions, game: AnyGame, wording: Wording) -> Series | None:
    """Return the series that continues from the position of --from; None without this option."""
    if options.start is None:
        return None
    if options.players != (EVERY,) or options.options or options.variant:
        raise typer.BadParameter(HEAD, param_hint="--from")
    source, walk = read_start(options.start, game.kit, wording)
    setting = GameSetting(len(walk.state.players), tuple(walk.log.header.items()))
    return Series(
        game.kit, (setting,), options.most_games, options.seed, variant=walk.log.variant, start=source
    )


def open_chosen_engine(options: SimulationOptions) -> AbstractContextManager[Engine]:
    """Return the engine that plays the games: processes of this computer, or a cluster."""
    return open_engine(options.on, processes=options.processes or count_processors())


def report_stop(wording: Wording, *, played: int, games: int) -> None:
    """Report after Ctrl-C how many games were played."""
    typer.echo(wording.format("simulation.stopped", {"played": played, "games": games}), err=True)


def check_picture_formats(*paths: Path | None) -> None:
    """Raise UnknownName for a picture in an unknown format."""
    for path in filter(None, paths):
        find_format(find_extension(path))


def find_extension(path: Path) -> str:
    """Return the extension of a picture without a point, which is SVG by default."""
    return path.suffix.removeprefix(".") or "svg"

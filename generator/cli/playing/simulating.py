"""`petri simulate`: whole games by the thousand; a table, JSON, a file of all games, a picture."""

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from generator.cli.playing.charts import make_chart
from generator.cli.playing.option_names import OptionNames
from generator.cli.playing.scoring import read_start, read_words
from generator.cli.playing.simulation_tables import show_summaries
from generator.cli.terminal.progress import show_count
from generator.errors import RulesError
from generator.make.charts import draw_chart
from generator.make.formats import Format, Options, find_format, format_names
from generator.model.kit import Kit
from generator.model.wording import Wording
from generator.output import Staging
from generator.play.series import Game, Series, Setting, find_policy, list_settings, play_series
from generator.play.summary import Summary, plain_summary, summarise, write_csv
from generator.rules.core import Sentence
from generator.rules.finding import find_game
from generator.rules.game import AnyGame

ALL = "all"
LEVEL = "difficulty"
"""The option whose values are all played, unless some are named."""
INTERRUPTED = 130


@dataclass(frozen=True)
class SimulationOrder:
    """What was asked for on the command line."""

    game: str
    games: int
    seed: int
    policy: str
    players: tuple[str, ...]
    options: tuple[str, ...]
    variant: str
    processes: int | None
    """None: as many as the machine has to give."""
    locale: str
    as_json: bool = False
    csv: Path | None = None
    plot: Path | None = None
    is_trusted: bool = False
    start: Path | None = None
    """File of the position from which all games continue."""


def simulate_and_tell(order: SimulationOrder) -> int:
    """The exit code; after Ctrl-C all is told of the games that were played until then."""
    plot_format = find_plot_format(order.plot)
    kit, wording = read_words(order.game, order.locale, is_trusted=order.is_trusted)
    game = find_simulated_game(order, kit, wording)
    series = make_series(order, game, wording)
    games, is_whole = _play(series, order.processes or count_processors())
    summaries = summarise(series, games, is_shared=game.rules.is_shared)
    try:
        if order.as_json:
            typer.echo(json.dumps(_plain(series, summaries), ensure_ascii=False))
        else:
            show_summaries(summaries, wording, OptionNames(game, wording))
        if not is_whole:
            values = {"played": len(games), "games": series.total}
            typer.echo(wording.say("simulation.stopped", values), err=True)
    finally:
        # The files are written even where nobody reads the table: `| head`.
        if summaries:
            _write(order, series, games, summaries, wording, plot_format)
    return 0 if is_whole else INTERRUPTED


def find_simulated_game(order: SimulationOrder, kit: Kit, wording: Wording) -> AnyGame:
    """Raise typer.BadParameter for a variant that the game does not have."""
    try:
        return find_game(kit, variant=order.variant)
    except RulesError as error:
        if error.rule == "kit.rules":
            raise
        raise typer.BadParameter(_say(error, wording), param_hint="--variant") from error


def make_series(order: SimulationOrder, game: AnyGame, wording: Wording) -> Series:
    """Raise typer.BadParameter for players and options that cannot be, UnknownName for a policy."""
    find_policy(game, order.policy)
    if order.start is not None:
        if order.players != (ALL,) or order.options or order.variant:
            raise typer.BadParameter(
                "leave out --players, --options, and --variant: the file has them", param_hint="--from"
            )
        source, walk = read_start(order.start, game.kit, wording)
        setting = Setting(len(walk.state.players), tuple(walk.log.header.items()))
        variant = walk.log.variant
        return Series(game.kit, (setting,), order.games, order.seed, order.policy, variant, source)
    options = parse_options(order.options, game, OptionNames(game, wording))
    players = parse_players(order.players)
    try:
        settings = list_settings(game, players=players, options=options)
    except RulesError as error:
        hint = "--players" if error.rule.startswith("players") else "--options"
        raise typer.BadParameter(_say(error, wording), param_hint=hint) from error
    return Series(game.kit, settings, order.games, order.seed, order.policy, order.variant)


def parse_players(words: Sequence[str]) -> tuple[int, ...]:
    """Numbers of players; none for `all`."""
    if list(words) == [ALL]:
        return ()
    if not all(re.fullmatch("[0-9]{1,3}", word) for word in words):
        raise typer.BadParameter("write numbers of players, like: 2,3,4", param_hint="--players")
    return tuple(dict.fromkeys(int(word) for word in words))


def parse_options(words: Sequence[str], game: AnyGame, names: OptionNames) -> Mapping[str, tuple[str, ...]]:
    """`difficulty=miracle,iv_fluids` by key; what stands without a key belongs to the one before it."""
    found: dict[str, list[str]] = {}
    key = ""
    for word in words:
        before, sign, value = word.partition("=")
        key, value = (before.strip(), value.strip()) if sign else (key, word)
        if not key or not value:
            raise typer.BadParameter("write a key and its values, like: difficulty=miracle,iv_fluids")
        found.setdefault(key, []).append(value)
    known = game.rules.options
    if LEVEL in known:
        found.setdefault(LEVEL, [ALL])
    return {
        key: names.sort_values(key, known[key])
        if values == [ALL] and key in known
        else tuple(dict.fromkeys(values))
        for key, values in found.items()
    }


def find_plot_format(path: Path | None) -> Format | None:
    """By the end of the file's name."""
    if path is None:
        return None
    name = path.suffix.removeprefix(".").lower()
    if name not in format_names():
        known = ", ".join(f".{known}" for known in format_names())
        raise typer.BadParameter(f"the name of the file must end with one of: {known}", param_hint="--plot")
    return find_format(name)


def count_processors() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _play(series: Series, processes: int) -> tuple[list[Game], bool]:
    """The games, and whether they are all that were asked for."""
    games: list[Game] = []
    try:
        with show_count(series.total, series.kit.slug) as tell:
            for some in play_series(series, processes=processes):
                games += some
                tell(len(games))
    except KeyboardInterrupt:
        return games, False
    return games, True


def _plain(series: Series, summaries: Sequence[Summary]) -> dict[str, object]:
    return {
        "game": series.kit.id,
        "variant": series.variant,
        "policy": series.policy,
        "seed": series.seed,
        "games": series.games,
        "settings": [plain_summary(summary) for summary in summaries],
    }


def _write(
    order: SimulationOrder,
    series: Series,
    games: Sequence[Game],
    summaries: Sequence[Summary],
    wording: Wording,
    plot_format: Format | None,
) -> None:
    """The files that were asked for, together or not at all."""
    with Staging() as staging:
        if order.csv is not None:
            staging.write(order.csv, write_csv(series, games).encode())
        if order.plot is not None and plot_format is not None:
            chart = make_chart(series, games, summaries, wording)
            document = draw_chart(series.kit, wording.locale, chart)
            staging.write(order.plot, plot_format.write(document, 0, Options(dpi=200)))
        staging.commit()


def _say(error: RulesError, wording: Wording) -> str:
    return Sentence.of_rule(error.rule, error.values).say(wording)

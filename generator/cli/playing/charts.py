"""The chart of `petri simulate`, with the texts of a language."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, groupby

from generator.cli.playing.simulation_tables import OptionNames, format_note, format_rate, format_spread
from generator.model.language.fields import Field
from generator.model.texts.wordings import Wording
from generator.play.series.series import Rate, Series, Setting, SimulatedGame, Summary
from generator.rules.game import find_game

MOST_BINS = 24
FEWEST_COLUMNS, MOST_COLUMNS = 3, 5
MOST_TICKS = 5
_AXES = (0.04, 0.08, 0.12, 0.2, 0.4, 0.6, 0.8, 1.0)
"""Possible ends of an axis of shares: their quarters are full percents."""


def make_chart(
    series: Series, games: Sequence[SimulatedGame], summaries: Sequence[Summary], wording: Wording
) -> Mapping[str, Field]:
    """Return the fields of the chart in data/chart.yaml.

    It shows the win rates of all settings, and lengths by how games ended, in turns or else in moves.
    """
    names = OptionNames(find_game(series.kit, variant=series.variant), wording)
    has_turns = summaries[0].turns is not None
    unit = wording.format(f"simulation.table.{'turns' if has_turns else 'moves'}")
    is_shared = summaries[0].won is not None
    lengths = [_measure(game, has_turns) for game in games]
    bins = choose_bins(min(lengths), max(lengths))
    by_setting: dict[Setting, list[SimulatedGame]] = {summary.setting: [] for summary in summaries}
    for game in games:
        by_setting[series.settings[game.setting]].append(game)
    layers = ("won", "lost") if is_shared else ("one", "several", "nobody")
    highest = max((rate.interval[1] for one in summaries for rate in _list_rates(one)), default=1.0)
    end = next((end for end in _AXES if end >= highest), 1.0)
    counts = [_count(summary, by_setting[summary.setting], bins) for summary in summaries]
    top = max(max(map(sum, bars)) / (sum(map(sum, bars)) or 1) for bars in counts) or 1.0
    panels: list[Mapping[str, Field]] = [
        {
            "title": format_setting(summary.setting, wording, names),
            "note": format_spread(summary.turns or summary.moves, wording),
            "bins": tuple(_make_bins(bars, bins, top, wording)),
        }
        for summary, bars in zip(summaries, counts, strict=True)
    ]
    options = len({summary.setting.options for summary in summaries})
    # Panels of the same options are below each other, if possible.
    columns = options if FEWEST_COLUMNS < options <= MOST_COLUMNS else FEWEST_COLUMNS
    panels += [{"title": "", "note": "", "bins": ()}] * (-len(panels) % columns)
    rows = (panels[first : first + columns] for first in range(0, len(panels), columns))
    number: dict[str, str | int] = {"games": len(games), "policy": series.policy, "seed": str(series.seed)}
    return {
        "title": wording.format(series.kit.title),
        "subtitle": wording.format("simulation.chart.of", number),
        "shares_title": wording.format(f"simulation.chart.{'won' if is_shared else 'seats'}"),
        "groups": tuple({"rows": rows} for rows in group_shares(summaries, wording, names, end)),
        "axis": tuple(wording.write(round(end * 25 * quarter)) for quarter in range(5)),
        "panels_title": wording.format("simulation.chart.lengths", {"unit": unit}),
        "layers": tuple(wording.format(f"simulation.layer.{layer}") for layer in layers),
        "bins": str(len(bins)),
        "panel_rows": tuple({"panels": tuple(row)} for row in rows),
        "note": format_note(summaries, wording),
    }


def group_shares(
    summaries: Sequence[Summary], wording: Wording, names: OptionNames, end: float
) -> Iterator[tuple[Mapping[str, Field], ...]]:
    """Yield the win rates of settings with the same number of players: of all players or of each seat.

    They are percents of an axis from 0 to `end`.
    """
    for _, some in groupby(summaries, key=lambda summary: summary.setting.players):
        group: list[Mapping[str, Field]] = []
        for summary in some:
            label = format_setting(summary.setting, wording, names)
            for seat, rate in enumerate(_list_rates(summary), start=summary.won is None):
                about: dict[str, str | int] = {"setting": label, "seat": seat}
                name = wording.format("simulation.chart.seat", about) if seat else label
                values = zip(("share", "low", "high"), (rate.share, *rate.interval), strict=True)
                places = {key: f"{value / end * 100:.4f}" for key, value in values}
                group.append({"label": name, "text": format_rate(rate, wording), **places})
        yield tuple(group)


def _list_rates(summary: Summary) -> list[Rate]:
    """Return the win rate of all players, or else that of each seat."""
    return [summary.won] if summary.won is not None else [seat.wins for seat in summary.seats]


def format_setting(setting: Setting, wording: Wording, names: OptionNames) -> str:
    """Return `2 players, heroic`, or `2 players, rounds: 1` if the value has no name."""
    players = wording.format("simulation.chart.players", {"players": setting.players})
    return ", ".join((players, *(names.format_choice(key, value) for key, value in setting.options)))


def _count(summary: Summary, games: Sequence[SimulatedGame], bins: range) -> list[tuple[int, ...]]:
    """Return the numbers of games in each bin, by layer."""
    counts = Counter(
        ((_measure(game, summary.turns is not None) - bins.start) // bins.step, _find_layer(game))
        for game in games
    )
    return [tuple(counts[place, layer] for layer in range(3)) for place in range(len(bins))]


def _make_bins(
    bars: Sequence[Sequence[int]], bins: range, top: float, wording: Wording
) -> Iterator[Mapping[str, Field]]:
    """Yield the heights of bars in percent: the area of the bars is the same in all panels."""
    ticks = choose_ticks(bins)
    total = (sum(map(sum, bars)) or 1) * top
    for start, bar in zip(bins, bars, strict=True):
        tick = next((tick for tick in ticks if start <= tick < start + bins.step), None)
        label, offset = ("", 0) if tick is None else (wording.write(tick), tick - start)
        heights = (f"{count / total * 100:.4f}" if count else "0" for count in bar)
        layers = dict(zip(("one", "two", "three"), heights, strict=True))
        yield {"tick": label, "at": f"{(offset + 0.5) / bins.step * 100:.4f}", **layers}


def _measure(game: SimulatedGame, has_turns: bool) -> int:
    return game.ending.turns if has_turns else game.ending.moves


def _find_layer(game: SimulatedGame) -> int:
    if game.ending.won is not None:
        return 0 if game.ending.won else 1
    return {0: 2, 1: 0}.get(len(game.ending.winners), 1)


def choose_bins(low: int, high: int) -> range:
    """Return the first number of each bin, with the smallest width that needs at most MOST_BINS."""
    bins = (range(low // width * width, high + 1, width) for width in _grow())
    return next(found for found in bins if len(found) <= MOST_BINS)


def choose_ticks(bins: range) -> tuple[int, ...]:
    """Return at most five round numbers."""
    stop = bins.start + bins.step * len(bins)
    ticks = (range(-(-bins.start // step) * step, stop, step) for step in _grow())
    return next(tuple(found) for found in ticks if len(found) <= MOST_TICKS)


def _grow() -> Iterator[int]:
    """Return 1, 2, 5, 10, 20, 50, and so on."""
    return (step * 10**power for power in count() for step in (1, 2, 5))

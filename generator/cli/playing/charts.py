"""The chart of `petri simulate`, with the texts of a language."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from generator.cli.playing.simulation_tables import OptionNames, format_note, format_rate, format_spread
from generator.model.chart import Bins, Chart, Panel, ShareRow
from generator.model.wording import Wording
from generator.play.series import Series, Setting, SimulatedGame
from generator.play.summary import Rate, Summary
from generator.rules.finding import find_game

MOST_BINS = 24
FEWEST_COLUMNS, MOST_COLUMNS = 3, 5
_STEPS = (1, 2, 5)


def make_chart(
    series: Series, games: Sequence[SimulatedGame], summaries: Sequence[Summary], wording: Wording
) -> Chart:
    """Return the win rates of all settings, and lengths by how games ended, in turns or else in moves."""
    names = OptionNames(find_game(series.kit, variant=series.variant), wording)
    has_turns = summaries[0].turns is not None
    unit = wording.format(f"simulation.table.{'turns' if has_turns else 'moves'}")
    is_shared = summaries[0].won is not None
    lengths = [_measure(game, has_turns) for game in games]
    bins = choose_bins(min(lengths), max(lengths))
    played: dict[Setting, list[SimulatedGame]] = {summary.setting: [] for summary in summaries}
    for game in games:
        played[series.settings[game.setting]].append(game)
    layers = ("won", "lost") if is_shared else ("one", "several", "nobody")
    return Chart(
        title=wording.format(series.kit.title),
        subtitle=wording.format(
            "simulation.chart.of", {"games": len(games), "policy": series.policy, "seed": str(series.seed)}
        ),
        shares_title=wording.format(f"simulation.chart.{'won' if is_shared else 'seats'}"),
        shares=tuple(group_shares(summaries, wording, names)),
        columns=choose_columns(summaries),
        panels_title=wording.format("simulation.chart.lengths", {"unit": unit}),
        bins=bins,
        ticks=tuple((value, wording.write(value)) for value in choose_ticks(bins)),
        layers=tuple(wording.format(f"simulation.layer.{layer}") for layer in layers),
        panels=tuple(_make_panel(each, played[each.setting], bins, wording, names) for each in summaries),
        note=format_note(summaries, wording),
    )


def group_shares(
    summaries: Sequence[Summary], wording: Wording, names: OptionNames
) -> Iterator[tuple[ShareRow, ...]]:
    """Yield the win rates of settings with the same number of players: of all players or of each seat."""
    for _, some in groupby(summaries, key=lambda summary: summary.setting.players):
        group: list[ShareRow] = []
        for summary in some:
            label = format_setting(summary.setting, wording, names)
            if summary.won is not None:
                group.append(_make_row(label, summary.won, wording))
            for number, seat in enumerate(summary.seats, 1):
                name = wording.format("simulation.chart.seat", {"setting": label, "seat": number})
                group.append(_make_row(name, seat.wins, wording))
        yield tuple(group)


def choose_columns(summaries: Sequence[Summary]) -> int:
    """Return a number of columns that puts panels of the same options below each other, if possible."""
    options = len({summary.setting.options for summary in summaries})
    return options if FEWEST_COLUMNS < options <= MOST_COLUMNS else FEWEST_COLUMNS


def _make_row(label: str, rate: Rate, wording: Wording) -> ShareRow:
    return ShareRow(label, rate.share, *rate.interval, text=format_rate(rate, wording))


def format_setting(setting: Setting, wording: Wording, names: OptionNames) -> str:
    """Return `2 players, heroic`, or `2 players, rounds: 1` if the value has no name."""
    players = wording.format("simulation.chart.players", {"players": setting.players})
    return ", ".join((players, *(names.format_choice(key, value) for key, value in setting.options)))


def _make_panel(
    summary: Summary, games: Sequence[SimulatedGame], bins: Bins, wording: Wording, names: OptionNames
) -> Panel:
    layers = 2 if summary.won is not None else 3
    counts = [Counter[int]() for _ in range(layers)]
    for game in games:
        place = (_measure(game, summary.turns is not None) - bins.first) // bins.width
        counts[_find_layer(game)][place] += 1
    return Panel(
        format_setting(summary.setting, wording, names),
        format_spread(summary.turns or summary.moves, wording),
        tuple(tuple(count[bin_number] for bin_number in range(bins.number)) for count in counts),
    )


def _measure(game: SimulatedGame, has_turns: bool) -> int:
    return game.ending.turns if has_turns else game.ending.moves


def _find_layer(game: SimulatedGame) -> int:
    if game.ending.won is not None:
        return 0 if game.ending.won else 1
    return {0: 2, 1: 0}.get(len(game.ending.winners), 1)


def choose_bins(low: int, high: int) -> Bins:
    """Return bins of the smallest width that needs at most MOST_BINS; they start at multiples of it."""
    for width in _grow():
        first = low // width * width
        number = (high - first) // width + 1
        if number <= MOST_BINS:
            return Bins(first, width, number)
    raise AssertionError("widths grow for ever")


def choose_ticks(bins: Bins) -> tuple[int, ...]:
    """Return at most five round numbers."""
    last = bins.first + bins.width * bins.number - 1
    for step in _grow():
        ticks = tuple(range(-(-bins.first // step) * step, last + 1, step))
        if len(ticks) <= 5:
            return ticks
    raise AssertionError("steps grow for ever")


def _grow() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50, and so on."""
    power = 1
    while True:
        yield from (step * power for step in _STEPS)
        power *= 10

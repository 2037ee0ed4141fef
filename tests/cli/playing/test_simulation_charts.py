"""What the picture of `petri simulate` shows: bins, ticks, groups."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.cli.playing.charts import MOST_BINS, choose_bins, choose_ticks, make_chart
from generator.play.series import Series, Setting, SimulatedGame
from generator.play.simulate import Ending
from generator.play.summary import summarise
from tests import shipped

LEVELS = tuple((("difficulty", level),) for level in ("chicken_soup", "miracle"))


@given(st.integers(0, 5000), st.integers(0, 5000))
def test_every_length_has_a_bin(low: int, more: int) -> None:
    """Few bins, which begin at round numbers; ticks are round, on the axis, and few."""
    bins = choose_bins(low, low + more)
    assert 1 <= bins.number <= MOST_BINS
    assert bins.first <= low
    assert low + more < bins.first + bins.width * bins.number
    assert bins.first % bins.width == 0
    ticks = choose_ticks(bins)
    assert len(ticks) <= 5
    assert all(bins.first <= tick < bins.first + bins.width * bins.number for tick in ticks)


def make_game(setting: int, turns: int, *, won: bool) -> SimulatedGame:
    return SimulatedGame(setting, turns, 1, Ending(turns * 2, turns, "pox.end.contained", won, (), (0, 0)))


def test_levels_are_panels_and_players_are_groups() -> None:
    """Each panel counts the games of its own setting, won below lost."""
    settings = tuple(Setting(players, level) for players in (1, 2) for level in LEVELS)
    series = Series(shipped.kit("pox"), settings, 2, seed=3)
    games = [make_game(place, 4 + place, won=won) for place in range(4) for won in (True, False)]
    wording = shipped.kit("pox").wordings["en"]
    chart = make_chart(series, games, summarise(series, games, is_shared=True), wording)
    assert chart.title == "POX: Save the People"
    assert "8 simulated games" in chart.subtitle
    assert [[row.label for row in group] for group in chart.shares] == [
        ["1 player, Chicken Soup", "1 player, Miracle"],
        ["2 players, Chicken Soup", "2 players, Miracle"],
    ]
    assert chart.shares[0][0].share == pytest.approx(0.5)
    assert chart.bins.first == 4
    assert [panel.counts for panel in chart.panels][1] == ((0, 1, 0, 0), (0, 1, 0, 0))
    assert chart.layers == ("won", "lost")


def test_where_there_are_winners_every_seat_has_a_row() -> None:
    """And the layers are how many of them there are."""
    series = Series(shipped.kit("virus_and_co"), (Setting(3),), 1)
    endings = [
        Ending(9, 0, "virus_and_co.game.best", None, winners, (1, 1, 0)) for winners in ((0,), (0, 1), ())
    ]
    games = [SimulatedGame(0, number, 1, ending) for number, ending in enumerate(endings)]
    wording = shipped.kit("virus_and_co").wordings["en"]
    chart = make_chart(series, games, summarise(series, games, is_shared=False), wording)
    assert [row.label for row in chart.shares[0]] == [f"3 players, seat {seat}" for seat in (1, 2, 3)]
    assert chart.panels[0].counts == ((1,), (1,), (1,))
    assert chart.panels_title.endswith("in moves")
    assert len(chart.layers) == 3

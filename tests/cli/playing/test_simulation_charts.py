"""What the picture of `petri simulate` shows: bins, ticks, groups."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.cli.playing.results import MOST_BINS, choose_bins, choose_ticks, make_chart
from generator.play.series.series import GameSetting, Series, SimulatedGame, summarise
from generator.play.simulate import Ending
from tests import shipped

LEVELS = tuple((("difficulty", level),) for level in ("chicken_soup", "miracle"))


@given(st.integers(0, 5000), st.integers(0, 5000))
def test_every_length_has_a_bin(low: int, more: int) -> None:
    """Few bins, which begin at round numbers; ticks are round, on the axis, and few."""
    bins = choose_bins(low, low + more)
    assert 1 <= len(bins) <= MOST_BINS
    assert bins.start <= low
    assert low + more < bins.start + bins.step * len(bins)
    assert bins.start % bins.step == 0
    ticks = choose_ticks(bins)
    assert len(ticks) <= 5
    assert all(bins.start <= tick < bins.start + bins.step * len(bins) for tick in ticks)


def labels(chart: Mapping[str, Any]) -> list[list[str]]:
    return [[row["label"] for row in group["rows"]] for group in chart["groups"]]


def panels(chart: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [panel for row in chart["panel_rows"] for panel in row["panels"] if panel["title"]]


def make_game(setting: int, turns: int, *, won: bool) -> SimulatedGame:
    return SimulatedGame(setting, turns, 1, Ending(turns * 2, turns, "pox.end.contained", won, (), (0, 0)))


def test_levels_are_panels_and_players_are_groups() -> None:
    """Each panel counts the games of its own setting, won below lost."""
    settings = tuple(GameSetting(players, level) for players in (1, 2) for level in LEVELS)
    series = Series(shipped.kit("pox"), settings, 2, seed=3)
    games = [make_game(place, 4 + place, won=won) for place in range(4) for won in (True, False)]
    wording = shipped.kit("pox").wordings["en"]
    chart = make_chart(series, games, summarise(series, games, is_shared=True), wording)
    assert chart["title"] == "POX: Save the People"
    assert "8 simulated games" in str(chart["subtitle"])
    assert labels(chart) == [
        ["1 player, Chicken Soup", "1 player, Miracle"],
        ["2 players, Chicken Soup", "2 players, Miracle"],
    ]
    shares: Any = chart["groups"]
    axis: Any = chart["axis"]
    whole = float(axis[1]) * 4 / 100
    assert float(shares[0]["rows"][0]["share"]) / 100 * whole == pytest.approx(0.5)
    heights = [[(bin["one"], bin["two"]) for bin in panel["bins"]] for panel in panels(chart)]
    assert heights[1] == [("0", "0"), ("50.0000", "50.0000"), ("0", "0"), ("0", "0")]
    assert [bin["tick"] for bin in panels(chart)[0]["bins"]] == ["4", "5", "6", "7"]
    assert chart["layers"] == ("won", "lost")


def test_where_there_are_winners_every_seat_has_a_row() -> None:
    """And the layers are how many of them there are."""
    series = Series(shipped.kit("virus_and_co"), (GameSetting(3),), 1)
    endings = [
        Ending(9, 0, "virus_and_co.game.best", None, winners, (1, 1, 0)) for winners in ((0,), (0, 1), ())
    ]
    games = [SimulatedGame(0, number, 1, ending) for number, ending in enumerate(endings)]
    wording = shipped.kit("virus_and_co").wordings["en"]
    chart = make_chart(series, games, summarise(series, games, is_shared=False), wording)
    assert labels(chart) == [[f"3 players, seat {seat}" for seat in (1, 2, 3)]]
    (bin,) = panels(chart)[0]["bins"]
    assert [bin[layer] for layer in ("one", "two", "three")] == ["33.3333"] * 3
    assert str(chart["panels_title"]).endswith("in moves")
    assert len(chart["layers"]) == 3

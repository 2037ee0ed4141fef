"""What many games say together."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.play.series.series import (
    GameSetting,
    Quartiles,
    Rate,
    Series,
    SimulatedGame,
    measure_quartiles,
    plain_summary,
    summarise,
    write_games_csv,
)
from generator.play.simulate import Ending
from tests import shipped

EASY, HARD = GameSetting(2, (("difficulty", "easy"),)), GameSetting(3, (("difficulty", "hard"),))


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_intervals_are_those_of_the_literature(count: int, of: int, low: float, high: float) -> None:
    """The last three: R. G. Newcombe, Two-sided confidence intervals (1998), table I, method 3."""
    assert Rate(count, of).interval == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 10_000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_a_share_lies_in_its_interval(counts: tuple[int, int]) -> None:
    """Intervals lie between 0 and 1, and those of opposite shares mirror each other."""
    rate, opposite = Rate(*counts), Rate(counts[1] - counts[0], counts[1])
    low, high = rate.interval
    assert 0 <= low <= rate.share + 1e-12
    assert rate.share - 1e-12 <= high <= 1
    assert opposite.interval == pytest.approx((1 - high, 1 - low))


def test_of_nothing_nothing_is_known() -> None:
    """Without games, the interval is everything."""
    assert Rate(0, 0).share == 0
    assert Rate(0, 0).interval == (0, 1)


def test_quartiles_are_numbers_that_came_up() -> None:
    """Quartiles are found by nearest rank."""
    assert measure_quartiles([5]) == Quartiles(5, 5, 5)
    assert measure_quartiles([4, 1, 3, 2]) == Quartiles(1, 2, 3)
    assert measure_quartiles(range(1, 101)) == Quartiles(25, 50, 75)
    assert measure_quartiles([-8, -1, 0, 2, 9]) == Quartiles(-1, 0, 2)


def series(*settings: GameSetting) -> Series:
    return Series(shipped.kit("pox"), settings, 4, seed=5)


def ending(
    turns: int, won: bool | None, winners: tuple[int, ...] = (), points: tuple[int, ...] = ()
) -> Ending:
    return Ending(turns * 3, turns, "pox.end.won" if won else "pox.end.lost", won, winners, points)


def test_games_that_all_win_or_lose_together() -> None:
    """A summary has wins, lengths, and ends of each setting that was played."""
    games = [
        SimulatedGame(0, number, 9, ending(turns, turns < 7)) for number, turns in enumerate((5, 6, 7, 9))
    ]
    (summary,) = summarise(series(EASY, HARD), games, is_shared=True)
    assert summary.setting == EASY
    assert summary.games == 4
    assert summary.won == Rate(2, 4)
    assert summary.turns == Quartiles(5, 6, 7)
    assert summary.moves == Quartiles(15, 18, 21)
    assert summary.ends == (("pox.end.lost", Rate(2, 4)), ("pox.end.won", Rate(2, 4)))
    assert summary.seats == ()


def test_games_that_have_winners() -> None:
    """Competitive games have wins and points by seat, and numbers of winners."""
    games = [
        SimulatedGame(0, 0, 9, ending(5, None, (0,), (10, -3))),
        SimulatedGame(0, 1, 9, ending(5, None, (0, 1), (4, 4))),
        SimulatedGame(0, 2, 9, ending(5, None, (), (0, 0))),
    ]
    (summary,) = summarise(series(EASY), games, is_shared=False)
    assert summary.won is None
    assert [seat.wins for seat in summary.seats] == [Rate(2, 3), Rate(1, 3)]
    assert [seat.points for seat in summary.seats] == [Quartiles(0, 4, 10), Quartiles(-3, 0, 4)]
    assert summary.winners == (Rate(1, 3), Rate(1, 3), Rate(1, 3))
    plain = plain_summary(summary)
    share = {"count": 1, "share": 0.333333, "low": 0.061492, "high": 0.79234}
    assert plain["winners"] == {"nobody": share, "one": share, "several": share}
    assert "won" not in plain


def test_games_that_do_not_count_turns() -> None:
    """Games that do not count turns have no length in turns."""
    (summary,) = summarise(series(EASY), [SimulatedGame(0, 0, 9, ending(0, True))], is_shared=True)
    assert summary.turns is None
    assert plain_summary(summary)["turns"] is None


def test_a_file_of_all_games() -> None:
    """The table has a line for each game, in order; points of missing seats are empty."""
    games = [
        SimulatedGame(1, 0, 8, ending(4, None, (2,), (1, 2, 3))),
        SimulatedGame(0, 0, 9, ending(5, None, (0, 1), (6, 6))),
    ]
    first, second = csv.DictReader(io.StringIO(write_games_csv(series(EASY, HARD), games)))
    assert first == {
        "players": "2",
        "difficulty": "easy",
        "policy": "random",
        "game": "1",
        "seed": "9",
        "turns": "5",
        "moves": "15",
        "rule": "pox.end.lost",
        "won": "",
        "winners": "1 2",
        "points_1": "6",
        "points_2": "6",
        "points_3": "",
    }
    assert (second["players"], second["winners"], second["points_3"]) == ("3", "3", "3")

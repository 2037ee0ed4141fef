"""Many games: the same for the same seed, however many processes play them."""

from dataclasses import replace
from typing import Any

import pytest

from generator.errors import UnknownName
from generator.model.kit import Kit
from generator.play.policies import make_policy
from generator.play.series.engines import open_engine, play_series
from generator.play.series.series import (
    GameSetting,
    Series,
    SeriesPlayer,
    SimulatedGame,
    list_settings,
    seed_game,
)
from generator.rules.core import RulesError
from generator.rules.game import AnyGame
from tests import played, shipped

SHORT = (("length", "1"),)


def kit() -> Kit:
    return shipped.kit("virus_and_co")


def game() -> AnyGame:
    return played.game("virus_and_co")


def short_series(games: int = 20) -> Series:
    return Series(kit(), (GameSetting(3, SHORT), GameSetting(5, SHORT)), games, seed=7)


def play(series: Series, processes: int) -> list[SimulatedGame]:
    with open_engine("", processes=processes) as engine:
        games = [game for some in play_series(series, engine) for game in some]
    return sorted(games, key=lambda game: (game.setting, game.number))


def test_the_same_seed_gives_the_same_games() -> None:
    """A series with the same seed has the same games."""
    alone = play(short_series(), 1)
    assert [(game.setting, game.number) for game in alone] == [(s, n) for s in (0, 1) for n in range(20)]
    assert play(replace(short_series(), seed=8), 1) != alone


def test_paired_games_have_the_same_seeds_and_the_same_luck_of_nature() -> None:
    """Paired games have the same seed in all settings, so a change without effect changes no game."""
    settings = (GameSetting(2), GameSetting(2, changes=(("tokens.infection.count", "39"),)), GameSetting(3))
    series = Series(shipped.kit("pox"), settings, 30, is_paired=True)
    one, other, three = ([game for game in play(series, 1) if game.setting == place] for place in range(3))
    assert [game.seed for game in one] == [game.seed for game in other] == [game.seed for game in three]
    assert [game.ending for game in one] == [game.ending for game in other]
    assert [game.seed for game in play(replace(series, is_paired=False), 1)][:30] != [g.seed for g in one]


def test_a_game_is_the_same_whatever_else_is_played() -> None:
    """The seed of a game depends on its setting and its number, and no two games share one."""
    alone = play(Series(kit(), (GameSetting(5, SHORT),), 10, seed=7), 1)
    among = [game for game in play(short_series(10), 1) if game.setting == 1]
    assert [replace(game, setting=0) for game in among] == alone
    seeds = {seed_game(s, GameSetting(p, SHORT), n) for s in (1, 2) for p in (3, 4) for n in range(500)}
    assert len(seeds) == 2000
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_a_series_that_is_broken_off_has_played_all_settings() -> None:
    """Settings take turns."""
    games: list[SimulatedGame] = []
    with open_engine("", processes=1) as engine:
        playing = play_series(short_series(100_000), engine)
        while len(games) < 60:
            games += next(playing)
        playing.close()
    counts = [sum(game.setting == place for game in games) for place in (0, 1)]
    assert min(counts) >= len(games) // 4


def test_settings_are_all_numbers_of_players_with_all_options() -> None:
    """Options that are not named have their default."""
    settings = list_settings(game(), options={})
    assert [str(setting) for setting in settings] == [f"players={number}" for number in (3, 4, 5, 6)]
    settings = list_settings(game(), players=(4, 3), options={"length": ("2", "1")})
    assert [str(setting) for setting in settings] == [
        f"players={players} length={length}" for players in (4, 3) for length in (2, 1)
    ]
    anyone = replace(game(), kit=replace(kit(), players="2+"))
    assert [each.players for each in list_settings(anyone, options={})] == [2, 3, 4]
    assert [each.players for each in list_settings(anyone, players=(9,), options={})] == [9]


@pytest.mark.parametrize(
    ("players", "options", "rule"),
    [
        ((7,), {}, "players.number"),
        ((2,), {}, "players.number"),
        ((), {"length": ("100",)}, "log.value"),
        ((), {"speed": ("1",)}, "log.option"),
    ],
)
def test_settings_that_cannot_be(players: tuple[int, ...], options: dict[str, Any], rule: str) -> None:
    """Impossible settings are refused before play, with the rule that a log would break."""
    with pytest.raises(RulesError) as caught:
        list_settings(game(), players=players, options=options)
    assert caught.value.rule == rule


def test_policies_are_found_by_name() -> None:
    """Every game has random players; the error for an unknown policy lists the known ones."""
    assert make_policy(game(), "random") is None
    assert make_policy(played.game("pox"), "greedy") is not None
    with pytest.raises(UnknownName, match="available: random, greedy"):
        make_policy(played.game("pox"), "wise")
    with pytest.raises(UnknownName, match=r"available: random, search$"):
        SeriesPlayer(Series(played.kit("noughts_and_crosses"), (GameSetting(2),), 1, policy="greedy"))

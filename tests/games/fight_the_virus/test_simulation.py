"""Whole games of simple players with random dice: twelve spikes are passed, and games are won.

The figures of many more games stand in docs/games/fight_the_virus.md.
"""

from itertools import islice

import pytest

from generator.games.fight_the_virus.game import list_points
from generator.games.fight_the_virus.players import choose_shape, list_cheapest
from generator.games.fight_the_virus.sheet import FightTheVirusData, State, has_goals, list_winners
from tests.games.fight_the_virus.sheets import play_well, roll_pairs
from tests.samples import proves_all

GAMES = 12 if proves_all() else 5


@pytest.fixture(scope="module")
def finished() -> dict[int, list[State]]:
    """By number of players: the last states of some games."""
    return {players: [play_well(seed, players)[-1] for seed in range(GAMES)] for players in (2, 3, 4)}


def test_simple_players_pass_twelve_spikes(finished: dict[int, list[State]]) -> None:
    """At least 97 in 100 sheets have 12 progresses or more when the game ends."""
    spikes = [
        sheet.progress.circled for games in finished.values() for game in games for sheet in game.sheets
    ]
    assert len(spikes) == GAMES * (2 + 3 + 4)
    assert sum(number >= 12 for number in spikes) >= 0.97 * len(spikes)


def test_games_are_won_in_a_sensible_time(data: FightTheVirusData, finished: dict[int, list[State]]) -> None:
    """At least 97 in 100 have a winner; with 2 to 4 players the middle game takes 40 to 48 rolls."""
    for games in finished.values():
        won = [game for game in games if list_winners(data, game)]
        assert len(won) >= 0.97 * len(games)
        turns = sorted(game.turn for game in won)
        assert 40 <= turns[len(turns) // 2] <= 48
        assert turns[-1] <= 80


def test_winners_have_done_everything(data: FightTheVirusData, finished: dict[int, list[State]]) -> None:
    """Research finished, all red squares filled, and 12 progresses used at least."""
    for games in finished.values():
        for game in games:
            for player in list_winners(data, game):
                sheet = game.sheet_of(player)
                assert sheet.researched == 12
                assert has_goals(data, sheet)
                assert sheet.progress.crossed >= 12


@pytest.mark.parametrize("seed", range(60))
def test_single_dice_alone_pass_twelve_spikes(data: FightTheVirusData, seed: int) -> None:
    """One die after the other into the analysis, no choice among dice: 12 spikes within 25 dice."""
    analysed = 0
    for value in islice((die for roll in roll_pairs(seed) for die in roll), 25):
        found = choose_shape(data.virus, analysed, value)
        analysed |= found[1] if found else 0
    assert (analysed & data.virus.spikes).bit_count() >= 12


@pytest.mark.parametrize("available", range(5))
def test_simple_players_weigh_the_cheapest_way_to_each_number(available: int) -> None:
    """The first of all ways to add progress to a die is taken for each sum, in their order."""
    cheapest: dict[int, tuple[int, ...]] = {}
    for points, more in list_points(available):
        assert sum(points) == more
        cheapest.setdefault(more, points)
    assert list(list_cheapest(available)) == [*cheapest.values()]

"""The game that is written down in the kit is played again, move by move."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from generator.errors import RulesError
from generator.games.fight_the_virus.game import Game, start_game, winners
from generator.games.fight_the_virus.moves import Roll, TakeBonus, UseDie, parse_move
from generator.games.fight_the_virus.plan import Plan, find_section
from generator.games.fight_the_virus.record import (
    Turn,
    draw_grid,
    letter_shapes,
    mark_progress,
    number_spread,
    number_tests,
    play_turn,
)
from generator.model.kit import Kit
from generator.model.sheet import GridSection
from generator.read.yaml_reader import read_yaml


@pytest.fixture(scope="module")
def written(kit: Kit) -> dict[str, Any]:
    data = read_yaml(kit.folder / "example_game.yaml").data
    assert isinstance(data, dict)
    return data


def read_turn(turn: dict[str, Any]) -> Turn:
    moves = turn.get("moves", {})
    return Turn(
        roll=parse_move(turn["roll"]),
        moves=tuple((player, tuple(map(parse_move, texts))) for player, texts in moves.items()),
        rerolled=tuple(map(parse_move, turn.get("rerolled", []))),
    )


@pytest.fixture(scope="module")
def games(plan: Plan, written: dict[str, Any]) -> list[Game]:
    """The game before the first turn and after each one."""
    found = [start_game(plan, tuple(written["players"]))]
    for turn in written["turns"]:
        found.append(play_turn(plan, found[-1], read_turn(turn)))
    return found


def test_every_move_is_legal_and_the_winner_wins(
    plan: Plan, written: dict[str, Any], games: list[Game]
) -> None:
    """The last turn ends the game, and only the last."""
    assert [game.over for game in games] == [False] * (len(games) - 1) + [True]
    assert winners(plan, games[-1]) == tuple(written["winners"])


def test_turns_are_numbered_and_name_the_active_player(written: dict[str, Any], games: list[Game]) -> None:
    """What is written for the reader is what is played."""
    for turn, game in zip(written["turns"], games, strict=False):
        assert turn["turn"] == str(game.turn)
        assert turn["active"] == game.players[game.active]


def test_circles_fall_where_they_are_written(plan: Plan, written: dict[str, Any], games: list[Game]) -> None:
    """After a 5 and a 6, and never else."""
    for turn, before, after in zip(written["turns"], games, games[1:], strict=False):
        new = {
            player: plan.curve.ids[square]
            for player in after.players
            for square in after.sheet_of(player).circled - before.sheet_of(player).circled
        }
        assert new == turn.get("circled", {})
        assert bool(new) == (turn["roll"] == "5 6")


def test_the_sheets_at_the_end_are_those_that_are_written(
    plan: Plan, kit: Kit, written: dict[str, Any], games: list[Game]
) -> None:
    """Square by square, as drawn text."""
    for player, expected in written["sheets"].items():
        sheet = games[-1].sheet_of(player)
        drawings = {
            "analysis": letter_shapes(plan, sheet),
            "testing": number_tests(plan, sheet),
            "curve": number_spread(plan, sheet),
        }
        for id, entries in drawings.items():
            drawn = draw_grid(find_section(kit, id, GridSection).grid, entries)
            assert drawn.splitlines() == [line.removeprefix("| ") for line in expected[id].splitlines()]
        assert mark_progress(sheet) == expected["progress"]
        assert str(sheet.researched) == expected["research"]


def test_everything_that_can_happen_happens(plan: Plan, written: dict[str, Any], games: list[Game]) -> None:
    """Both setbacks, a debt, doubles rolled again, every kind of bonus, an extra die, a raised die."""
    turns = [read_turn(turn) for turn in written["turns"]]
    rolls = Counter(turn.roll.text for turn in turns if isinstance(turn.roll, Roll))
    assert rolls["5 6"] == 3
    assert rolls["6 6"] == 3
    assert sum(len(turn.rerolled) for turn in turns) == 3
    moves = [move for turn in turns for _, played in turn.moves for move in played]
    areas = Counter(move.mark.text.split()[0] for move in moves if isinstance(move, TakeBonus))
    assert set(areas) == {"analysis", "testing", "curve"}
    assert any(isinstance(move, UseDie) and len(move.points) > 1 for move in moves)
    after_first_roll = play_turn(plan, games[0], replace(turns[0], moves=()))
    assert [sheet.progress.owed for sheet in after_first_roll.sheets] == [1, 1]


def test_passive_players_use_an_extra_die(written: dict[str, Any]) -> None:
    """Two dice of one roll, by the player who is not active."""
    count = 0
    for turn in written["turns"]:
        for player, texts in turn.get("moves", {}).items():
            dice = [move for move in map(parse_move, texts) if isinstance(move, UseDie)]
            assert len(dice) <= 2
            count += player != turn["active"] and len(dice) == 2
    assert count == 8


def test_a_move_that_is_not_legal_is_named(plan: Plan, written: dict[str, Any], games: list[Game]) -> None:
    """A wrong square in turn 5 is told with turn, player, move and rule."""
    turn = read_turn(written["turns"][4])
    wrong = replace(turn, moves=(("Ana", (parse_move("5 analysis e5 f5 e6 f6 e7"),)),))
    with pytest.raises(RulesError, match=r"turn 5, Ana, `5 analysis .*fight_the_virus\.analysis\.adjacent"):
        play_turn(plan, games[4], wrong)

"""Turns of two players (constraints B1, B2, C4, D1 and the rules of the turn)."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace

import pytest

from generator.games.fight_the_virus.sheet import (
    Decide,
    FightTheVirusData,
    Hand,
    Move,
    PlayerSheet,
    ProgressArea,
    Roll,
    SheetMark,
    State,
    UseDie,
    count_needed,
    find_section,
    list_actors,
    list_winners,
    may_still_win,
    start_game,
)
from generator.model.elements.template import GridBlock, TrackBlock
from generator.rules.core import NATURE, IllegalMove, NoRules, UnreadableMove
from tests.games.fight_the_virus.sheets import play_well, rules
from tests.referee import take_move

Refused = Callable[[str], AbstractContextManager[None]]


@pytest.fixture
def game(data: FightTheVirusData) -> State:
    """Ana is active, Bo is not."""
    return start_game(data, ("Ana", "Bo"))


def play(data: FightTheVirusData, game: State, *moves: str) -> State:
    """Moves as `Ana: 3 curve d1`; without a name it is chance."""
    for move in moves:
        actor, _, text = move.rpartition(": ")
        game = apply_move(game, actor or NATURE, rules().parse(game, actor or NATURE, text))
    return game


def apply_move(game: State, actor: str, move: Move) -> State:
    return take_move(rules(), game, actor, move).state


def change(game: State, player: str, sheet: PlayerSheet) -> State:
    sheets = [sheet if name == player else game.sheet_of(name) for name in game.players]
    return replace(game, sheets=tuple(sheets))


def write_tests(data: FightTheVirusData, sheet: PlayerSheet, **numbers: int) -> PlayerSheet:
    return replace(sheet, tests=tuple(numbers.get(name, 0) for name in data.wall.ids))


def write_spread(data: FightTheVirusData, sheet: PlayerSheet, **numbers: int) -> PlayerSheet:
    return replace(sheet, spread=tuple(numbers.get(name, 0) for name in data.curve.ids))


def test_the_active_player_analyses_with_one_die_and_uses_the_other_elsewhere(
    data: FightTheVirusData, game: State, refused: Refused
) -> None:
    """Not two shapes, not two numbers; either die first."""
    analysed = play(data, game, "2 5", "Ana: 2 analysis e5 f5")
    with refused("turn.areas"):
        play(data, analysed, "Ana: 5 analysis e6 f6 e7 f7 e8")
    entered = play(data, game, "2 5", "Ana: 5 curve d1")
    with refused("turn.areas"):
        play(data, entered, "Ana: 2 testing a1")
    assert play(data, entered, "Ana: 2 analysis e5 f5").hand_of("Ana") == Hand()


def test_a_passive_player_uses_one_die_in_any_area(data: FightTheVirusData, game: State) -> None:
    """Then Bo is done."""
    for move in ("2 analysis e5 f5", "2 testing a1", "5 curve d1"):
        assert play(data, game, "2 5", f"Bo: {move}").hand_of("Bo") == Hand()
    assert play(data, game, "1 5", "Bo: 1 research").sheet_of("Bo").researched == 1


def test_only_dice_that_were_rolled_are_used_once_each(
    data: FightTheVirusData, game: State, refused: Refused
) -> None:
    """No 4 in a roll of 2 and 5, and no second 2."""
    with refused("turn.dice"):
        play(data, game, "2 5", "Bo: 4 testing a1")
    with refused("turn.dice"):
        play(data, game, "2 5", "Ana: 2 analysis e5 f5", "Ana: 2 testing a1")


def test_the_number_is_what_the_die_stands_for(
    data: FightTheVirusData, game: State, refused: Refused
) -> None:
    """A 5 is entered as a 5."""
    rolled = play(data, game, "2 5")
    with refused("turn.value"):
        apply_move(rolled, "Bo", UseDie(5, SheetMark("curve", ("d1",), 4)))


def test_squares_of_another_area_are_no_squares(
    data: FightTheVirusData, game: State, refused: Refused
) -> None:
    """The wall has no h7."""
    rolled = play(data, game, "2 5")
    with refused("sheet.square"):
        apply_move(rolled, "Bo", UseDie(2, SheetMark("testing", ("h7",), 2)))
    with pytest.raises(UnreadableMove, match="h7"):
        play(data, rolled, "Bo: 2 testing h7")


def test_a_die_may_be_left_and_the_dice_go_on(data: FightTheVirusData, game: State, refused: Refused) -> None:
    """When both are done, Bo is active in turn 2; before that nobody rolls."""
    waiting = play(data, game, "2 5", "Ana: done")
    with refused("turn.order"):
        play(data, waiting, "3 4")
    with refused("turn.order"):
        play(data, waiting, "Ana: 2 analysis e5 f5")
    after = play(data, waiting, "Bo: done")
    assert (after.turn, after.players[after.active], after.roll) == (2, "Bo", None)


def test_nobody_moves_before_the_dice_are_rolled(
    data: FightTheVirusData, game: State, refused: Refused
) -> None:
    """Chance moves first, and not twice."""
    assert list_actors(game) == (NATURE,)
    with refused("turn.order"):
        play(data, game, "Ana: done")
    with refused("turn.roll"):
        apply_move(game, NATURE, Decide("done"))
    with refused("turn.faces"):
        apply_move(game, NATURE, Roll(0, 7))


def test_the_active_player_may_roll_doubles_again_as_often_as_they_fall(
    data: FightTheVirusData, game: State, refused: Refused
) -> None:
    """3 3, again 4 4, again 2 5: which stands. Nobody uses a die before that is decided."""
    doubles = play(data, game, "3 3")
    assert list_actors(doubles) == ("Ana",)
    with refused("turn.stand"):
        play(data, doubles, "Ana: 3 curve d1")
    again = play(data, doubles, "Ana: again", "4 4", "Ana: again", "2 5")
    assert again.hand_of("Bo").dice == (2, 5)
    assert play(data, doubles, "Ana: keep").hand_of("Bo").dice == (3, 3)


def test_other_rolls_and_double_sixes_stand(data: FightTheVirusData, game: State, refused: Refused) -> None:
    """No rolling again after 2 5 or 6 6; after doubles that were kept neither."""
    for moves in (["2 5"], ["6 6"], ["3 3", "Ana: keep"]):
        with refused("turn.reroll"):
            play(data, game, *moves, "Ana: again")


def test_only_the_roll_that_stands_brings_a_setback(data: FightTheVirusData, game: State) -> None:
    """5 5 rolled again into 5 6: one circle each. Doubles of five are no setback."""
    kept = play(data, game, "5 5", "Ana: keep")
    assert not kept.sheet_of("Bo").circled
    again = play(data, game, "5 5", "Ana: again", "5 6")
    assert [len(sheet.circled) for sheet in again.sheets] == [1, 1]


def test_c4_a_5_and_a_6_circle_a_square_of_every_player_before_the_dice_are_used(
    data: FightTheVirusData, game: State, refused: Refused
) -> None:
    """Bo has begun column d with a 2: d2 is circled at once, and the 6 does not fit there, a 5 does."""
    begun = change(game, "Bo", write_spread(data, game.sheet_of("Bo"), d1=2))
    rolled = play(data, begun, "5 6")
    assert rolled.sheet_of("Bo").circled == {data.curve.ids.index("d2")}
    assert rolled.sheet_of("Ana").circled == {data.curve.ids.index("b2")}
    with refused("curve.opposite"):
        play(data, rolled, "Bo: 6 curve d2")
    play(data, rolled, "Bo: 5 curve d2")


def test_d1_double_sixes_cost_every_player_a_progress(data: FightTheVirusData, game: State) -> None:
    """Ana loses a circled one, Bo owes one."""
    rich = change(game, "Ana", replace(game.sheet_of("Ana"), progress=ProgressArea(21, circled=3)))
    rolled = play(data, rich, "6 6")
    assert rolled.sheet_of("Ana").progress.available == 2
    assert rolled.sheet_of("Bo").progress.owed == 1


def test_a_spike_brings_a_progress_that_may_be_used_at_once(data: FightTheVirusData, game: State) -> None:
    """Ana covers f1 with a 2, and raises her other die with what that brings."""
    after = play(data, game, "2 4", "Ana: 2 analysis f1 f2", "Ana: 4+2 curve d1")
    assert after.sheet_of("Ana").progress == ProgressArea(21, circled=1, crossed=1)
    assert after.sheet_of("Ana").spread[data.curve.ids.index("d1")] == 6


def test_progress_that_is_not_there_raises_no_die(
    data: FightTheVirusData, game: State, refused: Refused
) -> None:
    """Neither without a spike nor while a field is owed."""
    with refused("progress.available"):
        play(data, game, "2 4", "Bo: 4+2 curve d1")
    with refused("progress.owed"):
        play(data, game, "6 6", "Bo: 6+1 research")
    with refused("progress.points"):
        rolled = play(data, game, "2 4")
        apply_move(rolled, "Bo", UseDie(4, SheetMark("curve", ("d1",), 7), (3,)))


def test_b1_an_extra_die_lets_a_passive_player_use_the_second_die_too(
    data: FightTheVirusData, game: State, refused: Refused
) -> None:
    """Bo fills a3 with the 2 and may use the 5, in any area; Ana on a3 gets nothing."""
    unlocked = play(data, game, "2 5", "Bo: 2 testing a3")
    assert unlocked.hand_of("Bo") == Hand((5,), ("any",))
    play(data, unlocked, "Bo: 5 testing a4")
    play(data, unlocked, "Bo: 5 curve d1")
    with refused("turn.order"):
        play(data, unlocked, "Bo: 5 curve i1", "Bo: 2 curve d1")
    active = play(data, game, "2 5", "Ana: 2 testing a3")
    assert active.hand_of("Ana") == Hand((5,), ("analysis",))


def test_b1_an_extra_die_is_not_kept_for_another_turn(data: FightTheVirusData, game: State) -> None:
    """Left in the turn it was won, it is gone."""
    after = play(data, game, "2 5", "Bo: 2 testing a3", "Bo: done", "Ana: done", "3 4")
    assert after.hand_of("Bo") == Hand((3, 4), ("analysis", "others"))


def test_b1_the_bonus_shape_is_that_of_a_six(data: FightTheVirusData, game: State, refused: Refused) -> None:
    """Won with research 3: an L of four, but no P of five, and no number."""
    ready = change(game, "Bo", replace(game.sheet_of("Bo"), researched=2))
    won = play(data, ready, "3 4", "Bo: 3 research")
    assert won.hand_of("Bo").bonus == "shape"
    after = play(data, won, "Bo: bonus analysis d1 d2 d3 c3")
    assert after.sheet_of("Bo").progress.circled == 2
    with refused("analysis.shape"):
        play(data, won, "Bo: bonus analysis e5 f5 e6 f6 e7")
    with refused("bonus.kind"):
        play(data, won, "Bo: bonus testing a1")


def test_b1_the_bonus_of_the_curve_is_any_number_in_the_next_square(
    data: FightTheVirusData, game: State, refused: Refused
) -> None:
    """Won with the last brick of row b; the rules of the curve hold, circles included."""
    tests = {f"a{number}": 1 for number in range(1, 7)} | {f"b{number}": 2 for number in range(1, 5)}
    sheet = write_tests(data, write_spread(data, game.sheet_of("Bo"), d1=2), **tests)
    ready = change(game, "Bo", replace(sheet, circled=frozenset({data.curve.ids.index("d2")})))
    won = play(data, ready, "3 4", "Bo: 3 testing b5")
    assert won.hand_of("Bo").bonus == "curve"
    with refused("curve.opposite"):
        play(data, won, "Bo: bonus curve d2=3")
    after = play(data, won, "Bo: bonus curve d2=5")
    assert after.sheet_of("Bo").spread[data.curve.ids.index("d2")] == 5


def test_b1_the_bonus_of_testing_is_a_1_under_the_rules_of_testing(
    data: FightTheVirusData, game: State, refused: Refused
) -> None:
    """Won with research 6."""
    sheet = write_tests(data, game.sheet_of("Bo"), a1=1, a2=3)
    ready = change(game, "Bo", replace(sheet, researched=5))
    won = play(data, ready, "3 6", "Bo: 6 research")
    with refused("testing.one"):
        play(data, won, "Bo: bonus testing b1")
    with refused("testing.support"):
        play(data, won, "Bo: bonus testing b2")
    assert play(data, won, "Bo: bonus testing a3").sheet_of("Bo").tests[data.wall.ids.index("a3")] == 1


def test_b2_a_bonus_is_taken_now_or_left(data: FightTheVirusData, game: State, refused: Refused) -> None:
    """Ana may not analyse with her other die before; once left, the bonus is gone."""
    ready = change(game, "Ana", replace(game.sheet_of("Ana"), researched=2))
    won = play(data, ready, "3 4", "Ana: 3 research")
    with refused("bonus.now"):
        play(data, won, "Ana: 4 analysis e5 f5 g5 f6")
    left = play(data, won, "Ana: no bonus")
    with refused("bonus.none"):
        play(data, left, "Ana: bonus analysis e5")
    with refused("bonus.none"):
        play(data, left, "Ana: no bonus")


def test_b2_one_bonus_may_bring_the_next(data: FightTheVirusData, game: State) -> None:
    """Research 6 gives a 1 in testing, which completes row a, which gives a shape, which has a spike.

    The brick is a3 besides: so an extra die comes with it.
    """
    tests = {f"a{number}": 2 for number in (1, 2, 4, 5, 6)}
    ready = change(game, "Bo", replace(write_tests(data, game.sheet_of("Bo"), **tests), researched=5))
    chain = play(data, ready, "4 6", "Bo: 6 research", "Bo: bonus testing a3", "Bo: bonus analysis f1 f2")
    assert chain.sheet_of("Bo").progress.available == 1
    assert chain.hand_of("Bo") == Hand((4,), ("any",))


def finished_but_for_12(data: FightTheVirusData, sheet: PlayerSheet) -> PlayerSheet:
    """All goals filled, three progresses at hand; the numbers need not be legal here."""
    return replace(
        sheet,
        researched=11,
        tests=(1,) * len(data.wall.ids),
        spread=(1,) * len(data.curve.ids),
        progress=ProgressArea(21, circled=20, crossed=17),
    )


def test_r4_no_12_before_the_goals(data: FightTheVirusData, game: State, refused: Refused) -> None:
    """One red brick empty, and 12 cannot be crossed out."""
    sheet = finished_but_for_12(data, game.sheet_of("Bo"))
    goal = data.wall.ids.index("d2")
    missing = replace(sheet, tests=(*sheet.tests[:goal], 0, *sheet.tests[goal + 1 :]))
    with refused("research.goals"):
        play(data, change(game, "Bo", missing), "2 6", "Bo: 6+2+2+2 research")


def test_the_game_ends_with_the_roll_in_which_12_is_crossed_out(data: FightTheVirusData, game: State) -> None:
    """Bo wins in Ana's turn; Ana may still use her dice."""
    ready = change(game, "Bo", finished_but_for_12(data, game.sheet_of("Bo")))
    won = play(data, ready, "2 6", "Bo: 6+2+2+2 research 12")
    assert list_actors(won) == ("Ana",)
    over = play(data, won, "Ana: done")
    assert (over.is_over, list_winners(data, over), list_actors(over)) == (True, ("Bo",), ())


def test_players_who_finish_with_the_same_roll_share_the_victory(
    data: FightTheVirusData, game: State
) -> None:
    """Both cross out 12 with the 6."""
    for player in game.players:
        game = change(game, player, finished_but_for_12(data, game.sheet_of(player)))
    over = play(data, game, "2 6", "Bo: 6+2+2+2 research", "Ana: 6+2+2+2 research", "Ana: done")
    assert list_winners(data, over) == ("Ana", "Bo")


def test_a_goal_that_needs_a_raised_die_counts_too(data: FightTheVirusData, game: State) -> None:
    """Three fields are enough for the 12, but not for the 12 and a goal above a 1 beside a 6."""
    sheet = replace(finished_but_for_12(data, game.sheet_of("Bo")), progress=ProgressArea(21, 21, 18))
    assert may_still_win(data, sheet)
    tests = dict.fromkeys(data.wall.ids, 2) | {"c2": 1, "c3": 6, "d2": 0}
    assert not may_still_win(data, write_tests(data, sheet, **tests))


def test_the_game_is_lost_when_nobody_can_win_any_more(data: FightTheVirusData, game: State) -> None:
    """Two progress fields are not enough for 12; while one player still can win, the game goes on."""
    poor = replace(finished_but_for_12(data, game.sheet_of("Bo")), progress=ProgressArea(21, 21, 19))
    assert not may_still_win(data, poor)
    lost = play(data, change(change(game, "Bo", poor), "Ana", poor), "2 5", "Ana: done", "Bo: done")
    assert (lost.is_over, list_winners(data, lost)) == (True, ())
    going = play(data, change(game, "Bo", poor), "2 5", "Ana: done", "Bo: done")
    assert not going.is_over
    assert list_winners(data, going) == ()


@pytest.mark.parametrize("seed", range(3))
def test_moves_and_check_agree_throughout_a_game(data: FightTheVirusData, seed: int) -> None:
    """Every 25th state of a game: each listed move passes, no two are written alike, all read back."""
    for game in play_well(seed, 3)[5::25]:
        for actor in list_actors(game):
            moves = rules().moves(game, actor)[:400]
            assert len({move.text for move in moves}) == len(moves)
            for move in moves:
                rules().check(game, actor, move)
                assert rules().parse(game, actor, move.text) == move


@pytest.mark.parametrize("seed", range(2))
def test_moves_of_one_state_are_legal_in_another_only_if_listed_there(
    data: FightTheVirusData, seed: int
) -> None:
    """Moves gathered from a whole game, tried in other states of it: check lets pass just the listed."""
    states = play_well(seed)
    gathered = {
        move for game in states[::20] for actor in list_actors(game) for move in rules().moves(game, actor)
    }
    for game in states[::45]:
        for actor in (*game.players, NATURE):
            listed = set(rules().moves(game, actor))
            assert {move for move in gathered if passes(game, actor, move)} == gathered & listed


def passes(game: State, actor: str, move: Move) -> bool:
    try:
        rules().check(game, actor, move)
    except IllegalMove:
        return False
    return True


def test_a_player_cannot_roll_again_for_the_others(
    data: FightTheVirusData, game: State, refused: Refused
) -> None:
    """`turn.roll`: dice that were rolled stay until they are used."""
    rolled = play(data, game, "3 4")
    with refused("turn.roll"):
        rules().check(rolled, rolled.players[0], Roll(3, 4))


def test_the_rest_of_the_game_takes_what_research_and_testing_need(
    data: FightTheVirusData, game: State
) -> None:
    """A red square above a 1 and a 6 takes progress besides that of the numbers that are left."""
    sheet = game.sheet_of("Ana")
    blocked = write_tests(data, sheet, a1=1, a2=6)
    costs = data.research.costs[0]
    assert (count_needed(data, sheet), count_needed(data, blocked)) == (costs, costs + 1)


def test_a_section_of_another_kind_is_not_that_of_the_game(data: FightTheVirusData) -> None:
    """Research is a track; a grid of this name has other places."""
    assert find_section(data.kit, "research", TrackBlock).fields
    with pytest.raises(NoRules, match="no sheet has a section `research`"):
        find_section(data.kit, "research", GridBlock)

"""Games that go on from sheets that were typed in."""

import re

import pytest

from generator.games.fight_the_virus.scoring import FinishedGame
from generator.games.fight_the_virus.sheet import State
from generator.rules.core import NATURE, RulesError, Sentence
from generator.rules.game import find_game
from tests import shipped
from tests.games.fight_the_virus.sheets import GAME, NAMES, play_well, read, referee, rules, say
from tests.referee import take_words
from tests.samples import sample


def resume(table: FinishedGame, variant: str = "") -> State:
    make = find_game(shipped.kit(GAME), variant=variant).resume
    assert make is not None
    state = make(table)
    assert isinstance(state, State)
    return state


@pytest.mark.parametrize("seed", sample(range(12), 4, key="resumed games"))
def test_sheets_are_taken_up_before_the_next_roll(seed: int) -> None:
    """What is on them is in the state; the first player rolls, and the roll after that is for the second."""
    for state in play_well(seed)[::40]:
        resumed = resume(read(say(*state.sheets)))
        assert (resumed.players, resumed.sheets) == (state.players, state.sheets)
        if not resumed.is_over:
            assert rules().actors(resumed) == (NATURE,)
            assert resumed.players[resumed.active] == "Ana"
            for line in ("nature: 2 5", "Ana: done", "Bo: done"):
                actor, _, words = line.partition(": ")
                resumed = take_words(rules(), resumed, actor, words).state
            assert resumed.is_over or resumed.players[resumed.active] == "Bo"


def test_a_game_that_is_over_stays_so() -> None:
    """With the same outcome."""
    state = play_well(1)[-1]
    resumed = resume(read(say(*state.sheets)))
    assert rules().actors(resumed) == ()
    assert rules().outcome(resumed) == rules().outcome(state)


def test_squares_without_letters_are_enough() -> None:
    """The order of shapes does not matter any more."""
    state = play_well(1)[60]
    resumed = resume(read(re.sub(r"(?<=[|. ])[a-zA-Z](?=[. \n])", "#", say(*state.sheets))))
    assert [sheet.analysed for sheet in resumed.sheets] == [sheet.analysed for sheet in state.sheets]


def test_in_large_groups_everybody_chooses_a_roll_again() -> None:
    """The sheets do not show it; how many rolls a round has is in the head of the file."""
    table = read(say(*play_well(1)[60].sheets))
    resumed = resume(FinishedGame(table.players, table.value, {"rolls": "2"}), "large_groups")
    assert rules("large_groups").actors(resumed) == NAMES[:2]
    assert (resumed.rolls, resumed.is_choosing) == (2, True)


def test_what_the_sheets_leave_open_is_reported() -> None:
    """A player without a sheet, as `sheet.missing`; too few players; a sheet that breaks a rule."""
    sheets = play_well(1)[60].sheets
    table = read(say(*sheets))
    cases = [
        (FinishedGame(NAMES[:3], table.value, {}), "fight_the_virus.sheet.missing"),
        (read(say(sheets[0])), "players.number"),
        (read(say(*sheets).replace("research: ", "research: 12 #", 1)), "fight_the_virus.progress.spent"),
    ]
    for wrong, rule in cases:
        with pytest.raises(RulesError) as caught:
            resume(wrong)
        assert caught.value.rule == rule
        for wording in referee().kit.wordings.values():
            assert "{" not in Sentence.of_rule(rule, **caught.value.values).format(wording)

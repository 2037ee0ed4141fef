"""The contract of forms, held by every game that has any: a position becomes a score file, and comes back."""

from functools import cache

import pytest

from generator.play.contracts.forms import FORM_PROMISES, FormTrial
from generator.play.contracts.trial import Trial
from tests import played
from tests.samples import proves_all

POSITIONS = 1000 if proves_all() else 60


@cache
def tried(game: str, index: int) -> FormTrial:
    """Few games have enough positions, unless they are short."""
    each = played.game(game)
    number = 2 if game in played.OWN else 3
    for games in (2, 4, 20, POSITIONS):
        trial = FormTrial(Trial(each, (number,), games=games), each.forms[index], POSITIONS)
        if len(trial.shown) >= POSITIONS:
            return trial
    raise AssertionError(f"only {len(trial.shown)} positions")


@pytest.mark.parametrize("promise", FORM_PROMISES)
@pytest.mark.parametrize(("game", "index"), played.FORMS)
def test_a_form_keeps_its_promises(game: str, index: int, promise: str) -> None:
    """The tests that `petri check --trust` runs on forms of one's own."""
    assert [*FORM_PROMISES[promise](tried(game, index))] == []

"""The contract of games, held by every game that has rules, and by every form."""

from functools import cache

import pytest

from generator.play.contracts.contract import FORM_PROMISES, RULES_PROMISES, FormTrial, list_wrong_texts
from generator.play.contracts.samples import Trial
from generator.rules.core import NATURE, list_numbers_of_players
from tests import played
from tests.played import GAMES
from tests.samples import proves_all


@cache
def trial(game: str) -> Trial:
    """Random games with the fewest and the most players."""
    fewest, most = list_numbers_of_players(played.kit(game))
    return Trial(played.game(game), tuple({fewest, most or 4}), games=3)


@pytest.mark.parametrize("promise", RULES_PROMISES)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_keeps_its_promises(game: str, promise: str) -> None:
    """The tests that `petri check --trust` runs on rules of one's own."""
    assert trial(game).sample
    assert [*RULES_PROMISES[promise](trial(game))] == []


@pytest.mark.parametrize("game", GAMES)
def test_all_sentences_have_texts_and_values(game: str) -> None:
    """Events, ends, and scores of random games."""
    assert [*list_wrong_texts(trial(game))] == []


@pytest.mark.parametrize("game", [game for game in GAMES if game not in played.OWN])
def test_our_games_agree_on_names(game: str) -> None:
    """States of our games have `turn`, `active`, and `is_over`."""
    for each in trial(game).sample:
        state = each.state
        assert state.is_over == (trial(game).rules.actors(state) == ())
        assert state.turn >= 0
        assert -1 <= state.active < len(state.players)


def test_there_are_games() -> None:
    """The tests above have games, and one of them is without chance."""
    assert {"virus_and_co", "noughts_and_crosses"} <= {*GAMES}
    chances = [
        any(NATURE in trial(game).rules.actors(each.state) for each in trial(game).sample) for game in GAMES
    ]
    assert chances.count(False) == 1


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

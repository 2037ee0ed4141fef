"""Play that continues from typed-in rounds."""

import pytest

from generator.games.virus_and_co import make_game
from generator.games.virus_and_co.data import State
from generator.games.virus_and_co.scoring import FinishedGame, parse_tableau
from generator.rules.core import NATURE, RulesError
from tests import shipped
from tests.games.virus_and_co.finished import play_game
from tests.games.virus_and_co.table import NAMES, rules

PLAYERS = NAMES[:3]
CARE = ("4 b", "-", "i3")
"""The last player is in intensive care."""


def resume(*rounds: tuple[str, ...], **setup: str) -> State:
    tableaus = [[parse_tableau(words, PLAYERS) for words in round] for round in rounds]
    found = tuple(dict(zip(PLAYERS, round, strict=False)) for round in tableaus)
    continue_from = make_game(shipped.kit("virus_and_co")).resume
    assert continue_from is not None
    return continue_from(FinishedGame(PLAYERS, found, setup))


def test_the_next_round_begins() -> None:
    """With all cards, and with the player who was in intensive care."""
    state = resume(CARE)
    assert (len(state.done), state.active, state.length) == (1, 2, 3)
    fresh = rules().start(PLAYERS, {})
    assert (state.unseen, state.risks, state.hands) == (fresh.unseen, fresh.risks, fresh.hands)
    assert (state.tableaus, state.pharmacy) == (fresh.tableaus, fresh.pharmacy)
    assert rules().actors(state) == (NATURE,)


def test_a_log_ends_as_its_rounds() -> None:
    """The rounds of a played game, typed in, have its scores and its outcome."""
    played = play_game(7)
    continue_from = make_game(shipped.kit("virus_and_co")).resume
    assert continue_from is not None
    again = continue_from(FinishedGame(played.players, tuple(played.rounds), {}))
    assert (again.done, again.is_over) == (played.done, True)
    assert rules().outcome(again) == rules().outcome(played)


def test_a_game_is_as_long_as_it_says() -> None:
    """`round.most`: it is over after its last round, and cannot have more of them."""
    assert resume(CARE, length="1").is_over
    assert not resume(CARE, length="2").is_over
    with pytest.raises(RulesError) as caught:
        resume(CARE, CARE, length="1")
    assert caught.value.rule == "virus_and_co.round.most"


@pytest.mark.parametrize(
    ("round", "rule"),
    [
        (CARE[:2], "virus_and_co.round.missing"),
        (("13", "-", "-"), "virus_and_co.cards.viruses"),
        (("i3", "i3", "-"), "virus_and_co.care.one"),
        (("4 b", "-", "-"), "virus_and_co.round.unfinished"),
    ],
)
def test_a_round_that_breaks_a_rule_is_reported(round: tuple[str, ...], rule: str) -> None:
    """The first fault, as `petri score` reports it."""
    with pytest.raises(RulesError) as caught:
        resume(round)
    assert caught.value.rule == rule

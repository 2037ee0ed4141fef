"""Play that continues from a typed-in table."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from generator.games.pandemic import make_game
from generator.games.pandemic.data import State
from generator.games.pandemic.table import FinishedTable, take_table
from generator.play.contracts.samples import play_moves
from generator.rules.core import RulesError, Sentence
from generator.rules.game import Game
from tests import shipped
from tests.games.pandemic.pandemic_table import NAMES, card, data, rules


@cache
def game() -> Game[Any, Any, Any]:
    return make_game(shipped.kit("pandemic"))


@cache
def beginnings(seed: int) -> tuple[State, ...]:
    """States at the beginning of the turns of one game."""
    setup = {"difficulty": list(data().levels)[seed % 3], "consent": ("assumed", "asked")[seed % 2]}
    policy = game().policies["greedy"]
    played = play_moves(rules(), NAMES[: 2 + seed % 3], setup=setup, seed=seed, policy=policy)
    states = [each.step.state for each in played]
    found = {state.turn: state for state in reversed(states) if state.turn and not state.end}
    return tuple(found[turn] for turn in sorted(found))


@pytest.mark.parametrize("seed", range(6))
def test_a_game_goes_on_from_its_table(seed: int) -> None:
    """Everything that can be seen is as it was, and the rest of the game can be played."""
    for state in beginnings(seed):
        resumed = game().resume(take_table(data(), state))
        layers = tuple(sorted(city for layer in state.infections for city in layer))
        unseen = {"infections": (layers,) if layers else (), "is_quiet": False}
        assert resumed == replace(state, **unseen)
    for _ in range(3000):
        actors = rules().actors(resumed)
        if not actors:
            break
        resumed = rules().apply(resumed, actors[0], rules().moves(resumed, actors[0])[0]).state
    assert rules().outcome(resumed) is not None


def table(**changes: object) -> FinishedTable:
    return replace(take_table(data(), beginnings(0)[4]), **changes)


def refusal(**changes: object) -> RulesError:
    with pytest.raises(RulesError) as caught:
        game().resume(table(**changes))
    said = Sentence.of_rule(caught.value.rule, **caught.value.values)
    assert "{" not in said.format(shipped.kit("pandemic").wordings["en"])
    return caught.value


@pytest.mark.parametrize(
    "key", ["outbreaks", "epidemics", "active", "cured", "stations", "infected", "discards"]
)
def test_what_play_needs_must_be_known(key: str) -> None:
    """`resume.missing`: all missing keys are named at once."""
    error = refusal(**{key: None})
    assert (error.rule, error.values["keys"]) == ("pandemic.resume.missing", (key,))


def test_hands_pawns_roles_and_the_turn_must_be_known() -> None:
    """`resume.missing`: of all players; the turn may follow from the deck."""
    few = {"hands": {}, "pawns": {"Ana": 0}, "roles": ("medic", ""), "turn": None, "deck": None}
    assert refusal(**few).values["keys"] == ("roles", "hands", "pawns", "turn")
    nobody = game().scoring.read({"table": {"cubes": {}}}, (), {}, None)
    with pytest.raises(RulesError, match="players"):
        game().resume(nobody)
    assert game().resume(table(turn=None)) == game().resume(table(deck=None)) == game().resume(table())


def test_play_goes_on_at_the_beginning_of_a_turn() -> None:
    """`resume.deck`: not after the draw; and not from a table that breaks a rule or is finished."""
    full = table()
    assert full.deck is not None
    error = refusal(deck=full.deck - 2)
    assert (error.rule, error.values["wanted"]) == ("pandemic.resume.deck", full.deck)
    assert refusal(outbreaks=9).rule == "pandemic.table.track"
    assert refusal(outbreaks=8).rule == "log.over"


def test_cards_of_hands_may_be_unknown() -> None:
    """`table.cards`: but their number must fit."""
    full = table()
    hidden = {player: (-1,) * len(hand) for player, hand in full.hands.items()}
    state = game().resume(replace(full, hands=hidden))
    assert state.unknown == tuple(map(len, full.hands.values()))
    assert len(state.unseen) == sum(state.unknown) + sum(others for others, _ in state.piles)
    fewer = {**hidden, "Ana": hidden["Ana"][1:]}
    assert refusal(hands=fewer).rule == "pandemic.table.cards"


def test_an_omitted_event_is_still_in_the_game() -> None:
    """`gone`, `stored`, and `removed` are empty if they are left out; eradicated diseases follow."""
    full = table(gone=None, stored=None, removed=None, eradicated=None)
    state = game().resume(full)
    assert (state.gone, state.stored, state.removed, state.eradicated) == ((), -1, (), 0)
    assert card("airlift") >= 48

"""Leaks of games with secrets are found: every kind of leak, and impossible worlds."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from generator.play.contracts.contract import list_leaks
from generator.rules.core import NATURE, Companion, Sentence, Step, TableView, ViewCell, ViewTable, forbid
from tests import played
from tests.secret_games import SECRET, change_rules, find_secret_game

PLAYERS = {"guess_the_suit": ("Ana", "Bo"), "three_suits": ("Ana", "Bo", "Cleo")}


@pytest.mark.parametrize("id", SECRET)
def test_what_is_hidden_is_dealt_anew_and_nothing_changes(id: str) -> None:
    """No decision, no move, no refusal, and nothing that is shown."""
    for seed in range(2):
        assert list_leaks(find_secret_game(id), PLAYERS[id], seed=seed) == ()


def test_games_without_secrets_have_no_leaks() -> None:
    assert list_leaks(played.game("pox"), ("Ana", "Bo")) == ()


def deal_cards_twice(self: Any, state: Any, player: str) -> Callable[[Any], Any]:
    """Deal six cards to each, whoever has played some."""
    return lambda dealer: replace(state, hands=(("sun_1",) * 6,) * len(state.players))


def list_all_moves(self: Any, state: Any, actor: str) -> Any:
    """List other moves if the next player has none of the highest cards."""
    moves = super(type(self), self).moves(state, actor)
    other = state.hands[(state.active + 1) % len(state.hands)] if state.has_begun else ()
    return moves[:1] if any(card.endswith(("7", "8")) for card in other) else moves


def refuse_by_secret(self: Any, state: Any, actor: str, move: Any) -> None:
    if state.has_begun and actor not in self.actors(state):
        holders = [who for who, hand in zip(state.players, state.hands, strict=True) if move.card in hand]
        forbid(True, "suits.hand", card=str(holders))
    super(type(self), self).check(state, actor, move)


def tell_by_event(self: Any, state: Any, actor: str, move: Any) -> Any:
    step = super(type(self), self).apply(state, actor, move)
    return Step(
        step.state,
        (Sentence("event.highest", card=str(max(map(max, filter(None, step.state.hands)), default=""))),),
    )


def act_by_secret(self: Any, state: Any) -> Any:
    actors = super(type(self), self).actors(state)
    if actors and actors != (NATURE,) and any("sun_8" in hand for hand in state.hands):
        return tuple(dict.fromkeys((*actors, state.players[0])))
    return actors


def forget_worlds(self: Any, state: Any, player: str) -> Any:
    return (
        {replace(state, card=suit): Fraction(1, 2) for suit in ("bell", "leaf")} if state.card else {state: 1}
    )


@pytest.mark.parametrize(
    ("id", "attributes", "method", "told"),
    [
        (
            "three_suits",
            {"sees": lambda *_: True},
            "sees",
            "sees a move that changes only hidden information",
        ),
        (
            "guess_the_suit",
            {"sees": lambda *_: True},
            "sees",
            "sees a move that changes only hidden information",
        ),
        ("three_suits", {"unknown": deal_cards_twice}, "unknown", "can tell an imagined state"),
        ("guess_the_suit", {"unknown": forget_worlds}, "unknown", "the real state is not among those"),
        ("three_suits", {"moves": list_all_moves}, "moves", "moves depend on hidden information"),
        ("three_suits", {"check": refuse_by_secret}, "check", "the reason why"),
        ("three_suits", {"apply": tell_by_event}, "apply", "an event reveals"),
        ("three_suits", {"actors": act_by_secret}, "actors", "the list of actors reveals"),
        (
            "three_suits",
            {"cover": lambda self, state, player: replace(state, leader=1 - state.leader)},
            "cover",
            "covered already",
        ),
    ],
)
def test_each_leak_is_found(id: str, attributes: dict[str, Any], method: str, told: str) -> None:
    """Once, with the method that is wrong."""
    game = change_rules(id, **attributes)
    found = [leak for seed in range(3) for leak in list_leaks(game, PLAYERS[id], seed=seed)]
    assert any(leak.method == method and told in leak.message for leak in found), found


class Careless(Companion[Any, Any]):
    """Looks up each card, also those that are covered."""

    def view(self, state: Any) -> TableView:
        values = {f"{suit}_{value}": value for suit in ("moon", "star", "sun") for value in range(1, 9)}
        rows = tuple(tuple(ViewCell(str(values[card])) for card in hand) for hand in state.hands)
        return (ViewTable("hands", rows),)


def test_what_cannot_be_shown_is_found() -> None:
    """A companion that does not expect covered cards would stop the game of everybody."""
    game = replace(find_secret_game("three_suits"), companion=Careless())
    (leak,) = list_leaks(game, PLAYERS["three_suits"])
    assert leak.message == "the companion cannot show a covered state: KeyError: '?'"

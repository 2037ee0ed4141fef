"""Consent of the player whose card or pawn is moved: asked for, given, or refused."""

from dataclasses import replace

import pytest

from generator.games.pandemic import make_game
from generator.games.pandemic.data import State
from tests import shipped
from tests.games.pandemic.pandemic_table import hand, play, refused, rules, table, where, words
from tests.games.pandemic.test_pandemic_players import greedy


def asking(state: State) -> State:
    return replace(state, asks_consent=True)


def share() -> State:
    return asking(table(("dispatcher", "researcher"), hands={"Ana": "Atlanta, airlift", "Bo": "Lima"}))


@pytest.mark.parametrize(
    "request_",
    [
        "give Atlanta to Bo",
        "take Lima from Bo",
        "airlift Bo to Cairo",
        "move Bo drive Chicago",
        "move Bo charter Tokyo",
    ],
)
def test_a_refused_request_changes_nothing(request_: str) -> None:
    """`consent.refused`: no action, no card; it cannot be repeated in this turn, but in the next one."""
    asked = play(share(), f"Ana: {request_}")
    assert rules().actors(asked) == ("Bo",)
    assert words(asked, "Bo") == {"agree", "refuse"}
    refused(asked, "Bo: pass", "turn.now")
    no = play(asked, "Bo: refuse")
    assert replace(no, refused=()) == share()
    assert rules().actors(no) == rules().actors(share())
    assert request_ not in words(no, "Ana")
    refused(no, f"Ana: {request_}", "consent.refused")
    later = play(no, "Ana: pass", "nature: draw Cairo", "nature: draw Tokyo")
    assert play(later, "nature: infect Essen", "nature: infect Delhi").refused == ()


def test_an_accepted_request_is_carried_out() -> None:
    """As if consent were assumed."""
    asked = play(share(), "Ana: give Atlanta to Bo")
    assert (asked.left, hand(asked, "Ana")) == (4, "Atlanta, airlift")
    yes = play(asked, "Bo: agree")
    assert yes == asking(play(replace(share(), asks_consent=False), "Ana: give Atlanta to Bo"))
    assert where(play(share(), "Ana: airlift Bo to Cairo", "Bo: agree"), "Bo") == "Cairo"


def test_nobody_is_asked_about_own_pawns() -> None:
    """Nor about anything, unless the head of the log says so."""
    assert where(play(share(), "Ana: airlift Ana to Cairo"), "Ana") == "Cairo"
    assert where(play(share(), "Ana: drive Chicago"), "Ana") == "Chicago"
    assert rules().start(("Ana", "Bo"), {"consent": "asked"}).asks_consent
    assert not rules().start(("Ana", "Bo"), {}).asks_consent
    assert play(replace(share(), asks_consent=False), "Ana: give Atlanta to Bo").left == 3
    refused(share(), "Ana: agree", "turn.now")


def test_the_companion_asks_the_other_player() -> None:
    """With the request in words; the greedy player agrees."""
    asked = play(share(), "Ana: airlift Bo to Cairo")
    from_game = make_game(shipped.kit("pandemic")).companion
    text = from_game.ask(asked, "Bo").format(shipped.kit("pandemic").wordings["en"])
    assert text == "Bo, do you agree? Ana wants to: Airlift: the pawn of Bo to Cairo"
    assert from_game.lesson(asked, "Bo") is None
    assert [move.text for move in greedy().choose(asked, "Bo")] == ["agree"]

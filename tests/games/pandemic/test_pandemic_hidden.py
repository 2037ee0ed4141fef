"""Hands that the writer of a log does not know."""

from dataclasses import replace
from fractions import Fraction

import pytest

from generator.rules.core import UnreadableMove
from tests.games.pandemic.pandemic_table import card, data, hand, names_of, play, refused, rules, table, words
from tests.games.pandemic.test_pandemic_setup import ready

DEALT = tuple(f"nature: deal Ana {city}" for city in ("Lima", "Cairo", "Tokyo", "airlift"))


def test_cards_may_be_dealt_unseen() -> None:
    """`hidden.card`: a question mark stands for a card; it is still one of those that nobody has seen."""
    state = play(ready(), *DEALT, *["nature: deal Bo ?"] * 4)
    assert (state.unknown, state.hand_size(1), len(state.unseen)) == ((0, 4), 4, 49)
    assert sum(others for others, _ in state.piles) == 45
    assert state.phase == "beginning"


def test_unknown_is_another_word_for_a_question_mark() -> None:
    """`hidden.card`: alone, where one is dealt or drawn; elsewhere it is no move."""
    state = ready()
    texts = {
        rules().parse(state, "nature", said).text
        for said in ("?", "unknown", "deal Ana unknown", "deal ana ?")
    }
    assert texts == {"deal Ana ?"}
    drawing = play(table(), "Ana: pass")
    assert {rules().parse(drawing, "nature", said).text for said in ("Unknown", "draw unknown")} == {"draw ?"}
    with pytest.raises(UnreadableMove):
        rules().parse(replace(table(), phase="infect", left=1), "nature", "?")


def test_players_say_who_begins() -> None:
    """`setup.first`: [OURS] when hands are unknown; whoever cannot hold the largest city cannot begin."""
    state = play(ready(), *DEALT, *["nature: deal Bo ?"] * 4)
    assert rules().actors(state) == ("Ana", "Bo")
    assert play(state, "Ana: begin").active == 0
    assert play(state, "Bo: begin").active == 1
    jakarta = play(ready(), "nature: deal Ana Jakarta", *DEALT[:3], *["nature: deal Bo ?"] * 4)
    refused(jakarta, "Bo: begin", "setup.first")
    assert rules().moves(jakarta, "Bo") == ()
    assert play(jakarta, "Ana: begin").active == 0


def test_a_card_becomes_known_when_it_is_played() -> None:
    """`hidden.card`: it leaves the hand, and is seen from then on."""
    state = replace(table(), unknown=(2, 0))
    after = play(state, "Ana: fly Lima")
    assert (after.unknown, names_of(after.discards)) == ((1, 0), "Lima")
    assert card("Lima") not in after.unseen
    refused(after, "Ana: fly Lima", "move.stay")
    assert play(after, "Ana: discard Cairo" if after.over_limit() else "Ana: fly Cairo").unknown == (0, 0)


def test_what_was_seen_elsewhere_is_in_no_unknown_hand() -> None:
    """Nor can a hand of known cards hold what nobody has seen."""
    state = replace(table(hands={"Bo": "Cairo"}, discards="Lima"), unknown=(1, 0))
    refused(state, "Ana: fly Lima", "move.direct")
    refused(state, "Ana: fly Cairo", "move.direct")
    flights = {move for move in words(state, "Ana") if move.startswith("fly")}
    assert len(flights) == 48 - 3


def test_a_card_that_is_given_is_known() -> None:
    """Where it went and whence it came."""
    state = replace(table(("medic", "dispatcher")), unknown=(1, 1))
    given = play(state, "Ana: give Atlanta to Bo")
    assert (given.unknown, hand(given, "Bo")) == ((0, 1), "Atlanta")
    taken = play(state, "Ana: take Atlanta from Bo")
    assert (taken.unknown, hand(taken, "Ana")) == ((1, 0), "Atlanta")


def test_a_cure_needs_no_more_unknown_cards_than_there_are() -> None:
    """`hidden.number`: three known and one unknown make no five."""
    state = replace(
        table(("medic", "dispatcher"), hands={"Ana": "Bangkok, Beijing, Jakarta"}), unknown=(1, 0)
    )
    refused(state, "Ana: cure red Bangkok, Beijing, Jakarta, Manila, Osaka", "hidden.number")
    assert not any(move.startswith("cure") for move in words(state, "Ana"))
    two = replace(state, unknown=(2, 0))
    after = play(two, "Ana: cure red Bangkok, Beijing, Jakarta, Manila, Osaka")
    assert (after.unknown, after.cured, hand(after, "Ana")) == ((0, 0), 8, "")


def test_cards_are_drawn_unseen() -> None:
    """`hidden.card`: but an epidemic is seen by all."""
    state = play(table(), "Ana: pass")
    after = play(state, "nature: draw ?", "nature: draw Lima")
    assert (after.unknown, hand(after, "Ana"), after.deck_size) == ((1, 0), "Lima", state.deck_size - 2)
    only = replace(state, piles=((0, 1), (20, 1)))
    refused(only, "nature: draw ?", "draw.must")


def test_odds_count_what_nobody_has_seen() -> None:
    """A card that may be in a hand comes less often from the deck: its shares add up all the same."""
    state = play(replace(table(), unknown=(0, 3), piles=((9, 1), (41, 4))), "Ana: pass")
    odds = rules().odds(state)
    lima = rules().parse(state, "nature", "draw Lima")
    assert odds[lima] == Fraction(9, 10) / 53
    assert sum(odds.values()) == 1


def test_the_limit_counts_unknown_cards() -> None:
    """`hand.limit`: any card that nobody has seen may be the one that is discarded."""
    state = replace(table(), unknown=(8, 0))
    assert rules().actors(state) == ("Ana",)
    assert len(words(state, "Ana")) == 53 + 2 * 47 + 47 + 1 + 1
    assert play(state, "Ana: discard Lima").unknown == (7, 0)


def test_events_may_come_from_an_unknown_hand() -> None:
    """Whoever has unknown cards may play any event that was not seen."""
    state = replace(table(), unknown=(0, 1))
    assert rules().actors(state) == ("Ana", "Bo")
    after = play(state, "Bo: forecast")
    assert (after.unknown, names_of(after.discards)) == ((0, 0), "forecast")


@pytest.mark.parametrize("seed", range(3))
def test_a_game_of_unknown_hands_can_be_played(seed: int) -> None:
    """To its end, always with as many cards as there are."""
    state = play(ready(), *["nature: deal Ana ?"] * 4, *["nature: deal Bo ?"] * 4, "Bo: begin")
    number = seed
    for _ in range(400):
        actors = rules().actors(state)
        if not actors:
            break
        moves = rules().moves(state, actors[0])
        number = (number * 1103515245 + 12345) % 2**31
        state = rules().apply(state, actors[0], moves[number % len(moves)]).state
        held = sum(state.unknown) + sum(others for others, _ in state.piles)
        assert len(state.unseen) == held
        stored = [state.stored] if state.stored >= 0 else []
        seen = [*state.discards, *state.gone, *stored, *(each for some in state.hands for each in some)]
        assert sorted([*seen, *state.unseen]) == list(range(len(data().cards)))
    assert rules().outcome(state) is not None

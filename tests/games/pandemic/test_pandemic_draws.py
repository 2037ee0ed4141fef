"""Drawing cards, and epidemics."""

from dataclasses import replace
from fractions import Fraction

import pytest

from generator.games.pandemic.data import State, share_out
from tests.games.pandemic.pandemic_table import (
    card,
    cubes_in,
    hand,
    names_of,
    play,
    refused,
    rules,
    step,
    table,
)


def drawing(state: State, **changes: object) -> State:
    return replace(play(state, "Ana: pass"), **changes)


PILES = {
    (2, 4): (13, 12, 12, 12),
    (2, 5): (10, 10, 10, 10, 10),
    (2, 6): (9, 9, 9, 8, 8, 8),
    (3, 4): (12, 12, 12, 12),
    (3, 5): (10, 10, 10, 10, 9),
    (3, 6): (9, 9, 8, 8, 8, 8),
    (4, 4): (13, 12, 12, 12),
    (4, 5): (10, 10, 10, 10, 10),
    (4, 6): (9, 9, 9, 8, 8, 8),
}
FULL_DRAWS = {(2, 4): 24, (3, 4): 24, (3, 5): 24, (4, 4): 24}


@pytest.mark.parametrize(("players", "epidemics"), sorted(PILES))
def test_the_piles_of_the_player_deck(players: int, epidemics: int) -> None:
    """`setup.piles`: the table of the rules; the Rust program has piles of 11, 11, 11, 11 and 1."""
    level = {4: "introductory", 5: "standard", 6: "heroic"}[epidemics]
    names = ("Ana", "Bo", "Cleo", "Dan")[:players]
    state = rules().start(
        names,
        {
            "difficulty": level,
            "roles": ", ".join(
                f"{name} {role}"
                for name, role in zip(names, ("medic", "scientist", "researcher", "dispatcher"), strict=False)
            ),
        },
    )
    for city in range(9):
        state = rules().apply(state, "nature", rules().moves(state, "nature")[city]).state
    while state.phase == "dealing":
        state = rules().apply(state, "nature", rules().moves(state, "nature")[0]).state
    sizes = tuple(others + one for others, one in state.piles)
    assert sizes == PILES[players, epidemics]
    assert all(one == 1 for _, one in state.piles)
    assert sum(sizes) // 2 == FULL_DRAWS.get((players, epidemics), 25)


def test_piles_are_as_even_as_can_be() -> None:
    """The smaller ones at the end, which is the bottom."""
    for number in range(60):
        for piles in range(1, 8):
            sizes = share_out(number, piles)
            assert sum(sizes) == number
            assert max(sizes) - min(sizes) <= 1
            assert sorted(sizes, reverse=True) == list(sizes)


def test_two_cards_go_into_the_hand() -> None:
    """Known ones are nowhere else then."""
    after = play(drawing(table()), "nature: draw Lima", "nature: draw airlift")
    assert hand(after, "Ana") == "Lima, airlift"
    assert card("Lima") not in after.unseen
    assert after.phase == "infect"


def test_an_epidemic_lies_anywhere_in_its_pile() -> None:
    """`draw.epidemic`, `draw.must`: the odds say so, and there is one in a pile of ten."""
    state = drawing(table(), piles=((9, 1), (10, 1), (10, 1)))
    odds = rules().odds(state)
    epidemic = rules().parse(state, "nature", "epidemic")
    assert odds[epidemic] == Fraction(1, 10)
    assert odds[rules().parse(state, "nature", "draw Lima")] == Fraction(9, 10) / len(state.unseen)
    after = play(state, "nature: epidemic")
    refused(after, "nature: epidemic", "draw.epidemic")
    last = drawing(table(), piles=((0, 1), (20, 1)))
    refused(last, "nature: draw Lima", "draw.must")
    assert dict(rules().odds(last)) == {epidemic: Fraction(1)}


def test_a_card_that_was_seen_does_not_come() -> None:
    """`draw.unseen`: it lies in a hand or among the discards."""
    state = drawing(table(hands={"Bo": "Lima"}, discards="Cairo"))
    refused(state, "nature: draw Lima", "draw.unseen")
    refused(state, "nature: draw Cairo", "draw.unseen")


def test_whoever_cannot_draw_two_cards_has_lost() -> None:
    """`draw.cards`: as soon as the actions are over, with one card as with none."""
    for piles in ((), ((1, 0),)):
        after, told = step(replace(table(), piles=piles), "Ana: pass")
        outcome = rules().outcome(after)
        assert outcome is not None
        assert (outcome.rule, outcome.won) == ("pandemic.draw.cards", False)
        assert told == ["lost"]
    two = replace(table(), piles=((2, 0),))
    assert rules().outcome(play(two, "Ana: pass", "nature: draw Lima", "nature: draw Cairo")) is None


def test_both_cards_are_drawn_before_an_epidemic() -> None:
    """`draw.two`: an epidemic that is drawn first waits for the second card, which is drawn all the same."""
    state = drawing(table())
    one = play(state, "nature: epidemic")
    assert (one.phase, one.left, one.increases) == ("draw", 1, 0)
    both = play(one, "nature: draw Lima")
    assert (both.phase, both.increases) == ("bottom", 1)
    assert hand(both, "Ana") == "Lima"


def test_an_epidemic_moves_the_rate_on() -> None:
    """`epidemic.increase`: the Rust program's cities are infected at the new rate in the same turn, too."""
    state = drawing(table(increases=2), piles=((9, 1),))
    after = play(state, "nature: draw Lima", "nature: epidemic", "nature: infect Cairo", "nature: intensify")
    assert (after.increases, after.phase, after.left) == (3, "infect", 3)


def test_an_epidemic_puts_three_cubes_on_the_bottom_city() -> None:
    """`epidemic.bottom`, `epidemic.fill`: of the bottom layer, and no outbreak when there were none."""
    state = drawing(table(infected="Lima"), infections=((0, 1), (card("Cairo"), card("Delhi"))))
    bottom = play(state, "nature: epidemic", "nature: draw Tokyo")
    refused(bottom, "nature: infect Chicago", "epidemic.bottom")
    after = play(bottom, "nature: infect Cairo")
    assert cubes_in(after, "Cairo") == "black 3"
    assert after.outbreaks == 0
    assert names_of(after.infected) == "Lima, Cairo"


@pytest.mark.parametrize("there", [1, 2, 3])
def test_an_epidemic_fills_up_and_breaks_out(there: int) -> None:
    """`epidemic.fill`: up to three, and then one outbreak."""
    state = drawing(table(cubes={"Cairo": f"black {there}"}))
    after = play(state, "nature: epidemic", "nature: draw Tokyo", "nature: infect Cairo")
    assert cubes_in(after, "Cairo") == "black 3"
    assert after.outbreaks == 1
    assert cubes_in(after, "Riyadh") == "black 1"


def test_other_colours_do_not_count_in_an_epidemic() -> None:
    """`epidemic.fill`: three red cubes in Cairo, and three black ones come without an outbreak."""
    state = drawing(table(cubes={"Cairo": "red 3"}))
    after = play(state, "nature: epidemic", "nature: draw Tokyo", "nature: infect Cairo")
    assert (cubes_in(after, "Cairo"), after.outbreaks) == ("black 3 red 3", 0)


def test_an_epidemic_of_an_eradicated_disease_only_shuffles() -> None:
    """`infect.eradicated`: the rate goes up, no cube comes."""
    state = drawing(table(cured="black", eradicated="black"))
    after = play(state, "nature: epidemic", "nature: draw Tokyo", "nature: infect Cairo")
    assert (cubes_in(after, "Cairo"), after.increases) == ("", 1)


def test_the_discards_come_on_top_again() -> None:
    """`epidemic.intensify`: shuffled among themselves, the bottom card with them."""
    state = drawing(table(infected="Lima, Miami"))
    after = play(state, "nature: epidemic", "nature: draw Tokyo", "nature: infect Cairo", "nature: intensify")
    assert names_of(after.infections[0]) == "Lima, Miami, Cairo"
    assert len(after.infections[1]) == 45
    assert after.infected == ()
    assert {move.text for move in rules().odds(after)} == {"infect Lima", "infect Miami", "infect Cairo"}
    third = play(after, "nature: infect Lima", "nature: infect Cairo")
    assert names_of(third.infections[0]) == "Miami"


def test_two_epidemics_come_one_after_the_other() -> None:
    """`epidemic.two`: each all of it, and events may be played in between, but not before the first."""
    state = drawing(table(hands={"Bo": "airlift"}), piles=((0, 1), (0, 1), (9, 1)))
    drawn = play(state, "nature: epidemic", "nature: epidemic")
    assert rules().actors(drawn) == ("nature",)
    one = play(drawn, "nature: infect Cairo", "nature: intensify")
    assert (one.increases, one.phase) == (1, "next"), "the marker waits for the events, too"
    assert rules().actors(one) == ("nature", "Bo")
    second, told = step(play(one, "Bo: airlift Bo to Lima"), "nature: infect Delhi")
    assert (second.increases, second.phase, told[0]) == (2, "intensify", "increase")
    after = play(second, "nature: intensify")
    assert (after.phase, after.pending) == ("infect", 0)
    assert [names_of(layer) for layer in after.infections[:2]] == ["Delhi", "Cairo"]


def test_the_hand_limit_comes_after_epidemics() -> None:
    """`hand.limit`: who has drawn the eighth card discards when the epidemic is done with."""
    seven = "Bangkok, Beijing, Hong Kong, Jakarta, Manila, Osaka, Seoul"
    state = drawing(table(hands={"Ana": seven}))
    drawn = play(state, "nature: draw Lima", "nature: epidemic")
    assert rules().actors(drawn) == ("nature",)
    done, told = step(play(drawn, "nature: infect Cairo"), "nature: intensify")
    assert rules().actors(done) == ("Ana",)
    assert told[-1] == "limit"
    assert rules().odds(done) == {}
    assert rules().actors(play(done, "Ana: discard Lima")) == ("nature",)


def test_no_card_is_drawn_in_place_of_an_epidemic() -> None:
    """And it is among no discards."""
    state = drawing(table())
    after = play(state, "nature: epidemic", "nature: draw Lima", "nature: infect Cairo", "nature: intensify")
    assert (hand(after, "Ana"), after.discards, after.phase) == ("Lima", (), "infect")

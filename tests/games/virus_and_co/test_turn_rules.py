"""Taking an open card, passing it on, playing a risk card, doing nothing; the slip and the Doctor."""

from dataclasses import replace

import pytest

from generator.games.virus_and_co.data import name_pills
from generator.rules.core import AmbiguousMove, Sentence, UnreadableMove
from generator.rules.states import Cards
from tests.games.virus_and_co.table import (
    all_pills,
    before,
    pills_of,
    play,
    purse,
    refused,
    rules,
    step,
    table,
    viruses_of,
    words,
)


def test_a_virus_that_is_taken_counts_and_brings_its_pills() -> None:
    """Its points lie before the player, the pills come from the pharmacy, and the left neighbour is next."""
    after = play(table(before={"Ana": "1 b"}), "Ana: take left")
    assert viruses_of(after, "Ana") == "1 4"
    assert pills_of(after, "Ana") == "bbr"
    assert after.pharmacy == purse("bbyyr")
    assert after.active == 1
    assert after.opened == ("", "red 3 r")


def test_what_the_pharmacy_lacks_is_not_received() -> None:
    """`take.pills`: the source's example, a 6 with one pill of each colour, and only blue ones left."""
    state = table(before={"Ana": "bbb"}, opened=("blue 6 byr", "red 3 r"), pharmacy="bb")
    after, told = step(state, "Ana: take left")
    assert pills_of(after, "Ana") == "bbbb"
    assert before(after, "Ana").points == 6
    assert after.pharmacy == purse("b")
    named = {"pills": name_pills(purse("b")), "shown": name_pills(purse("byr"))}
    reason = Sentence("rule.virus_and_co.take.pills", some="yes", **named)
    assert told[2] == Sentence("event.short", reason=reason)
    assert play(table(opened=("blue 6 byr", "red 3 r"), pharmacy="0"), "Ana: take left").pharmacy == purse(
        "0"
    )


def test_only_an_open_card_is_taken() -> None:
    """`take.open`: the card that is named must be the one that lies there."""
    refused(table(), "Ana: take left red 6 byr", "take.open")
    refused(table(), "Ana: pass right blue 4 yy to Bo", "take.open")


def test_an_injection_goes_on_a_virus_of_ones_own() -> None:
    """`injection.target` (V7): there is no way round it where there is a virus; which one is free."""
    state = table(before={"Ana": "4 6"}, opened=("injection", "red 3 r"))
    assert viruses_of(play(state, "Ana: take left on 6"), "Ana") == "4 6+i"
    refused(state, "Ana: take left injection on 5", "injection.target")
    assert {move for move in words(state, "Ana") if "take left" in move} == {
        "take left injection on 4",
        "take left injection on 6",
    }


def test_an_injection_without_a_virus_lies_open_for_good() -> None:
    """It is on no virus that comes later, and counts as an injection."""
    after = play(table(before={"Ana": "bbb"}, opened=("injection", "red 3 r")), "Ana: take left")
    assert before(after, "Ana").loose == 1
    later = play(replace(after, active=0), "nature: left blue 5 yr", "Ana: take left")
    assert viruses_of(later, "Ana") == "5"
    assert before(later, "Ana").injections == 1


def test_an_injection_may_lie_on_a_virus_that_has_two() -> None:
    """`injection.any` (V6): the third on the same virus is legal, and is intensive care."""
    state = table(before={"Ana": "6+ii 1"}, opened=("injection", "red 3 r"))
    assert "take left injection on 6+ii" in words(state, "Ana")
    assert play(state, "Ana: take left on 6+ii").done[0][0].in_care


def test_nothing_but_an_injection_goes_on_a_virus() -> None:
    """`injection.virus`: a virus lies beside the others."""
    refused(table(before={"Ana": "4"}), "Ana: take left blue 4 br on 4", "injection.virus")


@pytest.mark.parametrize("card", ["blue 4 br", "injection"])
def test_blue_viruses_and_injections_go_to_the_left(card: str) -> None:
    """`pass.left`: to nobody else."""
    state = table(4, opened=(card, "red 3 r"))
    assert {move for move in words(state, "Ana") if "pass left" in move} == {f"pass left {card} to Bo"}
    refused(state, f"Ana: pass left {card} to Cleo", "pass.left")
    assert play(state, "Ana: pass left").passing.holder == 1


def test_red_viruses_go_to_anyone_else() -> None:
    """`pass.other`: but not to oneself."""
    state = table(4)
    assert {move for move in words(state, "Ana") if "pass right" in move} == {
        f"pass right red 3 r to {name}" for name in ("Bo", "Cleo", "Dan")
    }
    refused(state, "Ana: pass right red 3 r to Ana", "pass.other")


def test_the_next_card_is_turned_up_at_once() -> None:
    """Before the player to whom a card was passed says anything; nobody else can go on."""
    passed = play(table(), "Ana: pass left")
    assert rules().actors(passed) == ("nature",)
    refused(passed, "nature: right blue 1 b", "turn.now")
    assert rules().actors(play(passed, "nature: blue 1 b"))[0] == "Bo"


def test_a_card_of_which_all_have_been_seen_cannot_turn_up() -> None:
    """`reveal.unseen`: the kit prints red 6 byr once."""
    state = play(table(opened=("red 6 byr", "red 3 r")), "Ana: take left red 6")
    refused(state, "nature: left red 6 byr", "reveal.unseen")


def test_a_risk_card_takes_four_points() -> None:
    """`risk.points`: after injections; with 3 it cannot be played."""
    refused(table(before={"Ana": "5+i bbb"}), "Ana: risk to Bo", "risk.points")
    assert "risk to Bo" in words(table(before={"Ana": "4 bbb"}), "Ana")
    refused(table(before={"Ana": "4 bbb"}), "Ana: risk to Ana", "pass.other")


def test_a_risk_card_comes_from_the_hand() -> None:
    """`risk.hand`: which holds one card less afterwards, and has an end."""
    state = table(before={"Ana": "4 bbb"}, hands=1)
    assert play(state, "Ana: risk to Cleo").hands == (0, 1, 1)
    refused(table(before={"Ana": "4 bbb"}, hands=0), "Ana: risk to Bo", "risk.hand")


def test_nothing_is_done_only_when_both_piles_are_used_up() -> None:
    """`turn.skip` (V19): one open card is enough to have to do something."""
    refused(table(), "Ana: skip", "turn.skip")
    one_left = replace(table(opened=("", "red 3 r")), piles=(0, 0), unseen=Cards())
    refused(one_left, "Ana: skip", "turn.skip")
    assert "take right red 3 r" in words(one_left, "Ana")
    none_left = replace(one_left, opened=("", ""))
    assert "skip" in words(none_left, "Ana")
    assert play(none_left, "Ana: skip").active == 1


def test_the_forgotten_slip_costs_a_pill_to_the_right() -> None:
    """`turn.forgot` (V25): of one's own choice, once a turn, and none of who has none."""
    state = table(before={"Ana": "by", "Cleo": "r"})
    after = play(state, "Ana: forgot y")
    assert (pills_of(after, "Ana"), pills_of(after, "Cleo")) == ("b", "yr")
    assert rules().actors(after) == ("Ana",)
    refused(after, "Ana: forgot b", "turn.forgot")
    refused(table(before={"Ana": "-"}), "Ana: forgot b", "turn.forgot")
    refused(state, "Ana: forgot r", "effect.pill")
    next_turn = play(after, "Ana: take left", "nature: left blue 1 b", "Bo: forgot b")
    assert pills_of(next_turn, "Ana") == "bbbr"


def test_a_pill_for_the_doctor_may_be_written_down_by_the_others() -> None:
    """`doctor.pill` (V25): once a turn each, whoever's turn it is, and never by the Doctor."""
    state = replace(table(before={"Bo": "b", "Cleo": "-"}), doctor=0)
    assert rules().actors(state) == ("Ana", "Bo")
    after = play(state, "Bo: doctor b")
    assert (pills_of(after, "Ana"), pills_of(after, "Bo")) == ("bbbb", "0")
    refused(state, "Ana: doctor b", "doctor.pill")
    assert all_pills(after) == all_pills(state)
    again = replace(after, tableaus=state.tableaus)
    assert rules().actors(again) == ("Ana",)


def test_what_is_not_asked_cannot_be_done() -> None:
    """`turn.now`: answers belong to cards that were passed, choices to risk cards."""
    for line in ("Ana: keep", "Ana: pay b to Bo", "Ana: give b", "Ana: name Bo", "Ana: to Bo", "Ana: on 4"):
        refused(table(before={"Ana": "4 bbb"}), line, "turn.now")
    passed = play(table(), "Ana: pass left", "nature: blue 1 b")
    refused(passed, "Bo: take left blue 1 b", "turn.now")
    refused(passed, "Bo: skip", "turn.now")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("take left", "take left blue 4 br"),
        ("take blue", "take left blue 4 br"),
        ("take 3", "take right red 3 r"),
        ("take blue 4 rb", "take left blue 4 br"),
        ("take r", "take right red 3 r"),
        ("take   red 3", "take right red 3 r"),
        ("pass left", "pass left blue 4 br to Bo"),
        ("pass red to Cleo", "pass right red 3 r to Cleo"),
    ],
)
def test_words_may_be_left_out_where_the_table_makes_them_plain(said: str, meant: str) -> None:
    """As people write who have the table before them."""
    assert rules().parse(table(), "Ana", said).text == meant


@pytest.mark.parametrize("said", ["take", "pass red", "pass right"])
def test_words_that_could_mean_several_moves_are_asked_back(said: str) -> None:
    """With the moves that they could be."""
    with pytest.raises(AmbiguousMove) as caught:
        rules().parse(table(), "Ana", said)
    assert len(caught.value.candidates) == 2
    for text in caught.value.candidates:
        assert rules().parse(table(), "Ana", text).text == text


@pytest.mark.parametrize(
    "said", ["", "x", "take both", "take left 7", "pass left to Zoe", "risk to", "pay x to Bo"]
)
def test_words_that_are_no_move_are_told_so(said: str) -> None:
    """Names of nobody and cards that the game does not have are no moves either."""
    with pytest.raises(UnreadableMove):
        rules().parse(table(), "Ana", said)

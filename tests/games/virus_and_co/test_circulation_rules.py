"""Cards that are passed on: what refusing costs, who may receive, what keeping brings."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product

from generator.games.virus_and_co.data import Passing, Pills, State, list_handfuls, list_payments
from generator.rules.states import change
from tests.games.virus_and_co.table import (
    all_pills,
    pills_of,
    play,
    purse,
    refused,
    rules,
    table,
    viruses_of,
    words,
)


def passing(players: int = 4, *, refusals: int = 0, stakes: str = "", **options: object):
    """A red 3 before Bo, which Ana has passed; stakes as `b . y .`, one for each player."""
    state = table(players, opened=("blue 4 br", "injection"), **options)
    laid = tuple(purse(text.replace(".", "0")) for text in stakes.split()) or (purse("0"),) * players
    unseen, (left, right) = state.unseen.take("red 3 r"), state.piles
    return replace(
        state, unseen=unseen, piles=(left, right - 1), passing=Passing("red 3 r", 1, 0, refusals, laid)
    )


def test_the_price_rises_with_every_refusal() -> None:
    """`refuse.price` (V17): the first costs 1, the second 2; it counts refusals, not hops or players."""
    state = passing(before={"Bo": "bby", "Cleo": "bby"})
    assert {move for move in words(state, "Bo") if move.startswith("pay")} == {
        f"pay b to {name}" for name in ("Cleo", "Dan")
    }
    refused(state, "Bo: pay 0 to Cleo", "refuse.price")
    second = play(state, "Bo: pay b to Cleo")
    assert {move for move in words(second, "Cleo") if move.startswith("pay")} == {
        f"pay {pills} to {name}" for pills in ("bb", "y") for name in ("Ana", "Dan")
    }
    refused(second, "Cleo: pay b to Dan", "refuse.price")


def test_who_has_paid_before_pays_the_difference() -> None:
    """The source's example: a stake of 1, the fifth refusal costs 4 more, such as 2 and 2 or 3 and 1."""
    state = passing(refusals=4, stakes=". b . .", before={"Bo": "byyr"})
    paid = {move.split()[1] for move in words(state, "Bo") if move.startswith("pay")}
    assert paid == {"yy", "br"}
    after = play(state, "Bo: pay yy to Dan")
    assert after.passing.stakes[1] == purse("byy")
    assert pills_of(after, "Bo") == "br"


def test_pills_that_are_staked_cannot_be_used_again() -> None:
    """`refuse.pills` (V16): they lie before the player and are the player's only when the card is kept."""
    state = passing(refusals=2, stakes=". by . .", before={"Bo": "-"})
    assert words(state, "Bo") == {"keep", "pay 0 to Cleo", "pay 0 to Dan"}
    dearer = replace(state, passing=replace(state.passing, refusals=3))
    assert words(dearer, "Bo") == {"keep"}
    refused(dearer, "Bo: pay b to Cleo", "refuse.pills")


def test_who_can_pay_exactly_does() -> None:
    """`refuse.exact`: paying more is for those who cannot."""
    state = passing(refusals=1, before={"Bo": "bbr"})
    refused(state, "Bo: pay r to Cleo", "refuse.exact")
    refused(state, "Bo: pay bbr to Cleo", "refuse.exact")
    assert "pay bb to Cleo" in words(state, "Bo")
    assert "pay r to Cleo" in words(passing(refusals=1, before={"Bo": "br"}), "Bo")


def test_nobody_pays_a_pill_that_could_be_left_out() -> None:
    """`refuse.needless`: more than the price, but no pill more than it takes."""
    state = passing(refusals=1, before={"Bo": "brr"})
    refused(state, "Bo: pay br to Cleo", "refuse.needless")
    refused(state, "Bo: pay rr to Cleo", "refuse.needless")
    assert {move.split()[1] for move in words(state, "Bo") if move.startswith("pay")} == {"r"}


def put_pills(state: State, player: int, pills: str) -> State:
    tableau = replace(state.tableaus[player], pills=purse(pills))
    return replace(state, tableaus=change(state.tableaus, player, tableau))


def test_no_change_is_given_but_the_stake_counts_later() -> None:
    """Three points for a price of 2: the one too many counts when it comes back, and for nobody else."""
    state = passing(refusals=1, before={"Bo": "ry", "Cleo": "r", "Ana": "br"})
    state = put_pills(state, 1, "r")
    state = play(state, "Bo: pay r to Cleo", "Cleo: pay r to Ana", "Ana: pay br to Bo")
    state = put_pills(state, 1, "y")
    assert state.passing.refusals == 4
    assert {move.split()[1] for move in words(state, "Bo") if move.startswith("pay")} == {"y"}
    assert state.passing.stakes == tuple(purse(text) for text in ("br", "r", "r", "0"))


def test_a_card_is_not_passed_back() -> None:
    """`pass.back` (V18): with three players only one is left to receive a red virus that was refused."""
    state = passing(3, before={"Bo": "bby"})
    refused(state, "Bo: pay b to Ana", "pass.back")
    assert words(state, "Bo") == {"keep", "pay b to Cleo"}
    assert rules().parse(state, "Bo", "pay b").text == "pay b to Cleo"


def test_a_card_may_come_back_to_who_took_it_from_the_pile() -> None:
    """But not from the hands of the one to whom it was just given."""
    state = play(passing(before={"Bo": "b", "Cleo": "y"}), "Bo: pay b to Cleo", "Cleo: pay y to Ana")
    assert state.passing.holder == 0
    assert "keep" in words(state, "Ana")


def test_blue_cards_go_round_to_the_left() -> None:
    """`pass.left`: refused by everybody, they come back to the active player."""
    state = play(table(3, before={"Bo": "b", "Cleo": "y", "Ana": "r"}), "Ana: pass left", "nature: blue 1 b")
    refused(state, "Bo: pay b to Ana", "pass.left")
    state = play(state, "Bo: pay b", "Cleo: pay y")
    assert words(state, "Ana") == {"keep", "pay r to Bo", "forgot r"}


def test_who_keeps_it_gets_the_stake_back_and_no_pills() -> None:
    """`keep.pills` (V26): all other stakes go to the pharmacy; the pills shown stay there."""
    state = passing(refusals=3, stakes="b b y .", before={"Bo": "r"}, pharmacy="bbb")
    total = all_pills(state)
    after = play(state, "Bo: keep")
    assert pills_of(after, "Bo") == "br"
    assert after.pharmacy == purse("bbbby")
    assert viruses_of(after, "Bo") == "3"
    assert all_pills(after) == total
    assert after.active == 1
    assert after.passing is None


def test_an_injection_that_is_kept_goes_on_a_virus() -> None:
    """`injection.target` (V7): as when it is taken from the middle."""
    state = table(opened=("injection", "red 3 r"), before={"Bo": "4 5+i b"})
    state = play(state, "Ana: pass left", "nature: blue 1 b")
    assert {"keep on 4", "keep on 5+i"} < words(state, "Bo")
    refused(state, "Bo: keep on 3", "injection.target")
    assert viruses_of(play(state, "Bo: keep on 5+i"), "Bo") == "4 5+ii"


def test_a_virus_that_is_kept_goes_on_nothing() -> None:
    """`injection.virus`: and neither does a risk card, which nobody has seen."""
    refused(passing(before={"Bo": "4 b"}), "Bo: keep on 4", "injection.virus")
    risk = play(table(before={"Ana": "4 bbb", "Bo": "4 b"}), "Ana: risk to Bo")
    refused(risk, "Bo: keep on 4", "injection.virus")


def test_refusing_a_risk_card_costs_one_pill_to_the_active_player() -> None:
    """`risk.price`: of any colour, exactly one, at once, and always the same."""
    state = play(table(4, before={"Ana": "4 b", "Bo": "br", "Cleo": "y"}), "Ana: risk to Bo")
    refused(state, "Bo: pay br to Cleo", "risk.price")
    refused(state, "Bo: pay 0 to Cleo", "risk.price")
    state = play(state, "Bo: pay r to Cleo")
    assert (pills_of(state, "Ana"), pills_of(state, "Bo")) == ("br", "b")
    state = play(state, "Cleo: pay y to Dan")
    assert pills_of(state, "Ana") == "byr"
    refused(state, "Dan: pay b to Cleo", "pass.back")


def test_refusing_ones_own_risk_card_costs_two_pills_to_the_pharmacy() -> None:
    """`risk.price`: for the active player; and then it goes on, to anyone but who gave it."""
    state = play(table(3, before={"Ana": "4 by", "Bo": "b", "Cleo": "-"}, pharmacy="0"), "Ana: risk to Bo")
    state = play(replace(state, passing=replace(state.passing, holder=0, giver=1)))
    refused(state, "Ana: pay b to Cleo", "risk.price")
    after = play(state, "Ana: pay by")
    assert after.pharmacy == purse("by")
    assert after.passing.holder == 2
    assert words(after, "Cleo") == {"keep"}


def test_who_keeps_a_risk_card_turns_it_up() -> None:
    """Nature says what it was, among the cards that nobody has seen."""
    state = play(table(before={"Ana": "4 bbb"}), "Ana: risk to Bo", "Bo: keep")
    assert rules().actors(state) == ("nature",)
    assert {move.text for move in rules().moves(state, "nature")} == set(state.risks)
    state = play(state, "nature: herr_doktor")
    assert state.doctor == 1
    seen = play(replace(state, active=0), "Ana: risk to Cleo", "Cleo: keep")
    refused(seen, "nature: herr_doktor", "reveal.unseen")


def choose_from(owned: Pills, is_wanted: Callable[[Pills], bool]) -> tuple[Pills, ...]:
    """All parts of a purse that are wanted, the fewest blue pills first."""
    parts = product(*(range(count + 1) for count in owned))
    return tuple(part for part in (Pills(*counts) for counts in parts) if is_wanted(part))


def test_payments_are_all_parts_of_the_purse_that_pay() -> None:
    """Exact ones if there are any, else those that pay too much, but not without any of their pills."""
    for counts in product(range(5), repeat=3):
        owned = Pills(*counts)
        for due in range(1, 8):
            exact = choose_from(owned, lambda part, due=due: part.points == due)
            more = choose_from(
                owned,
                lambda part, due=due: (
                    part.points > due and all(part.points - single.points < due for single in part.singles())
                ),
            )
            assert list_payments(owned, due) == (exact or more)
        for number in (1, 2):
            assert list_handfuls(owned, number) == choose_from(
                owned, lambda part, number=number: part.number == number
            )

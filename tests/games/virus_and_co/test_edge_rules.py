"""Edge cases of the published rules, each as a table and a line: who may, and what comes of it."""

from typing import Any

import pytest

from tests.games.virus_and_co.table import before, pills_of, play, refused, table, viruses_of, words

FORBIDDEN: list[tuple[str, str, dict[str, Any]]] = [
    ("Ana: take left blue 5 yr", "take.open", {}),
    ("Ana: take right injection", "take.open", {}),
    ("Ana: pass left blue 4 br to Cleo", "pass.left", {}),
    ("Ana: pass right red 3 r to Ana", "pass.other", {}),
    ("Ana: risk to Bo", "risk.points", {"before": {"Ana": "3 b"}}),
    ("Ana: risk to Bo", "risk.points", {"before": {"Ana": "6+i b"}}),
    ("Ana: risk to Bo", "risk.hand", {"before": {"Ana": "4 b"}, "hands": 0}),
    ("Ana: risk to Ana", "pass.other", {"before": {"Ana": "4 b"}}),
    ("Ana: skip", "turn.skip", {}),
    (
        "Ana: take left injection on 4",
        "injection.target",
        {"opened": ("injection", "red 3 r"), "before": {"Ana": "5 b"}},
    ),
    ("Ana: keep", "turn.now", {}),
]


@pytest.mark.parametrize(("line", "rule", "given"), FORBIDDEN)
def test_what_is_forbidden(line: str, rule: str, given: dict[str, Any]) -> None:
    """For its own reason."""
    refused(table(**given), line, rule)


@pytest.mark.parametrize(("virus", "after"), [("1", 1), ("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3)])
def test_an_injection_halves_and_rounds_up(virus: str, after: int) -> None:
    """`injection.half`: the second one on the same virus leaves nothing of it."""
    opened = ("injection", "red 3 r")
    for number, points in (("", after), ("+i", 0)):
        state = table(before={"Ana": f"{virus}{number} b"}, opened=opened)
        assert before(play(state, f"Ana: take left injection on {virus}{number}"), "Ana").points == points


@pytest.mark.parametrize(
    ("own", "card", "is_over"), [("4 4 b", "blue 4 br", False), ("4 5 b", "blue 4 br", True)]
)
def test_twelve_points_are_safe_and_thirteen_are_not(own: str, card: str, is_over: bool) -> None:
    """`care.points`: the card counts as soon as it lies there."""
    state = table(before={"Ana": own}, opened=(card, "red 3 r"))
    assert (len(play(state, "Ana: take left").done) == 1) == is_over


def test_the_third_injection_ends_the_round_though_it_saves() -> None:
    """`care.third`: even where points become fewer, and beside a virus."""
    state = table(before={"Ana": "6+i 5+i b"}, opened=("injection", "red 3 r"))
    assert len(play(state, "Ana: take left injection on 5+i").done) == 1
    assert (
        len(play(table(before={"Ana": "i2 b"}, opened=("injection", "red 3 r")), "Ana: take left").done) == 1
    )


def test_a_missing_pill_is_lost() -> None:
    """`take.pills`: of one blue and one red, a pharmacy with only blue pills gives the blue one."""
    state = table(before={"Ana": "-"}, pharmacy="bb")
    assert pills_of(play(state, "Ana: take left"), "Ana") == "b"


def test_the_price_is_the_number_of_the_refusal_less_what_was_paid() -> None:
    """`refuse.price`: Ana passes, Bo pays 1, Cleo 2, Ana 3, and Bo again only 3 more for the fourth."""
    state = table(before=dict.fromkeys(("Ana", "Bo", "Cleo"), "bbyyrr"))
    passed = play(state, "Ana: pass left blue 4 br to Bo", "nature: left blue 1 b")
    refused(passed, "Bo: pay y to Cleo", "refuse.exact")
    round = play(passed, "Bo: pay b to Cleo", "Cleo: pay y to Ana", "Ana: pay r to Bo")
    refused(round, "Bo: pay y to Cleo", "refuse.price")
    again = play(round, "Bo: pay r to Cleo")
    kept = play(again, "Cleo: keep")
    assert (viruses_of(kept, "Cleo"), pills_of(kept, "Cleo")) == ("4", "bbyyrr")
    assert (pills_of(kept, "Bo"), pills_of(kept, "Ana")) == ("byyr", "bbyyr")


def test_a_red_virus_never_goes_back_to_its_giver() -> None:
    """`pass.back`: with three players, only one may get it."""
    state = play(table(), "Ana: pass right red 3 r to Bo", "nature: right blue 1 b")
    assert {move for move in words(state, "Bo") if move.startswith("pay")} == {"pay b to Cleo"}
    refused(state, "Bo: pay b to Ana", "pass.back")


def test_refusing_a_risk_card_costs_one_pill_and_two_for_its_owner() -> None:
    """`risk.price`: of any colour, to the active player; the active player pays the pharmacy."""
    state = play(table(before={"Ana": "4 bb", "Bo": "r", "Cleo": "b"}), "Ana: risk to Bo")
    passed = play(state, "Bo: pay r to Cleo", "Cleo: pay b to Ana")
    assert pills_of(passed, "Ana") == "bbbr"
    refused(passed, "Ana: pay b to Bo", "risk.price")
    assert pills_of(play(passed, "Ana: pay br to Bo"), "Ana") == "bb"

"""Edge cases of the published rules, each as a position and a line: who may, and what comes of it."""

from dataclasses import replace
from typing import Any

import pytest

from generator.games.pandemic.data import State
from tests.games.pandemic.pandemic_table import bits, card, cubes_in, hand, play, refused, table, where, words

SEVEN = "Lima, Milan, Essen, Paris, Tokyo, Osaka, Cairo"


def planner(stored: str) -> State:
    """Ana is the Contingency Planner with an event on her card, and has a card too many."""
    hands = {"Ana": f"{SEVEN}, Lagos"}
    state = table(("contingency_planner", "medic"), hands=hands, gone=stored)
    return replace(state, stored=card(stored), gone=())


def test_a_stored_event_does_not_count_towards_the_hand_and_does_not_empty_it() -> None:
    """`hand.limit`: with eight cards, she discards or plays an event from the hand, not that on her card."""
    state = planner("airlift")
    refused(state, "Ana: airlift Bo to Lima", "hand.limit")
    after = play(state, "Ana: discard Lagos")
    assert "airlift Bo to Lima" in words(after, "Ana")
    assert play(after, "Ana: airlift Bo to Lima").gone == (card("airlift"),)


LEGAL: list[tuple[str, dict[str, Any]]] = [
    ("pass", {}),
    ("drive Chicago", {}),
    ("fly Lima", {"hands": {"Ana": "Lima"}}),
    ("charter Sydney", {"hands": {"Ana": "Atlanta"}}),
    ("shuttle Cairo", {"stations": "Atlanta, Cairo"}),
    ("build", {"hands": {"Ana": "Chicago"}, "pawns": {"Ana": "Chicago"}}),
    ("treat red", {"cubes": {"Atlanta": "red 1"}}),
    ("give Atlanta to Bo", {"hands": {"Ana": "Atlanta"}}),
    ("take Atlanta from Bo", {"hands": {"Bo": "Atlanta"}}),
    ("take Lima from Bo", {"hands": {"Bo": "Lima"}}),
    ("cure yellow Lima, Lagos, Bogota, Miami", {"hands": {"Ana": "Lima, Lagos, Bogota, Miami"}}),
    ("cure red Tokyo, Osaka, Seoul, Taipei", {"hands": {"Ana": "Tokyo, Osaka, Seoul, Taipei"}}),
    ("government grant Lima", {"hands": {"Ana": "government grant"}}),
    ("one quiet night", {"hands": {"Ana": "one quiet night"}}),
    ("resilient population Lima", {"hands": {"Ana": "resilient population"}, "infected": "Lima"}),
    ("airlift Bo to Lima", {"hands": {"Ana": "airlift"}}),
]
"""Ana is the Scientist, Bo the Researcher; both are in Atlanta."""
FORBIDDEN: list[tuple[str, str, dict[str, Any]]] = [
    ("drive Atlanta", "move.stay", {}),
    ("drive Lima", "move.linked", {}),
    ("fly Lima", "move.direct", {"hands": {"Bo": "Lima"}}),
    ("fly Atlanta", "move.stay", {"hands": {"Ana": "Atlanta"}}),
    ("charter Sydney", "move.charter", {"hands": {"Ana": "Sydney"}}),
    ("shuttle Cairo", "move.shuttle", {"stations": "Atlanta"}),
    ("shuttle Cairo", "move.shuttle", {"stations": "Atlanta, Cairo", "pawns": {"Ana": "Miami"}}),
    ("build", "build.one", {"hands": {"Ana": "Atlanta"}}),
    ("build", "build.card", {"hands": {"Ana": "Lima"}, "pawns": {"Ana": "Chicago"}}),
    ("build from Cairo", "build.supply", {"hands": {"Ana": "Miami"}, "pawns": {"Ana": "Miami"}}),
    ("treat red", "treat.cubes", {"cubes": {"Atlanta": "blue 3"}}),
    ("give Lima to Bo", "share.city", {"hands": {"Ana": "Lima"}}),
    ("give Atlanta to Bo", "share.holder", {"hands": {"Bo": "Atlanta"}}),
    ("give Atlanta to Bo", "share.together", {"hands": {"Ana": "Atlanta"}, "pawns": {"Bo": "Miami"}}),
    ("take airlift from Bo", "share.city", {"hands": {"Bo": "airlift"}}),
    ("cure yellow Lima, Lagos, Bogota", "cure.cards", {"hands": {"Ana": "Lima, Lagos, Bogota"}}),
    ("cure red Tokyo, Osaka, Seoul, Lima", "cure.cards", {"hands": {"Ana": "Tokyo, Osaka, Seoul, Lima"}}),
    (
        "cure red Tokyo, Osaka, Seoul, Taipei",
        "cure.again",
        {"hands": {"Ana": "Tokyo, Osaka, Seoul, Taipei"}, "cured": "red"},
    ),
    (
        "cure red Tokyo, Osaka, Seoul, Taipei",
        "cure.station",
        {"hands": {"Ana": "Tokyo, Osaka, Seoul, Taipei"}, "pawns": {"Ana": "Miami"}},
    ),
    ("government grant Atlanta", "build.one", {"hands": {"Ana": "government grant"}}),
    (
        "government grant Lima from Sydney",
        "build.moved",
        {"hands": {"Ana": "government grant"}, "stations": "Atlanta, Cairo, Paris, Tokyo, Milan, Osaka"},
    ),
    ("airlift Bo to Atlanta", "move.stay", {"hands": {"Ana": "airlift"}}),
    ("airlift Bo to Lima", "event.holder", {"hands": {"Bo": "airlift"}}),
    ("resilient population Lima", "resilient.discards", {"hands": {"Ana": "resilient population"}}),
    ("move Bo drive Miami", "dispatcher.pawns", {}),
    ("fly Sydney with Lima", "operations.flight", {"hands": {"Ana": "Lima"}}),
    ("recall airlift", "planner.event", {"discards": "airlift"}),
]


@pytest.mark.parametrize(("move", "given"), LEGAL)
def test_what_is_allowed(move: str, given: dict[str, Any]) -> None:
    """Each action costs one of four, and no event does."""
    state = table(**given)
    after = play(state, f"Ana: {move}")
    is_event = move.split()[0] in ("government", "one", "resilient", "airlift")
    assert after.left == (4 if is_event else 0 if move == "pass" else 3) or after.phase != "actions"


@pytest.mark.parametrize(("move", "rule", "given"), FORBIDDEN)
def test_what_is_forbidden(move: str, rule: str, given: dict[str, Any]) -> None:
    """For its own reason."""
    refused(table(**given), f"Ana: {move}", rule)


def test_the_medic_prevents_an_outbreak_of_a_cured_disease_only() -> None:
    """`medic.prevents`: no cube reaches her city, and the city does not break out."""
    for cured, city, outbreaks in (("red", "red 3", 0), ("", "red 3", 1)):
        state = table(("scientist", "medic"), pawns={"Bo": "Tokyo"}, cubes={"Tokyo": "red 3"}, cured=cured)
        after = play(replace(state, phase="infect", left=2), "nature: infect Tokyo")
        assert (cubes_in(after, "Tokyo"), after.outbreaks) == (city, outbreaks)


def test_the_quarantine_specialist_stops_a_chain_but_not_its_first_outbreak() -> None:
    """`quarantine.prevents`: of the neighbours of an outbreak, those beside her get no cube."""
    cubes = {"Lima": "yellow 3", "Bogota": "yellow 3"}
    state = table(("scientist", "quarantine_specialist"), pawns={"Bo": "Miami"}, cubes=cubes)
    after = play(replace(state, phase="infect", left=2), "nature: infect Lima")
    assert after.outbreaks == 1
    assert [cubes_in(after, city) for city in ("Bogota", "Santiago", "Mexico City")] == [
        "yellow 3",
        "yellow 1",
        "",
    ]


def test_the_eighth_outbreak_loses_at_once() -> None:
    """`end.outbreaks`: the seventh does not."""
    for before, is_over in ((6, False), (7, True)):
        state = table(cubes={"Lima": "yellow 3"}, outbreaks=before)
        after = play(replace(state, phase="infect", left=2), "nature: infect Lima")
        assert bool(after.end) == is_over


def test_an_eradicated_disease_infects_nobody_even_by_an_epidemic() -> None:
    """`infect.eradicated`: the card is discarded without a cube, and the marker moves."""
    state = table(cured="red", eradicated="red")
    state = replace(state, phase="bottom", pending=1, left=0)
    after = play(state, "nature: infect Tokyo")
    assert (cubes_in(after, "Tokyo"), after.outbreaks) == ("", 0)


def test_the_last_cube_of_a_cured_disease_eradicates_it() -> None:
    """`treat.eradicated`: one action takes all cubes of a cured disease from a city."""
    state = table(cubes={"Atlanta": "red 3"}, cured="red")
    after = play(state, "Ana: treat red")
    assert (cubes_in(after, "Atlanta"), after.eradicated, after.left) == ("", bits("red"), 3)
    healed = table(cubes={"Atlanta": "red 3"})
    assert cubes_in(play(healed, "Ana: treat red"), "Atlanta") == "red 2"


def test_the_operations_expert_flies_once_a_turn_and_pays_with_any_city() -> None:
    """`operations.once`: from a station; the card is discarded, an event is no card of a city."""
    state = table(("operations_expert", "medic"), hands={"Ana": "Lima, Milan, airlift"})
    refused(state, "Ana: fly Sydney with airlift", "hand.card")
    flown = play(state, "Ana: fly Sydney with Lima", "Ana: build")
    assert (where(flown, "Ana"), hand(flown, "Ana")) == ("Sydney", "Milan, airlift")
    refused(flown, "Ana: fly Lima with Milan", "operations.once")

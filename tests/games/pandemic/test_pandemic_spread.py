"""Infections, outbreaks, chains, the supply: what places cubes, and what loses the game."""

from dataclasses import replace

import pytest

from generator.games.pandemic.data import State
from tests.games.pandemic.pandemic_table import cubes_in, names_of, play, refused, rules, step, table

FULL = {
    "Kolkata": "black 3",
    "Delhi": "black 3",
    "Chennai": "black 1",
    "Karachi": "black 2",
    "Hong Kong": "red 1",
}
"""The example of the printed rules."""


def infecting(state: State, *, left: int = 2) -> State:
    return replace(state, phase="infect", left=left)


def lost(state: State) -> str:
    outcome = rules().outcome(state)
    assert outcome is not None
    assert outcome.won is False
    assert outcome.winners == ()
    return outcome.rule


def test_a_city_gets_one_cube_of_its_own_colour() -> None:
    """Whatever else lies there, and the card goes to the discards."""
    state = infecting(table(cubes={"Lagos": "red 3"}))
    after, told = step(state, "nature: infect Lagos")
    assert cubes_in(after, "Lagos") == "yellow 1 red 3"
    assert names_of(after.infected) == "Lagos"
    assert (after.left, told) == (1, ["cubes"])


@pytest.mark.parametrize(("increases", "rate"), [(0, 2), (2, 2), (3, 3), (4, 3), (5, 4), (6, 4), (9, 4)])
def test_as_many_cities_are_infected_as_the_rate_says(increases: int, rate: int) -> None:
    """`infect.rate`: 2, 2, 2, 3, 3, 4, 4, as the track of the board is printed."""
    state = table(increases=increases, left=1)
    drawn = play(state, "Ana: pass", "nature: draw Lima", "nature: draw Miami")
    assert (drawn.phase, drawn.left) == ("infect", rate)


def test_only_the_top_card_is_turned_over() -> None:
    """`infect.top`: not one of the discards, nor one that lies deeper."""
    state = infecting(table(infected="Lima"))
    refused(state, "nature: infect Lima", "infect.top")
    layered = replace(state, infections=((1, 2), (0,)))
    refused(layered, "nature: infect Atlanta", "infect.top")


def test_no_cube_of_an_eradicated_disease_is_placed() -> None:
    """`infect.eradicated`: the card is discarded all the same."""
    state = infecting(table(cured="yellow", eradicated="yellow"))
    after, told = step(state, "nature: infect Lagos")
    assert cubes_in(after, "Lagos") == ""
    assert names_of(after.infected) == "Lagos"
    assert told == ["spared"]


def test_a_cured_disease_still_spreads() -> None:
    """As long as it is not eradicated."""
    state = infecting(table(cured="yellow", cubes={"Lima": "yellow 1"}))
    assert cubes_in(play(state, "nature: infect Lagos"), "Lagos") == "yellow 1"


def test_a_fourth_cube_is_an_outbreak() -> None:
    """`outbreak.spread`: one cube of that colour for each neighbour, and none for the city itself."""
    state = infecting(table(cubes={"Lagos": "yellow 3"}))
    after, told = step(state, "nature: infect Lagos")
    assert after.outbreaks == 1
    assert cubes_in(after, "Lagos") == "yellow 3"
    assert {city: cubes_in(after, city) for city in ("Sao Paulo", "Kinshasa", "Khartoum")} == dict.fromkeys(
        ("Sao Paulo", "Kinshasa", "Khartoum"), "yellow 1"
    )
    assert told == ["outbreak", "cubes", "cubes", "cubes"]
    assert after.supply[1] == 24 - 6


def test_the_example_of_the_printed_rules() -> None:
    """`outbreak.once`: Kolkata, then Delhi, which gives Kolkata nothing; two outbreaks and seven cubes."""
    state = infecting(table(cubes=FULL))
    after = play(state, "nature: infect Kolkata")
    assert after.outbreaks == 2
    assert state.supply[2] - after.supply[2] == 7
    found = {
        city: cubes_in(after, city) for city in ("Kolkata", "Delhi", "Chennai", "Karachi", "Mumbai", "Tehran")
    }
    assert found == {
        "Kolkata": "black 3",
        "Delhi": "black 3",
        "Chennai": "black 3",
        "Karachi": "black 3",
        "Mumbai": "black 1",
        "Tehran": "black 1",
    }
    assert cubes_in(after, "Hong Kong") == "black 1 red 1"


def test_a_city_may_break_out_again_with_the_next_card() -> None:
    """`outbreak.once` holds for one card: the Rust program never forgets it."""
    state = infecting(table(cubes={"Lima": "yellow 3", "Santiago": "yellow 3"}))
    once = play(state, "nature: infect Lima")
    twice = play(once, "nature: infect Santiago")
    assert (once.outbreaks, twice.outbreaks) == (2, 4)


def test_the_eighth_outbreak_loses() -> None:
    """`outbreak.lost`: not the ninth, as in the Rust program; the chain is cut short, nothing follows."""
    seven = infecting(table(cubes={"Santiago": "yellow 3"}, outbreaks=6))
    assert rules().outcome(play(seven, "nature: infect Santiago")) is None
    eight = infecting(table(cubes={"Santiago": "yellow 3"}, outbreaks=7))
    after, told = step(eight, "nature: infect Santiago")
    assert lost(after) == "pandemic.outbreak.lost"
    assert told == ["outbreak", "lost"]
    assert rules().actors(after) == ()
    assert rules().moves(after, "Ana") == ()


def test_a_cube_that_is_missing_loses() -> None:
    """`supply.lost`: in an infection, wherever the other cubes of that colour lie."""
    elsewhere = dict.fromkeys(
        ("Atlanta", "Chicago", "Essen", "London", "Madrid", "Milan", "Paris", "Tokyo"), "yellow 3"
    )
    state = infecting(table(cubes=elsewhere))
    assert state.supply[1] == 0
    assert lost(play(state, "nature: infect Lagos")) == "pandemic.supply.lost"


def test_the_last_cube_may_be_used() -> None:
    """`supply.last`: the game is lost by the one after it."""
    cubes = dict.fromkeys(("Atlanta", "Chicago", "Essen", "London", "Madrid", "Milan", "Paris"), "yellow 3")
    state = infecting(table(cubes={**cubes, "Tokyo": "yellow 2"}))
    after = play(state, "nature: infect Lagos")
    assert after.supply[1] == 0
    assert rules().outcome(after) is None
    assert lost(play(after, "nature: infect Lima")) == "pandemic.supply.lost"


def test_cubes_run_out_in_an_outbreak() -> None:
    """`supply.lost`: when a neighbour would get one that is not there."""
    cubes = dict.fromkeys(("Atlanta", "Chicago", "Essen", "London", "Madrid", "Milan", "Lagos"), "yellow 3")
    state = infecting(table(cubes={**cubes, "Tokyo": "yellow 1"}))
    after, told = step(state, "nature: infect Lagos")
    assert lost(after) == "pandemic.supply.lost"
    assert told[-2:] == ["no_cube", "lost"]


def test_cubes_run_out_in_an_epidemic() -> None:
    """`supply.lost`: three are needed, two are there."""
    cubes = dict.fromkeys(("Atlanta", "Chicago", "Essen", "London", "Madrid", "Milan", "Paris"), "yellow 3")
    state = replace(table(cubes={**cubes, "Tokyo": "yellow 1"}), phase="bottom", pending=1, increases=1)
    assert lost(play(state, "nature: infect Lagos")) == "pandemic.supply.lost"
    assert rules().outcome(play(state, "nature: infect Cairo")) is None


def test_an_eighth_outbreak_before_a_missing_cube_is_told() -> None:
    """[OURS] Both are reasons enough; what comes first is told: the marker is moved before the cubes."""
    cubes = dict.fromkeys(("Atlanta", "Chicago", "Essen", "London", "Madrid", "Milan", "Paris"), "yellow 3")
    state = infecting(table(cubes={**cubes, "Lagos": "yellow 3"}, outbreaks=7))
    assert lost(play(state, "nature: infect Lagos")) == "pandemic.outbreak.lost"


def test_an_infection_deck_that_is_used_up_infects_nobody() -> None:
    """`infect.empty`: [OURS] the turn is over; it does not happen with the cards of the box."""
    state = replace(infecting(table(infected="Lima")), infections=((0,),))
    after = play(state, "nature: infect Atlanta")
    assert (after.phase, after.active) == ("actions", 1)
    epidemic = replace(table(left=1), infections=(), piles=((0, 1), (40, 4)))
    assert play(epidemic, "Ana: pass", "nature: epidemic", "nature: draw Lima").phase == "intensify"

"""Actions: moving, building, treating, sharing, curing."""

from dataclasses import replace

import pytest

from generator.rules.core import AmbiguousMove
from tests.games.pandemic.pandemic_table import (
    card,
    cubes_in,
    data,
    hand,
    names_of,
    play,
    refused,
    rules,
    step,
    table,
    where,
    words,
)

RED = "Bangkok, Beijing, Hong Kong, Jakarta, Manila"


def test_a_turn_has_up_to_four_actions() -> None:
    """`turn.actions`: the same one as often as one likes; then cards are drawn, and one may stop early."""
    state = table()
    four = play(state, "Ana: drive Chicago", "Ana: drive Atlanta", "Ana: drive Miami", "Ana: drive Bogota")
    assert rules().actors(four) == ("nature",)
    assert (four.phase, four.left) == ("draw", 2)
    assert play(state, "Ana: pass").phase == "draw"
    assert play(state, "Ana: drive Chicago").left == 3


def test_driving_goes_along_links() -> None:
    """`move.linked`: over the edge of the map too; and nowhere else."""
    state = table(pawns={"Ana": "San Francisco"})
    drives = {move for move in words(state, "Ana") if move.startswith("drive")}
    assert drives == {f"drive {city}" for city in ("Chicago", "Los Angeles", "Manila", "Tokyo")}
    refused(state, "Ana: drive Miami", "move.linked")


def test_moving_to_where_one_is_is_no_move() -> None:
    """`move.stay`: [OURS] not even by a flight."""
    state = table(hands={"Ana": "Atlanta"})
    for move in ("drive Atlanta", "fly Atlanta", "charter Atlanta", "shuttle Atlanta"):
        refused(state, f"Ana: {move}", "move.stay")


def test_a_direct_flight_costs_the_card_of_its_goal() -> None:
    """`move.direct`: the card goes to the discards."""
    state = table(hands={"Ana": "Lima, Tokyo"})
    after = play(state, "Ana: fly Lima")
    assert (where(after, "Ana"), hand(after, "Ana"), names_of(after.discards)) == ("Lima", "Tokyo", "Lima")
    refused(state, "Ana: fly Cairo", "move.direct")


def test_a_charter_flight_costs_the_card_of_its_start() -> None:
    """`move.charter`: it goes anywhere."""
    state = table(hands={"Ana": "Atlanta"})
    after = play(state, "Ana: charter Sydney")
    assert (where(after, "Ana"), hand(after, "Ana"), names_of(after.discards)) == ("Sydney", "", "Atlanta")
    assert len([move for move in words(state, "Ana") if move.startswith("charter")]) == 47
    refused(after, "Ana: charter Lima", "move.charter")


def test_a_shuttle_flight_leads_from_station_to_station() -> None:
    """`move.shuttle`: both ends must have one."""
    state = table(stations="Atlanta, Cairo")
    assert where(play(state, "Ana: shuttle Cairo"), "Ana") == "Cairo"
    refused(state, "Ana: shuttle Lima", "move.shuttle")
    refused(play(state, "Ana: drive Miami"), "Ana: shuttle Cairo", "move.shuttle")


def test_a_station_costs_the_card_of_its_city() -> None:
    """`build.card`: discarded; `build.one`: and only one stands in a city."""
    state = table(hands={"Ana": "Lima, Atlanta"}, pawns={"Ana": "Lima"})
    after = play(state, "Ana: build")
    assert names_of(after.stations) == "Atlanta, Lima"
    assert (hand(after, "Ana"), names_of(after.discards)) == ("Atlanta", "Lima")
    refused(table(pawns={"Ana": "Lima"}), "Ana: build", "build.card")
    refused(table(hands={"Ana": "Atlanta"}), "Ana: build", "build.one")


def test_the_seventh_station_is_one_of_the_six() -> None:
    """`build.moved`: taken from wherever one likes; `build.supply`: not before all are used."""
    six = "Atlanta, Cairo, Essen, Lagos, Tokyo, Delhi"
    state = table(hands={"Ana": "Lima"}, pawns={"Ana": "Lima"}, stations=six)
    assert {move for move in words(state, "Ana") if move.startswith("build")} == {
        f"build from {city}" for city in six.split(", ")
    }
    after, told = step(state, "Ana: build from Essen")
    assert names_of(after.stations) == "Atlanta, Lagos, Lima, Cairo, Delhi, Tokyo"
    assert "station_moved" in told
    with pytest.raises(AmbiguousMove):
        rules().parse(state, "Ana", "build")
    refused(state, "Ana: build from Sydney", "build.moved")
    few = table(hands={"Ana": "Lima"}, pawns={"Ana": "Lima"})
    refused(few, "Ana: build from Atlanta", "build.supply")


def test_treating_takes_one_cube() -> None:
    """`treat.cubes`: of a colour that is there."""
    state = table(cubes={"Atlanta": "blue 2, red 1"})
    assert cubes_in(play(state, "Ana: treat blue"), "Atlanta") == "blue 1 red 1"
    assert play(state, "Ana: treat red").supply == (23 - 1, 24, 24, 24)
    refused(state, "Ana: treat black", "treat.cubes")


def test_a_cured_disease_is_treated_in_full() -> None:
    """`treat.cured`: all cubes of that colour, and of no other."""
    state = table(cubes={"Atlanta": "blue 3, red 2", "Lima": "blue 1"}, cured="blue red")
    after = play(state, "Ana: treat blue")
    assert cubes_in(after, "Atlanta") == "red 2"
    assert after.eradicated == 0


def test_the_last_cube_of_a_cured_disease_eradicates_it() -> None:
    """`cure.eradicated`: however it goes; a disease that is not cured stays what it is."""
    state = table(cubes={"Atlanta": "blue 1"}, cured="blue")
    after, told = step(state, "Ana: treat blue")
    assert after.eradicated == 1
    assert "eradicated" in told
    assert play(table(cubes={"Atlanta": "blue 1"}), "Ana: treat blue").eradicated == 0


def test_knowledge_is_shared_in_the_city_of_the_card() -> None:
    """`share.together`, `share.city`, `share.holder`: given or taken, both being there."""
    roles = ("medic", "dispatcher")
    state = table(roles, hands={"Ana": "Atlanta, Lima", "Bo": "Tokyo"})
    given = play(state, "Ana: give Atlanta to Bo")
    assert (hand(given, "Ana"), hand(given, "Bo"), given.left) == ("Lima", "Atlanta, Tokyo", 3)
    assert hand(play(given, "Ana: take Atlanta from Bo"), "Ana") == "Atlanta, Lima"
    refused(state, "Ana: give Lima to Bo", "share.city")
    refused(state, "Ana: take Atlanta from Bo", "share.holder")
    refused(state, "Ana: give Atlanta to Ana", "share.together")
    apart = play(state, "Ana: drive Miami")
    refused(apart, "Ana: give Atlanta to Bo", "share.together")


def test_a_cure_takes_five_cards_of_its_colour() -> None:
    """`cure.cards`: at `cure.station`, whatever colour its city has."""
    state = table(("medic", "dispatcher"), hands={"Ana": f"{RED}, Osaka, Lima"})
    cures = {move for move in words(state, "Ana") if move.startswith("cure")}
    assert len(cures) == 6
    after, told = step(state, f"Ana: cure red {RED}")
    assert (hand(after, "Ana"), names_of(after.discards)) == ("Lima, Osaka", RED)
    assert after.cured == 1 << 3
    assert "cured" in told
    refused(state, "Ana: cure red Bangkok, Beijing, Hong Kong, Jakarta", "cure.cards")
    refused(state, "Ana: cure red Bangkok, Beijing, Hong Kong, Jakarta, Lima", "cure.cards")
    refused(state, "Ana: cure red Bangkok, Beijing, Hong Kong, Jakarta, Jakarta", "cure.cards")
    refused(state, "Ana: cure red Bangkok, Beijing, Hong Kong, Jakarta, Tokyo", "hand.card")
    refused(play(state, "Ana: drive Miami"), f"Ana: cure red {RED}", "cure.station")
    again = replace(state, cured=1 << 3)
    refused(again, f"Ana: cure red {RED}", "cure.again")


def test_a_cure_of_a_disease_without_cubes_eradicates_it() -> None:
    """`cure.eradicated`: at once; with cubes on the board it does not."""
    state = table(("medic", "dispatcher"), hands={"Ana": RED})
    assert play(state, f"Ana: cure red {RED}").eradicated == 1 << 3
    ill = table(("medic", "dispatcher"), hands={"Ana": RED}, cubes={"Lima": "red 1"})
    assert play(ill, f"Ana: cure red {RED}").eradicated == 0


def test_the_fourth_cure_wins_at_once() -> None:
    """`end.won`: no eradication is needed, and nothing follows."""
    state = table(
        ("medic", "dispatcher"),
        hands={"Ana": RED},
        cubes={"Lima": "yellow 3"},
        cured="blue yellow black",
        outbreaks=7,
    )
    after, told = step(state, f"Ana: cure red {RED}")
    assert rules().actors(after) == ()
    outcome = rules().outcome(after)
    assert outcome is not None
    assert (outcome.rule, outcome.won, outcome.winners) == ("pandemic.end.won", True, ("Ana", "Bo"))
    assert told[-1] == "won"


def test_a_card_too_many_is_discarded_at_once() -> None:
    """`hand.limit`, `hand.own`: by whoever holds it, before anything else; an event may be played instead."""
    eight = "Bangkok, Beijing, Hong Kong, Jakarta, Manila, Osaka, airlift"
    state = table(("medic", "dispatcher"), hands={"Ana": "Atlanta, forecast", "Bo": eight})
    full, told = step(state, "Ana: give Atlanta to Bo")
    assert "limit" in told
    assert rules().actors(full) == ("Bo",)
    assert {move.split()[0] for move in words(full, "Bo")} == {"discard", "airlift"}
    refused(full, "Bo: pass", "hand.limit")
    refused(full, "Bo: discard Lima", "hand.card")
    after = play(full, "Bo: discard Osaka")
    assert rules().actors(after) == ("Ana", "Bo")
    assert card("Osaka") in after.discards
    played = play(full, "Bo: airlift Ana to Lima")
    assert (where(played, "Ana"), played.left) == ("Lima", 3)


def test_what_is_not_asked_cannot_be_done() -> None:
    """`turn.now`: everything has its time."""
    state = table()
    for move in ("discard Lima", "next Lima", "begin"):
        refused(state, f"Ana: {move}", "turn.now")
    with_events = table(hands={"Bo": "airlift"})
    refused(with_events, "Bo: drive Chicago", "turn.now")


@pytest.mark.parametrize("number", [2, 3, 4])
def test_turns_go_round_the_table(number: int) -> None:
    """Whoever sits on the left is next, with four actions; after the last the first."""
    state = table(("scientist", "researcher", "dispatcher", "medic")[:number])
    ill = iter(data().names)
    seats = []
    for turn in range(1, number + 2):
        assert (state.turn, state.left) == (turn, 4)
        seats.append(state.active)
        state = play(state, f"{state.players[state.active]}: pass")
        for _ in range(2):
            state = play(state, f"nature: draw {names_of(state.unseen[-6:-5])}")
        state = play(state, *(f"nature: infect {next(ill)}" for _ in range(2)))
    assert seats == [*range(number), 0]

"""The seven roles."""

from dataclasses import replace

from generator.games.pandemic.data import take
from tests.games.pandemic.pandemic_table import (
    cubes_in,
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

BLUES = "Chicago, Essen, London, Madrid"


def test_the_medic_takes_all_cubes_of_a_colour() -> None:
    """`medic.treat`: for one action, and of no other colour."""
    state = table(("medic", "scientist"), cubes={"Atlanta": "blue 3, red 2"})
    assert cubes_in(play(state, "Ana: treat blue"), "Atlanta") == "red 2"
    assert cubes_in(play(table(cubes={"Atlanta": "blue 3"}), "Ana: treat blue"), "Atlanta") == "blue 2"


def test_cured_diseases_leave_the_medic() -> None:
    """`medic.cured`: without an action, wherever the Medic comes to, and whoever moves the pawn."""
    cubes = {"Chicago": "blue 3, red 1", "Lima": "blue 1"}
    state = table(("medic", "dispatcher"), cubes=cubes, cured="blue", hands={"Bo": "airlift"})
    after, told = step(state, "Ana: drive Chicago")
    assert (cubes_in(after, "Chicago"), after.left, told) == ("red 1", 3, ["removed"])
    lifted = play(state, "Bo: airlift Ana to Chicago")
    assert cubes_in(lifted, "Chicago") == "red 1"
    dispatched = play(replace(state, active=1), "Bo: move Ana drive Chicago")
    assert cubes_in(dispatched, "Chicago") == "red 1"
    assert cubes_in(play(state, "Ana: drive Miami"), "Chicago") == "blue 3 red 1"


def test_a_cure_heals_the_city_of_the_medic_at_once() -> None:
    """`medic.cured`: and when those were the last cubes, the disease is eradicated."""
    five = f"{BLUES}, Milan"
    state = table(
        ("dispatcher", "medic"), hands={"Ana": five}, cubes={"Lima": "blue 2"}, pawns={"Bo": "Lima"}
    )
    after, told = step(state, f"Ana: cure blue {five}")
    assert cubes_in(after, "Lima") == ""
    assert after.eradicated == 1
    assert told == ["cured", "removed", "eradicated"]


def test_the_medic_keeps_cured_diseases_out() -> None:
    """`medic.guard`: no cube and no outbreak, of cured colours and in that city alone."""
    state = table(("medic", "scientist"), pawns={"Ana": "Cairo"}, cubes={"Algiers": "black 3"}, cured="black")
    infect = replace(state, phase="infect", left=2)
    after, told = step(infect, "nature: infect Cairo")
    assert (cubes_in(after, "Cairo"), told) == ("", ["safe"])
    chain = play(infect, "nature: infect Algiers")
    assert (cubes_in(chain, "Cairo"), cubes_in(chain, "Istanbul")) == ("", "black 1")
    bottom = replace(state, phase="bottom", pending=1)
    assert cubes_in(play(bottom, "nature: infect Cairo"), "Cairo") == ""
    ill = replace(infect, cured=0)
    assert cubes_in(play(ill, "nature: infect Cairo"), "Cairo") == "black 1"


def test_the_quarantine_specialist_keeps_cities_safe() -> None:
    """`quarantine.guard`: her own and all linked ones, in infections, epidemics and chains."""
    state = table(
        ("quarantine_specialist", "scientist"),
        pawns={"Ana": "Cairo"},
        cubes={"Istanbul": "black 3", "Moscow": "black 3"},
    )
    infect = replace(state, phase="infect", left=4)
    for city in ("Cairo", "Istanbul", "Riyadh"):
        after, told = step(infect, f"nature: infect {city}")
        assert told == ["safe"]
        assert after.outbreaks == 0
    chain = play(infect, "nature: infect Moscow")
    assert chain.outbreaks == 1
    assert (cubes_in(chain, "Istanbul"), cubes_in(chain, "Tehran")) == ("black 3", "black 1")
    bottom = replace(state, phase="bottom", pending=1)
    assert play(bottom, "nature: infect Istanbul").outbreaks == 0


def test_the_operations_expert_builds_without_a_card() -> None:
    """`operations.build`: even who holds the card keeps it."""
    state = table(("operations_expert", "medic"), pawns={"Ana": "Lima"}, hands={"Ana": "Lima"})
    after = play(state, "Ana: build")
    assert (names_of(after.stations), hand(after, "Ana")) == ("Atlanta, Lima", "Lima")


def test_the_operations_expert_flies_once_in_a_turn() -> None:
    """`operations.flight`, `operations.once`: from a station, for any city card."""
    state = table(
        ("operations_expert", "medic"), hands={"Ana": "Lima, Tokyo, airlift"}, stations="Atlanta, Cairo"
    )
    after = play(state, "Ana: fly Cairo with Lima")
    assert (where(after, "Ana"), names_of(after.discards)) == ("Cairo", "Lima")
    refused(after, "Ana: fly Delhi with Tokyo", "operations.once")
    refused(state, "Ana: fly Cairo with airlift", "hand.card")
    refused(state, "Ana: fly Cairo with Delhi", "hand.card")
    refused(play(state, "Ana: drive Miami"), "Ana: fly Cairo with Lima", "operations.flight")
    other = table(("medic", "operations_expert"), hands={"Ana": "Lima"})
    refused(other, "Ana: fly Cairo with Lima", "operations.flight")
    later = replace(after, active=0, has_flown=False)
    assert "fly Delhi with Tokyo" in words(later, "Ana")


def test_the_dispatcher_brings_pawns_together() -> None:
    """`dispatcher.join`: any pawn, the own one too, to a city where another one is."""
    state = table(("dispatcher", "medic", "scientist"), pawns={"Bo": "Cairo", "Cleo": "Lima"})
    assert where(play(state, "Ana: move Bo to Lima"), "Bo") == "Lima"
    assert where(play(state, "Ana: move Ana to Cairo"), "Ana") == "Cairo"
    refused(state, "Ana: move Bo to Tokyo", "dispatcher.join")
    refused(state, "Ana: move Bo to Cairo", "move.stay")
    joins = {move for move in words(state, "Ana") if " to " in move}
    assert len(joins) == 6


def test_the_dispatcher_moves_others_as_the_own_pawn() -> None:
    """`dispatcher.cards`: paid from the Dispatcher's hand; a charter with the card of where the pawn is."""
    state = table(
        ("dispatcher", "medic"),
        pawns={"Bo": "Cairo"},
        hands={"Ana": "Cairo, Lima", "Bo": "Tokyo"},
        stations="Atlanta, Cairo",
    )
    assert where(play(state, "Ana: move Bo drive Riyadh"), "Bo") == "Riyadh"
    flown = play(state, "Ana: move Bo fly Lima")
    assert (where(flown, "Bo"), hand(flown, "Ana"), hand(flown, "Bo")) == ("Lima", "Cairo", "Tokyo")
    chartered = play(state, "Ana: move Bo charter Sydney")
    assert (where(chartered, "Bo"), hand(chartered, "Ana")) == ("Sydney", "Lima")
    assert where(play(state, "Ana: move Bo shuttle Atlanta"), "Bo") == "Atlanta"
    refused(state, "Ana: move Bo fly Tokyo", "move.direct")
    refused(state, "Ana: move Bo drive Lima", "move.linked")
    refused(state, "Ana: move Bo shuttle Lima", "move.shuttle")
    assert where(play(state, "Ana: move Ana drive Miami"), "Ana") == "Miami"


def test_only_the_dispatcher_moves_others() -> None:
    """`dispatcher.pawns`: nobody else, and not in another's turn; nor with the Operations Expert's flight."""
    state = table(("medic", "dispatcher"), pawns={"Bo": "Cairo"})
    refused(state, "Ana: move Bo drive Riyadh", "dispatcher.pawns")
    refused(state, "Ana: move Ana to Cairo", "dispatcher.pawns")
    experts = table(("dispatcher", "operations_expert"), hands={"Ana": "Lima, Tokyo"})
    refused(experts, "Ana: fly Cairo with Lima", "operations.flight")
    assert not any(" with " in move for move in words(experts, "Ana"))


def test_the_researcher_gives_any_card() -> None:
    """`researcher.gives`: in the own turn, and in that of who takes it; the others do not."""
    state = table(("researcher", "medic"), hands={"Ana": "Lima, airlift", "Bo": "Tokyo"})
    assert hand(play(state, "Ana: give Lima to Bo"), "Bo") == "Lima, Tokyo"
    taken = play(replace(state, active=1), "Bo: take Lima from Ana")
    assert hand(taken, "Bo") == "Lima, Tokyo"
    refused(state, "Ana: take Tokyo from Bo", "share.city")
    refused(replace(state, active=1), "Bo: give Tokyo to Ana", "share.city")
    refused(state, "Ana: give airlift to Bo", "share.city")
    apart = play(state, "Ana: drive Miami")
    refused(apart, "Ana: give Lima to Bo", "share.together")


def test_the_scientist_needs_four_cards() -> None:
    """`scientist.four`: four, and not five."""
    state = table(("scientist", "medic"), hands={"Ana": f"{BLUES}, Milan"})
    assert play(state, f"Ana: cure blue {BLUES}").cured == 1
    assert hand(play(state, f"Ana: cure blue {BLUES}"), "Ana") == "Milan"
    refused(state, f"Ana: cure blue {BLUES}, Milan", "cure.cards")


def test_the_planner_takes_an_event_back() -> None:
    """`planner.event`, `planner.one`, `planner.discards`: one at a time, for an action; not in the hand."""
    state = table(("contingency_planner", "medic"), discards="airlift, forecast, Lima")
    after = play(state, "Ana: recall airlift")
    assert (names_of(after.discards), hand(after, "Ana"), after.left) == ("Lima, forecast", "", 3)
    assert after.hand_size(0) == 0
    refused(after, "Ana: recall forecast", "planner.one")
    refused(state, "Ana: recall Lima", "planner.discards")
    refused(state, "Ana: recall one quiet night", "planner.discards")
    other = table(("medic", "contingency_planner"), discards="airlift")
    refused(other, "Ana: recall airlift", "planner.event")


def test_a_stored_event_leaves_the_game() -> None:
    """`planner.leaves`: it is played like any other, in anybody's turn, and comes back no more."""
    state = table(("contingency_planner", "medic"), discards="airlift, forecast")
    stored = play(state, "Ana: recall airlift", "Ana: pass")
    assert rules().actors(stored) == ("nature", "Ana")
    after = play(stored, "Ana: airlift Bo to Lima")
    assert (names_of(after.gone), names_of(after.discards), after.stored) == ("airlift", "forecast", -1)
    refused(replace(stored, phase="actions", active=1), "Bo: airlift Bo to Lima", "event.holder")


def test_a_stored_event_does_not_help_against_too_many_cards() -> None:
    """`planner.event`: it is not part of the hand."""
    eight = "Bangkok, Beijing, Hong Kong, Jakarta, Manila, Osaka, Seoul, Tokyo"
    state = table(("contingency_planner", "medic"), hands={"Ana": eight})
    full = replace(state, stored=48, unseen=take(state.unseen, 48))
    assert rules().actors(full) == ("Ana",)
    assert {move.split()[0] for move in words(full, "Ana")} == {"discard"}
    refused(full, "Ana: airlift Bo to Lima", "hand.limit")

"""The five events, and when they may be played."""

from dataclasses import replace

import pytest

from generator.rules.core import AmbiguousMove, UnreadableMove
from tests.games.pandemic.pandemic_table import (
    card,
    cards,
    cubes_in,
    data,
    names_of,
    play,
    refused,
    rules,
    step,
    table,
    where,
    words,
)

ALL = "airlift, forecast, government grant, one quiet night, resilient population"


def test_events_are_played_by_anybody_at_any_time() -> None:
    """`event.moment`: in another's actions, before the draw and each infection; it is no action."""
    state = table(hands={"Bo": "airlift"})
    assert rules().actors(state) == ("Ana", "Bo")
    after = play(state, "Bo: airlift Bo to Lima")
    assert (where(after, "Bo"), after.left, names_of(after.discards)) == ("Lima", 4, "airlift")
    assert rules().actors(after) == ("Ana",)
    drawing = play(state, "Ana: pass")
    assert rules().actors(drawing) == ("nature", "Bo")
    between = play(drawing, "nature: draw Lima")
    assert rules().actors(between) == ("nature",)
    infecting = play(between, "nature: draw Miami")
    assert rules().actors(infecting) == ("nature", "Bo")
    assert rules().actors(play(infecting, "nature: infect Lima")) == ("nature", "Bo")


def test_no_event_while_a_card_is_carried_out() -> None:
    """`event.moment`: not between the cards that are drawn together, nor inside an epidemic."""
    state = table(hands={"Bo": ALL}, infected="Lima")
    drawn = play(state, "Ana: pass", "nature: epidemic")
    assert rules().actors(drawn) == ("nature",)
    bottom = play(drawn, "nature: draw Tokyo")
    assert rules().actors(bottom) == ("nature",)
    intensify = play(bottom, "nature: infect Cairo")
    refused(intensify, "Bo: airlift Bo to Lima", "event.moment")
    refused(intensify, "Bo: one quiet night", "event.moment")
    assert {move.split()[0] for move in words(intensify, "Bo")} == {"resilient"}


def test_only_who_holds_an_event_plays_it() -> None:
    """`event.holder`: not who has other cards."""
    state = table(hands={"Ana": "forecast", "Bo": "airlift"})
    refused(state, "Ana: airlift Bo to Lima", "event.holder")


def test_an_airlift_moves_any_pawn() -> None:
    """To any other city."""
    state = table(hands={"Ana": "airlift"})
    assert where(play(state, "Ana: airlift Bo to Sydney"), "Bo") == "Sydney"
    refused(state, "Ana: airlift Bo to Atlanta", "move.stay")
    assert len([move for move in words(state, "Ana") if move.startswith("airlift")]) == 2 * 47


def test_a_forecast_shows_six_cards_and_puts_them_back() -> None:
    """`forecast.order`, `forecast.seen`: in any order, which is known from then on."""
    state = table(hands={"Bo": "forecast"}, left=1)
    looking = play(state, "Bo: forecast")
    assert rules().actors(looking) == ("nature",)
    six = ("Lima", "Cairo", "Delhi", "Tokyo", "Milan", "Lagos")
    seen = play(looking, *(f"nature: look {city}" for city in six))
    assert rules().actors(seen) == ("Bo",)
    refused(looking, "nature: infect Lima", "turn.now")
    refused(seen, "Bo: next Paris", "forecast.seen")
    refused(seen, "Bo: airlift Ana to Lima", "turn.now")
    back = play(seen, "Bo: next Milan", "Bo: next Lima", "Bo: next Lagos", "Bo: next Tokyo", "Bo: next Delhi")
    assert rules().actors(back) == ("Ana",)
    assert [names_of(layer) for layer in back.infections[:6]] == [
        "Milan",
        "Lima",
        "Lagos",
        "Tokyo",
        "Delhi",
        "Cairo",
    ]
    refused(replace(seen, seen=cards("Cairo, Delhi"), back=(card("Lima"),)), "Bo: next Lima", "forecast.seen")
    infecting = play(back, "Ana: pass", "nature: draw Miami", "nature: draw Paris")
    assert [move.text for move in rules().odds(infecting)] == ["infect Milan"]
    refused(infecting, "nature: infect Lima", "infect.top")


def test_a_forecast_may_be_one_line() -> None:
    """`forecast.cards`: its cards in their new order, all of them, each once, and from the top."""
    state = table(hands={"Bo": "forecast"}, left=1)
    six = ("Lima", "Cairo", "Delhi", "Tokyo", "Milan", "Lagos")
    long = play(state, "Bo: forecast", *(f"nature: look {city}" for city in six))
    assert play(state, f"Bo: forecast {', '.join(six)}") == play(
        long, *(f"Bo: next {city}" for city in six[:5])
    )
    for wrong in ("Lima, Cairo", "Lima, Lima, Delhi, Tokyo, Milan, Lagos"):
        refused(state, f"Bo: forecast {wrong}", "forecast.cards")
    known = replace(state, infections=(cards("Lima, Paris"), cards("Cairo, Delhi, Tokyo, Milan, Lagos")))
    refused(known, f"Bo: forecast {', '.join(six)}", "forecast.cards")
    three = replace(state, infections=((1, 2), (3,)))
    names = names_of((2, 3, 1))
    assert play(three, f"Bo: forecast {names}").infections == ((2,), (3,), (1,))
    with pytest.raises(UnreadableMove):
        rules().parse(three, "Bo", "forecast Atlantis, Lima")


def test_a_forecast_of_fewer_cards_shows_those() -> None:
    """`forecast.fewer`: [OURS] one card is put back by itself; `forecast.none`: of none there is none."""
    three = replace(table(hands={"Ana": "forecast"}), infections=((1, 2), (3,)))
    seen = play(three, "Ana: forecast", "nature: look Essen", "nature: look Chicago", "nature: look London")
    assert [names_of(layer) for layer in play(seen, "Ana: next London", "Ana: next Essen").infections] == [
        "London",
        "Essen",
        "Chicago",
    ]
    one = play(replace(three, infections=((5,),)), "Ana: forecast", "nature: look Milan")
    assert (one.infections, one.seer) == (((5,),), -1)
    none = replace(three, infections=())
    refused(none, "Ana: forecast", "forecast.none")


def test_a_grant_puts_a_station_anywhere() -> None:
    """Without a card; `build.moved` when all six are used, and one city has one at most."""
    state = table(hands={"Ana": "government grant"})
    assert names_of(play(state, "Ana: government grant Cairo").stations) == "Atlanta, Cairo"
    assert names_of(play(state, "Ana: grant Cairo").stations) == "Atlanta, Cairo"
    refused(state, "Ana: grant Atlanta", "build.one")
    refused(state, "Ana: grant Cairo from Atlanta", "build.supply")
    six = table(hands={"Ana": "government grant"}, stations="Atlanta, Cairo, Essen, Lagos, Tokyo, Delhi")
    assert "Essen" not in names_of(play(six, "Ana: grant Lima from Essen").stations)
    refused(six, "Ana: grant Lima from Sydney", "build.moved")
    with pytest.raises(AmbiguousMove):
        rules().parse(six, "Ana", "grant Lima")


def test_one_quiet_night_leaves_out_the_next_infections() -> None:
    """`quiet.next`: of this turn, or of the next when they have begun; `quiet.twice`: not twice."""
    state = table(hands={"Bo": "one quiet night"})
    quiet = play(state, "Bo: one quiet night")
    after, told = step(play(quiet, "Ana: pass", "nature: draw Lima"), "nature: draw Miami")
    assert (after.active, after.infected, after.is_quiet) == (1, (), False)
    assert told == ["quiet", "turn"]
    at_the_last = play(state, "Ana: pass", "nature: draw Lima", "nature: draw Miami", "Bo: one quiet night")
    assert (at_the_last.phase, at_the_last.active) == ("actions", 1)
    begun = play(state, "Ana: pass", "nature: draw Lima", "nature: draw Miami", "nature: infect Cairo")
    late = play(begun, "Bo: one quiet night")
    assert (late.phase, late.left, late.is_quiet) == ("infect", 1, True)
    assert play(late, "nature: infect Delhi").is_quiet
    twice = replace(state, is_quiet=True, hands=((card("one quiet night"),), ()))
    refused(twice, "Ana: one quiet night", "quiet.twice")


def test_one_quiet_night_after_an_epidemic() -> None:
    """`quiet.next`: the epidemic is carried out, its infections are left out."""
    state = table(hands={"Bo": "one quiet night"})
    quiet = play(state, "Bo: one quiet night", "Ana: pass", "nature: epidemic", "nature: draw Lima")
    after = play(quiet, "nature: infect Cairo", "nature: intensify")
    assert (cubes_in(after, "Cairo"), after.active, after.phase) == ("black 3", 1, "actions")


def test_resilient_population_takes_a_card_out_of_the_game() -> None:
    """`resilient.discards`: for good; also in an epidemic, just before the discards are shuffled."""
    state = table(hands={"Bo": "resilient population"}, infected="Lima, Miami")
    after = play(state, "Bo: resilient population Lima")
    assert (names_of(after.infected), names_of(after.removed)) == ("Miami", "Lima")
    refused(state, "Bo: resilient population Cairo", "resilient.discards")
    epidemic = play(state, "Ana: pass", "nature: epidemic", "nature: draw Tokyo", "nature: infect Cairo")
    assert rules().actors(epidemic) == ("nature", "Bo")
    saved = play(epidemic, "Bo: resilient population Cairo", "nature: intensify")
    assert names_of(saved.infections[0]) == "Lima, Miami"
    assert names_of(saved.removed) == "Cairo"


def test_an_event_that_can_do_nothing_waits() -> None:
    """Nobody is asked who could not play anything."""
    state = table(hands={"Bo": "resilient population"})
    assert rules().actors(state) == ("Ana",)
    refused(
        table(hands={"Ana": "resilient population"}), "Ana: resilient population Lima", "resilient.discards"
    )
    assert rules().actors(replace(table(hands={"Bo": "forecast"}), infections=())) == ("Ana",)


@pytest.mark.parametrize("event", ALL.split(", "))
def test_events_are_the_printed_ones(event: str) -> None:
    """Each card once, after the 48 cities."""
    assert data().names.index(event) >= 48

"""Legal, but odd: what comes together once in a hundred games, and what is refused beside it."""

from dataclasses import replace

from tests.games.pandemic.pandemic_table import bits, cubes_in, hand, names_of, play, refused, rules, table


def test_the_city_of_an_epidemic_leaves_the_game_before_the_cards_are_shuffled() -> None:
    """`epidemic.two`: Resilient Population between infecting and shuffling, and no other event there."""
    state = table(hands={"Bo": "resilient population, airlift"}, infected="Milan, Essen", left=1)
    drawn = replace(play(state, "Ana: pass"), piles=((0, 1), (0, 1), (9, 1)))
    one = play(drawn, "nature: epidemic", "nature: epidemic", "nature: infect Seoul")
    refused(one, "Bo: airlift Ana to Lima", "event.moment")
    gone = play(one, "Bo: resilient population Seoul", "nature: intensify")
    assert names_of(gone.infections[0]) == "Essen, Milan"
    assert names_of(gone.removed) == "Seoul"
    assert cubes_in(gone, "Seoul") == "red 3"
    both = play(gone, "Bo: airlift Bo to Lima", "nature: infect Sydney", "nature: intensify")
    assert (both.increases, both.pending, both.phase) == (2, 0, "infect")


def test_a_card_given_with_the_last_action_is_too_many_before_cards_are_drawn() -> None:
    """`hand.limit`: nature waits until the other player has discarded, or played an event."""
    seven = "Lima, Milan, Essen, Paris, Tokyo, Osaka, government grant"
    state = table(hands={"Ana": "Atlanta, Cairo", "Bo": seven}, left=1)
    given = play(state, "Ana: give Atlanta to Bo")
    assert rules().actors(given) == ("Bo",)
    assert rules().odds(given) == {}
    refused(given, "Bo: pass", "hand.limit")
    for words in ("discard Atlanta", "government grant Cairo"):
        after = play(given, f"Bo: {words}")
        assert (after.phase, rules().actors(after)[0]) == ("draw", "nature")


def test_the_medic_heals_every_city_on_the_way() -> None:
    """`medic.cured`: moved by the Dispatcher; the last cube that leaves so eradicates the disease."""
    state = table(
        ("dispatcher", "medic"),
        pawns={"Bo": "Shanghai"},
        cubes={"Seoul": "red 2, blue 1", "Tokyo": "red 3", "Osaka": "red 1"},
        cured="red",
    )
    through = play(state, "Ana: move Bo drive Seoul", "Ana: move Bo drive Tokyo")
    assert [cubes_in(through, city) for city in ("Seoul", "Tokyo", "Osaka")] == ["blue 1", "", "red 1"]
    assert through.eradicated == 0
    assert play(through, "Ana: move Bo drive Osaka").eradicated == bits("red")


def test_the_last_action_wins_though_no_card_is_left() -> None:
    """`end.won`: it is won before anybody is about to draw."""
    yellow = "Lima, Lagos, Bogota, Miami"
    state = replace(table(hands={"Ana": yellow}, cured="red blue black", left=1), piles=())
    won = play(state, f"Ana: cure yellow {yellow}")
    assert (won.end, won.is_won) == ("pandemic.end.won", True)
    assert play(state, "Ana: pass").end == "pandemic.draw.cards"


def test_a_quiet_night_that_comes_too_late_is_kept_for_the_next_turn() -> None:
    """`quiet.next`: and the Contingency Planner does not play it again while it waits."""
    state = table(("medic", "contingency_planner"), hands={"Ana": "one quiet night"}, left=1)
    begun = play(state, "Ana: pass", "nature: draw Lima", "nature: draw Lagos", "nature: infect Paris")
    late = play(begun, "Ana: one quiet night")
    assert (late.phase, late.left, late.is_quiet) == ("infect", 1, True)
    waiting = play(late, "nature: infect Milan", "Bo: recall one quiet night")
    refused(waiting, "Bo: one quiet night", "quiet.twice")
    after = play(waiting, "Bo: pass", "nature: draw Cairo", "nature: draw Essen")
    assert (after.active, after.phase, after.is_quiet) == (0, "actions", False)
    assert names_of(play(after, "Bo: one quiet night").gone) == "one quiet night"


def test_the_dispatcher_pays_for_others_with_the_own_hand() -> None:
    """`dispatcher.cards`: the card of the city that the pawn leaves; the other's cards do not count."""
    state = table(
        ("dispatcher", "operations_expert"),
        hands={"Ana": "Cairo", "Bo": "Paris"},
        pawns={"Bo": "Cairo"},
        stations="Atlanta, Cairo",
    )
    refused(state, "Ana: move Bo fly Paris", "move.direct")
    refused(state, "Ana: move Bo fly Cairo", "move.stay")
    refused(state, "Ana: fly Paris with Cairo", "operations.flight")
    flown = play(state, "Ana: move Bo charter Sydney")
    assert (hand(flown, "Ana"), hand(flown, "Bo")) == ("", "Paris")


def test_a_stored_event_may_be_played_in_an_epidemic_by_who_has_drawn_a_card_too_many() -> None:
    """`hand.limit`: nobody asks for the eighth card before the epidemic is done with."""
    seven = "Lima, Milan, Essen, Paris, Tokyo, Osaka, Cairo"
    state = table(("contingency_planner", "medic"), hands={"Ana": seven}, discards="resilient population")
    drawn = play(state, "Ana: recall resilient population", "Ana: pass")
    drawn = replace(drawn, piles=((9, 1), *drawn.piles[1:]))
    epidemic = play(drawn, "nature: draw Delhi", "nature: epidemic", "nature: infect Seoul")
    played = play(epidemic, "Ana: resilient population Seoul")
    assert names_of(played.gone) == "resilient population"
    assert rules().actors(play(played, "nature: intensify")) == ("Ana",)

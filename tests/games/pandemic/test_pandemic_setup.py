"""The set-up: cities, roles, hands, who begins; and kits that cannot be played."""

from dataclasses import replace

import pytest

from generator.games.pandemic import make_game
from generator.games.pandemic.data import State
from generator.model.elements.areas import PlacedArea, TrackArea
from generator.model.kit import Board, Kit, PieceSet
from generator.rules.core import NoRules, RulesError
from generator.rules.game import find_game
from tests import shipped
from tests.games.pandemic.pandemic_table import cubes_in, data, hand, names_of, play, refused, rules, step

CITIES = ("Lima", "Cairo", "Tokyo", "Paris", "Delhi", "Miami", "Osaka", "Essen", "Lagos")
INFECTED = tuple(f"nature: infect {city}" for city in CITIES)


def ready(players: int = 2, **setup: str) -> State:
    """When nine cities are ill and the roles are known."""
    names = ("Ana", "Bo", "Cleo", "Dan")[:players]
    roles = ("medic", "scientist", "researcher", "dispatcher")
    given = ", ".join(f"{name} {role}" for name, role in zip(names, roles, strict=False))
    return play(rules().start(names, {"roles": given, **setup}), *INFECTED)


def test_nine_cities_are_ill() -> None:
    """`setup.cubes`: 18 cubes, and the cards are the first discards."""
    state = ready()
    cubes = [cubes_in(state, city).split()[1] for city in CITIES]
    assert cubes == ["3"] * 3 + ["2"] * 3 + ["1"] * 3
    assert sum(data().cubes) - sum(state.supply) == 18
    assert len(state.infected) == 9
    assert names_of(state.stations) == "Atlanta"
    refused(play(rules().start(("Ana", "Bo"), {}), INFECTED[0]), INFECTED[0], "infect.top")


def test_the_quarantine_specialist_does_not_stop_the_set_up() -> None:
    """`quarantine.guard`: the roles may be known before the first card."""
    state = rules().start(("Ana", "Bo"), {"roles": "Ana quarantine specialist"})
    assert cubes_in(play(state, "nature: infect Atlanta"), "Atlanta") == "blue 3"


def test_roles_are_drawn_or_given() -> None:
    """`setup.roles`: each once; those that the head of the log names are not drawn."""
    state = play(rules().start(("Ana", "Bo"), {"roles": "Bo medic"}), *INFECTED)
    assert state.phase == "roles"
    assert {move.text for move in rules().moves(state, "nature")} == {
        f"role Ana {role}"
        for role in (
            "contingency planner",
            "dispatcher",
            "operations expert",
            "quarantine specialist",
            "researcher",
            "scientist",
        )
    }
    refused(state, "nature: role Ana medic", "setup.roles")
    refused(state, "nature: role Bo scientist", "setup.roles")
    assert play(state, "nature: role Ana dispatcher").roles == ("dispatcher", "medic")


@pytest.mark.parametrize(
    "given", ["Ana chef", "Zoe medic", "medic", "Ana medic, Bo medic", "Ana medic, Ana scientist", ",", "Ana"]
)
def test_roles_that_cannot_be(given: str) -> None:
    """Are refused with those that there are."""
    with pytest.raises(RulesError) as caught:
        rules().start(("Ana", "Bo"), {"roles": given})
    assert caught.value.rule == "log.value"


def test_roles_may_be_cut_short() -> None:
    """As long as they are plain; names may have blanks."""
    state = rules().start(("Dr. No", "Dr. No 2"), {"roles": "Dr. No 2 Qua, Dr. No OPERATIONS"})
    assert state.roles == ("operations_expert", "quarantine_specialist")


@pytest.mark.parametrize(("players", "number"), [(2, 4), (3, 3), (4, 2)])
def test_hands_are_dealt(players: int, number: int) -> None:
    """`setup.hands`, `setup.order`: one hand after the other; no epidemic is among the cards."""
    state = ready(players)
    assert state.phase == "dealing"
    refused(state, "nature: deal Bo Milan", "setup.hands")
    texts = [move.text for move in rules().moves(state, "nature")]
    assert len(texts) == 53
    for _ in range(number * players):
        state = rules().apply(state, "nature", rules().moves(state, "nature")[-1]).state
    assert [len(cards) for cards in state.hands] == [number] * players
    assert state.phase == "actions"


def deal(*hands: str) -> tuple[State, list[str]]:
    state = ready(len(hands))
    lines = [
        f"nature: deal {state.players[seat]} {card}"
        for seat, cards in enumerate(hands)
        for card in cards.split(", ")
    ]
    return step(play(state, *lines[:-1]), lines[-1])


def test_the_largest_city_begins() -> None:
    """`setup.first`: by the people on the cards."""
    state, told = deal("Essen, Osaka, Milan, airlift", "Jakarta, Madrid, Paris, forecast")
    assert (state.active, state.turn, state.left) == (1, 1, 4)
    assert told == ["piles", "first_city", "turn"]


def test_of_two_largest_cities_the_lowest_seat_begins() -> None:
    """`setup.first`: [OURS] Chicago and Lima have equally many people."""
    state, _ = deal("Essen, Osaka, Milan, Lima", "Chicago, Madrid, Miami, forecast")
    assert state.active == 0
    state, _ = deal("Essen, Osaka, Milan, Chicago", "Lima, Madrid, Miami, forecast")
    assert state.active == 0


def test_without_a_city_the_lowest_seat_begins() -> None:
    """`setup.first`: [OURS] hands without a city lose to any city, and to lower seats."""
    state, told = deal(
        "airlift, forecast",
        "one quiet night, government grant",
        "resilient population, Essen",
        "Osaka, Milan",
    )
    assert state.active == 3
    assert "first_city" in told
    assert hand(state, "Cleo") == "Essen, resilient population"


def test_difficulties_are_numbers_of_epidemics() -> None:
    """Five, unless the head of the log says otherwise."""
    levels = {level: rules().start(("Ana", "Bo"), {"difficulty": level}).epidemics for level in data().levels}
    assert levels == {"introductory": 4, "standard": 5, "heroic": 6}
    assert rules().start(("Ana", "Bo"), {}).epidemics == 5


@pytest.mark.parametrize("number", [1, 5])
def test_two_to_four_play(number: int) -> None:
    """As the kit says."""
    with pytest.raises(RulesError) as caught:
        rules().start([f"P{seat}" for seat in range(number)], {})
    assert caught.value.rule == "players.number"


def change_pieces(part_id: str, piece_id: str, *, count: int | None, new_id: str = "") -> Kit:
    """The shipped kit with another number of a piece (None: without it), or another id."""
    kit = shipped.kit("pandemic")
    parts = []
    for part in kit.parts:
        if isinstance(part, PieceSet) and part.id == part_id:
            decks = []
            for deck in part.decks:
                pieces = [
                    replace(piece, count=count, id=new_id or piece.id) if piece.id == piece_id else piece
                    for piece in deck.pieces
                    if piece.id != piece_id or count is not None
                ]
                decks.append(replace(deck, pieces=tuple(pieces)))
            part = replace(part, decks=tuple(decks))
        parts.append(part)
    return replace(kit, parts=tuple(parts))


@pytest.mark.parametrize(
    ("part", "piece", "count", "new_id"),
    [
        ("city_cards", "lima", None, ""),
        ("city_cards", "lima", 2, ""),
        ("infection_cards", "lima", 1, "atlantis"),
        ("player_cards", "airlift", 2, ""),
        ("player_cards", "airlift", 1, "teleport"),
        ("player_cards", "epidemic", 3, ""),
        ("role_cards", "medic", 1, "chef"),
        ("cubes", "cube_red", None, ""),
        ("tokens", "station", None, ""),
    ],
)
def test_a_kit_that_lacks_something_cannot_be_played(
    part: str, piece: str, count: int | None, new_id: str
) -> None:
    """And says what, after the name of the game."""
    with pytest.raises(NoRules, match=r"^pandemic: ."):
        find_game(change_pieces(part, piece, count=count, new_id=new_id))


def test_a_changed_kit_is_refereed_as_changed() -> None:
    """Fewer cubes, two stations, four epidemics, another track: the numbers are those of the kit."""
    fewer = make_game(change_pieces("cubes", "cube_red", count=5)).rules
    assert fewer.data.cubes == (24, 24, 24, 5)
    two = make_game(change_pieces("tokens", "station", count=2)).rules
    assert two.data.stations == 2
    four = make_game(change_pieces("player_cards", "epidemic", count=4)).rules
    assert list(four.data.levels) == ["introductory"]
    kit = shipped.kit("pandemic")
    parts = tuple(
        replace(part, draw=tuple(shorten(area) for area in part.draw)) if isinstance(part, Board) else part
        for part in kit.parts
    )
    short = make_game(replace(kit, parts=parts)).rules
    assert short.data.most_outbreaks == 3


def shorten(area: PlacedArea) -> PlacedArea:
    if isinstance(area, TrackArea) and area.id == "outbreaks":
        return replace(area, written=area.fields[:4])
    return area


def test_cities_have_their_own_numbers() -> None:
    """The Rust program gives Taipei the numbers of Shanghai, and Washington a wrong density."""
    people = dict(zip(data().names, data().population, strict=False))
    assert (people["Taipei"], people["Shanghai"], people["Washington"]) == (8_338_000, 13_482_000, 4_679_000)
    assert len(data().cities) == 48
    assert sum(len(links) for links in data().links) == 2 * 93

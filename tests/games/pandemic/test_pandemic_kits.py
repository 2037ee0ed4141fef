"""Kits that name the game of Pandemic but lack what its rules need."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from generator.games.pandemic import make_game
from generator.games.pandemic.data import PandemicData, check_enough
from generator.model.elements.areas import MapArea, PlacedArea, TrackArea
from generator.model.kit import Board, Kit, Piece, PieceSet
from generator.rules.core import NoRules
from tests import shipped
from tests.games.pandemic.pandemic_table import data

ChangeArea = Callable[[PlacedArea], PlacedArea | None]
ChangePiece = Callable[[Piece], Piece | None]


def change_areas(change: ChangeArea) -> Kit:
    """Return the kit with other areas on its boards; `change` returns None for those that go."""
    kit = shipped.kit("pandemic")
    parts = tuple(
        replace(part, draw=tuple(filter(None, map(change, part.draw)))) if isinstance(part, Board) else part
        for part in kit.parts
    )
    return replace(kit, parts=parts)


def change_pieces(part_id: str, change: ChangePiece) -> Kit:
    """Return the kit with other pieces in one part; `change` returns None for those that go."""
    kit = shipped.kit("pandemic")

    def changed(part: PieceSet) -> PieceSet:
        decks = (replace(deck, pieces=tuple(filter(None, map(change, deck.pieces)))) for deck in part.decks)
        return replace(part, decks=tuple(decks))

    parts = (
        changed(part) if isinstance(part, PieceSet) and part.id == part_id else part for part in kit.parts
    )
    return replace(kit, parts=tuple(parts))


def without_start(area: PlacedArea) -> PlacedArea:
    if not isinstance(area, MapArea):
        return area
    return replace(area, places=tuple(replace(place, marks=()) for place in area.places))


def with_rates(label: str) -> ChangeArea:
    """Return a change that writes a text into all fields of the infection rate."""

    def change(area: PlacedArea) -> PlacedArea:
        if not (isinstance(area, TrackArea) and area.id == "infection_rate"):
            return area
        return replace(area, written=tuple(replace(field, label=label) for field in area.fields))

    return change


def without_population(piece: Piece) -> Piece:
    return replace(piece, fields={**piece.fields, "population": "many"}) if piece.id == "lima" else piece


KITS: dict[str, Callable[[], Kit]] = {
    "no board has a map with cities": lambda: change_areas(
        lambda area: None if isinstance(area, MapArea) else area
    ),
    "no board has a track `outbreaks`": lambda: change_areas(
        lambda area: None if area.id == "outbreaks" else area
    ),
    "one city must have the mark `start`, 0 have it": lambda: change_areas(without_start),
    "the fields of the track `infection_rate` must be numbers": lambda: change_areas(with_rates("two")),
    "no piece has an id such as `cube_blue`": lambda: change_pieces("cubes", lambda piece: None),
    "`lima` needs a number as `population`": lambda: change_pieces("city_cards", without_population),
    "`infection_cards` must have one card of `lima`": lambda: change_pieces(
        "infection_cards", lambda piece: None if piece.id == "lima" else piece
    ),
    "the rules need 4 roles, but there are 1": lambda: change_pieces(
        "role_cards", lambda piece: piece if piece.id == "medic" else None
    ),
}


@pytest.mark.parametrize("message", KITS)
def test_the_message_names_what_a_kit_lacks(message: str) -> None:
    """A kit without it can be printed, but not played."""
    with pytest.raises(NoRules) as caught:
        make_game(KITS[message]())
    assert str(caught.value) == message


def test_rates_have_two_digits_at_most() -> None:
    """No rate is that of a hundred cities."""
    assert make_game(change_areas(with_rates("99"))).rules.data.rates == (99,) * 7
    with pytest.raises(NoRules, match=r"^the fields of the track `infection_rate` must be numbers$"):
        make_game(change_areas(with_rates("100")))


def take(**counts: int) -> PandemicData:
    """Return the data with so many of each kind."""
    known = data()
    kept: dict[str, Any] = {
        kind: getattr(known, kind)[:count] if kind in ("cities", "events", "roles") else count
        for kind, count in counts.items()
    }
    return replace(known, **kept)


@pytest.mark.parametrize(
    ("enough", "less", "message"),
    [
        ({"epidemics": 4}, {"epidemics": 3}, "4 epidemics, but there are 3"),
        (
            {"cities": 9, "events": 0},
            {"cities": 8, "events": 0},
            "9 cities and events for the hands, but there are 8",
        ),
        (
            {"cities": 9, "events": 0},
            {"cities": 8, "events": 1},
            "9 cities for the set-up, but there are 8",
        ),
        ({"stations": 1}, {"stations": 0}, "1 pieces `station`, but there are 0"),
        ({"roles": 4}, {"roles": 3}, "4 roles, but there are 3"),
    ],
)
def test_a_kit_has_as_much_as_a_set_up_needs(
    enough: dict[str, int], less: dict[str, int], message: str
) -> None:
    """One fewer is told, with the number that there is."""
    check_enough(take(**enough))
    with pytest.raises(NoRules) as caught:
        check_enough(take(**less))
    assert str(caught.value) == f"the rules need {message}"

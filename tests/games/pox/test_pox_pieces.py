"""The cards and chips of POX: how many there are, and what they say."""

from collections import Counter
from collections.abc import Mapping

import pytest

from generator.model.elements.areas import GridArea
from generator.model.kit import Board, Piece, PieceSet
from generator.model.texts.rich_text import plain
from tests.shipped import kit

DEATHS = {"chicken_soup": "4", "cough_medicine": "3", "iv_fluids": "2", "intensive_care": "1", "miracle": "0"}


def pieces_of(part: str) -> tuple[Piece, ...]:
    found = next(one for one in kit("pox").parts if isinstance(one, PieceSet) and one.id == part)
    return tuple(piece for deck in found.decks for piece in deck.pieces)


@pytest.fixture(scope="module")
def cards() -> tuple[Piece, ...]:
    return pieces_of("cards")


def field(piece: Piece, name: str) -> str:
    value = piece.fields[name]
    assert isinstance(value, str)
    return value


def say(key: str) -> str:
    return plain(kit("pox").wordings["en"].format(key))


def test_the_deck_has_five_spread_cards_for_each_direction(cards: tuple[Piece, ...]) -> None:
    """20 spread cards, each once."""
    spread = [card for card in cards if card.front == "spread"]
    directions = Counter(field(card, "direction") for card in spread for _ in range(card.count))
    assert directions == {"north": 5, "east": 5, "south": 5, "west": 5}


def test_the_deck_has_an_outbreak_card_for_each_kind_of_people(cards: tuple[Piece, ...]) -> None:
    """8 outbreak cards, for the kinds that live on the board, and no others."""
    outbreaks = [card for card in cards if card.front == "outbreak"]
    board = next(part for part in kit("pox").parts if isinstance(part, Board))
    grid = next(area for area in board.areas if isinstance(area, GridArea))
    living = {place.kind for place in grid.places if not place.marks}
    assert all(card.count == 1 for card in outbreaks)
    assert sorted(field(card, "kind") for card in outbreaks) == sorted(living)


def test_cards_of_the_deck_look_alike_from_behind(cards: tuple[Piece, ...]) -> None:
    """28 cards with one back; reference cards have another, since nobody draws them."""
    backs = Counter({"card_back": 0})
    for card in cards:
        backs[card.back] += card.count
    assert backs == {"card_back": 28, "levels": 4}


def test_the_levels_say_how_many_may_die(cards: tuple[Piece, ...]) -> None:
    """Five levels from Chicken Soup to Miracle, the same on the card, in the rules and on the board."""
    reference = next(card for card in cards if card.id == "reference")
    levels = reference.fields["levels"]
    assert isinstance(levels, tuple)
    told = {}
    for level in levels:
        assert isinstance(level, Mapping)
        told[level["id"]] = level["deaths"]
    assert told == DEATHS
    for level_id, deaths in DEATHS.items():
        number = {"0": "nobody"}.get(deaths, deaths)
        assert number in say(f"rules.levels.{level_id}")
        assert say(f"levels.{level_id}") in say(f"rules.levels.{level_id}")


def test_there_are_as_many_chips_as_published() -> None:
    """40 red, 50 blue, 5 black, each with the same sign on both sides."""
    chips = {piece.id: piece for piece in pieces_of("tokens")}
    assert {id: chip.count for id, chip in chips.items()} == {"infection": 40, "immunity": 50, "death": 5}
    assert all(chip.front == chip.back for chip in chips.values())
    assert len({field(chip, "icon") for chip in chips.values()}) == len(chips)

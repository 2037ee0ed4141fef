"""The start of a game, as it is set up on a table."""

from collections import Counter

import pytest

from generator.model.kit import Board, PieceSet
from generator.model.played import TokenMark
from generator.play.paper import make_start_position
from tests import shipped


def list_laid(game: str) -> list[tuple[str, str, str]]:
    laid = (one for part in make_start_position(shipped.kit(game)).parts for one in part.laid)
    return [(one.area, one.place, one.mark.piece) for one in laid if isinstance(one.mark, TokenMark)]


def test_pandemic_begins_in_atlanta() -> None:
    """A station and the pawns of all roles, and markers at the beginning of their tracks."""
    laid = list_laid("pandemic")
    assert Counter(place for area, place, _ in laid if area == "world") == {"atlanta": 8}
    assert ("world", "atlanta", "station") in laid
    assert ("infection_rate", "1", "infection_rate") in laid
    assert ("outbreaks", "1", "outbreak") in laid


def test_pox_begins_with_two_patients() -> None:
    """Two infected patients, and black chips for the default level."""
    assert Counter(piece for _, _, piece in list_laid("pox")) == {"infection": 2, "death": 5}


@pytest.mark.parametrize("game", ["fight_the_virus", "virus_and_co"])
def test_games_without_boards(game: str) -> None:
    """A game without boards has an empty position."""
    assert list_laid(game) == []


@pytest.mark.parametrize("game", ["pandemic", "pox"])
def test_places_and_pieces_are_printed(game: str) -> None:
    """The pieces and places of a start are those of the kit."""
    kit = shipped.kit(game)
    boards = kit.parts_of(Board).values()
    places = {(area.id, place.id) for board in boards for area in board.areas for place in area.spots}
    pieces = {piece.id for part in kit.parts_of(PieceSet).values() for piece in part.pieces}
    laid = list_laid(game)
    assert {(area, place) for area, place, _ in laid} <= places
    assert {piece for _, _, piece in laid} <= pieces

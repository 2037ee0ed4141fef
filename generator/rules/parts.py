"""Parts of a kit that rules need; what is missing is a reason why the game cannot be played."""

import re
from typing import TypeVar

from generator.errors import NoRules
from generator.model.elements.areas import PlacedArea
from generator.model.kit import Board, Kit
from generator.model.pieces import Piece, PieceSet

A = TypeVar("A", bound=PlacedArea)


def require(is_met: object, message: str) -> None:
    """Raise NoRules with a message about the kit if it lacks something."""
    if not is_met:
        raise NoRules(message)


def list_pieces(kit: Kit, part: str = "") -> tuple[Piece, ...]:
    """Return the kinds of pieces of one deck or set, or of the complete kit."""
    sets = (each for each in kit.parts if isinstance(each, PieceSet) and part in ("", each.id))
    return tuple(piece for each in sets for piece in each.pieces)


def list_areas(kit: Kit, kind: type[A]) -> list[tuple[Board, A]]:
    """Return all areas of a kind, each with its board."""
    boards = (part for part in kit.parts if isinstance(part, Board))
    return [(board, area) for board in boards for area in board.areas if isinstance(area, kind)]


def read_number(piece: Piece, name: str, *, pattern: str, example: str) -> int:
    """Return a number among the values of a piece; `example` describes valid ones."""
    text = str(piece.fields.get(name))
    require(re.fullmatch(pattern, text), f"`{piece.id}` needs {example} as `{name}`")
    return int(text)

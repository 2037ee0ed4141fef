"""What lies on the printed things in the middle of a game: tokens on boards, pen on sheets.

Places are named as the data of the kit names them: on a board the id of an area and of a place in
it (`world` `lagos`, `people` `e5`, `deaths` `1`), a box by its own id alone; on a sheet the id of a
section and of a square or field in it (`testing` `c3`, `research` `7`).
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class TokenMark:
    """Pieces of the kit that lie on a place."""

    piece: str
    """Its id in one of the kit's sets of pieces: `cube_blue`, `infection`, or a card."""
    count: int = 1
    is_turned: bool = False
    """Its back is up, such as a cure that became an eradication."""
    part: str = ""
    """Id of the part that has it, where several have a piece of this id; empty: the first one."""


@dataclass(frozen=True, slots=True)
class PenMark:
    """Something written by hand."""

    sign: Literal["text", "cross", "circle", "fill"]
    """fill: the square is shaded."""
    text: str = ""
    """Of `text`: as it is written, in no language: a number, a name."""


Mark: TypeAlias = TokenMark | PenMark


@dataclass(frozen=True, slots=True)
class Laid:
    """One mark on one place; several on the same place lie side by side, in their order."""

    area: str
    """Id of the area or section."""
    place: str
    """Id within it; empty: the area itself, such as a box for cards."""
    mark: Mark


@dataclass(frozen=True, slots=True)
class LaidPart:
    """One printed thing and all that lies on it."""

    part: str
    """Id of a board or a sheet of the kit."""
    laid: tuple[Laid, ...]
    owner: str = ""
    """The player whose sheet it is; empty: it is everybody's."""


@dataclass(frozen=True, slots=True)
class Position:
    """All printed things on which something lies; none where a game has neither board nor sheet."""

    parts: tuple[LaidPart, ...] = ()

"""Positions during a game: tokens on boards, marks on sheets.

Places are named as in the kit's data: by the ids of an area and a place of a board (`world` `york`, `deaths`
`1`), only the id of a box, or the ids of a section and a square or field of a sheet (`testing` `c3`).
"""

from typing import Literal, TypeAlias

from generator.model.values import dataclass


@dataclass(frozen=True, slots=True)
class TokenMark:
    """Pieces of the kit on a place."""

    piece: str
    """Id in one of the kit's sets of pieces: `cube_1`, or that of a card."""
    count: int = 1
    is_turned: bool = False
    """True if its back is up, such as a cure that became an eradication."""
    part: str = ""
    """Id of its part, if several parts have a piece with this id; empty: the first one."""


@dataclass(frozen=True, slots=True)
class PenMark:
    """A handwritten mark."""

    sign: Literal["text", "cross", "circle", "fill"]
    text: str = ""
    """The text for `text`: a number or a name, independent of the language."""


Mark: TypeAlias = TokenMark | PenMark
Spot: TypeAlias = tuple[str, str]
"""An area or section, and a place in it; empty: the area itself."""


@dataclass(frozen=True, slots=True)
class Laid:
    """One mark on one place of an area or section; several on the same place are side by side, in order."""

    area: str
    place: str
    """Empty: the area itself, such as a box for cards."""
    mark: Mark


@dataclass(frozen=True, slots=True)
class LaidPart:
    """One printed part and everything on it."""

    part: str
    """Id of a board or a sheet of the kit."""
    laid: tuple[Laid, ...]
    owner: str = ""
    """The player whose sheet it is; empty for a shared part."""


@dataclass(frozen=True, slots=True)
class Position:
    """All printed parts with something on them; empty if a game has neither board nor sheet."""

    parts: tuple[LaidPart, ...] = ()

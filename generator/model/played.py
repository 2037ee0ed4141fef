"""Records of a played game: the position of its printed parts, the moves of its log.

Places are named as in the kit's data: by the ids of an area and a place of a board (`world` `york`, `deaths`
`1`), only the id of a box, or the ids of a section and a square or field of a sheet (`testing` `c3`).
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Literal, TypeAlias, TypeVar

from generator.model.values import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class TokenMark:
    """Pieces of the kit on a place."""

    piece: str
    """Id of a token or card in one of the kit's sets of pieces: `cube_1`."""
    count: int = 1
    is_turned: bool = False
    """True if its back is up, such as a cure that became an eradication."""
    part: str = ""
    """Id of its part, if several parts have a piece with this id; empty: the first one."""


Sign: TypeAlias = Literal["text", "cross", "circle", "fill"]


@dataclass(frozen=True, slots=True)
class PenMark:
    """A handwritten mark."""

    sign: Sign
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

    @property
    def spot(self) -> Spot:
        return self.area, self.place


@dataclass(frozen=True, slots=True)
class LaidPart:
    """One printed part and everything on it."""

    part: str
    """Id of a board or a sheet of the kit."""
    laid: tuple[Laid, ...]
    owner: str = ""
    """The player whose sheet it is; empty for a shared part."""


@dataclass(frozen=True)
class Position:
    """All printed parts with something on them; empty if a game has neither board nor sheet."""

    parts: tuple[LaidPart, ...] = ()

    def of_owner(self, *owners: str) -> "Position":
        """Return the position on the parts of these players only."""
        return Position(tuple(part for part in self.parts if part.owner in owners))

    @cached_property
    def laid(self) -> tuple[Laid, ...]:
        """The marks on all parts, in order."""
        return tuple(laid for part in self.parts for laid in part.laid)

    @cached_property
    def pieces_by_place(self) -> Mapping[Spot, tuple[TokenMark, ...]]:
        return _group((laid.spot, laid.mark) for laid in self.laid if isinstance(laid.mark, TokenMark))

    @cached_property
    def places_by_piece(self) -> Mapping[str, tuple[Spot, ...]]:
        return _group((laid.mark.piece, laid.spot) for laid in self.laid if isinstance(laid.mark, TokenMark))

    @cached_property
    def text_by_place(self) -> Mapping[Spot, str]:
        """Handwritten numbers and names; the last one of a place."""
        return {spot: mark.text for spot, mark in self._pens if mark.sign == "text"}

    @cached_property
    def signs_by_place(self) -> Mapping[Spot, frozenset[Sign]]:
        """Handwritten signs, without texts."""
        signs = _group((spot, mark.sign) for spot, mark in self._pens if mark.sign != "text")
        return {spot: frozenset(there) for spot, there in signs.items()}

    @property
    def _pens(self) -> Iterator[tuple[Spot, PenMark]]:
        return ((laid.spot, laid.mark) for laid in self.laid if isinstance(laid.mark, PenMark))


K = TypeVar("K")
V = TypeVar("V")


def _group(pairs: Iterable[tuple[K, V]]) -> dict[K, tuple[V, ...]]:
    """Return the second values by the first; both are in the order of the pairs."""
    groups: dict[K, tuple[V, ...]] = {}
    for key, value in pairs:
        groups[key] = (*groups.get(key, ()), value)
    return groups


NAME = "name"
"""Area of the name field of a sheet."""
YES = "yes"
"""Name of the state of a check that is alone."""
TURNED = ".turned"
"""End of the name of a piece whose back is up."""
TakesKind: TypeAlias = Literal["mark", "number", "text", "player", "heap", "marker"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Takes:
    """Marks that some places of an area of a form take; places in several of these have one of each."""

    part: str
    """Id of a printed part; empty: not printed, such as the cards in front of a player."""
    area: str
    places: tuple[str, ...]
    kind: TakesKind = "mark"
    """`mark`: none or one of `marks`; `number`, `text`, `player`: handwriting, such as the name of a player;
    `heap`: several pieces like the only one of `marks`; `marker`: each of `marks` is in one of the places.
    """
    marks: tuple[Mark, ...] = ()
    """Without numbers of pieces; empty for handwriting."""
    numbers: tuple[int, int] = (0, 0)
    """The lowest and the highest number that can be right; of a heap, numbers of pieces."""
    words: tuple[str, ...] = ()
    """Texts that may be right; empty if any text may be."""
    names: tuple[str, ...] = ()
    """Wording keys of the names of the marks; empty: signs, or marks that the name of the place explains."""

    @property
    def longest(self) -> int:
        """Maximum number of characters of handwriting; 0 for texts and names of any length."""
        if self.kind == "number":
            return max(len(str(number)) for number in self.numbers)
        return max(map(len, self.words), default=0)

    def fits(self, mark: Mark) -> bool:
        """Return True if a mark can be written or placed here, right or wrong."""
        if isinstance(mark, PenMark) and mark.sign == "text":
            if self.kind == "number":
                return re.fullmatch(rf"-?\d{{1,{self.longest}}}", mark.text) is not None
            return self.kind in ("text", "player") and (not self.words or mark.text in self.words)
        return strip_count(mark) in map(strip_count, self.marks)

    def describe(self) -> str:
        """Return the fitting marks as text for messages: `a number from 1 to 12`."""
        match self.kind:
            case "number":
                return f"a number from {self.numbers[0]} to {self.numbers[1]}"
            case "text":
                words = ", ".join(f"`{word}`" for word in self.words)
                return f"one of {words}" if words else "a text"
            case "player":
                return "the name of a player"
        names = [mark.sign if isinstance(mark, PenMark) else mark.piece for mark in self.marks]
        some = " or ".join(f"`{name}`" for name in dict.fromkeys(names))
        return f"a number of {some}" if self.kind == "heap" else some


def strip_count(mark: Mark) -> Mark:
    """Return a mark without the number of pieces."""
    return mark if isinstance(mark, PenMark) else replace(mark, count=1, part="")


@dataclass(frozen=True, slots=True)
class LogLine:
    """A player and a move, in the notation of the game."""

    actor: str
    words: str
    number: int = 0
    """Line number in the log, starting at 1; 0 if it is not in a log."""
    hidden_from: frozenset[str] = frozenset()
    """Players who do not see it; an empty name stands for a screen that all players see."""


@dataclass(frozen=True)
class GameLog:
    """A log; `header` contains the options of the game: difficulty, set-up."""

    game: str
    players: tuple[str, ...]
    lines: tuple[LogLine, ...]
    header: Mapping[str, str] = field(default_factory=dict)
    variant: str = ""
    file: str = ""
    start: Mapping[str, Any] = field(default_factory=dict)
    """Table from which the log continues, as in a finished game; empty: it begins with the game."""

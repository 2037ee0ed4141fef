"""Marks that people can write or place on a form, right or wrong."""

import re
from typing import Literal, TypeAlias

from generator.model.position import Mark, PenMark
from generator.model.values import dataclass, replace

NAME = "name"
"""Area of the name field of a sheet."""
YES = "yes"
"""Name of the state of a check that is alone."""
TURNED = ".turned"
"""End of the name of a piece whose back is up."""
Kind: TypeAlias = Literal["mark", "number", "text", "player", "heap", "marker"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Takes:
    """Marks that some places of an area take; places in several of these have one of each."""

    part: str
    """Id of a printed part; empty: not printed, such as the cards in front of a player."""
    area: str
    places: tuple[str, ...]
    kind: Kind = "mark"
    """`mark`: none or one of `marks`; `number`, `text`, `player`: handwriting, such as the name of a player;
    `heap`: several pieces like the only one of `marks`; `marker`: each of `marks` is in one of the places.
    """
    marks: tuple[Mark, ...] = ()
    """Without numbers of pieces; empty for handwriting."""
    numbers: tuple[int, int] = (0, 0)
    """The lowest and the highest number that can be right; of a heap, numbers of pieces."""
    names: tuple[str, ...] = ()
    """Wording keys of the names of the marks; empty: they are signs, or the place says what they are."""

    @property
    def longest(self) -> int:
        """Maximum number of characters of handwriting; 0 for texts and names of any length."""
        return max(len(str(number)) for number in self.numbers) if self.kind == "number" else 0

    def fits(self, mark: Mark) -> bool:
        """Return whether a mark can be written or placed here, right or wrong."""
        if isinstance(mark, PenMark) and mark.sign == "text":
            if self.kind == "number":
                return re.fullmatch(rf"-?\d{{1,{self.longest}}}", mark.text) is not None
            return self.kind in ("text", "player")
        return strip_count(mark) in map(strip_count, self.marks)

    def describe(self) -> str:
        """Return what fits, for messages: `a number from 1 to 12`."""
        match self.kind:
            case "number":
                return f"a number from {self.numbers[0]} to {self.numbers[1]}"
            case "text":
                return "a text"
            case "player":
                return "the name of a player"
        names = [mark.sign if isinstance(mark, PenMark) else mark.piece for mark in self.marks]
        some = " or ".join(f"`{name}`" for name in dict.fromkeys(names))
        return f"a number of {some}" if self.kind == "heap" else some


def strip_count(mark: Mark) -> Mark:
    """Return a mark without the number of pieces."""
    return mark if isinstance(mark, PenMark) else replace(mark, count=1, part="")

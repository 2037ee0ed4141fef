"""The moves of a game and their notation, one line a move.

spread north          nature: the card that was drawn, by its direction or its kind of people
outbreak student
infect i9             whom an outbreak infects
vaccinate h9          one person of the good part, a line each
cure g6
done                  the rest of the good part is left
"""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: a card of the deck."""

    text: str
    """`spread` and a direction, or `outbreak` and a kind of people."""


@dataclass(frozen=True, slots=True)
class Infect:
    place: str

    @property
    def text(self) -> str:
        return f"infect {self.place}"


@dataclass(frozen=True, slots=True)
class Vaccinate:
    place: str

    @property
    def text(self) -> str:
        return f"vaccinate {self.place}"


@dataclass(frozen=True, slots=True)
class Cure:
    place: str

    @property
    def text(self) -> str:
        return f"cure {self.place}"


@dataclass(frozen=True, slots=True)
class Done:
    """The rest of the good part is left."""

    text = "done"


Move: TypeAlias = Draw | Infect | Vaccinate | Cure | Done
DONE = Done()

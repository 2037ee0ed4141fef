"""Forms: what players write or place on named places, as the score file of a finished game, and back.

A form names places as positions do, and knows neither pages nor screens: these ask it what each place takes,
collect a position, and get the text that `petri score` reads.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, TypeAlias

from generator.model.played import Kind as Kind
from generator.model.played import Laid, Mark, PenMark, Position, strip_count
from generator.model.played import Takes as Takes
from generator.model.values import dataclass
from generator.rules.core import Entry, S_contra, T
from generator.rules.form_scoring import FormScoring

NO_SETUP: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Unfit:
    """A mark that cannot be in its place; the message and the hint are in English, as of all readers."""

    owner: str
    laid: Laid
    message: str
    hint: str = ""


class Form(ABC, Generic[T, S_contra]):
    """A way to write down a finished game, besides its score file: marks on parts, or pieces in slots."""

    each_player = False
    """True if each player has a part of their own: parts of positions then have owners."""

    def __init__(self, scoring: FormScoring[T, S_contra]) -> None:
        """`scoring` reads and judges what the form writes."""
        self.scoring = scoring

    @property
    def options(self) -> Mapping[str, Sequence[str]]:
        """Options that a score file may name, each with its values, the default first."""
        return self.scoring.options

    def write(
        self, position: Position, players: Sequence[str] = (), setup: Mapping[str, str] = NO_SETUP
    ) -> str:
        """Return the score file of a position; it can be read if `list_unfit` is empty.

        `players` are all players in seating order; by default, those of the position, if it names any.
        """
        players = tuple(players) or self.list_players(position)
        return self.scoring.write(players, self.enter(position, players, setup), **setup)

    def list_players(self, position: Position) -> tuple[str, ...]:
        """Return the players whom a position names: by default, the owners of its parts."""
        return tuple(dict.fromkeys(part.owner for part in position.parts if part.owner))

    @abstractmethod
    def list_takes(self, setup: Mapping[str, str] = NO_SETUP) -> Sequence[Takes]:
        """Return what the places take, in the order in which players fill them."""

    @abstractmethod
    def enter(self, position: Position, players: Sequence[str], setup: Mapping[str, str]) -> Entry:
        """Return the value of the scoring's key in the score file of `write`."""

    @abstractmethod
    def mark(self, table: T) -> Position:
        """Return the position of a finished game that the scoring has read, which `enter` turns back."""

    @abstractmethod
    def mark_state(self, state: S_contra) -> Position:
        """Return the position of a state of the rules."""

    def may_be_over(self, position: Position, setup: Mapping[str, str] = NO_SETUP) -> bool:
        """Return False if the last round is still missing, so that nobody has won yet; by default, True."""
        return True

    def complete(self, position: Position) -> Position:
        """Return the position with everything that follows from it, such as sums; by default, unchanged."""
        return position


AnyForm: TypeAlias = Form[Any, Any]


def list_unfit(takes: Sequence[Takes], position: Position) -> Iterator[Unfit]:
    """Yield the marks of a position that no score file could contain: in wrong places, or too many."""
    for part in position.parts:
        here = [each for each in takes if each.part == part.part]
        seen: Counter[tuple[object, ...]] = Counter()
        for laid in part.laid:
            there = [each for each in here if each.area == laid.area and laid.place in each.places]
            name = f"{laid.area} {laid.place}".strip()
            found = next((each for each in there if each.fits(laid.mark)), None)
            if found is None:
                is_text = isinstance(laid.mark, PenMark) and laid.mark.sign == "text"
                numbers = [each for each in there if is_text and each.kind not in ("mark", "marker")]
                hint = " or ".join(each.describe() for each in numbers or there)
                message = f"{_name(laid.mark)} cannot be in {name}" if there else f"there is no {name}"
                yield Unfit(part.owner, laid, message, f"write {hint}" if hint else "")
                continue
            where = (strip_count(laid.mark),) if found.kind == "marker" else (laid.place,)
            key = (id(found), *where)
            seen[key] += 1
            if seen[key] == 2:
                yield Unfit(part.owner, laid, f"{_name(laid.mark)} is one too many in {name}")


def _name(mark: Mark) -> str:
    if isinstance(mark, PenMark):
        return f"`{mark.text[:40]}`" if mark.sign == "text" else f"a {mark.sign}"
    return f"`{mark.piece}`"

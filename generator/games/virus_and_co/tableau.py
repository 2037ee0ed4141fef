"""What lies in front of one player: viruses, injections, and pills, and what a round of them is worth."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from generator.rules.core import Listed, Round, ScoreLine, Sentence, Value
from generator.rules.states import make_replace

COLOURS = ("blue", "yellow", "red")
"""Of pills."""
LETTERS = "byr"

MOST_POINTS = 12
"""[S] More is intensive care: exactly 12 is safe."""
MOST_INJECTIONS = 3
"""[S] The third is intensive care."""
CARE = -13
RIGHT, WRONG = 2, -4

_PILLS = re.compile(r"[byr]{1,99}")
_LYING = re.compile(r"([1-9]\d?)(?:\+(i{1,3}))?", re.IGNORECASE)


class Pills(NamedTuple):
    """Numbers of pills by colour."""

    blue: int = 0
    yellow: int = 0
    red: int = 0

    @property
    def points(self) -> int:
        """[S] As the pharmacy card shows them."""
        return self.blue + 2 * self.yellow + 3 * self.red

    @property
    def number(self) -> int:
        return self.blue + self.yellow + self.red

    @property
    def text(self) -> str:
        """`bbyr`; `0` for none."""
        return "b" * self.blue + "y" * self.yellow + "r" * self.red or "0"

    def __str__(self) -> str:
        return self.text

    def plus(self, other: "Pills") -> "Pills":
        return Pills(self.blue + other.blue, self.yellow + other.yellow, self.red + other.red)

    def minus(self, other: "Pills") -> "Pills":
        """Return what is left; there must be as many of each."""
        return Pills(self.blue - other.blue, self.yellow - other.yellow, self.red - other.red)

    def times(self, number: int) -> "Pills":
        return Pills(self.blue * number, self.yellow * number, self.red * number)

    def covers(self, other: "Pills") -> bool:
        """Whether there are as many of each colour."""
        return self.blue >= other.blue and self.yellow >= other.yellow and self.red >= other.red

    def meet(self, other: "Pills") -> "Pills":
        """As many of each as both have."""
        return Pills(min(self.blue, other.blue), min(self.yellow, other.yellow), min(self.red, other.red))

    def singles(self) -> Iterator["Pills"]:
        """One of each colour that there is."""
        return (single for single, count in zip(ONE_EACH, self, strict=True) if count)


NO_PILLS = Pills()
ONE_EACH = (Pills(blue=1), Pills(yellow=1), Pills(red=1))


def parse_pills(text: str) -> Pills | None:
    """Read letters in any order, or `0`; None for anything else."""
    if text == "0":
        return NO_PILLS
    return Pills(*map(text.count, LETTERS)) if _PILLS.fullmatch(text) else None


def add_pills(purses: Iterable[Pills]) -> Pills:
    total = NO_PILLS
    for pills in purses:
        total = total.plus(pills)
    return total


def name_pills(pills: Pills) -> Value:
    """`2 blue and 1 red`, or that there are none."""
    counts = zip(COLOURS, pills, strict=True)
    names = tuple(Sentence(f"view.pills.{colour}", {"number": number}) for colour, number in counts if number)
    return names or Sentence("view.pills.none")


@lru_cache(maxsize=4096)
def list_payments(purse: Pills, due: int) -> tuple[Pills, ...]:
    """All ways to pay what is due; empty: it cannot be paid.

    [S] Who cannot pay exactly may pay more. [OURS] Who can does; and nobody pays a pill that could be
    left out.
    """
    if due <= 0:
        return (NO_PILLS,)
    some = _list_parts(purse)
    exact = tuple(pills for pills in some if pills.points == due)
    more = (pills for pills in some if pills.points > due)
    return exact or tuple(
        pills for pills in more if all(pills.points - single.points < due for single in pills.singles())
    )


@lru_cache(maxsize=1024)
def list_handfuls(purse: Pills, number: int) -> tuple[Pills, ...]:
    """All ways to give a number of pills of any colours."""
    return tuple(pills for pills in _list_parts(purse) if pills.number == number)


def _list_parts(purse: Pills) -> list[Pills]:
    return [Pills(*counts) for counts in product(*(range(count + 1) for count in purse))]


class Lying(NamedTuple):
    """A virus with the injections on it."""

    value: int
    injections: int = 0

    @property
    def points(self) -> int:
        """[S] One injection halves them, rounded up; two leave nothing."""
        return (self.value, (self.value + 1) // 2)[self.injections] if self.injections < 2 else 0

    @property
    def text(self) -> str:
        """`4`, `4+i`, `4+ii`."""
        return f"{self.value}+{'i' * self.injections}" if self.injections else str(self.value)

    def __str__(self) -> str:
        return self.text

    def inject(self) -> "Lying":
        return Lying(self.value, self.injections + 1)


def parse_lying(text: str) -> Lying | None:
    """Read `4+i`; None for what is no virus."""
    found = _LYING.fullmatch(text)
    return Lying(int(found[1]), len(found[2] or "")) if found else None


@dataclass(frozen=True)
class Tableau:
    """Open cards and pills of one player; viruses in order of their points, since no other matters."""

    viruses: tuple[Lying, ...] = ()
    loose: int = 0
    """Injections that lie on no virus."""
    pills: Pills = NO_PILLS
    diagnosis: str = ""
    """The player who, says DIAGNOSE, will be in intensive care; empty: the card is not here."""
    nurse: str = ""
    """The player who, says KRANKENSCHWESTER, will not be."""

    def __post_init__(self) -> None:
        """Raise ValueError for viruses in another order: equal tableaus must be equal."""
        if list(self.viruses) != sorted(self.viruses):
            raise ValueError(f"`viruses` must be in ascending order, not {self.viruses}")

    @property
    def points(self) -> int:
        """Disease points, less what injections take off."""
        return sum([virus.points for virus in self.viruses])

    @property
    def injections(self) -> int:
        return self.loose + sum([virus.injections for virus in self.viruses])

    @property
    def in_care(self) -> bool:
        return self.points > MOST_POINTS or self.injections >= MOST_INJECTIONS


replace_tableau = make_replace(Tableau)


def find_care(tableaus: Mapping[str, Tableau]) -> tuple[str, ...]:
    """The players who are in intensive care; in play there is one at most."""
    return tuple(player for player, tableau in tableaus.items() if tableau.in_care)


def score_round(tableaus: Mapping[str, Tableau]) -> dict[str, Round]:
    """The calculation of each player, line by line."""
    return {player: score_player(tableaus, player) for player in tableaus}


def score_player(tableaus: Mapping[str, Tableau], player: str) -> Round:
    """The tableaus of the others matter for predictions."""
    return Round(tuple(_list_lines(tableaus[player], find_care(tableaus))))


def _list_lines(tableau: Tableau, care: tuple[str, ...]) -> Iterator[ScoreLine]:
    if tableau.in_care:
        yield ScoreLine(Sentence("tally.care"), CARE)
        return
    if tableau.viruses:
        cards = Listed(
            f"{each} = {each.points}" if each.injections else each.text for each in tableau.viruses
        )
        yield ScoreLine(Sentence("tally.viruses", {"cards": cards}), -tableau.points)
    if tableau.pills.number:
        yield ScoreLine(Sentence("tally.pills", tableau.pills._asdict()), tableau.pills.points)
    # [OURS] Where nobody is in intensive care, DIAGNOSE was wrong and KRANKENSCHWESTER right.
    for card, player, is_right in (
        ("diagnosis", tableau.diagnosis, tableau.diagnosis in care),
        ("nurse", tableau.nurse, tableau.nurse not in care),
    ):
        if player:
            key = f"tally.{card}.{'right' if is_right else 'wrong'}"
            yield ScoreLine(Sentence(key, {"player": player}), RIGHT if is_right else WRONG)

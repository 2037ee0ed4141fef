"""What lies in front of one player, and what a round of it is worth."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from generator.games.virus_and_co.pills import NO_PILLS, Pills
from generator.rules.core import Listed, Round, ScoreLine, Sentence
from generator.rules.states import make_replace

MOST_POINTS = 12
"""[S] More is intensive care: exactly 12 is safe."""
MOST_INJECTIONS = 3
"""[S] The third is intensive care."""
CARE = -13
RIGHT, WRONG = 2, -4


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


_LYING = re.compile(r"([1-9]\d?)(?:\+(i{1,3}))?", re.IGNORECASE)


def parse_lying(text: str) -> Lying | None:
    """`4+i`; None for what is no virus."""
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
        return sum(virus.points for virus in self.viruses)

    @property
    def injections(self) -> int:
        return self.loose + sum(virus.injections for virus in self.viruses)

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
    """What others have before them counts in what was said of them."""
    return Round(tuple(_list_lines(tableaus[player], find_care(tableaus))))


def _list_lines(tableau: Tableau, care: tuple[str, ...]) -> list[ScoreLine]:
    if tableau.in_care:
        return [ScoreLine(Sentence("tally.care"), CARE)]
    lines = []
    if tableau.viruses:
        cards = Listed(_say_virus(virus) for virus in tableau.viruses)
        lines.append(ScoreLine(Sentence("tally.viruses", {"cards": cards}), -tableau.points))
    if tableau.pills.number:
        counts = tableau.pills._asdict()
        lines.append(ScoreLine(Sentence("tally.pills", counts), tableau.pills.points))
    # [OURS] Where nobody is in intensive care, DIAGNOSE was wrong and KRANKENSCHWESTER right.
    if tableau.diagnosis:
        lines.append(_score_prediction("diagnosis", tableau.diagnosis, tableau.diagnosis in care))
    if tableau.nurse:
        lines.append(_score_prediction("nurse", tableau.nurse, tableau.nurse not in care))
    return lines


def _say_virus(virus: Lying) -> str:
    """`4`, or `4+i = 2`."""
    return f"{virus.text} = {virus.points}" if virus.injections else virus.text


def _score_prediction(card: str, player: str, is_right: bool) -> ScoreLine:
    said = Sentence(f"tally.{card}.{'right' if is_right else 'wrong'}", {"player": player})
    return ScoreLine(said, RIGHT if is_right else WRONG)

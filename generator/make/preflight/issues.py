"""Findings of the preflight, and their report: the worst case of each kind, and how many more there are."""

from collections.abc import Iterable, Iterator

from generator.model.values import dataclass
from generator.read.files.text_files import format_count


@dataclass(frozen=True, slots=True)
class Issue:
    """Something on one face that a service refuses, or that will look bad."""

    kind: str
    """Issues of one kind are told together."""
    message: str
    badness: float
    """The worst issue of a kind is told."""
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class Inspected:
    """One picture or page, and what was found on it."""

    where: str
    """The game and its language: `pandemic (en)`."""
    part: str
    card: str
    """Id of the first card that it shows."""
    source: str
    """Place in the files of the game, if it is known: `deck.yaml:12`."""
    is_back: bool
    cards: int
    """Number of different cards that it shows."""
    copies: int
    """Number of all cards that it shows, with copies."""
    product: str
    size: tuple[float, float]
    """The shorter and the longer side, in pixels, or in mm if it has no pixels."""
    file: str
    """Name of the picture or document."""
    issues: tuple[Issue, ...]

    @property
    def name(self) -> str:
        """The card, and where it is written: `pandemic (en) city_cards lagos`."""
        words = [self.where, self.part, *([] if self.card == self.part else [self.card])]
        words += ["(back)"] if self.is_back else []
        words += [f"in {self.source}"] if self.source else []
        return " ".join(words)


def format_issues(faces: Iterable[Inspected], *, errors: bool) -> Iterator[tuple[str, str]]:
    """Yield the name of a card and a message for each kind of issue in each part.

    It is the worst case: `a line of 0.02 mm is thinner than 0.09 mm (48 times, and 12 more cards)`.
    """
    groups: dict[tuple[str, str, str], list[tuple[Inspected, list[Issue]]]] = {}
    for face in faces:
        found: dict[str, list[Issue]] = {}
        for issue in (one for one in face.issues if one.is_error == errors):
            found.setdefault(issue.kind, []).append(issue)
        for kind, same in found.items():
            groups.setdefault((face.where, face.part, kind), []).append((face, same))
    for shown in groups.values():
        face, issues = max(shown, key=lambda one: max(issue.badness for issue in one[1]))
        words = max(issues, key=lambda issue: issue.badness).message
        others = sum(one.cards for one, _ in shown) - 1
        more = [f"{len(issues)} times"] if len(issues) > 1 else []
        more += [f"and {format_count(others, 'more card')}"] if others else []
        yield face.name, words + (f" ({', '.join(more)})" if more else "")

"""The pictures of one game for a destination, card by card."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from pathlib import PurePosixPath
from typing import TypeAlias

from generator.layout.imposition.faces import CardFace
from generator.make.jobs import Job
from generator.model.destinations import Destination
from generator.model.values import dataclass

File: TypeAlias = tuple[str, bytes]
"""Name in the folder of the pictures, and contents."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card with the faces that show its sides."""

    front: CardFace
    back: CardFace | None

    @property
    def count(self) -> int:
        """Number of copies."""
        return self.front.count


@dataclass(frozen=True, slots=True)
class Order:
    """The pictures of one game in one language, in one folder, for a destination."""

    jobs: tuple[Job, ...]
    """The jobs that made pictures."""
    destination: Destination
    faces: tuple[CardFace, ...]
    """Each side of each card, in the order of the jobs."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The different cards with both sides, in the order of the jobs."""
        return tuple(_list_cards(self.faces))

    @property
    def folders(self) -> Mapping[str, tuple[Card, ...]]:
        """The cards of each folder with pictures; its name is empty for the folder of the destination."""
        found: dict[str, list[Card]] = {}
        for card in self.cards:
            found.setdefault(find_folder(card.front), []).append(card)
        return {folder: tuple(cards) for folder, cards in found.items()}


def find_folder(face: CardFace) -> str:
    """Return the folder of a picture in that of its destination; empty if it is there itself."""
    return "/".join(PurePosixPath(face.file).parts[:-1])


def _list_cards(faces: Sequence[CardFace]) -> Iterator[Card]:
    """Yield cards; a picture of each copy is a card of its own, and all may have the same back."""
    sides: dict[tuple[str, int], tuple[list[CardFace], list[CardFace]]] = {}
    for face in faces:
        fronts, backs = sides.setdefault((face.part, face.number), ([], []))
        (backs if face.side == "back" else fronts).append(face)
    for fronts, backs in sides.values():
        yield from (Card(front, back) for front, back in zip(fronts, cycle(backs or [None]), strict=False))

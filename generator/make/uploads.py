"""Pictures to upload, card by card, and in the folders of products."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle

from generator.layout.imposition.faces import CardFace
from generator.model.values import dataclass


@dataclass(frozen=True, slots=True)
class Card:
    """A card with the faces that show its sides."""

    front: CardFace
    back: CardFace | None

    @property
    def count(self) -> int:
        """Number of copies."""
        return self.front.count


def list_cards(faces: Sequence[CardFace]) -> Iterator[Card]:
    """Yield the different cards; a picture of each copy is a card of its own, and all may share a back."""
    sides: dict[tuple[str, int], tuple[list[CardFace], list[CardFace]]] = {}
    for face in faces:
        fronts, backs = sides.setdefault((face.part, face.number), ([], []))
        (backs if face.side == "back" else fronts).append(face)
    for fronts, backs in sides.values():
        yield from (Card(front, back) for front, back in zip(fronts, cycle(backs or [None]), strict=False))


def group_cards(faces: Sequence[CardFace]) -> Mapping[str, tuple[Card, ...]]:
    """Return the cards of each folder with pictures; its name is empty for the folder of the destination."""
    found: dict[str, list[Card]] = {}
    for card in list_cards(faces):
        found.setdefault(card.front.file.rpartition("/")[0], []).append(card)
    return {folder: tuple(cards) for folder, cards in found.items()}


def name_file(face: CardFace) -> str:
    """Return the name of a picture in its folder."""
    return face.file.rpartition("/")[2]

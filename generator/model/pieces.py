"""Pieces that are cut out: cards, chips, tiles, standees, cubes. A deck is pieces of one form."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from generator.model.fields import FACE, Field
from generator.model.kinds import Doc, Edge, Id, Length, Size, Text
from generator.model.printing import Backs
from generator.model.template import Template

Outline: TypeAlias = Literal["rectangle", "round", "hexagon", "standee", "cube"]
"""round: an ellipse in the box. standee: the back upside down above the front, a foot at each end,
folded in the middle. cube: the net of six faces with tabs. Width and height are those of a face."""


@dataclass(frozen=True, slots=True)
class CardSize:
    """A size of cards that one can buy sleeves for."""

    name: Annotated[Text, Doc("What people call it.")]
    width: Annotated[Size, Doc("Its width, upright.")]
    height: Annotated[Size, Doc("Its height.")]
    corner: Annotated[Edge, Doc("Radius of its corners.")]


CARD_SIZES = Annotated[Mapping[Id, CardSize], Length(1), Doc("Sizes of cards by name.")]


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece as it is described; printed `count` times."""

    id: str
    fields: Mapping[str, Field]
    """With `id` among them."""
    front: str
    """Id of a template."""
    back: str = ""
    """Id of a template; empty: a blank back."""
    count: int = 1
    by_language: bool = False
    """In two languages it is printed once in each, so many words has it: a help for players."""

    def list_fields(self, form: "Form") -> tuple[Mapping[str, Field], ...]:
        """The fields for a template, once for each time it is drawn: on a cube with `face`, from 1 to 6."""
        if form.outline != "cube":
            return (self.fields,)
        return tuple({**self.fields, FACE: str(number)} for number in range(1, 7))


@dataclass(frozen=True, slots=True)
class Form:
    """How a piece is cut: its trim, in mm."""

    width: float
    height: float
    outline: Outline = "rectangle"
    corner: float = 0.0
    """Radius of the round corners of a rectangle."""
    bleed: float = 3.0
    """What is drawn beyond the trim, where there is room for it."""
    safe: float = 3.0
    """Nothing that matters comes nearer to the trim than this."""

    @property
    def is_cropped(self) -> bool:
        """Cut along four straight lines; what has very round corners, such as a capsule, is cut out."""
        return self.outline == "rectangle" and self.corner * 4 <= min(self.width, self.height)


@dataclass(frozen=True, slots=True)
class Deck:
    """Pieces of one form, with or without backs."""

    id: str
    title: str
    """Wording key."""
    form: Form
    pieces: tuple[Piece, ...]

    @property
    def count(self) -> int:
        """Of all pieces, every one as often as it is printed."""
        return sum(piece.count for piece in self.pieces)


@dataclass(frozen=True)
class PieceSet:
    """One part of a kit: a deck, or several that are printed on the same sheets (all tokens)."""

    id: str
    title: str
    decks: tuple[Deck, ...]
    templates: Mapping[str, Template]
    backs: Backs = "duplex-long"
    """What is right for somebody who just wants to play; the command line may say otherwise."""

    @property
    def pieces(self) -> Iterator[Piece]:
        """Of all its decks; a piece that is printed several times comes once, with its count."""
        for deck in self.decks:
            yield from deck.pieces

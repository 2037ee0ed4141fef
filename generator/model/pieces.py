"""Pieces to cut out: cards, chips, tiles, standees, and cubes; a deck has pieces of one form."""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Literal, TypeAlias

from generator.errors import Problem
from generator.model.bilingual import join_sentences
from generator.model.fields import FACE, Field
from generator.model.kinds import Doc, Edge, Id, Length, Size, Text
from generator.model.printing import Backs, Imposition
from generator.model.storage import Storage
from generator.model.template import Template
from generator.model.values import dataclass, field, replace
from generator.model.wording import Wording

Outline: TypeAlias = Literal["rectangle", "round", "hexagon", "path", "standee", "cube", "tuck_box"]
"""round: an ellipse. path: a line of its own. standee: the back upside down above the front, folded in the
middle, with a foot at each end. cube: the net of six faces with tabs. tuck_box: the net of a box with a lid.
Width and height are those of a face, of a tuck box those of its front.
"""
FACES = {"cube": tuple("123456"), "tuck_box": ("front", "back", "left", "right", "top", "bottom")}
"""Names of the faces on which a net has the same template."""


@dataclass(frozen=True, slots=True)
class CardSize:
    """A card size for which sleeves are sold."""

    name: Annotated[Text, Doc("Name of the size.")]
    width: Annotated[Size, Doc("Width in portrait orientation.")]
    height: Annotated[Size, Doc("Height in portrait orientation.")]
    corner: Annotated[Edge, Doc("Radius of the corners.")]
    source: Annotated[Text, Doc("Source of the size.")] = ""


CARD_SIZES = Annotated[Mapping[Id, CardSize], Length(1), Doc("Card sizes by id.")]


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece, printed `count` times."""

    id: str
    fields: Mapping[str, Field]
    """Fields for its templates, including `id`."""
    front: str
    """Id of a template."""
    back: str = ""
    """Id of a template; empty: a blank back."""
    count: int = 1
    by_language: bool = False
    """True to print a piece with much text once in each of two languages."""
    texts: Mapping[str, Mapping[str, Field]] = field(default_factory=dict)
    """Fields in other languages, by locale; empty ones fall back to English."""
    outline: str = ""
    """Path data of the cut line, in mm from the top left corner, if its form has the outline `path`."""

    def fields_in(self, locale: str) -> Mapping[str, Field]:
        """Return the fields in a language."""
        return {**self.fields, **{name: text for name, text in self.texts.get(locale, {}).items() if text}}

    def in_language(self, wording: Wording) -> "Piece":
        """Return the piece as it is printed in a language, or in two languages at once."""
        if not self.texts:
            return self
        first, *others = (self.fields_in(one.locale) for one in wording.each)
        joined = dict(first)
        for name, text in others[0].items() if others else ():
            one, turns = first[name], len({each.direction for each in wording.each}) > 1
            if isinstance(one, str) and isinstance(text, str):
                joined[name] = join_sentences(one, text, turns=turns)
        return replace(self, fields=joined)

    def list_fields(self, form: "Form") -> tuple[Mapping[str, Field], ...]:
        """Return the fields for each drawing of the template; those of several faces have `face`."""
        if form.outline not in FACES:
            return (self.fields,)
        return tuple({**self.fields, FACE: face} for face, _ in form.faces)

    def cut(self, form: "Form") -> "Form":
        """Return the form with the outline of this piece."""
        return replace(form, path=self.outline) if self.outline else form


@dataclass(frozen=True, slots=True)
class Form:
    """The shape of a piece; lengths in mm."""

    width: float
    height: float
    outline: Outline = "rectangle"
    corner: float = 0.0
    """Radius of the round corners of a rectangle."""
    bleed: float = 3.0
    """Preferred width of the bleed."""
    safe: float = 3.0
    """Margin inside the trim that important content avoids."""
    path: str = ""
    """Path data of a piece with the outline `path`."""
    is_back: bool = False
    """True if the path is seen from behind."""
    depth: float = 0.0
    """Depth of a tuck box."""

    @property
    def is_cropped(self) -> bool:
        """True if it is cut along four straight lines; very round shapes, such as capsules, are cut out."""
        return self.outline == "rectangle" and self.corner * 4 <= min(self.width, self.height)

    @property
    def is_odd(self) -> bool:
        """True if it is neither a plain rectangle, nor round, nor a hexagon: a tag, or a capsule."""
        return self.outline == "path" or (self.outline == "rectangle" and not self.is_cropped)

    @property
    def is_net(self) -> bool:
        """True if it is folded and glued."""
        return self.outline in ("standee", "cube", "tuck_box")

    @property
    def cell(self) -> "Form":
        """The form without the path of one piece: pieces with the same cell share sheets."""
        return replace(self, path="") if self.path else self

    @property
    def faces(self) -> tuple[tuple[str, tuple[float, float]], ...]:
        """Name and size of each drawing of the template; the name is empty if there is only one."""
        wide, high, deep = self.width, self.height, self.depth
        sizes = {"left": (deep, high), "right": (deep, high), "top": (wide, deep), "bottom": (wide, deep)}
        return tuple((name, sizes.get(name, (wide, high))) for name in FACES.get(self.outline, ("",)))


@dataclass(frozen=True, slots=True)
class Deck:
    """Pieces of one form."""

    id: str
    form: Form
    pieces: tuple[Piece, ...]
    locate: Callable[[str], str] = field(default=lambda id: "", compare=False, repr=False)
    """Finds where the piece with an id is written, such as `deck.yaml:12`."""

    @property
    def count(self) -> int:
        """Number of all pieces, including copies."""
        return sum(piece.count for piece in self.pieces)


@dataclass(frozen=True)
class PieceSet:
    """One part of a kit: a deck, or several decks that share sheets (all tokens)."""

    id: str
    title: str
    decks: tuple[Deck, ...]
    templates: Mapping[str, Template]
    backs: Backs = "duplex-long"
    """Default for `--backs`."""
    imposition: Imposition = field(default_factory=Imposition)
    is_direct: bool = False
    """True if the texts in its file are the English texts, which other languages translate."""
    untranslated: Mapping[str, tuple[Problem, ...]] = field(default_factory=dict)
    """Empty cells with texts of a language, by locale."""
    storage: Storage | None = None
    """Boxes and dividers for its cards; None for tokens and nets."""
    has_cards: bool = True
    """False for tokens."""

    @property
    def pieces(self) -> Iterator[Piece]:
        """The pieces of all decks, without copies."""
        return (piece for deck in self.decks for piece in deck.pieces)

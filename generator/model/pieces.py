"""Pieces to cut out, such as cards, chips, standees; a deck has pieces of one form."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Annotated, Literal, TypeAlias

from generator.errors import (
    MOST_IN_ALL,
    MOST_LISTED,
    UnknownName,
    WrittenPlace,
    describe_unknown,
    find_near,
    list_first,
)
from generator.model.elements.template import GroupElement, Template
from generator.model.language.fields import FACE, Field
from generator.model.language.kinds import Doc, Edge, Id, Length, Size, Text
from generator.model.language.scalars import get_range
from generator.model.printing.printing import Backs, Imposition
from generator.model.storage import Storage
from generator.model.texts.wordings import Wording, join_sentences
from generator.model.values import dataclass, field, replace

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
        first, *others = (self.fields_in(language.locale) for language in wording.each)
        turns = len({language.direction for language in wording.each}) > 1
        joined = dict(first)
        for name, second in others[0].items() if others else ():
            text = first[name]
            if isinstance(text, str) and isinstance(second, str):
                joined[name] = join_sentences(text, second, turns=turns)
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
    locate: Callable[..., WrittenPlace | None] = field(
        default=lambda id, *fields: None, compare=False, repr=False
    )
    """Finds where the piece with an id is written, or the first of some of its fields."""

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
    text_columns: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By locale: the column of its table for each field; of English, only those with other names."""
    storage: Storage | None = None
    """Boxes and dividers for its cards; None for tokens and nets."""
    has_cards: bool = True
    """False for tokens."""
    wanted_bleed: float = 0.0
    """Bleed that its file asks for, in mm; 0: it asks for none."""

    @property
    def pieces(self) -> Iterator[Piece]:
        """The pieces of all decks, without copies."""
        return (piece for deck in self.decks for piece in deck.pieces)


@dataclass(frozen=True, kw_only=True, eq=False)
class InsetElement(GroupElement):
    """A template in another one, such as a card's back on its box; it bleeds where it touches the trim."""

    piece: Piece | None = None
    """The piece whose fields the elements show; None: the piece around them."""
    is_turned: bool = False
    """True if the elements are as wide as the box is high, and turned by 90 degrees clockwise."""
    bleeds: bool = True


def _list_numbers(piece_set: PieceSet, entry: str) -> set[int]:
    """Return the numbers of the pieces that an entry selects; an id may be a number, too."""
    pieces = list(enumerate(piece_set.pieces, 1))
    named = {number for number, piece in pieces if piece.id == entry}
    numbers = None if named else get_range(entry)
    return named if numbers is None else {number for number, _ in pieces if number in numbers}


def select_pieces(piece_set: PieceSet, selection: Sequence[str]) -> PieceSet:
    """Return the set with the selected pieces only, in all copies; entries of other sets are ignored.

    Pieces are numbered from 1 through all decks of the set, without counting copies.
    """
    chosen = set().union(*(_list_numbers(piece_set, entry) for entry in selection))
    numbers = count(1)
    kept = [[piece for piece in deck.pieces if next(numbers) in chosen] for deck in piece_set.decks]
    decks = zip(piece_set.decks, kept, strict=True)
    return replace(piece_set, decks=tuple(replace(deck, pieces=tuple(left)) for deck, left in decks if left))


def list_entries(selection: Iterable[str], piece_set: PieceSet) -> tuple[str, ...]:
    """Return the entries that select pieces of a set, without its id."""
    split = (entry.rpartition(":") for entry in selection)
    here = (words for part, _, words in split if part in ("", piece_set.id))
    return tuple(words for words in here if _list_numbers(piece_set, words))


def check_selection(selection: Iterable[str], piece_sets: Sequence[PieceSet]) -> None:
    """Raise UnknownName with all entries that no set has, and all ambiguous numbers."""
    wrong = []
    ids = dict.fromkeys(each.id for each in piece_sets)
    for entry in dict.fromkeys(selection):
        part, _, words = entry.rpartition(":")
        among, numbers = [each for each in piece_sets if part in ("", each.id)], get_range(words)
        if not among:
            wrong.append(describe_unknown("part with cards or tokens", part, ids))
        elif len(among) > 1 and numbers is not None:
            wrong.append(_describe_ambiguous(entry, among))
        elif not any(_list_numbers(each, str(numbers[-1]) if numbers else words) for each in among):
            wrong.append(describe_unknown_piece(words, among))
    if wrong:
        raise UnknownName(list_first(wrong, MOST_IN_ALL))


def _describe_ambiguous(entry: str, among: Sequence[PieceSet]) -> str:
    ids = tuple(dict.fromkeys(each.id for each in among))
    if len(ids) == 1:
        return f"{entry!r} is ambiguous: {len(among)} games have it; name one of them"
    hint = f"write it like {ids[0]}:{entry}, or choose one with --part; available: {', '.join(ids)}"
    return f"{entry!r} is ambiguous: {len(ids)} parts have it; {hint}"


def describe_unknown_piece(entry: str, piece_sets: Sequence[PieceSet]) -> str:
    """Return the message for an entry that no set has, with all ids if there are few, or the similar ones."""
    if get_range(entry) is not None:
        most = max(len(list(each.pieces)) for each in piece_sets)
        return f"unknown card {entry!r}; numbers are 1 to {most}"
    ids = tuple(dict.fromkeys(piece.id for each in piece_sets for piece in each.pieces))
    if len(ids) <= MOST_LISTED:
        return describe_unknown("card", entry, ids)
    near = " or ".join(map(repr, find_near(entry, ids, most=3)))
    return f"unknown card {entry!r}" + (f" (did you mean {near}?)" if near else "")

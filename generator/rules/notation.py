"""Notation of moves: each kind of move is declared once, for reading and for writing.

A move class declares its notation: fields in braces, optional pieces in square brackets, and synonyms in
parentheses, such as `(take|pick)`:

    class Take(Noted, notation="take {side} {card}[ on {virus}]"):
        side: Side
        card: str
        virus: Lying | None = None

Each field name has a reader, which turns words into the value of the field.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Generic, NamedTuple, TypeAlias, TypeVar, dataclass_transform

from generator.errors import AmbiguousMove, IllegalMove, UnreadableMove
from generator.model.values import dataclass
from generator.rules.core import M, Move, Rules, S
from generator.rules.likeness import begins, find_fitting, fold, includes, is_whole, occurs, split, starts

V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)
N = TypeVar("N", bound="Noted")

MOST_WORDS = 40
"""Maximum number of words of a move."""


@dataclass(frozen=True, slots=True)
class Verb:
    """Fixed words of a notation and their synonyms: all can be read, and the first text is written."""

    texts: tuple[str, ...]
    folded: tuple[tuple[str, ...], ...]


Piece: TypeAlias = Verb | str
"""A string is the name of a field."""


class Typed(NamedTuple):
    """Words as they were typed, and in the form that `fold` returns."""

    words: Sequence[str]
    folded: Sequence[str]

    @classmethod
    def of(cls, words: Sequence[str]) -> "Typed":
        return cls(words, [fold(word) for word in words])


@dataclass(frozen=True, slots=True, eq=False)
class Reader(Generic[V_co]):
    """Reads one field of a move."""

    read: Callable[[str, bool], V_co | None]
    """Returns the value of words, or None; the flag is True if words may not be abbreviated."""
    refuse: Callable[[str], UnreadableMove | None] = lambda words: None
    """Returns the error for words that follow a valid verb but have no value; None for the default error."""


Readers: TypeAlias = Mapping[str, Reader[object]]


def read_names(
    names: Iterable[tuple[str, V]], *, refuse: Callable[[str], UnreadableMove | None] = lambda words: None
) -> Reader[V]:
    """Return a reader of names; the start of a name is enough if only one value has it."""
    exact = dict(names)
    folded: dict[str, set[V]] = {}
    for name, value in exact.items():
        folded.setdefault(fold(name), set()).add(value)

    def read(words: str, in_full: bool) -> V | None:
        if words in exact:
            return exact[words]
        wanted = fold(words)
        found = folded.get(wanted, set())
        if not found and not in_full and wanted:
            found = set().union(*(values for name, values in folded.items() if name.startswith(wanted)))
        return next(iter(found)) if len(found) == 1 else None

    return Reader(read, refuse)


def read_values(parse: Callable[[str], V | None]) -> Reader[V]:
    """Return a reader of values such as numbers; `parse` gets lower-case text and returns None if invalid."""
    return Reader(lambda words, in_full: parse(words.lower()))


@dataclass_transform(frozen_default=True)
class Noted:
    """Base class of moves: each is a frozen dataclass with a declared notation."""

    notation: ClassVar[str]

    def __init_subclass__(cls, *, notation: str) -> None:
        cls.notation = notation
        dataclass(frozen=True)(cls)

    @property
    def text(self) -> str:
        return write(self.notation, self)


@dataclass(frozen=True, slots=True, eq=False)
class Form(Generic[M]):
    """One kind of move."""

    notation: str
    make: Callable[..., M | None]
    """Returns the move with these values; None if they do not go together."""

    def read(self, typed: Typed, readers: Readers, *, in_full: bool) -> Iterator[M]:
        """Yield the moves that the words can mean, legal or not."""
        for pieces in _parse(self.notation):
            for values in _match(pieces, typed, readers, in_full):
                move = self.make(**values)
                if move is not None:
                    yield move


def make_forms(*kinds: type[N]) -> tuple[Form[N], ...]:
    return tuple(Form(kind.notation, kind) for kind in kinds)


def write(notation: str, move: object) -> str:
    """Return a move in its notation, without optional pieces that have a field without a value."""
    *longer, (shortest, _) = _list_templates(notation)
    for template, fields in longer:
        if all(getattr(move, field, None) not in (None, "") for field in fields):
            return template.format(move)
    return shortest.format(move)


@lru_cache(maxsize=256)
def _list_templates(notation: str) -> Sequence[tuple[str, Sequence[str]]]:
    """Return the format strings of a notation, with and without optional pieces, each with its fields."""
    written = re.sub(r"\(([^|)]*).*?\)", r"\1", notation)
    return [(text.replace("{", "{0."), list_fields(text)) for text in _expand(written)]


@lru_cache(maxsize=256)
def list_fields(notation: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\{(\w+)\}", notation))


def list_verbs(forms: Iterable[Form[Move]]) -> tuple[str, ...]:
    """Return the first text of every verb, without duplicates."""
    pieces = (piece for form in forms for piece in _parse(form.notation)[0])
    return tuple(dict.fromkeys(piece.texts[0] for piece in pieces if isinstance(piece, Verb)))


def read_move(
    rules: Rules[S, M],
    state: S,
    actor: str,
    text: str,
    forms: Sequence[Form[M]],
    readers: Readers,
    *,
    implied: str = "",
) -> M:
    """Return the move that a text means, legal or not; raises UnreadableMove or AmbiguousMove.

    Legal moves are preferred to others, and complete words to abbreviations. The text may omit the words
    with which all legal moves of a kind begin, and the words `implied`.
    """
    words = text.split()
    if not words or len(words) > MOST_WORDS:
        raise UnreadableMove(" ".join(words[:MOST_WORDS]))
    readings: tuple[tuple[Form[M], M], ...] = _read_in_full(
        " ".join(words), tuple(forms), tuple(readers.items())
    )
    for _, move in readings:
        if _is_legal(rules, state, actor, move):
            return move
    legal = rules.moves(state, actor)
    if readings:
        begun = tuple(f"{move.text} " for form, move in readings if "[" in form.notation)
        found = tuple(move for move in legal if move.text.startswith(begun))
    else:
        named = ((move, split(move.text)) for move in legal)
        found = find_fitting(split(text), named, is_whole, starts, includes, begins, occurs)
    if len(found) > 1:
        raise AmbiguousMove(" ".join(words), [move.text for move in found])
    if found or readings:
        return (*found, *(move for _, move in readings))[0]
    for start in ("", implied, *_list_starts(legal)):
        for _, move in _read_all([*start.split(), *words], forms, readers, in_full=False):
            return move
    raise _find_refusal(words, forms, readers) or UnreadableMove(" ".join(words))


def _is_legal(rules: Rules[S, M], state: S, actor: str, move: M) -> bool:
    try:
        rules.check(state, actor, move)
    except IllegalMove:
        return False
    return True


@lru_cache(maxsize=4096)
def _read_in_full(
    text: str, forms: tuple[Form[M], ...], readers: tuple[tuple[str, Reader[object]], ...]
) -> tuple[tuple[Form[M], M], ...]:
    """Return the moves that match without abbreviations; results are cached because logs repeat moves."""
    return tuple(_read_all(text.split(), forms, dict(readers), in_full=True))


def _read_all(
    words: Sequence[str], forms: Sequence[Form[M]], readers: Readers, *, in_full: bool
) -> Iterator[tuple[Form[M], M]]:
    typed = Typed.of(words)
    for form in forms:
        for move in form.read(typed, readers, in_full=in_full):
            yield form, move


def _list_starts(legal: Sequence[Move]) -> list[str]:
    """Return the common start of the legal moves of each kind: `deal Bo`."""
    kinds: dict[str, list[list[str]]] = {}
    for move in legal:
        kinds.setdefault(move.text.split()[0], []).append(move.text.split())
    return [" ".join(_find_common(texts)) for texts in kinds.values() if len(texts) > 1]


def _find_common(texts: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the words with which all texts begin, but never the last word of a text."""
    for words in zip(*(text[:-1] for text in texts), strict=False):
        if len({*words}) > 1:
            return
        yield words[0]


def _find_refusal(words: Sequence[str], forms: Sequence[Form[M]], readers: Readers) -> UnreadableMove | None:
    """Return the error for words that begin with a verb and continue with an unknown name, if any."""
    typed = Typed.of(words)
    for form in forms:
        match _parse(form.notation)[-1]:
            case (Verb() as verb, str() as name):
                for size in _measure(verb, typed.folded, in_full=True):
                    if words[size:]:
                        return readers[name].refuse(" ".join(words[size:]))
    return None


@lru_cache(maxsize=256)
def _parse(notation: str) -> tuple[tuple[Piece, ...], ...]:
    """Return the pieces of a notation, with and without those that are optional."""
    return tuple(tuple(_split_pieces(each)) for each in _expand(notation))


def _expand(notation: str) -> tuple[str, ...]:
    """Return `keep on {virus}` and `keep` for `keep[ on {virus}]`: the longest notation first."""
    before, bracket, after = notation.partition("[")
    if not bracket:
        return (notation,)
    optional, _, rest = after.partition("]")
    return (*_expand(before + optional + rest), *_expand(before + rest))


def _split_pieces(notation: str) -> Iterator[Piece]:
    for field, others, word in re.findall(r"\{(\w+)\}|\((.*?)\)|([^\s{(]+)", notation):
        texts = tuple(others.split("|")) if others else (word,)
        yield field or Verb(texts, tuple(tuple(map(fold, text.split())) for text in texts))


def _match(
    pieces: Sequence[Piece], typed: Typed, readers: Readers, in_full: bool, start: int = 0
) -> Iterator[dict[str, object]]:
    """Yield the values of the fields for each way in which the pieces match the words from `start` on."""
    end = len(typed.words)
    if not pieces:
        if start == end:
            yield {}
        return
    first, rest = pieces[0], pieces[1:]
    if isinstance(first, Verb):
        for size in _measure(first, typed.folded[start:], in_full=in_full):
            yield from _match(rest, typed, readers, in_full, start + size)
    else:
        read = readers[first].read
        # The last field takes all remaining words; any other leaves at least one word.
        least, most = (start + 1, end - 1) if rest else (max(start + 1, end), end)
        for after in range(least, most + 1):
            value = read(" ".join(typed.words[start:after]), in_full)
            if value is not None:
                for values in _match(rest, typed, readers, in_full, after):
                    yield {first: value, **values}


def _measure(verb: Verb, folded: Sequence[str], *, in_full: bool) -> Sequence[int]:
    """Return the possible numbers of words for a verb; an abbreviation may omit its last words."""
    fits = is_whole if in_full else begins
    return sorted(
        {
            size
            for own in verb.folded
            if begins(folded[:1], own)
            for size in range(len(own) if in_full else 1, min(len(own), len(folded)) + 1)
            if fits(folded[:size], own[:size])
        }
    )

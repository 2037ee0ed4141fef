"""Notation of moves: each kind of move is declared once, for reading and for writing.

A move class declares its notation: fields in braces, optional pieces in square brackets, and synonyms in
parentheses, such as `(take|pick)`. An exclamation mark after words, as in `pass!`, means that they must be
typed in full, because the move gives something up:

    class Take(Noted, notation="take {side} {card}[ on {virus}]"):
        side: Side
        card: str
        virus: Lying | None = None

Each field name has a reader, which turns words into the value of the field. Words may be abbreviated to three
letters, and capitals and accents make no difference. A complete move goes before longer ones. Other text that
fits several moves, or fits one without being clear, means none of them: the error lists them.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from itertools import takewhile
from operator import eq
from typing import (
    Any,
    ClassVar,
    Generic,
    NamedTuple,
    Self,
    TypeAlias,
    TypeVar,
    dataclass_transform,
    get_type_hints,
)

from generator.model.values import dataclass
from generator.rules.core import AmbiguousMove, AnyMove, IllegalMove, M, Rules, S, T, UnreadableMove

_V = TypeVar("_V")
V_co = TypeVar("V_co", covariant=True)
N = TypeVar("N", bound="Noted")


@dataclass_transform(frozen_default=True)
class Noted:
    """Base class of moves, each a frozen dataclass with a declared notation."""

    notation: ClassVar[str]

    def __init_subclass__(cls, *, notation: str) -> None:
        cls.notation = notation
        dataclass(frozen=True)(cls)
        for name in list_pattern_fields(notation):
            if not hasattr(cls, name) and name not in get_type_hints(cls):
                raise TypeError(f"`{notation}` names `{name}`, but {cls.__name__} has no field `{name}`")

    @classmethod
    def from_fields(cls, *args: Any, **values: Any) -> Self | None:
        """Return the move with the values of its notation; None if they do not go together."""
        return cls(*args, **values)

    @cached_property
    def text(self) -> str:
        return write_move(self.notation, self)


@dataclass(frozen=True, slots=True, eq=False)
class NotationReader(Generic[V_co]):
    """Reads one field of a move."""

    read: Callable[[str, bool], V_co | None]
    """Returns the value of words, or None; the flag is True if words may not be abbreviated."""
    refuse: Callable[[str], UnreadableMove | None] = lambda words: None
    """Returns the error for words that follow a valid verb but have no value; None for the default error."""
    list_begun: Callable[[str], Sequence[V_co]] = lambda words: ()
    """Returns the values with names that begin with words."""


Readers: TypeAlias = Mapping[str, NotationReader[object]]


def read_names(
    names: Iterable[tuple[str, _V]], *, refuse: Callable[[str], UnreadableMove | None] = lambda words: None
) -> NotationReader[_V]:
    """Return a reader of names; the start of a name is enough if only one value has it."""
    exact = dict(names)
    folded: dict[str, set[_V]] = {}
    for name, value in exact.items():
        folded.setdefault(fold(name), set()).add(value)

    def read(words: str, in_full: bool) -> _V | None:
        if words in exact:
            return exact[words]
        start = fold(words)
        fitting = folded.get(start, set())
        if not fitting and not in_full and len(start) >= LEAST_LETTERS:
            fitting = set().union(*(values for name, values in folded.items() if name.startswith(start)))
        return next(iter(fitting)) if len(fitting) == 1 else None

    def list_begun(words: str) -> Sequence[_V]:
        start = fold(words)
        begun = (value for name, value in exact.items() if start and fold(name).startswith(start))
        return tuple(dict.fromkeys(begun))

    return NotationReader(read, refuse, list_begun)


def read_value_words(parse: Callable[[str], _V | None]) -> NotationReader[_V]:
    """Return a reader of values such as numbers; `parse` gets lower-case text and returns None if invalid."""
    return NotationReader(lambda words, in_full: parse(words.lower()))


@dataclass(frozen=True, slots=True, eq=False)
class MovePattern(Generic[M]):
    """A notation, and how moves are made from what it reads."""

    notation: str
    make: Callable[..., M | None]
    """Returns the move with these values of the fields; None if they do not go together."""

    def read(self, words: Sequence[str], readers: Readers, *, in_full: bool) -> Iterator[M]:
        """Yield the moves that the words can mean, legal or not."""
        for pieces in _parse(self.notation):
            for values in _match(pieces, words, readers, in_full):
                move = self.make(**values)
                if move is not None:
                    yield move


def make_patterns(*kinds: type[N]) -> tuple[MovePattern[N], ...]:
    """Return the patterns of move classes."""
    return tuple(MovePattern(kind.notation, kind.from_fields) for kind in kinds)


MOST_WORDS = 40
"""Maximum number of words of a move."""


def read_move(
    rules: Rules[S, M],
    state: S,
    actor: str,
    text: str,
    patterns: Sequence[MovePattern[M]],
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
    readings: tuple[tuple[MovePattern[M], M], ...] = _read_in_full(
        " ".join(words), tuple(patterns), tuple(readers.items())
    )
    if len(readings) == 1 and "[" not in readings[0][0].notation:
        return readings[0][1]
    if lawful := _list_legal(rules, state, actor, (move for _, move in readings)):
        return _get_only(words, lawful)
    legal = rules.moves(state, actor)
    if readings:
        begun = tuple(f"{move.text} " for pattern, move in readings if "[" in pattern.notation)
        fitting = tuple(move for move in legal if move.text.startswith(begun))
        return _get_only(words, fitting) if fitting else readings[0][1]
    typed = split(text)
    if fitting := list_fitting(typed, ((move, split(move.text)) for move in legal), *TYPED):
        return _get_only(words, fitting, is_certain=is_clear(typed, split(fitting[0].text), tuple(patterns)))
    starts = dict.fromkeys(("", implied, *_list_starts(legal)))
    meant = [
        move
        for start in starts
        for _, move in _read_all([*start.split(), *words], patterns, readers, in_full=False)
    ]
    if lawful := _list_legal(rules, state, actor, meant):
        return _get_only(words, lawful, is_certain=not (len(text) == 1 and text.isalpha()))
    if meant:
        return meant[0]
    raise _get_refusal(words, patterns, readers) or UnreadableMove(" ".join(words))


def _list_legal(rules: Rules[S, M], state: S, actor: str, moves: Iterable[M]) -> tuple[M, ...]:
    return tuple(move for move in dict.fromkeys(moves) if _is_legal(rules, state, actor, move))


def _get_only(words: Sequence[str], fitting: Sequence[M], *, is_certain: bool = True) -> M:
    """Return the only move that fits; raise AmbiguousMove if there are several, or if it is not certain."""
    if len(fitting) > 1 or not is_certain:
        raise AmbiguousMove(" ".join(words), [move.text for move in fitting])
    return fitting[0]


def list_verbs(patterns: Iterable[MovePattern[Any]]) -> tuple[str, ...]:
    """Return the fixed words of moves, each as it is written, without duplicates."""
    pieces = (piece for pattern in patterns for piece in _parse(pattern.notation)[0])
    return tuple(dict.fromkeys(piece.texts[0] for piece in pieces if isinstance(piece, _FixedWords)))


@lru_cache(maxsize=64)
def list_finals(patterns: tuple[MovePattern[Any], ...]) -> frozenset[str]:
    """Return the moves that must be typed in full, because they give something up."""
    pieces = (each for pattern in patterns for each in _parse(pattern.notation) if len(each) == 1)
    fixed = (piece for (piece,) in pieces if isinstance(piece, _FixedWords) and piece.is_final)
    return frozenset(fold(text) for piece in fixed for text in piece.texts)


@lru_cache(maxsize=64)
def _list_particles(patterns: tuple[MovePattern[Any], ...]) -> frozenset[str]:
    """Return the fixed words that are too short to mean anything on their own, such as `to`."""
    return frozenset(fold(word) for word in list_verbs(patterns) if len(word) < LEAST_LETTERS)


@lru_cache(maxsize=256)
def list_pattern_fields(notation: str) -> tuple[str, ...]:
    """Return the names of the fields of a notation."""
    return tuple(re.findall(r"\{(\w+)\}", notation))


def write_move(notation: str, move: object) -> str:
    """Return a move in its notation, without optional pieces that have a field without a value."""
    *longer, (shortest, _) = _list_templates(notation)
    for template, fields in longer:
        if all(getattr(move, field, None) not in (None, "") for field in fields):
            return template.format(move)
    return shortest.format(move)


@lru_cache(maxsize=256)
def _list_templates(notation: str) -> Sequence[tuple[str, Sequence[str]]]:
    """Return the format strings of a notation, with and without optional pieces, each with its fields."""
    written = re.sub(r"\(([^|)]*).*?\)", r"\1", notation.replace("!", ""))
    return [(text.replace("{", "{0."), list_pattern_fields(text)) for text in _expand(written)]


def _is_legal(rules: Rules[S, M], state: S, actor: str, move: M) -> bool:
    try:
        rules.check(state, actor, move)
    except IllegalMove:
        return False
    return True


@lru_cache(maxsize=4096)
def _read_in_full(
    text: str, patterns: tuple[MovePattern[M], ...], readers: tuple[tuple[str, NotationReader[object]], ...]
) -> tuple[tuple[MovePattern[M], M], ...]:
    """Return the moves that match without abbreviations; results are cached because logs repeat moves."""
    return tuple(_read_all(text.split(), patterns, dict(readers), in_full=True))


def _read_all(
    words: Sequence[str], patterns: Sequence[MovePattern[M]], readers: Readers, *, in_full: bool
) -> Iterator[tuple[MovePattern[M], M]]:
    first = fold(words[0]) if in_full else ""
    for pattern in patterns:
        if not first or _can_begin(pattern.notation, first):
            for move in pattern.read(words, readers, in_full=in_full):
                yield pattern, move


@lru_cache(maxsize=4096)
def _can_begin(notation: str, word: str) -> bool:
    firsts = [pieces[0] for pieces in _parse(notation)]
    return any(isinstance(first, str) or word in [split(text)[0] for text in first.texts] for first in firsts)


def _list_starts(legal: Sequence[AnyMove]) -> list[str]:
    """Return the common start of the legal moves of each kind, but never a whole move: `deal Bo`."""
    kinds: dict[str, list[list[str]]] = {}
    for move in legal:
        *start, last = move.text.split()
        kinds.setdefault(start[0] if start else last, []).append(start)
    columns = (zip(*starts, strict=False) for starts in kinds.values() if len(starts) > 1)
    common = (takewhile(lambda words: len({*words}) == 1, each) for each in columns)
    return [" ".join(word for word, *_ in each) for each in common]


def _get_refusal(
    words: Sequence[str], patterns: Sequence[MovePattern[M]], readers: Readers
) -> UnreadableMove | None:
    """Return the error for words that begin with a verb and continue with an unknown name, if any."""
    accept = NotationReader(lambda words, in_full: words)
    for pattern in patterns:
        match _parse(pattern.notation)[-1]:
            case (_FixedWords() as verb, str() as name):
                for values in _match((verb, name), words, {name: accept}, in_full=True):
                    return readers[name].refuse(str(values[name]))
    return None


class _FixedWords(NamedTuple):
    """Words with their synonyms, of which the first is written."""

    texts: tuple[str, ...]
    is_final: bool
    """True if they must be typed in full."""


_Piece: TypeAlias = _FixedWords | str
"""Fixed words, or the name of a field."""


@lru_cache(maxsize=256)
def _parse(notation: str) -> tuple[tuple[_Piece, ...], ...]:
    """Return the pieces of a notation, with and without those that are optional."""
    split_up = (re.findall(r"\{(\w+)\}|(?:\((.*?)\)|([^\s{(!]+))(!?)", each) for each in _expand(notation))
    return tuple(
        tuple(
            field or _FixedWords(tuple((verbs or word).split("|")), bool(final))
            for field, verbs, word, final in each
        )
        for each in split_up
    )


def _expand(notation: str) -> tuple[str, ...]:
    """Return `keep on {virus}` and `keep` for `keep[ on {virus}]`: the longest notation first."""
    before, bracket, after = notation.partition("[")
    if not bracket:
        return (notation,)
    optional, _, rest = after.partition("]")
    return (*_expand(before + optional + rest), *_expand(before + rest))


def _match(
    pieces: Sequence[_Piece], words: Sequence[str], readers: Readers, in_full: bool
) -> Iterator[dict[str, object]]:
    """Yield the values of the fields for each way in which the pieces match the words, at least one each."""
    if not pieces and not words:
        yield {}
    if not 0 < len(pieces) <= len(words):
        return
    first, rest = pieces[0], pieces[1:]
    most = len(words) - len(rest)
    if isinstance(first, _FixedWords):
        most = min(most, max(len(text.split()) for text in first.texts))
    for size in range(1 if rest else len(words), most + 1):
        value = _read_piece(first, words[:size], readers, in_full)
        if value is not None:
            own = {first: value} if isinstance(first, str) else {}
            for values in _match(rest, words[size:], readers, in_full):
                yield own | values


def _read_piece(piece: _Piece, words: Sequence[str], readers: Readers, in_full: bool) -> object:
    """Return the value of a field, or True for fixed words, whose last ones may be omitted; else None."""
    if isinstance(piece, str):
        if piece not in readers:
            raise LookupError(f"no reader for the field `{piece}` of moves; there are: {', '.join(readers)}")
        return readers[piece].read(" ".join(words), in_full)
    fits, folded = is_whole if in_full or piece.is_final else begins, list(map(fold, words))
    return any(fits(folded, split(text)) for text in piece.texts) or None


_Words: TypeAlias = Sequence[str]
Fits: TypeAlias = Callable[[_Words, _Words], bool]
"""Returns True if typed words fit those of a name."""
_JOINTS = re.compile(r"(?<=\w)(?:\.(?=\w|\s|$)|[-_](?=\w))")
"""Signs within a name that may be blanks: `St. Petersburg`, `plage_self`."""


def list_fitting(typed: _Words, named: Iterable[tuple[T, _Words]], *grades: Fits) -> tuple[T, ...]:
    """Return the values whose names fit typed words, by the first grade that any of them fits."""
    names = list(named)
    for fits in grades if typed else ():
        if fitting := tuple(value for value, name in names if fits(typed, name)):
            return fitting
    return ()


def _are_first(typed: _Words, name: _Words, is_equal: Callable[[str, str], bool]) -> bool:
    return len(typed) <= len(name) and all(map(is_equal, name, typed))


def _are_in_order(typed: _Words, name: _Words, is_equal: Callable[[str, str], bool]) -> bool:
    rest = iter(name)
    return all(any(is_equal(own, word) for own in rest) for word in typed)


LEAST_LETTERS = 3
"""Number of letters of the shortest abbreviation."""


def abbreviates(word: str, typed: str) -> bool:
    """Return True if a typed word is a word, its start with at least three letters, or `d2` of `d2=4`."""
    is_long = len(typed) >= LEAST_LETTERS or word.startswith(f"{typed}=")
    return typed == word or (is_long and word.startswith(typed))


def is_whole(typed: _Words, name: _Words) -> bool:
    """Return True if the words are all of a name, letter by letter."""
    return list(typed) == list(name)


starts: Fits = partial(_are_first, is_equal=eq)
"""Fits the first words of a name, letter by letter."""
includes: Fits = partial(_are_in_order, is_equal=eq)
"""Fits words that occur in a name in this order, letter by letter."""
begins: Fits = partial(_are_first, is_equal=abbreviates)
"""Fits abbreviations of the first words of a name."""
occurs: Fits = partial(_are_in_order, is_equal=abbreviates)
"""Fits abbreviations of words that occur in a name in this order."""


def opens(typed: _Words, name: _Words) -> bool:
    """Return True if words are starts of the first words of a name, however short; numbers are complete."""
    numbers = (word for word in typed[:-1] if word.isdecimal())
    return _are_first(typed, name, str.startswith) and all(word in name for word in numbers)


TYPED = (is_whole, opens, occurs)
"""How typed words fit moves, the best first."""


def is_clear(typed: _Words, name: _Words, patterns: tuple[MovePattern[Any], ...]) -> bool:
    """Return True if words that fit only one move are clear enough to play it.

    One letter never is, nor a word such as `to`. Moves that give something up must be complete.
    """
    if is_whole(typed, name):
        return True
    particles = _list_particles(patterns)
    is_long = sum(len(word) for word in typed if word not in particles) > 1
    return is_long and occurs(typed, name) and " ".join(name) not in list_finals(patterns)


def is_among(typed: _Words, name: _Words) -> bool:
    """Return True if the words are abbreviations of words of a name, in any order."""
    return all(any(abbreviates(own, word) for own in name) for word in typed)


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Return small letters without accents, and blanks for points, hyphens, and underscores in names."""
    plain = text.lower()
    if plain.isalnum() and plain.isascii():
        return plain
    if not text.isascii():
        apart = unicodedata.normalize("NFKD", text.casefold())
        # Soft hyphens and marks of direction cannot be seen.
        plain = "".join(
            letter
            for letter in apart
            if not unicodedata.combining(letter) and unicodedata.category(letter) != "Cf"
        )
    return " ".join(_JOINTS.sub(" ", plain).split())


def split(text: str) -> list[str]:
    """Return the folded words of a text with their signs: `4+i`."""
    return fold(text).split()


def list_words(text: str) -> list[str]:
    """Return the folded words of a sentence, without the signs between them."""
    return re.findall(r"\w+", fold(text))

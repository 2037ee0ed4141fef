"""The meaning of typed words: legal moves, or the reason why a move is illegal.

Words of the user's language are translated into the notation. An illegal move is then refused for its own
reason, and a move is found even if there are too many moves to search their descriptions.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from operator import itemgetter

from generator.errors import AmbiguousMove, IllegalMove, RulesError
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass
from generator.play.walks.walkthrough import Walk
from generator.rules import notation
from generator.rules.core import Sentence
from generator.rules.game import AnyGame
from generator.rules.notation import begins, fold, is_among, is_whole, list_fitting, list_words, occurs, split


def find_meaning(walk: Walk, actor: str, typed: str, wording: Wording) -> tuple[str, ...]:
    """Return the legal moves that typed words may mean; raises RulesError if there are none.

    Legal moves go before illegal ones, and the notation before words of the user's language.
    """
    vocabulary = make_vocabulary(walk.game, wording)
    refusals: list[RulesError] = []
    for reading in (typed, *vocabulary.read(typed), *complete_verb(walk.moves(actor), typed)):
        try:
            return (walk.read(actor, reading),)
        except RulesError as error:
            if reading == typed and isinstance(error, IllegalMove):
                raise
            refusals.append(error)
    if fitting := list_described_moves(walk, actor, typed, wording):
        return fitting
    for refusal in refusals:
        if isinstance(refusal, AmbiguousMove):
            return refusal.candidates
    raise next((refusal for refusal in refusals if isinstance(refusal, IllegalMove)), refusals[0])


def list_described_moves(walk: Walk, actor: str, typed: str, wording: Wording) -> tuple[str, ...]:
    """Return the legal moves that the words fit, in their notation or their description."""
    return list_meant_moves(
        walk.moves(actor), typed, describe=lambda move: walk.describe(actor, move).format(wording)
    )


_MOST_DESCRIBED = 400
"""Number of moves whose descriptions are searched if nothing in the notation fits."""


def list_meant_moves(moves: Sequence[str], typed: str, *, describe: Callable[[str], str]) -> tuple[str, ...]:
    """Return the moves that these words may mean: complete words first, then starts of words.

    The notation is searched before descriptions (`describe`), in which words may have any order: languages
    put verbs in different places.
    """
    noted = ((move, split(move)) for move in moves)
    if fitting := list_fitting(split(typed), noted, is_whole, begins, occurs):
        return fitting
    described = ((move, list_words(describe(move))) for move in moves[:_MOST_DESCRIBED])
    return list_fitting(list_words(typed), described, occurs, is_among)


def complete_verb(moves: Sequence[str], typed: str) -> tuple[str, ...]:
    """Complete the first word from the legal moves, so that an illegal move is refused for its own reason."""
    first, *others = typed.split() or [""]
    known = dict.fromkeys(move.split()[0] for move in moves)
    verbs = [verb for verb in known if first and fold(verb).startswith(fold(first))]
    rests = dict.fromkeys((tuple(others), tuple(fold(word) for word in others)))
    return tuple(" ".join((verb, *rest)) for verb in verbs for rest in rests)


def list_meant_names(names: Mapping[str, str], typed: str) -> tuple[str, ...]:
    """Return the keys that these words may mean, by key or name, complete or abbreviated."""
    spelled = [(key, list_words(each)) for key, name in names.items() for each in (key, name)]
    return tuple(dict.fromkeys(list_fitting(list_words(typed), spelled, is_whole, begins, occurs)))


@dataclass(frozen=True, slots=True)
class Name:
    """Words of the notation, and their translation."""

    noted: str
    words: tuple[str, ...]
    """Folded, for comparison."""
    text: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names of a game in one language."""

    names: tuple[Name, ...]

    def gloss(self, noted: str) -> str:
        """Translate the start of a move; empty if a word has no name, or if nothing but case changes."""
        gloss = self.translate(noted)
        return "" if fold(gloss) == fold(noted) else gloss

    def translate(self, noted: str) -> str:
        """Translate the start of a move; empty if a word has no name."""
        words, translated = noted.split(), []
        while words:
            folded = list(map(fold, words))
            fits = [
                (len(own), name.text)
                for name in self.names
                if notation.starts(own := list(map(fold, name.noted.split())), folded)
            ]
            if not fits and not words[0][:1].isdigit():
                return ""
            length, text = max(fits, key=itemgetter(0), default=(1, words[0]))
            translated.append(text)
            words = words[length:]
        return " ".join(translated)

    def read(self, typed: str) -> tuple[str, ...]:
        """Translate words into notation; empty if none of them is a name.

        The first result keeps the order. Each other one has another name in front, since languages put verbs
        in different places.
        """
        pieces = tuple(self._split(typed.split()[: notation.MOST_WORDS]))
        if not any(is_name for _, is_name in pieces):
            return ()
        later = [index for index, (_, is_name) in enumerate(pieces) if is_name and index]
        orders = [pieces, *((pieces[index], *pieces[:index], *pieces[index + 1 :]) for index in later)]
        return tuple(dict.fromkeys(" ".join(word for word, _ in order) for order in orders))

    def _split(self, words: Sequence[str]) -> Iterator[tuple[str, bool]]:
        """Yield names in notation, and other words; the flag is True for a name."""
        index = 0
        while index < len(words):
            name, length = self._match(words[index:])
            yield (name.noted, True) if name else (words[index], False)
            index += length

    def _match(self, words: Sequence[str]) -> tuple[Name | None, int]:
        """Return the name at the start of the words, None if it is ambiguous, and its number of words."""
        typed = [fold(word.strip(",;:()")) for word in words]
        fits = [(*_measure(typed, name.words), name) for name in self.names]
        longest = max((fit[:3] for fit in fits), default=(0, 0, 0))
        best = {name.noted: name for *measure, name in fits if tuple(measure) == longest}
        if longest[0] == 0 or len(best) > 1:
            return None, 1
        return next(iter(best.values())), longest[0]


def make_vocabulary(game: AnyGame, wording: Wording) -> Vocabulary:
    """Return the names of the notation that the companion and the wording of a game have."""
    keys = ((verb, f"word.{verb.replace(' ', '_')}") for verb in notation.list_verbs(game.notation))
    verbs = ((verb, Sentence(key)) for verb, key in keys if key in wording)
    texts = ((noted, name.format(wording)) for noted, name in (*game.companion.words, *verbs))
    return Vocabulary(tuple(Name(noted, tuple(map(fold, text.split())), text) for noted, text in texts))


_LEAST_LETTERS = 3
"""Number of letters of the shortest abbreviation of a word."""


def _measure(typed: Sequence[str], words: Sequence[str]) -> tuple[int, bool, int]:
    """Return how many words of a name were typed, whether these are all, and how many are complete."""
    begun = complete = 0
    for start, word in zip(typed, words, strict=False):
        if start != word and (len(start) < _LEAST_LETTERS or not word.startswith(start)):
            break
        begun += 1
        complete += start == word
    return begun, begun == len(words), complete


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a list: a move in its notation, or several with the same start."""

    moves: tuple[str, ...]
    start: str
    """Common start; the complete notation of a single move."""

    @property
    def only(self) -> str:
        """The single move; empty if there are several."""
        return self.moves[0] if len(self.moves) == 1 else ""


def group_moves(moves: Sequence[str], *, most: int, rare: Collection[str] = ()) -> tuple[Choice, ...]:
    """Group moves with the same start into at most `most` entries, in the order of the moves.

    Groups are split while there is room: those with the shortest start first, then the smallest. If too many
    moves differ in the first word, the list is longer. Moves that begin with `rare` words come last, in one
    entry for each of these words, unless there are no other moves.
    """
    last = tuple(move for move in moves if move.split()[0] in rare)
    if 0 < len(last) < len(moves):
        closed = tuple(Choice(group, get_common_start(group)) for group in _split_at(last, 0))
        others = [move for move in moves if move not in last]
        return (*group_moves(others, most=most - len(closed)), *closed)
    groups = _split(tuple(moves))
    while True:
        openings = [
            (len(_cut(get_common_start(group))), len(parts), index, parts)
            for index, group in enumerate(groups)
            if len(group) > 1 and len(groups) - 1 + len(parts := _split(group)) <= most
        ]
        if not openings:
            return tuple(Choice(group, get_common_start(group)) for group in groups)
        *_, index, parts = min(openings, key=lambda opening: opening[:3])
        groups = (*groups[:index], *parts, *groups[index + 1 :])


def _split(moves: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return groups of moves that differ after the common start of all."""
    if len(moves) < 2:
        return (moves,) if moves else ()
    return _split_at(moves, len(_cut(get_common_start(moves))))


def _split_at(moves: Sequence[str], index: int) -> tuple[tuple[str, ...], ...]:
    """Return groups of moves with the same pieces up to an index."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for move in moves:
        groups.setdefault(_cut(move)[: index + 1], []).append(move)
    return tuple(tuple(group) for group in groups.values())


def get_common_start(moves: Sequence[str]) -> str:
    """Return the pieces that all moves begin with."""
    return "".join(_list_common(map(_cut, moves))).strip()


def get_shared_words(descriptions: Sequence[str]) -> str:
    """Return the words that all descriptions begin with, without an open bracket or a sign at their end."""
    common = " ".join(_list_common(map(str.split, descriptions)))
    return re.sub(r"\s*\([^)]*$", "", common).rstrip(" :;,–-")


def _list_common(texts: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the pieces with which all texts begin."""
    columns = zip(*texts, strict=False)
    return (column[0] for column in takewhile(lambda column: len({*column}) == 1, columns))


def _cut(text: str) -> tuple[str, ...]:
    """Return the pieces of a move: words, each with the blank before it; `+` begins a piece: `5` and `+2`."""
    return tuple(re.findall(r"\s*\+?[^\s+]+|\s*\+", text))


def get_rest(noted: str, description: str) -> str:
    """Return what the description of a move adds to its notation, which is shown beside it."""
    if {*list_words(description)} <= {*list_words(noted)}:
        return ""
    head, rest = description[: len(noted)], description[len(noted) :].strip()
    return rest if fold(head) == fold(noted) and not rest[:1].isalnum() else description

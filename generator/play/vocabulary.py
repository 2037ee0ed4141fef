"""The meaning of typed words: a legal move, or the reason why it is not legal.

Words of the user's language are translated into the notation. An illegal move is then refused for its own
reason, and a move is found even if there are too many moves to search their descriptions (`choices.py`).
"""

from collections.abc import Iterator, Sequence
from operator import itemgetter

from generator.errors import AmbiguousMove, IllegalMove, RulesError
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass
from generator.play.choices import complete_start, find_moves
from generator.play.walkthrough import Walk
from generator.rules.core import Sentence
from generator.rules.game import AnyGame
from generator.rules.notation import MOST_WORDS, fold, list_verbs, starts

LEAST_LETTERS = 3
"""Shortest abbreviation of a word."""


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
                if starts(own := list(map(fold, name.noted.split())), folded)
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
        found = tuple(self._split(typed.split()[:MOST_WORDS]))
        if not any(is_name for _, is_name in found):
            return ()
        names = [place for place, (_, is_name) in enumerate(found) if is_name and place]
        orders = [found, *((found[place], *found[:place], *found[place + 1 :]) for place in names)]
        return tuple(dict.fromkeys(" ".join(word for word, _ in order) for order in orders))

    def _split(self, words: Sequence[str]) -> Iterator[tuple[str, bool]]:
        place = 0
        while place < len(words):
            name, length = self._find(words[place:])
            yield (name.noted, True) if name else (words[place], False)
            place += length

    def _find(self, words: Sequence[str]) -> tuple[Name | None, int]:
        """Return the name at the start of the words, if it is unambiguous, and its number of words."""
        wanted = [fold(word.strip(",;:()")) for word in words]
        fits = [(*_measure(wanted, name.words), name) for name in self.names]
        longest = max((fit[:3] for fit in fits), default=(0, 0, 0))
        best = {name.noted: name for *measure, name in fits if tuple(measure) == longest}
        if longest[0] == 0 or len(best) > 1:
            return None, 1
        return next(iter(best.values())), longest[0]


def make_vocabulary(game: AnyGame, wording: Wording) -> Vocabulary:
    """Collect the names of the notation from companion and wording."""
    keys = ((verb, f"word.{verb.replace(' ', '_')}") for verb in list_verbs(game.notation))
    verbs = ((verb, Sentence(key)) for verb, key in keys if key in wording)
    texts = ((noted, name.format(wording)) for noted, name in (*game.companion.words, *verbs))
    return Vocabulary(tuple(Name(noted, tuple(map(fold, text.split())), text) for noted, text in texts))


def _measure(typed: Sequence[str], words: Sequence[str]) -> tuple[int, bool, int]:
    """Return how many words of a name were typed, whether these are all, and how many are complete."""
    begun = complete = 0
    for wanted, word in zip(typed, words, strict=False):
        if wanted != word and (len(wanted) < LEAST_LETTERS or not word.startswith(wanted)):
            break
        begun += 1
        complete += wanted == word
    return begun, begun == len(words), complete


def find_meaning(walk: Walk, actor: str, typed: str, wording: Wording) -> tuple[str, ...]:
    """Return the legal moves that typed words may mean; raises RulesError if there are none.

    Legal moves go before illegal ones, and the notation before words of the user's language.
    """
    vocabulary = make_vocabulary(walk.game, wording)
    refusals: list[RulesError] = []
    for reading in (typed, *vocabulary.read(typed), *complete_start(walk.moves(actor), typed)):
        try:
            return (walk.read(actor, reading),)
        except RulesError as error:
            if reading == typed and isinstance(error, IllegalMove):
                raise
            refusals.append(error)
    if found := find_described(walk, actor, typed, wording):
        return found
    for refusal in refusals:
        if isinstance(refusal, AmbiguousMove):
            return refusal.candidates
    raise next((refusal for refusal in refusals if isinstance(refusal, IllegalMove)), refusals[0])


def find_described(walk: Walk, actor: str, typed: str, wording: Wording) -> tuple[str, ...]:
    """Return the legal moves that the words fit, in the notation or as they are described."""
    return find_moves(
        walk.moves(actor), typed, describe=lambda move: walk.describe(actor, move).format(wording)
    )

"""Words of the user's language -> words of the notation, for moves that no list holds.

Legal moves are found by the words in which they are told (`choices.py`). These are for those that are not
legal, so that they are refused for their own reason, and for moves that are too many to be told.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.model.wording import Wording
from generator.rules.core import Sentence
from generator.rules.game import AnyGame
from generator.rules.likeness import fold
from generator.rules.notation import list_verbs

LEAST_LETTERS = 3
"""Of the start of a word that stands for the whole word."""
MOST_WORDS = 40
"""Of a line in which words are looked for; no move is as long."""


@dataclass(frozen=True, slots=True)
class Name:
    """A word of the notation, or several that belong together, and what it is called."""

    noted: str
    words: tuple[str, ...]
    """Folded, as they are compared."""
    said: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All names of a game in one language."""

    names: tuple[Name, ...]

    def gloss(self, noted: str) -> str:
        """The beginning of a move in words; nothing where one of its words has no name, or all are alike."""
        words, said = noted.split(), []
        while words:
            here = [name for name in self.names if _starts(words, name.noted.split())]
            if here:
                name = max(here, key=lambda name: len(name.noted.split()))
                said.append(name.said)
                words = words[len(name.noted.split()) :]
            elif words[0][:1].isdigit():
                said.append(words.pop(0))
            else:
                return ""
        told = " ".join(said)
        return "" if fold(told) == fold(noted) else told

    def read(self, typed: str) -> tuple[str, ...]:
        """The notation that these words may be, word for word; none where no name is among them.

        First in their order, then with each name before all else: languages put their verbs in different
        places.
        """
        found = tuple(self._split(typed.split()[:MOST_WORDS]))
        if not any(is_name for _, is_name in found):
            return ()
        orders = [found]
        orders += [
            (found[place], *found[:place], *found[place + 1 :])
            for place, (_, is_name) in enumerate(found)
            if is_name and place
        ]
        return tuple(dict.fromkeys(" ".join(word for word, _ in order) for order in orders))

    def _split(self, words: Sequence[str]) -> Iterator[tuple[str, bool]]:
        """Piece by piece, in the notation where it is known, and whether it is."""
        place = 0
        while place < len(words):
            name, length = self._find(words[place:])
            yield (name.noted, True) if name else (words[place], False)
            place += length

    def _find(self, words: Sequence[str]) -> tuple[Name | None, int]:
        """The name that begins here, and how many words were typed of it; none where several may be meant."""
        wanted = [fold(word.strip(",;:()")) for word in words]
        fits = [(*_measure(wanted, name.words), name) for name in self.names]
        longest = max((fit[:3] for fit in fits), default=(0, 0, 0))
        best = {name.noted: name for *measure, name in fits if tuple(measure) == longest}
        if longest[0] == 0 or len(best) > 1:
            return None, 1
        return next(iter(best.values())), longest[0]


def make_vocabulary(game: AnyGame, wording: Wording) -> Vocabulary:
    """From what a game calls the words of its notation, in companion or wording."""
    keys = ((verb, f"word.{verb.replace(' ', '_')}") for verb in list_verbs(game.notation))
    verbs = [(verb, Sentence(key)) for verb, key in keys if key in wording]
    said = ((noted, called.say(wording)) for noted, called in (*game.companion.words, *verbs))
    return Vocabulary(tuple(Name(noted, tuple(map(fold, text.split())), text) for noted, text in said))


def _starts(words: Sequence[str], start: Sequence[str]) -> bool:
    return [fold(word) for word in words[: len(start)]] == [fold(word) for word in start]


def _measure(typed: Sequence[str], words: Sequence[str]) -> tuple[int, bool, int]:
    """With how many words a name was begun, whether these are all of it, and how many of them were whole."""
    begun = whole = 0
    for wanted, word in zip(typed, words, strict=False):
        if wanted != word and (len(wanted) < LEAST_LETTERS or not word.startswith(wanted)):
            break
        begun += 1
        whole += wanted == word
    return begun, begun == len(words), whole

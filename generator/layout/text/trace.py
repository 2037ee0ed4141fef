"""A trace of texts that are set: from letters on a page back to the text that they show.

Layouts of the same game, one after the other, may share a trace: what asks for the same texts is made once.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field
from generator.scene.shapes import GlyphRun, ShapedWord

T = TypeVar("T")
_MOST_KEPT = 20_000
"""Number of results after which those go that the next layouts do not ask for."""
AskedTexts: TypeAlias = tuple[tuple[str, str], ...]
"""Keys of texts, with the texts as they were filled in."""


class _Result(NamedTuple):
    """A result that is kept, with the texts that it shows, and the objects that its key identifies."""

    made: Any
    asked: AskedTexts
    sentences: Mapping[str, str]
    holds: object


class _TracedPieces(tuple[ShapedWord, ...]):
    """The pieces of a run, which moved runs still have, with the text that they are part of."""

    source: str


def trace_text(text: str, shapes: Iterable[T | GlyphRun]) -> tuple[T | GlyphRun, ...]:
    """Return shapes of a text with runs that can be traced back to it."""
    return tuple(_trace(text, shape) if isinstance(shape, GlyphRun) else shape for shape in shapes)


def _trace(text: str, run: GlyphRun) -> GlyphRun:
    pieces = _TracedPieces(run.pieces)
    pieces.source = text
    return run._replace(pieces=pieces)


def find_traced_text(run: GlyphRun) -> str:
    """Return the text that a run is part of; empty if it is unknown."""
    return run.pieces.source if isinstance(run.pieces, _TracedPieces) else ""


@dataclass(eq=False, slots=True)
class TextTrace:
    """The texts that layouts of a game have asked for, and what they have made of them."""

    _results: dict[Hashable, _Result] = field(default_factory=dict)
    _before: dict[Hashable, _Result] = field(default_factory=dict)
    """Results of earlier layouts, which go if no layout asks for them."""
    _asked: list[tuple[str, str]] = field(default_factory=list)
    """The texts that this layout has asked for, in their order."""

    def begin(self) -> None:
        """Begin another layout of the same game."""
        self._asked.clear()
        if len(self._results) > _MOST_KEPT:
            self._before, self._results = self._results, {}

    def note(self, key: str, text: str) -> None:
        """Note that a text was asked for."""
        self._asked.append((key, text))

    @property
    def asked(self) -> int:
        """Number of times that a text was asked for."""
        return len(self._asked)

    def list_asked(self, since: int) -> AskedTexts:
        """Return the texts that were asked for since their number was this."""
        return tuple(dict.fromkeys(self._asked[since:]))

    def note_again(self, wording: Wording, asked: AskedTexts) -> None:
        """Note texts that were asked for when something was made that is taken now."""
        for key, text in asked:
            wording.note(key, text)

    def recall(
        self, key: Hashable, wording: Wording, make: Callable[[], tuple[T, bool]], holds: object = None
    ) -> T:
        """Return what was made for a key, now or in an earlier layout, unless a text is another one by now.

        `key` has everything else it depends on; `holds` are objects whose identity is in the key. `make`
        returns, too, whether it may be kept.
        """
        found = self._results.get(key) or self._before.get(key)
        if found and all(wording.sentences.get(name) == text for name, text in found.sentences.items()):
            self._results[key] = found
            self.note_again(wording, found.asked)
            return cast("T", found.made)
        since = self.asked
        made, is_kept = make()
        if is_kept:
            asked = self.list_asked(since)
            sentences = {name: wording.sentences.get(name, "") for name, _ in asked}
            self._results[key] = _Result(made, asked, sentences, holds)
        return made

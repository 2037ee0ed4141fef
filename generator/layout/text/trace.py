"""A trace of texts that are set: from letters on a page back to the text that they show."""

from collections.abc import Iterable
from typing import TypeVar

from generator.model.values import dataclass, field
from generator.scene.shapes import GlyphRun, ShapedWord

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TextTrace:
    """The text of each run of glyphs that was set, found by its pieces, which moved runs still have."""

    _texts: dict[int, tuple[tuple[ShapedWord, ...], str]] = field(default_factory=dict)
    """By identity of the pieces, which are kept so that no others get it."""

    def note(self, text: str, shapes: Iterable[T | GlyphRun]) -> tuple[T | GlyphRun, ...]:
        """Return shapes of a text with runs that can be found."""
        return tuple(self._note(text, shape) if isinstance(shape, GlyphRun) else shape for shape in shapes)

    def _note(self, text: str, run: GlyphRun) -> GlyphRun:
        # Words that are set often share their pieces: these are new ones.
        pieces = (*run.pieces,)
        self._texts[id(pieces)] = pieces, text
        return run._replace(pieces=pieces)

    def find(self, run: GlyphRun) -> str:
        """Return the text of a run; empty if it is unknown."""
        return self._texts.get(id(run.pieces), ((), ""))[1]

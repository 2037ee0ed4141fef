"""Content whose small words have the colours in which a press prints them."""

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from generator.backends.pdf.content import Content, Resources
from generator.backends.pdf.spaces import Space
from generator.model.printing.inks import SMALL, Separator
from generator.scene.shapes import Colour, GlyphRun

FindColour: TypeAlias = Callable[[Colour], Colour]


def make_finder(separator: Separator) -> FindColour:
    """Return the function that finds the colour of small words: most often, a grey as light."""

    def find(colour: Colour) -> Colour:
        return Colour(*separator.find_word_colour((colour.red, colour.green, colour.blue), 0.0), colour.alpha)

    return cache(find)


class WordContent(Content):
    """A content stream that changes the colours of small words."""

    def __init__(
        self,
        resources: Resources,
        space: Space,
        find_colour: FindColour,
        *,
        is_symbol: bool = False,
        scale: float = 1.0,
    ) -> None:
        super().__init__(resources, space, is_symbol=is_symbol, scale=scale)
        self._find_colour = find_colour

    def _draw_run(self, run: GlyphRun) -> None:
        if run.size * self._find_scale() < SMALL:
            run = run._replace(colour=self._find_colour(run.colour))
        super()._draw_run(run)

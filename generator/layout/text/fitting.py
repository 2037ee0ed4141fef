"""Finding the largest size at which a text fits."""

from bisect import bisect_left
from collections.abc import Callable
from math import ceil, inf
from typing import NamedTuple

from generator.errors import LayoutError
from generator.layout.text.lines import Line, break_lines, count_lines
from generator.layout.text.paragraph import Paragraph
from generator.model.elements.boxes import Aligned
from generator.model.geometry import ROUNDING
from generator.model.language.scalars import MM_PER_POINT
from generator.model.style import TypeStyle

STEP = 0.05 * MM_PER_POINT
"""Step between sizes: a twentieth of a point."""


def find_size(largest: float, smallest: float, fits: Callable[[float], bool]) -> float | None:
    """Return the largest size that fits, by bisection; None if even the smallest does not fit.

    A text that fits at one size is assumed to fit at all smaller sizes.
    """
    if fits(largest):
        return largest
    if largest <= smallest or not fits(smallest):
        return None
    steps = ceil((largest - smallest) / STEP)
    step = 1 + bisect_left(range(1, steps), True, key=lambda step: fits(largest - step * STEP))
    return smallest if step == steps else largest - step * STEP


class Setting(NamedTuple):
    """A text with its style and the space that it must fit; lengths are in mm.

    Every card has a dozen of them: a named tuple takes a third of the time of a dataclass.
    """

    text: str
    style: TypeStyle
    width: float = inf
    max_height: float = inf
    most_lines: int = 0
    """Maximum number of lines; 0: as many as fit."""
    align: Aligned = "start"
    thing: str = ""
    """Name of the part for error messages; empty: the text itself."""

    def fit(self, paragraph: Paragraph) -> tuple[float | None, list[Line]]:
        """Return the largest size that fits, and the lines; None, and those of the smallest size."""
        style = self.style
        tried: dict[float, list[Line]] = {}

        def fits(size: float) -> bool:
            lines = tried[size] = break_lines(paragraph, self.width / size)
            if self._over(lines, size) or 0 < self.most_lines < len(lines):
                return False
            return count_lines(lines) * size * style.leading <= self.max_height + ROUNDING

        size = find_size(style.size, style.smallest, fits)
        return size, tried[min(style.size, style.smallest) if size is None else size]

    def _over(self, lines: list[Line], size: float) -> float:
        """Return by how much the widest line is too wide; 0 if it fits."""
        over = max([line.width for line in lines], default=0.0) * size - self.width
        return over if over > ROUNDING else 0.0

    def no_fit(self, lines: list[Line]) -> LayoutError:
        """Return the error for the lines of the smallest size."""
        style, thing = self.style, self.thing or shorten(self.text)
        over = self._over(lines, style.smallest)
        if over:
            widest = max(lines, key=lambda line: line.width)
            return LayoutError(thing, f"{widest.text!r} is too wide", over_mm=over)
        max_height = min(self.max_height, self.most_lines * style.smallest * style.leading or inf)
        height = count_lines(lines) * style.smallest * style.leading
        text = shorten(" ".join(line.text for line in lines if line.text))
        return LayoutError(thing, f"{text} is too tall", over_mm=height - max_height)


def shorten(text: str) -> str:
    """Return the text in quotes, shortened for error messages."""
    return repr(text if len(text) <= 40 else text[:37] + "...")

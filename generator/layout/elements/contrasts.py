"""Texts that can hardly be seen on what is below them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from generator.model.geometry import Rectangle
from generator.model.values import replace
from generator.model.vision import measure_contrast
from generator.scene.shapes import (
    WHITE,
    Colour,
    GlyphRun,
    Group,
    Path,
    Picture,
    Shape,
    Symbol,
    Use,
    move_point,
)
from generator.scene.visible import DrawnLeaf, Measures, Painter, SeenAt, list_leaves

LEAST_VISIBLE = 1.5
"""Contrast below which a text is hardly visible (WCAG 2); readable text has 4.5."""
_PLACES = 24
"""Number of places along a line of text at which it is compared with what is below it."""
_MOST_KEPT = 4000
"""Maximum number of colour pairs whose contrast is cached; a part has a few hundred."""


class _Paints(NamedTuple):
    """The colours of the texts of some shapes, and of everything else."""

    texts: frozenset[Colour] = frozenset()
    others: frozenset[Colour] = frozenset()


class ContrastChecker:
    """Checks the texts of pieces or pages; symbols that they share are searched once."""

    def __init__(self) -> None:
        self._measures = Measures()
        # No other symbol has the identity of one that is kept.
        self._symbols: dict[int, tuple[Symbol, _Paints]] = {}

    def check(self, shapes: Sequence[Shape], box: Rectangle) -> Iterator[str]:
        """Yield a warning for each text that is hardly visible in a box of white paper."""
        paints = self._list_paints(shapes)
        grounds = {WHITE, *paints.others}
        doubtful = {
            text for text in paints.texts if any(_measure(text, other) < LEAST_VISIBLE for other in grounds)
        }
        if not doubtful:
            return
        leaves = list_leaves(shapes, box, self._measures)
        painter = Painter(leaves, self._measures)
        for leaf in leaves:
            if isinstance(leaf.shape, GlyphRun) and leaf.shape.colour in doubtful and leaf.shape.text.strip():
                yield from self._check_run(leaf, leaf.shape, painter)

    def _check_run(self, leaf: DrawnLeaf, run: GlyphRun, painter: Painter) -> Iterator[str]:
        left, top, right, bottom = self._measures.find_box(run)
        middle = (top + bottom) / 2
        start, end = (move_point(leaf.transform, x, middle) for x in (left, right))
        points = (start, end, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        if all(leaf.box.distance(*point) for point in points):
            # No more than an edge of the letters is seen, such as on the next sheet of a poster.
            return
        below = [seen for seen, _ in groupby(painter.look(start, end, _PLACES, below=leaf))]
        contrast = max(_compare(run.colour, seen, leaf.opacity) for seen in below)
        if contrast < LEAST_VISIBLE:
            ground = next((seen.hex for seen in below if isinstance(seen, Colour)), "white paper")
            yield (
                f"a text in {run.colour.hex} is hardly visible on {ground}: the contrast is {contrast:.1f}, "
                f"but should be at least {LEAST_VISIBLE}"
            )

    def _list_paints(self, shapes: Iterable[Shape]) -> _Paints:
        texts: set[Colour] = set()
        others: set[Colour] = set()
        for shape in shapes:
            match shape:
                case GlyphRun():
                    texts.add(shape.colour)
                case Path():
                    others.update(*(paint.colours for paint in shape.paints))
                case Group():
                    inner = self._list_paints(shape.shapes)
                    texts |= inner.texts
                    others |= inner.others
                case Use():
                    inner = self._look_inside(shape.symbol)
                    texts |= inner.texts
                    others |= inner.others
        return _Paints(frozenset(texts), frozenset(others))

    def _look_inside(self, symbol: Symbol) -> _Paints:
        if id(symbol) not in self._symbols:
            self._symbols[id(symbol)] = symbol, self._list_paints(symbol.shapes)
        return self._symbols[id(symbol)][1]


@lru_cache(maxsize=_MOST_KEPT)
def _measure(text: Colour, ground: Colour) -> float:
    """Return the contrast of a text; what shines through is as if it were not there."""
    return measure_contrast(ground.mixed(text, text.alpha).rgb, ground.rgb)


def _compare(text: Colour, seen: SeenAt, opacity: float) -> float:
    """Return the contrast of a text with what is below it; a picture may have any colour."""
    if isinstance(seen, Picture):
        return LEAST_VISIBLE
    faded = replace(text, alpha=text.alpha * opacity)
    return max(_measure(faded, colour) for colour in (seen or WHITE).colours)

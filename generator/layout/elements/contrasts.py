"""Texts that can hardly be seen on what is below them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from generator.model.geometry import Rectangle
from generator.model.vision import measure_contrast
from generator.scene.shapes import (
    WHITE,
    Colour,
    GlyphRun,
    Gradient,
    Group,
    Path,
    Shape,
    Stroke,
    Symbol,
    Use,
    move_point,
)
from generator.scene.visible import DrawnLeaf, Measures, Painter, SeenAt, list_channels, list_leaves

LEAST_VISIBLE = 1.5
"""Contrast below which a text is hardly visible (WCAG 2); readable text has 4.5."""
_PLACES = 24
"""Number of places along a line of text at which it is compared with what is below it."""


class _Paints(NamedTuple):
    """The colours of the texts of some shapes, and of everything else."""

    texts: frozenset[Colour] = frozenset()
    others: frozenset[Colour] = frozenset()


class ContrastChecker:
    """Checks the texts of pieces or pages; symbols that they share are looked at once."""

    def __init__(self) -> None:
        self._measures = Measures()
        # The identity of a symbol is its own only as long as somebody has it.
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
        below = painter.look(start, end, _PLACES, below=leaf)
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
                    others |= {*_list_colours(shape.fill), *_list_colours(shape.stroke)}
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


def _list_colours(paint: Colour | Gradient | Stroke | None) -> Iterator[Colour]:
    if isinstance(paint, Stroke):
        yield from _list_colours(paint.colour)
    elif isinstance(paint, Gradient):
        yield from (colour for _, colour in paint.stops)
    elif paint is not None:
        yield paint


def _measure(text: Colour, ground: Colour) -> float:
    """Return the contrast of a text; what shines through is as if it were not there."""
    share = text.alpha
    pairs = zip(list_channels(text), list_channels(ground), strict=True)
    red, green, blue = (top * share + bottom * (1 - share) for top, bottom in pairs)
    return measure_contrast((red, green, blue), list_channels(ground))


def _compare(text: Colour, seen: SeenAt, opacity: float) -> float:
    """Return the contrast of a text with what is below it; a picture may have any colour."""
    faded = Colour(text.red, text.green, text.blue, text.alpha * opacity)
    if seen is None:
        return _measure(faded, WHITE)
    if isinstance(seen, Colour):
        return _measure(faded, seen)
    if isinstance(seen, Gradient):
        return max(_measure(faded, colour) for _, colour in seen.stops)
    return LEAST_VISIBLE

"""Texts that are hard to read: on what is below them, and in their size on paper."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, takewhile
from math import inf
from operator import is_
from typing import NamedTuple

from generator.errors import escape
from generator.model.geometry import Rectangle
from generator.model.values import replace
from generator.model.vision import measure_contrast
from generator.scene.shapes import (
    IDENTITY,
    WHITE,
    Colour,
    GlyphRun,
    Group,
    Page,
    Path,
    Picture,
    Shape,
    Symbol,
    Transform,
    Use,
    compose_transforms,
    move_point,
)
from generator.scene.visible import DrawnLeaf, Measures, Painter, SeenAt, hides_box, list_leaves

LEAST_VISIBLE = 1.5
"""Contrast below which a text is hardly visible (WCAG 2); readable text has 4.5."""
_LARGE, _LEAST_OF_LARGE = 14.0, 3.0
"""Size in points from which texts are large, and the contrast that they need at most."""
_TOLERATED = 0.05
_POINT = 25.4 / 72
HARDLY_VISIBLE = "hardly visible"
"""Words for a text whose contrast is below that."""
_PLACES = 24
"""Number of places along a line of text at which it is compared with what is below it."""
_MOST_KEPT = 4000
"""Maximum number of colour pairs whose contrast is cached; a part has a few hundred."""


class _Paints(NamedTuple):
    """The colours of the texts of some shapes, and of everything else."""

    texts: frozenset[Colour] = frozenset()
    others: frozenset[Colour] = frozenset()


class ContrastChecker:
    """Checks the texts of pieces or pages; symbols that they share are searched once.

    `least` is the contrast that texts need; with more than 3, large ones need only this.
    """

    def __init__(self, least: float = LEAST_VISIBLE) -> None:
        self._least = least
        self._measures = Measures()
        # No other symbol or colour has the identity of one that is kept.
        self._symbols: dict[int, tuple[Symbol, _Paints]] = {}
        self._around: Sequence[Shape] = ()
        self._clear: dict[int, Colour] = {}
        """Colours of texts that can be read wherever they are between these shapes."""

    def check(self, shapes: Sequence[Shape], box: Rectangle) -> Iterator[str]:
        """Yield a warning for each text that is hardly visible in a box of white paper."""
        runs = [shape for shape in shapes if isinstance(shape, GlyphRun)]
        around = [shape for shape in shapes if not isinstance(shape, GlyphRun)]
        is_same = len(around) == len(self._around) and all(map(is_, around, self._around))
        if is_same and all(id(run.colour) in self._clear for run in runs):
            return
        doubtful = self._list_doubtful(shapes, box)
        if not doubtful:
            if not is_same:
                self._around, self._clear = around, {}
            self._clear |= {id(run.colour): run.colour for run in runs}
            return
        leaves = list_leaves(shapes, box, self._measures)
        painter = Painter(leaves, self._measures)
        for leaf in leaves:
            if isinstance(leaf.shape, GlyphRun) and leaf.shape.colour in doubtful and leaf.shape.text.strip():
                yield from self._check_run(leaf, leaf.shape, painter)

    def _list_doubtful(self, shapes: Sequence[Shape], box: Rectangle) -> set[Colour]:
        """Return the colours of texts that cannot be read on each colour that may be below them."""
        paints = self._list_paints(shapes)
        doubtful = self._choose_doubtful(paints.texts, {WHITE, *paints.others})
        below = [*takewhile(lambda shape: not isinstance(shape, GlyphRun), shapes)]
        if not doubtful or not below:
            return doubtful
        leaves = list_leaves(below, box, self._measures)
        for place in range(len(leaves) - 1, -1, -1):
            if isinstance(leaves[place].shape, GlyphRun):
                break
            if hides_box(leaves[place], box, self._measures):
                # No text is on the paper, or on what is hidden here.
                seen = (leaf.shape for leaf in leaves[place:])
                above = self._list_paints([*seen, *shapes[len(below) :]])
                return self._choose_doubtful(paints.texts, above.others)
        return doubtful

    def _choose_doubtful(self, texts: Iterable[Colour], grounds: Iterable[Colour]) -> set[Colour]:
        return {text for text in texts if any(_measure(text, ground) < self._least for ground in grounds)}

    def _check_run(self, leaf: DrawnLeaf, run: GlyphRun, painter: Painter) -> Iterator[str]:
        left, top, right, bottom = self._measures.find_box(run)
        middle = (top + bottom) / 2
        start, end = (move_point(leaf.transform, x, middle) for x in (left, right))
        a, b, c, d, _, _ = leaf.transform
        is_large = run.size * abs(a * d - b * c) ** 0.5 >= _LARGE * _POINT
        least = min(self._least, _LEAST_OF_LARGE) if is_large else self._least
        # Nearly all texts can be read in their middle, and one such place is enough.
        step = (right - left) / _PLACES
        near, far = (move_point(leaf.transform, left + step * (_PLACES // 2 + end), middle) for end in (0, 1))
        (one,) = painter.look(near, far, 1, below=leaf)
        if _compare(run.colour, one, leaf.opacity) >= least - _TOLERATED:
            return
        below = [seen for seen, _ in groupby(painter.look(start, end, _PLACES, below=leaf))]
        contrast = max(_compare(run.colour, seen, leaf.opacity) for seen in below)
        if contrast < least - _TOLERATED:
            points = (start, end, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
            if all(leaf.box.distance(*point) for point in points):
                # No more than an edge of the letters is seen, such as on the next sheet of a poster.
                return
            problem = HARDLY_VISIBLE if contrast < LEAST_VISIBLE else "hard to read"
            ground = next((seen.hex for seen in below if isinstance(seen, Colour)), "white paper")
            yield (
                f"a text in {run.colour.hex} is {problem} on {ground}: the contrast is {contrast:.1f}, "
                f"but should be at least {least:g}"
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
        return inf
    faded = replace(text, alpha=text.alpha * opacity)
    return max(_measure(faded, colour) for colour in (seen or WHITE).colours)


_LEAST, _LEAST_CAPITALS, _LEAST_NAMES = 7.0, 6.0, 5.5
"""Sizes in points below which texts, capitals with space between them, and names of squares are too small."""
_LEAST_TRACKING, _LONGEST_NAME = 0.1, 3
"""Space between capitals, as a share of the size, and number of letters of a name such as `c3`."""
_BESIDE = frozenset({"margin", "credit", "footer", "ruler", "small sheet", "small pieces"})
"""Names of groups with fine print, and with parts that are only a picture of themselves."""
_ROUNDED = 0.05
"""Size in points that is lost by rounding."""
_MOST_QUOTED = 24


class SmallText(NamedTuple):
    """A text that is too small."""

    size: float
    """In points, as it is printed."""
    least: float
    text: str


def list_small_texts(page: Page, share: float = 1.0) -> list[SmallText]:
    """Return the texts of a page that are smaller on paper than people can read easily.

    `share` changes all minimum sizes, for a theme with another one.
    """
    return [*_find_small(page.shapes, IDENTITY, share)]


def describe_small_texts(found: Sequence[SmallText]) -> Iterator[str]:
    """Yield a warning for each minimum size that texts do not have, with the smallest of them."""
    for least in sorted({one.least for one in found}, reverse=True):
        same = [one for one in found if one.least == least]
        smallest = min(same)
        count = f" ({len(same)} texts are below {least:g} pt)" if len(same) > 1 else ""
        told = f"is {smallest.size:.1f} pt on paper, but should be at least {least:g} pt{count}"
        yield f"{quote_start(smallest.text)} {told}"


def quote_start(text: str) -> str:
    """Return the start of a text in quotes."""
    return f"“{escape(text[:_MOST_QUOTED])}{'…' * (len(text) > _MOST_QUOTED)}”"


def _find_small(shapes: Iterable[Shape], by: Transform, share: float) -> Iterator[SmallText]:
    for shape in shapes:
        match shape:
            case GlyphRun():
                a, b, c, d, _, _ = by
                size = shape.size * abs(a * d - b * c) ** 0.5 / _POINT
                least = _find_least(shape) * share
                if size < least - _ROUNDED and shape.text.strip():
                    yield SmallText(size, least, shape.text.strip())
            case Group() if shape.name not in _BESIDE:
                yield from _find_small(shape.shapes, compose_transforms(by, shape.transform), share)
            case Use() if shape.symbol.name not in _BESIDE:
                yield from _find_small(shape.symbol.shapes, compose_transforms(by, shape.transform), share)


def _find_least(run: GlyphRun) -> float:
    if len(run.text.strip()) <= _LONGEST_NAME:
        return _LEAST_NAMES
    is_spaced = run.tracking >= _LEAST_TRACKING * run.size * (1 - _ROUNDED)
    return _LEAST_CAPITALS if is_spaced and run.text == run.text.upper() else _LEAST

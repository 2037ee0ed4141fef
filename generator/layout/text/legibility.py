"""Finds texts that are hard to read on paper."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise, takewhile
from math import atan2, cos, inf, sin
from operator import attrgetter, is_
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
    Placed,
    Shape,
    Symbol,
    Transform,
    Use,
    compose_transforms,
    ink_of,
    measure_bounds,
    measure_least_scale,
    move_point,
    place_glyphs,
    walk,
)
from generator.scene.visible import DrawnLeaf, Measures, Painter, SeenAt, hides_box, list_leaves

INTENDED = "intended"
"""Name of a group whose texts are on others on purpose."""
FAINT = 0.6
"""Opacity below which a text is a watermark, or is hidden."""
_MUCH_LARGER = 2.5
"""Ratio of the sizes of two texts, the larger of which is a ground for the other."""
_COVERED = 0.2
"""Share of the box of a letter from which another one covers it."""
_FEW = 2
"""Number of letters of a text of which each counts; otherwise, as many must be covered."""
_SAME_LINE = 0.5
"""Overlap of two runs of one line, in ems, up to which they are beside each other: slanted letters."""
_SAME_DIRECTION = 0.02
"""Difference of the directions of parallel lines, in radians."""
_SAME_BASE_LINE = 0.02
"""Distance of the bottoms of two runs of one line, in ems."""
_APART = 1.0
"""Leading at which the lines of most fonts do not touch."""
_OVERLAP = 0.02
"""Tolerated overlap of boxes, in ems: curved letters do not fill their boxes."""
_STEP = 0.05
"""Step of the leading that is suggested."""
_COLOUR = attrgetter("colour")
LEAST_VISIBLE = 1.5
"""Contrast below which a text is hardly visible (WCAG 2); readable text has 4.5."""
_LARGE, _LEAST_OF_LARGE = 14.0, 3.0
"""Size in points from which texts are large, and the contrast that they need at most."""
_TOLERATED = 0.05
_POINT = 25.4 / 72
HARDLY_VISIBLE = "hardly visible"
"""Words for a text whose contrast is below `LEAST_VISIBLE`."""
_PLACES = 24
"""Number of places along a line of text at which it is compared with what is below it."""
_MOST_KEPT = 4000
"""Maximum number of colour pairs whose contrast is cached; a part has a few hundred."""


class _Line(NamedTuple):
    """A run of letters on a piece."""

    place: int
    """Its place in the order of drawing."""
    run: GlyphRun
    direction: float
    upright: Transform
    """Transform from the coordinates of the run to the piece, turned so that the line is horizontal."""
    box: Rectangle
    size: float


def find_overlapping_texts(shapes: Sequence[Shape]) -> tuple[str, str] | None:
    """Return the first two texts with letters on each other, the upper one first; None if there are none.

    Copies of a text, such as a shadow, are intended, as are texts that are faint, turned, much larger, or in
    a group with the name for that. What is below a panel or a picture is hidden.
    """
    drawn = [*walk(shapes)]
    lines = sorted(_list_lines(drawn), key=lambda line: (round(line.direction, 1), line.box.top))
    open_lines: list[_Line] = []
    for line in lines:
        open_lines = [one for one in open_lines if one.box.bottom > line.box.top and _is_parallel(one, line)]
        for other in open_lines:
            lower, upper = sorted((line, other), key=lambda one: one.place)
            if _is_on(upper, lower) and not _is_between(drawn, lower, upper):
                return upper.run.text.strip(), lower.run.text.strip()
        open_lines.append(line)
    return None


def _list_lines(drawn: Iterable[Placed]) -> Iterator[_Line]:
    for place, (shape, transform, around) in enumerate(drawn):
        if not isinstance(shape, GlyphRun) or not shape.text.strip():
            continue
        opacity, is_intended = shape.colour.alpha, False
        for one in around:
            if isinstance(one.shape, Group):
                opacity *= one.shape.opacity
                is_intended |= one.shape.name == INTENDED
        if opacity < FAINT or is_intended:
            continue
        a, b, _, _, _, _ = transform
        direction = atan2(b, a)
        upright = compose_transforms(_turn_back(direction), transform)
        box = _move_box(upright, ink_of(shape))
        yield _Line(place, shape, direction, upright, box, shape.size * measure_least_scale(transform))


def _turn_back(direction: float) -> Transform:
    """Return the transform that turns lines of a direction so that they are horizontal."""
    if abs(direction) < _SAME_DIRECTION:
        return IDENTITY
    return cos(direction), -sin(direction), sin(direction), cos(direction), 0.0, 0.0


def _move_box(by: Transform, box: Rectangle) -> Rectangle:
    return Rectangle.around(move_point(by, *corner) for corner in box.corners)


def _is_parallel(one: _Line, other: _Line) -> bool:
    return abs(one.direction - other.direction) < _SAME_DIRECTION


def _is_on(one: _Line, other: _Line) -> bool:
    """Return True if letters of a line cover those of another one."""
    shared = one.box.limited(other.box)
    if shared.width <= 0 or shared.height <= 0 or one.run.text.strip() == other.run.text.strip():
        return False
    small, large = sorted((one.size, other.size))
    if large > _MUCH_LARGER * small:
        return False
    is_same_line = abs(one.box.bottom - other.box.bottom) < _SAME_BASE_LINE * small
    if is_same_line and shared.width < _SAME_LINE * small:
        return False
    near, far = ([*_list_letters(line, shared)] for line in (one, other))
    covered = sum(any(_covers(letter, under) for letter in near) for under in far)
    return covered >= min(_FEW, len(near), len(far)) > 0


def _list_letters(line: _Line, within: Rectangle) -> Iterator[Rectangle]:
    for box in list_letter_boxes((line.run,)):
        moved = _move_box(line.upright, box)
        if moved.overlap(within) > 0:
            yield moved


def _covers(one: Rectangle, other: Rectangle) -> bool:
    shared = one.limited(other)
    if shared.width <= 0 or shared.height <= 0:
        return False
    areas = (box.width * box.height for box in (one, other))
    return shared.width * shared.height >= _COVERED * min(areas)


def _is_between(drawn: Sequence[Placed], lower: _Line, upper: _Line) -> bool:
    """Return True if something solid is between two texts, such as a label over what it labels."""
    shared = lower.box.limited(upper.box)
    least = shared.width * shared.height / 2
    turn = _turn_back(upper.direction)
    return any(
        _is_solid(shape)
        and _move_box(compose_transforms(turn, transform), measure_bounds((shape,))).overlap(shared) > least
        for shape, transform, _ in drawn[lower.place + 1 : upper.place]
    )


def _is_solid(shape: Shape) -> bool:
    if isinstance(shape, Path):
        paints = (paint for paint in shape.paints if isinstance(paint, Colour))
        return any(paint.alpha >= FAINT for paint in paints)
    return isinstance(shape, Picture)


def find_loose_leading(shapes: Sequence[Shape], leading: float) -> float | None:
    """Return the least leading at which no letters of placed lines touch; None if none do.

    Lines with a normal leading are not measured.
    """
    if leading >= _APART:
        return None
    runs = [shape for shape in shapes if isinstance(shape, GlyphRun)]
    lines = [[*line] for _, line in groupby(runs, key=lambda run: round(run.y, 4))]
    size = max((run.size for run in runs), default=1.0)
    overlap = max((_measure_overlap(*pair) for pair in pairwise(lines)), default=0.0) / size
    if overlap <= _OVERLAP:
        return None
    return round(leading + _STEP * -(-overlap // _STEP), 2)


def _measure_overlap(line: Sequence[GlyphRun], following: Sequence[GlyphRun]) -> float:
    """Return by how much letters of a line extend into those below them, in mm."""
    below = [*list_letter_boxes(following)]
    return max(
        (
            upper.bottom - lower.top
            for upper in list_letter_boxes(line)
            for lower in below
            if upper.left < lower.right and lower.left < upper.right
        ),
        default=0.0,
    )


def list_letter_boxes(runs: Iterable[GlyphRun]) -> Iterator[Rectangle]:
    """Yield the box of each letter that draws something."""
    for run in runs:
        scale = run.size / run.font.units_per_em
        for _, glyph, pen in place_glyphs(run):
            numbers = [segment[1:] for segment in run.font.outline(glyph.index)]
            points = [(float(one[at]), float(one[at + 1])) for one in numbers for at in range(0, len(one), 2)]
            if points:
                xs, ys = zip(*points, strict=True)
                left, base = run.x + (pen + glyph.dx) * scale, run.y - glyph.dy * scale
                yield Rectangle(
                    left + min(xs) * scale,
                    base - max(ys) * scale,
                    left + max(xs) * scale,
                    base - min(ys) * scale,
                )


class _Paints(NamedTuple):
    """The colours of the texts of some shapes, and of everything else."""

    texts: frozenset[Colour] = frozenset()
    others: frozenset[Colour] = frozenset()


class ContrastChecker:
    """Checks the texts of pieces or pages; symbols that they share are searched once.

    `least` is the contrast that texts need; if it is above 3, large texts need only 3.
    """

    def __init__(self, least: float = LEAST_VISIBLE) -> None:
        self._least = least
        self._measures = Measures()
        # Symbols and colours are kept, so that their `id` is not used again.
        self._symbols: dict[int, tuple[Symbol, _Paints]] = {}
        self._around: Sequence[Shape] = ()
        self._clear: dict[int, Colour] = {}
        """Colours of texts that can be read wherever they are between these shapes."""

    def check(self, shapes: Sequence[Shape], box: Rectangle) -> Iterator[str]:
        """Yield a warning for each text that is hardly visible in a box of white paper."""
        runs = [shape for shape in shapes if isinstance(shape, GlyphRun)]
        around = [shape for shape in shapes if not isinstance(shape, GlyphRun)]
        is_same = len(around) == len(self._around) and all(map(is_, around, self._around))
        if is_same and self._clear.keys() >= {*map(id, map(_COLOUR, runs))}:
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
        """Return the colours of texts that cannot be read on at least one colour that may be below."""
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
        near, far = (
            move_point(leaf.transform, left + step * (_PLACES // 2 + more), middle) for more in (0, 1)
        )
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


def list_small_texts(page: Page, factor: float = 1.0) -> list[SmallText]:
    """Return the texts of a page that are smaller on paper than people can read easily.

    `factor` changes all minimum sizes, for a theme with another one.
    """
    return [*_find_small(page.shapes, IDENTITY, factor)]


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


def _find_small(shapes: Iterable[Shape], by: Transform, factor: float) -> Iterator[SmallText]:
    for shape in shapes:
        match shape:
            case GlyphRun():
                a, b, c, d, _, _ = by
                size = shape.size * abs(a * d - b * c) ** 0.5 / _POINT
                least = _find_least(shape) * factor
                if size < least - _ROUNDED and shape.text.strip():
                    yield SmallText(size, least, shape.text.strip())
            case Group() if shape.name not in _BESIDE:
                yield from _find_small(shape.shapes, compose_transforms(by, shape.transform), factor)
            case Use() if shape.symbol.name not in _BESIDE:
                yield from _find_small(shape.symbol.shapes, compose_transforms(by, shape.transform), factor)


def _find_least(run: GlyphRun) -> float:
    if len(run.text.strip()) <= _LONGEST_NAME:
        return _LEAST_NAMES
    is_spaced = run.tracking >= _LEAST_TRACKING * run.size * (1 - _ROUNDED)
    return _LEAST_CAPITALS if is_spaced and run.text == run.text.upper() else _LEAST

"""Text along a path: each letter, with its marks, turned around the middle of its base line."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, chain, groupby
from math import atan2, ceil, cos, degrees, hypot, radians, sin

from generator.layout.shapes.curves import rectangle
from generator.layout.text.placing import TextShape
from generator.model.values import replace
from generator.scene.bounds import find_bounds, place_glyphs
from generator.scene.shapes import GlyphRun, Group, Path, Piece, Use, compose, rotation, shift, translation
from generator.scene.svg_outline import cut_up, parse_outline

_BAR = 0.4
"""Length of the pieces of lines under text, in mm."""


class Track:
    """A path with a length, given as path data or as the degrees of an arc over a box."""

    def __init__(self, data: str, width: float, height: float) -> None:
        with suppress(ValueError):
            half = radians(max(min(float(data), 350.0), -350.0)) / 2 or 0.01
            radius = abs(width / 2 / sin(half))
            ends = height if half > 0 else height - radius * (1 - cos(half))
            flags = f"{abs(half) > radians(90):d} {half > 0:d}"
            data = f"M 0 {ends:.4f} A {radius:.4f} {radius:.4f} 0 {flags} {width:.4f} {ends:.4f}"
        self._parts = [*cut_up(parse_outline(data, open_ends=True))]
        lengths = (hypot(x2 - x, y2 - y) for (x, y), (x2, y2) in self._parts)
        self._places = [0.0, *accumulate(lengths)]
        self.length = self._places[-1]

    def bend(self, shapes: Sequence[TextShape], left: float, top: float) -> tuple[Group, ...]:
        """Return the shapes of one line, which begins at 0, along the path in a box at (left, top)."""
        baseline = next((shape.y for shape in shapes if isinstance(shape, GlyphRun)), 0.0)
        groups: list[Group] = []
        for shape in chain.from_iterable(map(_split, shapes)):
            before, _, after, _ = find_bounds((shape,))
            middle = (before + after) / 2
            index = min(max(bisect_left(self._places, middle), 1), len(self._places) - 1)
            (x, y), (x2, y2) = self._parts[index - 1]
            turn = rotation(degrees(atan2(y2 - y, x2 - x)), 0, 0)
            start = middle - self._places[index - 1]
            moved = compose(turn, translation(start - middle, -baseline))
            groups.append(Group((shape,), transform=shift(moved, left + x, top + y)))
        return tuple(groups)


def _split(shape: TextShape) -> Iterator[TextShape]:
    """Yield each letter of a run, with its marks, and short pieces of lines under text."""
    if isinstance(shape, Path):
        left, top, right, bottom = find_bounds((shape,))
        count = ceil((right - left) / _BAR)
        step = (right - left) / count
        for index in range(count):
            yield replace(shape, segments=rectangle(left + index * step, top, step * 1.02, bottom - top))
        return
    if isinstance(shape, Use):
        yield shape
        return
    scale = shape.size / shape.font.units_per_em
    for (piece, cluster), found in groupby(place_glyphs(shape), lambda one: (one[0], one[1].cluster)):
        _, glyphs, pens = zip(*found, strict=True)
        end = min((one.cluster for one in piece.glyphs if one.cluster > cluster), default=None)
        text, advance = piece.text[cluster:end], sum(glyph.advance for glyph in glyphs)
        letter = Piece(text, tuple(replace(glyph, cluster=0) for glyph in glyphs), advance)
        x = shape.x + pens[0] * scale
        yield shape._replace(x=x, pieces=(letter,), text=text, spacing=0.0, tracking=0.0)

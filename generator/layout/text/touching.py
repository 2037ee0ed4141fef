"""Lines of text whose letters touch those of the next line."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise

from generator.model.geometry import Rectangle
from generator.scene.shapes import GlyphRun, Shape, place_glyphs

_APART = 1.0
"""Leading at which the lines of most fonts do not touch."""
_OVERLAP = 0.02
"""Tolerated overlap of boxes, in ems: curved letters do not fill their boxes."""
_STEP = 0.05
"""Step of the leading that is suggested."""


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

"""Checks of lines and pictures: lines are wide enough, and pictures have enough pixels."""

from collections.abc import Iterator, Sequence
from math import hypot

from generator.make.preflight.cuts import Cut
from generator.make.preflight.drawing import Leaf, Painter
from generator.make.preflight.issues import Issue
from generator.make.preflight.limits import FINE_DPI, LEAST_DPI, THIN_LINE, THIN_REVERSED_LINE
from generator.make.preflight.words import is_reversed
from generator.model.geometry import Point, Rectangle
from generator.model.language.scalars import MM_PER_INCH
from generator.scene.shapes import Colour, Path, Picture, move_point

_SMALLEST = 0.5
"""Pictures of which less is visible inside of the cut, in mm, are parts of a bleed."""
_NEAR = 0.001
"""Lines that are thinner by so many mm are so by rounding."""


def check_lines(leaves: Sequence[Leaf], painter: Painter) -> Iterator[Issue]:
    """Yield an issue for each line that is too thin to be printed."""
    for leaf in leaves:
        shape = leaf.shape
        if not isinstance(shape, Path) or shape.stroke is None or shape.stroke.colour == shape.fill:
            continue
        width, colour = shape.stroke.width * leaf.scale, shape.stroke.colour
        line = f"a line of {width:.2f} mm"
        if width < THIN_LINE - _NEAR:
            yield Issue("line", f"{line} is thinner than {THIN_LINE:.2f} mm", THIN_LINE - width)
            continue
        if not isinstance(colour, Colour) or width >= THIN_REVERSED_LINE - _NEAR:
            continue
        if is_reversed(colour, _find_point(leaf, shape), painter, below=leaf):
            what = f"{line} is lighter than its ground, and thinner than {THIN_REVERSED_LINE:.2f} mm"
            yield Issue("reversed line", what, THIN_REVERSED_LINE - width)


def _find_point(leaf: Leaf, path: Path) -> Point:
    """Return a visible point of a line, if there is one."""
    points = (move_point(leaf.transform, *segment[-2:]) for segment in path.segments if segment[0] != "Z")
    return next((one for one in points if leaf.box.distance(*one) == 0), leaf.box.middle)


def check_pictures(leaves: Sequence[Leaf], cut: Cut) -> Iterator[Issue]:
    """Yield an issue for each picture with too few pixels for its size on paper."""
    for leaf in leaves:
        shape = leaf.shape
        if not isinstance(shape, Picture) or not (pixels := shape.file.pixels):
            continue
        left, top, right, bottom = cut.box
        shown = Rectangle(*map(max, leaf.box[:2], (left, top)), *map(min, leaf.box[2:], (right, bottom)))
        if min(shown.width, shown.height) < _SMALLEST:
            continue
        a, b, c, d, _, _ = leaf.transform
        lengths = shape.width * hypot(a, b), shape.height * hypot(c, d)
        dpi = min(count / length * MM_PER_INCH for count, length in zip(pixels, lengths, strict=True))
        name = f"the picture `{shape.file.name}` has {dpi:.0f} pixels per inch"
        if dpi < LEAST_DPI:
            yield Issue("coarse picture", f"{name}; at least {LEAST_DPI:g} are needed", -dpi, is_error=True)
        elif round(dpi) < FINE_DPI:
            yield Issue("picture", f"{name}; {FINE_DPI:g} are better", -dpi)

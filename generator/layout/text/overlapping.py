"""Texts of a piece whose letters are on those of another text, so that neither can be read."""

from collections.abc import Iterable, Iterator, Sequence
from math import atan2, cos, sin
from typing import NamedTuple

from generator.layout.text.placing import ink_of
from generator.layout.text.touching import list_letter_boxes
from generator.model.geometry import Rectangle
from generator.scene.shapes import (
    IDENTITY,
    Colour,
    GlyphRun,
    Group,
    Path,
    Picture,
    Placed,
    Shape,
    Transform,
    compose_transforms,
    measure_bounds,
    measure_least_scale,
    move_point,
    walk,
)

INTENDED = "over"
"""Name of a group whose texts are on others on purpose."""
_FAINT = 0.6
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
        if opacity < _FAINT or is_intended:
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
    is_same_line = abs(one.box.bottom - other.box.bottom) < _SAME_DIRECTION * small
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
        return any(paint.alpha >= _FAINT for paint in paints)
    return isinstance(shape, Picture)

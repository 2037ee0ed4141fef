"""Lines of scaled drawings are wide enough to be printed."""

import pytest

from generator.layout.shapes.outlines import LEAST_LINE, line, scale_stroke, strengthen
from generator.scene.shapes import (
    BLACK,
    Group,
    Path,
    Shape,
    Stroke,
    Symbol,
    Use,
    measure_least_scale,
    scaling,
    walk,
)


def stroke(width: float, dash: tuple[float, ...] = (), phase: float = 0.0) -> Path:
    return Path(line(0, 0, 10, 10), stroke=Stroke(BLACK, width, dash, phase=phase))


def widths(shapes: tuple[Shape, ...], scale: float) -> list[float]:
    """Return the widths of all lines on paper."""
    found = [(one.shape.stroke, one.transform) for one in walk(shapes) if isinstance(one.shape, Path)]
    return [line.width * measure_least_scale(by) * scale for line, by in found if line]


def test_thin_lines_become_as_wide_as_can_be_printed() -> None:
    """In groups and symbols, too, whatever their own scale; other lines stay."""
    symbol = Symbol("star", (stroke(0.5), stroke(4.0)), (0, 0, 10, 10))
    drawing = (
        stroke(0.3),
        stroke(1.0),
        Group((stroke(0.3),), transform=scaling(0.5)),
        Use(symbol, scaling(0.25)),
    )
    made = strengthen(drawing, 0.2)
    assert widths(drawing, 0.2) == pytest.approx([0.06, 0.2, 0.03, 0.025, 0.2])
    assert widths(made, 0.2) == pytest.approx([LEAST_LINE, 0.2, LEAST_LINE, LEAST_LINE, 0.2])


def test_what_has_no_thin_lines_stays_the_same_object() -> None:
    """Symbols stay shared; changed ones are made once for each scale."""
    wide, thin = (Symbol("star", (stroke(width),), (0, 0, 10, 10)) for width in (1.0, 0.1))
    group = Group((stroke(1.0),))
    one, two, three, four, five = strengthen(
        (group, Use(wide), Use(thin), Use(thin), Use(thin, scaling(2.0))), 0.5
    )
    assert one is group
    assert isinstance(two, Use)
    assert isinstance(three, Use)
    assert isinstance(four, Use)
    assert isinstance(five, Use)
    assert two.symbol is wide
    assert three.symbol is four.symbol is not thin
    assert five.symbol is thin


def test_dashes_keep_their_proportion() -> None:
    """The pattern of a line grows with its width; a line of no width stays one."""
    made = scale_stroke(Stroke(BLACK, 0.2, (1.0, 0.5), phase=0.25), 0.1)
    assert (made.width, *made.dash, made.phase) == pytest.approx((1.0, 5.0, 2.5, 1.25))
    none = Stroke(BLACK, 0.0)
    assert scale_stroke(none, 0.1) is none

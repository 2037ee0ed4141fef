"""Composition of transforms, and their application to points and outlines."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.scene.shapes import (
    IDENTITY,
    Segment,
    Transform,
    compose_transforms,
    half_turn,
    invert,
    move_point,
    move_segments,
    rotation,
    scaling,
    shift,
    translation,
)

NUMBERS = st.floats(-50, 50)
TRANSFORMS = st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS)

MOVE: Transform = (1, 0, 0, 1, 10, 20)
QUARTER: Transform = (0, 1, -1, 0, 0, 0)
"""A quarter turn clockwise, because y points down."""


def test_the_inner_comes_first() -> None:
    """The inner transform is applied first."""
    assert move_point(compose_transforms(MOVE, QUARTER), 1, 0) == (10, 21)
    assert move_point(compose_transforms(QUARTER, MOVE), 1, 0) == (-20, 11)


@given(TRANSFORMS, TRANSFORMS, NUMBERS, NUMBERS)
def test_together_they_do_what_they_do_one_after_the_other(
    outer: Transform, inner: Transform, x: float, y: float
) -> None:
    """To any point."""
    one_by_one = move_point(outer, *move_point(inner, x, y))
    assert move_point(compose_transforms(outer, inner), x, y) == pytest.approx(one_by_one, abs=1e-6)
    assert compose_transforms(outer, IDENTITY) == pytest.approx(outer) == compose_transforms(IDENTITY, outer)


@given(TRANSFORMS, NUMBERS, NUMBERS)
def test_there_and_back(transform: Transform, x: float, y: float) -> None:
    """An inverse undoes a transform, unless the transform flattens everything."""
    a, b, c, d, _, _ = transform
    if abs(a * d - b * c) < 1:
        return
    assert move_point(invert(transform), *move_point(transform, x, y)) == pytest.approx((x, y), abs=1e-3)


def test_outlines_keep_their_kinds() -> None:
    """Segments keep their commands."""
    outline: tuple[Segment, ...] = (("M", 0, 0), ("L", 1, 0), ("C", 1, 1, 2, 2, 3, 3), ("Z",))
    half: Transform = (math.cos(math.pi), math.sin(math.pi), -math.sin(math.pi), math.cos(math.pi), 5, 5)
    moved = move_segments(half, outline)
    assert [segment[0] for segment in moved] == ["M", "L", "C", "Z"]
    assert moved[2][1:] == pytest.approx((4, 4, 3, 3, 2, 2))
    assert move_segments(IDENTITY, outline) == outline


def test_named_transforms_do_what_they_say() -> None:
    """Named transforms move points as their names say."""
    assert move_point(translation(10, 20), 1, 2) == (11, 22)
    assert move_point(scaling(3, 10, 20), 1, 2) == (13, 26)
    assert move_point(half_turn(63, 88), 1, 2) == (62, 86)
    assert move_point(rotation(90, 10, 10), 11, 10) == pytest.approx((10, 11))
    assert move_point(shift(scaling(3), 10, 20), 1, 2) == (13, 26)

"""The search for the largest size that fits."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.layout.text.paragraphs import STEP, choose_size, choose_size_by_height


@given(st.floats(1, 10), st.floats(0.1, 5), st.floats(0, 12))
def test_size_is_the_largest_that_fits_to_a_step(smallest: float, range: float, limit: float) -> None:
    """The size fits, is within the bounds, and the next larger step does not fit."""
    largest = smallest + range
    size = choose_size(largest, smallest, lambda tried: tried <= limit)
    if size is None:
        assert limit < smallest
        return
    assert smallest <= size <= min(largest, limit)
    assert size == largest or size + STEP * 1.0001 > limit or size + STEP > largest


@given(
    st.floats(1, 10),
    st.floats(0.1, 9),
    st.floats(0, 200),
    st.sampled_from([0.0, 1.0, 4.0, 20.0]),
    st.floats(1, 20),
)
def test_a_height_leads_to_the_same_size(
    smallest: float, range: float, height: float, line: float, most: float
) -> None:
    """Heights may grow in steps of lines, and be unknown above a size."""
    tried: list[float] = []

    def measure_over(size: float) -> float:
        tried.append(size)
        if size > most:
            return inf
        area = size * size
        return (area // line * line if line else area) - height

    largest = smallest + range
    found = choose_size_by_height(largest, smallest, measure_over)
    count = len(tried)
    assert found == choose_size(largest, smallest, lambda size: measure_over(size) <= 0)
    assert count <= 2 * (len(tried) - count) + 2


def test_a_smooth_height_needs_few_sizes() -> None:
    """A line through the ends is nearly the height of a text, whose square root was taken."""
    tried: list[float] = []

    def measure_over(size: float) -> float:
        tried.append(size)
        return size - 7.3

    assert choose_size_by_height(10, 5, measure_over) == pytest.approx(7.3, abs=STEP)
    assert len(tried) <= 5


def test_few_sizes_are_tried() -> None:
    """Bisection needs a dozen tries from 3 to 30 mm in steps of 0.05 pt, or one if the largest size fits."""
    tried: list[float] = []

    def fits(size: float) -> bool:
        tried.append(size)
        return size < 11.1

    assert choose_size(30, 3, fits) == pytest.approx(11.1, abs=STEP)
    assert len(tried) < 15
    tried.clear()
    assert choose_size(11, 3, fits) == 11
    assert tried == [11]


def test_one_size_only() -> None:
    """A style with a single size either fits or does not."""
    assert choose_size(3, 3, lambda size: True) == 3
    assert choose_size(3, 3, lambda size: False) is None

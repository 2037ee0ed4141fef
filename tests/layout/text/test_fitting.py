"""The search for the largest size that fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.layout.text.paragraphs import STEP, choose_size


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

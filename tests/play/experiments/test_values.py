"""Values as they are typed: ranges, lists, and what is relative to the present value."""

import pytest

from generator.errors import Wrong
from generator.play.experiments.design import read_varied_values


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (("3..7",), "3 4 5 6 7"),
        (("32..48/4",), "32 36 40 44 48"),
        (("1..10/4",), "1 5 9"),
        (("3", "5", "3"), "3 5"),
        (("-1", "+2"), "19 22"),
        (("-10%", "+10%"), "18 22"),
        (("-1%",), "19"),
        (("all",), "easy hard"),
        (("d4+f6", "none"), "d4+f6 none"),
    ],
)
def test_values_are_read(words: tuple[str, ...], values: str) -> None:
    """Each once, in order."""
    assert " ".join(read_varied_values(words, "20", ("easy", "hard"))) == values


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("7..3",), "empty range"),
        (("3..7/0",), "empty range"),
        (("0..1000",), "too many values"),
        (tuple(map(str, range(201))), "201 values"),
        (("-21",), "less than nothing"),
    ],
)
def test_values_that_cannot_be(words: tuple[str, ...], said: str) -> None:
    """They are refused with an example."""
    with pytest.raises(Wrong, match=said):
        read_varied_values(words, "20")


def test_only_numbers_have_relative_values_and_only_options_all() -> None:
    """A text is not more or less than another."""
    with pytest.raises(Wrong, match="relative to a number"):
        read_varied_values(("+1",), "baker")
    with pytest.raises(Wrong, match="only for options"):
        read_varied_values(("all",), "20")

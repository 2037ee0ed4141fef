"""Entries of figures: whatever readers accept can be drawn."""

import pytest

from generator.layout.elements.grids import GridEntry, draw_square, parse_grid_entry
from tests import shipped


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("", GridEntry()),
        (".", GridEntry()),
        ("4", GridEntry(digit="4")),
        ("120", GridEntry(digit="120")),
        ("#", GridEntry(filled=True)),
        ("x", GridEntry(crossed=True)),
        ("o", GridEntry(circled=True)),
        ("o3", GridEntry(digit="3", circled=True)),
        ("?", GridEntry(asked=True)),
        ("!", GridEntry(wrong=True)),
        ("!3", GridEntry(digit="3", wrong=True)),
    ],
)
def test_every_entry_is_drawn(text: str, entry: GridEntry) -> None:
    """A `!` alone and numbers of three digits, which readers accept, are no exceptions."""
    assert parse_grid_entry(text) == entry
    press = shipped.press("fight_the_virus", "en")
    empty = draw_square(press, size=8.0)
    assert (len(draw_square(press, size=8.0, entry=entry)) > len(empty)) == (entry != GridEntry())

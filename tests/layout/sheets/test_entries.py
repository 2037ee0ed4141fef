"""Entries of figures: whatever readers accept can be drawn."""

import pytest

from generator.layout.elements.grids import Entry, draw_square, parse_entry
from tests import shipped


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("", Entry()),
        (".", Entry()),
        ("4", Entry(digit="4")),
        ("120", Entry(digit="120")),
        ("#", Entry(filled=True)),
        ("x", Entry(crossed=True)),
        ("o", Entry(circled=True)),
        ("o3", Entry(digit="3", circled=True)),
        ("?", Entry(asked=True)),
        ("!", Entry(wrong=True)),
        ("!3", Entry(digit="3", wrong=True)),
    ],
)
def test_every_entry_is_drawn(text: str, entry: Entry) -> None:
    """A `!` alone and numbers of three digits, which readers accept, are no exceptions."""
    assert parse_entry(text) == entry
    press = shipped.press("fight_the_virus", "en")
    empty = draw_square(press, size=8.0)
    assert (len(draw_square(press, size=8.0, entry=entry)) > len(empty)) == (entry != Entry())

"""The colours of Virus & Co.: told apart by everybody, and words that can be read on them."""

import pytest

from tests.colours import LEAST, LEAST_CONTRAST, contrast, smallest_distance
from tests.shipped import kit


@pytest.mark.parametrize(
    "names",
    [
        ("blue", "red", "green", "brown"),
        ("blue", "yellow", "red"),
        ("blue", "red", "green", "yellow", "brown"),
    ],
)
def test_colours_are_told_apart_by_all_eyes(names: tuple[str, ...]) -> None:
    """Of viruses, injections and risk cards; of pills; and all of them together."""
    theme = kit("virus_and_co").theme
    assert smallest_distance(theme.colour(name) for name in names) >= LEAST


@pytest.mark.parametrize(
    ("words", "ground"),
    [
        ("paper", "blue"),
        ("paper", "red"),
        ("gold", "brown"),
        ("brown", "gold"),
        ("ink", "paper"),
        ("ink", "panel"),
        ("ink", "cream"),
        ("ink", "blue_pale"),
        ("ink", "red_pale"),
        ("ink", "green_pale"),
        ("ink", "yellow"),
        ("soft", "paper"),
        ("soft", "cream"),
        ("soft", "panel"),
        ("brown", "paper"),
        ("brown", "cream"),
        ("green_dark", "paper"),
        ("green_dark", "blue_pale"),
        ("green_dark", "red_pale"),
        ("paper", "primary"),
    ],
)
def test_words_can_be_read_on_their_ground(words: str, ground: str) -> None:
    """Each pair that stands on a card, a pill or a page has the contrast that WCAG asks for."""
    theme = kit("virus_and_co").theme
    assert contrast(theme.colour(words), theme.colour(ground)) >= LEAST_CONTRAST

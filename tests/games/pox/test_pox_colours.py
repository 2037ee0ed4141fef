"""The colours of POX: told apart by everybody, and words that can be read on them."""

import pytest

from tests.colours import LEAST, LEAST_CONTRAST, contrast, smallest_distance
from tests.shipped import kit


def test_states_of_people_are_told_apart_by_all_eyes() -> None:
    """Infected, immune, dead and vulnerable; the signs on them are a second cue."""
    theme = kit("pox").theme
    states = [theme.colour(name) for name in ("infected", "immune", "dead", "vulnerable")]
    assert smallest_distance(states) >= LEAST


@pytest.mark.parametrize(
    ("words", "ground"),
    [
        ("cream", "infected"),
        ("cream", "primary"),
        ("cream", "infected_dark"),
        ("marigold", "primary"),
        ("ink", "immune_pale"),
        ("immune", "immune_pale"),
        ("primary", "immune_pale"),
        ("ink", "cream"),
        ("soft", "cream"),
        ("soft", "sand"),
        ("soft", "paper"),
        ("paper", "immune"),
        ("paper", "dead"),
        ("paper", "infected"),
        ("accent", "panel"),
    ],
)
def test_words_can_be_read_on_their_ground(words: str, ground: str) -> None:
    """Each pair that stands on a card, the board or a page has the contrast that WCAG asks for."""
    theme = kit("pox").theme
    assert contrast(theme.colour(words), theme.colour(ground)) >= LEAST_CONTRAST

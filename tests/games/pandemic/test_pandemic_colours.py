"""The colours of Pandemic: told apart by everybody, never alone, and words that can be read on them."""

import pytest

from generator.model.elements.template import PanelElement
from tests.colours import LEAST, LEAST_CONTRAST, contrast, smallest_distance
from tests.shipped import kit

DISEASES = ("blue", "yellow", "black", "red")
ROLES = (
    "contingency_planner",
    "dispatcher",
    "medic",
    "operations_expert",
    "quarantine_specialist",
    "researcher",
    "scientist",
)


def test_diseases_are_told_apart_by_all_eyes() -> None:
    """More than twice as far as must be: they lie side by side on one board."""
    colours = [kit("pandemic").theme.colour(name) for name in DISEASES]
    assert smallest_distance(colours) >= 2 * LEAST


def test_pawns_are_told_apart_by_all_eyes() -> None:
    """Seven colours; each pawn has the sign and the name of its role besides."""
    colours = [kit("pandemic").theme.colour(name) for name in ROLES]
    assert smallest_distance(colours) >= LEAST


def test_every_disease_has_a_germ_and_a_pattern_of_its_own() -> None:
    """On cards and cubes, colour is never the only cue."""
    game = kit("pandemic")
    germs = {game.icons[f"disease_{name}"].picture for name in DISEASES}
    assert len(germs) == len(DISEASES)
    for part, look in (("city_cards", "city_card"), ("infection_cards", "infection_card"), ("cubes", "cube")):
        templates = next(one for one in game.parts if one.id == part).templates
        patterns = {
            element.when[0].values: element.pattern
            for element in templates[look].elements
            if isinstance(element, PanelElement) and element.pattern
        }
        assert set(patterns) == {(name,) for name in DISEASES}
        assert len(set(patterns.values())) == len(DISEASES)


@pytest.mark.parametrize("name", [*DISEASES, *ROLES])
def test_words_can_be_read_on_diseases_and_roles(name: str) -> None:
    """What stands on a colour is dark on the light ones and light on the dark ones."""
    theme = kit("pandemic").theme
    assert contrast(theme.colour(f"on_{name}"), theme.colour(name)) >= LEAST_CONTRAST


@pytest.mark.parametrize(
    ("words", "ground"),
    [
        ("paper", "primary"),
        ("paper", "sickness"),
        ("paper", "sickness_dark"),
        ("ink", "sickness_pale"),
        ("sickness", "sickness_pale"),
        ("soft", "paper"),
        ("bright", "sea"),
        ("bright", "night"),
        ("bright", "sickness_deep"),
        ("mist", "sea"),
        ("glow", "night"),
        ("amber", "night"),
        ("ink", "amber"),
        ("primary", "paper"),
    ],
)
def test_words_can_be_read_on_their_ground(words: str, ground: str) -> None:
    """Each pair that stands on a card, the board or a page has the contrast that WCAG asks for."""
    theme = kit("pandemic").theme
    assert contrast(theme.colour(words), theme.colour(ground)) >= LEAST_CONTRAST

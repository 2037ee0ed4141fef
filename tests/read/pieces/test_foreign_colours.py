"""Colours of other programs keep their tones."""

import pytest
import yaml

from generator.imports.draft import THEME_TONES, keep_tone
from generator.model.language.kinds import is_css_name
from generator.read.files.shelf import find_shelf


def test_names_of_the_theme_are_written_as_numbers() -> None:
    """Each name of CSS in the basic theme is one whose tone is kept."""
    theme = yaml.safe_load((find_shelf().data / "themes" / "base.yaml").read_text(encoding="utf-8"))
    assert {name for name in theme["colours"] if is_css_name(name)} == set(THEME_TONES)


@pytest.mark.parametrize(
    ("colour", "kept"), [("Red", "#ff0000"), ("DarkBlue", "darkblue"), ("#123456", "#123456"), ("", "")]
)
def test_a_colour_is_kept(colour: str, kept: str) -> None:
    """Other names and numbers stay as they are."""
    assert keep_tone(colour) == kept

"""The look of web pages: every theme gives one of its own, on which everything can be read."""

from collections.abc import Mapping
from functools import cache
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from generator.backends.html.parts import SiteLook
from generator.backends.pixels import sample_edge
from generator.layout.shapes.outlines import make_colour, rectangle
from generator.make.sites import choose_site_colours, make_site_look
from generator.model.style import Theme
from generator.model.vision import LEAST_CONTRAST, measure_contrast
from generator.read.files.shelf import find_shelf
from generator.read.kits.shared import read_theme
from generator.scene.shapes import Colour, Gradient, Page
from generator.scene.shapes import Path as Outline
from tests import shipped

THEMES = sorted(path.stem for path in Path(find_shelf().themes).glob("*.yaml"))
READ = (
    *(("ink", "ground"), ("ink", "raised"), ("soft", "ground"), ("accent", "ground"), ("accent", "raised")),
    *(("on-table", "table"), ("glow", "table")),
)
"""Colours of texts, and what they are on."""


@cache
def theme(name: str) -> Theme:
    folder = find_shelf().themes
    return read_theme(folder / f"{name}.yaml", folders=[folder])


def look(name: str, ground: tuple[str, ...] = (), text: str = "<h1>Ab</h1><p>cd</p>") -> SiteLook:
    return make_site_look(theme(name), shipped.fonts(), ground, [text], None)


def list_poor(light: Mapping[str, str], dark: Mapping[str, str]) -> list[str]:
    """The texts that are hard to read, on light and on dark pages."""
    pages = (light, {**light, **dark})
    return [
        f"{text} on {ground}"
        for page in pages
        for text, ground in READ
        if measure_contrast(make_colour(page[text]).rgb, make_colour(page[ground]).rgb) < LEAST_CONTRAST
    ]


@pytest.mark.parametrize("name", THEMES)
def test_texts_of_every_theme_have_contrast(name: str) -> None:
    """Dark pages have it, too."""
    assert list_poor(*choose_site_colours(theme(name))) == []


@given(st.lists(st.integers(0, 0xFFFFFF), min_size=1, max_size=9), st.sampled_from(THEMES))
def test_texts_have_contrast_on_the_edge_of_any_cover(colours: list[int], name: str) -> None:
    """Whatever somebody has drawn there."""
    assert list_poor(*choose_site_colours(theme(name), [f"#{colour:06x}" for colour in colours])) == []


def test_pages_for_a_grey_printer_are_grey() -> None:
    """They are those of the parts on them."""
    for colours in choose_site_colours(theme("pandemic"), ["#404040"], "grey"):
        assert {make_colour(one).hex for one in colours.values()} == {*colours.values()}
        assert all(len({one[1:3], one[3:5], one[5:7]}) == 1 for one in colours.values())


def test_pages_of_different_themes_differ() -> None:
    """No two themes have the same title face, ground, and accent; a dark theme is dark for everybody."""
    looks = {name: look(name) for name in THEMES if name != "base"}
    keys = ("title-font", "table", "accent")
    kinds = {name: tuple(one.light[key] for key in keys) for name, one in looks.items()}
    assert [pair for pair in combinations(kinds, 2) if kinds[pair[0]] == kinds[pair[1]]] == []
    assert [name for name, one in looks.items() if not one.dark] == ["orbit"]


def test_fonts_have_the_characters_that_are_written() -> None:
    """Titles in capitals have them, too; bold text is what is bold; other scripts have their own fonts."""
    found = look("pandemic", text="<h2>night</h2><p>Day <b>é</b> ق</p>").fonts
    written = {(font.family[0], font.is_bold): "" for font in found}
    for font in found:
        cmap = TTFont(BytesIO(font.data)).getBestCmap()
        written[font.family[0], font.is_bold] += "".join(map(chr, cmap))
    assert set("NIGHTnight") <= {*written["t", True]}
    assert set("Dayéق") <= {*written["b", False]}
    assert "é" in written["b", True]
    assert "D" not in written["b", True]


def test_the_edge_of_a_page_is_sampled_from_top_to_bottom() -> None:
    """A gradient behind a shape that does not reach the edge."""
    blue, red = Colour(0, 0, 1), Colour(1, 0, 0)
    sky = Outline(rectangle(0, 0, 60, 90), Gradient(((0, blue), (1, red)), (0, 0), (0, 90)))
    house = Outline(rectangle(10, 0, 40, 90), Colour(1, 1, 1))
    for is_right in (True, False):
        colours = [make_colour(one) for one in sample_edge(Page(60, 90, (sky, house)), is_right=is_right)]
        assert colours[0].blue > 0.9 > 0.1 > colours[0].red
        assert [one.red for one in colours] == sorted(one.red for one in colours)
        assert colours[-1].red > 0.9

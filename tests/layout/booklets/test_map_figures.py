"""Figures of maps and complete boards: everything is visible and inside them."""

from dataclasses import replace

import pytest

from generator.layout.boards.figures import lay_out_board_figure, lay_out_overview
from generator.model.elements.blocks import MapFigure, Overview
from generator.model.kit import Booklet
from generator.scene.shapes import GlyphRun, Page, Path
from tests.geometry import place_all, place_words, within
from tests.shipped import kit, paper, press

WIDTH = 88.0
FIGURES = range(2)
"""The numbers of the figures with maps in the rules of Pandemic."""


def figures() -> list[MapFigure]:
    rules = next(part for part in kit("pandemic").parts if isinstance(part, Booklet))
    return [block for block in rules.blocks if isinstance(block, MapFigure)]


def test_all_figures_are_tried() -> None:
    """Tests are collected without reading a game."""
    assert len(figures()) == len(FIGURES)


@pytest.mark.parametrize("number", FIGURES)
def test_map_figure_names_its_places(number: int) -> None:
    """Each place has its name inside the figure; nothing else is named."""
    figure = figures()[number]
    block = lay_out_board_figure(press("pandemic", "en"), figure, width=WIDTH)
    assert block.width == pytest.approx(WIDTH)
    words = place_words(Page(block.width, block.height, block.shapes))
    said = sorted(word for one in words if isinstance(one.shape, GlyphRun) for word in one.shape.text.split())
    say = kit("pandemic").wordings["en"].format
    assert said == sorted(word for id in figure.places for word in say(f"city.{id}").split())
    for one in words:
        assert 0 <= one.left <= one.right <= block.width
        assert 0 <= one.top <= one.bottom <= block.height


@pytest.mark.parametrize("number", FIGURES)
def test_tokens_of_map_figures_do_not_overlap(number: int) -> None:
    """All tokens are drawn inside the figure, not on each other or on a name."""
    figure = figures()[number]
    block = lay_out_board_figure(press("pandemic", "en"), figure, width=WIDTH)
    page = Page(block.width, block.height, block.shapes)
    wanted = sum(len(tokens) for _, tokens in figure.tokens.items())
    boxes = []
    for name in {f"figure-{token}" for _, tokens in figure.tokens.items() for token in tokens}:
        # The light edge of a token is drawn last.
        lines = [one for one in within(page, name) if isinstance(one.shape, Path) and not one.shape.fill]
        edges = [one for one in lines if isinstance(one.shape, Path) and one.shape.stroke]
        boxes += [one for one in edges if one.width == pytest.approx(max(e.width for e in edges), abs=0.01)]
    assert len(boxes) == wanted
    for index, box in enumerate(boxes):
        assert 0 <= box.left <= box.right <= block.width
        assert 0 <= box.top <= box.bottom <= block.height
        for other in boxes[index + 1 :]:
            across = min(box.right, other.right) - max(box.left, other.left)
            down = min(box.bottom, other.bottom) - max(box.top, other.top)
            assert min(across, down) <= 0.3
        for word in place_words(page):
            across = min(box.right, word.right) - max(box.left, word.left)
            down = min(box.bottom, word.bottom) - max(box.top, word.top)
            assert min(across, down) <= 0.05


def test_arrows_are_drawn() -> None:
    """A figure with arrows has more shapes than one without."""
    figure = figures()[0]
    setting = press("pandemic", "en")
    with_arrows = lay_out_board_figure(setting, figure, width=WIDTH)
    without = lay_out_board_figure(setting, replace(figure, arrows=()), width=WIDTH)
    count = [len(place_all(Page(WIDTH, 100, block.shapes))) for block in (with_arrows, without)]
    assert count[0] - count[1] == 4 * len(figure.arrows)


def test_overview_shows_the_complete_board_with_numbers() -> None:
    """It has the full width, the proportions of the board, and the numbers in order."""
    figure = Overview("board", ("atlanta", "outbreaks", "player_deck"))
    block = lay_out_overview(press("pandemic", "en"), figure, width=WIDTH, paper=paper("a4"))
    assert block.height == pytest.approx(WIDTH * 360 / 510)
    page = Page(block.width, block.height, block.shapes)
    numbers = [one for one in place_words(page) if "small sheet" not in one.groups]
    assert [one.shape.text for one in numbers if isinstance(one.shape, GlyphRun)] == ["1", "2", "3"]


def test_numbers_of_a_sheet_cover_the_signs_of_its_headings() -> None:
    """Each is in the middle of the round letter at the start of a heading, and hides it."""
    figure = Overview("sheet", ("analysis", "shapes", "progress"))
    block = lay_out_overview(press("fight_the_virus", "en"), figure, width=WIDTH, paper=paper("a4"))
    placed = place_words(Page(block.width, block.height, block.shapes))
    numbers = [one for one in placed if "small sheet" not in one.groups]
    for number, letter in zip(numbers, "AFB", strict=True):
        (sign,) = [
            one
            for one in placed
            if isinstance(one.shape, GlyphRun) and one.shape.text == letter and one not in numbers
        ]
        middles = [((one.left + one.right) / 2, (one.top + one.bottom) / 2) for one in (number, sign)]
        assert middles[0] == pytest.approx(middles[1], abs=0.4)

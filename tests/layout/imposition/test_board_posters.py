"""Boards that are posters by default."""

from dataclasses import replace

import pytest

from generator.layout.document import lay_out_part
from generator.model.kit import Board
from generator.model.printing.printing import Printing
from generator.scene.shapes import GlyphRun, Page
from generator.scene.shapes import Path as ShapePath
from tests import shipped
from tests.geometry import Placed, list_overlapping, place_all, place_words


def count_pages(*, poster: bool, printing: Printing) -> int:
    kit = shipped.kit("pandemic")
    board = next(part for part in kit.parts if isinstance(part, Board))
    document = lay_out_part(
        shipped.press("pandemic", "en"),
        replace(board, poster=poster),
        paper=shipped.paper("a4"),
        printing=printing,
    )
    return len(document.pages)


@pytest.mark.parametrize(
    ("poster", "printing", "pages"),
    [
        (True, Printing(), 5),
        (False, Printing(), 1),
        (False, Printing(poster=True), 5),
        (True, Printing(size=(250.0, 180.0)), 1),
    ],
)
def test_a_board_may_be_a_poster(poster: bool, printing: Printing, pages: int) -> None:
    """A poster has four sheets after a page that shows them together; a given size takes precedence."""
    assert count_pages(poster=poster, printing=printing) == pages


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_board_of_pandemic_takes_four_sheets(paper: str) -> None:
    """It does on both common papers."""
    kit = shipped.kit("pandemic")
    board = next(part for part in kit.parts if isinstance(part, Board))
    document = lay_out_part(shipped.press("pandemic", "en"), board, paper=shipped.paper(paper))
    assert [page.label for page in document.pages][1:] == ["A1", "B1", "A2", "B2"]


GROUND = {"board-ground", "board-", "world-land", "world-frame", "world-links"}
"""Layers that a seam may cut: land and sea, the links on them, and the graticule.

The graticule has no id: like the labels of the map, seams avoid only what has one.
"""


def find_cut(page: Page) -> list[Placed]:
    """Return dots, names, fields, and titles that are on one of the seams of a sheet."""
    placed = place_all(page)
    seams = [
        one
        for one in placed
        if "seams" in one.groups and isinstance(one.shape, ShapePath) and not one.shape.fill
    ]
    return [
        one
        for one in placed
        if "board" in one.groups and not GROUND.intersection(one.groups)
        for seam in seams
        if min(one.right, seam.right) > max(one.left, seam.left)
        and min(one.bottom, seam.bottom) > max(one.top, seam.top)
    ]


@pytest.mark.parametrize(
    ("locale", "paper"),
    [("en", "a4"), ("en", "letter"), ("es", "a4"), ("it", "a4"), ("de", "a4"), ("fr", "a4")],
)
def test_seams_of_pandemic_cut_no_city_and_no_field(locale: str, paper: str) -> None:
    """Its projection keeps the middle of the map free, where the four sheets are glued together."""
    kit = shipped.kit("pandemic")
    board = next(part for part in kit.parts if isinstance(part, Board))
    document = lay_out_part(shipped.press("pandemic", locale), board, paper=shipped.paper(paper))
    for page in document.pages[1:]:
        assert not find_cut(page)


def test_names_of_sheets_cover_no_city_and_no_field() -> None:
    """On the small map of the four sheets, they lie beside the seams, where nothing is written."""
    kit = shipped.kit("pandemic")
    board = next(part for part in kit.parts if isinstance(part, Board))
    guide = lay_out_part(shipped.press("pandemic", "en"), board, paper=shipped.paper("a4")).pages[0]
    words = [one for one in place_words(guide) if "plan" in one.groups]
    names = [one for one in words if "small sheet" not in one.groups]
    discs = [
        one
        for one in place_all(guide)
        if "plan" in one.groups and "small sheet" not in one.groups and one.width == pytest.approx(one.height)
    ]
    steps = [one.shape.size for one in place_words(guide) if "steps" in one.groups]
    # They fill the room beside the map, in larger type than texts have elsewhere.
    assert min(steps) > 1.1 * shipped.press("pandemic", "en").style("body").size
    assert len(names) == 4
    assert len(discs) >= 4
    covered = [
        word
        for word in words
        if "small sheet" in word.groups
        for disc in discs
        if list(list_overlapping([word, disc]))
    ]
    assert covered == []


@pytest.mark.parametrize(("size", "goes_on"), [((510.0, 360.0), False), ((841.0, 594.0), True)])
def test_a_poster_mentions_only_its_own_sheets(size: tuple[float, float], goes_on: bool) -> None:
    """A third sheet in a row and a third row are mentioned only if they exist."""
    kit = shipped.kit("pandemic")
    board = next(part for part in kit.parts if isinstance(part, Board))
    document = lay_out_part(
        shipped.press("pandemic", "en"), board, paper=shipped.paper("a4"), printing=Printing(size=size)
    )
    said = " ".join(
        placed.shape.text for placed in place_words(document.pages[0]) if isinstance(placed.shape, GlyphRun)
    )
    assert ("then C1" in said) == ("row 3" in said) == goes_on

"""Details of a board on cards show all neighbours, and share what is the same for many."""

import pytest

from generator.layout.boards.boards import lay_out_board_detail
from generator.layout.shapes.outlines import Block
from generator.model.elements.areas import MapArea
from generator.model.elements.boxes import WHOLE
from generator.model.elements.squares import Place
from generator.model.elements.template import BoardElement
from generator.model.kit import Board
from generator.scene.shapes import Page, Path, Shape, Symbol, Use, list_all
from tests.geometry import Placed, place_all, place_words
from tests.shipped import kit, press

WIDTH, HEIGHT = 55.0, 37.0
REACH = 150.0


@pytest.fixture(scope="module")
def world() -> MapArea:
    board = next(part for part in kit("pandemic").parts if isinstance(part, Board))
    return next(area for area in board.areas if isinstance(area, MapArea))


def detail(place: str, *, reach: float = REACH, shows: str = "neighbours") -> Block:
    setting = press("pandemic", "en")
    if shows == "place":
        small = BoardElement(WHOLE, "board", place, reach, shows="place")
        return lay_out_board_detail(setting, small, 34.0, 24.0)
    return lay_out_board_detail(setting, BoardElement(WHOLE, "board", place, reach), WIDTH, HEIGHT)


def words(block: Block) -> list[Placed]:
    return place_words(Page(block.width, block.height, block.shapes))


def symbols(shapes: tuple[Shape, ...]) -> list[Symbol]:
    return [use.symbol for use in list_all(Use, shapes, symbols=False)]


def test_detail_is_as_large_as_its_box() -> None:
    """A detail fills its box exactly, whatever it shows."""
    for place in ("sao_paulo", "atlanta", "tokyo"):
        block = detail(place)
        assert (block.width, block.height) == pytest.approx((WIDTH, HEIGHT))


def test_every_detail_names_the_place_and_all_its_neighbours(world: MapArea) -> None:
    """Distant neighbours and those beyond the edge of the map are named, too; nothing else is."""
    say = kit("pandemic").wordings["en"].format
    neighbours = {place.id: {place.id, *place.neighbours} for place in world.places}
    for place in world.places:
        said = sorted(word for one in words(detail(place.id)) for word in one.shape.text.split())
        wanted = sorted(word for id in neighbours[place.id] for word in say(f"city.{id}").split())
        assert said == wanted, place.id


def test_names_are_inside_the_detail(world: MapArea) -> None:
    """No name is cut off at the edge of the detail."""
    for place in world.places:
        for one in words(detail(place.id)):
            assert one.left >= 0
            assert one.right <= WIDTH
            assert one.top >= 0
            assert one.bottom <= HEIGHT


def test_the_position_of_a_place_needs_no_names() -> None:
    """With `shows: place` there is only a dot on the land."""
    assert words(detail("lima", reach=510.0, shows="place")) == []


def test_the_world_is_drawn_once_for_all_cards(world: MapArea) -> None:
    """Details with the same window share their land."""
    places: list[Place] = [*world.places]
    grounds = {id(symbols(detail(one.id, reach=510.0, shows="place").shapes)[0]) for one in places}
    assert len(grounds) == 1


def test_links_of_other_places_leave_the_detail_at_its_edge() -> None:
    """A link across the edge of the map goes on beyond it, where Los Angeles shows the ocean."""
    block = detail("los_angeles")
    page = Page(block.width, block.height, block.shapes)
    faint = [one for one in place_all(page) if isinstance(one.shape, Path) and one.shape.stroke]
    reaching = [one for one in faint if one.left < 0.5 and one.right - one.left < WIDTH * 0.9]
    assert len([one for one in reaching if one.top > 0 and one.bottom < HEIGHT]) >= 1

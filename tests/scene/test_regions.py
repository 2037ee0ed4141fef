"""Places on pages: each place of the data once, where it is printed, also in mirrored languages."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path as FilePath

import pytest

from generator.backends.svg import write_svg
from generator.layout.boards.boards import lay_out_board
from generator.layout.booklets import lay_out_booklet_pages
from generator.layout.document import lay_out_part, make_press
from generator.layout.elements.blocks import BlockSetter
from generator.layout.elements.grids import GridEntry
from generator.layout.sheets import lay_out_sheet_pages
from generator.model.elements.blocks import LabelledLines, Table
from generator.model.elements.template import GridBlock, TrackBlock
from generator.model.geometry import Rectangle
from generator.model.kit import Board, Booklet, Section, Sheet
from generator.model.played import NAME
from generator.scene.shapes import (
    Group,
    Page,
    Path,
    PrintedSpot,
    Region,
    Symbol,
    Use,
    list_spots,
    measure_bounds,
    walk,
)
from tests import played, shipped
from tests.backends.scenes import BLACK, box
from tests.small_decks import read_deck

BOARDS = shipped.list_parts(Board)


def test_regions_are_found_in_groups_and_symbols() -> None:
    """Moved and turned with what is around them; the box is upright."""
    square = Group((Path(box(0, 0, 4, 2), BLACK),), region=Region("board", "a1", (0, 0, 4, 2)))
    symbol = Symbol("both", (square,), (0, 0, 4, 2))
    turned = Group((Use(symbol, (1, 0, 0, 1, 10, 20)),), transform=(0, 2, -2, 0, 100, 0))
    (spot,) = list_spots(Page(200, 200, (turned,)))
    assert spot == PrintedSpot("board", "a1", Rectangle(56, 20, 60, 28))


@pytest.mark.parametrize(("game", "id"), BOARDS)
def test_each_place_of_a_board_is_on_its_page_once(game: str, id: str) -> None:
    """Cells, places of maps, fields of tracks, and boxes, as positions name them, where they are drawn."""
    board = shipped.kit(game).parts_of(Board)[id]
    lying = {(area.id, place.id): place.spot for area in board.areas for place in area.spots}
    places = {(area.id, place.id): place.spot for area in board.areas for place in area.places or area.spots}
    block = lay_out_board(shipped.press(game, "en"), board)
    spots = [*list_spots(Page(block.width, block.height, block.shapes))]
    assert Counter((spot.area, spot.place) for spot in spots) == Counter(places.keys())
    for spot in spots:
        place = places[spot.area, spot.place]
        assert max(place.beyond(spot.box), lying[spot.area, spot.place].beyond(spot.box)) < 0.001
        assert spot.box.middle == pytest.approx(place.middle, abs=0.001)


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_each_square_of_a_sheet_is_on_its_page_once(locale: str) -> None:
    """Squares and fields of all sections, and the field for the name; what is written there lies in it."""
    press = shipped.press("fight_the_virus", locale)
    sheet = press.kit.parts_of(Sheet)["sheet"]
    wanted = {(section.id, id) for section in sheet.sections.values() for id in list_ids(section)}
    marks = {area: {id: GridEntry(crossed=True) for name, id in wanted if name == area} for area, _ in wanted}
    (page,) = lay_out_sheet_pages(press, sheet, shipped.paper("a4"), 1, (), "", written=marks)
    spots = [*list_spots(page)]
    assert Counter((spot.area, spot.place) for spot in spots) == Counter({*wanted, (NAME, "")})
    assert len(wanted) > 150
    pencil = press.palette["pencil"]
    strokes = [
        Rectangle(*measure_bounds((Group((placed.shape,), transform=placed.transform),)))
        for placed in walk(page.shapes)
        if isinstance(placed.shape, Path) and placed.shape.stroke and placed.shape.stroke.colour == pencil
    ]
    for spot in spots:
        inside = [stroke for stroke in strokes if stroke.beyond(spot.box) < 0.01]
        assert len(inside) == (0 if spot.area == NAME else 2), spot


@pytest.mark.parametrize(
    ("game", "id", "area", "number"),
    [("virus_and_co", "score_pad", "pad", 120), ("fight_the_virus", "large_groups", "rolls", 48)],
)
def test_each_cell_to_write_in_is_on_its_page_once(game: str, id: str, area: str, number: int) -> None:
    """Cells of tables and lines of tables to write in, in order, and none upon another."""
    press = shipped.press(game, "en")
    part = next(part for part in press.kit.parts if part.id == id)
    if isinstance(part, Sheet):
        (page,) = lay_out_sheet_pages(press, part, shipped.paper("a4"), 1, (), "")
        blocks = [block for section in part.sections.values() for block in section.draw]
    else:
        assert isinstance(part, Booklet)
        (page,) = lay_out_booklet_pages(press, part, shipped.paper("a4"), "")
        blocks = [*part.blocks]
    spots = [*list_spots(page)]
    assert {spot.area for spot in spots} == {area}
    assert len({spot.place for spot in spots}) == len(spots) == number
    for spot, other in combinations(spots, 2):
        assert spot.box.overlap(other.box) <= 0.001
    tables = [block for block in blocks if isinstance(block, Table) and block.id == area]
    if tables:
        assert [spot.place for spot in spots] == [place for table in tables for place in table.open_places]


def list_ids(section: Section) -> Iterator[str]:
    for block in section.draw:
        if isinstance(block, GridBlock):
            yield from block.grid.by_id
        elif isinstance(block, TrackBlock):
            yield from (field.id for field in block.fields)


def test_each_copy_of_a_card_is_a_region(tmp_path: FilePath) -> None:
    """Not what is on it: it may be drawn once for several cards. SVG files carry the names."""
    stack = "{stack: {box: [5 mm, 5 mm, 50 mm, 60 mm], blocks: [{labels: [Name, Class], line_height: 8 mm}]}}"
    kit = read_deck(tmp_path, f"templates: {{face: [{stack}]}}\n")
    press = make_press(kit, locale="en", fonts=shipped.fonts())
    document = lay_out_part(press, kit.parts[0], paper=shipped.paper("a4"))
    (page,) = document.pages
    spots = [*list_spots(page)]
    cards = [spot for spot in spots if spot.area == "front"]
    assert [spot.place for spot in cards] == ["goblin", "elf", "elf"]
    assert {(round(spot.box.width), round(spot.box.height)) for spot in cards} <= {(60, 90), (90, 60)}
    assert cards == spots
    svg = write_svg(document, 0).decode()
    assert Counter(re.findall(r'data-area="(\w+)" data-place="(\w+)"', svg))["front", "elf"] == 2


def test_lines_to_write_on_are_numbered() -> None:
    """The room above each line, after its label."""
    block = LabelledLines(labels=("title", "subtitle", "players"), line_height=8.0)
    drawn = BlockSetter(shipped.press("pox", "en"), area="score").list_items(block, 80.0)[0].block
    spots = [*list_spots(Page(drawn.width, drawn.height, drawn.shapes))]
    assert [(spot.area, spot.place) for spot in spots] == [("score", f"line_{row}") for row in (1, 2, 3)]
    assert [(spot.box.right, spot.box.bottom) for spot in spots] == [
        (80.0, 8.0 * row - 1.0) for row in (1, 2, 3)
    ]


@pytest.mark.parametrize("game", [game for game in played.GAMES if game not in played.OWN])
def test_each_place_of_a_form_is_on_its_part_once(game: str) -> None:
    """Rules name only places that are printed."""
    press = shipped.press(game, "en")
    parts = {part.id: part for part in press.kit.parts}
    takes = [each for form in played.game(game).forms for each in form.list_takes() if each.part]
    for id in {each.part for each in takes}:
        part, paper = parts[id], shipped.paper("a4")
        if isinstance(part, Board):
            block = lay_out_board(press, part)
            pages = [Page(block.width, block.height, block.shapes)]
        elif isinstance(part, Sheet):
            # Forms have one copy of what is printed twice on a page.
            pages = lay_out_sheet_pages(press, part, paper, 1, (), "")
        else:
            pages = [*lay_out_part(press, part, paper=paper).pages]
        counted = Counter((spot.area, spot.place) for page in pages for spot in list_spots(page))
        places = {(each.area, place) for each in takes if each.part == id for place in each.places}
        assert {counted[place] for place in places} == {1}

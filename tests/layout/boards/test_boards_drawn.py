"""Boards are drawn as the model says, and nothing is outside."""

from pathlib import Path

import pytest

from generator.errors import LayoutError, UnknownName
from generator.layout.boards.boards import lay_out_board, lay_out_board_detail
from generator.layout.document import lay_out_part, make_press
from generator.layout.press import LayoutFindings, Press
from generator.model.elements.boxes import WHOLE
from generator.model.elements.template import BoardElement
from generator.model.geometry import Rectangle
from generator.model.kit import Board
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.scene.shapes import GlyphRun, Group, Page, Use, measure_least_scale, walk
from generator.scene.shapes import Path as ShapePath
from tests import shipped
from tests.geometry import Placed, place_all, place_words, within
from tests.layout.small_board import board_press
from tests.read.small_boards import BOARD

Drawn = tuple[Press, Board, Page]


@pytest.fixture
def drawn(tmp_path: Path) -> Drawn:
    press, board = board_press(tmp_path)
    block = lay_out_board(press, board)
    return press, board, Page(block.width, block.height, block.shapes)


def said(placed: list[Placed]) -> list[str]:
    """Return the text of all glyph runs."""
    return [placed.shape.text for placed in placed if isinstance(placed.shape, GlyphRun)]


def filled_box(placed: list[Placed]) -> tuple[float, float, float, float]:
    """Return the box around all filled shapes."""
    boxes = [one for one in placed if isinstance(one.shape, ShapePath) and one.shape.fill]
    return (
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def test_board_has_its_own_size(drawn: Drawn) -> None:
    """The size is the one in the data, and the ground covers all of it."""
    _, board, page = drawn
    assert (page.width, page.height) == board.size == (300.0, 200.0)
    assert filled_box(within(page, "board-ground")) == (0.0, 0.0, 300.0, 200.0)


def test_cells_are_where_the_model_says(drawn: Drawn) -> None:
    """Each cell is around its place, drawn by the template: the ill one with both of its discs."""
    _, board, page = drawn
    for place in board.areas[0].places:
        cell = within(page, f"people-{place.id}")
        if place.kind == "ana":
            assert filled_box(cell) == pytest.approx(
                (place.x - 10, place.y - 10, place.x + 10, place.y + 10), abs=0.01
            )
        assert len(cell) == (place.kind == "ana") + ("ill" in place.marks)


def test_grid_is_named_along_all_edges(drawn: Drawn) -> None:
    """Letters are above and below, numbers on the left and right, in line with their cells."""
    _, _, page = drawn
    names = [placed for placed in within(page, "people-names") if isinstance(placed.shape, GlyphRun)]
    assert sorted(said(names)) == sorted(["a", "b", "c", "1", "2"] * 2)
    for placed in names:
        assert isinstance(placed.shape, GlyphRun)
        x, y = (placed.left + placed.right) / 2, (placed.top + placed.bottom) / 2
        if placed.shape.text.isalpha():
            assert x == pytest.approx(20 + 20 * "abc".index(placed.shape.text), abs=0.3)
            assert y < 10 or y > 50
        else:
            assert y == pytest.approx(20 * int(placed.shape.text), abs=0.5)
            assert x < 10 or x > 70


def test_text_stays_on_the_board(drawn: Drawn) -> None:
    """No text extends beyond the edge."""
    _, _, page = drawn
    for placed in place_words(page):
        assert placed.left >= 0
        assert placed.top >= 0
        assert placed.right <= 300
        assert placed.bottom <= 200


def test_links_lead_from_place_to_place(drawn: Drawn) -> None:
    """A link on the map is one line, one that goes around is two, each with its casing."""
    _, _, page = drawn
    lines = [placed.shape for placed in within(page, "world-links") if isinstance(placed.shape, ShapePath)]
    assert len(lines) == 2 * 3
    casings, links = lines[:3], lines[3:]
    for casing, link in zip(casings, links, strict=True):
        assert casing.segments == link.segments
        assert casing.stroke is not None
        assert link.stroke is not None
        assert casing.stroke.width > link.stroke.width
    ends = {segment[1:] for line in links for segment in line.segments}
    assert {(140.0, 22.0), (142.0, 117.0)} <= {(round(end[0], 6), round(end[1], 6)) for end in ends}


def test_links_that_go_around_have_the_name_of_their_end(drawn: Drawn) -> None:
    """The name of the eastern place is at the western edge, and the other way round."""
    _, _, page = drawn
    (west,) = [one for one in within(page, "north-east-exit") if isinstance(one.shape, GlyphRun)]
    (east,) = [one for one in within(page, "east-north-exit") if isinstance(one.shape, GlyphRun)]
    assert said([west, east]) == ["East", "North End"]
    assert west.right < 140 < 210 < east.left
    assert west.left >= 90
    assert east.right <= 290


def test_track_and_box(drawn: Drawn) -> None:
    """Labels are in the middle of their fields, the title is above them, the text of the box inside it."""
    _, _, page = drawn
    for number, label in ((1, "2"), (2, "3"), (3, "4")):
        (placed,) = [one for one in within(page, f"rate-{number}") if isinstance(one.shape, GlyphRun)]
        assert said([placed]) == [label]
        assert (placed.left + placed.right) / 2 == pytest.approx(20 + 30 * (number - 1), abs=0.4)
        assert (placed.top + placed.bottom) / 2 == pytest.approx(150, abs=0.4)
    (title,) = [one for one in within(page, "rate-title") if isinstance(one.shape, GlyphRun)]
    assert title.bottom < 145
    words = [one for one in within(page, "board-deck") if isinstance(one.shape, GlyphRun)]
    assert said(words)
    for placed in words:
        assert placed.left > 100
        assert placed.right < 160
        assert placed.top > 140
        assert placed.bottom < 180


def test_box_that_is_too_small_for_its_words(tmp_path: Path) -> None:
    """Text that is too large for its box is an error that names the box."""
    press, board = board_press(tmp_path, board=BOARD.replace("60 mm x 40 mm", "30 mm x 6 mm"))
    with pytest.raises(LayoutError, match=r"deck.*taller than the box"):
        lay_out_board(press, board)


def test_a_board_reports_all_that_does_not_fit_each_time(tmp_path: Path) -> None:
    """A box and a title are reported together, and again on the next page size."""
    text = BOARD.replace("60 mm x 40 mm", "30 mm x 6 mm")
    text = text.replace("      size: 10 mm\n", "      size: 10 mm\n      title_at: [2 mm, 100 mm]\n")
    findings = LayoutFindings(collects=True)
    press, board = board_press(tmp_path, board=text, findings=findings)
    for _ in range(2):
        lay_out_board(press, board)
        said = "\n".join(map(str, findings.take()))
        assert "taller than the box" in said
        assert "title of rate extends beyond the edge" in said


def test_title_that_leaves_the_board(tmp_path: Path) -> None:
    """A title that extends beyond the edge is an error that names the track."""
    text = BOARD.replace("      size: 10 mm\n", "      size: 10 mm\n      title_at: [2 mm, 100 mm]\n")
    press, board = board_press(tmp_path, board=text)
    with pytest.raises(LayoutError, match="title of rate extends beyond the edge"):
        lay_out_board(press, board)


def test_same_board_gives_same_shapes(tmp_path: Path) -> None:
    """Labels are placed again in the same positions."""
    press, board = board_press(tmp_path)
    first, second = lay_out_board(press, board), lay_out_board(press, board)
    assert [placed.left for placed in place_all(Page(1, 1, first.shapes))] == [
        placed.left for placed in place_all(Page(1, 1, second.shapes))
    ]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_board_on_a_page_keeps_its_shape(tmp_path: Path, paper: str) -> None:
    """A board has one scale in both directions, and is never enlarged."""
    press, board = board_press(tmp_path)
    page = lay_out_part(press, board, paper=shipped.paper(paper)).pages[0]
    assert page.trim is not None
    left, top, right, bottom = page.trim
    assert (right - left) / (bottom - top) == pytest.approx(300 / 200)
    assert right - left <= 300
    assert left >= 0
    assert top >= 0
    assert right <= page.width
    assert bottom <= page.height


def test_details_hold_only_what_they_show(tmp_path: Path) -> None:
    """No card contains the complete map: all of its land is near its own window."""
    press, _ = board_press(tmp_path)
    detail = lay_out_board_detail(press, BoardElement(WHOLE, "board", "north", reach=40), 40, 30)
    (clipped,) = detail.shapes
    assert isinstance(clipped, Group)
    for placed in place_all(Page(40, 30, clipped.shapes)):
        assert placed.left > -12
        assert placed.right < 52


def test_detail_has_the_place_in_the_middle(tmp_path: Path) -> None:
    """The place is as close to the middle as the map's edge allows."""
    press, _ = board_press(tmp_path)
    south = lay_out_board_detail(
        press, BoardElement(WHOLE, "board", "south", reach=80, shows="place"), 40, 20
    )
    (dot,) = [one for one in place_all(Page(40, 20, south.shapes)) if one.width == pytest.approx(3.2)]
    assert (dot.left + dot.right) / 2 == pytest.approx(20)
    assert (dot.top + dot.bottom) / 2 == pytest.approx((117 - 90) / 2, abs=0.01)
    wide = lay_out_board_detail(press, BoardElement(WHOLE, "board", "south", reach=900), 40, 40)
    assert (wide.width, wide.height) == (40, 40)


def test_detail_shows_all_neighbours(tmp_path: Path) -> None:
    """Neighbours are visible however small the reach is, with their names and the names at exits."""
    press, _ = board_press(tmp_path)
    detail = lay_out_board_detail(press, BoardElement(WHOLE, "board", "north", reach=10), 60, 60)
    words = place_words(Page(60, 60, detail.shapes))
    assert {"South End", "East"} <= set(said(words))
    for placed in words:
        assert 0 <= placed.left <= placed.right <= 60
        assert 0 <= placed.top <= placed.bottom <= 60


def test_detail_of_a_grid(tmp_path: Path) -> None:
    """Places of grids have details too."""
    press, _ = board_press(tmp_path)
    assert lay_out_board_detail(press, BoardElement(WHOLE, "board", "b1", reach=40), 20, 20).shapes


@pytest.mark.parametrize(("board", "place"), [("bord", "north"), ("board", "nord")])
def test_detail_of_an_unknown_place(tmp_path: Path, board: str, place: str) -> None:
    """An unknown board or place is an error with the closest name."""
    press, _ = board_press(tmp_path)
    with pytest.raises(UnknownName, match="did you mean"):
        lay_out_board_detail(press, BoardElement(WHOLE, board, place, reach=40), 20, 20)


@pytest.mark.parametrize(("land", "has_sea"), [("none", False), ("land.geojson", True)])
def test_without_land_there_is_no_sea(tmp_path: Path, land: str, has_sea: bool) -> None:
    """Without land, neither sea nor coast hides the drawing below the map."""
    press, board = board_press(tmp_path, board=BOARD.replace("land: land.geojson", f"land: {land}"))
    drawn = walk(lay_out_board(press, board).shapes)
    fills = [placed.shape.fill for placed in drawn if isinstance(placed.shape, ShapePath)]
    assert (press.palette["sea"] in fills) is has_sea
    assert (press.palette["land"] in fills) is has_sea


DARK = """land: land.geojson
      plate: transparent
      halo: "#0a1730"
      casing: "#0a1731"
      shallows: "#3f78ab\""""


def test_maps_may_be_dark(tmp_path: Path) -> None:
    """Names are light, with a halo in place of a plate; links have the casing, and coasts the water given."""
    press, board = board_press(tmp_path, board=BOARD.replace("land: land.geojson", DARK))
    block = lay_out_board(press, board)
    page = Page(block.width, block.height, block.shapes)
    labels = within(page, "world-labels")
    runs = [one.shape for one in labels if isinstance(one.shape, GlyphRun)]
    assert runs
    assert {run.colour for run in runs} == {press.palette["paper"]}
    halos = {one.shape.fill for one in labels if isinstance(one.shape, ShapePath)}
    assert halos == {press.palette["#0a1730"]}
    strokes = [one.shape.stroke for one in within(page, "world-links") if isinstance(one.shape, ShapePath)]
    assert press.palette["#0a1731"] in {stroke.colour for stroke in strokes if stroke}
    detail = lay_out_board_detail(press, BoardElement(WHOLE, "board", "north", reach=150), 40, 30)
    names = [one.shape for one in walk(detail.shapes) if isinstance(one.shape, GlyphRun)]
    assert {name.colour for name in names} == {press.palette["paper"]}


@pytest.mark.parametrize(("key", "group"), [("labels", "world-labels"), ("links", "world-links")])
def test_maps_without_names_or_links(tmp_path: Path, key: str, group: str) -> None:
    """Without names, links around the map have no plates either; without links, only places are left."""
    text = BOARD.replace("land: land.geojson", f"land: land.geojson\n      {key}: false")
    press, board = board_press(tmp_path, board=text)
    page = Page(300, 200, lay_out_board(press, board).shapes)
    assert within(page, group) == []
    assert within(page, "world-exits") == []
    assert within(page, "world-places")


def test_boxes_and_tracks_may_be_dark(tmp_path: Path) -> None:
    """They have the fill that is given, and texts that can be read on it."""
    text = """\
title: Board
size: 100 mm x 100 mm
areas:
  - box: {id: deck, title: Deck, at: [5 mm, 5 mm], size: 40 mm x 40 mm, colour: "#8fd8ea", fill: "#0a1730"}
  - track: {id: rate, title: Rate, size: 10 mm, from: [20 mm, 80 mm], to: [80 mm, 80 mm], labels: ["2", "3"],
      colour: "#8fd8ea", fill: "#0a1731", casing: "#0a1732"}
"""
    (tmp_path / "board.yaml").write_text(text, encoding="utf-8")
    kit = read_kit(tmp_path / "board.yaml", shelf=find_shelf())
    [board] = kit.parts
    assert isinstance(board, Board)
    press = make_press(kit, locale="en", fonts=shipped.fonts())
    drawn = [one.shape for one in walk(lay_out_board(press, board).shapes)]
    colours = {shape.text: shape.colour for shape in drawn if isinstance(shape, GlyphRun)}
    paper, ink = press.palette["paper"], press.palette["ink"]
    assert colours == {"Deck": paper, "2": paper, "3": paper, "Rate": ink}
    paths = [shape for shape in drawn if isinstance(shape, ShapePath)]
    fills = {shape.fill for shape in paths}
    assert {press.palette["#0a1730"], press.palette["#0a1731"]} <= fills
    assert press.palette["#0a1732"] in {shape.stroke.colour for shape in paths if shape.stroke}


def test_a_board_has_art_beyond_its_edges(tmp_path: Path) -> None:
    """The ground, and a map where it touches an edge, reach as far as the bleed; other areas stay."""
    alone = (
        BOARD.partition("  - grid:")[0]
        + "  - map:"
        + BOARD.partition("  - map:")[2].partition("  - track:")[0]
    )
    wide = alone.replace("[90 mm, 10 mm]", "[0 mm, 0 mm]").replace("200 mm x 120 mm", "300 mm x 200 mm")
    press, board = board_press(tmp_path, board=wide)
    for bleed in (0.0, 5.0):
        block = lay_out_board(press, board, bleed=bleed)
        page = Page(block.width, block.height, block.shapes)
        assert filled_box(within(page, "board-ground")) == Rectangle(0, 0, 300, 200).grown(bleed)
        land = [one for one in walk(block.shapes) if "world-land" in one.groups]
        boxes = {one.shape.symbol.box for one in land if isinstance(one.shape, Use)}
        assert boxes == {Rectangle(0, 0, 300, 200).grown(bleed)}
    press, board = board_press(tmp_path, board=alone)
    land = [one for one in walk(lay_out_board(press, board, bleed=5.0).shapes) if "world-land" in one.groups]
    boxes = {one.shape.symbol.box for one in land if isinstance(one.shape, Use)}
    assert boxes == {(90, 10, 290, 130)}


def test_coasts_on_cards_are_lines_that_can_be_printed(tmp_path: Path) -> None:
    """However small the scale of the map, the coast is at least 0.1 mm wide."""
    press, _ = board_press(tmp_path)
    detail = lay_out_board_detail(press, BoardElement(WHOLE, "board", "north", reach=150), 10, 8)
    lines = [
        (one.shape.stroke, measure_least_scale(one.transform))
        for one in walk(detail.shapes)
        if isinstance(one.shape, ShapePath)
    ]
    assert min(line.width * scale for line, scale in lines if line) == pytest.approx(0.1)


HEXES = """\
title: Valley
size: 200 mm x 120 mm
areas:
  - grid:
      {id: hexes, at: [15 mm, 15 mm], cell: 20 mm, cells: hex_flat, size: 3 x 1, table: [{id: a1, kind: red}]}
"""


def test_ids_are_legible_on_dark_cells(tmp_path: Path) -> None:
    """The id of a dark cell has the colour of paper, others that of labels."""
    (tmp_path / "board.yaml").write_text(HEXES, encoding="utf-8")
    kit = read_kit(tmp_path / "board.yaml", shelf=find_shelf())
    [board] = kit.parts
    assert isinstance(board, Board)
    press = make_press(kit, locale="en", fonts=shipped.fonts())
    block = lay_out_board(press, board)
    runs = [one.shape for one in place_all(Page(block.width, block.height, block.shapes))]
    fills = {run.text: run.colour for run in runs if isinstance(run, GlyphRun)}
    assert fills["a1"] == press.palette["paper"]
    assert fills["b1"] == fills["c1"] == press.palette[press.style("label").colour]

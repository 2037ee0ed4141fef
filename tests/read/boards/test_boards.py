"""Boards as they are read: what the YAML says is what the model holds."""

import math
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.model.elements.areas import (
    Axis,
    BoxArea,
    GridArea,
    MapArea,
    TrackArea,
    clip_outline,
    make_course,
)
from generator.model.geometry import Rectangle
from generator.model.kit import Board
from tests.read.small_boards import BOARD, CITIES, read, write_board


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return read(write_board(tmp_path))


def test_board(board: Board) -> None:
    """Its own size, its ground and its templates."""
    said = (board.id, board.title, board.size, board.ground)
    assert said == ("board", "board.title", (300.0, 200.0), "table")
    assert set(board.templates) == {"table"}
    assert [area.id for area in board.areas] == ["people", "world", "rate", "deck"]


def test_grid(board: Board) -> None:
    """Places are named by column letter and row number, the first line being row 1, and know their marks."""
    grid = board.areas[0]
    assert isinstance(grid, GridArea)
    assert [place.id for place in grid.places] == ["a1", "b1", "c1", "a2", "c2"]
    ill = grid.places[2]
    assert (ill.x, ill.y, ill.kind, ill.marks) == (60.0, 20.0, "ana", ("ill",))
    assert ill.all_fields() == {"id": "c1", "kind": "ana", "ill": "yes"}
    assert (grid.columns, grid.rows) == (3, 2)
    assert grid.box == Rectangle(4.0, 4.0, 76.0, 56.0)


def test_map(board: Board) -> None:
    """Degrees become mm on the board, nudges are added, rows are fields, links stand once."""
    world = board.areas[1]
    assert isinstance(world, MapArea)
    north, south, _ = world.places
    assert (north.x, north.y) == pytest.approx((140.0, 22.0))
    assert (south.x, south.y) == pytest.approx((142.0, 117.0))
    assert north.all_fields() == {
        "id": "north",
        "kind": "red",
        "ill": "yes",
        "colour": "red",
        "people": "1200",
    }
    assert north.label == "city.north"
    assert north.neighbours == ("south", "east")
    assert [(way.place.id, way.other.id, way.exit is not None) for way in world.ways] == [
        ("north", "south", False),
        ("east", "north", True),
        ("north", "east", True),
    ]
    corners = [(130.0, 46.0), (150.0, 46.0), (150.0, 94.0), (130.0, 94.0)]
    assert [list(outline) for outline in world.land] == [[pytest.approx(corner) for corner in corners]]


def test_links_that_go_around_leave_at_the_nearer_edge(board: Board) -> None:
    """The western place's link leaves in the west, the eastern one's in the east, at the same height."""
    world = board.areas[1]
    assert isinstance(world, MapArea)
    around = {way.place.id: way.end for way in world.ways if way.exit}
    assert around["north"][0] == 90.0
    assert around["east"][0] == 290.0
    assert around["north"][1] == pytest.approx(around["east"][1])
    assert [way.end for way in world.ways if not way.exit] == [pytest.approx((142.0, 117.0))]


def test_run_of_a_track(board: Board) -> None:
    """Fields stand equally far apart from the first to the last, with their labels and marks."""
    track = board.areas[2]
    assert isinstance(track, TrackArea)
    assert [(*field.at, field.label) for field in track.fields] == [
        (20.0, 150.0, "2"),
        (50.0, 150.0, "3"),
        (80.0, 150.0, "4"),
    ]
    assert [field.marks for field in track.fields] == [(), (), ("last",)]
    assert track.box == Rectangle(15.0, 145.0, 85.0, 155.0)


def test_fields_of_a_track_one_by_one(tmp_path: Path) -> None:
    """Each where it says, numbered in order."""
    start = BOARD.index("      from: [20")
    end = BOARD.index("      over: [people]")
    fields = '      fields: [{at: [20 mm, 150 mm], label: "0"}, {at: [40 mm, 160 mm], marks: [ill]}]\n'
    track = read(write_board(tmp_path, board=BOARD[:start] + fields + BOARD[end:])).areas[2]
    assert isinstance(track, TrackArea)
    assert [(field.id, *field.at, field.label, field.marks) for field in track.fields] == [
        ("1", 20.0, 150.0, "0", ()),
        ("2", 40.0, 160.0, "", ("ill",)),
    ]


def test_box(board: Board) -> None:
    """A place for cards, as large as it says."""
    box = board.areas[3]
    assert isinstance(box, BoxArea)
    assert (*box.at, *box.size) == (100.0, 140.0, 60.0, 40.0)
    assert (box.title, box.icon, box.colour) == ("board.deck", "cards", "red")


def test_places_in_mm_and_in_the_board_itself(tmp_path: Path) -> None:
    """A map needs no earth: places may stand in the board's file, in mm on the map, and then without land."""
    places = "[{id: north, x: 20, y: 30, colour: red, people: 1, links: [east]}, {id: east, x: 60.5, y: 30, "
    places += 'colour: red, people: 2, nudge: "0 5", links: [north]}]'
    text = BOARD.replace("places: cities.csv", f"places: {places}").replace("      land: land.geojson\n", "")
    world = read(write_board(tmp_path, board=text)).areas[1]
    assert isinstance(world, MapArea)
    assert [(place.x, place.y) for place in world.places] == [(110.0, 40.0), (150.5, 45.0)]
    assert world.land == ()
    assert [place.neighbours for place in world.places] == [("east",), ("north",)]


def test_land_of_all_games(tmp_path: Path) -> None:
    """Places on the earth have its coasts; what the game does not bring is in the maps of all games."""
    path = write_board(tmp_path, board=BOARD.replace("      land: land.geojson\n", ""))
    (tmp_path / "shared").mkdir()
    (tmp_path / "land.geojson").rename(tmp_path / "shared" / "land.geojson")
    world = read(path).areas[1]
    assert isinstance(world, MapArea)
    assert len(world.land) == 1


def test_land_goes_on_over_the_edge_of_the_world(tmp_path: Path) -> None:
    """Land at 190 degrees is also drawn at -170, and is cut off near the edge of the map."""
    text = BOARD.replace("[[-100, 0], [0, 0.5], [100, 1]]", "[[-200, 0], [160, 1]]")
    land = '{"type": "Polygon", "coordinates": [[[150, 10], [190, 10], [190, -10], [150, -10], [150, 10]]]}'
    world = read(write_board(tmp_path, board=text, land=land)).areas[1]
    assert isinstance(world, MapArea)
    spans = sorted((min(x for x, _ in one), max(x for x, _ in one)) for one in world.land)
    assert spans == [
        (pytest.approx(86.0), pytest.approx(90 + 30 / 360 * 200)),
        (pytest.approx(90 + 350 / 360 * 200), pytest.approx(294.0)),
    ]


def test_a_run_bows_out_to_its_left() -> None:
    """The middle of the arc stands off by that part of the length, all points lie on one circle."""
    points = make_course(((0.0, 0.0), (10.0, 0.0)), 5, "line", 0.3)
    assert points[0] == pytest.approx((0.0, 0.0))
    assert points[-1] == pytest.approx((10.0, 0.0))
    assert points[2] == pytest.approx((5.0, -3.0))
    centre = (5.0, -3.0 + (25 + 9) / 6)
    assert {round(math.dist(point, centre), 9) for point in points} == {round((25 + 9) / 6, 9)}
    assert make_course(((0.0, 0.0), (10.0, 0.0)), 3, "line", -0.3)[1] == pytest.approx((5.0, 3.0))


def test_an_axis_never_turns_back() -> None:
    """However its stops lie, more degrees are farther along, and the stops themselves are met."""
    stops = ((-170.0, 0.0), (-60.0, 0.05), (-50.0, 0.6), (120.0, 0.61), (180.0, 1.0))
    axis = Axis(stops)
    assert [axis.at(degrees) for degrees, _ in stops] == pytest.approx([part for _, part in stops])
    parts = [axis.at(degrees) for degrees in range(-170, 181)]
    assert parts == sorted(parts)


def test_clipped_outline_lies_inside() -> None:
    """No corner is left outside; what lies wholly inside stays as it is, wholly outside nothing is left."""
    area = Rectangle(0, 0, 10, 10)
    star = ((-5.0, 5.0), (5.0, -5.0), (15.0, 5.0), (5.0, 15.0))
    clipped = clip_outline(star, area)
    assert len(clipped) >= 8 - 4
    assert all(0 <= x <= 10 and 0 <= y <= 10 for x, y in clipped)
    inside = ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0))
    assert clip_outline(inside, area) == inside
    assert clip_outline(((11.0, 1.0), (12.0, 1.0), (12.0, 2.0)), area) == ()


def test_tables_may_be_parted_by_semicolons(tmp_path: Path) -> None:
    """A spreadsheet's other way to save a table."""
    cities = CITIES.replace("; ", "|").replace(",", ";").replace("|", ", ")
    cities = cities.replace("south, east", "south")
    cities = cities.replace(";7;north", ";7;")
    text = BOARD.replace("      around: [[north, east]]\n", "")
    world = read(write_board(tmp_path, board=text, cities=cities)).areas[1]
    assert isinstance(world, MapArea)
    assert len(world.ways) == 1


@pytest.mark.parametrize(("apart", "is_sound"), [(8.0, True), (7.95, True), (7.5, False)])
def test_places_may_touch(tmp_path: Path, apart: float, is_sound: bool) -> None:
    """Discs of 8 mm may be 8 mm apart, or less by the rounding of a table; closer ones overlap."""
    cities = f"id,x,y,colour,people,links\nnorth,20,20,red,1,south\nsouth,{20 + apart},20,blue,2,north\n"
    board = BOARD.replace("      around: [[north, east]]\n", "")
    path = write_board(tmp_path, board=board, cities=cities)
    if is_sound:
        (world,) = (area for area in read(path).areas if isinstance(area, MapArea))
        assert [place.x for place in world.places] == pytest.approx([110, 110 + apart])
    else:
        with pytest.raises(DataError, match=r"overlaps `north`: 7\.5 mm apart, but places are 8 mm wide"):
            read(path)


TOWNS = """\
Town,Lat,Lon,Colour,People,Roads,Open
North End,40,-50,red,1200,south_end,yes
South End,-40,-50,blue,300,north_end,yes
Far East,0,60,red,7,,no
"""


def test_places_from_a_table_as_it_is(tmp_path: Path) -> None:
    """Columns have other names, some rows are left out, and ids come from names, as for cards."""
    chosen = "{file: cities.csv, id: Town, rename: {Roads: links}, where: open = yes}"
    text = BOARD.replace("places: cities.csv", f"places: {chosen}").replace("around: [[north, east]]", "")
    world = read(write_board(tmp_path, board=text.replace("label: city.{id}", ""), cities=TOWNS)).areas[1]
    assert isinstance(world, MapArea)
    assert [(place.id, place.kind, place.neighbours) for place in world.places] == [
        ("north_end", "red", ("south_end",)),
        ("south_end", "blue", ("north_end",)),
    ]

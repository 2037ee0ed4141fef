"""Problems of boards have a position and a hint."""

from pathlib import Path

import pytest

from generator.errors import DataError
from tests.read.small_boards import BOARD, CITIES, LAND, read, write_board


def complain(folder: Path, *, board: str = BOARD, cities: str = CITIES, land: str = LAND) -> list[str]:
    """All that is told, without the folder."""
    with pytest.raises(DataError) as caught:
        read(write_board(folder, board=board, cities=cities, land=land))
    return str(caught.value).replace(f"{folder}/", "").split("\n")


BOARD_CASES = [
    (
        "an area of a kind that is not there",
        "  - box: {id",
        "  - bax: {id",
        "board.yaml:50:5: areas[4].bax: unknown element type `bax` (did you mean `box`?)",
    ),
    (
        "a key that is not known",
        "cell: 20 mm",
        "cel: 20 mm",
        "board.yaml:18:7: areas[1].grid.cel: unknown key `cel` (did you mean `cell`?)",
    ),
    (
        "a point with one number",
        "at: [10 mm, 10 mm]",
        "at: [10 mm]",
        "board.yaml:17:11: areas[1].grid.at: needs 2 items",
    ),
    (
        "a size without a height",
        "size: 200 mm x 120 mm",
        "size: 200 mm",
        "board.yaml:30:13: areas[2].map.size: `200 mm` is not a width and height (write it like `420 mm x "
        "297 mm`)",
    ),
    (
        "an area outside of the board",
        "at: [100 mm, 140 mm]",
        "at: [250 mm, 140 mm]",
        "board.yaml:50:5: areas[4].box: extends beyond the board by 10.0 mm",
    ),
    (
        "a grid whose letters leave the board",
        "at: [10 mm, 10 mm]\n      cell",
        "at: [5 mm, 10 mm]\n      cell",
        "board.yaml:15:5: areas[1].grid: extends beyond the board by 1.0 mm (with its letters",
    ),
    (
        "areas on each other",
        "at: [100 mm, 140 mm]",
        "at: [70 mm, 140 mm]",
        "board.yaml:50:5: areas[4].box: overlaps the area `rate` (move it, or write `over: [rate]` if "
        "that is intended)",
    ),
    (
        "an area over one that comes later",
        "over: [people]",
        "over: [deck]",
        "board.yaml:49:14: areas[3].track.over[1]: unknown earlier area `deck` (available: people, world)",
    ),
    (
        "a box on a place",
        "at: [100 mm, 140 mm]",
        "over: [world], at: [110 mm, 84 mm]",
        "board.yaml:50:5: areas[4].box: covers the place `south` (move it)",
    ),
    (
        "a box on a link",
        "at: [100 mm, 140 mm]",
        "over: [world], at: [110 mm, 50 mm]",
        "board.yaml:50:5: areas[4].box: covers the link from `north` to `south` (move it)",
    ),
    (
        "two areas of one id",
        "id: deck",
        "id: rate",
        "board.yaml:50:15: areas[4].box.id: duplicate area `rate` (give it another id)",
    ),
    (
        "a template that is not there",
        "look: person",
        "look: parson",
        "board.yaml:19:13: areas[1].grid.look: unknown template `parson` (did you mean `person`?)",
    ),
    (
        "a field that no place has",
        '"{people}"',
        '"{peeple}"',
        "board.yaml:13:21: templates.city[2].words.text: the column `peeple` is not in cities.csv (did "
        "you mean "
        "`people`?)",
    ),
    (
        "a character without a legend",
        "A B a",
        "A B c",
        "board.yaml:21:13: areas[1].grid.places: the legend has no `c` (it has: A a B; `.` is no square)",
    ),
    (
        "a word that is not there",
        "title: board.deck",
        "title: board.dack",
        "board.yaml:50:28: areas[4].box.title: the wording has no `board.dack` (did you mean `board.deck`?)",
    ),
    (
        "an icon that is not there",
        "icon: cards",
        "icon: card",
        "board.yaml:50:46: areas[4].box.icon: unknown icon `card` (did you mean `cards`?)",
    ),
    (
        "a colour that is not there",
        "colour: red}",
        "colour: rad}",
        "colour `rad` (did you mean `red`?)",
    ),
    (
        "a mark that is not there",
        "[last]",
        "[lost]",
        "board.yaml:48:19: areas[3].track.marks.3[1]: unknown mark `lost` (did you mean `last`?)",
    ),
    (
        "a mark of no field",
        "{3: [last]}",
        "{4: [last]}",
        "board.yaml:48:15: areas[3].track.marks.4: there is no field 4 (fields are numbered from 1 to 3)",
    ),
    (
        "a run without an end",
        "      to: [80 mm, 150 mm]\n",
        "",
        "board.yaml:41:5: areas[3].track: `to` is missing (add `to: ...`)",
    ),
    (
        "fields on each other",
        "to: [80 mm, 150 mm]",
        "to: [30 mm, 150 mm]",
        "board.yaml:41:5: areas[3].track: fields 1 and 2 overlap: their centres are 5.0 mm apart "
        "(each is 10 mm wide)",
    ),
    (
        "degrees that fall",
        "[[-100, 0], [0, 0.5]",
        "[[-100, 0], [-110, 0.5]",
        "board.yaml:38:32: areas[2].map.projection.longitude[2]: -110 degrees follow -100 (degrees "
        "must increase)",
    ),
    (
        "a latitude upside down",
        "latitude: [[-50, 1], [50, 0]]",
        "latitude: [[-50, 0], [50, 1]]",
        "board.yaml:39:30: areas[2].map.projection.latitude[2]: the part 1 follows 0 (parts must decrease "
        "while the "
        "degrees increase: 0 is at the top)",
    ),
    (
        "a pair without a link",
        "[[north, east]]",
        "[[south, east]]",
        "board.yaml:40:16: areas[2].map.around[1]: `south` and `east` are not linked (name two places "
        "that have a link)",
    ),
    (
        "a column that is not there",
        "kind: colour",
        "kind: color",
        "board.yaml:32:13: areas[2].map.kind: unknown column `color` (did you mean `colour`?)",
    ),
    (
        "a label with a column that is not there",
        "city.{id}",
        "city.{name}",
        "board.yaml:33:14: areas[2].map.label: unknown column `name` (available: ",
    ),
    (
        "a label without its words",
        "city.{id}",
        "town.{id}",
        "board.yaml:33:14: areas[2].map.label: the wording has no `town.east`",
    ),
    (
        "a table that is not there",
        "places: cities.csv",
        "places: towns.csv",
        "board.yaml:31:15: areas[2].map.places: there is no file `towns.csv` (available: cities.csv)",
    ),
    (
        "land that is not there",
        "land: land.geojson",
        "land: lend.geojson",
        "board.yaml:36:13: areas[2].map.land: there is no file `lend.geojson` (did you mean `land.geojson`?)",
    ),
]


@pytest.mark.parametrize(
    ("old", "new", "told"), [case[1:] for case in BOARD_CASES], ids=[c[0] for c in BOARD_CASES]
)
def test_wrong_board(tmp_path: Path, old: str, new: str, told: str) -> None:
    """One thing of the board's file is wrong."""
    assert BOARD.count(old) >= 1
    complaints = complain(tmp_path, board=BOARD.replace(old, new, 1))
    assert any(told in line for line in complaints), complaints
    outside = [line for line in complaints if "extends" in line]
    assert len(outside) <= 1, complaints


CITY_CASES = [
    (
        "a link to nowhere",
        "south; east",
        "south; est",
        "cities.csv:2:23: [1].links: links to an unknown place `est` (did you mean `east`?)",
    ),
    (
        "a link that is not said at the other end",
        "7,north",
        "7,",
        "cities.csv:2:23: [1].links: links to `east`, which does not link back (add `north` to the links "
        "of `east`)",
    ),
    (
        "a link twice",
        "300,north",
        "300,north;north",
        "cities.csv:3:24: [2].links: links to `north` twice",
    ),
    ("a link to itself", "300,north", "300,north; south", "cities.csv:3:24: [2].links: links to itself"),
    (
        "a place twice",
        "east,0,60",
        "north,0,60",
        "cities.csv:4:1: [3].id: duplicate place `north` (the first is in line 2)",
    ),
    (
        "a degree that is none",
        "north,40",
        "north,140",
        "cities.csv:2:7: [1].lat: is not a valid degree",
    ),
    (
        "a degree in words",
        "north,40",
        "north,40°N",
        "cities.csv:2:7: [1].lat: `40°N` is not a number (degrees: `48.86` or `-4.4`)",
    ),
    (
        "a place beside the map",
        "south,-40,-50",
        "south,-49,-50",
        "cities.csv:3:1: [2].id: is outside the map (change the projection, or move it: `nudge`)",
    ),
    (
        "a place on another",
        "south,-40,-50",
        "south,37,-52",
        "cities.csv:3:1: [2].id: overlaps `north`: 2.6 mm apart, but places are 8 mm wide (move one of "
        "them with a "
        "column `nudge`: `2 -1`, mm right and down)",
    ),
    (
        "a move that is none",
        "2 -1",
        "left",
        "cities.csv:3:30: [2].nudge: `left` is not a shift (mm to the right and down: `2 -1.5`)",
    ),
    (
        "a colour that the theme does not have",
        "60,red",
        "60,grean",
        "cities.csv:4:1: [3].kind: unknown colour `grean`",
    ),
    ("no column of degrees", "id,lat,lon", "id,lat,long", "`lon` is missing"),
    ("a row with too many cells", "300,north", "300,north,north", "cities.csv:3"),
]


@pytest.mark.parametrize(
    ("old", "new", "told"), [case[1:] for case in CITY_CASES], ids=[c[0] for c in CITY_CASES]
)
def test_wrong_table(tmp_path: Path, old: str, new: str, told: str) -> None:
    """One thing of the table is wrong, and told with its line and column."""
    assert old in CITIES
    complaints = complain(tmp_path, cities=CITIES.replace(old, new, 1))
    assert any(told in line for line in complaints), complaints


LAND_CASES = [
    ("no JSON", '{"type": ', "land.geojson:1:10: is not JSON: Expecting value"),
    ("no GeoJSON", "[]", "land.geojson: is not GeoJSON: a `type` is missing"),
    (
        "no area",
        '{"type": "Point", "coordinates": [1, 2]}',
        "land.geojson: contains a `Point` (only areas are drawn",
    ),
    ("nothing in it", '{"type": "FeatureCollection", "features": []}', "land.geojson: has no areas"),
    (
        "a ring that is none",
        '{"type": "Polygon", "coordinates": [[[1, 2], [2, 3]]]}',
        "land.geojson: is not GeoJSON: a ring needs at least 4 positions",
    ),
    (
        "a position that is none",
        '{"type": "Polygon", "coordinates": [[[1, "2"], [2, 3], [4, 5], [1, 2]]]}',
        "a position is not [longitude, latitude]",
    ),
    (
        "a number that is none",
        '{"type": "Polygon", "coordinates": [[[1, NaN], [2, 3], [4, 5], [1, 2]]]}',
        "a position is not [longitude, latitude]",
    ),
    (
        "no degrees",
        '{"type": "Polygon", "coordinates": [[[1, 200], [2, 3], [4, 5], [1, 2]]]}',
        "has the position [1, 200] (degrees of longitude and latitude)",
    ),
    ("too deep", "[" * 100_000, "land.geojson: is not GeoJSON: it is nested too deeply"),
    (
        "collections too deep",
        '{"type": "GeometryCollection", "geometries": [' * 900 + "]}" * 900,
        "land.geojson: is not GeoJSON: it is nested too deeply",
    ),
    (
        "thousands of digits",
        f'{{"type": "Polygon", "coordinates": [[[{"9" * 5000}, 2], [2, 3], [4, 5], [1, 2]]]}}',
        "a position is not [longitude, latitude]",
    ),
]


@pytest.mark.parametrize(("land", "told"), [case[1:] for case in LAND_CASES], ids=[c[0] for c in LAND_CASES])
def test_wrong_land(tmp_path: Path, land: str, told: str) -> None:
    """The land's file is no GeoJSON of areas."""
    complaints = complain(tmp_path, land=land)
    assert any(told in line for line in complaints), complaints


def test_all_is_told_at_once(tmp_path: Path) -> None:
    """All problems of the board, its table, and its land are reported at once."""
    complaints = complain(
        tmp_path,
        board=BOARD.replace("icon: cards", "icon: cords"),
        cities=CITIES.replace("2 -1", "left"),
        land="[]",
    )
    assert {line.split(":")[0] for line in complaints} == {"board.yaml", "cities.csv", "land.geojson"}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("icon: cards", "icon: cords, over: [deck]", "areas[4].box.over[1]: unknown earlier area `deck`"),
        ("size: 60 mm x", "size: 60 cm x", "areas[4].box: extends beyond the board by 400.0 mm"),
        ("id: rate", "id: people", "areas[3].track.id: duplicate area `people`"),
    ],
)
def test_names_that_are_wrong_hide_nothing(tmp_path: Path, old: str, new: str, told: str) -> None:
    """An area whose icon, words and marks are unknown is compared with the others all the same."""
    board = BOARD.replace(old, new).replace("board.deck", "board.dock").replace("[last]", "[lost]")
    complaints = complain(tmp_path, board=board)
    assert any("the wording has no `board.dock`" in line for line in complaints), complaints
    assert any("unknown mark `lost`" in line for line in complaints), complaints
    assert any(told in line for line in complaints), complaints


def test_a_place_is_on_one_area_only(tmp_path: Path) -> None:
    """Ids of places are unique on the whole board: cards and moves name them."""
    cities = CITIES.replace("east", "a1")
    board = BOARD.replace("[[north, east]]", "[[north, a1]]").replace("label: city.{id}\n", "kind: colour\n")
    board = board.replace("      kind: colour\n      kind: colour\n", "      kind: colour\n")
    complaints = complain(tmp_path, board=board, cities=cities)
    assert any("the place `a1` is on `people` too" in line for line in complaints), complaints

"""Places have the same names in PDF forms, on screens, and in reports, and those are printed on them."""

from itertools import product

import pytest

from generator.layout.boards.positions import add_fields
from generator.layout.document import make_press
from generator.model.elements.areas import TrackArea
from generator.model.elements.blocks import Cell, LabelledLines, LineTable, Table, TableColumn, TableRow
from generator.model.elements.template import DrawingBlock
from generator.model.kit import Panel, Section, Sheet
from generator.model.place_names import PartNames, list_place_names, name_text
from generator.model.played import NAME, Takes
from generator.model.texts.wordings import Wording
from generator.play.paper import PlaceNames
from generator.scene.shapes import Group, Page, Region
from tests import played, shipped

SIDE = 10.0


def name_on_screen(names: PlaceNames, part: str, area: str, place: str) -> str:
    """The name of a place as pages put it together from what they get."""
    name = names.find(part, area, place)
    if name.column:
        return f"{name.place}, {name.column}"
    return f"{names.find(part, area).area} {name.place}".strip()


def make_page(takes: list[Takes]) -> Page:
    """A page with a box for each place, and one for the name of a player."""
    places = dict.fromkeys([(NAME, ""), *((each.area, place) for each in takes for place in each.places)])
    boxes = ((index * SIDE, 0.0, (index + 1) * SIDE, SIDE) for index, _ in enumerate(places))
    shapes = [Group((), region=Region(*place, box)) for place, box in zip(places, boxes, strict=True)]
    return Page(SIDE * len(shapes), SIDE, tuple(shapes))


@pytest.mark.parametrize("game", played.GAMES)
def test_the_fields_of_a_form_have_the_names_of_the_screen(game: str) -> None:
    """In every language, each place is named once, and no other place of its area has its name."""
    kit = played.kit(game)
    takes = [each for form in played.game(game).forms for each in form.list_takes() if each.part]
    ids = {each.part for each in takes}
    assert ids
    for part, wording in product((part for part in kit.parts if part.id in ids), kit.wordings.values()):
        names, id = PlaceNames(kit, wording), part.id
        press = make_press(kit, locale=wording.locale, fonts=shipped.fonts())
        fields = add_fields(press, part, make_page([each for each in takes if each.part == id]), takes).fields
        labels: dict[tuple[str, str], set[str]] = {}
        for field in fields:
            _, _, area, place, what = field.name.split("/")
            place = place or ("" if what == "text" else field.state)
            labels.setdefault((area, place), set()).add(field.label)
        assert len(labels) > 2
        for (area, place), found in labels.items():
            name = name_on_screen(names, id, area, place)
            assert names.find(id, area, place).full == name
            assert found <= {name, *list_marked(wording, takes, area, name)}
        for area in {area for area, _ in labels}:
            named = [name_on_screen(names, id, *each) for each in labels if each[0] == area]
            assert len({*named}) == len(named)


def list_marked(wording: Wording, takes: list[Takes], area: str, name: str) -> set[str]:
    """Names of checks: what is marked at a place."""
    pens = {name_text(wording, f"form.{sign}", {"place": name}) for sign in ("cross", "circle", "fill")}
    pieces = {key for each in takes if each.area == area for key in each.names}
    values = ({"place": name, "piece": name_text(wording, key)} for key in pieces)
    return pens | {name_text(wording, "form.piece", each) for each in values}


def test_fields_of_tracks_are_named_as_printed() -> None:
    """In every language: outbreaks begin with 0, and rates that occur several times are numbered."""
    kit = played.kit("pandemic")
    for wording in kit.wordings.values():
        names, title = PlaceNames(kit, wording), wording.format("board.outbreaks")
        outbreaks = [names.find("board", "outbreaks", str(index)) for index in range(1, 10)]
        assert [name.full for name in outbreaks] == [f"{title} {number}" for number in range(9)]
        rates = [names.find("board", "infection_rate", str(index)).place for index in range(1, 8)]
        assert rates == ["2 (1)", "2 (2)", "2 (3)", "3 (1)", "3 (2)", "4 (1)", "4 (2)"]


def test_blocks_to_write_on_have_labels_rows_and_columns() -> None:
    """A cell is named by its row, then its column; icons, blanks, and a colon at the end are left out."""
    rows = (
        TableRow(heading="Round 1"),
        TableRow((Cell("+ Pills: :pill: "), Cell(), Cell()), id="pills"),
        TableRow((Cell("Total"), Cell(), Cell())),
        TableRow((Cell("Total"), Cell(), Cell())),
        TableRow((Cell(), Cell(), Cell())),
    )
    columns = TableColumn(), TableColumn("*Ana*"), TableColumn()
    table = Table(columns=columns, draw=rows, row_heads=True)
    level = TrackArea(id="level", title="Level", size=5.0, count=2, first=0, start=(5, 5), end=(20, 5))
    lines = LabelledLines(labels=("Day:",), line_height=8.0), LineTable(("Name", "Age"), 2, 8.0)
    blocks = *lines, table, DrawingBlock(draw=(level,), height=10.0)
    sections = {"log": Section(title="Log", draw=blocks, id="log")}
    sheet = Sheet("sheet", "title", sections, ((Panel(("log",)),),), name_field="Your name:")
    wording = Wording("en", "English", "ltr", {})
    names = PartNames(wording, sheet)
    assert {place: name.full for (_, place), name in list_place_names(wording, sheet) if place} == {
        "1": "Level 0",
        "2": "Level 1",
        "line_1": "Log Day",
        "line_1_1": "1, Name",
        "line_1_2": "1, Age",
        "line_2_1": "2, Name",
        "line_2_2": "2, Age",
        "pills_1": "Round 1, + Pills, Ana",
        "pills_2": "Round 1, + Pills, 2",
        "row_3_1": "Round 1, Total (1), Ana",
        "row_3_2": "Round 1, Total (1), 2",
        "row_4_1": "Round 1, Total (2), Ana",
        "row_4_2": "Round 1, Total (2), 2",
        "row_5_1": "Round 1, 5, Ana",
        "row_5_2": "Round 1, 5, 2",
    }
    spots = (NAME, ""), ("log", ""), ("log", "far_away")
    assert [names.find(*spot).full for spot in spots] == ["Your name", "Log", "Log far away"]


def test_areas_on_which_no_form_writes_have_the_title_on_the_board() -> None:
    kit = shipped.kit("pandemic")
    for wording in kit.wordings.values():
        assert PlaceNames(kit, wording).find("", "player_deck").full == name_text(
            wording, "board.player_deck"
        )
    assert PlaceNames(kit, kit.wordings["en"]).find("", "lost_keys").full == "lost keys"

"""A whole kit is read: every kind of section and of block becomes what the model has for it."""

import shutil
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.layout.shapes.palette import IconSet
from generator.model.elements.areas import TrackField
from generator.model.elements.blocks import (
    Heading,
    IconRow,
    IconTable,
    KeyBlock,
    LabelledLines,
    LineTable,
    ListBlock,
    Overview,
    Paragraph,
    SectionFigure,
    ShapesBlock,
    WordsBlock,
)
from generator.model.elements.squares import Places
from generator.model.elements.template import GridBlock, IconElement, PanelElement, TrackBlock
from generator.model.kit import Booklet, Credit, Kit, Panel, Section, Sheet
from generator.model.values import replace
from generator.read.files.shelf import Shelf, find_shelf
from generator.read.kits.kits import read_kit


@pytest.fixture(scope="module")
def kit(whole_shelf: Shelf) -> Kit:
    """The small game."""
    return read_kit(whole_shelf.find_game("small"), shelf=whole_shelf)


@pytest.fixture(scope="module")
def small_sheet(kit: Kit) -> Sheet:
    """Its sheet."""
    part = kit.parts[1]
    assert isinstance(part, Sheet)
    return part


@pytest.fixture(scope="module")
def rules(kit: Kit) -> Booklet:
    """Its booklet."""
    part = kit.parts[0]
    assert isinstance(part, Booklet)
    return part


def test_kit_has_what_its_file_says(kit: Kit, whole_shelf: Shelf) -> None:
    """Parts keep the order of the file, although sheets are read before booklets."""
    assert (kit.id, kit.title, kit.players, kit.icon) == ("small", "kit.title", "2-4", "star")
    assert [part.id for part in kit.parts] == ["rules", "sheet"]
    assert kit.folder == whole_shelf.games / "small"
    assert kit.credits == (Credit("credit.designer", ("Ana Example", "Bo Example")),)


def test_shapes_start_at_0_0(small_sheet: Sheet) -> None:
    """A shape starts at (0, 0) wherever it was drawn; a frame may have several."""
    block = small_sheet.sections["faces"].content
    assert isinstance(block, ShapesBlock)
    shapes = [(one.icon, one.frame, one.shapes) for one in block.shapes]
    assert shapes == [
        ("star", (0, 0), (((0, 0),),)),
        ("ring", (0, 0), (((1, 0), (0, 1), (1, 1)),)),
        ("star", (2, 3), (((0, 0),), ((0, 0), (1, 0)))),
    ]


def test_sheet_has_what_its_file_says(small_sheet: Sheet) -> None:
    """Everything around the sections arrives."""
    assert small_sheet.orientation == "landscape"
    said = (small_sheet.title, small_sheet.subtitle, small_sheet.name_field, small_sheet.credit)
    assert said == ("kit.title", "rules.text", "sheet.name", "sheet.credit")
    assert small_sheet.bands == (
        (Panel(("body",), 1.5), Panel(("wall", "hill"))),
        (Panel(("steps", "values")),),
        (Panel(("key",)), Panel(("faces",)), Panel(("notes",))),
    )


def test_grid_section(small_sheet: Sheet) -> None:
    """Squares have places, marks of the legend and names; `#` needs no legend; lengths are in mm."""
    block = small_sheet.sections["body"].content
    assert isinstance(block, GridBlock)
    squares = [(square.id, square.x, square.y, square.marks) for square in block.grid]
    assert squares == [
        ("b1", 1, 0, ("spike",)),
        ("a2", 0, 1, ()),
        ("b2", 1, 1, ()),
        ("c2", 2, 1, ("spike",)),
        ("b3", 1, 2, ()),
    ]
    assert block.row_bonuses == {1: "shape"}
    section = small_sheet.sections["body"]
    assert (block.size, section.icon, section.hint) == (8, "star", "sheet.hint")
    assert [type(element) for element in block.draw] == [PanelElement, IconElement]


def test_rows_of_bricks(small_sheet: Sheet) -> None:
    """Rows are lettered from the bottom, squares counted from the left, half squares kept."""
    block = small_sheet.sections["wall"].content
    assert isinstance(block, GridBlock)
    squares = [(square.id, square.x, square.y, square.marks) for square in block.grid]
    assert squares == [
        ("b1", 0.5, 0, ()),
        ("b2", 1.5, 0, ("goal",)),
        ("a1", 0, 1, ()),
        ("a2", 1, 1, ()),
        ("a3", 2, 1, ()),
    ]
    assert block.row_bonuses == {0: "shape"}
    assert block.size == pytest.approx(12.7)
    assert block.margins == (1, 0, 2, 0)


def test_columns_of_a_curve(small_sheet: Sheet) -> None:
    """Columns are lettered from the left, squares counted from the bottom."""
    block = small_sheet.sections["hill"].content
    assert isinstance(block, GridBlock)
    assert [square.id for square in block.grid] == ["b2", "a1", "b1", "c1"]
    assert block.size == 10


def test_tracks(small_sheet: Sheet) -> None:
    """A track counts its fields or lists them; a field without a label has its number."""
    steps, values = (small_sheet.sections[id].content for id in ("steps", "values"))
    assert isinstance(steps, TrackBlock)
    assert isinstance(values, TrackBlock)
    assert [(field.id, field.label) for field in steps.fields] == [(str(n), str(n)) for n in range(1, 6)]
    assert (steps.shape, values.shape) == ("circle", "square")
    assert values.fields == (
        TrackField("1", id="1"),
        TrackField("two", (), "shape", 2, id="2"),
        TrackField("3", ("finish",), id="3"),
    )


def test_other_sections(small_sheet: Sheet) -> None:
    """Keys and lines arrive whole."""
    key = KeyBlock((IconRow(("star", "ring"), "sheet.entry"),), "sheet.group", columns=2)
    assert small_sheet.sections["key"] == Section(
        title="sheet.key", draw=(key,), id="key", icon="ring", hint="sheet.hint"
    )
    lines = LabelledLines(("sheet.line", "sheet.line"), line_height=9)
    assert small_sheet.sections["notes"] == Section(title="sheet.notes", draw=(lines,), id="notes")


def test_booklet_has_what_its_file_says(rules: Booklet) -> None:
    """Everything around the blocks arrives."""
    assert (rules.title, rules.subtitle, rules.credit) == ("kit.title", "rules.text", "sheet.credit")
    assert (rules.columns, rules.most_pages, rules.fit, rules.orientation) == (3, 2, True, "landscape")


def test_blocks_of_text(rules: Booklet) -> None:
    """Headings, paragraphs of every style, and lists."""
    text = "rules.text"
    assert rules.blocks[:8] == (
        Heading(text, 2, "star"),
        Paragraph(text, "lead"),
        Paragraph(text),
        Paragraph(text, "note"),
        Paragraph(text, "ours"),
        Paragraph(text, "credit"),
        ListBlock((WordsBlock("rules.one"), WordsBlock("rules.two")), numbered=True),
        ListBlock((WordsBlock("rules.one"), WordsBlock("rules.two")), icons=("star", "ring")),
    )


def draw_figure(sheet: Sheet, figure: SectionFigure) -> Places:
    """The squares of a figure, with the legend and the naming of its section."""
    block = sheet.sections[figure.section].content
    assert isinstance(block, GridBlock)
    return replace(block, squares=figure.squares, bonuses={}).grid


def test_figures(rules: Booklet, small_sheet: Sheet) -> None:
    """A figure's drawing takes legend and naming from the section it shows."""
    wall, body, *others = rules.blocks[8:13]
    assert isinstance(wall, SectionFigure)
    assert isinstance(body, SectionFigure)
    assert [(square.id, square.x, square.marks) for square in draw_figure(small_sheet, wall)] == [
        ("b1", 0.5, ("goal",)),
        ("a1", 0, ()),
        ("a2", 1, ()),
    ]
    assert (wall.entries, wall.caption, wall.labels) == ({"b1": "!3", "a1": "4"}, "rules.text", True)
    assert [square.marks for square in draw_figure(small_sheet, body)] == [(), ("spike",)]
    assert body.entries == {}
    assert others == [
        SectionFigure("steps", written="x o .", first=1, entries={"2": "x", "3": "o"}, caption="rules.text"),
        SectionFigure("faces", values=(1, 3), every_form=True, caption="rules.text"),
        Overview("sheet", ("body", "wall"), caption="rules.text"),
    ]


def test_tables(rules: Booklet) -> None:
    """Tables of pictures and tables to write in."""
    assert rules.blocks[13:] == (
        IconTable((IconRow(("star", "ring"), "rules.one"),)),
        LineTable(("rules.one", "rules.two"), 8, 9, ("star", "ring")),
    )


def test_wordings_join_shared_words(kit: Kit) -> None:
    """A language has the game's sentences and those of all games; what looks like no text is text."""
    assert list(kit.wordings) == ["en", "es"]
    english, spanish = kit.wordings["en"], kit.wordings["es"]
    assert (english.name, spanish.name, spanish.direction) == ("English", "Español", "ltr")
    assert spanish.format("page", {"page": 1, "pages": 2}) == "Página 1 de 2"
    assert (english.format("rules.one"), english.format("rules.two")) == ("no", "12:30")
    assert english.format("sheet.credit") == "Made by nobody"


def test_theme_is_built_on_another(kit: Kit) -> None:
    """What a theme does not say is taken from the one that it extends."""
    assert kit.theme.colour("primary") == "#0b5c6b"
    assert kit.theme.colour("goal") == "#336699"
    assert kit.theme.type["body"].size == pytest.approx(3.175)
    assert kit.theme.marks["spike"].place == "centre"


def test_icons_are_named_aloud_where_words_exist(kit: Kit) -> None:
    """`icon.star` is in the wording, `icon.ring` is not."""
    icons = IconSet(kit.icons, kit.wordings["en"])
    assert (icons.describe("star"), icons.describe("ring")) == ("A star", "ring")


def test_only_wanted_languages_are_read(shelf: Shelf) -> None:
    """A language that is not wanted may be half translated."""
    game = shelf.find_game("small")
    (game / "wording" / "es.yaml").write_text("words: {kit: {title: Pequeño}}", encoding="utf-8")
    kit = read_kit(game, shelf=shelf, locales=["en"])
    assert list(kit.wordings) == ["en"]
    with pytest.raises(DataError):
        read_kit(game, shelf=shelf)


def test_only_wanted_parts_are_read(shelf: Shelf) -> None:
    """The file of a part that is not wanted may be wrong, until that part is wanted."""
    game = shelf.find_game("small")
    (game / "rules.yaml").write_text("id: [", encoding="utf-8")
    assert [part.id for part in read_kit(game, shelf=shelf, parts=["sheet"]).parts] == ["sheet"]
    with pytest.raises(DataError, match=r"rules\.yaml"):
        read_kit(game, shelf=shelf, parts=["rules"])


@pytest.mark.parametrize(
    ("wanted", "read"),
    [
        (["city_cards"], ["board", "city_cards"]),
        (["player_cards", "nets"], ["player_cards", "nets"]),
        (["board"], ["board"]),
        (["city_cards", "unknown"], None),
        (["rules"], None),
    ],
)
def test_parts_bring_the_boards_that_they_show(wanted: list[str], read: list[str] | None) -> None:
    """A deck needs the board that is drawn on its cards; a booklet, and an unknown id, need all files."""
    shelf = find_shelf()
    kit = read_kit(shelf.find_game("pandemic"), shelf=shelf, locales=["en"], parts=wanted)
    assert [part.id for part in kit.parts] == (read or [part.id for part in kit.parts])
    assert (len(kit.parts) == 9) == (read is None)


def test_a_part_whose_file_has_another_name_is_found(shelf: Shelf) -> None:
    """Files should have the names of their parts, but need not."""
    game = shelf.find_game("small")
    (game / "sheet.yaml").rename(game / "page.yaml")
    kit = game / "kit.yaml"
    kit.write_text(kit.read_text("utf-8").replace("sheet: sheet.yaml", "sheet: page.yaml"), encoding="utf-8")
    assert "sheet" in [part.id for part in read_kit(game, shelf=shelf, parts=["sheet"]).parts]


def test_problems_of_templates_are_reported_for_single_parts(tmp_path: Path) -> None:
    """Reading a single deck reports the problems of a template that its cards name."""
    game = tmp_path / "game"
    shutil.copytree(find_shelf().complete, game)
    templates = game / "templates.yaml"
    text = templates.read_text("utf-8").replace("  card_back:\n", "  card_back:\n    elements:\n")
    templates.write_text(text, "utf-8")
    with pytest.raises(DataError, match="unknown key `elements`"):
        read_kit(game, shelf=find_shelf(), parts=["cards"])


def test_templates_of_other_parts_are_read_only_with_these(tmp_path: Path) -> None:
    """A template that no chosen token has may be wrong; a complete reading reports it."""
    game = tmp_path / "game"
    shutil.copytree(find_shelf().complete, game)
    templates = game / "templates.yaml"
    templates.write_text(f"{templates.read_text('utf-8')}  spare:\n    - wrods: {{}}\n", "utf-8")
    kit = read_kit(game, shelf=find_shelf(), parts=["tokens"])
    assert "spare" not in kit.parts[0].templates
    with pytest.raises(DataError, match="wrods"):
        read_kit(game, shelf=find_shelf())


def test_game_brings_its_own_theme_icons_and_words(shelf: Shelf, tmp_path: Path) -> None:
    """A folder anywhere is a game; what it brings goes before what the shelf has."""
    game = shelf.find_game("small").rename(tmp_path / "elsewhere")
    (game / "themes").mkdir()
    (shelf.themes / "small.yaml").rename(game / "themes" / "small.yaml")
    (game / "icons").mkdir()
    (game / "icons" / "star.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"><rect width="8" height="6"/></svg>'
    )
    words = game / "wording" / "es.yaml"
    words.write_text(words.read_text("utf-8") + "  credit: {designer: Nuestro}\n", encoding="utf-8")
    kit = read_kit(shelf.find_game(str(game)), shelf=shelf)
    assert (kit.icons["star"].width, kit.icons["star"].height) == (8, 6)
    assert kit.wordings["es"].format("credit.designer") == "Nuestro"
    assert kit.id == "small"


def test_problems_of_all_files_are_told_at_once(shelf: Shelf) -> None:
    """One run names what is wrong with every file, in the order of files and lines."""
    game = shelf.find_game("small")
    (game / "sheet.yaml").write_text("title: kit.title\nid: [\n")
    (game / "icons").mkdir()
    (game / "icons" / "ring.svg").write_text("no picture")
    (game / "wording" / "es.yaml").write_bytes(b"\xff\xfe\0")
    with pytest.raises(DataError) as caught:
        read_kit(game, shelf=shelf)
    wrong = [Path(problem.file).name for problem in caught.value.problems]
    assert wrong == ["ring.svg", "sheet.yaml", "es.yaml"]


def test_kit_file_that_is_no_yaml_is_told_alone(shelf: Shelf) -> None:
    """Nothing can be read when nobody knows what there is to read."""
    game = shelf.find_game("small")
    (game / "kit.yaml").write_text("")
    with pytest.raises(DataError, match="is empty"):
        read_kit(game, shelf=shelf)

"""Projects of CardMaker as decks: layouts, elements, variables, and tables."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import DataError
from generator.imports.cardmaker import read_cardmaker
from generator.imports.importing import ImportResult, import_project, write_deck
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from tests.samples import count_examples

TABLE = "Copies,Title,Kind,Text\n2,Sun,day,Warm\\qlight\\q\n,Moon,night,Pay @[Coin]\n"
BOX = 'x="10" y="20" width="100" height="50"'
TEXT = f'<Element type="Text" name="Title" {BOX} font="Arial;12;1;0;0;0" elementcolor="0x1DFF00FF" {{}}/>'
WORDS = 'words: {text: "{title}", box: [2.54, 5.08, 25.4, 12.7], font_size: 11.52 pt'
SHAPE = f'<Element type="Shape" {BOX} name="A" variable="{{}}" elementcolor="0xC0C0C080"/>'
RICH = f'<Element type="FormattedText" {BOX} name="A" variable="{{}}"/>'


def run(folder: Path, *elements: str, layouts: str = "") -> ImportResult:
    """Import a project with a layout of 300 by 200 dots, 100 of them an inch."""
    reference = '<Reference RelativePath="cards.csv" Default="true"/>'
    layout = f'<Layout Name="Card" width="300" height="200" dpi="100">{"".join(elements)}{reference}</Layout>'
    (folder / "game.cmp").write_text(f"<Project>{layout}{layouts}</Project>", encoding="utf-8")
    (folder / "cards.csv").write_text(TABLE, encoding="utf-8")
    (folder / "game_defines.csv").write_text("Define,Value\nCoin,1 coin\n", encoding="utf-8")
    return import_project(folder / "game.cmp", folder / "deck", find_shelf())


def write(folder: Path, element: str, **more: str) -> str:
    return run(folder, element, **more).decks[0].path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("element", "written"),
    [
        (TEXT.format('variable="@[Title]"'), WORDS),
        (TEXT.format('variable="@[title] (##1;1;3#)"'), '"{title} ({pad(number, 3)})"'),
        (TEXT.format('variable="@[Coin]!"'), 'text: "1 coin!"'),
        (TEXT.format('variable="#(if @[Kind] == day then A else B)#"'), "{'A' if kind == 'day' else 'B'}"),
        (
            TEXT.format('variable="#(if @[Kind] != #empty then +@[Kind])##(if @[Text] == #empty then x)#"'),
            "{'+' + text(kind) if kind != '' else ''}{'x' if text == '' else ''}",
        ),
        (
            TEXT.format('variable="#(if @[Kind] == a then #(if 1 &gt; 2 then b else c)# else d)#"'),
            "{('b' if 1 > 2 else 'c') if kind == 'a' else 'd'}",
        ),
        (
            TEXT.format('variable="#(if [@[Kind];@[Title]] != [x;#empty] then A)#"'),
            "{'A' if (kind != 'x' and kind != '' and title != 'x' and title != '') else ''}",
        ),
        (
            TEXT.format('variable="#(switch;@[Kind];day;The @[Title];night;Moon;#default;?)#"'),
            "{replace(first(values where item.of == lower(kind)).value, '[title]', text(title)) "
            "if lower(kind) in rows(values).of else '?'}",
        ),
        (
            RICH.format("#(if @[Kind] == day then &lt;b&gt;A&lt;/b&gt;&lt;br&gt;)#&lt;spc=2&gt;B"),
            "{'**A**\\\\n' if kind == 'day' else ''} B",
        ),
        (
            RICH.format("#(switch;@[Kind];day;&lt;fc=0xFF0000FF&gt;@[Title]&lt;fc&gt;;night;b)#"),
            '{of: day, value: "{#ff0000|[title]}"}',
        ),
        (
            TEXT.format('variable="a" outlinethickness="2" outlinecolor="0x0000FFFF"'),
            'stroke: "#0000ff", line: 0.51',
        ),
        (TEXT.format(f'variable="{"a lot of words " * 20}"'), "smallest: 4 pt"),
        (TEXT.format('variable="a" backgroundcolor="0x8E67AC28"'), 'fill: "#8e67ac28"'),
        (TEXT.format('variable="a" backgroundcolor="0x8E67ACFF"').replace('"10"', '"250"'), "bleeds: true"),
        (TEXT.format('variable="a" horizontalalign="1" verticalalign="2"'), "align: center, upright: bottom"),
        (TEXT.format('variable="a" rotation="90"'), "angle: 90"),
        (TEXT.format('variable="a*b{c}"'), '"a\\\\*b\\\\{c\\\\}"'),
        (TEXT.format('variable="x" borderthickness="2" bordercolor="0x0000FFFF"'), 'stroke: "#0000ff"'),
        (TEXT.format('variable="X#bgshape::#rect;0;-;-;0#::0xaaaaff::5::5::-9::-9#"'), '"#aaaaff"'),
        (f'<Element type="Graphic" {BOX} variable="a_@[Kind].png"/>', 'file: "a_{kind}.png"'),
        (SHAPE.format("#ellipse;0;-;-#"), '"#c0c0c080"'),
        (SHAPE.format("#roundedrect;0;-;-;10#"), "corner: 2.54"),
        (
            RICH.format("&lt;b&gt;a&lt;/b&gt;&lt;fc=255000000&gt;b&lt;/fc&gt;"),
            'text: "**a**{#ff0000|b}"',
        ),
    ],
)
def test_an_element_is_drawn(tmp_path: Path, element: str, written: str) -> None:
    """Each type of element, and each variable, becomes what a person would have written."""
    assert written in write(tmp_path, element)


def test_the_cells_are_those_that_cardmaker_shows(tmp_path: Path) -> None:
    """The first column has the copies, and signs and definitions in cells are replaced."""
    result = run(tmp_path, TEXT.format('variable="@[Text]"'))
    deck = read_kit(result.decks[0].path, shelf=find_shelf()).parts[0]
    cards = {card.id: (card.fields["text"], card.count) for card in deck.pieces}
    assert cards == {"sun": ('Warm"light"', 2), "moon": ("Pay 1 coin", 1)}


def test_marks_in_cells_are_ours(tmp_path: Path) -> None:
    """Cells of a formatted text have its marks; those that are unknown are said, and leave their text."""
    (tmp_path / "other").mkdir()
    cell = "<b>Burn</b> <fc=255000000>two</fc><br><push=3>fields</push>"
    (tmp_path / "other/cards.csv").write_text(f"Copies,Title,Text\n1,Sun,{cell}\n", encoding="utf-8")
    kinds = RICH.format("@[Text]").replace("Shape", "FormattedText")
    layout = f'<Layout Name="Card" width="300" height="200" dpi="100">{kinds}'
    reference = '<Reference RelativePath="cards.csv" Default="true"/></Layout>'
    (tmp_path / "other/game.cmp").write_text(f"<Project>{layout}{reference}</Project>", encoding="utf-8")
    result = import_project(tmp_path / "other/game.cmp", tmp_path / "deck", find_shelf())
    [card] = read_kit(result.decks[0].path, shelf=find_shelf()).parts[0].pieces
    assert card.fields["text"] == "**Burn** {#ff0000|two}\nfields"
    assert any("the mark <push>; its text stays" in line for line in result.report)


def test_a_switch_is_a_table(tmp_path: Path) -> None:
    """A choice among several values is looked up, with its default."""
    deck = write(tmp_path, TEXT.format('variable="#(switch;@[Kind];day;Sun;night;Moon;#default;Sky)#"'))
    assert "{of: day, value: Sun}" in deck
    assert "first(values where item.of == lower(kind)).value" in deck


def test_a_layout_within_another_is_a_group(tmp_path: Path) -> None:
    """An inner layout is drawn at its place, with the values that it is given, and is no deck of its own."""
    text = TEXT.format('variable="@[n]"')
    inner = f'<Layout Name="Badge" width="50" height="50" dpi="100">{text}</Layout>'
    result = run(tmp_path, f'<Element type="SubLayout" {BOX} variable="Badge::::n;;7"/>', layouts=inner)
    assert [deck.path.name for deck in result.decks] == ["card.yaml"]
    deck = result.decks[0].path.read_text()
    assert "group:" in deck
    assert "text: 7" in deck


@pytest.mark.parametrize(
    ("element", "said"),
    [
        (SHAPE.format("#polygon;0;1#"), "A: the shape polygon has no counterpart"),
        (TEXT.format('variable="@[Nmae]"'), "Title: there is nothing for @[Nmae]"),
        (f'<Element type="Movie" {BOX} name="A" variable="x"/>', "A: the type Movie is not known"),
        (RICH.format("&lt;push=1&gt;a"), "A: the mark <push>; its text stays"),
    ],
)
def test_what_has_no_counterpart_is_said(tmp_path: Path, element: str, said: str) -> None:
    """What is left out is said with the name of its element, and the line."""
    assert any(line.endswith(f":1: left out: {said}") for line in run(tmp_path, element).report)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<Project>", "is not XML"),
        ("<svg/>", "is not a project of CardMaker"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><Project/>', "declares entities"),
        ('<Project><Layout Name="A" width="0" height="5"/></Project>', "smaller than 1 mm"),
        (
            '<Project><Layout width="9" height="5"/><translatorName>JavaScript</translatorName></Project>',
            "has texts that JavaScript computes",
        ),
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str, said: str) -> None:
    """XML of other programs, and what is none, is one message."""
    (tmp_path / "game.cmp").write_text(text)
    with pytest.raises(DataError, match=said):
        import_project(tmp_path / "game.cmp", tmp_path / "deck", find_shelf())


@settings(max_examples=count_examples(40))
@given(st.data())
def test_mutations_of_a_variable_are_never_a_traceback(tmp_path: Path, data: st.DataObject) -> None:
    """Whatever stands in a variable, it is a deck or an error with its place."""
    text = "#(switch;@[Kind];day;a)#@[Coin]##1;1;2##bgshape::#rect;0;-;-;0#::0xaa::5#$[elementcolor:@[a]]"
    for _ in range(data.draw(st.integers(1, 5))):
        place = data.draw(st.integers(0, len(text)))
        end = min(len(text), place + data.draw(st.integers(0, 10)))
        text = text[:place] + data.draw(st.text("[]{}()#;:@!$=09ax\\*", max_size=6)) + text[end:]
    kinds = "".join(
        f'<Element type="{kind}" {BOX} variable="{text}"/>'
        for kind in ("Text", "Graphic", "Shape", "FormattedText", "SubLayout")
    )
    path = tmp_path / "game.cmp"
    path.write_text(f'<Project><Layout Name="A" width="300" height="200">{kinds}</Layout></Project>')
    for draft in read_cardmaker(path):
        assert write_deck(draft)[0]

"""Decks of Squib: calls as elements, values as fields, layouts, and sizes."""

import random
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from generator.errors import GeneratorError
from generator.imports.importing import ImportResult, import_project, write_deck
from generator.imports.programs.running import Recording
from generator.imports.squib.calls import CardValues, NoMeasure, PixelSpace, SquibLayouts, VariedCopies
from generator.imports.squib.deck import DRAWERS, UNDRAWN, is_deck, make_deck
from generator.imports.squib.words import list_pango_marks, translate_pango
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from tests.imports.programs import SQUIB, need_ruby

SPACE = PixelSpace(825, 1125)


def run(script: Path) -> ImportResult:
    need_ruby()
    return import_project(script, script.parent / "deck", find_shelf(), is_trusted=True)


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> ImportResult:
    """The project that has all calls, imported once."""
    folder = tmp_path_factory.mktemp("squib")
    shutil.copytree(SQUIB, folder / "project")
    return run(folder / "project/deck.rb")


@pytest.mark.parametrize(
    "written",
    [
        "size: 63.5 mm x 88.9 mm\nunit: mm\nsafe: 0\nbleed: 0.125 in",
        'cards:\n  file: cards.csv\n  count: qty\n  replace: {(S): ":sun:", "<b>": "**", "</b>": "**"}',
        "tables: {computed: deck_computed.csv}",
        "ground: {fill: white}",
        "  # A frame in the colour of the day\n  - panel: {box: [-1.48, -1.48, 66.46, 91.86], bleeds: true",
        'constants: {day_colour: "#f4c20d"}',
        'fill: "{day_colour}", stroke: black, line: 0.17, when: kind = day}',
        'text: "{name}", box: [4.45, 4.45, 42.33, 5.93], font_size: "{computed[number].title_size} pt"',
        '{style: small, text: "{upper(name)}", box: [3.18, 68.79, 57.15, 5.08]',
        'text: "Cost: {cost}", box: [3.18, 77.26, 57.15, 5.08], when: has(cost)',
        'icon: {style: "kind_{kind}", icon: sun, colour: "#ff0000"}',
        "kind_day: {box: [5.29, 5.29, 6.35, 6.35]}",
        'picture: {file: "art/{lower(name)}.png"',
        'gradient: {colours: ["#fff", "#000"], angle: 90}, stroke: "#0000ff", line: 0.17}',
        "line: {from: [3.17, 73.03], to: [60.33, 73.03], stroke: black, line: 1, dash: [0.25, 0.25]}",
        "points: [[35.77, 47.62], [30.69, 52.7], [25.61, 47.62], [30.69, 42.55]]",
        "fill: aliceblue",
        'points: [[5.29, 5.29], [13.76, 5.29], [9.53, 13.76]], fill: "#008000"',
        "shape: ellipse, box: [-1.06, 24.34, 8.47, 4.23], angle: 90",
        "path: {data: M 5.29 73.03 C 13.76 77.26 22.23 68.79 30.69 73.03",
        'pattern: grid, pattern_colour: "#ccc", pattern_size: 8.47',
        "text: Turned, box: [-4.87, 66.25, 25.4, 5.08], angle: 270, font_size: 8 pt, bold: true, italic:",
        'text: "Sun & Moon"',
    ],
)
def test_calls_are_elements(deck: ImportResult, written: str) -> None:
    """Each call becomes what a person would have written, on the card that is cut."""
    assert written in deck.decks[0].path.read_text(encoding="utf-8")


def test_the_deck_has_the_author_s_table(deck: ImportResult) -> None:
    """The table stays as it is, and only what the script computed is in a second one."""
    folder = deck.decks[0].path.parent
    assert (folder / "cards.csv").read_bytes() == (SQUIB / "cards.csv").read_bytes()
    assert (folder / "deck_computed.csv").read_text() == "id,title_size\n1,12\n2,12\n3,9\n"
    assert (folder / "icons/sun.svg").is_file()
    part = read_kit(deck.decks[0].path, shelf=find_shelf()).parts[0]
    assert [(card.id, card.count) for card in part.pieces] == [("sun", 2), ("moon", 1), ("comet", 1)]


@pytest.mark.parametrize(
    "said",
    [
        "deck.rb:15: changed: rect: is not drawn: petri make prints crop marks",
        "deck.rb:23: changed: picture: there is no picture art/sun.png, art/moon.png, art/comet.png",
        "changed: build: proofs: is a part that is built on demand, and was not run",
        "changed: save_pdf: is petri make, with --paper, --marks, and --bleed",
        "changed: hand: has no counterpart: a picture for the web",
    ],
)
def test_changed_lines_are_said(deck: ImportResult, said: str) -> None:
    """What is not drawn on cards is named with its line."""
    assert any(said in line for line in deck.report)


def test_every_line_is_counted_once(deck: ImportResult) -> None:
    """The lines of all files that ran are counted, without blank ones and comments."""
    scripts = [(SQUIB / name).read_text().split("\n") for name in ("deck.rb", "names.rb")]
    lines = [
        line for script in scripts for line in script if line.strip() and not line.strip().startswith("#")
    ]
    counts = re.search(r"(\d+) lines: (\d+) taken over, (\d+) changed, (\d+) left out", deck.report[-1])
    assert counts
    assert int(counts[1]) == len(lines) == sum(map(int, counts.groups()[1:]))


def test_a_block_of_a_table_computes_columns(tmp_path: Path) -> None:
    """Cells that a block changes are a column of their own; all other columns are those of the table."""
    need_ruby()
    (tmp_path / "cards.csv").write_text("Name,Text\nSun,a%nb\nMoon,c\n")
    (tmp_path / "deck.rb").write_text(
        "d = Squib.csv(file: 'cards.csv') { |_, cell| cell.to_s.gsub('%n', \"\\n\") }\n"
        "Squib::Deck.new(cards: d.nrows) { text str: d.name; text str: d['Text'] }\n"
    )
    written = run(tmp_path / "deck.rb").decks[0].path
    assert '"{name}"' in written.read_text()
    assert '"{computed[number].text_2}"' in written.read_text()
    assert (written.parent / "cards.csv").read_text() == (tmp_path / "cards.csv").read_text()
    assert "a\nb" in (written.parent / "deck_computed.csv").read_text()


KINDS = {
    "Squib::Deck.new(cards: 3, width: '2in', height: '3in') { text str: 'a' }": "size: 50.8 mm x 76.2 mm",
    "Squib::Deck.new(cards: 5) { text str: 'a' }": "cards:\n  - {id: card, count: 5}",
    "Squib::Deck.new(cards: 2) { text str: %w(one two) }": "  - {id: card_1, text_4: one}",
    "Squib::Deck.new(cards: 2) { text str: [1, 2] }": 'text: "{number}"',
    "Squib::Deck.new(cards: 4) { text str: 'a', range: 1 }": "when: number = 2",
    "Squib::Deck.new(cards: 4) { text str: 'a', range: 0..2 }": "when: number <= 3",
    "Squib::Deck.new { svg data: GameIcons.get('lorc/big-gear').string, width: 9, height: 9 }": "big_gear",
    "Squib::Deck.new { rect fill_color: :red; save_pdf trim: '0.25in' }": "bleed: 0.25 in",
    'd = Squib.csv(data: "Name,qty\\nA,2\\nB,1\\n"); '
    "Squib::Deck.new(cards: d.nrows) { text str: d.name; text str: [1, 2, 1] }": 'text: "{copy}"',
    "d = Squib.xlsx(file: 'no.xlsx'); "
    "Squib::Deck.new(cards: d['Name'].size) { text str: d['Name'].map { |n| \"<#{n}>\" } }": '"<{name}>"',
    "Squib::Deck.new { rect fill_color: 'fog_grey' }": 'fill: "#000000"',
    "Squib::Deck.new(layout: 'no.yml') { text str: 'b' }": "text: b",
    "Squib::Deck.new { text str: 'a', font: 'Sans 60'; text str: 'b', font: 'Sans 18' }": "19.2 pt",
    "Squib::Deck.new { text str: 'a', font: 'Lato ExtraBold,Serif 30' }": "font_size: 9.6 pt, bold: true",
    "Squib::Deck.new { text str: 'a', font: 'Lato, Serif Bold Italic 9' }": "bold: true, italic: true",
    "require 'gem_of_nobody'; Squib::Deck.new { text str: 'c' }; nothing_of_this_name": "text: c",
}
"""What is written for decks of several kinds, each on a line of one script."""


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> ImportResult:
    need_ruby()
    script = tmp_path_factory.mktemp("kinds") / "deck.rb"
    script.write_text("\n".join(["require 'squib'", *KINDS]), encoding="utf-8")
    return run(script)


@pytest.mark.parametrize("number", range(len(KINDS)))
def test_decks_of_other_kinds(kinds: ImportResult, number: int) -> None:
    """Sizes, cards without a table, copies, missing tables and gems, and scripts that stop."""
    written = kinds.decks[number].path.read_text(encoding="utf-8")
    assert [*KINDS.values()][number] in written


@pytest.mark.parametrize(
    "said",
    [
        "deck.rb:11: left out: xlsx: no table no.xlsx can be read",
        "deck.rb:12: changed: rect: `fill_color`: the colour fog_grey is not known here",
        "deck.rb:13: left out: layout: there is no layout no.yml",
        "deck.rb:14: changed: font: its sizes of type are taken for those of Squib before 0.14",
        "deck.rb:17: left out: require: the gem gem_of_nobody is not here",
        "deck.rb:17: left out: script: stopped here, and what follows is left out: NameError",
    ],
)
def test_what_is_missing_is_said(kinds: ImportResult, said: str) -> None:
    """Gems, tables, layouts, and colours that are missing are named with the line."""
    assert any(said in line for line in kinds.report)


def test_a_record_that_a_script_has_changed_is_refused(tmp_path: Path) -> None:
    """A script can reach its recorder: what it leaves there is checked like a file of a stranger."""
    need_ruby()
    (tmp_path / "deck.rb").write_text("# Squib\nPetri::RECORD[:decks] << { calls: 5 }\n")
    with pytest.raises(GeneratorError, match="left a damaged record of what it draws"):
        run(tmp_path / "deck.rb")


@pytest.mark.parametrize(
    ("value", "pixels"),
    [
        (12, 12),
        ("12", 12),
        ("30,", 30),
        ("1in", 300),
        ("2.54 cm", 300),
        ("25.4mm", 300),
        ("72pt", 300),
        ("2 cells", 75),
        ("1c", 37.5),
        ("180deg", 3.141592653589793),
        ("middle", 412.5),
        ("center + 10", 422.5),
        ("deck - 1in", 525),
        ("deck / 3", 275),
    ],
)
def test_lengths_have_units(value: Any, pixels: float) -> None:
    """Lengths are pixels, or have a unit or a word."""
    assert SPACE.parse(value, 825) == pytest.approx(pixels)


@pytest.mark.parametrize("value", ["", "wide", None, [], "1e99"])
def test_other_texts_are_no_lengths(value: Any) -> None:
    """A text without a number in reach is not a length."""
    if value == "1e99":
        assert SPACE.parse(value) == 1
        return
    with pytest.raises(NoMeasure):
        SPACE.parse(value)


@pytest.mark.parametrize(
    ("entries", "name", "found"),
    [
        ({"a": {"x": 10}, "b": {"extends": "a", "y": 5}}, "b", {"x": 10, "y": 5}),
        ({"a": {"x": 10}, "b": {"extends": "a", "x": "+= 5"}}, "b", {"x": 15}),
        ({"a": {"x": 10}, "b": {"extends": "a", "x": "-= 0.01in"}}, "b", {"x": 7}),
        ({"a": {"x": 10}, "b": {"extends": "a", "x": "*= 2"}}, "b", {"x": 20}),
        ({"a": {"x": 1}, "b": {"y": 2}, "c": {"extends": ["a", "b"]}}, "c", {"x": 1, "y": 2}),
        ({"a": {"extends": "b", "x": 1}, "b": {"extends": "a", "y": 2}}, "a", {"x": 1, "y": 2}),
    ],
)
def test_layouts_extend_others(entries: Mapping[str, Any], name: str, found: Mapping[str, Any]) -> None:
    """A layout has what those have that it extends, with its changes; circles end."""
    layouts = SquibLayouts(SPACE)
    layouts.add("own.yml", dict(entries))
    resolved = {key: value for key, value in layouts.entries[name].items() if key != "extends"}
    assert resolved == pytest.approx(found)


@pytest.mark.parametrize(
    "name", ["economy.yml", "fantasy.yml", "hand.yml", "party.yml", "playing-card.yml", "tuck_box.yml"]
)
def test_the_layouts_of_squib_are_there(name: str) -> None:
    """Built-in layouts have places on the card."""
    layouts = SquibLayouts(SPACE)
    layouts.add(name, None)
    assert layouts.missing == []
    assert all(0 <= SPACE.parse(entry.get("x", 0)) <= 2325 for entry in layouts.entries.values())


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("<b>a</b> &amp; <i>b</i>", "**a** & *b*"),
        ("<span color='red'>a</span>", "{#ff0000|a}"),
        ('<span fgcolor="#123456">a <u>b</u></span>', "{#123456|a {underline|b}}"),
        ("<span size='9'>a</span>", "a"),
        ("x</span><sub>2", "x{sub|2}"),
    ],
)
def test_marks_of_pango_are_ours(text: str, marked: str) -> None:
    """Tags become marks, which always end; those without a counterpart leave their texts."""
    assert translate_pango(text)[0] == marked


def test_tags_in_cells_are_replaced() -> None:
    """In cells, an end is the same for all spans, so that colours need one in each."""
    assert list_pango_marks("<b>a</b><span color='red'>x</span>") == {
        "<b>": "**",
        "</b>": "**",
        "<span color='red'>": "{#ff0000|",
        "</span>": "}",
    }
    assert list_pango_marks("<span color='red'>x</span><span size='9'>x</span>")["</span>"] == ""


def make_values(**columns: list[str]) -> CardValues:
    return CardValues([0, 0, 1, 2], columns, {(0, title): title for title in columns}, has_table=True)


@pytest.mark.parametrize(
    ("texts", "written"),
    [
        (["a", "a", "b", "c"], "{kind}"),
        (["x/a.png", "x/a.png", "x/b.png", "x/c.png"], "x/{kind}.png"),
        (["A!", "A!", "B!", "C!"], "{upper(kind)}!"),
        (["z", "z", "z", "z"], "z"),
        (["1", "1", "7", "4"], "{computed[number].hint}"),
        ({"column": "cost", "table": 0, "values": ["2", "2", "", ""]}, "{cost}"),
        ([1, 2, 1, 1], "{copy}"),
    ],
)
def test_values_are_fields(texts: Any, written: str) -> None:
    """Values that are a column, with a text around it, are a field; others are a computed column."""
    assert make_values(kind=["a", "b", "c"], cost=["2", "", ""]).make_text(texts, "hint") == written


def test_copies_that_differ_are_cards_of_their_own() -> None:
    """A value that is another one on each copy is not that of the row."""
    with pytest.raises(VariedCopies):
        make_values(kind=["a", "b", "c"]).spread(["p", "q", "r", "s"])


@pytest.mark.parametrize(
    ("cards", "condition"),
    [
        (None, ""),
        ("all", ""),
        ([0, 1], "kind = a"),
        ([2, 3], "kind = b"),
        ([0, 1, 2], "has(cost)"),
        (3, "number = 3"),
        ([0, 1, 3], "number = 1, 3"),
        ([], "number < 1"),
    ],
)
def test_ranges_are_conditions(cards: Any, condition: str) -> None:
    """A range that a script computed is the field that it looked at."""
    values = make_values(kind=["a", "b", "b"], cost=["2", "3", ""])
    assert values.make_condition(cards) == condition


@pytest.mark.parametrize("seed", range(3))
def test_mutations_of_a_script_are_never_a_traceback(tmp_path: Path, seed: int) -> None:
    """Whatever stands in a script, it is a deck or an error, and no file is outside of the folder."""
    chance = random.Random(seed)
    shutil.copytree(SQUIB, tmp_path / "project")
    text = (SQUIB / "deck.rb").read_text()
    numbers = [match.span() for match in re.finditer(r"\d+|'[^'\n]*'", text)]
    for start, end in sorted(chance.sample(numbers, 4), reverse=True):
        text = (
            text[:start]
            + chance.choice(["-1", "nil", "[]", "''", "1e9", "[1, 2]", "data['Name']"])
            + text[end:]
        )
    (tmp_path / "project/deck.rb").write_text(text)
    try:
        run(tmp_path / "project/deck.rb")
    except GeneratorError:
        assert not (tmp_path / "project/deck").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["project"]


VALUES: list[Any] = [
    *(None, "", "x", -1, 0, 3, 1e6, 1e300, True, "1in", "deck", "middle - 2", "native", "scale", "auto"),
    *("red", "#0000", "day", "<b>a", "art/sun.svg", "Sans Bold 12", "(0,0)(9,9) red@0 #fff@1.0"),
    *([], [1, 2], ["a", None], [[1], {}], {"time": "2026-01-01"}, {"a": 1}),
    {"column": "name", "table": 0, "values": ["a", "b"]},
]
NAMES = [
    *("str", "font", "font_size", "x", "y", "width", "height", "radius", "x1", "y1", "x2", "y2", "x3", "y3"),
    *("cx1", "cy1", "n", "angle", "range", "layout", "file", "data", "id", "mask", "alpha", "blend", "color"),
    *("fill_color", "stroke_color", "stroke_width", "stroke_strategy", "dash", "cap", "join", "align"),
    *("valign", "justify", "markup", "ellipsize", "spacing", "crop_x", "flip_horizontal", "arc_start"),
    *("arc_end", "arc_direction", "inner_radius", "outer_radius", "trim", "margin", "group"),
]


def make_record(chance: random.Random) -> dict[str, Any]:
    """Return the record of a deck whose calls have any values."""
    calls = [
        {
            "name": chance.choice([*DRAWERS, *UNDRAWN, "set"]),
            "options": {name: chance.choice(VALUES) for name in chance.sample(NAMES, 9)},
            "line": 1,
            "layouts": 1,
            "embed": [{"options": {"key": chance.choice(VALUES), "file": chance.choice(VALUES)}, "line": 1}],
        }
        for _ in range(6)
    ]
    entries = {"day": {name: chance.choice(VALUES) for name in chance.sample(NAMES, 9)}, "x": {}}
    layouts = [{"name": "own.yml", "entries": entries}]
    return {"calls": calls, "layouts": layouts, "cards": 2, "line": 1, "width": 825, "height": 1125}


def test_mutations_of_a_record_are_never_a_traceback(tmp_path: Path) -> None:
    """Whatever values calls and layouts have, there is a deck that can be written."""
    columns = {"name": ["a", "b"]}
    table = {"columns": columns, "order": [0, 1], "line": 1, "kind": "csv", "text": "x"}
    for seed in range(300):
        record = make_record(random.Random(seed))
        assert is_deck(record)
        recording = Recording(tmp_path, "deck.rb", {"decks": [record], "tables": [table]}, True, True)
        draft = make_deck(tmp_path / "deck.rb", recording, record, "deck")
        assert write_deck(draft)[0].startswith("size:")


def test_embedded_pictures_are_beside_the_script(tmp_path: Path) -> None:
    """`img_dir` is the folder of pictures, but not of those that are embedded in texts."""
    need_ruby()
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    for name in ("img/art.svg", "icons/coin.svg"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(drawing)
    (tmp_path / "config.yml").write_text("img_dir: img\n")
    lines = (
        "require 'squib'",
        "Squib::Deck.new(cards: 1) do",
        "  svg file: 'art.svg'",
        "  text(str: 'pay :coin:', x: 9, y: 9) { |one| one.svg key: ':coin:', file: 'icons/coin.svg' }",
        "end",
    )
    (tmp_path / "deck.rb").write_text("\n".join(lines))
    result = run(tmp_path / "deck.rb")
    assert not [line for line in result.report if "left out: " in line]
    folder = result.decks[0].path.parent
    assert (folder / "icons/coin.svg").is_file()
    assert (folder / "img/art.svg").is_file()


def test_keys_of_embedded_pictures_are_icons_in_computed_texts_with_marks(tmp_path: Path) -> None:
    """A key that looks like our sign of an icon is escaped in a text with marks, until it is one."""
    need_ruby()
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    (tmp_path / "coin.svg").write_text(drawing)
    lines = (
        "require 'squib'",
        "Squib::Deck.new(cards: 2) do",
        "  said = [1, 2].map { |n| \"<span foreground='red'>:coin: #{n}</span>\\n*pay*\" }",
        "  text(str: said, markup: true) { |one| one.svg key: ':coin:', file: 'coin.svg' }",
        "end",
    )
    (tmp_path / "deck.rb").write_text("\n".join(lines))
    result = run(tmp_path / "deck.rb")
    written = "".join(one.read_text() for one in result.decks[0].path.parent.glob("deck*.*"))
    assert "{#ff0000|:coin: 1}" in written or "{red|:coin: 1}" in written
    assert "\\:coin:" not in written
    assert "*pay" in written

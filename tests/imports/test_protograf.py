"""Cards and counters of protograf as decks: shapes, templates, conditions, and data."""

import random
import shutil
from pathlib import Path

import pytest

from generator.errors import GeneratorError
from generator.imports.draft import Draft
from generator.imports.importing import ImportResult, import_project
from generator.imports.protograf.deck import ProtoFields, ProtoShapes, UnclearTemplate
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from tests.imports.programs import PROTOGRAF

FIELDS = ProtoFields({"Name": "name", "Side": "side"}, {"name": ["A"], "side": ["north"], "art": [""]})


@pytest.fixture(scope="module")
def counters(tmp_path_factory: pytest.TempPathFactory) -> ImportResult:
    script = copy_script(tmp_path_factory.mktemp("protograf"))
    return import_project(script, script.parent / "deck", find_shelf(), is_trusted=True)


def copy_script(folder: Path) -> Path:
    """Copy the project, whose script is kept as a text so that nobody takes it for one of ours."""
    shutil.copytree(PROTOGRAF, folder / "project")
    return (folder / "project/counters.txt").rename(folder / "project/counters.py")


@pytest.mark.parametrize(
    "written",
    [
        "size: 25 mm x 25 mm",
        "cards: {file: units.csv, count: copies}",
        'box: [0, 0, 25, 25], bleeds: true, fill: "#aabbcc", stroke: black, line: 0.18, when: side = north}',
        'when: "side != north"',
        "line: {from: [5, 5], to: [20, 20], stroke: black, line: 0.35, when: \"kind == 'foot' and side !=",
        "panel: {shape: ellipse, box: [9.5, 9.5, 6, 6], fill: white",
        'words: {text: "{upper(name)}", box: [0, 0.15, 25, 4.94], font_size: 10 pt, align: center',
        "stroke: black, line: 0.35, when: number <= 2}",
        'panel: {each: 1..3, box: ["{2 + 4 * (item - 1)} mm", 2, 3, 3]',
        'words: {text: "{move}", box: [19, 12, 5, 5], angle: 270',
        'picture: {file: "art/{art}", box: [1, 1, 5, 5], fit: stretch, when: has(art)}',
    ],
)
def test_shapes_are_elements(counters: ImportResult, written: str) -> None:
    """Each shape of a counter becomes what a person would have written."""
    assert written in counters.decks[0].path.read_text()


def test_the_counters_are_rows_of_the_table(counters: ImportResult) -> None:
    """The deck has the author's table and pictures, and its copies and backs."""
    path = counters.decks[0].path
    assert (path.parent / "units.csv").read_bytes() == (PROTOGRAF / "units.csv").read_bytes()
    assert (path.parent / "art/flag.svg").is_file()
    deck = read_kit(path, shelf=find_shelf()).parts[0]
    assert [(card.id, card.count) for card in deck.pieces] == [("guard", 2), ("rider", 1), ("scout", 1)]
    assert "  back:\n" in path.read_text()


def test_what_has_no_counterpart_is_said(counters: ImportResult) -> None:
    """Shapes and keys without a counterpart are named with their lines, and each line is counted."""
    said = [line.rsplit("/", 1)[-1] for line in counters.report]
    assert "counters.py:25: left out: stadium: has no counterpart" in said
    assert "counters.py:7: changed: CounterSheet: grid_marks: sheets are laid out by petri make" in said
    assert said[-1] == "counters.py: 23 lines: 19 taken over, 3 changed, 1 left out"


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{{ Name }}!", "{name}!"),
        ("{{Name.title()}} *", "{title(name)} \\*"),
        ("{{ Name | upper }}", "{upper(name)}"),
        ("{{ Name.replace('a', 'b') }}", "{replace(name, 'a', 'b')}"),
        ("{{ Name or 'x' }}", "{name or 'x'}"),
        ("{{sequence}}", "{number}"),
    ],
)
def test_templates_are_texts_with_fields(template: str, text: str) -> None:
    """A template of Jinja becomes a text with a field, or an expression."""
    assert FIELDS.make_text(template) == text


@pytest.mark.parametrize("template", ["{{ Nmae }}", "{{ Name[0] ~ 1 }}", "{{ Name.center(3) }}"])
def test_unclear_templates_are_refused(template: str) -> None:
    """A template that has no counterpart is not guessed."""
    with pytest.raises(UnclearTemplate):
        FIELDS.make_text(template)


@pytest.mark.parametrize(
    ("test", "condition"),
    [
        ("{{ Side == 'north' }}", "side = north"),
        ("{{ Side != 'a b' }}", "side != a b"),
        ("{{ Side == '-' }}", "side == '-'"),
        ("{{ Side in ['a', 'b'] and not (Name == 'x') }}", "side in ['a', 'b'] and not (name == 'x')"),
    ],
)
def test_conditions_are_those_of_elements(test: str, condition: str) -> None:
    """A test of S becomes a condition."""
    assert FIELDS.make_condition(test) == condition


def test_mutations_of_shapes_are_never_a_traceback() -> None:
    """Whatever values a shape has, it is drawn or left out."""
    values = [
        None,
        "",
        "x",
        -1,
        0,
        1e9,
        3,
        [],
        [1, "a"],
        {},
        {"shape": "T", "arguments": ["{{ Name }}"]},
        True,
    ]
    kinds = (
        "rectangle square circle dot ellipse rhombus hexagon polygon star line triangle image text sequence S"
    )
    names = [
        "x",
        "y",
        "cx",
        "width",
        "height",
        "side",
        "radius",
        "fill",
        "stroke",
        "stroke_width",
        "label",
        "text",
        "setting",
        "font_size",
        "rotation",
    ]
    for seed in range(400):
        chance = random.Random(seed)
        draft = Draft("a", "a.py")
        shapes = ProtoShapes(draft, FIELDS, 10, 25, 25, lambda line: "")
        keys = {name: chance.choice(values) for name in chance.sample(names, 6)}
        shape = {"shape": chance.choice(kinds.split()), "keys": keys, "line": 1}
        drawn = shapes.draw(shape | {"arguments": [chance.choice(values)]}, 1, [])
        assert all(element.kind for element in drawn)


@pytest.mark.parametrize("seed", range(4))
def test_mutations_of_a_script_are_never_a_traceback(tmp_path: Path, seed: int) -> None:
    """Whatever stands in a script, it is a deck or an error."""
    chance = random.Random(seed)
    script = copy_script(tmp_path)
    text = script.read_text()
    for _ in range(3):
        place = chance.randrange(len(text))
        text = text[:place] + chance.choice("[](){}=,'x0-.\n") + text[place + chance.randrange(4) :]
    script.write_text(text)
    try:
        import_project(script, tmp_path / "deck", find_shelf(), is_trusted=True)
    except GeneratorError:
        assert not (tmp_path / "deck").exists()

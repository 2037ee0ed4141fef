"""Tables as other programs write them, and values that depend on them: what decks of other people have."""

import json
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from tests.small_decks import complain, draw, read_deck, texts, write_deck

MAP = {
    "title": "Islands",
    "map": {
        "hexes": [
            {"ids": ["goblin"], "towns": [{"at": 90, "name": {"text": "Port"}}, {"at": 30}]},
            {"ids": ["elf"], "colour": "red"},
        ]
    },
    "csv": 'id,text\ngoblin,"one, two"\nelf,third\n',
}


def words(text: str, more: str = "") -> str:
    return f'words: {{box: [5 mm, 5 mm, 50 mm, 8 mm], text: "{text}"{more}}}'


def write(folder: Path, head: str, element: str) -> Path:
    game = write_deck(folder, f"{head}templates:\n  face:\n    - {element}\n")
    (game / "map.json").write_text(json.dumps(MAP), encoding="utf-8")
    return game


def show(folder: Path, head: str, element: str) -> dict[str, str]:
    kit = read_kit(write(folder, head, element), shelf=find_shelf())
    return {name: texts(placed) for name, placed in draw(kit).items() if name in ("goblin", "elf")}


PLAIN = "tables:\n  tones: {thief: Red, mage: Blue}\n  lists: {thief: [a, b], mage: []}\n"
HEXES = "tables:\n  hexes: {file: map.json, sheet: map.hexes}\n"


@pytest.mark.parametrize(
    ("head", "element", "goblin", "elf"),
    [
        (PLAIN, words("{tones[class]}"), "Red", "Blue"),
        (PLAIN, words("{len(tones)}"), "2", "2"),
        (PLAIN, words("{join(rows(tones where item != 'Red'))}"), "Blue", "Blue"),
        (PLAIN, words("{'known' if class in tones else ''}"), "known", "known"),
        (PLAIN, words("{item}", ", each: 'lists[class]', over: true"), "a b", ""),
        (HEXES, words("{first(hexes where id in item.ids).colour or 'none'}"), "none", "red"),
        (
            HEXES,
            words("{item.at}{item.name.text if has(item.name) else '?'}", ", each: towns, over: true")
            .replace("towns", "first(hexes where id in item.ids).towns"),
            "90Port 30?",
            "",
        ),
        ("tables: {rows: {file: map.json, sheet: csv}}\n", words("{rows[id].text}"), "one, two", "third"),
    ],
)  # fmt: skip
def test_tables_of_other_programs_are_read(
    tmp_path: Path, head: str, element: str, goblin: str, elf: str
) -> None:
    """Maps of plain values, keys within keys, objects without some keys, and CSV in a text of JSON."""
    found = show(tmp_path, head, element)
    assert (" ".join(found["goblin"].split()), " ".join(found["elf"].split())) == (goblin, elf)


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("tables: {tones: {thief: Red, mage: {tone: Blue}}}\n", "tables.tones.mage: has keys, but other ids"),
        ("tables: {tones: {thief: Red}}\n", "there is no `mage`"),
        ("tables: {tones: {fiel: a.csv, sheet: 2}}\n", "unknown key `fiel` (did you mean `file`?)"),
        (
            "tables: {tones: {file: map.json, sheet: map.hex}}\n",
            "there is no key `hex` in `map`",
        ),
        ("tables: {tones: {file: map.json, sheet: mop.hexes}}\n", "there is no key `mop` at the top"),
        ("tables: {tones: {file: map.json, sheet: title}}\n", "there is no `thief`"),
    ],
)
def test_wrong_tables_are_told(tmp_path: Path, head: str, said: str) -> None:
    """Each mistake has its place, and one sentence."""
    game = write(tmp_path, head, words("{tones[class]}"))
    with pytest.raises(DataError) as caught:
        read_kit(game, shelf=find_shelf())
    assert said in str(caught.value)
    assert str(caught.value).count("\n") <= 1


PARTS = """\
parts:
  badge:
    text: ""
    title: none
    draw:
      - words: {box: [5 mm, 5 mm, 50 mm, 8 mm], text: "{text}"}
      - words: {box: [5 mm, 25 mm, 50 mm, 8 mm], text: "{upper(title)}", when: title != none}
      - words: {box: [5 mm, 45 mm, 50 mm, 8 mm], text: filled, when: has(text)}
"""


@pytest.mark.parametrize(
    ("call", "shown"),
    [
        ("badge: {}", ""),
        ("badge: {text: ''}", ""),
        ("badge: {text: hi}", "hi filled"),
        ("badge: {title: big}", "BIG"),
    ],
)
def test_parameters_may_be_empty_and_called_like_functions(tmp_path: Path, call: str, shown: str) -> None:
    """An empty text of a part draws nothing; `text` and `title` are names where nothing is called."""
    kit = read_deck(tmp_path, f"{PARTS}templates:\n  face:\n    - {call}\n")
    assert " ".join(texts(draw(kit)["goblin"]).split()) == shown


@pytest.mark.parametrize(
    ("computed", "left"),
    [
        ("50% + {0 - 20} mm", 10),
        ("50% + {20} mm", 50),
        ("50% - {0 - 20} mm", 50),
        ("50% + {20 * sin(0 - 30)} mm", 20),
    ],
)
def test_computed_terms_have_signs(tmp_path: Path, computed: str, left: float) -> None:
    """A computed length may be negative, whatever sign is before it."""
    panel = f'panel: {{box: ["{computed}", 5 mm, 5 mm, 5 mm], fill: red}}'
    placed = draw(read_deck(tmp_path, f"templates:\n  face:\n    - {panel}\n"))["goblin"]
    assert min(one.left for one in placed) == pytest.approx(left)


def test_texts_that_are_empty_overlap_nothing(tmp_path: Path) -> None:
    """Of two columns for the same place, one may be filled on each card; if both are, it is said."""
    cards = "cards:\n  - {id: a, plain: x, bold: ''}\n  - {id: b, plain: '', bold: y}\n"
    deck = f"templates:\n  face:\n    - {words('{plain}')}\n    - {words('{bold}')}\n"
    found = draw(read_deck(tmp_path / "one", deck, cards=cards))
    assert [texts(found[id]).strip() for id in "ab"] == ["x", "y"]
    both = cards.replace("bold: ''", "bold: z")
    [said] = complain(tmp_path / "two", deck, cards=both)
    assert "overlaps the text of line" in said

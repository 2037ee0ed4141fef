"""Cards of rpg-cards as decks: each kind of line is drawn or said."""

import json
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.imports.importing import import_project
from generator.imports.rpg_cards import read_rpg_cards
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from tests.small_decks import draw, texts

CARD = {"title": "Rope", "count": 2, "color": "maroon", "icon": "rope"}


def run(folder: Path, *contents: str) -> tuple[str, list[str], str]:
    """Import a card with these lines; return the deck, what was said, and what is printed."""
    (folder / "gear.json").write_text(json.dumps([CARD | {"contents": contents}]), encoding="utf-8")
    result = import_project(folder / "gear.json", folder / "deck", find_shelf())
    kit = read_kit(result.decks[0].path, shelf=find_shelf())
    shown = next(iter(draw(kit).values()))
    said = [line.rsplit("/", 1)[-1] for line in result.report][:-1]
    return result.decks[0].path.read_text(encoding="utf-8"), said, " ".join(texts(shown).split())


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("text | A long rope.", "A long rope."),
        ("property | Weight | 10 lb.", "Weight 10 lb."),
        ("description | Knot | Holds.", "Knot Holds."),
        ("subtitle | Gear", "Gear"),
        ("bullet | Ties.", "• Ties."),
        ("section | Uses", "Uses"),
        ("center | Middle", "Middle"),
        ("text | <b>Bold</b> and <i>thin</i>", "Bold and thin"),
        ("text | a <b>bold </b>word", "a bold word"),
        ("text | a <b></b>word", "a word"),
        ("property | | Only a value", "Only a value"),
        ("dndstats | 10 | 12 | 8 | 9 | 11 | 7", "STR 10"),
        ("text | a {brace}", "a {brace}"),
        ("pill | Fire | #58180d", "Fire"),
        ("italic | Quite thin", "Quite thin"),
        ("html | <b>Bold</b>", "Bold"),
        ("table_head | Roll | Gain", "Roll · Gain"),
        ("table_row | 1 | A coin", "1 · A coin"),
        ("p2e_trait | rare | Beast", "Beast"),
        ("p2e_activity | Bite | 2 | Jaws, +9", "Bite (2) Jaws, +9"),
        ("p2e_activity | Bite", "Bite"),
        (
            "p2e_stats | +2 | +4 | +1 | -4 | +2 | -2 | 15 | +6 | +9 | +5 | 24",
            "Str +2, Dex +4, Con +1, Int -4",
        ),
        ("p2e_stats | +2 | +4 | +1 | -4 | +2 | -2 | 15 | +6 | +9 | +5 | 24", "AC 15, Fort +6"),
    ],
)
def test_lines_are_printed(tmp_path: Path, line: str, printed: str) -> None:
    """Each kind of line that is a text is printed with its values."""
    assert printed in run(tmp_path, line)[2]


def test_labels_are_side_by_side(tmp_path: Path) -> None:
    """The kind that colours a label is not printed; labels after a line of text begin another row."""
    labels = ("p2e_trait | common | Beast", "p2e_trait | size | Large", "pill | Fire", "pill | Ice")
    shown = run(tmp_path, *labels, "text | between", "pill | Air")[2]
    assert "Beast · Large" in shown
    assert "Fire · Ice" in shown
    assert "common" not in shown
    assert shown.index("Ice") < shown.index("between") < shown.index("Air")


def test_lines_keep_their_order(tmp_path: Path) -> None:
    """Lines of different kinds are printed in the order of the card."""
    shown = run(tmp_path, "text | one", "property | two | 2", "rule", "text | three", "boxes | 3 | 1")[2]
    assert shown.index("one") < shown.index("two") < shown.index("three")


@pytest.mark.parametrize("line", ["text | A long rope.", "section | Uses"])
def test_every_column_is_shown(tmp_path: Path, line: str) -> None:
    """The check of an imported deck says nothing about columns that the importer added."""
    run(tmp_path, line)
    kit = read_kit(tmp_path / "deck" / "gear.yaml", shelf=find_shelf())
    assert [str(one) for one in kit.warnings] == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("picture | x.png", "gear.json:1: left out: Rope: `picture` has no counterpart"),
        ("text | <span>a</span>", "gear.json:1: left out: Rope: the tag <span> of HTML; its text stays"),
        ("pill | Fire", "gear.json:1: changed: Rope: `pill` looks like `text`"),
    ],
)
def test_what_has_no_counterpart_is_said(tmp_path: Path, line: str, said: str) -> None:
    """A kind of line, or a mark, that is unknown here is said with the card."""
    assert said in run(tmp_path, "text | x", line)[1]


def test_a_tag_of_many_cards_is_said_once(tmp_path: Path) -> None:
    """A tag that is on every card is one remark, with the first card."""
    cards = [{"title": name, "contents": ["text | <span>a</span>"]} for name in ("Rope", "Lamp")]
    (tmp_path / "gear.json").write_text(json.dumps(cards, indent=1))
    report = import_project(tmp_path / "gear.json", tmp_path / "deck", find_shelf()).report
    said = "gear.json:3: left out: Rope: the tag <span> of HTML; its text stays, here and on other cards"
    assert [line.rsplit("/", 1)[-1] for line in report if "the tag" in line] == [said]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[{", "gear.json:1:3: is not JSON"),
        (f'[{{"title": "x", "contents": [{"1" * 5000}]}}]', "has a number of more than 4300 digits"),
        ("{}", "is not a list of cards of rpg-cards"),
        ('[{"name": "x"}]', "has rows, but no design of rpg-cards or CardPen"),
        ('[{"name": "contents"}]', "has rows, but no design of rpg-cards or CardPen"),
    ],
)
def test_other_json_is_refused(tmp_path: Path, text: str, said: str) -> None:
    """JSON of other programs is one message."""
    (tmp_path / "gear.json").write_text(text)
    with pytest.raises(DataError, match=said):
        import_project(tmp_path / "gear.json", tmp_path / "deck", find_shelf())


def test_strings_may_have_line_breaks(tmp_path: Path) -> None:
    """Files that were edited by hand have tabs and line breaks in their strings."""
    (tmp_path / "gear.json").write_text('[{"title": "Ro\tpe", "contents": ["text | a\nb"]}]')
    assert import_project(tmp_path / "gear.json", tmp_path / "deck", find_shelf()).is_whole


@pytest.mark.parametrize(
    ("colours", "title", "dark", "back", "sign"),
    [
        ({"color": "maroon"}, "white", "maroon", "maroon", "white"),
        ({"color": "yellow"}, "ink", "#7a7a00", "#ffff00", "ink"),
        ({"color": "black", "color_back": "Gold"}, "white", "black", "gold", "ink"),
        ({"color_front": "nocolour"}, "white", "nocolour", "dimgray", "white"),
    ],
)
def test_signs_are_legible(
    tmp_path: Path, colours: dict[str, str], title: str, dark: str, back: str, sign: str
) -> None:
    """Signs on a light card are dark, and what is written in a light colour is darkened."""
    cards = [{"title": "Rope", "contents": ["section | a"]} | colours]
    (tmp_path / "gear.json").write_text(json.dumps(cards))
    read = read_rpg_cards(tmp_path / "gear.json")[0]
    row = json.loads(read.texts["gear_cards.json"])[0]
    names = ("title_colour", "dark_colour", "back_colour", "sign_colour")
    assert [row[name] for name in names] == [title, dark, back, sign]


def test_keys_that_are_not_drawn_are_said_once(tmp_path: Path) -> None:
    """Icons of many cards are one message."""
    cards = [CARD | {"contents": ["text | a"]}] * 3
    (tmp_path / "gear.json").write_text(json.dumps(cards))
    said = [line.rsplit("/", 1)[-1] for line in read_rpg_cards(tmp_path / "gear.json")[0].list_remarks()]
    assert said == ["gear.json:1: left out: `icon`: has no counterpart, here and on other cards"]


def test_a_card_with_too_much_text_is_continued(tmp_path: Path) -> None:
    """Nothing is cut off: the rest is on a card with a number, and long texts go on after a sentence."""
    lines = [f"text | Sentence {number} is one of many. {'word ' * 40}" for number in range(30)]
    deck, said, _ = run(tmp_path, *lines, "text | " + "This is a sentence. " * 200)
    rows = json.loads((tmp_path / "deck/gear_cards.json").read_text())
    assert [row["name"] for row in rows] == [
        "Rope",
        *(f"Rope ({number})" for number in range(2, len(rows) + 1)),
    ]
    assert said[-1].endswith(f"changed: Rope: has more text than fits, and is continued: {len(rows)} cards")
    found = " ".join(item["a"] for row in rows for item in row["contents"])
    assert found.count("word") == 30 * 40
    assert found.count("This is a sentence.") == 200
    assert "smallest: 4 pt" in deck
    kit = read_kit(tmp_path / "deck/gear.yaml", shelf=find_shelf())
    assert len(draw(kit)) == 2 * len(rows)


def test_a_mark_without_an_end_is_said(tmp_path: Path) -> None:
    """The text stays, in the type around it."""
    _, said, printed = run(tmp_path, "text | a <b>word")
    assert "a word" in printed
    assert any("<b> without an end" in line for line in said)

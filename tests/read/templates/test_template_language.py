# ruff: noqa: E501
"""What templates may say: expressions, conditions, computed boxes, repeats, and fonts."""

from pathlib import Path

import pytest

from generator.layout.text.findings import Findings
from generator.model.pieces import PieceSet
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from tests.small_decks import box, complain, draw, read_deck, texts, write_deck


def words(text: str, more: str = "") -> str:
    box = "box: [5 mm, 5 mm, 50 mm, 20 mm]"
    return f"templates:\n  face:\n    - words: {{{box}, text: {text}{more}}}\n"


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ('"{upper(name)} {cost * 2}"', "GOBLIN 6"),
        ('"**{name}** {red|{cost + 1}}"', "Goblin 4"),
        ('"{number}/{total} {count}"', "1/2 1"),
        ("'{cards[\"elf\"].cost}, {cards[id].cost}'", "10, 3"),
        (r"'\{name\} {name}'", "{name} Goblin"),
        ("'{class if cost < 5 else name}'", "thief"),
    ],
)
def test_texts_have_expressions(tmp_path: Path, text: str, printed: str) -> None:
    assert " ".join(texts(draw(read_deck(tmp_path, words(text)))["goblin"]).split()) == printed


def test_copies_have_their_numbers(tmp_path: Path) -> None:
    kit = read_deck(tmp_path, words('"{copy} of {count}"'))
    drawn = {id: texts(placed) for id, placed in draw(kit).items()}
    assert drawn == {"goblin": "1 of 1", "elf": "1 of 2", "elf 2": "2 of 2"}


def test_columns_go_before_numbers(tmp_path: Path) -> None:
    cards = "cards: [{id: a, number: seven}, {id: b, number: x}]\n"
    assert texts(draw(read_deck(tmp_path, words('"{number} {total}"'), cards=cards))["a"]) == "seven 2"


@pytest.mark.parametrize(
    ("when", "shown"),
    [
        ('"cost > 3"', ["elf", "elf 2"]),
        ('"cost < 5 and not flag"', ["goblin"]),
        ("{class: [thief, knight]}", ["goblin"]),
        ("{class: mage, cost: 10}", ["elf", "elf 2"]),
        ("[class = mage, 'len(tags) == 1']", ["elf", "elf 2"]),
        ("'class = thief, mage'", ["goblin", "elf", "elf 2"]),
        ("flag", []),
        ("not flag", ["goblin", "elf", "elf 2"]),
    ],
)
def test_conditions(tmp_path: Path, when: str, shown: list[str]) -> None:
    """Short ones, mappings, and expressions; `no` is false."""
    keys = f"{{box: [0, 0, 9 mm, 9 mm], fill: red, when: {when}}}"
    deck = f"fields: {{flag: 'no'}}\ntemplates:\n  face:\n    - panel: {keys}\n"
    drawn = draw(read_deck(tmp_path, deck))
    assert [id for id, placed in drawn.items() if placed] == shown


BARS = """\
templates:
  face:
    - panel: {box: [5 mm, 5 mm, "{cost * 4} mm", 10 mm], fill: "{'red' if cost > 5 else 'ink'}", corner: "{cost / 10} mm"}
"""


def test_boxes_and_colours_are_computed_for_each_card(tmp_path: Path) -> None:
    drawn = draw(read_deck(tmp_path, BARS))
    assert {id: box(placed[0])[2] for id, placed in drawn.items()} == {"goblin": 12, "elf": 40, "elf 2": 40}
    assert drawn["goblin"][0].shape.fill != drawn["elf"][0].shape.fill  # type: ignore[union-attr]


def test_lengths_have_the_unit_of_the_file(tmp_path: Path) -> None:
    """Also computed ones, and percent have none."""
    bars = BARS.replace(" mm", "").replace("10]", "10% - 2]")
    drawn = draw(read_deck(tmp_path, f"unit: mm\n{bars}"))
    assert box(drawn["elf"][0]) == (5, 5, 40, 7)


def test_computed_boxes_are_checked_for_each_card(tmp_path: Path) -> None:
    (told,) = complain(tmp_path, BARS.replace("cost * 4", "cost * 6"))
    assert "extends 5.0 mm beyond the piece (right)" in told


CELLS = "[{panel: {fill: red}}, {words: {box: [0, 0, 100%, 100%], text: '{item}.{index}', role: fine_print}}]"


@pytest.mark.parametrize(
    ("keys", "boxes", "printed"),
    [
        ("over: 3..1", [(5, 5, 10, 10), (16, 5, 10, 10), (27, 5, 10, 10)], "3.1 2.2 1.3"),
        ("over: C..D", [(5, 5, 10, 10), (16, 5, 10, 10)], "C.1 D.2"),
        ("over: I..II, align: end", [(34, 5, 10, 10), (45, 5, 10, 10)], "I.1 II.2"),
        ("over: tags, gap: 0", [(5, 5, 10, 10), (15, 5, 10, 10)], "fire.1 ice.2"),
        (
            'over: "min(cost, 2)", direction: column, cell: 5 mm, gap: 0',
            [(5, 5, 50, 5), (5, 10, 50, 5)],
            "1.1 2.2",
        ),
        ("over: \"split('a b', ' ')\", lines: 2, gap: 2 mm", [(5, 5, 4, 4), (11, 5, 4, 4)], "a.1 b.2"),
        (
            "over: 1..5, lines: 2, cell: 16 mm, gap: 0",
            [(5, 5, 16, 5), (21, 5, 16, 5), (37, 5, 16, 5), (5, 10, 16, 5), (21, 10, 16, 5)],
            "1.1 2.2 3.3 4.4 5.5",
        ),
        (
            "over: 1..4, cell: 25 mm, gap: 0, shrinks: true",
            [(5, 7.5, 12.5, 5), (17.5, 7.5, 12.5, 5), (30, 7.5, 12.5, 5), (42.5, 7.5, 12.5, 5)],
            "1.1 2.2 3.3 4.4",
        ),
    ],
)
def test_repeats(tmp_path: Path, keys: str, boxes: list[tuple[float, ...]], printed: str) -> None:
    """Ranges, expressions, several lines, and smaller cells; each cell knows its number."""
    deck = f"templates:\n  face:\n    - repeat: {{box: [5 mm, 5 mm, 50 mm, 10 mm], {keys}, draw: {CELLS}}}\n"
    findings = Findings()
    drawn = draw(read_deck(tmp_path, deck), findings)["goblin"]
    assert [box(one) for one in drawn if not hasattr(one.shape, "text")] == boxes
    assert texts(drawn) == printed


def test_words_have_fonts_of_their_own(tmp_path: Path) -> None:
    """Without a role in the theme."""
    changed = ", font_size: 20 pt, font: Unbounded, bold: true"
    first = draw(read_deck(tmp_path / "a", words("Goblin")))["goblin"][0]
    second = draw(read_deck(tmp_path / "b", words("Goblin", changed)))["goblin"][0]
    assert second.shape.font.name != first.shape.font.name  # type: ignore[union-attr]
    assert second.shape.size == pytest.approx(20 * 25.4 / 72)  # type: ignore[union-attr]


WRONG = {
    # Texts and conditions, with the position in the expression, and the card.
    words(
        '"{Card Name}"'
    ): "deck.yaml:7:56: templates.face[1].words.text: `Card Name` is not the name of a field (fields "
    "are written like `card_name`, and texts in quotes)",
    words('"{cost *}"'): "templates.face[1].words.text: `cost *` is not an expression",
    words(
        '"a {1 + nam}"'
    ): "deck.yaml:7:54: templates.face[1].words.text: the field `nam` is not in deck.yaml",
    words(
        '"a {1 + name}"'
    ): "deck.yaml:7:58: templates.face[1].words.text: `Goblin` is not a number, for `goblin`",
    words(
        '"{n, plural, one {a} other {b}}"'
    ): "plurals and selections are not allowed here (they are for the wording",
    words(
        "x", ', when: "cost > name"'
    ): "deck.yaml:7:64: templates.face[1].words.when: `Goblin` is not a number",
    words(
        "x", ", when: class = mage or thief"
    ): "`class = mage or thief` is not a condition (write `class = a, b`",
    words("x", ", when: {class: {a: b}}"): "must be a condition or a list of conditions",
    words("x", ", font: Nonesuch"): "unknown font family `Nonesuch`",
    words("x", ', lines: "{name}"'): "templates.face[1].words.lines: `Goblin` is not a whole number",
    BARS.replace(
        "[5 mm,", '["1,5 mm",'
    ): "`1,5 mm` is not a measure (write it like `4 mm`, `50%`, with a decimal point",
    BARS.replace(
        "[5 mm,", "[1,5 mm,"
    ): "has 5 numbers (a box is [left, top, width, height]; decimals have a point",
    BARS.replace("5 mm,", "5,"): "`5` is not a measure",
    words("x", ", zzz: 1"): "unknown key `zzz` (available: box, ",
    BARS.replace("cost * 4", "missing"): "the field `missing` is not in deck.yaml",
    BARS.replace("cost * 4", "name"): "panel.box.width: `Goblin mm` is not a measure",
    BARS.replace("fill:", "shape: 5 fill:"): "deck.yaml:7:67: a `,` is missing before `fill`",
    BARS.replace(
        "\"{'red' if cost > 5 else 'ink'}\"", "#ff0000"
    ): "`#` begins a comment here (put a colour in quotes",
    "templates: {face: [{repeat: {box: [0, 0, 9 mm, 9 mm], over: 5..x, draw: [{ground: red}]}}]}\n": "`5..x` is not a range",
    "templates: {face: [{repeat: {box: [0, 0, 9 mm, 9 mm], over: cost - 5, draw: [{ground: red}]}}]}\n": "`-2` is neither a "
    "list nor a number from 0 to 999",
}


@pytest.mark.parametrize(("deck", "told"), WRONG.items(), ids=lambda text: text[-40:])
def test_mistakes_are_told_with_their_place(tmp_path: Path, deck: str, told: str) -> None:
    found = complain(tmp_path, deck)
    assert any(told in line for line in found), found


@pytest.mark.parametrize("size", ["60x90mm", "60 x 90 mm", "60 mm × 90 mm", "6 cm x 9cm"])
def test_sizes_may_share_a_unit(tmp_path: Path, size: str) -> None:
    """`60x90mm`, as options of the command line have it."""
    game = write_deck(tmp_path, words("x"))
    path = game / "deck.yaml"
    path.write_text(path.read_text("utf-8").replace("60 mm x 90 mm", size), encoding="utf-8")
    (deck,) = read_kit(game, shelf=find_shelf()).parts
    assert isinstance(deck, PieceSet)
    assert (deck.decks[0].form.width, deck.decks[0].form.height) == (60, 90)

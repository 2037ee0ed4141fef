"""Styles whose names contain fields: `style: type_{kind}`."""

from pathlib import Path

import pytest

from generator.scene.shapes import GlyphRun
from tests.small_decks import box, complain, draw, read_deck

STYLES = """\
styles:
  type_red: {fill: red, box: [5 mm, 5 mm, 20 mm, 20 mm]}
  type_blue: {fill: blue, box: [15 mm, 15 mm, 20 mm, 20 mm]}
templates:
  face:
    - panel: {id: frame, style: "type_{kind}", corner: 2 mm, when: n > 1}
    - panel: {below: frame + 1 mm, size: [9 mm, 9 mm], fill: ink}
"""
CARDS = "cards: [{id: a, kind: red, n: 2}, {id: b, kind: blue, n: 3}, {id: c, kind: blue, n: 1}]\n"


def test_each_card_has_the_style_of_its_field(tmp_path: Path) -> None:
    """The keys of the style are those of the card; `when` and `below` work as they do for others."""
    drawn = draw(read_deck(tmp_path, STYLES, cards=CARDS))
    assert {name: [box(one) for one in placed] for name, placed in drawn.items()} == {
        "a": [(5, 5, 20, 20), (15, 36, 9, 9)],
        "b": [(15, 15, 20, 20), (15, 36, 9, 9)],
        "c": [(15, 36, 9, 9)],
    }


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("kind: red", "kind: rde", "deck.yaml:12:23: cards[1].kind: unknown style `type_rde` (`frame` of"),
        (
            "type_{kind}",
            "typ_{kind}",
            "deck.yaml:10:33: templates.face[1].panel.style: no style has a name like",
        ),
        ("{kind}", "{knd}", "deck.yaml:10:33: templates.face[1].panel.style: the field `knd` is not in"),
        ("{kind}", "{kind +}", "templates.face[1].panel.style: `kind +` is not an expression"),
        ("fill: blue", "fill: bleu", "deck.yaml:7:21: styles.type_blue.fill: unknown colour `bleu`"),
    ],
)
def test_styles_that_are_not_there(tmp_path: Path, old: str, new: str, told: str) -> None:
    """A style that no card may have is reported at the element, one that is missing at the card."""
    line, *_ = complain(tmp_path, STYLES.replace(old, new), cards=CARDS.replace(old, new))
    assert told in line


BLOCKS = """\
styles:
  a_big: {font_size: 20 pt, colour: red}
  a_small: {font_size: 8 pt}
tables: {rows: [{kind: big, t: One}, {kind: small, t: Two}]}
templates:
  face:
    - stack: {box: [5 mm, 5 mm, 50 mm, 80 mm], blocks: [BLOCK]}
"""
BIG_OR_SMALL = "cards: [{id: a, kind: big}, {id: b, kind: small}]\n"


@pytest.mark.parametrize(
    ("block", "a", "b"),
    [
        ("words: {text: X, style: 'a_{kind}'}", [20], [8]),
        ("words: {each: rows, text: '{item.t}', style: 'a_{item.kind}'}", [20, 8], [20, 8]),
        ("words: {over: 1..2, text: '{item}', style: 'a_{kind}', when: kind = big}", [20, 20], []),
        ("list: [{text: X, style: 'a_{kind}'}]", [20], [8]),
        ("table: [[{text: X, style: 'a_{kind}'}]]", [20], [8]),
        ("table: {rows: [{cells: [{text: X, style: 'a_{item.kind}'}], each: rows}]}", [20, 8], [20, 8]),
        ("row: [{words: {text: X, style: 'a_{kind}'}}]", [20], [8]),
    ],
)
def test_blocks_have_the_style_of_a_field(tmp_path: Path, block: str, a: list[int], b: list[int]) -> None:
    """Texts of stacks, lists, tables, and rows; with `each`, in the order of the rows."""
    drawn = draw(read_deck(tmp_path, BLOCKS.replace("BLOCK", f"{{{block}}}"), cards=BIG_OR_SMALL))
    found = {
        name: [round(one.shape.size / 25.4 * 72) for one in placed if isinstance(one.shape, GlyphRun)]
        for name, placed in drawn.items()
    }
    assert found == {"a": a, "b": b}


@pytest.mark.parametrize(
    ("block", "told"),
    [
        ("words: {text: X, style: 'b_{kind}'}", "stack.blocks[1].words.style: no style has a name like `b_"),
        ("words: {text: X, style: 'a_{knd}'}", "stack.blocks[1].words.style: the field `knd` is not in"),
        ("words: {text: X, style: 'a_{id}'}", "cards[1].id: unknown style `a_a` (words of"),
        ("table: [[{text: X, each: rows}]]", "table[1][1].each: a cell is not repeated (write `each` in a"),
    ],
)
def test_styles_of_blocks_that_are_not_there(tmp_path: Path, block: str, told: str) -> None:
    """The messages are those of elements."""
    line, *_ = complain(tmp_path, BLOCKS.replace("BLOCK", f"{{{block}}}"), cards=BIG_OR_SMALL)
    assert told in line

"""Texts that are printed over others: warned of once, unless that is intended."""

from pathlib import Path

import pytest

from generator.layout.press import LayoutFindings
from tests.small_decks import draw, read_deck

RULES = "Each player who has no card in hand draws three cards and puts one of them back on top of the deck. "


LONG = f"words: {{text: {RULES * 2}, box: [6, 40, 48, 40], over: true, font_size: 10 pt}}"
"""A text of six lines, from 40 to 64 mm."""


def list_told(folder: Path, *elements: str, cards: str = "cards: [{id: one, rules: Rules}]\n") -> list[str]:
    """Return the warnings about a deck with these elements."""
    template = "".join(f"    - {element}\n" for element in elements)
    findings = LayoutFindings(collects=True)
    draw(read_deck(folder, f"unit: mm\ntemplates:\n  face:\n{template}", cards=cards), findings)
    return [str(one) for one in findings.take()]


FOOT = "text: A game by the author of this test, box: [6, 50, 48, 10], over: true, font_size: 10 pt"


@pytest.mark.parametrize(
    "element",
    [
        f"words: {{{FOOT}}}",
        f"words: {{{FOOT}, colour: red, bold: true}}",
        f"group: {{box: [0, 0, 60, 90], draw: [words: {{{FOOT}}}]}}",
        "words: {text: A game by the author, box: [6, 52, 48, 10], over: true, font_size: 14 pt}",
        "stack: {box: [6, 50, 48, 10], blocks: [{words: A game by the author}, {words: of this test}]}",
        "words: {text: 99, box: [8, 44, 30, 16], over: true, font_size: 14 pt}",
    ],
)
def test_letters_on_letters_are_told(tmp_path: Path, element: str) -> None:
    (told,) = list_told(tmp_path, LONG, element)
    assert "deck.yaml" in told
    assert "is printed over" in told
    assert "`without: [overlap]`" in told


@pytest.mark.parametrize(
    "element",
    [
        # Boxes overlap, letters do not.
        "words: {text: A game by the author, box: [6, 40, 48, 45], over: true, upright: bottom}",
        # A shadow, a watermark, a large initial behind the text, a turned stamp.
        LONG.replace("[6, 40,", "[6.3, 40.3,"),
        f"words: {{{FOOT}, opacity: 30%}}",
        f"words: {{{FOOT}, colour: '#00000040'}}",
        "words: {text: A, box: [6, 35, 40, 40], over: true, font_size: 80 pt}",
        f"words: {{{FOOT}, angle: 30}}",
        # The name of a picture that is not there.
        "picture: {file: none.png, box: [6, 40, 48, 40], missing: placeholder}",
        # A label with a ground of its own.
        f"panel: {{box: [6, 48, 48, 12], fill: white}}\n    - words: {{{FOOT}}}",
        f"words: {{{FOOT}, stroke: white, line: 0.6}}",
        f"words: {{{FOOT}, without: [overlap]}}",
        f"words: {{{FOOT}, when: id = two}}",
    ],
)
def test_intended_overlaps_are_not_told(tmp_path: Path, element: str) -> None:
    """A text below a label with a ground is hidden, not overlapped: another check reports that."""
    assert [one for one in list_told(tmp_path, LONG, element) if "printed over" in one] == []


@pytest.mark.parametrize("angle", [90, 180, 45])
def test_turned_texts_are_compared_with_those_of_the_same_direction(tmp_path: Path, angle: int) -> None:
    box = f"over: true, font_size: 10 pt, angle: {angle}, align: center"
    first = f"words: {{text: The first text, box: [6, 40, 48, 10], {box}}}"
    second = f"words: {{text: A second one here, box: [6, 40, 48, 10], {box}}}"
    (told,) = list_told(tmp_path, first, second)
    assert "“A second one here” is printed over “The first text”" in told


def test_all_cards_with_the_mistake_are_named_in_one_warning(tmp_path: Path) -> None:
    rows = {"one": RULES, "two": "Short", "three": RULES}
    cards = "cards:\n" + "".join(f"  - {{id: {id}, rules: {text}}}\n" for id, text in rows.items())
    rules = 'words: {text: "{rules}", box: [6, 6, 48, 30], font_size: 10 pt}'
    told = list_told(tmp_path, rules, f"words: {{{FOOT.replace('6, 50', '6, 11.5')}}}", cards=cards)
    assert [one.count("printed over") for one in told] == [1, 1]
    assert [name in " ".join(told) for name in ("one", "two", "three")] == [True, False, True]


def test_parts_of_a_line_are_not_over_each_other(tmp_path: Path) -> None:
    """Slanted letters lean into the next word, and lines that are close touch a little."""
    words = "words: {text: '*ffff*)jfj **W**AVAT*f*!', box: [6, 6, 48, 20], font_size: 20 pt, line_height: 1}"
    assert list_told(tmp_path, words) == []

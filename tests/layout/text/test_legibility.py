"""Texts on cards that are hardly visible are told for each card, whatever the card before looked like."""

from pathlib import Path

import pytest

from generator.layout.elements import pieces
from generator.layout.press import LayoutFindings
from generator.layout.text import legibility
from tests.small_decks import draw, read_deck

TEXT = "words: {text: '{name}', box: [6, 10, 48, 10], colour: '{ink}'}"


def list_unread(folder: Path, *elements: str, **cards: str) -> list[str]:
    """Return the ids of cards with a warning of a text that cannot be read; each has values of its own."""
    template = "".join(f"    - {element}\n" for element in elements)
    rows = "".join(f"  - {{id: {name}, {values}}}\n" for name, values in cards.items())
    findings = LayoutFindings(collects=True)
    kit = read_deck(folder, f"unit: mm\ntemplates:\n  face:\n{template}", cards=f"cards:\n{rows}")
    draw(kit, findings)
    return [
        word
        for one in findings.take()
        if "hardly visible" in str(one)
        for word in cards
        if f" {word}:" in str(one)
    ]


def test_a_dark_ground_is_below_all_texts(tmp_path: Path) -> None:
    """White letters would not be seen on paper, which is not seen."""
    cards = {
        "one": "name: One, ink: white",
        "two": "name: Two, ink: '#203040'",
        "three": "name: Three, ink: white",
    }
    assert list_unread(tmp_path, "ground: '#203040'", TEXT, **cards) == ["two"]


@pytest.mark.parametrize("ground", ["'{ground}'", "'{ground}20'"])
def test_grounds_of_each_card_count(tmp_path: Path, ground: str) -> None:
    cards = {
        "one": "name: One, ink: white, ground: '#203040'",
        "two": "name: Two, ink: white, ground: '#fefefe'",
        "three": "name: Three, ink: black, ground: '#fefefe'",
        "four": "name: Four, ink: white, ground: '#203040'",
    }
    faint = ["one", "two", "four"] if "20'" in ground else ["two"]
    assert list_unread(tmp_path, f"ground: {ground}", TEXT, **cards) == faint


def test_what_is_between_ground_and_text_counts(tmp_path: Path) -> None:
    panel = "panel: {box: [4, '{top}', 52, 20], fill: white}"
    cards = {"one": "name: One, ink: white, top: 60", "two": "name: Two, ink: white, top: 5"}
    assert list_unread(tmp_path, "ground: black", panel, TEXT, **cards) == ["two"]


def test_cards_that_differ_in_letters_are_looked_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Boxes of texts that are apart need no look at their letters, either."""
    looks, overlaps = [], []
    real = legibility.list_leaves
    monkeypatch.setattr(legibility, "list_leaves", lambda *given: looks.append(given) or real(*given))
    monkeypatch.setattr(pieces, "find_overlapping_texts", lambda shapes: overlaps.append(shapes))
    second = TEXT.replace("6, 10,", "6, 40,")
    cards = {f"card{number}": f"name: Name {number}, ink: white" for number in range(20)}
    assert list_unread(tmp_path, "ground: black", TEXT, second, **cards) == []
    assert len(looks) == 1
    assert overlaps == []

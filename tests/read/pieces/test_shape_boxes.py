"""Boxes of shapes that are turned or in groups are checked where they are."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit

KIT = 'id: duel\ntitle: kit.title\nplayers: "2"\ntheme: base\nparts:\n  - deck: cards.yaml\n'
WORDS = "words:\n  kit: {title: Duel, cards: Cards}\n"
CARDS = """id: cards
title: kit.cards
size: poker
front: one
templates:
  one:
    - %s
cards:
  - {id: sun, colour: gold}
"""


def complain(folder: Path, element: str) -> list[str]:
    (folder / "wording").mkdir()
    (folder / "kit.yaml").write_text(KIT)
    (folder / "cards.yaml").write_text(CARDS % element)
    (folder / "wording" / "en.yaml").write_text(WORDS)
    try:
        read_kit(folder, shelf=find_shelf())
    except DataError as error:
        return [str(problem).replace(f"{folder}/", "") for problem in error.problems]
    return []


@pytest.mark.parametrize(
    ("element", "problem"),
    [
        ("panel: {box: [0, 40 mm, 63 mm, 4 mm], fill: red}", ""),
        (
            "panel: {box: [0, 40 mm, 63 mm, 4 mm], fill: red, angle: 45}",
            "",
        ),
        (
            "panel: {box: [0, 4 mm, 63 mm, 4 mm], fill: red, angle: 90}",
            "cards.yaml:7:20: templates.one[1].panel.box: extends 25.5 mm beyond the piece (top)"
            " (the piece is 63 x 88 mm; with `bleeds: true` it is cut off at the edge)",
        ),
        ("panel: {box: [0, 4 mm, 63 mm, 4 mm], fill: red, angle: 90, bleeds: true}", ""),
        (
            "star: {box: [50 mm, 4 mm, 20 mm, 20 mm], fill: '{colour}'}",
            "cards.yaml:7:19: templates.one[1].star.box: extends 7.0 mm beyond the piece (right)"
            " (the piece is 63 x 88 mm; with `bleeds: true` it is cut off at the edge)",
        ),
        (
            "group: {box: [1 mm, 9 mm, 30 mm, 9 mm],"
            " draw: [words: {text: a, role: body, box: [0, 0, 9 mm, 9 mm]}]}",
            "cards.yaml:7:88: templates.one[1].group.draw[1].words.box: is 1.0 mm from the cut line (left)"
            " (the safe margin is 3 mm; `safe: ...` of the deck changes it)",
        ),
        (
            "star: {fill: red, shadow: {colour: '{shade}'}, box: [9 mm, 9 mm, 9 mm, 9 mm]}",
            "cards.yaml:7:42: templates.one[1].star.shadow.colour: the field `shade` is not in cards.yaml"
            " (available: colour, id)",
        ),
        (
            "star: {gradient: {from: '{shade}', to: red}, box: [9 mm, 9 mm, 9 mm, 9 mm]}",
            "cards.yaml:7:31: templates.one[1].star.gradient.from: the field `shade` is not in cards.yaml"
            " (available: colour, id)",
        ),
        (
            "star: {gradient: {from: '{id}', to: red}, box: [9 mm, 9 mm, 9 mm, 9 mm]}",
            "cards.yaml:9:10: cards[1].id: unknown colour `sun` (star of template `one`, gradient.from)",
        ),
    ],
)
def test_positions(tmp_path: Path, element: str, problem: str) -> None:
    """The message has the place in the file, and the measure of what is turned."""
    assert complain(tmp_path, element) == ([problem] if problem else [])

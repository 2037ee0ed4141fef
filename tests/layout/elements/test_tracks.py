"""Tracks in rows and on courses have the same keys."""

from pathlib import Path

import pytest

from generator.layout.boards.boards import lay_out_board
from generator.scene.shapes import GlyphRun, Page
from tests.geometry import place_words, within
from tests.layout.small_board import board_press
from tests.read.small_boards import BOARD
from tests.small_decks import complain, draw, read_deck, texts

ROW = """\
templates:
  face:
    - stack: {box: [3 mm, 3 mm, 54 mm, 40 mm], blocks: [track: {size: 6 mm, KEYS}]}
"""
COURSE = """\
templates:
  face:
    - track: {from: [6 mm, 9 mm], to: [54 mm, 9 mm], size: 6 mm, KEYS}
"""
LISTED = """\
      from: [20 mm, 150 mm]
      to: [80 mm, 150 mm]
      fields:
        - {label: "5", bonus: last}
        - {label: "6", cost: 2}
        - {at: [60 mm, 170 mm], marks: [last]}
"""


@pytest.mark.parametrize("deck", [ROW, COURSE])
@pytest.mark.parametrize(
    ("keys", "drawn"),
    [
        ("count: 4", "1 2 3 4"),
        ("count: 3, first: 7", "7 8 9"),
        ('labels: ["1", x, "9"]', "1 x 9"),
        ("fields: [{label: a}, {label: b}]", "a b"),
    ],
)
def test_fields_of_a_track(tmp_path: Path, deck: str, keys: str, drawn: str) -> None:
    """They are counted, listed as texts, or listed with keys of their own."""
    kit = read_deck(tmp_path, deck.replace("KEYS", keys))
    assert texts(draw(kit)["elf"]) == drawn


def test_rings_of_costs(tmp_path: Path) -> None:
    """A field that costs 2 has two rings more than one that costs nothing, each with its edge."""
    for folder, deck in (("row", ROW), ("course", COURSE)):
        counts = []
        for cost in (0, 2):
            keys = f"shape: circle, fields: [{{label: a, cost: {cost}}}]"
            counts.append(
                len(draw(read_deck(tmp_path / f"{folder}{cost}", deck.replace("KEYS", keys)))["elf"])
            )
        assert counts[1] - counts[0] == 4


def test_bonuses_on_a_board(tmp_path: Path) -> None:
    """Listed fields are on the course, unless they have a position; a bonus is at the lower right corner."""
    start, end = BOARD.index("      from: [20"), BOARD.index("      over: [people]")
    press, board = board_press(tmp_path, board=BOARD[:start] + LISTED + BOARD[end:])
    block = lay_out_board(press, board)
    page = Page(block.width, block.height, block.shapes)
    track = board.areas[2]
    assert [(spot.x, spot.y) for spot in track.spots] == [(20.0, 150.0), (50.0, 150.0), (60.0, 170.0)]
    words = [one.shape.text for one in place_words(page) if isinstance(one.shape, GlyphRun)]
    assert {"5", "6"} < {*words}

    first, second, third = (within(page, f"{track.id}-{number}") for number in (1, 2, 3))
    assert max(one.right for one in first) > 25.5
    assert min(one.top for one in second) < 145.0 - 2.2
    assert max(one.right for one in third) == pytest.approx(65.0, abs=0.01)


@pytest.mark.parametrize(
    ("deck", "keys", "told"),
    [
        (ROW, "count: 3, marks: {4: [x]}", "track.marks.4: there is no field 4"),
        (ROW, "labels: [a], fields: [{label: b}]", "track.labels: has both `labels` and `fields`"),
        (ROW, "fields: [{at: [3 mm, 3 mm]}]", "track.fields[1].at: has a position, but follows the others"),
        (COURSE, "fields: []", "track: the track has no fields"),
        (COURSE.replace("to: [54 mm, 9 mm], ", ""), "count: 2", "track: `to` is missing"),
        (
            COURSE.replace("from: [6 mm, 9 mm], to: [54 mm, 9 mm], ", ""),
            "count: 2",
            "track: `from` is missing",
        ),
        (
            COURSE.replace("from: [6 mm, 9 mm], to: [54 mm, 9 mm]", "along: circle, corners: [[9 mm, 9 mm]]"),
            "count: 2",
            "track.corners: a circle has two opposite corners",
        ),
        (COURSE.replace("to: [54 mm, 9 mm]", "bend: 0.5"), "count: 2", "track.bend: `bend` is only allowed"),
    ],
)
def test_what_is_wrong_with_a_track(tmp_path: Path, deck: str, keys: str, told: str) -> None:
    found = complain(tmp_path, deck.replace("KEYS", keys))
    assert any(told in line for line in found), found

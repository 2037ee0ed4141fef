"""What is wrong with dice is told where it stands, with what would be right."""

# ruff: noqa: E501 - what is told stands here as it is told

from collections.abc import Callable

import pytest


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "value: 2",
            "value: 1",
            [
                "dice.yaml:1:1: faces: do not have each value once (number them from 1 to 3)",
            ],
        ),
        (
            "value: 2",
            "value: two",
            ["dice.yaml:4:12: faces[2].value: `two` is not a whole number (write it like `3`)"],
        ),
        ("value: 2", "value: 0", ["dice.yaml:4:12: faces[2].value: must be at least 1"]),
        (
            "| . # .",
            "| . . #",
            [
                "dice.yaml:5:12: faces[2].shape: the shape falls into pieces (its squares must touch along whole edges)"
            ],
        ),
        (
            "| . # .",
            "| . s .",
            ["dice.yaml:6:11: faces[2].shape: the legend has no `s` (it has: #; `.` is no square)"],
        ),
        (
            'shape: "#"',
            "shape: #",
            ["dice.yaml:3:5: faces[1].shape: has no value (`#` begins a comment: put the value in quotes)"],
        ),
        ('shape: "#"', "shape: '. .'", ["dice.yaml:3:12: faces[1].shape: has no squares (draw one as `#`)"]),
        (
            '    shape: "#"\n',
            "",
            [
                "dice.yaml:2:5: faces[1]: the face has no shape (write either `shape: ...`, or `most: ...` and `frame: ...`)"
            ],
        ),
        (
            "most: 4",
            "shape: '#'",
            [
                "dice.yaml:8:5: faces[3]: has both `shape` and `most` or `frame` (write either `shape: ...`, or `most: ...` and `frame: ...`)"
            ],
        ),
        ("    most: 4\n", "", ["dice.yaml:8:5: faces[3]: `most` is missing (add `most: ...`)"]),
        (
            "most: 4",
            "most: 7",
            [
                "dice.yaml:9:11: faces[3].most: 7 squares do not fit into the frame (a frame of 2x3 has 6 squares)"
            ],
        ),
        ("most: 4", "most: 30", ["dice.yaml:9:11: faces[3].most: 30 squares are too many (at most 8)"]),
        (
            "2x3",
            "2 by 3",
            [
                "dice.yaml:10:12: faces[3].frame: `2 by 3` is not a number of columns and rows (write it like `2x3`)"
            ],
        ),
        (
            "| # # .",
            "|  # # .",
            [
                "dice.yaml:7:10: faces[2].shape: is half a square off its column (write two characters per square; half steps need `naming: rows`)"
            ],
        ),
    ],
)
def test_bad_dice(complaints: Callable[..., list[str]], old: str, new: str, told: list[str]) -> None:
    """Exactly these problems are told, and nothing else is."""
    assert complaints("games/small/dice.yaml", old, new) == told

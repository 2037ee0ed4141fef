"""Plates of boards: what is only looked at, drawn by a template that is compared with its fields."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.model.board import PlateArea
from generator.model.rectangles import Rectangle
from tests.read.small_boards import BOARD, read, write_board

PLATE = (
    "  - plate: {id: north, at: [90 mm, 140 mm], size: 8 mm x 6 mm, look: city, "
    'fields: {people: "7", kind: red}}\n'
)


def test_plate(tmp_path: Path) -> None:
    """Where it lies, its template, and its fields with its own id among them."""
    plate = read(write_board(tmp_path, board=BOARD + PLATE.replace("90 mm", "170 mm"))).areas[-1]
    assert isinstance(plate, PlateArea)
    assert plate.box == Rectangle(170.0, 140.0, 178.0, 146.0)
    assert plate.look == "city"
    assert plate.all_fields() == {"id": "north", "people": "7", "kind": "red"}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("look: city", "look: town", "unknown template `town`"),
        ("look: city, ", "", "`look` is missing"),
        ("kind: red", "king: red", "`kind` is not in"),
        ("kind: red", "kind: rot", "`rot`"),
        ("90 mm", "120 mm", "overlaps the area `deck`"),
        ("90 mm", "298 mm", "extends beyond the board by 6.0 mm"),
    ],
)
def test_what_is_wrong_with_a_plate_is_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    """Its template, its fields and its place are checked as those of other areas are."""
    plate = PLATE if old == "90 mm" else PLATE.replace("90 mm", "170 mm")
    with pytest.raises(DataError, match=r"board.yaml:") as caught:
        read(write_board(tmp_path, board=BOARD + plate.replace(old, new)))
    assert told in str(caught.value)

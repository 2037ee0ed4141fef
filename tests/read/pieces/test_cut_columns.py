"""Columns of a table of tokens that are named like the keys of their cut."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Petri = Callable[..., Result]
TOKENS = """shape: square
size: 20 mm
tokens: units.csv
template: [{words: {text: "{size} {shape}", role: body, box: [2 mm, 5 mm, 16 mm, 10 mm]}}]
"""


def make(petri: Petri, table: str) -> str:
    """What `petri` prints about a table of tokens, or the text on them."""
    Path("units.csv").write_text(table, "utf-8")
    Path("units.yaml").write_text(TOKENS, "utf-8")
    done = petri("make", "units.yaml", "--to", "txt")
    return done.stderr if done.exit_code else Path("output/units/units-en-a4.txt").read_text("utf-8")


@pytest.mark.parametrize("size", ["XX", "army", "3"])
def test_other_texts_are_fields(petri: Petri, tmp_path: Path, size: str) -> None:
    """`Size` and `Shape` of units of an army are no sizes and shapes of tokens."""
    assert f"{size} flat" in make(petri, f"Name,Size,Shape\nRed,{size},flat\n")


def test_lengths_and_names_are_the_cut(petri: Petri, tmp_path: Path) -> None:
    """A column with one size or shape is the cut of the tokens, whose other cells are checked."""
    told = make(petri, "name,size,shape\nred,30 mm,round\nblue,huge,square\n")
    assert "units.csv:3:6: [2].size: unknown size `huge`" in told
    assert "is 63 x" not in told

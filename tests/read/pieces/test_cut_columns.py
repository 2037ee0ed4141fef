"""Columns of a table of tokens that are named like the keys of their cut."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Petri = Callable[..., Result]
TOKENS = """shape: square
size: 20 mm
tokens: units.csv
template: [{words: {text: "{size} {shape}", role: fine_print, box: [1 mm, 5 mm, 18 mm, 10 mm]}}]
"""


def make(petri: Petri, table: str) -> str:
    """Return what `petri` prints about a table of tokens, or the text on them."""
    Path("units.csv").write_text(table, "utf-8")
    Path("units.yaml").write_text(TOKENS, "utf-8")
    done = petri("make", "units.yaml", "--to", "txt")
    return done.stderr if done.exit_code else Path("output/units/units-en-a4.txt").read_text("utf-8")


@pytest.mark.parametrize("size", ["XX", "army", "3", "rounds"])
def test_other_texts_are_fields(petri: Petri, tmp_path: Path, size: str) -> None:
    """`Size` and `Shape` of units of an army are no sizes and shapes of tokens."""
    assert f"{size} flat" in make(petri, f"Name,Size,Shape\nRed,{size},flat\n")


def test_lengths_and_names_are_the_cut(petri: Petri, tmp_path: Path) -> None:
    """A column with one size or shape is the cut of the tokens, whose other cells are checked."""
    told = make(petri, "name,size,shape\nred,30 mm,round\nblue,huge,square\n")
    assert "units.csv:3:6: [2].size: unknown size `huge`" in told
    assert "is 63 x" not in told


def test_pictures_of_a_folder_are_complete(petri: Petri, tmp_path: Path) -> None:
    """They reach the cut, not the bleed, which is a mirror image of their edges."""
    view = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><path d="M5 5h53v78h-53z"/></svg>'
    Path("orc.svg").write_text(view, "utf-8")
    Path("deck.yaml").write_text("size: poker\ncards: {pictures: orc.svg}\n", "utf-8")
    done = petri("make", "deck.yaml", "--to", "txt")
    assert done.exit_code == 0, done.stderr
    assert re.search(r"use picture-orc\.svg\n", Path("output/deck/deck-en-a4.txt").read_text("utf-8"))

"""Type of texts in stacks, tables, and drawings: `font`, `bold`, `italic`, `line_height`, `smallest`."""

from pathlib import Path

import pytest

from generator.scene.shapes import GlyphRun
from tests.geometry import Placed
from tests.small_decks import draw, read_deck

CARDS = "cards: [{id: a}]\n"
LONG = " ".join(["xxxx"] * 12)
IN_STACK = "stack: {box: [5 mm, 5 mm, 50 mm, 80 mm], KEYS, blocks: [words: TEXT]}"
IN_WORDS = "stack: {box: [5 mm, 5 mm, 50 mm, 80 mm], blocks: [words: {KEYS, text: TEXT}]}"
IN_INNER_STACK = (
    "stack: {box: [5 mm, 5 mm, 50 mm, 80 mm], blocks: [stack: {role: body, KEYS, blocks: [words: TEXT]}]}"
)
IN_TABLE = "stack: {box: [5 mm, 5 mm, 50 mm, 80 mm], blocks: [table: {KEYS, look: plain, rows: [[TEXT]]}]}"
IN_CELL = (
    "stack: {box: [5 mm, 5 mm, 50 mm, 80 mm], blocks: [table: {look: plain, rows: [[{KEYS, text: TEXT}]]}]}"
)
IN_DRAWING = (
    "stack: {box: [5 mm, 5 mm, 50 mm, 80 mm], blocks: [drawing: {height: 70 mm, KEYS, "
    "draw: [group: {draw: [words: {text: TEXT, box: [0, 0, 100%, 100%]}]}]}]}"
)
IN_WORDS_OF_DRAWING = (
    "stack: {box: [5 mm, 5 mm, 50 mm, 80 mm], blocks: [drawing: {height: 70 mm, "
    "draw: [words: {KEYS, text: TEXT, box: [0, 0, 100%, 100%]}]}]}"
)
PLACES = [IN_STACK, IN_WORDS, IN_INNER_STACK, IN_TABLE, IN_CELL, IN_DRAWING, IN_WORDS_OF_DRAWING]


def letter(folder: Path, place: str, keys: str, text: str = LONG) -> list[Placed]:
    """The lines of a text with some keys in a place."""
    element = place.replace("KEYS", keys or "id: x").replace("TEXT", text)
    drawn = draw(read_deck(folder, f"templates:\n  face:\n    - {element}\n", cards=CARDS))
    return [one for one in drawn["a"] if isinstance(one.shape, GlyphRun)]


def describe(line: Placed) -> tuple[str, float]:
    """The font file of a line, and its size in pt."""
    assert isinstance(line.shape, GlyphRun)
    return line.shape.font.name, round(line.shape.size / 25.4 * 72, 1)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    ("keys", "font"),
    [
        ("font: Unbounded", "unbounded"),
        ("bold: true", "bold"),
        ("italic: true", "italic"),
        ("bold: true, italic: true", "bolditalic"),
    ],
)
def test_letters_have_the_font_of_the_key(tmp_path: Path, place: str, keys: str, font: str) -> None:
    """Every key changes the font file, wherever it is written."""
    plain, changed = (letter(tmp_path / name, place, given) for name, given in (("a", ""), ("b", keys)))
    name = describe(changed[0])[0].lower().replace("-", "").replace("_", "").replace(" ", "")
    assert font in name
    assert describe(plain[0])[0] != describe(changed[0])[0]


@pytest.mark.parametrize("place", PLACES)
def test_letters_have_the_size_of_the_key(tmp_path: Path, place: str) -> None:
    """`font_size` is the size, `line_height` the distance of lines as a multiple of it."""
    (size,) = {describe(one)[1] for one in letter(tmp_path / "a", place, "font_size: 14 pt")}
    assert size == 14
    distances = []
    for factor in (1.2, 1.8):
        keys = f"font_size: 14 pt, line_height: {factor}"
        first, second, *_ = letter(tmp_path / str(factor), place, keys)
        distances.append(
            second.shape.y - first.shape.y if hasattr(second.shape, "y") else second.top - first.top
        )
    assert distances == pytest.approx([14 * 1.2 / 72 * 25.4, 14 * 1.8 / 72 * 25.4], rel=0.06)


@pytest.mark.parametrize("place", PLACES)
def test_letters_shrink_to_the_smallest_size(tmp_path: Path, place: str) -> None:
    """A word that is too long is reduced as far as `smallest` allows, not further."""
    word = "X" * 26
    place = place.replace("80 mm]", "12 mm]").replace("70 mm", "12 mm")
    least = min(
        describe(one)[1] for one in letter(tmp_path / "a", place, "font_size: 12 pt, smallest: 4 pt", word)
    )
    assert 4 <= least < 12


@pytest.mark.parametrize(
    ("under", "keys", "colour"),
    [
        ("{fill: '#101820'}", "", "#ffffff"),
        ("{fill: '#101820'}", ", colour: '#222222'", "#222222"),
        ("{fill: '#101820'}", ", without: [contrast]", "#15232b"),
        ("{fill: '#f6f0e1'}", "", "#15232b"),
        ("{fill: '#10182080'}", "", "#15232b"),
        ("{fill: '#101820c0'}", "", "#ffffff"),
        ("{fill: '#101820', box: [0, 0, 30, 30]}", "", "#15232b"),
        ("{gradient: {from: '#101820', to: '#ffffff'}}", "", "#15232b"),
    ],
)
def test_texts_without_a_colour_can_be_read_on_plain_areas(
    tmp_path: Path, under: str, keys: str, colour: str
) -> None:
    """Ink becomes paper on a dark area, but not on other grounds, nor in place of a chosen colour."""
    words = f"  - words: {{text: Fox, box: [5, 5, 50, 10]{keys}}}\n"
    kit = read_deck(tmp_path, f"unit: mm\ntemplates:\n  face:\n  - panel: {under}\n{words}", cards=CARDS)
    (run,) = (one.shape for one in draw(kit)["a"] if isinstance(one.shape, GlyphRun))
    assert run.colour.hex == colour

"""Figures of pieces, boards, and sheets are on cards, on sheets, and side by side in booklets."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Petri = Callable[..., Result]

FIGURES = """\
- row:
    blocks: [pieces: {show: [fox], size: 12 mm}, section: steps]
- board: {board: race, from: a1, to: b1, size: 6 mm, labels: true, tokens: f ., legend: {f: fox}}
- overview: {part: race, numbered: [way]}
"""
FILES = {
    "kit.yaml": "parts: [deck: help.yaml, tokens: animals.yaml, sheet: pad.yaml, board: race.yaml]\n",
    "animals.yaml": "tokens: [{id: fox, name: Fox}]\nsize: 15 mm\nshape: round\n"
    "template: [words: {box: [3 mm, 4 mm, 9 mm, 6 mm], text: '{name}', align: center}]\n",
    "race.yaml": "size: 60 mm x 40 mm\nareas:\n"
    "  - grid: {id: way, at: [15 mm, 15 mm], cell: 10 mm, size: 3 x 1, labelled: false}\n",
    "wording/en.yaml": "words: {part: {title: Part}}\n",
}
SECTION = "sections:\n  steps:\n    title: Steps\n    blocks: [track: {size: 6 mm, fields: [{label: go}]}]\n"
BANDS = "bands: [[{sections: [steps]}]]\n"


def write(part: str, figures: str = FIGURES) -> None:
    """A game with figures on a card, on its pad, or in a booklet."""
    files = {**FILES, "pad.yaml": SECTION + BANDS}
    inner = figures.replace("\n", "\n        ").rstrip()
    card = "template:\n  - stack:\n      box: [4 mm, 4 mm, 50 mm, 80 mm]\n      blocks:\n        "
    files["help.yaml"] = f"size: 60 mm x 90 mm\n{card}{inner if part == 'deck' else '- rule: ink'}\n"
    files["help.yaml"] += "cards: [{id: one}]\n"
    if part == "sheet":
        more = f"  more:\n    title: More\n    blocks:\n        {inner}\n"
        files["pad.yaml"] = f"{SECTION}{more}bands: [[{{sections: [steps, more]}}]]\n"
    if part == "booklet":
        files["kit.yaml"] = files["kit.yaml"].replace("]", ", booklet: aid.yaml]")
        files["aid.yaml"] = f"id: aid\ntitle: part.title\nblocks:\n{figures}"
    for name, text in files.items():
        path = Path("game") / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(("part", "file"), [("deck", "help"), ("sheet", "pad"), ("booklet", "aid")])
@pytest.mark.parametrize("only", [True, False])
def test_figures_are_anywhere(petri: Petri, part: str, file: str, only: bool) -> None:
    """They show parts that are named after theirs, too, and that nobody asked for."""
    write(part)
    done = petri("make", "game", "--to", "txt", *(("--part", file) if only else ()))
    assert done.exit_code == 0, done.output
    printed = Path(f"output/game/{file}-en-a4.txt").read_text("utf-8")
    assert printed.count("'Fox'") == 2
    assert all(f"'{text}'" in printed for text in ("go", "a", "b", "1"))


@pytest.mark.parametrize(
    ("figures", "told"),
    [
        ("- pieces: {show: [fax]}\n", "unknown piece `fax` (did you mean `fox`?)"),
        ("- section: stops\n", "no sheet has a section `stops` (did you mean `steps`?)"),
        ("- board: {board: race, from: a1, to: z1}\n", "unknown place `z1`"),
        ("- pieces: {show: [one]}\n", "shows itself"),
    ],
)
def test_bad_figures_on_cards(petri: Petri, figures: str, told: str) -> None:
    """A figure names what is there, and not the card on which it is."""
    write("deck", figures)
    done = petri("make", "game", "--to", "txt")
    assert done.exit_code == 1
    assert told in done.output
    assert "help" in done.output

"""Editions: the parts that they have, and labels in Braille that are different for every card."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from generator.layout.editions import LABEL_CELLS, LABEL_LINES, break_cells, list_dots
from tests.backends.test_braille import liblouis as liblouis

GAME = """\
size: poker
cards:
  - {id: a, name: Goblin, text: Draw two cards., count: 2}
  - {id: b, name: Goblin, text: Discard a card.}
  - {id: c, name: An extraordinarily long name, label: long}
template:
  - words: {text: "{name}", box: [5 mm, 5 mm, 53 mm, 9 mm], role: title}
  - words: {text: "{text}", box: [5 mm, 40 mm, 53 mm, 30 mm]}
"""


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    path = tmp_path / "deck.yaml"
    path.write_text(GAME.replace("label: long", "text: None., label: long"), encoding="utf-8")
    return path


def test_large_print_has_numbered_cards_and_a_book(petri: Callable[..., Result], deck: Path) -> None:
    done = petri("make", deck, "--edition", "large", "--to", "txt", "--out", "out")
    assert done.exit_code == 0, done.output
    files = {path.name: path.read_text("utf-8") for path in Path("out").rglob("*.txt")}
    assert files.keys() == {"deck-en-a4-large.txt", "card-book-en-a4-large.txt"}
    cards = files["deck-en-a4-large.txt"]
    assert [cards.count(f"'{number}'\n") for number in (1, 2, 3)] == [2, 1, 1]
    book = "".join(re.findall(r"glyphs .* '(.*)'\n", files["card-book-en-a4-large.txt"]))
    for entry in (
        "1 · GoblinDraw two cards.",
        "2 · GoblinDiscard a card.",
        "3 · An extraordinarily long name",
    ):
        assert entry in book


def test_labels_are_different_for_every_card(
    petri: Callable[..., Result], deck: Path, liblouis: None
) -> None:
    """Their number is on them, and a `label` instead of the title."""
    done = petri("make", deck, "--edition", "braille", "--out", "out")
    assert done.exit_code == 0, done.output
    folder = next(Path("out").iterdir())
    assert {path.suffix for path in folder.iterdir()} == {".pdf", ".svg", ".brf"}
    labels = (folder / "braille-labels-en-a4-braille.brf").read_bytes().decode().split("\r\n")
    assert [line.strip() for line in labels if line.strip()][:3] == ["#A GOBLIN", "#B GOBLIN", "#C LONG"]
    svg = (folder / "braille-labels-en-a4-braille-1.svg").read_text("utf-8")
    assert "<title>3 long</title>" in svg
    book = (folder / "card-book-en-a4-braille.brf").read_text("ascii")
    assert "DRAW TWO CARDS" in book
    assert "cut off" not in done.stderr


def test_an_edition_needs_something_to_print(petri: Callable[..., Result], tmp_path: Path) -> None:
    words = "{words: {text: A, box: [5 mm, 5 mm, 9 mm, 9 mm]}}"
    tokens = f"tokens: [{{id: a, shape: round, size: 20 mm, front: a}}]\ntemplates: {{a: [{words}]}}\n"
    (tmp_path / "tokens.yaml").write_text(tokens, encoding="utf-8")
    done = petri("make", tmp_path / "tokens.yaml", "--edition", "large")
    assert "--edition large needs a booklet, cards, or a board; chosen parts: tokens" in done.stderr


@pytest.mark.parametrize(
    ("cells", "lines", "fits"),
    [
        ("⠼⠁⠀⠠⠝⠕⠗⠹", ["⠼⠁⠀⠠⠝⠕⠗⠹"], True),
        ("⠼⠁⠀⠠⠁⠞⠇⠁⠝⠞⠁", ["⠼⠁", "⠠⠁⠞⠇⠁⠝⠞⠁"], True),
        ("⠼⠁⠀" + "⠁" * 12, ["⠼⠁⠀⠁⠁⠁⠁⠁⠤", "⠁" * 7], True),
        ("⠼⠁⠀" + "⠁" * 20, ["⠼⠁⠀⠁⠁⠁⠁⠁⠤", "⠁" * 9], False),
        ("⠁⠃⠀⠉⠙⠀⠑⠋⠀⠛⠓⠀⠊⠚⠀⠅⠇", ["⠁⠃⠀⠉⠙⠀⠑⠋", "⠛⠓⠀⠊⠚⠀⠅⠇"], True),
    ],
)
def test_labels_have_two_lines(cells: str, lines: list[str], fits: bool) -> None:
    """Which end between words, or after a hyphen."""
    assert break_cells(cells) == ("\n".join(lines), fits)
    assert len(lines) <= LABEL_LINES
    assert max(map(len, lines)) <= LABEL_CELLS


def test_dots_have_the_distances_of_the_library_service() -> None:
    """Distances to a dot of the same cell, of the next cell, and of the next line."""
    dots = [*list_dots("⠿⠁\n⠁")]
    first = dots[0]
    away = [(round(x - first[0], 2), round(y - first[1], 2)) for x, y in dots]
    assert away == [
        (0, 0), (0, 2.34), (0, 4.68), (2.34, 0), (2.34, 2.34), (2.34, 4.68), (6.2, 0), (0, 10),
    ]  # fmt: skip

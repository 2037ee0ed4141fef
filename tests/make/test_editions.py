"""Editions: the parts that they have, and labels in Braille that are different for every card."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from generator.layout.document import make_press
from generator.layout.editions import (
    LABEL_CELLS,
    LABEL_LINES,
    break_cells,
    list_dots,
    number_components,
)
from generator.layout.elements.pieces import lay_out_pieces
from generator.model.geometry import Rectangle
from generator.model.kit import PieceSet
from generator.scene.reading import list_card_texts
from generator.scene.shapes import Group, Page, measure_box
from generator.scene.shapes import Path as Shape
from tests import shipped
from tests.backends.test_braille import liblouis as liblouis
from tests.geometry import place_words
from tests.small_decks import read_deck

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


def test_a_number_covers_no_text(tmp_path: Path) -> None:
    """It is at the same place on all cards but those that have a text there, such as a name on a map."""
    half = (
        "    - words: {{text: Five more words, box: [{} mm, {} mm, 26 mm, 5 mm], align: {}, when: id {} c}}\n"
    )
    rows = "".join(
        half.format(left, top, align, "=" if top > 73 else "!=")
        for left, align in ((3, "start"), (31, "end"))
        for top in range(3, 78, 9)
    )
    template = f"templates:\n  face:\n{rows}"
    cards = "cards:\n" + "".join(f"  - {{id: {id}}}\n" for id in "abcd")
    kit = read_deck(tmp_path, template, cards=cards)
    (part,) = kit.parts_of(PieceSet).values()
    press = make_press(kit, locale="en", fonts=shipped.fonts())
    discs = {}
    for card in number_components(press, part, lay_out_pieces(press, part)):
        (number,) = [one for one in card.front if isinstance(one, Group) and one.name == "number"]
        disc = discs[card.id] = Rectangle(*measure_box(Shape(number.shapes[0].segments)))
        texts = [one for one in place_words(Page(60, 90, card.front)) if "number" not in one.groups]
        assert texts
        for one in texts:
            is_beside = min(one.right, disc.right) <= max(one.left, disc.left)
            assert is_beside or min(one.bottom, disc.bottom) <= max(one.top, disc.top)
    assert discs["a"] == discs["b"] == discs["d"] != discs["c"]


def number_cards_of(folder: Path, template: str, *, cards: str) -> dict[str, Rectangle]:
    """Box of the number of each card."""
    kit = read_deck(folder, template, cards=cards)
    (part,) = kit.parts_of(PieceSet).values()
    press = make_press(kit, locale="en", fonts=shipped.fonts())
    boxes = {}
    for card in number_components(press, part, lay_out_pieces(press, part)):
        (number,) = [one for one in card.front if isinstance(one, Group) and one.name == "number"]
        boxes[card.id] = Rectangle(*measure_box(Shape(number.shapes[0].segments)))
    return boxes


CORNERS = {"right": 45, "left": 3, "down": 75, "up": 3}


@pytest.mark.parametrize("free", [("right", "down"), ("left", "down"), ("right", "up"), ("left", "up")])
def test_a_number_covers_no_part_of_a_drawing(tmp_path: Path, free: tuple[str, str]) -> None:
    """It is in the corner without any; grounds, which are large or as wide as a card, do not count."""
    drawn = "".join(
        f"    - panel: {{box: [{CORNERS[side]}, {CORNERS[end]}, 12, 12], fill: red}}\n"
        for side in ("right", "left")
        for end in ("up", "down")
        if (side, end) != free
    )
    edges = "    - panel: {box: [3, 20, 6, 50], fill: red}\n    - panel: {box: [51, 20, 6, 50], fill: red}\n"
    ends = "    - panel: {box: [20, 3, 20, 6], fill: red}\n    - panel: {box: [20, 81, 20, 6], fill: red}\n"
    ground = "".join(f"    - panel: {{box: [0, 0, 60, {height}], fill: panel}}\n" for height in (90, 18))
    template = f"unit: mm\ntemplates:\n  face:\n{ground}{drawn}{edges}{ends}"
    box = number_cards_of(tmp_path, template, cards="cards: [{id: a}, {id: b}]\n")["b"]
    assert ("right" if box.left > 30 else "left", "down" if box.top > 45 else "up") == free
    assert min(box.left, 60 - box.right) < 2 > min(box.top, 90 - box.bottom)


@pytest.mark.parametrize(("top", "is_read_with_it"), [(34.0, True), (38.5, False)])
def test_an_icon_below_a_text_is_not_in_its_line(tmp_path: Path, top: float, is_read_with_it: bool) -> None:
    """It is read with a text beside it; below, the name of a card would not be recognized as such."""
    words = "    - words: {text: Elf, box: [20, 32, 30, 9], role: title, align: start, lines: 1}\n"
    icon = f"    - icon: {{icon: star, box: [14, {top}, 5, 5]}}\n"
    kit = read_deck(tmp_path, f"unit: mm\ntemplates:\n  face:\n{words}{icon}", cards="cards: [{id: a}]\n")
    (part,) = kit.parts_of(PieceSet).values()
    press = make_press(kit, locale="en", fonts=shipped.fonts())
    (card,) = lay_out_pieces(press, part)
    assert list_card_texts(card.front, "Elf") == ("Elf", ("Elf star" if is_read_with_it else "star",))


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

"""Decks of the cards on the pages of a PDF file, and pages as pictures."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.read.cached import read_cached_game
from generator.read.files.shelf import Cache, Shelf, find_shelf
from generator.read.kits.kits import read_kit
from tests.pdf_samples import draw_cards, list_boxes, make_pdf, survey_here

NINE = list_boxes(3, 3, (63, 88), (10.5, 16.5))


@pytest.fixture(autouse=True)
def cards_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a file of two pages, and look at it without a process for each."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("generator.read.pictures.pdf_file.survey_pdf", survey_here)
    Path("cards.pdf").write_bytes(make_pdf([draw_cards(NINE), draw_cards(NINE[:2])]))


def read(cards: str, template: str = "") -> dict[str, dict[str, object]]:
    """Return the fields of the cards of a deck."""
    text = f"size: 63 mm x 88 mm\ncards: {cards}\n" + (f"template: {template}\n" if template else "")
    Path("deck.yaml").write_text(text, encoding="utf-8")
    kit = read_kit(Path("deck.yaml"), shelf=find_shelf())
    return {piece.id: dict(piece.fields) for piece in kit.parts[0].decks[0].pieces}


@pytest.mark.parametrize(
    ("keys", "count"),
    [
        ("grid: 3x3, card: 63 mm x 88 mm, at: [10.5 mm, 16.5 mm]", 11),
        ("grid: 3x3, card: 63 mm x 88 mm", 11),
        ("grid: 3x3, card: 63 mm x 88 mm, pages: 2", 2),
        ("grid: 3x3, card: 63 mm x 88 mm, empty: print", 18),
        ("grid: 3x3, card: 63 mm x 88 mm, where: page == 2 and cell == 1", 1),
        ("grid: 3x3, card: 63 mm x 88 mm, backs: even", 9),
        ("pages: 1", 1),
    ],
)
def test_rows(keys: str, count: int) -> None:
    """Each cell with a card is a row; a file without a grid has one card a page."""
    assert len(read(f"{{pdf: cards.pdf, {keys}}}")) == count


def test_cards_are_parts_of_pages() -> None:
    """The picture of a card is its part of the page, with its bleed."""
    cards = read("{pdf: cards.pdf, grid: 1x1, card: 63 mm x 88 mm, at: [10.5 mm, 16.5 mm], art_bleed: 3 mm}")
    assert cards["2_1"]["picture"] == "cards.pdf#2@7.5,13.5,69,94"


def test_pages_are_pictures() -> None:
    """A file among `pictures` has one card a page."""
    assert [card["picture"] for card in read("{pictures: cards.pdf}").values()] == [
        "cards.pdf#1",
        "cards.pdf#2",
    ]


@pytest.mark.parametrize(
    ("cards", "place", "message"),
    [
        ("{pdf: card.pdf}", "2:14", "there is no file `card.pdf`"),
        ("{pdf: cards.pdf, pages: 2-4}", "2:32", "`cards.pdf` has no page 3, 4"),
        ("{pdf: cards.pdf, pages: 4-2}", "2:32", "`4-2` is not a range of pages"),
        ("{pdf: cards.pdf, pages: '1,1'}", "2:32", "`1,1` has a page twice"),
        ("{pdf: cards.pdf, backs: odd}", "2:32", "`odd` does not say where the backs are"),
        ("{pdf: cards.pdf, backs: 9}", "2:32", "`cards.pdf` has no page 9"),
        ("{pdf: cards.pdf, backs: 1-2}", "2:32", "there are no pages of backs"),
        (
            "{pdf: cards.pdf, grid: 4x3, card: 63 mm x 88 mm}",
            "2:31",
            "4 x 3 cards of 63 x 88 mm at -21, 16.5 mm do not fit page 1 (210 x 297 mm)",
        ),
        (
            "{pdf: cards.pdf, grid: 3x3, art_bleed: 3 mm}",
            "2:47",
            "is more than half of the gap between cards",
        ),
        ("{pdf: cards.pdf, gap: 1 mm x 2 mm x 3 mm}", "2:30", "`1 mm x 2 mm x 3 mm` is not a gap"),
        ("{file: cards.csv, grid: 3x3}", "2:26", "is only for `pdf`"),
        ("{pdf: cards.pdf, file: cards.csv}", "2:1", "has file and pdf"),
        ("{pdf: deck.yaml}", "2:14", "`deck.yaml` is not a PDF file that can be read"),
        ("{pdf: cards.pdf, grid: 1x1, card: 5 mm x 5 mm, at: [1 mm, 1 mm]}", "2:14", "all cells are empty"),
    ],
)
def test_mistakes(cards: str, place: str, message: str) -> None:
    """Each mistake has one message with its line and column."""
    with pytest.raises(DataError) as raised:
        read(cards)
    [problem] = raised.value.problems
    assert (f"{problem.line}:{problem.column}", problem.message) == (place, message)


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("cards.pdf#3", "`cards.pdf#3`: has no page 3"),
        ("cards.pdf#0", "`cards.pdf#0`: `#0` is not a page"),
        ("cards.pdf#x", "`cards.pdf#x`: `#x` is not a page"),
        ("cards.pdf#1@1,2,3", "`cards.pdf#1@1,2,3`: `#1@1,2,3` is not a page"),
        ("cards.pdf#1@1,2,3,0", "`cards.pdf#1@1,2,3,0`: `#1@1,2,3,0` has no size"),
        ("cards.pdf#1@300,2,3,4", "`cards.pdf#1@300,2,3,4`: page 1 has nothing at 300, 2"),
    ],
)
def test_wrong_parts(file: str, message: str) -> None:
    """A wrong page, or a part beyond it, is a message at the key of the picture."""
    with pytest.raises(DataError) as raised:
        read("[{id: a}]", f'[picture: {{file: "{file}"}}]')
    [problem] = raised.value.problems
    assert (problem.line, problem.message) == (3, message)


def test_a_changed_file_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is read from a PDF file is not kept: signatures leave these files out."""
    monkeypatch.setattr("generator.read.files.shelf._YOUNG", 0)
    cards = "{pdf: cards.pdf, grid: 3x3, card: 63 x 88 mm}"
    Path("deck.yaml").write_text(f"size: 63 x 88 mm\ncards: {cards}\n", encoding="utf-8")
    real = find_shelf()
    shelf = Shelf(real.data, real.fonts, cache=Cache(tmp_path / "cache"))
    for count in (9, 7):
        Path("cards.pdf").write_bytes(make_pdf([draw_cards(NINE[:count])]))
        kit, _ = read_cached_game(Path("deck.yaml"), shelf=shelf)
        assert len(kit.parts[0].decks[0].pieces) == count

"""Documents that are reduced to some of their pages, and their sheets of paper."""

import pytest

from generator.layout.document import count_sheets, keep_pages
from generator.layout.elements.words import shorten_title
from generator.layout.imposition.pieces import Chunk
from generator.model.kit import PieceSet
from generator.model.printing.printing import Printer, Printing
from generator.scene.shapes import Bookmark, Document, Page
from tests import shipped


def test_some_pages_are_kept() -> None:
    """With their labels, and the bookmarks that lead to them."""
    pages = tuple(Page(10.0, 10.0, (), label=str(number)) for number in range(1, 5))
    bookmarks = tuple(Bookmark(page.label, index) for index, page in enumerate(pages))
    kept = keep_pages(Chunk(Document(pages, "", "en", bookmarks=bookmarks), 0, 4), (1, 3))
    assert [page.label for page in kept.document.pages] == ["2", "4"]
    assert kept.document.bookmarks == (Bookmark("2", 0), Bookmark("4", 1))
    assert (kept.first, kept.count) == (0, 2)


def test_sheets_are_counted() -> None:
    """As many as are printed; fewer cards fit on a sheet that is folded."""
    press = shipped.press("virus_and_co", "en")
    cards = next(part for part in press.kit.parts if isinstance(part, PieceSet))
    pages = shipped.document(("virus_and_co", cards.id, "en", "a4")).pages

    def count(printer: Printer | None = None, **choices: str) -> int:
        printing = Printing(**choices)
        return count_sheets(press, cards, paper=shipped.paper("a4"), printing=printing, printer=printer)

    assert count() == count(Printer(flip="short")) == len(pages) // 2
    assert count(backs="fold") > count()


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Pandemic: City Cards", "City Cards"),
        ("Pandemic: reglas", "Reglas"),
        ("Pandemic\u00a0: les règles", "Les règles"),
        ("Pandemic – épidémies", "Épidémies"),
        ("Pandemic", "Pandemic"),
        ("the board", "the board"),
    ],
)
def test_titles_without_the_name_of_the_game(title: str, shown: str) -> None:
    """In every way to write the sign between them, and with a capital."""
    assert shorten_title(title, "Pandemic") == shown

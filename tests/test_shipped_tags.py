"""Documents of the shipped games as screen readers and searches find them."""

import io
from collections.abc import Iterator

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from generator.backends.pdf import write_pdf
from generator.backends.pdf.content import SMALLEST_TEXT
from generator.scene.shapes import Document
from tests import shipped
from tests.backends.ua_rules import claims_ua, find_ua_problems
from tests.samples import sample
from tests.structure import read_structure

NAMES = [name for name in shipped.names() if name[2:] == ("en", "a4")]
ALWAYS = [("fight_the_virus", "dice_to_fold", "en", "a4"), ("pandemic", "board", "en", "a4")]
ALWAYS += [("pandemic", "rules", "en", "a4"), ("virus_and_co", "rules", "en", "a4")]
MM = 72 / 25.4


@pytest.mark.parametrize("name", sorted({*ALWAYS, *sample(NAMES, 4, key="tags")}), ids="-".join)
def test_figures_have_texts_and_heads_have_scopes(name: shipped.Name) -> None:
    """Each figure is described, each head of a table is above a column or beside a row, as PDF/UA-1 asks."""
    data = write_pdf(shipped.document(name))
    assert claims_ua(data)
    assert find_ua_problems(data) == []
    figures = [one for page in read_structure(data) for one in page.walk() if one.type == "Figure"]
    assert all(one.shown for one in figures)
    with pikepdf.open(io.BytesIO(data)) as file:
        for table in list_elements(file.Root.StructTreeRoot.K, "/Table"):
            for number, row in enumerate(list_kids(table)):
                for head in (cell for cell in list_kids(row) if cell.S == "/TH"):
                    assert head.A.O == "/Table"
                    assert str(head.A.Scope) == ("/Row" if number else "/Column")


def list_kids(element: pikepdf.Object) -> list[pikepdf.Object]:
    kids = element.get("/K", [])
    kids = list(kids) if isinstance(kids, pikepdf.Array) else [kids]
    # Content without a type of its own, such as a text that goes on on another page, is no element.
    return [kid for kid in kids if isinstance(kid, pikepdf.Dictionary) and "/S" in kid]


def list_elements(element: pikepdf.Object, type: str) -> Iterator[pikepdf.Object]:
    for kid in list_kids(element):
        if str(kid.S) == type:
            yield kid
        yield from list_elements(kid, type)


@pytest.mark.parametrize("name", ALWAYS[1:], ids="-".join)
def test_no_search_finds_what_nobody_can_read(name: shipped.Name) -> None:
    """Words of thumbnails are drawn, but are no text; the text of the page is all large enough."""
    with pypdfium2.PdfDocument(write_pdf(shipped.document(name))) as file:
        for page in file:
            words = page.get_textpage()
            for index in range(words.count_chars()):
                matrix = pdfium.FS_MATRIX()
                pdfium.FPDFText_GetMatrix(words, index, matrix)
                size = pdfium.FPDFText_GetFontSize(words, index) * max(abs(matrix.a), abs(matrix.b))
                if not pdfium.FPDFText_IsGenerated(words, index):
                    assert size >= SMALLEST_TEXT * MM - 0.05


def test_a_thumbnail_is_named_after_what_it_shows() -> None:
    """Not by all words of the board, which come on other pages."""
    (figure,) = (
        one
        for page in read_structure(write_pdf(first_page(shipped.document(ALWAYS[1]))))
        for one in page.walk()
        if one.type == "Figure"
    )
    assert figure.shown.startswith("Pandemic: Board")
    assert "Infection" not in figure.shown


def first_page(document: Document) -> Document:
    return Document(document.pages[:1], document.title, document.language)

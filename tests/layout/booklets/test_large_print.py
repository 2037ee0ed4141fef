"""Large print: no running letter below 14 pt, and a number on each card that the book of their texts has."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from generator.backends.pdf import write_pdf
from generator.layout.document import lay_out_part, make_press
from generator.layout.press import LayoutFindings
from generator.model.kit import Booklet, CardBook, PieceSet, number_cards
from generator.model.printing.printing import Printing
from generator.scene.shapes import Document, GlyphRun, Path, move_point, walk
from tests import shipped
from tests.backends.ua_rules import find_ua_problems
from tests.geometry import place_all, place_words
from tests.samples import sample
from tests.structure import read_structure

LARGE = Printing(edition="large")
LEAST = 14.0
BOOK = CardBook("card_book", "editions.card_book", (), columns=1)
BOOKLETS = [
    (game, part, locale)
    for game, parts in shipped.PARTS.items()
    for part, kind in (*parts.items(), ("card_book", CardBook))
    for locale in shipped.LOCALES[game]
    if kind is Booklet or (kind is CardBook and game != "fight_the_virus")
]
ALWAYS = [("virus_and_co", "pill_tables", "de"), ("pox", "flow", "en"), ("fight_the_virus", "rules", "ar")]


def lay_out(game: str, part: str, locale: str) -> Document:
    chosen = BOOK if part == BOOK.id else shipped.part(game, part)
    press = shipped.press(game, locale)
    return lay_out_part(press, chosen, paper=shipped.paper("a4"), printing=LARGE)


@pytest.mark.parametrize("name", sorted({*ALWAYS, *sample(BOOKLETS, 2, key="large")}), ids="-".join)
def test_no_running_letter_is_small(name: tuple[str, str, str]) -> None:
    """Measured in the PDF: everything but figures, and the line in the margin."""
    data = write_pdf(lay_out(*name))
    sizes = list(list_sizes(data))
    assert len(sizes) > 50
    assert [(size, text) for size, text in sizes if size < LEAST - 0.05] == []
    assert find_ua_problems(data) == []


def list_sizes(data: bytes) -> Iterator[tuple[float, str]]:
    """Yield the type size in points of each text that is no decoration, and in no figure."""
    with pypdfium2.PdfDocument(data) as file:
        for page in file:
            # Decoration has no number.
            running = {*list_running(page)} - {-1}
            words = pdfium.FPDFText_LoadPage(page)
            for index in range(pdfium.FPDFPage_CountObjects(page)):
                one = pdfium.FPDFPage_GetObject(page, index)
                is_text = pdfium.FPDFPageObj_GetType(one) == pdfium.FPDF_PAGEOBJ_TEXT
                if is_text and pdfium.FPDFPageObj_GetMarkedContentID(one) in running:
                    yield measure_type(one), read_text(one, words)


def measure_type(one: Any) -> float:
    matrix, size = pdfium.FS_MATRIX(), pdfium.c_float()
    pdfium.FPDFPageObj_GetMatrix(one, matrix)
    pdfium.FPDFTextObj_GetFontSize(one, size)
    return float(size.value * max(abs(matrix.d), abs(matrix.b)))


def read_text(one: Any, words: Any) -> str:
    size = pdfium.FPDFTextObj_GetText(one, words, None, 0)
    buffer = (pdfium.c_ushort * size)()
    pdfium.FPDFTextObj_GetText(one, words, buffer, size)
    return bytes(buffer).decode("utf-16-le", "replace").rstrip("\0")


def list_running(page: Any) -> Iterator[int]:
    """Yield the numbers of the content of a page that is no figure."""

    def walk(element: Any) -> Iterator[int]:
        type = (pdfium.c_ushort * 40)()
        pdfium.FPDF_StructElement_GetType(element, type, 80)
        if bytes(type).decode("utf-16-le").split("\0")[0] == "Figure":
            return
        for index in range(pdfium.FPDF_StructElement_CountChildren(element)):
            kid = pdfium.FPDF_StructElement_GetChildAtIndex(element, index)
            if kid:
                yield from walk(kid)
            else:
                yield pdfium.FPDF_StructElement_GetChildMarkedContentID(element, index)

    tree = pdfium.FPDF_StructTree_GetForPage(page)
    for index in range(pdfium.FPDF_StructTree_CountChildren(tree)):
        yield from walk(pdfium.FPDF_StructTree_GetChildAtIndex(tree, index))


@pytest.mark.parametrize("game", ["pox", "pandemic", "virus_and_co"])
def test_each_card_has_a_number_that_the_book_has(game: str) -> None:
    """Different cards have different numbers, on the front; the headings of the book begin with them."""
    numbers = sorted(number_cards(shipped.kit(game).parts).values())
    assert numbers == [*range(1, len(numbers) + 1)]
    entries = [one for page in read_structure(write_pdf(lay_out(game, BOOK.id, "en"))) for one in page.walk()]
    titles = [one.text for one in entries if one.type == "H3"]
    assert [int(re.match(r"\d+", title)[0]) for title in titles] == numbers


@pytest.mark.parametrize(
    ("game", "backs"),
    [("pox", ["Levels"]), ("virus_and_co", ["Set-up", "Do one"]), ("pandemic", ["Diseases"])],
)
def test_a_back_of_its_own_is_in_the_book(game: str, backs: list[str]) -> None:
    """After the front of its card, with its title; backs that many cards share are not."""
    entries = [one for page in read_structure(write_pdf(lay_out(game, BOOK.id, "en"))) for one in page.walk()]
    told = [one.text for one in entries if one.type == "P" and one.text.startswith("Back:")]
    assert [text.removeprefix("Back: ").split(" · ")[0] for text in told] == backs
    assert all(len(text) > 40 for text in told)


@pytest.mark.parametrize("locale", ["en", "it", "de"])
def test_no_word_in_a_head_is_broken(locale: str) -> None:
    """Eight long heads are rows in large print; no word is broken or narrower, and none is a warning."""
    findings = LayoutFindings(collects=True)
    press = make_press(shipped.kit("virus_and_co"), locale=locale, fonts=shipped.fonts(), findings=findings)
    tables = shipped.part("virus_and_co", "pill_tables")
    lay_out_part(press, tables, paper=shipped.paper("a4"), printing=LARGE)
    assert not findings.take()


def test_numbers_are_on_the_cards() -> None:
    """Once on each front, in the order of the cards."""
    part = shipped.part("virus_and_co", "cards")
    assert isinstance(part, PieceSet)
    figures = [
        one
        for page in read_structure(write_pdf(lay_out("virus_and_co", part.id, "en")))
        for one in page.walk()
        if one.type == "Figure"
    ]
    numbers = number_cards(shipped.kit("virus_and_co").parts)
    for piece in part.pieces:
        fronts = [one.shown for one in figures if one.shown.endswith(f" {numbers[part.id, piece.id]}")]
        # Copies on a page are one figure.
        copies = (re.match(r"(\d+) × ", shown) for shown in fronts)
        assert sum(int(found[1]) if found else 1 for found in copies) >= piece.count


def test_charts_are_steps() -> None:
    """Each step of a flow chart has a number, to which its answers lead."""
    pages = read_structure(write_pdf(lay_out("pox", "flow", "en")))
    texts = [one.text for page in pages for one in page.walk() if one.type in ("P", "H2", "H3")]
    steps = [text for text in texts if re.match(r"\d+ · ", text)]
    ways = [int(text.rpartition("→ ")[2]) for text in texts if "→ " in text]
    assert len(steps) > 5
    assert {*ways} <= {*range(1, len(steps) + 1)}


@pytest.mark.parametrize("name", sample(["de", "en", "es", "fr", "it"], 2, key="large"))
def test_running_text_has_one_size_in_each_language(name: str) -> None:
    """A number of pages that the ordinary booklet has makes large type neither smaller nor larger."""
    sizes = Counter(round(size, 1) for size, _ in list_sizes(write_pdf(lay_out("pandemic", "rules", name))))
    assert sizes.most_common(1)[0][0] == 16.0


def test_the_number_of_the_next_step_is_not_alone_on_a_line() -> None:
    """In a flow chart as text, it stays with the last word of its step."""
    lines: dict[tuple[int, float], list[str]] = {}
    for number, page in enumerate(lay_out("pox", "flow", "en").pages):
        for placed in walk(page.shapes):
            if isinstance(run := placed.shape, GlyphRun):
                _, y = move_point(placed.transform, run.x, run.y)
                lines.setdefault((number, round(y, 1)), []).append(run.text.strip())
    texts = [" ".join(texts) for texts in lines.values()]
    assert sum("→" in text for text in texts) > 5
    assert not [text for text in texts if text.startswith("→")]


def test_decoration_of_cards_is_not_in_the_book() -> None:
    """Germs in the air, in several sizes, are no text; pills of one size are counted."""
    pages = read_structure(write_pdf(lay_out("pox", BOOK.id, "en")))
    texts = [one.text for page in pages for one in page.walk() if one.type == "P"]
    assert len(texts) > 20
    assert not [text for text in texts if "infected · infected" in text]
    pages = read_structure(write_pdf(lay_out("virus_and_co", BOOK.id, "en")))
    assert any("blue pill, 1 · blue pill, 1" in one.text for page in pages for one in page.walk())


@pytest.mark.parametrize("locale", ["de", "fr"])
def test_numbers_cover_no_text(locale: str) -> None:
    """Cards of several templates have their numbers at several places if one would cover a text."""
    for page in lay_out("pox", "cards", locale).pages:
        words = [one for one in place_words(page) if "number" not in one.groups and one.shape.text.strip()]
        discs = [one for one in place_all(page) if "number" in one.groups and isinstance(one.shape, Path)]
        covered = [
            one.shape.text
            for one in words
            for disc in discs
            if min(one.right, disc.right) - max(one.left, disc.left) > 1
            and min(one.bottom, disc.bottom) - max(one.top, disc.top) > 1
        ]
        assert covered == []

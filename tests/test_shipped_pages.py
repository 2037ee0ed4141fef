"""Pages that ship: what must be true of all of them, in every locale, on every paper."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from xml.etree import ElementTree

import pypdfium2
import pytest

from generator.backends.pdf import write_pdf
from generator.backends.pdf.content import SMALLEST_TEXT
from generator.backends.svg import write_svg
from generator.layout.elements.hiding import HiddenTextFinder
from generator.layout.text.legibility import ContrastChecker, list_small_texts
from generator.model.geometry import Rectangle
from generator.read.files.shelf import find_shelf
from generator.scene.shapes import GlyphRun, Group, Path, Shape
from tests import parity, shipped
from tests.geometry import Placed, list_overlapping
from tests.samples import sample

SMALLEST_TYPE = 4.6
"""In points, for the ids inside squares; what is read as text is larger."""
SMALLEST_LETTERS = 5.0
LEAST_CONTRAST = 4.5
POINT = 25.4 / 72
THINNEST_LINE = 0.25 * POINT - 0.001
MARKS_MARGIN = 3.0
TOUCHING = 0.05
"""Runs of one line that are nearer to each other, in mm, are parts of one word."""
SHOWN_SMALL = {"small sheet", "small pieces"}
"""Groups of figures that show things whose words are read elsewhere."""


@pytest.fixture(scope="module", params=shipped.sampled_names("pages"), ids="-".join)
def name(request: pytest.FixtureRequest) -> shipped.Name:
    """Each of the sampled documents in turn: all questions come together, while it is at hand."""
    named: shipped.Name = request.param
    return named


@pytest.mark.parametrize("drawn_name", sample(shipped.drawn_names(), 3, key="two back ends"), ids="-".join)
def test_pdf_and_svg_are_the_same_picture(drawn_name: shipped.Name) -> None:
    """Less than 0.1 % of the ink pixels differ, on a sample of pages; `make proof` draws every page."""
    document = shipped.document(drawn_name)
    for index in shipped.drawn_pages(drawn_name):
        assert parity.difference(document, index) < parity.ALLOWED, f"page {index + 1}"


def test_nothing_stands_where_home_printers_leave_the_paper_white(name: shipped.Name) -> None:
    """All shapes lie inside the paper's margin; crop marks may stand where most printers still reach.

    Art of heads and covers, but no word of them, reaches the edge of the paper.
    """
    for page, found in shipped.places(name):
        for placed in found:
            if {"art", "header"} & {*placed.groups} and not isinstance(placed.shape, GlyphRun):
                continue
            is_mark = bool({"crop marks", "cut"} & {*placed.groups})
            margin = MARKS_MARGIN if is_mark else shipped.paper(name[3]).margin
            assert placed.left >= margin - 0.01, placed
            assert placed.top >= margin - 0.01, placed
            assert placed.right <= page.width - margin + 0.01, placed
            assert placed.bottom <= page.height - margin + 0.01, placed


def test_no_type_is_too_small_to_read(name: shipped.Name) -> None:
    """Nothing below 4.6 pt, no sentence below 5 pt; pictures of whole sheets are not for reading."""
    for page in shipped.words(name):
        for placed in page:
            if SHOWN_SMALL & {*placed.groups} or not isinstance(placed.shape, GlyphRun):
                continue
            size = placed.shape.size * placed.scale / POINT
            least = SMALLEST_TYPE if len(placed.shape.text) < 4 else SMALLEST_LETTERS
            assert size >= least - 0.01, placed.shape.text


def test_all_texts_can_be_read(name: shipped.Name) -> None:
    """At 7 pt, capitals at 6 pt, and names of squares at 5.5 pt, with a contrast of 4.5, or 3 if large."""
    checker = ContrastChecker(LEAST_CONTRAST)
    for page in shipped.document(name).pages:
        assert list_small_texts(page) == []
        assert [*checker.check(page.shapes, Rectangle(0.0, 0.0, page.width, page.height))] == []


def test_no_line_is_too_thin_to_print(name: shipped.Name) -> None:
    """0.25 pt at least, whatever the scale of a map, a figure, or a board on its paper."""
    for _, found in shipped.places(name):
        for line, scale in ((one.shape, one.scale) for one in found if isinstance(one.shape, Path)):
            if line.stroke and line.stroke.colour != line.fill:
                assert line.stroke.width * scale >= THINNEST_LINE, line


def test_no_words_lie_on_other_words(name: shipped.Name) -> None:
    """The boxes of capitals of any two runs are apart; numbers may lie on pictures of whole sheets."""
    for page in shipped.words(name):
        read = [placed for placed in page if not SHOWN_SMALL & {*placed.groups}]
        assert [*list_overlapping(read)] == []


def test_no_text_is_hidden(name: shipped.Name) -> None:
    """Nothing solid is drawn later on letters, except in figures."""
    for page in shipped.document(name).pages:
        window = Rectangle(0.0, 0.0, page.width, page.height)
        shapes = [*_leave_out_figures(page.shapes)]
        assert HiddenTextFinder().find(shapes, window) is None


def _leave_out_figures(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """The shapes without groups of figures, whose marks and pieces lie on what they show."""
    for shape in shapes:
        if not isinstance(shape, Group):
            yield shape
        elif shape.tag != "figure":
            yield replace(shape, shapes=tuple(_leave_out_figures(shape.shapes)))


NOTATION = re.compile(r"[{}]|\*\*|^=\S|\b[a-z_]+(?:\.[a-z_]+){2,}\b")
"""Braces, marks, expressions, and keys of texts, as data have them."""


def test_no_notation_is_printed(name: shipped.Name) -> None:
    """Nothing of the notation of data is left in a text."""
    for page in shipped.words(name):
        texts = [placed.shape.text for placed in page if isinstance(placed.shape, GlyphRun)]
        assert [text for text in texts if NOTATION.search(text)] == []


@pytest.mark.parametrize("folder", ["complete", "starter"])
def test_no_notation_is_printed_in_a_new_game(folder: str) -> None:
    """What `petri new` copies is printed as the games that ship."""
    game = shipped.kit(str(find_shelf().data / folder))
    for part in game.parts:
        for page in shipped.words((str(game.path), part.id, "en", "a4")):
            texts = [placed.shape.text for placed in page if isinstance(placed.shape, GlyphRun)]
            assert texts or not page
            assert [text for text in texts if NOTATION.search(text)] == []


@lru_cache(maxsize=1)
def written(name: shipped.Name) -> bytes:
    return write_pdf(shipped.document(name))


def test_the_same_input_gives_the_same_bytes(name: shipped.Name) -> None:
    """Written twice, a document is the same file."""
    assert write_pdf(shipped.document(name)) == written(name)


def join_words(page: Iterable[Placed]) -> Counter[str]:
    """What a reader sees: runs that touch are one, a bold word and the full stop after it."""
    lines: dict[float, list[Placed]] = {}
    for placed in page:
        assert isinstance(placed.shape, GlyphRun)
        if placed.shape.size * placed.scale < SMALLEST_TEXT:
            # It is drawn, but not copied.
            continue
        lines.setdefault(round(placed.bottom, 2), []).append(placed)
    found: Counter[str] = Counter()
    for line in lines.values():
        text, end = "", 0.0
        for placed in sorted(line, key=lambda placed: placed.left):
            assert isinstance(placed.shape, GlyphRun)
            text += placed.shape.text if abs(placed.left - end) < TOUCHING else f" {placed.shape.text}"
            end = placed.right
        found.update(text.split())
    return found


def letters(words: Iterable[str]) -> Counter[str]:
    """Without brackets: those of words that run to the left are copied as their mirror images."""
    return Counter(re.sub(r"[()«»\[\]]", "", "".join(words)))


def test_every_word_is_copied(name: shipped.Name) -> None:
    """Page by page the words of the PDF are the words of the scene, no more and no less.

    The tiles of a poster share one drawing of the board: a tile's file has the words of all of it.
    """
    shares_board = shipped.is_poster(name)
    with pypdfium2.PdfDocument(written(name)) as file:
        for page, drawn in zip(shipped.words(name), file, strict=True):
            text = str(drawn.get_textpage().get_text_range())
            # PDFium mends words that are broken at a hyphen, and says where with this character.
            copied = Counter(text.replace("\ufffe", "- ").split())
            if shipped.press(name[0], name[2]).wording.direction == "rtl":
                # Runs of both directions change places in a line: there the letters are counted.
                assert letters(text.split()) == letters(join_words(page).elements())
                continue
            seen = join_words(page)
            assert not seen - copied
            assert shares_board or not copied - seen


def test_every_word_is_read_aloud(name: shipped.Name) -> None:
    """Page by page each run has its words as a label."""
    document = shipped.document(name)
    for index, page in enumerate(shipped.words(name)):
        root = ElementTree.fromstring(write_svg(document, index))
        labels = {element.get("aria-label") for element in root.iter()}
        for placed in page:
            assert isinstance(placed.shape, GlyphRun)
            assert placed.shape.text.isspace() or placed.shape.text in labels

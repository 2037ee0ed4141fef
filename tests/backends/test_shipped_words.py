"""The words of every document that ships can be copied from its PDF, and are read aloud in its SVG."""

import re
from collections import Counter
from collections.abc import Iterable
from xml.etree import ElementTree

import pypdfium2
import pytest

from generator.backends.pdf import write_pdf
from generator.backends.svg import write_svg
from generator.scene.shapes import GlyphRun
from tests import shipped
from tests.geometry import Placed

NAMES = shipped.sampled_names("words")
TOUCHING = 0.05
"""Runs of one line that are nearer to each other, in mm, are parts of one word."""


def words(page: Iterable[Placed]) -> Counter[str]:
    """What a reader sees: runs that touch are one, a bold word and the full stop after it."""
    lines: dict[float, list[Placed]] = {}
    for placed in page:
        assert isinstance(placed.shape, GlyphRun)
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


@pytest.mark.parametrize("name", NAMES, ids="-".join)
def test_every_word_is_copied(name: shipped.Name) -> None:
    """Page by page the words of the PDF are the words of the scene, no more and no less.

    The tiles of a poster share one drawing of the board: a tile's file has the words of all of it.
    """
    document = shipped.document(name)
    shares_board = shipped.is_poster(name)
    with pypdfium2.PdfDocument(write_pdf(document)) as file:
        for page, drawn in zip(shipped.words(name), file, strict=True):
            text = str(drawn.get_textpage().get_text_range())
            # PDFium mends words that are broken at a hyphen, and says where with this character.
            copied = Counter(text.replace("\ufffe", "- ").split())
            if shipped.press(name[0], name[2]).wording.direction == "rtl":
                # Runs of both directions change places in a line: there the letters are counted.
                assert letters(text.split()) == letters(words(page).elements())
                continue
            seen = words(page)
            assert not seen - copied
            assert shares_board or not copied - seen


@pytest.mark.parametrize("name", NAMES, ids="-".join)
def test_every_word_is_read_aloud(name: shipped.Name) -> None:
    """Page by page each run has its words as a label."""
    document = shipped.document(name)
    for index, page in enumerate(shipped.words(name)):
        root = ElementTree.fromstring(write_svg(document, index))
        labels = {element.get("aria-label") for element in root.iter()}
        for placed in page:
            assert isinstance(placed.shape, GlyphRun)
            assert placed.shape.text.isspace() or placed.shape.text in labels

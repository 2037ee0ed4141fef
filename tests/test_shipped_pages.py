"""Pages that ship: what must be true of all of them, in every locale, on every paper."""

import pytest

from generator.backends.pdf import write_pdf
from generator.scene.shapes import GlyphRun, Path
from tests import parity, shipped
from tests.samples import sample

SMALLEST_TYPE = 4.6
"""In points, for the ids inside squares; what is read as text is larger."""
SMALLEST_LETTERS = 5.0
POINT = 25.4 / 72
THINNEST_LINE = 0.25 * POINT - 0.001
MARKS_MARGIN = 3.0
SHOWN_SMALL = {"small sheet", "small pieces"}
"""Groups of figures that show things whose words are read elsewhere."""


@pytest.fixture(scope="module", params=shipped.sampled_names("pages"), ids="-".join)
def name(request: pytest.FixtureRequest) -> shipped.Name:
    """Each of the sampled documents in turn: all questions come together, while it is at hand."""
    named: shipped.Name = request.param
    return named


@pytest.mark.parametrize("drawn_name", sample(shipped.drawn_names(), 18, key="drawn"), ids="-".join)
def test_pdf_and_svg_are_the_same_picture(drawn_name: shipped.Name) -> None:
    """Less than 0.1 % of the ink pixels differ, on a sample of pages; `make proof` draws every page."""
    document = shipped.document(drawn_name)
    for index in shipped.drawn_pages(drawn_name):
        assert parity.difference(document, index) < parity.ALLOWED, f"page {index + 1}"


def test_nothing_stands_where_home_printers_leave_the_paper_white(name: shipped.Name) -> None:
    """All shapes lie inside the paper's margin; crop marks may stand where most printers still reach."""
    for page, found in shipped.places(name):
        for placed in found:
            margin = MARKS_MARGIN if "crop marks" in placed.groups else shipped.paper(name[3]).margin
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
        words = sorted(read, key=lambda placed: placed.top)
        for index, first in enumerate(words):
            for second in words[index + 1 :]:
                if second.top >= first.bottom - 0.05:
                    break
                apart = second.left >= first.right - 0.05 or second.right <= first.left + 0.05
                assert apart, (first.shape, second.shape)


@pytest.mark.parametrize("sampled_name", shipped.sampled_names("bytes"), ids="-".join)
def test_the_same_input_gives_the_same_bytes(sampled_name: shipped.Name) -> None:
    """Written twice, a document is the same file."""
    document = shipped.document(sampled_name)
    assert write_pdf(document) == write_pdf(document)

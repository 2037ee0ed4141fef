"""Words in a PDF are found and copied as they were written, in every script."""

import io
import re
from collections.abc import Sequence

import pikepdf
import pypdfium2
import pytest

from generator.backends.pdf import write_pdf
from generator.scene.shapes import Document, Glyph, GlyphRun, Group, ShapedWord
from tests.backends.scenes import BLACK, BOLD, DISPLAY, REGULAR, document, font, shape, text, turned

ARABIC = font("noto-naskh-arabic/NotoNaskhArabic-Regular.ttf")
HEBREW = font("noto-sans-hebrew/NotoSansHebrew-Regular.ttf")
DEVANAGARI = font("noto-sans-devanagari/NotoSansDevanagari-Regular.ttf")
THAI = font("noto-sans-thai/NotoSansThai-Regular.ttf")
JAPANESE = font("noto-sans-jp/NotoSansJP-Regular.ttf")


def copied(page: Document) -> list[str]:
    """The lines of the first page, as a reader copies them."""
    with pypdfium2.PdfDocument(write_pdf(page)) as file:
        return str(file[0].get_textpage().get_text_range()).split("\r\n")


def found(page: Document, words: str) -> bool:
    with pypdfium2.PdfDocument(write_pdf(page)) as file:
        return file[0].get_textpage().search(words).get_next() is not None


@pytest.mark.parametrize(
    ("face", "words"),
    [
        (REGULAR, "Spread north: naïve Größe, Việt Nam, Ωμέγα, Ёлка"),
        (BOLD, "office affair fjord AVATAR To. 17:30 (a) [b] {c}"),
        (REGULAR, "e\u0301 a\u0323\u0302 x\u0323\u0302q"),
        (DISPLAY, "SPREAD NORTH"),
        (DEVANAGARI, "हिन्दी में क्षेत्र किताब श्री"),
        (THAI, "ภาษาไทย น้ำ ที่นี้ ปู่"),
        (JAPANESE, "日本語の文章、ウイルス。"),
    ],
)
def test_words_are_copied_exactly(face: object, words: str) -> None:
    """Accents, ligatures, marks that are placed, letters that change their order."""
    assert copied(document(text(words, 5, 20, 4, face=face))) == [words]


@pytest.mark.parametrize(
    ("face", "words"),
    [
        (HEBREW, "שלום (עולם) טוב"),
        (ARABIC, "السلام عليكم"),
        (ARABIC, "لا إله (مُحَمَّد) كتاب"),
    ],
)
def test_right_to_left_words_are_copied_in_the_order_of_reading(face: object, words: str) -> None:
    """Ligatures with two letters, vowel signs and brackets included."""
    page = document(text(words, 5, 20, 4, face=face, right_to_left=True))
    assert copied(page) == [words]


def test_right_to_left_and_left_to_right_share_a_line() -> None:
    """A Latin name within Hebrew stays where it is read."""
    left, between, right = (
        text("עולם", 20, 20, face=HEBREW),
        text(" Petri ", 0, 0),
        text("שלום", 0, 0, face=HEBREW),
    )
    between = between._replace(x=left.x + _width(left), y=20)
    right = right._replace(x=between.x + _width(between), y=20)
    assert copied(document(left, between, right)) == ["שלום Petri עולם"]


@pytest.mark.parametrize("size", [1.5, 3, 8])
@pytest.mark.parametrize(("spacing", "tracking"), [(0.8, 0), (0, 0.12), (0, 0.3), (0.3, 0.1), (-0.05, -0.02)])
def test_spaced_words_are_copied_exactly(size: float, spacing: float, tracking: float) -> None:
    """Neither justified lines nor letters set apart gain or lose a space; both are parts of the size."""
    line = text("LETTERS set apart", 5, 20, size, spacing=spacing * size, tracking=tracking * size)
    assert copied(document(line)) == ["LETTERS set apart"]


def test_words_of_many_runs_make_lines() -> None:
    """Bold words within a line, the next line, text that is turned or within a group."""
    first, second = (
        text("Draw two ", 5, 10),
        text("cards", 5 + _width(text("Draw two ", 0, 0)), 10, face=BOLD),
    )
    page = document(
        first,
        second,
        text("and keep one.", 5, 15),
        Group((text("Turned", 0, 0),), transform=turned(90, 1, 80, 10)),
    )
    assert copied(page) == ["Draw two cards", "and keep one.", "Turned"]


def test_a_run_follows_one_with_a_kerned_end() -> None:
    """In Chrome, too, a letter has its place if the advance before it is not that of its font."""
    (glyph,) = shape(REGULAR, "x").glyphs
    wide = ShapedWord("x", (Glyph(glyph.index, glyph.advance + 700),), glyph.advance + 700)
    first = text("x", 5, 20)._replace(pieces=(wide, wide), text="xx")
    second = text("H", 5 + _width(first), 20, face=BOLD)
    alone = text("H", second.x, 20, face=BOLD)
    lefts = []
    for page in (document(first, second), document(alone)):
        with pypdfium2.PdfDocument(write_pdf(page)) as file:
            letters = file[0].get_textpage()
            place = letters.get_text_range().index("H")
            lefts.append(letters.get_charbox(place)[0])
    assert lefts[0] == pytest.approx(lefts[1], abs=0.01)


def _width(run: GlyphRun) -> float:
    return sum(piece.advance for piece in run.pieces) * run.size / run.font.units_per_em


def test_a_glyph_can_mean_two_things() -> None:
    """Where a font draws two characters as one glyph, each is copied as itself."""
    (glyph,) = shape(REGULAR, "-").glyphs
    pieces = [
        shape(REGULAR, "x"),
        ShapedWord("\u2010", (glyph,), glyph.advance),
        shape(REGULAR, "-"),
        shape(REGULAR, "y"),
    ]
    assert copied(document(GlyphRun(REGULAR, 4, 5, 10, tuple(pieces), BLACK, "x\u2010-y"))) == ["x\u2010-y"]


def test_what_cannot_be_seen_is_not_copied() -> None:
    """A place where a word may break does not hide the word from a search."""
    piece = ShapedWord("Zu\u00adsammen", shape(REGULAR, "Zusammen").glyphs[:2] + _later("Zusammen", 2), 0)
    run = GlyphRun(REGULAR, 4, 5, 10, (piece,), BLACK, piece.text)
    assert copied(document(run)) == ["Zusammen"]
    assert found(document(run), "Zusammen")


def _later(word: str, start: int) -> tuple[Glyph, ...]:
    """Glyphs after a character that has none."""
    glyphs: Sequence[Glyph] = shape(REGULAR, word).glyphs[start:]
    return tuple(Glyph(glyph.index, glyph.advance, cluster=glyph.cluster + 1) for glyph in glyphs)


def test_words_can_be_searched() -> None:
    """A search finds words over a change of font and over ligatures."""
    page = document(text("the office", 5, 10), text("بسم الله", 5, 20, face=ARABIC, right_to_left=True))
    assert found(page, "office")
    assert found(page, "بسم الله")
    assert not found(page, "officer")


def test_every_code_means_something() -> None:
    """No code of any string is left without its characters, in the hardest of words."""
    words = "क्षेत्र हिन्दी"
    with pikepdf.open(io.BytesIO(write_pdf(document(text(words, 5, 20, face=DEVANAGARI))))) as file:
        used = file.pages[0].Resources.Font["/F1"]
        told = re.findall(rb"<([0-9A-F]{4})> <[0-9A-F]{4,}>\n", used.ToUnicode.read_bytes())
        widths = list(used.DescendantFonts[0].W[1])
    codes = [int(code, 16) for code in told if code != b"0000"]
    assert codes == list(range(1, len(widths) + 1))

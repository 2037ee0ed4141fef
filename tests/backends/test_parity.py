"""PDF and SVG of the same page are the same picture, and the measure of that can fail."""

from dataclasses import replace

import pytest

from generator.scene.shapes import Document, GlyphRun, Group, Path, Shape, Stroke, Use
from tests.backends.scenes import (
    BLACK,
    BOLD,
    GREEN,
    ICON,
    RED,
    box,
    document,
    font,
    sampler,
    shape,
    text,
    turned,
)
from tests.parity import ALLOWED, DPI, compare, compare_drawn, difference, draw_pdf, draw_svg

PAGE: tuple[Shape, ...] = (
    text("A line of words in a small size, as a card has it", 5, 10, 3),
    text("A heading", 5, 20, 6, face=BOLD, colour=RED),
    Path(box(5, 30, 40, 20), GREEN, Stroke(BLACK, 0.25)),
    Path((("M", 50, 30), ("L", 80, 34), ("L", 50, 38)), None, Stroke(BLACK, 0.8)),
    Use(ICON, turned(20, 1.2, 70, 40)),
)


def changed(index: int, new: Shape) -> Document:
    return document(*PAGE[:index], new, *PAGE[index + 1 :])


def moved(index: int, x: float, y: float) -> Document:
    return changed(index, Group((PAGE[index],), transform=(1, 0, 0, 1, x, y)))


def test_everything_a_scene_can_hold_is_drawn_alike() -> None:
    """Text in nine sizes, strokes, dashes, clips, symbols and pictures: under 0.1 % of the ink."""
    found = compare(sampler(), 0)
    assert found.ink > 80_000
    assert found.share < ALLOWED


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("noto-naskh-arabic/NotoNaskhArabic-Regular.ttf", "مُحَمَّد لا إله"),
        ("noto-sans-devanagari/NotoSansDevanagari-Regular.ttf", "हिन्दी क्षेत्र किताब"),
        ("noto-sans-thai/NotoSansThai-Regular.ttf", "น้ำ ปู่ ที่นี้"),
        ("noto-sans-jp/NotoSansJP-Regular.ttf", "日本語の文章"),
    ],
)
def test_marks_are_drawn_alike_in_every_script(path: str, words: str) -> None:
    """Glyphs that a PDF joins into one stand where the SVG places them one by one."""
    page = document(
        text(words, 10, 20, 5, face=font(path)), text(words, 10, 35, 9, face=font(path), tracking=1)
    )
    assert difference(page, 0) < ALLOWED


def test_an_empty_page_differs_from_nothing() -> None:
    """No ink is no division by nothing."""
    assert difference(document(), 0) == 0


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(moved(0, 0.1, 0), id="words moved by a tenth of a millimetre"),
        pytest.param(moved(2, 0, 0.1), id="a box moved by a tenth of a millimetre"),
        pytest.param(moved(4, 0.1, 0), id="a symbol moved by a tenth of a millimetre"),
        pytest.param(
            changed(0, text("A line of wards in a small size, as a card has it", 5, 10, 3)), id="a letter"
        ),
        pytest.param(changed(1, text("A heading", 5, 20, 6, face=BOLD)), id="a colour"),
        pytest.param(changed(1, text("A heading", 5, 20, 6.03, face=BOLD, colour=RED)), id="a size"),
        pytest.param(
            changed(3, replace(PAGE[3], stroke=Stroke(BLACK, 0.8, join="bevel"))),
            id="a corner",
        ),
        pytest.param(
            changed(2, Path(box(5, 30, 40, 20), GREEN, Stroke(BLACK, 0.32))), id="a line a quarter thicker"
        ),
        pytest.param(document(*PAGE[:4]), id="a symbol left out"),
    ],
)
def test_small_faults_exceed_what_is_allowed(other: Document) -> None:
    """What a careful eye would see on paper is told, even on a page where all else is right."""
    right = draw_svg(document(*PAGE), 0, DPI)
    assert compare_drawn(draw_pdf(document(*PAGE), 0, DPI), right).share < ALLOWED
    assert compare_drawn(draw_pdf(other, 0, DPI), right).share > ALLOWED


def test_a_line_that_follows_another_stands_where_it_would_stand_alone() -> None:
    """Runs that go on, the next lines of a paragraph: positions that a PDF leaves out are right."""
    runs: list[GlyphRun] = []
    for line in range(12):
        x, y = 5.0, 8 + line * 4.4567
        for index in range(6):
            face = (BOLD, text("", 0, 0).font)[index % 2]
            runs.append(text("stage ", x, y, 3.1234, face=face))
            x += sum(piece.advance for piece in runs[-1].pieces) * 3.1234 / face.units_per_em
    together = document(*runs)
    alone = document(*(Group((run,), transform=(1, 0, 0, 1, 0, 0.00001)) for run in runs))
    assert compare_drawn(draw_pdf(together, 0, DPI), draw_svg(alone, 0, DPI)).share < ALLOWED


def test_pieces_are_shared() -> None:
    """The scenes of these tests are made as layout makes them: the same word, the same piece."""
    assert shape(BOLD, "word") is shape(BOLD, "word")

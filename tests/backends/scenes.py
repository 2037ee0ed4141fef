"""Documents for the tests of the back ends, shaped and placed by hand."""

import io
import math
import re
from functools import cache
from pathlib import Path as FilePath

import uharfbuzz
from PIL import Image

from generator.scene.fonts import Font
from generator.scene.rasters import Raster
from generator.scene.shapes import (
    Bookmark,
    Colour,
    Document,
    Glyph,
    GlyphRun,
    Group,
    Page,
    Path,
    Picture,
    Segment,
    Shape,
    ShapedWord,
    Stroke,
    Symbol,
    Transform,
    Use,
)

FONTS = FilePath(__file__).parents[2] / "fonts"
TEST_FONTS = FilePath(__file__).parents[1] / "fonts"

BLACK = Colour(0, 0, 0)
RED = Colour(0.75, 0.1, 0.1)
GREEN = Colour(0.66, 0.82, 0.56)
BLUE = Colour(0.04, 0.36, 0.42)


@cache
def font(path: str) -> Font:
    """Of the shipped fonts, or of the tests' own; the same file is the same object."""
    found = FONTS / path
    return Font(found if found.exists() else TEST_FONTS / path)


REGULAR = font("noto-sans/NotoSans-Regular.ttf")
BOLD = font("noto-sans/NotoSans-Bold.ttf")
ITALIC = font("noto-sans/NotoSans-Italic.ttf")
DISPLAY = font("unbounded/Unbounded-ExtraBold.ttf")


@cache
def shape(face: Font, word: str) -> ShapedWord:
    """One word or space; the same word is the same piece."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(word)
    buffer.guess_segment_properties()
    uharfbuzz.shape(uharfbuzz.Font(uharfbuzz.Face(face.data)), buffer)
    glyphs = tuple(
        Glyph(info.codepoint, place.x_advance, place.x_offset, place.y_offset, info.cluster)
        for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    )
    return ShapedWord(word, glyphs, sum(glyph.advance for glyph in glyphs))


def text(
    words: str,
    x: float,
    y: float,
    size: float = 4,
    *,
    face: Font = REGULAR,
    colour: Colour = BLACK,
    spacing: float = 0,
    tracking: float = 0,
    right_to_left: bool = False,
) -> GlyphRun:
    """A line of one font; right to left, its words stand in the order in which they are seen."""
    pieces = [shape(face, word) for word in re.findall(r"\S+|\s", words)]
    if right_to_left:
        pieces.reverse()
    return GlyphRun(face, size, x, y, tuple(pieces), colour, words, spacing, tracking)


def box(left: float, top: float, width: float, height: float) -> tuple[Segment, ...]:
    right, bottom = left + width, top + height
    return (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom), ("Z",))


def circle(x: float, y: float, radius: float) -> tuple[Segment, ...]:
    k = radius * 0.5523
    return (
        ("M", x + radius, y),
        ("C", x + radius, y + k, x + k, y + radius, x, y + radius),
        ("C", x - k, y + radius, x - radius, y + k, x - radius, y),
        ("C", x - radius, y - k, x - k, y - radius, x, y - radius),
        ("C", x + k, y - radius, x + radius, y - k, x + radius, y),
        ("Z",),
    )


def turned(degrees: float, scale: float, x: float, y: float) -> Transform:
    angle = math.radians(degrees)
    cosine, sine = scale * math.cos(angle), scale * math.sin(angle)
    return (cosine, sine, -sine, cosine, x, y)


def document(*shapes: Shape, width: float = 100, height: float = 80) -> Document:
    """One page."""
    return Document((Page(width, height, shapes),), "Test", "en")


@cache
def raster(mode: str, size: int = 240) -> Raster:
    """The picture of this mode as a file."""
    return Raster("picture.png", picture(mode, size))


@cache
def picture(mode: str, size: int = 240) -> bytes:
    """A soft gradient as a PNG; with alpha, the right is clear."""
    levels = [40 + 180 * y // size for y in range(size)]
    alphas = [255 - 255 * x // size for x in range(size)]
    pixels = bytes(
        value
        for level in levels
        for alpha in alphas
        for value in {"L": (level,), "LA": (level, alpha), "RGB": (level, 90, 120)}.get(
            mode, (level, 90, 120, alpha)
        )
    )
    image = Image.frombytes(mode, (size, size), pixels)
    written = io.BytesIO()
    image.save(written, "PNG")
    return written.getvalue()


ICON = Symbol(
    "icon.virus",
    (
        Path(circle(5, 5, 4), GREEN, Stroke(BLUE, 0.6)),
        Path((("M", 1, 9), ("C", 3, 2, 7, 2, 9, 9)), None, Stroke(RED, 0.5, cap="round")),
        text("ab", 2.6, 6.2, 3.5, face=BOLD, colour=BLUE),
    ),
    (0, 0, 10, 10),
)

FRAMED = Symbol(
    "framed icon",
    (Path(box(0, 0, 14, 14), None, Stroke(BLACK, 0.3)), Use(ICON, turned(0, 1, 2, 2))),
    (-1, -1, 15, 15),
)


def texts() -> tuple[Shape, ...]:
    lines: list[Shape] = []
    y = 8.0
    for size in (1.6, 1.9, 2.3, 2.8, 3.35, 4.2, 5.5, 7.0, 10.0):
        y += size * 1.4
        colour = (BLACK, RED, BLUE)[len(lines) % 3]
        face = (REGULAR, BOLD, ITALIC, DISPLAY)[len(lines) % 4]
        words = "Spread north: office, AVATAR 0123 naïve Größe"
        lines.append(text(words, 8.123, y, size, face=face, colour=colour))
    return (
        *lines,
        text("justified words stand apart", 8, y + 8, 3, spacing=2.345),
        text("LETTERS APART", 8, y + 14, 3, face=DISPLAY, tracking=0.7, colour=BLUE),
        text("a\u0323\u0302 x\u0323\u0302 ", 100, y + 14, 4),
    )


def strokes(top: float) -> tuple[Shape, ...]:
    shapes: list[Shape] = []
    for index, width in enumerate((0.05, 0.1, 0.18, 0.25, 0.35, 0.5, 0.8, 1.4)):
        y = top + 3.3 * index
        line: tuple[Segment, ...] = (("M", 8, y), ("L", 50, y + 1.3))
        shapes.append(Path(line, None, Stroke(BLACK, width)))
        curve: tuple[Segment, ...] = (("M", 55, y), ("C", 70, y - 6, 80, y + 9, 95, y))
        shapes.append(Path(curve, None, Stroke(BLUE, width, (width * 3, width * 2))))
        cap = (("butt", "round", "square")[index % 3],)[0]
        join = ("miter", "round", "bevel")[index % 3]
        corner: tuple[Segment, ...] = (("M", 100, y), ("L", 112, y + 2), ("L", 101, y + 2.8), ("L", 118, y))
        shapes.append(Path(corner, None, Stroke(RED, width, (), cap, join)))
    star = tuple(
        (120 + 35 + 14 * math.cos(2.5133 * step), top + 14 + 14 * math.sin(2.5133 * step))
        for step in range(5)
    )
    outline: tuple[Segment, ...] = (("M", *star[0]), *(("L", x, y) for x, y in star[1:]), ("Z",))
    shapes.append(Path(outline, GREEN, Stroke(BLUE, 0.4), even_odd=True))
    return tuple(shapes)


def groups(top: float) -> tuple[Shape, ...]:
    clipped = Group(
        (Path(box(0, 0, 30, 30), RED), text("clipped words", -2, 16, 6), Use(ICON, turned(30, 1.5, 20, 5))),
        name="clipped",
        transform=turned(-12, 0.9, 10, top + 6),
        clip=Path(circle(14, 14, 13)),
    )
    ring = Group(
        (Path(box(45, top, 30, 30), BLUE),),
        clip=Path((*circle(60, top + 15, 14), *circle(60, top + 15, 8)), even_odd=True),
    )
    return (
        clipped,
        ring,
        Use(ICON, turned(0, 1, 80, top)),
        Use(ICON, turned(45, 1.3, 100, top)),
        Use(FRAMED, turned(-20, 0.7, 108, top + 12), title="a framed virus"),
        Use(ICON, (-1, 0, 0, 1, 135, top)),
        Picture(raster("RGB"), 140, top, 20, 20),
        Picture(raster("RGBA"), 165, top, 30, 20, title="fading"),
        Picture(raster("LA"), 140, top + 22, 8, 8),
    )


def sampler() -> Document:
    """Everything that a scene can hold, on one page and a half."""
    first = Page(
        210,
        297,
        (
            Group((Path(box(5, 5, 200, 287), None, Stroke(BLACK, 0.2)),), name="frame"),
            Group((*texts(), *strokes(115), *groups(160)), name="things"),
            *(Use(ICON, turned(0, 0.3 + index / 10, 8 + 11 * index, 210)) for index in range(12)),
        ),
        "front",
        trim=(5, 5, 205, 292),
        bleed=(2, 2, 208, 295),
    )
    second = Page(88, 63, (text("second page", 10, 20),), "back")
    return Document(
        (first, second),
        "Sampler: naïve & <right>",
        "en-GB",
        author="Ana Größe",
        subject="Everything",
        keywords=("one", "two"),
        bookmarks=(Bookmark("Front", 0), Bookmark("Words · ü", 0, 1), Bookmark("Back", 1)),
        duplex="long",
    )

"""Cards of a small PDF file are printed as a file that is hardly larger, with its marks, ruler, and tags."""

import zlib
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageDraw

from tests.backends.test_type1_fonts import GLYPHS, START, make_font
from tests.conftest import Petri
from tests.pdf_samples import make_page, make_stream

A4 = b"/MediaBox[0 0 595.28 841.89]"
BOXES = [(30 + 179 * column, 46 + 250 * row) for row in range(3) for column in range(3)]


def make_lettered() -> bytes:
    """Return nine cards with outlines and text, as TeX writes them: a font with all its subroutines."""
    font = make_font({**GLYPHS, **{f"g{number}": (*START, "endchar") for number in range(30)}}, unused=1_200)
    more = [
        b"<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Made/FirstChar 65/LastChar 66/Widths[600 600]"
        b"/FontDescriptor 6 0 R>>",
        b"<</Type/FontDescriptor/FontName/ABCDEF+Made/Flags 4/FontBBox[0 -200 600 800]/ItalicAngle 0"
        b"/Ascent 800/Descent -200/CapHeight 500/StemV 80/FontFile 7 0 R>>",
        make_stream(zlib.compress(font), b"/Filter/FlateDecode/Length1 %d/Length2 0/Length3 0" % len(font)),
    ]
    cards = [f"{x} {y} 179 250 re S BT /F 30 Tf {x + 50} {y + 120} Td (ABBA) Tj ET" for x, y in BOXES]
    return make_page("\n".join(cards).encode(), A4 + b"/Resources<</Font<</F 5 0 R>>>>", more=more)


def make_plain() -> bytes:
    """Return six pictures of cards in a few colours, as cairo writes them."""
    more, cards = [], []
    for number, (x, y) in enumerate(BOXES[:6]):
        picture = Image.new("RGB", (358, 500), (128, 128, 20 * number))
        draw = ImageDraw.Draw(picture)
        for ring in range(5):
            radius = 170 - 30 * ring
            box = (179 - radius, 250 - radius, 179 + radius, 250 + radius)
            draw.rectangle(box, fill=(50 * ring, 90, 40 * number))
        head = b"/Type/XObject/Subtype/Image/Width 358/Height 500/BitsPerComponent 8/ColorSpace/DeviceRGB"
        packed = zlib.compress(picture.tobytes())
        more.append(make_stream(packed, head + b"/Filter/FlateDecode"))
        cards.append(f"q 179 0 0 250 {x} {y} cm /P{number} Do Q")
    names = b"".join(b"/P%d %d 0 R" % (number, 5 + number) for number in range(6))
    return make_page("\n".join(cards).encode(), A4 + b"/Resources<</XObject<<%s>>>>" % names, more=more)


def make_tokens() -> bytes:
    """Return 252 tokens of 12 mm that differ a little, each with another colour in a quarter."""
    drawn = [
        f"1 0.25 0 rg {x} {y + 17} 17 17 re f 0 g {x}.{number % 10} {y + 5} 5 5 re f {x} {y} 34 34 re S"
        for number, (x, y) in enumerate((60 + 34 * (at % 14), 100 + 34 * (at // 14)) for at in range(252))
    ]
    return make_page("\n".join(drawn).encode(), A4)


@pytest.mark.parametrize("make", [make_lettered, make_plain])
def test_a_small_file_stays_small(petri: Petri, tmp_path: Path, make: Callable[[], bytes]) -> None:
    source = make()
    assert 10_000 < len(source) < 50_000
    assert len(print_imported(petri, tmp_path, source)) <= 1.05 * len(source)


def print_imported(petri: Petri, folder: Path, source: bytes) -> bytes:
    (folder / "cards.pdf").write_bytes(source)
    petri("import", "cards.pdf", "--yes")
    petri("make", "cards.yaml", "-o", "out")
    [written] = (folder / "out").rglob("*.pdf")
    return written.read_bytes()


def test_edges_of_several_colours_go_on_in_the_bleed(petri: Petri, tmp_path: Path) -> None:
    """Each side has its own colours, as far as they reach; what is on the token is not mirrored in pixels."""
    source = make_tokens()
    written = print_imported(petri, tmp_path, source)
    with pypdfium2.PdfDocument(written) as file:
        page = file[0].render(scale=2).to_pil().convert("RGB")
    lines = page.tobytes()
    first = lines.index(bytes((255, 64, 0))) // (3 * page.width)
    row = page.crop((0, first + 4, page.width, first + 5)).tobytes()[1::3]
    inked = [len([*same]) for is_white, same in groupby(row, key=lambda tone: tone > 100) if not is_white]
    assert len(inked) == 16
    assert all(32 <= count <= 36 for count in inked)
    assert len(written) <= 1.05 * len(source)

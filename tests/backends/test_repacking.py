"""Streams of copied pages need fewer bytes, and give the same pixels."""

import base64
import io
import zlib
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from tests.backends.test_placed_pages import open_pages, place
from tests.pdf_samples import make_page, make_stream

WIDE, HIGH = 400, 300
HEAD = b"/Type/XObject/Subtype/Image/Width 400/Height 300/BitsPerComponent 8/Filter/FlateDecode"
PLAIN = b"/ColorSpace/DeviceRGB"
PAGE = b"/MediaBox[0 0 200 300]/Resources<</XObject<</A 5 0 R>>>>"
CONTENT = b"q 180 0 0 120 10 50 cm /A Do Q"


def make_file(samples: bytes, entries: bytes = PLAIN, *, cut: int = 0) -> bytes:
    """Return a file with a picture, packed with little care; some of its bytes may be missing."""
    packed = zlib.compress(samples, 1)
    more = [make_stream(packed[: len(packed) - cut], HEAD + entries)]
    return make_page(CONTENT, PAGE, more=more)


def draw_rings(colours: int) -> bytes:
    """Return samples of a picture with rings of different colours."""
    pixels = [(x * x // 40 + y * y // 60) % colours for y in range(HIGH) for x in range(WIDE)]
    return b"".join(bytes((pixel % 256, pixel // 256, 200)) for pixel in pixels)


def read_picture(data: bytes) -> tuple[str, bytes, bytes]:
    """Return the colour space of a picture, its bytes in the file, and what of these can be unpacked."""
    with pikepdf.open(io.BytesIO(data)) as file:
        [picture] = [one for one in file.objects if isinstance(one, pikepdf.Stream) and "/Width" in one]
        packed = picture.read_raw_bytes()
        return repr(picture["/ColorSpace"]), packed, zlib.decompressobj().decompress(packed)


@pytest.mark.parametrize(("colours", "is_listed"), [(100, True), (200, True), (256, True), (257, False)])
def test_few_colours_become_a_palette(tmp_path: Path, colours: int, is_listed: bool) -> None:
    """Programs write plain cards in three bytes for each pixel."""
    source = make_file(draw_rings(colours))
    placed = place(open_pages(tmp_path / "cards.pdf", source))
    (_, before, _), (space, after, _) = read_picture(source), read_picture(placed)
    assert ("/Indexed" in space) == is_listed
    assert len(after) < len(before)
    assert read_pixels(placed) == draw_rings(colours)


@pytest.mark.parametrize(
    "entries",
    [
        PLAIN + b"/Mask[0 9 0 9 200 200]",
        PLAIN + b"/Decode[1 0 1 0 1 0]",
        b"/ColorSpace[/CalRGB<</WhitePoint[1 1 1]>>]",
        PLAIN + b"/DecodeParms<</Predictor 1>>",
    ],
    ids=["mask", "negative", "another space", "predictor"],
)
def test_pictures_whose_bytes_mean_more_keep_them(tmp_path: Path, entries: bytes) -> None:
    source = make_file(draw_rings(50), entries)
    placed = place(open_pages(tmp_path / "cards.pdf", source))
    (space, _, samples), (kept, _, written) = read_picture(source), read_picture(placed)
    assert (kept, written) == (space, samples)


@pytest.mark.parametrize("is_packed", [True, False])
@pytest.mark.parametrize("name", ["ASCII85Decode", "ASCIIHexDecode"])
def test_bytes_are_not_written_as_text(tmp_path: Path, name: str, is_packed: bool) -> None:
    """Many programs write streams as text, which takes a quarter more; what was drawn is drawn."""
    samples = draw_rings(200)
    data = zlib.compress(samples) if is_packed else samples
    written = base64.a85encode(data) + b"~>" if name == "ASCII85Decode" else data.hex().encode() + b">"
    filters = b"/Filter[/%s%s]" % (name.encode(), b"/FlateDecode" if is_packed else b"")
    head = HEAD.replace(b"/Filter/FlateDecode", filters) + PLAIN
    content = zlib.compress(CONTENT)
    text = base64.a85encode(content if is_packed else CONTENT) + b"~>"
    shown = b"/Filter[/ASCII85Decode%s]" % (b"/FlateDecode" if is_packed else b"")
    source = make_page(text, PAGE, shown, more=[make_stream(written, head)])
    placed = place(open_pages(tmp_path / "cards.pdf", source))
    assert b"ASCII" not in placed
    assert read_pixels(placed) == samples


def read_pixels(data: bytes) -> bytes:
    """Return the samples of the picture, with colours from its palette."""
    with pikepdf.open(io.BytesIO(data)) as file:
        [form] = file.pages[0].Resources.XObject.values()
        assert form.read_bytes() == CONTENT
        shown = pikepdf.PdfImage(form.Resources.XObject["/A"]).as_pil_image()
        return bytes(shown.convert("RGB").tobytes())


def test_a_damaged_stream_stays(tmp_path: Path) -> None:
    """Viewers show the part of it that is sound."""
    source = make_file(draw_rings(50), cut=20)
    placed = place(open_pages(tmp_path / "cards.pdf", source))
    assert read_picture(placed)[:2] == read_picture(source)[:2]


def test_photographs_stay(tmp_path: Path) -> None:
    samples = Image.effect_noise((WIDE, HIGH), 60).convert("RGB").tobytes()
    placed = place(open_pages(tmp_path / "cards.pdf", make_file(samples)))
    space, _, written = read_picture(placed)
    assert "/Indexed" not in space
    assert written == samples

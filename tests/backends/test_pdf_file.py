"""A PDF as a file: pages, boxes, fonts, symbols, what it says of itself; read back by qpdf and pdfium."""

import io
import os
import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import replace

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from generator.backends.pdf import write_pdf
from generator.errors import OutputError
from generator.scene.rasters import Raster
from generator.scene.shapes import Bookmark, Document, Group, Page, Path, Picture, Stroke, Symbol, Use
from tests.backends.press_samples import options as press_options
from tests.backends.scenes import (
    BLACK,
    ICON,
    box,
    document,
    picture,
    raster,
    sampler,
    text,
    turned,
)
from tests.structure import unpack_objects

POINTS = 72 / 25.4


@pytest.fixture
def sample() -> Iterator[pikepdf.Pdf]:
    with pikepdf.open(io.BytesIO(write_pdf(sampler()))) as file:
        yield file


def opened(page: Document) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(write_pdf(page)))


def operators(file: pikepdf.Pdf) -> list[str]:
    return [str(operator) for _, operator in pikepdf.parse_content_stream(file.pages[0])]


def test_the_file_is_sound(sample: pikepdf.Pdf) -> None:
    """qpdf finds no fault, and nothing of the kind that reportlab adds by itself."""
    assert sample.check_pdf_syntax() == []
    data = write_pdf(sampler())
    assert data.startswith(b"%PDF-1.7")
    for unwanted in (b"Helvetica", b"ASCII85", b"anonymous", b"untitled", b"ReportLab PDF"):
        assert unwanted not in data


def test_the_same_document_gives_the_same_bytes() -> None:
    """Also when the scene is made anew; another document has another identity."""
    assert write_pdf(sampler()) == write_pdf(sampler())
    assert opened(sampler()).trailer.ID[0] != opened(document(text("other", 5, 10))).trailer.ID[0]


@pytest.mark.parametrize("epoch", ["1", "1700000000", "yesterday"])
def test_bytes_do_not_depend_on_the_environment(monkeypatch: pytest.MonkeyPatch, epoch: str) -> None:
    """SOURCE_DATE_EPOCH, which reportlab reads, changes nothing, and is left as it was."""
    before = write_pdf(sampler())
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    assert write_pdf(sampler()) == before
    assert os.environ["SOURCE_DATE_EPOCH"] == epoch


def test_pages_have_their_boxes(sample: pikepdf.Pdf) -> None:
    """Media, trim and bleed box of every page, in points from the bottom left."""
    first, second = sample.pages
    assert_box(first.MediaBox, 0, 0, 210, 297)
    assert_box(first.TrimBox, 5, 5, 205, 292)
    assert_box(first.BleedBox, 2, 2, 208, 295)
    for name in ("/MediaBox", "/TrimBox", "/BleedBox"):
        assert_box(second[name], 0, 0, 88, 63)


def test_boxes_are_turned_upside_down() -> None:
    """A trim box near the top of the scene's page is near the top of the PDF's."""
    page = Page(100, 200, (), trim=(10, 20, 90, 60))
    file = opened(Document((page,), "Test", "en"))
    assert_box(file.pages[0].TrimBox, 10, 140, 90, 180)
    assert_box(file.pages[0].BleedBox, 10, 140, 90, 180)


def assert_box(found: pikepdf.Object, *millimetres: float) -> None:
    edges = [float(edge) / POINTS for edge in found]
    assert edges == pytest.approx(millimetres, abs=0.001)


def test_the_file_says_what_it_is(sample: pikepdf.Pdf) -> None:
    """Title, author, subject, keywords, language; never scaled, turned over the long edge."""
    assert sample.docinfo["/Title"] == "Sampler: naïve & <right>"
    assert sample.docinfo["/Author"] == "Ana Größe"
    assert sample.docinfo["/Subject"] == "Everything"
    assert sample.docinfo["/Keywords"] == "one, two"
    assert sample.Root.Lang == "en-GB"
    preferences = sample.Root.ViewerPreferences
    assert preferences.PrintScaling == "/None"
    assert preferences.Duplex == "/DuplexFlipLongEdge"
    assert preferences.DisplayDocTitle is True


def test_what_is_unknown_is_not_said() -> None:
    """No empty author, no way to turn the paper when one side is printed, no empty outline."""
    file = opened(document())
    assert set(file.docinfo) == {"/Title", "/Creator", "/Producer"}
    assert "/Duplex" not in file.Root.ViewerPreferences
    assert "/Outlines" not in file.Root
    assert file.Root.PageMode == "/UseNone"
    short = opened(replace(document(), duplex="short"))
    assert short.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"


def test_titles_in_every_script() -> None:
    """Words beyond Latin-1 in the title and the outline come back whole."""
    page = replace(document(), title="Петри 日本", bookmarks=(Bookmark("العربية", 0),))
    file = opened(page)
    assert file.docinfo["/Title"] == "Петри 日本"
    with file.open_outline() as outline:
        assert outline.root[0].title == "العربية"


def test_bookmarks_are_nested_and_lead_to_their_pages() -> None:
    """Three levels, back up again, and a level left out."""
    bookmarks = (
        Bookmark("one", 0),
        Bookmark("one a", 0, 1),
        Bookmark("one a i", 1, 2),
        Bookmark("one b", 1, 1),
        Bookmark("two", 1),
        Bookmark("two deep", 1, 3),
    )
    pages = (Page(50, 50, ()), Page(50, 50, ()))
    data = write_pdf(Document(pages, "Test", "en", bookmarks=bookmarks))
    with pypdfium2.PdfDocument(data) as file:
        found = [(entry.get_title(), entry.get_dest().get_index(), entry.level) for entry in file.get_toc()]
    assert found == [
        ("one", 0, 0),
        ("one a", 0, 1),
        ("one a i", 1, 2),
        ("one b", 1, 1),
        ("two", 1, 0),
        ("two deep", 1, 1),
    ]
    with pikepdf.open(io.BytesIO(data)) as read:
        assert read.Root.Outlines.Count == len(bookmarks)
        assert read.Root.PageMode == "/UseOutlines"
        assert read.check_pdf_syntax() == []


def test_pages_have_labels() -> None:
    """Viewers call a page what we call it; a page without a name, by its number."""
    pages = (Page(50, 50, (), "front"), Page(50, 50, ()), Page(50, 50, (), "back"))
    with pypdfium2.PdfDocument(write_pdf(Document(pages, "Test", "en"))) as file:
        assert [file.get_page_label(index) for index in range(3)] == ["front", "2", "back"]


def test_fonts_are_embedded_and_hold_what_is_used(sample: pikepdf.Pdf) -> None:
    """Tagged subsets with a file of their own, far smaller than the font."""
    fonts = [file for page in sample.pages for file in page.Resources.Font.values()]
    assert len(fonts) >= 4
    for used in fonts:
        assert used.Subtype == "/Type0"
        assert used.Encoding == "/Identity-H"
        (descendant,) = used.DescendantFonts
        assert re.fullmatch(r"/[A-Z]{6}\+[A-Za-z-]+", str(descendant.BaseFont))
        assert descendant.FontDescriptor.FontName == descendant.BaseFont == used.BaseFont
        embedded = descendant.FontDescriptor.FontFile2
        assert embedded.Length1 == len(embedded.read_bytes()) < 60_000


def test_a_font_is_embedded_once() -> None:
    """However many pages and symbols use it."""
    pages = tuple(Page(50, 50, (text(f"page {number}", 5, 10), Use(ICON))) for number in range(5))
    data = unpack_objects(write_pdf(Document(pages, "Test", "en")))
    assert data.count(b"/FontFile2") == 2


def test_objects_are_packed_into_streams() -> None:
    """Files are smaller by a sixth at least; other programs find no fault with them, and read all of them."""
    pages = tuple(Page(50, 50, (text(f"page {number}", 5, 10), Use(ICON))) for number in range(300))
    data = write_pdf(Document(pages, "Test", "en"))
    with pikepdf.open(io.BytesIO(data)) as file:
        assert not file.check_pdf_syntax()
        assert len(file.pages) == 300
        assert file.docinfo["/Title"] == "Test"
    with pypdfium2.PdfDocument(data) as document:
        assert document[299].get_textpage().get_text_range().startswith("page 299")
    assert len(data) < len(unpack_objects(data)) * 5 / 6


@pytest.mark.parametrize(("scale", "written"), [(1, "12.346"), (0.02, "12.35"), (50, "12.34568")])
@pytest.mark.parametrize("is_symbol", [False, True])
def test_lengths_are_written_to_a_thousandth_of_a_millimetre_on_paper(
    scale: float, written: str, *, is_symbol: bool
) -> None:
    """More digits would be a tenth of a file with maps, and nobody sees them; fewer are seen if enlarged."""
    place = 12.3456789
    line = Path((("M", place, place), ("L", place, 0.0)), stroke=Stroke(BLACK, 1.0))
    enlarged = (scale, 0.0, 0.0, scale, 0.0, 0.0)
    symbol = Symbol("line", (line,), (0.0, 0.0, 20.0, 20.0))
    drawn = Use(symbol, enlarged) if is_symbol else Group((line,), transform=enlarged)
    with opened(document(drawn)) as file:
        streams = [one.read_bytes() for one in file.objects if isinstance(one, pikepdf.Stream)]
    assert any(f"{written} {written} m".encode() in one for one in streams)


def test_files_of_old_versions_have_no_packed_objects() -> None:
    """PDF/X-1a is PDF 1.4, in which there are no streams of objects."""
    page = Page(50, 50, (text("page", 5, 10),))
    data = write_pdf(Document((page,), "Test", "en"), press_options("x1a"))
    assert data.startswith(b"%PDF-1.4")
    assert b"/ObjStm" not in data
    assert b"/ObjStm" in write_pdf(Document((page,), "Test", "en"))


def test_symbols_and_pictures_are_written_once() -> None:
    """A symbol used twelve times, one within another, and the same picture in two places."""
    other = Symbol("icon.virus", (Path(box(0, 0, 4, 4), BLACK),), (0, 0, 4, 4))
    page = document(
        *(Use(ICON, turned(5 * index, 1, 10 * index, 10)) for index in range(12)),
        Use(other),
        Picture(raster("RGB"), 0, 0, 5, 5),
        Picture(raster("RGB"), 10, 0, 5, 5),
        Picture(raster("RGBA"), 10, 0, 5, 5),
    )
    data = write_pdf(page)
    assert data.count(b"/Subtype/Form") == 2
    with pikepdf.open(io.BytesIO(data)) as file:
        images = [thing for thing in file.pages[0].Resources.XObject.values() if thing.Subtype == "/Image"]
        assert len(images) == 2
        assert sum("/SMask" in image.keys() for image in images) == 1  # noqa: SIM118


def test_the_same_pixels_of_other_files_are_written_once() -> None:
    """Pictures that only look the same are one object, also where one of them is on another page."""
    files = Raster("one.png", picture("RGB", 20)), Raster("two.png", picture("RGB", 20))
    pages = tuple(Page(20, 20, (Picture(file, 0, 0, 5, 5),)) for file in files)
    with opened(Document(pages, "Test", "en")) as file:
        images = [one for one in file.objects if isinstance(one, pikepdf.Stream) and "/Width" in one]
        used = [picture for page in file.pages for picture in page.Resources.XObject.values()]
    assert [one.objgen for one in used] == [images[0].objgen] * 2
    assert len(images) == 1


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA"])
def test_pictures_keep_their_samples(mode: str) -> None:
    """Every kind of PNG comes out with the colours that went in, and with a mask if it is clear."""
    made = Image.open(io.BytesIO(picture("RGBA" if "A" in mode else "RGB", 9))).convert(mode)
    file = opened(document(Picture(Raster("x.png", saved(made)), 0, 0, 5, 5)))
    found = file.pages[0].Resources.XObject["/I1"]
    assert pikepdf.PdfImage(found).as_pil_image().convert("RGB").tobytes() == made.convert("RGB").tobytes()
    assert ("/SMask" in found.keys()) == ("A" in mode)  # noqa: SIM118
    if "A" in mode:
        assert found.SMask.read_bytes() == made.getchannel("A").tobytes()
        assert str(found.ColorSpace) == ("/DeviceGray" if mode == "LA" else "/DeviceRGB")


def saved(image: Image.Image) -> bytes:
    written = io.BytesIO()
    image.save(written, "PNG")
    return written.getvalue()


def test_fine_greys_stay_fine() -> None:
    """Sixteen bits a sample are not rounded to eight."""
    made = Image.new("I;16", (3, 2), 30_000)
    file = opened(document(Picture(Raster("x.png", saved(made)), 0, 0, 5, 5)))
    found = file.pages[0].Resources.XObject["/I1"]
    assert found.BitsPerComponent == 16
    assert found.read_bytes() == (30_000).to_bytes(2, "big") * 6


def test_interlaced_pictures_are_put_in_order() -> None:
    """PDF has rows from top to bottom and nothing else; here, two by two pixels in Adam7."""
    rows = bytes((0, 10, 0, 20, 0, 30, 40))
    head = struct.pack(">2L5B", 2, 2, 8, 0, 0, 0, 1)
    data = b"\x89PNG\r\n\x1a\n"
    for kind, body in ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")):
        data += struct.pack(">L4s", len(body), kind) + body + struct.pack(">L", zlib.crc32(kind + body))
    file = opened(document(Picture(Raster("x.png", data), 0, 0, 5, 5)))
    assert file.pages[0].Resources.XObject["/I1"].read_bytes() == bytes((10, 20, 30, 40))


def test_a_picture_is_no_larger_than_its_file() -> None:
    """The rows of a PNG are taken over as they are packed."""
    data = picture("RGB", 600)
    assert len(write_pdf(document(Picture(Raster("x.png", data), 0, 0, 5, 5)))) < len(data) + 1500


def test_a_picture_that_was_replaced_by_something_else_is_an_error(tmp_path: Path) -> None:
    """In words that name the file, and not the traceback of a library."""
    path = tmp_path / "x.png"
    path.write_bytes(picture("RGB"))
    raster = Raster("x.png", path)
    path.write_bytes(b"no picture")
    with pytest.raises(OutputError, match=r"x\.png: is damaged"):
        write_pdf(document(Picture(raster, 0, 0, 5, 5)))

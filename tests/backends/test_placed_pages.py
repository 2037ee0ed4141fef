"""Pages of other PDF files are copied as they are, upright, without links, and with their layers."""

import io
import re
from itertools import chain, product
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader

from generator.backends.pdf.writer import PdfWriter
from generator.errors import OutputError
from generator.scene.pdf.pages import PdfPage
from generator.scene.pictures import EdgeColours, EdgeRun, PictureView
from generator.scene.shapes import Document, Page, Picture
from tests.backends.ua_rules import claims_ua
from tests.pdf_samples import draw_cards, list_boxes, make_page, make_pdf, make_stream, survey_here

NINE = list_boxes(3, 3, (63, 88), (10.5, 16.5))
WHOLE = PictureView()
CONTENT = (
    b"5 5 40 30 re f 20 90 m 150 140 l S 1 0 0 rg 10 20 60 40 re f 0 0 1 rg 100 150 50 90 re f "
    b"0.2 g 0 0 30 30 re f"
)
"""Begins in the state of a page, in which everything is black."""


def open_pages(path: Path, data: bytes) -> list[PdfPage]:
    """Return the pages of a file."""
    path.write_bytes(data)
    pages = survey_here(path).pages.items()
    sizes = [(number, (one["width"], one["height"])) for number, one in pages]
    return [PdfPage(path.name, path, number, size, (0.0, 0.0, *size), "x") for number, size in sizes]


def place(pages: list[PdfPage], view: PictureView = WHOLE, writer: Any = None) -> bytes:
    """Return a file in which each page fills a page."""
    drawn = [Page(*page.size, (Picture(page, 0.0, 0.0, *page.size, view=view),)) for page in pages]
    writer = writer or PdfWriter(72)
    writer.add(Document(tuple(drawn), "title", "en"))
    return bytes(writer.finish())


def render(data: bytes | Path, page: int = 0) -> Any:
    """Return the pixels of a page."""
    with pypdfium2.PdfDocument(data) as file:
        return file[page].render(scale=0.5, may_draw_forms=False).to_pil().convert("RGB")


def differ(one: Any, other: Any) -> float:
    """Return the share of pixels with clearly another colour."""
    assert max(abs(one.width - other.width), abs(one.height - other.height)) <= 1
    box = (1, 1, min(one.width, other.width) - 1, min(one.height, other.height) - 1)
    pairs = zip(one.crop(box).tobytes(), other.crop(box).tobytes(), strict=True)
    return sum(abs(near - far) > 60 for near, far in pairs) / (one.width * one.height * 3)


@pytest.mark.parametrize(
    "page",
    [
        b"/MediaBox[0 0 200 300]",
        b"/MediaBox[-50 -20 200 300]",
        b"/MediaBox[0 0 200 300]/CropBox[20 30 180 280]",
        b"/MediaBox[0 0 200 300]/CropBox[-20 -30 900 250]",
        b"/MediaBox[200 300 0 0]/Rotate 90",
        b"/MediaBox[0 0 200 300]/Rotate 180",
        b"/MediaBox[0 0 200 300]/CropBox[20 30 180 280]/Rotate 270",
        b"/MediaBox[0 0 200 300]/Rotate -90",
    ],
)
def test_pages_are_upright(tmp_path: Path, page: bytes) -> None:
    """What is seen of a page, and how it is turned, is the same as in the file."""
    data = make_page(CONTENT, page)
    placed = place(open_pages(tmp_path / "cards.pdf", data))
    assert differ(render(placed), render(data)) < 0.01


def test_units_are_applied(tmp_path: Path) -> None:
    """A page with another unit has the size that viewers show, as a form and in pixels."""
    [page] = open_pages(tmp_path / "cards.pdf", make_page(CONTENT, b"/MediaBox[0 0 200 300]/UserUnit 2.5"))
    assert page.size == pytest.approx((200 * 2.5 * 25.4 / 72, 300 * 2.5 * 25.4 / 72))
    drawn = page.draw((0.0, 0.0, 1.0, 1.0), (250, 375))
    assert differ(render(place([page])), drawn) < 0.01


def test_forms_are_shared_and_texts_stay(tmp_path: Path) -> None:
    """A page is one form for all its cards, its fonts are still fonts, and nothing is larger than before."""
    data = make_pdf([draw_cards(NINE)])
    [page] = open_pages(tmp_path / "cards.pdf", data)
    parts = [
        PdfPage("x", page.path, 1, page.size, (left, top, left + width, top + height), "x")
        for left, top, width, height in NINE
    ]
    drawn = [Page(63, 88, (Picture(part, 0.0, 0.0, 63.0, 88.0),)) for part in parts]
    writer = PdfWriter(72)
    writer.add(Document(tuple(drawn), "title", "en"))
    placed = writer.finish()
    # Nobody knows what is in the fonts and texts of others.
    assert not claims_ua(placed)
    with pikepdf.open(io.BytesIO(placed)) as file:
        forms = [
            one for one in file.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Form"
        ]
        assert (len(forms), "/Font" in forms[0].Resources) == (1, True)
    with pypdfium2.PdfDocument(placed) as other:
        assert other[4].get_textpage().get_text_bounded(10, 10, 170, 240).strip() == "4"


def test_links_and_scripts_are_dropped(tmp_path: Path) -> None:
    """Of a page, only what is drawn is copied: no links, fields, scripts, or descriptions."""
    annotation = b"<</Type/Annot/Subtype/Link/Rect[0 0 99 99]/A<</S/JavaScript/JS(app.alert\\(1\\))>>>>"
    entries = b"/Type/XObject/Subtype/Form/BBox[0 0 50 50]/StructParents 3/PieceInfo<</Secret 7 0 R>>"
    form = make_stream(b"0 1 0 rg 0 0 50 50 re f", entries)
    page = b"/MediaBox[0 0 200 300]/Annots[5 0 R]/AA<</O 5 0 R>>/Resources<</XObject<</F 6 0 R>>>>"
    more = [annotation, form, b"<</Hidden(secret text)>>"]
    data = make_page(b"/F Do", page, more=more, catalogue=b"/OpenAction 5 0 R")
    placed = place(open_pages(tmp_path / "cards.pdf", data))
    assert not any(word in placed for word in (b"JavaScript", b"alert", b"secret", b"PieceInfo", b"/Annot"))
    assert render(placed).getpixel((10, 140)) == (0, 255, 0)


@pytest.mark.parametrize(
    ("state", "is_shown"), [(b"", True), (b"/OFF[5 0 R]", False), (b"/BaseState/OFF", False)]
)
def test_layers_stay_hidden(tmp_path: Path, state: bytes, is_shown: bool) -> None:
    """A layer that viewers do not show is not shown."""
    page = b"/MediaBox[0 0 200 300]/Resources<</Properties<</L 5 0 R>>>>"
    catalogue = b"/OCProperties<</OCGs[5 0 R]/D<<%s>>>>" % state
    content = b"/OC/L BDC 1 0 0 rg 0 0 200 300 re f EMC"
    data = make_page(content, page, more=[b"<</Type/OCG/Name(Notes)>>"], catalogue=catalogue)
    placed = place(open_pages(tmp_path / "cards.pdf", data))
    assert (render(placed).getpixel((20, 20)) == (255, 0, 0)) is is_shown
    assert differ(render(placed), render(data)) < 0.01


def test_content_in_several_streams(tmp_path: Path) -> None:
    """Streams of a page are joined, also where an operator is in two of them."""
    data = make_page(b"1 0 0 rg 10 20", more=[make_stream(b" 60 40 re f")]).replace(
        b"/Contents 4 0 R", b"/Contents[4 0 R 5 0 R]"
    )
    assert (
        differ(render(place(open_pages(tmp_path / "cards.pdf", data))), render(tmp_path / "cards.pdf")) < 0.01
    )


def test_some_prints_have_pixels(tmp_path: Path) -> None:
    """Pages whose colours change become pixels, which look the same."""
    [page] = open_pages(tmp_path / "cards.pdf", make_page(CONTENT))
    placed = place([page], PictureView(tint="#000000"))
    with pikepdf.open(io.BytesIO(placed)) as file:
        kinds = [one.get("/Subtype") for one in file.objects if isinstance(one, pikepdf.Stream)]
    assert ("/Image" in kinds, "/Form" in kinds) == (True, False)


@pytest.mark.parametrize("is_turned", [False, True])
def test_parts_may_be_upside_down(tmp_path: Path, is_turned: bool) -> None:
    """A part that is upside down in the file is upright, as a form and in pixels."""
    [page] = open_pages(tmp_path / "cards.pdf", make_page(CONTENT, b"/MediaBox[0 0 200 300]"))
    box = (5.0, 10.0, 45.0, 90.0)
    part = PdfPage("x", page.path, 1, page.size, box, "x", is_turned=is_turned)
    one = Page(40, 80, (Picture(part, 0.0, 0.0, 40.0, 80.0),))
    writer = PdfWriter(72)
    writer.add(Document((one,), "title", "en"))
    placed = render(bytes(writer.finish()))
    whole = page.draw(WHOLE.part, tuple(round(side * 72 / 25.4 / 2) for side in page.size))
    expected = whole.crop([round(edge * 72 / 25.4 / 2) for edge in box])
    drawn = part.draw(WHOLE.part, expected.size)
    expected = expected.rotate(180) if is_turned else expected
    assert max(differ(placed, expected), differ(drawn, expected)) < 0.03


@pytest.mark.parametrize("is_stretched", [False, True])
@pytest.mark.parametrize("margins", [(0.25, 0.25, 0.25, 0.25), (0.5, 0.0, 0.0, 0.25), (0.0, 1.0, 0.0, 0.5)])
def test_a_rim_mirrors_the_edges(
    tmp_path: Path, margins: tuple[float, float, float, float], is_stretched: bool
) -> None:
    """Each pixel of the bleed has the colour as far inside the cut as it is outside, or that at the cut."""
    content = b"".join(
        b"%.2f %.2f %.2f rg %d %d 20 20 re f " % (x / 10, y / 10, (x + y) % 2, x * 20, y * 20)
        for x in range(10)
        for y in range(10)
    )
    [page] = open_pages(tmp_path / "cards.pdf", make_page(content, b"/MediaBox[0 0 200 200]"))
    left, top, right, bottom = margins
    rim = page.make_rim(WHOLE.part, margins, is_stretched=is_stretched)
    plan = rim.plan(WHOLE, 100 * (1 + left + right), 100 * (1 + top + bottom))
    assert plan.size == (round(100 * (1 + left + right)), round(100 * (1 + top + bottom)))
    found = Image.open(io.BytesIO(rim.embed(plan).data)).convert("RGB")
    card = page.draw(WHOLE.part, (100, 100))

    start = round(100 * left), round(100 * top)
    for x, y in product(range(5, plan.size[0]), range(5, plan.size[1])):
        across, down = x - start[0], y - start[1]
        if across % 10 != 5 or down % 10 != 5:
            # Only the centres of squares.
            continue
        is_inside = across in range(100) and down in range(100)
        folded = [_fold(at, is_stretched) for at in (across, down)]
        expected = (255, 255, 255) if is_inside else card.getpixel((folded[0], folded[1]))
        near = zip(found.getpixel((x, y)), expected, strict=True)
        assert max(abs(one - other) for one, other in near) <= 24, (x, y)


def test_faint_patterns_go_on_in_rims(tmp_path: Path) -> None:
    """Few colours are enough for a rim, but a pattern of two light greens is not plain."""
    stripes = b"".join(b"%s rg %d 0 10 200 re f " % (SHADES[at % 2], 10 * at) for at in range(20))
    [page] = open_pages(tmp_path / "cards.pdf", make_page(stripes, b"/MediaBox[0 0 200 200]"))
    rim = page.make_rim(WHOLE.part, (0.1, 0.1, 0.1, 0.1))
    drawn = Image.open(io.BytesIO(rim.embed(rim.plan(WHOLE, 360, 360)).data)).convert("RGB")
    beyond = drawn.crop((40, 4, drawn.width - 40, 12))
    assert [high - low for low, high in beyond.getextrema()] == pytest.approx([18, 8, 30], abs=4)


SHADES = b".74 .88 .54", b".81 .91 .66"


@pytest.mark.parametrize("is_on_rim", [False, True])
def test_a_page_on_its_rim_has_no_other_ground(tmp_path: Path, is_on_rim: bool) -> None:
    """A page covers what is below it with white, but not its rim: that would show as a line between cards."""
    [page] = open_pages(tmp_path / "cards.pdf", make_page(CONTENT, b"/MediaBox[0 0 200 300]"))
    wide, high = page.size
    writer = PdfWriter(72)
    placed = Picture(page, 0.0, 0.0, wide, high, is_on_rim=is_on_rim)
    writer.add(Document((Page(wide, high, (placed,)),), "title", "en"))
    with pikepdf.open(io.BytesIO(writer.finish())) as file:
        content = file.pages[0].Contents.read_bytes()
    assert bool(re.search(rb"\b1 g [\d. -]+ re f", content)) is not is_on_rim


RED, WHITE, BLUE = "#ff0000", "#ffffff", "#0000ff"


def join_runs(*runs: tuple[float, str]) -> tuple[EdgeRun, ...]:
    return tuple(EdgeRun(*run) for run in runs)


PLAIN = {colour: (join_runs((1.0, colour)),) * 4 for colour in (RED, WHITE)}
UPRIGHT, BANDED = join_runs((0.5, WHITE), (1.0, RED)), join_runs((0.985, RED), (1.0, BLUE))


@pytest.mark.parametrize(
    ("content", "colours"),
    [
        (b"1 0 0 rg 0 0 200 200 re f", PLAIN[RED]),
        (b"0 0 1 rg 40 40 50 50 re f", PLAIN[WHITE]),
        (b"1 0 0 rg 0 0 200 200 re f 0 G 0.5 w 0 0 200 200 re S", PLAIN[RED]),
        (b"1 0 0 rg 9 0 182 200 re f 0 9 200 182 re f", PLAIN[RED]),
        (
            b"1 0 0 rg 0 0 200 200 re f 0 0 1 rg 0 0 200 3 re f",
            (BANDED, PLAIN[RED][0], BANDED, join_runs((1.0, BLUE))),
        ),
        (b"1 0 0 rg 0 0 200 100 re f", (UPRIGHT, PLAIN[WHITE][0], UPRIGHT, PLAIN[RED][0])),
        (
            b"1 0 0 rg 0 100 100 100 re f 0 G 0.5 w 0 0 200 200 re S",
            (
                join_runs((0.5, RED), (1.0, WHITE)),
                join_runs((0.5, RED), (1.0, WHITE)),
                PLAIN[WHITE][0],
                PLAIN[WHITE][0],
            ),
        ),
        (b"".join(b"1 0 0 rg %d 0 10 200 re f " % x for x in range(0, 200, 20)), ()),
    ],
    ids=["plain", "white", "hairline", "corners", "band", "halves", "quarter below a hairline", "stripes"],
)
def test_the_colours_along_the_edges(tmp_path: Path, content: bytes, colours: EdgeColours) -> None:
    """Edges of few colours are found, also below a line on the cut; a part that is too small has none."""
    [page] = open_pages(tmp_path / "cards.pdf", make_page(content, b"/MediaBox[0 0 200 200]"))
    found = page.find_edge_colours(WHOLE.part)
    assert [[run.colour for run in side] for side in found] == [
        [run.colour for run in side] for side in colours
    ]
    pairs = zip(chain.from_iterable(found), chain.from_iterable(colours), strict=True)
    assert all(abs(one.end - other.end) < 0.02 for one, other in pairs)
    assert page.find_edge_colours((0.3, 0.3, 0.4, 0.305)) == ()


def test_equal_objects_are_copied_once(tmp_path: Path) -> None:
    """Programs write the picture of each copy of a card again; what leads back to itself is no problem."""
    space = [b"[/ICCBased 12 0 R]", b"[/ICCBased 13 0 R]"]
    head = b"/Type/XObject/Subtype/Image/Width 2/Height 1/BitsPerComponent 8"
    pictures = [
        make_stream(b"\xff\0\0\0\0\xff", head + b"/ColorSpace %d 0 R" % number) for number in (10, 11)
    ]
    other = make_stream(b"\0\xff\0\0\0\xff", head + b"/ColorSpace 10 0 R")
    loop = make_stream(b"", b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</L 8 0 R>>>>")
    profiles = [make_stream(b"not a profile", b"/N 3/Alternate/DeviceRGB") for _ in range(2)]
    content = b"".join(b"q 50 0 0 50 %d 0 cm /%s Do Q " % (at * 50, b"ABC"[at : at + 1]) for at in range(3))
    page = b"/MediaBox[0 0 200 300]/Resources<</XObject<</A 5 0 R/B 6 0 R/C 7 0 R/L 8 0 R>>>>"
    more = [*pictures, other, loop, b"null", *space, *profiles]
    data = make_page(content, page, more=more)
    placed = place(open_pages(tmp_path / "cards.pdf", data))
    with pikepdf.open(io.BytesIO(placed)) as file:
        streams = [one for one in file.objects if isinstance(one, pikepdf.Stream)]
        assert sum("/Width" in one for one in streams) == 2
        assert sum("/Alternate" in one for one in streams) == 1
    assert differ(render(placed), render(data)) < 0.01


def test_rims_are_small(tmp_path: Path) -> None:
    """Nine rims add at most a twentieth to a page of photographs, and equal ones are written once."""
    noise = Image.effect_noise((400, 560), 60).convert("RGB")
    boxes = list_boxes(3, 3, (63, 88), (10.5, 16.5))

    def draw(canvas: Any) -> None:
        for index, (left, top, width, height) in enumerate(boxes):
            framed = Image.new("RGB", noise.size, (90 + 9 * (index % 3), 60, 30))
            framed.paste(noise, (60, 60))
            canvas.drawImage(ImageReader(framed), left, top, width, height)

    data = make_pdf([draw])
    [page] = open_pages(tmp_path / "cards.pdf", data)
    drawn = []
    for left, top, width, height in boxes:
        part = PdfPage("x", page.path, 1, page.size, (left, top, left + width, top + height), "x")
        rim = part.make_rim(WHOLE.part, (3 / 63, 3 / 88, 3 / 63, 3 / 88))
        shapes = Picture(rim, 0.0, 0.0, 69.0, 94.0), Picture(part, 3.0, 3.0, 63.0, 88.0)
        drawn.append(Page(69, 94, shapes))
    writer = PdfWriter(300)
    writer.add(Document(tuple(drawn), "title", "en"))
    placed = writer.finish()
    with pikepdf.open(io.BytesIO(placed)) as file:
        images = [one for one in file.objects if isinstance(one, pikepdf.Stream) and "/Width" in one]
    assert len(images) <= 9 + 3
    assert len(placed) <= 1.05 * len(data)


def _fold(at: int, is_stretched: bool) -> int:
    """Return the pixel of a card of 100 pixels that is seen at a place in its bleed."""
    edge = min(max(at, 0), 99)
    return edge if is_stretched or at == edge else min(max(2 * edge + (1 if at > 0 else -1) - at, 0), 99)


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    """A file that changed since it was read is an error, not a traceback."""
    [page] = open_pages(tmp_path / "cards.pdf", make_page(CONTENT))
    page.path.write_bytes(b"no pdf")
    with pytest.raises(OutputError, match=r"cards\.pdf: cannot be read"):
        place([page])
    with pytest.raises(OutputError, match=r"cards\.pdf: cannot be read"):
        page.draw((0.0, 0.0, 1.0, 1.0), (10, 10))

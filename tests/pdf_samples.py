"""PDF files with cards as other programs write them, and broken ones."""

import io
import json
import zlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from generator.scene.pdf.pages import PageSurvey, read_survey
from generator.scene.pdf.survey import survey_file

MM = 72 / 25.4
A4 = (210.0, 297.0)


def make_pdf(draw: Sequence[Callable[[Any], None]], size: tuple[float, float] = A4, **options: Any) -> bytes:
    """Return a file with a page for each function, which draws in mm from the top left corner."""
    written = io.BytesIO()
    canvas = Canvas(written, pagesize=(size[0] * MM, size[1] * MM), invariant=True, **options)
    for draw_page in draw:
        canvas.transform(MM, 0, 0, -MM, 0, size[1] * MM)
        draw_page(canvas)
        canvas.showPage()
    canvas.save()
    return written.getvalue()


def list_boxes(
    columns: int, rows: int, card: tuple[float, float], at: tuple[float, float], gap: float = 0.0
) -> list[tuple[float, float, float, float]]:
    """Return left, top, width, and height of cards, row by row."""
    (width, height), (left, top) = card, at
    return [
        (left + column * (width + gap), top + row * (height + gap), width, height)
        for row in range(rows)
        for column in range(columns)
    ]


def make_colour(index: int) -> tuple[float, float, float]:
    """Return a colour that differs from those of neighbours."""
    return (0.2 + 0.6 * (index % 2), 0.2 + 0.6 * (index // 2 % 2), 0.2 + 0.6 * (index // 4 % 2))


def draw_cards(
    boxes: Iterable[tuple[float, float, float, float]], start: int = 0, *, bleed: float = 0.0
) -> Callable[[Any], None]:
    """Return a page of coloured cards without outlines of one size, each with a number."""

    def draw(canvas: Any) -> None:
        for index, (left, top, width, height) in enumerate(boxes, start):
            canvas.setFillColorRGB(*make_colour(index))
            canvas.rect(left - bleed, top - bleed, width + 2 * bleed, height + 2 * bleed, stroke=0, fill=1)
            write(canvas, str(index), left + width / 2, top + height / 2)

    return draw


def write(canvas: Any, text: str, x: float, y: float, size: float = 8.0) -> None:
    """Write an upright text."""
    canvas.saveState()
    canvas.transform(1, 0, 0, -1, x, y)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.setFont("Helvetica", size)
    canvas.drawString(0, 0, text)
    canvas.restoreState()


def draw_pictures(
    boxes: Iterable[tuple[float, float, float, float]], start: int = 0
) -> Callable[[Any], None]:
    """Return a page with a raster picture for each card."""

    def draw(canvas: Any) -> None:
        for index, (left, top, width, height) in enumerate(boxes, start):
            canvas.saveState()
            canvas.transform(1, 0, 0, -1, left, top + height)
            canvas.drawImage(make_picture(index), 0, 0, width, height)
            canvas.restoreState()

    return draw


def make_picture(index: int) -> ImageReader:
    """Return a picture of 12 x 16 pixels with a frame."""
    from PIL import Image

    picture = Image.new("RGB", (12, 16), tuple(round(255 * one) for one in make_colour(index)))
    picture.putpixel((1 + index % 9, 1), (255, 255, 255))
    return ImageReader(picture)


def draw_outlines(
    boxes: Iterable[tuple[float, float, float, float]], start: int = 0
) -> Callable[[Any], None]:
    """Return a page of white cards with outlines."""

    def draw(canvas: Any) -> None:
        canvas.setLineWidth(0.2)
        for index, (left, top, width, height) in enumerate(boxes, start):
            canvas.rect(left, top, width, height, stroke=1, fill=0)
            write(canvas, str(index), left + width / 3, top + height / 2)

    return draw


def draw_marks(
    xs: Sequence[float], ys: Sequence[float], size: tuple[float, float] = A4
) -> Callable[[Any], None]:
    """Return crop marks at both ends of a page."""

    def draw(canvas: Any) -> None:
        path = canvas.beginPath()
        for x in xs:
            for start in (2.0, size[1] - 6.0):
                path.moveTo(x, start)
                path.lineTo(x, start + 4)
        for y in ys:
            for start in (2.0, size[0] - 6.0):
                path.moveTo(start, y)
                path.lineTo(start + 4, y)
        canvas.setLineWidth(0.1)
        canvas.setStrokeColorRGB(0, 0, 0)
        canvas.drawPath(path, stroke=1, fill=0)

    return draw


def join(*parts: Callable[[Any], None]) -> Callable[[Any], None]:
    """Return a page on which several functions draw."""

    def draw(canvas: Any) -> None:
        for part in parts:
            part(canvas)

    return draw


def make_raw(objects: Sequence[bytes], *, root: int = 1, trailer: bytes = b"") -> bytes:
    """Return a file of these objects, whose numbers start at 1."""
    data, places = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    size = b"/Size %d/Root %d 0 R" % (len(objects) + 1, root)
    return data + b"trailer\n<<%s%s>>\nstartxref\n%d\n%%%%EOF\n" % (size, trailer, start)


def make_stream(content: bytes, entries: bytes = b"") -> bytes:
    """Return a stream as it is written in a file."""
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (entries, len(content), content)


def make_page(
    content: bytes = b"0 0 100 100 re f",
    page: bytes = b"/MediaBox[0 0 200 300]",
    entries: bytes = b"",
    more: Sequence[bytes] = (),
    catalogue: bytes = b"",
) -> bytes:
    """Return a file with one page; further objects have the numbers from 5."""
    return make_raw(
        [
            b"<</Type/Catalog/Pages 2 0 R%s>>" % catalogue,
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/Contents 4 0 R%s>>" % page,
            make_stream(content, entries),
            *more,
        ]
    )


def pack_bomb(times: int, size: int) -> bytes:
    """Return many zeros that are packed several times."""
    data = bytes(size)
    for _ in range(times):
        data = zlib.compress(data, 9)
    return data


def list_broken() -> dict[str, Callable[[], bytes]]:
    """Return what makes broken and hostile files, by what is wrong with them."""
    sound = make_pdf([draw_cards(list_boxes(3, 3, (63, 88), (10.5, 16.5)))])
    tree = b"<</Type/Pages/Kids[%s]/Count 1000000000>>"
    forms = [b"<</XObject<</F%d %d 0 R>>>>" % (number, number) for number in range(6, 26)]
    deep = [
        make_stream(b"/F%d Do " % number * 10, b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources " + one)
        for number, one in zip(range(6, 26), forms, strict=True)
    ]
    space = b"/Resources<</XObject<</F5 5 0 R>>>>/MediaBox[0 0 200 300]"
    flate = b"/Filter[/FlateDecode/FlateDecode]"
    image = b"/Type/XObject/Subtype/Image/Width 60000/Height 60000/BitsPerComponent 8/ColorSpace/DeviceRGB"
    return {
        "empty": lambda: b"",
        "text": lambda: b"This is not a PDF file.\n" * 9,
        "header only": lambda: b"%PDF-1.7\n",
        "cut at half": lambda: sound[: len(sound) // 2][:600],
        "zeros": lambda: b"%PDF-1.7\n" + bytes(10_000),
        "no pages": lambda: make_raw([b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[]/Count 0>>"]),
        "no catalogue": lambda: make_raw([b"<</Type/Pages/Kids[]/Count 0>>"], root=9),
        "tree in a loop": lambda: make_raw([b"<</Type/Catalog/Pages 2 0 R>>", tree % b"2 0 R"]),
        "tree in a circle": lambda: make_raw(
            [b"<</Type/Catalog/Pages 2 0 R>>", tree % b"3 0 R", tree % b"2 0 R"]
        ),
        "count without pages": lambda: make_raw([b"<</Type/Catalog/Pages 2 0 R>>", tree % b""]),
        "encrypted": lambda: make_pdf([draw_cards([(10, 10, 60, 80)])], encrypt="secret"),
        "huge page": lambda: make_page(page=b"/MediaBox[0 0 9999999 9999999]"),
        "user unit": lambda: make_page(page=b"/MediaBox[0 0 14400 14400]/UserUnit 1000"),
        "page without size": lambda: make_page(page=b"/MediaBox[0 0 0 0]/CropBox[5 5 5 5]"),
        "numbers that are none": lambda: make_page(
            b"nan inf 1e999 -- 0 re f", b"/MediaBox[nan inf 1e999 -inf]"
        ),
        "packed bomb": lambda: make_page(pack_bomb(2, 2**29), entries=flate),
        "large picture": lambda: make_page(
            b"q 100 0 0 100 0 0 cm /F5 Do Q",
            space,
            more=[make_stream(pack_bomb(1, 2**20), image + b"/Filter/FlateDecode")],
        ),
        "forms of forms": lambda: make_page(b"/F5 Do", space, more=deep),
        "million objects": lambda: make_page(b"0 0 5 5 re f " * 1_000_000),
        "deep nesting": lambda: make_page(b"q " * 500_000 + b"[" * 500_000),
        "loop of references": lambda: make_page(page=b"/MediaBox 5 0 R", more=[b"6 0 R", b"5 0 R"]),
        "wrong lengths": lambda: make_page().replace(b"/Length 16", b"/Length 999999999"),
    }


def survey_here(path: Path, **request: Any) -> PageSurvey:
    """Return what `survey_pdf` does, without a process of its own: for files of our own."""
    asked = {"path": str(path), "pages": [], **request}
    return read_survey(json.loads(json.dumps([*survey_file(json.loads(json.dumps(asked)), lambda: None)])))

"""PDF documents: vector shapes, and text that can be searched and copied."""

import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFObject, PDFString

from generator.backends.formats import DEFAULT, Format, Options
from generator.backends.pdf.container import Container
from generator.backends.pdf.content import Content
from generator.backends.pdf.fonts import EncodedFont
from generator.backends.pdf.paints import Paints
from generator.backends.pdf.pictures import Wanted, describe, embed_all
from generator.backends.pdf.tags import Structure
from generator.scene.bounds import find_bounds
from generator.scene.fonts import Font
from generator.scene.pictures import Embedded, Plan
from generator.scene.shapes import Document, Page, Path, Picture, Shape, Symbol

_POINTS = 72 / 25.4  # per millimetre
_compress = lru_cache(512)(zlib.compress)
"""Compresses a symbol; the documents of a run share many."""


def write_pdf(document: Document, options: Options = DEFAULT) -> bytes:
    """Return the file; the same document gives the same bytes."""
    writer = PdfWriter(options)
    writer.add(document)
    return writer.finish()


class PdfWriter:
    """Writer of one document, which receives some of the pages at a time.

    Fonts, symbols, and pictures are written once. Raises FontError for a font without TrueType outlines, and
    OutputError for an invalid picture.
    """

    def __init__(self, options: Options = DEFAULT) -> None:
        self._dpi = options.dpi
        self._container = Container()
        self._document: Document | None = None
        self._fonts: dict[Font, EncodedFont] = {}
        self._pictures: dict[Wanted, str] = {}
        self._symbols: dict[Symbol, str] = {}
        self._groups = 0
        self._structure = Structure(self._container)
        self.paints = Paints(self._container)

    def add(self, document: Document) -> None:
        self._document = document
        for page in document.pages:
            self._add_page(page)

    @property
    def has_pictures(self) -> bool:
        return bool(self._pictures)

    def finish(self) -> bytes:
        assert self._document is not None, "nothing was added"
        for encoded in self._fonts.values():
            with encoded.font.reading():
                self._fill_font(encoded)
        for name, picture in embed_all(self._pictures):
            self._fill_picture(name, picture)
        return self._container.finish(self._document, self._structure.finish())

    def _add_page(self, page: Page) -> None:
        content = Content(self, scale=1 / _POINTS)
        content.transform((_POINTS, 0, 0, -_POINTS, 0, page.height * _POINTS))
        link = self._structure.begin_page()
        content.draw_page(page.shapes, self._structure)
        self._structure.end_page()
        whole = (0.0, 0.0, page.width, page.height)
        trim = page.trim or whole
        boxes = {"MediaBox": whole, "TrimBox": trim, "BleedBox": page.bleed or trim}
        shared = self._container.shared_resources
        resources = self._container.resources(content.used) if content.has_own else shared
        edges = {name: _in_points(box, page.height) for name, box in boxes.items()}
        self._container.add_page(link, content.finish(), resources=resources, boxes=edges, label=page.label)

    def font(self, font: Font) -> EncodedFont:
        encoded = self._fonts.get(font)
        if encoded is None:
            encoded = self._fonts[font] = EncodedFont(font, f"F{len(self._fonts) + 1}")
            self._container.reserve(encoded.name, "Font")
        return encoded

    def picture(self, picture: Picture, scale: float) -> tuple[str, Plan]:
        pixels = scale * self._dpi / 25.4
        size = picture.width * pixels, picture.height * pixels
        wanted = picture.file, picture.file.plan(picture.view, *size, splits=True)
        name = self._pictures.get(wanted)
        if name is None:
            name = self._pictures[wanted] = f"I{len(self._pictures) + 1}"
            self._container.reserve(name)
        return name, wanted[1]

    def _fill_picture(self, name: str, picture: Embedded) -> None:
        entries, stream = describe(picture.data, picture if picture.is_jpeg else None)
        if picture.profile:
            profile = self._container.add({"N": "3"}, zlib.compress(picture.profile))
            entries["ColorSpace"] = PDFArray([PDFName("ICCBased"), profile])
        if picture.alpha:
            entries["SMask"] = self._container.add(*describe(picture.alpha))
        self._container.fill(name, entries, stream)

    def symbol(self, symbol: Symbol, scale: float) -> str:
        name = self._symbols.get(symbol)
        if name is None:
            name = self._symbols[symbol] = f"S{len(self._symbols) + 1}"
            self._container.reserve(name, "XObject")
            self._add_form(name, symbol.shapes, _with_room(symbol.box), scale)
        return name

    def group(self, shapes: Sequence[Shape], scale: float) -> str:
        self._groups += 1
        name = f"T{self._groups}"
        self._container.reserve(name)
        group = PDFDictionary({"S": "/Transparency", "CS": "/DeviceRGB"})
        self._add_form(name, shapes, _with_room(find_bounds(shapes)), scale, Group=group)
        return name

    def mask(self, path: Path) -> str:
        return self.paints.mask(self._container.find(self.group((path,), 1.0)))

    def _add_form(
        self, name: str, shapes: Sequence[Shape], box: tuple[float, ...], scale: float, **others: PDFObject
    ) -> None:
        content = Content(self, is_symbol=True, scale=scale)
        content.draw(shapes)
        entries = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": PDFArray(box),
            "Resources": self._container.resources(content.used),
            **others,
        }
        self._container.fill(name, entries, _compress(content.finish()))

    def _fill_font(self, encoded: EncodedFont) -> None:
        add = self._container.add
        name, file, places = encoded.subset()
        font = encoded.font
        scale = 1000 / font.units_per_em
        form: dict[str, Any] = {"Subtype": "/CIDFontType0C"} if encoded.is_cff else {"Length1": len(file)}
        descriptor = add(
            {
                "Type": "/FontDescriptor",
                "FontName": f"/{name}",
                "Flags": 4,
                "FontBBox": PDFArray(round(edge * scale) for edge in font.box),
                "ItalicAngle": encoded.file.italic_angle,
                "Ascent": round(font.ascent * scale),
                "Descent": round(font.descent * scale),
                "CapHeight": round(font.cap_height * scale),
                "StemV": 80,
                "FontFile3" if encoded.is_cff else "FontFile2": add(form, zlib.compress(file)),
            }
        )
        registry = {"Registry": PDFString("Adobe"), "Ordering": PDFString("Identity"), "Supplement": 0}
        codes = {} if encoded.is_cff else {"CIDToGIDMap": add({}, zlib.compress(places))}
        descendant = add(
            {
                "Type": "/Font",
                "Subtype": "/CIDFontType0" if encoded.is_cff else "/CIDFontType2",
                "BaseFont": f"/{name}",
                "CIDSystemInfo": PDFDictionary(registry),
                "FontDescriptor": descriptor,
                "W": PDFArray([1, PDFArray(map(str, encoded.widths))]),
                **codes,
            }
        )
        self._container.fill(
            encoded.name,
            {
                "Type": "/Font",
                "Subtype": "/Type0",
                "BaseFont": f"/{name}",
                "Encoding": "/Identity-H",
                "DescendantFonts": PDFArray([descendant]),
                "ToUnicode": add({}, zlib.compress(encoded.to_unicode())),
            },
        )


def _in_points(box: tuple[float, float, float, float], height: float) -> tuple[float, ...]:
    left, top, right, bottom = box
    return tuple(round(edge * _POINTS, 4) for edge in (left, height - bottom, right, height - top))


def _with_room(box: tuple[float, float, float, float]) -> tuple[float, ...]:
    """Enlarge the box of a symbol: viewers clip symbols at their box, some of them a pixel too early."""
    left, top, right, bottom = box
    room = max(right - left, bottom - top) / 10
    return left - room, top - room, right + room, bottom + room


FORMAT = Format(
    name="pdf",
    extension="pdf",
    per_page=False,
    write=lambda document, page, options: write_pdf(document, options),
    begin=PdfWriter,
)

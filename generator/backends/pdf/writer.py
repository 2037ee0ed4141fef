"""The writer of a PDF document, whose pages share fonts, symbols, pictures, and the form.

Fields that people fill in on the screen are an AcroForm without scripts, which draws every state. Checks
with the same name are the kids of one field, so that viewers keep at most one of them (PDF 1.7, section
12.7). What people type is in a font that is embedded with all characters of the Windows code page 1252;
viewers take other characters from fonts of their own.
"""

import struct
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from math import inf
from typing import Any, NamedTuple, TypeAlias

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFObject, PDFString

from generator.backends.formats import number
from generator.backends.pdf.container import POINTS, Container, to_points
from generator.backends.pdf.content import RGB_SPACE, SMALLEST_TEXT, Content, FineInks, Paints, Space
from generator.backends.pdf.font_files import TrueTypeFile
from generator.backends.pdf.fonts import EncodedFont
from generator.backends.pdf.tags import Structure, write_string
from generator.scene.fonts import Font
from generator.scene.pictures import Embedded, EmbeddingPlan, RasterFile, VectorFile, list_chunks
from generator.scene.shapes import (
    Colour,
    Document,
    FormField,
    GlyphRun,
    Group,
    Link,
    Page,
    Path,
    Picture,
    Shape,
    Symbol,
    measure_bounds,
    measure_least_scale,
    walk,
)

_PRINTED = 4
"""Flag of an annotation that is printed."""
_NOT_SPELLED, _NOT_SCROLLED = 1 << 22, 1 << 23
"""Flags of texts without spell check, and of those that end where their box ends."""
_NONSYMBOLIC, _ITALIC = 32, 64
"""Flags of a font with a standard encoding, and of one whose letters are slanted."""
_FIRST, _LAST = 32, 255
"""Codes of the characters in fonts."""
_STANDARD = "Helvetica-Bold"
"""A font that viewers have, in place of one with CFF outlines."""
_OFF = "Off"
_LINE = 0.25
"""Width of the line around a text, in mm."""


class FormWriter:
    """Writes the fields of all pages of a document."""

    def __init__(
        self,
        container: Container,
        structure: Structure,
        draw: Callable[[str, Sequence[Shape], float, float], None],
    ) -> None:
        """`draw` defines the object of a name: shapes in a box of a width and a height in mm."""
        self._container = container
        self._structure = structure
        self._draw = draw
        self._fields: list[str] = []
        self._fonts: dict[Font, str] = {}
        self._looks: dict[tuple[tuple[Shape, ...], float, float], str] = {}
        self.embeds_fonts = True
        """False if a font for what people type is one that viewers have."""

    def add(self, page: Page, link: str) -> Sequence[str]:
        """Add the fields of a page, and return links to their boxes."""
        widgets = []
        counts = Counter(field.name for field in page.fields)
        groups: dict[str, list[tuple[FormField, str]]] = {}
        parents = {name: self._container.reserve_link() for name in counts if counts[name] > 1}
        for field in page.fields:
            widget = self._container.reserve_link()
            parent = parents.get(field.name, "")
            above = f"/Parent {parent}" if parent else "".join(self._list_entries(field))
            self._container.fill_link(widget, above + "".join(self._list_widget(field, page, link, widget)))
            groups.setdefault(field.name, []).append((field, widget))
            widgets.append(widget)
        for name, several in groups.items():
            if parent := parents.get(name, ""):
                checked = next((field for field, _ in several if field.value), several[0][0])
                kids = f"/Kids[{' '.join(widget for _, widget in several)}]"
                self._container.fill_link(parent, "".join(self._list_entries(checked)) + kids)
            self._fields.append(parent or several[0][1])
        return widgets

    def finish(self) -> None:
        """Write the entries that all fields share."""
        fonts = {name: self._container.find(name) for name in self._fonts.values()}
        self._container.set_form(
            {
                "Fields": PDFArray([self._container.find_link(link) for link in self._fields]),
                "DR": PDFDictionary({"Font": PDFDictionary(fonts)}),
                "DA": PDFString(f"/{next(iter(fonts))} 0 Tf 0 g"),
            }
        )

    def _list_entries(self, field: FormField) -> Iterator[str]:
        """Yield the entries of the field itself."""
        yield f"/T{write_string(field.name)}"
        font = self._add_font(field.font)
        if field.state:
            yield f"/FT/Btn/V/{field.value or _OFF}"
            return
        ends = _NOT_SCROLLED if field.longest else 0
        aligned = 1 if field.is_centred else 2 if field.is_from_right else 0
        yield f"/FT/Tx/Ff {_NOT_SPELLED | ends}/V{write_string(field.value)}/Q {aligned}"
        yield f"/MaxLen {field.longest}" if field.longest else ""
        size = number(round(field.size * POINTS, 1))
        yield f"/DA(/{font} {size} Tf {_write_colour(field.colour)} rg)"

    def _list_widget(self, field: FormField, page: Page, link: str, widget: str) -> Iterator[str]:
        """Yield the entries of a box on the page."""
        left, top, right, bottom = field.box
        rect = " ".join(map(number, to_points(field.box, page.height, 3)))
        parent = self._structure.add_field(widget, field.label)
        yield f"/Type/Annot/Subtype/Widget/F {_PRINTED}/P {link}/Rect[{rect}]/StructParent {parent}"
        yield f"/TU{write_string(field.label)}"
        width, height = round(right - left, 3), round(bottom - top, 3)
        if field.state:
            checked = self._add_look((*field.ground, *field.shapes), width, height)
            empty = self._add_look(field.ground, width, height)
            shown = field.state if field.value == field.state else _OFF
            yield f"/AS/{shown}/AP<</N<</{field.state} {checked}/{_OFF} {empty}>>>>/MK<</CA(4)>>"
            return
        yield f"/AP<</N {self._add_look((*field.ground, *field.shapes), width, height)}>>"
        # Viewers that draw what was typed draw this line, too.
        border = f"/BS<</W {number(_LINE * POINTS)}>>/MK<</BC[{{}}]>>"
        yield border.format(_write_colour(field.line)) if field.line else ""

    def _add_look(self, shapes: tuple[Shape, ...], width: float, height: float) -> str:
        """Draw shapes in a box, which equal fields share, and return a link to them."""
        key = shapes, width, height
        if key not in self._looks:
            name = self._container.name("A")
            self._draw(name, shapes, width, height)
            self._looks[key] = self._container.link(name)
        return self._looks[key]

    def _add_font(self, font: Font) -> str:
        if font not in self._fonts:
            name = self._fonts[font] = self._container.name("W")
            with font.reading():
                self._write_font(name, font)
        return self._fonts[font]

    def _write_font(self, name: str, font: Font) -> None:
        base = {"Type": "/Font", "Encoding": "/WinAnsiEncoding"}
        if not font.has_truetype_outlines:
            self.embeds_fonts = False
            self._container.fill(name, {**base, "Subtype": "/Type1", "BaseFont": f"/{_STANDARD}"})
            return
        file, scale = TrueTypeFile(font), 1000 / font.units_per_em
        # Code points of code page 1252; 0 for a code without a character.
        codes = (bytes([code]) for code in range(_FIRST, _LAST + 1))
        characters = [ord(code.decode("cp1252", "ignore") or "\0") for code in codes]
        data = file.subset_characters(characters)
        flags = _NONSYMBOLIC | (_ITALIC if file.italic_angle else 0)
        descriptor = file.add(self._container, data, name=font.name, flags=flags, stem=120)
        advances = (file.measure_advance(font.find_glyph(one)) for one in characters)
        widths = PDFArray(round(advance * scale) for advance in advances)
        self._container.fill(
            name,
            {
                **base,
                "Subtype": "/TrueType",
                "BaseFont": f"/{font.name}",
                "FirstChar": _FIRST,
                "LastChar": _LAST,
                "Widths": widths,
                "FontDescriptor": descriptor,
            },
        )


def _write_colour(colour: Colour) -> str:
    return " ".join(number(round(part, 3)) for part in colour.rgb)


_SYMBOLIC = 4
"""Flag of a font whose codes are its own."""
_compress = lru_cache(512)(zlib.compress)
"""Compresses a symbol; the documents of a run share many."""


class FileKind(NamedTuple):
    """Differences between files for screens and those for print shops."""

    version: tuple[int, int] = (1, 7)
    """Version of the PDF format."""
    space: Space = RGB_SPACE
    mask_space: Space = RGB_SPACE
    has_layers: bool = True
    fine: FineInks | None = None
    """Inks of small words and thin lines; None: their own colours."""
    copies_pages: bool = True
    """True if pages of other PDF files are copied as they are; otherwise, they become pixels."""


_SCREEN = FileKind()


class PdfWriter:
    """Writer of one document, which receives some of the pages at a time.

    Fonts, symbols, and pictures are written once. The metadata names PDF/UA-1 unless something in the file
    does not conform to it: pages of other PDF files, whose fonts and texts are not ours; a field whose font
    is not embedded; pages on which nothing is described. Raises FontError for a damaged font, and OutputError
    for an invalid picture.
    """

    def __init__(self, dpi: float, kind: FileKind = _SCREEN) -> None:
        """Begin a file whose pictures have a resolution."""
        self._dpi, self._kind = dpi, kind
        self.fine = kind.fine
        self._container = Container(kind.version)
        self._document: Document | None = None
        self._fonts: dict[Font, EncodedFont] = {}
        self._pictures: dict[_Wanted, str] = {}
        self._placed: Any = None
        self._symbols: dict[tuple[Symbol, bool], str] = {}
        self._smallest: dict[Symbol, float] = {}
        """Size in mm of the smallest type of a symbol."""
        self._structure = Structure(self._container)
        self._form: FormWriter | None = None
        self._targets: dict[str, str] = {}
        """Objects of the places to which links lead, by name."""
        self._places: dict[str, str] = {}
        """These places, as they are written, as far as they are on pages."""
        self.paints = Paints(self._container)

    def add(self, document: Document) -> None:
        """Add pages; the other data of the last document is that of the file."""
        self._document = document
        for page in document.pages:
            self._add_page(page)

    @property
    def has_pictures(self) -> bool:
        """True if a page has raster pictures."""
        return bool(self._pictures)

    def finish(self) -> bytes:
        """Return the complete file."""
        assert self._document is not None, "nothing was added"
        if self._form:
            self._form.finish()
        for name, target in self._targets.items():
            self._container.define_link(target, self._places.get(name, "null"))
        for encoded in self._fonts.values():
            with encoded.font.reading():
                self._fill_font(encoded)
        for name, picture in _embed_all(self._pictures):
            self._fill_picture(name, picture)
        if self._placed:
            self._placed.finish()
        return self._finish_file(self._document)

    def _finish_file(self, document: Document) -> bytes:
        fonts_are_there = self._form is None or self._form.embeds_fonts
        is_accessible = self._structure.has_elements and self._placed is None and fonts_are_there
        xmp = {"pdfuaid:part": "1"} if is_accessible else None
        return self._container.finish(document, self._structure.finish(), xmp=xmp)

    def _add_page(self, page: Page) -> None:
        content = self._begin_content(self._kind.space, scale=1 / POINTS)
        content.transform((POINTS, 0, 0, -POINTS, 0, page.height * POINTS))
        link = self._structure.begin_page()
        content.describe_in(self._structure, page.shapes)
        layers = [(layer, tuple(same)) for layer, same in groupby(page.shapes, key=_find_layer)]
        has_layers = self._kind.has_layers and len({layer for layer, _ in layers}) > 1
        for layer, shapes in layers:
            content.draw_layer(self._container.layer(layer) if has_layers else "", shapes)
        fields: Sequence[str] = ()
        if page.fields:
            self._form = self._form or FormWriter(self._container, self._structure, self._draw_look)
            fields = self._form.add(page, link)
        fields = (*fields, *(self._add_link(one, page, link) for one in page.links))
        for name, top in page.targets.items():
            self._places[name] = f"[{link} /XYZ null {number((page.height - top) * POINTS)} null]"
        self._structure.end_page()
        whole = (0.0, 0.0, page.width, page.height)
        trim = page.trim or whole
        boxes = {"MediaBox": whole, "TrimBox": trim, "BleedBox": page.bleed or trim}
        shared = self._container.shared_resources
        resources = self._container.resources(content.used) if content.has_own else shared
        edges = {name: to_points(box, page.height, 4) for name, box in boxes.items()}
        self._container.add_page(
            link,
            content.finish(),
            resources=resources,
            boxes=edges,
            label=page.label,
            annotations=fields,
            is_small=self._placed is not None,
        )

    def _add_link(self, one: Link, page: Page, link: str) -> str:
        """Add the area of a link to a page, and return the link to its object."""
        area, target = self._container.reserve_link(), self._targets.get(one.target)
        target = self._targets[one.target] = target or self._container.reserve_link()
        parent = self._structure.add_link(area, one.words)
        rect = " ".join(map(number, to_points(one.box, page.height, 3)))
        entries = f"/Type/Annot/Subtype/Link/F {_PRINTED}/P {link}/Rect[{rect}]/Border[0 0 0]/Dest {target}"
        self._container.fill_link(area, f"{entries}/StructParent {parent}/Contents{write_string(one.words)}")
        return area

    def _draw_look(self, name: str, shapes: Sequence[Shape], width: float, height: float) -> None:
        """Define how a field looks: shapes in mm from the top left corner of a box."""
        matrix = PDFArray([POINTS, 0, 0, -POINTS, 0, height * POINTS])
        self._add_form(name, shapes, (0.0, 0.0, width, height), 1 / POINTS, self._kind.space, Matrix=matrix)

    def _begin_content(self, space: Space, *, is_symbol: bool = False, scale: float = 1.0) -> Content:
        return Content(self, space, is_symbol=is_symbol, scale=scale)

    def font(self, font: Font) -> EncodedFont:
        """Return a font, which is embedded at the end."""
        if font not in self._fonts:
            self._fonts[font] = EncodedFont(font, self._container.name("F", "Font"))
        return self._fonts[font]

    def picture(self, picture: Picture, scale: float) -> tuple[str, EmbeddingPlan]:
        """Return the name of a picture that is printed at a scale, and how it is embedded."""
        pixels = scale * self._dpi / 25.4
        size = picture.width * pixels, picture.height * pixels
        wanted = picture.file, picture.file.plan(picture.view, *size, splits=True)
        if wanted not in self._pictures:
            self._pictures[wanted] = self._container.name("I")
        return self._pictures[wanted], wanted[1]

    def placed_page(self, picture: Picture) -> tuple[str, str] | None:
        """Return the name of a page of another file, and the operators that show it; None for pixels."""
        view = picture.view
        if not (isinstance(picture.file, VectorFile) and self._kind.copies_pages) or view.tint or view.looks:
            return None
        # Few documents have such pages.
        from generator.backends.pdf.placed_pages import PlacedPages

        self._placed = self._placed or PlacedPages(self._container)
        placed: tuple[str, str] = self._placed.place(picture)
        return placed

    def _fill_picture(self, name: str, picture: Embedded) -> None:
        entries, stream = make_image_entries(picture.data, picture if picture.is_jpeg else None)
        if picture.profile:
            profile = self._container.add({"N": "3"}, zlib.compress(picture.profile))
            entries["ColorSpace"] = PDFArray([PDFName("ICCBased"), profile])
        if picture.alpha:
            entries["SMask"] = self._container.add(*make_image_entries(picture.alpha))
        self._container.fill_once(name, entries, stream)

    def symbol(self, symbol: Symbol, scale: float) -> str:
        """Return the name of a symbol, which is drawn for the scale of its first use.

        Where some of its type is too small to be read, it is drawn again.
        """
        key = symbol, self._find_smallest(symbol) * scale < SMALLEST_TEXT
        if key not in self._symbols:
            name = self._symbols[key] = self._container.name("S", "XObject")
            self._add_form(name, symbol.shapes, _with_room(symbol.box), scale, self._kind.space)
        return self._symbols[key]

    def _find_smallest(self, symbol: Symbol) -> float:
        if symbol not in self._smallest:
            sizes = (
                run.size * measure_least_scale(by)
                for run, by, _ in walk(symbol.shapes)
                if isinstance(run, GlyphRun)
            )
            self._smallest[symbol] = min(sizes, default=inf)
        return self._smallest[symbol]

    def group(self, shapes: Sequence[Shape], scale: float, space: Space) -> str:
        """Return the name of shapes that are transparent as a whole."""
        name = self._container.name("T")
        group = PDFDictionary({"S": "/Transparency", "CS": f"/{space.name}"})
        self._add_form(name, shapes, _with_room(measure_bounds(shapes)), scale, space, Group=group)
        return name

    def mask(self, path: Path) -> str:
        """Return the name of the state that shows only where a path is bright."""
        return self.paints.mask(self._container.find(self.group((path,), 1.0, self._kind.mask_space)))

    def _add_form(
        self,
        name: str,
        shapes: Sequence[Shape],
        box: tuple[float, ...],
        scale: float,
        space: Space,
        **others: PDFObject,
    ) -> None:
        content = self._begin_content(space, is_symbol=True, scale=scale)
        content.draw(shapes)
        resources = self._container.resources(content.used)
        entries = {"Type": "/XObject", "Subtype": "/Form", "BBox": PDFArray(box), "Resources": resources}
        self._container.fill(name, {**entries, **others}, _compress(content.finish()))

    def _fill_font(self, encoded: EncodedFont) -> None:
        add = self._container.add
        name, data, glyphs = encoded.subset()
        descriptor = encoded.file.add(self._container, data, name=name, flags=_SYMBOLIC, stem=80)
        registry = {"Registry": PDFString("Adobe"), "Ordering": PDFString("Identity"), "Supplement": 0}
        glyph_map = {"CIDToGIDMap": add({}, zlib.compress(glyphs))} if glyphs else {}
        descendant = add(
            {
                "Type": "/Font",
                "Subtype": f"/{encoded.file.subtype}",
                "BaseFont": f"/{name}",
                "CIDSystemInfo": PDFDictionary(registry),
                "FontDescriptor": descriptor,
                "W": PDFArray([1, PDFArray(map(str, encoded.widths))]),
                **glyph_map,
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


def _with_room(box: tuple[float, float, float, float]) -> tuple[float, ...]:
    """Enlarge the box of a symbol: viewers clip symbols at their box, some of them a pixel too early."""
    left, top, right, bottom = box
    room = max(right - left, bottom - top) / 10
    return left - room, top - room, right + room, bottom + room


_ART = "Art"
_LAYERS = {
    "crop marks": "Crop marks",
    "cut": "Cut",
    "cut ground": "Cut",
    "fold": "Fold",
    "fold ground": "Fold",
    "margin": "Margin",
    "registration": "Crop marks",
    "seams": "Cut",
}
"""Layers of groups of the page itself, by their names; all others are art."""


def _find_layer(shape: Shape) -> str:
    return _LAYERS.get(shape.name, _ART) if isinstance(shape, Group) else _ART


_Wanted: TypeAlias = tuple[RasterFile, EmbeddingPlan]


def _embed_all(wanted: Mapping[_Wanted, str]) -> Iterator[tuple[str, Embedded]]:
    """Yield each picture with its name, decoded on all processors; raises OutputError."""
    if not wanted:
        return
    # Few documents have pictures.
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor() as pool:
        embedded = pool.map(lambda one: one[0].embed(one[1], splits=True), wanted)
        yield from zip(wanted.values(), embedded, strict=True)


def make_image_entries(data: bytes, jpeg: Embedded | None = None) -> tuple[dict[str, Any], bytes]:
    """Return the entries of the image dictionary of a PNG or JPEG, formatted for PDF, and its stream."""
    if jpeg:
        return describe_image(jpeg.size, "/DeviceGray" if jpeg.is_grey else "/DeviceRGB"), data
    chunks: dict[bytes, bytes] = {}
    for kind, body in list_chunks(data):
        chunks[kind] = chunks.get(kind, b"") + body
    width, height, bits, colour, _, _, _ = struct.unpack(">2L5B", chunks[b"IHDR"])
    space = "/DeviceRGB" if colour == 2 else "/DeviceGray"
    if colour == 3:
        palette = chunks[b"PLTE"]
        space = f"[/Indexed /DeviceRGB {len(palette) // 3 - 1} <{palette.hex()}>]"
    size, colours = (width, height), 3 if colour == 2 else 1
    rows = describe_rows(size, predictor=15, colours=colours, bits=bits)
    return describe_image(size, space) | rows, chunks[b"IDAT"]


def describe_image(size: tuple[int, int], space: str) -> dict[str, Any]:
    """Return the entries that all image dictionaries have, with the filter of a JPEG."""
    entries = {"Type": "/XObject", "Subtype": "/Image", "BitsPerComponent": "8", "Filter": "/DCTDecode"}
    return {**entries, "Width": str(size[0]), "Height": str(size[1]), "ColorSpace": space}


def describe_rows(size: tuple[int, int], *, predictor: int, colours: int, bits: int = 8) -> dict[str, Any]:
    """Return the entries of an image dictionary for compressed rows of samples or of their differences."""
    rows = f"/Colors {colours} /BitsPerComponent {bits} /Columns {size[0]}"
    parameters = f"<</Predictor {predictor} {rows}>>"
    return {"BitsPerComponent": str(bits), "Filter": "/FlateDecode", "DecodeParms": parameters}

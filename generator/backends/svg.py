"""SVG pages in millimetres: outlines only, with the text kept for screen readers.

Text is drawn as glyph outlines, each of them once in `<defs>`, because `<text>` looks the same only in
browsers. The only module that imports svgwrite.
"""

import base64
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from xml.etree.ElementTree import Element, SubElement

from svgwrite import Drawing
from svgwrite.base import BaseElement, Title
from svgwrite.extensions import Inkscape

from generator.backends.formats import Format, Options
from generator.backends.numbers import factor, number
from generator.scene.fonts import Font
from generator.scene.shapes import (
    IDENTITY,
    Document,
    GlyphRun,
    Group,
    Page,
    Path,
    Picture,
    Segment,
    Shape,
    Stroke,
    Symbol,
    Transform,
    Use,
)

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ATTRIBUTE, _TEXT = re.compile('[&<>"\r\n\t]'), re.compile("[&<>]")
_ENTITIES = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "\r": "&#13;",
    "\n": "&#10;",
    "\t": "&#09;",
}
_NOT_IN_ID = re.compile(r"[^A-Za-z0-9_.-]+")


def write_svg(document: Document, page_index: int) -> bytes:
    """Return one page; the same document gives the same bytes."""
    page = document.pages[page_index]
    writer = _PageWriter(document, page)
    writer.draw(page.shapes)
    return writer.finish()


class _PageWriter:
    """Writer of shapes into a group, and of repeated parts into `<defs>`."""

    def __init__(self, document: Document, page: Page) -> None:
        width, height = number(page.width), number(page.height)
        self._drawing = Drawing(size=(f"{width}mm", f"{height}mm"), debug=False)
        self._layers = Inkscape(self._drawing)
        self._ids: set[str] = set()
        self._fonts: dict[Font, str] = {}
        self._glyphs: dict[tuple[Font, int], str] = {}
        self._symbols: dict[Symbol, str] = {}
        self._pictures: dict[bytes, str] = {}
        root = self._drawing
        root["viewBox"] = f"0 0 {width} {height}"
        # The miter limit of PDF; the default of SVG, 4, would bevel corners that PDF draws pointed.
        root["stroke-miterlimit"] = "10"
        root["lang"] = root["xml:lang"] = document.language
        root["role"] = "graphics-document document"
        title = " · ".join(filter(None, (document.title, page.label)))
        root.set_desc(_clean(title) or None, _clean(document.subject) or None)

    def finish(self) -> bytes:
        written = ['<?xml version="1.0" encoding="utf-8"?>\n']
        _write_element(self._drawing.get_xml(), written.append)
        written.append("\n")
        return "".join(written).encode()

    def draw(self, shapes: Sequence[Shape]) -> None:
        """Draw the shapes of a page or a group; named groups of the page itself are layers."""
        for shape in shapes:
            if isinstance(shape, Group) and shape.name:
                layer = self._layers.layer(label=_clean(shape.name))
                self._drawing.add(self._fill_group(layer, shape))
            else:
                self._drawing.add(self._element(shape))

    def _element(self, shape: Shape) -> "BaseElement | _RunElement | _PathElement":
        if isinstance(shape, GlyphRun):
            return self._run(shape)
        if isinstance(shape, Path):
            return self._path(shape)
        if isinstance(shape, Group):
            return self._fill_group(self._drawing.g(), shape)
        if isinstance(shape, Use):
            return self._use(shape)
        return self._picture(shape)

    def _fill_group(self, element: BaseElement, group: Group) -> BaseElement:
        if group.name:
            element["id"] = self._new_id(group.name)
        if group.title:
            element["role"] = "img"
            element.add(Title(_clean(group.title)))
        if group.transform != IDENTITY:
            element["transform"] = _matrix(group.transform)
        if group.clip is not None:
            element["clip-path"] = f"url(#{self._clip(group.clip)})"
        for shape in group.shapes:
            element.add(self._element(shape))
        return element

    def _clip(self, path: Path) -> str:
        id = self._new_id("clip")
        outline = self._drawing.path(_outline(path.segments))
        if path.even_odd:
            outline["clip-rule"] = "evenodd"
        clip = self._drawing.clipPath(id=id)
        clip.add(outline)
        self._drawing.defs.add(clip)
        return id

    def _path(self, path: Path) -> "_PathElement":
        attributes = {"d": _outline(path.segments), "fill": path.fill.hex if path.fill else "none"}
        if path.even_odd:
            attributes["fill-rule"] = "evenodd"
        if path.stroke is not None:
            attributes |= _stroke_attributes(path.stroke)
        return _PathElement(attributes)

    def _run(self, run: GlyphRun) -> "_RunElement":
        """Return a glyph run as a group in font units, with y pointing up."""
        scale = run.size / run.font.units_per_em
        attributes = {
            "transform": f"matrix({_fine(scale)} 0 0 -{_fine(scale)} {number(run.x)} {number(run.y)})",
            "fill": run.colour.hex,
        }
        if not run.text.isspace():
            attributes |= {"role": "img", "aria-label": _clean(run.text)}
        return _RunElement(attributes, list(self._place(run, scale)))

    def _place(self, run: GlyphRun, scale: float) -> Iterator[tuple[str, float, int]]:
        """Yield (id of the outline, x, y) for every visible glyph."""
        tracking, spacing = run.tracking / scale, run.spacing / scale
        pen = 0.0
        for piece in run.pieces:
            cluster = None
            for glyph in piece.glyphs:
                if tracking and cluster not in (None, glyph.cluster):
                    pen += tracking
                cluster = glyph.cluster
                id = self._glyphs.get((run.font, glyph.index))
                if id is None:
                    id = self._glyphs[run.font, glyph.index] = self._add_glyph(run.font, glyph.index)
                if id:
                    yield id, pen + glyph.dx, glyph.dy
                pen += glyph.advance
            if piece.glyphs:
                pen += tracking
            if spacing and piece.text.isspace():
                pen += spacing

    def _add_glyph(self, font: Font, glyph: int) -> str:
        """Add a glyph to `<defs>` and return its id; empty for invisible glyphs such as spaces."""
        outline = _glyph_outline(font, glyph)
        if not outline:
            return ""
        letter = self._fonts.setdefault(font, f"f{len(self._fonts) + 1}")
        id = self._new_id(f"{letter}g{glyph}")
        self._drawing.defs.add(self._drawing.path(outline, id=id))
        return id

    def _use(self, use: Use) -> BaseElement:
        id = self._symbols.get(use.symbol)
        if id is None:
            element = self._drawing.g()
            for shape in use.symbol.shapes:
                element.add(self._element(shape))
            id = self._symbols[use.symbol] = self._new_id(use.symbol.name)
            element["id"] = id
            self._drawing.defs.add(element)
        placed = self._drawing.use(f"#{id}")
        if use.transform != IDENTITY:
            placed["transform"] = _matrix(use.transform)
        return _titled(placed, use.title)

    def _picture(self, picture: Picture) -> BaseElement:
        id = self._pictures.get(picture.data)
        if id is None:
            id = self._pictures[picture.data] = self._new_id("picture")
            data = base64.b64encode(picture.data).decode("ascii")
            image = self._drawing.image(f"data:image/png;base64,{data}", size=(1, 1), id=id)
            image["preserveAspectRatio"] = "none"
            self._drawing.defs.add(image)
        placed = self._drawing.use(f"#{id}")
        placed["transform"] = _matrix((picture.width, 0, 0, picture.height, picture.x, picture.y))
        return _titled(placed, picture.title)

    def _new_id(self, name: str) -> str:
        """Return a valid and unique XML id derived from a name."""
        base = _NOT_IN_ID.sub("-", name).strip("-.") or "x"
        if not (base[0].isalpha() or base[0] == "_"):
            base = f"_{base}"
        id = base
        count = 1
        while id in self._ids:
            count += 1
            id = f"{base}-{count}"
        self._ids.add(id)
        return id


class _RunElement:
    """The group of a run; svgwrite's own elements take four times as long per glyph."""

    elementname = "g"

    def __init__(self, attributes: dict[str, str], glyphs: list[tuple[str, float, int]]) -> None:
        self._attributes = attributes
        self._glyphs = glyphs

    def get_xml(self) -> Element:
        group = Element("g", self._attributes)
        for id, x, y in self._glyphs:
            use = SubElement(group, "use", {"xlink:href": f"#{id}"})
            if x:
                use.set("x", number(round(x, 2)))
            if y:
                use.set("y", number(y))
        return group


class _PathElement:
    """An outline; svgwrite's own path elements take four times as long."""

    elementname = "path"

    def __init__(self, attributes: dict[str, str]) -> None:
        self._attributes = attributes

    def get_xml(self) -> Element:
        return Element("path", self._attributes)


def _write_element(element: Element, write: Callable[[str], object]) -> None:
    """Write an element like `ElementTree.tostring`, in half the time: a page has thousands of elements."""
    write(f"<{element.tag}")
    for name, value in element.items():
        write(f' {name}="{_ATTRIBUTE.sub(_escape, value)}"')
    if not len(element) and not element.text:
        write(" />")
    else:
        write(">")
        if element.text:
            write(_TEXT.sub(_escape, element.text))
        for child in element:
            _write_element(child, write)
        write(f"</{element.tag}>")
    if element.tail:
        write(_TEXT.sub(_escape, element.tail))


def _escape(match: re.Match[str]) -> str:
    return _ENTITIES[match[0]]


def _titled(element: BaseElement, title: str) -> BaseElement:
    if title:
        element["role"] = "img"
        element.add(Title(_clean(title)))
    return element


def _stroke_attributes(stroke: Stroke) -> dict[str, str]:
    attributes = {"stroke": stroke.colour.hex}
    if stroke.dash:
        attributes["stroke-dasharray"] = " ".join(map(number, stroke.dash))
    if stroke.cap != "butt":
        attributes["stroke-linecap"] = stroke.cap
    if stroke.join != "miter":
        attributes["stroke-linejoin"] = stroke.join
    attributes["stroke-width"] = number(stroke.width)
    return attributes


@lru_cache(maxsize=8192)
def _outline(segments: tuple[Segment, ...]) -> str:
    """Return path data; cached, because repeated parts and other languages have the same outlines."""
    return "".join([kind + " ".join(map(number, points)) for kind, *points in segments])


@lru_cache(maxsize=65536)
def _glyph_outline(font: Font, glyph: int) -> str:
    """Return the outline, rounded to a tenth of a font unit: a thousandth of a mm in a heading of 1 cm."""
    return "".join(
        [
            str(kind) + " ".join([number(round(float(point), 1)) for point in points])
            for kind, *points in font.outline(glyph)
        ]
    )


def _matrix(transform: Transform) -> str:
    scales = " ".join(map(factor, transform[:4]))
    return f"matrix({scales} {number(transform[4])} {number(transform[5])})"


def _fine(scale: float) -> str:
    """Format millimetres per font unit, a small number, with significant digits instead of decimals."""
    return f"{scale:.7g}"


def _clean(text: str) -> str:
    """Remove control characters, most of which cannot be written in XML."""
    return _NOT_XML.sub("\ufffd", text)


def _write(document: Document, page: int | None, options: Options) -> bytes:
    assert page is not None, "an SVG file holds one page"
    return write_svg(document, page)


FORMAT = Format(name="svg", extension="svg", per_page=True, write=_write)

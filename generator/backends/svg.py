"""SVG pages in millimetres: outlines only, with the text kept for screen readers.

Text is drawn as glyph outlines, each of them once in `<defs>`, because `<text>` looks the same only in
browsers. The only module that imports svgwrite.
"""

import base64
import itertools
import re
from collections.abc import Callable
from functools import cache, lru_cache
from xml.etree.ElementTree import Element, SubElement
from xml.sax.saxutils import escape

from svgwrite import Drawing
from svgwrite.extensions import Inkscape

from generator.backends.formats import DEFAULT, Format, Options
from generator.backends.numbers import factor, number
from generator.scene import shapes as scene
from generator.scene.bounds import place_glyphs
from generator.scene.fonts import Font
from generator.scene.pictures import Embedded
from generator.scene.shapes import IDENTITY, Document, GlyphRun, Gradient, Group, Page, Path, Shape, Use
from generator.scene.transforms import find_scale

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SPECIAL = re.compile(r"""[&<>"\n\r\t]""")
_IN_ATTRIBUTES = {'"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"}
_NOT_IN_ID = re.compile(r"[^A-Za-z0-9_.-]+")


def write_svg(document: Document, page_index: int | None, options: Options = DEFAULT) -> bytes:
    """Return one page; the same document gives the same bytes."""
    return _PageWriter(document, document.pages[page_index or 0], options.dpi).write()


class _PageWriter:
    """Writer of a page; svgwrite makes only the root, because its other elements take four times as long."""

    def __init__(self, document: Document, page: Page, dpi: float) -> None:
        width, height = number(page.width), number(page.height)
        root = Drawing(size=(f"{width}mm", f"{height}mm"), debug=False)
        Inkscape(root)
        root["viewBox"] = f"0 0 {width} {height}"
        # The miter limit of PDF; the default of SVG, 4, would bevel corners that PDF draws pointed.
        root["stroke-miterlimit"] = "10"
        root["lang"] = root["xml:lang"] = document.language
        root["role"] = "graphics-document document"
        title = " · ".join(filter(None, (document.title, page.label)))
        root.set_desc(_clean(title) or None, _clean(document.subject) or None)
        self._root: Element = root.get_xml()
        self._defs = self._root[-1]
        self._shapes = page.shapes
        self._pixels = dpi / 25.4
        """Pixels of pictures per mm, where the next shape is drawn."""
        self._taken: set[str] = set()
        self._fonts: dict[Font, str] = {}
        self._find_glyph, self._find_symbol = cache(self._add_glyph), cache(self._add_symbol)
        self._find_picture, self._find_gradient = cache(self._add_picture), cache(self._add_gradient)
        """Ids of the glyphs, symbols, gradients, and pictures in `<defs>`."""

    def write(self) -> bytes:
        for shape in self._shapes:
            self._draw(shape, self._root, is_top=True)
        written = ['<?xml version="1.0" encoding="utf-8"?>\n']
        _write_element(self._root, written.append)
        written.append("\n")
        return "".join(written).encode()

    def _draw(self, shape: Shape, parent: Element, *, is_top: bool = False) -> None:
        if isinstance(shape, GlyphRun):
            self._draw_run(shape, parent)
        elif isinstance(shape, Path):
            self._add_path(parent, shape)
        elif isinstance(shape, Group):
            self._draw_group(shape, parent, is_layer=is_top and bool(shape.name))
        elif isinstance(shape, Use):
            pixels = self._pixels
            self._pixels *= find_scale(shape.transform)
            _add_use(parent, self._find_symbol(shape.symbol), _matrix(shape.transform), shape.title)
            self._pixels = pixels
        else:
            self._draw_picture(shape, parent)

    def _draw_group(self, group: Group, parent: Element, *, is_layer: bool) -> None:
        """Draw a group; named groups of the page itself are layers."""
        id = self._new_id(group.name) if group.name else ""
        clip = f"url(#{self._add_clip(group.clip)})" if group.clip else ""
        given = {
            "clip-path": clip,
            "id": id,
            "inkscape:groupmode": "layer" if is_layer else "",
            "inkscape:label": _clean(group.name) if is_layer else "",
            "opacity": number(group.opacity) if group.opacity < 1 else "",
            "role": "img" if group.title else "",
            "transform": _matrix(group.transform),
        }
        element = _add(parent, "g", given)
        _add_title(element, group.title)
        pixels = self._pixels
        self._pixels *= find_scale(group.transform)
        for shape in group.shapes:
            self._draw(shape, element)
        self._pixels = pixels

    def _draw_run(self, run: GlyphRun, parent: Element) -> None:
        """Draw a glyph run as a group in font units, with y pointing up."""
        scale = run.size / run.font.units_per_em
        # A small number needs significant digits instead of decimals.
        matrix = f"matrix({scale:.7g} 0 0 -{scale:.7g} {number(run.x)} {number(run.y)})"
        attributes = {"transform": matrix, "fill": run.colour.hex}
        if run.colour.alpha < 1:
            attributes["fill-opacity"] = number(run.colour.alpha)
        if not run.text.isspace():
            attributes |= {"role": "img", "aria-label": _clean(run.text)}
        group = SubElement(parent, "g", attributes)
        for _, glyph, pen in place_glyphs(run):
            if id := self._find_glyph(run.font, glyph.index):
                use = SubElement(group, "use", {"xlink:href": f"#{id}"})
                if x := pen + glyph.dx:
                    use.set("x", number(round(x, 2)))
                if glyph.dy:
                    use.set("y", number(glyph.dy))

    def _add_glyph(self, font: Font, glyph: int) -> str:
        """Add a glyph to `<defs>` and return its id; empty for invisible glyphs such as spaces."""
        outline = _glyph_outline(font, glyph)
        if not outline:
            return ""
        letter = self._fonts.setdefault(font, f"f{len(self._fonts) + 1}")
        id = self._new_id(f"{letter}g{glyph}")
        SubElement(self._defs, "path", {"d": outline, "id": id})
        return id

    def _add_clip(self, path: Path) -> str:
        id = self._new_id("clip")
        clip = SubElement(self._defs, "clipPath", {"id": id})
        _add(clip, "path", {"clip-rule": "evenodd" if path.even_odd else "", "d": _outline(path.segments)})
        return id

    def _add_symbol(self, symbol: scene.Symbol) -> str:
        group = Element("g")
        for shape in symbol.shapes:
            self._draw(shape, group)
        id = self._new_id(symbol.name)
        group.set("id", id)
        self._defs.append(group)
        return id

    def _draw_picture(self, picture: scene.Picture, parent: Element) -> None:
        width, height = picture.width, picture.height
        plan = picture.file.plan(picture.view, width * self._pixels, height * self._pixels)
        id = self._find_picture(picture.file.embed(plan))
        _add_use(parent, id, _matrix(plan.place(picture.x, picture.y, width, height)), picture.title)

    def _add_picture(self, embedded: Embedded) -> str:
        id, kind = self._new_id("picture"), "jpeg" if embedded.is_jpeg else "png"
        link = f"data:image/{kind};base64,{base64.b64encode(embedded.data).decode('ascii')}"
        given = {"height": "1", "id": id, "preserveAspectRatio": "none", "width": "1", "xlink:href": link}
        SubElement(self._defs, "image", given)
        return id

    def _add_path(self, parent: Element, path: Path) -> None:
        given = {"d": _outline(path.segments)}
        given |= self._paint(path.fill, "fill") if path.fill else {"fill": "none"}
        given["fill-rule"] = "evenodd" if path.even_odd else ""
        if stroke := path.stroke:
            given |= self._paint(stroke.colour, "stroke")
            given["stroke-dasharray"] = " ".join(map(number, stroke.dash))
            given["stroke-dashoffset"] = number(stroke.phase) if stroke.phase else ""
            given["stroke-linecap"] = stroke.cap if stroke.cap != "butt" else ""
            given["stroke-linejoin"] = stroke.join if stroke.join != "miter" else ""
            given["stroke-width"] = number(stroke.width)
        _add(parent, "path", given)

    def _paint(self, paint: scene.Paint, name: str) -> dict[str, str]:
        """Return the attributes of a fill or stroke, some of them empty."""
        if isinstance(paint, Gradient):
            return {name: f"url(#{self._find_gradient(paint)})"}
        return {name: paint.hex, f"{name}-opacity": number(paint.alpha) if paint.alpha < 1 else ""}

    def _add_gradient(self, gradient: Gradient) -> str:
        id = self._new_id("gradient")
        keys = ("fx", "fy", "cx", "cy") if gradient.radius else ("x1", "y1", "x2", "y2")
        given = dict(zip(keys, map(number, (*gradient.start, *gradient.end)), strict=True))
        given |= {"r": number(gradient.radius)} if gradient.radius else {}
        moved = _matrix(gradient.transform)
        given |= {"id": id, "gradientUnits": "userSpaceOnUse", "gradientTransform": moved}
        element = _add(self._defs, "radialGradient" if gradient.radius else "linearGradient", given)
        for offset, colour in gradient.stops:
            faint = {"stop-opacity": number(colour.alpha)} if colour.alpha < 1 else {}
            SubElement(element, "stop", {"offset": factor(offset), "stop-color": colour.hex, **faint})
        return id

    def _new_id(self, name: str) -> str:
        """Return a valid and unique XML id derived from a name."""
        base = _NOT_IN_ID.sub("-", name).strip("-.") or "x"
        if not (base[0].isalpha() or base[0] == "_"):
            base = f"_{base}"
        numbered = (f"{base}-{count}" if count > 1 else base for count in itertools.count(1))
        id = next(id for id in numbered if id not in self._taken)
        self._taken.add(id)
        return id


def _write_element(element: Element, write: Callable[[str], object]) -> None:
    """Write an element like `ElementTree.tostring`, in half the time: a page has thousands of elements."""
    tag, given = element.tag, ""
    for name, value in element.items():
        given += f' {name}="{escape(value, _IN_ATTRIBUTES) if _SPECIAL.search(value) else value}"'
    if not len(element) and not element.text:
        write(f"<{tag}{given} />")
    else:
        write(f"<{tag}{given}>")
        if element.text:
            write(escape(element.text))
        for child in element:
            _write_element(child, write)
        write(f"</{tag}>")


def _add(parent: Element, tag: str, attributes: dict[str, str]) -> Element:
    """Add an element with those attributes that are not empty."""
    return SubElement(parent, tag, {name: value for name, value in attributes.items() if value})


def _add_title(element: Element, title: str) -> None:
    if title:
        SubElement(element, "title").text = _clean(title)


def _add_use(parent: Element, id: str, transform: str, title: str) -> None:
    given = {"role": "img" if title else "", "transform": transform, "xlink:href": f"#{id}"}
    _add_title(_add(parent, "use", given), title)


@lru_cache(maxsize=8192)
def _outline(segments: tuple[scene.Segment, ...]) -> str:
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


def _matrix(transform: scene.Transform) -> str:
    """Return a transform; empty if it changes nothing."""
    if transform == IDENTITY:
        return ""
    scales = " ".join(map(factor, transform[:4]))
    return f"matrix({scales} {number(transform[4])} {number(transform[5])})"


def _clean(text: str) -> str:
    """Remove control characters, most of which cannot be written in XML."""
    return _NOT_XML.sub("\ufffd", text)


FORMAT = Format(name="svg", extension="svg", per_page=True, write=write_svg)

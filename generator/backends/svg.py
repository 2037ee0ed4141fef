"""SVG pages in millimetres: outlines only, with the text kept for screen readers.

Text is drawn as glyph outlines, each of them once in `<defs>`, because `<text>` looks the same only in
browsers. The only module that imports svgwrite.
"""

import base64
import itertools
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from xml.etree.ElementTree import tostring
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
_IN_ATTRIBUTES = {'"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"}
_NOT_IN_ID = re.compile(r"[^A-Za-z0-9_.-]+")


def write_svg(document: Document, page_index: int | None, options: Options = DEFAULT) -> bytes:
    """Return one page; the same document gives the same bytes."""
    return _PageWriter(document, document.pages[page_index or 0], options.dpi).write()


class _PageWriter:
    """Writer of a page; svgwrite builds the root, and other elements are joined as text, which is faster."""

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
        self._root = root
        self._defs: list[str] = []
        self._shapes = page.shapes
        self._pixels = dpi / 25.4
        """Pixels of pictures per mm, where the next shape is drawn."""
        self._taken: set[str] = set()
        self._fonts: dict[Font, str] = {}
        self._find_glyph, self._find_symbol = cache(self._add_glyph), cache(self._add_symbol)
        self._find_picture, self._find_gradient = cache(self._add_picture), cache(self._add_gradient)
        """Ids of the glyphs, symbols, gradients, and pictures in `<defs>`."""

    def write(self) -> bytes:
        body: list[str] = []
        for shape in self._shapes:
            self._draw(shape, body, is_top=True)
        head, found, end = tostring(self._root.get_xml(), "unicode").rpartition("<defs />")
        assert found, "svgwrite writes <defs> in another way"
        declaration = '<?xml version="1.0" encoding="utf-8"?>\n'
        return "".join((declaration, head, _join("defs", {}, self._defs), *body, end, "\n")).encode()

    def _draw(self, shape: Shape, into: list[str], *, is_top: bool = False) -> None:
        if isinstance(shape, GlyphRun):
            self._draw_run(shape, into)
        elif isinstance(shape, Path):
            self._draw_path(shape, into)
        elif isinstance(shape, Group):
            self._draw_group(shape, into, is_layer=is_top and bool(shape.name))
        elif isinstance(shape, Use):
            pixels = self._pixels
            self._pixels *= find_scale(shape.transform)
            into.append(_use(self._find_symbol(shape.symbol), _matrix(shape.transform), shape.title))
            self._pixels = pixels
        else:
            self._draw_picture(shape, into)

    def _draw_group(self, group: Group, into: list[str], *, is_layer: bool) -> None:
        """Draw a group; named groups of the page itself are layers."""
        if group.is_only_tagged:
            for shape in group.shapes:
                self._draw(shape, into)
            return
        id = self._new_id(group.name) if group.name else ""
        clip = f"url(#{self._add_clip(group.clip)})" if group.clip else ""
        given = {
            "clip-path": clip,
            "data-area": _quote(group.region.area) if group.region else "",
            "data-place": _quote(group.region.place) if group.region else "",
            "id": id,
            "inkscape:groupmode": "layer" if is_layer else "",
            "inkscape:label": _quote(group.name) if is_layer else "",
            "opacity": number(group.opacity) if group.opacity < 1 else "",
            "role": "img" if group.title else "",
            "transform": _matrix(group.transform),
        }
        pixels = self._pixels
        self._pixels *= find_scale(group.transform)
        inside = [_title(group.title)] if group.title else []
        for shape in group.shapes:
            self._draw(shape, inside)
        into.append(_join("g", given, inside))
        self._pixels = pixels

    def _draw_run(self, run: GlyphRun, into: list[str]) -> None:
        """Draw a glyph run as a group in font units, with y pointing up."""
        scale = run.size / run.font.units_per_em
        # A small number needs significant digits instead of decimals.
        given = {"transform": f"matrix({scale:.7g} 0 0 -{scale:.7g} {number(run.x)} {number(run.y)})"}
        given |= self._paint(run.colour, "fill")
        if not run.text.isspace():
            given |= {"role": "img", "aria-label": _quote(run.text)}
        uses = []
        for _, glyph, pen in place_glyphs(run):
            if id := self._find_glyph(run.font, glyph.index):
                x = f' x="{number(round(pen + glyph.dx, 2))}"' if pen + glyph.dx else ""
                y = f' y="{number(glyph.dy)}"' if glyph.dy else ""
                uses.append(f'<use xlink:href="#{id}"{x}{y} />')
        into.append(_join("g", given, uses))

    def _add_glyph(self, font: Font, glyph: int) -> str:
        """Add a glyph to `<defs>` and return its id; empty for invisible glyphs such as spaces."""
        outline = _glyph_outline(font, glyph)
        if not outline:
            return ""
        letter = self._fonts.setdefault(font, f"f{len(self._fonts) + 1}")
        id = self._new_id(f"{letter}g{glyph}")
        self._defs.append(f'<path d="{outline}" id="{id}" />')
        return id

    def _add_clip(self, path: Path) -> str:
        id = self._new_id("clip")
        rule = {"clip-rule": "evenodd" if path.even_odd else "", "d": _outline(path.segments)}
        self._defs.append(_join("clipPath", {"id": id}, [_join("path", rule)]))
        return id

    def _add_symbol(self, symbol: scene.Symbol) -> str:
        inside: list[str] = []
        for shape in symbol.shapes:
            self._draw(shape, inside)
        id = self._new_id(symbol.name)
        self._defs.append(_join("g", {"id": id}, inside))
        return id

    def _draw_picture(self, picture: scene.Picture, into: list[str]) -> None:
        width, height = picture.width, picture.height
        plan = picture.file.plan(picture.view, width * self._pixels, height * self._pixels)
        id = self._find_picture(picture.file.embed(plan))
        into.append(_use(id, _matrix(plan.place(picture.x, picture.y, width, height)), picture.title))

    def _add_picture(self, embedded: Embedded) -> str:
        id, kind = self._new_id("picture"), "jpeg" if embedded.is_jpeg else "png"
        link = f"data:image/{kind};base64,{base64.b64encode(embedded.data).decode('ascii')}"
        given = {"height": "1", "id": id, "preserveAspectRatio": "none", "width": "1", "xlink:href": link}
        self._defs.append(_join("image", given))
        return id

    def _draw_path(self, path: Path, into: list[str]) -> None:
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
        into.append(_join("path", given))

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
        stops = []
        for offset, colour in gradient.stops:
            faint = {"stop-opacity": number(colour.alpha)} if colour.alpha < 1 else {}
            stops.append(_join("stop", {"offset": factor(offset), "stop-color": colour.hex, **faint}))
        self._defs.append(_join("radialGradient" if gradient.radius else "linearGradient", given, stops))
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


def _join(tag: str, attributes: dict[str, str], inside: Sequence[str] = ()) -> str:
    """Return an element with those attributes that are not empty; their values must already be escaped."""
    given = "".join([f' {name}="{value}"' for name, value in attributes.items() if value])
    return f"<{tag}{given}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{given} />"


def _title(title: str) -> str:
    return f"<title>{escape(_clean(title))}</title>"


def _use(id: str, transform: str, title: str) -> str:
    given = {"role": "img" if title else "", "transform": transform, "xlink:href": f"#{id}"}
    return _join("use", given, [_title(title)] if title else [])


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


def _quote(text: str) -> str:
    """Return a text as the value of an attribute."""
    return escape(_clean(text), _IN_ATTRIBUTES)


def _clean(text: str) -> str:
    """Remove control characters, most of which cannot be written in XML."""
    return _NOT_XML.sub("\ufffd", text)


FORMAT = Format(name="svg", extension="svg", per_page=True, write=write_svg)

"""SVG pages in millimetres: outlines only, because `<text>` looks the same only in browsers.

What is drawn more than once (glyphs, symbols, pictures, gradients) is defined once and used by its id.
svgwrite builds the root of a page.
"""

import base64
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from xml.etree.ElementTree import tostring
from xml.sax.saxutils import escape

from svgwrite import Drawing
from svgwrite.extensions import Inkscape

from generator.backends.formats import DEFAULT, Format, clean_xml, escape_xml, factor, number
from generator.model.printing.printing import FileOptions
from generator.scene import shapes as scene
from generator.scene.fonts import Font
from generator.scene.pictures import Embedded
from generator.scene.shapes import place_glyphs


def write_svg(document: scene.Document, page_index: int | None, options: FileOptions = DEFAULT) -> bytes:
    """Return one page; the same document gives the same bytes."""
    page, writer = document.pages[page_index or 0], ShapeWriter(options.dpi)
    body = writer.draw_all(page.shapes, is_top=True)
    root = _make_root(document, page).get_xml()
    described = [tostring(child, "unicode") for child in root if child.tag != "defs"]
    given = {name: quote(value) for name, value in root.items()}
    svg = add_attributes("svg", given, [*described, add_attributes("defs", {}, writer.definitions), *body])
    return f'<?xml version="1.0" encoding="utf-8"?>\n{svg}\n'.encode()


def _make_root(document: scene.Document, page: scene.Page) -> Drawing:
    width, height = number(page.width), number(page.height)
    root = Drawing(size=(f"{width}mm", f"{height}mm"), debug=False)
    Inkscape(root)
    root["viewBox"] = f"0 0 {width} {height}"
    # The default of SVG, 4, would bevel corners that PDF draws pointed.
    root["stroke-miterlimit"] = number(scene.MITER_LIMIT)
    root["lang"] = root["xml:lang"] = document.language
    root["role"] = "graphics-document document"
    title = " · ".join(filter(None, (document.title, page.label)))
    root.set_desc(clean_xml(title) or None, clean_xml(document.subject) or None)
    return root


class ShapeWriter:
    """Writer of shapes; elements are joined as text, which is faster than trees."""

    link = "xlink:href"
    """Attribute of a reference."""

    def __init__(self, dpi: float) -> None:
        self.definitions: list[str] = []
        """Elements for `<defs>`."""
        self._pixels = dpi / 25.4
        """Pixels of pictures per mm, where the next shape is drawn."""
        self._taken: set[str] = set()
        self._fonts: dict[Font, str] = {}
        # These return the ids in `<defs>`. Pictures of a symbol have as many pixels as its first use needs.
        self._find_glyph, self._find_symbol = cache(self._add_glyph), cache(self._add_symbol)
        self._find_picture, self._find_gradient = cache(self._add_picture), cache(self._add_gradient)

    def draw_all(self, shapes: Iterable[scene.Shape], *, is_top: bool = False) -> list[str]:
        """Return the elements of shapes; `is_top` is true for shapes of the page itself."""
        drawn: list[str] = []
        for shape in shapes:
            self._draw(shape, drawn, is_top=is_top)
        return drawn

    def _draw(self, shape: scene.Shape, into: list[str], *, is_top: bool) -> None:
        if isinstance(shape, scene.GlyphRun):
            self._draw_run(shape, into)
        elif isinstance(shape, scene.Path):
            self._draw_path(shape, into)
        elif isinstance(shape, scene.Group):
            self._draw_group(shape, into, is_top=is_top)
        elif isinstance(shape, scene.Use):
            with self._scaled(shape.transform):
                symbol = self._find_symbol(shape.symbol)
            into.append(self._use(symbol, matrix(shape.transform), shape.title))
        else:
            self._draw_picture(shape, into)

    @contextmanager
    def _scaled(self, transform: scene.Transform) -> Iterator[None]:
        """Draw pictures inside with the pixels that a transform makes of them."""
        pixels = self._pixels
        self._pixels *= scene.measure_least_scale(transform)
        yield
        self._pixels = pixels

    def define(self, name: str, write: Callable[[str], str]) -> str:
        """Add an element to `<defs>`, which is written with its id, and return the id."""
        id = self._new_id(name)
        self.definitions.append(write(id))
        return id

    def _describe_group(self, group: scene.Group, *, is_top: bool) -> dict[str, str]:
        """Return the attributes of a group for people and programs; named groups of the page are layers."""
        is_layer = is_top and bool(group.name)
        return {
            "data-area": quote(group.region.area) if group.region else "",
            "data-place": quote(group.region.place) if group.region else "",
            "id": self._new_id(group.name) if group.name else "",
            "inkscape:groupmode": "layer" if is_layer else "",
            "inkscape:label": quote(group.name) if is_layer else "",
            "role": "img" if group.title else "",
        }

    def _describe_run(self, run: scene.GlyphRun) -> dict[str, str]:
        return {} if run.text.isspace() else {"role": "img", "aria-label": quote(run.text)}

    def _write_title(self, title: str) -> list[str]:
        return [f"<title>{escape_xml(title)}</title>"] if title else []

    def _use(self, id: str, transform: str, title: str = "") -> str:
        given = {"role": "img" if title else "", "transform": transform, self.link: f"#{id}"}
        return add_attributes("use", given, self._write_title(title))

    def _draw_group(self, group: scene.Group, into: list[str], *, is_top: bool) -> None:
        if group.is_only_tagged:
            into += self.draw_all(group.shapes)
            return
        given = self._describe_group(group, is_top=is_top)
        given["clip-path"] = f"url(#{self.add_clip(group.clip)})" if group.clip else ""
        given["opacity"] = number(group.opacity) if group.opacity < 1 else ""
        given["transform"] = matrix(group.transform)
        inside = self._write_title(group.title)
        with self._scaled(group.transform):
            inside += self.draw_all(group.shapes)
        into.append(add_attributes("g", dict(sorted(given.items())), inside))

    def _draw_run(self, run: scene.GlyphRun, into: list[str]) -> None:
        """Draw a glyph run as a group in font units, with y pointing up."""
        scale = run.size / run.font.units_per_em
        # A small number needs significant digits instead of decimals.
        given = {"transform": f"matrix({scale:.7g} 0 0 -{scale:.7g} {number(run.x)} {number(run.y)})"}
        given |= self._paint(run.colour, "fill") | self._describe_run(run)
        uses = []
        for _, glyph, pen in place_glyphs(run):
            if id := self._find_glyph(run.font, glyph.index):
                x = f' x="{number(round(pen + glyph.dx, 2))}"' if pen + glyph.dx else ""
                y = f' y="{number(glyph.dy)}"' if glyph.dy else ""
                uses.append(f'<use {self.link}="#{id}"{x}{y} />')
        into.append(add_attributes("g", given, uses))

    def _add_glyph(self, font: Font, glyph: int) -> str:
        """Define a glyph and return its id; empty for invisible glyphs such as spaces."""
        outline = _glyph_outline(font, glyph)
        if not outline:
            return ""
        letter = self._fonts.setdefault(font, f"f{len(self._fonts) + 1}")
        return self.define(f"{letter}g{glyph}", lambda id: f'<path d="{outline}" id="{id}" />')

    def add_clip(self, path: scene.Path) -> str:
        """Define a clip and return its id."""
        rule = {"clip-rule": "evenodd" if path.even_odd else "", "d": _outline(path.segments)}
        return self.define(
            "clip", lambda id: add_attributes("clipPath", {"id": id}, [add_attributes("path", rule)])
        )

    def _add_symbol(self, symbol: scene.Symbol) -> str:
        inside = self.draw_all(symbol.shapes)
        return self.define(symbol.name, lambda id: add_attributes("g", {"id": id}, inside))

    def _draw_picture(self, picture: scene.Picture, into: list[str]) -> None:
        width, height = picture.width, picture.height
        plan = picture.file.plan(picture.view, width * self._pixels, height * self._pixels)
        id = self._find_picture(picture.file.embed(plan))
        place = plan.place(picture.x, picture.y, width, height)
        into.append(self._use(id, matrix(place), picture.title))

    def _add_picture(self, embedded: Embedded) -> str:
        kind = "jpeg" if embedded.is_jpeg else "png"
        link = f"data:image/{kind};base64,{base64.b64encode(embedded.data).decode('ascii')}"
        size = {"preserveAspectRatio": "none", "width": "1", self.link: link}
        return self.define("picture", lambda id: add_attributes("image", {"height": "1", "id": id, **size}))

    def _draw_path(self, path: scene.Path, into: list[str]) -> None:
        given = self._paint(path.fill, "fill") if path.fill else {"fill": "none"}
        given["fill-rule"] = "evenodd" if path.even_odd else ""
        if stroke := path.stroke:
            given |= self._paint(stroke.colour, "stroke")
            given["stroke-dasharray"] = " ".join(map(number, stroke.dash))
            given["stroke-dashoffset"] = number(stroke.phase) if stroke.phase else ""
            given["stroke-linecap"] = stroke.cap if stroke.cap != "butt" else ""
            given["stroke-linejoin"] = stroke.join if stroke.join != "miter" else ""
            has_limit = stroke.miter_limit != scene.MITER_LIMIT
            given["stroke-miterlimit"] = number(stroke.miter_limit) if has_limit else ""
            given["stroke-width"] = number(stroke.width)
        into.append(self._write_path(_outline(path.segments), given))

    def _write_path(self, outline: str, given: dict[str, str]) -> str:
        return add_attributes("path", {"d": outline, **given})

    def _paint(self, paint: scene.Paint, name: str) -> dict[str, str]:
        """Return the attributes of a fill or stroke, some of them empty."""
        if isinstance(paint, scene.Gradient):
            return {name: f"url(#{self._find_gradient(paint)})"}
        return {name: paint.hex, f"{name}-opacity": number(paint.alpha) if paint.alpha < 1 else ""}

    def _add_gradient(self, gradient: scene.Gradient) -> str:
        keys = ("fx", "fy", "cx", "cy") if gradient.radius else ("x1", "y1", "x2", "y2")
        given = dict(zip(keys, map(number, (*gradient.start, *gradient.end)), strict=True))
        given |= {"r": number(gradient.radius)} if gradient.radius else {}
        space = {"gradientUnits": "userSpaceOnUse", "gradientTransform": matrix(gradient.transform)}
        stops = []
        for offset, colour in gradient.stops:
            faint = {"stop-opacity": number(colour.alpha)} if colour.alpha < 1 else {}
            stops.append(
                add_attributes("stop", {"offset": factor(offset), "stop-color": colour.hex, **faint})
            )
        kind = "radialGradient" if gradient.radius else "linearGradient"
        return self.define("gradient", lambda id: add_attributes(kind, {**given, "id": id, **space}, stops))

    def _new_id(self, name: str) -> str:
        base = _NOT_IN_ID.sub("-", name).strip("-.") or "x"
        if not (base[0].isalpha() or base[0] == "_"):
            base = f"_{base}"
        numbered = (f"{base}-{count}" if count > 1 else base for count in itertools.count(1))
        id = next(id for id in numbered if id not in self._taken)
        self._taken.add(id)
        return id


_NOT_IN_ID = re.compile(r"[^A-Za-z0-9_.-]+")


def add_attributes(tag: str, attributes: dict[str, str], inside: Sequence[str] = ()) -> str:
    """Return an element with those attributes that are not empty; their values must already be escaped."""
    given = "".join([f' {name}="{value}"' for name, value in attributes.items() if value])
    return f"<{tag}{given}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{given} />"


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


def matrix(transform: scene.Transform) -> str:
    """Return a transform; empty if it changes nothing."""
    if transform == scene.IDENTITY:
        return ""
    scales = " ".join(map(factor, transform[:4]))
    return f"matrix({scales} {number(transform[4])} {number(transform[5])})"


_IN_ATTRIBUTES = {'"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"}


def quote(text: str) -> str:
    """Return a text as the value of an attribute."""
    return escape(clean_xml(text), _IN_ATTRIBUTES)


FORMAT = Format(name="svg", extension="svg", per_page=True, write=write_svg)

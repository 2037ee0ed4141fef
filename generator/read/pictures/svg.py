"""SVG files -> Drawing: shapes with their final coordinates, paints, and clips.

A file with features that shapes do not have (filters, patterns, most masks, text) becomes pixels; what
neither shapes nor resvg show is a warning. `svg_traits` lists what is honoured.
"""

import math
import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path as FilePath
from typing import cast
from xml.etree.ElementTree import Element, SubElement, tostring

from generator.errors import DataError, Problem
from generator.model.elements.template import WITHOUT
from generator.model.style import Drawing, Photograph
from generator.model.values import dataclass, replace
from generator.read.files.shelf import find_shelf
from generator.read.pictures.svg_shapes import (
    MARKER_PLACES,
    MOST_OF_VALUE,
    PAINT_SERVERS,
    SvgFile,
    add_ground,
    clip_shapes,
    clip_to_rectangle,
    describe_element,
    fade,
    join_outlines,
    keep_only,
    list_layers,
    make_gradient,
    make_stroke,
    measure_canvas,
    measure_shapes,
    measure_sides,
    measure_unit,
    order_paints,
    place_markers,
    smooth_picture,
    stretch_to,
    unpack_link,
    weigh,
)
from generator.read.pictures.svg_style import (
    SvgContext,
    find_link,
    fit_view_box,
    list_links,
    parse_box,
    parse_share,
    parse_svg_colour,
    parse_svg_transform,
    resolve_paint,
    split_paint,
)
from generator.read.pictures.svg_text import TextSetter
from generator.read.pictures.svg_tree import PLACE, SVG, Note, is_svg, parse_svg, read_svg, refuse
from generator.scene import shapes as scene
from generator.scene import svg_outline
from generator.scene.fonts import NO_FONTS, FontLibrary
from generator.scene.shapes import WHITE, Colour, Extent, Group, Paint, Path, Shape, translation
from generator.scene.svg_outline import measure_outline, parse_outline


def read_drawing(path: FilePath, *, part: str = "", fonts: FontLibrary = NO_FONTS) -> Drawing | Photograph:
    """Read an SVG file, or only the element with the id or label `part`; raises DataError with all problems.

    Behind it may be elements to leave out: `frame#-shadow#-text`.
    `fonts` are those of its texts. What is not drawn as it is written is in the warnings of the result.
    """
    return _SvgReader(SvgFile(*read_svg(path)), fonts).read(part)


@dataclass(frozen=True, slots=True)
class DrawnExtent:
    """The box around the drawing of an element, and whether shapes show all of it."""

    box: Extent
    """Left, top, right, and bottom on the page; zeros without shapes."""
    is_shapes: bool


@dataclass(frozen=True, slots=True)
class SvgPage:
    """The size of a drawing, and its elements by their places in the file (line and column)."""

    width: float
    height: float
    unit: float
    """Millimetres per unit; 0 if the file has no size on paper."""
    around: SvgContext
    """Values that its root inherits."""
    extents: Mapping[str, DrawnExtent]


def measure_page(root: Element, name: str, notes: list[Note]) -> SvgPage:
    """Return the size of the drawing of a tree, and the boxes of its elements; raises DataError.

    An element that cannot be drawn has no box.
    """
    return _SvgReader(SvgFile(name, root, notes), NO_FONTS).measure()


_OPEN = ("path", "line", "polyline")
_SHAPES = ("circle", "ellipse", "polygon", "rect", *_OPEN)
_IN_CLIPS = ("use", "text", *_SHAPES)
_USED_IN_CLIPS = ("text", *_SHAPES)
_USES: Mapping[str, frozenset[str]] = {
    "text": frozenset(("any", "text", "shape")),
    "image": frozenset(("any", "image")),
    **dict.fromkeys(("svg", "symbol", "marker"), frozenset(("any", "view"))),
}
_ANY, _ROOT, _SHAPE = frozenset(("any",)), frozenset(("any", "root")), frozenset(("shape",))
_GRADIENT = frozenset(("gradient",))
_CUTTERS = {"clip-path": "clipPath", "mask": "mask"}
_MOVES = ("transform", "transform-origin")
_SAME_SCALE = 1e-3
_TEXT = "it has text"
_ONLY_IN_STYLES = ("mix-blend-mode", "isolation", "font-kerning", "image-rendering")
"""Properties that resvg reads only from styles."""

_XML_NAME = re.compile(r"[^\W\d]|\{")
"""Beginning of a name that XML allows, perhaps after a namespace."""
_MOST_EMBEDDED = 3
"""Maximum depth of SVG files inside of SVG files."""


class _SvgReader:
    def __init__(self, file: SvgFile, fonts: FontLibrary, *, depth: int = 0) -> None:
        self._file, self._library, self._depth = file, fonts, depth
        self._texts = TextSetter(file.name, fonts, file.notes)
        self._embedded: dict[Element, tuple[_SvgReader, Drawing]] = {}
        self._shows_hidden = False
        """True while boxes are measured to which hidden shapes belong."""
        self._longest = math.inf
        """Longer side of the drawing."""
        self._extents: dict[str, DrawnExtent] | None = None
        """Boxes of elements by place, while these are measured."""

    def read(self, part: str) -> Drawing | Photograph:
        part, *others = part.removeprefix("#" if not part.startswith(WITHOUT) else "").split(WITHOUT)
        for name in others:
            self._file.find_part(name).set("display", "none")
        if part:
            keep_only(self._file, part, _DRAWERS)
        drawing = self._draw_all()
        warnings, reasons = self._file.list_warnings(self._texts.list_notes()), self._file.reasons
        if not drawing.shapes and not reasons:
            hint = "; ".join(problem.message for problem in warnings)
            raise DataError([Problem(self._file.name, 0, 0, "", "draws nothing", hint)])
        if not reasons:
            return replace(drawing, warnings=warnings)
        # Few kits have such files, and the library that decodes pictures takes long to import.
        from generator.scene.rasters import SvgPixels

        size = drawing.width, drawing.height
        pixels = SvgPixels(self._file.name, self._write(), size, ", ".join(reasons), self._texts.faces)
        return Photograph(*size, pixels, warnings, drawing.unit)

    def measure(self) -> SvgPage:
        """Return the size of the drawing, and the boxes of its elements."""
        root = self._file.root
        _, _, width, height, around = self._measure_canvas()
        self._extents = {}
        self._draw(root, around)
        return SvgPage(width, height, measure_unit(root, width), around, self._extents)

    def _measure_canvas(self) -> tuple[float, float, float, float, SvgContext]:
        """Return the left, top, width, and height of the drawing, and what its root inherits."""
        try:
            return measure_canvas(self._file, self._draw)
        except ValueError as error:
            hint = 'add `viewBox="0 0 48 48"`'
            raise refuse(self._file.name, self._file.root, str(error), hint) from None

    def _draw_all(self) -> Drawing:
        """Return all shapes, and write the size into the root; raises DataError with all problems."""
        root = self._file.root
        left, top, width, height, around = self._measure_canvas()
        unit, self._longest = measure_unit(root, width), max(width, height)
        add_ground(self._file, around, width, height)
        shapes = self._draw(root, around)
        if self._file.problems:
            raise DataError(self._file.problems)
        if "viewBox" not in root.attrib:
            root.set("viewBox", f"{left} {top} {width} {height}")
        for name, value in (("xmlns", SVG), ("width", str(width)), ("height", str(height))):
            root.set(name, value)
        return Drawing(width, height, tuple(shapes), unit=unit)

    def _write(self) -> str:
        """Return the tree as resvg reads it."""
        for element in self._file.root.iter():
            given = element.attrib
            for name in [name for name in given if not _XML_NAME.match(name)]:
                # Properties of one program alone, such as `-inkscape-font-specification`.
                del given[name]
            styles = [f"{name}: {given[name]}" for name in _ONLY_IN_STYLES if name in given]
            if styles:
                given["style"] = "; ".join(styles)
            for name in ("transform", "gradientTransform", "patternTransform"):
                with suppress(ValueError):
                    if text := given.get(name):
                        numbers = (f"{number:.9g}" for number in parse_svg_transform(text))
                        given[name] = f"matrix({' '.join(numbers)})"
        for element, (reader, _) in self._embedded.items():
            data = b64encode(reader._write().encode()).decode()
            element.set("href", f"data:image/svg+xml;base64,{data}")
        if self._embedded and self._texts.faces:
            # resvg_py loads fonts only for files that have texts themselves.
            SubElement(self._file.root, "text")
        return tostring(self._file.root, "unicode")

    def _draw(self, element: Element, around: SvgContext) -> list[Shape]:
        """Return the shapes of an element; problems are collected."""
        self._file.spend(element, weigh(element), around.depth)
        if self._extents is not None:
            return self._measure_element(element, around)
        return self._draw_element(element, around)

    def _measure_element(self, element: Element, around: SvgContext) -> list[Shape]:
        """Return the shapes of an element, and keep the box around them."""
        assert self._extents is not None
        before, self._file.reasons = self._file.reasons, {}
        shapes = self._draw_element(element, around)
        box = measure_shapes(shapes, with_lines=True)
        self._extents[element.get(PLACE, "")] = DrawnExtent(box, not self._file.reasons)
        self._file.reasons |= before
        return shapes

    def _draw_element(self, element: Element, around: SvgContext) -> list[Shape]:
        drawer = None if around.is_clip and element.tag not in _IN_CLIPS else _DRAWERS.get(element.tag)
        if drawer is None or element.get("display", "").strip() == "none" or not _is_wanted(element):
            return []
        try:
            inside = around.inherit(element.attrib)
            uses = _ROOT if element is self._file.root else _USES.get(element.tag, _ANY)
            self._file.judge(element, inside, uses)
            return self._add_effects(element, drawer(self, element, inside), inside)
        except (ValueError, ArithmeticError) as error:
            message = f"`<{element.tag}>` cannot be drawn: {str(error)[:MOST_OF_VALUE]}"
            self._file.problems += refuse(self._file.name, element, message).problems
            return []

    def _add_effects(self, element: Element, shapes: list[Shape], around: SvgContext) -> list[Shape]:
        """Return shapes with the clip, the mask, and the opacity of an element."""
        for link in list_links(element.get("filter", "")):
            self._visit(self._file.find(element, "filter", link), around)
        for name in _CUTTERS:
            shapes = self._cut(element, shapes, around, name)
        share = parse_share(element.get("opacity", "").strip() or "1")
        if share == 1 or not shapes:
            return shapes
        first = shapes[0]
        if len(shapes) == 1 and isinstance(first, Path) and (first.fill is None or first.stroke is None):
            paint = fade(first.fill, share) if first.fill else None
            stroke = replace(first.stroke, colour=fade(first.stroke.colour, share)) if first.stroke else None
            return [replace(first, fill=paint, stroke=stroke)]
        return [Group(tuple(shapes), opacity=share)] if share else []

    def _cut(self, element: Element, shapes: list[Shape], around: SvgContext, name: str) -> list[Shape]:
        """Return shapes inside of the `clip-path` or the `mask` of an element."""
        target = self._file.find(element, name, find_link(element.get(name)))
        if target is None or target.tag != _CUTTERS[name] or target in self._file.used:
            return shapes
        self._file.spend(element, len(shapes))
        box = self._measure_box(element, shapes, around)
        inside = replace(self._file.enter(target, around), is_clip=name == "clip-path")
        if name == "clip-path":
            inside = inside.inherit({key: target.attrib[key] for key in _MOVES if key in target.attrib})
        units = target.get("clipPathUnits" if name == "clip-path" else "maskContentUnits")
        if units == "objectBoundingBox":
            inside = inside.moved(stretch_to(box))
        with self._file.using(target):
            drawn = self._draw_inside(target, inside)
        self._file.judge(target, around, _ANY)
        outlines = [one for one in drawn if isinstance(one, Path) and not one.stroke]
        if name == "mask":
            outlines = [one for one in outlines if one.fill == WHITE]
        joined = join_outlines(outlines)
        if joined is None or len(outlines) < len(drawn):
            self._file.reasons["it has masks" if name == "mask" else "it has complex clip paths"] = None
        elif shapes:
            shapes = clip_shapes(shapes, joined)
            if name == "mask":
                shapes = clip_shapes(shapes, self._find_region(target, around, box))
        for more in _CUTTERS if shapes else ():
            # A clip path may be in a clip path itself.
            if more in target.attrib:
                with self._file.using(target):
                    shapes = self._cut(target, shapes, around, more)
        return shapes

    def _measure_box(self, element: Element, shapes: list[Shape], around: SvgContext) -> Extent:
        """Return the box of an element, to which hidden shapes belong (SVG 2, 8.10)."""
        is_hidden = any(one.get("visibility", "visible").strip() != "visible" for one in element.iter())
        if is_hidden and element.tag in _DRAWERS and not self._shows_hidden:
            self._shows_hidden = True
            shapes = _DRAWERS[element.tag](self, element, around)
            self._shows_hidden = False
        return measure_shapes(shapes, around.transform) if shapes else (0.0, 0.0, 0.0, 0.0)

    def _find_region(self, mask: Element, around: SvgContext, box: Extent) -> Path:
        """Return the rectangle that a mask is limited to."""
        is_box = mask.get("maskUnits") != "userSpaceOnUse"
        limits = replace(around, width=1.0, height=1.0) if is_box else around
        x, y, width, height = (
            limits.measure_side(side, mask.get(side, "").strip() or otherwise)
            for side, otherwise in (("x", "-10%"), ("y", "-10%"), ("width", "120%"), ("height", "120%"))
        )
        moved = around.moved(stretch_to(box)) if is_box else around
        data = svg_outline.describe_shape("rect", {"x": x, "y": y, "width": width, "height": height})
        return Path(parse_outline(data or "M0 0", transform=moved.transform))

    def _visit(self, target: Element | None, around: SvgContext) -> None:
        """Go through what resvg draws, a pattern for instance, to find its fonts and its problems."""
        if target is None or target in self._file.used:
            return
        with self._file.using(target):
            self._draw_inside(target, self._file.enter(target, around))
            for one in target.iter("feImage"):
                shown = self._file.ids.get(find_link(one.get("href")))
                if shown is not None and shown not in self._file.used:
                    self._draw(shown, self._file.enter(shown, around))

    def _draw_inside(self, element: Element, around: SvgContext) -> list[Shape]:
        return [shape for child in element for shape in self._draw(child, around)]

    def _draw_switch(self, element: Element, around: SvgContext) -> list[Shape]:
        chosen = (child for child in element if child.tag in _DRAWERS and _is_wanted(child))
        return [shape for child in [*chosen][:1] for shape in self._draw(child, around)]

    def _draw_use(self, element: Element, around: SvgContext) -> list[Shape]:
        target = self._file.find(element, "href", find_link(element.get("href")))
        if target is None:
            return []
        if around.is_clip and target.tag not in _USED_IN_CLIPS:
            message = f"`<use>` in a clip path refers to `<{target.tag}>`, not to a shape, and is left out"
            self._file.note(element, message)
            return []
        if target in self._file.used or target in self._file.list_around(element):
            message = f"`<use>` refers to `#{target.get('id')}`, which it is in, and is left out"
            self._file.note(element, message)
            return []
        sides = measure_sides(element, around)
        around = around.with_context().moved(translation(sides.get("x", 0.0), sides.get("y", 0.0)))
        with self._file.using(target):
            if target.tag not in ("symbol", "svg"):
                return self._draw(target, around)
            inside = around.inherit(target.attrib)
            shapes = self._draw_viewport(target, inside, element.attrib)
            return self._add_effects(target, shapes, inside)

    def _draw_viewport(
        self, element: Element, around: SvgContext, given: Mapping[str, str] | None = None
    ) -> list[Shape]:
        """Return the shapes inside an `svg`, or inside a `symbol` or `marker` with the size of `given`."""
        if element is self._file.root:
            return self._draw_inside(element, around)
        given = element.attrib if given is None else given
        sides = {"width": around.width, "height": around.height}
        sides |= measure_sides(element, around)
        for name in ("width", "height"):
            if given.get(name, "auto") != "auto":
                sides[name] = around.measure_side(name, given[name])
        width, height = sides["width"], sides["height"]
        if width <= 0 or height <= 0:
            return []
        fit, box = scene.IDENTITY, (0.0, 0.0, width, height)
        if "viewBox" in element.attrib:
            view = parse_box(element.attrib["viewBox"])
            if view is None:
                return []
            fit, box = fit_view_box(view, width, height, element.get("preserveAspectRatio", "")), view
        # `refX` and `refY`: the point of a marker that lies on the line.
        wholes = {"X": around.width, "Y": around.height}
        x, y = (around.measure(element.get(f"ref{axis}", "0"), whole) for axis, whole in wholes.items())
        x, y = scene.move_point(fit, x, y)
        x, y = (sides.get("x", 0.0), sides.get("y", 0.0)) if element.tag != "marker" else (-x, -y)
        around = around.moved(translation(x, y))
        shapes = self._draw_inside(element, replace(around.moved(fit), width=box[2], height=box[3]))
        if element.get("overflow", "").strip() in ("visible", "auto"):
            return shapes
        return clip_to_rectangle(shapes, width, height, around.transform)

    def _draw_shape(self, element: Element, around: SvgContext) -> list[Shape]:
        style, data = around.style, describe_element(element, around, self._file.notes)
        is_seen = style["visibility"].strip() == "visible" or self._shows_hidden
        if not is_seen or not data.strip():
            return []
        if around.is_clip:
            # Its paints and lines do not matter.
            around = around.with_style(**{"fill-rule": style["clip-rule"]})
            style = around.style

        def measure_extent() -> Extent | None:
            return measure_outline(parse_outline(data))

        a, b, c, d, _, _ = matrix = around.transform
        if not (scale := math.sqrt(abs(a * d - b * c))):
            return []
        width = around.measure_side("r", style["stroke-width"].strip() or "1")
        is_stroked = style["stroke"].strip() not in ("none", "") and width > 0
        near = 1e-3 * scale * scale
        is_skewed = is_stroked and (abs(a * a + b * b - c * c - d * d) > near or abs(a * c + b * d) > near)
        if is_skewed:
            # A line that is wider in one direction must be drawn before the transform.
            around, scale = replace(around, transform=scene.IDENTITY), 1.0
        fill = None if element.tag == "line" else self._make_paint(element, "fill", around, measure_extent)
        paint = self._make_paint(element, "stroke", around, measure_extent) if is_stroked else None
        is_open = element.tag in _OPEN and paint is not None
        outline = parse_outline(data, transform=around.transform, open_ends=is_open)
        stroke = make_stroke(paint, width, scale, around, outline) if paint else None
        path = Path(outline, fill, stroke, even_odd=style["fill-rule"].strip() == "evenodd")
        self._judge_shape(element, around, path, math.sqrt(abs(a * d - b * c)))
        order = order_paints(style["paint-order"])
        layers = list_layers(path, order, around.transform, width)
        if is_skewed:
            layers = {
                name: [Group(tuple(drawn), transform=matrix)] for name, drawn in layers.items() if drawn
            }
        if not around.is_clip:
            layers["markers"] = self._draw_markers(element, data, replace(around, transform=matrix), width)
        return [shape for name in order for shape in layers.get(name, ())]

    def _judge_shape(self, element: Element, around: SvgContext, path: Path, scale: float) -> None:
        """Find the properties of a shape that are not shown."""
        painted = {
            "fill": path.fill,
            "stroke": path.stroke,
            "scaled": path.stroke and abs(scale - 1) > _SAME_SCALE,
        }
        uses = frozenset(name for name, is_so in painted.items() if is_so)
        self._file.judge(element, around, uses | _SHAPE)
        if path.stroke and path.stroke.dash and "pathLength" in element.attrib:
            self._file.note(element, f"`<{element.tag}>` has dashes by `pathLength`, which is left out")

    def _make_paint(
        self, element: Element, name: str, around: SvgContext, measure_extent: Callable[[], Extent | None]
    ) -> Paint | None:
        """Return the paint of `fill` or `stroke`; None if there is none."""
        style = around.style
        share = parse_share(style[f"{name}-opacity"])
        link, text = split_paint(resolve_paint(style[name], around))
        if link and style[name].strip().lower().startswith("context-"):
            self._file.reasons["it has gradients for `context-fill` or `context-stroke`"] = None
        if link:
            target = self._file.find(element, name, link)
            if target is not None and target.tag in PAINT_SERVERS:
                templates = self._file.list_templates(target)
                self._file.spend(element, sum(map(len, templates)))
                self._file.judge(target, self._file.enter(target, around), _GRADIENT)
                paint = make_gradient(templates, around, measure_extent(), self._file.find_colour)
                if isinstance(paint, str):
                    self._file.reasons[paint] = None
                    for one in templates:
                        self._visit(one, around)
                    return Colour(0.0, 0.0, 0.0)
                if paint or not text:
                    return fade(paint, share) if paint else None
        colour = parse_svg_colour(text, style["color"])
        return fade(colour, share) if colour and colour.alpha * share > 0 else None

    def _draw_markers(self, element: Element, data: str, around: SvgContext, width: float) -> list[Shape]:
        shapes: list[Shape] = []
        links = {place: find_link(around.style[f"marker-{place}"]) for place in MARKER_PLACES}
        if not any(links.values()):
            return shapes
        if element.tag not in (*_OPEN, "polygon"):
            self._file.note(
                element,
                f"`<{element.tag}>` has markers, which browsers do not draw on it, and is without them",
            )
            return shapes
        corners = parse_outline(data, open_ends=True)
        markers = {place: self._file.find(element, "marker", link) for place, link in links.items()}
        for marker, moved in place_markers(corners, markers, width):
            if marker in self._file.used:
                continue
            inside = self._file.enter(marker, around.with_context().moved(moved))
            sides = {side: marker.get(f"marker{side.title()}", "3") for side in ("width", "height")}
            with self._file.using(marker):
                self._file.judge(marker, inside, _USES["marker"])
                shapes += self._draw_viewport(marker, inside, sides)
        return shapes

    def _draw_image(self, element: Element, around: SvgContext) -> list[Shape]:
        sides = measure_sides(element, around)
        link = element.get("href", "")
        if link.startswith("#"):
            self._file.note(element, f"`<image>` refers to `{link}`, which is not a picture, and is left out")
        if not link.startswith("data:") or around.style["visibility"] != "visible":
            return []
        shape, box = self._draw_content(element, unpack_link(link))
        width = sides.get("width", sides.get("height", box[3]) * box[2] / box[3])
        height = sides.get("height", width * box[3] / box[2])
        if width <= 0 or height <= 0:
            return []
        aspect = element.get("preserveAspectRatio", "")
        around = around.moved(translation(sides.get("x", 0.0), sides.get("y", 0.0)))
        fit = around.moved(fit_view_box(box, width, height, aspect))
        if isinstance(shape, scene.Picture):
            shape = smooth_picture(shape, fit.transform, self._longest)
        shapes: list[Shape] = [Group((shape,), transform=fit.transform)]
        return clip_to_rectangle(shapes, width, height, around.transform) if "slice" in aspect else shapes

    def _draw_content(
        self, element: Element, content: bytes
    ) -> tuple[Shape, tuple[float, float, float, float]]:
        """Return the picture that a file embeds, and its box."""
        if is_svg(content):
            if element not in self._embedded:
                self._embedded[element] = self._read_embedded(element, content)
            reader, drawing = self._embedded[element]
            self._file.spend(element, reader._file.count)
            shapes = [*cast("tuple[Shape, ...]", drawing.shapes)]
            shown = clip_to_rectangle(shapes, drawing.width, drawing.height, scene.IDENTITY)
            return Group(tuple(shown)), (0.0, 0.0, drawing.width, drawing.height)
        from generator.scene.rasters import Raster

        raster = Raster(self._file.name, content, press=find_shelf().press_profile)
        self._file.notes += (
            Note(element, f"an embedded picture {one.message}", one.hint) for one in raster.remarks
        )
        box = (0.0, 0.0, float(raster.width), float(raster.height))
        return scene.Picture(raster, *box), box

    def _read_embedded(self, element: Element, content: bytes) -> tuple["_SvgReader", Drawing]:
        """Return the reader and the drawing of an SVG file inside of this one."""
        if self._depth >= _MOST_EMBEDDED:
            raise ValueError(f"SVG files are embedded in each other {_MOST_EMBEDDED} times")
        try:
            root, notes = parse_svg(content, self._file.name)
            inner = SvgFile(self._file.name, root, notes)
            reader = _SvgReader(inner, self._library, depth=self._depth + 1)
            reader._texts = self._texts
            drawing = reader._draw_all()
        except DataError as error:
            raise ValueError(f"the SVG file in it {error.problems[0].message}") from None
        self._file.reasons |= reader._file.reasons
        self._file.notes += (
            Note(element, f"an embedded SVG file: {note.message}", note.hint) for note in reader._file.notes
        )
        return reader, drawing

    def _draw_text(self, element: Element, around: SvgContext) -> list[Shape]:
        styles = (one.get("visibility", "") for one in element.iter())
        if not "".join(element.itertext()).strip() and element.find(".//tref") is None:
            return []
        if around.style["visibility"] == "visible" or "visible" in styles:
            self._file.reasons[_TEXT] = None
            self._make_plain(element)
            self._judge_parts(element, around)
            try:
                self._texts.set(element, around)
            except DataError as error:
                self._file.problems += error.problems
        return []

    def _judge_parts(self, element: Element, around: SvgContext) -> None:
        """Report properties of parts of a text that have no effect."""
        for child in element:
            inside = around.inherit(child.attrib)
            self._file.judge(child, inside, _USES["text"])
            self._judge_parts(child, inside)

    def _make_plain(self, element: Element) -> None:
        """Replace references by the texts that they refer to, and find texts that lack their path."""
        for one in element.iter("textPath"):
            link = find_link(one.get("href"))
            if not link and not one.get("path"):
                self._file.note(one, "`<textPath>` has no path, and is left out")
            self._file.find(one, "href", link)
        for one in element.iter("tref"):
            target = self._file.find(one, "href", find_link(one.attrib.pop("href", "")))
            one.tag, one.text = "tspan", "".join(target.itertext()) if target is not None else ""


def _is_wanted(element: Element) -> bool:
    """Return True if the conditions of an element hold: it is in English, and needs no extensions."""
    languages = [one.strip().lower() for one in element.get("systemLanguage", "en").split(",")]
    is_english = any(one == "en" or one.startswith("en-") for one in languages)
    return is_english and "requiredExtensions" not in element.attrib


_DRAWERS: Mapping[str, Callable[[_SvgReader, Element, SvgContext], list[Shape]]] = {
    "svg": _SvgReader._draw_viewport,
    **dict.fromkeys(("g", "a"), _SvgReader._draw_inside),
    "switch": _SvgReader._draw_switch,
    "use": _SvgReader._draw_use,
    "text": _SvgReader._draw_text,
    "image": _SvgReader._draw_image,
    **dict.fromkeys(_SHAPES, _SvgReader._draw_shape),
}
"""Elements that draw something."""

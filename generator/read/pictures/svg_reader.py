"""SVG files -> Drawing: shapes with their final coordinates, paints, and clips.

What shapes cannot show (filters, patterns, most masks, text) is drawn as pixels.
"""

import math
import re
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path as FilePath
from typing import cast, get_args
from urllib.parse import unquote_to_bytes
from xml.etree.ElementTree import Element, SubElement, tostring

from generator.errors import DataError, Problem, suggest
from generator.model.style import Drawing, Photograph
from generator.model.values import replace
from generator.read.files.shelf import find_shelf
from generator.read.pictures import svg_values
from generator.read.pictures.svg_clips import clip_shapes, find_bounds_of, join_outlines
from generator.read.pictures.svg_markers import place_markers
from generator.read.pictures.svg_paints import fade, make_gradient
from generator.read.pictures.svg_tree import MOST_DEPTH, SVG, read_svg, refuse
from generator.read.pictures.svg_values import Around, fit_box, parse_box, parse_share
from generator.scene.bounds import Box
from generator.scene.shapes import (
    IDENTITY,
    Cap,
    Colour,
    Group,
    Join,
    Paint,
    Path,
    Picture,
    Shape,
    Stroke,
    compose,
    move_point,
    translation,
)
from generator.scene.svg_outline import MOST, describe_shape, measure_outline, parse_outline

_MOST_REPEATED = 30_000
"""Maximum number of elements that `use` and the like repeat."""
_SIDES = ("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2")
_TEXT = "it has text"
_MOST_TEMPLATES = 10
_OPEN = ("path", "line", "polyline")
_NOT_IN_CLIPS = ("svg", "g", "a", "switch", "image")
_WHITE = Colour(1.0, 1.0, 1.0)
_LINK = re.compile(r"""(?:url\(\s*['"]?)?#([^'")]+)['"]?\s*\)?""")


def read_drawing(path: FilePath, *, part: str = "") -> Drawing | Photograph:
    """Read an SVG file, or only the element with the id `part`; raises DataError with all problems."""
    return _SvgReader(*read_svg(path)).read(part)


class _SvgReader:
    def __init__(self, file: str, root: Element) -> None:
        self._file, self._root = file, root
        self._problems: list[Problem] = []
        self._ids = {id: element for element in reversed([*root.iter()]) if (id := element.get("id"))}
        self._reasons: dict[str, None] = {}
        """Why the file must be drawn as pixels."""
        self._count, self._most = 0, 2 * sum(map(_weigh, root.iter())) + _MOST_REPEATED

    def _keep(self, id: str) -> None:
        """Leave everything out but one element, whose size becomes that of the drawing; raises DataError."""
        root, target = self._root, self._ids.get(id)
        if target is None:
            raise refuse(self._file, root, f"has no element `{id}`", suggest(id, self._ids))
        around = (one for one in root.iter() if target in one.iter())
        style = {name: text for one in around for name, text in one.items() if name in svg_values.INHERITED}
        SubElement(root, "defs").extend(drawn := [child for child in root if child.tag in _DRAWERS])
        for child in drawn:
            root.remove(child)
        SubElement(root, "use", style | {"href": f"#{id}"})
        for name in ("viewBox", "width", "height"):
            root.attrib.pop(name, None)

    def read(self, part: str) -> Drawing | Photograph:
        if part:
            self._keep(part)
        try:
            left, top, width, height, around = self._find_box()
        except ValueError as error:
            raise refuse(self._file, self._root, str(error), 'add `viewBox="0 0 48 48"`') from None
        shapes = self._draw(self._root, around)
        if self._problems:
            raise DataError(self._problems)
        if not shapes and not self._reasons:
            raise DataError([Problem(self._file, 0, 0, "", "draws nothing")])
        if not self._reasons:
            return Drawing(width, height, tuple(shapes))
        root = self._root
        if "viewBox" not in root.attrib:
            root.set("viewBox", f"{left} {top} {width} {height}")
        for name, value in (("xmlns", SVG), ("width", str(width)), ("height", str(height))):
            root.set(name, value)
        for element in root.iter():
            # resvg reads this only from styles.
            if mode := element.get("mix-blend-mode"):
                element.set("style", f"mix-blend-mode: {mode}")
        # Few kits have such files, and the library that decodes pictures takes long to import.
        from generator.scene.svg_pixels import SvgPixels

        source, folder = tostring(root, "unicode"), find_shelf().fonts
        fonts = sorted(map(str, folder.rglob("*.ttf"))) if _TEXT in self._reasons else []
        pixels = SvgPixels(self._file, source, (width, height), ", ".join(self._reasons), fonts)
        return Photograph(width, height, pixels)

    def _find_box(self) -> tuple[float, float, float, float, Around]:
        """Return the box of the drawing, and what its root gets."""
        given, around = self._root.attrib, Around(100.0, 100.0)
        view = parse_box(given["viewBox"]) if "viewBox" in given else None
        sides = (given.get(side, "auto") for side in ("width", "height"))
        # A share of an unknown whole is nothing.
        width, height = (0.0 if side == "auto" else around.measure(side) for side in sides)
        if not (0 < width <= MOST and 0 < height <= MOST):
            width = height = 0.0
        if view:
            left, top, across, down = view
            if not width or abs(width / height * down / across - 1) < 1e-3:
                return (*view, Around(across, down, translation(-left, -top)))
            moved = fit_box(view, width, height, given.get("preserveAspectRatio", ""))
            return 0.0, 0.0, width, height, Around(across, down, moved)
        if width:
            return 0.0, 0.0, width, height, Around(width, height)
        drawn = self._draw(self._root, around)
        left, top, right, bottom = find_bounds_of(drawn, with_lines=True)
        if not (right > left and bottom > top):
            raise ValueError("has no size" if self._reasons else "draws nothing")
        return left, top, right - left, bottom - top, replace(around, transform=translation(-left, -top))

    def _draw(self, element: Element, around: Around) -> list[Shape]:
        """Return the shapes of an element; problems are collected."""
        self._count += _weigh(element)
        if around.depth > MOST_DEPTH or self._count > self._most:
            raise refuse(self._file, element, "draws too many elements", "simplify the drawing")
        drawer = None if around.is_clip and element.tag in _NOT_IN_CLIPS else _DRAWERS.get(element.tag)
        if drawer is None or element.get("display") == "none":
            return []
        try:
            inside = around.inherit(element.attrib)
            return self._finish(element, drawer(self, element, inside), inside)
        except (ValueError, ArithmeticError) as error:
            message = f"`<{element.tag}>` cannot be drawn: {error}"
            self._problems += refuse(self._file, element, message).problems
            return []

    def _draw_inside(self, element: Element, around: Around) -> list[Shape]:
        return [shape for child in element for shape in self._draw(child, around)]

    def _draw_switch(self, element: Element, around: Around) -> list[Shape]:
        for child in element:
            is_wanted = child.get("systemLanguage", "en").startswith("en")
            if child.tag in _DRAWERS and is_wanted and "requiredExtensions" not in child.attrib:
                return self._draw(child, around)
        return []

    def _draw_use(self, element: Element, around: Around) -> list[Shape]:
        target = self._find(element.get("href"))
        if target is None:
            return []
        sides = self._measure(element, around)
        moved = compose(around.transform, translation(sides.get("x", 0.0), sides.get("y", 0.0)))
        around = replace(around, transform=moved)
        if target.tag not in ("symbol", "svg"):
            return self._draw(target, around)
        inside = around.inherit(target.attrib)
        return self._finish(target, self._draw_viewport(target, inside, element.attrib), inside)

    def _draw_viewport(
        self, element: Element, around: Around, given: Mapping[str, str] | None = None
    ) -> list[Shape]:
        """Draw what is inside of an `svg`, or of a `symbol` with the size that `given` has."""
        if element is self._root:
            return self._draw_inside(element, around)
        given = element.attrib if given is None else given
        sides = {"width": around.width, "height": around.height}
        sides |= self._measure(element, around)
        for name in ("width", "height"):
            if given.get(name, "auto") != "auto":
                sides[name] = around.measure_side(name, given[name])
        width, height = sides["width"], sides["height"]
        if width <= 0 or height <= 0:
            return []
        fit, box = IDENTITY, (0.0, 0.0, width, height)
        if "viewBox" in element.attrib and (view := parse_box(element.attrib["viewBox"])):
            fit, box = fit_box(view, width, height, element.get("preserveAspectRatio", "")), view
        # The point of a marker that lies on the line.
        x, y = move_point(fit, *(around.measure(element.get(f"ref{axis}", "0")) for axis in "XY"))
        x, y = (sides.get("x", 0.0), sides.get("y", 0.0)) if element.tag != "marker" else (-x, -y)
        moved = compose(around.transform, translation(x, y))
        inside = replace(around, transform=compose(moved, fit), width=box[2], height=box[3])
        shapes = self._draw_inside(element, inside)
        if element.get("overflow") in ("visible", "auto"):
            return shapes
        data = describe_shape("rect", {"width": width, "height": height})
        return clip_shapes(shapes, Path(parse_outline(data, transform=moved)))

    def _draw_shape(self, element: Element, around: Around) -> list[Shape]:
        style, data = around.style, self._describe(element, around)
        if style["visibility"] != "visible" or not data.strip():
            return []
        if around.is_clip:
            # Its paints and lines do not matter.
            around = around.begin_anew(around.transform, **{"fill-rule": style["clip-rule"]})
            style = around.style

        def find_box() -> Box | None:
            return measure_outline(parse_outline(data))

        a, b, c, d, _, _ = matrix = around.transform
        if not (scale := math.sqrt(abs(a * d - b * c))):
            return []
        width = around.measure_side("r", style["stroke-width"])
        is_stroked = style["stroke"] not in ("none", "") and width > 0
        near = 1e-3 * scale * scale
        is_skewed = is_stroked and (abs(a * a + b * b - c * c - d * d) > near or abs(a * c + b * d) > near)
        if is_skewed:
            # A line that is wider in one direction must be drawn before the transform.
            around, scale = replace(around, transform=IDENTITY), 1.0
        fill = None if element.tag == "line" else self._paint("fill", around, find_box)
        paint = self._paint("stroke", around, find_box) if is_stroked else None
        stroke = self._make_stroke(paint, width * scale, scale, around) if paint else None
        is_open = element.tag in _OPEN and stroke is not None
        outline = parse_outline(data, transform=around.transform, open_ends=is_open)
        path = Path(outline, fill, stroke, even_odd=style["fill-rule"] == "evenodd")
        shapes: list[Shape] = [path] if outline and (fill or stroke) else []
        if fill and stroke and style["paint-order"].strip().startswith("stroke"):
            shapes = [replace(path, fill=None), replace(path, stroke=None)]
        if is_skewed:
            shapes = [Group(tuple(shapes), transform=matrix)]
        if element.tag in (*_OPEN, "polygon"):
            shapes += self._draw_markers(data, replace(around, transform=matrix), width)
        return shapes

    def _describe(self, element: Element, around: Around) -> str:
        """Return the path data of a shape."""
        if element.tag == "path":
            return element.get("d", "")
        sides, is_dashed = self._measure(element, around), around.style["stroke-dasharray"] != "none"
        return describe_shape(element.tag, sides, element.get("points", ""), dashed=is_dashed)

    def _measure(self, element: Element, around: Around) -> dict[str, float]:
        given = ((name, element.get(name, "auto")) for name in _SIDES)
        return {name: around.measure_side(name, text) for name, text in given if text != "auto"}

    def _make_stroke(self, paint: Paint, width: float, scale: float, around: Around) -> Stroke:
        style = around.style
        dash: tuple[float, ...] = ()
        if style["stroke-dasharray"] not in ("none", ""):
            lengths = re.split(r"[\s,]+", style["stroke-dasharray"].strip())
            dash = tuple(around.measure_side("r", length) * scale for length in lengths)
            if min(dash) < 0 or sum(dash) <= 1e-4 * max(around.width, around.height) * scale:
                dash = ()
        cap, join = style["stroke-linecap"], style["stroke-linejoin"]
        return Stroke(
            paint,
            width,
            dash * (1 + len(dash) % 2),
            cap=cast("Cap", cap if cap in get_args(Cap) else "butt"),
            join=cast("Join", join if join in get_args(Join) else "miter"),
            phase=around.measure_side("r", style["stroke-dashoffset"]) * scale if dash else 0.0,
        )

    def _paint(self, name: str, around: Around, find_box: Callable[[], Box | None]) -> Paint | None:
        """Return the paint of `fill` or `stroke`; None if there is none."""
        style = around.style
        text, share = style[name], parse_share(style[f"{name}-opacity"])
        if text.startswith("url("):
            link, _, text = text.partition(")")
            target = self._find(f"{link})")
            if target is not None and target.tag in ("pattern", "linearGradient", "radialGradient"):
                paint = make_gradient(self._list_templates(target), around, find_box())
                if isinstance(paint, str):
                    self._reasons[paint] = None
                    return Colour(0.0, 0.0, 0.0)
                return fade(paint, share) if paint else None
        colour = svg_values.parse_svg_colour(text.strip(), style["color"])
        return fade(colour, share) if colour and colour.alpha * share > 0 else None

    def _list_templates(self, element: Element) -> list[Element]:
        """Return a gradient and those that it takes its attributes from."""
        found = [element]
        while (more := self._find(found[-1].get("href"))) is not None and len(found) < _MOST_TEMPLATES:
            found.append(more)
        return found

    def _find(self, link: str | None) -> Element | None:
        match = _LINK.match((link or "").strip())
        return self._ids.get(match[1].strip()) if match else None

    def _draw_markers(self, data: str, around: Around, width: float) -> list[Shape]:
        shapes: list[Shape] = []
        names = {place: around.style[f"marker-{place}"] for place in ("start", "mid", "end")}
        if all(name == "none" for name in names.values()):
            return shapes
        corners = parse_outline(data, open_ends=True)
        markers = {name: self._find(link) for name, link in names.items()}
        for marker, moved in place_markers(corners, markers, width):
            inside = around.begin_anew(compose(around.transform, moved)).inherit(marker.attrib)
            sides = {side: marker.get(f"marker{side.title()}", "3") for side in ("width", "height")}
            shapes += self._draw_viewport(marker, inside, sides)
        return shapes

    def _draw_text(self, element: Element, _around: Around) -> list[Shape]:
        if "".join(element.itertext()).strip():
            self._reasons[_TEXT] = None
        return []

    def _draw_image(self, element: Element, around: Around) -> list[Shape]:
        sides = self._measure(element, around)
        head, _, data = element.get("href", "").partition(",")
        if not data or around.style["visibility"] != "visible":
            return []
        from generator.scene.rasters import Raster

        raster = Raster(self._file, b64decode(data) if head.endswith("base64") else unquote_to_bytes(data))
        box = (0.0, 0.0, float(raster.width), float(raster.height))
        width = sides.get("width", sides.get("height", box[3]) * box[2] / box[3])
        height = sides.get("height", width * box[3] / box[2])
        place = compose(around.transform, translation(sides.get("x", 0.0), sides.get("y", 0.0)))
        fit = compose(place, fit_box(box, width, height, element.get("preserveAspectRatio", "")))
        shapes: list[Shape] = [Group((Picture(raster, *box),), transform=fit)]
        if "slice" not in element.get("preserveAspectRatio", ""):
            return shapes
        data = describe_shape("rect", {"width": width, "height": height})
        return clip_shapes(shapes, Path(parse_outline(data, transform=place)))

    def _finish(self, element: Element, shapes: list[Shape], around: Around) -> list[Shape]:
        """Apply the filter, clip, mask, and opacity of an element."""
        given = element.attrib
        if self._find(given.get("filter")) is not None:
            self._reasons["it has filters"] = None
        if given.get("mix-blend-mode", "normal") != "normal":
            self._reasons["it mixes colours"] = None
        for name, tag in (("clip-path", "clipPath"), ("mask", "mask")):
            target = self._find(given.get(name))
            if target is None or target.tag != tag or not shapes:
                continue
            inside = self._move_to_units(target, around, shapes)
            drawn = self._draw_inside(target, replace(inside, is_clip=tag == "clipPath"))
            outlines = [one for one in drawn if isinstance(one, Path) and not one.stroke]
            if tag == "mask":
                outlines = [one for one in outlines if one.fill == _WHITE]
            joined = join_outlines(outlines)
            if joined is None or len(outlines) < len(drawn):
                self._reasons["it has masks" if tag == "mask" else "it has complex clip paths"] = None
            else:
                shapes = clip_shapes(shapes, joined)
        share = parse_share(given.get("opacity", "1"))
        if share == 1 or not shapes:
            return shapes
        first = shapes[0]
        if len(shapes) == 1 and isinstance(first, Path) and (first.fill is None or first.stroke is None):
            paint = fade(first.fill, share) if first.fill else None
            stroke = replace(first.stroke, colour=fade(first.stroke.colour, share)) if first.stroke else None
            return [replace(first, fill=paint, stroke=stroke)]
        return [Group(tuple(shapes), opacity=share)] if share else []

    def _move_to_units(self, target: Element, around: Around, shapes: Sequence[Shape]) -> Around:
        """Return the coordinates of what is in a clip path or a mask."""
        units = target.get("clipPathUnits" if target.tag == "clipPath" else "maskContentUnits")
        transform = around.transform
        if units == "objectBoundingBox":
            left, top, right, bottom = find_bounds_of(shapes, transform)
            transform = compose(transform, (right - left, 0.0, 0.0, bottom - top, left, top))
        return around.begin_anew(transform).inherit(target.attrib)


def _weigh(element: Element) -> int:
    """Return 1, or more for a long path."""
    return 1 + len(element.get("d", "")) // 20


_DRAWERS: Mapping[str, Callable[[_SvgReader, Element, Around], list[Shape]]] = {
    "svg": _SvgReader._draw_viewport,
    **dict.fromkeys(("g", "a"), _SvgReader._draw_inside),
    "switch": _SvgReader._draw_switch,
    "use": _SvgReader._draw_use,
    "text": _SvgReader._draw_text,
    "image": _SvgReader._draw_image,
    **dict.fromkeys(("circle", "ellipse", "polygon", "rect", *_OPEN), _SvgReader._draw_shape),
}
"""Elements that draw something."""

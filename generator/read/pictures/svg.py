"""SVG files -> Drawing: shapes with their final coordinates, paints, and clips.

A file with features that shapes do not have (filters, patterns, most masks, text) becomes pixels.
"""

import math
import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import starmap
from pathlib import Path as FilePath
from typing import cast, get_args
from urllib.parse import unquote_to_bytes
from xml.etree.ElementTree import Element, SubElement, tostring

from generator.errors import DataError, Problem, suggest
from generator.model.geometry import Point, Rectangle
from generator.model.language.scalars import parse_colour
from generator.model.style import Drawing, Photograph
from generator.model.values import dataclass, field, replace
from generator.read.files.shelf import find_shelf
from generator.read.pictures.svg_tree import MOST_SVG_DEPTH, SVG, read_svg, refuse
from generator.scene import shapes as scene
from generator.scene import svg_outline
from generator.scene.bounds import Extent, measure_box, walk
from generator.scene.shapes import Colour, Group, Paint, Path, Segment, Shape, Transform, translation
from generator.scene.svg_outline import MOST_CUTS, check_numbers, measure_outline, parse_outline


def read_drawing(path: FilePath, *, part: str = "") -> Drawing | Photograph:
    """Read an SVG file, or only the element with the id `part`; raises DataError with all problems."""
    return _SvgReader(*read_svg(path)).read(part)


_INHERITED = {
    **dict.fromkeys(("color", "fill"), "#000"),
    **dict.fromkeys(("clip-rule", "fill-rule"), "nonzero"),
    **dict.fromkeys(("fill-opacity", "stroke-opacity", "stroke-width"), "1"),
    **dict.fromkeys(("marker-start", "marker-mid", "marker-end", "stroke", "stroke-dasharray"), "none"),
    "font-size": "16",
    "paint-order": "normal",
    "stroke-dashoffset": "0",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "visibility": "visible",
}
"""Properties that elements inherit, and their initial values."""


@dataclass(frozen=True, slots=True)
class _Around:
    """The properties that an element inherits from the elements around it."""

    width: float
    """Size of the viewport, of which percentages are parts."""
    height: float
    transform: Transform = scene.IDENTITY
    style: Mapping[str, str] = field(default_factory=lambda: _INHERITED)
    depth: int = 0
    is_clip: bool = False
    """True inside of a clip path, where only outlines matter."""

    def inherit(self, given: Mapping[str, str]) -> "_Around":
        """Return what the children of an element with these attributes inherit; raises ValueError."""
        names = _INHERITED.keys() & given.keys()
        own = {name: given[name] for name in names if given[name] not in ("inherit", "")}
        if "marker" in given:
            own |= {f"marker-{place}": given["marker"] for place in ("start", "mid", "end")}
        if own.get("color", "").lower() == "currentcolor":
            del own["color"]
        if "font-size" in own:
            try:
                own["font-size"] = str(self.measure(own["font-size"], self.measure(self.style["font-size"])))
            except ValueError:
                # A word, such as `medium` or `larger`.
                del own["font-size"]
        transform = self.transform
        if given.get("transform", "none") != "none":
            transform = scene.compose_transforms(transform, _parse_transform(given["transform"]))
            check_numbers(*transform)
        return replace(self, transform=transform, style={**self.style, **own}, depth=self.depth + 1)

    def with_style(self, **style: str) -> "_Around":
        """Return this with initial values and `style` instead of what is inherited, such as for a marker."""
        return replace(self, style={**_INHERITED, **style})

    def moved(self, transform: Transform) -> "_Around":
        """Return this with a transform inside of its own."""
        return replace(self, transform=scene.compose_transforms(self.transform, transform))

    def measure(self, text: str, whole: float = 0.0) -> float:
        """Return a length in pixels; `whole` is 100 %. Raises ValueError for an invalid length."""
        match, em = _LENGTH.fullmatch(text), float(self.style["font-size"])
        units = {**_UNITS, "em": em, "rem": em, "ex": em / 2, "ch": em / 2, "%": whole / 100}
        if match is None or match[2].lower() not in units:
            raise ValueError(f"invalid length `{text}`")
        length = float(match[1]) * units[match[2].lower()]
        check_numbers(length)
        return length

    def measure_side(self, name: str, text: str) -> float:
        """Return the value of an attribute such as `x`, `height`, or `r`."""
        across = name[-1] == "x" or name in ("x1", "x2", "width")
        down = name[-1] == "y" or name in ("y1", "y2", "height")
        diagonal = math.hypot(self.width, self.height) / math.sqrt(2)
        return self.measure(text, self.width if across else self.height if down else diagonal)


_SIDES = ("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2")
_OPEN = ("path", "line", "polyline")
_NOT_IN_CLIPS = ("svg", "g", "a", "switch", "image")
_TEXT = "it has text"
_WHITE = Colour(1.0, 1.0, 1.0)
_LINK = re.compile(r"""(?:url\(\s*['"]?)?#([^'")]+)['"]?\s*\)?""")

_MOST_REPEATED = 30_000
"""Maximum number of elements that `use` and the like repeat."""
_MOST_TEMPLATES = 10


class _SvgReader:
    def __init__(self, file: str, root: Element) -> None:
        self._file, self._root = file, root
        self._problems: list[Problem] = []
        self._ids = {id: element for element in reversed([*root.iter()]) if (id := element.get("id"))}
        self._reasons: dict[str, None] = {}
        """Why the file must be drawn as pixels."""
        self._count, self._most = 0, 2 * sum(map(_weigh, root.iter())) + _MOST_REPEATED

    def read(self, part: str) -> Drawing | Photograph:
        if part:
            self._keep_only(part)
        try:
            left, top, width, height, around = self._measure_canvas()
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

    def _keep_only(self, id: str) -> None:
        """Remove everything but one element, whose size becomes that of the drawing; raises DataError."""
        root, target = self._root, self._ids.get(id)
        if target is None:
            raise refuse(self._file, root, f"has no element `{id}`", suggest(id, self._ids))
        around = (one for one in root.iter() if target in one.iter())
        style = {name: text for one in around for name, text in one.items() if name in _INHERITED}
        SubElement(root, "defs").extend(drawn := [child for child in root if child.tag in _DRAWERS])
        for child in drawn:
            root.remove(child)
        SubElement(root, "use", style | {"href": f"#{id}"})
        for name in ("viewBox", "width", "height"):
            root.attrib.pop(name, None)

    def _measure_canvas(self) -> tuple[float, float, float, float, _Around]:
        """Return the left, top, width, and height of the drawing, and what its root inherits."""
        given, around = self._root.attrib, _Around(100.0, 100.0)
        view = _parse_box(given["viewBox"]) if "viewBox" in given else None
        sides = (given.get(side, "auto") for side in ("width", "height"))
        # A percentage of an unknown size is 0.
        width, height = (0.0 if side == "auto" else around.measure(side) for side in sides)
        if not (0 < width <= MOST_CUTS and 0 < height <= MOST_CUTS):
            width = height = 0.0
        if view:
            left, top, across, down = view
            if not width or abs(width / height * down / across - 1) < 1e-3:
                return (*view, _Around(across, down, translation(-left, -top)))
            moved = _fit_box(view, width, height, given.get("preserveAspectRatio", ""))
            return 0.0, 0.0, width, height, _Around(across, down, moved)
        if width:
            return 0.0, 0.0, width, height, _Around(width, height)
        left, top, right, bottom = _measure_shapes(self._draw(self._root, around), with_lines=True)
        if not (right > left and bottom > top):
            raise ValueError("has no size" if self._reasons else "draws nothing")
        return left, top, right - left, bottom - top, replace(around, transform=translation(-left, -top))

    def _draw(self, element: Element, around: _Around) -> list[Shape]:
        """Return the shapes of an element; problems are collected."""
        self._count += _weigh(element)
        if around.depth > MOST_SVG_DEPTH or self._count > self._most:
            raise refuse(self._file, element, "draws too many elements", "simplify the drawing")
        drawer = None if around.is_clip and element.tag in _NOT_IN_CLIPS else _DRAWERS.get(element.tag)
        if drawer is None or element.get("display") == "none":
            return []
        try:
            inside = around.inherit(element.attrib)
            return self._add_effects(element, drawer(self, element, inside), inside)
        except (ValueError, ArithmeticError) as error:
            message = f"`<{element.tag}>` cannot be drawn: {error}"
            self._problems += refuse(self._file, element, message).problems
            return []

    def _add_effects(self, element: Element, shapes: list[Shape], around: _Around) -> list[Shape]:
        """Return shapes with the clip, the mask, and the opacity of an element."""
        given = element.attrib
        if self._get_element(given.get("filter")) is not None:
            self._reasons["it has filters"] = None
        if given.get("mix-blend-mode", "normal") != "normal":
            self._reasons["it mixes colours"] = None
        for name, tag in (("clip-path", "clipPath"), ("mask", "mask")):
            target = self._get_element(given.get(name))
            if target is None or target.tag != tag or not shapes:
                continue
            inside = self._move_to_units(target, around, shapes)
            drawn = self._draw_inside(target, replace(inside, is_clip=tag == "clipPath"))
            outlines = [one for one in drawn if isinstance(one, Path) and not one.stroke]
            if tag == "mask":
                outlines = [one for one in outlines if one.fill == _WHITE]
            joined = _join_outlines(outlines)
            if joined is None or len(outlines) < len(drawn):
                self._reasons["it has masks" if tag == "mask" else "it has complex clip paths"] = None
            else:
                shapes = _clip_shapes(shapes, joined)
        share = _parse_share(given.get("opacity", "1"))
        if share == 1 or not shapes:
            return shapes
        first = shapes[0]
        if len(shapes) == 1 and isinstance(first, Path) and (first.fill is None or first.stroke is None):
            paint = _fade(first.fill, share) if first.fill else None
            stroke = replace(first.stroke, colour=_fade(first.stroke.colour, share)) if first.stroke else None
            return [replace(first, fill=paint, stroke=stroke)]
        return [Group(tuple(shapes), opacity=share)] if share else []

    def _move_to_units(self, target: Element, around: _Around, shapes: Sequence[Shape]) -> _Around:
        """Return what the children of a clip path or a mask inherit."""
        units = target.get("clipPathUnits" if target.tag == "clipPath" else "maskContentUnits")
        if units == "objectBoundingBox":
            around = around.moved(_stretch_to(_measure_shapes(shapes, around.transform)))
        return around.with_style().inherit(target.attrib)

    def _draw_inside(self, element: Element, around: _Around) -> list[Shape]:
        return [shape for child in element for shape in self._draw(child, around)]

    def _draw_switch(self, element: Element, around: _Around) -> list[Shape]:
        for child in element:
            is_wanted = child.get("systemLanguage", "en").startswith("en")
            if child.tag in _DRAWERS and is_wanted and "requiredExtensions" not in child.attrib:
                return self._draw(child, around)
        return []

    def _draw_use(self, element: Element, around: _Around) -> list[Shape]:
        target = self._get_element(element.get("href"))
        if target is None:
            return []
        sides = self._measure(element, around)
        around = around.moved(translation(sides.get("x", 0.0), sides.get("y", 0.0)))
        if target.tag not in ("symbol", "svg"):
            return self._draw(target, around)
        inside = around.inherit(target.attrib)
        return self._add_effects(target, self._draw_viewport(target, inside, element.attrib), inside)

    def _draw_viewport(
        self, element: Element, around: _Around, given: Mapping[str, str] | None = None
    ) -> list[Shape]:
        """Return the shapes inside an `svg`, or inside a `symbol` or `marker` with the size of `given`."""
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
        fit, box = scene.IDENTITY, (0.0, 0.0, width, height)
        if "viewBox" in element.attrib and (view := _parse_box(element.attrib["viewBox"])):
            fit, box = _fit_box(view, width, height, element.get("preserveAspectRatio", "")), view
        # `refX` and `refY`: the point of a marker that lies on the line.
        x, y = scene.move_point(fit, *(around.measure(element.get(f"ref{axis}", "0")) for axis in "XY"))
        x, y = (sides.get("x", 0.0), sides.get("y", 0.0)) if element.tag != "marker" else (-x, -y)
        around = around.moved(translation(x, y))
        shapes = self._draw_inside(element, replace(around.moved(fit), width=box[2], height=box[3]))
        if element.get("overflow") in ("visible", "auto"):
            return shapes
        return _clip_to_rectangle(shapes, width, height, around.transform)

    def _draw_shape(self, element: Element, around: _Around) -> list[Shape]:
        style, data = around.style, self._describe(element, around)
        if style["visibility"] != "visible" or not data.strip():
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
        width = around.measure_side("r", style["stroke-width"])
        is_stroked = style["stroke"] not in ("none", "") and width > 0
        near = 1e-3 * scale * scale
        is_skewed = is_stroked and (abs(a * a + b * b - c * c - d * d) > near or abs(a * c + b * d) > near)
        if is_skewed:
            # A line that is wider in one direction must be drawn before the transform.
            around, scale = replace(around, transform=scene.IDENTITY), 1.0
        fill = None if element.tag == "line" else self._make_paint("fill", around, measure_extent)
        paint = self._make_paint("stroke", around, measure_extent) if is_stroked else None
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

    def _describe(self, element: Element, around: _Around) -> str:
        if element.tag == "path":
            return element.get("d", "")
        sides, is_dashed = self._measure(element, around), around.style["stroke-dasharray"] != "none"
        return svg_outline.describe_shape(element.tag, sides, element.get("points", ""), dashed=is_dashed)

    def _measure(self, element: Element, around: _Around) -> dict[str, float]:
        given = ((name, element.get(name, "auto")) for name in _SIDES)
        return {name: around.measure_side(name, text) for name, text in given if text != "auto"}

    def _make_stroke(self, paint: Paint, width: float, scale: float, around: _Around) -> scene.Stroke:
        style = around.style
        dash: tuple[float, ...] = ()
        if style["stroke-dasharray"] not in ("none", ""):
            lengths = re.split(r"[\s,]+", style["stroke-dasharray"].strip())
            dash = tuple(around.measure_side("r", length) * scale for length in lengths)
            if min(dash) < 0 or sum(dash) <= 1e-4 * max(around.width, around.height) * scale:
                dash = ()
        cap, join = style["stroke-linecap"], style["stroke-linejoin"]
        return scene.Stroke(
            paint,
            width,
            dash * (1 + len(dash) % 2),
            cap=cast("scene.Cap", cap if cap in get_args(scene.Cap) else "butt"),
            join=cast("scene.Join", join if join in get_args(scene.Join) else "miter"),
            phase=around.measure_side("r", style["stroke-dashoffset"]) * scale if dash else 0.0,
        )

    def _make_paint(
        self, name: str, around: _Around, measure_extent: Callable[[], Extent | None]
    ) -> Paint | None:
        """Return the paint of `fill` or `stroke`; None if there is none."""
        style = around.style
        text, share = style[name], _parse_share(style[f"{name}-opacity"])
        if text.startswith("url("):
            link, _, text = text.partition(")")
            target = self._get_element(f"{link})")
            if target is not None and target.tag in ("pattern", "linearGradient", "radialGradient"):
                paint = _make_gradient(self._list_templates(target), around, measure_extent())
                if isinstance(paint, str):
                    self._reasons[paint] = None
                    return Colour(0.0, 0.0, 0.0)
                return _fade(paint, share) if paint else None
        colour = _parse_colour_value(text.strip(), style["color"])
        return _fade(colour, share) if colour and colour.alpha * share > 0 else None

    def _list_templates(self, element: Element) -> list[Element]:
        """Return a gradient and those that it takes its attributes from."""
        found = [element]
        while (more := self._get_element(found[-1].get("href"))) is not None and len(found) < _MOST_TEMPLATES:
            found.append(more)
        return found

    def _draw_markers(self, data: str, around: _Around, width: float) -> list[Shape]:
        shapes: list[Shape] = []
        links = {place: around.style[f"marker-{place}"] for place in ("start", "mid", "end")}
        if all(link == "none" for link in links.values()):
            return shapes
        corners = parse_outline(data, open_ends=True)
        markers = {place: self._get_element(link) for place, link in links.items()}
        for marker, moved in _place_markers(corners, markers, width):
            inside = around.moved(moved).with_style().inherit(marker.attrib)
            sides = {side: marker.get(f"marker{side.title()}", "3") for side in ("width", "height")}
            shapes += self._draw_viewport(marker, inside, sides)
        return shapes

    def _draw_image(self, element: Element, around: _Around) -> list[Shape]:
        sides = self._measure(element, around)
        head, _, data = element.get("href", "").partition(",")
        if not data or around.style["visibility"] != "visible":
            return []
        from generator.scene.rasters import Raster

        raster = Raster(self._file, b64decode(data) if head.endswith("base64") else unquote_to_bytes(data))
        box = (0.0, 0.0, float(raster.width), float(raster.height))
        width = sides.get("width", sides.get("height", box[3]) * box[2] / box[3])
        height = sides.get("height", width * box[3] / box[2])
        aspect = element.get("preserveAspectRatio", "")
        around = around.moved(translation(sides.get("x", 0.0), sides.get("y", 0.0)))
        fit = around.moved(_fit_box(box, width, height, aspect))
        shapes: list[Shape] = [Group((scene.Picture(raster, *box),), transform=fit.transform)]
        return _clip_to_rectangle(shapes, width, height, around.transform) if "slice" in aspect else shapes

    def _draw_text(self, element: Element, _around: _Around) -> list[Shape]:
        if "".join(element.itertext()).strip():
            self._reasons[_TEXT] = None
        return []

    def _get_element(self, link: str | None) -> Element | None:
        match = _LINK.match((link or "").strip())
        return self._ids.get(match[1].strip()) if match else None


def _weigh(element: Element) -> int:
    """Return 1, or more for a long path."""
    return 1 + len(element.get("d", "")) // 20


_DRAWERS: Mapping[str, Callable[[_SvgReader, Element, _Around], list[Shape]]] = {
    "svg": _SvgReader._draw_viewport,
    **dict.fromkeys(("g", "a"), _SvgReader._draw_inside),
    "switch": _SvgReader._draw_switch,
    "use": _SvgReader._draw_use,
    "text": _SvgReader._draw_text,
    "image": _SvgReader._draw_image,
    **dict.fromkeys(("circle", "ellipse", "polygon", "rect", *_OPEN), _SvgReader._draw_shape),
}
"""Elements that draw something."""


def _place_markers(
    segments: Sequence[Segment], markers: Mapping[str, Element | None], width: float
) -> Iterator[tuple[Element, Transform]]:
    """Yield the marker (an arrow head, for instance) of each corner of a line, with its transform."""
    corners = _list_corners(segments)
    for index, (point, before, after) in enumerate(corners):
        place = "start" if index == 0 else "end" if index == len(corners) - 1 else "mid"
        marker = markers[place]
        if marker is None or marker.tag != "marker":
            continue
        orient = marker.get("orient", "0")
        if orient.startswith("auto"):
            angles = [math.degrees(math.atan2(y, x)) for x, y in (before, after) if x or y]
            angle = angles[0] if angles else 0.0
            if len(angles) == 2:
                angle += ((angles[1] - angles[0] + 180) % 360 - 180) / 2
            if orient == "auto-start-reverse" and place == "start":
                angle += 180
        else:
            angle = float(orient.removesuffix("deg"))
        scale = width if marker.get("markerUnits") != "userSpaceOnUse" else 1.0
        turned = scene.compose_transforms(translation(*point), scene.rotation(angle, 0.0, 0.0))
        yield marker, scene.compose_transforms(turned, scene.scaling(scale))


def _list_corners(segments: Sequence[Segment]) -> list[list[Point]]:
    """Return each corner with the directions before and after it; (0, 0) where there is none."""
    found: list[list[Point]] = []
    start = 0
    for segment in segments:
        if segment[0] == "Z":
            # The last corner is the first one, and has its direction.
            found[-1][2], found[start][1] = found[start][2], found[-1][1]
            continue
        points = [*zip(*[iter(cast("tuple[float, ...]", segment[1:]))] * 2, strict=True)]
        if segment[0] == "M":
            start = len(found)
            found.append([points[-1], (0.0, 0.0), (0.0, 0.0)])
            continue
        last, end = found[-1][0], points[-1]
        away = next((point for point in points if point != last), last)
        near = next((point for point in [last, *points][-2::-1] if point != end), end)
        found[-1][2] = away[0] - last[0], away[1] - last[1]
        found.append([end, (end[0] - near[0], end[1] - near[1]), (0.0, 0.0)])
    return found


_NEAR = 1e-3


def _clip_shapes(shapes: list[Shape], clip: Path) -> list[Shape]:
    """Return shapes in a clip, or alone if the clip is a rectangle that cuts nothing off."""
    ends = {segment[1:] for segment in clip.segments if len(segment) == 3}
    box = measure_outline(clip.segments)
    corners = {(x, y) for x in box[::2] for y in box[1::2]} if box else {}
    if box and len(clip.segments) <= 6 and ends == corners:
        drawn = _measure_shapes(shapes, with_lines=True)
        near = _NEAR * max(box[2] - box[0], box[3] - box[1])
        # A clip without effect would only make the drawing harder to change.
        inward = [(1, 1, -1, -1)[side] * (drawn[side] - box[side]) for side in range(4)]
        if min(inward) >= -near:
            return shapes
    return [Group(tuple(shapes), clip=clip)] if shapes else []


def _clip_to_rectangle(shapes: list[Shape], width: float, height: float, by: Transform) -> list[Shape]:
    """Return the shapes inside of a rectangle at (0, 0) that is moved by a transform."""
    data = svg_outline.describe_shape("rect", {"width": width, "height": height})
    return _clip_shapes(shapes, Path(parse_outline(data, transform=by)))


def _join_outlines(paths: Sequence[Path]) -> Path | None:
    """Return the union of outlines as one path; None if that is not possible."""
    if len(paths) < 2:
        return paths[0] if paths else Path((("M", 0.0, 0.0), ("L", 0.0, 0.0), ("Z",)))
    turns = {_is_clockwise(path.segments) for path in paths}
    starts = [segment for path in paths for segment in path.segments if segment[0] == "M"]
    if len(turns) > 1 or len(starts) > len(paths) or any(path.even_odd for path in paths):
        return None
    return Path(tuple(segment for path in paths for segment in path.segments))


def _is_clockwise(segments: Iterable[Segment]) -> bool:
    points = [segment[-2:] for segment in segments if segment[0] != "Z"]
    return sum(a * d - b * c for (a, b), (c, d) in zip(points, [*points[1:], *points[:1]], strict=True)) > 0


def _measure_shapes(
    shapes: Iterable[Shape], back: Transform = scene.IDENTITY, *, with_lines: bool = False
) -> Extent:
    """Return the box around shapes in the coordinates before the transform `back`; zeros without shapes."""
    corners: list[Point] = []
    for shape, transform, _ in walk(shapes, by=scene.invert(back)):
        segments: tuple[Segment, ...] = ()
        by = 0.0
        if isinstance(shape, scene.Picture):
            edges = measure_box(shape)
            segments = tuple(("M", x, y) for x in edges[::2] for y in edges[1::2])
        elif isinstance(shape, Path):
            segments = shape.segments
            by = shape.stroke.width / 2 if with_lines and shape.stroke else 0.0
        if box := measure_outline(scene.move_segments(transform, segments)):
            corners += Rectangle(*box).grown(by).corners
    return Rectangle.around(corners or [(0.0, 0.0)])


def _fade(paint: Paint, share: float) -> Paint:
    return paint.mapped(lambda colour: replace(colour, alpha=colour.alpha * share))


def _make_gradient(templates: Sequence[Element], around: _Around, box: Extent | None) -> Paint | str | None:
    """Return a gradient for a shape in `box`; a text is the reason why it cannot be drawn as shapes.

    `templates` are the gradient, or a pattern, and those that it takes its attributes from.
    """
    if templates[0].tag == "pattern":
        return "it has patterns"
    given = {name: value for element in reversed(templates) for name, value in element.attrib.items()}
    stops = _list_stops(next((one for one in templates if one.find("stop") is not None), ()), around)
    if not stops:
        return None
    matrix = around.transform
    if given.get("gradientUnits") != "userSpaceOnUse":
        left, top, right, bottom = box or (0.0, 0.0, 0.0, 0.0)
        if not (right > left and bottom > top):
            return None
        matrix = scene.compose_transforms(matrix, _stretch_to((left, top, right, bottom)))
        around = replace(around, width=1.0, height=1.0)
    if "gradientTransform" in given:
        matrix = scene.compose_transforms(matrix, _parse_transform(given["gradientTransform"]))

    def measure(name: str, otherwise: str) -> float:
        return around.measure_side(name, given.get(name, otherwise))

    last = stops[-1][1]
    if given.get("spreadMethod", "pad") != "pad":
        return "it has gradients that repeat"
    if templates[0].tag == "linearGradient":
        start, end = (measure("x1", "0%"), measure("y1", "0%")), (measure("x2", "100%"), measure("y2", "0%"))
        if start == end or len(stops) == 1:
            return last
        return scene.Gradient(stops, start, end, transform=matrix)
    if measure("r", "50%") <= 0 or len(stops) == 1:
        return last
    if measure("fr", "0") > 0:
        return "it has gradients between two circles"
    middle, radius = (measure("cx", "50%"), measure("cy", "50%")), measure("r", "50%")
    focus = measure("fx", str(middle[0])), measure("fy", str(middle[1]))
    away = math.dist(focus, middle) / radius * 1.001
    if away > 1:
        x, y = ((at - by) / away + by for at, by in zip(focus, middle, strict=True))
        focus = x, y
    return scene.Gradient(stops, focus, middle, radius, matrix)


def _list_stops(parent: Iterable[Element], around: _Around) -> tuple[tuple[float, Colour], ...]:
    stops: list[tuple[float, Colour]] = []
    for element in parent:
        if element.tag != "stop":
            continue
        at = max(_parse_share(element.get("offset", "0")), stops[-1][0] if stops else 0.0)
        current = element.get("color", around.style["color"])
        colour = _parse_colour_value(element.get("stop-color", "#000"), current) or Colour(0.0, 0.0, 0.0, 0.0)
        share = _parse_share(element.get("stop-opacity", "1"))
        stops.append((at, replace(colour, alpha=colour.alpha * share)))
    return tuple(stops)


def _fit_box(box: tuple[float, float, float, float], width: float, height: float, aspect: str) -> Transform:
    """Return the transform of a view box into a viewport at (0, 0), by its `preserveAspectRatio`."""
    left, top, across, down = box
    scales = width / across, height / down
    if "none" not in aspect:
        scales = (max(scales) if "slice" in aspect else min(scales),) * 2
    shares = {"Min": 0.0, "Max": 1.0}
    x, y = (shares.get(aspect[at + 1 : at + 4], 0.5) if at >= 0 else 0.5 for at in map(aspect.find, "xY"))
    x = (width - across * scales[0]) * x - left * scales[0]
    y = (height - down * scales[1]) * y - top * scales[1]
    return (scales[0], 0.0, 0.0, scales[1], x, y)


def _stretch_to(box: Extent) -> Transform:
    """Return the transform of the unit square into a box."""
    left, top, right, bottom = box
    return (right - left, 0.0, 0.0, bottom - top, left, top)


def _parse_box(text: str) -> tuple[float, float, float, float] | None:
    """Return the left, top, width, and height of a `viewBox`; None if it is empty. Raises ValueError."""
    numbers = _parse_numbers(text)
    if len(numbers) != 4:
        raise ValueError(f"invalid viewBox `{text}`")
    left, top, width, height = numbers
    return (left, top, width, height) if 0 < width <= MOST_CUTS and 0 < height <= MOST_CUTS else None


_UNITS = {"": 1, "px": 1, "pt": 4 / 3, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96, "q": 96 / 101.6}
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_LENGTH = re.compile(rf"\s*({_NUMBER})\s*([a-zA-Z%]*)\s*")
_CALL = re.compile(r"\s*([a-zA-Z]+)\s*\(([^)]*)\)\s*,?")
_VARIABLE = re.compile(r"var\([^,)]*,?\s*([^)]*)\)")
_ANGLE = re.compile(rf"({_NUMBER})(deg|g?rad|turn)")
_TURNS = {"deg": 1.0, "rad": 180 / math.pi, "grad": 0.9, "turn": 360.0}


def _parse_share(text: str) -> float:
    """Return an opacity or an offset from 0 to 1; raises ValueError."""
    match = _LENGTH.fullmatch(text)
    if match is None or match[2] not in ("", "%"):
        raise ValueError(f"`{text}` is not a number from 0 to 1")
    return min(max(float(match[1]) / (100 if match[2] else 1), 0.0), 1.0)


@lru_cache(maxsize=1024)
def _parse_colour_value(text: str, current: str = "#000") -> Colour | None:
    """Return a colour, or None for `none`; raises ValueError if it is unknown."""
    # A profile may follow: `#c40 icc-color(...)`.
    text = _VARIABLE.sub(r"\1", text).partition(" icc-color")[0].strip()
    if text.lower() in ("none", "", "context-stroke", "context-fill"):
        return None
    if text.lower() == "currentcolor":
        return _parse_colour_value(current)
    if "(" in text:
        text = re.sub(_NUMBER, lambda found: f"{float(found[0]):.4g}", text)
    return Colour(*parse_colour(text.lower()))


def _parse_numbers(text: str) -> list[float]:
    """Return the numbers of a list; raises ValueError."""
    numbers = [float(number) for number in re.findall(_NUMBER, text)]
    if re.sub(_NUMBER, "", text).strip(" ,\t\r\n"):
        raise ValueError(f"`{text}` is not a list of numbers")
    check_numbers(*numbers)
    return numbers


@lru_cache(maxsize=1024)
def _parse_transform(text: str) -> Transform:
    """Return the functions of a `transform`; raises ValueError for unknown ones and for large numbers."""
    if _CALL.sub("", text).strip():
        raise ValueError(f"invalid transform `{text}`")
    matrix = reduce(scene.compose_transforms, starmap(_make_transform, _CALL.findall(text)), scene.IDENTITY)
    check_numbers(*matrix)
    return matrix


def _make_transform(name: str, given: str) -> Transform:
    # Style sheets write `translate(3px, 4px) rotate(0.5turn)`.
    turned = _ANGLE.sub(lambda found: str(float(found[1]) * _TURNS[found[2]]), given)
    match name, _parse_numbers(turned.replace("px", "")):
        case "matrix", [a, b, c, d, e, f]:
            return (a, b, c, d, e, f)
        case "translate" | "translateX", [x]:
            return translation(x, 0.0)
        case "translateY", [y]:
            return translation(0.0, y)
        case "translate", [x, y]:
            return translation(x, y)
        case "scale", [x, *more] if len(more) < 2:
            return (x, 0.0, 0.0, more[0] if more else x, 0.0, 0.0)
        case "rotate", [degrees, *middle] if len(middle) in (0, 2):
            return scene.rotation(degrees, *(middle or (0.0, 0.0)))
        case "skewX", [degrees]:
            return (1.0, 0.0, math.tan(math.radians(degrees)), 1.0, 0.0, 0.0)
        case "skewY", [degrees]:
            return (1.0, math.tan(math.radians(degrees)), 0.0, 1.0, 0.0, 0.0)
    raise ValueError(f"unknown transform `{name}`")

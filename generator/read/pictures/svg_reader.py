"""SVG files -> Drawing: shapes filled and stroked in plain colours.

Document types, entities, and instructions are refused: nothing runs, and nothing is fetched.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias
from xml.parsers import expat

from generator.errors import DataError, Problem
from generator.model.picture import Drawing, DrawnShape
from generator.read.files.text_files import MEGABYTE, read_text
from generator.read.pictures.svg_values import parse_svg_colour, parse_svg_length, parse_transform
from generator.scene.shapes import Transform
from generator.scene.svg_outline import MOST, SHAPES, check_numbers, parse_outline
from generator.scene.transforms import translation

_SVG = "http://www.w3.org/2000/svg"
_SILENT = ("title", "desc", "metadata")
"""Elements that draw nothing."""
_GROUPS = ("svg", "g", "defs", "a", "switch")

_ONLY_SHAPES, _DRAW_SHAPE, _PLAIN = "only shapes are read", "draw the shape itself", "use plain colours"
_REFUSED_ELEMENTS = {
    "script": _ONLY_SHAPES,
    "style": "write colours as attributes: save as `Plain SVG` or `presentation attributes`",
    "image": "save it as a PNG file",
    "use": _DRAW_SHAPE,
    "text": "convert the text to paths",
    "foreignObject": _ONLY_SHAPES,
    **dict.fromkeys(("linearGradient", "radialGradient", "pattern", "filter"), _PLAIN),
    **dict.fromkeys(("clipPath", "mask"), _DRAW_SHAPE),
}
_REFUSED = {
    "class": "write colours as attributes",
    "clip-path": _DRAW_SHAPE,
    "mask": _DRAW_SHAPE,
    "filter": _PLAIN,
    "href": f"nothing is fetched: {_DRAW_SHAPE}",
}
_OPACITIES = ("opacity", "fill-opacity", "stroke-opacity")

Cap: TypeAlias = Literal["butt", "round", "square"]
Join: TypeAlias = Literal["miter", "round", "bevel"]
_CAPS: Mapping[str, Cap] = {"butt": "butt", "round": "round", "square": "square"}
_JOINS: Mapping[str, Join] = {"miter": "miter", "round": "round", "bevel": "bevel"}


def read_drawing(path: Path, *, most_bytes: int = 4 * MEGABYTE, is_icon: bool = False) -> Drawing:
    """Read an SVG file; raises DataError with all problems.

    An icon has only closed, filled shapes of one colour.
    """
    file, text = read_text(path, most_bytes=most_bytes)
    return _SvgReader(file, is_icon).read(text)


@dataclass(frozen=True, slots=True)
class _Paint:
    transform: Transform
    fill: str = "#000000"
    stroke: str = ""
    width: float = 1.0
    rule: str = "nonzero"
    cap: Cap = "butt"
    join: Join = "miter"
    colour: str = "#000000"
    """The value of `currentColor`."""
    hidden: bool = False


class _StopReading(Exception):
    """Raised inside the parser: nothing after this place is worth reading."""


class _SvgReader:
    def __init__(self, file: str, is_icon: bool) -> None:
        self._file = file
        self._is_icon = is_icon
        self._problems: list[Problem] = []
        self._box = (0.0, 0.0, 1.0, 1.0)
        """Left, top, width, and height."""
        self._shapes: list[DrawnShape] = []
        self._paints: list[_Paint] = []
        self._silent = 0
        """Depth inside an element that draws nothing or is not SVG."""

    def read(self, text: str) -> Drawing:
        self._parser = parser = expat.ParserCreate("utf-8", " ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        parser.ProcessingInstructionHandler = self._refuse_instruction
        try:
            parser.Parse(text.encode(), True)
        except _StopReading:
            pass
        except expat.ExpatError as error:
            message = f"is not an SVG file: {expat.ErrorString(error.code)}"
            self._problems.append(Problem(self._file, error.lineno, error.offset + 1, "", message))
        if not self._shapes and not self._problems:
            hint = "an icon needs at least one filled shape" if self._is_icon else ""
            self._problems.append(Problem(self._file, 0, 0, "", "draws nothing", hint))
        if self._problems:
            raise DataError(self._problems)
        return Drawing(*self._box[2:], tuple(self._shapes))

    def _add(self, message: str, hint: str = "") -> None:
        line, column = self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1
        self._problems.append(Problem(self._file, line, column, "", message, hint))

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        namespace, _, tag = name.rpartition(" ")
        if not self._paints and not self._silent:
            if namespace != _SVG or tag != "svg":
                first = "`<svg>` has no `xmlns`" if tag == "svg" else f"it starts with `<{tag}>`"
                self._add(f"is not an SVG file: {first}", f'write `<svg xmlns="{_SVG}" ...>`')
                raise _StopReading
            self._read_box(attributes)
            self._paints.append(_Paint(translation(-self._box[0], -self._box[1])))
        if self._silent or namespace != _SVG or tag in _SILENT:
            self._silent += 1
            return
        paint = self._paints[-1]
        if tag in (*SHAPES, *_GROUPS) or (tag == "line" and not self._is_icon):
            paint = self._inherit(paint, attributes)
            if tag not in _GROUPS:
                self._read_shape(tag, attributes, paint)
        else:
            hint = (
                "a line has no area: convert it to a path"
                if tag == "line"
                else f"supported: {', '.join(SHAPES)}"
            )
            self._add(f"`<{tag}>` is not supported", _REFUSED_ELEMENTS.get(tag, hint))
        self._paints.append(replace(paint, hidden=True) if tag == "defs" else paint)

    def _end(self, _name: str) -> None:
        if self._silent:
            self._silent -= 1
        else:
            self._paints.pop()

    def _read_box(self, attributes: dict[str, str]) -> None:
        try:
            if given := attributes.get("viewBox"):
                numbers = [float(number) for number in re.split(r"[\s,]+", given.strip())]
            else:
                numbers = [
                    0.0,
                    0.0,
                    *(parse_svg_length(attributes.get(side, "")) for side in ("width", "height")),
                ]
            left, top, width, height = numbers
            check_numbers(left, top)
            if not (0 < width < MOST and 0 < height < MOST):
                raise ValueError
        except ValueError:
            self._add("has no valid size", 'add `viewBox="0 0 48 48"`')
        else:
            self._box = (left, top, width, height)

    def _inherit(self, around: _Paint, attributes: dict[str, str]) -> _Paint:
        """Return the paint of an element: its attributes, overridden by `style`."""
        given: dict[str, str] = {}
        for name, value in attributes.items():
            local = name.rpartition(" ")[2]
            if local in _REFUSED and value != "none":
                self._add(f"`{local}` is not supported", _REFUSED[local])
            elif local.startswith("on"):
                self._add(f"`{local}` is not supported", _ONLY_SHAPES)
            given[local] = value
        for entry in given.pop("style", "").split(";"):
            name, _, value = entry.partition(":")
            given[name.strip()] = value.strip()
        for name in _OPACITIES:
            if given.get(name, "1") not in ("1", "1.0", "100%"):
                self._add(f"`{name}` is not supported", "use a lighter colour")
        try:
            return _merge_paint(around, given)
        except ValueError as error:
            self._add(str(error), "use plain colours and numbers")
            return around

    def _read_shape(self, tag: str, attributes: dict[str, str], paint: _Paint) -> None:
        stroke = paint.stroke if paint.width > 0 else ""
        if paint.hidden or not (paint.fill or stroke):
            return
        if self._is_icon:
            colour = self._shapes[0].fill if self._shapes else paint.fill
            if stroke:
                self._add(
                    "has an outline (`stroke`)", "convert outlines to paths: only filled shapes are read"
                )
            elif paint.fill != colour:
                self._add(f"has a second colour, `{paint.fill}`", 'icons have one: `fill="currentColor"`')
        shape = tag
        if tag == "line":
            x1, y1, x2, y2 = (attributes.get(name, "0") for name in ("x1", "y1", "x2", "y2"))
            shape, attributes = "path", {"d": f"M{x1} {y1}L{x2} {y2}"}
        open_ends = not self._is_icon and tag in ("path", "polyline", "line")
        try:
            outline = parse_outline(shape, attributes, transform=paint.transform, open_ends=open_ends)
        except ValueError as error:
            self._add(f"`<{tag}>` cannot be drawn: {error}")
            return
        if outline:
            a, b, c, d, _, _ = paint.transform
            line = paint.width * math.sqrt(abs(a * d - b * c))
            fill = "" if tag == "line" else paint.fill
            is_even_odd = paint.rule == "evenodd"
            self._shapes.append(DrawnShape(outline, fill, stroke, line, is_even_odd, paint.cap, paint.join))

    def _refuse_doctype(self, *_: object) -> None:
        self._add("has a document type", "remove `<!DOCTYPE ...>` and all entities")
        raise _StopReading

    def _refuse_instruction(self, target: str, _data: str) -> None:
        self._add(f"`<?{target} ...?>` is not supported", "remove it")


def _merge_paint(around: _Paint, given: Mapping[str, str]) -> _Paint:
    """Return the paint within that of a group; raises ValueError for an invalid colour or number."""
    colour = parse_svg_colour(given.get("color", ""), around.colour, around.colour)
    transform = around.transform
    if "transform" in given:
        transform = parse_transform(given["transform"], transform)
    hidden = given.get("display") == "none" or given.get("visibility") == "hidden"
    return _Paint(
        transform,
        fill=parse_svg_colour(given.get("fill", ""), around.fill, colour),
        stroke=parse_svg_colour(given.get("stroke", ""), around.stroke, colour),
        width=parse_svg_length(given["stroke-width"]) if "stroke-width" in given else around.width,
        rule=given.get("fill-rule", around.rule),
        cap=_CAPS.get(given.get("stroke-linecap", ""), around.cap),
        join=_JOINS.get(given.get("stroke-linejoin", ""), around.join),
        colour=colour,
        hidden=around.hidden or hidden,
    )

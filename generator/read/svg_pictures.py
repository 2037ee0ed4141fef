"""SVG files -> Drawing: shapes filled and stroked in plain colours; nothing runs, nothing is fetched."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeAlias
from xml.parsers import expat

from generator.errors import DataError, Problem
from generator.model.picture import Drawing, DrawnShape
from generator.read.files import read_text
from generator.read.svg_values import (
    MATRIX,
    Matrix,
    joined,
    parse_svg_colour,
    parse_svg_length,
    parse_transform,
)
from generator.scene.svg_outline import SHAPES, Outline, parse_outline

MOST_BYTES = 4 * 1024 * 1024

_SVG = "http://www.w3.org/2000/svg"
_SILENT = ("title", "desc", "metadata")
"""Elements that draw nothing."""
_GROUPS = ("svg", "g", "defs", "a", "switch")

_REFUSED_ELEMENTS = {
    "script": "pictures hold shapes and nothing else",
    "style": "write colours as attributes: save as `Plain SVG` or `presentation attributes`",
    "image": "use a PNG file of its own",
    "use": "draw the shape itself",
    "text": "turn the text into paths",
    "foreignObject": "pictures hold shapes and nothing else",
    "linearGradient": "use plain colours",
    "radialGradient": "use plain colours",
    "pattern": "use plain colours",
    "filter": "use plain colours",
    "clipPath": "cut the shape itself",
    "mask": "cut the shape itself",
}
_REFUSED = {
    "class": "write colours as attributes",
    "clip-path": "cut the shape itself",
    "mask": "cut the shape itself",
    "filter": "use plain colours",
    "href": "nothing is fetched from anywhere: draw the shape itself",
}
_SOLID = ("opacity", "fill-opacity", "stroke-opacity")

Cap: TypeAlias = Literal["butt", "round", "square"]
Join: TypeAlias = Literal["miter", "round", "bevel"]
_CAPS: Mapping[str, Cap] = {"butt": "butt", "round": "round", "square": "square"}
_JOINS: Mapping[str, Join] = {"miter": "miter", "round": "round", "bevel": "bevel"}


def read_svg_picture(path: Path) -> Drawing:
    """The drawing of a file; raises DataError with all that is wrong with it."""
    file, text = read_text(path, most_bytes=MOST_BYTES)
    reader = _Reader(file)
    reader.read(text)
    if reader.problems:
        raise DataError(reader.problems)
    _, _, width, height = reader.box
    return Drawing(width, height, tuple(reader.shapes))


@dataclass(frozen=True, slots=True)
class _Paint:
    """What shapes inherit from the groups around them."""

    fill: str = "#000000"
    stroke: str = ""
    width: float = 1.0
    rule: str = "nonzero"
    cap: Cap = "butt"
    join: Join = "miter"
    colour: str = "#000000"
    """What `currentColor` stands for."""
    matrix: Matrix = MATRIX
    hidden: bool = False


class _Stop(Exception):
    """Raised inside the parser: nothing after this place is worth reading."""


@dataclass
class _Reader:
    """Follows the parser from element to element."""

    file: str
    problems: list[Problem] = field(default_factory=list)
    box: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    shapes: list[DrawnShape] = field(default_factory=list)
    _paints: list[_Paint] = field(default_factory=list)
    _silent: int = 0
    """Levels inside an element that draws nothing."""

    def read(self, text: str) -> None:
        self.parser = expat.ParserCreate("utf-8", " ")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._refuse_doctype
        self.parser.ProcessingInstructionHandler = self._refuse_instruction
        try:
            self.parser.Parse(text.encode(), True)
        except _Stop:
            return
        except expat.ExpatError as error:
            said = expat.ErrorString(error.code)
            self._add_at(error.lineno, error.offset + 1, f"is not an SVG file: {said}")
            return
        if not self.shapes and not self.problems:
            self._add_at(0, 0, "draws nothing")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        namespace, _, tag = name.rpartition(" ")
        if not self._paints:
            if namespace != _SVG or tag != "svg":
                self._add(f"is not an SVG file: it starts with `<{tag}>`", f'<svg xmlns="{_SVG}" ...>')
                raise _Stop
            self._read_box(attributes)
        around = self._paints[-1] if self._paints else self._at_origin()
        if self._silent or namespace != _SVG or tag in _SILENT:
            self._silent += 1
            self._paints.append(around)
            return
        paint = self._inherit(around, attributes)
        self._paints.append(replace(paint, hidden=True) if tag == "defs" else paint)
        if tag in (*SHAPES, "line"):
            self._read_shape(tag, attributes, paint)
        elif tag not in _GROUPS:
            known = ", ".join((*SHAPES, "line", "g"))
            self._add(f"`<{tag}>` is not read", _REFUSED_ELEMENTS.get(tag, f"these are: {known}"))

    def _end(self, _name: str) -> None:
        self._paints.pop()
        self._silent = max(0, self._silent - 1)

    def _at_origin(self) -> _Paint:
        left, top, _, _ = self.box
        return _Paint(matrix=(1.0, 0.0, 0.0, 1.0, -left, -top))

    def _read_box(self, attributes: dict[str, str]) -> None:
        """The viewBox; where there is none, width and height."""
        try:
            if "viewBox" in attributes:
                numbers = [float(number) for number in re.split(r"[\s,]+", attributes["viewBox"].strip())]
            else:
                sides = (attributes.get("width", ""), attributes.get("height", ""))
                numbers = [0.0, 0.0, *map(parse_svg_length, sides)]
            left, top, width, height = numbers
            if not (math.isfinite(left + top) and 0 < width < 1e6 and 0 < height < 1e6):
                raise ValueError
        except ValueError:
            self._add("has no box to stand in", 'add `viewBox="0 0 48 48"`')
            return
        self.box = (left, top, width, height)

    def _inherit(self, around: _Paint, attributes: dict[str, str]) -> _Paint:
        """The paint of an element: its attributes, and `style`, which wins over them."""
        given: dict[str, str] = {}
        for name, value in attributes.items():
            local = name.rpartition(" ")[2]
            if local in _REFUSED and value != "none":
                self._add(f"`{local}` is not read", _REFUSED[local])
            elif local.startswith("on"):
                self._add(f"`{local}` is not read", "pictures hold shapes and nothing else")
            given[local] = value
        for entry in given.pop("style", "").split(";"):
            name, _, value = entry.partition(":")
            given[name.strip()] = value.strip()
        for name in _SOLID:
            if given.get(name, "1") not in ("1", "1.0", "100%"):
                self._add(f"`{name}` is not read", "use a lighter colour: nothing is printed half through")
        try:
            return self._paint(around, given)
        except ValueError as error:
            self._add(str(error), "use plain colours and numbers")
            return around

    def _paint(self, around: _Paint, given: Mapping[str, str]) -> _Paint:
        colour = parse_svg_colour(given.get("color", ""), around.colour, around.colour)
        matrix = around.matrix
        if "transform" in given:
            matrix = joined(matrix, parse_transform(given["transform"]))
        hidden = given.get("display") == "none" or given.get("visibility") == "hidden"
        return _Paint(
            fill=parse_svg_colour(given.get("fill", ""), around.fill, colour),
            stroke=parse_svg_colour(given.get("stroke", ""), around.stroke, colour),
            width=parse_svg_length(given["stroke-width"]) if "stroke-width" in given else around.width,
            rule=given.get("fill-rule", around.rule),
            cap=_CAPS.get(given.get("stroke-linecap", ""), around.cap),
            join=_JOINS.get(given.get("stroke-linejoin", ""), around.join),
            colour=colour,
            matrix=matrix,
            hidden=around.hidden or hidden,
        )

    def _read_shape(self, tag: str, attributes: dict[str, str], paint: _Paint) -> None:
        if paint.hidden or not (paint.fill or (paint.stroke and paint.width > 0)):
            return
        try:
            outline = _outline(tag, attributes)
        except ValueError as error:
            self._add(f"`<{tag}>` cannot be drawn: {error}")
            return
        if not outline:
            return
        a, b, c, d, _, _ = paint.matrix
        self.shapes.append(
            DrawnShape(
                tuple(_moved(segment, paint.matrix) for segment in outline),
                fill="" if tag == "line" else paint.fill,
                stroke=paint.stroke if paint.width > 0 else "",
                line=paint.width * math.sqrt(abs(a * d - b * c)),
                even_odd=paint.rule == "evenodd",
                cap=paint.cap,
                join=paint.join,
            )
        )

    def _refuse_doctype(self, *_: object) -> None:
        self._add("has a document type", "remove `<!DOCTYPE ...>` and all entities")
        raise _Stop

    def _refuse_instruction(self, target: str, _data: str) -> None:
        self._add(f"`<?{target} ...?>` is not read", "remove it")

    def _add(self, message: str, hint: str = "") -> None:
        self._add_at(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1, message, hint)

    def _add_at(self, line: int, column: int, message: str, hint: str = "") -> None:
        self.problems.append(Problem(self.file, line, column, "", message, hint))


def _outline(tag: str, attributes: Mapping[str, str]) -> Outline:
    """Before any transform: the matrix of the paint has it."""
    if tag != "line":
        own = {name: value for name, value in attributes.items() if name != "transform"}
        return parse_outline(tag, own, open_ends=tag in ("path", "polyline"))
    x1, y1, x2, y2 = (attributes.get(name, "0") for name in ("x1", "y1", "x2", "y2"))
    return parse_outline("path", {"d": f"M{x1} {y1}L{x2} {y2}"}, open_ends=True)


def _moved(segment: tuple[str | float, ...], matrix: Matrix) -> tuple[str | float, ...]:
    a, b, c, d, e, f = matrix
    kind, *numbers = segment
    moved: list[str | float] = [kind]
    for x, y in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = float(x), float(y)
        moved += (round(a * x + c * y + e, 4), round(b * x + d * y + f, 4))
    return tuple(moved)

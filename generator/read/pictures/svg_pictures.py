"""SVG files -> Drawing: shapes filled and stroked in plain colours; nothing runs, nothing is fetched."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias

from generator.errors import DataError
from generator.model.picture import Drawing, DrawnShape
from generator.read.files.text_files import read_text
from generator.read.pictures.svg_frame import SvgFrame
from generator.read.pictures.svg_values import parse_svg_colour, parse_svg_length, parse_transform
from generator.scene.shapes import IDENTITY, Transform
from generator.scene.svg_outline import SHAPES, parse_outline
from generator.scene.transforms import translation

MOST_BYTES = 4 * 1024 * 1024

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
    transform: Transform = IDENTITY
    hidden: bool = False


class _Reader(SvgFrame):
    """Reads shapes with their paint, moved to where all transforms put them."""

    def __init__(self, file: str) -> None:
        super().__init__(file)
        self.shapes: list[DrawnShape] = []
        self._paints: list[_Paint] = []

    def parse_side(self, text: str) -> float:
        return parse_svg_length(text)

    def open(self, tag: str, attributes: dict[str, str]) -> None:
        paint = self._inherit(self._paints[-1] if self._paints else self._at_origin(), attributes)
        self._paints.append(replace(paint, hidden=True) if tag == "defs" else paint)
        if tag in (*SHAPES, "line"):
            self._read_shape(tag, attributes, paint)
        elif tag not in _GROUPS:
            known = ", ".join((*SHAPES, "line", "g"))
            self.add(f"`<{tag}>` is not read", _REFUSED_ELEMENTS.get(tag, f"these are: {known}"))

    def close(self) -> None:
        self._paints.pop()

    def finish(self) -> None:
        if not self.shapes and not self.problems:
            self.add_at(0, 0, "draws nothing")

    def _at_origin(self) -> _Paint:
        left, top, _, _ = self.box
        return _Paint(transform=translation(-left, -top))

    def _inherit(self, around: _Paint, attributes: dict[str, str]) -> _Paint:
        """The paint of an element: its attributes, and `style`, which wins over them."""
        given: dict[str, str] = {}
        for name, value in attributes.items():
            local = name.rpartition(" ")[2]
            if local in _REFUSED and value != "none":
                self.add(f"`{local}` is not read", _REFUSED[local])
            elif local.startswith("on"):
                self.add(f"`{local}` is not read", "pictures hold shapes and nothing else")
            given[local] = value
        for entry in given.pop("style", "").split(";"):
            name, _, value = entry.partition(":")
            given[name.strip()] = value.strip()
        for name in _SOLID:
            if given.get(name, "1") not in ("1", "1.0", "100%"):
                self.add(f"`{name}` is not read", "use a lighter colour: nothing is printed half through")
        try:
            return self._paint(around, given)
        except ValueError as error:
            self.add(str(error), "use plain colours and numbers")
            return around

    def _paint(self, around: _Paint, given: Mapping[str, str]) -> _Paint:
        colour = parse_svg_colour(given.get("color", ""), around.colour, around.colour)
        transform = around.transform
        if "transform" in given:
            transform = parse_transform(given["transform"], transform)
        hidden = given.get("display") == "none" or given.get("visibility") == "hidden"
        return _Paint(
            fill=parse_svg_colour(given.get("fill", ""), around.fill, colour),
            stroke=parse_svg_colour(given.get("stroke", ""), around.stroke, colour),
            width=parse_svg_length(given["stroke-width"]) if "stroke-width" in given else around.width,
            rule=given.get("fill-rule", around.rule),
            cap=_CAPS.get(given.get("stroke-linecap", ""), around.cap),
            join=_JOINS.get(given.get("stroke-linejoin", ""), around.join),
            colour=colour,
            transform=transform,
            hidden=around.hidden or hidden,
        )

    def _read_shape(self, tag: str, attributes: dict[str, str], paint: _Paint) -> None:
        if paint.hidden or not (paint.fill or (paint.stroke and paint.width > 0)):
            return
        shape, own = tag, attributes
        if tag == "line":
            x1, y1, x2, y2 = (attributes.get(name, "0") for name in ("x1", "y1", "x2", "y2"))
            shape, own = "path", {"d": f"M{x1} {y1}L{x2} {y2}"}
        open_ends = tag in ("path", "polyline", "line")
        try:
            outline = parse_outline(shape, own, transform=paint.transform, open_ends=open_ends)
        except ValueError as error:
            self.add(f"`<{tag}>` cannot be drawn: {error}")
            return
        if not outline:
            return
        a, b, c, d, _, _ = paint.transform
        self.shapes.append(
            DrawnShape(
                outline,
                fill="" if tag == "line" else paint.fill,
                stroke=paint.stroke if paint.width > 0 else "",
                line=paint.width * math.sqrt(abs(a * d - b * c)),
                even_odd=paint.rule == "evenodd",
                cap=paint.cap,
                join=paint.join,
            )
        )

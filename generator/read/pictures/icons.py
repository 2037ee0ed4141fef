"""SVG files -> Icon: filled shapes of one colour in a box; an icon's name is that of its file."""

import re
from dataclasses import dataclass
from pathlib import Path

from generator.errors import DataError, Problem
from generator.model.picture import Icon
from generator.read.files.text_files import read_text
from generator.read.pictures.svg_frame import SvgFrame
from generator.read.pictures.svg_values import parse_transform
from generator.scene.fonts import Outline
from generator.scene.shapes import Transform
from generator.scene.svg_outline import SHAPES, parse_outline

MOST_BYTES = 256 * 1024

_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")

_REFUSED = {
    "style": "write `fill` and `fill-rule` as attributes",
    "class": "write `fill` and `fill-rule` as attributes",
    "clip-path": "cut the shape itself",
    "mask": "cut the shape itself",
    "opacity": "icons have one colour",
    "fill-opacity": "icons have one colour",
    "display": "remove what is not shown",
    "visibility": "remove what is not shown",
    "filter": "icons have one colour",
    "href": "draw the shape itself",
}
_REFUSED_ELEMENTS = {
    "script": "icons hold shapes and nothing else",
    "style": "write `fill` and `fill-rule` as attributes",
    "image": "icons hold shapes and nothing else",
    "use": "draw the shape itself",
    "text": "turn the text into paths",
    "line": "a line has no inside: turn it into a path",
}


def read_icon(path: Path) -> Icon:
    """The icon of a file; raises DataError with all that is wrong with it."""
    file, text = read_text(path, most_bytes=MOST_BYTES)
    reader = _IconReader(file)
    if not _NAME.fullmatch(path.stem):
        reader.problems.append(
            Problem(file, 0, 0, "", f"`{path.stem}` is not an icon's name", "small letters, digits and `_`")
        )
    reader.read(text)
    if reader.problems:
        raise DataError(reader.problems)
    _, _, width, height = reader.box
    segments = tuple(segment for shape in reader.shapes for segment in shape.outline)
    return Icon(path.stem, width, height, segments, reader.even_odd)


@dataclass(frozen=True, slots=True)
class _Paint:
    """What shapes inherit from the groups around them."""

    fill: str
    rule: str
    transform: Transform


@dataclass(frozen=True, slots=True)
class _Shape:
    outline: Outline
    even_odd: bool


class _IconReader(SvgFrame):
    """Reads filled shapes of one colour."""

    def __init__(self, file: str) -> None:
        super().__init__(file)
        self.shapes: list[_Shape] = []
        self.even_odd = False
        self._paints: list[_Paint] = []
        self._fills: set[str] = set()

    def parse_side(self, text: str) -> float:
        return float(text)

    def open(self, tag: str, attributes: dict[str, str]) -> None:
        around = self._paints[-1] if self._paints else self._at_origin()
        paint = _Paint(
            fill=attributes.get("fill", around.fill),
            rule=attributes.get("fill-rule", around.rule),
            transform=self._move(attributes.get("transform", ""), around.transform),
        )
        self._paints.append(paint)
        if tag not in (*SHAPES, "svg", "g", "defs"):
            hint = _REFUSED_ELEMENTS.get(tag, f"shapes are: {', '.join(SHAPES)}")
            self.add(f"`<{tag}>` is not read", hint)
            return
        self._check_attributes(attributes)
        if tag in SHAPES:
            self._read_shape(tag, attributes, paint)

    def close(self) -> None:
        self._paints.pop()

    def finish(self) -> None:
        if not self.shapes and not self.problems:
            self.add_at(0, 0, "draws nothing", "an icon has at least one filled shape")
        self._settle_rule()

    def _at_origin(self) -> _Paint:
        left, top, _, _ = self.box
        return _Paint("black", "nonzero", (1.0, 0.0, 0.0, 1.0, -left, -top))

    def _move(self, text: str, around: Transform) -> Transform:
        try:
            return parse_transform(text, around)
        except ValueError as error:
            self.add(str(error))
            return around

    def _check_attributes(self, attributes: dict[str, str]) -> None:
        for name in attributes:
            local = name.rpartition(" ")[2]
            if local in _REFUSED:
                self.add(f"`{local}` is not read", _REFUSED[local])
            elif local.startswith("on"):
                self.add(f"`{local}` is not read", "icons hold shapes and nothing else")
        if attributes.get("stroke", "none") != "none":
            self.add("has an outline (`stroke`)", "turn outlines into paths: only filled shapes are read")

    def _read_shape(self, tag: str, attributes: dict[str, str], paint: _Paint) -> None:
        if paint.fill in ("none", "transparent"):
            return
        self._fills.add(paint.fill)
        if len(self._fills) > 1:
            self.add(f"has a second colour, `{paint.fill}`", 'icons have one: `fill="currentColor"`')
        try:
            outline = parse_outline(tag, attributes, transform=paint.transform)
        except ValueError as error:
            self.add(f"`<{tag}>` cannot be drawn: {error}")
            return
        if outline:
            self.shapes.append(_Shape(outline, paint.rule == "evenodd"))

    def _settle_rule(self) -> None:
        """All shapes become one outline, which has one fill rule.

        A shape of a single line around it looks the same under both rules.
        """
        rules = {shape.even_odd for shape in self.shapes}
        self.even_odd = True in rules
        for shape in self.shapes:
            lines = sum(1 for segment in shape.outline if segment[0] == "M")
            if len(rules) > 1 and not shape.even_odd and lines > 1:
                self.add_at(0, 0, "mixes fill rules", 'write `fill-rule="evenodd"` on all shapes or on none')
                return

"""A script of protograf as a deck: it runs with a recorder, whose shapes become elements of a template."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from generator.errors import DataError, GeneratorError, format_count
from generator.imports.draft import (
    Columns,
    Draft,
    DraftElement,
    allow_overlaps,
    clean_path,
    cut_to_card,
    escape_marks,
    find_beside,
    format_csv,
    format_number,
    ignore_numbers,
    name_constants,
    name_styles,
    negate,
    parse_foreign_colour,
    quote_in_code,
    read_columns,
    translate_html,
    turn_within,
    write_numbers,
)
from generator.imports.programs.running import Recording, ScriptTool, SourceComments, get_line, record_script
from generator.read.declared.tables import find_sheet
from generator.read.files.text_files import derive_id, make_name, name_file, unreadable
from generator.system import PYTHON

_MM_OF_POINT = 25.4 / 72
_LINE = 1.4
_EDGE = 0.3
_LEAST = 0.05
_ALIGN = {"left": "start", "right": "end", "centre": "center", "center": "center", "justify": "justify"}
_PLAIN_FAMILIES = ("", "helvetica", "none", "sans", "arial")
_MOST_REPEATED = 200
_DRAWN_KEYS = {
    "x", "y", "cx", "cy", "x1", "y1", "width", "height", "side", "radius", "diameter", "length", "angle",
    "rotation", "fill", "stroke", "stroke_width", "fill_stroke", "stroke_fill", "rounding", "rounded", "text",
    "font_name", "font_size", "font_style", "align", "wrap", "label", "label_size", "label_stroke", "sides",
    "dotted", "dashed", "transparency", "points", "source", "orientation", "perimeter", "rays", "common",
    "align_vertical", "valign", "dot_width", "title", "heading", "name", "flip", "inner_fraction",
    "units", "html", "label_font",
}  # fmt: skip
"""Keys of shapes that are drawn, or change nothing."""

_Box = tuple[float, float, float, float]
_MM_OF_UNITS = {
    "cm": 10.0,
    "mm": 1.0,
    "in": 25.4,
    "inch": 25.4,
    "inches": 25.4,
    "points": 25.4 / 72,
    "pt": 25.4 / 72,
}
_SIZES = {
    "poker": (63.5, 88.9), "bridge": (57.15, 88.9), "tarot": (69.85, 120.65), "business": (50.8, 88.9),
    "mini": (44.45, 63.5), "skat": (59.0, 91.0), "minieuropean": (44.0, 68.0), "miniamerican": (41.0, 63.0),
}  # fmt: skip
"""Sizes of cards in mm by name."""
_PLAIN_DECK, _PLAIN_COUNTER = (63.5, 88.9), (25.4, 25.4)
_MOST_CARDS = 10_000
_DECK_KEYS = {
    "cards",
    "counters",
    "width",
    "height",
    "card_size",
    "copy",
    "fill",
    "rounding",
    "frame",
    "radius",
    "side",
}
"""Keys of a deck that are taken over, or have no effect."""


@dataclass(frozen=True, slots=True)
class ProtoFields:
    """The fields of the cards by the names that a script uses."""

    titles: Mapping[str, str]
    columns: Mapping[str, Sequence[str]]

    def find_field(self, name: str) -> str:
        """Return the field of a name; raises UnclearTemplate."""
        key = make_name(name)
        if name in self.titles:
            return self.titles[name]
        if key in self.columns:
            return key
        if name.lower() == "sequence":
            return "number"
        if name.lower() == "id":
            return "id"
        raise UnclearTemplate(f"there is no column {name}")

    def make_text(self, text: str, *, is_rich: bool = True) -> str:
        """Return a template as a text with fields; raises UnclearTemplate."""
        pieces, place = [], 0
        for match in _BRACES.finditer(text):
            plain = text[place : match.start()]
            pieces.append(escape_marks(plain) if is_rich else plain)
            pieces.append(f"{{{self._make_code(match[1])}}}")
            place = match.end()
        rest = text[place:]
        return "".join([*pieces, escape_marks(rest) if is_rich else rest])

    def _make_code(self, code: str) -> str:
        if re.fullmatch(r"[A-Za-z_]\w*", code):
            return self.find_field(code)
        found = _METHOD.fullmatch(code) or _FILTER.fullmatch(code)
        if found and found[2] in _FUNCTIONS:
            field, function = self.find_field(found[1]), _FUNCTIONS[found[2]]
            return f"{function}({field})" if function else field
        if found := _REPLACE.fullmatch(code):
            before, after = (quote_in_code(part[1:-1]) for part in found.group(2, 3))
            return f"replace({self.find_field(found[1])}, {before}, {after})"
        return self._translate_all(code)

    def make_condition(self, text: str) -> str:
        """Return a template that is true or false as a condition; raises UnclearTemplate."""
        inner = _BRACES.fullmatch(text.strip())
        if not inner:
            raise UnclearTemplate(f"{text} is not a condition")
        written = self._translate_all(inner[1])
        plain = _PLAIN.fullmatch(written)
        return f"{plain[1]} {'=' if plain[2] == '==' else '!='} {plain[3]}" if plain else written

    def _translate_all(self, code: str) -> str:
        """Return an expression with our names of fields."""
        tokens, place = [], 0
        while place < len(code.rstrip()):
            found = _TOKEN.match(code, place)
            if not found:
                raise UnclearTemplate(f"{{{{ {code} }}}} has no counterpart")
            place = found.end()
            tokens.append(self._translate(found))
        return re.sub(r"([(\[]) | ([)\],])", r"\1\2", " ".join(tokens))

    def _translate(self, token: re.Match[str]) -> str:
        text, name, number, sign = token.groups()
        if text is not None:
            return quote_in_code(text[1:-1])
        if name is not None:
            return name if name in _WORDS else self.find_field(name)
        return number or sign


@dataclass(slots=True)
class ProtoShapes:
    """Draws shapes on the cards of a deck."""

    draft: Draft
    fields: ProtoFields
    mm: float
    """Millimetres of a unit of the script."""
    width: float
    height: float
    find_comment: Callable[[int], str]
    """Returns the comment above a line, once."""

    def draw(self, shape: Any, line: int, conditions: Sequence[str]) -> list[DraftElement]:
        """Return the elements of a shape, a group, or a choice; each has all conditions."""
        if not isinstance(shape, dict) or not isinstance(shape.get("arguments"), list):
            return []
        kind, arguments = str(shape.get("shape")), shape["arguments"]
        own = shape.get("line") if isinstance(shape.get("line"), int) else line
        place = own or line
        if kind == "group":
            return [element for one in arguments for element in self.draw(one, place, conditions)]
        try:
            if kind == "S":
                return self._draw_choice(arguments, place, conditions)
            keys = shape.get("keys") if isinstance(shape.get("keys"), dict) else {}
            drawn = self._draw_shape(kind, keys or {}, arguments, place)
        except UnclearTemplate as error:
            self.draft.leave_out(place, kind, str(error))
            return []
        for element in drawn:
            element.line, element.comment = place, self.find_comment(place)
            element.add_conditions(*conditions)
        return drawn

    def _draw_choice(
        self, arguments: Sequence[Any], line: int, conditions: Sequence[str]
    ) -> list[DraftElement]:
        test, shape, other, *_ = [*arguments, None, None, None]
        condition = self.fields.make_condition(str(test))
        drawn = self.draw(shape, line, [*conditions, condition])
        return drawn + self.draw(other, line, [*conditions, str(negate(condition))])

    def _draw_shape(
        self, kind: str, keys: Mapping[str, Any], arguments: Sequence[Any], line: int
    ) -> list[DraftElement]:
        if kind in ("sequence", "repeat"):
            return self._draw_sequence(keys, arguments, line)
        drawer = _DRAWERS.get(kind)
        if drawer is None:
            raise UnclearTemplate("has no counterpart")
        unknown = sorted(map(str, {*keys} - _DRAWN_KEYS))
        if unknown:
            self.draft.leave_out(line, kind, f"{', '.join(unknown)}: not drawn")
        return [*drawer(self, _ShapeCall(keys, arguments, line)), *self._draw_labels(kind, keys, line)]

    def _draw_sequence(
        self, keys: Mapping[str, Any], arguments: Sequence[Any], line: int
    ) -> list[DraftElement]:
        """Return a shape that is drawn several times, each further on."""
        inner = arguments[0] if arguments else keys.get("shapes")
        inner = inner[0] if isinstance(inner, list) and inner else inner
        setting = keys.get("setting")
        if not isinstance(inner, dict) or not isinstance(setting, list) or len(setting) < 2:
            raise UnclearTemplate("a sequence without a start and an end")
        first, last = (int(_number(one) or 0) for one in setting[:2])
        count = min(abs(last - first) + 1, _MOST_REPEATED)
        steps = [_number(keys.get(f"interval_{axis}", keys.get("interval", 0))) or 0 for axis in "xy"]
        drawn = self.draw(inner, line, [])
        for element in drawn:
            box = element.keys.get("box")
            if not isinstance(box, list):
                raise UnclearTemplate("a sequence of such shapes")
            moved = [_move(str(side), step * self.mm) for side, step in zip(box, steps, strict=False)]
            element.keys = {"each": f"1..{count}", **element.keys, "box": [*moved, *box[2:]]}
            element.bounds = None
        return drawn

    # ------------------------------------------------------------------ values

    def number(self, keys: Mapping[str, Any], name: str, default: float) -> float:
        """Return a number; raises UnclearTemplate for one that depends on the card."""
        value = keys.get(name)
        if value is None:
            return default
        found = _number(value)
        if found is None:
            raise UnclearTemplate(f"`{name}` differs from card to card")
        return found

    def read_colour(self, value: Any, line: int) -> str:
        """Return a colour, which may be a field; empty for none."""
        text = _text_of(value)
        if "{{" in text:
            return self.fields.make_text(text, is_rich=False)
        if value is None or text in ("", "None"):
            return ""
        found = parse_foreign_colour(text)
        if not found:
            self.draft.change(
                line, "colour", f'{text} is not known here, and black is used; write it as "#…"'
            )
        return found or "#000000"

    def paint(self, keys: Mapping[str, Any], line: int, *, is_line: bool = False) -> dict[str, Any]:
        """Return fill and outline, which are white and black by default."""
        both = keys.get("fill_stroke", keys.get("stroke_fill"))
        stroke = self.read_colour(keys.get("stroke", "black") if both is None else both, line)
        fill = "" if is_line else self.read_colour(keys.get("fill", "white") if both is None else both, line)
        width = self.number(keys, "stroke_width", 1) * _MM_OF_POINT
        painted: dict[str, Any] = {"fill": fill} if fill else {}
        if stroke and width > 0:
            painted |= {"stroke": stroke, "line": format_number(max(width, _LEAST))}
            if keys.get("dashed") or keys.get("dotted"):
                painted["dash"] = [1, 0.5] if keys.get("dashed") else [0.3, 0.3]
        transparency = self.number(keys, "transparency", 0)
        opacity = transparency / 100 if transparency > 1 else transparency
        return painted | ({"opacity": format_number(opacity)} if 0 < opacity < 1 else {})

    def make_box(self, keys: Mapping[str, Any], sides: tuple[float, float]) -> _Box:
        """Return a box in mm by its middle or its corner."""
        width, height = (max(side, 0.01) * self.mm for side in sides)
        if "cx" in keys or "cy" in keys:
            middle = self.number(keys, "cx", 1) * self.mm, self.number(keys, "cy", 1) * self.mm
            return middle[0] - width / 2, middle[1] - height / 2, width, height
        return self.number(keys, "x", 1) * self.mm, self.number(keys, "y", 1) * self.mm, width, height

    def place(self, box: _Box, keys: Mapping[str, Any]) -> dict[str, Any]:
        """Return a box as it is written, with its angle."""
        placed: dict[str, Any] = {"box": [format_number(side) for side in box]}
        turn = -self.number(keys, "rotation", 0) % 360
        placed |= {"angle": format_number(turn)} if turn else {}
        x, y, width, height = box
        is_at_edge = x + width >= self.width - _EDGE or y + height >= self.height - _EDGE
        return placed | ({"bleeds": True} if min(x, y) <= _EDGE or is_at_edge else {})

    # ------------------------------------------------------------------ texts

    def _draw_labels(self, kind: str, keys: Mapping[str, Any], line: int) -> list[DraftElement]:
        """Return the text in the middle of a shape."""
        label = _text_of(keys.get("label"))
        if not label or kind == "text":
            return []
        box = _measure_shape(self, kind, keys)
        text = self.fields.make_text(label.replace("\\n", "\n"))
        size = self.number(keys, "label_size", self.number(keys, "font_size", 12))
        colour = self.read_colour(keys.get("label_stroke", "black"), line)
        named = {**keys, "font_name": keys.get("label_font", keys.get("font_name"))}
        style = self._make_style(named, size, colour) | {"align": "center", "upright": "middle"}
        return [self._make_words(text, box, style, {})]

    def draw_text(self, keys: Mapping[str, Any], arguments: Sequence[Any], line: int) -> list[DraftElement]:
        """Return a text: in its box, or on a line of the card whose lower edge is at its place."""
        text = self.fields.make_text(_text_of(keys.get("text", arguments[0] if arguments else "")))
        if keys.get("html"):
            text, unknown = translate_html(text)
            for tag in unknown:
                self.draft.leave_out(line, "text", f"the tag {tag} of HTML; its text stays")
        if not text.strip():
            return []
        size = self.number(keys, "font_size", 12)
        style = self._make_style(keys, size, self.read_colour(keys.get("stroke", "black"), line))
        align = _ALIGN.get(str(keys.get("align", "centre")).lower(), "center")
        x, y = self.number(keys, "x", 1) * self.mm, self.number(keys, "y", 1) * self.mm
        high = size * _MM_OF_POINT * _LINE
        turn = -self.number(keys, "rotation", 0) % 360
        if keys.get("width") is not None and (keys.get("wrap") or keys.get("height") is not None):
            sides = self.number(keys, "width", 1), self.number(keys, "height", self.number(keys, "width", 1))
            box: _Box = (x, y, sides[0] * self.mm, max(sides[1] * self.mm, high))
            style |= {"align": align} if align != "start" else {}
        else:
            box = self._make_line_box(x, y, high, align, turn)
            style |= ({"align": align} if align != "start" else {}) | {"lines": 1} | {"upright": "middle"}
        turned = {"angle": format_number(turn)} if turn else {}
        return [self._make_words(text, box, style, turned)]

    def _make_line_box(self, x: float, y: float, high: float, align: str, turn: float) -> _Box:
        """Return the box of a line of text around its place, as wide as the card allows."""
        lines = _text_lift(high)
        if align == "center":
            room = 2 * min(x, self.width - x) if turn % 180 != 90 else 2 * min(y, self.height - y)
            room = max(room, high)
            return x - room / 2, y - lines, room, high
        if align == "end":
            return 0.0, y - lines, max(x, high), high
        return x, y - lines, max(self.width - x, high), high

    def _make_style(self, keys: Mapping[str, Any], size: float, colour: str) -> dict[str, Any]:
        family = _text_of(keys.get("font_name")).strip()
        style: dict[str, Any] = {} if family.lower().split("-")[0] in _PLAIN_FAMILIES else {"font": family}
        style["font_size"] = f"{format_number(size)} pt"
        look = f"{family} {keys.get('font_style') or ''}".lower()
        style |= {"bold": True} if "bold" in look else {}
        style |= {"italic": True} if "italic" in look or "oblique" in look else {}
        return style | ({"colour": colour} if colour not in ("", "black", "#000000") else {})

    def _make_words(
        self, text: str, box: _Box, style: dict[str, Any], turned: dict[str, Any]
    ) -> DraftElement:
        """Return a text whose box is cut to the card."""
        if turned:
            box = turn_within(box, float(turned["angle"]), (self.width, self.height))
        else:
            left, width = cut_to_card(box[0], box[2], self.width, is_centred=style.get("align") == "center")
            top, height = cut_to_card(box[1], box[3], self.height, is_centred=True)
            box = (left, top, width, height)
        if min(box[2:]) < 0.5:
            raise UnclearTemplate("its place is beyond the card")
        size = float(str(style["font_size"]).split(" ")[0])
        if size > _SMALLEST:
            style["smallest"] = f"{_SMALLEST} pt"
        written = [format_number(side) for side in box]
        bounds = None if turned else box
        return DraftElement("words", {"text": text, "box": written, **turned}, style=style, bounds=bounds)


_SMALLEST = 4
"""Size in points down to which texts are set, since protograf never makes them smaller."""


def _text_lift(high: float) -> float:
    """Return how far the top of a line is above the foot of its letters."""
    return high * 0.78


def _text_of(value: Any) -> str:
    """Return a text, or that of a template."""
    if isinstance(value, dict):
        arguments = value.get("arguments")
        if value.get("shape") != "T":
            raise UnclearTemplate(f"a value of {value.get('shape')}() has no counterpart")
        return _text_of(arguments[0]) if isinstance(arguments, list) and arguments else ""
    return "" if value is None else str(value)


def _number(value: Any) -> float | None:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) and abs(number) < 1e6 else None


def _move(side: str, step: float) -> str:
    return f"{{{side} + {format_number(step)} * (item - 1)}} mm" if round(step, 2) else side


# ---------------------------------------------------------------------- shapes


def _measure_shape(shapes: ProtoShapes, kind: str, keys: Mapping[str, Any]) -> _Box:
    """Return the box of a shape in mm."""
    number = shapes.number
    if kind in ("circle", "dot", "polygon", "star"):
        plain = 0.1 if kind == "dot" else number(keys, "diameter", 2) / 2
        radius = number(keys, "dot_width", 6) * _MM_OF_POINT / 2 / shapes.mm if kind == "dot" else plain
        radius = number(keys, "radius", radius)
        # A circle is placed by its corner, or its middle.
        return shapes.make_box(keys, (2 * radius, 2 * radius))
    side = number(keys, "side", 1)
    if kind == "square":
        return shapes.make_box(keys, (number(keys, "width", side), number(keys, "height", side)))
    if kind == "hexagon":
        return shapes.make_box(keys, _measure_hexagon(shapes, keys))
    return shapes.make_box(keys, (number(keys, "width", 1), number(keys, "height", 1)))


def _measure_hexagon(shapes: ProtoShapes, keys: Mapping[str, Any]) -> tuple[float, float]:
    number = shapes.number
    side = number(keys, "side", number(keys, "radius", number(keys, "diameter", 2) / 2))
    if "height" in keys:
        side = number(keys, "height", 1) / 3**0.5
    sides = 2 * side, 3**0.5 * side
    return sides[::-1] if str(keys.get("orientation", "flat")).lower().startswith("point") else sides


@dataclass(frozen=True, slots=True)
class _ShapeCall:
    """A call of the script that makes a shape."""

    keys: Mapping[str, Any]
    arguments: Sequence[Any]
    line: int


_Drawer: TypeAlias = Callable[["ProtoShapes", _ShapeCall], list[DraftElement]]


def _panel(shape: str) -> _Drawer:
    def draw(shapes: ProtoShapes, call: _ShapeCall) -> list[DraftElement]:
        kind = {"ellipse": "ellipse", "circle": "circle", "dot": "dot", "square": "square"}.get(
            shape, "rectangle"
        )
        placed = shapes.place(_measure_shape(shapes, kind, call.keys), call.keys)
        rounding = shapes.number(call.keys, "rounding", shapes.number(call.keys, "rounded", 0))
        round_keys = {"corner": format_number(rounding * shapes.mm)} if rounding > 0 else {}
        own = {"shape": "ellipse"} if kind in ("ellipse", "circle", "dot") else round_keys
        own |= {"shape": "diamond"} if shape == "rhombus" else {}
        painted = shapes.paint(
            {"fill": call.keys.get("stroke", "black"), **call.keys} if kind == "dot" else call.keys, call.line
        )
        return [DraftElement("panel", {**own, **placed, **painted})] if painted else []

    return draw


def _hexagon(shapes: ProtoShapes, call: _ShapeCall) -> list[DraftElement]:
    x, y, width, height = _measure_shape(shapes, "hexagon", call.keys)
    is_flat = width > height
    ends = [(0, 0.5), (0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1)]
    corners = ends if is_flat else [(b, a) for a, b in ends]
    points = [[format_number(x + a * width), format_number(y + b * height)] for a, b in corners]
    return [DraftElement("polygon", {"points": points, **shapes.paint(call.keys, call.line)})]


def _regular(kind: str, given: str, default: int, key: str) -> _Drawer:
    """Return the function that draws a regular shape, with the number of its corners under these names."""

    def draw(shapes: ProtoShapes, call: _ShapeCall) -> list[DraftElement]:
        placed = shapes.place(_measure_shape(shapes, kind, call.keys), call.keys)
        count = min(max(round(shapes.number(call.keys, given, default)), 3), 100)
        return [DraftElement(kind, {key: count, **placed, **shapes.paint(call.keys, call.line)})]

    return draw


def _line(shapes: ProtoShapes, call: _ShapeCall) -> list[DraftElement]:
    number, mm = shapes.number, shapes.mm
    x, y = number(call.keys, "x", 1), number(call.keys, "y", 1)
    if "x1" in call.keys or "y1" in call.keys:
        end = number(call.keys, "x1", x), number(call.keys, "y1", y)
    else:
        length, angle = number(call.keys, "length", 1), math.radians(number(call.keys, "angle", 0))
        end = x + length * math.cos(angle), y - length * math.sin(angle)
    points = []
    for point in ((x, y), end):
        sides = zip(point, (shapes.width, shapes.height), strict=True)
        points.append([format_number(min(max(one * mm, 0), side)) for one, side in sides])
    return [
        DraftElement(
            "line", {"from": points[0], "to": points[1], **shapes.paint(call.keys, call.line, is_line=True)}
        )
    ]


def _triangle(shapes: ProtoShapes, call: _ShapeCall) -> list[DraftElement]:
    side = shapes.number(call.keys, "side", 1)
    x, y, width, height = shapes.make_box(call.keys, (side, side * 3**0.5 / 2))
    points = [[x, y + height], [x + width, y + height], [x + width / 2, y]]
    written = [[format_number(one) for one in point] for point in points]
    return [DraftElement("polygon", {"points": written, **shapes.paint(call.keys, call.line)})]


def _image(shapes: ProtoShapes, call: _ShapeCall) -> list[DraftElement]:
    file = shapes.fields.make_text(
        _text_of(call.keys.get("source", call.arguments[0] if call.arguments else "")), is_rich=False
    )
    if not file.strip():
        return []
    sides = shapes.number(call.keys, "width", 1), shapes.number(call.keys, "height", 1)
    placed = shapes.place(shapes.make_box(call.keys, sides), call.keys)
    name = clean_path(file)
    own = {"file": name, **placed, "fit": "stretch"}
    field = re.search(r"\{([a-z]\w*)\}", name)
    is_whole = field is not None and field[0] == name
    if field and not is_whole and "" in shapes.fields.columns.get(field[1], ()):
        own["when"] = f"has({field[1]})"
    return [DraftElement("picture", own)]


def _text(shapes: ProtoShapes, call: _ShapeCall) -> list[DraftElement]:
    return shapes.draw_text(call.keys, call.arguments, call.line)


def _qr(shapes: ProtoShapes, call: _ShapeCall) -> list[DraftElement]:
    text = shapes.fields.make_text(
        _text_of(call.keys.get("text", call.arguments[-1] if call.arguments else "")), is_rich=False
    )
    box = shapes.make_box(
        call.keys, (shapes.number(call.keys, "width", 1), shapes.number(call.keys, "height", 1))
    )
    return [
        DraftElement("qr", {"text": text or derive_id("code"), "box": [format_number(one) for one in box]})
    ]


class UnclearTemplate(Exception):
    """A template or a value that has no counterpart, with the reason."""


_DRAWERS: Mapping[str, _Drawer] = {
    "rectangle": _panel("rectangle"),
    "square": _panel("square"),
    "circle": _panel("circle"),
    "dot": _panel("dot"),
    "ellipse": _panel("ellipse"),
    "rhombus": _panel("rhombus"),
    "hexagon": _hexagon,
    "polygon": _regular("polygon", "sides", 6, "sides"),
    "star": _regular("star", "rays", 5, "points"),
    "line": _line,
    "triangle": _triangle,
    "image": _image,
    "text": _text,
    "qrcode": _qr,
}
"""Functions that draw shapes, by the name of the shape."""


_BRACES = re.compile(r"\{\{\s*(.*?)\s*\}\}", re.DOTALL)
_METHOD = re.compile(r"(\w+)\.(title|upper|lower|strip|capitalize)\(\)")
_FILTER = re.compile(r"(\w+)\s*\|\s*(title|upper|lower|trim)")
_REPLACE = re.compile(r"""(\w+)\.replace\(\s*('[^']*'|"[^"]*")\s*,\s*('[^']*'|"[^"]*")\s*\)""")
_FUNCTIONS = {"title": "title", "upper": "upper", "lower": "lower", "strip": "", "trim": ""}
_TOKEN = re.compile(
    r"""\s*(?:('[^']*'|"[^"]*")|([A-Za-z_]\w*)|(\d+(?:\.\d+)?)|(==|!=|<=|>=|<|>|\(|\)|,|\[|\]))"""
)
_WORDS = ("and", "or", "not", "in")
_PLAIN = re.compile(r"(\w+) (==|!=) '([\w][\w ]*)'")


def read_protograf(path: Path) -> list[Draft]:
    """Return the deck of a script, which is run; raises DataError."""
    recorder = Path(__file__).with_name("recorder.py")
    recording = record_script(path, ScriptTool("protograf", (*PYTHON, "-I"), recorder, "module"))
    cards, decks = recording.list_records("cards"), recording.list_records("decks")
    if not cards or not decks:
        raise _refuse(path, recording)
    draft = _DeckMaker(path, recording).make()
    for _, number in recording.list_code_lines():
        draft.count(number)
    draft.notice = f"{name_file(path)} {recording.describe()}"
    return [draft]


def _refuse(path: Path, recording: Recording) -> GeneratorError:
    """Return the error for a script without cards."""
    file = name_file(path)
    if stopped := recording.get_stop():
        _, line, text = stopped
        modules = ", ".join(str(note.get("text")) for note in recording.list_records("notes"))
        hint = (
            f"it needs the module {modules}, which is not here"
            if modules
            else "it runs alone, without settings"
        )
        message = f"stopped before a card was made: {text}"
        return unreadable(file, message, hint, line=line)
    pages = [str(one.get("name")) for one in recording.list_records("pages") if one.get("name") != "Save"]
    drawn = (
        f"draws {format_count(len(pages), 'shape')} on pages, but no cards or counters" if pages else _NOTHING
    )
    hint = (
        "only decks come over: Card, Counter, and what they show; pages and boards are shapes at fixed places"
    )
    return unreadable(file, drawn, hint)


_NOTHING = "makes no cards or counters"


class _DeckMaker:
    """Makes the deck of the cards that a script has made."""

    def __init__(self, path: Path, recording: Recording) -> None:
        self._path, self._recording = path, recording
        self._draft = Draft(
            derive_id(path.stem), name_file(path), folder=recording.project / Path(recording.script).parent
        )
        create = recording.data.get("create")
        self._create: Mapping[str, Any] = create if isinstance(create, dict) else {}
        self._deck = recording.list_records("decks")[-1]
        keys = self._deck.get("keys")
        self._keys: Mapping[str, Any] = keys if isinstance(keys, dict) else {}
        data = recording.data.get("data")
        self._data: Mapping[str, Any] = data if isinstance(data, dict) else {}
        self._mm = _MM_OF_UNITS.get(str(self._create.get("units", "cm")).lower(), 10.0)
        self._columns: Columns = {}
        self._titles: Mapping[str, str] = {}
        """Fields by the titles of columns."""
        self._total = 1

    def make(self) -> Draft:
        """Return the deck."""
        draft = self._draft
        width, height = self._find_size()
        cards = self._read_cards()
        fields = ProtoFields(self._titles, self._columns)
        comments = SourceComments(self._recording.sources)
        find_comment = partial(comments.take, self._recording.script)
        shapes = ProtoShapes(draft, fields, self._mm, width, height, find_comment)
        fronts, backs = self._draw(shapes, is_back=False), self._draw(shapes, is_back=True)
        fill = shapes.read_colour(self._keys.get("fill"), get_line(self._deck))
        if fill and fill not in ("white", "#ffffff"):
            fronts.insert(0, DraftElement("ground", {"fill": fill}, get_line(self._deck)))
        for elements in (fronts, backs):
            allow_overlaps(elements)
        draft.head = {"size": f"{format_number(width)} mm x {format_number(height)} mm", "unit": "mm"}
        draft.head |= self._read_frame() | {"safe": 0, "cards": cards} | ignore_numbers(cards)
        texts = self._recording.list_named_texts()
        constants = name_constants([*fronts, *backs], texts, self._columns)
        draft.head |= {"constants": constants} if constants else {}
        styles = name_styles([*fronts, *backs])
        draft.head |= {"styles": styles} if styles else {}
        draft.template = {"front": fronts, "back": backs} if backs else fronts
        draft.cells = self._columns
        self._report()
        return draft

    def _report(self) -> None:
        """Report calls that draw no cards, and the place where the script stopped."""
        draft = self._draft
        for page in self._recording.list_records("pages"):
            name, line = str(page.get("name")), get_line(page)
            if name == "Save":
                draft.change(line, name, "is petri make, with its options --to and --dpi")
            else:
                draft.leave_out(line, name, "draws on a page, not on a card")
        if self._create:
            line = get_line(self._create)
            draft.change(line, "Create", "paper and margins are options of petri make")
        ignored = sorted({*map(str, self._keys)} - _DECK_KEYS)
        if ignored:
            reason = f"{', '.join(ignored)}: sheets are laid out by petri make"
            draft.change(get_line(self._deck), str(self._deck.get("kind")), reason)
        if len(self._recording.list_records("decks")) > 1:
            draft.leave_out(get_line(self._deck), "Deck", "only the last deck is read")
        if stopped := self._recording.get_stop():
            _, line, text = stopped
            draft.leave_out(line, "script", f"stopped here, and what follows is left out: {text}")

    # ------------------------------------------------------------------ cards

    def _find_size(self) -> tuple[float, float]:
        """Return width and height of a card in mm."""
        is_counter = self._deck.get("kind") == "CounterSheet"
        named = _SIZES.get(str(self._keys.get("card_size", "")).lower())
        plain = named or (_PLAIN_COUNTER if is_counter else _PLAIN_DECK)
        sides = []
        for place, side in enumerate(("width", "height")):
            value = self._keys.get(side)
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            sides.append(float(value or 0) * self._mm if is_number and value is not None else plain[place])
        if str(self._keys.get("frame", "")).startswith(("circle", "hex")):
            sides = self._measure_frame(sides)
        if not 1 <= min(sides) <= max(sides) <= 1000:
            raise unreadable(
                self._draft.file,
                "has cards smaller than 1 mm or larger than 1 m",
                line=get_line(self._deck),
                column=1,
            )
        return sides[0], sides[1]

    def _measure_frame(self, sides: Sequence[float]) -> list[float]:
        radius, side = self._keys.get("radius"), self._keys.get("side")
        if str(self._keys.get("frame")).startswith("circle") and isinstance(radius, int | float):
            return [2 * radius * self._mm] * 2
        if isinstance(side, int | float):
            return [2 * side * self._mm, 3**0.5 * side * self._mm]
        return [*sides]

    def _read_frame(self) -> dict[str, Any]:
        """Return the shape of the cards."""
        frame = str(self._keys.get("frame", "rectangle"))
        if frame.startswith("circle"):
            return {"shape": "round"}
        if frame.startswith("hex"):
            return {"shape": "hexagon"}
        rounding = self._keys.get("rounding")
        is_round = isinstance(rounding, int | float) and not isinstance(rounding, bool) and rounding > 0
        return {"corner": format_number(float(rounding or 0) * self._mm)} if is_round else {}

    def _take_columns(self, columns: Mapping[str, Sequence[str]]) -> None:
        named = {title: make_name(title) or "column" for title in columns}
        self._titles = named
        self._columns = {named[title]: list(values) for title, values in columns.items()}

    def _read_cards(self) -> Any:
        """Return the cards: a table, rows of the script, or a number of them."""
        keys = self._data.get("keys")
        keys = keys if isinstance(keys, dict) else {}
        line = get_line(self._data)
        copies = str(self._keys.get("copy") or "")
        rows = self._list_rows(keys)
        if rows is not None:
            extra = keys.get("extra")
            if isinstance(extra, int) and 0 < extra < _MOST_CARDS:
                rows = [{"ID": number, **row} for number, row in enumerate([*rows, *[{}] * extra], 1)]
            titles = list(dict.fromkeys(str(title) for row in rows for title in row))
            self._take_columns({title: [_write_cell(row.get(title)) for row in rows] for title in titles})
            file = f"{self._draft.name}_cards.csv"
            self._draft.texts[file] = format_csv(self._columns)
            return self._name_table(file, "", copies, keys, line)
        if "filename" in keys:
            return self._read_file(str(keys["filename"]), keys, copies, line)
        if keys:
            self._draft.leave_out(
                line, "Data", f"{', '.join(sorted(keys))}: such data are not read; save them as CSV"
            )
        count = self._keys.get("cards", self._keys.get("counters", 9))
        total = count if isinstance(count, int) and 0 < count <= _MOST_CARDS else 9
        self._columns = {}
        self._total = total
        return {"every": {"card": f"1..{total}"}} if total > 1 else [{"id": "card"}]

    def _list_rows(self, keys: Mapping[str, Any]) -> list[dict[str, Any]] | None:
        """Return the rows that the script has itself."""
        matrix, listed = keys.get("matrix"), keys.get("data_list")
        if isinstance(matrix, list) and matrix and all(isinstance(row, dict) for row in matrix):
            return matrix[:_MOST_CARDS]
        if isinstance(listed, list) and len(listed) > 1 and all(isinstance(row, list) for row in listed):
            return [dict(zip(map(str, listed[0]), row, strict=False)) for row in listed[1:_MOST_CARDS]]
        return None

    def _read_file(self, name: str, keys: Mapping[str, Any], copies: str, line: int) -> Any:
        found = find_beside(self._draft.folder or self._path.parent, name)
        sheet = str(keys.get("sheetname") or "")
        try:
            if found and isinstance(keys.get("sheet"), int) and found.suffix.lower() != ".csv":
                sheet = find_sheet(found, max(int(keys["sheet"]) - 1, 0))
            columns: Columns = read_columns(found, sheet=sheet) if found else {}
        except DataError as error:
            self._draft.leave_out(line, "Data", str(error.problems[0].message))
            columns = {}
        if not columns or found is None:
            self._draft.leave_out(
                line, "Data", f"there is no table {name} that can be read; write one with this name"
            )
            self._total = 1
            return [{"id": "card"}]
        self._titles = {title: title for title in columns}
        self._columns = columns
        self._draft.copies[Path(name).name] = found
        return self._name_table(Path(name).name, sheet, copies, keys, line)

    def _name_table(self, file: str, sheet: str, copies: str, keys: Mapping[str, Any], line: int) -> Any:
        self._total = max(map(len, self._columns.values()), default=0)
        named: dict[str, Any] = {"file": file} | ({"sheet": sheet} if sheet else {})
        name = make_name(copies)
        if name in self._columns:
            named["count"] = name
        elif "count" in self._columns:
            named["count"] = 1
        for key in ("filters", "randoms", "extra", "cells"):
            if keys.get(key) and (key != "extra" or "filename" in keys):
                self._draft.leave_out(
                    line, "Data", f"`{key}`: all rows of the table are cards, and no others"
                )
        return named if len(named) > 1 else file

    # ------------------------------------------------------------------ drawing

    def _draw(self, shapes: ProtoShapes, *, is_back: bool) -> list[DraftElement]:
        drawn: list[DraftElement] = []
        for card in self._recording.list_records("cards"):
            if bool(card.get("is_back")) is not is_back:
                continue
            line = get_line(card)
            elements = card.get("elements")
            try:
                condition = self._make_condition(card.get("sequence"))
            except UnclearTemplate as error:
                self._draft.leave_out(line, "Card", str(error))
                continue
            for element in elements if isinstance(elements, list) else ():
                drawn += shapes.draw(element, line, [condition] if condition else [])
        return drawn

    def _make_condition(self, sequence: Any) -> str:
        """Return the condition for the cards of a sequence; empty for all."""
        numbers: set[int] = set()
        parts = sequence if isinstance(sequence, list) else [sequence]
        for part in parts:
            text = str(part).strip().lower()
            if text in ("all", "*"):
                return ""
            if text in ("even", "odd"):
                return f"number % 2 == {0 if text == 'even' else 1}"
            for piece in text.replace(" ", "").split(","):
                found = re.fullmatch(r"(\d+)(?:\.0)?(?:-(\d+))?", piece)
                if not found:
                    raise UnclearTemplate(f"the cards {part} cannot be counted")
                first, last = int(found[1]), int(found[2] or found[1])
                numbers |= {*range(first, min(last, first + _MOST_CARDS) + 1)}
        if not numbers:
            raise UnclearTemplate("it names no cards")
        return "" if {*range(1, self._total + 1)} <= numbers else write_numbers(sorted(numbers))


def _write_cell(value: Any) -> str:
    return "" if value is None else str(value)

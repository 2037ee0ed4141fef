"""Turns the texts of a drawing into `words` on the card."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any
from xml.etree.ElementTree import Element

from generator.imports.draft import DraftElement, cut_to_card, format_number, may_overlap
from generator.imports.material import TemplateFonts
from generator.imports.svg.columns import TemplateFields
from generator.read.pictures.svg_style import SvgContext, find_link, list_links, parse_share, parse_svg_colour
from generator.read.pictures.svg_tree import ROLE, find_place
from generator.scene.shapes import Transform

_PARTS = ("tspan", "a", "flowPara", "flowSpan", "flowDiv", "flowLine")
_INHERITED = (
    "text-align",
    "line-height",
    "shape-inside",
    "inline-size",
    "letter-spacing",
    "word-spacing",
    "text-decoration",
    "text-transform",
    "writing-mode",
)
"""Properties that matter for texts and that the reader of pictures does not inherit."""
_UNSET = ("", "none", "normal", "0", "0px", "lr", "lr-tb", "horizontal-tb")
_ANCHORS = {"start": "start", "middle": "center", "end": "end"}
_ALIGNS = {
    "start": "start",
    "left": "start",
    "center": "center",
    "end": "end",
    "right": "end",
    "justify": "justify",
}
_SINGLE = 1.36
"""Line height of the role `body`."""
_BOLD = 600


@dataclass(frozen=True, slots=True)
class TextRun:
    """A piece of a text in one style."""

    text: str
    around: SvgContext
    more: Mapping[str, str]
    """Values of properties that the reader of pictures does not inherit."""


@dataclass(slots=True)
class TextLine:
    """A line of a text with the point where it is anchored, before the transforms."""

    x: float
    y: float
    runs: list[TextRun]

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


@dataclass(frozen=True, slots=True)
class TextPage:
    """The card on which texts are: its size, the elements of the file by id, and the fonts that there are."""

    width: float
    height: float
    scale: float
    """Millimetres per unit of the drawing."""
    ids: Mapping[str, Element]
    fonts: TemplateFonts
    fields: TemplateFields
    colours: Mapping[str, str]
    """Fields by the colours that stand for them in the drawing."""


@dataclass(frozen=True, slots=True)
class TurnedBox:
    """A box in mm, and the angle in degrees by which it is turned clockwise around its middle."""

    left: float
    top: float
    width: float
    height: float
    angle: float = 0.0

    def list_lengths(self) -> list[str]:
        """Return its sides as they are written; what it holds fits after rounding, too."""
        return [format_number(side) for side in (self.left, self.top, self.width, self.height + 0.005)]

    @property
    def bounds(self) -> Sequence[float]:
        """Left, top, width, and height of a box around it."""
        turn = math.radians(self.angle)
        wide = abs(self.width * math.cos(turn)) + abs(self.height * math.sin(turn))
        high = abs(self.width * math.sin(turn)) + abs(self.height * math.cos(turn))
        x, y = self.left + self.width / 2, self.top + self.height / 2
        return (x - wide / 2, y - high / 2, wide, high)

    def may_overlap(self, other: "TurnedBox | None") -> bool:
        """Return True if the boxes around both overlap; a box that is not known may be anywhere."""
        return may_overlap(self.bounds, other.bounds if other else None, least=_TINY)

    def leaves(self, width: float, height: float) -> bool:
        """Return True if it is partly beyond a card of this size."""
        left, top, wide, high = self.bounds
        return min(left, top) < -_TINY or left + wide > width + _TINY or top + high > height + _TINY

    def is_beyond(self, width: float, height: float) -> bool:
        """Return True if nothing of it is on a card of this size."""
        left, top, wide, high = self.bounds
        return left >= width or top >= height or left + wide <= 0 or top + high <= 0

    def find_inner(
        self, transform: Transform, point: tuple[float, float], scale: float
    ) -> tuple[float, float]:
        """Return a point before a transform as one in this box, from its top left corner."""
        a, b, c, d, e, f = transform
        x = (a * point[0] + c * point[1] + e) * scale - (self.left + self.width / 2)
        y = (b * point[0] + d * point[1] + f) * scale - (self.top + self.height / 2)
        turn = math.radians(-self.angle)
        across = x * math.cos(turn) - y * math.sin(turn)
        down = x * math.sin(turn) + y * math.cos(turn)
        return across + self.width / 2, down + self.height / 2

    def cut_top(self, distance: float) -> "TurnedBox":
        """Return the box whose top is further down, or up if the distance is negative."""
        turn = math.radians(self.angle)
        height = max(self.height - distance, _LEAST)
        taken = self.height - height
        # The middle moves down along the turned side.
        x = self.left + self.width / 2 - math.sin(turn) * taken / 2
        y = self.top + self.height / 2 + math.cos(turn) * taken / 2
        return replace(self, left=x - self.width / 2, top=y - height / 2, height=height)

    def fit(self, width: float, height: float, *, is_centred: bool) -> "TurnedBox":
        """Return the box cut at the edges of a card, around the same middle if its text is centred."""
        x, y, wide, high = self.bounds
        if self.angle % 90:
            return self
        is_lying = self.angle % 180 == 90
        left, across = _cut(x, wide, width, is_centred=is_centred and not is_lying)
        top, down = _cut(y, high, height, is_centred=is_centred and is_lying)
        if is_lying:
            left, top = left + (across - down) / 2, top + (down - across) / 2
            across, down = down, across
        return TurnedBox(left, top, across, down, self.angle)


class TemplateText:
    """Reads the lines of a text with their styles, and places them on the card."""

    def __init__(self, element: Element, around: SvgContext, more: Mapping[str, str], page: TextPage) -> None:
        self._element, self._page = element, page
        self.around = around.inherit(element.attrib)
        self._more = inherit_more(more, element)
        self.changes: dict[str, None] = {}
        """Sentences about what differs from the drawing, in the order of the drawing."""
        self.lines = self._list_lines()

    @property
    def text(self) -> str:
        """All of its text."""
        return "\n".join(line.text for line in self.lines)

    # ------------------------------------------------------------------ lines

    def _list_lines(self) -> list[TextLine]:
        lines = [TextLine(*self._find_start(self._element, self.around, (0.0, 0.0)), [])]
        self._add_part(self._element, self.around, self._more, lines)
        return [line for line in lines if line.text.strip()]

    def _find_start(
        self, element: Element, around: SvgContext, default: tuple[float, float]
    ) -> tuple[float, float]:
        """Return where the text of an element begins; `default` where it says nothing."""
        values = []
        for side, other in zip(("x", "y"), default, strict=True):
            first = (element.get(side) or "").replace(",", " ").split()
            shift = (element.get(f"d{side}") or "").replace(",", " ").split()
            value = around.measure_side(side, first[0]) if first else other
            values.append(value + (around.measure_side(side, shift[0]) if shift else 0.0))
        return values[0], values[1]

    def _add_part(
        self, element: Element, around: SvgContext, more: Mapping[str, str], lines: list[TextLine]
    ) -> None:
        self._add_run(element.text, around, more, lines)
        for child in element:
            if child.tag in _PARTS and child.get("display", "").strip() != "none":
                inside, own = around.inherit(child.attrib), inherit_more(more, child)
                last = lines[-1]
                begins = child.get(ROLE) == "line" or child.tag in ("flowPara", "flowDiv", "flowLine")
                if begins or {"x", "y"} & child.attrib.keys() or (child.get("dy") and not child.get("x")):
                    # A tspan without `x` goes on behind the text before it, whose width is not known.
                    is_moved = bool({"x", "y", "dy"} & child.attrib.keys())
                    start = self._find_start(child, inside, (last.x, last.y))
                    if last.text.strip():
                        lines.append(TextLine(*start, []))
                    elif is_moved:
                        last.x, last.y = start
                self._add_part(child, inside, own, lines)
            elif child.tag == "textPath":
                self.changes["its path is not taken over: it is set in a straight line"] = None
                self._add_part(child, around, more, lines)
            self._add_run(child.tail, around, more, lines)

    def _add_run(
        self, text: str | None, around: SvgContext, more: Mapping[str, str], lines: list[TextLine]
    ) -> None:
        if text:
            is_kept = around.style["white-space"].strip() not in ("normal", "nowrap", "")
            shown = text if is_kept else re.sub(r"\s+", " ", text)
            lines[-1].runs.append(TextRun(shown, around, more))

    # ------------------------------------------------------------------ words

    def make_words(self, field: str = "") -> list[DraftElement]:
        """Return its elements; `field` is a field that replaces all of its text."""
        return [element for element in self._list_words(field) if element is not None]

    def _list_words(self, field: str) -> list[DraftElement | None]:
        if not self.lines:
            if not field:
                return []
            self.lines = [TextLine(*self._find_start(self._element, self.around, (0.0, 0.0)), [])]
            self.lines[0].runs.append(TextRun(" ", self.around, self._more))
        box = self._find_box()
        if box is not None:
            text = f"{{{field}}}" if field else self._join_lines()
            return [self._make_element(text, self.lines[0], box)]
        if field:
            return [self._make_element(f"{{{field}}}", self.lines[0], None)]
        return [self._make_element(self._make_text(line.runs, line), line, None) for line in self.lines]

    def _join_lines(self) -> str:
        """Return the text of a box, whose lines are broken anew."""
        first = self.lines[0]
        is_flowed = self._element.tag == "flowRoot"
        parts = [self._make_text(line.runs, first) for line in self.lines]
        if is_flowed:
            return "\n".join(part.strip() for part in parts)
        joined = ""
        for part in parts:
            gap = " " if joined and not joined[-1].isspace() and not part[:1].isspace() else ""
            joined += gap + part
        return re.sub(r"[ \t]+", " ", joined).strip()

    def _make_text(self, runs: Sequence[TextRun], line: TextLine) -> str:
        """Return runs as a text of ours, with marks where they differ from the style of the line."""
        main = self._choose_main(line)
        written = []
        for marks, group in groupby(runs, key=lambda run: self._choose_marks(run, main)):
            text = self._page.fields.make_text("".join(run.text for run in group))
            before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
            inner = text.strip()
            if inner:
                stars, colour = marks
                inner = f"{stars}{inner}{stars}"
                inner = f"{{{colour}|{inner}}}" if colour else inner
            written.append(f"{before}{inner}{after}" if inner else text)
        return "".join(written).strip(" \n") if self._find_box() is None else "".join(written)

    def _choose_main(self, line: TextLine) -> TextRun:
        """Return the run whose style is that of the line: the first with a placeholder, or else with text."""
        filled = [run for run in line.runs if run.text.strip()] or line.runs
        named = (run for run in filled if self._page.fields.has_placeholder(run.text))
        return next(named, filled[0])

    def _choose_marks(self, run: TextRun, main: TextRun) -> tuple[str, str]:
        if not run.text.strip():
            return "", ""
        is_bold = _is_bold(run.around) and not _is_bold(main.around)
        is_italic = _is_italic(run.around) and not _is_italic(main.around)
        colour, own = (self._read_colour(one.around) for one in (run, main))
        stars = "**" * is_bold + "*" * is_italic
        return stars, colour if colour != own and re.fullmatch(r"#[0-9a-f]{6}", colour) else ""

    # ------------------------------------------------------------------ style

    def _make_element(self, text: str, line: TextLine, box: TurnedBox | None) -> DraftElement | None:
        main, page = self._choose_main(line), self._page
        transform = self.around.transform
        scale = math.sqrt(abs(transform[0] * transform[3] - transform[1] * transform[2])) * page.scale
        size = float(main.around.style["font-size"]) * scale
        family, half = page.fonts.choose(
            main.around.style["font-family"], bold=_is_bold(main.around), italic=_is_italic(main.around)
        )
        style: dict[str, Any] = {"font": family} if family else {}
        style["font_size"] = f"{format_number(max(size * 72 / 25.4, 1))} pt"
        style |= {"bold": True} if _is_bold(main.around) else {}
        style |= {"italic": True} if _is_italic(main.around) else {}
        style["colour"] = self._read_colour(main.around)
        style |= self._read_stroke(main.around, scale)
        anchor = _ANCHORS.get(main.around.style["text-anchor"].strip(), "start")
        align = _ALIGNS.get(main.more.get("text-align", "").strip(), "")
        leading = self._measure_leading(main)
        if box is None and (wide := self._find_inline_size(main)):
            style["line_height"] = format_number(leading)
            align = anchor
            top = line.y - (leading / 2 + half) * size / scale
            left = line.x - {"start": 0.0, "center": wide / 2, "end": wide}[anchor]
            box = turn_box(
                (left, top, wide, max(page.height / scale - top, leading * size / scale)),
                transform,
                page.scale,
            )
        elif box is None:
            align = anchor
            style |= {"lines": 1}
            box = self._measure_line(line, size, half, anchor, scale)
        else:
            style["line_height"] = format_number(leading)
            align = align or anchor
            box = self._move_top(box, line, size, half, leading)
        style |= {"align": align} if align != "start" else {}
        self._note_left_out(main)
        if box.is_beyond(page.width, page.height):
            self.changes["it is beyond the card, and is not taken over"] = None
            return None
        fitted = box.fit(page.width, page.height, is_centred=align == "center")
        keys: dict[str, Any] = {"text": self._transform_case(text, main), "box": fitted.list_lengths()}
        keys |= {"angle": format_number(fitted.angle)} if fitted.angle else {}
        bounds = fitted.bounds
        return DraftElement("words", keys, find_place(self._element)[0], style=style, bounds=bounds)

    def _transform_case(self, text: str, run: TextRun) -> str:
        word = run.more.get("text-transform", "").strip()
        if word not in ("uppercase", "lowercase"):
            return text
        name = "upper" if word == "uppercase" else "lower"
        whole = re.fullmatch(r"\{(\w+)\}", text)
        if whole:
            return f"{{{name}({whole[1]})}}"
        self.changes[f"`text-transform: {word}` is not taken over"] = None
        return text

    def _note_left_out(self, run: TextRun) -> None:
        for name in ("letter-spacing", "word-spacing", "text-decoration", "writing-mode"):
            value = run.more.get(name, "").strip()
            if value not in _UNSET and not re.fullmatch(r"-?0(?:\.0*)?(?:px|em)?", value):
                self.changes[f"`{name}` is not taken over"] = None

    def _read_colour(self, around: SvgContext) -> str:
        """Return the colour of the letters, or the field that stands for it."""
        paint = around.style["fill"].strip()
        if list_links(paint):
            self.changes["its gradient or pattern is not taken over: it is black"] = None
            paint = "#000"
        try:
            colour = parse_svg_colour(paint, around.style["color"])
            share = parse_share(around.style["fill-opacity"].strip() or "1")
        except ValueError:
            return "black"
        if colour is None:
            return "transparent"
        code = colour.hex
        if field := self._page.colours.get(code):
            return f"{{{field}}}"
        alpha = colour.alpha * share
        plain = {"#000000": "black", "#ffffff": "white"}.get(code, code)
        return plain if alpha >= 1 else f"{code}{round(alpha * 255):02x}"

    def _read_stroke(self, around: SvgContext, scale: float) -> dict[str, Any]:
        """Return the line around the letters."""
        paint = around.style["stroke"].strip()
        try:
            colour = parse_svg_colour(paint, around.style["color"]) if not list_links(paint) else None
            width = around.measure_side("r", around.style["stroke-width"].strip() or "1") * scale
            share = parse_share(around.style["stroke-opacity"].strip() or "1")
        except ValueError:
            return {}
        if colour is None or width < 0.02 or not colour.alpha * share:
            return {}
        code = colour.hex
        field = self._page.colours.get(code)
        # Half of it is under the letters.
        return {"stroke": f"{{{field}}}" if field else code, "line": format_number(max(width / 2, 0.05))}

    def _measure_leading(self, run: TextRun) -> float:
        """Return the line height in ems."""
        text = run.more.get("line-height", "").strip() or "1.25"
        if text == "normal":
            return 1.25
        if match := re.fullmatch(r"([\d.]+)(%?)", text):
            value = float(match[1]) / (100 if match[2] else 1)
        else:
            try:
                value = run.around.measure(text) / float(run.around.style["font-size"])
            except (ValueError, ZeroDivisionError):
                value = 1.25
        return min(max(value, 0.6), 4)

    def _find_inline_size(self, run: TextRun) -> float:
        text = run.more.get("inline-size", "").strip()
        try:
            return run.around.measure(text) if text not in ("", "auto", "0") else 0.0
        except ValueError:
            return 0.0

    # ------------------------------------------------------------------ boxes

    def _find_box(self) -> TurnedBox | None:
        """Return the box in which Inkscape sets the text; None if it is a line."""
        shapes = [*self._list_shapes()]
        if not shapes:
            return None
        left, top = min(box[0] for box in shapes), min(box[1] for box in shapes)
        right, bottom = max(box[0] + box[2] for box in shapes), max(box[1] + box[3] for box in shapes)
        return turn_box((left, top, right - left, bottom - top), self.around.transform, self._page.scale)

    def _list_shapes(self) -> Iterator[tuple[float, float, float, float]]:
        """Yield the rectangles that a text flows in, in its own coordinates."""
        if self._element.tag == "flowRoot":
            for region in self._element.iter("flowRegion"):
                for child in region:
                    yield from self._measure_shape(child)
            return
        for link in list_links(self._more.get("shape-inside", "")):
            if (shape := self._page.ids.get(link)) is not None:
                yield from self._measure_shape(shape)

    def _measure_shape(self, shape: Element) -> Iterator[tuple[float, float, float, float]]:
        if shape.tag == "use":
            target = self._page.ids.get(find_link(shape.get("href")))
            if target is None or target.tag == "use":
                return
            shape = target
        try:
            own = SvgContext(self.around.width, self.around.height).inherit(shape.attrib)
            sides = [
                own.measure_side(side, shape.get(side, "0") or "0") for side in ("x", "y", "width", "height")
            ]
        except ValueError:
            return
        if shape.tag == "path":
            numbers = [float(one) for one in re.findall(r"-?\d*\.?\d+(?:e-?\d+)?", shape.get("d", ""))]
            if not re.fullmatch(r"[MLZ\d\s.,e-]*", shape.get("d", "")) or len(numbers) < 6:
                self.changes["the shape that it flows in is not taken over: it is set in one line"] = None
                return
            across, down = numbers[::2], numbers[1::2]
            sides = [min(across), min(down), max(across) - min(across), max(down) - min(down)]
        box = turn_box((sides[0], sides[1], sides[2], sides[3]), own.transform, 1.0)
        if box.width > 0 and box.height > 0:
            yield box.left, box.top, box.width, box.height

    def _move_top(
        self, box: TurnedBox, line: TextLine, size: float, half: float, leading: float
    ) -> TurnedBox:
        """Return a box whose first line is where Inkscape has drawn it."""
        if self._element.tag == "flowRoot" or not line.y:
            return box
        _, y = box.find_inner(self.around.transform, (line.x, line.y), self._page.scale)
        # Only a line near the top is the first one of the box.
        distance = y - (leading / 2 + half) * size
        return box.cut_top(distance) if abs(distance) < size else box

    def _measure_line(self, line: TextLine, size: float, half: float, anchor: str, scale: float) -> TurnedBox:
        """Return the box of a single line, as wide as the card allows it."""
        page, transform = self._page, self.around.transform
        top = line.y - (_SINGLE / 2 + half) * size / scale
        high = (_SINGLE * size + 0.02) / scale
        ahead, behind = (
            self._measure_room(line, transform, sign, high * scale / page.scale) for sign in (1, -1)
        )
        least = size / scale
        wide = {"start": ahead, "end": behind, "center": 2 * min(ahead, behind)}[anchor]
        wide = max(wide, least)
        left = line.x - {"start": 0.0, "center": wide / 2, "end": wide}[anchor]
        return turn_box((left, top, wide, high), transform, page.scale)

    def _measure_room(self, line: TextLine, transform: Sequence[float], sign: int, high: float) -> float:
        """Return how far a line may go to one side on the card, in units of the text."""
        a, b, c, d, e, f = transform
        x, y = a * line.x + c * line.y + e, b * line.x + d * line.y + f
        length, limits = math.hypot(a, b), [math.inf]
        for start, step, aside, most in ((x, a, b, self._page.width), (y, b, a, self._page.height)):
            # The corners of a turned box must be on the card, too.
            inset = abs(aside) / length * high if length and abs(step) < 0.999 * length else 0.0
            edge = most / self._page.scale - inset if step * sign > 0 else inset
            # A line that is turned by a little would end at an edge that it runs along.
            if abs(step) > 0.05 * length:
                limits.append((edge - start) / (step * sign))
        return max(min(limits), 0.0)


def inherit_more(more: Mapping[str, str], element: Element) -> Mapping[str, str]:
    """Return the values of properties that the reader of pictures does not inherit, for an element."""
    own = {name: value for name in _INHERITED if (value := element.get(name))}
    return {**more, **own} if own else more


def _is_bold(around: SvgContext) -> bool:
    return int(around.style["font-weight"]) >= _BOLD


def _is_italic(around: SvgContext) -> bool:
    return around.style["font-style"].strip() not in ("normal", "")


_TINY = 0.01
_LEAST = 0.5
"""Smallest side of a box in mm."""


def turn_box(box: tuple[float, float, float, float], transform: Transform, scale: float) -> TurnedBox:
    """Return a rectangle of a drawing after its transform, in mm: `scale` is that of a unit."""
    left, top, width, height = box
    a, b, c, d, e, f = transform
    x, y = left + width / 2, top + height / 2
    middle = (a * x + c * y + e) * scale, (b * x + d * y + f) * scale
    wide, high = math.hypot(a, b) * width * scale, math.hypot(c, d) * height * scale
    angle = round(math.degrees(math.atan2(b, a)), 2) % 360
    return TurnedBox(middle[0] - wide / 2, middle[1] - high / 2, wide, high, angle)


def _cut(start: float, size: float, length: float, *, is_centred: bool) -> tuple[float, float]:
    """Return a part of a side of a card of that length; what is beyond the card is moved to its edge."""
    begin, rest = cut_to_card(start, size, length, is_centred=is_centred)
    if rest >= min(size, _LEAST):
        return begin, rest
    least = min(size, length, _LEAST)
    return min(max(start, 0.0), length - least), least

"""Shapes as the operators of a PDF content stream.

A page starts with a transformation to the coordinates of the scene. Text is shown at font size 1 under a
matrix that contains the size and turns it upright, so an encoded piece is valid for every size.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Protocol

from generator.backends.numbers import factor, number
from generator.backends.pdf.fonts import EncodedFont
from generator.scene.fonts import Font
from generator.scene.shapes import (
    IDENTITY,
    Colour,
    GlyphRun,
    Group,
    Path,
    Picture,
    Segment,
    Shape,
    Stroke,
    Symbol,
    Transform,
    Use,
)

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_AS_A_PAGE_BEGINS = "[] 0 d 0 J 0 j 0 Tc"
"""Resets dashes, caps, joins, and tracking, because a symbol inherits the state of its place of use."""

_CLOSE = 0.0005
"""A run that starts closer than this to the end of the previous one needs no position; in mm."""

_ADVANCE = attrgetter("advance")
_UNSCALED = IDENTITY[:4]

_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


class Resources(Protocol):
    """Registry of everything that is written once per document."""

    def font(self, font: Font) -> EncodedFont: ...

    def picture(self, data: bytes) -> str: ...

    def symbol(self, symbol: Symbol) -> str: ...


@dataclass(slots=True)
class _State:
    """Graphics state of a viewer between operators, saved by q and restored by Q."""

    fill: Colour | None = None
    stroke: Stroke | None = None
    font: Font | None = None
    encoded: EncodedFont | None = None
    tracking: float = 0.0
    """In ems."""

    def copy(self) -> "_State":
        return _State(self.fill, self.stroke, self.font, self.encoded, self.tracking)


class _Line:
    """Position of a viewer within a text object, so that a run can omit known values."""

    __slots__ = ("_last", "_pen", "_size", "_x", "_y")

    def __init__(self) -> None:
        self._size = self._x = self._y = self._pen = 0.0
        self._last: GlyphRun | None = None

    def move_to(self, run: GlyphRun) -> str:
        last, self._last = self._last, run
        _, size, x, y, *_ = run
        if last is None or size != self._size:
            said = number(size), number(x), number(y)
            self._size, self._x, self._y, self._pen = size, float(said[1]), float(said[2]), float(said[1])
            return f"{said[0]} 0 0 -{said[0]} {said[1]} {said[2]} Tm"
        if y == last.y and not (last.spacing or last.tracking):
            advance = sum(map(_ADVANCE, last.pieces))
            pen = self._pen + advance * size / last.font.units_per_em
            if -_CLOSE < x - pen < _CLOSE:
                self._pen = pen
                return ""
        right, up = number((x - self._x) / size), number((self._y - y) / size)
        self._x += float(right) * size
        self._y -= float(up) * size
        self._pen = self._x
        return f"{right} {up} Td"


class Content:
    """One content stream, of a page or of a symbol."""

    def __init__(self, resources: Resources, *, is_symbol: bool = False) -> None:
        self._resources = resources
        self._operators = [_AS_A_PAGE_BEGINS] if is_symbol else []
        self._state = _State()
        self._in_text = False
        self._line = _Line()
        self.fonts: set[str] = set()
        self.symbols: set[str] = set()
        self.pictures: set[str] = set()

    def finish(self) -> bytes:
        self._end_text()
        return "\n".join(self._operators).encode("latin-1")

    def transform(self, transform: Transform) -> None:
        self._operators.append(_matrix(transform))

    def draw(self, shapes: Sequence[Shape]) -> None:
        for shape in shapes:
            if isinstance(shape, GlyphRun):
                self._draw_run(shape)
                continue
            if isinstance(shape, Group) and shape.transform == IDENTITY and shape.clip is None:
                self.draw(shape.shapes)
                continue
            self._end_text()
            if isinstance(shape, Path):
                self._draw_path(shape)
            elif isinstance(shape, Use):
                self._draw_use(shape)
            elif isinstance(shape, Group):
                self._draw_group(shape)
            else:
                self._draw_picture(shape)

    def _draw_run(self, run: GlyphRun) -> None:
        face, size, _, _, pieces, colour, _, spacing, tracking = run
        write = self._operators.append
        state = self._state
        if not self._in_text:
            write("BT")
            self._in_text = True
            self._line = _Line()
        if colour is not state.fill:
            self._set_fill(colour)
        font = state.encoded
        if font is None or face is not state.font:
            font = state.encoded = self._resources.font(face)
            write(f"/{font.name} 1 Tf")
            self.fonts.add(font.name)
            state.font = face
        if tracking != state.tracking * size:
            state.tracking = tracking / size
            write(f"{factor(state.tracking)} Tc")
        shown = font.show_tracked(pieces) if tracking else font.show(pieces)
        if spacing:
            gap = f"){number(-1000 * spacing / size)}("
            spaced = zip(pieces, shown, strict=True)
            shown = (word + gap if piece.text.isspace() else word for piece, word in spaced)
        write(f"{self._line.move_to(run)}[({''.join(shown)})]TJ")

    def _draw_path(self, path: Path) -> None:
        paint = "n"
        if path.fill is not None:
            self._set_fill(path.fill)
            paint = "f"
        if path.stroke is not None:
            self._set_stroke(path.stroke)
            paint = "S" if path.fill is None else "B"
        self._operators.append(_outline(path.segments))
        self._operators.append(paint + "*" * (path.even_odd and paint in "fB"))

    def _draw_group(self, group: Group) -> None:
        state = self._state.copy()
        self._operators.append("q")
        if group.transform != IDENTITY:
            self.transform(group.transform)
        if group.clip is not None:
            clipping = "W*" if group.clip.even_odd else "W"
            self._operators.append(f"{_outline(group.clip.segments)} {clipping} n")
        self.draw(group.shapes)
        self._end_text()
        self._operators.append("Q")
        self._state = state

    def _draw_use(self, use: Use) -> None:
        name = self._resources.symbol(use.symbol)
        self.symbols.add(name)
        is_moved = use.transform != IDENTITY
        self._operators.append(f"q {_matrix(use.transform)} /{name} Do Q" if is_moved else f"/{name} Do")

    def _draw_picture(self, picture: Picture) -> None:
        name = self._resources.picture(picture.data)
        self.pictures.add(name)
        # A picture is drawn on the unit square, with y pointing up.
        box = (picture.width, 0, 0, -picture.height, picture.x, picture.y + picture.height)
        self._operators.append(f"q {' '.join(map(number, box))} cm /{name} Do Q")

    def _end_text(self) -> None:
        if self._in_text:
            self._operators.append("ET")
            self._in_text = False

    def _set_fill(self, colour: Colour) -> None:
        if colour is not self._state.fill and colour != self._state.fill:
            self._operators.append(f"{_colour(colour)} rg")
            self._state.fill = colour

    def _set_stroke(self, stroke: Stroke) -> None:
        now = self._state.stroke
        if stroke is now or stroke == now:
            return
        colour, width = (now.colour, now.width) if now else (None, None)
        now = now or Stroke(stroke.colour, stroke.width)
        operands = (
            (stroke.colour != colour, f"{_colour(stroke.colour)} RG"),
            (stroke.width != width, f"{number(stroke.width)} w"),
            (stroke.dash != now.dash, f"[{' '.join(map(number, stroke.dash))}] 0 d"),
            (stroke.cap != now.cap, f"{_CAPS[stroke.cap]} J"),
            (stroke.join != now.join, f"{_JOINS[stroke.join]} j"),
        )
        self._operators.append(" ".join(written for changes, written in operands if changes))
        self._state.stroke = stroke


@lru_cache(maxsize=8192)
def _outline(segments: tuple[Segment, ...]) -> str:
    """Return path data; cached, because repeated parts and other languages have the same outlines."""
    return " ".join([" ".join((*map(number, points), _OPERATORS[kind])) for kind, *points in segments])


def _matrix(transform: Transform) -> str:
    scales = "1 0 0 1" if transform[:4] == _UNSCALED else " ".join(map(factor, transform[:4]))
    return f"{scales} {number(transform[4])} {number(transform[5])} cm"


@lru_cache(maxsize=4096)
def _colour(colour: Colour) -> str:
    return " ".join(map(number, (colour.red, colour.green, colour.blue)))

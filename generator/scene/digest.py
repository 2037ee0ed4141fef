"""Hashes of drawings: equal for what looks the same, in every run and on every machine."""

from collections.abc import Iterable
from functools import cache, lru_cache
from hashlib import sha256

from generator.model.geometry import Rectangle
from generator.scene.shapes import (
    IDENTITY,
    MITER_LIMIT,
    Colour,
    Extent,
    GlyphRun,
    Group,
    Paint,
    Path,
    Picture,
    Shape,
    ShapedWord,
    Transform,
    Use,
    invert,
    measure_box,
    move_box,
)

_DIGITS = 16
"""Hexadecimal digits of a hash."""
_PLACES, _FINE = 1e4, 1e6
"""Steps per mm to which lengths are rounded, and per unit for factors: the fourth and sixth decimal."""
_NOISE = 3e-6
"""Added before rounding, so that numbers in the middle of two steps do not depend on the last bit."""
_MOST_SYMBOLS = 512
"""Symbols whose encoding is kept."""


class Digester:
    """Makes hashes of drawings, and keeps those of symbols, fonts, and pictures for the next drawing.

    A hash depends on outlines, colours, glyphs with their fonts and positions, clips, and the pixels of
    pictures. It does not depend on names and titles, on the text that glyphs were made from, and on
    whether shapes are drawn with symbols.
    """

    def __init__(self) -> None:
        self._symbol = lru_cache(_MOST_SYMBOLS)(lambda symbol: self._encode(symbol.shapes, None))
        self._piece = lru_cache(65536)(_encode_piece)
        self._font = cache(lambda font: _hash(font.data, repr(sorted(font.location.items())).encode()))
        self._picture = cache(lambda file: _hash(file.read_look()))

    def digest(self, shapes: Iterable[Shape], *head: object, seen: Extent | None = None) -> str:
        """Return the hash of shapes, and of values such as the size of a page; lengths are in mm.

        What is completely outside of the box that is seen does not matter, such as other parts of a poster.
        """
        rounded = (_number(one) if isinstance(one, float) else str(one) for one in head)
        return _hash("|".join(rounded).encode(), self._encode(shapes, seen))

    def _encode(self, shapes: Iterable[Shape], seen: Extent | None) -> bytes:
        return b"".join(self._encode_one(shape, seen) for shape in shapes)

    def _encode_one(self, shape: Shape, seen: Extent | None) -> bytes:
        transform = shape.transform if isinstance(shape, Group | Use) else IDENTITY
        seen = _see_through(seen, transform)
        if isinstance(shape, Group):
            return _place(transform, self._encode_group(shape, seen))
        if seen and _is_outside(shape, seen):
            return b""
        if isinstance(shape, Path):
            return _encode_path(shape)
        if isinstance(shape, GlyphRun):
            return self._encode_run(shape)
        if isinstance(shape, Use):
            return _place(transform, self._encode_use(shape, seen))
        box = ",".join(map(_number, (shape.x, shape.y, shape.width, shape.height)))
        return f"I{self._picture(shape.file)} {box} {shape.view.part} {shape.view.tint};".encode()

    def _encode_use(self, use: Use, seen: Extent | None) -> bytes:
        is_complete = seen is None or Rectangle(*use.symbol.box).beyond(Rectangle(*seen)) == 0
        return self._symbol(use.symbol) if is_complete else self._encode(use.symbol.shapes, seen)

    def _encode_group(self, group: Group, seen: Extent | None) -> bytes:
        if seen and group.clip:
            seen = measure_box(group.clip).limited(Rectangle(*seen))
        inside = self._encode(group.shapes, seen)
        if not inside or (group.clip is None and group.opacity >= 1):
            return inside
        clip = _encode_path(group.clip) if group.clip else b""
        return b"".join((f"G{group.opacity:.3f}".encode(), clip, b"(", inside, b")"))

    def _encode_run(self, run: GlyphRun) -> bytes:
        """Encode the glyphs of a run, without its spaces, which draw nothing."""
        em, x = run.size / run.font.units_per_em, run.x
        style = f"{self._font(run.font)} {_number(run.size)} {_paint(run.colour)} {_number(run.tracking)}"
        words = []
        for piece in run.pieces:
            is_space = piece.text.isspace()
            if not is_space:
                words.append(f"{_number(x)}:{self._piece(piece)}")
            x += piece.advance * em + run.spacing * is_space
            if run.tracking:
                x += run.tracking * len({glyph.cluster for glyph in piece.glyphs})
        return f"T{style} {_number(run.y)} {' '.join(words)};".encode() if words else b""


def _hash(*parts: bytes) -> str:
    return sha256(b"\n".join(parts)).hexdigest()[:_DIGITS]


def _see_through(seen: Extent | None, transform: Transform) -> Extent | None:
    """Return a box in the coordinates inside of a group or symbol."""
    if seen is None or transform == IDENTITY:
        return seen
    try:
        return move_box(invert(transform), seen)
    except ZeroDivisionError:
        return None


def _is_outside(shape: Path | GlyphRun | Picture | Use, seen: Extent) -> bool:
    # Letters may be wider than their advance.
    box = measure_box(shape).grown(shape.size if isinstance(shape, GlyphRun) else 0.0)
    return box.right < seen[0] or box.bottom < seen[1] or box.left > seen[2] or box.top > seen[3]


def _number(value: float) -> str:
    return str(round(value * _PLACES + _NOISE))


def _place(transform: Transform, inside: bytes) -> bytes:
    """Return what is drawn inside of a group or symbol, with its transform if it has one."""
    if not inside or transform == IDENTITY:
        return inside
    factors = (str(round(factor * _FINE + _NOISE)) for factor in transform[:4])
    return b"".join((f"M{','.join((*factors, *map(_number, transform[4:])))}[".encode(), inside, b"]"))


def _encode_path(path: Path) -> bytes:
    fill = _paint(path.fill) if path.fill else ""
    stroke = ""
    if line := path.stroke:
        lengths = ",".join(map(_number, (line.width, line.phase, *line.dash)))
        # Hashes of earlier versions have no limits.
        limit = f" {line.miter_limit}" if line.miter_limit != MITER_LIMIT else ""
        stroke = f"{_paint(line.colour)} {lengths} {line.cap} {line.join}{limit}"
    segments = (
        command + ",".join([str(round(point * _PLACES + _NOISE)) for point in points])
        for command, *points in path.segments
    )
    return f"P{fill} {stroke} {path.even_odd:d} {' '.join(segments)};".encode()


def _paint(paint: Paint) -> str:
    if isinstance(paint, Colour):
        return f"{paint.hex}{paint.alpha:.3f}"
    stops = ",".join(f"{place:.4f}{colour.hex}{colour.alpha:.3f}" for place, colour in paint.stops)
    ends = ",".join(map(_number, (*paint.start, *paint.end, paint.radius)))
    return f"{stops} {ends} {_place(paint.transform, b'.').decode()}"


def _encode_piece(piece: ShapedWord) -> str:
    pen, glyphs = 0, []
    for glyph in piece.glyphs:
        glyphs.append(f"{glyph.index},{pen + glyph.dx},{glyph.dy}")
        pen += glyph.advance
    return "/".join(glyphs)

"""From lines of words to shapes: aligned, in visual order, with one glyph run per ink, or along a path."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, chain, groupby
from math import atan2, ceil, cos, degrees, hypot, radians, sin
from operator import attrgetter
from typing import TypeAlias

from generator.layout.shapes.curves import filled, rectangle
from generator.layout.shapes.icons import IconSet
from generator.layout.text.bidi import reorder
from generator.layout.text.paragraphs import SetLine, Setting
from generator.layout.text.words import WordPart, join_parts
from generator.model.geometry import Rectangle
from generator.model.texts.rich_text import PLAIN, Bar
from generator.model.values import replace
from generator.scene.bounds import measure_bounds, place_glyphs
from generator.scene.shapes import (
    Colour,
    GlyphRun,
    Group,
    Path,
    ShapedWord,
    Use,
    compose_transforms,
    rotation,
    shift,
    translation,
)
from generator.scene.svg_outline import cut_up, parse_outline

TextShape: TypeAlias = GlyphRun | Use | Path
"""Letters, icons, and lines under or through them."""

_PARTS, _IS_UNIFORM = attrgetter("parts"), attrgetter("is_uniform")


def place_lines(
    lines: Sequence[SetLine],
    setting: Setting,
    size: float,
    *,
    icons: IconSet,
    left: float,
    baseline: float,
) -> tuple[TextShape, ...]:
    """Return the shapes of all lines, line by line, each from left to right.

    `left` is the left edge of the box, and `baseline` the first base line if no text in its line is larger;
    all lengths are in mm.
    """
    shapes: list[TextShape] = []
    leading = size * setting.style.leading
    right_to_left = setting.direction == "rtl"
    for line in lines:
        drop = line.drop if line.scale > 1 else 0.0
        baseline += drop * leading
        words = line.words
        begun = len(shapes)
        parts = [*chain.from_iterable(map(_PARTS, words[:-1])), *words[-1].body]
        x, spacing = _align(line, parts, setting, size, right_to_left)
        x += left
        if not spacing and all(map(_IS_UNIFORM, words)):
            # Most lines: nothing but letters.
            for (font, colour, _, tracking, *_), pieces, text, width, _ in join_parts(parts):
                wider = tracking * size
                shapes.append(GlyphRun(font, size, x, baseline, pieces, colour, text, 0.0, wider))
                x += width * size
        else:
            shapes += _place_parts(parts, size, spacing, icons=icons, x=x, baseline=baseline)
        if line is not lines[-1] and (words[-1].forced or words[-1].ends_with_space):
            # An invisible space separates the run at the end of a line from the next line.
            last = begun if right_to_left and any(part.ink.level for part in parts) else -1
            if shapes and isinstance(run := shapes[last], GlyphRun):
                shapes[last] = run._replace(has_space=True)
        baseline += leading * (line.scale - drop)
    return tuple(shapes)


def _place_parts(
    parts: Sequence[WordPart], size: float, spacing: float, *, icons: IconSet, x: float, baseline: float
) -> list[TextShape]:
    """Return the shapes of a line with icons, marks, directions, or wider spaces."""
    shapes: list[TextShape] = []
    runs = join_parts(parts)
    is_mixed = any(run[0].level or run[0].icon for run in runs)
    if is_mixed:
        runs = join_parts([parts[index] for index in reorder([part.ink.level for part in parts])])
    bars: dict[tuple[Bar, Colour, float], float] = {}
    around = 0.0
    for ink, pieces, text, width, spaces in runs:
        font, colour, level, tracking, icon, inline, language = ink
        scaled, y = size, baseline
        if inline is not PLAIN:
            scaled, y = size * inline.scale, baseline - inline.rise * size
        if icon:
            around = around or next((run[0].inline.scale for run in runs if not run[0].icon), 1.0)
            height = font.cap_height / font.units_per_em * size * around
            grown = inline.scale / around
            shapes.append(icons.place_on_line(icon, colour, x=x, y=y, cap_height=height, scale=grown))
        else:
            around = inline.scale
            if level % 2:
                text = "".join(piece.text for piece in reversed(pieces))
            wider = spacing if spaces else 0.0
            run = GlyphRun(font, scaled, x, y, pieces, colour, text, wider, tracking * scaled, language)
            shapes.append(run)
            if is_mixed:
                # The sum of single widths, so that rounding does not depend on how words are joined.
                width = sum(map(ink.measure, pieces))
        end = x + width * size + spaces * spacing
        for bar in inline.bars:
            # A bar that continues that of the previous run is drawn with it, in one piece.
            bars[bar, colour, end] = bars.pop((bar, colour, x), x)
        x = end
    for ((rise, width), colour, end), start in bars.items():
        top = baseline - (rise + width / 2) * size
        shapes.append(filled(rectangle(start, top, end - start, width * size), colour))
    return shapes


def _align(
    line: SetLine, parts: Sequence[WordPart], setting: Setting, size: float, right_to_left: bool
) -> tuple[float, float]:
    """Return the left end of the line, and the extra width of each of its spaces."""
    left = setting.width - line.width * size
    if setting.align == "justify" and left > 0 and not line.is_last:
        spaces = sum(part.spaces for part in parts)
        if spaces:
            return 0.0, left / spaces
    if setting.align == "center":
        return left / 2, 0.0
    return (left if (setting.align == "end") != right_to_left else 0.0), 0.0


def ink_of(run: GlyphRun) -> Rectangle:
    """Return the box of a run from the base line to the height of its capitals, without descenders."""
    em = run.size / run.font.units_per_em
    width = sum(piece.advance for piece in run.pieces) * em
    return Rectangle(run.x, run.y - run.font.cap_height * em, run.x + width, run.y)


_BAR = 0.4
"""Length of the pieces of lines under text, in mm."""


class TextPath:
    """A path for a line of text, given as path data or as the degrees of an arc over a box."""

    def __init__(self, data: str, width: float, height: float) -> None:
        with suppress(ValueError):
            half = radians(max(min(float(data), 350.0), -350.0)) / 2 or 0.01
            radius = abs(width / 2 / sin(half))
            ends = height if half > 0 else height - radius * (1 - cos(half))
            flags = f"{abs(half) > radians(90):d} {half > 0:d}"
            data = f"M 0 {ends:.4f} A {radius:.4f} {radius:.4f} 0 {flags} {width:.4f} {ends:.4f}"
        self._parts = [*cut_up(parse_outline(data, open_ends=True))]
        lengths = (hypot(x2 - x, y2 - y) for (x, y), (x2, y2) in self._parts)
        self._places = [0.0, *accumulate(lengths)]
        self.length = self._places[-1]

    def bend(self, shapes: Sequence[TextShape], left: float, top: float) -> tuple[Group, ...]:
        """Return the shapes of one line, which begins at 0, along the path in a box at (left, top).

        Each letter, with its marks, is turned around the middle of its base line.
        """
        baseline = next((shape.y for shape in shapes if isinstance(shape, GlyphRun)), 0.0)
        groups: list[Group] = []
        for shape in chain.from_iterable(map(_split_shape, shapes)):
            before, _, after, _ = measure_bounds((shape,))
            middle = (before + after) / 2
            index = min(max(bisect_left(self._places, middle), 1), len(self._places) - 1)
            (x, y), (x2, y2) = self._parts[index - 1]
            turn = rotation(degrees(atan2(y2 - y, x2 - x)), 0, 0)
            start = middle - self._places[index - 1]
            moved = compose_transforms(turn, translation(start - middle, -baseline))
            groups.append(Group((shape,), transform=shift(moved, left + x, top + y)))
        return tuple(groups)


def _split_shape(shape: TextShape) -> Iterator[TextShape]:
    """Yield each letter of a run, with its marks, and short pieces of lines under text."""
    if isinstance(shape, Path):
        left, top, right, bottom = measure_bounds((shape,))
        count = ceil((right - left) / _BAR)
        step = (right - left) / count
        for index in range(count):
            yield replace(shape, segments=rectangle(left + index * step, top, step * 1.02, bottom - top))
        return
    if isinstance(shape, Use):
        yield shape
        return
    scale = shape.size / shape.font.units_per_em
    for (piece, cluster), placed in groupby(place_glyphs(shape), lambda glyph: (glyph[0], glyph[1].cluster)):
        _, glyphs, pens = zip(*placed, strict=True)
        end = min((glyph.cluster for glyph in piece.glyphs if glyph.cluster > cluster), default=None)
        text, advance = piece.text[cluster:end], sum(glyph.advance for glyph in glyphs)
        letter = ShapedWord(text, tuple(replace(glyph, cluster=0) for glyph in glyphs), advance)
        x = shape.x + pens[0] * scale
        yield shape._replace(x=x, pieces=(letter,), text=text, spacing=0.0, tracking=0.0)

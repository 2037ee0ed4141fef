"""Lines of set words as glyph runs: aligned, in visual order, with one run per ink, or along a path."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import accumulate, chain, groupby
from math import atan2, ceil, cos, degrees, hypot, radians, sin
from operator import attrgetter
from typing import Literal, NamedTuple, TypeAlias

from generator.layout.shapes.outlines import filled, rectangle
from generator.layout.shapes.palette import IconSet
from generator.layout.text.bidi import reorder
from generator.layout.text.lines import SetLine
from generator.layout.text.paragraphs import Setting
from generator.layout.text.words import UNSPACED, WordPart, join_parts
from generator.model.geometry import Rectangle
from generator.model.language.scalars import MM_PER_POINT
from generator.model.texts.rich_text import PLAIN, Bar
from generator.model.values import replace
from generator.scene.fonts import Font
from generator.scene.shapes import (
    LINK,
    Colour,
    GlyphRun,
    Group,
    Path,
    Region,
    ShapedWord,
    Tag,
    Use,
    compose_transforms,
    measure_bounds,
    move_segments,
    place_glyphs,
    rotation,
    shift,
    translation,
)
from generator.scene.svg_outline import cut_up, parse_outline

TextShape: TypeAlias = GlyphRun | Use | Path | Group
"""Letters, icons, and lines under or through them; or a group of these with narrower letters."""

_PARTS, _IS_UNIFORM = attrgetter("parts"), attrgetter("is_uniform")


def place_lines(
    lines: Sequence[SetLine],
    setting: Setting,
    size: float,
    *,
    icons: IconSet,
    left: float,
    baseline: float,
    hangs: bool = True,
) -> tuple[TextShape, ...]:
    """Return the shapes of all lines, line by line, each from left to right; marks at their ends may hang.

    `left` is the left edge of the box, and `baseline` the first base line if no text in its line is larger;
    all lengths are in mm.
    """
    shapes: list[TextShape] = []
    leading = size * setting.style.leading
    right_to_left = setting.direction == "rtl"
    hangs = hangs and not right_to_left and "hang" not in setting.style.without
    hangs_after = hangs and (setting.spreads or setting.align == "justify")
    hangs = hangs and (hangs_after or setting.align == "start")
    may_stretch = setting.spreads or setting.align == "justify"
    side = 0.5 if setting.align == "center" else float((setting.align == "end") != right_to_left)
    last_line = lines[-1] if lines else None
    for line in lines:
        drop = line.drop if line.scale > 1 else 0.0
        baseline += drop * leading
        words = line.words
        begun = len(shapes)
        parts = [*chain.from_iterable(map(_PARTS, words[:-1])), *words[-1].body]
        before = after = 0.0
        if hangs_after or (hangs and parts and parts[0].text[:1] in _HANGING_FIRST):
            before, after = _measure_hanging(parts, setting, size)
        gaps = _NO_GAPS
        if may_stretch and not line.is_last:
            gaps = _stretch(line, parts, setting, size, before + after)
        x = left - before
        if gaps is _NO_GAPS:
            x += (setting.width - line.width * size) * side
        # An invisible space separates the run at the end of a line from the next line.
        has_space = line is not last_line and (words[-1].forced or words[-1].ends_with_space)
        if gaps is _NO_GAPS and all(map(_IS_UNIFORM, words)):
            # Most lines: nothing but letters.
            runs = join_parts(parts)
            final = runs[-1] if has_space and runs else None
            for run in runs:
                (font, colour, _, tracking, *_), pieces, text, width, _ = run
                wider = tracking * size
                shapes.append(
                    GlyphRun(font, size, x, baseline, pieces, colour, text, 0.0, wider, "", run is final)
                )
                x += width * size
        else:
            shapes += _place_parts(parts, size, gaps, icons=icons, x=x, baseline=baseline)
            last = begun if right_to_left and any(part.ink.level for part in parts) else -1
            if has_space and shapes and isinstance(glyphs := shapes[last], GlyphRun):
                shapes[last] = glyphs._replace(has_space=True)
        baseline += leading * (line.scale - drop)
    return tuple(shapes)


class _Gaps(NamedTuple):
    """Room that is added to a justified line, in mm: to its spaces, or to all of its letters."""

    spaces: float = 0.0
    letters: float = 0.0


_NO_GAPS = _Gaps()
_WIDEST_GAP = 0.2
"""Most space between letters of a line that is justified without spaces, in ems; wider lines stay ragged."""


def _place_parts(
    parts: Sequence[WordPart], size: float, gaps: "_Gaps", *, icons: IconSet, x: float, baseline: float
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
        letters = 0
        if icon:
            around = around or next((run[0].inline.scale for run in runs if not run[0].icon), 1.0)
            height = font.cap_height / font.units_per_em * size * around
            grown = inline.scale / around
            shapes.append(icons.place_on_line(icon, colour, x=x, y=y, cap_height=height, scale=grown))
        else:
            around = inline.scale
            if level % 2:
                text = "".join(piece.text for piece in reversed(pieces))
            wider = gaps.spaces if spaces else 0.0
            letters = _count_unspaced(pieces, text) if gaps.letters else 0
            tracked = tracking * scaled + (gaps.letters if letters else 0.0)
            shapes.append(GlyphRun(font, scaled, x, y, pieces, colour, text, wider, tracked, language))
            if is_mixed:
                # The sum of single widths, so that rounding does not depend on how words are joined.
                width = sum(map(ink.measure, pieces))
        end = x + width * size + spaces * gaps.spaces + gaps.letters * (letters or 1)
        for bar in inline.bars:
            # A bar that continues that of the previous run is drawn with it, in one piece.
            bars[bar, colour, end] = bars.pop((bar, colour, x), x)
        x = end
    for ((rise, width, to), colour, end), start in bars.items():
        top = baseline - (rise + width / 2) * size
        if to:
            box = (start, top, end, top + width * size)
            shapes.append(Group((), region=Region(LINK, to, box)))
            continue
        shapes.append(filled(rectangle(start, top, end - start, width * size), colour))
    return shapes


def _stretch(
    line: SetLine, parts: Sequence[WordPart], setting: Setting, size: float, hanging: float
) -> _Gaps:
    """Return what is added to the gaps of a line that is justified; nothing if that would be too much."""
    left = setting.width - line.width * size
    if setting.spreads:
        places = sum(_count_unspaced(run[1], run[2]) or 1 for run in join_parts(parts)) - 1
        if 0 < left + hanging <= _WIDEST_GAP * size * places:
            return _Gaps(letters=(left + hanging) / places)
    elif left > 0 and (spaces := sum(part.spaces for part in parts)):
        return _Gaps(spaces=(left + hanging) / spaces)
    return _NO_GAPS


def _count_unspaced(pieces: Sequence[ShapedWord], text: str) -> int:
    """Return the number of letters between which there may be space; 0 for those of scripts with spaces."""
    return (
        sum(len({glyph.cluster for glyph in piece.glyphs}) for piece in pieces)
        if re.search(UNSPACED, text)
        else 0
    )


_HANGING = 0.6
"""Share of a mark at the edge of a text that is outside of it."""
_OPENING, _CLOSING = frozenset("\"'“„‚‘«‹»›”’"), frozenset(".,-\u2010\u00ad\"'“”‘’»›«‹")
_WIDE_OPENING, _WIDE_CLOSING = frozenset("「『（【《〈"), frozenset("、。，．」』）】》〉")
"""Marks of text without spaces whose outer half is blank; at the edges, it is outside of the text."""
_LEANING = {"T": 0.03, "V": 0.04, "W": 0.04, "A": 0.04, "Y": 0.04}
_HANGING_FIRST = _OPENING.union(_WIDE_OPENING, _LEANING)
"""Marks and letters that may be moved at the beginning of a line."""
_LARGE, _MOST_LEANING = 24 * MM_PER_POINT, 0.04
"""Letters with free room on their left, by how much their ink begins left of a stem, in ems, and the size
from which it does; the font has most of that itself, and the rest is added, up to a limit."""


def _measure_hanging(parts: Sequence[WordPart], setting: Setting, size: float) -> tuple[float, float]:
    """Return by how much the first and the last mark of a line are outside of the text, in mm."""
    if setting.spreads and parts:
        half = size / 2
        return half * (parts[0].text[:1] in _WIDE_OPENING), half * (parts[-1].text[-1:] in _WIDE_CLOSING)
    before = after = 0.0
    if not parts:
        return before, after
    first, last = parts[0], parts[-1]
    if first.text[:1] in _OPENING and first.pieces:
        glyph, em = first.pieces[0].glyphs[0], first.ink.font.units_per_em
        before = _HANGING * glyph.advance / em * size * first.ink.inline.scale
    elif size >= _LARGE and first.text[:1] in _LEANING and first.pieces:
        before = _measure_leaning(first.ink.font, first.text[0]) * size
    if setting.align == "justify" and last.text[-1:] in _CLOSING and last.pieces:
        glyph, em = last.pieces[-1].glyphs[-1], last.ink.font.units_per_em
        after = _HANGING * glyph.advance / em * size * last.ink.inline.scale
    return before, after


@cache
def _measure_leaning(font: Font, letter: str) -> float:
    """Return by how much to move a letter to the left, so that it seems to begin where others do, in ems."""
    stem, own = (_find_left_edge(font, one) for one in ("H", letter))
    return min(max(own - stem + _LEANING[letter], 0.0), _MOST_LEANING)


def _find_left_edge(font: Font, letter: str) -> float:
    """Return the distance from the origin of a letter to its ink, in ems."""
    segments = font.outline(font.find_glyph(ord(letter)))
    places = (number for _, *numbers in segments for number in numbers[::2])
    return min(map(float, places), default=0.0) / font.units_per_em


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
    if isinstance(shape, Use | Group):
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


TextAnchor: TypeAlias = Literal["start", "middle", "end"]
"""Horizontal anchor of a line; start and end depend on the direction of the text."""

VerticalAnchor: TypeAlias = Literal["baseline", "middle", "top"]
"""Vertical anchor of a line: base line, half the cap height, or the top of the capitals."""


class TextBlock(NamedTuple):
    """Text laid out at the origin, in mm; `at` moves it."""

    shapes: tuple[TextShape, ...]
    width: float
    """Width of the widest line."""
    height: float
    """Number of lines times the distance between base lines."""
    size: float
    """Font size at which the text fits."""
    lines: float = 1.0
    """Number of lines; not whole if some of them have other sizes."""

    def at(self, x: float, y: float) -> tuple[TextShape, ...]:
        """Return the shapes, moved by (x, y)."""
        return tuple(_move(shape, x, y) for shape in self.shapes)

    def tagged(self, tag: Tag) -> Group:
        """Return the shapes as a part of the text, such as a heading."""
        return Group(self.shapes, tag=tag)


def _move(shape: TextShape, x: float, y: float) -> TextShape:
    if isinstance(shape, GlyphRun):
        font, size, left, top = shape[:4]
        return GlyphRun(font, size, left + x, top + y, *shape[4:])
    if isinstance(shape, Path):
        return replace(shape, segments=move_segments(translation(x, y), shape.segments))
    if isinstance(shape, Group):
        return replace(shape, transform=shift(shape.transform, x, y))
    return Use(shape.symbol, shift(shape.transform, x, y), shape.title)

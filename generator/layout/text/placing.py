"""From lines to shapes: in visual order and aligned, with one glyph run per ink."""

from collections.abc import Sequence
from typing import TypeAlias

from generator.layout.shapes.icons import IconSet
from generator.layout.text.bidi import reorder
from generator.layout.text.fitting import Setting
from generator.layout.text.lines import Line
from generator.layout.text.words import Part, join_parts
from generator.model.rectangles import Rectangle
from generator.scene.shapes import GlyphRun, Use

TextShape: TypeAlias = GlyphRun | Use


def place_lines(
    lines: Sequence[Line],
    setting: Setting,
    size: float,
    *,
    right_to_left: bool,
    icons: IconSet,
    left: float,
    baseline: float,
) -> tuple[TextShape, ...]:
    """Return the shapes of all lines, line by line, each from left to right.

    `left` is the left edge of the box, and `baseline` the first base line; all lengths are in mm.
    """
    shapes: list[TextShape] = []
    for line in lines:
        last = line.words[-1]
        parts = [part for word in line.words[:-1] for part in word.parts]
        parts += last.body
        x, spacing = _align(line, parts, setting, size, right_to_left)
        x += left
        runs = join_parts(parts)
        is_mixed = [run for run in runs if run[0].level or run[0].icon]
        if is_mixed:
            runs = join_parts([parts[index] for index in reorder([part.ink.level for part in parts])])
        for ink, pieces, text, width, spaces in runs:
            font, colour, _, tracking, icon = ink
            if icon:
                height = font.cap_height / font.units_per_em * size
                shapes.append(icons.place_on_line(icon, colour, x=x, y=baseline, cap_height=height))
            else:
                if ink.level % 2:
                    text = "".join(piece.text for piece in reversed(pieces))
                wider = spacing if spaces else 0.0
                run = GlyphRun(font, size, x, baseline, pieces, colour, text, wider, tracking * size)
                shapes.append(run)
                if is_mixed:
                    # The sum of single widths, so that rounding does not depend on how words are joined.
                    width = sum(map(ink.measure, pieces))
            x += width * size + spaces * spacing
        baseline += size * setting.style.leading
    return tuple(shapes)


def _align(
    line: Line, parts: Sequence[Part], setting: Setting, size: float, right_to_left: bool
) -> tuple[float, float]:
    """Return the left end of the line, and the extra width of each of its spaces."""
    left = setting.width - line.width * size
    align = setting.align
    if align == "justify":
        align = "start"
        spaces = sum(part.spaces for part in parts)
        if spaces and left > 0 and not line.is_last:
            return 0.0, left / spaces
    if align == "center":
        return left / 2, 0.0
    return (left if (align == "end") != right_to_left else 0.0), 0.0


def ink_of(run: GlyphRun) -> Rectangle:
    """Return the box of a run from the base line to the height of its capitals, without descenders."""
    em = run.size / run.font.units_per_em
    width = sum(piece.advance for piece in run.pieces) * em
    return Rectangle(run.x, run.y - run.font.cap_height * em, run.x + width, run.y)

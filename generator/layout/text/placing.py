"""From lines to shapes: in visual order and aligned, with one glyph run per ink."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal, TypeAlias

from generator.layout.shapes.icons import IconSet
from generator.layout.text.bidi import reorder
from generator.layout.text.lines import Line
from generator.layout.text.words import Ink, Part
from generator.model.rectangles import Rectangle
from generator.scene.shapes import GlyphRun, Piece, Use

Align: TypeAlias = Literal["start", "center", "end", "justify"]
"""Alignment; start and end follow the direction of the text."""

TextShape: TypeAlias = GlyphRun | Use

_IS_SIMPLE = attrgetter("is_simple")


@dataclass(frozen=True, slots=True)
class Placing:
    """Position of the lines of a paragraph in a box."""

    size: float
    """Font size in mm, like all lengths here."""
    width: float
    align: Align
    right_to_left: bool
    first_baseline: float
    line_height: float
    icons: IconSet
    left: float = 0.0
    """Left edge of the box, whose top is `top`."""
    top: float = 0.0


@dataclass(frozen=True, slots=True)
class _Run:
    """Parts of one glyph run, or one icon; width in ems."""

    ink: Ink
    pieces: tuple[Piece, ...]
    text: str
    width: float
    spaces: int
    icon: str = ""


def place_lines(lines: Sequence[Line], placing: Placing) -> tuple[TextShape, ...]:
    """Return the shapes of all lines, line by line, each from left to right."""
    shapes: list[TextShape] = []
    size = placing.size
    y = placing.top + placing.first_baseline
    for line in lines:
        x, spacing = _align(line, placing)
        x += placing.left
        if all(map(_IS_SIMPLE, line.words)):
            _place_simple(line, placing, x, y, spacing, shapes)
        else:
            for run in _runs(line):
                shapes.append(_place(run, x, y, spacing, placing))
                x += run.width * size + run.spaces * spacing
        y += placing.line_height
    return tuple(shapes)


def _place_simple(
    line: Line, placing: Placing, x: float, y: float, spacing: float, shapes: list[TextShape]
) -> None:
    """Append the runs of all words of a line, merging those with the same ink."""
    size = placing.size
    runs = [run for word in line.words[:-1] for run in word.runs]
    runs += line.words[-1].body_runs
    ink: Ink | None = None
    pieces: list[Piece] = []
    text, width, spaces = "", 0.0, 0
    for run_ink, run_pieces, run_text, run_width, run_spaces in runs:
        if run_ink is not ink:
            if ink is not None:
                shapes.append(_glyph_run(ink, size, x, y, pieces, text, spacing if spaces else 0.0))
                x += width * size + spaces * spacing
                pieces, text, width, spaces = [], "", 0.0, 0
            ink = run_ink
        pieces += run_pieces
        text += run_text
        width += run_width
        spaces += run_spaces
    if ink is not None:
        shapes.append(_glyph_run(ink, size, x, y, pieces, text, spacing if spaces else 0.0))


def _glyph_run(
    ink: Ink, size: float, x: float, y: float, pieces: Sequence[Piece], text: str, spacing: float
) -> GlyphRun:
    font, colour, _, tracking = ink
    return GlyphRun(font, size, x, y, tuple(pieces), colour, text, spacing, tracking * size)


def run_width(run: GlyphRun) -> float:
    """Return the distance from the start of a run to the start of the next, in mm."""
    em = run.size / run.font.units_per_em
    width = sum(piece.advance for piece in run.pieces) * em
    if run.spacing:
        width += run.spacing * sum(piece.text.isspace() for piece in run.pieces)
    if run.tracking:
        width += run.tracking * sum(len({glyph.cluster for glyph in piece.glyphs}) for piece in run.pieces)
    return width


def ink_of(run: GlyphRun) -> Rectangle:
    """Return the box of a run from the base line to the height of its capitals, without descenders."""
    em = run.size / run.font.units_per_em
    width = sum(piece.advance for piece in run.pieces) * em
    return Rectangle(run.x, run.y - run.font.cap_height * em, run.x + width, run.y)


def _align(line: Line, placing: Placing) -> tuple[float, float]:
    """Return the left end of the line, and the extra width of each of its spaces."""
    left = placing.width - line.width * placing.size
    align = placing.align
    if align == "justify":
        align = "start"
        spaces = sum(word.full_spaces for word in line.words[:-1]) + line.words[-1].spaces
        if spaces and left > 0 and not line.is_last:
            return 0.0, left / spaces
    if align == "center":
        return left / 2, 0.0
    return (left if (align == "end") != placing.right_to_left else 0.0), 0.0


def _runs(line: Line) -> list[_Run]:
    """Return the runs of a line with icons or right-to-left words."""
    last = line.words[-1]
    parts = [part for word in line.words[:-1] for part in word.parts]
    parts += last.parts[: last.body]
    order = list(range(len(parts)))
    if any(part.ink[2] for part in parts):
        order = reorder([part.ink[2] for part in parts])
    return _group(parts, order)


def _group(parts: Sequence[Part], order: Sequence[int]) -> list[_Run]:
    """Merge parts with the same ink in visual order; text stays in logical order."""
    groups: list[list[int]] = []
    for index in order:
        part = parts[index]
        before = parts[groups[-1][-1]] if groups else None
        if before is None or before.icon or part.icon or part.ink != before.ink:
            groups.append([])
        groups[-1].append(index)
    runs = []
    for group in groups:
        first = parts[group[0]]
        pieces = [parts[index].piece for index in group]
        told = [parts[index].piece for index in sorted(group)]
        runs.append(
            _Run(
                first.ink,
                tuple(piece for piece in pieces if piece is not None),
                "".join(piece.text for piece in told if piece is not None),
                sum(parts[index].width for index in group),
                sum(parts[index].is_space for index in group),
                first.icon,
            )
        )
    return runs


def _place(run: _Run, x: float, y: float, spacing: float, placing: Placing) -> TextShape:
    font, colour, _, _ = run.ink
    if run.icon:
        height = font.cap_height / font.units_per_em * placing.size
        return placing.icons.place_on_line(run.icon, colour, x=x, y=y, cap_height=height)
    return _glyph_run(run.ink, placing.size, x, y, run.pieces, run.text, spacing if run.spaces else 0.0)

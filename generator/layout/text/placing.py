"""Lines into shapes: in visual order, aligned, each run of one ink as one shape."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal, TypeAlias

from generator.layout.icons import IconSet
from generator.layout.text.bidi import reorder
from generator.layout.text.lines import Line
from generator.layout.text.words import Ink, InkRun, Part, Word
from generator.scene.shapes import GlyphRun, Piece, Use

Align: TypeAlias = Literal["start", "center", "end", "justify"]
"""start and end follow the direction of the text."""

TextShape: TypeAlias = GlyphRun | Use

_IS_SIMPLE = attrgetter("is_simple")


@dataclass(frozen=True, slots=True)
class Placing:
    """How the lines of a paragraph are placed in a box."""

    size: float
    """Of the em, in mm, as all lengths here."""
    width: float
    align: Align
    right_to_left: bool
    first_baseline: float
    line_height: float
    icons: IconSet
    left: float = 0.0
    """Where the box stands: its left edge, and its top."""
    top: float = 0.0


@dataclass(frozen=True, slots=True)
class _Run:
    """Parts that stand in one glyph run, or one icon; width in ems."""

    ink: Ink
    pieces: tuple[Piece, ...]
    text: str
    width: float
    spaces: int
    icon: str = ""


def place_lines(lines: Sequence[Line], placing: Placing) -> tuple[TextShape, ...]:
    """The shapes of all lines, line by line, each from left to right."""
    shapes: list[TextShape] = []
    size = placing.size
    y = placing.top + placing.first_baseline
    for line in lines:
        x, spacing = _align(line, placing)
        x += placing.left
        if all(map(_IS_SIMPLE, line.words)):
            for ink, pieces, text, width, spaces in _join_runs(line.words):
                shapes.append(
                    GlyphRun(
                        ink[0],
                        size,
                        x,
                        y,
                        pieces,
                        ink[1],
                        text,
                        spacing if spaces else 0.0,
                        ink[3] * size,
                    )
                )
                x += width * size + spaces * spacing
        else:
            for run in _runs(line):
                shapes.append(_place(run, x, y, spacing, placing))
                x += run.width * size + run.spaces * spacing
        y += placing.line_height
    return tuple(shapes)


def _join_runs(words: Sequence[Word]) -> list[InkRun]:
    """The runs of all words, those of one ink together."""
    joined: list[InkRun] = []
    together: list[InkRun] = []
    runs = [run for word in words[:-1] for run in word.runs]
    runs += words[-1].body_runs
    ink = None
    for run in runs:
        if run[0] is not ink and together:
            joined.append(_join(together))
            together = []
        ink = run[0]
        together.append(run)
    if together:
        joined.append(_join(together))
    return joined


def _join(runs: list[InkRun]) -> InkRun:
    if len(runs) == 1:
        return runs[0]
    pieces: list[Piece] = []
    text, width, spaces = "", 0.0, 0
    for _, more, words, wide, blanks in runs:
        pieces += more
        text += words
        width += wide
        spaces += blanks
    return InkRun(runs[0].ink, tuple(pieces), text, width, spaces)


def _align(line: Line, placing: Placing) -> tuple[float, float]:
    """Where the line starts on the left, and what is added to each of its spaces."""
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
    """Of a line with icons in it, or with words that run from right to left."""
    last = line.words[-1]
    parts = [part for word in line.words[:-1] for part in word.parts]
    parts += last.parts[: last.body]
    order = list(range(len(parts)))
    if any(part.ink[2] for part in parts):
        order = reorder([part.ink[2] for part in parts])
    return _group(parts, order)


def _group(parts: Sequence[Part], order: Sequence[int]) -> list[_Run]:
    """Parts in visual order, those of one ink together; words are told in logical order."""
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
    font, colour, _, tracking = run.ink
    if run.icon:
        height = font.cap_height / font.units_per_em * placing.size
        return placing.icons.place_on_line(run.icon, colour, x=x, y=y, cap_height=height)
    return GlyphRun(
        font=font,
        size=placing.size,
        x=x,
        y=y,
        pieces=run.pieces,
        colour=colour,
        text=run.text,
        spacing=spacing if run.spaces else 0.0,
        tracking=tracking * placing.size,
    )

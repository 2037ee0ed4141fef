"""One square of a grid: its ground, border, marks, small id, and what a player wrote into it."""

from dataclasses import dataclass

from generator.layout.press.press import Press
from generator.layout.shapes.curves import circle, filled, hatching, line, rounded_rectangle, stroked
from generator.model.style import MarkStyle
from generator.scene.shapes import Shape

_LINE = 0.3
_HEAVY = 0.65
_CORNER_RADIUS = 0.1
"""As a part of the square's edge."""
_GAP = 0.03
"""Left free on each side, so that squares stand apart like tiles; as a part of the edge."""
_SMALLEST_LABELLED = 5.5
"""Squares smaller than this have no room for their id."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is written into a square of a figure or of a played sheet."""

    digit: str = ""
    filled: bool = False
    crossed: bool = False
    circled: bool = False
    wrong: bool = False
    asked: bool = False


def parse_entry(token: str) -> Entry:
    """`4`, `#` filled, `x` crossed, `o` circled (`o3`: circled, then filled), `!3` wrong, `?`.

    `.` and nothing are an empty square. Raises ValueError for anything else.
    """
    if token in ("", "."):
        return Entry()
    wrong, rest = token.startswith("!"), token.removeprefix("!")
    circled, rest = rest.startswith("o"), rest.removeprefix("o")
    if rest.isdigit() and len(rest) <= 2:
        return Entry(digit=rest, circled=circled, wrong=wrong)
    if rest in ("", "#", "x", "?") and (rest or circled):
        return Entry(
            filled=rest == "#",
            crossed=rest == "x",
            circled=circled,
            wrong=wrong,
            asked=rest == "?",
        )
    raise ValueError(
        f"{token!r} is not an entry; write a number, `#`, `x`, `o`, `.`, or `!` before a wrong entry"
    )


def draw_square(
    press: Press,
    *,
    size: float,
    marks: tuple[str, ...] = (),
    label: str = "",
    entry: Entry | None = None,
    icons: bool = True,
) -> tuple[Shape, ...]:
    """A square with its top left corner at the origin, `size` mm wide."""
    styles = [press.mark(mark) for mark in marks]
    gap = size * _GAP
    outline = rounded_rectangle(gap, gap, size - 2 * gap, size - 2 * gap, size * _CORNER_RADIUS)
    ground = next((style.fill for style in styles if style.fill), "paper")
    shapes: list[Shape] = [filled(outline, press.palette[ground])]
    if entry and entry.filled:
        shapes.append(filled(outline, press.palette["pencil_light"]))
        inset = size * 0.08
        strokes = hatching(inset, inset, size - 2 * inset, size - 2 * inset, step=size * 0.3)
        shapes.append(stroked(strokes, press.palette["pencil"], size * 0.045))
    heavy = next((style for style in styles if style.heavy), None)
    if heavy:
        inset = gap + (_HEAVY - _LINE) / 2
        inner = rounded_rectangle(
            inset, inset, size - 2 * inset, size - 2 * inset, size * _CORNER_RADIUS - inset + gap
        )
        shapes.append(stroked(inner, press.palette[heavy.colour], _HEAVY))
    else:
        shapes.append(stroked(outline, press.palette["line"], _LINE))
    if icons:
        written = entry is not None and bool(entry.digit or entry.crossed or entry.asked)
        shapes += _draw_icons(press, styles, size, written=written)
    if label and size >= _SMALLEST_LABELLED:
        shapes += press.line(label, "square_label", x=size * 0.12, y=size * 0.12, upright="top").shapes
    if entry:
        shapes += draw_entry(press, entry, size)
    return tuple(shapes)


def _draw_icons(press: Press, styles: list[MarkStyle], size: float, *, written: bool) -> list[Shape]:
    """Corner icons fill the right edge from the top; so do central ones where something is written."""
    shapes: list[Shape] = []
    small = size * 0.4
    right = size - small - size * 0.09
    corners = [(right, size * 0.09), (right, size * 0.51)]
    for style in styles:
        if not style.icon:
            continue
        if style.place == "centre" and not written:
            edge = size * 0.62
            place = ((size - edge) / 2, (size - edge) / 2)
            shapes += press.icon(style.icon, *place, edge, colour=style.colour)
        else:
            shapes += press.icon(style.icon, *corners.pop(0), small, colour=style.colour)
    return shapes


def draw_entry(press: Press, entry: Entry, size: float) -> list[Shape]:
    """What is written by hand, in the colour of a pencil; what is wrong in red, struck out."""
    shapes: list[Shape] = []
    middle = size / 2
    pencil = press.palette["red" if entry.wrong else "pencil"]
    if entry.circled:
        shapes.append(stroked(circle(middle, middle, size * 0.4), pencil, size * 0.055))
    if entry.crossed:
        near, far = size * 0.2, size * 0.8
        for stroke in (line(near, near, far, far), line(far, near, near, far)):
            shapes.append(stroked(stroke, pencil, size * 0.05))
    if entry.digit or entry.asked:
        shapes += press.line(
            entry.digit or "?",
            "handwriting",
            x=middle,
            y=middle,
            anchor="middle",
            upright="middle",
            colour="red" if entry.wrong else "pencil",
            size=size * 0.6,
        ).shapes
    if entry.wrong:
        near, far = size * 0.14, size * 0.86
        shapes.append(stroked(line(near, far, far, near), pencil, size * 0.06))
    return shapes

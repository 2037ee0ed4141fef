"""One square of a grid: its ground, border, marks, small id, and what a player wrote into it."""

from generator.layout.press.press import Press
from generator.layout.shapes.curves import circle, filled, hatching, line, rounded_rectangle, stroked
from generator.model.places import Place
from generator.model.rectangles import Point
from generator.model.style import MarkStyle
from generator.model.values import dataclass
from generator.scene.shapes import Group, Path, Shape
from generator.scene.transforms import translation

_LINE = 0.3
_HEAVY = 0.65
_CORNER_RADIUS = 0.1
"""Radius of the corners, as a share of the square's edge."""
_GAP = 0.03
"""Gap on each side, so that squares are separate like tiles, as a share of the edge."""
_SMALLEST_LABELLED = 5.5
"""Minimum size of squares with an id."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Handwriting in a square of a figure or of a played sheet."""

    digit: str = ""
    filled: bool = False
    crossed: bool = False
    circled: bool = False
    wrong: bool = False
    asked: bool = False


NOTHING = Entry()


def parse_entry(text: str) -> Entry:
    """Parse an entry that readers have checked: a number, or a mark.

    `#` is filled, `x` crossed, `o` circled (`o3`: with a number), `!` wrong (`!3`), `?` asked about; `.` and
    an empty text are an empty square.
    """
    mark = text.lstrip("!o.")
    return Entry(
        digit=mark if mark.isdigit() else "",
        filled=mark == "#",
        crossed=mark == "x",
        circled="o" in text,
        wrong=text.startswith("!"),
        asked=mark == "?",
    )


def find_ground(press: Press, place: Place) -> str:
    """Return the colour of a cell: that of its kind, if the theme has one."""
    return place.kind if place.kind in press.kit.theme.colours else "paper"


def draw_cell(
    press: Press, place: Place, size: float, *, label: str = "", entry: Entry = NOTHING
) -> tuple[Shape, ...]:
    """Draw a place of a grid as a square with its top left corner at the origin."""
    ground = find_ground(press, place)
    return draw_square(press, size=size, marks=place.marks, label=label, entry=entry, ground=ground)


def draw_square(
    press: Press,
    *,
    size: float,
    marks: tuple[str, ...] = (),
    label: str = "",
    entry: Entry = NOTHING,
    icons: bool = True,
    ground: str = "paper",
    stroke: str = "line",
) -> tuple[Shape, ...]:
    """Draw a square with its top left corner at the origin, `size` mm wide."""
    styles = [press.mark(mark) for mark in marks]
    gap = size * _GAP
    outline = rounded_rectangle(gap, gap, size - 2 * gap, size - 2 * gap, size * _CORNER_RADIUS)
    ground = next((style.fill for style in styles if style.fill), ground)
    shapes: list[Shape] = [filled(outline, press.palette[ground])]
    if entry.filled:
        shapes.append(filled(outline, press.palette["pencil_light"]))
        shapes.append(draw_hatching(press, size))
    if heavy := next((style for style in styles if style.heavy), None):
        inset = gap + (_HEAVY - _LINE) / 2
        inner, radius = size - 2 * inset, size * _CORNER_RADIUS - inset + gap
        border = rounded_rectangle(inset, inset, inner, inner, radius)
        shapes.append(stroked(border, press.palette[heavy.colour], _HEAVY))
    else:
        shapes.append(stroked(outline, press.palette[stroke], _LINE))
    if icons:
        written = bool(entry.digit or entry.crossed or entry.asked)
        shapes += _draw_icons(press, styles, size, written=written)
    if label and size >= _SMALLEST_LABELLED:
        shapes += press.line(label, "square_label", x=size * 0.12, y=size * 0.12, upright="top").shapes
    return (*shapes, *draw_entry(press, entry, size))


def draw_hatching(press: Press, size: float) -> Path:
    """Draw pencil strokes that fill a square."""
    inset = size * 0.08
    strokes = hatching(inset, inset, size - 2 * inset, size - 2 * inset, step=size * 0.3)
    return stroked(strokes, press.palette["pencil"], size * 0.045)


def _draw_icons(press: Press, styles: list[MarkStyle], size: float, *, written: bool) -> list[Shape]:
    """Draw corner icons on the right from the top, and central ones as well if something is written."""
    shapes: list[Shape] = []
    small = size * 0.4
    right = size - small - size * 0.09
    corners = [(right, size * 0.09), (right, size * 0.51)]
    for style in styles:
        if style.icon and style.place == "centre" and not written:
            edge = size * 0.62
            left = top = (size - edge) / 2
            shapes += press.icon(style.icon, left, top, edge, colour=style.colour)
        elif style.icon:
            shapes += press.icon(style.icon, *corners.pop(0), small, colour=style.colour)
    return shapes


def write_entry(press: Press, entry: Entry, middle: Point, size: float) -> Group:
    """Draw what is written by hand around a point, on what is printed there."""
    drawn = [draw_hatching(press, size)] if entry.filled else draw_entry(press, entry, size)
    return Group(tuple(drawn), transform=translation(middle[0] - size / 2, middle[1] - size / 2))


def draw_entry(press: Press, entry: Entry, size: float) -> list[Shape]:
    """Draw what is written by hand, in the colour of a pencil; a wrong entry is red and struck out."""
    shapes: list[Shape] = []
    middle = size / 2
    colour = "red" if entry.wrong else "pencil"
    pencil = press.palette[colour]
    if entry.circled:
        shapes.append(stroked(circle(middle, middle, size * 0.4), pencil, size * 0.055))
    if entry.crossed:
        near, far = size * 0.2, size * 0.8
        for stroke in (line(near, near, far, far), line(far, near, near, far)):
            shapes.append(stroked(stroke, pencil, size * 0.05))
    if entry.digit or entry.asked:
        words = entry.digit or "?"
        shapes += press.centred(words, "handwriting", (middle, middle), colour=colour, size=size * 0.6)
    if entry.wrong:
        near, far = size * 0.14, size * 0.86
        shapes.append(stroked(line(near, far, far, near), pencil, size * 0.06))
    return shapes

"""The calibration sheet, which shows the offset of a printer's backs as the values to type."""

from generator.layout.imposition.margins import MarginLine
from generator.layout.imposition.pieces import find_duplex, flip_of
from generator.layout.press.press import Press
from generator.layout.shapes.curves import line, rectangle
from generator.layout.shapes.frames import Flip, Frame, flip_box
from generator.model.printing import Backs
from generator.model.rectangles import Rectangle
from generator.model.style import Paper
from generator.scene.shapes import Document, Group, Page, Path, Segment, Shape, Stroke
from generator.scene.transforms import translation

_REACH = 5
"""Length of a scale on both sides of its middle, in mm."""
_SQUARE = 50.0
_CORNER = 22.0
"""Distance of the small scales from the edges of the page."""
_INSET = 12.0
_ISOLATE, _END = "\u2066", "\u2069"
"""Isolates around the values to type, so that their signs are on the left in every language."""
_LINE = 0.12
_CROSS = 0.3


def lay_out_calibration(press: Press, *, paper: Paper, backs: Backs) -> Document:
    """Lay out two pages: scales on the front, crosses on the back that should meet their middles.

    `backs` is one of the duplex modes.
    """
    frame, flip = Frame(paper), flip_of(backs, paper)
    title = press.format("calibration.title")
    margin = MarginLine(press, title)
    width, height = paper.width, paper.height
    places = [(width / 2, height / 2)]
    places += [(x, y) for x in (_CORNER, width - _CORNER) for y in (_CORNER, height - _CORNER)]
    scales = [_draw_scale(press, x, y, flip) for x, y in places]
    front = (
        Group(tuple(scales), name="scales"),
        Group(_draw_words(press, paper, title), name="words"),
        margin.place(frame, page=1, pages=2, notes=(press.format("margin.front"),)),
    )
    crosses = [_draw_cross(press, *flip_box(Rectangle(x, y, x, y), paper, flip)[:2]) for x, y in places]
    back = (
        Group(tuple(crosses), name="crosses"),
        margin.place(frame.mirrored(flip), page=2, pages=2, notes=(press.format("margin.back"),)),
    )
    return Document(
        pages=(Page(width, height, front, label="1"), Page(width, height, back, label="2")),
        title=title,
        language=press.wording.tag,
        duplex=find_duplex(backs),
    )


def _draw_scale(press: Press, x: float, y: float, flip: Flip) -> Group:
    """Draw a scale whose labels are the offsets for backs at these positions, to the right and down."""
    segments: list[Segment] = [*line(-_REACH, 0, _REACH, 0), *line(0, -_REACH, 0, _REACH)]
    for half in range(-2 * _REACH, 2 * _REACH + 1):
        place, tick = half / 2, 2.0 if half == 0 else 0.5 if half % 2 else 1.0
        segments += [*line(place, -tick, place, tick), *line(-tick, place, tick, place)]
    shapes: list[Shape] = [Path(tuple(segments), stroke=Stroke(press.palette["ink"], _LINE))]
    # Seen from behind, left and right are swapped (for the short edge: above and below).
    right, down = (1, -1) if flip == "book" else (-1, 1)
    for side in (-1, 1):
        far = side * (_REACH + 2.0)
        for sign, at in ((side * right, (far, 0.0)), (side * down, (0.0, far))):
            words = f"{_ISOLATE}{'+' if sign > 0 else '−'}{_REACH}{_END}"
            shapes += press.centred(words, "fine_print", at)
    return Group(tuple(shapes), transform=translation(x, y))


def _draw_cross(press: Press, x: float, y: float) -> Group:
    segments = (*line(-_REACH - 4, 0, _REACH + 4, 0), *line(0, -_REACH - 4, 0, _REACH + 4))
    path = Path(segments, stroke=Stroke(press.palette["ink"], _CROSS))
    return Group((path,), transform=translation(x, y))


def _draw_words(press: Press, paper: Paper, title: str) -> tuple[Shape, ...]:
    press = press.in_reading_order()
    left, top = _INSET, _CORNER + _REACH + 10.0
    width = paper.width - 2 * _INSET
    example = press.format("calibration.example", {"right": "0.5mm", "down": "-0.3mm"})
    heading = press.line(title, "title", x=left, y=top + 6, max_width=width, thing="title")
    steps = press.text(press.format("calibration.steps"), "body", width=width, thing="steps")
    command = press.line(example, "subheading", x=left, y=top + 16 + steps.height)
    corners = press.text(press.format("calibration.corners"), "body", width=width, thing="corners")
    x, y = (paper.width - _SQUARE) / 2, paper.height / 2 + _REACH + 12.0
    square = Path(rectangle(x, y, _SQUARE, _SQUARE), stroke=Stroke(press.palette["ink"], _LINE))
    inside = press.text(
        press.format("calibration.ruler"), "small", width=_SQUARE - 8, align="center", thing="square"
    )
    shapes = (
        *heading.shapes,
        steps.at(left, top + 11),
        *command.shapes,
        corners.at(left, top + 19 + steps.height),
        square,
        inside.at(x + 4, y + (_SQUARE - inside.height) / 2),
    )
    return press.turn(shapes, paper.width)

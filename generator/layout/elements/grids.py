"""Grids of squares with their labels and bonuses; each square has its ground, marks, and handwriting."""

from collections.abc import Iterator, Mapping

from generator.layout.elements.drawer import Fields
from generator.layout.press.badges import draw_badge
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import circle, filled, hatching, line, polygon, rounded_rectangle, stroked
from generator.model.elements.squares import Place, Places, name_lines
from generator.model.elements.template import DrawingBlock, GridBlock
from generator.model.geometry import Point
from generator.model.style import MarkStyle
from generator.model.values import dataclass
from generator.scene.shapes import Group, Path, Region, Segment, Shape, translation

_LINE = 0.3
_HEAVY = 0.65
_CORNER_RADIUS = 0.1
"""Radius of the corners, as a share of the square's edge."""
_TILE_GAP = 0.03
"""Gap on each side, so that squares are separate like tiles, as a share of the edge."""
_ICON = 0.5
"""Size of the icon of a cell that is not a square, as a share of its width."""
_SMALLEST_LABELLED = 5.5
"""Minimum size of squares with an id."""
_LABEL = 4.2
"""Room for the letters and numbers along the edges."""
_BADGE = 6.6
_BADGE_GAP = 2.2


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


def draw_cell(
    press: Press, place: Place, size: float, *, label: str = "", entry: Entry = NOTHING
) -> tuple[Shape, ...]:
    """Draw a square, or another cell with the icon of its first mark that has one, at the origin."""
    ground = place.kind if place.kind in press.kit.theme.colours else "paper"
    if len(place.outline) in (0, 4):
        return draw_square(press, size=size, marks=place.marks, label=label, entry=entry, ground=ground)
    styles = [press.mark(mark) for mark in place.marks]
    fill = next((style.fill for style in styles if style.fill), ground)
    shapes: list[Shape] = [press.palette.area(cell_outline(place), fill)]
    edge = size * _ICON
    left, top = place.x - place.spot.left - edge / 2, place.y - place.spot.top - edge / 2
    for style in [style for style in styles if style.icon][:1]:
        colour = press.palette.upon(style.colour, fill)
        shapes += press.icon(style.icon, left, top, edge, colour=colour)
    return tuple(shapes)


def cell_outline(place: Place) -> tuple[Segment, ...]:
    """Return the outline of a cell whose box has its top left corner at the origin."""
    left, top, _, _ = place.spot
    return polygon([(x - left, y - top) for x, y in place.outline])


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
    gap = size * _TILE_GAP
    outline = rounded_rectangle(gap, gap, size - 2 * gap, size - 2 * gap, size * _CORNER_RADIUS)
    ground = next((style.fill for style in styles if style.fill), ground)
    shapes: list[Shape] = [filled(outline, press.palette.ground(ground))]
    if entry.filled:
        shapes.append(filled(outline, press.palette["pencil_light"]))
        shapes.append(draw_hatching(press, size))
    if heavy := next((style for style in styles if style.heavy), None):
        inset = gap + (_HEAVY - _LINE) / 2
        inner, radius = size - 2 * inset, size * _CORNER_RADIUS - inset + gap
        border = rounded_rectangle(inset, inset, inner, inner, radius)
        shapes.append(stroked(border, press.palette[heavy.colour], _HEAVY))
    else:
        shapes.append(stroked(outline, press.palette[press.palette.border(stroke, ground)], _LINE))
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
        colour = press.palette.upon(style.colour, style.fill)
        if style.icon and style.place == "centre" and not written:
            edge = size * 0.62
            left = top = (size - edge) / 2
            shapes += press.icon(style.icon, left, top, edge, colour=colour)
        elif style.icon and corners:
            shapes += press.icon(style.icon, *corners.pop(0), small, colour=colour)
        elif style.icon:
            press.report("a square", "has more icons than corners", over_mm=small)
    return shapes


def draw_entry_at(press: Press, entry: Entry, middle: Point, size: float) -> Group:
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


def lay_out_grid(
    press: Press, block: GridBlock, *, entries: Mapping[str, Entry], fields: Fields | None, area: str = ""
) -> Block:
    """Lay out squares with their labels and bonuses and, unless they have no fields, what is behind them.

    With an area, each square is a region.
    """
    grid, size = block.grid, block.size
    before, above, after, below = block.margins
    gutter = _LABEL if block.labelled else 0.0
    left = gutter + before - min(square.x for square in grid) * size
    top = (gutter if block.naming == "grid" else 0.0) + above
    right, bottom = left + grid.width * size, top + grid.height * size
    height = bottom + below + (gutter if block.naming == "columns" else 0.0)
    shapes: list[Shape] = []
    if fields is not None:
        ground = DrawingBlock(draw=block.draw, height=bottom - top)
        look = press.draw(ground, right - left, ground.height, fields).shapes
        shapes.append(Group(look, f"{fields.get('id', '')}-ground", transform=translation(left, top)))
    if block.labelled:
        shapes.append(Group(tuple(_draw_labels(press, block.naming, grid, size, (left, top), height))))
    for row, mark in block.row_bonuses.items():
        # A dotted line leads from the last square to the badge of the bonus for a full row.
        end, y = left + (grid.row(row)[-1].x + 1) * size, top + (row + 0.5) * size
        x = (right if block.naming == "columns" else end) + _BADGE_GAP
        shapes.append(
            stroked(line(end + 0.8, y, x - 0.2, y), press.palette["primary"], 0.4, dash=(0.01, 1.1))
        )
        shapes.append(draw_badge(press, mark, diameter=_BADGE).at(x, y - _BADGE / 2))
        after = max(after, x + _BADGE - right)
    for square in grid:
        label = square.id if block.labelled and block.naming == "rows" else ""
        entry = entries.get(square.id, NOTHING)
        drawn = draw_cell(press, square, size, label=label, entry=entry)
        region = Region(area, square.id, (0.0, 0.0, size, size)) if area else None
        place = translation(left + square.x * size, top + square.y * size)
        shapes.append(Group(drawn, transform=place, region=region))
    return Block(tuple(shapes), right + after, height)


def _draw_labels(
    press: Press, naming: str, grid: Places, size: float, corner: Point, height: float
) -> Iterator[Shape]:
    """Yield letters and numbers along the edges, from which the id of every square can be read."""
    left, top = corner
    columns, rows = name_lines(grid, naming)
    starts = dict.fromkeys(rows, _LABEL)
    if naming == "rows":
        columns, starts = {}, {square.y: left + square.x * size for square in reversed(grid)}
    for row in sorted(rows):
        yield from press.centred(rows[row], "label", (starts[row] - _LABEL / 2, top + (row + 0.5) * size))
    y = _LABEL / 2 if naming == "grid" else height - _LABEL / 2
    for column in sorted(columns):
        yield from press.centred(columns[column], "label", (left + (column + 0.5) * size, y))

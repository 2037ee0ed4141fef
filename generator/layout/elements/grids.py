"""Places to write in or to put tokens on: the squares of grids, the fields of tracks, their handwriting."""

from collections.abc import Iterator, Mapping, Sequence

from generator.layout.elements.drawer import Fields
from generator.layout.press import Press, draw_badge, draw_dots
from generator.layout.shapes import outlines
from generator.layout.shapes.outlines import Block
from generator.model.elements.areas import TrackArea, TrackField
from generator.model.elements.squares import Place, Places, name_lines
from generator.model.elements.template import DrawingBlock, GridBlock, TrackBlock
from generator.model.geometry import Point, Rectangle
from generator.model.style import MarkStyle
from generator.model.values import dataclass
from generator.scene.shapes import Group, Path, Region, Segment, Shape, translation


@dataclass(frozen=True, slots=True)
class GridEntry:
    """Handwriting in a place of a figure or of a played sheet."""

    digit: str = ""
    filled: bool = False
    crossed: bool = False
    circled: bool = False
    wrong: bool = False
    asked: bool = False


NO_ENTRY = GridEntry()
NO_FIELDS: Fields = {}


def parse_grid_entry(text: str) -> GridEntry:
    """Parse an entry that readers have checked: a number, or a mark.

    `#` is filled, `x` crossed, `o` circled (`o3`: with a number), `!` wrong (`!3`), `?` asked about; `.` and
    an empty text are an empty square.
    """
    mark = text.lstrip("!o.")
    return GridEntry(
        digit=mark if mark.isdigit() else "",
        filled=mark == "#",
        crossed=mark == "x",
        circled="o" in text,
        wrong=text.startswith("!"),
        asked=mark == "?",
    )


_GRID_LABEL, _GRID_BADGE, _GRID_BADGE_GAP = 4.2, 6.6, 2.2
"""Room for the letters and numbers along the edges of a grid, badges of full rows, and their distance."""


def lay_out_grid(
    press: Press,
    block: GridBlock,
    *,
    entries: Mapping[str, GridEntry],
    fields: Fields | None,
    area: str = "",
    has_parts_mirrored: bool = False,
) -> Block:
    """Lay out squares with their labels and bonuses and, unless they have no fields, what is behind them.

    With an area, each square is a region. Parts between empty columns may have the opposite order.
    """
    grid, size = block.grid.with_parts_mirrored() if has_parts_mirrored else block.grid, block.size
    before, above, after, below = block.margins
    gutter = _GRID_LABEL if block.labelled else 0.0
    left = gutter + before - min(square.x for square in grid) * size
    top = (gutter if block.naming == "grid" else 0.0) + above
    right, bottom = left + grid.width * size, top + grid.height * size
    height = bottom + below + (gutter if block.naming == "columns" else 0.0)
    shapes: list[Shape] = []
    if fields is not None:
        ground = DrawingBlock(draw=block.draw, height=bottom - top)
        behind = press.higher.draw_elements(press, ground, right - left, ground.height, fields)
        shapes.append(behind.at(left, top, name=f"{fields.get('id', '')}-ground"))
    if block.labelled:
        shapes.append(Group(tuple(_draw_labels(press, block.naming, grid, size, (left, top), height))))
    for row, mark in block.row_bonuses.items():
        # A dotted line leads from the last square to the badge of the bonus for a full row.
        end, y = left + (grid.row(row)[-1].x + 1) * size, top + (row + 0.5) * size
        x = (right if block.naming == "columns" else end) + _GRID_BADGE_GAP
        dots = outlines.line(end + 0.8, y, x - 0.2, y)
        shapes.append(outlines.stroked(dots, press.palette["primary"], 0.4, dash=(0.01, 1.1)))
        shapes.append(draw_badge(press, mark, diameter=_GRID_BADGE).at(x, y - _GRID_BADGE / 2))
        after = max(after, x + _GRID_BADGE - right)
    for square in grid:
        label = square.id if block.labelled and block.naming == "rows" else ""
        entry = entries.get(square.id, NO_ENTRY)
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
    starts = dict.fromkeys(rows, _GRID_LABEL)
    if naming == "rows":
        columns, starts = {}, {square.y: left + square.x * size for square in reversed(grid)}
    for row in sorted(rows):
        at = starts[row] - _GRID_LABEL / 2, top + (row + 0.5) * size
        yield from press.centred(rows[row], "label", at)
    y = _GRID_LABEL / 2 if naming == "grid" else height - _GRID_LABEL / 2
    for column in sorted(columns):
        yield from press.centred(columns[column], "label", (left + (column + 0.5) * size, y))


_LINE, _HEAVY_LINE = 0.3, 0.65
_CORNER, _TILE_GAP = 0.1, 0.03
"""Radius of the corners of a square, and gap on each side, as between tiles, as shares of its edge."""
_CELL_ICON = 0.5
"""Size of the icon of a cell that is not a square, as a share of its width."""
_SMALLEST_LABELLED = 5.5
"""Minimum size of squares with an id."""


def draw_cell(
    press: Press, place: Place, size: float, *, label: str = "", entry: GridEntry = NO_ENTRY
) -> tuple[Shape, ...]:
    """Draw a square, or another cell with the icon of its first mark that has one, at the origin."""
    if len(place.outline) in (0, 4):
        ground = _find_ground(press, place)
        return draw_square(press, size=size, marks=place.marks, label=label, entry=entry, ground=ground)
    styles = [press.mark(mark) for mark in place.marks]
    fill = find_cell_fill(press, place)
    area = press.palette.area(cell_outline(place), fill)
    shown = next((style for style in styles if style.icon), None)
    if shown is None:
        return (area,)
    edge, colour = size * _CELL_ICON, press.palette.upon(shown.colour, fill)
    left, top = place.x - place.spot.left - edge / 2, place.y - place.spot.top - edge / 2
    return (area, *press.icon(shown.icon, left, top, edge, colour=colour))


def find_cell_fill(press: Press, place: Place) -> str:
    """Return the name of the colour of a cell that is no square: of its first mark with one, or its kind."""
    fills = (press.mark(mark).fill for mark in place.marks)
    return next(filter(None, fills), _find_ground(press, place))


def _find_ground(press: Press, place: Place) -> str:
    return place.kind if place.kind in press.kit.theme.colours else "paper"


def cell_outline(place: Place) -> tuple[Segment, ...]:
    """Return the outline of a cell whose box has its top left corner at the origin."""
    left, top, _, _ = place.spot
    return outlines.polygon([(x - left, y - top) for x, y in place.outline])


def draw_square(
    press: Press,
    *,
    size: float,
    marks: tuple[str, ...] = (),
    label: str = "",
    entry: GridEntry = NO_ENTRY,
    icons: bool = True,
    ground: str = "paper",
    stroke: str = "line",
) -> tuple[Shape, ...]:
    """Draw a square with its top left corner at the origin, `size` mm wide."""
    styles = [press.mark(mark) for mark in marks]
    gap = size * _TILE_GAP
    outline = outlines.rounded_rectangle(gap, gap, size - 2 * gap, size - 2 * gap, size * _CORNER)
    ground = next((style.fill for style in styles if style.fill), ground)
    shapes: list[Shape] = [outlines.filled(outline, press.palette.ground(ground))]
    if entry.filled:
        shapes += (outlines.filled(outline, press.palette["pencil_light"]), draw_hatching(press, size))
    if heavy := next((style for style in styles if style.heavy), None):
        inset = gap + (_HEAVY_LINE - _LINE) / 2
        inner, radius = size - 2 * inset, size * _CORNER - inset + gap
        border = outlines.rounded_rectangle(inset, inset, inner, inner, radius)
        shapes.append(outlines.stroked(border, press.palette[heavy.colour], _HEAVY_LINE))
    else:
        shapes.append(outlines.stroked(outline, press.palette[press.palette.border(stroke, ground)], _LINE))
    if icons:
        written = bool(entry.digit or entry.crossed or entry.asked)
        shapes += _draw_icons(press, styles, size, written=written)
    if label and size >= _SMALLEST_LABELLED:
        shapes += press.line(label, "square_label", x=size * 0.12, y=size * 0.12, upright="top").shapes
    return (*shapes, *draw_entry(press, entry, size))


def _draw_icons(press: Press, styles: list[MarkStyle], size: float, *, written: bool) -> list[Shape]:
    """Draw corner icons on the right from the top, and central ones as well if something is written."""
    shapes: list[Shape] = []
    small = size * 0.4
    right = size - small - size * 0.09
    corners = [(right, size * 0.09), (right, size * 0.51)]
    for style in (style for style in styles if style.icon):
        colour = press.palette.upon(style.colour, style.fill)
        if style.place == "centre" and not written:
            edge = size * 0.62
            shapes += press.icon(style.icon, (size - edge) / 2, (size - edge) / 2, edge, colour=colour)
        elif corners:
            shapes += press.icon(style.icon, *corners.pop(0), small, colour=colour)
        else:
            press.report("a square", "has more icons than corners", over_mm=small)
    return shapes


TEXT_SHARE = 0.6
"""Size of handwritten texts, as a share of the size of their place."""


def draw_entry_at(press: Press, entry: GridEntry, middle: Point, size: float) -> Group:
    """Draw what is written by hand around a point, on what is printed there."""
    drawn = [draw_hatching(press, size)] if entry.filled else draw_entry(press, entry, size)
    return Group(tuple(drawn), transform=translation(middle[0] - size / 2, middle[1] - size / 2))


def draw_entry(press: Press, entry: GridEntry, size: float) -> list[Shape]:
    """Draw what is written by hand, in the colour of a pencil; a wrong entry is red and struck out."""
    shapes: list[Shape] = []
    middle = size / 2
    colour = "red" if entry.wrong else "pencil"
    pencil = press.palette[colour]
    if entry.circled:
        shapes.append(outlines.stroked(outlines.circle(middle, middle, size * 0.4), pencil, size * 0.055))
    if entry.crossed:
        near, far = size * 0.2, size * 0.8
        strokes = outlines.line(near, near, far, far), outlines.line(far, near, near, far)
        shapes += [outlines.stroked(stroke, pencil, size * 0.05) for stroke in strokes]
    if entry.digit or entry.asked:
        text = entry.digit or "?"
        shapes += press.centred(text, "handwriting", (middle, middle), colour=colour, size=size * TEXT_SHARE)
    if entry.wrong:
        near, far = size * 0.14, size * 0.86
        shapes.append(outlines.stroked(outlines.line(near, far, far, near), pencil, size * 0.06))
    return shapes


def draw_hatching(press: Press, size: float) -> Path:
    """Draw pencil strokes that fill a square."""
    inset = size * 0.08
    strokes = outlines.hatching(inset, inset, size - 2 * inset, size - 2 * inset, step=size * 0.3)
    return outlines.stroked(strokes, press.palette["pencil"], size * 0.045)


_LEAST_FIELD_GAP, _MOST_FIELD_GAP = 1.2, 3.2
"""Distance between the fields of a row."""
_FIELD_BADGE, _COST_DOT, _AROUND_FIELD = 6.0, 2.2, 1.0
"""Sizes of badges and dots, and their distance from a field."""


def lay_out_track(
    press: Press,
    track: TrackBlock,
    *,
    width: float,
    entries: Mapping[str, GridEntry],
    area: str = "",
    fields: Sequence[TrackField] = (),
    seen: Fields = NO_FIELDS,
) -> Block:
    """Spread the fields over a width, in as many rows as necessary; figures show some of the fields.

    With an area, each field is a region. `seen` are the fields of the piece, for elements in a field.
    """
    fields = fields or track.fields
    size = track.size
    per_row = max(1, int((width + _LEAST_FIELD_GAP) / (size + _LEAST_FIELD_GAP)))
    rows = -(-len(fields) // per_row)
    per_row = -(-len(fields) // rows)
    gap = min(_MOST_FIELD_GAP, (width - per_row * size) / (per_row - 1)) if per_row > 1 else _MOST_FIELD_GAP
    above = _COST_DOT + _AROUND_FIELD if any(field.cost for field in fields) else 0.0
    has_badges = any(field.bonus or (field.marks and not track.draw) for field in fields)
    below = _FIELD_BADGE + _AROUND_FIELD if has_badges else 0.0
    step = above + size + below + 2 * _AROUND_FIELD
    shapes: list[Shape] = []
    for index, field in enumerate(fields):
        row, column = divmod(index, per_row)
        x, y = column * (size + gap), row * step + above
        is_linked = track.shape == "square" and not track.draw
        if is_linked and column + 1 < per_row and index + 1 < len(fields):
            shapes.append(press.rule(x + size + 0.5, x + size + gap - 0.5, y + size / 2, "faint", 0.5))
        drawn = tuple(_draw_field(press, track, field, entries.get(field.id, NO_ENTRY), seen))
        region = Region(area, field.id, (0.0, 0.0, size, size)) if area else None
        shapes.append(Group(drawn, transform=translation(x, y), region=region))
    return Block(tuple(shapes), per_row * (size + gap) - gap, rows * step - 2 * _AROUND_FIELD)


def lay_out_course(press: Press, track: TrackArea) -> tuple[Shape, ...]:
    """Draw a line through all fields, the fields on it, and the title."""
    shapes: list[Shape] = []
    course = [field.at for field in (*track.fields, *track.fields[: track.is_closed])]
    if len(course) > 1:
        width = track.size * 0.16
        casing = press.palette.ground(track.casing)
        shapes.append(outlines.stroked(outlines.polyline(course), casing, width * 2.2))
        colour = press.palette[press.palette.upon(track.colour, track.casing)]
        shapes.append(outlines.stroked(outlines.polyline(course), colour, width))
    for field, box in zip(track.fields, track.boxes, strict=True):
        drawn = tuple(_draw_field(press, track, field))
        region = Region(track.id, field.id, (0.0, 0.0, box.width, box.height))
        place = translation(box.left, box.top)
        shapes.append(Group(drawn, f"{track.id}-{field.id}", transform=place, region=region))
    if title := lay_out_track_title(press, track):
        box, block = title
        shapes.append(block.at(box.left, box.top, name=f"{track.id}-title"))
    return tuple(shapes)


_TITLE_HEIGHT, _TITLE_PADDING, _TITLE_ICON, _TITLE_GAP = 5.6, 2.4, 3.6, 1.8
"""The plate of a title, its icon, and its distance from the fields below it."""


def lay_out_track_title(press: Press, track: TrackArea) -> tuple[Rectangle, Block] | None:
    """Return the place of the track's title, by default above its fields, and the title on a plate."""
    if not track.title:
        return None
    icon = _TITLE_ICON + 1.2 if track.icon else 0.0
    thing, start = f"title of {track.id}", (_TITLE_PADDING + icon, _TITLE_HEIGHT / 2)
    light = press.palette.upon(press.palette.choose_readable("paper", track.colour), track.colour)
    words = press.beside(press.format(track.title), "board_label", start, colour=light, thing=thing)
    width = words.width + 2 * _TITLE_PADDING + icon
    plate = outlines.rounded_rectangle(0, 0, width, _TITLE_HEIGHT, _TITLE_HEIGHT / 2)
    shapes: list[Shape] = [press.palette.area(plate, track.colour), *words.shapes]
    if track.icon:
        top = (_TITLE_HEIGHT - _TITLE_ICON) / 2
        shapes += press.icon(track.icon, _TITLE_PADDING - 0.6, top, _TITLE_ICON, colour=light)
    fields = track.box
    x, y = track.title_at or (fields.middle[0], fields.top - _TITLE_GAP - _TITLE_HEIGHT / 2)
    left, top = x - width / 2, y - _TITLE_HEIGHT / 2
    box = Rectangle(left, top, left + width, top + _TITLE_HEIGHT)
    return box, Block(tuple(shapes), width, _TITLE_HEIGHT)


def _draw_field(
    press: Press,
    track: TrackBlock | TrackArea,
    field: TrackField,
    entry: GridEntry = NO_ENTRY,
    seen: Fields = NO_FIELDS,
) -> list[Shape]:
    """Draw a field; its bonus and its marks are below it or, on a course, at its lower corners."""
    size, middle, on_course = track.size, track.size / 2, isinstance(track, TrackArea)
    if isinstance(track, TrackBlock) and track.draw:
        drawing = DrawingBlock(draw=track.draw, height=size)
        drawn = press.higher.draw_elements(press, drawing, size, size, {**seen, **track.describe(field)})
        badges = [(field.bonus, "primary")] if field.bonus else []
        return [*drawn.shapes, *draw_entry(press, entry, size), *_draw_around(press, track, field, badges)]
    fill = _find_fill(press, track, field)
    shapes = _draw_ground(press, track, field, fill)
    role = track.role or ("field_small" if track.shape == "circle" and not on_course else "field")
    styles = [(mark, press.mark(mark)) for mark in field.marks]
    badges = [(mark, press.palette.upon(style.colour, style.fill)) for mark, style in styles if style.icon]
    if field.label:
        thing, room = f"{track.id} field {field.id}".strip(), size * (0.72 if on_course else 0.8)
        own = press.style(role).colour
        colour = own if fill == "paper" else press.palette.choose_readable(own, fill)
        options = {"max_width": room, "colour": colour, "thing": thing}
        shapes += press.centred(field.label, role, (middle, middle), **options)
    elif badges:
        (mark, colour), edge = badges.pop(0), size * 0.6
        shapes += press.icon(press.mark(mark).icon, (size - edge) / 2, (size - edge) / 2, edge, colour=colour)
    shapes += draw_entry(press, entry, size)
    if field.bonus:
        badges.insert(0, (field.bonus, "primary"))
    return [*shapes, *_draw_around(press, track, field, badges)]


def _draw_around(
    press: Press, track: TrackBlock | TrackArea, field: TrackField, badges: Sequence[tuple[str, str]]
) -> Iterator[Shape]:
    """Yield the dots of the cost of a field, and badges: marks with their colours."""
    size, middle, on_course = track.size, track.size / 2, isinstance(track, TrackArea)
    if field.cost:
        dots = draw_dots(press, field.cost, diameter=_COST_DOT, gap=0.5)
        yield dots.at(middle - dots.width / 2, -_COST_DOT - _AROUND_FIELD)
    diameter = size * 0.48 if on_course else _FIELD_BADGE
    step = _FIELD_BADGE + _AROUND_FIELD
    for index, (mark, colour) in enumerate(badges):
        if on_course:
            x, y = -diameter * 0.38 if index else size - diameter * 0.62, size - diameter * 0.62
        else:
            x, y = middle + (index - (len(badges) - 1) / 2) * step - diameter / 2, size + _AROUND_FIELD
        yield draw_badge(press, mark, diameter=diameter, colour=colour).at(x, y)


def _find_fill(press: Press, track: TrackBlock | TrackArea, field: TrackField) -> str:
    fills = filter(None, (press.mark(mark).fill for mark in field.marks))
    return next(fills, track.fill if isinstance(track, TrackArea) else "paper")


def _draw_ground(press: Press, track: TrackBlock | TrackArea, field: TrackField, fill: str) -> list[Shape]:
    size, styles = track.size, [press.mark(mark) for mark in field.marks]
    if isinstance(track, TrackBlock) and track.shape == "square":
        return [*draw_square(press, size=size, marks=field.marks, icons=False, stroke=track.colour)]
    width = size * 0.055 if isinstance(track, TrackArea) else _LINE
    if track.shape == "circle":
        outline = outlines.circle(size / 2, size / 2, size / 2 - width / 2)
    else:
        outline = outlines.rounded_rectangle(width / 2, width / 2, size - width, size - width, size * 0.16)
    ground, colour = press.palette.ground(fill), press.palette[press.palette.border(track.colour, fill)]
    heavy = any(style.heavy for style in styles)
    return [*outlines.outlined(outline, ground, colour, width * (2 if heavy else 1))]

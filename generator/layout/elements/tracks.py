"""Tracks: fields with their marks, in rows or on a course."""

from collections.abc import Mapping, Sequence

from generator.layout.elements.grids import NOTHING, Entry, draw_entry, draw_square
from generator.layout.press.badges import draw_badge, draw_dots
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import (
    circle,
    line,
    outlined,
    polyline,
    rounded_rectangle,
    stroked,
)
from generator.model.elements.areas import TrackArea, TrackField
from generator.model.elements.blocks import TrackBlock
from generator.model.geometry import Rectangle
from generator.scene.shapes import Group, Region, Shape, translation

_TRACK_BADGE = 6.0
_DOT = 2.2
_GAP = 1.0
_LEAST_GAP = 1.2
_MOST_GAP = 3.2
_LINE = 0.3
_TITLE_HEIGHT = 5.6
_TITLE_PADDING = 2.4
_TITLE_ICON = 3.6
_TITLE_GAP = 1.8
"""Distance between a title and the fields below it."""


def lay_out_track(
    press: Press,
    track: TrackBlock,
    *,
    width: float,
    entries: Mapping[str, Entry],
    area: str = "",
    fields: Sequence[TrackField] = (),
) -> Block:
    """Spread the fields over a width, in as many rows as necessary; figures show some of the fields.

    With an area, each field is a region.
    """
    fields = fields or track.fields
    size = track.size
    per_row = max(1, int((width + _LEAST_GAP) / (size + _LEAST_GAP)))
    rows = -(-len(fields) // per_row)
    per_row = -(-len(fields) // rows)
    gap = min(_MOST_GAP, (width - per_row * size) / (per_row - 1)) if per_row > 1 else _MOST_GAP
    above = _DOT + _GAP if any(field.cost for field in fields) else 0.0
    below = _TRACK_BADGE + _GAP if any(field.bonus or field.marks for field in fields) else 0.0
    step = above + size + below + 2 * _GAP
    shapes: list[Shape] = []
    for index, field in enumerate(fields):
        row, column = divmod(index, per_row)
        x, y = column * (size + gap), row * step + above
        if column + 1 < per_row and index + 1 < len(fields) and track.shape == "square":
            middle = y + size / 2
            link = line(x + size + 0.5, middle, x + size + gap - 0.5, middle)
            shapes.append(stroked(link, press.palette["faint"], 0.5))
        drawn = tuple(_draw_field(press, track, field, entries.get(field.id, NOTHING)))
        region = Region(area, field.id, (0.0, 0.0, size, size)) if area else None
        shapes.append(Group(drawn, transform=translation(x, y), region=region))
    return Block(tuple(shapes), per_row * (size + gap) - gap, rows * step - 2 * _GAP)


def lay_out_course(press: Press, track: TrackArea) -> tuple[Shape, ...]:
    """Draw a line through all fields, the fields on it, and the title."""
    shapes: list[Shape] = []
    way = [field.at for field in (*track.fields, *track.fields[: track.is_closed])]
    if len(way) > 1:
        width = track.size * 0.16
        shapes.append(stroked(polyline(way), press.palette["paper"], width * 2.2))
        shapes.append(stroked(polyline(way), press.palette[track.colour], width))
    for field, box in zip(track.fields, track.boxes, strict=True):
        drawn = tuple(_draw_field(press, track, field))
        region = Region(track.id, field.id, (0.0, 0.0, box.width, box.height))
        place = translation(box.left, box.top)
        shapes.append(Group(drawn, f"{track.id}-{field.id}", transform=place, region=region))
    if title := lay_out_title(press, track):
        box, block = title
        shapes.append(block.at(box.left, box.top, name=f"{track.id}-title"))
    return tuple(shapes)


def lay_out_title(press: Press, track: TrackArea) -> tuple[Rectangle, Block] | None:
    """Return the place of the track's title, by default above its fields, and the title on a plate."""
    if not track.title:
        return None
    icon = _TITLE_ICON + 1.2 if track.icon else 0.0
    thing, start = f"title of {track.id}", (_TITLE_PADDING + icon, _TITLE_HEIGHT / 2)
    light = press.palette.upon("paper", track.colour)
    words = press.beside(press.format(track.title), "board_label", start, colour=light, thing=thing)
    width = words.width + 2 * _TITLE_PADDING + icon
    plate = rounded_rectangle(0, 0, width, _TITLE_HEIGHT, _TITLE_HEIGHT / 2)
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
    press: Press, track: TrackBlock | TrackArea, field: TrackField, entry: Entry = NOTHING
) -> list[Shape]:
    """Draw a field; its bonus and its marks are below it or, on a course, at its lower corners."""
    size, middle, on_course = track.size, track.size / 2, isinstance(track, TrackArea)
    shapes = _draw_ground(press, track, field)
    role = track.role or ("field_small" if track.shape == "circle" and not on_course else "field")
    looks = [(mark, press.mark(mark)) for mark in field.marks]
    badges = [(mark, press.palette.upon(look.colour, look.fill)) for mark, look in looks if look.icon]
    if field.label:
        thing, room = f"{track.id} field {field.id}".strip(), size * (0.72 if on_course else 0.8)
        shapes += press.centred(field.label, role, (middle, middle), max_width=room, thing=thing)
    elif badges:
        (mark, colour), edge = badges.pop(0), size * 0.6
        shapes += press.icon(press.mark(mark).icon, (size - edge) / 2, (size - edge) / 2, edge, colour=colour)
    shapes += draw_entry(press, entry, size)
    if field.cost:
        dots = draw_dots(press, field.cost, diameter=_DOT, gap=0.5)
        shapes.append(dots.at(middle - dots.width / 2, -_DOT - _GAP))
    if field.bonus:
        badges.insert(0, (field.bonus, "primary"))
    diameter = size * 0.48 if on_course else _TRACK_BADGE
    for index, (mark, colour) in enumerate(badges):
        x, y = (
            middle + (index - (len(badges) - 1) / 2) * (_TRACK_BADGE + _GAP) - _TRACK_BADGE / 2,
            size + _GAP,
        )
        if on_course:
            x, y = -diameter * 0.38 if index else size - diameter * 0.62, size - diameter * 0.62
        shapes.append(draw_badge(press, mark, diameter=diameter, colour=colour).at(x, y))
    return shapes


def _draw_ground(press: Press, track: TrackBlock | TrackArea, field: TrackField) -> list[Shape]:
    size, styles = track.size, [press.mark(mark) for mark in field.marks]
    if isinstance(track, TrackBlock) and track.shape == "square":
        return [*draw_square(press, size=size, marks=field.marks, icons=False, stroke=track.colour)]
    line = size * 0.055 if isinstance(track, TrackArea) else _LINE
    outline = (
        circle(size / 2, size / 2, size / 2 - line / 2)
        if track.shape == "circle"
        else rounded_rectangle(line / 2, line / 2, size - line, size - line, size * 0.16)
    )
    fill = next((style.fill for style in styles if style.fill), "paper")
    ground, colour = press.palette.ground(fill), press.palette[press.palette.border(track.colour, fill)]
    heavy = any(style.heavy for style in styles)
    return [*outlined(outline, ground, colour, line * (2 if heavy else 1))]

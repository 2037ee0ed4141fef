"""Tracks of fields that are marked one after the other."""

from collections.abc import Mapping, Sequence

from generator.layout.elements.squares import Entry, draw_entry, draw_square
from generator.layout.press.badges import draw_badge, draw_dots
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import circle, line, outlined, stroked
from generator.model.blocks import TrackBlock, TrackField
from generator.scene.shapes import Group, Shape
from generator.scene.transforms import translation

_BADGE = 6.0
_DOT = 2.2
_GAP = 1.0
_LEAST_GAP = 1.2
_MOST_GAP = 3.2


def lay_out_track(
    press: Press,
    track: TrackBlock,
    *,
    width: float,
    entries: Mapping[str, Entry],
    fields: Sequence[TrackField] = (),
) -> Block:
    """Spread the fields over a width, in as many rows as necessary; figures show some of the fields."""
    fields = fields or track.fields
    size = track.size
    per_row = max(1, int((width + _LEAST_GAP) / (size + _LEAST_GAP)))
    rows = -(-len(fields) // per_row)
    per_row = -(-len(fields) // rows)
    gap = min(_MOST_GAP, (width - per_row * size) / (per_row - 1)) if per_row > 1 else _MOST_GAP
    above = _DOT + _GAP if any(field.cost for field in fields) else 0.0
    below = _BADGE + _GAP if any(field.bonus or field.marks for field in fields) else 0.0
    step = above + size + below + 2 * _GAP
    shapes: list[Shape] = []
    for index, field in enumerate(fields):
        row, column = divmod(index, per_row)
        x, y = column * (size + gap), row * step + above
        if column + 1 < per_row and index + 1 < len(fields) and track.shape == "square":
            middle = y + size / 2
            link = line(x + size + 0.5, middle, x + size + gap - 0.5, middle)
            shapes.append(stroked(link, press.palette["faint"], 0.5))
        drawn = tuple(_draw_field(press, track, field, entries.get(field.id, Entry())))
        shapes.append(Group(drawn, transform=translation(x, y)))
    return Block(tuple(shapes), per_row * (size + gap) - gap, rows * step - 2 * _GAP)


def _draw_field(press: Press, track: TrackBlock, field: TrackField, entry: Entry) -> list[Shape]:
    size = track.size
    middle = size / 2
    role = "field"
    if track.shape == "circle":
        ring = circle(middle, middle, middle - 0.15)
        shapes: list[Shape] = [*outlined(ring, press.palette["paper"], press.palette["line"], 0.3)]
        role = "field_small"
    else:
        shapes = [*draw_square(press, size=size, marks=field.marks, icons=False)]
    thing = f"field {field.id}"
    shapes += press.centred(field.label, role, (middle, middle), max_width=size * 0.8, thing=thing)
    shapes += draw_entry(press, entry, size)
    if field.cost:
        dots = draw_dots(press, field.cost, diameter=_DOT, gap=0.5)
        shapes.append(dots.at(middle - dots.width / 2, -_DOT - _GAP))
    badges = [draw_badge(press, field.bonus, diameter=_BADGE)] if field.bonus else []
    for mark in field.marks:
        if press.mark(mark).icon:
            badges.append(draw_badge(press, mark, diameter=_BADGE, colour=press.mark(mark).colour))
    for index, badge in enumerate(badges):
        x = middle + (index - (len(badges) - 1) / 2) * (_BADGE + _GAP)
        shapes.append(badge.at(x - _BADGE / 2, size + _GAP))
    return shapes

"""Tracks: fields in a row that are circled, crossed out or filled one after the other."""

from collections.abc import Sequence

from generator.layout.press.badges import draw_badge, draw_dots
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import circle, filled, line, stroked
from generator.layout.sheets.squares import Entry, draw_entry, draw_square
from generator.model.sheet import TrackField, TrackSection
from generator.scene.shapes import Group, Shape
from generator.scene.transforms import translation

_BADGE = 6.0
_DOT = 2.2
_GAP = 1.0
_LEAST_GAP = 1.2
_MOST_GAP = 3.2


def lay_out_track(
    press: Press,
    section: TrackSection,
    *,
    width: float,
    entries: Sequence[Entry] = (),
    fields: Sequence[TrackField] = (),
) -> Block:
    """The fields spread over a width, in as many rows as it takes; figures show some of them."""
    fields = fields or section.fields
    size = section.size
    per_row = max(1, int((width + _LEAST_GAP) / (size + _LEAST_GAP)))
    rows = -(-len(fields) // per_row)
    per_row = -(-len(fields) // rows)
    gap = _MOST_GAP
    if per_row > 1:
        gap = min(_MOST_GAP, (width - per_row * size) / (per_row - 1))
    above = _DOT + _GAP if any(field.cost for field in fields) else 0.0
    below = _BADGE + _GAP if any(field.bonus or field.marks for field in fields) else 0.0
    row_height = above + size + below
    shapes: list[Shape] = []
    for index, field in enumerate(fields):
        row, column = divmod(index, per_row)
        x, y = column * (size + gap), row * (row_height + 2 * _GAP) + above
        entry = entries[index] if index < len(entries) else Entry()
        drawn = _draw_field(press, section, field, entry)
        if column + 1 < per_row and index + 1 < len(fields) and section.shape == "square":
            middle = size / 2
            shapes.append(
                stroked(
                    line(x + size + 0.5, y + middle, x + size + gap - 0.5, y + middle),
                    press.palette["faint"],
                    0.5,
                )
            )
        shapes.append(Group(drawn, transform=translation(x, y)))
    total = per_row * (size + gap) - gap
    return Block(tuple(shapes), total, rows * (row_height + 2 * _GAP) - 2 * _GAP)


def _draw_field(press: Press, section: TrackSection, field: TrackField, entry: Entry) -> tuple[Shape, ...]:
    size = section.size
    middle = size / 2
    shapes: list[Shape] = []
    if section.shape == "circle":
        ring = circle(middle, middle, middle - 0.15)
        shapes.append(filled(ring, press.palette["paper"]))
        shapes.append(stroked(ring, press.palette["line"], 0.3))
        role = "field_small"
    else:
        shapes += draw_square(press, size=size, marks=field.marks, icons=False)
        role = "field"
    shapes += press.line(
        field.label,
        role,
        x=middle,
        y=middle,
        anchor="middle",
        upright="middle",
        max_width=size * 0.8,
        thing=f"field {field.id}",
    ).shapes
    shapes += draw_entry(press, entry, size)
    if field.cost:
        dots = draw_dots(press, field.cost, diameter=_DOT, gap=0.5)
        shapes.append(dots.at(middle - dots.width / 2, -_DOT - _GAP))
    badges = [draw_badge(press, field.bonus, diameter=_BADGE)] if field.bonus else []
    for mark in field.marks:
        if press.mark(mark).icon:
            badges.append(draw_badge(press, mark, diameter=_BADGE, colour=press.mark(mark).colour))
    for badge, x in zip(badges, spread(len(badges), _BADGE + _GAP, middle), strict=True):
        shapes.append(badge.at(x - _BADGE / 2, size + _GAP))
    return tuple(shapes)


def spread(count: int, step: float, middle: float) -> list[float]:
    """So many centres, `step` apart, around a middle."""
    return [middle + (index - (count - 1) / 2) * step for index in range(count)]

"""Tracks and boxes of a board: where markers move, and where piles of cards lie."""

from generator.layout.press.badges import draw_badge
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import circle, filled, outlined, polyline, rounded_rectangle, stroked
from generator.layout.shapes.palette import mix
from generator.model.board import BoardField, BoxArea, TrackArea
from generator.model.rectangles import Rectangle
from generator.scene.shapes import Group, Shape
from generator.scene.transforms import translation

_TITLE_HEIGHT = 5.6
_TITLE_PADDING = 2.4
_TITLE_ICON = 3.6
_TITLE_GAP = 1.8
"""Distance between a title and the fields below it."""
_BOX_PADDING = 2.5
_LEAST_ICON = 4.0


def lay_out_title(press: Press, area: TrackArea) -> tuple[Rectangle, Block] | None:
    """Return the place of the track's title, by default above its fields, and the title on a plate."""
    if not area.title:
        return None
    icon = _TITLE_ICON + 1.2 if area.icon else 0.0
    words = press.line(
        press.format(area.title),
        "board_label",
        x=_TITLE_PADDING + icon,
        y=_TITLE_HEIGHT / 2,
        upright="middle",
        colour="paper",
        thing=f"title of {area.id}",
    )
    width = words.width + 2 * _TITLE_PADDING + icon
    plate = rounded_rectangle(0, 0, width, _TITLE_HEIGHT, _TITLE_HEIGHT / 2)
    shapes: list[Shape] = [filled(plate, press.palette[area.colour]), *words.shapes]
    if area.icon:
        top = (_TITLE_HEIGHT - _TITLE_ICON) / 2
        shapes += press.icon(area.icon, _TITLE_PADDING - 0.6, top, _TITLE_ICON, colour="paper")
    fields = area.box
    x, y = area.title_at or (fields.middle[0], fields.top - _TITLE_GAP - _TITLE_HEIGHT / 2)
    left, top = x - width / 2, y - _TITLE_HEIGHT / 2
    box = Rectangle(left, top, left + width, top + _TITLE_HEIGHT)
    return box, Block(tuple(shapes), width, _TITLE_HEIGHT)


def lay_out_board_track(press: Press, area: TrackArea) -> tuple[Shape, ...]:
    """Draw a line through all fields, the fields on it, and the title."""
    shapes: list[Shape] = []
    way = [field.at for field in (*area.fields, *area.fields[: area.is_closed])]
    if len(way) > 1:
        width = area.size * 0.16
        shapes.append(stroked(polyline(way), press.palette["paper"], width * 2.2))
        shapes.append(stroked(polyline(way), press.palette[area.colour], width))
    half = area.size / 2
    for field in area.fields:
        place = translation(field.at[0] - half, field.at[1] - half)
        shapes.append(Group(tuple(_draw_field(press, area, field)), f"{area.id}-{field.id}", transform=place))
    if title := lay_out_title(press, area):
        box, block = title
        shapes.append(block.at(box.left, box.top, name=f"{area.id}-title"))
    return tuple(shapes)


def _draw_field(press: Press, area: TrackArea, field: BoardField) -> list[Shape]:
    size = area.size
    middle, line = size / 2, size * 0.055
    outline = (
        circle(middle, middle, middle - line / 2)
        if area.shape == "circle"
        else rounded_rectangle(line / 2, line / 2, size - line, size - line, size * 0.16)
    )
    styles = [press.mark(mark) for mark in field.marks]
    fill = next((style.fill for style in styles if style.fill), "paper")
    heavy = any(style.heavy for style in styles)
    colour = press.palette[area.colour]
    shapes: list[Shape] = [*outlined(outline, press.palette[fill], colour, line * (2 if heavy else 1))]
    icons = [mark for mark in field.marks if press.mark(mark).icon]
    if field.label:
        thing = f"{area.id} field {field.id}".strip()
        shapes += press.centred(field.label, area.role, (middle, middle), max_width=size * 0.72, thing=thing)
    elif icons:
        style = press.mark(icons.pop(0))
        edge = size * 0.6
        shapes += press.icon(style.icon, (size - edge) / 2, (size - edge) / 2, edge, colour=style.colour)
    diameter = size * 0.48
    for index, mark in enumerate(icons):
        badge = draw_badge(press, mark, diameter=diameter, colour=press.mark(mark).colour)
        x = -diameter * 0.38 if index else size - diameter * 0.62
        shapes.append(badge.at(x, size - diameter * 0.62))
    return shapes


def lay_out_box(press: Press, area: BoxArea) -> tuple[Shape, ...]:
    """Draw a dashed outline, as large as what lies in it, with its icon and text.

    Reports text that does not fit.
    """
    paper, colour = press.palette["paper"], press.palette[area.colour]
    outline = rounded_rectangle(*area.at, *area.size, area.corner)
    inside = area.box.grown(-_BOX_PADDING)
    shapes: list[Shape] = [*outlined(outline, mix(paper, colour, 0.1), colour, 0.5, dash=(2.2, 1.6))]
    texts = [
        press.text(press.format(key), role, width=inside.width, align="center", thing=f"{key} of {area.id}")
        for key, role in ((area.title, "board_label"), (area.hint, "small"))
        if key
    ]
    used = sum(block.height for block in texts) + (1.0 if len(texts) == 2 else 0.0)
    if used > inside.height:
        press.report(area.id, "the text is taller than the box", over_mm=used - inside.height)
    room = inside.height - used
    gap = 2.0 if texts else 0.0
    edge = min(inside.width * 0.62, room - gap, 34.0) if area.icon else 0.0
    y = inside.top + (room - max(edge, 0.0)) / 2
    if edge >= _LEAST_ICON:
        y -= gap / 2
        tint = mix(paper, colour, 0.45).hex
        shapes += press.icon(area.icon, inside.middle[0] - edge / 2, y, edge, colour=tint)
        y += edge + gap
    for block in texts:
        shapes.append(block.at(inside.left, y))
        y += block.height + 1.0
    return tuple(shapes)

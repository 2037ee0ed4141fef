"""Tracks and boxes of a board: where markers move, and where piles of cards lie."""

from dataclasses import dataclass

from generator.layout.press.badges import draw_badge
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import circle, filled, polyline, rounded_rectangle, stroked
from generator.layout.shapes.palette import mix
from generator.model.board import BoardField, BoxArea, TrackArea
from generator.model.rectangles import Rectangle
from generator.scene.shapes import Group, Segment, Shape
from generator.scene.transforms import translation

_TITLE_HEIGHT = 5.6
_TITLE_PADDING = 2.4
_TITLE_ICON = 3.6
_TITLE_GAP = 1.8
"""Between a title and the fields below it."""
_BOX_PADDING = 2.5
_LEAST_ICON = 4.0


@dataclass(frozen=True, slots=True)
class Title:
    """A title on a plate, and where it lies on the board."""

    block: Block
    box: Rectangle


def lay_out_title(press: Press, area: TrackArea) -> Title | None:
    """The track's title where it says, or above its fields; None when it has none."""
    if not area.title:
        return None
    icon = _TITLE_ICON + 1.2 if area.icon else 0.0
    words = press.line(
        press.say(area.title),
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
    return Title(Block(tuple(shapes), width, _TITLE_HEIGHT), box)


def lay_out_board_track(press: Press, area: TrackArea) -> tuple[Shape, ...]:
    """A line through all fields, the fields upon it, and the title."""
    shapes: list[Shape] = []
    way = [field.at for field in area.fields]
    if len(way) > 1:
        width = area.size * 0.16
        shapes.append(stroked(polyline(way), press.palette["paper"], width * 2.2))
        shapes.append(stroked(polyline(way), press.palette[area.colour], width))
    half = area.size / 2
    for field in area.fields:
        drawn = _draw_field(press, area, field)
        place = translation(field.at[0] - half, field.at[1] - half)
        shapes.append(Group(drawn, name=f"{area.id}-{field.id}", transform=place))
    title = lay_out_title(press, area)
    if title:
        shapes.append(title.block.at(title.box.left, title.box.top, name=f"{area.id}-title"))
    return tuple(shapes)


def _draw_field(press: Press, area: TrackArea, field: BoardField) -> tuple[Shape, ...]:
    size = area.size
    middle = size / 2
    line = size * 0.055
    outline = _field_outline(area, line)
    styles = [press.mark(mark) for mark in field.marks]
    fill = next((style.fill for style in styles if style.fill), "paper")
    heavy = any(style.heavy for style in styles)
    shapes: list[Shape] = [
        filled(outline, press.palette[fill]),
        stroked(outline, press.palette[area.colour], line * (2 if heavy else 1)),
    ]
    icons = [mark for mark in field.marks if press.mark(mark).icon]
    if icons and not field.label:
        style = press.mark(icons[0])
        edge = size * 0.6
        shapes += press.icon(style.icon, (size - edge) / 2, (size - edge) / 2, edge, colour=style.colour)
        icons = icons[1:]
    if field.label:
        shapes += press.line(
            field.label,
            "field",
            x=middle,
            y=middle,
            anchor="middle",
            upright="middle",
            max_width=size * 0.72,
            thing=f"{area.id} field {field.id}",
        ).shapes
    diameter = size * 0.48
    for index, mark in enumerate(icons):
        badge = draw_badge(press, mark, diameter=diameter, colour=press.mark(mark).colour)
        x = size - diameter * 0.62 if index == 0 else -diameter * 0.38
        shapes.append(badge.at(x, size - diameter * 0.62))
    return tuple(shapes)


def _field_outline(area: TrackArea, line: float) -> tuple[Segment, ...]:
    size, middle = area.size, area.size / 2
    if area.shape == "circle":
        return circle(middle, middle, middle - line / 2)
    return rounded_rectangle(line / 2, line / 2, size - line, size - line, size * 0.16)


def lay_out_box(press: Press, area: BoxArea) -> tuple[Shape, ...]:
    """A dashed outline on light ground, as large as what lies on it, with its icon and words.

    Reports words that do not fit.
    """
    paper, colour = press.palette["paper"], press.palette[area.colour]
    outline = rounded_rectangle(*area.at, *area.size, area.corner)
    inside = area.box.grown(-_BOX_PADDING)
    shapes: list[Shape] = [
        filled(outline, mix(paper, colour, 0.1)),
        stroked(outline, colour, 0.5, dash=(2.2, 1.6)),
    ]
    hint = _set_words(press, area, area.hint, "small", inside.width)
    title = _set_words(press, area, area.title, "board_label", inside.width)
    words = [block for block in (title, hint) if block]
    used = sum(block.height for block in words) + (1.0 if len(words) == 2 else 0.0)
    if used > inside.height:
        press.report(area.id, "the text is higher than the box", over_mm=used - inside.height)
    room = inside.height - used
    edge = min(inside.width * 0.62, room - (2.0 if words else 0.0), 34.0) if area.icon else 0.0
    y = inside.top + (room - max(edge, 0.0)) / 2
    if edge >= _LEAST_ICON:
        y -= 1.0 if words else 0.0
        x = inside.middle[0] - edge / 2
        shapes += press.icon(area.icon, x, y, edge, colour=mix(paper, colour, 0.45).hex)
        y += edge + (2.0 if words else 0.0)
    for block in words:
        shapes.append(block.at(inside.left, y))
        y += block.height + 1.0
    return tuple(shapes)


def _set_words(press: Press, area: BoxArea, key: str, role: str, width: float) -> Block | None:
    if not key:
        return None
    return press.text(press.say(key), role, width=width, align="center", thing=f"{key} of {area.id}")

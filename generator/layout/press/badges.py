"""Small pictures: a bonus at the end of a row, a cost above a field, icons side by side, tabs with titles."""

from collections.abc import Sequence

from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import circle, outlined, rounded
from generator.scene.shapes import Shape, Tag

_ICON_GAP = 1.0
TAB_RADIUS = 2.6
NEAR = 0.4477
"""Distance of handles from rounded corners, as a share of the radius."""
TAB_HEIGHT = 6.6
_TAB_INSET = 2.2
_TAB_ICON = 4.6
TITLE_INSET = _TAB_INSET + _TAB_ICON + 1.4
"""Start of a title after its icon."""


def draw_badge(press: Press, mark: str, *, diameter: float, colour: str = "primary") -> Block:
    """Draw the icon of a mark in a ring."""
    radius = diameter / 2
    ring = circle(radius, radius, radius - 0.2)
    edge = diameter * 0.58
    inset = (diameter - edge) / 2
    shapes: list[Shape] = [
        *outlined(ring, press.palette["paper"], press.palette[colour], 0.4),
        *press.icon(press.mark(mark).icon, inset, inset, edge, colour=colour),
    ]
    return Block(tuple(shapes), diameter, diameter)


def draw_dots(press: Press, count: int, *, diameter: float, gap: float) -> Block:
    """Draw a row of empty rings, which players cross out."""
    radius = diameter / 2
    shapes: list[Shape] = []
    for index in range(count):
        ring = circle(radius + index * (diameter + gap), radius, radius - 0.12)
        shapes += outlined(ring, press.palette["paper"], press.palette["accent"], 0.24)
    return Block(tuple(shapes), count * (diameter + gap) - gap if count else 0.0, diameter)


def icons_width(count: int, edge: float) -> float:
    """Return the width of icons side by side, in mm."""
    return count * (edge + _ICON_GAP) - _ICON_GAP if count else 0.0


def draw_icons(
    press: Press, icons: Sequence[str], *, room: float, y: float, edge: float, colour: str = "primary"
) -> list[Shape]:
    """Draw icons side by side in the middle of a room that begins at the left edge."""
    shapes: list[Shape] = []
    x = (room - icons_width(len(icons), edge)) / 2
    for icon in icons:
        shapes += press.icon(icon, x, y, edge, colour=colour)
        x += edge + _ICON_GAP
    return shapes


def lay_out_tab(press: Press, *, title: str, icon: str, most: float, tag: Tag = "h2") -> Block:
    """Lay out a title in the theme's main colour, with the round corners of the panel it is part of."""
    left = TITLE_INSET if icon else _TAB_INSET + 0.6
    room, start = most - left - _TAB_INSET - 0.8, (left, TAB_HEIGHT / 2)
    tint = press.palette.upon(press.style("heading").colour, "primary")
    text = press.beside(title, "heading", start, max_width=room, thing=f"title {title}", colour=tint)
    width = left + text.width + _TAB_INSET + 0.8
    round_ends = (0, 0, TAB_RADIUS), (width, 0, 0), (width, TAB_HEIGHT, TAB_RADIUS), (0, TAB_HEIGHT, 0)
    shapes: list[Shape] = [press.palette.area(rounded(*round_ends, near=NEAR), "primary")]
    if icon:
        light = press.palette.upon("paper", "primary")
        shapes += press.icon(icon, _TAB_INSET, (TAB_HEIGHT - _TAB_ICON) / 2, _TAB_ICON, colour=light)
    return Block((*shapes, text.tagged(tag)), width, TAB_HEIGHT)

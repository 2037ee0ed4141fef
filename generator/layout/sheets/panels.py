"""Panels: a light ground with a tab that has a title and an icon, and a short hint beside it."""

from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import filled, rounded_rectangle
from generator.scene.shapes import Segment, Shape

_RADIUS = 2.6
_TAB_HEIGHT = 6.6
_PADDING = 3.0
_TAB_INSET = 2.2
_ICON = 4.6
TITLE_INSET = _TAB_INSET + _ICON + 1.4
"""Start of a title after its icon."""
_ABOVE_GAP = 1.4
"""Distance between a hint above the content of a panel, and the content."""
_HINT_GAP = 2.5


def panel_inside(width: float) -> float:
    """Return the width for the content of a panel."""
    return width - 2 * _PADDING


def panel_height(content: float, above: Block | None = None) -> float:
    """Return the minimum height of a panel for the height of its content, and what is above that."""
    return _TAB_HEIGHT + content + 2 * _PADDING + (above.height + _ABOVE_GAP if above else 0.0)


def lay_out_panel(
    press: Press,
    content: Block,
    *,
    width: float,
    height: float,
    title: str,
    icon: str,
    hint: str,
    above: Block | None,
    name: str,
) -> Block:
    """Centre content below the tab, or below what is above it; title and hint are texts, not keys."""
    tab = lay_out_tab(press, title=title, icon=icon, most=width)
    ground = rounded_rectangle(0, 0, width, height, _RADIUS)
    shapes: list[Shape] = [filled(ground, press.palette["panel"]), tab.at(0, 0, name=f"{name}-title")]
    if hint:
        left = tab.width + _HINT_GAP
        text = _lay_out_hint(press, hint, width - left, title)
        top = 1.2 if text.height > _TAB_HEIGHT - 1.2 else (_TAB_HEIGHT - text.height) / 2
        shapes.append(text.at(left, top))
    top = _TAB_HEIGHT
    if above:
        shapes.append(above.at(_PADDING, top + _PADDING))
        top += above.height + _ABOVE_GAP
    x, y = (width - content.width) / 2, top + (height - top - content.height) / 2
    return Block((*shapes, content.at(x, y, name=name)), width, height)


def _lay_out_hint(press: Press, hint: str, width: float, title: str) -> Block:
    # A hint that is taller than the tab would be too close to the content.
    room = width - _PADDING
    return press.text(hint, "small", width=room, max_height=_TAB_HEIGHT, thing=f"hint of {title}")


def has_room_beside_tab(press: Press, *, hint: str, title: str, icon: str, width: float) -> bool:
    """Return True if a hint fits between the tab and the end of its panel."""
    room = width - lay_out_tab(press, title=title, icon=icon, most=width).width - _HINT_GAP
    return press.findings.attempt(lambda: _lay_out_hint(press, hint, room, title)) is not None


def lay_out_tab(press: Press, *, title: str, icon: str, most: float) -> Block:
    """Lay out a title in the theme's main colour, with the round corners of the panel it is part of."""
    left = TITLE_INSET if icon else _TAB_INSET + 0.6
    text = press.line(
        title,
        "heading",
        x=left,
        y=_TAB_HEIGHT / 2,
        upright="middle",
        max_width=most - left - _TAB_INSET - 0.8,
        thing=f"title {title}",
    )
    width = left + text.width + _TAB_INSET + 0.8
    shapes: list[Shape] = [filled(_tab_outline(width, _TAB_HEIGHT), press.palette["primary"])]
    if icon:
        shapes += press.icon(icon, _TAB_INSET, (_TAB_HEIGHT - _ICON) / 2, _ICON, colour="paper")
    return Block((*shapes, *text.shapes), width, _TAB_HEIGHT)


def _tab_outline(width: float, height: float) -> tuple[Segment, ...]:
    r, k = _RADIUS, _RADIUS * 0.4477
    return (
        ("M", r, 0),
        ("L", width, 0),
        ("L", width, height - r),
        ("C", width, height - k, width - k, height, width - r, height),
        ("L", 0, height),
        ("L", 0, r),
        ("C", 0, k, k, 0, r, 0),
        ("Z",),
    )

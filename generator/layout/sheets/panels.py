"""Panels: a light ground with a tab that carries a title, an icon and a short hint."""

from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import filled, rounded_rectangle
from generator.scene.shapes import Segment, Shape

RADIUS = 2.6
TAB_HEIGHT = 6.6
PADDING = 3.0
_TAB_INSET = 2.2
_ICON = 4.6
TITLE_INSET = _TAB_INSET + _ICON + 1.4
"""Where a title begins behind its icon."""
ABOVE_GAP = 1.4
"""Between a hint above what stands in a panel, and that."""
_HINT_GAP = 2.5
_MOST_HINT = TAB_HEIGHT
"""A hint that is higher than the tab would come near to what stands in the panel."""


def panel_inside(width: float) -> float:
    """The width that is left for what stands in a panel."""
    return width - 2 * PADDING


def panel_height(content: float, above: Block | None = None) -> float:
    """The least height of a panel around content of a height, and what stands above that."""
    return TAB_HEIGHT + content + 2 * PADDING + (above.height + ABOVE_GAP if above else 0.0)


def lay_out_panel(
    press: Press,
    content: Block,
    *,
    width: float,
    height: float,
    title: str,
    icon: str = "",
    hint: str = "",
    above: Block | None = None,
    name: str = "",
) -> Block:
    """Content centred below the tab, or below what stands above it; title and hint are words, not keys."""
    shapes: list[Shape] = [filled(rounded_rectangle(0, 0, width, height, RADIUS), press.palette["panel"])]
    tab = lay_out_tab(press, title=title, icon=icon, most=width)
    shapes.append(tab.at(0, 0, name=f"{name}-title" if name else ""))
    if hint:
        left = tab.width + _HINT_GAP
        text = _lay_out_hint(press, hint, width - left, title)
        top = 1.2 if text.height > TAB_HEIGHT - 1.2 else (TAB_HEIGHT - text.height) / 2
        shapes.append(text.at(left, top))
    top = TAB_HEIGHT
    if above:
        shapes.append(above.at(PADDING, top + PADDING))
        top += above.height + ABOVE_GAP
    x = (width - content.width) / 2
    y = top + (height - top - content.height) / 2
    shapes.append(content.at(x, y, name=name))
    return Block(tuple(shapes), width, height)


def _lay_out_hint(press: Press, hint: str, width: float, title: str) -> Block:
    return press.text(hint, "small", width=width - PADDING, max_height=_MOST_HINT, thing=f"hint of {title}")


def has_room_beside_tab(press: Press, *, hint: str, title: str, icon: str, width: float) -> bool:
    """Whether a hint fits between the tab and the end of its panel."""
    room = width - lay_out_tab(press, title=title, icon=icon, most=width).width - _HINT_GAP
    return press.findings.attempt(lambda: _lay_out_hint(press, hint, room, title)) is not None


def lay_out_tab(press: Press, *, title: str, icon: str = "", most: float) -> Block:
    """A label in the theme's main colour, with the round corners of the panel it sits on."""
    left = TITLE_INSET if icon else _TAB_INSET + 0.6
    room = most - left - _TAB_INSET - 0.8
    text = press.line(
        title,
        "heading",
        x=left,
        y=TAB_HEIGHT / 2,
        upright="middle",
        max_width=room,
        thing=f"title {title}",
    )
    width = left + text.width + _TAB_INSET + 0.8
    shapes: list[Shape] = [filled(_tab_outline(width, TAB_HEIGHT), press.palette["primary"])]
    if icon:
        shapes += press.icon(icon, _TAB_INSET, (TAB_HEIGHT - _ICON) / 2, _ICON, colour="paper")
    shapes += text.shapes
    return Block(tuple(shapes), width, TAB_HEIGHT)


def _tab_outline(width: float, height: float) -> tuple[Segment, ...]:
    """Round at the top left and the bottom right, so that it grows out of the panel's corner."""
    r, k = RADIUS, RADIUS * 0.4477
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

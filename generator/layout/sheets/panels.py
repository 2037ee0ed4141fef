"""Panels: a light ground with a tab that has a title and an icon, and a short hint beside it."""

from generator.layout.press.badges import TAB_HEIGHT, TAB_RADIUS, lay_out_tab
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import filled, rounded_rectangle
from generator.model.sheet import Section
from generator.model.values import dataclass
from generator.scene.shapes import Shape

_PADDING = 3.0
_ABOVE_GAP = 1.4
"""Distance between a hint above the content of a panel, and the content."""
_HINT_GAP = 2.5


def panel_inside(width: float) -> float:
    """Return the width for the content of a panel."""
    return width - 2 * _PADDING


def panel_height(content: float) -> float:
    """Return the minimum height of a panel for the height of its content."""
    return TAB_HEIGHT + content + 2 * _PADDING


@dataclass(frozen=True, slots=True)
class FilledPanel:
    """A section and its content; the hint is a text beside the title, or else a block above the content."""

    section: Section
    block: Block
    has_hint: bool = False
    above: Block | None = None

    @property
    def height(self) -> float:
        """Minimum height."""
        return panel_height(self.block.height) + (self.above.height + _ABOVE_GAP if self.above else 0.0)

    def draw(self, press: Press, *, width: float, height: float) -> Block:
        """Centre the content below the tab, or below what is above it."""
        section, content = self.section, self.block
        tab = lay_out_tab(press, title=press.format(section.title), icon=section.icon, most=width)
        ground = rounded_rectangle(0, 0, width, height, TAB_RADIUS)
        shapes: list[Shape] = [filled(ground, press.palette["panel"])]
        shapes.append(tab.at(0, 0, name=f"{section.id}-title"))
        if self.has_hint:
            text = _lay_out_hint(press, section, tab, width)
            top = 1.2 if text.height > TAB_HEIGHT - 1.2 else (TAB_HEIGHT - text.height) / 2
            shapes.append(text.at(tab.width + _HINT_GAP, top))
        top = TAB_HEIGHT
        if self.above:
            shapes.append(self.above.at(_PADDING, top + _PADDING))
            top += self.above.height + _ABOVE_GAP
        x, y = (width - content.width) / 2, top + (height - top - content.height) / 2
        return Block((*shapes, content.at(x, y, name=section.id)), width, height)


def fill_panel(press: Press, section: Section, block: Block, width: float) -> FilledPanel:
    """Return a panel with the hint of its section, above the content if there is no room beside the title."""
    hint, title = press.format(section.hint), press.format(section.title)
    if not hint:
        return FilledPanel(section, block)
    tab = lay_out_tab(press, title=title, icon=section.icon, most=width)
    if press.findings.attempt(lambda: _lay_out_hint(press, section, tab, width)) is not None:
        return FilledPanel(section, block, has_hint=True)
    words = press.text(hint, "small", width=panel_inside(width), thing=f"hint of {title}")
    return FilledPanel(section, block, above=words)


def _lay_out_hint(press: Press, section: Section, tab: Block, width: float) -> Block:
    # A hint that is taller than the tab would be too close to the content.
    room, thing = width - tab.width - _HINT_GAP - _PADDING, f"hint of {press.format(section.title)}"
    return press.text(press.format(section.hint), "small", width=room, max_height=TAB_HEIGHT, thing=thing)

"""Panels: a light ground with a tab that has a title and an icon, and a short hint beside it."""

from functools import partial

from generator.layout.press.badges import TAB_HEIGHT, TAB_RADIUS, lay_out_tab
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import EMPTY, Block
from generator.layout.shapes.curves import rounded_rectangle
from generator.model.kit import Section
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
    """A section under the tab with its title; its hint is beside the title, or else above the content."""

    section: Section
    block: Block
    tab: Block
    beside: Block = EMPTY
    above: Block = EMPTY

    @property
    def height(self) -> float:
        """Minimum height."""
        return panel_height(self.block.height) + (
            self.above.height + _ABOVE_GAP if self.above.shapes else 0.0
        )

    def draw(self, press: Press, *, width: float, height: float) -> Block:
        """Centre the content below the tab, or below what is above it."""
        name, content, tab = self.section.id, self.block, self.tab
        ground = press.palette.area(rounded_rectangle(0, 0, width, height, TAB_RADIUS), "panel")
        shapes: list[Shape] = [ground, tab.at(0, 0, name=f"{name}-title")]
        if self.beside.shapes:
            free = TAB_HEIGHT - self.beside.height
            shapes.append(self.beside.at(tab.width + _HINT_GAP, free / 2 if free >= 1.2 else 1.2))
        top = TAB_HEIGHT
        if self.above.shapes:
            shapes.append(self.above.at(_PADDING, top + _PADDING))
            top += self.above.height + _ABOVE_GAP
        x, y = (width - content.width) / 2, top + (height - top - content.height) / 2
        return Block((*shapes, content.at(x, y, name=name)), width, height)


def fill_panel(press: Press, section: Section, block: Block, width: float) -> FilledPanel:
    """Return a panel with the hint of its section, above the content if there is no room beside the title."""
    hint, title = press.format(section.hint), press.format(section.title)
    tab = lay_out_tab(press, title=title, icon=section.icon, most=width)
    if not hint:
        return FilledPanel(section, block, tab)
    room = width - tab.width - _HINT_GAP - _PADDING
    set_hint = partial(press.text, hint, "small", thing=f"hint of {title}")
    # A hint that is taller than the tab would be too close to the content.
    if beside := press.findings.attempt(lambda: set_hint(width=room, max_height=TAB_HEIGHT)):
        return FilledPanel(section, block, tab, beside)
    return FilledPanel(section, block, tab, above=set_hint(width=panel_inside(width)))

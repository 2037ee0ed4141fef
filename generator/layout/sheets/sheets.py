"""Player sheets: a header, bands of panels, and a line of credit at the foot of the page."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block, stack
from generator.layout.shapes.curves import filled, rounded_rectangle, stroked
from generator.layout.sheets.grids import lay_out_grid
from generator.layout.sheets.headers import FOOTER_HEIGHT, HEADER_HEIGHT, lay_out_title
from generator.layout.sheets.keys import lay_out_key, lay_out_shapes_section
from generator.layout.sheets.lines import lay_out_lines
from generator.layout.sheets.panels import has_room_beside_tab, lay_out_panel, panel_height, panel_inside
from generator.layout.sheets.squares import Entry
from generator.layout.sheets.tracks import lay_out_track
from generator.model.sheet import (
    GridSection,
    KeySection,
    Panel,
    Section,
    ShapesSection,
    Sheet,
    TrackSection,
)
from generator.model.style import Paper
from generator.scene.shapes import Group, Shape
from generator.scene.transforms import scaling

Written: TypeAlias = Mapping[str, Mapping[str, Entry]]
"""What stands in squares and fields, by section and place."""

EMPTY: Written = MappingProxyType({})

SHEET_MARGIN = 9.0
"""Of the design, where the paper's own margin is smaller."""
_BELOW = 2.6
"""Room for the margin line below the credit, in the margin of the design."""
_GAP = 3.2
_LEAST_GAP = 2.2
_MOST_GAP = 12.0
"""Between bands that have more room than they need; what is left then stays free at the foot."""
_BELOW_CREDIT = 0.9
_MOST_CREDIT = 4.3
"""Two lines of the smallest type."""
_NAME_WIDTH = 64.0
_NAME_HEIGHT = 11.0
_LEAST_PERCENT = 90
"""Of its size, that a sheet is drawn at in two languages."""
_MOST_STRETCH = 0.15
"""How much higher than its content a panel may grow on a longer page, as a part of its height."""


@dataclass(frozen=True, slots=True)
class NameField:
    """Where a player's name is written: the box inside which a printed name has to stay."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """A sheet on its page, and where a printed name and the panels are."""

    paper: Paper
    shapes: tuple[Shape, ...]
    name_field: NameField | None
    corners: tuple[tuple[str, float, float], ...]
    """Section, and the top left corner of its panel."""


def lay_out_sheet(press: Press, sheet: Sheet, *, paper: Paper, written: Written = EMPTY) -> SheetLayout:
    """In reading order; `written` is what stands in squares and fields, by section.

    Two languages for which the page has no room are drawn a little smaller, squares and all.
    Reports bands that are higher than the page.
    """
    page = paper if sheet.orientation == "portrait" else paper.turned()
    for percent in range(100, _LEAST_PERCENT - 1, -1) if press.wording.languages > 1 else ():
        larger = _enlarge(page, percent / 100) if percent < 100 else page
        layout = press.findings.attempt(partial(_lay_out_page, press, sheet, larger, written))
        if layout:
            return _shrink(layout, page) if percent < 100 else layout
    return _lay_out_page(press, sheet, page, written)


def _enlarge(page: Paper, scale: float) -> Paper:
    """A page whose inside has the width and the height of that of another, drawn smaller."""
    around = 2 * _margin(page)
    width, height = ((side - around) / scale + around for side in (page.width, page.height))
    return replace(page, width=width, height=height)


def _shrink(layout: SheetLayout, page: Paper) -> SheetLayout:
    """What was laid out on an enlarged page, in its place on the page itself."""
    margin = _margin(page)
    scale = (page.width - 2 * margin) / (layout.paper.width - 2 * margin)
    shift = margin * (1 - scale)
    field = layout.name_field
    if field:
        field = NameField(
            field.x * scale + shift, field.y * scale + shift, field.width * scale, field.height * scale
        )
    corners = ((name, x * scale + shift, y * scale + shift) for name, x, y in layout.corners)
    shapes = Group(layout.shapes, name="smaller", transform=scaling(scale, shift, shift))
    return SheetLayout(page, (shapes,), field, tuple(corners))


def _margin(page: Paper) -> float:
    return max(SHEET_MARGIN, page.margin + _BELOW)


def _lay_out_page(press: Press, sheet: Sheet, page: Paper, written: Written) -> SheetLayout:
    side = top = _margin(page)
    width = page.width - 2 * side
    bands = [_lay_out_band(press, sheet, band, width, written) for band in sheet.bands]
    footer = _lay_out_credit(press, sheet, width)
    foot = footer.height + _BELOW_CREDIT
    room = page.height - 2 * top - HEADER_HEIGHT - foot - _GAP * len(bands)
    spare = room - sum(max(panel.height for panel in band) for band in bands)
    # Where a sheet says much, in two languages for instance, its bands stand closer together.
    over = -spare - (_GAP - _LEAST_GAP) * len(bands)
    if over > 0:
        press.report(
            sheet.id, "the bands of the sheet are higher than the page", over_mm=over, paper=page.name
        )
    content = room - spare
    # A longer page makes high bands higher; the gaps between them grow by what is left, up to a measure.
    stretch = max(min(spare / content, _MOST_STRETCH), 0.0)
    gap = min(_GAP + (spare - stretch * content) / len(bands), _MOST_GAP)
    header, name_field = _lay_out_header(press, sheet, width)
    shapes: list[Shape] = [header.at(side, top, name="header")]
    corners: list[tuple[str, float, float]] = []
    y = top + HEADER_HEIGHT + gap
    for band in bands:
        height = max(panel.height for panel in band) * (1 + stretch)
        x = side
        for panel in band:
            shapes.append(panel.draw(press, height).at(x, y))
            corners += ((name, x, y + down) for name, down in panel.tops(height))
            x += panel.width + _GAP
        y += height + gap
    shapes.append(footer.at(side, page.height - top - footer.height, name="credit"))
    if name_field:
        name_field = replace(name_field, x=name_field.x + side, y=name_field.y + top)
    return SheetLayout(page, tuple(shapes), name_field, tuple(corners))


@dataclass(frozen=True, slots=True)
class _Part:
    """A section and what stands in its panel; `hint` is what is said beside the title, or else `above`."""

    section: Section
    block: Block
    hint: str = ""
    above: Block | None = None

    @property
    def height(self) -> float:
        """Of its panel, at the least."""
        return panel_height(self.block.height, self.above)


@dataclass(frozen=True, slots=True)
class _Panel:
    """One or more sections in their panels, one above the other, before they are stretched."""

    parts: tuple[_Part, ...]
    width: float

    @property
    def height(self) -> float:
        heights = [part.height for part in self.parts]
        return sum(heights) + _GAP * (len(heights) - 1)

    @property
    def has_key(self) -> bool:
        return any(isinstance(part.section, KeySection) for part in self.parts)

    def _heights(self, height: float) -> list[float]:
        extra = (height - self.height) / len(self.parts)
        return [part.height + extra for part in self.parts]

    def tops(self, height: float) -> list[tuple[str, float]]:
        y = 0.0
        found = []
        for part, own in zip(self.parts, self._heights(height), strict=True):
            found.append((part.section.id, y))
            y += own + _GAP
        return found

    def draw(self, press: Press, height: float) -> Block:
        panels = [
            lay_out_panel(
                press,
                part.block,
                width=self.width,
                height=own,
                title=press.say(part.section.title),
                icon=part.section.icon,
                hint=part.hint,
                above=part.above,
                name=part.section.id,
            )
            for part, own in zip(self.parts, self._heights(height), strict=True)
        ]
        return stack(panels, gap=_GAP)


def _lay_out_band(
    press: Press, sheet: Sheet, band: tuple[Panel, ...], width: float, written: Written
) -> list[_Panel]:
    """Panels side by side; keys are set smaller where they would make the band higher."""
    shares = sum(panel.share for panel in band)
    room = width - _GAP * (len(band) - 1)
    widths = [room * panel.share / shares for panel in band]
    panels = [
        _lay_out_sections(press, sheet, panel, own, 0.0, written)
        for panel, own in zip(band, widths, strict=True)
    ]
    firm = [panel.height for panel in panels if not panel.has_key]
    limit = max(firm, default=0.0)
    return [
        _lay_out_sections(press, sheet, panel, own, limit, written)
        if drawn.has_key and drawn.height > limit > 0
        else drawn
        for drawn, panel, own in zip(panels, band, widths, strict=True)
    ]


def _lay_out_sections(
    press: Press, sheet: Sheet, panel: Panel, width: float, limit: float, written: Written
) -> _Panel:
    """A panel's sections; with a limit, the keys get the height that the others leave."""
    sections = [sheet.sections[name] for name in panel.sections]
    keys = [section for section in sections if isinstance(section, KeySection)]
    blocks = {
        section.id: _lay_out_section(press, section, width, written.get(section.id, {}))
        for section in sections
        if not (limit and isinstance(section, KeySection))
    }
    if limit:
        used = sum(panel_height(block.height) for block in blocks.values())
        used += _GAP * (len(sections) - 1) + panel_height(0.0) * len(keys)
        for key in keys:
            most = max((limit - used) / len(keys), 1.0)
            blocks[key.id] = lay_out_key(press, key, width=panel_inside(width), max_height=most)
    return _Panel(tuple(_add_hint(press, one, blocks[one.id], width) for one in sections), width)


def _add_hint(press: Press, section: Section, block: Block, width: float) -> _Part:
    """Beside the title; where that leaves no room for it, as with two languages, above the section."""
    hint, title = press.say(section.hint), press.say(section.title)
    if not hint or has_room_beside_tab(press, hint=hint, title=title, icon=section.icon, width=width):
        return _Part(section, block, hint)
    words = press.text(hint, "small", width=panel_inside(width), thing=f"hint of {title}")
    return _Part(section, block, above=words)


def _lay_out_section(press: Press, section: Section, width: float, entries: Mapping[str, Entry]) -> Block:
    inside = panel_inside(width)
    match section:
        case GridSection():
            block = press.keep(lambda press: lay_out_grid(press, section, entries=entries))
        case TrackSection():
            fields = [entries.get(field.id, Entry()) for field in section.fields]
            block = lay_out_track(press, section, width=inside, entries=fields)
        case KeySection():
            block = lay_out_key(press, section, width=inside)
        case ShapesSection():
            block = lay_out_shapes_section(press, section, width=inside)
        case _:
            block = lay_out_lines(press, section, width=inside)
    if block.width > width + 0.01:
        press.report(section.id, "the section is wider than its panel", over_mm=block.width - width)
    return block


def _lay_out_header(press: Press, sheet: Sheet, width: float) -> tuple[Block, NameField | None]:
    """The game's sign and title where reading starts, the field for the name at the other side."""
    room = width - (_NAME_WIDTH + 4 if sheet.name_field else 0)
    title = lay_out_title(
        press,
        title=press.say(sheet.title),
        subtitle=press.say(sheet.subtitle),
        width=room,
        thing=sheet.id,
    )
    if not sheet.name_field:
        return title, None
    x, y = width - _NAME_WIDTH, 1.5
    box = rounded_rectangle(x, y, _NAME_WIDTH, _NAME_HEIGHT, 2.2)
    label = press.line(
        press.say(sheet.name_field),
        "name_label",
        x=x + 2.6,
        y=y + _NAME_HEIGHT / 2,
        upright="middle",
        max_width=_NAME_WIDTH / 3,
        thing="label of the name field",
    )
    shapes = (
        *title.shapes,
        filled(box, press.palette["paper"]),
        stroked(box, press.palette["primary"], 0.5),
        *label.shapes,
    )
    start = x + 2.6 + label.width + 2.0
    field = NameField(start, y, x + _NAME_WIDTH - 2.0 - start, _NAME_HEIGHT)
    return Block(shapes, width, HEADER_HEIGHT), field


def _lay_out_credit(press: Press, sheet: Sheet, width: float) -> Block:
    if not sheet.credit:
        return Block((), width, FOOTER_HEIGHT - _BELOW_CREDIT)
    words = press.say(sheet.credit)
    credit = press.text(
        words, "fine_print", width=width, align="center", max_height=_MOST_CREDIT, thing="credit"
    )
    return Block(credit.shapes, width, max(credit.height, FOOTER_HEIGHT - _BELOW_CREDIT))

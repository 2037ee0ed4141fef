"""Player sheets: a header, bands of panels, and a line of credit at the foot of the page."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from generator.errors import LayoutError
from generator.layout.elements.blocks import BlockSetter, share_height, stack_items
from generator.layout.elements.grids import GridEntry
from generator.layout.imposition.marks import MarginLine
from generator.layout.press import TAB_HEIGHT, TAB_RADIUS, Press, lay_out_tab
from generator.layout.shapes.blocks import EMPTY, Block, PlacedBlock, stack_blocks
from generator.layout.shapes.frames import Frame
from generator.layout.shapes.outlines import line, outlined, rounded_rectangle, stroked
from generator.model.elements.blocks import AnyBlock, KeyBlock, TrackBlock
from generator.model.elements.template import DrawingBlock, GridBlock
from generator.model.geometry import ROUNDING, Point, Rectangle
from generator.model.kit import Booklet, Panel, Section, Sheet
from generator.model.played import NAME
from generator.model.style import Paper
from generator.model.texts.rich_text import escape_rich
from generator.model.values import dataclass, replace
from generator.scene.shapes import Group, Page, Region, Shape, Symbol, Tag, Use, scaling

HEADER_HEIGHT, FOOTER_HEIGHT = 15.5, 4.0
SHEET_MARGIN = 9.0
"""Margin of the design, if the paper's own margin is smaller."""
_BADGE, _BADGE_GAP = 14.0, 3.0
"""Size of the icon of the game, and its distance from the title."""
_SUBTITLE_TOP = 9.8
"""Top of a subtitle in two lines."""
_PADDING = 3.0
"""Space around the content of a panel."""
_ABOVE_GAP, _HINT_GAP = 1.4, 2.5
"""Distances of a hint from the content below it, and from the title beside it."""
_BELOW = 2.6
"""Room for the margin line below the credit, in the margin of the design."""
_GAP, _LEAST_GAP, _MOST_GAP = 3.2, 2.2, 8.0
"""Gap between panels; its minimum and maximum, below which the rest of a page stays free."""
_MOST_GROWTH, _GROWTH_STEP = 1.5, 0.005
"""Maximum scale of squares and fields on a page with room, and the step between the scales that are tried."""
_FREE_FOOT = 0.9
"""Distance of larger squares and fields from the foot of the page."""
_MOST_TALLER = 0.1
"""Free height in a panel, as a share, up to which it is made to end where the panels beside it end."""
_BELOW_CREDIT, _MOST_CREDIT = 0.9, 4.3
"""Space below the credit, and the height of two lines of the smallest type."""
_NAME_WIDTH, _NAME_HEIGHT, _NAME_TOP, _NAME_GAP = 64.0, 11.0, 1.5, 4
"""Size of the name field, its distance from the top of the header, and its distance from the title."""
_NAME_SIZE, _LEAST_NAME_SIZE = 5.0, 1.8
"""Size of a printed name, and of one that is almost too long for its field."""
_LEAST_PERCENT = 90
"""Minimum scale of a sheet in two languages."""
_MOST_STRETCH = 0.15
"""Maximum stretch of panels that are even, on a longer page, as a share of their height."""
_SMALLEST_SCALE = 0.76
_STEPS = 8
"""Smallest type of a key that would make its band higher, and the number of sizes that are tried."""
_WrittenEntries: TypeAlias = Mapping[str, Mapping[str, GridEntry]]
"""Entries of squares and fields, by section and place."""


@dataclass(frozen=True, slots=True)
class LaidOutSheet:
    """A sheet on its page, without its margin line."""

    paper: Paper
    shapes: tuple[Shape, ...]
    name_field: Rectangle | None
    """The box that a printed name must fit."""
    corners: tuple[tuple[str, Point], ...]
    """Section, and the top left corner of its panel."""


class _Item(NamedTuple):
    """A block of a section, which may be drawn larger."""

    placed: PlacedBlock
    most: float
    """Maximum scale: more than 1 for squares and fields with room beside them."""

    def scaled(self, growth: float) -> PlacedBlock:
        block = self.placed.block.scaled(max(min(growth, self.most), 1.0))
        return replace(self.placed, block=block)


@dataclass(frozen=True, slots=True)
class _FilledPanel:
    """A section under the tab with its title; its hint is beside the title, or else above the content."""

    section: Section
    items: tuple[_Item, ...]
    tab: Block
    beside: Block = EMPTY
    above: Block = EMPTY

    def measure(self, growth: float = 1.0) -> float:
        """Return the height of the panel, with squares and fields as large as the growth allows."""
        above = self.above.height + _ABOVE_GAP if self.above.shapes else 0.0
        return _measure_panel(_measure_items(self.items, growth)) + above

    def draw(self, press: Press, *, width: float, height: float, growth: float, is_centred: bool) -> Block:
        """Draw the content below the tab, or below what is above it."""
        name, tab = self.section.id, self.tab
        content = stack_items([item.scaled(growth) for item in self.items])
        ground = press.palette.area(rounded_rectangle(0, 0, width, height, TAB_RADIUS), "panel")
        shapes: list[Shape] = [ground, tab.at(0, 0, name=f"{name}-title")]
        if self.beside.shapes:
            free = TAB_HEIGHT - self.beside.height
            shapes.append(self.beside.at(tab.width + _HINT_GAP, free / 2 if free >= 1.2 else 1.2))
        top = TAB_HEIGHT
        if self.above.shapes:
            shapes.append(self.above.at(_PADDING, top + _PADDING))
            top += self.above.height + _ABOVE_GAP
        free = height - top - content.height
        x, y = (width - content.width) / 2, top + (free / 2 if is_centred else min(free / 2, _PADDING))
        return Block((*shapes, content.at(x, y, name=name)), width, height)


def _measure_items(items: Iterable[_Item], growth: float = 1.0) -> float:
    blocks = [item.scaled(growth) for item in items]
    return sum(one.block.height for one in blocks) + sum(one.before for one in blocks[1:])


@dataclass(frozen=True, slots=True)
class _PanelColumn:
    """Panels one above the other, before they get their final heights."""

    panels: tuple[_FilledPanel, ...]
    width: float

    @property
    def height(self) -> float:
        return self.measure()

    def measure(self, growth: float = 1.0) -> float:
        """Return the height of all panels with the gaps between them."""
        return sum(part.measure(growth) for part in self.panels) + _GAP * (len(self.panels) - 1)

    @property
    def has_key(self) -> bool:
        return any(_is_key(part.section) for part in self.panels)

    def stretch(self, press: Press, height: float) -> list[PlacedBlock]:
        """Draw panels that are equally stretched to a height, with their content in the middle."""
        extra = (height - self.height) / len(self.panels)
        return [
            PlacedBlock(self._draw(press, part, part.measure() + extra, 1.0, is_centred=True), _GAP)
            for part in self.panels
        ]

    def fill(self, press: Press, height: float, growth: float) -> list[PlacedBlock]:
        """Draw panels that are as high as their content, and end at a height if they are nearly as high.

        What is left goes to squares and fields, then to the gaps, and then to the panels.
        """
        growth = _choose_growth(lambda tried: self.measure(tried) <= height + ROUNDING, growth)
        free = height - self.measure(growth)
        gap = _GAP + min(free / max(len(self.panels) - 1, 1), _MOST_GAP - _GAP) * (len(self.panels) > 1)
        free -= (gap - _GAP) * (len(self.panels) - 1)
        heights = [part.measure(growth) for part in self.panels]
        taller = free / sum(heights)
        # Panels that would be much higher than their content end above the others.
        taller = 1.0 + (taller if taller <= _MOST_TALLER else 0.0)
        return [
            PlacedBlock(self._draw(press, part, high * taller, growth), gap)
            for part, high in zip(self.panels, heights, strict=True)
        ]

    def _draw(
        self, press: Press, part: _FilledPanel, height: float, growth: float, *, is_centred: bool = False
    ) -> Block:
        return part.draw(press, width=self.width, height=height, growth=growth, is_centred=is_centred)


def _choose_growth(fits: Callable[[float], bool], least: float = 1.0) -> float:
    """Return the largest scale of squares and fields that fits."""
    steps = int((_MOST_GROWTH - least) / _GROWTH_STEP + ROUNDING)
    fitting = bisect_left(range(1, steps + 1), True, key=lambda step: not fits(least + step * _GROWTH_STEP))
    return least + fitting * _GROWTH_STEP


def lay_out_sheet_pages(
    press: Press,
    sheet: Sheet,
    paper: Paper,
    copies: int,
    names: Sequence[str],
    title: str,
    *,
    written: _WrittenEntries | None = None,
) -> list[Page]:
    """Lay out the pages; each is page 1 of 1 in its margin line.

    Several pages share the sheet as a symbol, which is written to a file once.
    """
    press = press.in_reading_order()
    layout = lay_out_sheet(press, sheet, paper=paper, written=written)
    field, page = layout.name_field, layout.paper
    if names and field is None:
        raise LayoutError(f"{press.kit.slug} {sheet.id}", "the sheet has no name field", over_mm=0.0)
    inset = max(0.0, SHEET_MARGIN - page.margin)
    foot = MarginLine(press, title).place(Frame(page), page=1, pages=1, inset=inset)
    shapes: tuple[Shape, ...] = (*press.turn(layout.shapes, page.width), foot)
    is_single = copies == 1 and len(names) <= 1
    if not is_single:
        use = Use(Symbol(f"{sheet.id}-page", shapes, (0.0, 0.0, page.width, page.height)))
        shapes = (Group((use,), tag="figure"),)
    # A screen can be enlarged, and a game that has begun must be shown.
    least = _LEAST_NAME_SIZE if written is None else 0.0
    pages = []
    for name in names or ("",):
        on_it = _write_name(press, field, name, page.width, least) if name and field else ()
        label = sheet.id if is_single else name or sheet.id
        pages += [Page(page.width, page.height, (*shapes, *on_it), label=label)] * copies
    return pages


def _write_name(press: Press, field: Rectangle, name: str, width: float, least: float) -> tuple[Shape, ...]:
    start, text = (field.left, field.middle[1]), escape_rich(name)
    length = press.typesetter.measure(text, press.style("title", size=_NAME_SIZE))[0]
    size = _NAME_SIZE if length <= field.width else max(least, _NAME_SIZE * field.width / length)
    options = {"max_width": field.width, "colour": "pencil", "size": size, "thing": f"name {name!r}"}
    line = press.beside(text, "title", start, **options)
    return press.turn(line.shapes, width)


def lay_out_sheet(
    press: Press, sheet: Sheet, *, paper: Paper, written: _WrittenEntries | None = None
) -> LaidOutSheet:
    """Lay out a sheet in reading order, with what is written into it.

    Two languages that do not fit are drawn a little smaller, squares and all. Reports bands that are higher
    than the page.
    """
    written = written or {}
    page = paper.oriented(sheet.orientation)
    for percent in range(100, _LEAST_PERCENT - 1, -1) if press.wording.languages > 1 else ():
        larger = _enlarge(page, percent / 100) if percent < 100 else page
        layout = press.findings.attempt(_SheetSetting(press, sheet, larger, written).lay_out)
        if layout:
            return _shrink(layout, page) if percent < 100 else layout
    return _SheetSetting(press, sheet, page, written).lay_out()


def _enlarge(page: Paper, scale: float) -> Paper:
    """Return a page whose content, drawn at a scale, fits another page."""
    around = 2 * _margin(page)
    width, height = ((side - around) / scale + around for side in (page.width, page.height))
    return replace(page, width=width, height=height)


def _shrink(layout: LaidOutSheet, page: Paper) -> LaidOutSheet:
    margin = _margin(page)
    scale = (page.width - 2 * margin) / (layout.paper.width - 2 * margin)
    shift = margin * (1 - scale)
    field = layout.name_field and Rectangle(*(side * scale + shift for side in layout.name_field))
    corners = ((name, (x * scale + shift, y * scale + shift)) for name, (x, y) in layout.corners)
    shapes = Group(layout.shapes, name="smaller", transform=scaling(scale, shift, shift))
    return LaidOutSheet(page, (shapes,), field, tuple(corners))


def _margin(page: Paper) -> float:
    return max(SHEET_MARGIN, page.margin + _BELOW)


@dataclass(frozen=True, slots=True)
class _SheetSetting:
    """A sheet on a page of some size, and what is written into it."""

    press: Press
    sheet: Sheet
    page: Paper
    written: _WrittenEntries

    @property
    def _width(self) -> float:
        return self.page.width - 2 * _margin(self.page)

    def lay_out(self) -> LaidOutSheet:
        press, sheet, page = self.press, self.sheet, self.page
        side = top = _margin(page)
        bands = [self._lay_out_band(band) for band in sheet.bands]
        footer = self._lay_out_credit()
        room = page.height - 2 * top - HEADER_HEIGHT - footer.height - _BELOW_CREDIT - _GAP * len(bands)
        drawn, spare = self._fill_bands(bands, room)
        gap = min(_GAP + spare / len(bands), _MOST_GAP)
        header, name_field = self._lay_out_header()
        behind, size = DrawingBlock(draw=sheet.draw, height=page.height), (page.width, page.height)
        ground = press.higher.draw_elements(press, behind, *size, {"id": sheet.id})
        shapes: list[Shape] = [*ground.shapes, header.at(side, top, name="header")]
        corners: list[tuple[str, Point]] = []
        y = top + HEADER_HEIGHT + gap
        for band, columns in zip(bands, drawn, strict=True):
            x = side
            for column, parts in zip(band, columns, strict=True):
                down = y
                for panel, part in zip(column.panels, parts, strict=True):
                    down += part.before if panel is not column.panels[0] else 0.0
                    shapes.append(part.block.at(x, down))
                    corners.append((panel.section.id, (x, down)))
                    down += part.block.height
                x += column.width + _GAP
            y += max(stack_blocks(parts).height for parts in columns) + gap
        shapes.append(footer.at(side, page.height - top - footer.height, name="credit"))
        return LaidOutSheet(page, tuple(shapes), name_field and name_field.moved(side, top), tuple(corners))

    def _fill_bands(
        self, bands: list[list[_PanelColumn]], room: float
    ) -> tuple[list[list[list[PlacedBlock]]], float]:
        """Return the panels of each column of each band, and the height that is left for the gaps.

        Reports bands that are higher than the room.
        """
        press = self.press

        def measure(growth: float) -> float:
            return sum(max(column.measure(growth) for column in band) for band in bands)

        spare = room - measure(1.0)
        # With much content, for example in two languages, bands are closer together.
        over = -spare - (_GAP - _LEAST_GAP) * len(bands)
        if over > 0:
            problem = "the sheet is taller than the page"
            press.report(self.sheet.id, problem, over_mm=over, paper=self.page.name)
        if self.sheet.panels == "even":
            # Bands become higher, and the gaps take the rest, both up to a limit.
            stretch = 1.0 + max(min(spare / (room - spare), _MOST_STRETCH), 0.0)
            heights = [max(column.height for column in band) * stretch for band in bands]
            drawn = [
                [column.stretch(press, height) for column in band]
                for band, height in zip(bands, heights, strict=True)
            ]
            return drawn, room - sum(heights)
        growth = _choose_growth(lambda tried: measure(tried) <= room - _FREE_FOOT)
        heights = [max(column.measure(growth) for column in band) for band in bands]
        drawn = [
            [column.fill(press, height, growth) for column in self._enlarge_keys(panels, band, height)]
            for panels, band, height in zip(self.sheet.bands, bands, heights, strict=True)
        ]
        return drawn, room - measure(growth)

    def _lay_out_band(self, band: tuple[Panel, ...]) -> list[_PanelColumn]:
        """Lay out panels side by side; keys that would make the band higher are set smaller."""
        room = self._width - _GAP * (len(band) - 1)
        shares = sum(panel.share for panel in band)

        def lay_out(panel: Panel, limit: float) -> _PanelColumn:
            return self._lay_out_sections(panel, room * panel.share / shares, limit)

        panels = [lay_out(panel, 0.0) for panel in band]
        limit = max((panel.height for panel in panels if not panel.has_key), default=0.0)
        return [
            lay_out(panel, limit) if drawn.has_key and drawn.height > limit > 0 else drawn
            for panel, drawn in zip(band, panels, strict=True)
        ]

    def _enlarge_keys(
        self, band: tuple[Panel, ...], columns: list[_PanelColumn], height: float
    ) -> list[_PanelColumn]:
        """Set keys again that were made smaller for a band that is higher now."""
        again = (
            self._lay_out_sections(panel, column.width, height) if column.has_key else column
            for panel, column in zip(band, columns, strict=True)
        )
        return [
            larger if larger.height <= height + ROUNDING else column
            for larger, column in zip(again, columns, strict=True)
        ]

    def _lay_out_sections(self, panel: Panel, width: float, limit: float) -> _PanelColumn:
        """Lay out a panel's sections; a limit makes the keys smaller, down to a size that may exceed it."""

        def fill(section: Section, scale: float = 1.0) -> _FilledPanel:
            return self._fill_panel(section, self._lay_out_section(section, width, scale), width)

        sections = [self.sheet.sections[name] for name in panel.sections]
        full = {section.id: fill(section) for section in sections}
        column = _PanelColumn(tuple(full.values()), width)
        for step in range(1, _STEPS + 1) if limit else ():
            if column.height <= limit:
                break
            scale = 1.0 - (1.0 - _SMALLEST_SCALE) * step / _STEPS
            smaller = {section.id: fill(section, scale) for section in sections if _is_key(section)}
            column = _PanelColumn(tuple((full | smaller).values()), width)
        return column

    def _lay_out_section(self, section: Section, width: float, scale: float = 1.0) -> tuple[_Item, ...]:
        entries, room = self.written.get(section.id, {}), width - 2 * _PADDING
        setter = BlockSetter(self.press, {"id": section.id}, scale=scale, entries=entries, area=section.id)
        with self.press.findings.at("sections", section.id):
            stacked = setter.list_stacked(section, room, (setter.fields,))
        items = share_height(stacked, room, 0.0)
        return tuple(
            _Item(item, min(room / item.block.width, _MOST_GROWTH) if _grows(section, one.block) else 1.0)
            for item, one in zip(items, stacked, strict=True)
        )

    def _fill_panel(self, section: Section, items: tuple[_Item, ...], width: float) -> _FilledPanel:
        """Return a panel with the hint of its section beside the title or else above the content."""
        press = self.press
        hint, title = press.format(section.hint), press.format(section.title)
        with press.findings.at("sections", section.id):
            tab = lay_out_tab(press, title=title, icon=section.icon, most=width)
            if not hint:
                return _FilledPanel(section, items, tab)
            room = width - tab.width - _HINT_GAP - _PADDING
            set_hint = partial(press.text, hint, "small", thing=f"hint of {title}")
            # A hint that is taller than the tab would be too close to the content.
            if beside := press.findings.attempt(lambda: set_hint(width=room, max_height=TAB_HEIGHT)):
                return _FilledPanel(section, items, tab, beside)
            return _FilledPanel(section, items, tab, above=set_hint(width=width - 2 * _PADDING))

    def _lay_out_header(self) -> tuple[Block, Rectangle | None]:
        press, sheet, width = self.press, self.sheet, self._width
        room = width - (_NAME_WIDTH + _NAME_GAP if sheet.name_field else 0)
        header = lay_out_title(press, sheet, width=room)
        if not sheet.name_field:
            return header, None
        x = width - _NAME_WIDTH
        box = rounded_rectangle(x, _NAME_TOP, _NAME_WIDTH, _NAME_HEIGHT, 2.2)
        start, thing = (x + 2.6, _NAME_TOP + _NAME_HEIGHT / 2), "label of the name field"
        words, room = press.format(sheet.name_field), _NAME_WIDTH / 3
        label = press.beside(words, "name_label", start, max_width=room, thing=thing)
        field = outlined(box, press.palette["paper"], press.palette["primary"], 0.5)
        name = Rectangle(x + 2.6 + label.width + 2.0, _NAME_TOP, width - 2.0, _NAME_TOP + _NAME_HEIGHT)
        place = Group(tuple(field), region=Region(NAME, "", name))
        return Block((*header.shapes, place, label.tagged("p")), width, HEADER_HEIGHT), name

    def _lay_out_credit(self) -> Block:
        least = FOOTER_HEIGHT - _BELOW_CREDIT
        if not self.sheet.credit:
            return Block((), self._width, least)
        set_text = partial(self.press.text, width=self._width, max_height=_MOST_CREDIT, thing="credit")
        credit = set_text(self.press.format(self.sheet.credit), "fine_print", align="center")
        return replace(credit, height=max(credit.height, least))


def _grows(section: Section, block: AnyBlock) -> bool:
    """Return True for squares and fields that are drawn larger if the page has room."""
    return section.grows and isinstance(block, GridBlock | TrackBlock)


def _is_key(section: Section) -> bool:
    return any(isinstance(block, KeyBlock) for block in section.draw)


def _measure_panel(content: float) -> float:
    """Return the minimum height of a panel for the height of its content."""
    return TAB_HEIGHT + content + 2 * _PADDING


def lay_out_title(press: Press, part: Sheet | Booklet, *, width: float) -> Block:
    """Lay out the game's icon, the title beside it, and below it the subtitle in small type.

    A title or subtitle that is too long for one line, for example in two languages, has two.
    """
    shapes: list[Shape] = []
    left = 0.0
    if press.kit.icon:
        shapes += press.icon(press.kit.icon, 0, 0, _BADGE, colour="primary")
        left = _BADGE + _BADGE_GAP
    room = width - left

    def set_words(words: str, role: str, tag: Tag, y: float, top: float, bottom: float, thing: str) -> Group:
        line = press.findings.attempt(
            lambda: press.line(words, role, x=left, y=y, max_width=room, thing=thing)
        )
        if line:
            return line.tagged(tag)
        return press.text(words, role, width=room, max_height=bottom - top, thing=thing).at(left, top)

    title, subtitle = press.format(part.title), press.format(part.subtitle)
    shapes.append(set_words(title, "title", "h1", 7.6, 0.0, _SUBTITLE_TOP, f"title of {part.id}"))
    if subtitle:
        thing = f"subtitle of {part.id}"
        shapes.append(set_words(subtitle, "small", "p", 12.6, _SUBTITLE_TOP, HEADER_HEIGHT, thing))
    return Block(tuple(shapes), width, HEADER_HEIGHT)


def lay_out_footer(press: Press, *, credit: str, width: float, is_read: bool = True) -> Block:
    """Lay out a hairline and, below it in fine print, a credit; page and title are in the margin line.

    Screen readers read it on one page only.
    """
    shapes: list[Shape] = [stroked(line(0, 0, width, 0), press.palette["faint"], 0.2)]
    if credit:
        words = press.line(credit, "fine_print", y=3.0, max_width=width, thing="credit")
        shapes += (words.tagged("p"),) if is_read else words.shapes
    return Block(tuple(shapes), width, FOOTER_HEIGHT)

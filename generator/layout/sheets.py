"""Player sheets: a header, bands of panels, and a line of credit at the foot of the page."""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from generator.errors import LayoutError
from generator.layout.elements.blocks import BlockSetter, list_blocks, share_height, stack_items
from generator.layout.elements.drawer import Drawer, Room
from generator.layout.elements.drawers import make_drawers
from generator.layout.elements.grids import GridEntry
from generator.layout.elements.hiding import warn_if_hidden
from generator.layout.elements.words import shorten_title
from generator.layout.imposition.marks import MarginLine
from generator.layout.imposition.packing import Frame
from generator.layout.press import TAB_HEIGHT, TAB_RADIUS, Press, lay_out_tab
from generator.layout.shapes.outlines import (
    EMPTY,
    Block,
    PlacedBlock,
    line,
    outlined,
    rectangle,
    rounded_rectangle,
    stack_blocks,
    stroked,
)
from generator.model.elements.blocks import AnyBlock, KeyBlock, list_fields
from generator.model.elements.pages import DESIGN_LENGTH, DESIGN_WIDTH, PanelLook, SheetLook
from generator.model.elements.template import DrawingBlock, Element, GridBlock, Template, TrackBlock
from generator.model.geometry import ROUNDING, Point, Rectangle
from generator.model.kit import Booklet, Panel, Section, Sheet
from generator.model.played import NAME
from generator.model.printing.printing import Paper
from generator.model.texts.rich_text import escape_rich
from generator.model.texts.wordings import join_sentences
from generator.model.values import dataclass, replace
from generator.scene.shapes import Group, Page, Path, Region, Shape, Symbol, Tag, Use, list_spots

HEADER_HEIGHT, FOOTER_HEIGHT = 15.5, 4.0
SHEET_MARGIN = 9.0
"""Margin of the design, if the paper's own margin is smaller."""
_BADGE, _BADGE_GAP = 14.0, 3.0
"""Size of the icon of the game, and its distance from the title."""
_SUBTITLE_TOP = 9.8
"""Top of a subtitle in two lines."""
_ABOVE_GAP, _HINT_GAP = 1.4, 2.5
"""Distances of a hint from the content below it, and from the title beside it."""
_BELOW = 2.6
"""Room for the margin line below the credit, in the margin of the design."""
_GAP, _LEAST_GAP, _MOST_GAP = 3.2, 1.8, 8.0
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
_SCALES_OF_TWO = tuple(step / 200 for step in range(200, 179, -1))
"""Scales of a sheet in two languages that are tried."""
_MOST_STRETCH = 0.15
"""Maximum stretch of panels that are even, on a longer page, as a share of their height."""
_SMALLEST_SCALE = 0.76
_STEPS = 8
"""Smallest type of a key that would make its band higher, and the number of sizes that are tried."""
_SHEET_TEXTS = ("title", "subtitle", "name_field", "credit")
_HEADING_TAGS: Mapping[str, Tag] = {"text": "h2", "hint": "p"}
"""Tags of what the heading of a section shows, by its fields."""
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
    """A section below its heading; its hint is in the heading, beside the title, or above the content."""

    section: Section
    fields: Mapping[str, str]
    """Fields of the templates of its heading and its panel."""
    items: tuple[_Item, ...]
    heading: Block
    """A tab in the corner of the panel, or drawn by a template inside of it."""
    beside: Block = EMPTY
    above: Block = EMPTY

    @property
    def _look(self) -> PanelLook:
        return self.section.look.panel

    @property
    def _top(self) -> float:
        """Distance of what is above the content from the top."""
        return self._look.inside[1] + self.heading.height

    def measure(self, growth: float = 1.0) -> float:
        """Return the height of the panel, with squares and fields as large as the growth allows."""
        above = self.above.height + _ABOVE_GAP if self.above.shapes else 0.0
        return self._top + above + _measure_items(self.items, growth) + self._look.inside[3]

    def draw(self, press: Press, *, width: float, height: float, growth: float, is_centred: bool) -> Block:
        """Draw the content below the heading, or below what is above it."""
        name, look = self.section.id, self._look
        left, top, right, bottom = look.inside
        content = stack_items([item.scaled(growth) for item in self.items])
        shapes: list[Shape] = []
        if look.template:
            shapes += draw_tagged(press, look.template, self.fields, width, height, {}).shapes
        elif look.has_ground:
            shapes.append(press.palette.area(rounded_rectangle(0, 0, width, height, TAB_RADIUS), "panel"))
        corner = (left, top) if has_heading(self.section.look) else (0.0, 0.0)
        shapes.append(self.heading.at(*corner, name=f"{name}-title"))
        if self.beside.shapes:
            free = TAB_HEIGHT - self.beside.height
            shapes.append(self.beside.at(self.heading.width + _HINT_GAP, free / 2 if free >= 1.2 else 1.2))
        y = self._top
        if self.above.shapes:
            shapes.append(self.above.at(left, y))
            y += self.above.height + _ABOVE_GAP
        free = height - y - content.height - bottom
        x = left + (width - left - right - content.width) / 2
        y += free / 2 if is_centred else 0.0
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


def _measure_band(band: Iterable[_PanelColumn], growth: float = 1.0) -> float:
    return max(column.measure(growth) for column in band)


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
    """Lay out the pages, of which only the first one has a margin line: nothing of them is cut off.

    Several pages share the sheet as a symbol, which is written to a file once. Those with half of the paper
    are not placed on it.
    """
    press = press.in_reading_order()
    layout = lay_out_sheet(press, sheet, paper=paper, written=written)
    field, page = layout.name_field, layout.paper
    if names and field is None:
        raise LayoutError(f"{press.kit.slug} {sheet.id}", "the sheet has no name field", over_mm=0.0)
    inset = max(0.0, SHEET_MARGIN - page.margin)
    shortens = sheet.per_page > 1
    foot = MarginLine(press, title).place(Frame(page), page=1, pages=1, inset=inset, may_shorten=shortens)
    shapes: tuple[Shape, ...] = press.turn(layout.shapes, page.width)
    is_single = copies == 1 and len(names) <= 1
    if not is_single:
        name = f"{sheet.id}-{press.wording.locale}-page" if sheet.by_language else f"{sheet.id}-page"
        use = Use(Symbol(name, shapes, (0.0, 0.0, page.width, page.height)))
        shapes = (Group((use,), tag="figure"),)
    # A screen can be enlarged, and a game that has begun must be shown.
    least = _LEAST_NAME_SIZE if written is None else 0.0
    pages = []
    for name in names or ("",):
        on_it = _write_name(press, field, name, page.width, least) if name and field else ()
        label = sheet.id if is_single else name or sheet.id
        pages += [Page(page.width, page.height, (*shapes, *on_it), label=label)] * copies
    return [*(replace(one, shapes=(*one.shapes, foot)) for one in pages[:1]), *pages[1:]]


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
    page = sheet.find_page(paper)
    for scale in _SCALES_OF_TWO if press.wording.languages > 1 else ():
        smaller = _SheetSetting(press, sheet, page, written, scale)
        if layout := press.findings.attempt(smaller.lay_out):
            return layout
    return _SheetSetting(press, sheet, page, written).lay_out()


@dataclass(frozen=True, slots=True)
class _SheetSetting:
    """A sheet on a page of some size, and what is written into it."""

    press: Press
    sheet: Sheet
    page: Paper
    written: _WrittenEntries

    scale: float = 1.0
    """Scale of everything between the header and the credit."""

    @property
    def _margin(self) -> float:
        return max(SHEET_MARGIN, self.page.margin + _BELOW)

    @property
    def _width(self) -> float:
        """Width of everything between the header and the credit, before it is scaled."""
        return (self.page.width - 2 * self._margin) / self.scale

    def lay_out(self) -> LaidOutSheet:
        press, sheet, page, scale, side = self.press, self.sheet, self.page, self.scale, self._margin
        header, footer = self._lay_out_header(), self._lay_out_credit()
        top = header.height
        room = page.height - top - side - footer.height - _BELOW_CREDIT
        bands = [self._lay_out_band(band) for band in sheet.bands]
        if sum(_measure_band(band) + _GAP for band in bands) > room / scale:
            bands = [self._reduce_keys(*both) for both in zip(sheet.bands, bands, strict=True)]
        drawn, spare = self._fill_bands(bands, room / scale - _GAP * len(bands))
        gap = min(_GAP + spare / len(bands), _MOST_GAP)
        behind, size = DrawingBlock(draw=sheet.draw, height=page.height), (page.width, page.height)
        with press.findings.at("ground"):
            ground = press.higher.draw_elements(press, behind, *size, press.name_part(sheet.id))
        content: list[Shape] = []
        corners: list[tuple[str, Point]] = []
        y = top + gap * scale
        for band, columns in zip(bands, drawn, strict=True):
            x = side
            for column, parts in zip(band, columns, strict=True):
                down = y
                for panel, part in zip(column.panels, parts, strict=True):
                    down += part.before * scale if panel is not column.panels[0] else 0.0
                    name = "smaller" if scale < 1.0 else ""
                    content.append(part.block.scaled(scale).at(x, down, name=name))
                    corners.append((panel.section.id, (x, down)))
                    down += part.block.height * scale
                x += (column.width + _GAP) * scale
            y += (max(stack_blocks(parts).height for parts in columns) + gap) * scale
        foot = footer.at(side, page.height - side - footer.height, name="credit")
        shapes = (*ground.shapes, header.at(0.0, 0.0, name="header"), *content, foot)
        return LaidOutSheet(page, shapes, _find_name_field(header), tuple(corners))

    def _fill_bands(
        self, bands: list[list[_PanelColumn]], room: float
    ) -> tuple[list[list[list[PlacedBlock]]], float]:
        """Return the panels of each column of each band, and the height that is left for the gaps.

        Reports bands that are higher than the room.
        """
        press = self.press

        def measure(growth: float) -> float:
            return sum(_measure_band(band, growth) for band in bands)

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
        heights = [_measure_band(band, growth) for band in bands]
        drawn = [
            [column.fill(press, height, growth) for column in self._enlarge_keys(panels, band, height)]
            for panels, band, height in zip(self.sheet.bands, bands, heights, strict=True)
        ]
        return drawn, room - measure(growth)

    def _lay_out_band(self, band: tuple[Panel, ...]) -> list[_PanelColumn]:
        """Lay out panels side by side."""
        room = self._width - _GAP * (len(band) - 1)
        shares = sum(panel.share for panel in band)
        return [self._lay_out_sections(panel, room * panel.share / shares, 0.0) for panel in band]

    def _reduce_keys(self, band: tuple[Panel, ...], columns: list[_PanelColumn]) -> list[_PanelColumn]:
        """Set keys smaller that make a band higher, on a page without room for that."""
        limit = max((column.height for column in columns if not column.has_key), default=0.0)
        return [
            self._lay_out_sections(panel, column.width, limit)
            if column.has_key and column.height > limit > 0
            else column
            for panel, column in zip(band, columns, strict=True)
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
        left, _, right, _ = section.look.panel.inside
        entries, room = self.written.get(section.id, {}), width - left - right
        named = self.press.name_part(section.id)
        setter = BlockSetter(self.press, named, scale=scale, entries=entries, area=section.id)
        with self.press.findings.at("sections", section.id):
            stacked = setter.list_stacked(section, room, list_blocks(section, (setter.fields,)))
        items = share_height(stacked, room, 0.0)
        return tuple(
            _Item(item, min(room / item.block.width, _MOST_GROWTH) if _grows(section, one.block) else 1.0)
            for item, one in zip(items, stacked, strict=True)
        )

    def _fill_panel(self, section: Section, items: tuple[_Item, ...], width: float) -> _FilledPanel:
        """Return a panel with its hint in the heading, beside the title, or above the content."""
        press, look = self.press, section.look
        hint, title = press.format(section.hint), press.format(section.title)
        number = [*self.sheet.sections].index(section.id) + 1
        fields = {**section.list_look_fields(number), "text": title, "hint": hint}
        panel = partial(_FilledPanel, section, fields, items)
        left, _, right, _ = look.panel.inside
        set_hint = partial(press.text, hint, "small", thing=f"hint of {title}")
        with press.findings.at("sections", section.id):
            if has_heading(look):
                room, drawn = width - left - right, EMPTY
                if look.heading and look.heading.height and look.heading.template:
                    template, tags = look.heading.template, _HEADING_TAGS
                    drawn = draw_tagged(press, template, fields, room, look.heading.height, tags)
                    hint = "" if "hint" in list_fields(template.elements) else hint
                return panel(drawn, above=set_hint(width=room) if hint else EMPTY)
            tab = lay_out_tab(press, title=title, icon=section.icon, most=width)
            if not hint:
                return panel(tab)
            room = width - tab.width - _HINT_GAP - right
            # A hint that is taller than the tab would be too close to the content.
            if beside := press.findings.attempt(lambda: set_hint(width=room, max_height=TAB_HEIGHT)):
                return panel(tab, beside)
            return panel(tab, above=set_hint(width=width - left - right))

    def _lay_out_header(self) -> Block:
        """Lay out what is above the bands, from the corner of the page."""
        press, sheet, page, band = self.press, self.sheet, self.page, self.sheet.look.header
        if band is None:
            header = self._lay_out_title()
            return Block((header.at(self._margin, self._margin),), page.width, self._margin + header.height)
        if not (band.height and band.template):
            return Block((), page.width, self._margin - _GAP)
        design = replace(page, width=DESIGN_WIDTH, height=DESIGN_LENGTH)
        zoom = page.width / sheet.find_page(design).width
        fields = {
            **{name: press.format(getattr(sheet, name)) for name in _SHEET_TEXTS},
            **name_fields(press, sheet),
        }
        titles: dict[str, Tag] = {"title": "h1", "name": "h1"}
        tags: dict[str, Tag] = {**titles, **dict.fromkeys(_SHEET_TEXTS[1:], "p")}
        with press.findings.at("header"):
            drawn = draw_tagged(press, band.template, fields, page.width / zoom, band.height, tags)
        drawn = drawn.scaled(zoom)
        clip = Path(rectangle(0.0, 0.0, page.width, page.height))
        return replace(drawn, shapes=(Group(drawn.shapes, name="art", clip=clip),))

    def _lay_out_title(self) -> Block:
        press, sheet, width = self.press, self.sheet, self._width * self.scale
        room = width - (_NAME_WIDTH + _NAME_GAP if sheet.name_field else 0)
        header = lay_out_title(press, sheet, width=room)
        if not sheet.name_field:
            return header
        x = width - _NAME_WIDTH
        box = rounded_rectangle(x, _NAME_TOP, _NAME_WIDTH, _NAME_HEIGHT, 2.2)
        start, thing = (x + 2.6, _NAME_TOP + _NAME_HEIGHT / 2), "label of the name field"
        words, room = press.format(sheet.name_field), _NAME_WIDTH / 3
        label = press.beside(words, "name_label", start, max_width=room, thing=thing)
        field = outlined(box, press.palette["paper"], press.palette["primary"], 0.5)
        name = Rectangle(x + 2.6 + label.width + 2.0, _NAME_TOP, width - 2.0, _NAME_TOP + _NAME_HEIGHT)
        place = Group(tuple(field), region=Region(NAME, "", name))
        return Block((*header.shapes, place, label.tagged("p")), width, HEADER_HEIGHT)

    def _lay_out_credit(self) -> Block:
        least = FOOTER_HEIGHT - _BELOW_CREDIT
        width = self._width * self.scale
        if not self.sheet.credit:
            return Block((), width, least)
        set_text = partial(self.press.text, width=width, max_height=_MOST_CREDIT, thing="credit")
        credit = set_text(self.press.format(self.sheet.credit), "fine_print", align="center")
        return replace(credit, height=max(credit.height, least))


def _find_name_field(header: Block) -> Rectangle | None:
    """Return the place for the name of the player on the page; None without one."""
    spots = list_spots(Page(header.width, header.height, header.shapes))
    return next((spot.box for spot in spots if spot.area == NAME), None)


def _grows(section: Section, block: AnyBlock) -> bool:
    """Return True for squares and fields that are drawn larger if the page has room."""
    return section.grows and isinstance(block, GridBlock | TrackBlock)


def _is_key(section: Section) -> bool:
    return any(isinstance(block, KeyBlock) for block in section.draw)


def has_heading(look: SheetLook) -> bool:
    """Return True if headings of sections have a template, or are left out."""
    return look.heading is not None


def name_fields(press: Press, part: Sheet | Booklet) -> dict[str, str]:
    """Return the fields of templates of pages that name a part and its game."""
    title, game = part.title, press.kit.title
    names = [shorten_title(one.format(title), one.format(game)) for one in press.wording.each]
    first, *others = (name[:1].upper() + name[1:] for name in names)
    turns = len({one.direction for one in press.wording.each}) > 1
    name = join_sentences(first, others[0], turns=turns) if others else first
    fields = {"id": part.id, "title": press.format(title), "name": name, "icon": press.kit.icon}
    return {**fields, "game": press.format(game)}


def draw_tagged(
    press: Press,
    template: Template | None,
    fields: Mapping[str, str],
    width: float,
    height: float,
    tags: Mapping[str, Tag],
    shared: Collection[str] = (),
    without: Collection[str] = (),
) -> Block:
    """Draw a template; elements that show a field with a tag are this part of the text, others decoration.

    Decoration without the fields in `shared` is the same on many pages: it is a symbol. Elements that show
    nothing with a tag but fields in `without` are left out. Templates know the number of languages, too, and
    their width.
    """
    shapes: list[Shape] = []
    fields = {**fields, **press.language_count, "wide": f"{width:g}"}
    # The template is kept, so that no other one has its identity.
    prepared = "drawers", id(template), width, height, press.zoom
    _, drawers = press.once(prepared, lambda: (template, _prepare(press, template, Room(width, height))))
    for number, (drawer, shown) in enumerate(drawers):
        found = [tag for name, tag in tags.items() if name in shown]
        if found and shown.intersection(tags) <= {*without}:
            continue
        draw = partial(drawer.draw, fields)
        if found:
            shapes.append(Group(tuple(draw()), tag=found[0]))
        elif not shared or shown & {*shared}:
            shapes += draw()
        else:
            values = tuple((name, fields[name]) for name in sorted(shown & fields.keys()))
            key = (id(template), number, width, height, values)
            shapes.append(Use(press.once(key, partial(_make_symbol, press, draw, width, height))))
    # Symbols are mirrored already.
    warn_if_hidden(press, [drawer for drawer, _ in drawers], fields, press.turn(shapes, width))
    return Block(tuple(shapes), width, height)


def _prepare(
    press: Press, template: Template | None, room: Room
) -> tuple[tuple[Drawer[Element], frozenset[str]], ...]:
    """Return the drawers of a template, each with the fields that it shows."""
    drawers = make_drawers(press, template.elements if template else (), room)
    return tuple((drawer, list_fields(drawer.element)) for drawer in drawers)


def _make_symbol(press: Press, draw: Callable[[], Sequence[Shape]], width: float, height: float) -> Symbol:
    # Uses are moved in languages that are read from right to left, but not mirrored.
    beyond = Rectangle(0.0, 0.0, width, height).grown(DESIGN_LENGTH)
    return Symbol("decoration", press.turn(draw(), width), beyond)


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
        shapes += [words.tagged("p")] if is_read else words.shapes
    return Block(tuple(shapes), width, FOOTER_HEIGHT)

"""Blocks on cards, on sheets, and in booklets: each is laid out as items that may be in different columns.

Keys: icons with their texts, shapes of squares beside icons, and labelled lines to write on.

Tables: rows that may be in different columns of a page, under the same head.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, chain, repeat, zip_longest
from typing import NamedTuple

from generator.layout.elements.drawer import Fields, Setter, list_shown
from generator.layout.elements.flow_charts import lay_out_flow
from generator.layout.elements.grids import GridEntry, lay_out_grid, lay_out_track
from generator.layout.press import CORNER_HANDLE, Press, draw_icons, lay_out_tab, measure_icons
from generator.layout.shapes.blocks import EMPTY, Block, PlacedBlock, side_by_side, stack, stack_blocks
from generator.layout.shapes.curves import (
    circle,
    filled,
    line,
    outlined,
    rectangle,
    rounded,
    rounded_rectangle,
    stroked,
)
from generator.model.elements import blocks as model
from generator.model.elements.blocks import (
    AnyBlock,
    Heading,
    IconRow,
    IconTable,
    KeyBlock,
    LabelledLines,
    LineTable,
    ListBlock,
    Paragraph,
    SquareShapes,
    Table,
    TableColumn,
    TableRow,
)
from generator.model.elements.boxes import Sideways
from generator.model.elements.figures import Figure, Flow
from generator.model.elements.squares import Cells
from generator.model.elements.template import DrawingBlock, GridBlock, RowBlock, StackBlock, StackElement
from generator.model.geometry import ROUNDING, Rectangle
from generator.model.kit import Section
from generator.model.values import dataclass, field, replace
from generator.scene.shapes import Group, Region, Shape

_KEY_ICON = 5.2
_TEXT_GAP = 2.0
_KEY_ROW_GAP = 1.6
_KEY_COLUMN_GAP = 4
_LINES_GAP = 6.0
_LARGE_ICON = 7.2
_SHAPE_GAP = 2.4
_ENTRY_GAP = 5.0


def lay_out_key(setter: Setter, key: KeyBlock, *, width: float) -> Block:
    """Lay out rows in columns that are filled from top to bottom, under a small heading."""
    column = (width - (key.columns - 1) * _KEY_COLUMN_GAP) / key.columns
    scale = setter.scale
    small = replace(setter, role="key")
    entries = lay_out_icon_rows(small, key.draw, width=column, edge=_KEY_ICON, gap=_TEXT_GAP)
    count = max(-(-len(entries) // key.columns), 1)
    columns = [
        stack(entries[start : start + count], gap=_KEY_ROW_GAP * scale, width=column)
        for start in range(0, len(entries), count)
    ]
    title = setter.set_text(key.title, "subheading", width=width) if key.title else EMPTY
    y = title.height + (1.0 if key.title else 0.0)
    placed = (block.at(index * (column + _KEY_COLUMN_GAP), y) for index, block in enumerate(columns))
    return Block((*title.shapes, *placed), width, y + max((block.height for block in columns), default=0.0))


def lay_out_icon_rows(
    setter: Setter, rows: Sequence[IconRow], *, width: float, edge: float, gap: float, padding: float = 0.0
) -> list[Block]:
    """Lay out rows of icons in one column and text in the other, both vertically centred."""
    press = setter.press
    shown = [
        (row, replace(setter, fields=seen).say(row.text)) for row, seen in list_shown(rows, setter.fields)
    ]
    room = max((measure_icons(len(row.icons), edge) for row, _ in shown), default=0.0)
    left = room + gap if room else 0.0
    blocks = []
    for row, words in shown:
        text = press.text(words, setter.role, width=width - left, scale=setter.scale)
        height = max(text.height, edge) + padding
        drawn = draw_icons(press, row.icons, room=room, y=(height - edge) / 2, edge=edge)
        row = Block(
            (Group(tuple(drawn), tag="figure"), text.at(left, (height - text.height) / 2)), width, height
        )
        blocks.append(row.tagged("li"))
    return blocks


def lay_out_labels(setter: Setter, block: LabelledLines, *, width: float) -> Block:
    """Lay out lines with labels before them, in columns that are filled from top to bottom.

    In an area, each line is a region.
    """
    press, size = setter.press, setter.press.style(setter.role, scale=setter.scale).size
    column = (width - (block.columns - 1) * _LINES_GAP) / block.columns
    rows = -(-len(block.labels) // block.columns)
    shapes: list[Shape] = []
    for index, key in enumerate(block.labels):
        x = (index // rows) * (column + _LINES_GAP)
        base = (index % rows + 1) * block.line_height - 1.0
        words = setter.say(key)
        room = column * 0.6
        label = press.line(words, setter.role, x=x, y=base - 1.0, max_width=room, size=size, thing=key)
        rule = line(x + label.width + 2, base, x + column, base)
        above = Rectangle(x + label.width + 2, base - block.line_height + 1.0, x + column, base)
        region = Region(setter.area, f"line_{index + 1}", above) if setter.area else None
        shapes += (label.tagged("p"), Group((stroked(rule, press.palette["line"], 0.25),), region=region))
    return Block(tuple(shapes), width, rows * block.line_height)


def lay_out_shapes(
    press: Press, shapes: Sequence[SquareShapes], *, size: float, width: float, every_form: bool = False
) -> Block:
    """Lay out icons with their shapes beside them, in rows and columns that fill the width.

    An icon with every form drawn has a row of its own, below the others.
    """
    wide = [one for one in shapes if every_form and one.frame != (0, 0)]
    blocks = [_lay_out_shape(press, one, size, 0.0) for one in shapes if one not in wide]
    lines = []
    for row in (
        *_align(_fill_rows(blocks, width, _ENTRY_GAP), width),
        *([_lay_out_shape(press, one, size, width)] for one in wide),
    ):
        spread = (width - sum(block.width for block in row)) / max(len(row) - 1, 1)
        lines.append(side_by_side(row, gap=min(2 * _ENTRY_GAP, spread)))
    block = stack(lines, gap=_SHAPE_GAP)
    return Block((block.at((width - block.width) / 2, 0),), width, block.height)


def _fill_rows(blocks: Sequence[Block], width: float, gap: float) -> list[Sequence[Block]]:
    """Divide blocks into as few rows as possible, about equally."""
    rows: list[Sequence[Block]] = []
    for count in range(1, len(blocks) + 1):
        longest = -(-len(blocks) // count)
        rows = [blocks[start : start + longest] for start in range(0, len(blocks), longest)]
        if max(side_by_side(row, gap=gap).width for row in rows) <= width:
            break
    return rows


def _align(rows: Sequence[Sequence[Block]], width: float) -> Sequence[Sequence[Block]]:
    """Widen blocks so that those of all rows are in columns, if there is room for that."""
    widths = [max(block.width for block in column) for column in zip_longest(*rows, fillvalue=EMPTY)]
    if sum(widths) + _ENTRY_GAP * (len(widths) - 1) > width:
        return rows
    padded = (chain(row, repeat(EMPTY)) for row in rows)
    return [[replace(one, width=room) for one, room in zip(row, widths, strict=False)] for row in padded]


def _lay_out_shape(press: Press, entry: SquareShapes, size: float, room: float) -> Block:
    """Lay out the icon and its shape; of several, their frame or, if there is a room, all of them."""
    if len(entry.shapes) == 1:
        shapes = _draw_cells(press, entry.shapes[0], size)
    elif room:
        forms = [_draw_cells(press, cells, size) for cells in entry.shapes]
        rows = _fill_rows(forms, room - _LARGE_ICON - _SHAPE_GAP, _SHAPE_GAP)
        shapes = stack([side_by_side(row, gap=_SHAPE_GAP) for row in rows], gap=_SHAPE_GAP)
    else:
        shapes = _draw_frame(press, entry, size)
    height = max(_LARGE_ICON, shapes.height)
    icon = press.icon(entry.icon, 0, (height - _LARGE_ICON) / 2, _LARGE_ICON, colour="primary")
    left = _LARGE_ICON + _SHAPE_GAP
    return Block((*icon, shapes.at(left, (height - shapes.height) / 2)), left + shapes.width, height)


def _draw_cells(press: Press, cells: Cells, size: float) -> Block:
    """Draw a shape, never mirrored: its mirror image may be another shape of the game."""

    def draw(press: Press) -> Block:
        ground, edge = press.palette.ground("tile"), press.palette["line"]
        shapes: list[Shape] = []
        for column, row in cells:
            square = rounded_rectangle(column * size, row * size, size, size, size * 0.1)
            shapes += outlined(square, ground, edge, 0.25)
        width, height = (max(cell[axis] for cell in cells) + 1 for axis in (0, 1))
        return Block(tuple(shapes), width * size, height * size)

    return press.keep(draw)


def _draw_frame(press: Press, entry: SquareShapes, size: float) -> Block:
    width, height = max(entry.frame) * size, min(entry.frame) * size
    frame = rounded_rectangle(0, 0, width, height, size * 0.1)
    shapes = outlined(frame, press.palette["paper"], press.palette["line"], 0.3, dash=(0.9, 0.9))
    most, middle = max(map(len, entry.shapes)), (width / 2, height / 2)
    count = press.format("shapes.up_to", {"count": most})
    words = press.centred(count, "shape_count", middle, max_width=width - 1.0, thing="shapes.up_to")
    return Block((*shapes, Group(words)), width, height)


_ACROSS, _DOWN = 1.8, 1.1
"""Padding of a cell: at its sides, and above and below."""
_CORNER = 1.6
_HEAD_ICON = 4.6
_HEAD_ICON_GAP = 0.6
_SHORT = 6
"""Maximum number of rows of a table that is not divided."""
_BEFORE_TABLE, _CAPTION_GAP = 2.6, 1.2
_TOTAL_RULE = 0.7
_SHARES: dict[Sideways, float] = {"start": 0.0, "center": 0.5, "end": 1.0}


def lay_out_table(setter: Setter, table: Table, *, width: float) -> list[PlacedBlock]:
    """Lay out the head, each row, and the caption as items; the head is repeated in a new column.

    In an area, each cell to write in is a region, named by its row and the number of its column: `open_2`.
    Reports words that are wider than their column.
    """
    shares = sum(column.width for column in table.spans)
    widths = [width * column.width / shares for column in table.spans]
    spans = [*map(_Span, accumulate(widths, initial=0.0), widths, table.spans)]
    setter = replace(setter, scale=setter.scale * table.scale)
    drawing = _Drawing(setter, table, width, spans)
    items: list[PlacedBlock] = []
    head = drawing.lay_out_head()
    if head:
        items.append(PlacedBlock(head, _BEFORE_TABLE, keeps_next=True))
    rows = [*list_shown(table.rows, setter.fields)]
    last = len(rows) - 1
    shaded = False
    for index, (row, seen) in enumerate(rows):
        shaded = not shaded and not row.heading
        is_last = index == last
        inner = replace(drawing, setter=replace(setter, fields=seen), index=index)
        block = inner.lay_out_row(row, shaded=shaded, is_last=is_last)
        # Two rows stay with the head, and two with each other at the end.
        together = bool(row.heading) or (bool(table.caption) if is_last else last < _SHORT)
        together = together or index == 0 < last or index == last - 1
        before = 0.0 if items else _BEFORE_TABLE
        items.append(PlacedBlock(block, before, keeps_next=together, again=head if index else None))
    if table.caption:
        setter = replace(setter, scale=setter.scale / table.scale)
        items.append(
            PlacedBlock(setter.set_text(table.caption, "caption", width=width, align="center"), _CAPTION_GAP)
        )
    return items


class _Span(NamedTuple):
    """A column from the side where reading starts."""

    left: float
    width: float
    column: TableColumn

    @property
    def room(self) -> float:
        """Width for the content of a cell."""
        return self.width - 2 * _ACROSS


@dataclass(frozen=True, slots=True)
class _Drawing:
    setter: Setter
    table: Table
    width: float
    spans: list[_Span]
    index: int = 0
    """Number of the row, starting at 0."""

    def lay_out_head(self) -> Block | None:
        """Lay out white text on the main colour, all in one size; None if no column has a head."""
        setter, press = self.setter, self.setter.press
        heads = [(setter.say(span.column.head), span.room) for span in self.spans if span.column.head]
        if not heads and not any(span.column.icon for span in self.spans):
            return None
        sizes = [
            press.measure_size(words, "key", width=room, scale=setter.scale, bold=True)
            for words, room in heads
        ]
        size = min(sizes, default=0.0)
        cells = [(self._lay_out_head_cell(span, size).tagged("th"), span) for span in self.spans]
        height = max(cell.height for cell, _ in cells) + 2 * _DOWN
        corners = (0, height, 0), (0, 0, _CORNER), (self.width, 0, _CORNER), (self.width, height, 0)
        ground = press.palette.area(rounded(*corners, near=CORNER_HANDLE), "primary")
        return Block((ground, *self._place(cells, height)), self.width, height).tagged("tr")

    def _lay_out_head_cell(self, span: _Span, size: float) -> Block:
        press, room, column = self.setter.press, span.room, span.column
        light = press.palette.upon("paper", "primary")
        shapes: list[Shape] = []
        height = 0.0
        if column.icon:
            left = (room - _HEAD_ICON) * _SHARES[column.align]
            shapes += press.icon(column.icon, left, 0, _HEAD_ICON, colour=light)
            height = _HEAD_ICON
        if column.head:
            words, align = self.setter.say(column.head), column.align
            text = press.text(words, "key", width=room, align=align, size=size, colour=light, bold=True)
            height += _HEAD_ICON_GAP if column.icon else 0.0
            shapes.append(text.at(0, height))
            height += text.height
        return Block(tuple(shapes), room, height)

    def lay_out_row(self, row: TableRow, *, shaded: bool, is_last: bool) -> Block:
        """Lay out a row of cells, or a heading across all columns."""
        setter, colour = self.setter, self.setter.press.palette["primary"]
        if row.heading:
            room = self.width - 2 * _ACROSS
            heading = setter.set_text(row.heading, setter.role, width=room, colour="primary", bold=True)
            height = heading.height + 2 * _DOWN
            rule = stroked(line(0, height, self.width, height), colour, 0.3)
            return Block((heading.at(_ACROSS, _DOWN, tag="th"), rule), self.width, height).tagged("tr")
        blocks: list[tuple[Block, _Span]] = []
        for index, (cell, span) in enumerate(zip(row.draw, self.spans, strict=True)):
            is_head = bool(row.total) or (self.table.row_heads and index == 0)
            look = {"colour": "ink", "bold": True} if is_head else {}
            block = setter.set_words(cell, width=span.room, align=span.column.align, **look)
            blocks += [(block.tagged("th" if is_head else "td"), span)] if block.shapes else []
        height = max((block.height for block, _ in blocks), default=0.0) + 2 * _DOWN
        height = max(height, self.table.row_height / setter.press.zoom)
        shapes = list(self._draw_ground(height, shaded=shaded, is_total=bool(row.total), is_last=is_last))
        shapes += self._mark_empty(row, {span for _, span in blocks}, height)
        if row.total:
            shapes.append(stroked(line(0, 0, self.width, 0), colour, _TOTAL_RULE))
        return Block((*shapes, *self._place(blocks, height)), self.width, height).tagged("tr")

    def _place(self, blocks: Iterable[tuple[Block, _Span]], height: float) -> Iterator[Shape]:
        for block, span in blocks:
            yield block.at(span.left + _ACROSS, (height - block.height) / 2)

    def _mark_empty(self, row: TableRow, filled: Collection[_Span], height: float) -> Iterator[Group]:
        """Yield a region for each cell to write in, if the table is in an area."""
        area, table = self.setter.area, self.table
        for number, span in enumerate(self.spans[table.row_heads :] if area else (), 1):
            if span not in filled:
                box = (span.left, 0.0, span.left + span.width, height)
                yield Group((), region=Region(area, table.name_cell(row, self.index, number), box))

    def _draw_ground(self, height: float, *, shaded: bool, is_total: bool, is_last: bool) -> Iterator[Shape]:
        palette, look, spans = self.setter.press.palette, self.table.look, self.spans
        row = rectangle(0, 0, self.width, height)
        if (look == "zebra" and (shaded or is_total)) or (look == "grid" and is_total):
            yield palette.area(row, "panel")
        elif look == "grid" and self.table.row_heads:
            yield palette.area(rectangle(spans[0].left, 0, spans[0].width, height), "panel")
        if look == "lines" or (look == "zebra" and is_last):
            colour, thickness = ("primary", 0.3) if is_last else (self.setter.fill(self.table.rule), 0.2)
            yield stroked(line(0, height, self.width, height), palette[colour], thickness)
        for span in spans if look == "grid" else ():
            yield stroked(rectangle(span.left, 0, span.width, height), palette["line"], 0.25)


_ROLES = {"lead": "lead", "credit": "small"}
_BEFORE = {"lead": 2.4, "credit": 2.0, "text": 1.9}
"""Space before a paragraph, by kind."""
_BOXES = {"note": ("primary", ""), "ours": ("accent", "booklet.ours")}
"""Colour and label of a box, by kind of paragraph."""
_BAR = 1.0
_BOX_PADDING = 2.6
_INDENT = 5.4
_BULLET = 0.75
_BULLET_SIGN = re.compile(r"(\{/\|\u2068?)?•\s*")
"""Before an item, after the marks of another language: in two languages every line has its own."""
_SIGN = 4.0
_BOX_GAP = 0.9
_SHORT_TABLE = 4
"""Rows of a table that stay together."""
_FEW_STEPS = 4
"""Numbered steps that stay together, so that they can be followed with a finger."""
_NUMBER = 2.1
_ROW_ICON = 5.4
_ROW_ICON_GAP = 2.6
_ROW_GAP = 1.5
_COLUMN_GAP = 3.0
_HEAD = 8.0
_TICK_LINE = 0.3
_ROUNDING = 0.01
_MOST_BOXES = 500
_ZOOMED = (Flow, Heading, IconTable, LineTable, ListBlock, Paragraph, Table)
"""Blocks with more than text, which is as large as the text around them requires."""
_FIGURES = (DrawingBlock, Figure, Flow, GridBlock, model.BoxesBlock, model.ShapesBlock, model.TrackBlock)
"""Blocks that are drawings, also for readers of text."""


@dataclass(frozen=True, slots=True)
class BlockSetter(Setter):
    """Lays out blocks for the fields of one piece or one item of it."""

    entries: Mapping[str, GridEntry] = field(default_factory=dict)
    """Handwritten entries by the ids of their squares and fields."""

    def list_items(self, block: AnyBlock, width: float) -> list[PlacedBlock]:
        """Lay out a block as one or more items."""
        if self.zoom != 1.0 and isinstance(block, _ZOOMED):
            inner = replace(self, press=self.press.zoomed(self.zoom), zoom=1.0)
            return [item.scaled(self.zoom) for item in inner.list_items(block, width / self.zoom)]
        before = 2.6
        match block:
            case ListBlock():
                return self._lay_out_list(block, width)
            case IconTable():
                return self._lay_out_icon_table(block, width)
            case Table():
                return lay_out_table(self, block, width=width)
            case Heading():
                before = 5.0 if block.level == 1 else 3.0
            case Paragraph():
                before = _BEFORE.get(block.kind, before)
            case LineTable():
                before = 3.0
        drawn = self._lay_out_one(block, width)
        if isinstance(block, _FIGURES):
            drawn = drawn.tagged("figure")
        if drawn.width > width + _ROUNDING:
            thing = f"{self.fields.get('id', '')} {block.id or 'block'}".strip()
            self.press.report(thing, "is wider than the space for it", over_mm=drawn.width - width)
        return [PlacedBlock(drawn, before, keeps_next=isinstance(block, Heading))]

    def _lay_out_one(self, block: AnyBlock, width: float) -> Block:
        match block:
            case Heading(level=1):
                return self._lay_out_heading(self.say(block.text), block.icon, width)
            case Heading():
                return self.set_text(block.text, "subheading", width=width)
            case Paragraph(kind="note" | "ours"):
                return self._lay_out_box(block, width)
            case Paragraph():
                return self.set_text(block.text, _ROLES.get(block.kind, self.role), width=width)
            case LineTable():
                return self._lay_out_line_table(block, width)
            case Flow():
                return lay_out_flow(self, block, width=width)
            case model.WordsBlock():
                return self.set_words(block, width=width)
            case model.RuleBlock():
                rule = line(0, block.line / 2, width, block.line / 2)
                colour = self.press.palette[self.fill(block.colour)]
                return Block((stroked(rule, colour, block.line),), width, block.line)
            case model.SpaceBlock():
                return Block((), width, max(block.height, 0.0) * self.scale)
            case model.BoxesBlock():
                return self._draw_boxes(block, width)
            case model.KeyBlock():
                return lay_out_key(self, block, width=width)
            case model.LabelledLines():
                return lay_out_labels(self, block, width=width)
            case GridBlock():
                draw = partial(
                    lay_out_grid, block=block, entries=self.entries, fields=self.fields, area=self.area
                )
                return self.press.keep(draw)
            case model.TrackBlock():
                return lay_out_track(self.press, block, width=width, entries=self.entries, area=self.area)
            case model.ShapesBlock():
                return lay_out_shapes(self.press, block.shapes, size=block.size, width=width)
            case RowBlock():
                return self._lay_out_row(block, width)
            case StackBlock():
                return self.lay_out_stack(block, width, (self.fields,))
            case Figure():
                return self.press.higher.draw_figure(self.press, block, width)
            case DrawingBlock():
                inner = width / self.scale
                drawn = self.press.higher.draw_elements(self.press, block, inner, block.height, self.fields)
                return drawn.scaled(self.scale)
        raise TypeError(block)

    def lay_out_stack(
        self,
        whole: StackBlock | StackElement | Section,
        width: float,
        shown: Iterable[Fields],
        height: float = 0.0,
    ) -> Block:
        """Lay out blocks one below the other, once for each of the fields that are shown.

        Shared spaces take what is left of the height.
        """
        setter = self
        if role := self.fill(whole.role):
            zoom = self.scale * self.press.style(role).size / self.press.style("body").size
            setter = replace(self, role=role, zoom=zoom)
        placed: list[tuple[PlacedBlock, float]] = []
        """Items with the share of what is left that each gets."""
        gap = 0.0
        for block, seen in (found for fields in shown for found in list_shown(whole.draw, fields)):
            is_space = isinstance(block, model.SpaceBlock)
            items = replace(setter, fields=seen).list_items(block, width)
            if items:
                items[0] = replace(items[0], before=0.0 if is_space else gap)
                gap = 0.0 if is_space else whole.gap * self.scale
            placed += [(item, max(-block.height, 0.0) if is_space else 0.0) for item in items]
        left = max(height - sum(item.block.height + item.before for item, _ in placed), 0.0)
        each = left / (sum(share for _, share in placed) or 1.0)
        items = [
            replace(item, block=replace(item.block, height=item.block.height + share * each))
            for item, share in placed
        ]
        return items[0].block if len(items) == 1 else stack_blocks(items)

    def _lay_out_heading(self, title: str, icon: str, width: float) -> Block:
        tab = lay_out_tab(self.press, title=title, icon=icon, most=width)
        base = tab.height - 0.25
        rule = stroked(line(0.3, base, width, base), self.press.palette["primary"], 0.5)
        return Block((rule, *tab.shapes), width, tab.height)

    def _lay_out_box(self, paragraph: Paragraph, width: float) -> Block:
        """Lay out text on a light ground with a bar at the side where reading starts.

        Each line of the text is a paragraph of its own; one that begins with a bullet is an item.
        """
        press, (bar, label) = self.press, _BOXES[paragraph.kind]
        left = _BAR + _BOX_PADDING
        room = width - left - _BOX_PADDING
        parts = []
        if label:
            parts.append(self.set_text(label, "subheading", width=room, colour=bar))
        for words in self.say(paragraph.text).replace(r"\n", "\n").splitlines():
            words = words.strip()
            is_item = _BULLET_SIGN.match(words)
            inside = room - _INDENT if is_item else room
            text = _BULLET_SIGN.sub(r"\1", words) if is_item else words
            block = press.text(text, self.role, width=inside, scale=self.scale, thing=paragraph.text)
            parts.append(self._add_sign(block, room) if is_item else block)
        content = stack(parts, gap=_BOX_GAP)
        height = content.height + 2 * _BOX_PADDING - 1.2
        shapes: tuple[Shape, ...] = (
            press.palette.area(rounded_rectangle(0, 0, width, height, 1.4), "panel"),
            filled(rectangle(0, 0, _BAR, height), press.palette[bar]),
            content.at(left, _BOX_PADDING - 0.6),
        )
        return Block(shapes, width, height)

    def _add_sign(self, text: Block, width: float, *, icon: str = "", number: int = 0) -> Block:
        """Return the text of an item after a bullet, an icon, or a number."""
        press = self.press
        style = press.style(self.role, scale=self.scale)
        middle = style.size * style.leading / 2
        sign: Shape = filled(circle(_INDENT - 2.6, middle, _BULLET), press.palette["primary"])
        if icon:
            drawn = press.icon(icon, 0, middle - _SIGN / 2, _SIGN, colour="primary")
            sign = Group(drawn, tag="figure")
        elif number:
            disc = press.palette.area(circle(_NUMBER, middle, _NUMBER), "primary")
            light = press.palette.upon("paper", "primary")
            words = press.centred(str(number), "label", (_NUMBER, middle), colour=light)
            sign = Group((disc, *words), tag="lbl")
        return Block((sign, text.at(_INDENT, 0)), width, text.height).tagged("li")

    def _lay_out_list(self, items: ListBlock, width: float) -> list[PlacedBlock]:
        icons = items.icons or ("",) * len(items.draw)
        shown = [
            (words, seen, icon)
            for one, icon in zip(items.draw, icons, strict=True)
            for words, seen in list_shown((one,), self.fields)
        ]
        found = []
        last = len(shown) - 1
        stays_together = items.numbered and len(shown) <= _FEW_STEPS
        for index, (words, seen, icon) in enumerate(shown):
            text = replace(self, fields=seen).set_words(words, width=width - _INDENT)
            block = self._add_sign(text, width, icon=icon, number=index + 1 if items.numbered else 0)
            # Neither the first of a list nor the last is alone in a column; of three, the last may be.
            keeps_next = index < last and (stays_together or index == 0 or (index == last - 1 and last > 2))
            found.append(PlacedBlock(block, _ROW_GAP if index else 2.0, keeps_next=keeps_next))
        return found

    def _lay_out_icon_table(self, table: IconTable, width: float) -> list[PlacedBlock]:
        blocks = lay_out_icon_rows(
            self, table.draw, width=width, edge=_ROW_ICON, gap=_ROW_ICON_GAP, padding=2.0
        )
        last = len(blocks) - 1
        found = []
        for index, block in enumerate(blocks):
            if index < last:
                rule = stroked(line(0, block.height, width, block.height), self.press.palette["faint"], 0.2)
                block = replace(block, shapes=(*block.shapes, rule))
            together = last < _SHORT_TABLE and index < last
            found.append(PlacedBlock(block, 0.0 if index else 1.6, keeps_next=together or not index))
        return found

    def _lay_out_line_table(self, table: LineTable, width: float) -> Block:
        count, height = len(table.headings), table.line_height / self.press.zoom
        column = (width - _COLUMN_GAP * (count - 1)) / count
        shapes: list[Shape] = []
        for index, key in enumerate(table.headings):
            x = index * (column + _COLUMN_GAP)
            icon = table.icons[index] if table.icons else ""
            tab = lay_out_tab(self.press, title=self.say(key), icon=icon, most=column, tag="p")
            base = tab.height - 0.25
            rule = stroked(line(x, base, x + column, base), self.press.palette["primary"], 0.5)
            shapes += (tab.at(x, 0), rule)
            for row in range(1, table.lines + 1):
                y = _HEAD + row * height
                above = (x, y - height, x + column, y)
                shapes.append(stroked(line(x, y, x + column, y), self.press.palette["line"], 0.25))
                if self.area:
                    shapes.append(Group((), region=Region(self.area, f"line_{row}_{index + 1}", above)))
        return Block(tuple(shapes), width, _HEAD + table.lines * height + 1.0)

    def _draw_boxes(self, block: model.BoxesBlock, width: float) -> Block:
        size, step, inside = block.size, block.size * 4 / 3, block.size - _TICK_LINE
        count = min(int(float(self.fill(block.count) or 0)), _MOST_BOXES)
        across = max(int((width - size + ROUNDING) / step) + 1, 1)
        colour, edge = self.press.palette[self.fill(block.colour)], _TICK_LINE / 2
        places = [divmod(number, across) for number in range(count)]
        boxes = [rectangle(x * step + edge, y * step + edge, inside, inside) for y, x in places]
        shapes = tuple(stroked(box, colour, _TICK_LINE) for box in boxes)
        return Block(shapes, width, (count + across - 1) // across * step - (step - size) * bool(count))

    def _lay_out_row(self, block: RowBlock, width: float) -> Block:
        shown = [
            (seen, inner, share)
            for inner, share in zip(block.draw, block.widths or (1.0,) * len(block.draw), strict=True)
            for _, seen in list_shown((inner,), self.fields)
        ]
        room, shares = width - block.gap * (len(shown) - 1), sum(share for *_, share in shown)
        cells = []
        for seen, inner, share in shown:
            span = room * share / shares
            cells.append(stack_blocks(replace(self, fields=seen).list_items(inner, span), width=span))
        return side_by_side(cells, gap=block.gap) if cells else Block((), width, 0.0)

"""Tables: rows that may be in different columns of a page, under the same head."""

from collections.abc import Collection, Iterable, Iterator
from itertools import accumulate
from typing import NamedTuple

from generator.layout.elements.setter import Setter, list_shown
from generator.layout.press.badges import NEAR
from generator.layout.shapes.blocks import Block, Item
from generator.layout.shapes.curves import line, rectangle, rounded, stroked
from generator.model.elements.blocks import Table, TableColumn, TableRow
from generator.model.elements.boxes import Sideways
from generator.model.values import dataclass, replace
from generator.scene.shapes import Group, Region, Shape

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


def lay_out_table(setter: Setter, table: Table, *, width: float) -> list[Item]:
    """Lay out the head, each row, and the caption as items; the head is repeated in a new column.

    In an area, each cell to write in is a region, named by its row and the number of its column: `open_2`.
    Reports words that are wider than their column.
    """
    shares = sum(column.width for column in table.spans)
    widths = [width * column.width / shares for column in table.spans]
    spans = [*map(_Span, accumulate(widths, initial=0.0), widths, table.spans)]
    setter = replace(setter, scale=setter.scale * table.scale)
    drawing = _Drawing(setter, table, width, spans)
    items: list[Item] = []
    head = drawing.lay_out_head()
    if head:
        items.append(Item(head, _BEFORE_TABLE, keeps_next=True))
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
        items.append(Item(block, before, keeps_next=together, again=head if index else None))
    if table.caption:
        setter = replace(setter, scale=setter.scale / table.scale)
        items.append(
            Item(setter.set_text(table.caption, "caption", width=width, align="center"), _CAPTION_GAP)
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
            press.find_size(words, "key", width=room, scale=setter.scale, bold=True) for words, room in heads
        ]
        size = min(sizes, default=0.0)
        cells = [(self._lay_out_head_cell(span, size).tagged("th"), span) for span in self.spans]
        height = max(cell.height for cell, _ in cells) + 2 * _DOWN
        corners = (0, height, 0), (0, 0, _CORNER), (self.width, 0, _CORNER), (self.width, height, 0)
        ground = press.palette.area(rounded(*corners, near=NEAR), "primary")
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

"""Tables of booklets: rows that may be in different columns of a page, under the same head."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.layout.booklets.columns import Item
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import filled, line, rectangle, stroked
from generator.model.booklet import Table, TableColumn, TableRow
from generator.scene.shapes import Segment, Shape

_ACROSS, _DOWN = 1.8, 1.1
"""Padding of a cell: at its sides, and above and below."""
_CORNER = 1.6
_ICON = 4.6
_ICON_GAP = 0.6
_SHORT = 6
"""Maximum number of rows of a table that is not divided."""
_BEFORE, _CAPTION_GAP = 2.6, 1.2
_TOTAL_RULE = 0.7

Align: TypeAlias = Literal["start", "center", "end"]

_SHARES: dict[Align, float] = {"start": 0.0, "center": 0.5, "end": 1.0}


@dataclass(frozen=True, slots=True)
class _Span:
    left: float
    width: float
    align: Align

    @property
    def room(self) -> float:
        """Width for the content of a cell."""
        return self.width - 2 * _ACROSS


def lay_out_table(press: Press, table: Table, *, width: float, scale: float) -> list[Item]:
    """Lay out the head, each row, and the caption as items; the head is repeated in a new column.

    Reports words that are wider than their column.
    """
    drawing = _Drawing(press, table, width, scale * table.scale, _find_spans(table, width))
    items: list[Item] = []
    head = drawing.lay_out_head()
    if head:
        items.append(Item(head, _BEFORE, keeps_next=True))
    last = len(table.rows) - 1
    shaded = False
    for index, row in enumerate(table.rows):
        shaded = not shaded and not row.heading
        block = drawing.lay_out_row(row, shaded=shaded, is_last=index == last)
        is_last = index == last
        # Two rows stay with the head, and two with each other at the end.
        together = bool(row.heading) or (bool(table.caption) if is_last else last < _SHORT)
        together = together or index == 0 < last or index == last - 1
        before = 0.0 if items else _BEFORE
        items.append(Item(block, before, keeps_next=together, again=head if index else None))
    if table.caption:
        caption = press.text(press.format(table.caption), "caption", width=width, align="center", scale=scale)
        items.append(Item(caption, _CAPTION_GAP))
    return items


def _find_spans(table: Table, width: float) -> list[_Span]:
    """Return the columns from the side where reading starts."""
    shares = sum(column.width for column in table.columns)
    spans = []
    left = 0.0
    for column in table.columns:
        own = width * column.width / shares
        spans.append(_Span(left, own, column.align))
        left += own
    return spans


@dataclass(frozen=True, slots=True)
class _Drawing:
    press: Press
    table: Table
    width: float
    scale: float
    spans: list[_Span]

    def lay_out_head(self) -> Block | None:
        """Lay out white text on the main colour, all in one size; None if no column has a head."""
        columns = list(zip(self.table.columns, self.spans, strict=True))
        if not any(column.head or column.icon for column, _ in columns):
            return None
        size = min((self._find_size(*each) for each in columns if each[0].head), default=0.0)
        cells = [self._lay_out_head_cell(column, span, size) for column, span in columns]
        height = max(cell.height for cell in cells) + 2 * _DOWN
        ground = filled(_round_above(self.width, height), self.press.palette["primary"])
        return Block((ground, *self._place(zip(cells, self.spans, strict=True), height)), self.width, height)

    def _find_size(self, column: TableColumn, span: _Span) -> float:
        words = self.press.format(column.head)
        return self.press.find_size(words, "key", width=span.room, scale=self.scale, bold=True)

    def _lay_out_head_cell(self, column: TableColumn, span: _Span, size: float) -> Block:
        press, room, align = self.press, span.room, span.align
        shapes: list[Shape] = []
        height = 0.0
        if column.icon:
            left = (room - _ICON) * _SHARES[align]
            shapes += press.icon(column.icon, left, 0, _ICON, colour="paper")
            height = _ICON
        if column.head:
            words = press.format(column.head)
            text = press.text(words, "key", width=room, align=align, size=size, colour="paper", bold=True)
            height += _ICON_GAP if column.icon else 0.0
            shapes.append(text.at(0, height))
            height += text.height
        return Block(tuple(shapes), room, height)

    def lay_out_row(self, row: TableRow, *, shaded: bool, is_last: bool) -> Block:
        """Lay out a row of cells, or a heading across all columns."""
        colour = self.press.palette["primary"]
        if row.heading:
            words = self.press.format(row.heading)
            heading = self._set_words(words, self.width - 2 * _ACROSS, "start", colour="primary")
            height = heading.height + 2 * _DOWN
            rule = stroked(line(0, height, self.width, height), colour, 0.3)
            return Block((heading.at(_ACROSS, _DOWN), rule), self.width, height)
        blocks: list[tuple[Block, _Span]] = []
        for index, (cell, span) in enumerate(zip(row.cells, self.spans, strict=True)):
            if words := self.press.format(cell.say) or cell.text:
                is_head = row.total or (self.table.row_heads and index == 0)
                block = self._set_words(words, span.room, span.align, colour="ink" if is_head else "")
                blocks.append((block, span))
        height = max((block.height for block, _ in blocks), default=0.0) + 2 * _DOWN
        height = max(height, self.table.row_height)
        shapes = list(self._draw_ground(height, shaded=shaded, is_total=bool(row.total), is_last=is_last))
        if row.total:
            shapes.append(stroked(line(0, 0, self.width, 0), colour, _TOTAL_RULE))
        return Block((*shapes, *self._place(blocks, height)), self.width, height)

    def _place(self, blocks: Iterable[tuple[Block, _Span]], height: float) -> Iterator[Shape]:
        for block, span in blocks:
            yield block.at(span.left + _ACROSS, (height - block.height) / 2)

    def _set_words(self, words: str, width: float, align: Align, *, colour: str) -> Block:
        """Set the text of a cell; heads, which have a colour, are bold."""
        return self.press.text(
            words, "body", width=width, align=align, scale=self.scale, colour=colour, bold=bool(colour)
        )

    def _draw_ground(self, height: float, *, shaded: bool, is_total: bool, is_last: bool) -> Iterator[Shape]:
        palette, look, spans = self.press.palette, self.table.look, self.spans
        row = rectangle(0, 0, self.width, height)
        if (look == "zebra" and (shaded or is_total)) or (look == "grid" and is_total):
            yield filled(row, palette["panel"])
        elif look == "grid" and self.table.row_heads:
            yield filled(rectangle(spans[0].left, 0, spans[0].width, height), palette["panel"])
        if look == "lines" or (look == "zebra" and is_last):
            colour, thickness = ("primary", 0.3) if is_last else ("faint", 0.2)
            yield stroked(line(0, height, self.width, height), palette[colour], thickness)
        for span in spans if look == "grid" else ():
            yield stroked(rectangle(span.left, 0, span.width, height), palette["line"], 0.25)


def _round_above(width: float, height: float) -> tuple[Segment, ...]:
    r, k = _CORNER, _CORNER * 0.4477
    return (
        ("M", 0, height),
        ("L", 0, r),
        ("C", 0, k, k, 0, r, 0),
        ("L", width - r, 0),
        ("C", width - k, 0, width, k, width, r),
        ("L", width, height),
        ("Z",),
    )

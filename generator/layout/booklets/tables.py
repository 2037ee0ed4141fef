"""Tables of booklets: rows that may stand in different columns of a page, under the same head."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from generator.layout.booklets.items import Item
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import filled, line, rectangle, stroked
from generator.model.booklet import Cell, Table, TableColumn, TableRow
from generator.scene.shapes import Segment, Shape

_PADDING = (1.8, 1.1)
"""Of a cell: at its sides, and above and below."""
_CORNER = 1.6
_ICON = 4.6
_ICON_GAP = 1.2
_SHORT = 6
"""A table with no more rows than this is not parted."""
_BEFORE, _CAPTION_GAP = 2.6, 1.2
_TOTAL_RULE = 0.7

Align = Literal["start", "center", "end"]


@dataclass(frozen=True, slots=True)
class _Span:
    """Where a column stands."""

    left: float
    width: float
    align: Align

    @property
    def room(self) -> float:
        """For what stands in a cell."""
        return self.width - 2 * _PADDING[0]


def lay_out_table(press: Press, table: Table, *, width: float, scale: float) -> list[Item]:
    """The head, each row and the caption as items; the head stands again above what is parted from it.

    Reports words that are wider than their column.
    """
    scale *= table.scale
    spans = _find_spans(press, table, width)
    items: list[Item] = []
    head = _lay_out_head(press, table, spans, width, scale)
    if head:
        items.append(Item(head, _BEFORE, keeps_next=True))
    last = len(table.rows) - 1
    shaded = False
    for index, row in enumerate(table.rows):
        shaded = not shaded and not row.heading
        block = _lay_out_row(press, table, row, spans, width, scale, shaded=shaded, is_last=index == last)
        together = (len(table.rows) <= _SHORT and index < last) or bool(row.heading)
        # Two rows stay with the head, and two with each other at the end.
        together = (
            together or index == 0 < last or (index == last - 1) or (index == last and bool(table.caption))
        )
        items.append(
            Item(block, 0.0 if items else _BEFORE, keeps_next=together, again=head if index else None)
        )
    if table.caption:
        size = scale / table.scale
        caption = press.text(press.say(table.caption), "caption", width=width, align="center", scale=size)
        items.append(Item(caption, _CAPTION_GAP))
    return items


def _find_spans(press: Press, table: Table, width: float) -> list[_Span]:
    """Columns from the side where reading starts."""
    whole = sum(column.width for column in table.columns)
    spans = []
    left = 0.0
    for column in table.columns:
        share = width * column.width / whole
        spans.append(_Span(left, share, column.align))
        left += share
    return spans


def _lay_out_head(
    press: Press, table: Table, spans: Sequence[_Span], width: float, scale: float
) -> Block | None:
    """Words in white on the main colour, all of one size; None when no column has a head."""
    if not any(column.head or column.icon for column in table.columns):
        return None
    across, down = _PADDING
    columns = list(zip(table.columns, spans, strict=True))
    size = min((_find_head_size(press, *each, scale) for each in columns if each[0].head), default=0.0)
    cells = [_lay_out_head_cell(press, column, span, size) for column, span in columns]
    height = max(cell.height for cell in cells) + 2 * down
    shapes: list[Shape] = [filled(_round_above(width, height), press.palette["primary"])]
    for cell, span in zip(cells, spans, strict=True):
        shapes.append(cell.at(span.left + across, (height - cell.height) / 2))
    return Block(tuple(shapes), width, height)


def _find_head_size(press: Press, column: TableColumn, span: _Span, scale: float) -> float:
    return press.find_size(press.say(column.head), "key", width=span.room, scale=scale, bold=True)


def _lay_out_head_cell(press: Press, column: TableColumn, span: _Span, size: float) -> Block:
    """The icon above the words, or alone."""
    room = span.room
    shapes: list[Shape] = []
    height = 0.0
    if column.icon:
        free = room - _ICON
        shares = {"start": 0.0, "center": 0.5, "end": 1.0}
        shapes += press.icon(column.icon, free * shares[span.align], 0, _ICON, colour="paper")
        height = _ICON
    if column.head:
        said = press.say(column.head)
        words = press.text(said, "key", width=room, align=span.align, size=size, colour="paper", bold=True)
        height += _ICON_GAP * 0.5 if column.icon else 0.0
        shapes.append(words.at(0, height))
        height += words.height
    return Block(tuple(shapes), room, height)


def _lay_out_row(
    press: Press,
    table: Table,
    row: TableRow,
    spans: Sequence[_Span],
    width: float,
    scale: float,
    *,
    shaded: bool,
    is_last: bool,
) -> Block:
    across, down = _PADDING
    if row.heading:
        room = width - 2 * across
        heading = _set_words(press, press.say(row.heading), room, "start", scale, head="primary")
        height = heading.height + 2 * down
        rule = stroked(line(0, height, width, height), press.palette["primary"], 0.3)
        return Block((heading.at(across, down), rule), width, height)
    blocks: list[tuple[Block, _Span]] = []
    for index, (cell, span) in enumerate(zip(row.cells, spans, strict=True)):
        words = _say_cell(press, cell)
        if words:
            head = "ink" if row.total or (table.row_heads and index == 0) else ""
            blocks.append((_set_words(press, words, span.room, span.align, scale, head=head), span))
    height = max((block.height for block, _ in blocks), default=0.0) + 2 * down
    height = max(height, table.row_height)
    shapes: list[Shape] = list(
        _draw_ground(
            press, table, spans, width, height, shaded=shaded, is_total=bool(row.total), is_last=is_last
        )
    )
    if row.total:
        shapes.append(stroked(line(0, 0, width, 0), press.palette["primary"], _TOTAL_RULE))
    for block, span in blocks:
        shapes.append(block.at(span.left + across, (height - block.height) / 2))
    return Block(tuple(shapes), width, height)


def _draw_ground(
    press: Press,
    table: Table,
    spans: Sequence[_Span],
    width: float,
    height: float,
    *,
    shaded: bool,
    is_total: bool,
    is_last: bool,
) -> list[Shape]:
    """What is behind the cells of a row: light ground, hairlines, or frames."""
    palette = press.palette
    shapes: list[Shape] = []
    if table.look == "zebra" and (shaded or is_total):
        shapes.append(filled(rectangle(0, 0, width, height), palette["panel"]))
    if table.look == "zebra" and is_last:
        shapes.append(stroked(line(0, height, width, height), palette["primary"], 0.3))
    if table.look == "lines":
        colour, thick = ("primary", 0.3) if is_last else ("faint", 0.2)
        shapes.append(stroked(line(0, height, width, height), palette[colour], thick))
    if table.look == "grid":
        if is_total:
            shapes.append(filled(rectangle(0, 0, width, height), palette["panel"]))
        elif table.row_heads:
            first = spans[0]
            shapes.append(filled(rectangle(first.left, 0, first.width, height), palette["panel"]))
        shapes += (
            stroked(rectangle(span.left, 0, span.width, height), palette["line"], 0.25) for span in spans
        )
    return shapes


def _say_cell(press: Press, cell: Cell) -> str:
    return press.say(cell.say) if cell.say else cell.text


def _set_words(press: Press, words: str, width: float, align: Align, scale: float, *, head: str) -> Block:
    """Words of a cell; those that are a head are bold and in the colour that `head` names."""
    return press.text(words, "body", width=width, align=align, scale=scale, colour=head, bold=bool(head))


def _round_above(width: float, height: float) -> tuple[Segment, ...]:
    """A rectangle with round corners at the top."""
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

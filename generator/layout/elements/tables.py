"""Tables of words: their columns, and heads that are repeated where a table goes on."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import accumulate
from math import ceil, inf
from typing import Any, NamedTuple, TypeAlias

from generator.layout.elements.drawer import Setter, list_shown
from generator.layout.press import CORNER_HANDLE
from generator.layout.shapes import outlines
from generator.layout.shapes.outlines import EMPTY, Block, PlacedBlock, side_by_side
from generator.model.elements import blocks as model
from generator.model.elements.boxes import Sideways
from generator.model.geometry import Rectangle
from generator.model.values import dataclass, field, replace
from generator.scene.shapes import Group, Region, Shape, Tag, measure_visible_bounds

_CELL_ACROSS, _CELL_DOWN = 1.8, 1.1
"""Padding of a cell: at its sides, and above and below."""
_TABLE_CORNER, _TOTAL_RULE, _CAPTION_GAP = 1.6, 0.7, 1.2
_HEAD_ICON, _HEAD_ICON_GAP = 4.6, 0.6
_CELL_ICON, _MOST_CELL_ICON, _CELL_ICON_GAP = 3.6, 6.4, 1.6
"""Least and most size of the icon before a row, and its distance from the text."""
_GRID_GAP = 1.4
"""Least distance between two lines in a grid."""
_GRID_SHARE = 0.28
"""Least distance between two lines in a grid, as a share of their height."""
_SHORT_TABLE = 6
"""Maximum number of rows of a table that is not divided."""
_SHARES: dict[Sideways, float] = {"start": 0.0, "center": 0.5, "end": 1.0}
"""Share of the free width of a cell that is before its icon."""


def lay_out_table(setter: Setter, table: model.Table, *, width: float) -> list[PlacedBlock]:
    """Lay out the head, each row, and the caption as items; the head is repeated in a new column.

    In an area, each cell to write in is a region, named by its row and the number of its column: `open_2`.
    Reports words that are wider than their column.
    """
    undressed = setter
    setter = _align_figures(replace(setter.dressed(table), scale=setter.scale * table.scale))
    widths = _choose_widths(setter, table, width)
    spans = [*map(_Span, accumulate(widths, initial=0.0), widths, table.spans)]
    drawing = _TableDrawing(setter, table, width, spans)
    drawing = replace(drawing, sizes=drawing.measure_sizes())
    items: list[PlacedBlock] = []
    head = drawing.lay_out_head()
    if head:
        items.append(PlacedBlock(head, 0.0, keeps_next=True))
    rows = [*list_shown(table.rows, setter.fields)]
    last = len(rows) - 1
    shaded = False
    for index, (row, seen) in enumerate(rows):
        shaded = not shaded and not row.heading
        is_last = index == last
        inner = replace(drawing, setter=replace(setter, fields=seen), index=index)
        block = inner.lay_out_row(row, shaded=shaded, is_last=is_last)
        # Two rows stay with the head, and two with each other at the end.
        together = bool(row.heading) or (bool(table.caption) if is_last else last < _SHORT_TABLE)
        together = together or index == 0 < last or index == last - 1
        items.append(PlacedBlock(block, 0.0, keeps_next=together, again=head if index else None))
    if table.caption:
        caption = undressed.set_text(table.caption, "caption", width=width, align="center")
        items.append(PlacedBlock(caption, _CAPTION_GAP))
    return items


def _choose_widths(setter: Setter, table: model.Table, width: float) -> list[float]:
    """Return the widths of columns by their shares, but enough for the longest words of heads.

    If the words need more than there is, all columns are too narrow by the same share.
    """
    shares = sum(column.width for column in table.spans)
    widths = [width * column.width / shares for column in table.spans]
    heads = [setter.say(column.head) if column.head else "" for column in table.spans]
    needs = [_measure_longest(setter, "key", [head]) for head in heads]
    if all(need <= own for need, own in zip(needs, widths, strict=True)):
        return widths
    cells = [_measure_cells(setter, table, index) for index in range(len(widths))]
    needs = [*map(max, needs, cells)]
    lacking = sum(max(need - own, 0.0) for need, own in zip(needs, widths, strict=True))
    free = sum(max(own - need, 0.0) for need, own in zip(needs, widths, strict=True))
    if lacking > free:
        return _share_out(width, needs, cells)
    return [
        max(need, own - max(own - need, 0.0) * lacking / free)
        for need, own in zip(needs, widths, strict=True)
    ]


def _share_out(width: float, needs: list[float], least: list[float]) -> list[float]:
    """Return widths that are smaller than needed, but not than the least, by the same share of the rest."""
    wanted, left = sum(needs) - sum(least), width - sum(least)
    share = max(left, 0.0) / wanted if wanted else 1.0
    return [own + (need - own) * share for need, own in zip(needs, least, strict=True)]


def _measure_cells(setter: Setter, table: model.Table, index: int) -> float:
    """Return the width of a column for the longest word of its cells."""
    texts = (
        replace(setter, fields=seen).say(row.draw[index].text)
        for row, seen in list_shown(table.rows, setter.fields)
        if not row.heading and row.draw[index].text
    )
    return _measure_longest(setter, setter.role, texts)


def _measure_longest(setter: Setter, role: str, texts: Iterable[str]) -> float:
    """Return the width of a column for the longest word of some texts in bold, in their smallest type."""
    style = setter.press.style(role, scale=setter.scale, bold=True)
    size, features = min(style.size, style.smallest), setter.lettering.features
    smallest = replace(style, size=size, features=features)
    measure = partial(setter.press.typesetter.measure, style=smallest, width=smallest.size)
    return max((measure(text)[0] for text in texts if text), default=0.0) + 2 * _CELL_ACROSS


_FIGURES_OF_TABLES = ("lnum", "tnum")
"""OpenType features of digits that are as high as capitals, and all equally wide."""


def _set_in_grid(setter: Setter, cell: model.Cell, span: "_Span", look: Mapping[str, Any]) -> Block:
    """Set the lines of a cell in equal places from left to right, each in as many as it needs."""
    count = span.column.grid
    place = span.room / count
    shapes: list[Shape] = []
    at, top, height = 0, 0.0, 0.0
    for line in _list_lines(setter, cell):
        block = setter.set_words(line, width=span.room, **look)
        taken = min(
            count,
            ceil(
                (measure_visible_bounds(block.shapes).right + max(_GRID_GAP, _GRID_SHARE * block.height))
                / place
            ),
        )
        if at + taken > count:
            at, top, height = 0, top + height + _GRID_GAP, 0.0
        shapes.append(block.at(at * place, top))
        at, height = at + taken, max(height, block.height)
    return Block(tuple(shapes), span.room, top + height)


def _list_lines(setter: Setter, cell: model.Cell) -> Iterator[model.Cell]:
    """Yield each line of a cell as a cell."""
    for line in setter.say(cell.text, cell.say).split("\n"):
        yield replace(cell, text=line, say="")


def _align_figures(setter: Setter) -> Setter:
    """Return a setter whose digits are in columns."""
    lettering = setter.lettering
    if "figures" in lettering.without:
        return setter
    return replace(setter, lettering=replace(lettering, features=lettering.features + _FIGURES_OF_TABLES))


_CellType: TypeAlias = tuple[int, tuple[str, float]]
"""The index of a column, with the role and the size that its texts ask for."""


class _Span(NamedTuple):
    """A column from the side where reading starts."""

    left: float
    width: float
    column: model.TableColumn

    @property
    def room(self) -> float:
        """Width for the content of a cell."""
        return self.width - 2 * _CELL_ACROSS


@dataclass(frozen=True, slots=True)
class _TableDrawing:
    """A table in a width, with the row that is drawn now."""

    setter: Setter
    table: model.Table
    width: float
    spans: list[_Span]
    index: int = 0
    """Number of the row, starting at 0."""
    sizes: Mapping[_CellType, float] = field(default_factory=dict)
    """Size of all texts of the same type in a column."""

    def measure_sizes(self) -> Mapping[_CellType, float]:
        """Return the size at which all texts of the same type in a column fit."""
        sizes: dict[_CellType, float] = {}
        for row, seen in list_shown(self.table.rows, self.setter.fields):
            setter = replace(self.setter, fields=seen)
            for index, (cell, span) in enumerate(zip(row.draw, self.spans, strict=False)):
                look = self._list_options(row, index)
                room = span.room - (self._icon_room if not index and setter.fill(row.icon) else 0.0)
                for shown, inner in list_shown((cell,), setter.fields):
                    own = replace(setter, fields=inner)
                    lines = _list_lines(own, shown) if span.column.grid else (shown,)
                    place = index, own.choose_type(shown)
                    needed = (own.measure_words(line, width=room, **look) for line in lines)
                    sizes[place] = min(*needed, sizes.get(place, inf), inf)
        return sizes

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
        height = max(cell.height for cell, _ in cells) + 2 * _CELL_DOWN
        width, corner = self.width, _TABLE_CORNER
        corners = (0, height, 0), (0, 0, corner), (width, 0, corner), (width, height, 0)
        ground = press.palette.area(outlines.rounded(*corners, near=CORNER_HANDLE), "primary")
        return Block((ground, *self._place(cells, height)), width, height).tagged("tr")

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

    def lay_out_row(self, row: model.TableRow, *, shaded: bool, is_last: bool) -> Block:
        setter, press = self.setter, self.setter.press
        if row.heading:
            room = self.width - 2 * _CELL_ACROSS
            heading = setter.set_text(row.heading, setter.role, width=room, colour="primary", bold=True)
            height = heading.height + 2 * _CELL_DOWN
            rule = press.rule(0, self.width, height, "primary", 0.3)
            placed = heading.at(_CELL_ACROSS, _CELL_DOWN, tag="th")
            return Block((placed, rule), self.width, height).tagged("tr")
        blocks: list[tuple[Block, _Span]] = []
        filled: set[_Span] = set()
        for index, (cell, span) in enumerate(zip(row.draw, self.spans, strict=True)):
            is_head, look = self._is_head(row, index), self._list_options(row, index)
            words: list[Block] = []
            for shown, seen in list_shown((cell,), setter.fields):
                own = replace(setter, fields=seen)
                most = self.sizes.get((index, own.choose_type(shown)), inf)
                block = self._lay_out_cell(own, shown, span, None if index else row, {**look, "most": most})
                words += [block] if block.shapes else []
            filled |= {span} if words else set()
            # Screen readers count empty cells, too.
            tag: Tag = "th" if is_head and index == 0 and words else "td"
            blocks += [(block.tagged(tag), span) for block in words or [EMPTY]]
        content = max((block.height for block, _ in blocks), default=0.0)
        height = max(content + 2 * _CELL_DOWN, self.table.row_height / press.zoom)
        shapes = list(self._draw_ground(height, shaded=shaded, is_total=bool(row.total), is_last=is_last))
        shapes += self._mark_empty(row, filled, height)
        if row.total and not (row.cell or self.table.cell):
            shapes.append(press.rule(0, self.width, 0, "primary", _TOTAL_RULE))
        return Block((*shapes, *self._place(blocks, height)), self.width, height).tagged("tr")

    def _lay_out_cell(
        self,
        setter: Setter,
        cell: model.Cell,
        span: _Span,
        row: model.TableRow | None,
        look: Mapping[str, Any],
    ) -> Block:
        """Set the text of a cell, after the icon of its row if it is the first."""
        if span.column.grid:
            return _set_in_grid(setter, cell, span, look)
        icon = setter.fill(row.icon) if row else ""
        if not (row and icon):
            return setter.set_words(cell, width=span.room, **look)
        words = setter.set_words(cell, width=span.room - self._icon_room, **look)
        edge, colour = self._icon_edge, setter.fill(row.colour) or look.get("colour", "ink")
        drawn = Block(setter.press.icon(icon, 0, 0, edge, colour=colour), edge, edge)
        return side_by_side((drawn, words), gap=_CELL_ICON_GAP)

    def _is_head(self, row: model.TableRow, index: int) -> bool:
        return bool(row.total) or (self.table.row_heads and index == 0)

    def _list_options(self, row: model.TableRow, index: int) -> dict[str, Any]:
        """Return the options of the texts in a cell."""
        column = self.spans[index].column
        options: dict[str, Any] = {} if column.grid else {"align": column.align}
        return options | ({"colour": "ink", "bold": True} if self._is_head(row, index) else {})

    @property
    def _icon_edge(self) -> float:
        return max(_CELL_ICON, min(self.table.row_height - 2 * _CELL_DOWN, _MOST_CELL_ICON))

    @property
    def _icon_room(self) -> float:
        """Width of the icon of a row, with its distance from the text."""
        return self._icon_edge + _CELL_ICON_GAP

    def _place(self, blocks: Iterable[tuple[Block, _Span]], height: float) -> Iterator[Shape]:
        for block, span in blocks:
            yield block.at(span.left + _CELL_ACROSS, (height - block.height) / 2)

    def _mark_empty(self, row: model.TableRow, filled: Collection[_Span], height: float) -> Iterator[Group]:
        """Yield each cell to write in with its look, as a region if the table is in an area."""
        table, look = self.table, row.cell or self.table.cell
        area = self.setter.area and (table.id or self.setter.area)
        for number, span in enumerate(self.spans[table.row_heads :] if area or look else (), 1):
            if span in filled:
                continue
            box = Rectangle(span.left, 0.0, span.left + span.width, height)
            box = box.grown(-look.gap / 2) if look else box
            region = Region(area, table.name_cell(row, self.index, number), box) if area else None
            yield Group(tuple(self._draw_cell(look, box)) if look else (), region=region)

    def _draw_cell(self, look: model.BlankLook, box: Rectangle) -> Iterator[Shape]:
        palette, corner = self.setter.press.palette, min(look.corner, box.width / 2, box.height / 2)
        outline = outlines.rounded_rectangle(box.left, box.top, box.width, box.height, corner)
        fill, stroke = self.setter.fill(look.fill), self.setter.fill(look.stroke)
        if fill:
            yield palette.area(outline, fill)
        if stroke:
            yield outlines.stroked(outline, palette[palette.border(stroke, fill or "paper")], look.line)

    def _draw_ground(self, height: float, *, shaded: bool, is_total: bool, is_last: bool) -> Iterator[Shape]:
        press, look, spans = self.setter.press, self.table.look, self.spans
        row = outlines.rectangle(0, 0, self.width, height)
        if (look == "zebra" and (shaded or is_total)) or (look == "grid" and is_total):
            yield press.palette.area(row, "panel")
        elif look == "grid" and self.table.row_heads:
            yield press.palette.area(outlines.rectangle(spans[0].left, 0, spans[0].width, height), "panel")
        if look == "lines" or (look == "zebra" and is_last):
            colour, thickness = ("primary", 0.3) if is_last else (self.setter.fill(self.table.rule), 0.2)
            yield press.rule(0, self.width, height, colour, thickness)
        for span in spans if look == "grid" else ():
            cell = outlines.rectangle(span.left, 0, span.width, height)
            yield outlines.stroked(cell, press.palette["line"], 0.25)

"""Blocks on cards, on sheets, and in booklets, each laid out as one or more items for columns."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, chain, pairwise, repeat, zip_longest
from typing import Any, NamedTuple

from generator.layout.elements.drawer import NO_LETTERING, Fields, Setter, list_shown
from generator.layout.elements.grids import GridEntry, lay_out_grid, lay_out_track
from generator.layout.elements.tables import lay_out_table
from generator.layout.press import Press, draw_icons, lay_out_tab, measure_icons
from generator.layout.shapes import outlines
from generator.layout.shapes.outlines import EMPTY, Block, PlacedBlock, side_by_side, stack, stack_blocks
from generator.model.elements import blocks as model
from generator.model.elements.blocks import Figure, Flow, FlowStep, FlowWay
from generator.model.elements.squares import Cells
from generator.model.elements.template import (
    DrawingBlock,
    GridBlock,
    RowBlock,
    StackBlock,
    StackElement,
    TrackBlock,
)
from generator.model.geometry import ROUNDING, Point, Rectangle
from generator.model.kit import Section
from generator.model.texts.wordings import below_each_other, make_plain_text
from generator.model.values import dataclass, field, replace
from generator.scene.shapes import (
    Group,
    Path,
    Region,
    Segment,
    Shape,
    Tag,
    find_words,
    reads_as_language,
    translation,
)

_ZOOMED = (
    *(Flow, model.Heading, model.IconTable, model.LineTable),
    *(model.ListBlock, model.Paragraph, model.Table),
)
"""Blocks with more than text, which is as large as the text around them requires."""
_DRAWINGS = (DrawingBlock, GridBlock, model.BoxesBlock, model.ShapesBlock, TrackBlock)
"""Blocks that are drawings, also for readers of text; figures and flow charts have captions besides."""
_ROLES = {"lead": "lead", "credit": "small"}
"""Roles of type of paragraphs by kind; others have that of their surroundings."""
_TOO_WIDE = 0.01
"""Width beyond the available one that is reported."""
_MOST_BOXES, _BOX_LINE = 500, 0.3

_NOTES = {"note": ("primary", ""), "ours": ("accent", "booklet.ours")}
"""Colour and label of a note, by kind of paragraph."""
_NOTE_BAR, _NOTE_PADDING, _NOTE_RISE, _NOTE_GAP = 1.0, 2.6, 0.6, 0.9

_ITEM_INDENT, _ITEM_GAP, _ITEM_ICON = 5.4, 1.5, 4.0
_BULLET_RADIUS, _NUMBER_RADIUS = 0.75, 2.1
_BULLET = re.compile(r"(\{/\|\u2068?)?•\s*")
"""Before an item, after the marks of another language: in two languages every line has its own."""
_FEW_STEPS = 4
"""Numbered steps that stay together, so that they can be followed with a finger."""
_LONG_ITEM = 3
"""Lines of the last of three items from which it may be alone in a column."""

_LINES_HEAD, _LINES_GAP, _LABELS_GAP = 8.0, 3.0, 6.0
"""Height of the titles of columns to write in, and distances between such columns, with titles or labels."""


class _IconRows(NamedTuple):
    """Measures of rows of icons: their size, the gap to the text, and the space above and below a row."""

    edge: float
    gap: float
    padding: float = 0.0


_KEY_ROWS = _IconRows(edge=5.2, gap=2.0)
_KEY_ROW_GAP, _KEY_COLUMN_GAP = 1.6, 4
_TABLE_ROWS = _IconRows(edge=5.4, gap=2.6, padding=2.0)
_SHORT_ICON_TABLE = 4
"""Number of rows of icons that stay together."""


_NUMBER_ROOM, _NUMBER_GAP, _NUMBER_SCALE = 6.4, 1.4, 0.74
"""Room for the number of a rule beside a column, its distance from the text, and its relative size."""


def _add_number(setter: "BlockSetter", block: Block, number: int, tag: Tag, top: float = 0.0) -> Block:
    """Return a block with the number of a rule before it, in the margin, on the line that begins at `top`.

    In an item of a list, the number is read as its label.
    """
    press, body = setter.press, setter.press.style(setter.role, scale=setter.scale)
    scale = body.size * _NUMBER_SCALE / press.style("label").size
    options: dict[str, Any] = {"align": "end", "scale": scale, "colour": "primary"}
    text = press.text(f"**{number}**", "label", width=_NUMBER_ROOM, **options)
    down = top + (body.size * body.leading - text.height) / 2
    placed = Group(text.shapes, transform=translation(-_NUMBER_ROOM - _NUMBER_GAP, down), tag=tag)
    match block.shapes:
        case (Group(tag="li") as item,):
            return replace(block, shapes=(replace(item, shapes=(placed, *item.shapes)),))
    return replace(block, shapes=(placed, *block.shapes))


class StackedItem(NamedTuple):
    """A block of a stack as one of its items."""

    item: PlacedBlock
    block: model.AnyBlock
    setter: "BlockSetter"


def _measure_share(block: model.AnyBlock) -> float:
    """Return the share of what is left in a stack that a block gets, which a negative height stands for."""
    return max(-block.height, 0.0) if isinstance(block, model.SpaceBlock | DrawingBlock) else 0.0


_LEAST_DRAWING = 0.2
"""Height that is kept for a drawing with a share of a stack, as a part of the stack's height."""


def list_blocks(
    whole: StackBlock | StackElement | Section, shown: Iterable[Fields]
) -> Iterator[tuple[model.AnyBlock, Fields]]:
    """Yield the blocks of a stack, once for each of the fields that are shown."""
    return chain.from_iterable(list_shown(whole.draw, fields) for fields in shown)


def measure_least(placed: Iterable[StackedItem], height: float) -> float:
    """Return the height of the items of a stack, with the least that drawings in it need."""
    drawings = (one.block for one in placed if _is_shared_drawing(one.block))
    least = sum(
        block.least or height * _LEAST_DRAWING for block in drawings if isinstance(block, DrawingBlock)
    )
    return sum(one.item.block.height + one.item.before for one in placed) + least


def _is_shared_drawing(block: model.AnyBlock) -> bool:
    return isinstance(block, DrawingBlock) and block.height < 0


def share_height(placed: Sequence[StackedItem], width: float, height: float) -> list[PlacedBlock]:
    """Return the items of a stack, of which some share what is left of its height; drawings are drawn now."""
    shares = [_measure_share(one.block) for one in placed]
    left = max(height - sum(one.item.block.height + one.item.before for one in placed), 0.0)
    each = left / (sum(shares) or 1.0)
    items = []
    for (item, block, setter), share in zip(placed, shares, strict=True):
        high = item.block.height + share * each
        drawn = replace(item.block, height=high) if share else item.block
        if isinstance(block, DrawingBlock) and share and high:
            drawn = _tag_drawing(setter, block, setter.draw_elements(block, width, high))
        items.append(replace(item, block=drawn))
    return items


def stack_items(items: Sequence[PlacedBlock]) -> Block:
    """Return the items of a stack as one block."""
    return items[0].block if len(items) == 1 else stack_blocks(items)


@dataclass(frozen=True, slots=True)
class BlockSetter(Setter):
    """Lays out blocks for the fields of one piece or one item of it."""

    entries: Mapping[str, GridEntry] = field(default_factory=dict)
    """Handwritten entries by the ids of their squares and fields."""

    def list_items(self, block: model.AnyBlock, width: float) -> list[PlacedBlock]:
        """Lay out a block as one or more items."""
        if self.zoom != 1.0 and isinstance(block, _ZOOMED):
            inner = replace(self, press=self.press.zoomed(self.zoom), zoom=1.0)
            return [item.scaled(self.zoom) for item in inner.list_items(block, width / self.zoom)]
        match block:
            case model.ListBlock():
                items = self._lay_out_list(block, width)
            case model.IconTable():
                items = self._lay_out_icon_table(block, width)
            case model.Table():
                items = lay_out_table(self, block, width=width)
            case _:
                drawn = self._lay_out_one(block, width)
                if isinstance(block, _DRAWINGS):
                    drawn = _tag_drawing(self, block, drawn)
                if drawn.width > width + _TOO_WIDE:
                    thing = f"{self.fields.get('id', '')} {block.id or 'block'}".strip()
                    self.press.report(thing, "is wider than the space for it", over_mm=drawn.width - width)
                items = [PlacedBlock(drawn, 0.0, keeps_next=isinstance(block, model.Heading))]
        if block.number and items:
            is_note = isinstance(block, model.Paragraph) and block.kind in _NOTES
            top = _NOTE_PADDING - _NOTE_RISE if is_note else 0.0
            first = _add_number(self, items[0].block, block.number, "p", top)
            items = [replace(items[0], block=first), *items[1:]]
        before = _measure_space_before(block)
        return [*(replace(first, before=before) for first in items[:1]), *items[1:]]

    def _lay_out_one(self, block: model.AnyBlock, width: float) -> Block:
        match block:
            case model.Heading(level=1):
                return self._lay_out_heading(self.say(block.text), block.icon, width)
            case model.Heading():
                return self.set_text(block.text, "subheading", width=width)
            case model.Paragraph(kind="note" | "ours"):
                return self._lay_out_note(block, width)
            case model.Paragraph():
                return self.set_text(block.text, _ROLES.get(block.kind, self.role), width=width)
            case model.LineTable():
                return self._lay_out_line_table(block, width)
            case Flow():
                chart = _tag_drawing(self, block, lay_out_flow(self, block, width=width))
                return self.add_caption(chart, block.caption, gap=2.0)
            case model.WordsBlock():
                return self.set_words(block, width=width)
            case model.RuleBlock():
                rule = self.press.rule(0, width, block.line / 2, self.fill(block.colour) or "ink", block.line)
                return Block((rule,), width, block.line)
            case model.SpaceBlock():
                return Block((), width, max(block.height, 0.0) * self.scale)
            case model.BoxesBlock():
                return self._draw_boxes(block, width)
            case model.KeyBlock():
                return self._lay_out_key(block, width)
            case model.LabelledLines():
                return self._lay_out_labels(block, width)
            case GridBlock():
                places = partial(lay_out_grid, block=block, entries=self.entries, area=self.area)
                return self.press.keep(partial(places, fields=self.fields))
            case TrackBlock():
                track = partial(lay_out_track, self.press, block, width=width, seen=self.fields)
                return track(entries=self.entries, area=self.area)
            case model.ShapesBlock():
                return lay_out_shapes(self.press, block.shapes, size=block.size, width=width)
            case RowBlock():
                return self._lay_out_row(block, width)
            case StackBlock():
                return self.lay_out_stack(block, width, (self.fields,))
            case Figure():
                return self.press.higher.draw_figure(self.press, block, width)
            case DrawingBlock():
                if block.height < 0:
                    return self._report_share(block)
                return self.draw_elements(block, width / self.scale, block.height).scaled(self.scale)
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
        placed = self.list_stacked(whole, width, list_blocks(whole, shown))
        for one in placed if not height else ():
            if _is_shared_drawing(one.block):
                self._report_share(one.block)
        return stack_items(share_height(placed, width, height))

    def draw_elements(self, block: DrawingBlock, width: float, height: float) -> Block:
        """Draw the elements of a drawing in a box."""
        lettering = self.dressed(block).lettering
        if lettering != NO_LETTERING:
            block = replace(block, draw=lettering.give(block.draw))
        return self.press.higher.draw_elements(self.press, block, width, height, self.fields)

    def _report_share(self, drawing: model.AnyBlock) -> Block:
        thing = f"{self.fields.get('id', '')} {drawing.id or 'drawing'}".strip()
        self.press.report(thing, "has a share of a height, but is in no stack with a box", over_mm=0.0)
        return EMPTY

    def list_stacked(
        self,
        whole: StackBlock | StackElement | Section,
        width: float,
        blocks: Iterable[tuple[model.AnyBlock, Fields]],
    ) -> list["StackedItem"]:
        """Lay out blocks of `list_blocks` as items, without what those with a share of the height get."""
        setter = self if isinstance(whole, Section) else self.dressed(whole)
        if role := self.fill(whole.role):
            zoom = self.scale * self.press.style(role).size / self.press.style("body").size
            setter = replace(setter, role=role, zoom=zoom)
        placed: list[StackedItem] = []
        gap = 0.0
        for block, seen in blocks:
            own, is_space = replace(setter, fields=seen), isinstance(block, model.SpaceBlock)
            if _is_shared_drawing(block):
                items = [PlacedBlock(Block((), width, 0.0), 0.0)]
            else:
                items = own.list_items(block, width)
            if items:
                if isinstance(block, model.Heading) and gap:
                    gap = block.space if block.space is not None else gap / BELOW_HEADING
                items[0] = replace(items[0], before=0.0 if is_space else gap)
                gap = 0.0 if is_space else whole.gap * self.scale
            placed += [StackedItem(item, block, own) for item in items]
        return placed

    def _lay_out_heading(self, title: str, icon: str, width: float) -> Block:
        tab = lay_out_tab(self.press, title=title, icon=icon, most=width)
        rule = self.press.rule(0.3, width, tab.height - 0.25, "primary", 0.5)
        return Block((rule, *tab.shapes), width, tab.height)

    def _lay_out_note(self, paragraph: model.Paragraph, width: float) -> Block:
        """Lay out text on a light ground with a bar at the side where reading starts.

        Each line of the text is a paragraph of its own; one that begins with a bullet is an item of a list.
        """
        press, (bar, label) = self.press, _NOTES[paragraph.kind]
        left = _NOTE_BAR + _NOTE_PADDING
        room = width - left - _NOTE_PADDING
        parts = []
        if label:
            parts.append(self.set_text(label, "subheading", width=room, colour=bar))
        for text in map(str.strip, self.say(paragraph.text).replace(r"\n", "\n").splitlines()):
            is_item = _BULLET.match(text)
            inside = room - _ITEM_INDENT if is_item else room
            text = _BULLET.sub(r"\1", text) if is_item else text
            block = press.text(text, self.role, width=inside, scale=self.scale, thing=paragraph.text)
            parts.append(self._add_sign(block, room) if is_item else block)
        content = stack(parts, gap=_NOTE_GAP)
        height = content.height + 2 * (_NOTE_PADDING - _NOTE_RISE)
        shapes: tuple[Shape, ...] = (
            press.palette.area(outlines.rounded_rectangle(0, 0, width, height, 1.4), "panel"),
            outlines.filled(outlines.rectangle(0, 0, _NOTE_BAR, height), press.palette[bar]),
            content.at(left, _NOTE_PADDING - _NOTE_RISE),
        )
        return Block(shapes, width, height)

    def _add_sign(self, text: Block, width: float, *, icon: str = "", number: int = 0) -> Block:
        """Return the text of an item after an icon, a number, or else a bullet."""
        press = self.press
        style = press.style(self.role, scale=self.scale)
        middle = style.size * style.leading / 2
        sign: Shape
        if icon:
            drawn = press.icon(icon, 0, middle - _ITEM_ICON / 2, _ITEM_ICON, colour="primary")
            sign = Group(drawn, tag="figure")
        elif number:
            disc = press.palette.area(outlines.circle(_NUMBER_RADIUS, middle, _NUMBER_RADIUS), "primary")
            light = press.palette.upon("paper", "primary")
            digits = press.centred(str(number), "label", (_NUMBER_RADIUS, middle), colour=light)
            sign = Group((disc, *digits), tag="lbl")
        else:
            bullet = outlines.circle(_ITEM_INDENT - 2.6, middle, _BULLET_RADIUS)
            sign = outlines.filled(bullet, press.palette["primary"])
        return Block((sign, text.at(_ITEM_INDENT, 0)), width, text.height, text.lines).tagged("li")

    def _lay_out_list(self, items: model.ListBlock, width: float) -> list[PlacedBlock]:
        icons = items.icons or ("",) * len(items.draw)
        shown = [
            (words, seen, icon)
            for item, icon in zip(items.draw, icons, strict=True)
            for words, seen in list_shown((item,), self.fields)
        ]
        blocks: list[Block] = []
        last = len(shown) - 1
        stays_together = items.numbered and len(shown) <= _FEW_STEPS
        for index, (words, seen, icon) in enumerate(shown):
            text = replace(self, fields=seen).set_words(words, width=width - _ITEM_INDENT)
            block = self._add_sign(text, width, icon=icon, number=index + 1 if items.numbered else 0)
            blocks.append(_add_number(self, block, words.number, "lbl") if words.number else block)
        # Neither the first of a list nor the last is alone in a column; of three, a long last one may be.
        keeps_last = last > 2 or (last == 2 and blocks[-1].lines < _LONG_ITEM)
        return [
            PlacedBlock(
                block,
                _ITEM_GAP,
                keeps_next=index < last
                and (stays_together or index == 0 or (keeps_last and index == last - 1)),
            )
            for index, block in enumerate(blocks)
        ]

    def _lay_out_icon_table(self, table: model.IconTable, width: float) -> list[PlacedBlock]:
        blocks = self._lay_out_icon_rows(table.draw, width, _TABLE_ROWS)
        last = len(blocks) - 1
        placed = []
        for index, block in enumerate(blocks):
            if index < last:
                rule = self.press.rule(0, width, block.height, "faint", 0.2)
                block = replace(block, shapes=(*block.shapes, rule))
            together = last < _SHORT_ICON_TABLE and index < last
            placed.append(PlacedBlock(block, 0.0, keeps_next=together or not index))
        return placed

    def _lay_out_icon_rows(
        self, drawn: Iterable[model.IconRow], width: float, rows: _IconRows
    ) -> list[Block]:
        """Lay out rows of icons in one column and text in the other, both vertically centred."""
        shown = list_shown(drawn, self.fields)
        texts = [(row, replace(self, fields=seen).say(row.text)) for row, seen in shown]
        room = max((measure_icons(len(row.icons), rows.edge) for row, _ in texts), default=0.0)
        left = room + rows.gap if room else 0.0
        blocks = []
        for row, words in texts:
            text = self.press.text(words, self.role, width=width - left, scale=self.scale)
            height = max(text.height, rows.edge) + rows.padding
            icons = draw_icons(self.press, row.icons, room=room, y=(height - rows.edge) / 2, edge=rows.edge)
            top = (height - text.height) / 2
            shapes = Group(tuple(icons), tag="figure"), text.at(left, top)
            block = Block(shapes, width, height).tagged("li")
            blocks.append(_add_number(self, block, row.number, "lbl", top) if row.number else block)
        return blocks

    def _lay_out_key(self, key: model.KeyBlock, width: float) -> Block:
        """Lay out rows in columns that are filled from top to bottom, under a small heading."""
        column = (width - (key.columns - 1) * _KEY_COLUMN_GAP) / key.columns
        entries = replace(self, role="key")._lay_out_icon_rows(key.draw, column, _KEY_ROWS)
        count = max(-(-len(entries) // key.columns), 1)
        columns = [
            stack(entries[start : start + count], gap=_KEY_ROW_GAP * self.scale, width=column)
            for start in range(0, len(entries), count)
        ]
        title = self.set_text(key.title, "subheading", width=width) if key.title else EMPTY
        y = title.height + (1.0 if key.title else 0.0)
        placed = (block.at(index * (column + _KEY_COLUMN_GAP), y) for index, block in enumerate(columns))
        height = y + max((block.height for block in columns), default=0.0)
        return Block((*title.shapes, *placed), width, height)

    def _lay_out_labels(self, block: model.LabelledLines, width: float) -> Block:
        """Lay out lines with labels before them, in columns that are filled from top to bottom.

        In an area, each line is a region.
        """
        press, size = self.press, self.press.style(self.role, scale=self.scale).size
        column = (width - (block.columns - 1) * _LABELS_GAP) / block.columns
        rows = -(-len(block.labels) // block.columns)
        shapes: list[Shape] = []
        for index, key in enumerate(block.labels):
            x, base = index // rows * (column + _LABELS_GAP), (index % rows + 1) * block.line_height - 1.0
            words, room = self.say(key), column * 0.6
            label = press.line(words, self.role, x=x, y=base - 1.0, max_width=room, size=size, thing=key)
            left = x + label.width + 2
            rule = press.rule(left, x + column, base, "line", 0.25)
            above = Rectangle(left, base - block.line_height + 1.0, x + column, base)
            region = Region(self.area, f"line_{index + 1}", above) if self.area else None
            shapes += (label.tagged("p"), Group((rule,), region=region))
        return Block(tuple(shapes), width, rows * block.line_height)

    def _lay_out_line_table(self, table: model.LineTable, width: float) -> Block:
        count, height = len(table.headings), table.line_height / self.press.zoom
        column = (width - _LINES_GAP * (count - 1)) / count
        shapes: list[Shape] = []
        for index, key in enumerate(table.headings):
            x = index * (column + _LINES_GAP)
            icon = table.icons[index] if table.icons else ""
            bar = lay_out_tab(self.press, title=self.say(key), icon=icon, most=column, tag="p", fills=True)
            shapes.append(bar.at(x, 0))
            for row in range(1, table.lines + 1):
                y = _LINES_HEAD + row * height
                shapes.append(self.press.rule(x, x + column, y, "line", 0.25))
                if self.area:
                    above = (x, y - height, x + column, y)
                    shapes.append(Group((), region=Region(self.area, f"line_{row}_{index + 1}", above)))
        return Block(tuple(shapes), width, _LINES_HEAD + table.lines * height + 1.0)

    def _draw_boxes(self, block: model.BoxesBlock, width: float) -> Block:
        size, step, inside = block.size, block.size * 4 / 3, block.size - _BOX_LINE
        count = min(int(float(self.fill(block.count) or 0)), _MOST_BOXES)
        across = max(int((width - size + ROUNDING) / step) + 1, 1)
        colour, edge = self.press.palette[self.fill(block.colour) or "ink"], _BOX_LINE / 2
        places = [divmod(number, across) for number in range(count)]
        boxes = [outlines.rectangle(x * step + edge, y * step + edge, inside, inside) for y, x in places]
        shapes = tuple(outlines.stroked(box, colour, _BOX_LINE) for box in boxes)
        return Block(shapes, width, (count + across - 1) // across * step - (step - size) * bool(count))

    def _lay_out_row(self, block: RowBlock, width: float) -> Block:
        shown = [
            (seen, one, share)
            for inner, share in zip(block.draw, block.widths or (1.0,) * len(block.draw), strict=True)
            for one, seen in list_shown((inner,), self.fields)
        ]
        room, shares = width - block.gap * (len(shown) - 1), sum(share for *_, share in shown)
        cells = []
        for seen, inner, share in shown:
            span = room * share / shares
            cells.append(stack_blocks(replace(self, fields=seen).list_items(inner, span), width=span))
        return side_by_side(cells, gap=block.gap) if cells else Block((), width, 0.0)


_BEFORE = {model.Heading: 3.0, model.LineTable: 3.0, model.ListBlock: 2.0, model.IconTable: 1.6}
_BEFORE_PARAGRAPH = {"lead": 2.4, "credit": 2.0, "text": 1.9}
"""Space before a block by its type, or before a paragraph by its kind, in mm."""


BELOW_HEADING = 0.4
"""Space below a heading, as a share of that above it."""


def _measure_space_before(block: model.AnyBlock) -> float:
    if isinstance(block, model.Heading) and block.space is not None:
        return block.space
    if isinstance(block, model.Paragraph):
        return _BEFORE_PARAGRAPH.get(block.kind, 2.6)
    is_title = isinstance(block, model.Heading) and block.level == 1
    return 5.0 if is_title else _BEFORE.get(type(block), 2.6)


_SHAPE_ICON, _SHAPE_GAP, _ENTRY_GAP = 7.2, 2.4, 5.0
"""Distance between an icon and its shape or the forms of a shape, and least distance between entries."""


def lay_out_shapes(
    press: Press, shapes: Sequence[model.SquareShapes], *, size: float, width: float, every_form: bool = False
) -> Block:
    """Lay out icons with their shapes beside them, in rows and columns that fill the width.

    An icon with every form drawn has a row of its own, below the others.
    """
    wide = [entry for entry in shapes if every_form and entry.frame != (0, 0)]
    blocks = [_lay_out_shape(press, entry, size, 0.0) for entry in shapes if entry not in wide]
    lines = []
    for row in (
        *_align(_fill_rows(blocks, width, _ENTRY_GAP), width),
        *([_lay_out_shape(press, entry, size, width)] for entry in wide),
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
    return [[replace(block, width=room) for block, room in zip(row, widths, strict=False)] for row in padded]


def _lay_out_shape(press: Press, entry: model.SquareShapes, size: float, room: float) -> Block:
    """Lay out an icon with its shape: of several forms, their frame or, if there is room, all of them."""
    forms = entry.shapes
    if len(forms) == 1:
        shapes = _draw_cells(press, forms[0], size)
    elif room:
        rows = _fill_rows(
            [_draw_cells(press, cells, size) for cells in forms], room - _SHAPE_ICON - _SHAPE_GAP, _SHAPE_GAP
        )
        shapes = stack([side_by_side(row, gap=_SHAPE_GAP) for row in rows], gap=_SHAPE_GAP)
    else:
        shapes = _draw_frame(press, entry.frame, max(map(len, forms)), size)
    height = max(_SHAPE_ICON, shapes.height)
    icon = press.icon(entry.icon, 0, (height - _SHAPE_ICON) / 2, _SHAPE_ICON, colour="primary")
    left = _SHAPE_ICON + _SHAPE_GAP
    return Block((*icon, shapes.at(left, (height - shapes.height) / 2)), left + shapes.width, height)


def _draw_cells(press: Press, cells: Cells, size: float) -> Block:
    """Draw a shape, never mirrored: its mirror image may be another shape of the game."""

    def draw(press: Press) -> Block:
        ground, edge = press.palette.ground("tile"), press.palette["line"]
        shapes: list[Shape] = []
        for column, row in cells:
            square = outlines.rounded_rectangle(column * size, row * size, size, size, size * 0.1)
            shapes += outlines.outlined(square, ground, edge, 0.25)
        width, height = (max(cell[axis] for cell in cells) + 1 for axis in (0, 1))
        return Block(tuple(shapes), width * size, height * size)

    return press.keep(draw)


def _draw_frame(press: Press, frame: tuple[int, int], most: int, size: float) -> Block:
    """Draw the frame of several forms, with the number of their squares at most."""
    width, height = max(frame) * size, min(frame) * size
    outline = outlines.rounded_rectangle(0, 0, width, height, size * 0.1)
    shapes = outlines.outlined(outline, press.palette["paper"], press.palette["line"], 0.3, dash=(0.9, 0.9))
    count = press.format("shapes.up_to", {"count": most})
    words = press.centred(
        count, "shape_count", (width / 2, height / 2), max_width=width - 1.0, thing="shapes.up_to"
    )
    return Block((*shapes, Group(words)), width, height)


def _tag_drawing(setter: Setter, block: model.DrawnBlock, drawn: Block) -> Block:
    """Return a drawing as a figure, with what it says to screen readers."""
    alt = make_plain_text(setter.say(block.alt)) if block.alt else ""
    return (drawn.titled(alt) if alt else describe_drawing(setter.press, block, drawn)).tagged("figure")


def describe_drawing(press: Press, block: model.AnyBlock, drawn: Block) -> Block:
    """Return a drawing with a title that counts what it shows, if its texts alone describe nothing.

    Those of a grid never do: they are the names of its lines, and the marks of all squares.
    """
    if not isinstance(block, GridBlock) and reads_as_language(find_words(drawn.shapes)):
        return drawn
    match block:
        case GridBlock():
            kind, count = "grid", len(block.grid)
        case TrackBlock():
            kind, count = "track", len(block.fields)
        case model.ShapesBlock():
            kind, count = "shapes", len(block.shapes)
        case model.BoxesBlock():
            kind, count = "boxes", sum(isinstance(shape, Path) for shape in drawn.shapes)
        case _:
            return drawn
    return drawn.titled(make_plain_text(press.format(f"figures.{kind}", {"count": count})))


_COLUMN_GAP, _ROW_GAP = 9.0, 6.5
"""Room for an arrow and its label."""


def lay_out_flow(setter: Setter, flow: Flow, *, width: float) -> Block:
    """Lay out the chart in a width, without its caption.

    Reports words that are too wide for their box, and labels that are too long for their arrow.
    """
    shares = flow.widths or (1.0,) * flow.columns
    room = width - _COLUMN_GAP * (flow.columns - 1)
    widths = [room * share / sum(shares) for share in shares]
    boxes = {step.id: _lay_out_step(setter, step, widths[step.cell[0]]) for step in flow.steps}
    heights = [
        max((boxes[step.id].height for step in flow.steps if step.cell[1] == row), default=0.0)
        for row in range(flow.rows)
    ]
    tops = [0.0, *accumulate(height + _ROW_GAP for height in heights)]
    lefts = [0.0, *accumulate(column + _COLUMN_GAP for column in widths)]
    middles = {
        (column, row): (lefts[column] + widths[column] / 2, tops[row] + heights[row] / 2)
        for column in range(flow.columns)
        for row in range(flow.rows)
    }
    shapes: list[Shape] = []
    for step in flow.steps:
        for way in step.ways:
            # Readers have checked that there is a route.
            points = [middles[cell] for cell in flow.route(step, way) or ()]
            drawn = _draw_way(setter, way, points, boxes[step.id], boxes[way.to])
            shapes.append(Group(tuple(drawn), name=f"way-{step.id}-{way.to}"))
    for step in flow.steps:
        (x, y), box = middles[step.cell], boxes[step.id]
        shapes.append(box.at(x - box.width / 2, y - box.height / 2, name=f"step-{step.id}"))
    return Block(tuple(shapes), width, tops[-1] - _ROW_GAP)


_OUTLINE, _STEP_CORNER, _STEP_PADDING = 0.7, 2.2, 2.0
_POINT = 3.6
_SIDES = {"question": _POINT, "start": 3.2, "end": 3.2}
"""Padding at the pointed or round sides of a step by kind; of other kinds, that above and below."""
_STEP_ICON, _STEP_ICON_GAP = 6.0, 1.4


def _lay_out_step(setter: Setter, step: FlowStep, width: float) -> Block:
    press = setter.press
    side = _SIDES.get(step.kind, _STEP_PADDING)
    is_end = step.kind in ("start", "end")
    light = press.palette.upon("paper", step.colour)
    room, thing, ink = width - 2 * side, f"step {step.id}", light if is_end else "ink"
    text = setter.set_text(step.text, "key", width=room, align="center", colour=ink, thing=thing)
    icons = _STEP_ICON * setter.scale if step.icons else 0.0
    height = text.height + 2 * _STEP_PADDING + (icons + _STEP_ICON_GAP if icons else 0.0)
    outline = outlines.rounded_rectangle(0, 0, width, height, height / 2 if is_end else _STEP_CORNER)
    if step.kind == "question":
        middle, right = height / 2, width - _POINT
        corners = (0, middle), (_POINT, 0), (right, 0), (width, middle), (right, height), (_POINT, height)
        outline = outlines.polygon(corners)
    shapes: list[Shape] = [press.palette.area(outline, step.colour)]
    if not is_end:
        fill = press.palette.ground("panel" if step.kind == "question" else "paper")
        shapes = [*outlines.outlined(outline, fill, press.palette[step.colour], _OUTLINE)]
    tint = light if is_end else step.colour
    shapes += draw_icons(press, step.icons, room=width, y=_STEP_PADDING, edge=icons, colour=tint)
    return Block((*shapes, text.at(side, height - _STEP_PADDING - text.height)), width, height)


_ARROW, _HEAD = 0.65, 2.6
_HALF_HEAD = _HEAD * 0.52


def _draw_way(
    setter: Setter, way: FlowWay, points: Sequence[Point], first: Block, last: Block
) -> Iterator[Shape]:
    """Yield an arrow along points from one step to another, and its label."""
    start = _move(points[0], points[1], first.width / 2, first.height / 2)
    end = _move(points[-1], points[-2], last.width / 2, last.height / 2)
    neck = _move(end, points[-2], _HEAD * 0.8, _HEAD * 0.8)
    path = (start, *points[1:-1], neck)
    ink = setter.press.palette["ink"]
    yield outlines.stroked(outlines.polyline(path), ink, _ARROW)
    yield outlines.filled(_arrow_head(end, points[-2]), ink)
    if way.label:
        yield _draw_label(setter.press, setter.say(way.label), path)


def _move(point: Point, towards: Point, across: float, down: float) -> Point:
    """Return a point moved towards another along the longer distance."""
    (x, y), (to_x, to_y) = point, towards
    if abs(to_x - x) > abs(to_y - y):
        return (x + across * (1 if to_x > x else -1), y)
    return (x, y + down * (1 if to_y > y else -1))


def _arrow_head(tip: Point, origin: Point) -> tuple[Segment, ...]:
    x, y = _move(tip, origin, _HEAD, _HEAD)
    if abs(y - tip[1]) < 1e-9:
        return outlines.polygon((tip, (x, y - _HALF_HEAD), (x, y + _HALF_HEAD)))
    return outlines.polygon((tip, (x - _HALF_HEAD, y), (x + _HALF_HEAD, y)))


_ABOVE_ARROW, _BESIDE_ARROW, _BELOW_BOX = _HALF_HEAD + 0.5, 1.6, 3.2
"""Distance of labels from an arrow, whose head a long word may reach, and of their middle from the box."""


def _draw_label(press: Press, words: str, path: tuple[Point, ...]) -> Group:
    """Draw a label above the first horizontal part of a line, or on the right near its beginning."""
    for start, end in pairwise(path):
        room = abs(end[0] - start[0])
        if room > abs(end[1] - start[1]):
            middle = (start[0] + end[0]) / 2
            return Group(_set_label(press, words, room), transform=translation(middle, start[1]))
    (x, y), length = path[0], path[-1][1] - path[0][1]
    label = press.line(f"**{words}**", "key", upright="middle", thing=f"answer {words}")
    y += max(-_BELOW_BOX, min(_BELOW_BOX, length / 2))
    return Group(label.shapes, transform=translation(x + _BESIDE_ARROW, y))


def _set_label(press: Press, words: str, room: float) -> tuple[Shape, ...]:
    """Set a label above an arrow; two languages that do not fit there are above and below it."""

    def set_line(text: str, *, is_below: bool = False) -> tuple[Shape, ...]:
        return press.line(
            f"**{text}**",
            "key",
            y=_ABOVE_ARROW if is_below else -_ABOVE_ARROW,
            anchor="middle",
            upright="top" if is_below else "baseline",
            max_width=room,
            thing=f"answer {text}",
        ).shapes

    above, *below = below_each_other(words).split("\n")
    if not below:
        return set_line(words)
    if line := press.findings.attempt(lambda: set_line(words)):
        return line
    return set_line(above) + set_line(" ".join(below), is_below=True)

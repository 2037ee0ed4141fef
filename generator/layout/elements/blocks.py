"""Blocks on cards, on sheets, and in booklets: each is laid out as items that may be in different columns."""

import re
from collections.abc import Iterable, Mapping
from functools import partial

from generator.layout.elements.drawer import Fields
from generator.layout.elements.flow_charts import lay_out_flow
from generator.layout.elements.grids import Entry, lay_out_grid
from generator.layout.elements.keys import lay_out_icon_rows, lay_out_key, lay_out_labels, lay_out_shapes
from generator.layout.elements.setter import Setter, list_shown
from generator.layout.elements.tables import lay_out_table
from generator.layout.elements.tracks import lay_out_track
from generator.layout.press.badges import lay_out_tab
from generator.layout.shapes.blocks import Block, Item, join, side_by_side, stack
from generator.layout.shapes.curves import circle, filled, line, rectangle, rounded_rectangle, stroked
from generator.model.elements import blocks as model
from generator.model.elements.blocks import (
    AnyBlock,
    Heading,
    IconTable,
    LineTable,
    ListBlock,
    Paragraph,
    Table,
)
from generator.model.elements.figures import Figure, Flow
from generator.model.elements.template import DrawingBlock, GridBlock, RowBlock, StackBlock, StackElement
from generator.model.geometry import ROUNDING
from generator.model.kit import Section
from generator.model.values import dataclass, field, replace
from generator.scene.shapes import Group, Region, Shape

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

    entries: Mapping[str, Entry] = field(default_factory=dict)
    """Handwritten entries by the ids of their squares and fields."""

    def list_items(self, block: AnyBlock, width: float) -> list[Item]:
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
        return [Item(drawn, before, keeps_next=isinstance(block, Heading))]

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
                return self.press.draw(block, width, 0.0, self.fields)
            case DrawingBlock():
                size = width / self.scale, block.height
                return self.press.draw(block, *size, self.fields).scaled(self.scale)
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
        placed: list[tuple[Item, float]] = []
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
        return items[0].block if len(items) == 1 else join(items)

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

    def _lay_out_list(self, items: ListBlock, width: float) -> list[Item]:
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
            found.append(Item(block, _ROW_GAP if index else 2.0, keeps_next=keeps_next))
        return found

    def _lay_out_icon_table(self, table: IconTable, width: float) -> list[Item]:
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
            found.append(Item(block, 0.0 if index else 1.6, keeps_next=together or not index))
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
            cells.append(join(replace(self, fields=seen).list_items(inner, span), width=span))
        return side_by_side(cells, gap=block.gap) if cells else Block((), width, 0.0)

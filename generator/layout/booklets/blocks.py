"""The blocks of a booklet at the width of a column: headings, paragraphs, lists, tables."""

import re
from dataclasses import replace
from functools import partial

from generator.layout.booklets.columns import Item
from generator.layout.booklets.figures import lay_out_figure, lay_out_smaller_figure
from generator.layout.booklets.flow_charts import lay_out_flow
from generator.layout.booklets.tables import lay_out_table
from generator.layout.elements.stacks import lay_out_stack
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block, stack
from generator.layout.shapes.curves import circle, filled, line, rectangle, rounded_rectangle, stroked
from generator.layout.sheets.keys import lay_out_icon_rows
from generator.layout.sheets.panels import lay_out_tab
from generator.model import booklet
from generator.model.booklet import Heading, IconTable, ItemList, LineTable, Paragraph, Table
from generator.model.flow import Flow
from generator.model.stack import StackBlock
from generator.model.style import Paper
from generator.scene.shapes import Shape

_STYLES = {"lead": ("lead", 2.4), "credit": ("small", 2.0), "text": ("body", 1.9)}
"""Type and space before a paragraph, by style."""
_BOXES = {"note": ("primary", ""), "ours": ("accent", "booklet.ours")}
"""Colour and label of a box, by style."""
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
_ICON = 5.4
_ICON_GAP = 2.6
_ROW_GAP = 1.5
_COLUMN_GAP = 3.0
_HEAD = 8.0


def lay_out_items(
    press: Press, block: booklet.Block, *, width: float, paper: Paper, scale: float
) -> list[Item]:
    """Lay out a block as one or more items that may be in different columns."""
    match block:
        case Heading(level=1):
            return [Item(_lay_out_heading(press, block.text, block.icon, width), 5.0, keeps_next=True)]
        case Heading():
            words = press.format(block.text)
            text = press.text(words, "subheading", width=width, scale=scale, thing=block.text)
            return [Item(text, 3.0, keeps_next=True)]
        case Paragraph() if block.style in _BOXES:
            return [Item(_lay_out_box(press, block, width, scale), 2.6)]
        case Paragraph():
            role, before = _STYLES[block.style]
            words = press.format(block.text)
            return [Item(press.text(words, role, width=width, scale=scale, thing=block.text), before)]
        case ItemList():
            return _lay_out_list(press, block, width, scale)
        case IconTable():
            return _lay_out_icon_table(press, block, width, scale)
        case Table():
            return lay_out_table(press, block, width=width, scale=scale)
        case LineTable():
            return [Item(_lay_out_line_table(press, block, width), 3.0)]
        case StackBlock():
            return [Item(lay_out_stack(press, block, width=width, scale=scale), 2.6)]
        case Flow():
            return [Item(lay_out_flow(press, block, width=width, scale=scale), 2.6)]
        case _:
            figure = lay_out_figure(press, block, width=width, paper=paper)
            smaller = partial(lay_out_smaller_figure, press, block, width=width, paper=paper)
            return [Item(figure, 2.6, smaller=smaller)]


def _lay_out_heading(press: Press, key: str, icon: str, width: float) -> Block:
    tab = lay_out_tab(press, title=press.format(key), icon=icon, most=width)
    base = tab.height - 0.25
    rule = stroked(line(0.3, base, width, base), press.palette["primary"], 0.5)
    return Block((rule, *tab.shapes), width, tab.height)


def _lay_out_box(press: Press, paragraph: Paragraph, width: float, scale: float) -> Block:
    """Lay out text on a light ground with a bar at the side where reading starts.

    Each line of the text is a paragraph of its own; one that begins with a bullet is an item.
    """
    bar, label = _BOXES[paragraph.style]
    left = _BAR + _BOX_PADDING
    room = width - left - _BOX_PADDING
    parts = []
    if label:
        parts.append(press.text(press.format(label), "subheading", width=room, colour=bar, scale=scale))
    for words in press.format(paragraph.text).replace(r"\n", "\n").splitlines():
        words = words.strip()
        if _BULLET_SIGN.match(words):
            item = _BULLET_SIGN.sub(r"\1", words)
            parts.append(_lay_out_item(press, item, room, scale, paragraph.text))
        else:
            parts.append(press.text(words, "body", width=room, scale=scale, thing=paragraph.text))
    content = stack(parts, gap=_BOX_GAP)
    height = content.height + 2 * _BOX_PADDING - 1.2
    shapes: tuple[Shape, ...] = (
        filled(rounded_rectangle(0, 0, width, height, 1.4), press.palette["panel"]),
        filled(rectangle(0, 0, _BAR, height), press.palette[bar]),
        content.at(left, _BOX_PADDING - 0.6),
    )
    return Block(shapes, width, height)


def _lay_out_item(
    press: Press, words: str, width: float, scale: float, thing: str, *, icon: str = "", number: int = 0
) -> Block:
    text = press.text(words, "body", width=width - _INDENT, scale=scale, thing=thing)
    style = press.style("body", scale=scale)
    middle = style.size * style.leading / 2
    if icon:
        sign: list[Shape] = [*press.icon(icon, 0, middle - _SIGN / 2, _SIGN, colour="primary")]
    elif number:
        sign = [filled(circle(_NUMBER, middle, _NUMBER), press.palette["primary"])]
        sign += press.centred(str(number), "label", (_NUMBER, middle), colour="paper")
    else:
        sign = [filled(circle(_INDENT - 2.6, middle, _BULLET), press.palette["primary"])]
    return Block((*sign, text.at(_INDENT, 0)), width, text.height)


def _lay_out_list(press: Press, items: ItemList, width: float, scale: float) -> list[Item]:
    found = []
    last = len(items.items) - 1
    stays_together = items.numbered and len(items.items) <= _FEW_STEPS
    for index, key in enumerate(items.items):
        icon, number = items.icons[index] if items.icons else "", index + 1 if items.numbered else 0
        block = _lay_out_item(press, press.format(key), width, scale, key, icon=icon, number=number)
        # Neither the first of a list nor the last is alone in a column; of three, the last may be.
        keeps_next = index < last and (stays_together or index == 0 or (index == last - 1 and last > 2))
        found.append(Item(block, _ROW_GAP if index else 2.0, keeps_next=keeps_next))
    return found


def _lay_out_icon_table(press: Press, table: IconTable, width: float, scale: float) -> list[Item]:
    blocks = lay_out_icon_rows(
        press, table.rows, "body", width=width, edge=_ICON, gap=_ICON_GAP, scale=scale, padding=2.0
    )
    last = len(blocks) - 1
    found = []
    for index, block in enumerate(blocks):
        if index < last:
            rule = stroked(line(0, block.height, width, block.height), press.palette["faint"], 0.2)
            block = replace(block, shapes=(*block.shapes, rule))
        together = last < _SHORT_TABLE and index < last
        found.append(Item(block, 0.0 if index else 1.6, keeps_next=together or not index))
    return found


def _lay_out_line_table(press: Press, table: LineTable, width: float) -> Block:
    count = len(table.headings)
    column = (width - _COLUMN_GAP * (count - 1)) / count
    shapes: list[Shape] = []
    for index, key in enumerate(table.headings):
        x = index * (column + _COLUMN_GAP)
        icon = table.icons[index] if table.icons else ""
        tab = lay_out_tab(press, title=press.format(key), icon=icon, most=column)
        base = tab.height - 0.25
        rule = stroked(line(x, base, x + column, base), press.palette["primary"], 0.5)
        shapes += (tab.at(x, 0), rule)
        for row in range(1, table.lines + 1):
            y = _HEAD + row * table.line_height
            shapes.append(stroked(line(x, y, x + column, y), press.palette["line"], 0.25))
    return Block(tuple(shapes), width, _HEAD + table.lines * table.line_height + 1.0)

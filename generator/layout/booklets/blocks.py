"""The blocks of a booklet at the width of a column: headings, paragraphs, lists, tables."""

import re

from generator.layout.booklets.figures import lay_out_figure, lay_out_smaller_figure
from generator.layout.booklets.flow_charts import lay_out_flow
from generator.layout.booklets.items import Item
from generator.layout.booklets.tables import lay_out_table
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block, stack
from generator.layout.shapes.curves import circle, filled, line, rectangle, rounded_rectangle, stroked
from generator.layout.sheets.keys import icons_width
from generator.layout.sheets.panels import lay_out_tab
from generator.model.booklet import (
    Block as BookletBlock,
)
from generator.model.booklet import (
    Figure,
    Heading,
    IconTable,
    ItemList,
    LineTable,
    Paragraph,
    Table,
)
from generator.model.flow import Flow
from generator.model.style import Paper
from generator.scene.shapes import Shape

_BAR = 1.0
_BOX_PADDING = 2.6
_INDENT = 5.4
_BULLET = 0.75
_BULLET_SIGN = re.compile(r"(\{/\|\u2068?)?•\s*")
"""Before an item, behind the marks of another language: in two languages every line has its own."""
_SIGN = 4.0
_BOX_GAP = 0.9
_SHORT_TABLE = 4
"""Rows of a table that stay together."""
_FEW_STEPS = 4
"""Numbered steps that stay together: they are followed with a finger."""
_NUMBER = 2.1
_ICON = 5.4
_ROW_GAP = 1.5


def lay_out_items(
    press: Press, block: BookletBlock, *, width: float, paper: Paper, scale: float
) -> list[Item]:
    """A block as one or more items that may stand in different columns."""
    match block:
        case Heading(level=1):
            return [Item(_lay_out_heading(press, block, width), 5.0, keeps_next=True)]
        case Heading():
            words = press.say(block.text)
            text = press.text(words, "subheading", width=width, scale=scale, thing=block.text)
            return [Item(text, 3.0, keeps_next=True)]
        case Paragraph():
            return [_lay_out_paragraph(press, block, width, scale)]
        case ItemList():
            return _lay_out_list(press, block, width, scale)
        case IconTable():
            return _lay_out_icon_table(press, block, width, scale)
        case Table():
            return lay_out_table(press, block, width=width, scale=scale)
        case LineTable():
            return [Item(_lay_out_line_table(press, block, width), 3.0)]
        case Flow():
            return [Item(lay_out_flow(press, block, width=width, scale=scale), 2.6)]
        case _:
            return [_lay_out_figure(press, block, width, paper)]


def _lay_out_figure(press: Press, figure: Figure, width: float, paper: Paper) -> Item:
    def smaller(height: float) -> Block | None:
        return lay_out_smaller_figure(press, figure, width=width, height=height, paper=paper)

    return Item(lay_out_figure(press, figure, width=width, paper=paper), 2.6, smaller=smaller)


def _lay_out_heading(press: Press, heading: Heading, width: float) -> Block:
    """A tab with a line that runs to the end of the column."""
    tab = lay_out_tab(press, title=press.say(heading.text), icon=heading.icon, most=width)
    base = tab.height - 0.25
    rule = stroked(line(0.3, base, width, base), press.palette["primary"], 0.5)
    return Block((rule, *tab.shapes), width, tab.height)


def _lay_out_paragraph(press: Press, paragraph: Paragraph, width: float, scale: float) -> Item:
    words = press.say(paragraph.text)
    match paragraph.style:
        case "lead":
            lead = press.text(words, "lead", width=width, scale=scale, thing=paragraph.text)
            return Item(lead, 2.4)
        case "credit":
            credit = press.text(words, "small", width=width, scale=scale, thing=paragraph.text)
            return Item(credit, 2.0)
        case "note":
            return Item(_lay_out_box(press, paragraph, width, scale, bar="primary", label=""), 2.6)
        case "ours":
            label = press.say("booklet.ours")
            return Item(_lay_out_box(press, paragraph, width, scale, bar="spike_dark", label=label), 2.6)
        case _:
            body = press.text(words, "body", width=width, scale=scale, thing=paragraph.text)
            return Item(body, 1.9)


def _lay_out_box(
    press: Press, paragraph: Paragraph, width: float, scale: float, *, bar: str, label: str
) -> Block:
    """Words on a light ground with a bar at the side where reading starts.

    Each line of the sentence is a paragraph of its own; one that begins with a bullet is an item.
    """
    left = _BAR + _BOX_PADDING
    room = width - left - _BOX_PADDING
    parts = []
    if label:
        parts.append(press.text(label, "subheading", width=room, colour=bar, scale=scale))
    for words in press.say(paragraph.text).replace(r"\n", "\n").splitlines():
        words = words.strip()
        if _BULLET_SIGN.match(words):
            item = _BULLET_SIGN.sub(r"\1", words)
            parts.append(_lay_out_bullet(press, item, room, scale, paragraph.text))
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


def _lay_out_bullet(press: Press, words: str, width: float, scale: float, thing: str) -> Block:
    """An item with a dot before its first line."""
    text = press.text(words, "body", width=width - _INDENT, scale=scale, thing=thing)
    style = press.style("body", scale=scale)
    bullet = circle(_INDENT - 2.6, style.size * style.leading / 2, _BULLET)
    dot = filled(bullet, press.palette["primary"])
    return Block((dot, text.at(_INDENT, 0)), width, text.height)


def _lay_out_list(press: Press, items: ItemList, width: float, scale: float) -> list[Item]:
    found = []
    last = len(items.items) - 1
    whole = items.numbered and len(items.items) <= _FEW_STEPS
    for index, key in enumerate(items.items):
        if items.icons or items.numbered:
            text = press.text(press.say(key), "body", width=width - _INDENT, scale=scale, thing=key)
            style = press.style("body", scale=scale)
            middle = style.size * style.leading / 2
            sign = (
                press.icon(items.icons[index], 0, middle - _SIGN / 2, _SIGN, colour="primary")
                if items.icons
                else _draw_step(press, index + 1, middle)
            )
            block = Block((*sign, text.at(_INDENT, 0)), width, text.height)
        else:
            block = _lay_out_bullet(press, press.say(key), width, scale, key)
        found.append(
            Item(block, _ROW_GAP if index else 2.0, keeps_next=_keeps_next(index, last, whole=whole))
        )
    return found


def _keeps_next(index: int, last: int, *, whole: bool) -> bool:
    """Neither the first of a list nor the last is alone in a column; of three, the last may be."""
    return index < last and (whole or index == 0 or (index == last - 1 and last > 2))


def _draw_step(press: Press, number: int, middle: float) -> list[Shape]:
    disc = circle(_NUMBER, middle, _NUMBER)
    return [
        filled(disc, press.palette["primary"]),
        *press.line(
            str(number),
            "label",
            x=_NUMBER,
            y=middle,
            anchor="middle",
            upright="middle",
            colour="paper",
        ).shapes,
    ]


def _lay_out_icon_table(press: Press, table: IconTable, width: float, scale: float) -> list[Item]:
    """Rows with a hairline between them; each may stand at the head of a column."""
    room = max(icons_width(len(row.icons), _ICON) for row in table.rows)
    left = room + 2.6
    found = []
    for index, row in enumerate(table.rows):
        words = press.say(row.text)
        text = press.text(words, "body", width=width - left, scale=scale, thing=row.text)
        height = max(text.height, _ICON) + 2.0
        shapes: list[Shape] = []
        x = (room - icons_width(len(row.icons), _ICON)) / 2
        for icon in row.icons:
            shapes += press.icon(icon, x, (height - _ICON) / 2, _ICON, colour="primary")
            x += _ICON + 1.0
        shapes.append(text.at(left, (height - text.height) / 2))
        rule = stroked(line(0, height, width, height), press.palette["faint"], 0.2)
        if index + 1 < len(table.rows):
            shapes.append(rule)
        block = Block(tuple(shapes), width, height)
        together = len(table.rows) <= _SHORT_TABLE and index + 1 < len(table.rows)
        found.append(Item(block, 0.0 if index else 1.6, keeps_next=together or not index))
    return found


def _lay_out_line_table(press: Press, table: LineTable, width: float) -> Block:
    """Coloured heads, ruled rows, a line between the columns."""
    count = len(table.headings)
    gap = 3.0
    column = (width - gap * (count - 1)) / count
    shapes: list[Shape] = []
    head = 8.0
    for index, key in enumerate(table.headings):
        x = index * (column + gap)
        icon = table.icons[index] if table.icons else ""
        tab = lay_out_tab(press, title=press.say(key), icon=icon, most=column)
        shapes.append(tab.at(x, 0))
        base = tab.height - 0.25
        shapes.append(stroked(line(x, base, x + column, base), press.palette["primary"], 0.5))
        for row in range(1, table.lines + 1):
            y = head + row * table.line_height
            shapes.append(stroked(line(x, y, x + column, y), press.palette["line"], 0.25))
    return Block(tuple(shapes), width, head + table.lines * table.line_height + 1.0)

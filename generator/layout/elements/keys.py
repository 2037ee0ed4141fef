"""Keys: icons with their texts, shapes of squares beside icons, and labelled lines to write on."""

from collections.abc import Sequence
from itertools import chain, repeat, zip_longest

from generator.layout.elements.setter import Setter, list_shown
from generator.layout.press.badges import draw_icons, icons_width
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import EMPTY, Block, side_by_side, stack
from generator.layout.shapes.curves import line, outlined, rounded_rectangle, stroked
from generator.model.elements.blocks import IconRow, KeyBlock, LabelledLines, SquareShapes
from generator.model.elements.squares import Cells
from generator.model.geometry import Rectangle
from generator.model.values import replace
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
    room = max((icons_width(len(row.icons), edge) for row, _ in shown), default=0.0)
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

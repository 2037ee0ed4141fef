"""Keys: pictures with their words, and the shapes that die faces stand for."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, repeat

from generator.layout.press.press import Press
from generator.layout.shapes.blocks import EMPTY, Block, centred, side_by_side, stack
from generator.layout.shapes.curves import filled, rounded_rectangle, stroked
from generator.model.dice import DieFace, free_shapes
from generator.model.sheet import KeyEntry, KeyGroup, KeySection, ShapesSection
from generator.scene.shapes import Group, Shape

_ICON = 5.2
_ICON_GAP = 1.0
_TEXT_GAP = 2.0
_ROW_GAP = 1.6
_GROUP_GAP = 3.0
_DIE = 7.2
_FORM_GAP = 2.4
_FACE_GAP = 5.0
_SMALLEST_SCALE = 0.76
_STEPS = 8


def lay_out_key(press: Press, section: KeySection, *, width: float, max_height: float = 0.0) -> Block:
    """Groups one below the other, each under a small heading; set smaller to keep a height.

    It may stay higher than max_height: at the smallest type it is as low as it can be.
    """
    for step in range(_STEPS + 1):
        scale = 1.0 - (1.0 - _SMALLEST_SCALE) * step / _STEPS
        groups = [_lay_out_group(press, group, width, scale) for group in section.groups]
        block = stack(groups, gap=_GROUP_GAP * scale, width=width)
        if not max_height or block.height <= max_height:
            break
    return block


def _lay_out_group(press: Press, group: KeyGroup, width: float, scale: float) -> Block:
    title = press.text(press.say(group.title), "subheading", width=width, scale=scale, thing=group.title)
    column = (width - (group.columns - 1) * 4) / group.columns
    icons_room = max(icons_width(len(entry.icons)) for entry in group.entries)
    entries = [_lay_out_entry(press, entry, column, icons_room, scale) for entry in group.entries]
    rows = -(-len(entries) // group.columns)
    columns = [
        stack(entries[start : start + rows], gap=_ROW_GAP * scale, width=column)
        for start in range(0, len(entries), rows)
    ]
    shapes: list[Shape] = list(title.shapes)
    y = title.height + 1.0
    for index, block in enumerate(columns):
        shapes.append(block.at(index * (column + 4), y))
    return Block(tuple(shapes), width, y + max(block.height for block in columns))


def icons_width(count: int, edge: float = _ICON) -> float:
    return count * (edge + _ICON_GAP) - _ICON_GAP if count else 0.0


def _lay_out_entry(press: Press, entry: KeyEntry, width: float, icons_room: float, scale: float) -> Block:
    """Icons at the left in a column of their own width, words at the right, centred on each other."""
    left = icons_room + (_TEXT_GAP if icons_room else 0.0)
    text = press.text(press.say(entry.text), "key", width=width - left, scale=scale, thing=entry.text)
    height = max(text.height, _ICON)
    shapes: list[Shape] = []
    x = (icons_room - icons_width(len(entry.icons))) / 2
    for icon in entry.icons:
        shapes += press.icon(icon, x, (height - _ICON) / 2, _ICON, colour="primary")
        x += _ICON + _ICON_GAP
    shapes.append(text.at(left, (height - text.height) / 2))
    return Block(tuple(shapes), width, height)


def lay_out_shapes(
    press: Press,
    *,
    faces: Sequence[DieFace],
    size: float,
    width: float,
    every_form: bool = False,
) -> Block:
    """Each die face beside the squares that it stands for, in rows and columns that fill the width.

    A face of which every form is drawn has a row of its own, below the others.
    """
    blocks = [_lay_out_face(press, face, size, 0.0) for face in faces if face.cells or not every_form]
    free = [_lay_out_face(press, face, size, width) for face in faces if every_form and not face.cells]
    rows = [*_fill_rows(blocks, width), *([block] for block in free)]
    lines = []
    for row in rows:
        spread = (width - sum(block.width for block in row)) / max(len(row) - 1, 1)
        lines.append(side_by_side(row, gap=min(2 * _FACE_GAP, spread)))
    return centred(stack(lines, gap=_FORM_GAP), width)


def _fill_rows(blocks: Sequence[Block], width: float) -> list[list[Block]]:
    """As few rows as will do, about as many blocks in each; in columns where there is room for them."""
    if not blocks:
        return []
    count, used = 1, 0.0
    for block in blocks:
        if used and used + block.width > width:
            count, used = count + 1, 0.0
        used += block.width + _FACE_GAP
    rows = _balanced(blocks, count)
    widths = [max(row[index].width for row in rows if index < len(row)) for index in range(len(rows[0]))]
    if sum(widths) + _FACE_GAP * (len(widths) - 1) > width:
        return rows
    return [
        [replace(block, width=room) for block, room in zip(chain(row, repeat(EMPTY)), widths, strict=False)]
        for row in rows
    ]


def _balanced(blocks: Sequence[Block], rows: int) -> list[list[Block]]:
    per_row = -(-len(blocks) // rows)
    return [list(blocks[start : start + per_row]) for start in range(0, len(blocks), per_row)]


def lay_out_shapes_section(press: Press, section: ShapesSection, *, width: float) -> Block:
    return lay_out_shapes(press, faces=press.kit.dice, size=section.size, width=width)


def _lay_out_face(press: Press, face: DieFace, size: float, room: float) -> Block:
    """The die, then its shape; a free face its frame or, in so much room, every shape of it."""
    if face.cells:
        shapes = _draw_cells(press, face.cells, size)
    elif room:
        forms = [_draw_cells(press, cells, size) for cells in free_shapes(face)]
        shapes = _flow(forms, width=room - _DIE - _FORM_GAP)
    else:
        shapes = _draw_frame(press, face, size)
    height = max(_DIE, shapes.height)
    die = press.icon(f"die_{face.value}", 0, (height - _DIE) / 2, _DIE, colour="primary")
    left = _DIE + _FORM_GAP
    placed = shapes.at(left, (height - shapes.height) / 2)
    return Block((*die, placed), left + shapes.width, height)


def _flow(blocks: Sequence[Block], *, width: float) -> Block:
    """Blocks in as few lines as will do, about as many in each."""
    rows = 1
    while rows < len(blocks) and any(
        sum(block.width + _FORM_GAP for block in row) - _FORM_GAP > width for row in _balanced(blocks, rows)
    ):
        rows += 1
    return stack([side_by_side(row, gap=_FORM_GAP) for row in _balanced(blocks, rows)], gap=_FORM_GAP)


def _draw_cells(press: Press, cells: Sequence[tuple[int, int]], size: float) -> Block:
    """A shape, never mirrored: it is the one that the rules name, and its mirror image is another."""
    return press.keep(lambda press: _draw_squares(press, cells, size))


def _draw_squares(press: Press, cells: Sequence[tuple[int, int]], size: float) -> Block:
    shapes: list[Shape] = []
    for column, row in cells:
        outline = rounded_rectangle(column * size, row * size, size, size, size * 0.1)
        shapes.append(filled(outline, press.palette["spike"]))
        shapes.append(stroked(outline, press.palette["line"], 0.25))
    width = (max(column for column, _ in cells) + 1) * size
    return Block(tuple(shapes), width, (max(row for _, row in cells) + 1) * size)


def _draw_frame(press: Press, face: DieFace, size: float) -> Block:
    """The frame in dashes, and in it how many squares may be filled at most."""
    columns, rows = max(face.frame), min(face.frame)
    width, height = columns * size, rows * size
    outline = rounded_rectangle(0, 0, width, height, size * 0.1)
    shapes: list[Shape] = [
        filled(outline, press.palette["paper"]),
        stroked(outline, press.palette["line"], 0.3, dash=(0.9, 0.9)),
    ]
    plate = Group(
        press.line(
            press.say("shapes.up_to", {"count": face.most}),
            "shape_count",
            x=width / 2,
            y=height / 2,
            anchor="middle",
            upright="middle",
            max_width=width - 1.0,
            thing="shapes.up_to",
        ).shapes
    )
    return Block((*shapes, plate), width, height)

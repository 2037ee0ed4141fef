"""Grids of squares with their labels, row bonuses, and what is drawn around them."""

from collections.abc import Iterator, Mapping

from generator.layout.elements.drawer import Fields
from generator.layout.elements.squares import NOTHING, Entry, draw_cell
from generator.layout.press.badges import draw_badge
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import line, stroked
from generator.model.places import Places, name_lines
from generator.model.rectangles import Point
from generator.model.template import DrawingBlock, GridBlock
from generator.scene.shapes import Group, Shape
from generator.scene.transforms import translation

_LABEL = 4.2
"""Room for the letters and numbers along the edges."""
_BADGE = 6.6
_BADGE_GAP = 2.2


def lay_out_grid(
    press: Press, block: GridBlock, *, entries: Mapping[str, Entry], fields: Fields | None
) -> Block:
    """Lay out squares with their labels and bonuses and, unless they have no fields, what is behind them."""
    grid, size = block.grid, block.size
    before, above, after, below = block.margins
    gutter = _LABEL if block.labelled else 0.0
    left = gutter + before - min(square.x for square in grid) * size
    top = (gutter if block.naming == "grid" else 0.0) + above
    right, bottom = left + grid.width * size, top + grid.height * size
    height = bottom + below + (gutter if block.naming == "columns" else 0.0)
    shapes: list[Shape] = []
    if fields is not None:
        ground = DrawingBlock(draw=block.draw, height=bottom - top)
        look = press.draw(ground, right - left, ground.height, fields).shapes
        shapes.append(Group(look, f"{fields.get('id', '')}-ground", transform=translation(left, top)))
    if block.labelled:
        shapes.append(Group(tuple(_draw_labels(press, block.naming, grid, size, (left, top), height))))
    for row, mark in block.row_bonuses.items():
        # A dotted line leads from the last square to the badge of the bonus for a full row.
        end, y = left + (grid.row(row)[-1].x + 1) * size, top + (row + 0.5) * size
        x = (right if block.naming == "columns" else end) + _BADGE_GAP
        shapes.append(
            stroked(line(end + 0.8, y, x - 0.2, y), press.palette["primary"], 0.4, dash=(0.01, 1.1))
        )
        shapes.append(draw_badge(press, mark, diameter=_BADGE).at(x, y - _BADGE / 2))
        after = max(after, x + _BADGE - right)
    for square in grid:
        label = square.id if block.labelled and block.naming == "rows" else ""
        entry = entries.get(square.id, NOTHING)
        drawn = draw_cell(press, square, size, label=label, entry=entry)
        shapes.append(Group(drawn, transform=translation(left + square.x * size, top + square.y * size)))
    return Block(tuple(shapes), right + after, height)


def _draw_labels(
    press: Press, naming: str, grid: Places, size: float, corner: Point, height: float
) -> Iterator[Shape]:
    """Yield letters and numbers along the edges, from which the id of every square can be read."""
    left, top = corner
    columns, rows = name_lines(grid, naming)
    starts = dict.fromkeys(rows, _LABEL)
    if naming == "rows":
        columns, starts = {}, {square.y: left + square.x * size for square in reversed(grid)}
    for row in sorted(rows):
        yield from press.centred(rows[row], "label", (starts[row] - _LABEL / 2, top + (row + 0.5) * size))
    y = _LABEL / 2 if naming == "grid" else height - _LABEL / 2
    for column in sorted(columns):
        yield from press.centred(columns[column], "label", (left + (column + 0.5) * size, y))

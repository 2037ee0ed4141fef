"""Grids of squares with their labels, row bonuses and what is drawn around them."""

from collections.abc import Mapping
from dataclasses import dataclass

from generator.layout.press.badges import draw_badge
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import line, stroked
from generator.layout.sheets.grid_styles import Margins, draw_look, look_margins
from generator.layout.sheets.squares import Entry, draw_square
from generator.model.places import Square, SquareGrid
from generator.model.sheet import GridSection
from generator.scene.shapes import Group, Shape
from generator.scene.transforms import translation

_LABEL = 4.2
"""Room for the letters and numbers along the edges."""
_BADGE = 6.6
_BADGE_GAP = 2.2


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where the grid's own corner lies in the block."""

    left: float
    top: float
    size: float

    def corner(self, square: Square) -> tuple[float, float]:
        return self.left + square.x * self.size, self.top + square.y * self.size


def lay_out_grid(
    press: Press,
    section: GridSection,
    *,
    entries: Mapping[str, Entry] | None = None,
    grid: SquareGrid | None = None,
    size: float = 0.0,
    labels: bool = True,
    decorated: bool = True,
) -> Block:
    """A section's squares; figures give a grid and a size of their own and leave out the look."""
    grid = grid or section.grid
    size = size or section.size
    entries = entries or {}
    around = look_margins(section.look, size) if decorated else Margins()
    gutter = _LABEL if labels else 0.0
    bonuses = section.row_bonuses if decorated else ()
    left_shift = min(square.x for square in grid) * size
    frame = _Frame(
        left=gutter + around.left - left_shift,
        top=(gutter if section.naming == "grid" else 0.0) + around.top,
        size=size,
    )
    inner_width = grid.width * size - left_shift
    badge_room = _badge_room(section, grid, size) if bonuses else 0.0
    width = gutter + around.left + inner_width + max(around.right, badge_room)
    height = frame.top + grid.height * size + around.bottom
    height += gutter if section.naming == "columns" else 0.0
    shapes: list[Shape] = []
    if decorated:
        look = draw_look(press, section.look, grid, size)
        shapes.append(Group(look, name=f"{section.id}-ground", transform=translation(frame.left, frame.top)))
    if labels:
        shapes.append(Group(tuple(_edge_labels(press, section, grid, frame, height)), name=""))
    for bonus in bonuses:
        shapes += _row_bonus(press, section, grid, frame, bonus.row, bonus.mark)
    for square in grid:
        drawn = draw_square(
            press,
            size=size,
            marks=square.marks,
            label=square.id if labels and section.naming == "rows" else "",
            entry=entries.get(square.id),
        )
        x, y = frame.corner(square)
        shapes.append(Group(drawn, transform=translation(x, y)))
    return Block(tuple(shapes), width, height)


def _badge_room(section: GridSection, grid: SquareGrid, size: float) -> float:
    """How far badges stand out to the right of the widest row."""
    if section.naming == "columns":
        return _BADGE_GAP + _BADGE
    widest = grid.width
    ends = [max(square.x for square in grid.row(bonus.row)) + 1 for bonus in section.row_bonuses]
    return max((end - widest) * size + _BADGE_GAP + _BADGE for end in ends)


def _row_bonus(
    press: Press, section: GridSection, grid: SquareGrid, frame: _Frame, row: int, mark: str
) -> list[Shape]:
    """A dotted line from the row's last square to the badge of what a full row gives."""
    last = max(square.x for square in grid.row(row)) + 1
    end = frame.left + last * frame.size
    y = frame.top + (row + 0.5) * frame.size
    right = frame.left + grid.width * frame.size if section.naming == "columns" else end
    x = right + _BADGE_GAP
    lead = stroked(line(end + 0.8, y, x - 0.2, y), press.palette["primary"], 0.4, dash=(0.01, 1.1))
    badge = draw_badge(press, mark, diameter=_BADGE)
    return [lead, badge.at(x, y - _BADGE / 2)]


def _edge_labels(
    press: Press, section: GridSection, grid: SquareGrid, frame: _Frame, height: float
) -> list[Shape]:
    """Letters and numbers along the edges, from which every square's id can be read."""
    shapes: list[Shape] = []
    size = frame.size
    for y in sorted({square.y for square in grid}):
        first = min(grid.row(y), key=lambda square: square.x)
        name = _row_label(first, section.naming)
        beside = frame.left + first.x * size if section.naming == "rows" else _LABEL
        x, middle = beside - _LABEL / 2, frame.top + (y + 0.5) * size
        shapes += press.line(name, "label", x=x, y=middle, anchor="middle", upright="middle").shapes
    if section.naming == "rows":
        return shapes
    beside = _LABEL / 2 if section.naming == "grid" else height - _LABEL / 2
    for column in sorted({square.x for square in grid}):
        letters = "".join(c for c in grid.column(column)[0].id if c.isalpha())
        x = frame.left + (column + 0.5) * size
        shapes += press.line(letters, "label", x=x, y=beside, anchor="middle", upright="middle").shapes
    return shapes


def _row_label(square: Square, naming: str) -> str:
    """The part of a square's id that it shares with its row."""
    letters = "".join(c for c in square.id if c.isalpha())
    return letters if naming == "rows" else square.id.removeprefix(letters)

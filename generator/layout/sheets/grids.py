"""Grids of squares with their labels, row bonuses, and what is drawn around them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.layout.press.badges import draw_badge
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import line, stroked
from generator.layout.sheets.grid_styles import NO_MARGINS, draw_style, find_margins
from generator.layout.sheets.squares import Entry, draw_square
from generator.model.places import SquareGrid
from generator.model.sheet import GridSection, RowBonus
from generator.scene.shapes import Group, Shape
from generator.scene.transforms import translation

_LABEL = 4.2
"""Room for the letters and numbers along the edges."""
_BADGE = 6.6
_BADGE_GAP = 2.2


def lay_out_grid(
    press: Press,
    section: GridSection,
    *,
    entries: Mapping[str, Entry] | None = None,
    grid: SquareGrid | None = None,
    size: float = 0.0,
    labels: bool = True,
) -> Block:
    """Lay out the squares of a section, or a figure: other squares in its style, without its surroundings."""
    entries = entries or {}
    is_figure = grid is not None
    grid = grid or section.grid
    size = size or section.size
    before, above, after, below = NO_MARGINS if is_figure else find_margins(section.look, size)
    gutter = _LABEL if labels else 0.0
    bonuses = () if is_figure else section.row_bonuses
    left_shift = min(square.x for square in grid) * size
    left = gutter + before - left_shift
    top = (gutter if section.naming == "grid" else 0.0) + above
    drawing = _Drawing(press, section, grid, size, left, top)
    after = max(after, drawing.badge_room()) if bonuses else after
    width = gutter + before + (grid.width * size - left_shift) + after
    height = top + grid.height * size + below + (gutter if section.naming == "columns" else 0.0)
    shapes: list[Shape] = []
    if not is_figure:
        look = draw_style(press, section, grid, size)
        shapes.append(Group(look, name=f"{section.id}-ground", transform=translation(left, top)))
    if labels:
        shapes.append(Group(tuple(drawing.draw_labels(height))))
    for bonus in bonuses:
        shapes += drawing.draw_bonus(bonus)
    for square in grid:
        label = square.id if labels and section.naming == "rows" else ""
        entry = entries.get(square.id)
        drawn = draw_square(press, size=size, marks=square.marks, label=label, entry=entry)
        shapes.append(Group(drawn, transform=translation(left + square.x * size, top + square.y * size)))
    return Block(tuple(shapes), width, height)


@dataclass(frozen=True, slots=True)
class _Drawing:
    """The drawing around the squares; `left` and `top` are the position of the grid's corner in the block."""

    press: Press
    section: GridSection
    grid: SquareGrid
    size: float
    left: float
    top: float

    def badge_room(self) -> float:
        """Return how far badges extend to the right of the widest row."""
        if self.section.naming == "columns":
            return _BADGE_GAP + _BADGE
        ends = max(self._find_end(bonus.row) for bonus in self.section.row_bonuses)
        return (ends - self.grid.width) * self.size + _BADGE_GAP + _BADGE

    def _find_end(self, row: int) -> float:
        return max(square.x for square in self.grid.row(row)) + 1

    def draw_bonus(self, bonus: RowBonus) -> Iterator[Shape]:
        """Yield a dotted line from the row's last square, and the badge of the bonus for a full row."""
        is_aligned = self.section.naming == "columns"
        end = self.left + self._find_end(bonus.row) * self.size
        y = self.top + (bonus.row + 0.5) * self.size
        x = (self.left + self.grid.width * self.size if is_aligned else end) + _BADGE_GAP
        yield stroked(line(end + 0.8, y, x - 0.2, y), self.press.palette["primary"], 0.4, dash=(0.01, 1.1))
        yield draw_badge(self.press, bonus.mark, diameter=_BADGE).at(x, y - _BADGE / 2)

    def draw_labels(self, height: float) -> Iterator[Shape]:
        """Yield letters and numbers along the edges, from which the id of every square can be read."""
        naming, size = self.section.naming, self.size
        for row in sorted({square.y for square in self.grid}):
            first = min(self.grid.row(row), key=lambda square: square.x)
            letters = _find_letters(first.id)
            name = letters if naming == "rows" else first.id.removeprefix(letters)
            right = self.left + first.x * size if naming == "rows" else _LABEL
            middle = (right - _LABEL / 2, self.top + (row + 0.5) * size)
            yield from self.press.centred(name, "label", middle)
        if naming != "rows":
            y = _LABEL / 2 if naming == "grid" else height - _LABEL / 2
            for column in sorted({square.x for square in self.grid}):
                letters = _find_letters(self.grid.column(column)[0].id)
                yield from self.press.centred(letters, "label", (self.left + (column + 0.5) * size, y))


def _find_letters(id: str) -> str:
    return id.rstrip("0123456789")

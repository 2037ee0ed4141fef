"""Columns of blocks: filled, divided, balanced, stretched, and with figures resized until pages are full."""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import TypeAlias

from generator.errors import LayoutError
from generator.layout.shapes.outlines import PlacedBlock
from generator.model.geometry import ROUNDING
from generator.model.values import replace

_EMPTY_PAGE, _FACTORS = 0.0025, (1.05, 1.1, 1.2, 1.3, 0.95, 0.9, 0.85, 0.8, 0.75)
"""White of a column that is too empty, and factors of the figures of its page, which are tried to fill it."""
_COST_OF_SMALLER = 1.5
"""Factor of the white of a page with smaller figures, which must be much fuller to be better."""
_BALANCING_STEPS = 12
"""Number of steps in search of the lowest columns."""
_LEAST_LINES, _ON_GRID = 2, 0.001
"""Least number of lines of a text in a column, and the share of the grid up to which places are equal."""
_FAR_ABOVE, _LOOSER = 0.03, 0.6
"""White below the longest column, as a share of the height of a page, for which gaps are wider, and by which
share of themselves at most.
"""
Column: TypeAlias = list[PlacedBlock]


def divide_into_pages(
    items: Sequence[PlacedBlock], rooms: Iterator[float], count: int, name: str, *, is_even: bool
) -> list[list[Column]]:
    """Return the columns of each page; `rooms` are the heights of the columns, page by page.

    With `is_even`, the columns of each page end at the same height, as far as the gaps above headings allow.
    Raises LayoutError, with the name of the booklet, if an item is taller than a column.
    """
    pages: list[list[Column]] = []
    rest = list(items)
    while rest:
        room = next(rooms)
        columns, after = _fill_columns(rest, room, count, name, shrinks=True)
        if is_even or not after:
            columns = _balance(rest, room, count, name) or columns
        if is_even:
            columns = _spread(columns, room if after else 0.0)
        if is_even and after:
            columns, after = _resize_figures(rest, (columns, after), room, name)
        pages.append(columns)
        rest = after
    return pages


def _resize_figures(
    items: Sequence[PlacedBlock], page: tuple[list[Column], Column], room: float, name: str
) -> tuple[list[Column], Column]:
    """Return the columns and the remaining items of a page, with figures of another size if less is white.

    All figures of a page are resized by the same factor, unless they are as wide as their column then.
    """
    columns, rest = page
    least = measure_unfilled(columns, room)
    if least <= _EMPTY_PAGE * len(columns) or not any(item.resized for item in items):
        return page
    for factor in _FACTORS:
        resized = [_resize(item, factor) for item in items]
        if max(_measure_least(item) for item in resized) > room:
            continue
        _, after = _fill_columns(resized, room, len(columns), name)
        if _measure_rest(after) > _measure_rest(rest):
            continue
        balanced = _balance(resized, room, len(columns), name)
        filled = _spread(balanced, room) if balanced else []
        cost = _COST_OF_SMALLER if factor < 1.0 else 1.0
        if filled and (white := measure_unfilled(filled, room) * cost) < least:
            whole = [*items[len(items) - len(after) :]]
            after = [*after[:1], *whole[1:]] if after and after[0].block.lines else whole
            page, least = (filled, after), white
    return page


def _resize(item: PlacedBlock, factor: float) -> PlacedBlock:
    return replace(item, block=item.resized(factor)) if item.resized else item


def measure_unfilled(columns: Sequence[Column], room: float) -> float:
    """Return the squares of the white shares of columns; columns that do not end together count twice."""
    whites = (1 - measure_column(column) / room for column in columns)
    return sum(share**2 for share in whites) + measure_uneven(columns, room)


def measure_uneven(columns: Sequence[Column], room: float) -> float:
    """Return twice the square of the share by which columns do not end together."""
    heights = [measure_column(column) for column in columns]
    return 2 * ((max(heights) - min(heights)) / room) ** 2


def _fill_columns(
    items: Sequence[PlacedBlock], room: float, count: int, name: str, *, shrinks: bool = False
) -> tuple[list[Column], Column]:
    """Return the columns and the remaining items; figures at the ends of columns may be reduced."""
    columns: list[Column] = []
    rest = list(items)
    for _ in range(count):
        column, rest = _fill_column(rest, room, name, shrinks=shrinks)
        columns.append(column)
    return columns, rest


def _fill_column(items: Column, room: float, name: str, *, shrinks: bool) -> tuple[Column, Column]:
    """Return what fits, without the headings at its end that would be separated from their text."""
    if items and items[0].again:
        head = PlacedBlock(items[0].again, 0.0, keeps_next=True)
        items = [head, replace(items[0], before=0.0, again=None), *items[1:]]
    count = 0
    for top, item in place_in_column(items):
        if top + item.block.height > room + ROUNDING:
            smaller = item.smaller(room - top) if shrinks and item.smaller and count else None
            parts = [replace(item, block=smaller)] if smaller else _divide(item, room - top)
            if parts:
                items = [*items[:count], *parts, *items[count + 1 :]]
                count += 1
            break
        count += 1
    if items and not count:
        raise LayoutError(name, "one item is taller than a column", over_mm=items[0].block.height - room)
    if count < len(items):
        ends = (end for end in range(count, 0, -1) if not items[end - 1].keeps_next)
        count = next(ends, count)
    return items[:count], items[count:]


def place_in_column(column: Sequence[PlacedBlock]) -> Iterator[tuple[float, PlacedBlock]]:
    """Yield each item of a column with its distance from the top."""
    y = 0.0
    for position, item in enumerate(column):
        y += item.before if position else 0.0
        if position and item.grid:
            y = ceil((y + item.anchor) / item.grid - _ON_GRID) * item.grid - item.anchor
        yield y, item
        y += item.block.height


def measure_column(column: Sequence[PlacedBlock]) -> float:
    """Return the height of the items of a column, with the space between them."""
    return max((top + item.block.height for top, item in place_in_column(column)), default=0.0)


def _divide(item: PlacedBlock, room: float) -> list[PlacedBlock]:
    """Return the lines of a text that fit, and the others; nothing if there would be a single line."""
    lines = item.block.lines
    fitting = min(int((room + ROUNDING) / item.block.height * lines), lines - _LEAST_LINES)
    if fitting < _LEAST_LINES:
        return []
    first, rest = item.block.divided(fitting)
    return [replace(item, block=first, keeps_next=False), PlacedBlock(rest, 0.0, keeps_next=item.keeps_next)]


def _balance(items: Sequence[PlacedBlock], room: float, count: int, name: str) -> list[Column] | None:
    """Return the lowest columns that hold as much as those of this height; None if figures are reduced."""
    best, rest = _fill_columns(items, room, count, name)
    if _measure_rest(rest) > _measure_rest(_fill_columns(items, room, count, name, shrinks=True)[1]):
        return None
    end = len(items) - len(rest)
    is_divided = bool(rest) and rest[0] is not items[end]
    low, high = max(min(_measure_least(item), room) for item in items[: end + is_divided]), room
    for _ in range(_BALANCING_STEPS):
        middle = (low + high) / 2
        columns, after = _fill_columns(items, middle, count, name)
        is_torn = any(column and column[-1].keeps_next for column in columns[:-1])
        if _measure_rest(after) > _measure_rest(rest) or is_torn:
            low = middle
        else:
            best, high = columns, middle
    return best


def _measure_least(item: PlacedBlock) -> float:
    """Return the height of a column in which an item fits, or some lines of it."""
    lines = item.block.lines
    return item.block.height * (min(_LEAST_LINES + 1, lines) / lines if lines else 1.0)


def _measure_rest(items: Sequence[PlacedBlock]) -> tuple[int, int]:
    """Return how much is left: the number of items, and of the lines of the first."""
    return len(items), items[0].block.lines if items else 0


def _spread(columns: list[Column], room: float) -> list[Column]:
    """Return columns with more space above headings, which end at the same height, and at most at `room`."""
    heights = [measure_column(column) for column in columns]
    most = [
        height + sum(item.stretch * item.grid for item in column[1:])
        for height, column in zip(heights, columns, strict=True)
    ]
    goal = max(*heights, min(room, *most), 0.0)
    even = []
    for column in columns:
        most_steps = max((item.stretch for item in column), default=0)
        for least in range(most_steps, 0, -1):
            column = _stretch(column, goal - measure_column(column), least)
        even.append(column)
    return even


def _stretch(column: Column, free: float, least: int) -> Column:
    """Return a column with a step of the grid more above some items, of those that may have as many steps."""
    places = [index for index, item in enumerate(column) if index and item.stretch >= least]
    grid = max((column[index].grid for index in places), default=1.0)
    fitting = min(int(free / grid + _ON_GRID), len(places))
    for number in range(fitting):
        index = places[(2 * number + 1) * len(places) // (2 * fitting)]
        column = [*column]
        column[index] = replace(column[index], before=column[index].before + grid)
    return column


def loosen(columns: list[Column], room: float) -> list[Column]:
    """Return columns that end nearer to the foot, with wider gaps, if all end far above it.

    Nothing else can fill a page before a figure or a section that is too high for the rest of it. Beside a
    full column, wide gaps would be more restless than a column that ends early.
    """
    if room - max(map(measure_column, columns)) <= _FAR_ABOVE * room:
        return columns
    wider = _spread([_allow_more(column) for column in columns], room)
    heights = [measure_column(column) for column in wider]
    lists = [sum(map(_measure_looser, column[1:])) for column in wider]
    goal = max(*heights, min(room, *map(sum, zip(heights, lists, strict=True))), 0.0)
    looser = [
        _widen_lists(column, min((goal - height) / more, 1.0)) if more else column
        for column, height, more in zip(wider, heights, lists, strict=True)
    ]
    return looser if max(map(measure_column, looser)) <= room + ROUNDING else wider


def _allow_more(column: Column) -> Column:
    """Return a column in which the gaps that were stretched may be so again, by a share of what they are."""
    allowed, bottom = [], 0.0
    for top, item in place_in_column(column):
        steps = int(_LOOSER * (top - bottom) / item.grid + _ON_GRID) if item.stretch else 0
        # Headings have more space above them than figures.
        steps = min(steps, max(item.stretch - 1, 0))
        allowed.append(replace(item, stretch=steps))
        bottom = top + item.block.height
    return allowed


def _measure_looser(item: PlacedBlock) -> float:
    """Return by how much the gap above an item of a list may be wider."""
    return 0.0 if item.grid else item.before * _LOOSER


def _widen_lists(column: Column, share: float) -> Column:
    """Return a column with a share of the space that may be added between the items of its lists."""
    return [replace(item, before=item.before + share * _measure_looser(item)) for item in column]

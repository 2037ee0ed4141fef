"""Items in the columns of pages: filled one after the other, those of the last page equally high."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from generator.errors import LayoutError
from generator.layout.shapes.blocks import Item
from generator.model.geometry import ROUNDING
from generator.model.values import replace

_BALANCING_STEPS = 12

Column: TypeAlias = list[Item]


def fill_pages(items: Sequence[Item], rooms: Iterator[float], count: int, name: str) -> list[list[Column]]:
    """Return the columns of each page; `rooms` are the heights of the columns, page by page.

    Raises LayoutError, with the name of the booklet, if an item is taller than a column.
    """
    pages: list[list[Column]] = []
    rest = list(items)
    while rest:
        room = next(rooms)
        columns, after = _fill_columns(rest, room, count, name, shrinks=True)
        if not after:
            columns = _balance(rest, room, count, name)
        pages.append(columns)
        rest = after
    return pages


def _fill_columns(
    items: Sequence[Item], room: float, count: int, name: str, *, shrinks: bool = False
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
        head = Item(items[0].again, 0.0, keeps_next=True)
        items = [head, replace(items[0], before=0.0, again=None), *items[1:]]
    used, count = 0.0, 0
    for item in items:
        height = item.block.height + (item.before if count else 0.0)
        if used + height > room + ROUNDING:
            smaller = item.smaller(room - used - item.before) if shrinks and item.smaller and count else None
            if smaller:
                items = [*items[:count], replace(item, block=smaller), *items[count + 1 :]]
                count += 1
            break
        used += height
        count += 1
    if items and not count:
        raise LayoutError(name, "one item is taller than a column", over_mm=items[0].block.height - room)
    if count < len(items):
        ends = (end for end in range(count, 0, -1) if not items[end - 1].keeps_next)
        count = next(ends, count)
    return items[:count], items[count:]


def _balance(items: Sequence[Item], room: float, count: int, name: str) -> list[Column]:
    """Return the lowest columns that hold everything, so that the last page ends evenly."""
    low, high = max(item.block.height for item in items), room
    best, _ = _fill_columns(items, room, count, name)
    for _ in range(_BALANCING_STEPS):
        middle = (low + high) / 2
        columns, after = _fill_columns(items, middle, count, name)
        is_torn = any(column and column[-1].keeps_next for column in columns[:-1])
        if after or is_torn:
            low = middle
        else:
            best, high = columns, middle
    return best

"""Rows of a sheet that look like the titles of another table below the first one."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.model.language.field_values import number_or_none
from generator.read.declared.table_cells import is_filled, make_name, strip_blanks

_TITLE = re.compile(r"[^\W\d_]{2}.{,38}")
"""A text that may be a title: it begins with two letters, and is short."""
_MOST_ABOVE = 50
"""Number of rows in which the numbers of a column are sought."""


def list_inner_heads(rows: Sequence[Sequence[Any]], head: int, body: Sequence[int]) -> list[int]:
    """Return the rows among `body` that look like titles.

    They repeat the titles in the row `head`, or follow an empty row, and have titles where numbers were.
    """
    return [*_find_heads(rows, head, body)]


def _find_heads(rows: Sequence[Sequence[Any]], head: int, body: Sequence[int]) -> Iterator[int]:
    start, above, is_apart = 0, head, False
    for at, row in enumerate(body):
        # A headline may be between the empty row and the titles.
        is_apart = (is_apart and _count(rows[above]) == 1) or _is_apart(rows, above, row)
        above = row
        if is_apart or rows[row][:1] == rows[head][:1]:
            cells = _list_cells(rows[row])
            others = [rows[each] for each in body[max(start, at - _MOST_ABOVE) : at]]
            has_rows = at + 1 < len(body) and not _is_apart(rows, row, body[at + 1])
            is_head = _repeats(cells, rows[head]) or (is_apart and has_rows and _has_titles(cells, others))
            if is_head:
                head, start = row, at + 1
                yield row


def _is_apart(rows: Sequence[Sequence[Any]], above: int, row: int) -> bool:
    return any(not is_filled(rows[each]) for each in range(above + 1, row))


def _count(row: Sequence[Any]) -> int:
    return sum(map(bool, row))


def _list_cells(row: Sequence[Any]) -> Mapping[int, str]:
    """Return the cells of a row with a text, by their place."""
    cells = ((place, strip_blanks(str(cell))) for place, cell in enumerate(row) if cell)
    return {place: text for place, text in cells if text}


def _repeats(cells: Mapping[int, str], head: Sequence[Any]) -> bool:
    titles = {place: make_name(title) for place, title in _list_cells(head).items()}
    return (
        len(cells) >= min(2, len(titles))
        and {place: make_name(text) for place, text in cells.items()}.items() <= titles.items()
    )


def _has_titles(cells: Mapping[int, str], above: Sequence[Sequence[Any]]) -> bool:
    """Return True for titles, each another one, of which one is in a column that has mostly numbers."""
    if len({*cells.values()}) < max(2, len(cells)):
        return False
    if not all(_TITLE.fullmatch(text) for text in cells.values()):
        return False
    columns = ([row[place] for row in above if place < len(row) and row[place]] for place in cells)
    return any(
        _count([number_or_none(cell) is not None for cell in column]) * 2 > len(column) for column in columns
    )

"""Tables of a game: rows by their ids, which expressions look up, choose, and sort."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any
from unicodedata import combining, normalize

from generator.model.language.field_values import (
    FieldValue,
    format_field_value,
    number_or_none,
    round_as_printed,
    to_value,
)
from generator.model.values import dataclass

PLACE_TABLE = "place()"
"""Name under which elements see the places of areas, by id: those of `place("0203").x`."""
NO_PLACES_HINT = "`place` finds those of grids and maps that are before it on the same board or piece"
MOST_LOOKED_AT = 10_000
"""Maximum number of rows that an expression compares one by one."""


@dataclass(frozen=True, eq=False)
class RowTable(Mapping[str, Any]):
    """Rows by their ids; hashed by identity, because it may be large and never changes."""

    rows: Mapping[str, FieldValue]

    def __getitem__(self, id: str) -> Any:
        return self.rows[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __hash__(self) -> int:
        return id(self)

    def __reduce__(self) -> tuple[type["RowTable"], tuple[Mapping[str, FieldValue]]]:
        # The index is rebuilt when it is needed.
        return RowTable, (self.rows,)

    @cached_property
    def items_in_order(self) -> tuple[FieldValue, ...]:
        """The rows in the order of the table."""
        return tuple(self.rows.values())

    @cached_property
    def _indexes(self) -> dict[str, dict[object, list[int]]]:
        return {}

    def list_with(self, name: str, value: FieldValue) -> Sequence[FieldValue] | None:
        """Return the rows whose field equals a value; None if every row must be compared."""
        if name not in self._indexes:
            self._indexes[name] = self._make_index(name)
        index, keys = self._indexes[name], _list_keys(value)
        if keys is None or _OTHER in index:
            return None
        found = {number for key in keys for number in index.get(key, ())}
        return [self.items_in_order[number] for number in sorted(found)]

    def _make_index(self, name: str) -> dict[object, list[int]]:
        index: dict[object, list[int]] = {}
        for number, row in enumerate(self.items_in_order):
            value = row.get(name) if isinstance(row, Mapping) else None
            for key in (_list_keys(value) if value is not None else None) or (_OTHER,):
                index.setdefault(key, []).append(number)
        return index


_OTHER = object()
"""Index key of values that cannot be indexed, such as lists, and of rows without the field."""


def _list_keys(value: FieldValue) -> Sequence[object] | None:
    """Return index keys, of which equal values share at least one; None for values without index keys."""
    if isinstance(value, bool | tuple | Mapping):
        return None
    number = number_or_none(value)
    texts = {str(value), str(to_value(value))}
    return [*texts] if number is None else [*texts, round_as_printed(number)]


def list_items(value: object) -> tuple[Any, ...]:
    """Return the rows of a table, the items of a list, or of a number: that number of items.

    Raises ValueError for any other text.
    """
    if value is None or value == "":
        return ()
    if isinstance(value, RowTable):
        return value.items_in_order
    value = format_field_value(value) if isinstance(value, int | float) else value
    if isinstance(value, str):
        if not re.fullmatch(r"\d{1,3}", value):
            raise ValueError(f"`{value}` is neither a list nor a number from 0 to 999")
        return tuple(str(number) for number in range(1, int(value) + 1))
    return value if isinstance(value, tuple) else (value,)


def rank_value(value: object) -> tuple[int, float, list[tuple[int, str]], str]:
    """Return a key for sorting: numbers first, then texts with their numbers in order, empty ones last.

    Accents decide only between texts that are equal without them: `Ä` is beside `A`.
    """
    number = number_or_none(value)
    if number is not None:
        return 0, number, [], ""
    text = value.strip().casefold() if isinstance(value, str) else ""
    plain = "".join(one for one in normalize("NFKD", text) if not combining(one))
    parts = re.split(r"(\d{1,9})", plain)
    ranks = [(int(part), "") if part.isdecimal() else (0, part) for part in parts]
    return (1 if text else 2), 0.0, ranks, text

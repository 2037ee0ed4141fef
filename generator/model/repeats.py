"""The items of a repeat: a list or number of the piece, a range such as `1..40`, or an expression."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, NamedTuple

from generator.errors import Wrong
from generator.model.expressions import parse_expression
from generator.model.fields import INDEX, ITEM, Field, find_field, list_items
from generator.model.functions import Value, format_letters, format_roman, format_value
from generator.model.kinds import FIELD, Kind

_MOST = 1000
_RANGE = re.compile(r"([0-9]{1,6}|[A-Za-z]+)\s*\.\.\s*([0-9]{1,6}|[A-Za-z]+)")


class Over(NamedTuple):
    """The items of a repeat: the fields that they depend on, and a function that lists them."""

    names: tuple[str, ...]
    list_items: Callable[[Mapping[str, Field]], tuple[Field, ...]]


@cache
def parse_over(text: str) -> Over:
    """Return what a text repeats; raises Wrong."""
    if ".." in text:
        items = parse_range(text)
        return Over((), lambda fields: items)
    expression = parse_expression(text)
    if re.fullmatch(FIELD, text):
        return Over((text,), lambda fields: list_items(find_field(fields, text)))

    def find(fields: Mapping[str, Field]) -> tuple[Field, ...]:
        return list_items(_to_field(expression.evaluate(fields)))

    return Over(expression.names, find)


def _to_field(value: Value) -> Field:
    """Return a value as a field of a piece, with its numbers as texts."""
    if isinstance(value, Mapping):
        return {name: _to_field(inner) for name, inner in value.items()}
    return tuple(map(_to_field, value)) if isinstance(value, tuple) else format_value(value)


def list_cells(over: str, fields: Mapping[str, Field]) -> list[Mapping[str, Field]]:
    """Return the fields in each cell of a repeat; raises ValueError for what cannot be repeated."""
    items = enumerate(parse_over(over).list_items(fields), start=1)
    return [{**fields, ITEM: item, INDEX: str(index)} for index, item in items]


def parse_range(text: str) -> tuple[str, ...]:
    """Return the items from the first to the last of `1..40`, `F..A`, or `I..X`; raises Wrong."""
    match = _RANGE.fullmatch(text.strip())
    for write in (str, format_roman, format_letters, lambda number: format_letters(number).lower()):
        # Single letters are Roman numbers only after I: `C..F` are letters.
        if match is None or (write is format_roman and match[1] != "I" and len(match[1] + match[2]) == 2):
            continue
        written = {write(number): number for number in range(_MOST)}
        first, last = written.get(match[1]), written.get(match[2])
        if first is not None and last is not None:
            step = 1 if first <= last else -1
            return tuple(write(number) for number in range(first, last + step, step))
    hint = f"write it like `1..40`, `A..F`, or `I..X`, with at most {_MOST} items"
    raise Wrong(f"`{text}` is not a range", hint)


_LISTED = "write a list as an expression: `\"['red', 'blue']\"`"
_OVER = "field, number, range, or expression"
OverText = Annotated[str, Kind(_OVER, lambda text: parse_over(text) and text, instead=_LISTED)]

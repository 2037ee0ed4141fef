"""Fields of a piece, and the places for them in the strings of a template: `{name}`, `{item.colour}`."""

import re
from collections.abc import Mapping
from typing import TypeAlias

Field: TypeAlias = str | tuple["Field", ...] | Mapping[str, "Field"]
"""What stands in a column of a deck: text, a list, or named texts."""

ITEM = "item"
"""The field that stands for the item at hand inside of what is repeated."""

FACE = "face"
"""The field that stands for the number of a cube's face, `1` to `6`."""

_NAME = r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*"
_PLACE = re.compile(rf"\{{({_NAME})\}}")


class Pattern:
    """A string with places for fields."""

    __slots__ = ("_parts", "names", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._parts = _PLACE.split(text)
        self.names: tuple[str, ...] = tuple(dict.fromkeys(self._parts[1::2]))
        """Of the fields, with a point between a name and one inside it."""

    @property
    def literals(self) -> tuple[str, ...]:
        """What stands around the places, one more than there are places."""
        return tuple(self._parts[0::2])

    @property
    def only(self) -> str:
        """The name of the field that is all there is; empty when there is more."""
        parts = self._parts
        return parts[1] if len(parts) == 3 and not (parts[0] or parts[2]) else ""

    def fill(self, fields: Mapping[str, Field]) -> str:
        """The string with the fields in their places; KeyError for one that is not there or no text."""
        parts = self._parts
        if len(parts) == 1:
            return self.text
        filled = parts.copy()
        for index in range(1, len(parts), 2):
            value = fields.get(parts[index])
            if value is None:
                value = find_field(fields, parts[index])
            if not isinstance(value, str):
                raise KeyError(parts[index])
            filled[index] = value
        return "".join(filled)


def find_field(fields: Mapping[str, Field], name: str) -> Field | None:
    """The field of a name, `item.colour` being the `colour` of `item`; None when it is not there."""
    value: Field | None = fields
    for step in name.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def list_items(value: Field | None) -> tuple[Field, ...]:
    """What a repeated element is drawn for: the items of a list; a number stands for so many.

    ValueError for any other text.
    """
    if value is None or value == "":
        return ()
    if isinstance(value, str):
        if not re.fullmatch(r"\d{1,3}", value):
            raise ValueError(f"`{value}` is neither a list nor a number")
        return tuple(str(number) for number in range(1, int(value) + 1))
    return value if isinstance(value, tuple) else (value,)

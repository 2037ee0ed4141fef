"""Fields of a piece, and their placeholders in the strings of a template: `{name}`, `{item.colour}`."""

import re
from collections.abc import Mapping
from typing import TypeAlias

Field: TypeAlias = str | tuple["Field", ...] | Mapping[str, "Field"]
"""A value in a column of a deck: a text, a list, or named texts."""

ITEM = "item"
"""Name of the field with the current item of a repeat."""

FACE = "face"
"""Name of the field with the number of a cube's face, `1` to `6`."""

_NAME = r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*"
_PLACE = re.compile(rf"\{{({_NAME})\}}")


class Pattern:
    """A string with placeholders for fields."""

    __slots__ = ("_parts", "names", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._parts = _PLACE.split(text)
        self.names: tuple[str, ...] = tuple(dict.fromkeys(self._parts[1::2]))
        """Names of the fields, with a point between a name and one inside it."""

    @property
    def literals(self) -> tuple[str, ...]:
        """The text around the placeholders: one more than there are placeholders."""
        return tuple(self._parts[0::2])

    @property
    def only(self) -> str:
        """The name of the field if there is nothing else; otherwise empty."""
        parts = self._parts
        return parts[1] if len(parts) == 3 and not (parts[0] or parts[2]) else ""

    def has_blank(self, fields: Mapping[str, Field]) -> bool:
        """Return True if a field of the string is empty."""
        return any(find_field(fields, name) == "" for name in self.names)

    def fill(self, fields: Mapping[str, Field]) -> str:
        """Return the string with the fields filled in; raises KeyError if one is missing or not a text."""
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
    """Return the field of a name, such as `item.colour` for `colour` of `item`; None if it is missing."""
    value: Field | None = fields
    for step in name.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def is_true(value: Field | None) -> bool:
    """Return True for a field with content, except for the texts `0`, `no`, and `false`."""
    return bool(value) and not (isinstance(value, str) and value.lower() in ("0", "no", "false"))


def list_items(value: Field | None) -> tuple[Field, ...]:
    """Return the items of a list, or of a number: that number of items.

    Raises ValueError for any other text.
    """
    if value is None or value == "":
        return ()
    if isinstance(value, str):
        if not re.fullmatch(r"\d{1,3}", value):
            raise ValueError(f"`{value}` is neither a list nor a number")
        return tuple(str(number) for number in range(1, int(value) + 1))
    return value if isinstance(value, tuple) else (value,)

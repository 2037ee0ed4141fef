"""Strings of a template with places for fields of a piece, or for constants: `{name}`, `{cost * 2}`."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Protocol, TypeAlias

from generator.errors import Wrong
from generator.model.language.expressions import Expression, parse_expression
from generator.model.texts.rich_text import OPENED

Field: TypeAlias = str | tuple["Field", ...] | Mapping[str, "Field"]
"""A value in a column of a deck: a text, a list, or named texts."""
ITEM = "item"
"""Name of the field with the current item of a repeat."""
INDEX = "index"
"""Name of the field with the number of the current item, from `1`."""
FACE = "face"
"""Name of the field with the number of a cube's face, `1` to `6`."""
LANGUAGES = "languages"
"""Name of the field with the number of languages in which a piece is printed."""


class LanguageCount(str):
    """The value of this field, unlike that of a column with its name."""

    __slots__ = ()


_NAME = r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*"
_BRACE = re.compile(
    r"\\.|(?P<message>\{\s*\w+\s*,\s*(?:plural|select))"
    rf"|\{{(?P<name>{_NAME})\}}|\{{(?:{OPENED})\|"
    r"""|\{(?P<code>(?:[^{}"']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')+)\}""",
    re.DOTALL,
)
"""An escaped character, a place of a field, the beginning of a mark, or an expression."""


class Pattern:
    """A string with places for fields and expressions; raises Wrong with the position of a bad expression."""

    __slots__ = ("_instead", "_parts", "names", "only", "text")

    def __init__(self, text: str, instead: str = "") -> None:
        """`instead` is the string if it is empty for a piece."""
        self.text = text
        self._instead = instead
        self._parts: Sequence[str | Expression] = (text,)
        self.names: tuple[str, ...] = ()
        """Names of the fields, with a point between a name and one inside it."""
        self.only = ""
        """The name of the field if there is nothing else; otherwise empty."""
        if "{" in text:
            self._parts, self.names, self.only = _parse_pattern(text)

    @property
    def has_places(self) -> bool:
        return len(self._parts) > 1

    @property
    def literals(self) -> tuple[str, ...]:
        """The text around the places: one more than there are places."""
        return tuple(map(str, self._parts[0::2]))

    @property
    def places(self) -> tuple[str, ...]:
        """The names and expressions of the places."""
        return tuple(map(str, self._parts[1::2]))

    @property
    def masked(self) -> str:
        """The text with a `×` for each character of a place, so that `:{sign}:` names no icon yet."""
        return self.replaced(lambda place: "×" * (len(place) + 2))

    def replaced(self, fill: Callable[[str], str]) -> str:
        """Return the text with other texts for its places, whose names or expressions `fill` gets."""
        return "".join(fill(str(part)) if index % 2 else str(part) for index, part in enumerate(self._parts))

    def fill(self, fields: Mapping[str, Field]) -> str:
        """Return the string with the fields filled in.

        Raises KeyError if a field is missing or not a text, and Wrong if an expression has no value.
        """
        if len(self._parts) == 1:
            return self.text
        if self.only and isinstance(value := fields.get(self.only), str):
            return value or self._instead
        parts = enumerate(self._parts)
        filled = "".join([_fill(part, fields) if index % 2 else str(part) for index, part in parts])
        return filled or self._instead

    def fill_unless_empty(self, fields: Mapping[str, Field]) -> str | None:
        """Return the string with the fields filled in; None if all places are empty. Raises as `fill`."""
        filled = [_fill(part, fields) if index % 2 else str(part) for index, part in enumerate(self._parts)]
        return "".join(filled) if any(filled[1::2]) or len(filled) == 1 else None

    def fill_places(self, fields: Mapping[str, Field]) -> dict[str, str]:
        """Return the text of each place, by its name or expression; raises as `fill` does."""
        return {str(part): _fill(part, fields) for part in self._parts[1::2]}


@lru_cache(maxsize=4096)
def _parse_pattern(text: str) -> tuple[Sequence[str | Expression], tuple[str, ...], str]:
    """Return literals and places in turn, the names of all fields, and that of the only one if it is all."""
    parts, end = list[str | Expression]([text]), 0
    for match in _BRACE.finditer(text):
        name, code = match["name"], match["code"]
        if match["message"]:
            hint = 'they are for the wording; here, write `{"card" if n == 1 else "cards"}`'
            raise Wrong("plurals and selections are not allowed here", hint, position=match.start())
        if name or code:
            place = name or parse_expression(code, match.start() + 1)
            parts[-1:] = [text[end : match.start()], place, text[match.end() :]]
            end = match.end()
    names = [[part] if isinstance(part, str) else part.names for part in parts[1::2]]
    only = parts[1] if len(parts) == 3 and parts[0] == parts[2] == "" else ""
    return (
        tuple(parts),
        tuple(dict.fromkeys(name for several in names for name in several)),
        only if isinstance(only, str) else "",
    )


def _fill(place: str | Expression, fields: Mapping[str, Field]) -> str:
    if isinstance(place, Expression):
        return place.format(fields)
    value = fields.get(place)
    if value is None:
        value = get_field(fields, place)
    if not isinstance(value, str):
        raise KeyError(place)
    return value


def to_placeholder(place: str) -> str:
    """Return the placeholder of a message for a place: `item_name` for `item.name`."""
    return re.sub(r"^(?=\d|$)", "n", re.sub(r"[^a-z0-9]+", "_", place.lower()).strip("_"))


def get_field(fields: Mapping[str, Field], name: str) -> Field | None:
    """Return the field with a name, such as `item.colour` for `colour` of `item`; None if it is missing."""
    value: Field | None = fields
    for step in name.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


class Using(Protocol):
    """Pattern, condition, repeat, or anything else that uses fields of a piece."""

    @property
    def names(self) -> tuple[str, ...]: ...


def list_roots(*users: Using) -> frozenset[str]:
    """Return the fields that patterns and conditions use, such as `item` for `{item.colour}`."""
    return frozenset(name.split(".")[0] for user in users for name in user.names)

"""Conditions of elements: `kind`, `not kind`, `kind = a, b`, `{kind: [a, b]}`, or an expression."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from generator.errors import Wrong
from generator.model.expressions import Expression, parse_expression
from generator.model.fields import Field, find_field
from generator.model.functions import is_true
from generator.model.kinds import FIELD, Kind
from generator.model.values import dataclass

_SHORT = rf"(?P<not>not\s+)?(?P<field>{FIELD})(?:\s*(?P<sign>!?=)\s*(?P<values>[^=<>()'\"]+))?"


@dataclass(frozen=True, slots=True)
class Condition:
    """A field that is true, or has one of `values`; `negated`: that is not, or has none of them."""

    field: str = ""
    values: tuple[str, ...] = ()
    negated: bool = False
    expression: Expression | None = None
    """Used instead of a field."""

    @property
    def names(self) -> tuple[str, ...]:
        """The fields that the condition depends on."""
        return (self.field,) if self.expression is None else self.expression.names

    def holds(self, fields: Mapping[str, Field]) -> bool:
        """Return True if the condition holds; of a list, one item with one of the values is enough.

        Empty fields, `0`, `no`, and `false` are false. Raises Wrong if an expression has no value.
        """
        if self.expression is not None:
            return is_true(self.expression.evaluate(fields))
        value = find_field(fields, self.field)
        if not self.values:
            return is_true(value) != self.negated
        items = value if isinstance(value, tuple) else (value,)
        return any(item in self.values for item in items) != self.negated


def _parse_condition(text: str) -> Condition:
    match = re.fullmatch(_SHORT, text.strip())
    if match is None or (match["not"] and match["sign"]):
        return Condition(expression=parse_expression(text))
    values = tuple(value.strip() for value in (match["values"] or "").split(",") if value.strip())
    joined = next((value for value in values if re.search(r"\s(and|or)\s", value)), "")
    if joined or (match["sign"] and not values):
        hint = f'write `{match["field"]} = a, b`, or an expression: `{match["field"]} == "a" or cost > 3`'
        raise Wrong(f"`{text}` is not a condition", hint)
    return Condition(match["field"], values, bool(match["not"]) or match["sign"] == "!=")


def _list_conditions(value: Any) -> Iterator[Condition]:
    """Yield one condition, or several that must all hold."""
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, str):
            yield _parse_condition(one)
            continue
        for name, given in one.items() if isinstance(one, dict) else [("", None)]:
            values: list[Any] = given if isinstance(given, list) else [given]
            if not re.fullmatch(FIELD, name) or not all(isinstance(each, str) for each in values):
                hint = "write `when: [colour = red, not icon]`"
                raise Wrong("must be a condition or a list of conditions", hint)
            yield Condition(name, tuple(values))


_SCHEMA = {"anyOf": [{"type": kind} for kind in ("string", "boolean", "array", "object")]}
_KIND = Kind("conditions", lambda value: tuple(_list_conditions(value)), _SCHEMA, takes_data=True)
Conditions = Annotated[tuple[Condition, ...], _KIND]

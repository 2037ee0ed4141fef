"""Conditions of elements: `kind`, `not kind`, `kind = a, b`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from generator.model.fields import Field, find_field, is_true
from generator.model.kinds import FIELD, Kind, Wrong

_CONDITION = re.compile(rf"(?P<not>not\s+)?(?P<field>{FIELD})(?:\s*(?P<sign>!?=)\s*(?P<values>[^=\s].*))?")


@dataclass(frozen=True, slots=True)
class Condition:
    """A field that is present, or has one of `values`; `negated`: that is absent, or has none of them."""

    field: str
    values: tuple[str, ...] = ()
    negated: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The fields that the condition depends on."""
        return (self.field,)

    def holds(self, fields: Mapping[str, Field]) -> bool:
        """Empty fields, `0`, `no`, and `false` count as absent; one item of a list with a value is enough."""
        value = find_field(fields, self.field)
        if not self.values:
            return is_true(value) != self.negated
        items = value if isinstance(value, tuple) else (value,)
        return any(item in self.values for item in items) != self.negated


def _parse_condition(text: str) -> Condition:
    match = _CONDITION.fullmatch(text.strip())
    if match is None or (match["not"] and match["sign"]):
        hint = "write `field`, `not field`, `field = a, b`, or `field != a`"
        raise Wrong(f"`{text}` is not a condition", hint)
    values = tuple(value.strip() for value in (match["values"] or "").split(",") if value.strip())
    return Condition(match["field"], values, bool(match["not"]) or match["sign"] == "!=")


def _parse_conditions(value: Any) -> tuple[Condition, ...]:
    """One condition, or a list of them that must all hold."""
    given = value if isinstance(value, list) else [value]
    if not all(isinstance(one, str) for one in given):
        raise Wrong("must be a condition or a list of conditions", "write `when: [colour = red, not icon]`")
    return tuple(_parse_condition(one) for one in given)


_TEXTS = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
Conditions = Annotated[tuple[Condition, ...], Kind("conditions", _parse_conditions, _TEXTS, takes_data=True)]

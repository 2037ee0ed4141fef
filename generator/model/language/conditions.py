"""How often an element is drawn: its conditions (`not kind`, `cost > 3`), and its repeats (`1..40`)."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, cast

from generator.errors import Wrong
from generator.model.language.expressions import MOST_CODE, Expression, parse_expression
from generator.model.language.field_values import (
    FieldValue,
    format_field_value,
    is_equal,
    number_or_none,
    to_truth,
    to_value,
)
from generator.model.language.fields import INDEX, ITEM, Field, get_field
from generator.model.language.functions import format_letters, format_roman
from generator.model.language.kinds import FIELD, Kind
from generator.model.language.tables import list_items
from generator.model.values import dataclass


@dataclass(frozen=True, slots=True)
class Condition:
    """A field or expression that is true, or has one of `values`; if `negated`, is not, or has none of them.

    It is written `kind`, `not kind`, `kind = a, b`, `kind != a`, `{kind: [a, b]}`, or as an expression.
    """

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

        Raises Wrong if an expression has no value, or a text that means neither yes nor no.
        """
        if not self.values:
            return self._judge(fields) != self.negated
        value = self.expression.evaluate(fields) if self.expression else get_field(fields, self.field)
        items = value if isinstance(value, tuple) else (value,)
        return any(item in self.values or self._equals_one(item) for item in items) != self.negated

    def _judge(self, fields: Mapping[str, Field]) -> bool:
        if self.expression:
            return self.expression.judge(fields)
        return to_truth(get_field(fields, self.field), self.field)

    def _equals_one(self, item: object) -> bool:
        value = to_value(item)
        is_compared = value is not item or isinstance(value, bool) or number_or_none(value) is not None
        return is_compared and any(is_equal(value, other) for other in self.values)


_QUOTED = r""" "(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*' """.strip()
_COMPARED = re.compile(
    rf"""(?P<subject>(?:[^=<>!"']|{_QUOTED}){{1,{MOST_CODE}}}?)\s*(?P<sign>!?=)(?!=)"""
    r"""\s*(?P<values>[^=<>()'"]*)"""
)
_ALONE = re.compile(rf"(?P<not>not\s+)?(?P<field>{FIELD})")


class Comparison(NamedTuple):
    """The parts of a condition such as `kind != a, b`."""

    subject: str
    sign: str
    values: str


def split_comparison(text: str) -> Comparison | None:
    """Return the parts of `kind = a, b`; None if a condition is written in another way."""
    match = _COMPARED.fullmatch(text.strip())
    return Comparison(**match.groupdict()) if match else None


def _parse_condition(text: str) -> Condition:
    if alone := _ALONE.fullmatch(text.strip()):
        return Condition(alone["field"], (), bool(alone["not"]))
    compared = split_comparison(text)
    if compared is None or re.match(r"not\s", compared.subject):
        return Condition(expression=parse_expression(text))
    subject, sign, given = compared
    values = tuple(value.strip() for value in given.split(",") if value.strip())
    if not values or any(re.search(r"\s(and|or)\s", value) for value in values):
        hint = f'write `{subject} = a, b`, or an expression: `{subject} == "a" or cost > 3`'
        raise Wrong(f"`{text}` is not a condition", hint)
    return _compare(subject, values, negated=sign == "!=")


def _compare(subject: str, values: tuple[str, ...], *, negated: bool = False) -> Condition:
    braces = next((value for value in values if "{" in value), "")
    if braces:
        hint = f"to compare two fields, write `{subject} == {braces.strip('{}')}`"
        raise Wrong(f"`{braces}` is compared as a text", hint)
    if re.fullmatch(FIELD, subject):
        return Condition(subject, values, negated)
    return Condition("", values, negated, parse_expression(subject))


def list_conditions(value: Any) -> Iterator[Condition]:
    """Yield one condition, or several that must all hold."""
    for condition in value if isinstance(value, list) else [value]:
        if isinstance(condition, str):
            yield _parse_condition(condition)
            continue
        for name, given in condition.items() if isinstance(condition, dict) else [("", None)]:
            values: list[Any] = given if isinstance(given, list) else [given]
            if not name or not all(isinstance(each, str) for each in values):
                hint = "write `when: [colour = red, not icon]`"
                raise Wrong("must be a condition or a list of conditions", hint)
            yield _compare(name, tuple(values))


CONDITIONS_SCHEMA = {"anyOf": [{"type": kind} for kind in ("string", "boolean", "array", "object")]}
EXPRESSION = Kind("expression", parse_expression, {"type": ["string", "number"], "maxLength": MOST_CODE})
ExpressionValue = Annotated[Expression, EXPRESSION]
_KIND = Kind("conditions", lambda value: tuple(list_conditions(value)), CONDITIONS_SCHEMA, takes_data=True)
Conditions = Annotated[tuple[Condition, ...], _KIND]


class Over(NamedTuple):
    """The items of a repeat: the fields that they depend on, and a function that lists them."""

    names: tuple[str, ...]
    list_items: Callable[[Mapping[str, Field]], tuple[Field, ...]]


_CHOSEN = re.compile(r"\s(where|sort\s+by)\s")


@cache
def parse_over(text: str) -> Over:
    """Return the repeat of a text: a field, a range such as `1..40`, or an expression. Raises Wrong.

    An expression may end with a choice of rows: `pips where item.rank == rank sort by x`.
    """
    if ".." in text and not _CHOSEN.search(text):
        items = parse_range(text)
        return Over((), lambda fields: items)
    call = "rows(" if _CHOSEN.search(text) else ""
    expression = parse_expression(f"{call}{text})" if call else text, -len(call))
    if re.fullmatch(FIELD, text):
        return Over((text,), lambda fields: list_items(get_field(fields, text)))
    return Over(expression.names, lambda fields: list_items(to_field(expression.evaluate(fields))))


def list_cells(over: str, fields: Mapping[str, Field]) -> list[Mapping[str, Field]]:
    """Return the fields in each cell of a repeat; raises ValueError if its items cannot be listed."""
    items = enumerate(parse_over(over).list_items(fields), start=1)
    return [{**fields, ITEM: item, INDEX: str(index)} for index, item in items]


def to_field(value: FieldValue) -> Field:
    """Return a value as a field of a piece, with its numbers as texts; rows have texts already."""
    if isinstance(value, Mapping):
        return cast(Mapping[str, Field], value)
    return tuple(map(to_field, value)) if isinstance(value, tuple) else format_field_value(value)


_MOST = 1000
_RANGE = re.compile(r"([0-9]{1,6}|[A-Za-z]+)\s*\.\.\s*([0-9]{1,6}|[A-Za-z]+)")


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


_LISTED = "write a list as an expression: `\"['red', 'blue']\"`, or as one of `tables`"
_OVER = "field, number, range, or expression"
OverText = Annotated[
    str,
    Kind(
        _OVER,
        lambda text: parse_over(text) and text,
        instead=_LISTED,
        schema={"type": ["string", "integer"]},
    ),
]

"""Local values of elements: `let: {s: cost * 2}`, seen by the element and everything in it."""

import re
from collections.abc import Mapping
from typing import Annotated

from generator.errors import Wrong
from generator.model.language.conditions import to_field
from generator.model.language.constants import to_code
from generator.model.language.expressions import Expression, parse_expression
from generator.model.language.fields import INDEX, ITEM, Field, Pattern, list_roots
from generator.model.language.kinds import ID, Kind


def _parse_name(name: str) -> str:
    if not re.fullmatch(ID, name):
        raise Wrong(f"`{name}` is not a name", "lower-case letters, digits, and `_`, such as `scale`")
    if name in (ITEM, INDEX):
        raise Wrong(f"`{name}` is a name of `each` and `repeat`", "use another name")
    return name


def _parse_local(text: str) -> Expression:
    """Parse an expression, which may also be written as a text with fields in braces."""
    if "{" in text and Pattern(text).has_places:
        return parse_expression(to_code(text))
    try:
        return parse_expression(text)
    except Wrong as wrong:
        wrong.hint = f"a text is written in quotes: `\"'{text}'\"`" if text.isalpha() else wrong.hint
        raise


_VALUE = Kind(
    "expression",
    _parse_local,
    {"type": ["string", "number", "boolean"]},
    instead="write a list as an expression: `\"['red', 'blue']\"`",
)
Locals = Mapping[Annotated[str, Kind("name", _parse_name)], Annotated[Expression, _VALUE]]


def add_locals(let: Mapping[str, Expression], fields: Mapping[str, Field]) -> Mapping[str, Field]:
    """Return fields with local values, each of which may use those before it; raises Wrong."""
    seen = dict(fields)
    for name, local in let.items():
        try:
            seen[name] = to_field(local.evaluate(seen))
        except Wrong as wrong:
            wrong.path = ("let", name)
            raise
    return seen


def change_locals(let: Mapping[str, Expression], own: Mapping[str, Expression]) -> Mapping[str, Expression]:
    """Return local values with some changed, in an order in which each may still use those before it."""
    rest, changed = dict(own), dict[str, Expression]()
    for name, local in let.items():
        while name in rest:
            first = next(iter(rest))
            changed[first] = rest.pop(first)
        changed.setdefault(name, local)
    return {**changed, **rest}


def list_used(let: Mapping[str, Expression], names: frozenset[str]) -> frozenset[str]:
    """Return the outer fields, local values included, that `names` depend on."""
    for name, local in reversed([*let.items()]):
        if name in names:
            names = names - {name} | list_roots(local)
    return names

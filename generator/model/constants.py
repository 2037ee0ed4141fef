"""Constants of templates and parameters of parts, filled into the data of elements before it is read."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from generator.errors import Wrong
from generator.model.expressions import list_tokens, parse_expression
from generator.model.fields import Pattern
from generator.model.functions import FUNCTIONS, number_or_none

Values: TypeAlias = Mapping[str, Any]


def fill_constants(data: Any, values: Values, key: str = "") -> Any:
    """Return data in which `{name}`, and names in expressions and conditions, have their values."""
    if not values:
        return data
    if isinstance(data, list):
        return [fill_constants(item, values, key) for item in data]
    if isinstance(data, dict):
        return {name: fill_constants(item, values, name) for name, item in data.items()}
    if not isinstance(data, str):
        return data
    try:
        if key in ("when", "over"):
            return values[data] if key == "over" and data in values else _fill_code(data, values)
        pattern = Pattern(data)
        if pattern.only in values:
            return values[pattern.only]
        return pattern.replaced(lambda name: _fill_name(name, values), lambda code: _fill_place(code, values))
    except Wrong:
        # What is wrong is found when the element is read.
        return data


def _fill_name(name: str, values: Values) -> str:
    value = values.get(name)
    return value if isinstance(value, str) else f"{{{name}}}"


def _fill_place(code: str, values: Values) -> str:
    filled = _fill_code(code, values)
    expression = parse_expression(filled)
    return f"{{{filled}}}" if expression.names else expression.format({})


def _fill_code(code: str, values: Values) -> str:
    tokens = [*list_tokens(code)]
    before = ["", *(token for _, token, _ in tokens)]
    return "".join(
        _quote(values[token])
        if kind == "name" and token in values and before[index] != "." and token not in FUNCTIONS
        else token
        for index, (kind, token, _) in enumerate(tokens)
    )


def _quote(value: Any) -> str:
    """Return a value as it is written in an expression."""
    if isinstance(value, list):
        return f"[{', '.join(map(_quote, value))}]"
    text = str(value)
    if number_or_none(text) is not None:
        return f"({text})"
    pattern = Pattern(text)
    if pattern.has_places and not "".join(pattern.literals):
        return f"({text[1:-1]})"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'

"""Constants of templates and parameters of parts, filled into the data of elements before it is read."""

from collections.abc import Mapping
from typing import Any

from generator.errors import Wrong
from generator.model.expressions import list_tokens, parse_expression
from generator.model.fields import Pattern
from generator.model.functions import FUNCTIONS, number_or_none


def fill_constants(data: Any, values: Mapping[str, Any], key: str = "") -> Any:
    """Return data in which `{name}`, and names in expressions and conditions, have their values."""
    if isinstance(data, list) and values:
        return [fill_constants(item, values, key) for item in data]
    if isinstance(data, dict) and values:
        return {name: fill_constants(item, values, name) for name, item in data.items()}
    if not isinstance(data, str) or not values:
        return data
    try:
        if key in ("when", "over"):
            return values[data] if key == "over" and data in values else _fill_code(data, values)
        if "{" not in data:
            return data
        pattern = Pattern(data)
        if pattern.only in values:
            return values[pattern.only]
        return pattern.replaced(lambda code: _fill_constant(code, values))
    except Wrong:
        # What is wrong is found when the element is read.
        return data


def _fill_constant(code: str, values: Mapping[str, Any]) -> str:
    filled = _fill_code(code, values)
    expression = parse_expression(filled)
    return f"{{{filled}}}" if expression.names else expression.format({})


def _fill_code(code: str, values: Mapping[str, Any]) -> str:
    filled = ""
    for kind, token, _ in list_tokens(code):
        is_name = kind == "name" and token in values and token not in FUNCTIONS and not filled.endswith(".")
        filled += _quote(values[token]) if is_name else token
    return filled


def _quote(value: Any) -> str:
    """Return a value as it is written in an expression."""
    if isinstance(value, list):
        return f"[{', '.join(map(_quote, value))}]"
    text = str(value)
    if number_or_none(text) is not None:
        return f"({text})"
    if text.startswith("{") and Pattern(text).masked == "x" * len(text):
        return f"({text[1:-1]})"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'

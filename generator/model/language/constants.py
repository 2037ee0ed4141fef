"""Constants of templates and parameters of parts, filled into the data of elements."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from generator.errors import Wrong
from generator.model.language.conditions import split_comparison
from generator.model.language.expressions import list_tokens, parse_expression
from generator.model.language.field_values import number_or_none
from generator.model.language.fields import Pattern
from generator.model.values import dataclass

_REPEATS = ("each", "over")
"""Keys whose values are fields, ranges, or expressions without braces."""


@dataclass(frozen=True)
class _Unhidden(Mapping[str, Any]):
    """Values without those of hidden names; each value is looked up only when it is used."""

    around: Mapping[str, Any]
    hidden: Collection[str]

    def __contains__(self, name: object) -> bool:
        return name in self.around and name not in self.hidden

    def __getitem__(self, name: str) -> Any:
        if name in self.hidden:
            raise KeyError(name)
        return self.around[name]

    def __iter__(self) -> Iterator[str]:
        return (name for name in self.around if name not in self.hidden)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def fill_constants(data: Any, values: Mapping[str, Any], key: str = "") -> Any:
    """Return the data of elements with constants of templates, or parameters of parts, filled in.

    They replace `{name}`, and names in expressions and conditions.
    """
    if not values:
        return data
    if isinstance(data, list):
        return [fill_constants(item, values, key) for item in data]
    if isinstance(data, dict):
        if key == "when":
            return {
                _fill_safely(_fill_code, name, values): fill_constants(item, values)
                for name, item in data.items()
            }
        if key == "let":
            return {name: _fill_safely(_fill_local, item, values) for name, item in data.items()}
        if isinstance(let := data.get("let"), dict):
            # Local values hide constants of the same names.
            filled = fill_constants(let, values, "let")
            values = _Unhidden(values, let)
            return {
                name: filled if name == "let" else fill_constants(item, values, name)
                for name, item in data.items()
            }
        return {name: fill_constants(item, values, name) for name, item in data.items()}
    if not isinstance(data, str):
        return data
    if key == "when":
        return _fill_safely(_fill_condition, data, values)
    if key in _REPEATS:
        return values[data] if data in values else _fill_safely(_fill_code, data, values)
    filled = _fill_safely(_fill_text, data, values)
    # An empty text of a constant or a parameter draws nothing, like that of a field.
    return _NO_TEXT if filled == "" and data and key in _TEXTS else filled


_TEXTS = ("text", "words")
"""Keys of texts that must not be empty where they are written."""
_NO_TEXT = "{''}"


def _fill_safely(fill: Callable[[str, Mapping[str, Any]], Any], data: str, values: Mapping[str, Any]) -> Any:
    """Return what `fill` returns; the data itself if it is wrong, which is reported when it is read."""
    try:
        return fill(data, values)
    except Wrong:
        return data


def _fill_text(text: str, values: Mapping[str, Any]) -> Any:
    if "{" not in text:
        return text
    pattern = Pattern(text)
    if pattern.only in values:
        return values[pattern.only]
    return pattern.replaced(lambda code: _fill_constant(code, values))


def _fill_constant(code: str, values: Mapping[str, Any]) -> str:
    filled = _fill_code(code, values)
    expression = parse_expression(filled)
    return f"{{{filled}}}" if expression.names else expression.format({})


def _fill_local(text: Any, values: Mapping[str, Any]) -> Any:
    if not isinstance(text, str):
        return text
    return _fill_text(text, values) if "{" in text else _fill_code(text, values)


def _fill_condition(text: str, values: Mapping[str, Any]) -> str:
    """Return a condition with its field filled in; in `kind = a`, `a` is a text, and `{a}` a constant."""
    compared = split_comparison(text)
    if compared is None:
        return _fill_code(text, values)
    subject, sign, given = compared
    return f"{_fill_code(subject, values)} {sign} {_fill_text(given, values)}"


def _fill_code(code: str, values: Mapping[str, Any]) -> str:
    filled = ""
    for kind, token, position in list_tokens(code):
        is_called = code[position + len(token) :].lstrip().startswith("(")
        is_name = kind == "name" and token in values and not is_called and not filled.endswith(".")
        filled += to_code(values[token]) if is_name else token
    return filled


def to_code(value: Any) -> str:
    """Return a constant as a part of an expression; its own places stay places."""
    if isinstance(value, list):
        return f"[{', '.join(map(to_code, value))}]"
    text = str(value)
    if number_or_none(text) is not None:
        return f"({text})"
    pattern = Pattern(text)
    if not pattern.has_places:
        return _quote_text(text)
    literals, places = pattern.literals, pattern.places
    if literals == ("", ""):
        return f"({places[0]})"
    parts = [_quote_text(literals[0])]
    for place, literal in zip(places, literals[1:], strict=True):
        parts += [place, _quote_text(literal)]
    return f'join([{", ".join(part for part in parts if part != _EMPTY)}], "")'


_EMPTY = '""'


def _quote_text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'

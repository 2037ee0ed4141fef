"""Whether, how often, and with which values an element is drawn: conditions, repeats, `let`."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, cast

from generator.errors import Wrong
from generator.model.language.expressions import (
    INDEX,
    ITEM,
    MOST_CODE,
    Expression,
    Field,
    Pattern,
    get_field,
    list_roots,
    list_tokens,
    parse_expression,
)
from generator.model.language.field_values import (
    FieldValue,
    format_field_value,
    format_letters,
    format_roman,
    is_equal,
    list_items,
    number_or_none,
    to_truth,
    to_value,
)
from generator.model.language.kinds import FIELD, ID, Kind
from generator.model.values import dataclass

_QUOTED = r""" "(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*' """.strip()
_COMPARED = re.compile(
    rf"""(?P<subject>(?:[^=<>!"']|{_QUOTED}){{1,{MOST_CODE}}}?)\s*(?P<sign>!?=)(?!=)"""
    r"""\s*(?P<values>[^=<>()'"]*)"""
)
_ALONE = re.compile(rf"(?P<not>not\s+)?(?P<field>{FIELD})")
CONDITIONS_SCHEMA = {"anyOf": [{"type": kind} for kind in ("string", "boolean", "array", "object")]}
_CHOSEN = re.compile(r"\s(where|sort\s+by)\s")
_MOST = 1000
_RANGE = re.compile(r"([0-9]{1,6}|[A-Za-z]+)\s*\.\.\s*([0-9]{1,6}|[A-Za-z]+)")
_LISTED = "write a list as an expression: `\"['red', 'blue']\"`, or as one of `tables`"
_OVER = "field, number, range, or expression"
_REPEATS = ("each", "over")
"""Keys whose values are fields, ranges, or expressions without braces."""
_TEXTS = ("text", "words")
"""Keys of texts that must not be empty where they are written."""
_NO_TEXT = "{''}"
_EMPTY = '""'


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


EXPRESSION = Kind("expression", parse_expression, {"type": ["string", "number"], "maxLength": MOST_CODE})
ExpressionValue = Annotated[Expression, EXPRESSION]
_KIND = Kind("conditions", lambda value: tuple(list_conditions(value)), CONDITIONS_SCHEMA, takes_data=True)
Conditions = Annotated[tuple[Condition, ...], _KIND]


class Over(NamedTuple):
    """The items of a repeat: the fields that they depend on, and a function that lists them."""

    names: tuple[str, ...]
    list_items: Callable[[Mapping[str, Field]], tuple[Field, ...]]


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


OverText = Annotated[
    str,
    Kind(
        _OVER,
        lambda text: parse_over(text) and text,
        instead=_LISTED,
        schema={"type": ["string", "integer"]},
    ),
]


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


class LiteralText(str):
    """A constant that is a text even if it looks like a number: `1.10`."""

    __slots__ = ()


def to_code(value: Any) -> str:
    """Return a constant as a part of an expression; its own places stay places."""
    if isinstance(value, list):
        return f"[{', '.join(map(to_code, value))}]"
    text = str(value)
    if isinstance(value, LiteralText):
        return _quote_text(text)
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


def _quote_text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


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

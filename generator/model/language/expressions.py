"""Expressions in templates, alone or in a text: `cost * 2`, `{cost * 2}`; see docs/expressions.md.

They use a few parts of Python's grammar. A small evaluator computes them; nothing is ever executed.
"""

import ast
import keyword
import operator
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from inspect import signature
from typing import Any, Protocol, TypeAlias, cast

from generator.errors import Wrong, format_count, suggest
from generator.model.language.field_values import (
    FUNCTIONS,
    MOST_LOOKED_AT,
    MOST_TEXT,
    NO_PLACES_HINT,
    PLACE_TABLE,
    FieldValue,
    RowTable,
    check_number,
    format_field_value,
    is_equal,
    is_there,
    list_items,
    name_field,
    number_or_none,
    rank_value,
    round_as_printed,
    split_letters,
    to_number,
    to_truth,
    to_value,
)
from generator.model.texts.rich_text import OPENED
from generator.model.values import dataclass, field

MOST_CODE = 500
"""Maximum length of an expression."""
MOST_DEPTH = 60
"""Maximum depth of nodes within nodes."""
_HINT = "write it like `cost + 1`, `name or id`, or `upper(card_name)`, and texts in quotes"
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


@dataclass(frozen=True, slots=True)
class Expression:
    """A parsed expression."""

    text: str
    names: tuple[str, ...]
    """Fields that it uses, with a point between a name and one inside it."""
    tree: ast.expr = field(compare=False)

    def __str__(self) -> str:
        return self.text

    def evaluate(self, fields: Mapping[str, object]) -> FieldValue:
        """Return the value for a piece; a missing field is an empty text. Raises Wrong with a position."""
        if (known := list_plain_texts(self.names, fields)) is not None:
            # An error is described with all fields.
            with suppress(Wrong):
                return _evaluate_texts(self.text, self.names, known)
        return _evaluate(self.tree, cast(Mapping[str, FieldValue], fields))

    def judge(self, fields: Mapping[str, object]) -> bool:
        """Return the truth of the value for a piece; raises Wrong with a position."""
        if (known := list_plain_texts(self.names, fields)) is not None:
            with suppress(Wrong):
                return _judge_texts(self.text, self.names, known)
        return _judge(self.tree, cast(Mapping[str, FieldValue], fields))

    def format(self, fields: Mapping[str, object]) -> str:
        """Return the value as a text; raises Wrong with a position."""
        value = self.evaluate(fields)
        if type(value) is str:
            return value
        if isinstance(value, tuple | Mapping):
            hint, position = "use `join(...)` or `[1]`", self.tree.col_offset
            raise Wrong("the value must be a text, not a list or a row", hint, position=position)
        return format_field_value(value)


def parse_python(code: str) -> ast.expr:
    """Return an expression of Python; raises what `ast.parse` raises, and prints no warnings, as of `1if`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        return ast.parse(code, mode="eval").body


@lru_cache(maxsize=4096)
def parse_expression(text: str, start: int = 0) -> Expression:
    """Return the expression in a text; raises Wrong with its position, counted from `start`."""
    start += len(text) - len(text.lstrip())
    code = text.strip()
    try:
        if len(code) > MOST_CODE:
            hint = "write a long list of values as a table: `tables: ...`, and look them up: `colours[kind]`"
            raise Wrong(f"an expression has at most {MOST_CODE} characters", hint, position=0)
        escaped = _escape_query("".join([_escape(kind, token) for kind, token, _ in list_tokens(code)]))
        tree = parse_python(escaped)
    except Wrong as wrong:
        wrong.position += start
        raise
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        place = start + min((getattr(error, "offset", 0) or len(code) or 1) - 1, len(code))
        is_name = re.fullmatch(r"[\w -]+", code) and not _KEYWORDS & {*code.split()}
        hint = f"fields are written like `{name_field(code)}`" if is_name else _HINT
        hint = "rows are chosen like `rows(costs where item.card == id)`" if _QUERY.search(code) else hint
        raise Wrong(f"`{code}` is not an expression", hint, position=place) from None
    _move(tree, start, escaped)
    return Expression(text, tuple(dict.fromkeys(_list_names(tree))), tree)


_TOKEN = re.compile(
    r"""(?P<space>\s+)|(?P<text>(?<![\w"'])(?:"(?:[^"\\]|\\[\\"'n])*"|'(?:[^'\\]|\\[\\"'n])*'))"""
    r"""|(?P<number>[0-9]{1,15}(?:\.[0-9]{1,15})?(?![\w.]))|(?P<name>[^\W\d]\w*)"""
    r"""|(?P<sign>\*\*|//|[=!<>]=|[-+*/%<>()\[\].,])"""
)
_INSTEAD = {"=": "==", "&": "and", "|": "or", "!": "not", "“": '"', "”": '"', "‘": "'", "’": "'", "^": "**"}
_NAME = re.compile("[a-z][a-z0-9_]*|True|False")


@lru_cache(maxsize=4096)
def list_tokens(text: str) -> Sequence[tuple[str, str, int]]:
    """Return the kind, text, and position of each token; raises Wrong."""
    position, last = 0, ""
    tokens = list[tuple[str, str, int]]()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            character = text[position]
            reversed_sign = {"=>": ">=", "=<": "<="}.get(text[position : position + 2])
            instead = reversed_sign or _INSTEAD.get(character)
            hint = f"write `{instead}`" if instead else _HINT
            raise Wrong(f"`{character}` is not allowed here in an expression", hint, position=position)
        kind, token = str(match.lastgroup), match[0]
        if kind == "name" and not _NAME.fullmatch(token):
            whole = text.strip() if re.fullmatch(r"[\w -]+", text) else token
            hint = f"fields are written like `{name_field(whole)}`, and texts in quotes"
            raise Wrong(f"`{whole}` is not the name of a field", hint, position=position)
        if kind == last == "text":
            # Python would join them: `["fire" "ice"]` would be one item.
            hint = 'write `"a" + "b"`, or a comma between the items of a list'
            raise Wrong("there is no sign between two texts", hint, position=position)
        tokens.append((kind, token, position))
        position, last = match.end(), last if kind == "space" else kind
    return tokens


_KEYWORDS = frozenset({"and", "or", "not", "in", "if", "else", "True", "False"})
"""Keywords of Python that are not names of fields."""


def _escape(kind: str, token: str) -> str:
    """Return a token as Python takes it, with the same length: fields may have names of keywords."""
    if kind == "space":
        return " " * len(token)
    is_field = kind == "name" and keyword.iskeyword(token) and token not in _KEYWORDS
    return token.title() if is_field or token in ("true", "false") else token


_QUERY = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\s(where|sort\s+by)\s""")
"""A quoted text, or a keyword: `where` or `sort by`."""


def _escape_query(code: str) -> str:
    """Return an expression of the same length, with `where` and `sort by` written as keyword arguments.

    They become the names of arguments: `rows(pips ,where=item.rank > 3)`.
    """

    def escape(match: re.Match[str]) -> str:
        name = match[2] and f",{'where' if match[2] == 'where' else 'sort_by'}="
        return f"{name:<{len(match[0])}}" if name else match[0]

    return _QUERY.sub(escape, code)


_INNER: Mapping[type[ast.AST], tuple[str, ...]] = {
    ast.Constant: (), ast.Name: (), ast.Attribute: ("value",), ast.List: ("elts",), ast.BoolOp: ("values",),
    ast.UnaryOp: ("operand",), ast.IfExp: ("test", "body", "orelse"), ast.BinOp: ("left", "right"),
    ast.Compare: ("left", "comparators"), ast.Subscript: ("value", "slice"),
    ast.Call: ("func", "args", "keywords"), ast.keyword: ("value",),
}  # fmt: skip
"""Fields with inner nodes of each kind of node that is part of the language."""


def _list_inner(node: ast.AST) -> list[Any]:
    """Return the nodes within a node."""
    inner = list[Any]()
    for name in _INNER.get(type(node), ()):
        value = getattr(node, name)
        inner += value if type(value) is list else [value]
    return inner


def _move(tree: ast.expr, start: int, code: str) -> None:
    """Let the nodes of an expression begin after `start`; Python counts bytes of the code."""
    is_ascii, nodes = code.isascii(), [tree]
    for node in nodes:
        at = node.col_offset
        node.col_offset = start + (at if is_ascii else len(code.encode()[:at].decode()))
        nodes += _list_inner(node)


_sign = cache(signature)


def _list_names(node: ast.AST, depth: int = 0) -> Iterator[str]:
    """Yield the names of fields; raises Wrong for anything that is not part of the language."""
    position = getattr(node, "col_offset", 0)
    if depth > MOST_DEPTH or not _is_part(node):
        what = "this is nested too deeply" if depth > MOST_DEPTH else "this is not allowed"
        raise Wrong(f"{what} in an expression", _HINT, position=position)
    if path := _get_path(node):
        yield path
        return
    if isinstance(node, ast.Call):
        name = node.func.id if isinstance(node.func, ast.Name) else _get_path(node.func)
        if name in QUERIES:
            yield from _list_query_names(node, name, depth)
            return
        if name == _PLACE and len(node.args) == 1 and not node.keywords:
            yield PLACE_TABLE
            yield from _list_names(node.args[0], depth + 1)
            return
        if name == _DEAL and not node.keywords:
            yield from _list_dealt_names(node, depth)
            return
        if name not in FUNCTIONS or any(one.arg is None for one in node.keywords):
            known = {*FUNCTIONS, *QUERIES, _PLACE, _DEAL}
            hint = (
                'write `place("0203").x`'
                if name == _PLACE
                else suggest(name.rpartition(".")[2], known) or f"available: {', '.join(sorted(known))}"
            )
            message = "`place` takes one id" if name == _PLACE else f"unknown function `{name}`"
            raise Wrong(message, hint, position=position)
        if node.keywords:
            hint = "write `rows(costs where item.card == id)`, or `first(...)`"
            raise Wrong("`where` and `sort by` are only for `rows` and `first`", hint, position=position)
        call, example = FUNCTIONS[name]
        try:
            _sign(call).bind(*node.args)
        except TypeError:
            message = f"`{name}` does not take {format_count(len(node.args), 'value')}"
            raise Wrong(message, f"write `{example}`", position=position) from None
    for child in node.args if isinstance(node, ast.Call) else _list_inner(node):
        yield from _list_names(child, depth + 1)


def _is_part(node: ast.AST) -> bool:
    """Return True if a node is part of the language."""
    if isinstance(node, ast.Constant):
        return node.value not in (..., None)
    return type(node) in _INNER and not (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.UAdd))


QUERIES: Mapping[str, str] = {
    "first": "first(costs where item.card == id).price",
    "rows": "rows(costs where item.card == id sort by price)",
}
"""Functions that choose rows, with an example of each."""
_PLACE = "place"
"""Function that finds a place of an area on the same board or piece by its id."""
_DEAL = "deal"
"""Function that takes the items of a list in turn, one for each different value of a field of the cards."""
DEALT = "dealt"
"""Field with the numbers of the values of a card among all different ones, by field, for `deal`."""
_ROW = "item"
"""Name of the row that a condition judges."""


def _list_query_names(node: ast.Call, name: str, depth: int) -> Iterator[str]:
    """Yield the fields that a choice of rows uses, except those of the rows; raises Wrong."""
    keys = [keyword.arg for keyword in node.keywords]
    if len(node.args) != 1 or keys not in ([], ["where"], ["sort_by"], ["where", "sort_by"]):
        raise Wrong(
            f"`{name}` does not choose rows like this", f"write `{QUERIES[name]}`", position=node.col_offset
        )
    yield from _list_names(node.args[0], depth + 1)
    for given in node.keywords:
        if given.arg == "sort_by":
            _split_order(given.value)
            continue
        for inner in ast.walk(given.value):
            if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name) and inner.func.id in QUERIES:
                hint = "compute the inner one before, with `let`"
                raise Wrong("rows are chosen within a condition of rows", hint, position=inner.col_offset)
        found = _list_names(given.value, depth + 1)
        yield from (used for used in found if used.split(".")[0] != _ROW)


def _list_dealt_names(node: ast.Call, depth: int) -> Iterator[str]:
    """Yield the fields of `deal(colours, kind)`; raises Wrong."""
    path = _get_path(node.args[1]) if len(node.args) == 2 else ""
    if not path or "." in path:
        message = "`deal` takes a list and a field of the cards"
        raise Wrong(message, "write `deal(colours, kind)`", position=node.col_offset)
    yield from _list_names(node.args[0], depth + 1)
    yield path
    yield f"{DEALT}.{path}"


def _split_order(node: ast.expr) -> tuple[str, bool]:
    """Return the field of rows by which they are sorted, and True if the largest is the first."""
    is_down = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    path = _get_path(node.operand if isinstance(node, ast.UnaryOp) else node)
    if not path or (isinstance(node, ast.UnaryOp) and not is_down):
        hint = "write `sort by cost`, or `sort by -cost` for the largest first"
        raise Wrong("rows are sorted by one of their fields", hint, position=node.col_offset)
    return path.removeprefix(f"{_ROW}."), is_down


def _get_path(node: ast.AST) -> str:
    """Return `item.colour` for names with points; empty for others."""
    if isinstance(node, ast.Attribute):
        inner = _get_path(node.value)
        return f"{inner}.{node.attr.lower()}" if inner else ""
    return node.id.lower() if isinstance(node, ast.Name) else ""


def list_plain_texts(names: Iterable[str], fields: Mapping[str, object]) -> tuple[object, ...] | None:
    """Return the fields with these names; None if one is not a text or a list, or is computed when used."""
    if type(fields) is not dict:
        return None
    values = list[object]()
    for name in names:
        value: object = fields.get(name)
        if value is None and "." in name:
            value = fields
            for step in name.split("."):
                value = value.get(step) if isinstance(value, Mapping) else None
            if value is None:
                return None
        if not (type(value) is str or value is None or _is_list_of_texts(value)):
            return None
        values.append(value)
    return tuple(values)


def _is_list_of_texts(value: object) -> bool:
    return type(value) is tuple and all(type(each) is str for each in value)


_MOST_KNOWN = 2**14
"""Maximum number of values of expressions that are remembered: pieces are checked, measured, and drawn."""


@lru_cache(maxsize=_MOST_KNOWN)
def _evaluate_texts(text: str, names: tuple[str, ...], values: tuple[object, ...]) -> FieldValue:
    """Return the value of an expression that uses only these fields; raises Wrong."""
    return _evaluate(parse_expression(text).tree, nest_texts(names, values))


@lru_cache(maxsize=_MOST_KNOWN)
def _judge_texts(text: str, names: tuple[str, ...], values: tuple[object, ...]) -> bool:
    return _judge(parse_expression(text).tree, nest_texts(names, values))


def nest_texts(names: Iterable[str], values: Iterable[object]) -> Mapping[str, Any]:
    """Return values by name, those of names with points within each other."""
    fields = dict[str, Any]()
    for name, value in zip(names, values, strict=True):
        *steps, last = name.split(".")
        inner = fields
        for step in steps:
            inner = inner.setdefault(step, {})
        if value is not None:
            inner[last] = value
    return fields


def _evaluate(node: ast.expr, fields: Mapping[str, FieldValue]) -> FieldValue:
    try:
        value = _compute(node, fields)
        if isinstance(value, str | tuple) and len(value) > MOST_TEXT:
            raise Wrong(f"the result has more than {MOST_TEXT} characters")
    except ArithmeticError:
        raise Wrong("the result is too large, or a division by 0", position=node.col_offset) from None
    except Wrong as wrong:
        wrong.position = wrong.position if wrong.position >= 0 else node.col_offset
        raise
    return value


def _judge(node: ast.expr, fields: Mapping[str, FieldValue]) -> bool:
    """Return the truth of a value, where a condition asks for nothing else; raises Wrong."""
    if isinstance(node, ast.BoolOp):
        judged = (_judge(value, fields) for value in node.values)
        return all(judged) if isinstance(node.op, ast.And) else any(judged)
    value = _evaluate(node, fields)
    try:
        return to_truth(value, _get_path(node))
    except Wrong as wrong:
        wrong.position = node.col_offset
        raise


def _compute(node: ast.expr, fields: Mapping[str, FieldValue]) -> FieldValue:
    # Most nodes are these; a class pattern takes longer than a comparison of types.
    if type(node) is ast.Name:
        return fields.get(node.id.lower(), "")
    if type(node) is ast.Constant:
        return cast(FieldValue, node.value)
    if type(node) is ast.Call and isinstance(node.func, ast.Name):
        return _call(node.func.id, node, fields)
    match node:
        case ast.BinOp(left=left, op=op, right=right):
            return _calculate(type(op), _evaluate(left, fields), _evaluate(right, fields))
        case ast.Attribute(value=row, attr=key):
            return _get_attribute(_evaluate(row, fields), key.lower())
        case ast.Compare(left=left, ops=ops, comparators=others):
            compared = [_evaluate(value, fields) for value in (left, *others)]
            return all(map(_compare, map(type, ops), compared, compared[1:]))
        case ast.List(elts=items):
            return tuple([_evaluate(item, fields) for item in items])
        case ast.BoolOp(op=op, values=values):
            value: FieldValue = ""
            for each in values:
                value = _evaluate(each, fields)
                if is_there(value) != isinstance(op, ast.And):
                    break
            return value
        case ast.UnaryOp(op=op, operand=operand):
            return (
                not _judge(operand, fields)
                if isinstance(op, ast.Not)
                else -to_number(_evaluate(operand, fields))
            )
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return _evaluate(body if _judge(test, fields) else orelse, fields)
        case ast.Subscript(value=table, slice=index):
            return _look_up(_evaluate(table, fields), _evaluate(index, fields))
    raise AssertionError(node)


def _call(name: str, node: ast.Call, fields: Mapping[str, FieldValue]) -> FieldValue:
    if name in QUERIES:
        found = _choose_rows(node, fields)
        return tuple(found) if name == "rows" else next(iter(found), "")
    if name == _PLACE:
        return _find_place(fields.get(PLACE_TABLE), _evaluate(node.args[0], fields))
    if name == _DEAL:
        return _deal(_evaluate(node.args[0], fields), fields.get(DEALT), _get_path(node.args[1]))
    return FUNCTIONS[name][0](*[_evaluate(arg, fields) for arg in node.args])


def _deal(items: FieldValue, dealt: FieldValue | None, name: str) -> FieldValue:
    """Return the item for the value of a field: no item comes again before all have come; raises Wrong."""
    if not isinstance(dealt, Mapping) or name not in dealt:
        raise Wrong(f"there are no cards whose `{name}` could be counted", "`deal` is for cards and tokens")
    try:
        found: tuple[FieldValue, ...] = list_items(items)
    except ValueError as error:
        raise Wrong(str(error)) from None
    if not found:
        return ""
    return found[(int(to_number(dealt[name])) - 1) % len(found)]


def _find_place(places: FieldValue | None, id: FieldValue) -> FieldValue:
    """Return a place with its fields, and `x` and `y` of its middle in mm; raises Wrong."""
    if not isinstance(places, Mapping):
        raise Wrong("there are no places here", NO_PLACES_HINT)
    name = format_field_value(id)
    if name not in places:
        raise Wrong(f"there is no place `{name}`", suggest(name, places))
    return places[name]


def _choose_rows(node: ast.Call, fields: Mapping[str, FieldValue]) -> Iterable[FieldValue]:
    """Return the rows of a table or a list for which the condition holds, in order; raises Wrong."""
    source, given = _evaluate(node.args[0], fields), {one.arg: one.value for one in node.keywords}
    try:
        found: Iterable[FieldValue] = list_items(source)
    except ValueError as error:
        raise Wrong(str(error), position=node.args[0].col_offset) from None
    if condition := given.get("where"):
        found = _judge_rows(condition, source, found, fields)
    if order := given.get("sort_by"):
        path, is_down = _split_order(order)
        found = sorted(found, key=lambda row: rank_value(_get_inner(row, path, order)), reverse=is_down)
    return found


def _judge_rows(
    condition: ast.expr, source: FieldValue, rows: Iterable[FieldValue], fields: Mapping[str, FieldValue]
) -> Iterator[FieldValue]:
    """Yield the rows for which a condition holds; raises Wrong."""
    name, value = _find_lookup(condition)
    if value is not None and isinstance(source, RowTable):
        equal = source.list_with(name, _evaluate(value, fields))
        if equal is not None and not isinstance(condition, ast.BoolOp):
            yield from equal
            return
        rows = rows if equal is None else equal
    # Some fields are computed only when they are used.
    seen = {root: fields[root] for root in _find_roots(condition) if root in fields}
    for number, row in enumerate(rows, start=1):
        if number > MOST_LOOKED_AT:
            hint = "begin with a comparison that an index answers: `item.id == ...`"
            raise Wrong(f"compares more than {MOST_LOOKED_AT} rows", hint, position=condition.col_offset)
        seen[_ROW] = row
        if _judge(condition, seen):
            yield row


@lru_cache(maxsize=256)
def _find_roots(condition: ast.expr) -> frozenset[str]:
    """Return the fields that a condition uses besides its row."""
    return frozenset(used.split(".")[0] for used in _list_names(condition)) - {_ROW}


def _get_inner(row: FieldValue, path: str, order: ast.expr) -> FieldValue:
    """Return the value of a row, or of a field in it, by which it is sorted."""
    try:
        for step in path.split(".") if path != _ROW else ():
            row = _get_attribute(row, step)
    except Wrong as wrong:
        wrong.position = order.col_offset
        raise
    return row


@lru_cache(maxsize=256)
def _find_lookup(condition: ast.expr) -> tuple[str, ast.expr | None]:
    """Return the field and the value of `item.rank == rank`, alone or before `and`."""
    if isinstance(condition, ast.BoolOp) and isinstance(condition.op, ast.And):
        condition = condition.values[0]
    if not (isinstance(condition, ast.Compare) and [*map(type, condition.ops)] == [ast.Eq]):
        return "", None
    for side, other in (
        (condition.left, condition.comparators[0]),
        (condition.comparators[0], condition.left),
    ):
        root, _, inner = _get_path(side).partition(".")
        is_outer = all(name.split(".")[0] != _ROW for name in _list_names(other))
        if root == _ROW and inner and "." not in inner and is_outer:
            return inner, other
    return "", None


_MOST_EXPONENT = 30
_OPERATORS: Mapping[type[ast.AST], Callable[..., float]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow,
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip


def _calculate(kind: type[ast.operator], first: FieldValue, second: FieldValue) -> FieldValue:
    if kind is ast.Add and None in (number_or_none(first), number_or_none(second)):
        if isinstance(first, str) and isinstance(second, str):
            return first + second
        if isinstance(first, tuple) and isinstance(second, tuple):
            return first + second
    left, right = to_number(first), to_number(second)
    if kind is ast.Pow and not (abs(right) <= _MOST_EXPONENT and (left > 0 or right == int(right) >= 0)):
        raise Wrong(f"`{format_field_value(left)} ** {format_field_value(right)}` cannot be calculated")
    return check_number(_OPERATORS[kind](left, right))


def _compare(kind: type[ast.cmpop], first: FieldValue, second: FieldValue) -> bool:
    if kind in (ast.In, ast.NotIn):
        items = second if isinstance(second, tuple) else ()
        is_in = isinstance(second, str | Mapping) and format_field_value(first) in second
        return (is_in or any(is_equal(first, item) for item in items)) == (kind is ast.In)
    if kind in (ast.Eq, ast.NotEq):
        return is_equal(first, second) == (kind is ast.Eq)
    if "" in (first, second):
        # An empty cell is neither more nor less than anything.
        return False
    first, second = to_value(first), to_value(second)
    numbers = [number_or_none(value) for value in (first, second)]
    if isinstance(first, str) and isinstance(second, str) and numbers == [None, None]:
        return bool(_OPERATORS[kind](first, second))
    return bool(_OPERATORS[kind](*(round_as_printed(to_number(value)) for value in (first, second))))


def _get_attribute(row: FieldValue, name: str) -> FieldValue:
    """Return a field of a row, or the values of the field in each of several rows; raises Wrong."""
    if isinstance(row, tuple):
        return tuple([_get_attribute(each, name) for each in row])
    if row == "":
        hint = f"test it before: `row.{name} if has(row) else 0`, with `row` from `let`"
        raise Wrong(f"there is no row with `{name}`: the value is empty", hint)
    return _look_up(row, name)


def _look_up(table: FieldValue, key: FieldValue) -> FieldValue:
    """Return a row of a table, a field of a row, or an item of a list or text, counted from 1."""
    if isinstance(table, Mapping):
        name = format_field_value(key)
        if name not in table:
            raise Wrong(f"there is no `{name}`", suggest(name, table))
        return table[name]
    number = number_or_none(key)
    if number is None or not isinstance(table, tuple | str):
        raise Wrong(f"`{format_field_value(key)}` is looked up in something that is not a row or a table")
    items = split_letters(table) if isinstance(table, str) else table
    if number != int(number) or not 1 <= abs(number) <= len(items):
        hint = f"there are {len(items)}, counted from 1; -1 is the last"
        raise Wrong(f"there is no item {format_field_value(number)}", hint)
    return items[int(number) - (number > 0)]


class LanguageCount(str):
    """The value of this field, unlike that of a column with its name."""

    __slots__ = ()


_FIELD_NAME = r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*"
_BRACE = re.compile(
    r"\\.|(?P<message>\{\s*\w+\s*,\s*(?:plural|select))"
    rf"|\{{(?P<name>{_FIELD_NAME})\}}|\{{(?:{OPENED})\|"
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

"""Types of expressions, so that mistakes are found before anything is computed."""

import ast
from collections.abc import Mapping
from itertools import pairwise
from typing import Literal, TypeAlias

from generator.errors import Wrong, find_near, list_briefly, suggest
from generator.model.language.expressions import QUERIES, Expression
from generator.model.language.field_values import number_or_none
from generator.model.values import dataclass, field

TypeName: TypeAlias = Literal["number", "text", "list", "row"]


@dataclass(frozen=True)
class ValueType:
    """Possible types of a value; rows have fields with types of their own."""

    may_be: frozenset[TypeName]
    inner: "Mapping[str, ValueType]" = field(default_factory=dict)

    def __or__(self, other: "ValueType") -> "ValueType":
        return ValueType(self.may_be | other.may_be, {**self.inner, **other.inner})


NUMBER_TYPE = ValueType(frozenset({"number"}))
TEXT_TYPE = ValueType(frozenset({"text"}))
LIST_TYPE = ValueType(frozenset({"list"}))
ANY_TYPE = ValueType(frozenset({"number", "text", "list"}))
_NOUNS: Mapping[TypeName, str] = {"number": "a number", "text": "a text", "list": "a list", "row": "a place"}
_TAKE_NUMBERS = frozenset({"abs", "ceil", "floor", "letter", "roman", "round"})
_GIVE = {
    **dict.fromkeys(
        _TAKE_NUMBERS | {"count", "different", "has", "len", "max", "min", "number", "sum"}, NUMBER_TYPE
    ),
    **dict.fromkeys(("join", "letter", "lower", "pad", "repeat", "replace", "roman"), TEXT_TYPE),
    **dict.fromkeys(("slug", "text", "title", "upper"), TEXT_TYPE),
    **dict.fromkeys(("range", "shuffle", "split"), LIST_TYPE),
}
"""Types of the values of functions; others may return anything."""


def make_row(inner: Mapping[str, ValueType]) -> ValueType:
    """Return the type of a row with these names."""
    return ValueType(frozenset({"row"}), inner)


def check_type(
    expression: Expression, names: Mapping[str, ValueType], wanted: TypeName | None = None
) -> None:
    """Raise Wrong with a position for unknown names, and for values of a wrong type.

    `wanted` is the type of the result; None if only its truth matters.
    """
    found = _find_type(expression.tree, names)
    if wanted:
        _require(expression.tree, found, wanted)
    elif not found.may_be & {"number"}:
        hint = 'write a comparison, such as `filled > 2` or `value == "x"`'
        raise _wrong(expression.tree, f"`{ast.unparse(expression.tree)}` is neither yes nor no", hint)


def _find_type(node: ast.expr, names: Mapping[str, ValueType]) -> ValueType:
    match node:
        case ast.Constant(value=value):
            return TEXT_TYPE if isinstance(value, str) and number_or_none(value) is None else NUMBER_TYPE
        case ast.Name(id=name):
            return _find_name(node, name.lower(), names)
        case ast.Attribute(value=row, attr=name):
            found = _find_type(row, names)
            _require(row, found, "row")
            return _find_name(node, name.lower(), found.inner)
        case ast.List(elts=items):
            for item in items:
                _find_type(item, names)
            return LIST_TYPE
        case ast.BoolOp(values=values):
            first, *others = (_find_type(value, names) for value in values)
            for other in others:
                first = first | other
            return first
        case ast.UnaryOp(op=op, operand=operand):
            found = _find_type(operand, names)
            if isinstance(op, ast.USub):
                _require(operand, found, "number")
            return NUMBER_TYPE
        case ast.IfExp(test=test, body=body, orelse=orelse):
            _find_type(test, names)
            return _find_type(body, names) | _find_type(orelse, names)
        case ast.BinOp(left=left, op=op, right=right):
            return _find_calculated(left, op, right, names)
        case ast.Compare(left=left, ops=ops, comparators=others):
            operands = (left, *others)
            types = [_find_type(each, names) for each in operands]
            pairs = pairwise(zip(operands, types, strict=True))
            for (one, another), sign in zip(pairs, ops, strict=True):
                _check_compared(one, another, sign)
            return NUMBER_TYPE
        case ast.Subscript(value=table, slice=index):
            _find_type(index, names)
            _require(table, _find_type(table, names), "list", "text")
            return ANY_TYPE
        case ast.Call(func=ast.Name(id=name)) if name in QUERIES:
            return _find_chosen(node, name, names)
        case ast.Call(func=ast.Name(id=name), args=args):
            return _find_result(name, args, names)
    raise AssertionError(node)


def _find_name(node: ast.expr, name: str, names: Mapping[str, ValueType]) -> ValueType:
    if name in names:
        return names[name]
    hint = suggest(name, names) if find_near(name, names) else f"available: {list_briefly(sorted(names), 40)}"
    if isinstance(node, ast.Name) and not find_near(name, names):
        hint += "; texts are in quotes"
    raise _wrong(node, f"there is no `{name}` here", hint)


def _find_calculated(
    left: ast.expr, op: ast.operator, right: ast.expr, names: Mapping[str, ValueType]
) -> ValueType:
    types = [_find_type(each, names) for each in (left, right)]
    if isinstance(op, ast.Add):
        both = types[0].may_be & types[1].may_be - {"row"}
        if both:
            return ValueType(both)
    for each, found in zip((left, right), types, strict=True):
        _require(each, found, "number")
    return NUMBER_TYPE


def _check_compared(
    first: tuple[ast.expr, ValueType], second: tuple[ast.expr, ValueType], op: ast.cmpop
) -> None:
    if isinstance(op, ast.In | ast.NotIn):
        _require(*second, "list", "text")
        return
    wanted: tuple[TypeName, ...] = ("number", "text")
    if isinstance(op, ast.Eq | ast.NotEq):
        wanted = ("number", "text", "list")
    for node, found in (first, second):
        _require(node, found, *wanted)
    kinds = first[1].may_be, second[1].may_be
    if not kinds[0] & kinds[1]:
        nouns = " with ".join(_NOUNS[next(iter(each))] for each in kinds)
        raise _wrong(first[0], f"this compares {nouns}", "compare numbers with numbers, and texts with texts")


def _find_result(name: str, args: list[ast.expr], names: Mapping[str, ValueType]) -> ValueType:
    types = [_find_type(each, names) for each in args]
    if name in ("count", "different", "nth", "upto"):
        _require(args[0], types[0], "list")
    if name in ("nth", "upto"):
        _require(args[1], types[1], "number")
    if name in _TAKE_NUMBERS:
        _require(args[0], types[0], "number")
    if name in ("min", "max", "sum"):
        for each, found in zip(args, types, strict=True):
            _require(each, found, "number", "list")
    if name == "upto" and isinstance(args[0], ast.List):
        _check_pairs(args[0])
    if name in ("nth", "upto") and isinstance(args[0], ast.List):
        inner = [
            _find_type(each, names) for each in args[0].elts[name == "upto" :: 2 if name == "upto" else 1]
        ]
        return NUMBER_TYPE if all(each == NUMBER_TYPE for each in inner) else ANY_TYPE
    return _GIVE.get(name, ANY_TYPE)


def _find_chosen(node: ast.Call, name: str, names: Mapping[str, ValueType]) -> ValueType:
    """Return the type of the items that a condition selects from a list, which is not a table."""
    _require(node.args[0], _find_type(node.args[0], names), "list")
    seen = {**names, "item": ANY_TYPE}
    for given in node.keywords:
        value = given.value
        is_order = given.arg == "sort_by"
        found = _find_type(value.operand if is_order and isinstance(value, ast.UnaryOp) else value, seen)
        if is_order and found is not ANY_TYPE:
            raise _wrong(value, "the items of a list have no fields", "write `sort by item`")
    return LIST_TYPE if name == "rows" else ANY_TYPE


def _check_pairs(node: ast.List) -> None:
    """Check that a list consists of a number and the value from it on, in ascending order."""
    if len(node.elts) % 2:
        hint = "write a number and the value from it on: `[20, 5, 63, 35]`"
        raise _wrong(node, "the list has no pairs", hint)
    steps = [each.value for each in node.elts[::2] if isinstance(each, ast.Constant)]
    numbers = [each for each in map(number_or_none, steps) if each is not None]
    if numbers != sorted(numbers):
        raise _wrong(node, "the first numbers of the pairs do not ascend", "write the smallest first")


def _require(node: ast.expr, value_type: ValueType, *wanted: TypeName) -> None:
    if value_type.may_be.isdisjoint(wanted):
        known = list_briefly(sorted(value_type.inner), 40)
        hint = f"write one of its names after a point: {known}" if known else ""
        if "list" in value_type.may_be and wanted == ("number",):
            hint = "write `total`, `len(...)`, or `count(..., ...)`"
        nouns = " or ".join(_NOUNS[each] for each in wanted)
        raise _wrong(node, f"`{ast.unparse(node)}` is {_describe(value_type)}, not {nouns}", hint)


def _describe(value_type: ValueType) -> str:
    if value_type.inner and "values" in value_type.inner:
        return "a group of places"
    return " or ".join(_NOUNS[each] for each in sorted(value_type.may_be))


def _wrong(node: ast.expr, message: str, hint: str) -> Wrong:
    return Wrong(message, hint, position=node.col_offset)

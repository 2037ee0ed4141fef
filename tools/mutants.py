"""Changes of a module, each in one place: other operators, numbers, texts, and results."""

import ast
import copy
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.environment import ROOT

_PAIRS = "Lt LtE, Gt GtE, Eq NotEq, In NotIn, Is IsNot, Add Sub, BitAnd BitOr, And Or"
"""Operators that replace each other."""
_OPERATORS: Mapping[type[ast.AST], type[Any]] = {
    getattr(ast, old): getattr(ast, new)
    for pair in _PAIRS.split(", ")
    for old, new in (pair.split(), pair.split()[::-1])
}


@dataclass(frozen=True)
class Mutant:
    """A changed place in a module: `was` and `now` are the code around it."""

    path: str
    function: str
    line: int
    was: str
    now: str
    number: int
    """Index among the changes of its module."""
    first: int
    last: int
    """Lines of the part that changes."""

    @property
    def runs_at_import(self) -> bool:
        """True for code of a module or class itself, and for default values of parameters."""
        is_inside = self.function.rpartition(".")[2].strip("_")[:1].islower()
        return not is_inside or self.was.startswith("def ")

    @property
    def lines(self) -> set[int]:
        """Lines of which a test runs at least one if it reaches the place."""
        return {self.line, *range(self.first, self.last + 1)}

    @property
    def names(self) -> frozenset[str]:
        """Names of what the code makes that runs at import: a value, a function, or a field and its class."""
        declared = re.match(r"(\w+)(?::[^=]*)? = |def (\w+)", self.was)
        found = {*self.function.split("."), *(declared.groups("") if declared else ())}
        # A class is called, not its method.
        return frozenset(name for name in found if name.strip("_") == name.lstrip("_") and name)

    @property
    def place(self) -> str:
        """Names of the module and the function."""
        return f"{Path(self.path).stem}.{self.function}"

    @property
    def key(self) -> str:
        return f"{self.place}: {self.was} -> {self.now}"


def _change(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the changes of a node."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in _OPERATORS:
            yield ast.Compare(node.left, [_OPERATORS[type(op)]()], node.comparators)
        case ast.BinOp() if type(node.op) in _OPERATORS:
            yield ast.BinOp(node.left, _OPERATORS[type(node.op)](), node.right)
        case ast.BoolOp():
            yield ast.BoolOp(_OPERATORS[type(node.op)](), node.values)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.Constant(value=bool(truth)):
            yield ast.Constant(not truth)
        case ast.Constant(value=int(number)):
            yield ast.Constant(number + 1)
        case ast.Constant(value=str(text)):
            yield ast.Constant(f"XX{text}")
        case ast.keyword(arg=str()) if not isinstance(node.value, ast.Constant):
            yield ast.keyword(node.arg, ast.Constant(None))
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))


def _list_places(
    node: ast.AST, function: str = "", statement: ast.stmt | None = None
) -> Iterator[tuple[str, ast.stmt, ast.AST, str, int | None]]:
    """Yield function, statement, and parent of what can change, with its field; without annotations."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        is_list = isinstance(value, list)
        for index, child in enumerate(value if is_list else [value]):
            is_text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            if not isinstance(child, ast.AST) or is_text or isinstance(child, ast.JoinedStr):
                continue
            is_base = isinstance(node, ast.ClassDef) and name == "bases"
            # An assertion is a check of our own, too; its text is for its author.
            is_reason = isinstance(node, ast.Assert) and name == "msg"
            if is_base or is_reason or _is_unread(child):
                continue
            inner = function
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                inner = ".".join(filter(None, (function, child.name)))
            where = child if isinstance(child, ast.stmt) else statement
            if where:
                yield inner, where, node, name, index if is_list else None
            yield from _list_places(child, inner, where)


def _is_unread(node: ast.AST) -> bool:
    """Return True for what only type checkers read, for checks of our own, and for sizes of caches."""
    match node:
        case ast.Call():
            return ast.unparse(node.func) in ("TypeVar", "ParamSpec", "NewType")
        case ast.AnnAssign():
            return ast.unparse(node.annotation) == "TypeAlias"
        case ast.ClassDef():
            return any(ast.unparse(base).startswith("Protocol") for base in node.bases)
        case ast.keyword():
            # `strict` of zip never fails.
            return node.arg in ("strict", "maxsize")
    return False


def list_mutants(path: Path) -> Iterator[tuple[Mutant, ast.Module]]:
    """Yield all changes of a module, in its order; the tree has each of them until the next is asked for."""
    tree = ast.parse(path.read_text("utf-8"))
    name, number = path.relative_to(ROOT).as_posix(), 0
    for function, statement, parent, field, index in [*_list_places(tree)]:
        value = getattr(parent, field)
        old = value if index is None else value[index]
        for new in _change(old):
            was = _write_line(statement)
            _put(parent, field, index, ast.copy_location(new, old))
            ast.fix_missing_locations(new)
            now = _write_line(new if statement is old else statement)
            ends: Any = old
            yield (
                Mutant(name, function, statement.lineno, was, now, number, ends.lineno, ends.end_lineno),
                tree,
            )
            _put(parent, field, index, old)
            number += 1


def _write_line(node: ast.AST) -> str:
    """Return a statement in one line, without its body."""
    if isinstance(node, ast.stmt) and "body" in node._fields:
        node = copy.copy(node)
        for name in {"body", "orelse", "handlers", "finalbody"} & {*node._fields}:
            setattr(node, name, [ast.Pass()] if name == "body" else [])
    if isinstance(node, ast.Match):
        return f"match {ast.unparse(node.subject)}"
    return ast.unparse(node).partition("\n")[0]


def _put(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        items = copy.copy(getattr(parent, field))
        items[index] = node
        setattr(parent, field, items)


def choose_mutants(mutants: Sequence[Mutant], most: int, seed: str = "") -> Sequence[Mutant]:
    """Return at most so many changes, the same each time for a seed; each function has its share."""
    mixed = sorted(mutants, key=lambda each: (each.path, each.function, _mix(each, seed)))
    count = min(most, len(mixed)) if most else len(mixed)
    chosen = [mixed[at * len(mixed) // count] for at in range(count)]
    return sorted(chosen, key=lambda each: (each.path, each.number))


def _mix(mutant: Mutant, seed: str) -> float:
    return random.Random(f"{seed}{mutant.key} {mutant.number}").random()

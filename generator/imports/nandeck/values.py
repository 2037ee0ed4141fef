"""Values of a nanDECK script: texts with labels, numbers, and measures, as our own texts."""

import ast
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, islice, permutations, product
from typing import Any, NamedTuple

from generator.imports.draft import format_number
from generator.imports.nandeck.script import split_values, unquote
from generator.imports.texts import escape_marks
from generator.model.language.expressions import parse_python
from generator.read.declared.tables import make_name

MM_OF_UNITS = {"CM": 10.0, "MM": 1.0, "INCH": 25.4, "IN": 25.4}
"""Lengths of units in mm."""


class UnclearValue(Exception):
    """A value that has no counterpart, with the reason."""


class ScriptMeasure(NamedTuple):
    """A length as a share of the card, and mm."""

    share: float
    length: float


@dataclass(frozen=True, slots=True)
class FieldCode:
    """An expression of our own in a text."""

    code: str


TextPiece = str | FieldCode


@dataclass(slots=True)
class ScriptLabels:
    """Values of labels and variables at a line of the script."""

    unit: float = MM_OF_UNITS["CM"]
    columns: dict[str, str] = field(default_factory=dict)
    """Names of fields by the names of columns, in small letters."""
    lists: dict[str, Sequence[str]] = field(default_factory=dict)
    """Values of labels by name, in small letters."""
    variables: dict[str, float | str] = field(default_factory=dict)
    """Numbers of loops and counters by name, in small letters; expressions if they depend on the card."""
    cells: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Cells of the table by the names of fields."""
    shift: int = 0
    """Difference of the number of the card that is drawn from that of the one that is printed."""
    is_open: bool = False
    """True if the table is not known, so that unknown labels are taken for its columns."""
    tables: dict[str, Any] = field(default_factory=dict)
    """Tables in which values are looked up."""
    samples: dict[str, str] = field(default_factory=dict)
    """Values of columns for which there is something to look up."""
    used: dict[str, Sequence[str]] = field(default_factory=dict)
    """Values by the name of a field that has to be a column of a new table."""

    def set_list(self, name: str, value: str) -> None:
        """Give a label its values, which vertical bars separate; raises UnclearValue.

        A name such as `pr[x]3` makes all combinations of the values.
        """
        kind, _, rest = name.partition("[")
        label, _, size = rest.rpartition("]")
        key = label.strip().lower()
        if kind:
            values = [unquote(part) for part in split_values(self.expand(value.strip()), "|")]
            self.columns.pop(key, None)
            self.lists[key] = _combine(kind.lower(), values, int(size or 2))
            return
        text = value.strip()
        if re.fullmatch(r"\[[^\[\]]+\]", text) and text[1:-1].strip().lower() in self.columns:
            self.columns[key] = self.columns[text[1:-1].strip().lower()]
            return
        self.columns.pop(key, None)
        if text.lower().startswith("join(") and text.endswith(")"):
            self.lists[key] = self._join(split_values(text[5:-1]))
        else:
            self.lists[key] = [unquote(part) for part in split_values(text, "|")]

    def _join(self, parts: Sequence[str]) -> Sequence[str]:
        """Return texts joined item by item; a single one goes with each of several."""
        lists = [self._list_values(part) for part in parts]
        most = max(map(len, lists), default=0)
        return ["".join(values[place % len(values)] for values in lists if values) for place in range(most)]

    def _list_values(self, text: str) -> Sequence[str]:
        label = re.fullmatch(r"\s*\[([^\[\]]+)\]\s*", text)
        values = self.lists.get(label[1].strip().lower(), ()) if label else ()
        return values or [unquote(text)]

    def get_single(self, name: str) -> str | None:
        """Return the only value of a label; None if it is a column, or has several values or none."""
        key = name.strip().lower()
        values = () if key in self.columns else self.lists.get(key, ())
        return values[0] if len(values) == 1 else None

    # ------------------------------------------------------------------ texts

    def expand(self, text: str) -> str:
        """Return a text with all labels replaced that have a single value, as nanDECK does it."""
        for _ in range(_MOST_STEPS):
            replaced = _LABEL.sub(self._replace_label, text)
            if replaced == text or len(replaced) > _LONGEST:
                break
            text = replaced
        if len(text) > _LONGEST:
            raise UnclearValue("a label that contains itself")
        return text

    def _replace_label(self, match: re.Match[str]) -> str:
        value = self.get_single(match[1])
        return match[0] if value is None else value

    def make_text(self, text: str, *, line_break: str = "\n") -> str:
        """Return a value as a text of our own, whose fields are in braces; raises UnclearValue."""
        pieces = list(self._list_pieces(unquote(self.expand(text)).replace("\\13\\", line_break)))
        return "".join(
            f"{{{piece.code}}}" if isinstance(piece, FieldCode) else escape_marks(piece) for piece in pieces
        )

    def _list_pieces(self, text: str) -> Iterator[TextPiece]:
        if (joined := text.strip()).lower().startswith("join(") and joined.endswith(")"):
            text = "".join(map(unquote, split_values(joined[5:-1])))
        place = 0
        for match in _FIELD.finditer(text):
            yield text[place : match.start()]
            yield self._make_field(match[0])
            place = match.end()
        yield text[place:]

    def _make_field(self, text: str) -> TextPiece:
        if text == "§":
            return FieldCode(self._number)
        if text.startswith("["):
            return self._make_label(text[1:-1])
        return self._make_inner(text[1:-1])

    def _make_label(self, name: str) -> TextPiece:
        key = name.strip().lower()
        if key in self.columns:
            return FieldCode(self.columns[key])
        if values := self.lists.get(key):
            field_name = make_name(name) or "value"
            self.used[field_name] = values
            return FieldCode(field_name)
        inner = re.fullmatch(r"(.*)\[([^\[\]]+)\](.*)", name)
        if inner:
            return self._look_up(inner[1], inner[2], inner[3])
        if self.is_open and (column := make_name(name)):
            self.columns[key] = column
            return FieldCode(column)
        raise UnclearValue(f"there is no label [{name}], and no column of this name")

    def _look_up(self, before: str, name: str, after: str) -> TextPiece:
        """Return a value that depends on a field, such as `[icon_[kind]]`, from a table of labels."""
        column = self._make_label(name)
        start, end = before.strip().lower(), after.strip().lower()
        rows = [
            {"of": label[len(start) : len(label) - len(end)], "value": self.expand(values[0])}
            for label, values in self.lists.items()
            if label.startswith(start)
            and label.endswith(end)
            and len(values) == 1
            and len(label) > len(start + end)
        ]
        if not isinstance(column, FieldCode) or not rows:
            raise UnclearValue(f"there is no label for [{before}[{name}]{after}]")
        table = f"{make_name(before + after) or 'label'}_values"
        self.tables[table] = rows
        self.samples[column.code] = rows[0]["of"]
        return FieldCode(f"first({table} where item.of == lower({column.code})).value")

    @property
    def _number(self) -> str:
        return f"(number + {self.shift})" if self.shift else "number"

    # ------------------------------------------------------------------ numbers

    def make_code(self, text: str) -> str:
        """Return an expression of nanDECK as one of our own, computed if it can be; raises UnclearValue."""
        piece = self._make_inner(text)
        return piece.code if isinstance(piece, FieldCode) else piece

    def _make_inner(self, text: str) -> TextPiece:
        """Return what braces with this text in them are: a text if it is known, or an expression."""
        plain = text
        for _ in range(_MOST_STEPS):
            inner = _INNER.search(plain)
            if not inner:
                break
            plain = plain[: inner.start()] + self.make_code(inner[1]) + plain[inner.end() :]
        if nth := re.fullmatch(r"\s*([^?]+)\?(.+)", plain):
            return self._make_nth(nth[1], nth[2])
        plain = self.expand(plain).replace("÷", "//").replace("£", "//").replace("\\", "//")
        plain = _LABEL.sub(lambda match: self._name_column(match[1]), plain.replace("§", self._number))
        plain = re.sub(r"[A-Za-z_]\w*", self._replace_variable, plain)
        with suppress(UnclearValue):
            return _format_result(_compute(plain).length)
        try:
            tree = parse_python(plain.strip())
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise UnclearValue(f"{{{text}}} has no counterpart") from None
        if not all(isinstance(node, _PLAIN_NODES) for node in ast.walk(tree)):
            raise UnclearValue(f"{{{text}}} has no counterpart")
        return FieldCode(ast.unparse(tree))

    def _name_column(self, name: str) -> str:
        piece = self._make_label(name)
        return piece.code if isinstance(piece, FieldCode) else piece

    def _replace_variable(self, match: re.Match[str]) -> str:
        value = self.variables.get(match[0].lower())
        return (
            match[0] if value is None else value if isinstance(value, str) else f"({_format_result(value)})"
        )

    def _make_nth(self, name: str, index: str) -> str:
        """Return an item of a label or column: `{x?3}`."""
        key = name.strip().strip("[]").lower()
        code = self.make_code(index)
        values = (
            self.cells.get(self.columns.get(key, ""), ()) if key in self.columns else self.lists.get(key, ())
        )
        if not _NUMBER.fullmatch(code):
            raise UnclearValue(f"{{{name}?{index}}} is another value for each card")
        number = int(float(code))
        return self.expand(values[number - 1]) if 0 < number <= len(values) else ""

    def make_number(self, text: str) -> float:
        """Return a plain number, 0 for an empty text; raises UnclearValue."""
        measure = replace(self, unit=1.0).make_measure(text)
        if isinstance(measure, str) or measure.share:
            raise UnclearValue(f"{text} is not a number")
        return measure.length

    def make_measure(self, text: str, default: float = 0) -> ScriptMeasure | str:
        """Return a length; a text of our own if it depends on the card. Raises UnclearValue."""
        plain = self.expand(text).strip()
        if not plain:
            return ScriptMeasure(0, default * self.unit)
        while inner := _INNER.search(plain):
            piece = self._make_inner(inner[1])
            if isinstance(piece, FieldCode):
                return self._make_computed(plain, inner, piece.code)
            plain = plain[: inner.start()] + piece + plain[inner.end() :]
        if not plain.strip():
            return ScriptMeasure(0, default * self.unit)
        if computed := re.fullmatch(r"\s*(\[[^\[\]]+\]|[A-Za-z_]\w*)\s*(%?)\s*", plain):
            code = (
                self._name_column(computed[1][1:-1])
                if "[" in plain
                else self.variables.get(computed[1].lower())
            )
            if isinstance(code, str):
                return f"{{{code}}}%" if computed[2] else f"{{{_scale(code, self.unit)}}} mm"
        plain = re.sub(r"[A-Za-z_]\w*", self._replace_variable, plain)
        share, length = _compute(plain)
        return ScriptMeasure(share, length * self.unit)

    def _make_computed(self, plain: str, inner: re.Match[str], code: str) -> str:
        rest = plain[: inner.start()] + plain[inner.end() :]
        if rest.strip() == "%":
            return f"{{{code}}}%"
        if rest.strip():
            raise UnclearValue(f"{plain} has no counterpart")
        return f"{{{_scale(code, self.unit)}}} mm"


_COMBINERS: Mapping[str, Callable[[Sequence[str], int], Iterable[tuple[str, ...]]]] = {
    "c": combinations,
    "cr": combinations_with_replacement,
    "p": permutations,
    "pr": lambda values, size: product(values, repeat=size),
}
"""Ways to choose values by the letters before a label."""
_MOST_COMBINED = 10_000


def _combine(kind: str, values: Sequence[str], size: int) -> list[str]:
    """Return all combinations of values as texts; raises UnclearValue for too many."""
    if size > 12:
        raise UnclearValue("combines more than 12 values")
    found = list(islice(("".join(parts) for parts in _COMBINERS[kind](values, size)), _MOST_COMBINED + 1))
    if len(found) > _MOST_COMBINED:
        raise UnclearValue(f"has more than {_MOST_COMBINED} combinations")
    return found


def _scale(code: str, factor: float) -> str:
    name = code if code.isidentifier() else f"({code})"
    return code if factor == 1 else f"{name} * {format_number(factor)}"


def _format_result(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


_LABEL = re.compile(r"\[([^\[\]]+)\]")
_FIELD = re.compile(r"\[(?:[^\[\]]|\[[^\[\]]*\])+\]|\{(?:[^{}]|\{[^{}]*\})+\}|§")
_INNER = re.compile(r"\{([^{}]*)\}")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_MOST_STEPS = 50
_LONGEST = 5_000
_PLAIN_NODES = (
    ast.Expression,
    ast.BinOp,
    ast.UnaryOp,
    ast.Constant,
    ast.Name,
    ast.Load,
    ast.operator,
    ast.unaryop,
)
_OPERATORS: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


@lru_cache(maxsize=4096)
def _compute(text: str) -> ScriptMeasure:
    """Return the value of a calculation with numbers and percentages; raises UnclearValue."""
    plain = re.sub(r"([\d.]+)\s*%(?!\s*[\w(])", r"(\1*PERCENT)", text)
    plain = re.sub(r"\)\s*%(?!\s*[\w(])", ")*PERCENT", plain)
    try:
        return _evaluate(parse_python(plain.strip()))
    except (SyntaxError, ZeroDivisionError, OverflowError, RecursionError, ValueError, MemoryError):
        raise UnclearValue(f"{text} is not a number") from None


def _evaluate(node: ast.expr) -> ScriptMeasure:
    match node:
        case ast.Constant(value=int() | float() as value):
            return ScriptMeasure(0, float(value))
        case ast.Name(id="PERCENT"):
            return ScriptMeasure(1, 0)
        case ast.UnaryOp(op=ast.USub()):
            share, length = _evaluate(node.operand)
            return ScriptMeasure(-share, -length)
        case ast.UnaryOp(op=ast.UAdd()):
            return _evaluate(node.operand)
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            left, right = _evaluate(node.left), _evaluate(node.right)
            join = _OPERATORS[type(node.op)]
            return ScriptMeasure(join(left.share, right.share), join(left.length, right.length))
        case ast.BinOp(op=operation) if type(operation) in _OPERATORS:
            left, right = _evaluate(node.left), _evaluate(node.right)
            join = _OPERATORS[type(operation)]
            if right.share and isinstance(operation, ast.Mult) and not left.share:
                left, right = right, left
            if right.share:
                raise ValueError
            return ScriptMeasure(join(left.share, right.length), join(left.length, right.length))
    raise ValueError

"""Lines of a nanDECK script: their labels, values, and frames, as texts and boxes of our own."""

import ast
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, islice, permutations, product
from math import sqrt
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from generator.imports.draft import Draft, escape_marks, find_beside, format_number
from generator.model.language.expressions import parse_python
from generator.model.language.field_values import format_letters
from generator.read.files.text_files import (
    MOST_TEXT_BYTES,
    decode_table,
    make_name,
    name_file,
    read_bytes,
    unreadable,
)

MM_OF_UNITS = {"CM": 10.0, "MM": 1.0, "INCH": 25.4, "IN": 25.4}
"""Lengths of units in mm."""
_MOST_LINES = 20_000
"""Maximum number of lines of a script with all files that it includes."""
_DEEPEST = 10
"""Maximum depth of files that include others."""
_COMMENT = re.compile(r"\s*[;'#]")
_ENTRY = re.compile(
    r"\s*((?:[cp]r?)?\[[^\]=]*\]\d*(?:@\[[^\]=]*\])?|<\w[\w ]*>|[A-Za-z_]\w*)\s*(?:=\s*(.*)|\s+(\S.*))?$",
    re.DOTALL,
)
_NAMED = re.compile(r"<(\w[\w ]*?)(\*?)(?:,([^<>]*))?>")
_FUNCTION = re.compile(r"(FRAME\w*)\s*\((.*)\)", re.IGNORECASE | re.DOTALL)
_SIDES = {"L": 0.0, "C": 0.5, "R": 1.0}
_ENDS = {"T": 0.0, "C": 0.5, "B": 1.0}
_MOST_FRAMES = 500
_MOST_ZOOM = 0.75
"""Zoom up to which the boxes around neighbouring hexagons do not overlap."""
_NEARLY = 0.001
"""Part of a frame by which a box may be too small for it."""


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """A directive, a label, or a call of a macro."""

    file: str
    number: int
    name: str
    """In capitals; a label has its brackets, and its letters as they are written."""
    value: str
    """The text after the first `=`."""
    comment: str = ""
    """The comment above it."""

    @property
    def is_label(self) -> bool:
        """True if the line gives a label its value."""
        return "[" in self.name

    @property
    def arguments(self) -> Sequence[str]:
        """The values between commas that are in no quotes or brackets."""
        return split_values(self.value)

    def take(self, count: int) -> Sequence[str]:
        """Return the first `count` arguments; those that are missing are empty."""
        return [*self.arguments, *[""] * count][:count]


@dataclass(frozen=True, slots=True)
class ScriptMacro:
    """Lines that are drawn wherever the macro is called."""

    parameters: Sequence[str]
    lines: Sequence[ScriptLine]


def read_script(path: Path, draft: Draft) -> tuple[Sequence[ScriptLine], Mapping[str, ScriptMacro]]:
    """Return the lines of a script with those of files that it includes, and its macros by name.

    Raises DataError for a file that cannot be read, or is no script.
    """
    lines = list(islice(_list_lines(path, draft, 0), _MOST_LINES + 1))
    if len(lines) > _MOST_LINES:
        raise unreadable(draft.file, f"has more than {_MOST_LINES} lines, with those that it includes")
    strange = sum(remark.reason == _NO_DIRECTIVE for remark in draft.remarks)
    if strange > len(lines) or not any(line.name in _SIGNS or line.is_label for line in lines):
        reason = f"{strange} lines are none of its directives" if strange else "it has none of its directives"
        raise unreadable(draft.file, f"is not a script of nanDECK: {reason}")
    return _take_macros(lines, draft)


_SIGNS = (
    "CARDSIZE",
    "FONT",
    "TEXT",
    "TEXTFONT",
    "HTMLTEXT",
    "IMAGE",
    "LINK",
    "RECTANGLE",
    "CARDS",
    "INCLUDE",
    "UNIT",
)


def _list_lines(path: Path, draft: Draft, depth: int) -> Iterator[ScriptLine]:
    text, encoding = decode_table(read_bytes(path, MOST_TEXT_BYTES), file=name_file(path))
    if encoding:
        draft.change(1, "file", f"is not UTF-8, and is read as {encoding}", name_file(path))
    file, comment, opened, start = name_file(path), "", "", 0
    for number, line in enumerate(text.split("\n"), 1):
        if not opened and (not line.strip() or _COMMENT.match(line)):
            words = line.strip().lstrip(";'#").strip(" #=-*")
            comment = words if words else ("" if not line.strip() else comment)
            continue
        opened, start = (opened + line.strip(), start) if opened else (line.rstrip(), number)
        if opened.count("{") > opened.count("}") and number - start < _MOST_JOINED:
            continue
        entry, whole, opened = _ENTRY.match(opened), opened, ""
        if not entry:
            draft.count(start, file)
            draft.leave_out(start, whole.strip()[:20], _NO_DIRECTIVE, file)
            continue
        name = entry[1] if "[" in entry[1] or entry[1].startswith("<") else entry[1].upper()
        value = (entry[2] if entry[2] is not None else entry[3] or "").strip()
        if name == "INCLUDE":
            draft.count(start, file)
            yield from _include(path, value, start, draft, depth)
        else:
            draft.count(start, file)
            yield ScriptLine(file, start, name, value, comment)
        comment = ""


_NO_DIRECTIVE = "is not a directive"
_MOST_JOINED = 50
"""Maximum number of lines that an open brace joins."""


def _include(path: Path, value: str, number: int, draft: Draft, depth: int) -> Iterator[ScriptLine]:
    found = find_beside(path.parent, value)
    if not found:
        draft.leave_out(number, "INCLUDE", f"there is no file {value.strip(chr(34))}", name_file(path))
    elif depth >= _DEEPEST:
        raise unreadable(name_file(path), "includes a file that includes itself", line=number)
    else:
        yield from _list_lines(found, draft, depth + 1)


def _take_macros(
    lines: Sequence[ScriptLine], draft: Draft
) -> tuple[Sequence[ScriptLine], Mapping[str, ScriptMacro]]:
    """Return the lines outside of macros, and the macros."""
    outside: list[ScriptLine] = []
    macros: dict[str, ScriptMacro] = {}
    body: list[ScriptLine] | None = None
    for line in lines:
        if line.name == "MACRO":
            name, *parameters = line.arguments or [""]
            body = []
            macros[name.strip().upper()] = ScriptMacro([one.strip().strip("()") for one in parameters], body)
        elif line.name in ("END", "ENDMACRO"):
            body = None
        else:
            (outside if body is None else body).append(line)
    return outside, macros


@lru_cache(maxsize=4096)
def split_values(text: str, separator: str = ",") -> Sequence[str]:
    """Return the parts of a text between separators that are in no quotes or brackets, without blanks."""
    parts, depth, is_quoted, start = [], 0, False, 0
    for place, letter in enumerate(text):
        if letter == '"':
            is_quoted = not is_quoted
        elif not is_quoted and letter in "([{":
            depth += 1
        elif not is_quoted and letter in ")]}":
            depth = max(depth - 1, 0)
        elif letter == separator and not is_quoted and not depth:
            parts.append(text[start:place].strip())
            start = place + 1
    return (*parts, text[start:].strip())


def unquote(text: str) -> str:
    """Return a text without the quotes around it."""
    stripped = text.strip()
    return stripped[1:-1] if len(stripped) > 1 and stripped[0] == stripped[-1] == '"' else stripped


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


@dataclass(frozen=True, slots=True)
class FrameRows:
    """Frames side by side and in rows, in mm."""

    left: float
    top: float
    width: float
    """Width of a frame."""
    height: float
    across: int
    """Number of frames in a row."""
    count: int
    overlaps: ClassVar[bool] = False

    def make_keys(self) -> dict[str, Any]:
        """Return the keys of an element that is drawn in each of them."""
        column, row = (f"(item - 1) {sign} {self.across}" for sign in ("%", "//"))
        left, top, width, height = map(format_number, (self.left, self.top, self.width, self.height))
        at = [f"{{{left} + {column} * {width}}} mm", f"{{{top} + {row} * {height}}} mm"]
        return {"each": f"1..{self.count}", "at": at, "size": [f"{width} mm", f"{height} mm"]}


@dataclass(frozen=True, slots=True)
class HexFrames:
    """Hexagons with an edge at the top that fit in a box, in mm; even columns are half a hexagon lower."""

    left: float
    top: float
    side: float
    columns: int
    rows: int
    """Number of hexagons in odd columns."""
    even_rows: int
    zoom: float = 1.0
    """Size of the boxes around them, whose middles stay."""

    @property
    def overlaps(self) -> bool:
        """True if the boxes of neighbours overlap."""
        return self.zoom > _MOST_ZOOM

    @property
    def height(self) -> float:
        """Distance between opposite edges of a hexagon."""
        return self.side * sqrt(3)

    def list_cells(self) -> Iterator[tuple[int, int]]:
        """Yield the column and the row of each hexagon, from 1, column by column."""
        for column in range(1, self.columns + 1):
            yield from ((column, row) for row in range(1, self._count_rows(column) + 1))

    def find_box(self, column: int, row: int) -> Sequence[float]:
        """Return left, top, width, and height of the box around a hexagon."""
        wide, high = 2 * self.side * self.zoom, self.height * self.zoom
        x = self.left + (1.5 * column - 0.5) * self.side
        y = self.top + (row - column % 2 / 2) * self.height
        return x - wide / 2, y - high / 2, wide, high

    def make_keys(self) -> dict[str, Any]:
        """Return the keys of an element that is drawn in the box around each of them."""
        pair = self.rows + self.even_rows
        count = sum(self._count_rows(column) for column in range(1, self.columns + 1))
        left, top, width, height = map(format_number, self.find_box(1, 1))
        step, lower, high = map(format_number, (1.5 * self.side, self.height / 2, self.height))
        even = f"(item - 1) % {pair} // {self.rows}"
        x = f"{left} + ((item - 1) // {pair} * 2 + {even}) * {step}"
        y = f"{top} + ((item - 1) % {pair} % {self.rows}) * {high} + {even} * {lower}"
        return {
            "each": f"1..{count}",
            "at": [f"{{{x}}} mm", f"{{{y}}} mm"],
            "size": [f"{width} mm", f"{height} mm"],
        }

    def make_grid(self, flags: str) -> dict[str, Any]:
        """Return the keys of a grid of them; `flags` say how they are named."""
        pattern = self.choose_names(flags)
        keys: dict[str, Any] = {
            "at": [f"{format_number(one)} mm" for one in (self.left, self.top)],
            "cell": f"{format_number(self.height)} mm",
            "cells": "hex_flat",
            "size": f"{self.columns} x {self.rows}",
            "lower": "even",
            "coordinates": pattern,
        }
        missing = [column for column in range(1, self.columns + 1) if self._count_rows(column) < self.rows]
        hidden = [self.name_cell(flags, column, self.rows) for column in missing]
        return keys | ({"hidden": hidden} if hidden else {}) | {"labelled": False}

    def choose_names(self, flags: str) -> str:
        """Return the pattern of the names of hexagons: `0101` (C), `A1` (E), or numbers in a row."""
        if "C" in flags:
            sign = next((sign for sign in "._-" if sign in flags), "")
            return f"{{column}}{sign}{{row}}" if sign else "{column:02}{row:02}"
        if "E" in flags:
            return "{letters}{row}"
        # A hexagon that is hidden has no number of its own.
        return f"{{(column - 1) * {self.rows} + row}}"

    def name_cell(self, flags: str, column: int, row: int) -> str:
        """Return the name of a hexagon."""
        names = {"column": column, "row": row}
        pattern = self.choose_names(flags)
        if pattern.startswith("{("):
            return str((column - 1) * self.rows + row)
        return pattern.replace("{letters}", format_letters(column)).format(**names)

    def _count_rows(self, column: int) -> int:
        return self.rows if column % 2 else self.even_rows


def measure_hexes(values: Sequence[str], labels: ScriptLabels, size: Sequence[float]) -> HexFrames:
    """Return the hexagons in a box by its four values and the side of one; raises UnclearValue."""
    given = [_measure(value, labels, size[place % 2]) for place, value in enumerate(values[:5])]
    if len(given) < 5 or given[4] <= 0:
        raise UnclearValue("hexagons need a box, and the length of their sides")
    left, top, width, height, side = given
    columns = int((width / side - 0.5) / 1.5 + _NEARLY)
    rows, even_rows = (int(height / (side * sqrt(3)) - half + _NEARLY) for half in (0, 0.5))
    if not (columns > 0 and 0 < columns * rows <= _MOST_FRAMES):
        raise UnclearValue(f"there is no hexagon in the box, or there are more than {_MOST_FRAMES}")
    return HexFrames(left, top, side, columns, rows, even_rows)


@dataclass(slots=True)
class ScriptFrames:
    """The frames of a script, as the texts of their four values."""

    single: dict[str, Sequence[str]] = field(default_factory=dict)
    """Left, top, width, and height by name, in small letters."""
    rows: dict[str, FrameRows | HexFrames] = field(default_factory=dict)
    """Sets of frames by name."""

    def set(self, name: str, value: str, labels: ScriptLabels, size: Sequence[float]) -> None:
        """Give a frame its box; `size` is that of the card. Raises UnclearValue."""
        key, text = name.strip("<>[] ").lower(), self.expand(value)
        if function := _FUNCTION.fullmatch(text.strip()):
            maker = self._makers.get(function[1].upper())
            if not maker:
                raise UnclearValue(f"{function[1].upper()} has no counterpart; see `repeat`")
            maker(self, key, split_values(function[2]), labels, size)
            return
        values = split_values(text)
        if len(values) < 4:
            raise UnclearValue("a frame has four values: left, top, width, and height")
        self.single[key] = values[:4]

    def _add_rows(self, key: str, values: Sequence[str], labels: ScriptLabels, size: Sequence[float]) -> None:
        """Add frames side by side and in rows, from the left and the top."""
        given = [_measure(value, labels, size[place % 2]) for place, value in enumerate(values[:6])]
        if len(given) < 6 or min(given[4:]) <= 0:
            raise UnclearValue("FRAMEBOX needs a box, and the width and height of a frame")
        left, top, width, height, wide, high = given
        across, down = int(width / wide + _NEARLY), int(height / high + _NEARLY)
        if not 0 < across * down <= _MOST_FRAMES:
            raise UnclearValue(f"FRAMEBOX makes no frames, or more than {_MOST_FRAMES}")
        self.rows[key] = FrameRows(left, top, wide, high, across, across * down)
        for number in range(across * down):
            sides = (left + number % across * wide, top + number // across * high, wide, high)
            self.single[f"{key}{number + 1}"] = [f"{side / labels.unit:.6g}" for side in sides]
        self.single[key] = self.single[f"{key}1"]

    def _add_hexes(
        self, key: str, values: Sequence[str], labels: ScriptLabels, size: Sequence[float]
    ) -> None:
        """Add the boxes around hexagons, each with the name of its hexagon."""
        flags, zoom = ([*values[5:7], "", ""])[:2]
        share = labels.make_number(zoom.strip().removesuffix("%")) / 100 if zoom.strip() else 1.0
        hexes = self.rows[key] = replace(measure_hexes(values, labels, size), zoom=share)
        self.single.pop(key, None)
        for column, row in hexes.list_cells():
            name = hexes.name_cell(labels.expand(flags).upper(), column, row).lower()
            box = hexes.find_box(column, row)
            self.single[f"{key}{name}"] = [f"{side / labels.unit:.6g}" for side in box]
            self.single.setdefault(key, self.single[f"{key}{name}"])

    _makers: ClassVar[Mapping[str, Callable[..., None]]] = {"FRAMEBOX": _add_rows, "FRAMEHEX": _add_hexes}

    def find_rows(self, value: str) -> FrameRows | HexFrames | None:
        """Return the set of frames in each of which a line draws; None if it draws once."""
        named = (match[1].strip().lower() for match in _NAMED.finditer(value) if not match[3])
        return next((self.rows[key] for key in named if key in self.rows), None)

    def expand(self, value: str) -> str:
        """Return a text with the boxes of frames that it names."""
        return _NAMED.sub(self._replace, value)

    def _replace(self, match: re.Match[str]) -> str:
        key = match[1].strip().lower()
        box = self.single.get(key)
        if box is None:
            # Tags of HTML look like frames.
            return match[0]
        inner = [part.strip() for part in split_values(match[3])] if match[3] else []
        if len(inner) >= 3 and re.fullmatch("[LCRTB]{1,2}", inner[0], re.IGNORECASE):
            box = _place_inner(box, inner[0].upper(), inner[1], inner[2])
        return ", ".join(box)


def is_frame_function(value: str) -> bool:
    """Return True for a function that makes frames, which may be those of a label."""
    return bool(_FUNCTION.fullmatch(value.strip()))


def _place_inner(box: Sequence[str], corner: str, width: str, height: str) -> Sequence[str]:
    """Return the box at a corner or in the middle of another one: `TR`, `CC`."""
    down = next((letter for letter in corner if letter in "TB"), "C")
    across = next((letter for letter in corner if letter in "LR"), "C")
    left, top, wide, high = box
    x = f"{left}+({wide}-({width}))*{_SIDES[across]:g}" if _SIDES[across] else left
    y = f"{top}+({high}-({height}))*{_ENDS[down]:g}" if _ENDS[down] else top
    return [x, y, width, height]


def _measure(text: str, labels: ScriptLabels, side: float) -> float:
    """Return a length in mm; raises UnclearValue if it differs from card to card."""
    measure = labels.make_measure(text)
    if not isinstance(measure, ScriptMeasure):
        raise UnclearValue(f"{text} differs from card to card")
    return measure.share / 100 * side + measure.length


def make_signs(keys: Mapping[str, str]) -> Mapping[str, str]:
    """Return one character for each key of a text, which stands for it while marks are written."""
    return {key: chr(0xE000 + place) for place, key in enumerate(sorted(keys, key=len, reverse=True)[:1000])}

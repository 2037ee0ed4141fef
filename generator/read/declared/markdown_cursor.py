"""The place of a cursor in a booklet in Markdown that is still being written.

The keys at the top and the fences are YAML: each is found as a text of its own, in which all other lines are
empty, so that lines and columns are those of the file. The words between them have a small grammar.
"""

import re
from collections.abc import Iterator
from typing import Literal, TypeAlias

from generator.model.elements.template import BLOCKS
from generator.model.values import dataclass, replace
from generator.read.declared.markdown_texts import name_anchor
from generator.read.declared.reader import ValueShape, list_beginning

ProseKind: TypeAlias = Literal["block", "callout", "icon", "section", "key", "value", "number"]

_FRONT = "---"
_FENCE = re.compile(r" {0,3}(?P<marks>`{3,}|~{3,}) *(?P<kind>[\w]*)")
_HEADING = re.compile(r"#{1,3} ")
_BEFORE: tuple[tuple[ProseKind, re.Pattern[str]], ...] = (
    ("block", re.compile(r"^ {0,3}(?:`{3,}|~{3,}) *(?P<name>\w*)$")),
    ("callout", re.compile(r"^ {0,3}> *\[!(?P<name>\w*)$")),
    ("section", re.compile(r"\]\(#(?P<name>[\w.-]*)$")),
    ("value", re.compile(r"\{(?:[^{}]*\s)?(?P<key>[a-z_]+)=(?:[^\s{}]*,)?(?P<name>[^\s{},]*)$")),
    ("key", re.compile(r"\{(?:#|[a-z_]+=)[^{}]*\s(?P<name>[a-z_]*)$")),
    ("number", re.compile(r"\{(?P<name>[a-z_][a-z0-9_]*|)$")),
    ("icon", re.compile(r"(?:^|[^\w:]|:[\w/+-]+:):(?P<name>[\w/+-]*)$")),
)
"""Kinds of unfinished words before a cursor; the first that matches is taken."""
_WHOLE: tuple[tuple[ProseKind, re.Pattern[str]], ...] = (
    ("block", re.compile(r"^ {0,3}(?:`{3,}|~{3,}) *(?P<name>\w+)")),
    ("callout", re.compile(r"^ {0,3}> *\[!(?P<name>\w+)\]")),
    ("section", re.compile(r"\]\(#(?P<name>[\w.-]+)\)")),
    ("value", re.compile(r"(?<=[\s{])(?P<key>[a-z_]+)=(?P<name>[^\s{}]+)(?=[^{}]*\})")),
    ("number", re.compile(r"\{(?P<name>[a-z_][a-z0-9_]*)[,}]")),
    ("icon", re.compile(r":(?P<name>[\w/+-]*[A-Za-z][\w/+-]*):")),
)
_ID = re.compile(r"\{#([\w.-]+)[^{}]*\}\s*$")


@dataclass(frozen=True, slots=True)
class Island:
    """YAML within a booklet."""

    text: str
    """The file, in which all other lines are empty."""
    shape: ValueShape
    first: int
    last: int
    """Its lines, from 1; without a line, the last one is less than the first."""


@dataclass(frozen=True, slots=True)
class ProsePlace:
    """The word at a cursor outside of the YAML of a booklet."""

    kind: ProseKind
    name: str
    """The letters before the cursor, or the whole word."""
    key: str = ""
    """The key of a value in braces."""
    is_heading: bool = False


def list_islands(text: str, front: ValueShape) -> Iterator[Island]:
    """Yield the YAML of a booklet, of which `front` declares the keys at the top; it may be incomplete."""
    lines, number = text.split("\n"), 1
    if lines[0].rstrip() == _FRONT:
        number = _find_end(lines, 2, re.compile(rf"{_FRONT}\s*$"))
        yield _cut_out(lines, front, 2, number - 1)
        number += 1
    while number <= len(lines):
        opened = _FENCE.match(lines[number - 1])
        if not opened:
            number += 1
            continue
        marks = opened["marks"]
        closing = re.compile(rf" {{0,3}}{re.escape(marks)}{marks[0]}*\s*$")
        end = _find_end(lines, number + 1, closing)
        if (kind := opened["kind"]) in BLOCKS.kinds:
            yield _cut_out(lines, _find_shape(kind), number + 1, end - 1)
        number = end + 1


def _find_end(lines: list[str], first: int, end: re.Pattern[str]) -> int:
    """Return the number of the first line that ends a part; the one behind the file if none does."""
    found = (number for number in range(first, len(lines) + 1) if end.match(lines[number - 1]))
    return next(found, len(lines) + 1)


def _cut_out(lines: list[str], shape: ValueShape, first: int, last: int) -> Island:
    kept = (line if first <= number <= last else "" for number, line in enumerate(lines, start=1))
    return Island("\n".join(kept), shape, first, last)


def _find_shape(kind: str) -> ValueShape:
    """Return the shape of what is in a fence: the value of a block, or all its keys if it begins with it."""
    declared = BLOCKS.kinds[kind]
    return declared if list_beginning(declared, kind) is None else replace(BLOCKS, kinds={kind: declared})


def find_prose_cursor(text: str, line: int, column: int) -> ProsePlace | None:
    """Return what is being written before a cursor, from 1; None in plain words."""
    row = _get_line(text, line)
    for kind, pattern in _BEFORE:
        if found := pattern.search(row[: column - 1]):
            return _make_place(kind, found, found["name"], row)
    return None


def find_prose_word(text: str, line: int, column: int) -> ProsePlace | None:
    """Return the name that is written at a line and a column, from 1; None in plain words."""
    row = _get_line(text, line)
    for kind, pattern in _WHOLE:
        for found in pattern.finditer(row):
            start, end = found.span("name")
            if not start <= column - 1 <= end:
                continue
            before, after = row[start : column - 1], row[column - 1 : end]
            name = before.rpartition(",")[2] + after.partition(",")[0]
            return _make_place(kind, found, name, row)
    return None


def _make_place(kind: ProseKind, found: re.Match[str], name: str, row: str) -> ProsePlace:
    key = found["key"] if kind == "value" else ""
    return ProsePlace(kind, name, key, _HEADING.match(row) is not None)


def _get_line(text: str, line: int) -> str:
    lines = text.split("\n")
    return lines[line - 1] if line <= len(lines) else ""


def list_anchors(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the name of each heading with an id, and the line and column of the id."""
    for number, row in enumerate(text.split("\n"), start=1):
        found = _ID.search(row) if _HEADING.match(row) else None
        if found:
            yield name_anchor(found[1]), number, found.start(1) + 1

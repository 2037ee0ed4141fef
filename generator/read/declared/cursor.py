"""The place of a cursor in a file that is still being written, with how a value there is declared.

In YAML, the text is cut off at the cursor, a marker is appended, and the parser reads events until it fails:
the mappings and lists that are open then are the path to the cursor. The keys at the top of a booklet in
Markdown, and its fences, are YAML, too: each is found as a text of its own, in which all other lines are
empty, so that lines and columns are those of the file. The words between them have a small grammar.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Literal, TypeAlias

from yaml import (
    MappingEndEvent,
    MappingStartEvent,
    MarkedYAMLError,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    YAMLError,
)

from generator.model.elements.template import BLOCKS, Elements
from generator.model.language.kinds import Anything, Kind, OneOf
from generator.model.values import dataclass, field, replace
from generator.read.declared.markdown import name_anchor
from generator.read.declared.reader import (
    Declared,
    ListOf,
    MappingOf,
    ValueShape,
    list_beginning,
    list_declared,
    list_mains,
    list_old_keys,
    make_shape,
)
from generator.read.files.yaml import Data, DataPath, LineAndColumn, read_events

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


_MARKER = "\ue000"
"""A letter that no file has."""
_MOST_ERRORS = 4
_ONLY_WORD = re.compile(r"\s*(?:- +)*[\w.{}/*+-]*$")
_WORD = re.compile(r"[^\s,\[\]{}:#\"'|]*$")
_REST_OF_WORD = re.compile(r"[^\s,\[\]{}:#\"']*")
_COMMENT = re.compile(r"(^|\s)#")


@dataclass(frozen=True, slots=True)
class CursorPlace:
    """The value or key at a cursor, as far as it is written."""

    path: DataPath
    """Path to the value that the cursor is in; for a key, to the mapping that has it."""
    is_key: bool
    """True if a key is being written, or may be: below a key, a word may still become a text."""
    written: str
    """The letters of the value or key before the cursor."""
    siblings: tuple[Mapping[str, str], ...] = field(default_factory=tuple)
    """For each step of the path, the keys that the mapping has so far, with their values that are texts."""

    @property
    def keys(self) -> Mapping[str, str]:
        """The keys of the mapping in which a key is written."""
        return self.siblings[len(self.path)] if len(self.siblings) > len(self.path) else {}


def find_cursor(text: str, line: int, column: int) -> CursorPlace | None:
    """Return the place at a line and a column, both from 1; None in a comment, or behind broken YAML."""
    lines = text.split("\n")[:line]
    if len(lines) < line:
        return None
    head = lines[-1][: column - 1]
    if _is_comment(head):
        return None
    ending = _MARKER + _close_quote(head)
    if _ONLY_WORD.match(head):
        ending += ":"
    above = lines[:-1]
    for _ in range(_MOST_ERRORS):
        try:
            return _Follower().follow("\n".join([*above, head + ending]))
        except MarkedYAMLError as error:
            mark = error.context_mark or error.problem_mark
            if mark is None or mark.line >= len(above) or not above[mark.line]:
                return None
            # A line above is broken: what follows it can be read without it.
            above[mark.line] = ""
    return None


def find_cursor_word(text: str, line: int, column: int) -> CursorPlace | None:
    """Return the place of the whole word at a line and a column: of a key, if a colon follows it."""
    lines = text.split("\n")
    if len(lines) < line:
        return None
    row = lines[line - 1]
    rest = _REST_OF_WORD.match(row, column - 1)
    end = rest.end() if rest else column - 1
    place = find_cursor(text, line, end + 1)
    if (
        place
        and not row[end:].lstrip("\"'").startswith(":")
        and place.is_key
        and place.path
        and _has_colon(row[:end])
    ):
        return None
    return place


def _has_colon(text: str) -> bool:
    return bool(re.search(r":\s", text))


def _is_comment(head: str) -> bool:
    return any(not _close_quote(head[: found.start()]) for found in _COMMENT.finditer(head))


def _close_quote(head: str) -> str:
    """Return the quote that is open at the end of a line; empty if none is."""
    plain = re.sub(r"\"(?:[^\"\\]|\\.)*\"|(?<!\w)'(?:[^']|'')*'", "", head)
    found = re.search(r"(?:^|[\s\[{,:])([\"'])[^\"']*$", plain)
    return found[1] if found else ""


class _Follower:
    """Follows events to the marker, and remembers what is open."""

    def __init__(self) -> None:
        self._path: list[str | int] = []
        self._keys: list[dict[str, str]] = []
        self._kinds: list[type] = []
        self._pending: list[str | None] = []
        """Keys whose values come next, one for each open mapping or list."""

    def follow(self, text: str) -> CursorPlace | None:
        """Return the place of the marker; raises MarkedYAMLError for an error before it."""
        for event in read_events(text):
            if (place := self._take(event)) is not None:
                return place
        return None

    def _take(self, event: object) -> CursorPlace | None:
        if isinstance(event, ScalarEvent):
            return self._take_scalar(str(event.value))
        if isinstance(event, MappingStartEvent | SequenceStartEvent):
            self._step_in()
            self._kinds.append(type(event))
            self._keys.append({})
            self._pending.append(None)
        elif isinstance(event, MappingEndEvent | SequenceEndEvent):
            for each in (self._kinds, self._keys, self._pending):
                each.pop()
            self._step_out()
        return None

    def _take_scalar(self, value: str) -> CursorPlace | None:
        is_marked = _MARKER in value
        written = value.partition(_MARKER)[0]
        in_mapping = bool(self._kinds) and self._kinds[-1] is MappingStartEvent
        if in_mapping and self._pending[-1] is None:
            if is_marked:
                return self._place(tuple(self._path), written, is_key=True)
            self._pending[-1] = value
            return None
        self._step_in()
        if is_marked:
            return self._place(tuple(self._path), written, is_key=False)
        if in_mapping:
            self._keys[-1][str(self._pending[-1])] = value
        self._step_out()
        return None

    def _step_in(self) -> None:
        """Add the step to the value that begins to the path."""
        if not self._kinds:
            return
        if self._kinds[-1] is MappingStartEvent:
            key = self._pending[-1]
            step = "" if key is None else key
            self._path.append(step)
            self._keys[-1].setdefault(step, "")
        else:
            index = int(self._keys[-1].get("", "0"))
            self._path.append(index)
            self._keys[-1][""] = str(index + 1)

    def _step_out(self) -> None:
        if self._kinds:
            self._path.pop()
            self._pending[-1] = None

    def _place(self, path: DataPath, written: str, *, is_key: bool) -> CursorPlace:
        siblings = tuple(
            {} if kind is SequenceStartEvent else keys
            for kind, keys in zip(self._kinds, self._keys, strict=True)
        )
        return CursorPlace(path, is_key, written, siblings)


def list_written_texts(text: str) -> Iterator[tuple[DataPath, str, LineAndColumn, LineAndColumn]]:
    """Yield the path, text, start, and end of each value that is a text, up to the first error."""
    path: list[str | int] = []
    kinds: list[bool] = []
    keys: list[str | None] = []
    with suppress(YAMLError):
        for event in read_events(text):
            if isinstance(event, MappingEndEvent | SequenceEndEvent):
                kinds.pop()
                keys.pop()
                _leave(path, kinds, keys)
                continue
            is_scalar = isinstance(event, ScalarEvent)
            if not (is_scalar or isinstance(event, MappingStartEvent | SequenceStartEvent)):
                continue
            if kinds and kinds[-1] and keys[-1] is None:
                keys[-1] = str(getattr(event, "value", ""))
                continue
            if kinds:
                path.append(str(keys[-1]) if kinds[-1] else int(keys[-1] or 0))
            if is_scalar:
                start, end = event.start_mark, event.end_mark
                yield (
                    tuple(path),
                    str(event.value),
                    (start.line + 1, start.column + 1),
                    (end.line + 1, end.column + 1),
                )
                _leave(path, kinds, keys)
            else:
                kinds.append(isinstance(event, MappingStartEvent))
                keys.append(None)


def _leave(path: list[str | int], kinds: list[bool], keys: list[str | None]) -> None:
    """Step out of a value: a mapping expects a key then, a list its next item."""
    if kinds:
        path.pop()
        keys[-1] = None if kinds[-1] else str(int(keys[-1] or 0) + 1)


@dataclass(frozen=True, slots=True)
class PossibleKey:
    """A key that a mapping may have, with its documentation."""

    key: str
    doc: str
    shape: ValueShape
    is_required: bool = False


def find_shapes(
    shape: ValueShape, path: DataPath, siblings: Sequence[Mapping[str, object]]
) -> tuple[ValueShape, ...]:
    """Return the shapes that a value at a path may have; none if nothing is declared there.

    `siblings` are the keys of each mapping on the way: some of them decide what the others are.
    """
    shapes: tuple[ValueShape, ...] = (shape,)
    for index, step in enumerate(path):
        known = siblings[index] if index < len(siblings) else {}
        shapes = tuple(found for one in shapes for found in _step_into(one, step, known))
    return tuple(dict.fromkeys(found for one in shapes for found in _open(one)))


def _step_into(shape: ValueShape, step: str | int, siblings: Mapping[str, object]) -> Iterator[ValueShape]:
    match shape:
        case ListOf() if isinstance(step, int):
            yield shape.item
        case MappingOf() if step == "draw" and isinstance(shape.item, Anything):
            # A part has fields of any kind, and elements that draw it.
            yield _ELEMENTS
        case MappingOf() if isinstance(step, str):
            yield shape.item
        case Anything():
            for inner in _list_either(shape):
                yield from _step_into(inner, step, siblings)
        case type() | OneOf() if isinstance(step, str):
            yield from (one.shape for one in list_possible_keys(shape, siblings) if one.key == step)
        case type() if isinstance(step, int):
            # A key that may be written alone may be a list.
            yield from (found for one in list_mains(shape) for found in _step_into(one.shape, step, siblings))


def _open(shape: ValueShape) -> Iterator[ValueShape]:
    """Yield a shape, and those that may be written in its place."""
    if isinstance(shape, Anything):
        for inner in _list_either(shape):
            yield from _open(inner)
        return
    yield shape
    if isinstance(shape, type):
        for main in list_mains(shape):
            yield from _open(main.shape)


def list_possible_keys(shape: ValueShape, siblings: Mapping[str, object]) -> tuple[PossibleKey, ...]:
    """Return the keys that a mapping of a shape may have beside others."""
    match shape:
        case type():
            old = list_old_keys(shape)
            fields = list_declared(shape)
            renamed = {one.key: one for one in fields}
            return (
                *map(_make_key, fields),
                *(
                    PossibleKey(key, "", renamed[new].shape)
                    for key, new in old.items()
                    if key in siblings and new in renamed
                ),
            )
        case OneOf():
            return _list_kinds(shape, siblings)
        case Anything():
            return tuple(key for inner in _list_either(shape) for key in list_possible_keys(inner, siblings))
    return ()


_ELEMENTS = make_shape(Elements)


def _list_either(shape: Anything) -> Iterator[ValueShape]:
    """Yield what a value may be that a special reader takes."""
    if "list of elements" in shape.noun:
        yield _ELEMENTS
    yield from map(make_shape, shape.either)


def _make_key(one: Declared) -> PossibleKey:
    return PossibleKey(one.key, one.doc, one.shape, one.is_required)


def _list_kinds(one_of: OneOf, siblings: Mapping[str, object]) -> tuple[PossibleKey, ...]:
    """Return the keys of the kind that the siblings have begun, or those of all kinds."""
    for key in siblings:
        kind = one_of.kinds.get(key)
        if kind is not None and (beginning := list_beginning(kind, key)) is not None:
            return tuple(map(_make_key, beginning))
    found = []
    for key, kind in one_of.kinds.items():
        beginning = list_beginning(kind, key)
        first = next((one.shape for one in beginning or () if one.key == key), kind)
        found.append(PossibleKey(key, (kind.__doc__ or "").split("\n")[0], first))
    return tuple(found)


def list_named(shape: ValueShape, data: Data, path: DataPath = ()) -> Iterator[tuple[DataPath, str, str]]:
    """Yield path, value, and kind of each text in data that is a name: of an icon, of a text."""
    for one in _open(shape):
        if isinstance(one, Kind):
            if isinstance(data, str) and one.names:
                yield path, data, one.names
        elif isinstance(data, dict | list):
            siblings = data if isinstance(data, dict) else {}
            steps = data.items() if isinstance(data, dict) else enumerate(data)
            for step, value in steps:
                for inner in _step_into(one, step, siblings):
                    yield from list_named(inner, value, (*path, step))

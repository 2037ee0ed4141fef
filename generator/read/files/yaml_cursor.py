"""The place of a cursor in YAML that is still being written.

The text is cut off at the cursor, a marker is appended, and the parser reads events until it fails: the
mappings and lists that are open then are the path to the cursor.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress

import yaml
from yaml import MappingEndEvent, MappingStartEvent, ScalarEvent, SequenceEndEvent, SequenceStartEvent

from generator.model.values import dataclass, field
from generator.read.files.yaml import DataPath, LineAndColumn, read_events

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
        except yaml.MarkedYAMLError as error:
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
        """Return the place of the marker; raises yaml.MarkedYAMLError for an error before it."""
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
    with suppress(yaml.YAMLError):
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

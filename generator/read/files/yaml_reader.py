"""Strict YAML: scalars stay text, keys are unique, and each value has a line and a column.

Only mappings, lists, and texts are read: `no`, `12:30` and `017` stay as they are written. Anchors,
aliases, merge keys, and tags are refused: they hide the data, and a few lines of them can fill the memory.
"""

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from sys import intern
from typing import Any, TypeAlias

import yaml
from yaml import AliasEvent, DocumentStartEvent, MappingStartEvent, ScalarEvent, SequenceStartEvent

from generator.errors import DataError, Problem
from generator.model.values import dataclass, field
from generator.read.files import yaml_places
from generator.read.files.text_files import has_forbidden, read_text
from generator.read.files.yaml_places import DEEPEST, Spot, find_swallowed_line, read_events, spot_of_node
from generator.read.files.yaml_words import explain_yaml_error

_CONTROL = "contains a control character, written as an escape"
_ENDS = (yaml.MappingEndEvent, yaml.SequenceEndEvent)

Data: TypeAlias = "str | list[Data] | dict[str, Data] | None"
"""Data of a file; None for a key or list item without a value."""

DataPath: TypeAlias = tuple[str | int, ...]
"""Keys and list positions from the top of a file to a value."""


class Source:
    """The data of one YAML file, with the line and column of each value."""

    def __init__(self, file: str, text: str, data: Data) -> None:
        self.file = file
        self.text = text
        self.data = data

    @cached_property
    def _root(self) -> Any:
        return yaml_places.compose(self.text or "{}")

    def get(self, key: str) -> Data:
        """Return the data of a key at the top; None if there is none."""
        return self.data.get(key) if isinstance(self.data, dict) else None

    def get_text(self, path: DataPath) -> str:
        """Return the text at a path; empty if there is none."""
        node = self._find_nodes(path)[-1]
        return node.value if isinstance(node, yaml_places.ScalarNode) else ""

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    def shown(self, path: DataPath) -> DataPath:
        """Return the path for messages: names in data may differ from those in the file."""
        return path

    def spot_of(self, path: DataPath) -> Spot:
        """Return the position of a value; of its key if it is empty or missing."""
        nodes = self._find_nodes(path)
        is_key = bool(path) and isinstance(path[-1], str) and nodes[-1].value == "" and not nodes[-1].style
        if len(nodes) <= len(path) or is_key:
            return self.spot_of_key(path)
        return spot_of_node(nodes[-1])

    def spot_of_key(self, path: DataPath) -> Spot:
        """Return the position of a key; of the value where there are no keys (in lists, at the top)."""
        nodes = self._find_nodes(path)
        if len(nodes) < 2:
            return 1, 1
        parent, node = nodes[-2:]
        if isinstance(parent, yaml_places.MappingNode):
            node = next((key for key, value in parent.value if value is node), node)
        return spot_of_node(node)

    def spot_in_text(self, path: DataPath, line: int, column: int) -> Spot:
        """Return the position of a character; line and column are those within the text, from 0.

        Exact for texts below a `|` and for texts on one line; otherwise the start of the text.
        """
        nodes = self._find_nodes(path)
        node = nodes[-1]
        is_text = len(nodes) > len(path) and isinstance(node, yaml_places.ScalarNode)
        if not (is_text and (node.value or node.style)):
            return self.spot_of(path)
        start, left = spot_of_node(node)
        if node.style == "|":
            wanted = node.value.split("\n")[line]
            written = self.lines[start + line]
            return start + 1 + line, len(written) - len(wanted) + column + 1
        begin = left - 1 + (1 if node.style in ("'", '"') else 0)
        if line == 0 and self.lines[start - 1].startswith(node.value, begin):
            return start, begin + column + 1
        return start, left

    def _find_nodes(self, path: DataPath) -> list[Any]:
        """Return the nodes from the root to a value, or to the last one that exists."""
        nodes = [self._root]
        for step in path:
            value = nodes[-1].value
            if isinstance(nodes[-1], yaml_places.MappingNode):
                found = [child for key, child in value if key.value == step]
            else:
                found = value[step : step + 1] if isinstance(value, list) and isinstance(step, int) else []
            if not found:
                break
            nodes += found
        return nodes


class OtherSource(Source):
    """Data that is not YAML, with a position for each value; subclasses may find it in other ways."""

    def __init__(self, file: str, data: Data, spots: Mapping[DataPath, Spot] | None = None) -> None:
        super().__init__(file, "", data)
        self._spots = spots or {}

    def spot_of(self, path: DataPath) -> Spot:
        return self._spots[path]

    def spot_of_key(self, path: DataPath) -> Spot:
        return self.spot_of(path)

    def spot_in_text(self, path: DataPath, line: int, column: int) -> Spot:
        return self.spot_of(path)

    def get_text(self, path: DataPath) -> str:
        """Return an empty text: problems have the position of the whole value."""
        return ""


def read_yaml(path: Path) -> Source:
    """Read a file; raises DataError with all problems."""
    file, text = read_text(path)
    return parse_yaml(text, file=file)


def find_value(path: Path, keys: DataPath) -> str:
    """Return the text at a path of keys, or an empty text; what follows it is not read.

    Raises DataError with all problems if there is one before it.
    """
    file, text = read_text(path)
    opened: list[str | None] = []
    with suppress(yaml.MarkedYAMLError):
        for event in read_events(text):
            kind = type(event)
            if kind is MappingStartEvent or kind is SequenceStartEvent:
                opened.append(None)
            elif kind in _ENDS:
                opened[-2:] = [None] * (len(opened) > 1)
            elif kind is ScalarEvent and opened:
                if opened[-1] is not None and opened == [*keys]:
                    return str(event.value)
                opened[-1] = event.value if opened[-1] is None else None
        return ""
    parse_yaml(text, file=file)
    return ""


def parse_yaml(text: str, *, file: str) -> Source:
    """Read a text with plain line feeds; raises DataError with all problems."""
    with suppress(_Suspect, yaml.MarkedYAMLError):
        if (data := _build(text, None)) is not None:
            return Source(file, text, data)
    problems = _Problems(file, text)
    try:
        if _build(text, problems) is None and not problems.found:
            message = "contains nothing but comments" if text.strip() else "is empty"
            problems.found.append(Problem(file, 0, 0, "", message))
    except yaml.MarkedYAMLError as error:
        line, column, message, hint = explain_yaml_error(error, text)
        problems.found.append(Problem(file, line, column, "", message, hint))
    raise DataError(problems.found)


class _Suspect(Exception):
    """There is a problem: the text is read again, and all problems are collected."""


@dataclass
class _Problems:
    """Problems of a text that is YAML but not strict."""

    file: str
    text: str
    found: list[Problem] = field(default_factory=list)
    lines: dict[tuple[int, str], int] = field(default_factory=dict)
    """Line of each key, by the identity of its mapping."""
    _reported: set[str] = field(default_factory=set)

    def add(self, event: Any, message: str, hint: str = "", *, once: str = "") -> None:
        """Add a problem; only the first of those that are reported once: a YAML bomb is made of many."""
        if once not in self._reported:
            self._reported.update(filter(None, (once,)))
            self.found.append(Problem(self.file, *spot_of_node(event), "", message, hint))

    def check_magic(self, event: Any) -> None:
        marks = [
            ("anchors", "&", event.anchor and f"&{event.anchor}"),
            ("tags", "!", getattr(event, "tag", None)),
        ]
        if isinstance(event, AliasEvent):
            marks = [("aliases", "*", f"*{event.anchor}")]
        for kind, sign, written in marks:
            if written is not None:
                hint = f"write the value out; a text that starts with `{sign}` needs quotes"
                self.add(event, f"{kind} (`{written}`) are not supported", hint, once=kind)

    def check_key(self, event: Any, mapping: Any) -> None:
        line = self.lines.get((id(mapping), event.value))
        if not event.value:
            self.add(event, "a key is empty", "write `key: value`", once="empty")
        elif has_forbidden(event.value):
            self.add(event, _CONTROL, "remove it", once="control")
        elif event.value == "<<" and not event.style:
            self.add(event, "merge keys (`<<`) are not supported", "write the values out", once="merge")
        elif line is not None:
            self.add(
                event, f"duplicate key `{event.value}`", f"the first is in line {line}: keep one of them"
            )
        else:
            self.lines[id(mapping), event.value] = spot_of_node(event)[0]

    def check_text(self, event: Any, key_column: int) -> None:
        if event.style == '"' and has_forbidden(event.value):
            self.add(event, _CONTROL, "remove it")
        lost = find_swallowed_line(self.text, event, key_column)
        if lost is not None:
            line, column = self.text.count("\n", 0, lost) + 1, lost - self.text.rfind("\n", 0, lost)
            message = "is read as a comment: it is indented less than the first line of its text"
            hint = "start every line of the text with `|`"
            self.found.append(Problem(self.file, line, column, "", message, hint))


def _build(text: str, problems: _Problems | None) -> Data:
    """Return the data of a text; raises _Suspect at the first problem unless they are collected.

    Values are None where there is a problem. Raises YAMLError for a text that is not YAML.
    """
    top: list[Data] = []
    stack: list[tuple[dict[str, Data] | list[Data], str | None]] = []
    current: dict[str, Data] | list[Data] = top
    key: str | None = None
    key_column = -1
    for event in read_events(text):
        kind = type(event)
        new: Data = None
        if kind is ScalarEvent:
            value: str = event.value
            if event.anchor is not None or event.tag is not None:
                _find(problems).check_magic(event)
            if key is None and type(current) is dict:
                is_bad = not value or value in current
                if problems or is_bad or (has_forbidden(value) if event.style else value == "<<"):
                    _find(problems).check_key(event, current)
                key, key_column = intern(value), event.start_mark.column
                continue
            new = None if not value and event.implicit[0] else value
            if event.style and (
                has_forbidden(value)
                if event.style == '"'
                else find_swallowed_line(text, event, -1 if key is None else key_column) is not None
            ):
                _find(problems).check_text(event, -1 if key is None else key_column)
        elif kind is MappingStartEvent or kind is SequenceStartEvent:
            new = {} if kind is MappingStartEvent else []
            if event.anchor is not None or event.tag is not None:
                _find(problems).check_magic(event)
            if len(stack) >= DEEPEST:
                _find(problems).add(event, f"is nested deeper than {DEEPEST} levels")
                break
        elif kind in _ENDS:
            current, key = stack.pop()
            continue
        elif kind is AliasEvent:
            _find(problems).check_magic(event)
        elif kind is DocumentStartEvent and top:
            _find(problems).add(event, "a second document starts here", "remove the `---`")
            break
        else:
            continue
        follows = None
        if type(current) is list:
            current.append(new)
        elif type(current) is dict and key is not None:
            current[key] = new
            key = None
        else:
            _find(problems).add(event, "a key must be a text", "write `key: value`", once="key")
            key = follows = ""
        if type(new) is dict or type(new) is list:
            stack.append((current, follows))
            current, key = new, None
    return top[0] if top else None


def _find(problems: _Problems | None) -> _Problems:
    if problems is None:
        raise _Suspect
    return problems

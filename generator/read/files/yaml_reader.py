"""Strict YAML: scalars stay text, keys are unique, and each value has a line and a column.

Only mappings, lists, and texts are read: `no`, `12:30` and `017` stay as they are written. Anchors,
aliases, merge keys, and tags are refused: they hide the data, and a few lines of them can fill the memory.
"""

from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

import yaml
from yaml import AliasEvent, DocumentStartEvent, MappingStartEvent, ScalarEvent, SequenceStartEvent

from generator.errors import DataError
from generator.read.files import yaml_places
from generator.read.files.text_files import has_forbidden, read_text

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
        return yaml_places.compose(self.text)

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

    def spot_of(self, path: DataPath) -> yaml_places.Spot:
        """Return the position of a value; of its key if it is empty or missing."""
        nodes = self._find_nodes(path)
        is_key = bool(path) and isinstance(path[-1], str) and nodes[-1].value == "" and not nodes[-1].style
        if len(nodes) <= len(path) or is_key:
            return self.spot_of_key(path)
        return yaml_places.spot_of_node(nodes[-1])

    def spot_of_key(self, path: DataPath) -> yaml_places.Spot:
        """Return the position of a key; of the value where there are no keys (in lists, at the top)."""
        nodes = self._find_nodes(path)
        if len(nodes) < 2:
            return 1, 1
        parent, node = nodes[-2:]
        keys = (
            [key for key, value in parent.value if value is node]
            if isinstance(parent, yaml_places.MappingNode)
            else []
        )
        return yaml_places.spot_of_node(*(keys or [node]))

    def spot_in_text(self, path: DataPath, line: int, column: int) -> yaml_places.Spot:
        """Return the position of a character; line and column are those within the text, from 0.

        Exact for texts below a `|` and for texts on one line; otherwise the start of the text.
        """
        nodes = self._find_nodes(path)
        node = nodes[-1]
        if (
            len(nodes) <= len(path)
            or not isinstance(node, yaml_places.ScalarNode)
            or (not node.value and not node.style)
        ):
            return self.spot_of(path)
        start, left = yaml_places.spot_of_node(node)
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


def read_yaml(path: Path) -> Source:
    """Read a file; raises DataError with all problems."""
    file, text = read_text(path)
    return parse_yaml(text, file=file)


def parse_yaml(text: str, *, file: str) -> Source:
    """Read a text with plain line feeds; raises DataError with all problems."""
    try:
        return Source(file, text, _build(text))
    except (_Suspect, yaml.MarkedYAMLError):
        problems = yaml_places.find_yaml_problems(text, file=file)
        if not problems:
            raise
        raise DataError(problems) from None


class _Suspect(Exception):
    """There is a problem: the text is read again with its positions."""


def _build(text: str) -> Data:
    """Return the data of a text as fast as possible; raises _Suspect or YAMLError without a position."""
    top: list[Data] = []
    stack: list[tuple[dict[str, Data] | list[Data], str | None]] = []
    current: dict[str, Data] | list[Data] = top
    key: str | None = None
    key_column = -1
    for event in yaml_places.read_events(text):
        kind = type(event)
        new: Data
        if kind is ScalarEvent:
            value: str = event.value
            if event.anchor is not None or event.tag is not None:
                raise _Suspect
            if key is None and type(current) is dict:
                if not value or value in current or (has_forbidden(value) if event.style else value == "<<"):
                    raise _Suspect
                key, key_column = value, event.start_mark.column
                continue
            new = None if not value and event.implicit[0] else value
            if event.style and (
                has_forbidden(value)
                if event.style == '"'
                else yaml_places.find_swallowed_line(text, event, -1 if key is None else key_column)
                is not None
            ):
                raise _Suspect
        elif kind is MappingStartEvent or kind is SequenceStartEvent:
            new = {} if kind is MappingStartEvent else []
            if event.anchor is not None or event.tag is not None or len(stack) >= yaml_places.DEEPEST:
                raise _Suspect
        elif kind in _ENDS:
            current, key = stack.pop()
            continue
        elif kind is AliasEvent or (kind is DocumentStartEvent and top):
            raise _Suspect
        else:
            continue
        if type(current) is list:
            current.append(new)
        elif type(current) is dict:
            if key is None:
                raise _Suspect
            current[key] = new
            key = None
        if type(new) is dict or type(new) is list:
            stack.append((current, key))
            current, key = new, None
    if not top or top[0] is None:
        raise _Suspect
    return top[0]

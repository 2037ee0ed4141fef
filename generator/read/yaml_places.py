"""A YAML text with its lines: the tree of places, and all that is wrong instead of the first.

Slower than the reader, and only used when something must be told.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import yaml
from yaml import AliasEvent, DocumentStartEvent, MappingStartEvent, ScalarEvent, SequenceStartEvent

from generator.errors import Problem
from generator.read.files import has_forbidden
from generator.read.yaml_events import DEEPEST, find_swallowed_line, read_events
from generator.read.yaml_words import say_yaml_error

_CONTROL = "holds a control character, written as an escape"

Spot: TypeAlias = tuple[int, int]
"""Line and column, both from 1, columns counted in characters."""


@dataclass(slots=True)
class Node:
    """A piece of data: where it stands, and what it holds."""

    line: int
    column: int
    value: str | None = None
    """The text of a scalar; None for all else, also for a key without a value."""
    style: str = ""
    """`|`, `>`, a quote, or empty."""
    empty: bool = False
    """Nothing was written here: `key:` without a value."""
    children: "dict[str | int, Node]" = field(default_factory=dict)
    keys: dict[str | int, Spot] = field(default_factory=dict)


@dataclass(slots=True)
class _Open:
    """A mapping or list whose end has not come yet."""

    node: Node
    is_mapping: bool
    awaits_key: bool
    key: str | int = 0
    key_column: int = -1

    def add(self, child: Node) -> None:
        if self.is_mapping:
            self.node.children[self.key] = child
            self.awaits_key = True
        else:
            self.node.children[len(self.node.children)] = child


def place_yaml(text: str, *, file: str) -> tuple[Node, list[Problem]]:
    """The tree of places, as far as the text can be read, and what is wrong with the text."""
    placer = _Placer(file, text)
    placer.read()
    return placer.root, placer.problems


class _Placer:
    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.problems: list[Problem] = []
        self.root = Node(1, 1, empty=True)
        self._told: set[str] = set()

    def read(self) -> None:
        try:
            self._read_documents(read_events(self.text))
        except yaml.MarkedYAMLError as error:
            line, column, message, hint = say_yaml_error(error, self.text)
            self.problems.append(Problem(self.file, line, column, "", message, hint))
            return
        if self.root.empty and not self.problems:
            said = "holds nothing but comments" if self.text.strip() else "is empty"
            self.problems.append(Problem(self.file, 0, 0, "", said))

    def _read_documents(self, events: Iterator[Any]) -> None:
        documents = 0
        for event in events:
            if isinstance(event, DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._add(event, "a second document starts here", "a file holds one: remove the `---`")
                    return
            elif isinstance(event, ScalarEvent | MappingStartEvent | SequenceStartEvent | AliasEvent):
                self._read_tree(event, events)
                if "deep" in self._told:
                    return

    def _read_tree(self, first: Any, events: Iterator[Any]) -> None:
        """All below an event, without recursion: nesting may be deeper than Python's stack."""
        self.root = self._new_node(first, key_column=-1)
        stack = self._opened(first, self.root)
        while stack:
            current, event = stack[-1], next(events)
            opens = isinstance(event, MappingStartEvent | SequenceStartEvent)
            if not opens and not isinstance(event, ScalarEvent | AliasEvent):
                stack.pop()
                continue
            if opens and len(stack) >= DEEPEST:
                self._add_once("deep", event, f"is nested deeper than {DEEPEST} levels")
                return
            if current.awaits_key:
                self._read_key(current, event)
                if opens:
                    stack += self._opened(event, Node(0, 0))
                continue
            node = self._new_node(event, key_column=current.key_column)
            current.add(node)
            stack += self._opened(event, node)

    def _opened(self, event: Any, node: Node) -> list[_Open]:
        if isinstance(event, MappingStartEvent):
            return [_Open(node, is_mapping=True, awaits_key=True)]
        if isinstance(event, SequenceStartEvent):
            return [_Open(node, is_mapping=False, awaits_key=False)]
        return []

    def _read_key(self, current: _Open, event: Any) -> None:
        """A key that cannot be one gets a number: its value is still read, for what is wrong there."""
        keys = current.node.keys
        current.awaits_key = False
        current.key = len(current.node.children)
        mark = event.start_mark
        current.key_column = mark.column
        self._refuse_magic(event)
        if not isinstance(event, ScalarEvent):
            self._add_once("key", event, "a key must be a text", "write `key: value`")
        elif not event.value:
            self._add_once("no key", event, "a key is empty", "write `key: value`")
        elif has_forbidden(event.value):
            self._add_once("control", event, _CONTROL, "remove it")
        elif event.value == "<<":
            self._add_once("merge", event, "merge keys (`<<`) are not read", "write the values out")
        elif event.value in keys:
            first = keys[event.value][0]
            hint = f"it stands in line {first} too: keep one of them"
            self._add(event, f"the key `{event.value}` stands here a second time", hint)
        else:
            current.key = event.value
            keys[event.value] = mark.line + 1, mark.column + 1

    def _new_node(self, event: Any, *, key_column: int) -> Node:
        line, column = event.start_mark.line + 1, event.start_mark.column + 1
        self._refuse_magic(event)
        if not isinstance(event, ScalarEvent):
            return Node(line, column)
        if not event.value and event.implicit[0]:
            return Node(line, column, empty=True)
        if event.style == '"' and has_forbidden(event.value):
            self._add(event, _CONTROL, "remove it")
        swallowed = find_swallowed_line(self.text, event, key_column)
        if swallowed is not None:
            lost = self.text.count("\n", 0, swallowed) + 1
            at = swallowed - self.text.rfind("\n", 0, swallowed)
            message = "is lost as a comment: it starts further left than the first line of its text"
            hint = "start every line of the text with `|`"
            self.problems.append(Problem(self.file, lost, at, "", message, hint))
        return Node(line, column, event.value, event.style or "")

    def _refuse_magic(self, event: Any) -> None:
        """Anchors, aliases and tags: told once of each kind, since bombs are made of many."""
        if isinstance(event, AliasEvent):
            hint = "write the value out; a text that starts with `*` needs quotes"
            self._add_once("alias", event, f"aliases (`*{event.anchor}`) are not read", hint)
            return
        if event.anchor is not None:
            hint = "write the value out; a text that starts with `&` needs quotes"
            self._add_once("anchor", event, f"anchors (`&{event.anchor}`) are not read", hint)
        if event.tag is not None:
            hint = "leave it out; a text that starts with `!` needs quotes"
            self._add_once("tag", event, f"tags (`{event.tag}`) are not read", hint)

    def _add_once(self, kind: str, event: Any, message: str, hint: str = "") -> None:
        if kind not in self._told:
            self._told.add(kind)
            self._add(event, message, hint)

    def _add(self, event: Any, message: str, hint: str = "") -> None:
        mark = event.start_mark
        self.problems.append(Problem(self.file, mark.line + 1, mark.column + 1, "", message, hint))

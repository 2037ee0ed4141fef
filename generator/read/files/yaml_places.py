"""The parser of YAML, the positions in its texts, and all problems of an invalid text instead of the first.

Finding problems is slower than reading, and done only if there is a problem to report.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import yaml
from yaml import AliasEvent, DocumentStartEvent, MappingStartEvent, ScalarEvent, SequenceStartEvent
from yaml import MappingNode as MappingNode
from yaml import ScalarNode as ScalarNode

from generator.errors import Problem
from generator.read.files.text_files import has_forbidden
from generator.read.files.yaml_words import explain_yaml_error

DEEPEST = 60
"""Maximum levels of nesting; real files have fewer than ten."""

# Typed as Any: the events of PyYAML have attributes that its stubs do not know.
_Loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class _Parser(_Loader):  # type: ignore[misc]
    """A parser that resolves no tags: all values are read as texts. Its base class is chosen at run time."""

    def resolve(self, kind: type, value: Any, implicit: Any) -> str:
        return ""


_LINE = re.compile(r"( *)([^ \n]?)[^\n]*(\n|\Z)")
_CONTROL = "contains a control character, written as an escape"

Spot: TypeAlias = tuple[int, int]
"""Line and column, both from 1; columns count characters."""


def read_events(text: str) -> Iterator[Any]:
    """Yield the events of libyaml, or of PyYAML's Python parser; raises yaml.MarkedYAMLError."""
    parser = _Parser(text)
    try:
        yield from iter(parser.get_event, None)
    finally:
        parser.dispose()


def compose(text: str) -> Any:
    """Return the root of a YAML text; nodes know their value, style, and marks of start and end."""
    return yaml.compose(text, Loader=_Parser)


def spot_of_node(node: Any) -> Spot:
    """Return the start of a node or event."""
    return node.start_mark.line + 1, node.start_mark.column + 1


def find_swallowed_line(text: str, scalar: Any, key_column: int) -> int | None:
    """Return the index of a line below a `|` text that YAML silently drops as a comment, or None.

    The first line of such a text determines its indentation. A drawing whose second line starts further
    left with `#` would lose all but its first line. `key_column` is that of the text's key, from 0; -1 for
    a text in a list.
    """
    if scalar.style not in ("|", ">"):
        return None
    if key_column < 0:
        start = text.rfind("\n", 0, scalar.start_mark.index) + 1
        indented = _LINE.match(text, start)
        key_column = len(indented[1]) if indented else 0
    position = scalar.end_mark.index
    while position < len(text):
        match = _LINE.match(text, position)
        if match is None or (match[2] and match[2] != "#"):
            return None
        if match[2]:
            return match.start(2) if len(match[1]) > key_column else None
        position = match.end()
    return None


def find_yaml_problems(text: str, *, file: str) -> list[Problem]:
    """Return all problems of a text that is not strict YAML."""
    finder = _ProblemFinder(file, text)
    try:
        finder.read_documents(read_events(text))
    except yaml.MarkedYAMLError as error:
        line, column, message, hint = explain_yaml_error(error, text)
        finder.problems.append(Problem(file, line, column, "", message, hint))
    if finder.is_empty and not finder.problems:
        message = "contains nothing but comments" if text.strip() else "is empty"
        finder.problems.append(Problem(file, 0, 0, "", message))
    return finder.problems


@dataclass(slots=True)
class _Open:
    is_mapping: bool
    awaits_key: bool
    key_column: int = -1
    lines: dict[str, int] = field(default_factory=dict)
    """Line of each key."""


class _ProblemFinder:
    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.problems: list[Problem] = []
        self.is_empty = True
        self._reported: set[str] = set()

    def read_documents(self, events: Iterator[Any]) -> None:
        documents = 0
        for event in events:
            if isinstance(event, DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._add(event, "a second document starts here", "remove the `---`")
                    return
            elif isinstance(event, ScalarEvent | MappingStartEvent | SequenceStartEvent | AliasEvent):
                self.is_empty = isinstance(event, ScalarEvent) and not event.value and event.implicit[0]
                self._read_tree(event, events)
                if "deep" in self._reported:
                    return

    def _read_tree(self, first: Any, events: Iterator[Any]) -> None:
        """Read all events below the first, without recursion: nesting may exceed Python's stack."""
        self._check_value(first, key_column=-1)
        stack = self._open(first)
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
                self._check_key(current, event)
            else:
                self._check_value(event, key_column=current.key_column)
            current.awaits_key = current.is_mapping and not current.awaits_key
            stack += self._open(event)

    def _open(self, event: Any) -> list[_Open]:
        is_mapping = isinstance(event, MappingStartEvent)
        is_open = is_mapping or isinstance(event, SequenceStartEvent)
        return [_Open(is_mapping, awaits_key=is_mapping)] if is_open else []

    def _check_key(self, current: _Open, event: Any) -> None:
        line, column = spot_of_node(event)
        current.key_column = column - 1
        self._refuse_magic(event)
        if not isinstance(event, ScalarEvent):
            self._add_once("key", event, "a key must be a text", "write `key: value`")
        elif not event.value:
            self._add_once("no key", event, "a key is empty", "write `key: value`")
        elif has_forbidden(event.value):
            self._add_once("control", event, _CONTROL, "remove it")
        elif event.value == "<<" and not event.style:
            self._add_once("merge", event, "merge keys (`<<`) are not supported", "write the values out")
        elif event.value in current.lines:
            hint = f"the first is in line {current.lines[event.value]}: keep one of them"
            self._add(event, f"duplicate key `{event.value}`", hint)
        else:
            current.lines[event.value] = line

    def _check_value(self, event: Any, *, key_column: int) -> None:
        self._refuse_magic(event)
        if not isinstance(event, ScalarEvent):
            return
        if event.style == '"' and has_forbidden(event.value):
            self._add(event, _CONTROL, "remove it")
        swallowed = find_swallowed_line(self.text, event, key_column)
        if swallowed is not None:
            lost = self.text.count("\n", 0, swallowed) + 1
            at = swallowed - self.text.rfind("\n", 0, swallowed)
            message = "is read as a comment: it is indented less than the first line of its text"
            hint = "start every line of the text with `|`"
            self.problems.append(Problem(self.file, lost, at, "", message, hint))

    def _refuse_magic(self, event: Any) -> None:
        if isinstance(event, AliasEvent):
            marks = [("aliases", "*", f"*{event.anchor}")]
        else:
            marks = [("anchors", "&", event.anchor and f"&{event.anchor}"), ("tags", "!", event.tag)]
        for kind, sign, written in marks:
            if written is not None:
                hint = f"write the value out; a text that starts with `{sign}` needs quotes"
                self._add_once(kind, event, f"{kind} (`{written}`) are not supported", hint)

    def _add_once(self, kind: str, event: Any, message: str, hint: str = "") -> None:
        """Report a problem once of each kind: a YAML bomb is made of many."""
        if kind not in self._reported:
            self._reported.add(kind)
            self._add(event, message, hint)

    def _add(self, event: Any, message: str, hint: str = "") -> None:
        self.problems.append(Problem(self.file, *spot_of_node(event), "", message, hint))

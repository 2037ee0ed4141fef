"""Strict YAML: scalars stay text, keys are unique, and each value has a line and a column in its file.

Only mappings, lists, and texts are read: `no`, `12:30` and `017` stay as they are written. Anchors,
aliases, merge keys, and tags are refused: they hide the data, and a few lines of them can fill the memory.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from sys import intern
from typing import Any, NamedTuple, TypeAlias

import yaml
from yaml import AliasEvent, DocumentStartEvent, MappingStartEvent, ScalarEvent, SequenceStartEvent
from yaml import MappingNode as MappingNode
from yaml import ScalarNode as ScalarNode

from generator.errors import DataError, Problem
from generator.model.values import dataclass, field
from generator.read.files.shelf import YAML, find_shelf
from generator.read.files.text_files import FONTS, PICTURES, collect_words, has_forbidden, read_text
from generator.read.files.yaml_signs import OTHER_QUOTES, describe_other_quote, explain_start, quote_field

Data: TypeAlias = "str | list[Data] | dict[str, Data] | None"
"""Data of a file; None for a key or list item without a value."""

DataPath: TypeAlias = tuple[str | int, ...]
"""Keys and list positions from the top of a file to a value."""

LineAndColumn: TypeAlias = tuple[int, int]
"""Line and column, both from 1; columns count characters."""
_WORDS = "words"
"""First step of the path of a text, as in wording files."""


class Source:
    """The data of one YAML file, with the line and column of each value."""

    def __init__(self, file: str, text: str, data: Data) -> None:
        self.file = file
        self.text = text
        self.data = data

    @cached_property
    def _root(self) -> Any:
        return compose_yaml(self.text or "{}")

    def get(self, key: str) -> Data:
        """Return the data of a key at the top; None if there is none."""
        return self.data.get(key) if isinstance(self.data, dict) else None

    def get_text(self, path: DataPath) -> str:
        """Return the text at a path; empty if there is none."""
        node = self._list_nodes(path)[-1]
        return node.value if isinstance(node, ScalarNode) else ""

    def has(self, path: DataPath) -> bool:
        """Return True if there is a value at a path."""
        return len(self._list_nodes(path)) > len(path)

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @cached_property
    def cut_texts(self) -> tuple[Problem, ...]:
        """Warnings of `list_cut_texts`."""
        return (*list_cut_texts(self),)

    def file_of(self, path: DataPath) -> str:
        """Return the file that has the value at a path; subclasses may join several files."""
        return self.file

    def shown(self, path: DataPath) -> DataPath:
        """Return the path for messages: names in data may differ from those in the file."""
        return path

    def spot_of(self, path: DataPath) -> LineAndColumn:
        """Return the position of a value; of its key if it is empty or missing."""
        nodes = self._list_nodes(path)
        is_key = bool(path) and isinstance(path[-1], str) and nodes[-1].value == "" and not nodes[-1].style
        if len(nodes) <= len(path) or is_key:
            return self.spot_of_key(path)
        return spot_of_node(nodes[-1])

    def spot_of_key(self, path: DataPath) -> LineAndColumn:
        """Return the position of a key; of the value where there are no keys (in lists, at the top)."""
        nodes = self._list_nodes(path)
        if len(nodes) < 2:
            return 1, 1
        parent, node = nodes[-2:]
        if isinstance(parent, MappingNode):
            node = next((key for key, value in parent.value if value is node), node)
        return spot_of_node(node)

    def spot_in_text(self, path: DataPath, line: int, column: int) -> LineAndColumn:
        """Return the position of a character; line and column are those within the text, from 0.

        Exact for texts below a `|` and for texts on one line; otherwise the start of the text.
        """
        nodes = self._list_nodes(path)
        node = nodes[-1]
        is_text = len(nodes) > len(path) and isinstance(node, ScalarNode)
        if not (is_text and (node.value or node.style)):
            return self.spot_of(path)
        start, left = spot_of_node(node)
        if node.style == "|":
            wanted = node.value.split("\n")[line]
            return start + 1 + line, len(self.lines[start + line]) - len(wanted) + column + 1
        begin = left - 1 + (1 if node.style in ("'", '"') else 0)
        if line == 0 and self.lines[start - 1].startswith(node.value, begin):
            return start, begin + column + 1
        return start, left

    def _list_nodes(self, path: DataPath) -> list[Any]:
        """Return the nodes from the root to a value, or to the last one that exists."""
        nodes = [self._root]
        for step in path:
            value = nodes[-1].value
            if isinstance(nodes[-1], MappingNode):
                found = [child for key, child in value if key.value == step]
            else:
                found = value[step : step + 1] if isinstance(value, list) and isinstance(step, int) else []
            if not found:
                break
            nodes += found
        return nodes


class InnerSource(Source):
    """A value within a file as data of its own: paths begin there."""

    def __init__(self, outer: Source, path: DataPath, data: Data) -> None:
        super().__init__(outer.file, outer.text, data)
        self._outer, self._path = outer, path

    def __eq__(self, other: object) -> bool:
        """Return True for the same place of the same text, which may have been read twice."""
        return isinstance(other, InnerSource) and self._named == other._named

    def __hash__(self) -> int:
        return hash(self._named)

    @property
    def _named(self) -> tuple[object, ...]:
        return self.file, self._path, self.text

    @cached_property
    def _root(self) -> Any:
        return self._outer._list_nodes(self._path)[-1]

    def shown(self, path: DataPath) -> DataPath:
        """Return the path in the file."""
        return self._outer.shown((*self._path, *path))


class OtherSource(Source):
    """Data that is not YAML, with the position of each value; subclasses may find positions in other ways."""

    def __init__(self, file: str, data: Data, spots: Mapping[DataPath, LineAndColumn] | None = None) -> None:
        super().__init__(file, "", data)
        self._spots = spots or {}

    def has(self, path: DataPath) -> bool:
        return path in self._spots

    def spot_of(self, path: DataPath) -> LineAndColumn:
        return self._spots[path]

    def spot_of_key(self, path: DataPath) -> LineAndColumn:
        return self.spot_of(path)

    def spot_in_text(self, path: DataPath, line: int, column: int) -> LineAndColumn:
        return self.spot_of(path)

    def get_text(self, path: DataPath) -> str:
        """Return an empty text: problems have the position of the whole value."""
        return ""


def read_yaml(path: Path) -> Source:
    """Read a file; raises DataError with all problems."""
    file, text = read_text(path)
    return parse_yaml(text, file=file)


def read_file_words(path: Path) -> Set[str] | None:
    """Return the words of a text file, without comments of YAML; None if it is none, or has problems.

    Pictures and fonts have no words.
    """
    if path.suffix.lower() in (*PICTURES, *FONTS):
        return frozenset()
    try:
        return collect_words(str(read_yaml(path).data) if path.suffix in YAML else read_text(path)[1])
    except DataError:
        return None


_COMMENT_IN_TEXT = re.compile(r"(?<=\S)[ \t]+(#[^\s#!]\S*)")
"""A comment without a space behind its `#`, which was probably meant as text: `Room #3`."""
_QUOTED_LINE = re.compile(r"""[ ]*(?:- )*[\w.-]+: (?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*')[ ]*(?:\n|\Z)""")
"""A line with a key and its value, which is in quotes: no `#` in it begins a comment."""


def list_cut_texts(source: Source) -> Iterator[Problem]:
    """Yield a warning for each text without quotes of which a ` #` cuts off the end."""
    text = source.text
    starts = {text.rfind("\n", 0, match.start()) + 1 for match in _COMMENT_IN_TEXT.finditer(text)}
    if all(_QUOTED_LINE.match(text, start) for start in starts):
        return
    for event in read_events(text):
        is_plain = type(event) is ScalarEvent and event.value and not event.style
        if match := _COMMENT_IN_TEXT.match(text, event.end_mark.index) if is_plain else None:
            column = event.end_mark.column + 1 + match.start(1) - match.start()
            message = f"`{match[1]}` begins a comment, and is not part of the text before it"
            hint = "put the text in quotes, or a space behind the `#`"
            yield Problem(source.file, event.end_mark.line + 1, column, "", message, hint)


def read_text_at(path: Path, keys: DataPath) -> str:
    """Return the text at a path of keys, empty if there is none, without reading what follows it.

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
    with suppress(_HasProblem, yaml.MarkedYAMLError):
        if (data := _build(text, None)) is not None:
            return Source(file, text, data)
    problems = _Problems(file, text)
    try:
        if _build(text, problems) is None and not problems.found:
            message, key = "is empty", "empty"
            if text.strip():
                message, key = "contains nothing but comments", "comments"
            problems.found.append(Problem(file, 0, 0, "", message, key=key))
    except yaml.MarkedYAMLError as error:
        # Imported here, because most files have no such errors.
        from generator.read.files.yaml_mistakes import explain_mistake

        found = explain_mistake(error, text, find_shelf().data / "yaml_errors.toml")
        problem = Problem(
            file, found.line, found.column, "", found.message, found.hint, found.key, found.values
        )
        if problem.line not in {one.line for one in problems.found}:
            problems.found.append(problem)
    raise DataError(problems.found)


_NO_VALUES = frozenset({"", "~", "null", "Null", "NULL"})
"""Spellings of an empty value in YAML; in quotes, they are texts."""
_COMMA = "a text with a comma needs quotes here"
_CONTROL = "contains a control character, written as an escape"


class _HasProblem(Exception):
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

    def add(
        self, event: Any, message: str, hint: str = "", *, once: str = "", key: str = "", **values: str | int
    ) -> None:
        """Add a problem, or only the first of those with the same `once`: a YAML bomb consists of many."""
        if once not in self._reported:
            self._reported.update(filter(None, (once,)))
            self.found.append(Problem(self.file, *spot_of_node(event), "", message, hint, key, values))

    def check_magic(self, event: Any) -> None:
        """Add a problem for an anchor, an alias, or a tag."""
        marks = [
            ("anchors", "&", event.anchor and f"&{event.anchor}"),
            ("tags", "!", (getattr(event, "tag", None) or "").replace("tag:yaml.org,2002:", "!!") or None),
        ]
        if isinstance(event, AliasEvent):
            marks = [("aliases", "*", f"*{event.anchor}")]
        for kind, sign, written in marks:
            if written is not None:
                hint = f"write the value out; a text that starts with `{sign}` needs quotes"
                said = f"{kind} (`{written}`) are not supported"
                self.add(event, said, hint, once=kind, key="magic", kind=kind, text=written, sign=sign)

    def check_key(self, event: Any, mapping: Any) -> None:
        line = self.lines.get((id(mapping), event.value))
        if not event.value:
            self.add(event, "a key is empty", "write `key: value`", once="empty", key="empty_key")
        elif has_forbidden(event.value):
            self.add(event, _CONTROL, "remove it", once="control", key="control")
        elif event.value == "<<" and not event.style:
            said = "merge keys (`<<`) are not supported"
            self.add(event, said, "write the values out", once="merge", key="merge")
        elif not event.style and (wrong := explain_start(event.value)):
            self._add_at(event.start_mark, wrong[1], wrong[2], wrong[0])
        elif line is not None:
            is_here = line == spot_of_node(event)[0]
            hint = "keep one of them" if is_here else f"the first is in line {line}: keep one of them"
            values = {"name": event.value} if is_here else {"name": event.value, "line": line}
            key = "duplicate_here" if is_here else "duplicate"
            # Without the `- ` of a list, all keys of an item are there a second time.
            said, once = f"duplicate key `{event.value}`", f"duplicate {id(mapping)}"
            self.add(event, said, hint, once=once, key=key, **values)
        else:
            self.lines[id(mapping), event.value] = spot_of_node(event)[0]

    def check_key_type(self, event: Any) -> None:
        """Add a problem for a key that is no text, unless a problem of its own follows."""
        is_field = re.compile(r"{{[^{}:,]*}").match(self.text, max(event.start_mark.index - 1, 0))
        if not (is_field or isinstance(event, AliasEvent)):
            self.add(event, "a key must be a text", "write `key: value`", once="key", key="key_text")

    def check_part(self, event: Any, value: Any) -> None:
        """Add a problem for a key without a value in braces, with the value before it."""
        start = event.start_mark.index
        if pair := _PAIR.match(event.value):
            said = "a space is missing after the `:`"
            self._add_at(event.start_mark, said, f"write `{pair[1]}: {pair[2]}`", len(pair[1]) + 1)
        elif found := _get_field(self.text, event):
            message, hint = quote_field(found[1])
            self._add_at(event.start_mark, message, hint, found[0] - start)
        else:
            self._check_comma(value, event)

    def _check_comma(self, value: Any, event: Any) -> None:
        """Add a problem for a part of a text behind a comma, which is read as a key without a value."""
        before, part = value.value, event.value
        word = re.match(r"(\w{2,})\s+(\S.*)", part)
        if before[:1] in OTHER_QUOTES:
            message, hint = describe_other_quote(before[0])
            self.add(value, message, hint, key="quote_sign", sign=before[0], mark='"')
        elif re.fullmatch(r"[-+]?\d+", before) and re.match(r"\d", part):
            said = f"`{before},{part}` has a comma instead of a decimal point"
            self._add_at(value.end_mark, said, f"write `{before}.{part}`")
        elif word and re.search(rf"[\s{{,]{re.escape(word[1])}:\s", self.text):
            self.add(event, f"`{part}` has no `: `", f"write `{word[1]}: {word[2]}`")
        else:
            self._add_at(value.end_mark, _COMMA, f'write `"{before}, {part}"`')

    def _add_at(self, mark: Any, message: str, hint: str, after: int = 0) -> None:
        """Add a problem at a number of characters after a mark."""
        self.found.append(Problem(self.file, mark.line + 1, mark.column + after + 1, "", message, hint))

    def check_text(self, event: Any, key_column: int) -> None:
        if event.style == '"' and has_forbidden(event.value):
            self.add(event, _CONTROL, "remove it", key="control")
        lost = _get_swallowed_line(self.text, event, key_column)
        if lost is not None:
            line, column = self.text.count("\n", 0, lost) + 1, lost - self.text.rfind("\n", 0, lost)
            message = "is read as a comment: it is indented less than the first line of its text"
            hint = "start every line of the text with `|`"
            self.found.append(Problem(self.file, line, column, "", message, hint, "swallowed"))


DEEPEST_YAML = 60
"""Maximum levels of nesting; real files have fewer than ten."""
_ENDS = (yaml.MappingEndEvent, yaml.SequenceEndEvent)


def _build(text: str, problems: _Problems | None) -> Data:
    """Return the data of a text; raises _HasProblem at the first problem unless problems are collected.

    Values are None where there is a problem. Raises YAMLError for a text that is not YAML.
    """
    top: list[Data] = []
    stack: list[tuple[dict[str, Data] | list[Data], str | None]] = []
    current: dict[str, Data] | list[Data] = top
    key: str | None = None
    key_column = -1
    part = last = None
    for event in read_events(text):
        kind = type(event)
        new: Data = None
        if kind is ScalarEvent:
            value: str = event.value
            if event.anchor is not None or event.tag is not None:
                _require(problems).check_magic(event)
            if key is None and type(current) is dict:
                is_bad = not value or value in current
                if (
                    problems
                    or is_bad
                    or (has_forbidden(value) if event.style else not value[0].isalnum() and _is_odd(value))
                ):
                    _require(problems).check_key(event, current)
                key, key_column = intern(value), event.start_mark.column
                part = event
                continue
            new = None if value in _NO_VALUES and event.implicit[0] else value
            is_part = new is None and part and not text[part.end_mark.index : event.start_mark.index].strip()
            if is_part and (_is_one_text(text, last, part) or _is_lost(text, part)):
                _require(problems).check_part(part, last)
            last = event
            if event.style and (
                has_forbidden(value)
                if event.style == '"'
                else _get_swallowed_line(text, event, -1 if key is None else key_column) is not None
            ):
                _require(problems).check_text(event, -1 if key is None else key_column)
        elif kind is MappingStartEvent or kind is SequenceStartEvent:
            new = {} if kind is MappingStartEvent else []
            if event.anchor is not None or event.tag is not None:
                _require(problems).check_magic(event)
            if len(stack) >= DEEPEST_YAML:
                said = f"is nested deeper than {DEEPEST_YAML} levels"
                _require(problems).add(event, said, key="deep", number=DEEPEST_YAML)
                break
        elif kind in _ENDS:
            current, key = stack.pop()
            continue
        elif kind is AliasEvent:
            _require(problems).check_magic(event)
        elif kind is DocumentStartEvent and top:
            _require(problems).add(event, "a second document starts here", "remove the `---`")
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
            _require(problems).check_key_type(event)
            key = follows = ""
        if type(new) is dict or type(new) is list:
            stack.append((current, follows))
            current, key = new, None
    return top[0] if top else None


def _is_odd(key: str) -> bool:
    """Return True for a key without quotes that is none."""
    return key == "<<" or explain_start(key) is not None


_PAIR = re.compile(r"([A-Za-z_]\w*):([^\s/.<>=^+].*)")
"""A key and its value without a space between them: `id:a`, but not `cost:.2f`."""


def _is_lost(text: str, key: Any) -> bool:
    """Return True if a key without a value is a field in braces, or has lost the space behind its colon."""
    return _get_field(text, key) is not None or _PAIR.match(key.value) is not None


_FIELD_END = re.compile(r"\s*}+(?:[^,\]{}#\n]|{[^{}\n]*})*")
"""The end of a field in braces, and the rest of a text that begins with it."""


def _get_field(text: str, key: Any) -> tuple[int, str] | None:
    """Return start and text of what begins with a field in braces, and is read as a key; or None."""
    before = text[: key.start_mark.index].rstrip()
    end = _FIELD_END.match(text, key.end_mark.index)
    start = len(before.rstrip("{"))
    return (start, text[start : end.end()]) if end and start < len(before) else None


def _is_one_text(text: str, value: Any, key: Any) -> bool:
    """Return True if there is only a comma between a value without quotes and a key."""
    if value is None or value.style or not value.value:
        return False
    between = text[value.end_mark.index : key.start_mark.index]
    return between.strip() == "," and re.match(r" *[,}]", text[key.end_mark.index :]) is not None


def _require(problems: _Problems | None) -> _Problems:
    """Return the collected problems; raises _HasProblem if none are collected."""
    if problems is None:
        raise _HasProblem
    return problems


_LINE = re.compile(r"( *)([^ \n]?)[^\n]*(\n|\Z)")


def _get_swallowed_line(text: str, scalar: Any, key_column: int) -> int | None:
    """Return the index of a line below a `|` text that YAML silently drops as a comment; None without one.

    The first line of such a text determines its indentation. A drawing whose second line starts further
    left with `#` would lose all but its first line. `key_column` is that of the text's key, from 0; -1 for
    a text in a list.
    """
    if scalar.style not in ("|", ">"):
        return None
    if key_column < 0:
        indented = _LINE.match(text, text.rfind("\n", 0, scalar.start_mark.index) + 1)
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


# Typed as Any: the events of PyYAML have attributes that its stubs do not know.
_Parser: Any = type("_Parser", (getattr(yaml, "CBaseLoader", yaml.BaseLoader),), {"resolve": lambda *_: ""})
"""A parser that resolves no tags: all values are read as texts."""


def read_events(text: str) -> Iterator[Any]:
    """Yield the events of libyaml, or of PyYAML's Python parser; raises yaml.MarkedYAMLError."""
    parser = _Parser(text)
    try:
        yield from iter(parser.get_event, None)
    finally:
        parser.dispose()


def compose_yaml(text: str) -> Any:
    """Return the root of a YAML text; nodes know their value, style, and marks of start and end."""
    return yaml.compose(text, Loader=_Parser)


def spot_of_node(node: Any) -> LineAndColumn:
    """Return the start of a node or event."""
    return node.start_mark.line + 1, node.start_mark.column + 1


Tree: TypeAlias = "Mapping[str, str | Tree]"
"""Values below their keys; texts are written as they are."""

_Edit: TypeAlias = tuple[int, int, str]
"""Start and end of a text, and its replacement."""
_INDENT = 2


def put_values(text: str, values: Tree) -> str:
    """Return a YAML text with these values in it; comments, order, and all other values stay as they are.

    Its top is a mapping, or there are only comments. New keys follow those that are there. Mappings inside of
    mappings are written in braces.
    """
    root = compose_yaml(text)
    if root is None:
        before = text if not text or text.endswith("\n") else f"{text}\n"
        return before + "".join(f"{line}\n" for line in _list_lines(values, 0))
    for start, end, written in sorted(_list_edits(text, root, values, 0), reverse=True):
        text = text[:start] + written + text[end:]
    return text


def _list_edits(text: str, node: Any, values: Tree, depth: int) -> Iterator[_Edit]:
    known = {key.value: (key, value) for key, value in node.value}
    new = {key: value for key, value in values.items() if key not in known}
    for name, value in values.items():
        if name not in known:
            continue
        key, there = known[name]
        if isinstance(value, Mapping) and isinstance(there, MappingNode) and there.value:
            yield from _list_edits(text, there, value, depth + 1)
        elif there.start_mark.index == there.end_mark.index:
            # The parser places an empty value anywhere; it belongs right after the colon.
            at = text.index(":", key.end_mark.index) + 1
            yield at, at, f" {_write(value)}"
        else:
            yield there.start_mark.index, _get_end(text, there), _write(value)
    if new and node.flow_style:
        at = node.start_mark.index + 1
        yield at, at, _join(new) + (", " if node.value else "")
    elif new:
        at = text.find("\n", _get_end(text, node))
        at = len(text) if at < 0 else at
        lines = _list_lines(new, node.value[0][0].start_mark.column, depth)
        yield at, at, "".join(f"\n{line}" for line in lines)


def _get_end(text: str, node: Any) -> int:
    """Return the end of a value, without the comments and blanks after it."""
    if isinstance(node, ScalarNode):
        end: int = node.end_mark.index
        return len(text[:end].rstrip()) if node.style in ("|", ">") else end
    if node.flow_style or not node.value:
        return int(node.end_mark.index)
    last = node.value[-1]
    key, value = last if isinstance(last, tuple) else (last, last)
    if value.start_mark.index == value.end_mark.index:
        return int(text.index(":", key.end_mark.index)) + 1
    return _get_end(text, value)


def _list_lines(values: Tree, column: int, depth: int = 0) -> Iterator[str]:
    """Yield the lines of new keys; mappings are in lines at the top of a file, otherwise in braces."""
    for key, value in values.items():
        if isinstance(value, Mapping) and not depth:
            yield " " * column + f"{key}:"
            yield from _list_lines(value, column + _INDENT, depth + 1)
        else:
            yield " " * column + f"{key}: {_write(value)}"


def _write(value: "str | Tree") -> str:
    return f"{{{_join(value)}}}" if isinstance(value, Mapping) else value


def _join(values: Tree) -> str:
    return ", ".join(f"{key}: {_write(value)}" for key, value in values.items())


class PlacedText(NamedTuple):
    """A text of the file, with the place of some of its characters."""

    text: str
    marks: tuple[tuple[int, int, int], ...]
    """Position in the text, line, and column, in order; what follows is on the same line."""

    def place(self, position: int) -> LineAndColumn:
        """Return the line and the column of a character of the text."""
        start, line, column = max((one for one in self.marks if one[0] <= position), default=self.marks[0])
        return line, column + position - start


class MarkdownSource(Source):
    """The data of a booklet and its texts, each with its place in the file."""

    def __init__(
        self,
        file: str,
        text: str,
        data: Data,
        texts: Mapping[str, PlacedText],
        spots: Mapping[DataPath, LineAndColumn],
        inner: Mapping[DataPath, Source],
        notes: Mapping[str, str],
    ) -> None:
        super().__init__(file, text, data)
        self.id = str(self.get("id"))
        self.notes = notes
        """Comments above blocks, for translators, by the keys of their texts."""
        self.texts: Mapping[str, str] = {key: one.text for key, one in texts.items()}
        self._texts, self._spots, self._inner = texts, spots, inner

    def place_text(self, key: str) -> str:
        """Return the place of a text, such as `rules.md:12`; empty if it has no such text."""
        text = self._texts.get(key)
        return f"{self.file.rpartition('/')[2]}:{text.place(0)[0]}" if text else ""

    @property
    def inner(self) -> Sequence[Source]:
        """The YAML at the top and in fences."""
        return tuple(self._inner.values())

    def get_text(self, path: DataPath) -> str:
        if text := self._find_text(path):
            return text.text
        source, rest = self._find(path)
        return source.get_text(rest) if source else ""

    def has(self, path: DataPath) -> bool:
        source, rest = self._find(path)
        return path in self._spots or bool(self._find_text(path)) or (source is not None and source.has(rest))

    def spot_of(self, path: DataPath) -> LineAndColumn:
        if not path:
            return 1, 1
        if text := self._find_text(path):
            return text.place(0)
        source, rest = self._find(path)
        return source.spot_of(rest) if source else self._spots.get(rest, (1, 1))

    def spot_of_key(self, path: DataPath) -> LineAndColumn:
        if text := self._find_text(path):
            return text.place(0)
        source, rest = self._find(path)
        return source.spot_of_key(rest) if source and rest else self.spot_of(path)

    def spot_in_text(self, path: DataPath, line: int, column: int) -> LineAndColumn:
        if text := self._find_text(path):
            lines = text.text.split("\n")
            return text.place(sum(len(one) + 1 for one in lines[:line]) + column)
        source, rest = self._find(path)
        return source.spot_in_text(rest, line, column) if source else self.spot_of(path)

    def _find_text(self, path: DataPath) -> PlacedText | None:
        return self._texts.get(".".join(map(str, path[1:]))) if path[:1] == (_WORDS,) else None

    def _find(self, path: DataPath) -> tuple[Source | None, DataPath]:
        """Return the YAML that has a path, and the path in it; without one, the block around it."""
        for end in range(len(path), -1, -1):
            if path[:end] in self._inner:
                return self._inner[path[:end]], path[end:]
            if path[:end] in self._spots:
                return None, path[:end]
        return None, ()


class JoinedSource(Source):
    """The English texts of a wording file, and of booklets in Markdown, each with its place."""

    def __init__(self, own: Source, booklets: Sequence[MarkdownSource]) -> None:
        super().__init__(own.file, own.text, own.data)
        self._own = own
        self._homes = {key: booklet for booklet in booklets for key in booklet.texts}

    def _find_home(self, path: DataPath) -> Source:
        return self._homes.get(".".join(map(str, path[1:])), self._own)

    def file_of(self, path: DataPath) -> str:
        return self._find_home(path).file

    def get_text(self, path: DataPath) -> str:
        return self._find_home(path).get_text(path)

    def has(self, path: DataPath) -> bool:
        return self._find_home(path).has(path)

    def spot_of(self, path: DataPath) -> LineAndColumn:
        return self._find_home(path).spot_of(path)

    def spot_of_key(self, path: DataPath) -> LineAndColumn:
        return self._find_home(path).spot_of_key(path)

    def spot_in_text(self, path: DataPath, line: int, column: int) -> LineAndColumn:
        return self._find_home(path).spot_in_text(path, line, column)


def path_of(key: str) -> DataPath:
    """Return the path of a key in its file."""
    return ("words", *key.split("."))

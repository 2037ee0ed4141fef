"""The parser of YAML, and the positions in its texts."""

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

import yaml
from yaml import MappingNode as MappingNode
from yaml import ScalarNode as ScalarNode

DEEPEST = 60
"""Maximum levels of nesting; real files have fewer than ten."""

# Typed as Any: the events of PyYAML have attributes that its stubs do not know.
_Loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class _Parser(_Loader):  # type: ignore[misc]
    """A parser that resolves no tags: all values are read as texts. Its base class is chosen at run time."""

    def resolve(self, kind: type, value: Any, implicit: Any) -> str:
        return ""


_LINE = re.compile(r"( *)([^ \n]?)[^\n]*(\n|\Z)")

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

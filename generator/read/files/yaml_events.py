"""The door to PyYAML: a text as a stream of parser events, or as a tree of nodes."""

import re
from collections.abc import Iterator
from typing import Any

import yaml
from yaml import MappingNode as MappingNode
from yaml import ScalarNode as ScalarNode

DEEPEST = 60
"""Levels of nesting; real files have fewer than ten."""

# Typed as Any: the events of PyYAML have attributes that its stubs do not know.
_Parser: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

_LINE = re.compile(r"( *)([^ \n]?)[^\n]*(\n|\Z)")


def read_events(text: str) -> Iterator[Any]:
    """The parser's events up to the end of the text; libyaml's where PyYAML was built with it.

    Raises yaml.MarkedYAMLError where the text is not YAML.
    """
    parser = _Parser(text)
    try:
        while True:
            event = parser.get_event()
            if event is None or type(event) is yaml.StreamEndEvent:
                return
            yield event
    finally:
        parser.dispose()


def compose(text: str) -> Any:
    """Return the root of a YAML text; nodes know their value, style, and marks of start and end."""
    return yaml.compose(text, Loader=_Parser)


def find_swallowed_line(text: str, scalar: Any, key_column: int) -> int | None:
    """Index of a line below a `|` text that YAML drops without a word: it looks like a comment.

    The first line of such a text says how far all of it is indented. A drawing whose second line
    starts further left with `#` would lose all but its first line. `key_column` is that of the
    text's key, from 0; -1 for a text in a list.
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

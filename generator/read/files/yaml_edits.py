"""Edits of YAML files that leave comments, order, and all other values as they are."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from generator.read.files.yaml_places import MappingNode, ScalarNode, compose

Tree: TypeAlias = "Mapping[str, str | Tree]"
"""Values below their keys; texts are written as they are."""

_Edit: TypeAlias = tuple[int, int, str]
"""Start and end of what is replaced, and by what."""
_INDENT = 2


def put_values(text: str, values: Tree) -> str:
    """Return a YAML text with these values in it; its top is a mapping, or there are only comments.

    New keys follow those that are there. Mappings inside of mappings are written in braces.
    """
    root = compose(text)
    if root is None:
        before = text if not text or text.endswith("\n") else f"{text}\n"
        return before + "".join(f"{line}\n" for line in _list_lines(values, 0))
    for start, end, written in sorted(_find_edits(text, root, values, 0), reverse=True):
        text = text[:start] + written + text[end:]
    return text


def _find_edits(text: str, node: Any, values: Tree, depth: int) -> Iterator[_Edit]:
    known = {key.value: (key, value) for key, value in node.value}
    new = {key: value for key, value in values.items() if key not in known}
    for name, value in values.items():
        if name not in known:
            continue
        key, there = known[name]
        if isinstance(value, Mapping) and isinstance(there, MappingNode) and there.value:
            yield from _find_edits(text, there, value, depth + 1)
        elif there.start_mark.index == there.end_mark.index:
            # The parser places an empty value anywhere; it belongs right after the colon.
            at = text.index(":", key.end_mark.index) + 1
            yield at, at, f" {_write(value)}"
        else:
            yield there.start_mark.index, _find_end(text, there), _write(value)
    if new and node.flow_style:
        at = node.start_mark.index + 1
        yield at, at, _join(new) + (", " if node.value else "")
    elif new:
        at = text.find("\n", _find_end(text, node))
        at = len(text) if at < 0 else at
        lines = _list_lines(new, node.value[0][0].start_mark.column, depth)
        yield at, at, "".join(f"\n{line}" for line in lines)


def _find_end(text: str, node: Any) -> int:
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
    return _find_end(text, value)


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

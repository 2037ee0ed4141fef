"""A wording file as it is written: where keys and sentences begin and end, and the comments on them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.read.files.yaml_events import MappingEndEvent, MappingStartEvent, ScalarEvent, read_events


@dataclass(slots=True)
class Written:
    """A key with what stands after it; positions count characters of the text."""

    key: str
    key_start: int
    key_end: int
    column: int
    """Of the key, from 0."""
    start: int = 0
    end: int = 0
    """Of the value: right after its last character; the same as `start` where nothing was written."""
    style: str = ""
    """Of a sentence: `|`, `>`, a quote, or empty."""
    is_flow: bool = False
    """A mapping in braces, or something inside of one."""
    children: "dict[str, Written]" = field(default_factory=dict)
    is_mapping: bool = False
    above: int = 0
    """Where what is written before the key ends: only below it lines can be comments."""


def write_tree(text: str) -> Written:
    """The tree of a wording file that was read without an error before; its root has no key."""
    events = read_events(text)
    root = Written("", 0, 0, -1, is_mapping=True)
    stack: list[Written] = []
    key: Any = None
    done = 0
    event: Any
    for event in events:
        if isinstance(event, MappingStartEvent):
            node = root if not stack else _begin(stack[-1], key, event, text)
            node.is_mapping = True
            node.is_flow = bool(event.flow_style)
            node.start = _index(event.start_mark)
            node.above, done = done, node.start if node.is_flow else node.key_end
            stack.append(node)
            key = None
        elif isinstance(event, MappingEndEvent):
            node = stack.pop()
            node.end = _index(event.end_mark) if node.is_flow else _end_of(node)
        elif isinstance(event, ScalarEvent) and stack and key is None:
            key = event
        elif isinstance(event, ScalarEvent) and stack:
            node = _begin(stack[-1], key, event, text)
            node.is_flow = stack[-1].is_flow
            node.above, done = done, node.end
            key = None
    return root


def _index(mark: Any) -> int:
    """The character that a mark of the parser stands before."""
    index: int = mark.index
    return index


def _begin(parent: Written, key: Any, event: Any, text: str) -> Written:
    start, end = event.start_mark.index, event.end_mark.index
    style = getattr(event, "style", "") or ""
    if style in ("|", ">"):
        end = len(text[:end].rstrip())
    elif isinstance(event, ScalarEvent) and start == end:
        # Nothing was written: the place is right after the colon.
        start = end = text.index(":", key.end_mark.index) + 1
    before = key.start_mark
    node = Written(key.value, before.index, key.end_mark.index, before.column, start, end, style)
    parent.children[key.value] = node
    return node


def _end_of(node: Written) -> int:
    """Of a mapping without braces: where its last value ends."""
    ends = [child.end for child in node.children.values()]
    return max([*ends, node.key_end])


def find_written(root: Written, key: str) -> Written | None:
    """What stands under a dotted key of the words."""
    node: Written | None = root.children.get("words")
    for step in key.split("."):
        node = node.children.get(step) if node is not None else None
    return node


def read_notes(text: str) -> Mapping[str, str]:
    """The comments upon sentences, by dotted key: those right above a key, above the keys around it, and
    at the end of its line."""
    root = write_tree(text)
    words = root.children.get("words")
    return dict(_list_notes(text, words, (), ())) if words else {}


def _list_notes(
    text: str, node: Written, path: tuple[str, ...], above: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    for child in node.children.values():
        notes = above
        comment = _comment_above(text, child)
        if comment:
            notes = (*notes, comment)
        if child.is_mapping:
            yield from _list_notes(text, child, (*path, child.key), notes)
            continue
        beside = _comment_after(text, child)
        notes = (*notes, beside) if beside else notes
        if notes:
            yield ".".join((*path, child.key)), "\n".join(notes)


def _comment_above(text: str, node: Written) -> str:
    return " ".join(line.lstrip("#").strip() for _, line in find_comment(text, node))


def find_comment(text: str, node: Written) -> list[tuple[int, str]]:
    """The lines of comment right above a key, each with its start; lines of a sentence are none."""
    start = text.rfind("\n", 0, node.key_start) + 1
    found: list[tuple[int, str]] = []
    if text[start : node.key_start].strip():
        return found
    while start > node.above:
        start = text.rfind("\n", 0, start - 1) + 1
        line = text[start : text.index("\n", start)].strip()
        if start < node.above or not line.startswith("#"):
            break
        found.insert(0, (start, line))
    return found


def _comment_after(text: str, node: Written) -> str:
    if node.style in ("|", ">"):
        return ""
    rest = text[node.end :].split("\n", 1)[0].strip()
    return rest.lstrip("#").strip() if rest.startswith("#") else ""

"""Comments of translators in a wording file: the lines right above a sentence, but for its English.

`petri locale new` puts English above every sentence; that is no comment of anybody.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.translate.wording_tree import Written, find_comment, find_written, write_tree


@dataclass(frozen=True, slots=True)
class _Comment:
    """Where a comment stands, and its lines."""

    start: int
    end: int
    lines: tuple[str, ...]


def read_head(text: str) -> tuple[str, ...]:
    """The lines of comment that a file begins with, without what is meant for an editor."""
    lines: list[str] = []
    for line in text.split("\n"):
        if not line.startswith("#"):
            break
        lines.append(_say_line(line))
    return tuple(line for line in lines if not line.startswith("yaml-language-server"))


def read_comments(text: str, english: Mapping[str, str]) -> Mapping[str, str]:
    """By dotted key, of a file that was read without an error before; the lines of one with `\\n` between."""
    words = write_tree(text).children.get("words")
    found = {} if words is None else {key: _find(text, node, english, key) for key, node in _walk(words, "")}
    return {key: "\n".join(comment.lines) for key, comment in found.items() if comment.lines}


def put_comments(text: str, comments: Mapping[str, str], english: Mapping[str, str]) -> str:
    """The text with these comments above their sentences, in place of those that stand there.

    A sentence that the file does not have, or that stands in braces, gets none.
    """
    root = write_tree(text)
    found = {key: find_written(root, key) for key in comments}
    places = [
        (_find(text, node, english, key), node, comments[key])
        for key, node in found.items()
        if node is not None and not node.is_mapping and not node.is_flow
    ]
    for place, node, comment in sorted(places, key=lambda one: one[0].start, reverse=True):
        if comment.split("\n") != list(place.lines):
            lines = (f"{' ' * node.column}# {line}".rstrip() + "\n" for line in comment.split("\n"))
            text = text[: place.start] + "".join(lines) + text[place.end :]
    return text


def _walk(node: Written, above: str) -> Iterator[tuple[str, Written]]:
    for child in node.children.values():
        key = f"{above}{child.key}"
        if child.is_mapping:
            yield from _walk(child, f"{key}.")
        elif not child.is_flow:
            yield key, child


def _find(text: str, node: Written, english: Mapping[str, str], key: str) -> _Comment:
    """The comment above a key; where there is none, the place for it."""
    end = text.rfind("\n", 0, node.key_start) + 1
    found = find_comment(text, node)
    starts, lines = [start for start, _ in found], [_say_line(line) for _, line in found]
    copied = _count_english(lines, english.get(key, ""))
    return _Comment([*starts, end][copied], end, tuple(lines[copied:]))


def _count_english(lines: list[str], said: str) -> int:
    """How many lines repeat the English sentence."""
    words = said.split()
    counts = (count for count in range(1, len(lines) + 1) if " ".join(lines[:count]).split() == words)
    return next(counts, 0)


def _say_line(line: str) -> str:
    return line.removeprefix("#").strip()

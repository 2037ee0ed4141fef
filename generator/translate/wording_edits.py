"""Sentences put into the text of a wording file, whose comments and order stay as they are."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from generator.errors import DataError
from generator.read.files.yaml_reader import parse_yaml
from generator.translate.wording_tree import Written, find_written, write_tree

_WIDTH = 118
"""Longer lines are folded."""
_STEP = 2
_PLAIN = re.compile(r"[^\W\d_][^\n:#{}\[\],&*!|>'\"%@`\\]*|[¿¡][^\n:#{}\[\],&*!|>'\"%@`\\]*")
_LIKE_A_VALUE = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})


@dataclass(slots=True)
class _Group:
    """New keys that stand below a new key."""

    sentences: "dict[str, str | _Group]" = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Edit:
    start: int
    end: int
    text: str


def put_sentences(text: str, sentences: Mapping[str, str], *, order: Iterable[str]) -> str:
    """The text of a wording file with these sentences in it.

    Sentences that are there are replaced where they stand; others come behind the one that goes
    before them in `order`, which has all keys of English.
    """
    root = write_tree(text)
    edits: list[_Edit] = []
    new: dict[str, str] = {}
    for key, sentence in sentences.items():
        node = find_written(root, key)
        if node is None or node.is_mapping:
            new[key] = sentence
        elif _read(text, node) != sentence:
            edits.append(_replace(text, node, sentence))
    words = root.children["words"]
    if words.is_mapping:
        edits += _insert(text, words, _tree(new, order), _order_tree(order))
    for edit in sorted(enumerate(edits), key=lambda one: (one[1].start, one[0]), reverse=True):
        change = edit[1]
        text = text[: change.start] + change.text + text[change.end :]
    return text


def say_scalar(sentence: str, *, indent: int, may_fold: bool = True) -> str:
    """A sentence as it stands after a key and a blank; lines below the first begin at `indent`."""
    for written in _ways(sentence, indent, may_fold):
        if _reads_back(written, sentence, indent):
            return written
    return _quote(sentence)


def _ways(sentence: str, indent: int, may_fold: bool) -> Iterable[str]:
    room = _WIDTH - indent
    if "\n" in sentence and may_fold:
        lines = (" " * indent + line if line else "" for line in sentence.split("\n"))
        yield "|\n" + "\n".join(lines)
    if len(sentence) > room and "\n" not in sentence and may_fold:
        yield ">-\n" + "\n".join(" " * indent + line for line in _wrap(sentence, room))
    if _PLAIN.fullmatch(sentence) and sentence.lower() not in _LIKE_A_VALUE and not sentence.endswith(" "):
        yield sentence


def _wrap(sentence: str, room: int) -> list[str]:
    """Only at single plain blanks: what is folded comes back as it was."""
    lines = [""]
    for word in re.split(r"(?<! ) (?! )", sentence):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > room:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return lines


def _quote(sentence: str) -> str:
    escaped = sentence.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def _reads_back(written: str, sentence: str, indent: int) -> bool:
    key = " " * (indent - _STEP) + "key: "
    above = "".join(" " * step + "key:\n" for step in range(0, indent - _STEP, _STEP))
    try:
        data = parse_yaml(f"{above}{key}{written}\n", file="").data
    except DataError:
        return False
    while isinstance(data, dict):
        data = data["key"]
    return isinstance(data, str) and data.rstrip("\n") == sentence


def _read(text: str, node: Written) -> str | None:
    if node.start == node.end:
        return None
    data = parse_yaml(f"key: {_dedented(text, node)}\n", file="").data
    value = data.get("key") if isinstance(data, dict) else None
    return value.rstrip("\n") if isinstance(value, str) else None


def _dedented(text: str, node: Written) -> str:
    """The value as it would stand below a key in the first column."""
    return text[node.start : node.end].replace("\n" + " " * node.column, "\n")


def _replace(text: str, node: Written, sentence: str) -> _Edit:
    rest = text[node.end :].split("\n", 1)[0]
    may_fold = not node.is_flow and not rest.strip()
    scalar = _say_value(sentence, node.column + _STEP, is_flow=node.is_flow, may_fold=may_fold)
    blank = " " if node.start == node.end else ""
    return _Edit(node.start, node.end, blank + scalar)


def _say_value(sentence: str, indent: int, *, is_flow: bool, may_fold: bool) -> str:
    return _quote(sentence) if is_flow else say_scalar(sentence, indent=indent, may_fold=may_fold)


def _tree(sentences: Mapping[str, str], order: Iterable[str]) -> _Group:
    root = _Group()
    for key in order:
        if key not in sentences:
            continue
        group = root
        *path, last = key.split(".")
        for step in path:
            inner = group.sentences.setdefault(step, _Group())
            assert isinstance(inner, _Group), "no key of English is both a sentence and a group"
            group = inner
        group.sentences[last] = sentences[key]
    return root


def _order_tree(order: Iterable[str]) -> _Group:
    keys = tuple(order)
    return _tree(dict.fromkeys(keys, ""), keys)


def _insert(text: str, node: Written, new: _Group, order: _Group) -> list[_Edit]:
    """The edits that put new keys into a mapping and into those inside of it."""
    edits: list[_Edit] = []
    before: Written | None = None
    column = next((child.column for child in node.children.values()), node.column + _STEP)
    for key, known in order.sentences.items():
        there = node.children.get(key)
        given = new.sentences.get(key)
        if there is not None:
            before = there
            if isinstance(given, _Group) and isinstance(known, _Group) and there.is_mapping:
                edits += _insert(text, there, given, known)
            elif isinstance(given, _Group) and there.start == there.end:
                lines = _say_lines(given, there.column + _STEP)
                end = _line_end(text, there.end)
                edits.append(_Edit(end, end, "".join(f"\n{line}" for line in lines)))
        elif given is not None and node.is_flow:
            at = before.end if before is not None else node.start + 1
            said = f"{key}: {_say_flow(given)}"
            edits.append(_Edit(at, at, f", {said}" if before is not None else f"{said}, "))
        elif given is not None:
            group = _Group({key: given})
            at = _line_end(text, before.end if before is not None else node.key_end)
            edits.append(_Edit(at, at, "".join(f"\n{line}" for line in _say_lines(group, column))))
    return edits


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _say_lines(group: _Group, column: int) -> list[str]:
    lines = []
    for key, given in group.sentences.items():
        if isinstance(given, _Group):
            lines += [" " * column + f"{key}:", *_say_lines(given, column + _STEP)]
        else:
            scalar = say_scalar(given, indent=column + _STEP)
            lines += (" " * column + f"{key}: {scalar}").split("\n")
    return lines


def _say_flow(given: str | _Group) -> str:
    if isinstance(given, str):
        return _quote(given)
    return "{" + ", ".join(f"{key}: {_say_flow(one)}" for key, one in given.sentences.items()) + "}"

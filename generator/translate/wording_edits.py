"""Edits of texts and comments in a wording file, which leave all other lines as they are.

The English above a text, where `petri locale new` puts it, is not a comment.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import takewhile
from textwrap import indent, wrap
from typing import Any, TypeAlias

from generator.errors import DataError, UnknownName
from generator.model.values import dataclass
from generator.read.files.yaml import MappingNode, ScalarNode, compose_yaml, parse_yaml

Tree: TypeAlias = "dict[str, str | Tree]"
"""Texts below the steps of their keys."""
_Edit: TypeAlias = tuple[int, int, str]
"""Start and end of the replaced text, and the new text."""


@dataclass(slots=True)
class _LineRange:
    """A key with its value; positions count characters of the file."""

    file: str
    column: int
    """Column of the key, from 0."""
    key_start: int
    key_end: int
    start: int
    end: int
    """Right after the last character of the value; the same as `start` where the value is empty."""
    above: int
    """End of the text before the key; comments on the key are below it."""
    inner: int
    """Column of the keys in a group."""
    is_group: bool = False
    is_block: bool = False
    """A text below `|` or `>`."""
    in_braces: bool = False
    """Within `{...}`, or such a group itself."""

    @property
    def line_start(self) -> int:
        return self.file.rfind("\n", 0, self.key_start) + 1

    @property
    def rest(self) -> str:
        """Text after the value in its last line."""
        return self.file[self.end :].split("\n", 1)[0].strip()

    @property
    def above_lines(self) -> list[str]:
        """The comment lines right above the key, but no lines of a text."""
        is_first = not self.file[self.line_start : self.key_start].strip()
        between = self.file[self.above : self.line_start].splitlines(keepends=True)[1:] if is_first else []
        return [*takewhile(lambda line: line.lstrip().startswith("#"), reversed(between))][::-1]

    def find_comment(self, english: str) -> tuple[int, list[str]]:
        """Return the position of the translator's comment, and its lines: those below the copied English."""
        lines = self.above_lines
        words = [_strip(line) for line in lines]
        counts = range(1, len(words) + 1)
        copied = next((count for count in counts if " ".join(words[:count]).split() == english.split()), 0)
        return self.line_start - len("".join(lines[copied:])), words[copied:]


LINE_WIDTH, INDENT = 118, 2


def put_texts(text: str, changes: Mapping[str, str], *, order: Iterable[str]) -> str:
    """Return a wording file with these texts in it.

    A text that is there is replaced; a new one follows its predecessor in `order`, which has all keys
    of English.
    """
    places = _list_line_ranges(text)
    known = {key: place for key in changes if (place := places.get(key)) and not place.is_group}
    edits = [_replace(place, changes[key]) for key, place in known.items()]
    keys = tuple(order)
    new = nest({key: changes[key] for key in keys if key in changes and key not in known})
    edits += _insert(places, "", new, nest(dict.fromkeys(keys, "")))
    edits.sort(key=lambda edit: edit[0])
    for start, end, written in reversed(edits):
        text = text[:start] + written + text[end:]
    return text


def read_head(text: str) -> tuple[str, ...]:
    """Return the notes for translators at the start of a file: its comment below an empty comment line.

    What is above that line describes the file itself.
    """
    lines = [_strip(line) for line in takewhile(lambda line: line.startswith("#"), text.split("\n"))]
    return tuple(lines[lines.index("") + 1 :]) if "" in lines else ()


def read_notes(text: str) -> Mapping[str, str]:
    """Return the comments by key: right above a key or its groups, and at the end of its line."""
    places = _list_line_ranges(text)
    above = {key: " ".join(map(_strip, place.above_lines)) for key, place in places.items()}
    notes = {}
    for key, place in places.items():
        if key and not place.is_group:
            steps = key.split(".")
            around = [above[".".join(steps[:depth])] for depth in range(1, len(steps) + 1)]
            if (rest := place.rest).startswith("#") and not place.is_block:
                around.append(rest.lstrip("#").strip())
            notes[key] = "\n".join(filter(None, around))
    return {key: note for key, note in notes.items() if note}


def read_comments(text: str, english: Mapping[str, str]) -> Mapping[str, str]:
    """Return the comments of translators by key; each may have several lines."""
    comments = {
        key: "\n".join(place.find_comment(english.get(key, ""))[1])
        for key, place in _list_line_ranges(text).items()
        if not place.is_group and not place.in_braces
    }
    return {key: comment for key, comment in comments.items() if comment}


def put_comments(text: str, comments: Mapping[str, str], english: Mapping[str, str]) -> str:
    """Return a file with these comments above their texts, in place of those of the same translator.

    A text that the file does not have, or that is written in braces, gets none; an empty comment removes one.
    """
    for key, place in reversed(_list_line_ranges(text).items()):
        if key not in comments or place.is_group or place.in_braces:
            continue
        start, lines = place.find_comment(english.get(key, ""))
        if comments[key] != "\n".join(lines):
            new = (f"{' ' * place.column}# {line}".rstrip() + "\n" for line in comments[key].splitlines())
            text = text[:start] + "".join(new) + text[place.line_start :]
    return text


def remove_texts(text: str, keys: Collection[str]) -> str:
    """Return a file without these texts, their comments, and groups that have no others."""
    places = _list_line_ranges(text)
    left = [key for key, place in places.items() if not place.is_group and key not in keys]
    gone = [key for key in places if key and not any(f"{one}.".startswith(f"{key}.") for one in left)]
    outer = [key for key in gone if key.rpartition(".")[0] not in gone]
    for key in sorted(outer, key=lambda key: places[key].key_start, reverse=True):
        place = places[key]
        if text[place.line_start : place.key_start].strip():
            raise UnknownName(f"`{key}` shares its line with other texts: write it in a line of its own")
        start = place.line_start - len("".join(place.above_lines))
        end = text.find("\n", place.end)
        text = text[:start] + ("" if end < 0 else text[end + 1 :])
    return text


def nest(texts: Mapping[str, str]) -> Tree:
    """Return texts in their groups.

    A key that makes a text a group, or a group a text, is left out: a game may call a text like a group of
    shared texts.
    """
    root: Tree = {}
    for key, text in texts.items():
        *path, last = key.split(".")
        group: str | Tree = root
        for step in path:
            group = group.setdefault(step, {}) if isinstance(group, dict) else group
        if isinstance(group, dict):
            group.setdefault(last, text)
    return root


def list_lines(tree: Tree, column: int, write: Callable[[str, str, int], str]) -> Iterator[str]:
    """Yield the lines of new keys; `write` makes the lines of a key and its text from a column on."""
    for key, below in tree.items():
        if isinstance(below, dict):
            yield " " * column + f"{key}:"
            yield from list_lines(below, column + INDENT, write)
        else:
            yield from indent(write(key, below, column), " " * column).split("\n")


def format_text(text: str, *, width: int, may_fold: bool = True) -> str:
    """Return a text as it is written after its key; lines after the first are indented by two blanks."""
    ways = _list_ways(text, width, may_fold)
    return next((way for way in ways if _read_back(way) == text), json.dumps(text, ensure_ascii=False))


_PLAIN = re.compile(
    r"(?!(?:true|false|yes|no|on|off|null|y|n)\Z)(?:[^\W\d_]|[¿¡])[^\n:#{}\[\],&*!|>'\"%@`\\]*(?<! )",
    re.IGNORECASE,
)


def _list_ways(text: str, width: int, may_fold: bool) -> Iterator[str]:
    if "\n" in text and may_fold:
        yield "|\n" + indent(text, " " * INDENT)
    elif len(text) > width and may_fold:
        lines = wrap(text, width, break_long_words=False, break_on_hyphens=False)
        yield ">-\n" + indent("\n".join(lines), " " * INDENT)
    if _PLAIN.fullmatch(text):
        yield text


def _read_back(written: str) -> str | None:
    try:
        data = parse_yaml(f"key: {written}\n", file="").data
    except DataError:
        return None
    value = data.get("key") if isinstance(data, dict) else None
    return value.rstrip("\n") if isinstance(value, str) else None


def _write(key: str, text: str, column: int) -> str:
    return f"{key}: {format_text(text, width=LINE_WIDTH - INDENT - column)}"


def _replace(place: _LineRange, value: str) -> _Edit:
    written = json.dumps(value, ensure_ascii=False)
    if not place.in_braces:
        written = format_text(value, width=LINE_WIDTH - INDENT - place.column, may_fold=not place.rest)
    first, line_feed, below = written.partition("\n")
    blank = " " if place.start == place.end else ""
    return place.start, place.end, blank + first + line_feed + indent(below, " " * place.column)


def _insert(places: Mapping[str, _LineRange], path: str, new: Tree, order: Tree) -> Iterator[_Edit]:
    """Yield the edits that put new keys into a group and into the groups below it."""
    group, before = places[path], None
    for key, known in order.items():
        name = f"{path}.{key}".lstrip(".")
        place, given = places.get(name), new.get(key)
        is_open = place is not None and (place.is_group or place.start == place.end)
        if place is None and given is not None:
            yield _add(group, before, key, given)
        elif is_open and isinstance(given, dict) and isinstance(known, dict):
            yield from _insert(places, name, given, known)
        before = place or before


def _add(group: _LineRange, before: _LineRange | None, key: str, given: "str | Tree") -> _Edit:
    if group.in_braces:
        at = before.end if before else group.start + 1
        written = f"{key}: {json.dumps(given, ensure_ascii=False)}"
        return at, at, f", {written}" if before else f"{written}, "
    at = group.file.find("\n", before.end if before else group.key_end)
    at = len(group.file) if at < 0 else at
    return at, at, "".join(f"\n{line}" for line in list_lines({key: given}, group.inner, _write))


def _list_line_ranges(text: str) -> dict[str, _LineRange]:
    """Return the ranges of all dotted keys of a wording file; the empty key is `words` itself."""
    if not text:
        return {}
    key, value = next(pair for pair in compose_yaml(text).value if pair[0].value == "words")
    return _list_ranges(text, "", key, value, 0, False)


def _list_ranges(
    text: str, name: str, key: Any, value: Any, above: int, in_braces: bool
) -> dict[str, _LineRange]:
    is_group = isinstance(value, MappingNode)
    is_block = isinstance(value, ScalarNode) and value.style in ("|", ">")
    in_braces = in_braces or (is_group and bool(value.flow_style))
    start, end = value.start_mark.index, _get_end(value)
    key_start, key_end, column = key.start_mark.index, key.end_mark.index, key.start_mark.column
    if is_block:
        end = len(text[:end].rstrip())
    elif start == end:
        # The parser places an empty value anywhere; it belongs right after the colon.
        start = end = text.index(":", key_end) + 1
    flags = is_group, is_block, in_braces
    place = _LineRange(text, column, key_start, key_end, start, end, above, column + INDENT, *flags)
    places = {name: place}
    done = start if in_braces else key_end
    for inner, below in value.value if is_group else ():
        path = f"{name}.{inner.value}".lstrip(".")
        places |= _list_ranges(text, path, inner, below, done, in_braces)
        done, place.inner = max(places[path].key_end, places[path].end), places[path].column
    if is_group and not in_braces:
        place.end = done
    return places


def _get_end(value: Any) -> int:
    """Return the end of a value, without the blanks after a list, which other checks report as an error."""
    if isinstance(value, ScalarNode) or value.flow_style or not value.value:
        end: int = value.end_mark.index
        return end
    last = value.value[-1]
    return _get_end(last[1] if isinstance(last, tuple) else last)


def _strip(line: str) -> str:
    return line.strip().removeprefix("#").strip()

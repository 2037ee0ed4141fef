"""YAML as a person would write it: an element on a line, and a block where a line is full."""

import json
import re
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from generator.imports.draft import Draft, DraftElement, format_number

_WIDTH = 150
"""Maximum length of a line."""
_PLAIN = re.compile(
    r"(?!-( |$)|true$|null$|~$)[\w.+/(-][\w.+/%()<>=*-]*(?: [\w.+/%(<>=*+-][\w.+/%()<>=*-]*)*"
)
"""A text that needs no quotes."""
_KEY = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*(\.[a-z0-9_]+)+")
"""A text that would be the key of a wording."""
_SECTIONS = ("cards", "tables", "constants", "styles", "parts", "template", "templates")
"""Keys with an empty line before them."""


def write_deck(draft: Draft) -> tuple[str, Mapping[int, str]]:
    """Return the text of a deck, and places of the source, such as `a.nde:3`, by line of the text."""
    lines: list[str] = []
    sources: dict[int, str] = {}
    section = "templates" if draft.templates else "template"
    drawn = draft.templates or draft.template
    for key, value in {**draft.head, **({} if drawn is None else {section: drawn})}.items():
        if key in _SECTIONS and lines and isinstance(value, list | dict):
            lines.append("")
        if key != section:
            lines += _write_entry(key, value, 0)
            continue
        lines.append(f"{section}:")
        sides = value if isinstance(value, dict) else {"": value}
        for side, elements in sides.items():
            if side:
                lines.append(f"  {side}:")
            for element in elements:
                begun = len(lines) + 1
                _add_element(lines, element, 4 if side else 2)
                place = f"{element.file or draft.file}:{element.line}" if element.line else ""
                sources |= dict.fromkeys(range(begun, len(lines) + 1), place)
    return "\n".join(lines) + "\n", sources


def _add_element(lines: list[str], element: DraftElement, indent: int) -> None:
    space = " " * indent
    lines += [f"{space}# {line}".rstrip() for line in element.comment.splitlines()]
    written = _write_entry(element.kind, _unpack(element.keys), indent + 2)
    written[0] = f"{space}- {written[0].lstrip()}"
    lines += written


def _unpack(value: Any) -> Any:
    """Return a value with its elements as mappings."""
    if isinstance(value, DraftElement):
        return {value.kind: _unpack(value.keys)}
    if isinstance(value, Mapping):
        return {
            key: _keep_text(_unpack(item)) if key == "text" else _unpack(item) for key, item in value.items()
        }
    return [_unpack(item) for item in value] if isinstance(value, list | tuple) else value


def _keep_text(text: Any) -> Any:
    """Return a text that is not taken for the key of a wording, as `v1.0` would be."""
    return f"{{'{text}'}}" if isinstance(text, str) and _KEY.fullmatch(text) else text


def _write_entry(key: str, value: Any, indent: int) -> list[str]:
    """Return the lines of `key: value`."""
    space, name = " " * indent, _write_text(key)
    line = f"{space}{name}: {_write_flow(value)}"
    if isinstance(value, str) and len(line) > _WIDTH and (folded := _fold(f"{space}{name}: ", value)):
        return folded
    if (
        not isinstance(value, Mapping | list)
        or not value
        or (len(line) <= _WIDTH and not _is_long(key, value))
    ):
        return [line]
    if key == "cards" and isinstance(value, list) and (packed := _pack(f"{space}{name}: [", value)):
        return packed
    if isinstance(value, Mapping) and key not in _SECTIONS and (wrapped := _wrap(f"{space}{name}: ", value)):
        return wrapped
    lines = [f"{space}{name}:"]
    if isinstance(value, Mapping):
        for inner, item in value.items():
            lines += _write_entry(inner, item, indent + 2)
        return lines
    for item in value:
        if isinstance(item, Mapping) and len(item) == 1:
            [(inner, content)] = item.items()
            written = _write_entry(inner, content, indent + 4)
            lines += [f"{space}  - {written[0].lstrip()}", *written[1:]]
        else:
            lines.append(f"{space}  - {_write_flow(item)}")
    return lines


_LEAST_PACKED, _SHORT = 3, 60
"""Minimum number of cards in brackets, and maximum number of signs of each."""


def _fold(start: str, text: str) -> list[str]:
    """Return a long text as a block, whose lines are those of the text, or parts of its only line."""
    space = " " * (len(start) - len(start.lstrip()) + 2)
    if not text.replace("\n", "").isprintable() or re.search(r"(?m)^ | $|^$|  ", text):
        return []
    if "\n" in text:
        return [f"{start}|-", *(f"{space}{line}" for line in text.split("\n"))]
    wrapped = textwrap.wrap(text, _WIDTH - len(space), break_long_words=False, break_on_hyphens=False)
    return [f"{start}>-", *(f"{space}{line}" for line in wrapped)]


def _pack(start: str, cards: Sequence[Any]) -> list[str]:
    """Return short cards in brackets, several on a line; empty if they are long or many."""
    written = list(map(_write_flow, cards))
    if len(cards) < _LEAST_PACKED or max(map(len, written)) > _SHORT:
        return []
    lines = [f"{start}{written[0]}"]
    for card in written[1:]:
        if len(lines[-1]) + len(card) + 3 <= _WIDTH:
            lines[-1] += f", {card}"
        else:
            lines[-1] += ","
            lines.append(f"{' ' * len(start)}{card}")
    lines[-1] += "]"
    return lines if len(lines) <= _MOST_WRAPPED else []


_MOST_WRAPPED = 3
"""Maximum number of lines between one pair of braces."""


def _wrap(start: str, value: Mapping[str, Any]) -> list[str]:
    """Return keys in braces on several lines; empty if these would be too long or too many."""
    lines, space = [f"{start}{{"], " " * (len(start) + 1)
    for key, item in value.items():
        entry = f"{_write_text(key)}: {_write_flow(item)},"
        if lines[-1].endswith("{") or len(lines[-1]) + len(entry) < _WIDTH:
            lines[-1] += ("" if lines[-1].endswith("{") else " ") + entry
        else:
            lines.append(space + entry)
    lines[-1] = lines[-1].removesuffix(",") + "}"
    return lines if len(lines) <= _MOST_WRAPPED and max(map(len, lines)) <= _WIDTH else []


def _is_long(key: str, value: Mapping[str, Any] | Sequence[Any]) -> bool:
    """Return True for a value whose items are each on a line of their own."""
    return key in ("cards", "tables", "styles") and any(
        isinstance(item, Mapping | list) for item in (value.values() if isinstance(value, Mapping) else value)
    )


def _write_flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return (
            "{" + ", ".join(f"{_write_text(key)}: {_write_flow(item)}" for key, item in value.items()) + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_write_flow, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return format_number(value)
    return _write_text(str(value))


def _write_text(text: str) -> str:
    if _PLAIN.fullmatch(text):
        return text
    if '"' in text and "'" not in text and text.isprintable() and "\\" not in text:
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False)

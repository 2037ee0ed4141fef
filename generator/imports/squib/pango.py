"""Marks of Pango in texts, such as `<span color="red">`, as our own."""

import re
from collections.abc import Mapping

from generator.read.pieces.foreign import parse_foreign_colour

_TAG = re.compile(r"<(/?)(\w+)([^<>]*)>")
_COLOUR = re.compile(r"""\b(?:fg)?(?:color|foreground)\s*=\s*["']([^"']*)["']""")
_PLAIN = {"b": "**", "i": "*"}
_WRAPPED = {"u": "underline", "sub": "sub", "sup": "super"}
"""Names of our marks that have an end, by tag."""
_ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">"}


def translate_pango(text: str) -> tuple[str, Mapping[str, None]]:
    """Return a text with our marks, and the tags that have none, which are removed."""
    unknown: dict[str, None] = {}
    opened: list[str] = []

    def replace(match: re.Match[str]) -> str:
        is_end, tag = bool(match[1]), match[2].lower()
        if tag in _PLAIN:
            return _PLAIN[tag]
        if is_end:
            return opened.pop() if opened else ""
        mark = _open_mark(tag, match[3])
        opened.append("}" if mark else "")
        if not mark:
            unknown[f"<{tag}>"] = None
        return mark

    written = _TAG.sub(replace, text) + "".join(reversed(opened))
    for entity, letter in _ENTITIES.items():
        written = written.replace(entity, letter)
    return written, unknown


def _open_mark(tag: str, attributes: str) -> str:
    """Return the beginning of our mark for a tag; empty if there is none."""
    if tag in _WRAPPED:
        return f"{{{_WRAPPED[tag]}|"
    colour = _COLOUR.search(attributes) if tag == "span" else None
    found = parse_foreign_colour(colour[1]) if colour else ""
    return f"{{{found}|" if found else ""


def list_pango_marks(text: str) -> dict[str, str]:
    """Return the tags in cells, as they are written there, with our marks; empty for those without one.

    An end is the same for all spans, so that colours are marks only if all spans have one.
    """
    tags = [*dict.fromkeys(match[0] for match in _TAG.finditer(text))]
    parts = [match for match in map(_TAG.fullmatch, tags) if match]
    marks = {
        match[0]: _PLAIN.get(match[2].lower()) or _open_mark(match[2].lower(), match[3]) for match in parts
    }
    wrapped = {match[2].lower() for match in parts if not match[1] and not marks[match[0]]}
    for match in parts:
        tag = match[2].lower()
        if tag in _PLAIN:
            continue
        marks[match[0]] = "" if tag in wrapped else "}" if match[1] else marks[match[0]]
    return marks | {entity: letter for entity, letter in _ENTITIES.items() if entity in text}

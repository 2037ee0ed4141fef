"""Texts that are written in decks themselves: the English texts that other languages translate by key."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from generator.errors import Wrong
from generator.model.kit import Booklet, Kit, Part
from generator.model.language.conditions import parse_over
from generator.model.language.fields import Field, Pattern, to_placeholder
from generator.model.language.kinds import DOTTED_KEY, OneOf
from generator.model.pieces import PieceSet
from generator.model.texts.message import parse_message
from generator.model.texts.rich_text import plain
from generator.model.values import replace
from generator.read.declared.names import MARKS
from generator.read.declared.reader import Reader
from generator.read.declared.shapes import list_declared, list_names
from generator.read.files.phrases import derive_id

_BLOCK = re.compile(r"^ *- (\w+: +)?[\"'*\w][^\n:]* \w", re.MULTILINE)
"""A block of a booklet with words instead of a key."""
_TITLE = re.compile(rf"^title: *{DOTTED_KEY} *(#.*)?$", re.MULTILINE)
_LONGEST = 40
"""Maximum length of the last step of a key."""


def may_have_direct_texts(folder: Path, reader: Reader) -> bool:
    """Return True if the kit or one of its parts has a title or other texts in its own file."""
    texts, rules = [reader.findings.source.text], [""]
    for index, part in enumerate(reader.get(("parts",)) or ()):
        with suppress(OSError, ValueError):
            is_booklet = reader.get(("parts", index, "booklet"))
            (rules if is_booklet else texts).append((folder / part.file).read_text("utf-8"))
    is_direct = any("\ntemplate:" in f"\n{text}" or not _TITLE.search(text) for text in texts)
    return is_direct or any(map(_BLOCK.search, rules))


def add_direct_texts(kit: Kit, direct: Mapping[str, str]) -> Kit:
    """Return the kit with the keys of direct texts as titles."""
    keys = {text: key for key, text in direct.items()}
    parts = tuple(replace(part, title=keys.get(part.title, part.title)) for part in kit.parts)
    return replace(kit, parts=parts, title=keys.get(kit.title, kit.title))


def list_direct_texts(title: str, parts: Iterable[Part], known: Mapping[str, str]) -> dict[str, str]:
    """Return the texts by key: titles that are not keys, those of templates, and the fields that they show.

    A text that occurs several times has one key. `known` are the texts of the wording files.
    """
    found: dict[str, str] = {}
    """Keys by text."""
    taken = set(known)
    titles = (title, *(part.title for part in parts if not isinstance(part, Booklet)))
    texts = [(f"titles.{_shorten(one)}", one) for one in titles if one not in known]
    listed = (one for part in parts for one in _list_texts(part))
    texts += [(key, text) for key, text in listed if _is_text(text) and text not in known]
    for path, text in texts:
        if text not in found:
            number, key = 1, path
            while key in taken:
                number, key = number + 1, f"{path}_{number + 1}"
            found[text] = key
            taken.add(key)
    return {key: to_message(text) for text, key in found.items()}


def to_message(text: str) -> str:
    """Return a text with fields as a message: `{item.name}` becomes `{item_name}`."""
    return Pattern(text).replaced(lambda place: f"{{{to_placeholder(place)}}}")


def _is_text(text: str) -> bool:
    """Return True if a text has letters besides marks and fields, and can be a text of a wording."""
    if not MARKS.search(text):
        return any(map(str.isalpha, text))
    with suppress(Wrong):
        parse_message(to_message(text))
        return any(map(str.isalpha, plain("".join(Pattern(text).literals))))
    return False


def _shorten(text: str) -> str:
    return derive_id("".join(Pattern(text).literals), "text")[:_LONGEST].strip("_")


def _list_texts(part: Part) -> Iterator[tuple[str, str]]:
    """Yield the texts of elements and blocks, then those of fields, each with its key."""
    shown: dict[str, None] = {}
    for place, value in ((place, value) for place, values in _list_contents(part) for value in _walk(values)):
        id = "" if value is part else getattr(value, "id", "")
        for text in (text for _, text, kind in list_names(value) if kind in ("text", "title")):
            shown |= dict.fromkeys(field.split(".")[0] for field in Pattern(text).names)
            yield f"texts.{place}.{id or _shorten(text)}", text
        if isinstance(over := getattr(value, "over", None), str) and over:
            shown |= dict.fromkeys(name.split(".")[0] for name in parse_over(over).names)
    columns = [name for name in shown if name not in ("id", "item")]
    values = [
        (column, piece.id, text)
        for column in columns
        for piece in getattr(part, "pieces", ())
        if not any(column in texts for texts in piece.texts.values())
        for text in _list_values(piece.fields.get(column))
    ]
    counts = Counter(text for _, _, text in values)
    for column, id, text in values:
        yield f"texts.{part.id}.{column}.{id if counts[text] == 1 else _shorten(text)}", text


def _list_contents(part: Part) -> Iterator[tuple[str, object]]:
    """Yield what a part prints, each with the beginning of its keys."""
    if not isinstance(part, PieceSet):
        yield part.id, part
        return
    storage, templates = part.storage, [*part.templates.values()] if part.is_direct else []
    if storage:
        templates += filter(None, (*storage.box.templates.values(), storage.divider.template))
    yield from ((f"{part.id}.{one.id.replace(' ', '_')}", one.elements) for one in templates)


def _walk(value: object) -> Iterator[Any]:
    """Yield a declared value, or those in a list or mapping, each before the declared values in it."""
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, tuple):
        for one in value:
            yield from _walk(one)
    elif value is not None:
        yield value
        declared: type = type(value)
        for one in list_declared(declared):
            if isinstance(getattr(one.shape, "item", one.shape), type | OneOf):
                yield from _walk(getattr(value, one.name))


def _list_values(value: Field | None) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    else:
        for one in value.values() if isinstance(value, Mapping) else value or ():
            yield from _list_values(one)

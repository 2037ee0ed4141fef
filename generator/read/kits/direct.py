"""Texts that are written in decks themselves: the English texts that other languages translate by key."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import is_dataclass, replace
from pathlib import Path

from generator.errors import Wrong
from generator.model.fields import Field, Pattern
from generator.model.kinds import DOTTED_KEY
from generator.model.kit import Kit, Part
from generator.model.message import parse_message
from generator.model.pieces import PieceSet
from generator.model.rich_text import plain
from generator.read.declared.reader import Reader
from generator.read.declared.shapes import list_declared, list_names
from generator.read.files.phrases import derive_id
from generator.read.files.shelf import SINGLE

_KEY = re.compile(DOTTED_KEY)
_TEMPLATE = re.compile("^template:", re.MULTILINE)
_TITLE = re.compile("^title:([^#\n]*)", re.MULTILINE)

_LONGEST = 40
"""Maximum length of the last step of a key."""


def may_have_direct_texts(folder: Path, reader: Reader) -> bool:
    """Return True if the kit or one of its decks has a title or other texts in its own file."""
    if _has_no_title(reader.findings.source.get("title")):
        return True
    parts = reader.get(("parts",)) or ()
    for index, part in enumerate(parts):
        if any(reader.get(("parts", index, kind)) for kind in SINGLE.values()):
            with suppress(OSError, ValueError):
                text = (folder / part.file).read_text("utf-8")
                title = _TITLE.search(text)
                if _TEMPLATE.search(text) or _has_no_title(title[1].strip() if title else None):
                    return True
    return False


def _has_no_title(title: object) -> bool:
    return not isinstance(title, str) or not _KEY.fullmatch(title)


def list_direct_texts(
    parts: Iterable[Part], titles: Iterable[str], known: Mapping[str, str]
) -> dict[str, str]:
    """Return the texts by key: titles that are not keys, those of templates, and the fields that they show.

    A text that occurs several times has one key. `known` are the texts by key of the wording files.
    """
    found = _Found(known)
    given = tuple(parts)
    for title in dict.fromkeys((*titles, *(part.title for part in given))):
        if title not in known:
            found.add("titles", "", derive_id(title), title)
    for part in given:
        if isinstance(part, PieceSet) and part.is_direct:
            _add_part(found, part)
    return found.texts


class _Found:
    def __init__(self, known: Mapping[str, str]) -> None:
        self._known = known
        self._groups = {key[:end] for key in known for end, sign in enumerate(key) if sign == "."}
        self.texts: dict[str, str] = {}
        self._seen: set[str] = set()

    def add(self, part: str, group: str, name: str, text: str) -> None:
        """Add a text unless it is known, or has nothing to translate."""
        if text in self._seen or not (group == "" or has_letters(text)):
            return
        while (group and f"{part}.{group}" in self._known) or part in self._known:
            part, group = (part, f"{group}_") if group else (f"{part}_", group)
        path = f"{part}.{group}.{name}" if group else f"{part}.{name}"
        key, number = path, 1
        while key in self.texts or key in self._known or key in self._groups:
            number += 1
            key = f"{path}_{number}"
        self._seen.add(text)
        self.texts[key] = to_message(text)


def has_letters(text: str) -> bool:
    """Return True if a text has letters besides marks and fields, and may be a text of a wording."""
    try:
        parse_message(to_message(text))
        return any(map(str.isalpha, plain("".join(Pattern(text).literals))))
    except Wrong:
        return False


def to_message(text: str) -> str:
    """Return a text with fields as a message: `{item.name}` becomes `{item_name}`."""
    names = Pattern(text).names
    for name in names:
        text = text.replace(f"{{{name}}}", f"{{{name.replace('.', '_')}}}")
    return text


def _add_part(found: _Found, part: PieceSet) -> None:
    shown: dict[str, None] = {}
    for template in part.templates.values():
        for id, text in _list_texts(template.elements):
            pattern = Pattern(text)
            found.add(part.id, template.id, id or _shorten(text), text)
            shown |= dict.fromkeys(name.split(".")[0] for name in pattern.names)
        shown |= dict.fromkeys(_list_lists(template.elements)) if "item" in shown else {}
    columns = [name for name in shown if name not in ("id", "item")]
    values = [
        (column, piece.id, text)
        for column in columns
        for piece in part.pieces
        for text in _list_values(piece.fields.get(column))
    ]
    counts = Counter(text for _, _, text in values)
    for column, id, text in values:
        found.add(part.id, column, id if counts[text] == 1 else _shorten(text), text)


def _shorten(text: str) -> str:
    return derive_id("".join(Pattern(text).literals), "text")[:_LONGEST].strip("_")


def _list_texts(value: object, id: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of elements, each with the id of its element."""
    if isinstance(value, tuple):
        for one in value:
            yield from _list_texts(one, id)
    elif is_dataclass(value) and not isinstance(value, type):
        id = getattr(value, "id", id)
        for name, kind in list_names(value):
            text = getattr(value, name)
            if kind == "text" and text:
                yield id, text
        for one in list_declared(type(value)):
            if isinstance(inner := getattr(value, one.name), tuple):
                yield from _list_texts(inner, id)


def _list_lists(elements: Iterable[object]) -> Iterator[str]:
    for element in elements:
        over = getattr(element, "over", "")
        if isinstance(over, str) and over:
            yield over.split(".")[0]
        for name in ("draw", "blocks"):
            yield from _list_lists(getattr(element, name, ()))


def _list_values(value: Field | None) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _list_values(one)
    else:
        for one in value or ():
            yield from _list_values(one)


def add_direct_texts(kit: Kit, direct: Mapping[str, str]) -> Kit:
    """Return the kit with the direct texts in all of its wordings, and with keys as titles."""
    keys = {text: key for key, text in direct.items()}
    wordings = {
        name: replace(one, sentences={**direct, **one.sentences}, direct=keys)
        for name, one in kit.wordings.items()
    }
    parts = tuple(_put_title(part, keys) for part in kit.parts)
    return replace(kit, wordings=wordings, parts=parts, title=keys.get(kit.title, kit.title))


def _put_title(part: Part, keys: Mapping[str, str]) -> Part:
    if not isinstance(part, PieceSet) or part.title not in keys:
        return part
    title = keys[part.title]
    return replace(part, title=title, decks=tuple(replace(deck, title=title) for deck in part.decks))

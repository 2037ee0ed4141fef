"""Texts of elements: a wording key, or a pattern, filled with the fields of a piece."""

import re
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from generator.layout.elements.drawer import Fields
from generator.model.language.fields import Field, Pattern, to_placeholder
from generator.model.texts.wordings import Wording

Filler: TypeAlias = Callable[[Fields], str]
"""Function that returns a text filled with the fields of a piece."""

_LONG_NUMBER = re.compile(r"[1-9][0-9]{4,}")


def find_placeholders(wording: Wording, key: Pattern) -> frozenset[str]:
    """Return the placeholders of all texts whose key may be this one."""
    key_pattern = re.compile(".*".join(map(re.escape, key.literals)))
    found = (
        wording.message(key).names
        for key, sentence in wording.sentences.items()
        if "{" in sentence and key_pattern.fullmatch(key)
    )
    return frozenset().union(*found)


def make_filler(wording: Wording, say: Pattern, text: Pattern, *, grouped: bool = False) -> Filler:
    """Return the function that fills a wording key, or else a text that may be a key; with grouped digits."""
    if grouped:
        fill = make_filler(wording, say, text)
        return lambda fields: fill({name: _group_digits(value, wording) for name, value in fields.items()})
    if say.text:
        return partial(_fill_key, wording, say)
    if not text.has_places and text.text in wording:
        return lambda _: wording.format(text.text)
    return partial(_fill_direct, wording, text) if wording.translates else text.fill


def _fill_key(wording: Wording, say: Pattern, fields: Fields) -> str:
    """Return the text of a wording key; empty if the key is empty for these fields."""
    key = say.fill(fields)
    if not key:
        return ""
    values = {name: fields.get(name) for name in wording.message(key).names}
    return wording.format(key, {name: value for name, value in values.items() if isinstance(value, str)})


def _fill_direct(wording: Wording, pattern: Pattern, fields: Fields) -> str:
    """Return a text that is written in the deck itself, with its fields, both in the language."""
    values = {place: wording.translate(text) for place, text in pattern.fill_places(fields).items()}
    key = wording.direct.get(pattern.text)
    if key is None:
        return pattern.replaced(values.__getitem__)
    return wording.format(key, {to_placeholder(place): value for place, value in values.items()})


def _group_digits(value: Field, wording: Wording) -> Field:
    """Return a long number with the language's separators.

    A narrow no-break space becomes a normal one: display faces lack it.
    """
    if isinstance(value, str) and _LONG_NUMBER.fullmatch(value):
        return wording.write(int(value)).replace("\u202f", "\u00a0")
    return value

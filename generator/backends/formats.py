"""Output formats: found by name, imported on demand, with helpers that they share.

A format of another package is an entry point of the group `petri_press.backends` whose object is a Format.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any, Protocol

from generator.errors import UnknownName, describe_unknown
from generator.model.printing.printing import FileOptions
from generator.scene.shapes import Document

DEFAULT = FileOptions()


class Writer(Protocol):
    """Writer of one document, which receives some of the pages at a time, the other data each time."""

    def add(self, document: Document) -> None: ...

    def finish(self) -> bytes: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """An output format."""

    name: str
    extension: str
    """File extension without the dot."""
    per_page: bool
    """True if each page is a file; otherwise the document is one file, written with page None."""
    write: Callable[[Document, int | None, FileOptions], bytes]
    begin: Callable[[FileOptions], Writer] | None = None
    """Begins a file of thousands of pages; without it, the pages are collected and written at once."""
    has_pixels: bool = False
    """True if pages become pixels, whose number depends on the resolution."""
    is_joined: bool = False
    """True if all parts of a game are one file, which `make/sites/` writes."""


ENTRY_POINTS = "petri_press.backends"

_BUILT_IN = {
    "pdf": "generator.backends.pdf",
    "svg": "generator.backends.svg",
    "png": "generator.backends.pixels",
    "jpeg": "generator.backends.pixels:JPEG",
    "gif": "generator.backends.pixels:GIF",
    "txt": "generator.backends.text",
    "brf": "generator.backends.braille",
    "html": "generator.backends.html.site",
}

_CUT = {"svg": _BUILT_IN["svg"], "dxf": "generator.backends.dxf"}
"""Formats for the lines that a machine cuts."""


def list_formats() -> tuple[str, ...]:
    """Return the names of all formats, our own first, without importing any."""
    return (*_BUILT_IN, *sorted(_list_others().keys() - _BUILT_IN.keys()))


def list_own_formats() -> tuple[str, ...]:
    """Return the names of our own formats."""
    return tuple(_BUILT_IN)


def find_format(name: str, *, also: Sequence[str] = ()) -> Format:
    """Import and return a format, ignoring case; raises UnknownName with the nearest names."""
    wanted = name.lower()
    if wanted in _BUILT_IN:
        loaded = _load(_BUILT_IN[wanted])
    else:
        others = {other.lower(): entry for other, entry in _list_others().items()}
        if wanted not in others:
            known = (*list_formats(), *also)
            raise UnknownName(describe_unknown("format", name, known)).saying(
                "command.unknown", name=name, known=known
            )
        loaded = others[wanted].load()
    if not isinstance(loaded, Format):
        raise TypeError(f"{loaded!r} is not a Format")
    return loaded


def find_cut_format(name: str) -> Format:
    """Import and return a format of cut files, ignoring case; raises UnknownName with the known names."""
    if name.lower() not in _CUT:
        raise UnknownName(describe_unknown("format of cut files", name, _CUT))
    loaded: Format = _load(_CUT[name.lower()])
    return loaded


def _load(path: str) -> Any:
    module, _, value = path.partition(":")
    return getattr(import_module(module), value or "FORMAT")


def _list_others() -> dict[str, Any]:
    # The library of installed packages takes longer to import than most back ends.
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}


@lru_cache(maxsize=65536)
def number(value: float) -> str:
    """Format a length with at most four decimals and nine digits: a ten-thousandth of a millimetre."""
    return length(value, 4)


@lru_cache(maxsize=65536)
def length(value: float, decimals: int) -> str:
    """Format a length with at most some decimals and nine digits."""
    text = f"{round(value, decimals):.9g}"
    return "0" if text == "-0" else text


@lru_cache(maxsize=65536)
def factor(value: float) -> str:
    """Format a scale or a part of a rotation with seven decimals, because it multiplies lengths."""
    text = f"{round(value, 7):.10f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escape_xml(text: str) -> str:
    """Return a text as the content of an element."""
    return clean_xml(text).translate(_XML_ESCAPES)


def clean_xml(text: str) -> str:
    """Remove control characters, most of which cannot be written in XML."""
    return _NOT_XML.sub("\ufffd", text)


_XML_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_NOT_XML = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

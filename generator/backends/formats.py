"""Output formats by name, imported on demand.

A format of another package is an entry point of the group `petri_press.backends` whose object is a Format.

Numbers for PDF and SVG, written identically so that both draw at the same positions.

The direction in which the letters of a text are drawn.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any, Protocol

from generator.errors import UnknownName, describe_unknown
from generator.model.printing.inks import Options
from generator.scene.shapes import Document, GlyphRun, ShapedWord

ENTRY_POINTS = "petri_press.backends"

_BUILT_IN = {
    "pdf": "generator.backends.pdf",
    "svg": "generator.backends.svg",
    "png": "generator.backends.png",
    "jpeg": "generator.backends.png:JPEG",
    "gif": "generator.backends.png:GIF",
    "txt": "generator.backends.text",
    "html": "generator.backends.html.site",
}

_CUT = {"svg": _BUILT_IN["svg"], "dxf": "generator.backends.dxf"}
"""Formats for the lines that a machine cuts."""


DEFAULT = Options()


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
    write: Callable[[Document, int | None, Options], bytes]
    begin: Callable[[Options], Writer] | None = None
    """Begins a file of thousands of pages; without it, the pages are collected and written at once."""
    has_pixels: bool = False
    """True if pages become pixels, whose number depends on the resolution."""
    is_joined: bool = False
    """True if all parts of a game are one file, which `make/sites.py` writes."""


def format_names() -> tuple[str, ...]:
    """Return the names of all formats, our own first, without importing any."""
    return (*_BUILT_IN, *sorted(_find_others().keys() - _BUILT_IN.keys()))


def find_format(name: str) -> Format:
    """Import and return a format, ignoring case; raises UnknownName with the nearest names."""
    wanted = name.lower()
    if wanted in _BUILT_IN:
        found = _load(_BUILT_IN[wanted])
    else:
        others = {other.lower(): entry for other, entry in _find_others().items()}
        if wanted not in others:
            raise UnknownName(describe_unknown("format", name, format_names()))
        found = others[wanted].load()
    if not isinstance(found, Format):
        raise TypeError(f"{found!r} is not a Format")
    return found


def find_cut_format(name: str) -> Format:
    """Import and return a format of cut files, ignoring case; raises UnknownName with the known names."""
    if name.lower() not in _CUT:
        raise UnknownName(describe_unknown("format of cut files", name, _CUT))
    found: Format = _load(_CUT[name.lower()])
    return found


def _load(path: str) -> Any:
    module, _, value = path.partition(":")
    return getattr(import_module(module), value or "FORMAT")


def _find_others() -> dict[str, Any]:
    # The library of installed packages takes longer to import than most back ends.
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}


@lru_cache(maxsize=65536)
def number(value: float) -> str:
    """Format a length with at most four decimals and nine digits: a ten-thousandth of a millimetre."""
    text = f"{round(value, 4):.9g}"
    return "0" if text == "-0" else text


@lru_cache(maxsize=65536)
def factor(value: float) -> str:
    """Format a scale or a part of a rotation with seven decimals, because it multiplies lengths."""
    text = f"{round(value, 7):.10f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def is_right_to_left(piece: ShapedWord) -> bool:
    """Return True if glyphs run against the characters; if this is undecided, the first letter decides."""
    if not piece.glyphs:
        return False
    first, last = piece.glyphs[0].cluster, piece.glyphs[-1].cluster
    if first != last:
        return first > last
    directions = map(unicodedata.bidirectional, piece.text)
    return next((found != "L" for found in directions if found in ("L", "R", "AL")), False)


def has_right_to_left(run: GlyphRun) -> bool:
    """Return True if a run has letters that are drawn against the order of the text."""
    return not run.text.isascii() and any(map(is_right_to_left, run.pieces))

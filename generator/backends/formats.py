"""The formats that documents are written in, by name; found when they are asked for.

A format of somebody else's is an entry point of the group `petri_press.backends` whose object is
a Format.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Protocol

from generator.errors import UnknownName, say_unknown
from generator.scene.shapes import Document

ENTRY_POINTS = "petri_press.backends"

_BUILT_IN = {
    "pdf": "generator.backends.pdf",
    "svg": "generator.backends.svg",
    "png": "generator.backends.png",
    "txt": "generator.backends.text",
}

FINE = 600.0
"""Dots per inch in which raster pictures are drawn: coarser, small letters stand at whole pixels, and
thin lines are thicker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a person may choose about the files that are written."""

    dpi: float = 300.0
    """Of raster pictures."""
    fine: float = FINE
    """Dots per inch in which raster pictures are drawn, before they are averaged; less is faster."""


class Writer(Protocol):
    """Writes one document, some of its pages at a time."""

    def add(self, document: Document) -> None:
        """Write more pages; everything else of the document is the same each time."""

    def finish(self) -> bytes:
        """Return the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """How one kind of file is written."""

    name: str
    extension: str
    """Without the dot."""
    per_page: bool
    """A file for each page; otherwise one for the document, written with page None."""
    write: Callable[[Document, int | None, Options], bytes]
    begin: Callable[[], Writer] | None = None
    """For a file of thousands of pages; without it, a document is kept until all its pages are there."""


def format_names() -> tuple[str, ...]:
    """Of all formats, our own first; none of them is imported."""
    others = sorted(entry_points(group=ENTRY_POINTS).names - _BUILT_IN.keys())
    return (*_BUILT_IN, *others)


def find_format(name: str) -> Format:
    """Imports the module of this format alone; UnknownName with the nearest names there are.

    Capital and small letters are the same.
    """
    wanted = name.lower()
    if wanted in _BUILT_IN:
        return _loaded(import_module(_BUILT_IN[wanted]).FORMAT)
    for entry in entry_points(group=ENTRY_POINTS):
        if entry.name.lower() == wanted:
            return _loaded(entry.load())
    raise UnknownName(say_unknown("format", name, format_names()))


def _loaded(thing: Any) -> Format:
    """Raises TypeError for an entry point that is not a Format: a bug of whoever made it."""
    if not isinstance(thing, Format):
        raise TypeError(f"{thing!r} is not a Format")
    return thing

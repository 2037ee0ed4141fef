"""XML files inside of a zipped workbook; namespaces are dropped, because there are several for each name."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import IO
from xml.etree.ElementTree import Element, iterparse
from zipfile import ZipFile

from generator.read.workbooks.cells import Unreadable

_MOST_DIGITS = 9
_MOST_BYTES = 256 * 2**20
"""Maximum size of all files that are read, which the head of an archive may understate."""


class _CountedFile:
    """A file in an archive whose bytes are counted while they are read."""

    def __init__(self, file: IO[bytes], archive: "Archive") -> None:
        self._file, self._archive = file, archive

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self._archive.left -= len(data)
        if self._archive.left < 0:
            raise Unreadable(f"it contains more than {_MOST_BYTES // 2**20} MB")
        return data


class Archive:
    """A zipped workbook."""

    def __init__(self, data: bytes) -> None:
        self._zip = ZipFile(BytesIO(data))
        self.left = _MOST_BYTES
        """Bytes that may still be read: systems without a limit for processes have this one."""
        self._names = {name.lower(): name for name in self._zip.namelist()}

    def has(self, name: str) -> bool:
        return name.lower() in self._names

    def read(self, name: str) -> Element:
        """Return the root of a file; raises Unreadable if it is missing."""
        events = self.iterate(name)
        root = next(events)[1]
        for _ in events:
            pass
        return root

    def iterate(self, name: str) -> Iterator[tuple[str, Element]]:
        """Yield the start and the end of each element of a file; raises Unreadable if it is missing."""
        if not self.has(name):
            raise Unreadable(f"it has no `{name}`")
        with self._zip.open(self._names[name.lower()]) as stream:
            if b"<!DOCTYPE" in stream.read(4096):
                raise Unreadable("it declares entities")
        with self._zip.open(self._names[name.lower()]) as stream:
            for event, element in iterparse(_CountedFile(stream, self), ("start", "end")):
                if event == "start":
                    element.tag = element.tag.rpartition("}")[2]
                yield event, element


def get(element: Element, name: str, default: str = "") -> str:
    """Return an attribute by its name, whatever its namespace."""
    value = element.get(name)
    if value is None:
        end = f"}}{name}"
        value = next((given for key, given in element.items() if key.endswith(end)), default)
    return value


def find(element: Element | None, name: str) -> Element | None:
    """Return the first child with a name."""
    return next((child for child in element if child.tag == name), None) if element is not None else None


def is_on(element: Element | None) -> bool:
    """Return True for `<b/>` and `<b val="1"/>`."""
    return element is not None and get(element, "val", "1") not in ("0", "false", "none")


def parse_count(text: str | None, default: int = 0) -> int:
    """Return a whole number that is not negative, at most 999 999 999."""
    if not text or not re.fullmatch("[0-9]+", text):
        return default
    return int(text) if len(text) <= _MOST_DIGITS else 10**_MOST_DIGITS - 1


def parse_times(text: str | None) -> int:
    """Return how often something is repeated: once by default."""
    return max(1, parse_count(text, 1))

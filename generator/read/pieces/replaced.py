"""Texts that a table replaces in all of its cells, in one pass."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from generator.errors import Wrong, suggest
from generator.model.texts.rich_text import isolate_icon
from generator.read.files.text_files import MEGABYTE
from generator.read.files.yaml import Data

MOST_REPLACED = 64 * MEGABYTE
"""Maximum number of characters of all cells with replaced texts."""


class Replacing:
    """Replaces texts in cells: at each place the longest, and nothing in what was put in its place."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts, self._length = texts, 0
        self._met: set[str] = set()
        longest_first = sorted(filter(None, texts), key=len, reverse=True)
        self._any = re.compile("|".join(map(re.escape, longest_first)) or "(?!)")

    @property
    def unmet(self) -> Collection[str]:
        """The texts that were in no cell."""
        return [text for text in self._texts if text not in self._met]

    def replace(self, cell: Data) -> Data:
        """Return a cell with the texts replaced; raises Wrong if all cells become too long."""
        if isinstance(cell, list):
            return [self.replace(item) for item in cell]
        if not isinstance(cell, str) or not self._any.search(cell):
            return cell
        new = self._any.sub(self._choose, cell)
        self._length += len(new)
        if self._length > MOST_REPLACED:
            raise Wrong("makes the table too long", f"at most {MOST_REPLACED // MEGABYTE} million characters")
        return new

    def _choose(self, match: re.Match[str]) -> str:
        self._met.add(match[0])
        before = match.string[: match.start()][-1:]
        return isolate_icon(self._texts[match[0]], before)


def find_similar_text(text: str, rows: Iterable[Any]) -> str:
    """Return a hint with the text of a cell that differs only in case or blanks, or is similar."""
    cells = {cell for row in rows if isinstance(row, dict) for cell in row.values() if isinstance(cell, str)}
    loose = re.compile(r"\s*".join(map(re.escape, text.replace(" ", ""))) or "(?!)", re.IGNORECASE)
    found = next((match[0] for cell in sorted(cells) if (match := loose.search(cell))), "")
    return (
        f"did you mean `{found}`?"
        if found
        else suggest(text, {word for cell in cells for word in cell.split()})
    )

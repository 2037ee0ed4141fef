"""Places of data that is not one YAML text: of booklets in Markdown, and of texts in several files."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from generator.read.files.yaml import Data, DataPath, LineAndColumn, Source

_WORDS = "words"
"""First step of the path of a text, as in wording files."""


class PlacedText(NamedTuple):
    """A text of the file, with the place of some of its characters."""

    text: str
    marks: tuple[tuple[int, int, int], ...]
    """Position in the text, line, and column, in order; what follows is on the same line."""

    def place(self, position: int) -> LineAndColumn:
        """Return the line and the column of a character of the text."""
        start, line, column = max((one for one in self.marks if one[0] <= position), default=self.marks[0])
        return line, column + position - start


class MarkdownSource(Source):
    """The data of a booklet and its texts, each with its place in the file."""

    def __init__(
        self,
        file: str,
        text: str,
        data: Data,
        texts: Mapping[str, PlacedText],
        spots: Mapping[DataPath, LineAndColumn],
        inner: Mapping[DataPath, Source],
        notes: Mapping[str, str],
    ) -> None:
        super().__init__(file, text, data)
        self.id = str(self.get("id"))
        self.notes = notes
        """Comments above blocks, for translators, by the keys of their texts."""
        self.texts: Mapping[str, str] = {key: one.text for key, one in texts.items()}
        self._texts, self._spots, self._inner = texts, spots, inner

    def place_text(self, key: str) -> str:
        """Return the place of a text, such as `rules.md:12`; empty if it has no such text."""
        text = self._texts.get(key)
        return f"{self.file.rpartition('/')[2]}:{text.place(0)[0]}" if text else ""

    @property
    def inner(self) -> Sequence[Source]:
        """The YAML at the top and in fences."""
        return tuple(self._inner.values())

    def get_text(self, path: DataPath) -> str:
        if text := self._find_text(path):
            return text.text
        source, rest = self._find(path)
        return source.get_text(rest) if source else ""

    def has(self, path: DataPath) -> bool:
        source, rest = self._find(path)
        return path in self._spots or bool(self._find_text(path)) or (source is not None and source.has(rest))

    def spot_of(self, path: DataPath) -> LineAndColumn:
        if not path:
            return 1, 1
        if text := self._find_text(path):
            return text.place(0)
        source, rest = self._find(path)
        return source.spot_of(rest) if source else self._spots.get(rest, (1, 1))

    def spot_of_key(self, path: DataPath) -> LineAndColumn:
        if text := self._find_text(path):
            return text.place(0)
        source, rest = self._find(path)
        return source.spot_of_key(rest) if source and rest else self.spot_of(path)

    def spot_in_text(self, path: DataPath, line: int, column: int) -> LineAndColumn:
        if text := self._find_text(path):
            lines = text.text.split("\n")
            return text.place(sum(len(one) + 1 for one in lines[:line]) + column)
        source, rest = self._find(path)
        return source.spot_in_text(rest, line, column) if source else self.spot_of(path)

    def _find_text(self, path: DataPath) -> PlacedText | None:
        return self._texts.get(".".join(map(str, path[1:]))) if path[:1] == (_WORDS,) else None

    def _find(self, path: DataPath) -> tuple[Source | None, DataPath]:
        """Return the YAML that has a path, and the path in it; without one, the block around it."""
        for end in range(len(path), -1, -1):
            if path[:end] in self._inner:
                return self._inner[path[:end]], path[end:]
            if path[:end] in self._spots:
                return None, path[:end]
        return None, ()


class JoinedSource(Source):
    """The English texts of a wording file, and of booklets in Markdown, each with its place."""

    def __init__(self, own: Source, booklets: Sequence[MarkdownSource]) -> None:
        super().__init__(own.file, own.text, own.data)
        self._own = own
        self._homes = {key: booklet for booklet in booklets for key in booklet.texts}

    def _find_home(self, path: DataPath) -> Source:
        return self._homes.get(".".join(map(str, path[1:])), self._own)

    def file_of(self, path: DataPath) -> str:
        return self._find_home(path).file

    def get_text(self, path: DataPath) -> str:
        return self._find_home(path).get_text(path)

    def has(self, path: DataPath) -> bool:
        return self._find_home(path).has(path)

    def spot_of(self, path: DataPath) -> LineAndColumn:
        return self._find_home(path).spot_of(path)

    def spot_of_key(self, path: DataPath) -> LineAndColumn:
        return self._find_home(path).spot_of_key(path)

    def spot_in_text(self, path: DataPath, line: int, column: int) -> LineAndColumn:
        return self._find_home(path).spot_in_text(path, line, column)

"""Places of pieces in the files of their deck."""

import pickle
from collections.abc import Mapping
from typing import Any


class PieceLines:
    """Function from the id of a piece to its file and line, such as `deck.yaml:12`.

    `source` finds the lines. In a cached deck, it stays pickled until the first line is needed: few runs have
    errors, and importing its class takes long.
    """

    def __init__(self, source: Any, base: tuple[str | int, ...], rows: Mapping[str, int]) -> None:
        self._source, self._base, self._rows = source, base, rows

    def __call__(self, id: str) -> str:
        file, line, _ = self.find(id)
        return f"{file}:{line}"

    def find(self, id: str, *fields: str) -> tuple[str, int, int]:
        """Return file, line, and column of a piece, or of the first of its fields that is written there."""
        if isinstance(self._source, bytes):
            self._source = pickle.loads(self._source)
        path = (*self._base, self._rows[id])
        there = [field for field in fields if self._source.has((*path, field))]
        line, column = self._source.spot_of((*path, *there[:1]))
        return self._source.file, line, column

    def __reduce__(self) -> tuple[type["PieceLines"], tuple[Any, ...]]:
        packed = self._source if isinstance(self._source, bytes) else pickle.dumps(self._source)
        return PieceLines, (packed, self._base, self._rows)

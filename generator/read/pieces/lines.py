"""Places of pieces in the files of their deck."""

import pickle
from collections.abc import Mapping
from typing import Any

from generator.errors import WrittenPlace


class PieceLines:
    """Function from the id of a piece to its place, or to that of the first of some fields in its row.

    `source` finds the lines. In a cached deck, it stays pickled until the first line is needed: few runs have
    errors, and importing its class takes long.
    """

    def __init__(self, source: Any, base: tuple[str | int, ...], rows: Mapping[str, int]) -> None:
        self._source, self._base, self._rows = source, base, rows

    def __call__(self, id: str, *fields: str) -> WrittenPlace:
        if isinstance(self._source, bytes):
            self._source = pickle.loads(self._source)
        path = (*self._base, self._rows[id])
        there = [field for field in fields if self._source.has((*path, field))]
        line, column = self._source.spot_of((*path, *there[:1]))
        return WrittenPlace(self._source.file, line, column)

    def __reduce__(self) -> tuple[type["PieceLines"], tuple[Any, ...]]:
        packed = self._source if isinstance(self._source, bytes) else pickle.dumps(self._source)
        return PieceLines, (packed, self._base, self._rows)

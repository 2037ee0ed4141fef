"""Places of pieces in the files of their deck."""

import pickle
from collections.abc import Collection, Mapping
from typing import Any

from generator.errors import WrittenPlace


class PieceLines:
    """Function from the id of a piece to its place, or to that of the first of some fields in its row.

    `source` finds the lines. In a cached deck, it stays pickled until the first line is needed: few runs have
    errors, and importing its class takes long.
    """

    def __init__(
        self,
        source: Any,
        base: tuple[str | int, ...],
        rows: Mapping[str, int],
        unsure: Collection[str] = (),
    ) -> None:
        self._source, self._base, self._rows, self.unsure = source, base, rows, unsure
        """`unsure` are ids that change if the rows are reordered."""

    def __call__(self, id: str, *fields: str) -> WrittenPlace:
        source, path = self.source, (*self._base, self._rows[id])
        there = [field for field in fields if source.has((*path, field))]
        line, column = source.spot_of((*path, *there[:1]))
        return WrittenPlace(source.file, line, column)

    @property
    def source(self) -> Any:
        """The file with the pieces."""
        if isinstance(self._source, bytes):
            self._source = pickle.loads(self._source)
        return self._source

    def path_of(self, id: str, column: str) -> tuple[str | int, ...]:
        """Return the path of a cell in the row of a piece."""
        return (*self._base, self._rows[id], column)

    def __reduce__(self) -> tuple[type["PieceLines"], tuple[Any, ...]]:
        packed = self._source if isinstance(self._source, bytes) else pickle.dumps(self._source)
        return PieceLines, (packed, self._base, self._rows, self.unsure)

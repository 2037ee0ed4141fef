"""Where the pieces of a deck are written."""

import pickle
from collections.abc import Mapping
from typing import Any


class PieceLines:
    """Function from the id of a piece to its file and line, such as `deck.yaml:12`.

    `source` finds the lines. Of a kept deck, it is packed until the first line is asked for: few runs have
    errors, and what finds lines takes long to import.
    """

    def __init__(self, source: Any, base: tuple[str | int, ...], rows: Mapping[str, int]) -> None:
        self._source, self._base, self._rows = source, base, rows

    def __call__(self, id: str) -> str:
        if isinstance(self._source, bytes):
            self._source = pickle.loads(self._source)
        line, _ = self._source.spot_of((*self._base, self._rows[id]))
        return f"{self._source.file}:{line}"

    def __reduce__(self) -> tuple[type["PieceLines"], tuple[Any, ...]]:
        packed = self._source if isinstance(self._source, bytes) else pickle.dumps(self._source)
        return PieceLines, (packed, self._base, self._rows)

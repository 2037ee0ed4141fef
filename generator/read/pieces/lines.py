"""Where the pieces of a kept deck are written."""

import pickle
from collections.abc import Mapping
from typing import Any

from generator.model.values import dataclass


@dataclass(frozen=True)
class KeptLines:
    """The rows of a deck, as far as they are needed for messages.

    The source of the deck, which finds its lines, is unpacked when a line is asked for: few runs have errors.
    """

    base: tuple[str | int, ...]
    rows: Mapping[str, int]
    source: bytes

    def locate(self, id: str) -> str:
        """Return the file and line of a piece."""
        source: Any = pickle.loads(self.source)
        line, _ = source.spot_of((*self.base, self.rows[id]))
        return f"{source.file}:{line}"

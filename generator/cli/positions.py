"""`--board`: the position drawn into a file whenever somebody is asked."""

from pathlib import Path

from generator.model.kit import Kit
from generator.model.position import Position


class BoardFile:
    """Where the board is drawn."""

    def __init__(self, path: Path, kit: Kit, locale: str) -> None:
        self._path = path

    def draw(self, position: Position) -> None:
        """Not yet."""

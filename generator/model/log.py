"""Games as they were written down: a header, and a line for each move."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LogLine:
    """Who did what, in the notation of the game."""

    actor: str
    words: str
    line: int
    """Of the file, from 1."""


@dataclass(frozen=True)
class GameLog:
    """A log; `header` holds what the game needs besides its players: difficulty, variant, set-up."""

    game: str
    players: tuple[str, ...]
    lines: tuple[LogLine, ...]
    header: Mapping[str, str]
    file: str = ""

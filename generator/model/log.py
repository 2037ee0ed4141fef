"""Logs of games: a header, and a line for each move."""

from collections.abc import Mapping
from typing import Any

from generator.model.values import dataclass, field


@dataclass(frozen=True, slots=True)
class LogLine:
    """A player and a move, in the notation of the game."""

    actor: str
    words: str
    number: int = 0
    """Line number in the log, starting at 1; 0 if it is not in a log."""


@dataclass(frozen=True)
class GameLog:
    """A log; `header` contains the options of the game: difficulty, set-up."""

    game: str
    players: tuple[str, ...]
    lines: tuple[LogLine, ...]
    header: Mapping[str, str] = field(default_factory=dict)
    variant: str = ""
    file: str = ""
    start: Mapping[str, Any] = field(default_factory=dict)
    """Table from which the log continues, as in a finished game; empty: it begins with the game."""

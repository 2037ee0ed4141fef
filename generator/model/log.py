"""Games as they were written down: a header, and a line for each move."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class LogLine:
    """Who did what, in the notation of the game."""

    actor: str
    words: str
    number: int = 0
    """Of the line in its log, from 1; 0: it does not stand in one."""


@dataclass(frozen=True)
class GameLog:
    """A log; `header` holds what the game needs besides its players: difficulty, set-up."""

    game: str
    players: tuple[str, ...]
    lines: tuple[LogLine, ...]
    header: Mapping[str, str] = field(default_factory=dict)
    variant: str = ""
    file: str = ""

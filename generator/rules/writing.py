"""Logs and other score files as text that can be read again."""

import json
import re
from collections.abc import Iterator

from generator.model.log import GameLog, LogLine

_PLAIN = re.compile(r"\w[\w+=;!?-]*( [\w+=;!?-]+)*")


def quote(text: str) -> str:
    """A text as it stands in YAML: as it is, or in quotes where YAML would take it for something else."""
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def write_remarks(text: str) -> str:
    """Lines of a score file that are for people only."""
    return "".join(f"# {line}".rstrip() + "\n" for line in text.split("\n"))


def write_log(log: GameLog) -> str:
    """The score file of a log: its head, and a line for each move."""
    return "".join(f"{line}\n" for line in _list_lines(log))


def _list_lines(log: GameLog) -> Iterator[str]:
    yield f"game: {log.game}"
    if log.variant:
        yield f"variant: {quote(log.variant)}"
    yield f"players: [{', '.join(quote(player) for player in log.players)}]"
    for key, value in log.header.items():
        yield f"{key}: {quote(value)}"
    yield "log:" if log.lines else "log: []"
    yield from map(write_line, log.lines)


def write_line(line: LogLine) -> str:
    """A line of a log as it stands in its score file."""
    return f"  - {quote(line.actor)}: {quote(line.words)}"

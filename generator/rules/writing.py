"""Logs and other score files as text."""

import json
import re
from collections.abc import Iterator, Mapping

from generator.model.played import GameLog, LogLine
from generator.rules.core import Entry

_PLAIN = re.compile(r"\w[\w+=;!?-]*( [\w+=;!?-]+)*")


def quote(text: str) -> str:
    """Return a text as YAML, in quotes where needed."""
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def write_log(log: GameLog) -> str:
    """Return the score file of a log: its head, and a line for each move."""
    entries: dict[str, Entry] = {"game": log.game}
    if log.variant:
        entries["variant"] = log.variant
    entries |= {"players": [*log.players], **log.header}
    if log.start:
        entries["start"] = dict(log.start)
    return write_score({**entries, "log": [{line.actor: line.words} for line in log.lines]})


def write_line(line: LogLine) -> str:
    return f"  - {quote(line.actor)}: {quote(line.words)}"


def write_score(entries: Mapping[str, Entry]) -> str:
    return "".join(f"{line}\n" for line in _write_entry(dict(entries)))


def _write_entry(entry: Entry) -> Iterator[str]:
    """Yield lines of YAML: keys and lists of keys below each other, other lists in brackets."""
    if isinstance(entry, dict):
        for key, value in entry.items():
            lines = [*_write_entry(value)]
            if _has_keys(value):
                yield from (f"{quote(key)}:", *(f"  {line}" for line in lines))
            else:
                yield from (f"{quote(key)}: {lines[0]}", *(f"  {line}" for line in lines[1:]))
        if not entry:
            yield "{}"
    elif isinstance(entry, list) and _has_keys(entry):
        for item in entry:
            first, *others = _write_entry(item)
            yield f"- {first}"
            yield from (f"  {line}" for line in others)
    elif isinstance(entry, list):
        yield f"[{', '.join(line for item in entry for line in _write_entry(item))}]"
    elif entry and "\n" in entry and entry[0] not in " \n":
        # YAML takes the indentation from the first line.
        yield from ("|", *entry.rstrip("\n").split("\n"))
    else:
        yield quote(entry or "")


def _has_keys(entry: Entry) -> bool:
    """Return whether an entry is keys, or a list of such."""
    if isinstance(entry, list):
        return any(isinstance(item, dict) for item in entry)
    return isinstance(entry, dict) and bool(entry)

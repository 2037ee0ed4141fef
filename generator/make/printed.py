"""Records of what a person has printed: hashes in a file, or the last build."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeAlias

from generator.errors import DataError, Problem
from generator.inputs import is_attached
from generator.make.jobs.jobs import Choices
from generator.make.jobs.typed import ALL, spell_part
from generator.model.kit import Kit
from generator.model.values import dataclass, field, replace
from generator.output import Staging
from generator.read.files.shelf import YAML, Cache, Shelf, find_settings_folder, list_times
from generator.read.files.text_files import name_file, read_text

VERSION = 1
"""Version of the file and of the hashes in it: with another one, it is not known what was printed."""
FOLDER, FILE = ".petri", "printed.json"
_HINT = "what you printed is not known any more: delete the file, and start again with `petri printed`"

CardState: TypeAlias = tuple[int, str, str]
"""Number of copies, and hashes of the front and the back; the hash is empty if there is no back."""


@dataclass(frozen=True, slots=True)
class PartState:
    """Printed state of a part: its cards by id, or the pages of its documents by their names."""

    cards: Mapping[str, CardState] = field(default_factory=dict)
    pages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Record:
    """Printed state of a game in one language, for one destination."""

    on: str
    """Date, such as `2026-11-22`."""
    parts: Mapping[str, PartState]


_PrintedParts: TypeAlias = dict[str, Record]
"""Records of a game by language, settings, and destination: `en`, `en colour=no`."""


@dataclass(frozen=True, slots=True)
class PrintRecord:
    """The file with everything that was printed of the games of a folder."""

    path: Path
    games: Mapping[str, _PrintedParts] = field(default_factory=dict)
    is_known: bool = True
    """False if the file is of another version."""


def find_state(shelf: Shelf, game: Path, id: str) -> Path:
    """Return the file for a game: in its own folder, or in that of the settings if it is not the user's,
    or packed.

    The folder of a game of the shelf is never written to, nor is one that the user cannot write to.
    """
    own = game.parent if game.suffix in YAML else game
    there = own / FOLDER / FILE
    is_ours = own.resolve().is_relative_to(shelf.data.resolve())
    if not is_ours and not is_attached(own) and (there.exists() or os.access(own, os.W_OK)):
        return there
    return find_settings_folder() / "printed" / f"{id}.json"


def read_state(path: Path) -> PrintRecord:
    """Return what was printed, nothing if there is no file; raises DataError if it is damaged."""
    if not path.exists():
        return PrintRecord(path)
    file, text = read_text(path, most_bytes=64_000_000)
    try:
        data = json.loads(text)
        if data["version"] != VERSION:
            return PrintRecord(path, is_known=False)
        return PrintRecord(path, {id: _read_records(records) for id, records in data["games"].items()})
    except json.JSONDecodeError as error:
        problem = Problem(file, error.lineno, error.colno, "", f"is damaged: {error.msg}", _HINT)
    except (KeyError, TypeError, ValueError, AttributeError):
        problem = Problem(file, 0, 0, "", "is damaged", _HINT)
    raise DataError([problem])


def _read_records(data: Mapping[str, Any]) -> _PrintedParts:
    return {
        key: Record(_as_text(one["on"]), {id: _read_part(part) for id, part in one["parts"].items()})
        for key, one in data.items()
    }


def _read_part(data: Mapping[str, Any]) -> PartState:
    cards = {
        id: (int(count), _as_text(front), _as_text(back))
        for id, (count, front, back) in data["cards"].items()
    }
    return PartState(cards, {name: tuple(map(_as_text, pages)) for name, pages in data["pages"].items()})


def _as_text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def write_state(state: PrintRecord) -> None:
    """Write the file of a state; raises OutputError."""
    games = {
        id: {key: asdict(record) for key, record in records.items()} for id, records in state.games.items()
    }
    data = json.dumps({"version": VERSION, "games": games}, indent=1, sort_keys=True, ensure_ascii=False)
    with Staging(home=state.path.parent.parent) as staging:
        staging.write(state.path, f"{data}\n".encode())


@dataclass(frozen=True, slots=True)
class Made:
    """The choices of the last build of a game for paper, and the files that it was made from."""

    choices: Choices
    at: int
    """Time of its start, in nanoseconds since 1970."""
    files: Mapping[str, tuple[int, int]]
    """Size and time of the last change of each file, by its path in the folder of the game."""


def keep_made(cache: Cache, kit: Kit, choices: Choices, *, since: int) -> None:
    """Keep what was made of a game in a build that began at a time, for `petri printed`."""
    game, own = kit.path, {ALL, *(part.id for part in kit.parts)}
    # Other games of the build may have other parts.
    parts = tuple(name for name in choices.parts if spell_part(name) in own)
    times = list_times(_own_folder(game), besides=(choices.folder,))
    # What has changed during the build may have been read before or after.
    files = {name: one if one[1] < since else (-1, 0) for name, one in times.items()}
    absolute = replace(choices, parts=parts, folder=choices.folder.resolve())
    cache.keep(("made", str(game.resolve())), Made(absolute, since, files))


def recall_made(cache: Cache, game: Path) -> Made | None:
    """Return what was made last; None if that is not known."""
    made = cache.recall(("made", str(game.resolve())))
    return made if isinstance(made, Made) else None


def list_edited(game: Path, made: Made) -> list[str]:
    """Return the files of a game that have changed since, as users write them."""
    folder = _own_folder(game)
    times = list_times(folder, besides=(made.choices.folder,))
    return [name_file(folder / name) for name, one in sorted(made.files.items()) if times.get(name) != one]


def _own_folder(game: Path) -> Path:
    return game.parent if game.suffix in YAML else game

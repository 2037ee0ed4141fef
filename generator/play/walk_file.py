"""The file of a walk: a log that grows by a line with every entry.

Each line is on the disk before the companion confirms it; a killed walk therefore continues where it stopped.
An incomplete last line was never confirmed. Before the first move, the file has a head and no `log:`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from generator.model.kit import Kit
from generator.model.played import GameLog
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field, replace
from generator.play.replaying import find_file_game, list_keys, make_walk
from generator.play.walkthrough import Walk
from generator.read.files.text_files import name_file, unreadable
from generator.read.scores import decode_score, find_variant, read_score_file
from generator.rules.game import find_game
from generator.rules.score_form import write_line, write_log

_EMPTY_LOG = "log: []\n"


@dataclass(frozen=True, slots=True)
class Kept:
    """Contents of a walk file."""

    text: str = ""
    """Text of the file without an incomplete last line."""
    lost: str = ""
    """The incomplete last line; empty: none."""
    variant: str = ""
    players: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    walk: Walk | None = None
    """None until players and options are known."""


class Journal(Protocol):
    """A file that grows by lines, each flushed to the disk: `output.Journal`."""

    path: Path

    def read(self) -> bytes: ...

    def write(self, data: bytes) -> None: ...

    def append(self, data: bytes) -> None: ...

    def copy_to(self, place: Path) -> None: ...


class WalkFile:
    """The file of a walk; methods raise OutputError and then leave the file unchanged."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._log: GameLog | None = None
        """The log that the file contains; None: not known to be a complete one."""

    @property
    def path(self) -> Path:
        return self._journal.path

    def read(self, kit: Kit, wording: Wording) -> Kept:
        """Return the contents; raises DataError if they are not a legal log of this game."""
        data = self._read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        is_new = not whole and f"game: {kit.id}".encode().startswith(data)
        kept = Kept() if is_new else _parse(kit, wording, whole or data, name=name_file(self.path))
        if whole != data:
            self._journal.write(whole)
        if kept.walk is not None and kept.text == write_log(kept.walk.log):
            self._log = kept.walk.log
        return replace(kept, lost=data[len(whole) :].decode("utf-8", "replace").strip())

    def _read_bytes(self) -> bytes:
        """Return the content; raises DataError for pipes and devices, which cannot be read twice."""
        path = self.path
        try:
            if path.exists() and not path.is_file() and not path.is_dir():
                raise unreadable(path, "is not a regular file, so a game cannot be saved in it")
            return self._journal.read()
        except OSError as error:
            raise unreadable(path, error.strerror or str(error)) from error

    def write_head(self, log: GameLog) -> None:
        """Write players and options as far as they are known."""
        self._journal.write(write_log(replace(log, lines=(), start={})).removesuffix(_EMPTY_LOG).encode())

    def save(self, log: GameLog) -> None:
        """Add the last line of the log if it alone is new, or else write the complete log."""
        kept = self._log
        if kept and kept.lines and kept == replace(log, lines=log.lines[:-1]):
            self._journal.append(f"{write_line(log.lines[-1])}\n".encode())
        else:
            self._journal.write(write_log(log).encode())
        self._log = log

    def tidy(self, kept: Kept) -> Path | None:
        """Rewrite a log so that lines can be added; return the copy of the original if it differed."""
        if kept.walk is None or kept.text == write_log(kept.walk.log):
            return None
        number = 1
        while (place := self.path.with_name(f"{self.path.name}.before-{number}")).exists():
            number += 1
        self.copy_to(place)
        self.save(kept.walk.log)
        return place

    def copy_to(self, place: Path) -> None:
        self._journal.copy_to(place)


def _parse(kit: Kit, wording: Wording, data: bytes, *, name: str) -> Kept:
    source = decode_score(data, file=name)
    is_begun = isinstance(source.data, dict) and "log" in source.data
    variant = find_variant(source)
    if not is_begun:
        if source.data == {"game": kit.id} or source.data == {"game": kit.id, "variant": variant}:
            return Kept(variant=variant)
        if isinstance(source.data, dict):
            source = decode_score(data.rstrip() + b"\n" + _EMPTY_LOG.encode(), file=name)
    game = find_file_game(source, lambda variant: find_game(kit, variant=variant))
    file = read_score_file(source, replace(list_keys(game), finished=()))
    walk = make_walk(game, file, wording) if is_begun else None
    text = source.text if is_begun else ""
    return Kept(text, variant=file.variant, players=file.players, options=file.options, walk=walk)

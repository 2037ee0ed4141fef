"""The file of a walk: a log that grows by a line with every entry.

Each line is on the disk before the companion confirms it; a killed walk therefore continues where it stopped.
An incomplete last line was never confirmed. Before the first move, the file has a head and no `log:`.
"""

from collections.abc import Mapping
from pathlib import Path

from generator.errors import OutputError
from generator.model.kit import Kit
from generator.model.log import GameLog
from generator.model.values import dataclass, field, replace
from generator.model.wording import Wording
from generator.output import Staging, append, reported, write_new
from generator.play.replaying import find_file_game, list_keys, make_walk
from generator.play.walkthrough import Walk
from generator.read.files.text_files import name_file, unreadable
from generator.read.scores.scores import decode_score, find_variant, read_score_file
from generator.rules.finding import find_game
from generator.rules.writing import write_line, write_log

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


class WalkFile:
    """The file of a walk; methods raise OutputError and then leave the file unchanged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._size: int | None = None
        """Size in bytes after our last write; None: there is no file yet."""

    def read(self, kit: Kit, wording: Wording) -> Kept:
        """Return the contents; raises DataError if they are not a legal log of this game."""
        data = _read_bytes(self.path)
        whole = data[: data.rfind(b"\n") + 1]
        is_new = not whole and f"game: {kit.id}".encode().startswith(data)
        kept = Kept() if is_new else _parse(kit, wording, whole or data, name=name_file(self.path))
        self._size = len(data)
        if whole != data:
            self._replace(whole)
        return replace(kept, lost=data[len(whole) :].decode("utf-8", "replace").strip())

    def write_head(self, log: GameLog) -> None:
        """Write players and options as far as they are known."""
        self._write(write_log(replace(log, lines=(), start={})).removesuffix(_EMPTY_LOG))

    def write(self, log: GameLog) -> None:
        """Write the complete log in place of what there is."""
        self._write(write_log(log))

    def append(self, log: GameLog) -> None:
        if len(log.lines) == 1:
            self.write(log)
            return
        line = f"{write_line(log.lines[-1])}\n".encode()
        size = self._check_size()
        append(self.path, line, size=size)
        self._size = size + len(line)

    def tidy(self, kept: Kept) -> Path | None:
        """Rewrite a log so that lines can be added; return the copy of the original if it differed."""
        if kept.walk is None or kept.text == write_log(kept.walk.log):
            return None
        number = 1
        while (place := self.path.with_name(f"{self.path.name}.before-{number}")).exists():
            number += 1
        self.copy_to(place)
        self.write(kept.walk.log)
        return place

    def copy_to(self, place: Path) -> None:
        write_new(place, _read_bytes(self.path))

    def _write(self, text: str) -> None:
        data = text.encode()
        if self._size is None:
            write_new(self.path, data)
            self._size = len(data)
        else:
            self._replace(data)

    def _replace(self, data: bytes) -> None:
        self._check_size()
        with Staging(is_durable=True) as staging:
            staging.write(self.path, data)
        self._size = len(data)

    def _check_size(self) -> int:
        """Raise OutputError if another program wrote the file."""
        with reported(self.path):
            size = self.path.stat().st_size
        if size != self._size:
            raise OutputError(str(self.path), "another program has changed this file")
        return size


def _read_bytes(path: Path) -> bytes:
    """Return the content; raises DataError for pipes and devices, which cannot be read twice."""
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise unreadable(path, "is not a regular file, so a game cannot be saved in it")
        return path.read_bytes()
    except OSError as error:
        raise unreadable(path, error.strerror or str(error)) from error


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

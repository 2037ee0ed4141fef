"""Writing safely: the files of a run are written aside and put in place together, or not at all."""

import contextlib
import errno
import os
import signal
import stat
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from generator.errors import OutputError, say_reason


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the files of a run."""

    written: tuple[Path, ...] = ()
    unchanged: tuple[Path, ...] = ()
    """Were there already, with the same bytes, and were not touched."""
    removed: tuple[Path, ...] = ()
    """Pages of an earlier, longer build."""
    bytes: int = 0
    """Of all files, written and unchanged."""


class Staging:
    """The files of one run: each is written beside its place under another name until `commit`.

    Leaving the `with` before that, by an error or by Ctrl-C, removes all that was written aside
    and every folder that was made for it; older files stay as they were.
    """

    def __init__(self) -> None:
        self._asides: dict[Path, Path | None] = {}
        """By place; None: what stands there already has the same bytes."""
        self._stale: dict[Path, None] = {}
        self._made_folders: list[Path] = []
        self._bytes = 0

    def __enter__(self) -> "Staging":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with _uninterrupted():
            for aside in filter(None, self._asides.values()):
                with contextlib.suppress(OSError):
                    aside.unlink(missing_ok=True)
            for folder in reversed(self._made_folders):
                with contextlib.suppress(OSError):
                    folder.rmdir()

    def write(self, place: Path, data: bytes) -> None:
        """Writes a file aside; OutputError when the system refuses, or would refuse its name."""
        if place in self._asides:
            raise OutputError(str(place), "two parts of this run would be written into this file")
        with _told_of(place):
            self._make_folder(place.parent)
            if _has_bytes(place, data):
                self._asides[place] = None
            else:
                aside = place.parent / f".{place.stem[:40]}.{os.getpid()}-{len(self._asides)}.part"
                self._asides[place] = aside
                aside.write_bytes(data)
        self._bytes += len(data)

    def drop(self, stale: Iterable[Path]) -> None:
        """Files that `commit` shall remove, unless this run writes them."""
        self._stale.update(dict.fromkeys(stale))

    def commit(self) -> Outcome:
        """Puts every file in its place; from here on Ctrl-C waits until all are there."""
        written, unchanged, removed = [], [], []
        with _uninterrupted():
            for place, aside in self._asides.items():
                if aside is None:
                    unchanged.append(place)
                    continue
                with _told_of(place):
                    aside.replace(place)
                written.append(place)
            for place in self._stale:
                if place not in self._asides:
                    with _told_of(place):
                        place.unlink()
                    removed.append(place)
            self._asides.clear()
            self._made_folders.clear()
        return Outcome(tuple(written), tuple(unchanged), tuple(removed), self._bytes)

    def _make_folder(self, folder: Path) -> None:
        missing = []
        while not folder.exists():
            missing.append(folder)
            folder = folder.parent
        for folder in reversed(missing):
            folder.mkdir(exist_ok=True)
            self._made_folders.append(folder)


def _has_bytes(place: Path, data: bytes) -> bool:
    """Whether the file is there and the same; OSError when nothing can be written at this place."""
    try:
        there = place.stat()
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(there.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    return there.st_size == len(data) and place.read_bytes() == data


@contextlib.contextmanager
def _told_of(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(str(place), say_reason(error)) from error


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C and a polite kill are heard after the block; only the main thread hears them at all."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    before = {
        number: signal.signal(number, lambda number, frame: heard.append(number))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    for late in heard:
        signal.raise_signal(late)

"""Writing safely: the files of a run are written aside and put in place together, or not at all."""

import contextlib
import errno
import filecmp
import os
import signal
import stat
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from generator.errors import OutputError

_REASONS = {
    errno.EACCES: "you may not write here",
    errno.EPERM: "you may not write here",
    errno.EROFS: "this disk can only be read",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is used up",
    errno.EFBIG: "the file is larger than is allowed here",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ENOTDIR: "a part of this path is a file, not a folder",
    errno.EEXIST: "this is a file, not a folder",
    errno.EISDIR: "a folder of this name is in the way",
}


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
        self._asides: dict[Path, Path] = {}
        self._stale: list[Path] = []
        self._made_folders: list[Path] = []

    def __enter__(self) -> "Staging":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with _uninterrupted():
            for aside in self._asides.values():
                with contextlib.suppress(OSError):
                    aside.unlink(missing_ok=True)
            for folder in reversed(self._made_folders):
                with contextlib.suppress(OSError):
                    folder.rmdir()

    @contextlib.contextmanager
    def writing(self, place: Path) -> Iterator[Path]:
        """The path to write to in the stead of `place`; OutputError when the system refuses."""
        try:
            yield self._aside(place)
        except OSError as error:
            raise OutputError(str(place), say_reason(error)) from error

    def replace_pages(self, stale: tuple[Path, ...]) -> None:
        """Files that `commit` shall remove, unless they were written in this run."""
        self._stale.extend(stale)

    def commit(self) -> Outcome:
        """Puts every file in its place; from here on Ctrl-C waits until all are there."""
        written, unchanged, removed, size = [], [], [], 0
        with _uninterrupted():
            for place, aside in self._asides.items():
                try:
                    size += aside.stat().st_size
                    if place.exists() and filecmp.cmp(aside, place, shallow=False):
                        aside.unlink()
                        unchanged.append(place)
                    else:
                        aside.replace(place)
                        written.append(place)
                except OSError as error:
                    raise OutputError(str(place), say_reason(error)) from error
            for place in self._stale:
                if place not in self._asides:
                    try:
                        place.unlink()
                    except OSError as error:
                        raise OutputError(str(place), say_reason(error)) from error
                    removed.append(place)
            self._asides.clear()
            self._made_folders.clear()
        return Outcome(tuple(written), tuple(unchanged), tuple(removed), size)

    def _aside(self, place: Path) -> Path:
        if place in self._asides:
            raise OutputError(str(place), "two parts of this run would be written into this file")
        self._make_folder(place.parent)
        # A name that is too long, or taken by a folder, must be known before the work is done.
        with contextlib.suppress(FileNotFoundError):
            if stat.S_ISDIR(place.stat().st_mode):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(place))
        aside = place.parent / f".{place.stem[:40]}.{os.getpid()}-{len(self._asides)}.part"
        self._asides[place] = aside
        return aside

    def _make_folder(self, folder: Path) -> None:
        missing = []
        while not folder.exists():
            missing.append(folder)
            folder = folder.parent
        for folder in reversed(missing):
            folder.mkdir(exist_ok=True)
            self._made_folders.append(folder)


def say_reason(error: OSError) -> str:
    """Why the system refused, in words."""
    known = _REASONS.get(error.errno or 0)
    return known or error.strerror or str(error)


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

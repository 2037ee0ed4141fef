"""Signatures of files and folders, which change whenever a file does: names, sizes, and times."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from time import time_ns
from typing import TypeAlias

MOST_FILES = 5000
"""Maximum number of files in all signed folders: looking at more takes long."""
_YOUNG = 2 * 10**9
"""Nanoseconds within which a file system may give two changes of a file the same time."""
_NOT_SIGNED = (".git", ".petri", "__pycache__")
"""Folders from which no game is read."""
_MADE = (".pdf", ".part")
"""Ends of the names of files that are made from games; games are not read from them."""

Signature: TypeAlias = tuple[tuple[str, int, int, int, int], ...]
"""Path, size, times of the last changes, and inode number of each file."""


def sign_files(paths: Iterable[Path], *, ends: str = "") -> Signature | None:
    """Return the signature of all files in and below the paths whose names end in this way.

    None if there are too many, if one is unreadable, or if one has just changed: it could change again
    without another time.
    """
    files = [*islice(chain.from_iterable(map(_list_files, paths)), MOST_FILES + 1)]
    named = [file for file in files if file.name.endswith(ends) and not file.name.lower().endswith(_MADE)]
    try:
        found = sorted((os.fspath(file), file.stat()) for file in named)
    except OSError:
        return None
    latest = time_ns() - _YOUNG
    if len(files) > MOST_FILES or any(max(one.st_mtime_ns, one.st_ctime_ns) >= latest for _, one in found):
        return None
    return tuple((path, one.st_size, one.st_mtime_ns, one.st_ctime_ns, one.st_ino) for path, one in found)


def list_times(folder: Path, *, besides: Iterable[Path] = ()) -> dict[str, tuple[int, int]]:
    """Return size and time of the last change, in ns, of each file in a folder, by its path inside.

    Files in the folders `besides` are left out; if there are too many files, all of them.
    """
    folder = folder.resolve()
    others = tuple(f"{other.resolve()}{os.sep}" for other in besides)
    files = [*islice(_list_files(folder), MOST_FILES + 1)]
    found = {}
    for file in files if len(files) <= MOST_FILES else ():
        path = os.fspath(file)
        with suppress(OSError):
            if not path.startswith(others):
                one = file.stat()
                found[os.path.relpath(path, folder)] = one.st_size, one.st_mtime_ns
    return found


def _list_files(path: str | Path) -> Iterator[os.DirEntry[str] | Path]:
    """Yield the files in and below a folder, also through links; a link to itself is a file."""
    try:
        entries = [*os.scandir(path)]
    except NotADirectoryError:
        yield Path(path)
        return
    except OSError:
        return
    for entry in entries:
        is_folder = False
        with suppress(OSError):
            is_folder = entry.is_dir()
        if not is_folder:
            yield entry
        elif entry.name not in _NOT_SIGNED:
            yield from _list_files(entry.path)

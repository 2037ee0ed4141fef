"""Results that a run keeps for later runs, as long as the files that they were made from are the same.

Entries may be deleted at any time. One that is damaged, of another version, or in a folder that others can
write to is ignored: it is a pickle, which could contain code.
"""

import os
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from hashlib import blake2b
from itertools import chain, islice
from pathlib import Path
from time import time_ns
from typing import Any, TypeAlias, TypeVar

import platformdirs

import generator
from generator.read.files.suffixes import ALL

MOST_FILES = 5000
"""Files in the folder of a game; with more, nothing is kept, because it takes long to look at them."""
MOST_BYTES = 64 * 2**20
"""Size of all entries together; those that were not used for the longest time are removed."""
_MOST_OF_ENTRY = MOST_BYTES // 4
_YOUNG = 2 * 10**9
"""Nanoseconds within which a file system may give two changes of a file the same time."""
_ENTRY = ".petri"
_SEAL = 16
"""Bytes of the digest with which an entry begins."""

T = TypeVar("T")
Signature: TypeAlias = tuple[tuple[str, int, int, int, int], ...]
"""Path, size, times of the last changes, and number of each file."""


class Cache:
    """A folder with results of earlier runs; without a folder, nothing is kept."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    @cached_property
    def _program(self) -> Signature | None:
        """The signature of this program and of the folder of its libraries, in which they are installed."""
        package, libraries = Path(generator.__file__).parent, Path(platformdirs.__file__).parents[1]
        signed, time = sign_files([package], (".py",)), libraries.stat().st_mtime_ns
        return signed and (*signed, (str(libraries), 0, time, time, 0))

    def recall(
        self,
        key: tuple[object, ...],
        paths: Iterable[Path],
        make: Callable[[], T],
        *,
        keeps: Callable[[T], bool] = bool,
    ) -> T:
        """Return what `make` returned in an earlier run for the same key and files, or call it.

        The result must depend only on the key, the current folder, and the files in and below the paths. It
        is kept if `keeps` returns True for it.
        """
        paths = tuple(paths)
        signature = sign_files(paths) if self.folder and self._program else None
        if self.folder is None or signature is None:
            return make()
        asked = repr((key, paths, Path.cwd(), sys.version, self._program))
        entry = self.folder / f"{_seal(asked.encode()).hex()}{_ENTRY}"
        known = _load(entry, signature)
        if known:
            kept: T = known[0]
            return kept
        made = make()
        # Files that have changed in the meantime may have been read before or after.
        if keeps(made) and sign_files(paths) == signature:
            _save(entry, signature, made)
        return made


def find_cache() -> Cache:
    """Return the user's cache, or the folder in PETRI_CACHE; if that is empty or `off`, nothing is kept."""
    given = os.environ.get("PETRI_CACHE")
    if given in ("", "off"):
        return Cache()
    return Cache(Path(given) if given else platformdirs.user_cache_path("petri-press", appauthor=False))


def sign_files(paths: Iterable[Path], suffixes: tuple[str, ...] = ALL) -> Signature | None:
    """Return the signature of all files of games in and below the paths.

    None if there are too many, or if one is so young that it can change again without another time.
    """
    found = [*islice(chain.from_iterable(map(_list_files, paths)), MOST_FILES + 1)]
    latest, signature = time_ns() - _YOUNG, []
    with suppress(OSError):
        for file in found:
            if file.name.lower().endswith(suffixes):
                one = file.stat()
                times = one.st_mtime_ns, one.st_ctime_ns
                signature.append((os.fspath(file), one.st_size, *times, one.st_ino))
        if len(found) <= MOST_FILES and all(max(times) < latest for _, _, *times, _ in signature):
            return tuple(sorted(signature))
    return None


def _list_files(path: str | Path) -> Iterator[os.DirEntry[str] | Path]:
    """Yield the files in and below a folder, also through links, which end if they form a circle."""
    try:
        entries = [*os.scandir(path)]
    except NotADirectoryError:
        yield Path(path)
        return
    except OSError:
        return
    for entry in entries:
        if not entry.is_dir():
            yield entry
        elif entry.name != "__pycache__":
            yield from _list_files(entry.path)


def _seal(data: bytes) -> bytes:
    return blake2b(data, digest_size=_SEAL).digest()


def _load(entry: Path, signature: Signature) -> list[Any]:
    """Return the result of an entry with this signature; empty if there is none."""
    try:
        with entry.open("rb") as file:
            if not (_is_private(os.fstat(file.fileno())) and _is_private(entry.parent.stat())):
                return []
            seal, data = file.read(_SEAL), file.read()
        if seal != _seal(data):
            return []
        made_from, kept = pickle.loads(data)
        if made_from != signature:
            return []
        os.utime(entry)
        return [pickle.loads(kept)]
    except Exception:
        # Whatever a strange entry raises, the result can be made again.
        return []


def _is_private(one: os.stat_result) -> bool:
    """Return True if only the user can write to a file or folder; Windows has no such bits."""
    return os.name != "posix" or (one.st_uid == os.geteuid() and not one.st_mode & 0o022)


def _save(entry: Path, signature: Signature, made: object) -> None:
    """Write an entry, and remove old ones; a folder that cannot be written to is left alone."""
    with suppress(OSError, pickle.PicklingError, AttributeError, TypeError, RecursionError):
        data = pickle.dumps((signature, pickle.dumps(made, pickle.HIGHEST_PROTOCOL)))
        if len(data) > _MOST_OF_ENTRY:
            return
        entry.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Whoever reads at the same time finds the old entry or the new one.
        temporary = entry.with_name(f"{os.getpid()}-{entry.name}")
        temporary.write_bytes(_seal(data) + data)
        temporary.replace(entry)
        _remove_old(entry.parent)


def _remove_old(folder: Path) -> None:
    """Remove the entries that were not used for the longest time, if all are too large together."""
    found = [(one, one.stat()) for one in folder.glob(f"*{_ENTRY}")]
    size = 0
    for entry, one in sorted(found, key=lambda pair: -pair[1].st_mtime):
        size += one.st_size
        if size > MOST_BYTES:
            entry.unlink()

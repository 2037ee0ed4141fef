"""Results that are kept as long as the files that they were made from are the same.

Entries of the cache may be deleted at any time. One that is damaged, of another version, or in a folder that
others can write to is ignored: it is a pickle, which could contain code.
"""

import os
import pickle
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from itertools import chain, islice
from pathlib import Path
from time import time_ns
from typing import Any, TypeAlias, TypeVar

import platformdirs

import generator
from generator.inputs import find_source, open_regular
from generator.read.files.text_files import NOT_READ

T = TypeVar("T")

Signature: TypeAlias = tuple[tuple[str, int, int, int, int], ...]
"""Path, size, times of the last changes, and inode number of each file."""

MOST_CACHE_BYTES = 64 * 2**20
"""Maximum size of all entries; the least recently used ones are removed."""
_MOST_OF_ENTRY = MOST_CACHE_BYTES // 4
_MISSING = object()


class Cache:
    """A folder with results of earlier runs; without a folder, nothing is kept."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def get_or_make(
        self,
        key: tuple[object, ...],
        paths: Iterable[Path],
        make: Callable[[], T],
        *,
        keeps: Callable[[T], bool] = bool,
    ) -> T:
        """Return what `make` returned in an earlier run for the same key and files, or call it.

        The result must depend only on the key, the files in and below the paths, and their names as
        `name_file` writes them. It is kept if `keeps` returns True for it.
        """
        if self.folder is None:
            return make()
        paths = tuple(paths)
        program, signature = _sign_program(), sign_files(paths)
        if not program or signature is None:
            return make()
        entry = self._name_entry(key, paths, _name_current_folder(paths), sys.version, program)
        kept: Any = _load(entry, signature)
        if kept is not _MISSING:
            known: T = kept
            return known
        made = make()
        # A file that changed in the meantime may have been read before or after the change.
        if keeps(made) and sign_files(paths) == signature and _sign_program_now() == program:
            _save(entry, signature, made)
        return made

    def keep(self, key: tuple[object, ...], value: object) -> None:
        """Keep a value that depends on no files."""
        if self.folder is not None:
            _save(self._name_entry(key, generator.__version__), (), value)

    def recall(self, key: tuple[object, ...]) -> object:
        """Return the value that was kept for a key; None if there is none."""
        found = _MISSING if self.folder is None else _load(self._name_entry(key, generator.__version__), ())
        return None if found is _MISSING else found

    def _name_entry(self, *asked: object) -> Path:
        assert self.folder is not None
        return self.folder / f"{_digest(repr(asked).encode()).hex()}{_ENTRY}"


def find_cache() -> Cache:
    """Return the user's cache, or the folder in PETRI_CACHE; if that is empty or `off`, nothing is kept."""
    given = os.environ.get("PETRI_CACHE")
    if given in ("", "off"):
        return Cache()
    return Cache(Path(given) if given else platformdirs.user_cache_path(_NAME, appauthor=False))


def find_settings_folder() -> Path:
    """Return the folder in PETRI_SETTINGS, or the user's; it may not exist yet."""
    given = os.environ.get("PETRI_SETTINGS")
    return Path(given) if given else platformdirs.user_config_path(_NAME, appauthor=False, roaming=True)


_NAME = "petri-press"
LIBRARIES = Path(platformdirs.__file__).parents[1]
"""The folder in which the libraries are installed."""


def _sign_program_now() -> Signature | None:
    """Return the signature of this program, and of the folder in which its libraries are installed."""
    signed, time = sign_files([Path(generator.__file__).parent], ends=".py"), LIBRARIES.stat().st_mtime_ns
    return signed and (*signed, (str(LIBRARIES), 0, time, time, 0))


_sign_program = cache(_sign_program_now)
"""Return the signature of the program when it was first asked for: that of the code that runs."""


def _name_current_folder(paths: Iterable[Path]) -> str:
    """Return the current folder if files in or below the paths are named relative to it, else nothing."""
    try:
        current = Path.cwd()
    except OSError:
        # The current folder was deleted.
        return ""
    is_near = any(
        not path.is_absolute() or path.is_relative_to(current) or current.is_relative_to(path)
        for path in paths
    )
    return str(current) if is_near else ""


_ENTRY = ".petri"
_DIGEST = 16
"""Bytes of the digest with which an entry begins."""


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=_DIGEST).digest()


def _load(entry: Path, signature: Signature) -> object:
    """Return the result of an entry with this signature, or _MISSING."""
    try:
        with open_regular(entry) as file:
            if not (_is_private(os.fstat(file.fileno())) and _is_private(entry.parent.stat())):
                return _MISSING
            digest, data = file.read(_DIGEST), file.read(2 * _MOST_OF_ENTRY)
        if digest != _digest(data):
            return _MISSING
        # The result is a pickle inside: it is read only if the files are the same.
        made_from, kept = pickle.loads(data)
        if made_from != signature:
            return _MISSING
        with suppress(OSError):
            os.utime(entry)
        return pickle.loads(kept)
    except Exception:
        # Whatever a damaged entry raises, the result can be made again.
        return _MISSING


def _is_private(one: os.stat_result) -> bool:
    """Return True if only the user can write to a file or folder; Windows has no such bits."""
    return os.name != "posix" or (one.st_uid == os.geteuid() and not one.st_mode & 0o022)


def _save(entry: Path, signature: Signature, made: object) -> None:
    """Write an entry, and remove old ones; nothing happens if the folder cannot be written to."""
    with suppress(OSError, pickle.PicklingError, AttributeError, TypeError, RecursionError):
        data = pickle.dumps((signature, pickle.dumps(made, pickle.HIGHEST_PROTOCOL)))
        if len(data) > _MOST_OF_ENTRY:
            return
        entry.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Other processes that read meanwhile find the old entry or the new one.
        temporary = entry.with_name(f"{os.getpid()}-{entry.stem}.part")
        try:
            with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(_digest(data) + data)
            temporary.replace(entry)
        finally:
            temporary.unlink(missing_ok=True)
        _remove_old(entry.parent)


def _remove_old(folder: Path) -> None:
    """Remove the least recently used entries if all together are too large."""
    found = [(one, one.stat()) for one in folder.glob(f"*{_ENTRY}")]
    size = 0
    for entry, one in sorted(found, key=lambda pair: -pair[1].st_mtime):
        size += one.st_size
        if size > MOST_CACHE_BYTES:
            entry.unlink()


class Memo:
    """Values made of single files, in memory, for programs that read a game repeatedly; off by default."""

    def __init__(self, *, is_on: bool = False) -> None:
        self._is_on = is_on
        self._kept: dict[tuple[Path, Hashable], tuple[tuple[int, int, int], Any]] = {}

    def get_or_make(self, path: Path, key: Hashable, make: Callable[[], T]) -> T:
        """Return what `make` returned for the same file and key, or call it; errors are not kept."""
        if not self._is_on:
            return make()
        if (signature := sign_file(path)) is None:
            return make()
        entry = path, key
        known = self._kept.get(entry)
        if known is None or known[0] != signature:
            known = self._kept[entry] = signature, make()
        made: T = known[1]
        return made


def sign_file(path: Path) -> tuple[int, int, int] | None:
    """Return what changes with a file; None if there is none."""
    try:
        one = path.stat()
    except OSError:
        return None
    return one.st_mtime_ns, one.st_size, one.st_ino


NO_MEMO = Memo()
"""Keeps nothing."""

MOST_FILES = 5000
"""Maximum number of files in all signed folders; more would take too long."""
_YOUNG = 2 * 10**9
"""Nanoseconds within which two changes of a file may have the same time."""
_MADE = (".pdf", ".part")
"""Ends of the names of files that are made from games; a game that is read from one is not kept."""


def sign_files(paths: Iterable[Path], *, ends: str = "") -> Signature | None:
    """Return the signature of all files in and below the paths whose names end with `ends`.

    None if there are too many, if one is unreadable or not on the disk, or if one has changed just now: it
    could change again within the resolution of its time.
    """
    sources = [find_source(path) for path in paths]
    if None in sources:
        return None
    files = [*islice(chain.from_iterable(_list_files(path) for path in sources if path), MOST_FILES + 1)]
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

    Files in the folders `besides` are left out. Empty if there are too many files.
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


def _list_files(
    path: str | Path, known: set[tuple[int, int]] | None = None
) -> Iterator[os.DirEntry[str] | Path]:
    """Yield the files in and below a folder, also through links; each folder is listed once."""
    known = set() if known is None else known
    try:
        there = Path(path).stat()
        entries = [*os.scandir(path)]
    except NotADirectoryError:
        yield Path(path)
        return
    except OSError:
        return
    # Links can make few folders as many as there are paths to them, even without an end.
    if (there.st_dev, there.st_ino) in known:
        return
    known.add((there.st_dev, there.st_ino))
    for entry in entries:
        is_folder = False
        with suppress(OSError):
            is_folder = entry.is_dir()
        if not is_folder:
            yield entry
        elif entry.name not in NOT_READ:
            yield from _list_files(entry.path, known)

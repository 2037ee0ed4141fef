"""Results that a run keeps for later runs, as long as the files that they were made from are the same.

Entries may be deleted at any time. One that is damaged, of another version, or in a folder that others can
write to is ignored: it is a pickle, which could contain code.
"""

import os
import pickle
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import generator
from generator.read.files.places import LIBRARIES, find_cache_folder
from generator.read.files.signatures import Signature, sign_files

MOST_BYTES = 64 * 2**20
"""Maximum size of all entries; those that were not used for the longest time are removed."""
_MOST_OF_ENTRY = MOST_BYTES // 4
_ENTRY = ".petri"
_DIGEST = 16
"""Bytes of the digest with which an entry begins."""
_MISSING = object()

T = TypeVar("T")


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

        The result must depend only on the key, the current folder, and the files in and below the paths. It
        is kept if `keeps` returns True for it.
        """
        if self.folder is None:
            return make()
        paths = tuple(paths)
        program, signature = _sign_program(), sign_files(paths)
        if not program or signature is None:
            return make()
        entry = self._find_entry(key, paths, _find_current_folder(), sys.version, program)
        kept: Any = _load(entry, signature)
        if kept is not _MISSING:
            known: T = kept
            return known
        made = make()
        # What has changed in the meantime may have been read before or after.
        if keeps(made) and sign_files(paths) == signature and _sign_program_now() == program:
            _save(entry, signature, made)
        return made

    def keep(self, key: tuple[object, ...], value: object) -> None:
        """Keep a value that depends on no files."""
        if self.folder is not None:
            _save(self._find_entry(key, generator.__version__), (), value)

    def recall(self, key: tuple[object, ...]) -> object:
        """Return the value that was kept for a key; None if there is none."""
        found = _MISSING if self.folder is None else _load(self._find_entry(key, generator.__version__), ())
        return None if found is _MISSING else found

    def _find_entry(self, *asked: object) -> Path:
        assert self.folder is not None
        return self.folder / f"{_digest(repr(asked).encode()).hex()}{_ENTRY}"


def find_cache() -> Cache:
    """Return the user's cache, or the folder in PETRI_CACHE; if that is empty or `off`, nothing is kept."""
    return Cache(find_cache_folder())


def _sign_program_now() -> Signature | None:
    """Return the signature of this program, and of the folder in which its libraries are installed."""
    signed, time = sign_files([Path(generator.__file__).parent], ends=".py"), LIBRARIES.stat().st_mtime_ns
    return signed and (*signed, (str(LIBRARIES), 0, time, time, 0))


_sign_program = cache(_sign_program_now)
"""Return what it was at the start: that is the code that runs."""


def _find_current_folder() -> str:
    """Return the current folder, which may have been deleted."""
    try:
        return str(Path.cwd())
    except OSError:
        return ""


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=_DIGEST).digest()


def _load(entry: Path, signature: Signature) -> object:
    """Return the result of an entry with this signature, or _MISSING."""
    try:
        with entry.open("rb") as file:
            if not (_is_private(os.fstat(file.fileno())) and _is_private(entry.parent.stat())):
                return _MISSING
            digest, data = file.read(_DIGEST), file.read()
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
        # Whatever a strange entry raises, the result can be made again.
        return _MISSING


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
        temporary = entry.with_name(f"{os.getpid()}-{entry.stem}.part")
        try:
            with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(_digest(data) + data)
            temporary.replace(entry)
        finally:
            temporary.unlink(missing_ok=True)
        _remove_old(entry.parent)


def _remove_old(folder: Path) -> None:
    """Remove the entries that were not used for the longest time, if all are too large together."""
    found = [(one, one.stat()) for one in folder.glob(f"*{_ENTRY}")]
    size = 0
    for entry, one in sorted(found, key=lambda pair: -pair[1].st_mtime):
        size += one.st_size
        if size > MOST_BYTES:
            entry.unlink()

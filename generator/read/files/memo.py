"""Values that were made of single files, kept in memory as long as the files are the same."""

from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


class Memo:
    """Memory for programs that read a game again and again; one that is off keeps nothing."""

    def __init__(self, *, is_on: bool = False) -> None:
        self._is_on = is_on
        self._kept: dict[tuple[Path, Hashable], tuple[tuple[int, int, int], Any]] = {}

    def get_or_make(self, path: Path, key: Hashable, make: Callable[[], T]) -> T:
        """Return what `make` made of a file before for the same key, or call it; errors are not kept."""
        if not self._is_on:
            return make()
        try:
            one = path.stat()
        except OSError:
            return make()
        signature, entry = (one.st_mtime_ns, one.st_size, one.st_ino), (path, key)
        known = self._kept.get(entry)
        if known is None or known[0] != signature:
            known = self._kept[entry] = signature, make()
        made: T = known[1]
        return made

"""Notices changes of the files of games."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Event

from watchfiles import DefaultFilter, watch

_STEP, _LONGEST = 15, 400
"""Milliseconds without a change, and in total, after which several changes are reported as one."""
_PATIENCE = 100
"""Milliseconds after which the first turn is certain to notice changes."""


def watch_games(games: Iterable[Path], *, without: Path, stop: Event | None = None) -> Iterator[bool]:
    """Yield True whenever a file of games changes, and False about every 100 ms, until `stop` is set.

    Files below the folder `without` are ignored. It notices all changes once it has yielded.
    """
    folders = {game if game.is_dir() else game.parent for game in games}
    other = DefaultFilter(ignore_paths=[without.resolve()])
    for changes in watch(
        *folders,
        watch_filter=other,
        step=_STEP,
        debounce=_LONGEST,
        rust_timeout=_PATIENCE,
        yield_on_timeout=True,
        stop_event=stop,
    ):
        yield bool(changes)

"""The progress of a command: a bar while it runs."""

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import count

PATIENCE = 1.0
"""Seconds before a bar appears."""


@contextlib.contextmanager
def show_progress(total: int) -> Iterator[Callable[[object], None]]:
    """Yield a function that is called with each job when it begins."""
    with show_bar(total) as update:
        begun = count()
        yield lambda job: update(str(job), next(begun))


@contextlib.contextmanager
def show_bar(total: int, *, has_end: bool = False) -> Iterator[Callable[..., None]]:
    """Yield a function that is called with a title, the number of finished jobs, and a new total.

    `has_end` also shows how long the rest will take.
    """
    if not sys.stderr.isatty():
        yield lambda title, done, total=total: None
        return
    from rich import progress

    from generator.cli.terminal.tables import TextConsole

    columns: list[progress.ProgressColumn] = [progress.TextColumn("{task.description}"), progress.BarColumn()]
    columns += [progress.MofNCompleteColumn(), progress.TimeElapsedColumn()]
    if has_end:
        columns += [progress.TextColumn("· left:"), progress.TimeRemainingColumn()]
    bar = progress.Progress(*columns, console=TextConsole(stderr=True), transient=True)
    task = bar.add_task("", total=total)
    timer = threading.Timer(PATIENCE, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda title, done, total=total: bar.update(
            task, description=title, completed=done, total=total
        )
    finally:
        timer.cancel()
        timer.join()
        bar.stop()

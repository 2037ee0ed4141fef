"""A progress bar for those who watch."""

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator

PATIENCE = 1.0
"""Seconds: work that takes less shows no bar."""


@contextlib.contextmanager
def show_progress(total: int) -> Iterator[Callable[[object], None]]:
    """Gives a function that is told each job as it begins; silent unless a terminal is watching."""
    if not sys.stderr.isatty():
        yield lambda job: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task("", total=total)
    begun = 0

    def tell(job: object) -> None:
        nonlocal begun
        bar.update(task, description=str(job), completed=begun)
        begun += 1

    timer = threading.Timer(PATIENCE, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield tell
    finally:
        timer.cancel()
        timer.join()
        bar.stop()

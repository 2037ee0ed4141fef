"""The file of `--resume`: what a run has played, kept at once, and found again after a stop or a crash."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from generator.errors import GeneratorError, OutputError
from generator.output import append, reported, write_new
from generator.play.experiments.files import list_changes, make_head, read_journal, write_batch, write_head
from generator.play.experiments.running import Run
from generator.play.series.engines import Batch

OFTEN = 1.0
"""Seconds between two writes; after a crash, the games of this time are played again."""


class Keeper:
    """A file to which batches are appended; without a path, nothing is kept."""

    def __init__(self, path: Path | None, size: int = 0) -> None:
        self._path, self._size = path, size
        self._lines: list[bytes] = []
        self._written = perf_counter()

    def keep(self, batch: Batch) -> None:
        if self._path is not None and batch.games:
            self._lines.append(write_batch(batch))
            if perf_counter() - self._written > OFTEN:
                self.write()

    def write(self) -> None:
        """Append what has come since the last write; raises OutputError if another program wrote the file."""
        if self._path is not None and self._lines:
            with reported(self._path):
                size = self._path.stat().st_size
            if size != self._size:
                raise OutputError(str(self._path), "another run writes this file; give each run its own")
            data = b"".join(self._lines)
            append(self._path, data, size=size)
            self._size, self._lines, self._written = size + len(data), [], perf_counter()


@contextmanager
def open_kept(path: Path | None, run: Run) -> Iterator[Keeper]:
    """Yield the file of a run, whose games are added to the records if it exists.

    Raises GeneratorError with what changed if the file is of another run, DataError if it is damaged.
    """
    keeper = Keeper(None) if path is None else Keeper(path, _begin(path, run))
    try:
        yield keeper
    finally:
        keeper.write()


def _begin(path: Path, run: Run) -> int:
    """Read the file or write a new one, and return its size."""
    head = make_head(run.design)
    with reported(path):
        data = path.read_bytes() if path.exists() else b""
    if not data:
        path.unlink(missing_ok=True)
        line = write_head(head)
        write_new(path, line)
        return len(line)
    kept, batches = read_journal(str(path), data)
    if changes := list_changes(kept, head):
        advice = "run it as before, or give a new file"
        raise GeneratorError("\n".join((f"{path} is of another run: {advice}", *changes)))
    size = data.index(b"\n") + 1
    for batch, end in batches:
        run.records.add(batch)
        size = end
    if size < len(data):
        append(path, b"", size=size)
        with reported(path), path.open("r+b") as file:
            file.truncate(size)
    return size

"""Work in other processes than this one."""

import os
import pickle
import signal
import subprocess
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from tempfile import TemporaryFile
from time import perf_counter, sleep
from traceback import format_exc
from typing import Any, TypeAlias

from generator.errors import GeneratorError
from generator.system import APART, PYTHON, START_METHOD, safe_path

PATIENCE = 0.5
"""Seconds to work alone: each new process repeats the preparation."""
_KILLED = "a process was killed, perhaps because there was not enough memory; --jobs 1 needs least"

Unit: TypeAlias = tuple[int, ...]
"""Indexes of tasks that one process does together."""
Work: TypeAlias = Callable[[Iterable[int]], Iterator[Any]]
"""A function that takes indexes of tasks one by one, and yields their results."""


def share(work: Work, units: Sequence[Unit], processes: int) -> Generator[Any, None, None]:
    """Yield what `work` yields for all units: here or, after a while, in several processes, in any order.

    Closing the iterator ends all processes. Raises the GeneratorError of a process, or RuntimeError with its
    traceback; a GeneratorError if a process was killed.
    """
    deadline, rest = perf_counter() + PATIENCE, deque(units)

    def take_alone() -> Iterator[int]:
        while rest and (processes == 1 or len(rest) == 1 or perf_counter() < deadline):
            yield from rest.popleft()

    yield from work(take_alone())
    if rest:
        yield from _gather(work, rest, min(processes, len(rest)))


def count_processors() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _gather(work: Work, rest: deque[Unit], processes: int) -> Iterator[Any]:
    # Imported late, because most runs are small.
    from multiprocessing import get_context
    from multiprocessing.connection import wait

    context: Any = get_context(START_METHOD)
    workers, pipes = [], list[Any]()
    pipe: Any
    # Ctrl-C reaches every process of a terminal; processes that start here ignore it from the beginning.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for _ in range(processes):
            pipe, end = context.Pipe()
            pipes.append(pipe)
            worker = context.Process(target=_work, args=(work, end, tuple(pipes)), daemon=True)
            with safe_path():
                worker.start()
            workers.append(worker)
            # If this copy stayed open, `recv` would not fail when the process ends.
            end.close()
        signal.signal(signal.SIGINT, before)
        while pipes:
            for pipe in wait(pipes):
                try:
                    step = pipe.recv()
                    if step is None and rest:
                        pipe.send(rest.popleft())
                    elif step is None:
                        pipe.send(None)
                        pipes.remove(pipe)
                except (EOFError, OSError):
                    raise GeneratorError(_KILLED) from None
                if isinstance(step, Exception):
                    raise step
                if step is not None:
                    yield step
    finally:
        signal.signal(signal.SIGINT, before)
        for worker in workers:
            worker.kill()
            worker.join()
        for pipe in pipes:
            pipe.close()


def _work(work: Work, pipe: Any, others: Iterable[Any]) -> None:
    """Ask for units with None and send what is made of them; after an exception, send it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in others:
        # If this copy stayed open, `send` would not fail when the process that receives ends.
        other.close()

    def ask() -> Unit | None:
        pipe.send(None)
        unit: Unit | None = pipe.recv()
        return unit

    # It ends when the other end of the pipe is gone.
    with suppress(EOFError, OSError):
        try:
            for made in work(chain.from_iterable(iter(ask, None))):
                pipe.send(made)
        except (GeneratorError, OSError) as error:
            pipe.send(error)
        except Exception:
            pipe.send(RuntimeError(format_exc()))


_STEP = 0.05
"""Seconds between two checks whether the process has ended."""
_PROGRAM = (
    "import os, pickle, sys\n"
    "from generator.errors import GeneratorError\n"
    "getattr(os, 'nice', int)(10)\n"
    "function, values = pickle.load(sys.stdin.buffer)\n"
    "try:\n"
    "    made = function(*values), None\n"
    "except GeneratorError as error:\n"
    "    made = None, error\n"
    "pickle.dump(made, sys.stdout.buffer)\n"
)


def run_aside(function: Callable[..., Any], *values: Any, is_stale: Callable[[], bool]) -> Any:
    """Return what a function returns in another process; None if the result is stale, or the process failed.

    Raises the GeneratorError that the function raises. Function and values must be picklable. The process
    leaves the processor to others, does not get Ctrl-C, and imports nothing from the current folder.
    """
    with TemporaryFile() as given, TemporaryFile() as made:
        pickle.dump((function, values), given)
        given.seek(0)
        process = subprocess.Popen([*PYTHON, "-c", _PROGRAM], stdin=given, stdout=made, **APART)
        try:
            while process.poll() is None:
                if is_stale():
                    return None
                sleep(_STEP)
        finally:
            process.kill()
            process.wait()
        made.seek(0)
        if process.returncode or is_stale():
            return None
        value, error = pickle.load(made)
    if error is not None:
        raise error
    return value

"""Measuring processor time in a unit that suits any machine: the time of a counting loop."""

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

COUNTED = 1_000_000
_ENDLESS = 60.0


def count_beats(work: Callable[[], object], *, rounds: int = 3) -> float:
    """Return the processor time of `work`, where 1 is the time of counting to a million (about 50 ms).

    The result is the shortest of several rounds, divided by the mean of a count before and one after them.
    Objects of earlier tests are frozen, so that garbage collection does not slow down the rounds.
    """
    gc.collect()
    gc.freeze()
    before = _count()
    times = []
    for _ in range(rounds):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    gc.unfreeze()
    return 2 * min(times) / (before + _count())


@contextmanager
def end_soon() -> Iterator[None]:
    """Fail if the block computes for a minute: it is far from that on any machine, or never ends."""
    started = time.process_time()
    yield
    assert time.process_time() - started < _ENDLESS


def _count() -> float:
    started = time.process_time()
    total = 0
    for number in range(COUNTED):
        total += number & 3
    return time.process_time() - started

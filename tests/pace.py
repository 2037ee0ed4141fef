"""How long work takes, on machines that are fast, slow or busy: told in the time of work that all know."""

import time
from collections.abc import Callable

COUNTED = 1_000_000


def count_beats(work: Callable[[], object], *, rounds: int = 1) -> float:
    """How many times as much of the processor `work` takes as counting to a million, which takes some 50 ms.

    Of several rounds the shortest: the others had to wait for memory. Of the measure the mean of before
    and after.
    """
    before = _count()
    times = []
    for _ in range(rounds):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return 2 * min(times) / (before + _count())


def _count() -> float:
    started = time.process_time()
    total = 0
    for number in range(COUNTED):
        total += number & 3
    return time.process_time() - started

"""How long work takes on any machine, fast, slow or busy, compared with a loop that everybody knows."""

import gc
import time
from collections.abc import Callable

COUNTED = 1_000_000


def count_beats(work: Callable[[], object], *, rounds: int = 3) -> float:
    """Return the processor time of `work`, where 1 is the time of counting to a million (some 50 ms).

    The shortest of several rounds counts, against the mean of a count before and after. Objects of earlier
    tests are kept from the garbage collector, which would visit them all again and again.
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


def _count() -> float:
    started = time.process_time()
    total = 0
    for number in range(COUNTED):
        total += number & 3
    return time.process_time() - started

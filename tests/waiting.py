"""Waiting for other processes, threads, and pages: here, and in `pace.py`, tests look at a clock."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

NEVER = 120.0
"""Seconds after which what was waited for never happens, however busy the machine."""
_AT_FIRST, _OFTEN = 0.001, 0.02
"""Seconds between two looks: most things happen at once, and other ones need the processor."""
_MOMENT = 0.3


class Patience:
    """The time until never."""

    def __init__(self) -> None:
        self._end = time.monotonic() + NEVER

    @property
    def left(self) -> float:
        """Seconds to go on waiting; 0 if it is too late."""
        return max(self._end - time.monotonic(), 0.0)


def wait_until(is_done: Callable[[], T], *, explain: Callable[[], str] = str) -> T:
    """Wait until a function returns something true, and return it."""
    patience, moment = Patience(), _AT_FIRST
    while not (found := is_done()):
        assert patience.left, f"it did not happen in time {explain()}"
        time.sleep(moment)
        moment = min(2 * moment, _OFTEN)
    return found


def pause(seconds: float = _MOMENT) -> None:
    """Wait for what must not happen: on a busy machine this may miss a fault, but never finds one."""
    time.sleep(seconds)

"""A watch over calls of code of others: one that does not end is stopped at the line where it is.

Now and then, the watch looks at what is running, which costs the calls nothing. It counts the time in which
this process computes, so that neither a busy machine, nor a question, nor a debugger stops a call.
"""

import atexit
import signal
import threading
from types import FrameType

from generator.model.values import dataclass

_LOOKS = 10
"""Number of looks in which the same call is seen before it is stopped."""


class EndlessCall(Exception):
    """A call that was stopped."""


@dataclass
class CallWatch:
    """A watch over the calls that a module makes, in the main thread."""

    module: str
    """The module whose functions call code of others."""
    seconds: float = 10
    """Time of computing after which a call is stopped."""
    _call: FrameType | None = None
    _looks: int = 0

    def start(self) -> None:
        """Begin to look, unless a watch does, or the system has no such clock (Windows)."""
        if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
            return
        # A process that was forked has the handler of the first one, but not its clock.
        if not any(signal.getitimer(signal.ITIMER_VIRTUAL)):
            signal.signal(signal.SIGVTALRM, self.look)
            pause = self.seconds / _LOOKS
            signal.setitimer(signal.ITIMER_VIRTUAL, pause, pause)
            # Python takes its handlers away at its end, and the signal would then end the process.
            atexit.register(self.stop)

    def stop(self) -> None:
        """Do not look any more."""
        atexit.unregister(self.stop)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)

    def look(self, number: int, frame: FrameType | None) -> None:
        """Raise EndlessCall where the program is if the same call has been seen too often."""
        call = self._find_call(frame)
        self._looks = self._looks + 1 if call is not None and call is self._call else 0
        self._call = call
        if self._looks >= _LOOKS:
            self._looks = 0
            raise EndlessCall(f"it was stopped here after {self.seconds:g} seconds; can this loop end?")

    def _find_call(self, frame: FrameType | None) -> FrameType | None:
        """Return the outermost frame of the module."""
        found = None
        while frame is not None:
            found = frame if frame.f_globals.get("__name__") == self.module else found
            frame = frame.f_back
        return found

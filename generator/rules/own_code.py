"""Code of others that provides rules: loading it, stopping it, with the place and method of each failure.

`rules.py` is a program that can do whatever the user can. An exception in it is not a bug of this program, so
the user sees its place, and the traceback only with --traceback. A call that does not end is stopped at the
line where it is.
"""

import atexit
import ctypes
import inspect
import linecache
import signal
import sys
import threading
import traceback
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import CodeType, FrameType, ModuleType, TracebackType
from typing import Any

from generator.errors import OWN_FAILURES, EndlessCall, GeneratorError, RulesCodeError, WrittenPlace
from generator.model.values import dataclass, field

ENTRY_POINTS = "petri_press.games"
"""Group of entry points: the name is the id of a kit, the object a function `make_game`."""
_US = "generator"
_MODULE = "petri_rules_"
"""Beginning of the names of modules that are made from files."""


class BrokenContract(Exception):
    """Raised for a wrong result or a missing method; `method` is the one to fix, if not the one called."""

    def __init__(self, message: str, method: str = "") -> None:
        super().__init__(message)
        self.method = method


def describe_kind(value: object) -> str:
    """Return the type of a value with its article: `a list`; or `None`."""
    kind = type(value).__name__
    return "None" if value is None else f"{'an' if kind[:1] in 'aeiou' else 'a'} {kind}"


@dataclass(frozen=True, slots=True)
class RulesCall:
    """The call of a method of rules that failed."""

    method: str = ""
    """Name of the method; empty if unknown. For code of others, it is the first function in the traceback."""
    move: str = ""
    """The actor, and the move if there is one: `Ana: b2`."""
    place: WrittenPlace | None = None
    """Place of the definition of the method."""


_UNKNOWN = RulesCall()


def run_code(path: Path, id: str) -> ModuleType:
    """Return the module of a `rules.py`; no compiled file is left in the folder."""
    CallWatch().start()
    module = ModuleType(f"{_MODULE}{id}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    linecache.checkcache(str(path))
    try:
        exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
    except GeneratorError:
        raise
    except OWN_FAILURES as error:
        raise explain_failure(error, RulesCall(place=WrittenPlace(str(path), 1, 1))) from error
    return module


def load_entry(entry: EntryPoint) -> Any:
    """Load the object of an entry point; raises RulesCodeError if its package cannot be imported."""
    CallWatch().start()
    try:
        return entry.load()
    except OWN_FAILURES as error:
        raise explain_failure(error, RulesCall(entry.value)) from error


def find_entry(id: str) -> EntryPoint | None:
    """Return the entry point of an installed game."""
    return next(iter(entry_points(group=ENTRY_POINTS, name=id)), None)


@contextmanager
def reported_rules() -> Iterator[None]:
    """Turn an exception of code of others into a RulesCodeError.

    Any other exception is a bug of this program, and keeps its traceback.
    """
    try:
        yield
    except GeneratorError:
        raise
    except OWN_FAILURES as error:
        if not _list_own(error.__traceback__):
            raise
        raise explain_failure(error) from error


def explain_failure(error: BaseException, call: RulesCall = _UNKNOWN) -> RulesCodeError:
    """Return the error for users: where code of others failed, and in which call."""
    own = _list_own(error.__traceback__)
    place, method = call.place, call.method
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        place = WrittenPlace(error.filename, error.lineno, error.offset or 1)
    elif own and not isinstance(error, BrokenContract):
        place, method = own[-1][1], own[0][0].f_code.co_name
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    if not isinstance(error, SyntaxError | BrokenContract):
        message = f"{type(error).__name__}: {message}" if message else type(error).__name__
    trace = "".join(traceback.format_exception(error))
    return RulesCodeError(message, place, "" if method == "<module>" else method, call.move, trace)


def is_ours(kind: type) -> bool:
    """Return True for a class of this program, not of an author."""
    return kind.__module__.partition(".")[0] == _US


def find_definition(kind: Any, method: object = None) -> WrittenPlace | None:
    """Return where a class, or a method of its objects, is written; None if that is not known.

    A method that is written elsewhere, such as in a base class of this program, has the place of the class.
    """
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    code = getattr(getattr(method, "__func__", method), "__code__", None)
    if not file:
        return None
    if isinstance(code, CodeType) and code.co_filename == file:
        return WrittenPlace(file, code.co_firstlineno, 1)
    try:
        return WrittenPlace(file, inspect.getsourcelines(kind)[1], 1)
    except (OSError, TypeError):
        return WrittenPlace(file, 1, 1)


def _list_own(trace: TracebackType | None) -> list[tuple[FrameType, WrittenPlace]]:
    """Return the frames of code of others, each with its place, outer ones first."""
    frames = (frame for frame, _ in traceback.walk_tb(trace))
    summaries = zip(frames, traceback.extract_tb(trace), strict=False)
    packages = _list_packages()
    # Methods of dataclasses have no file.
    return [
        (frame, _find_place(summary))
        for frame, summary in summaries
        if _is_own(frame, packages) and not summary.filename.startswith("<")
    ]


def _list_packages() -> Collection[str]:
    """Return the packages of installed games."""
    return {each.module.partition(".")[0] for each in entry_points(group=ENTRY_POINTS)} - {_US}


def _is_own(frame: FrameType, packages: Collection[str]) -> bool:
    module = str(frame.f_globals.get("__name__"))
    return module.startswith(_MODULE) or module.partition(".")[0] in packages


def _find_place(summary: traceback.FrameSummary) -> WrittenPlace:
    line = linecache.getline(summary.filename, summary.lineno or 1)
    # The column of Python counts bytes.
    before = line.encode()[: summary.colno or 0].decode(errors="ignore")
    return WrittenPlace(summary.filename, summary.lineno or 1, len(before) + 1)


_LOOKS = 10
"""Number of looks in which the same call is seen before it is stopped."""
_LOADING = {"<module>": 6, "make_game": 6}
"""Factors for the time limit of code that makes a game."""


@dataclass
class CallWatch:
    """A watch over all calls of code of others in this process, which costs the calls nothing.

    Now and then, it looks at what is running. It counts the time in which this process computes, so that
    neither a busy machine, nor a question, nor a debugger stops a call.
    """

    seconds: float = 10
    """Time of computing after which a call is stopped."""
    _packages: Collection[str] = ()
    _seen: dict[int, tuple[FrameType, int]] = field(default_factory=dict)
    """The call of each thread, and the number of looks in which it was seen."""

    def start(self) -> None:
        """Begin to look, unless a watch does, or the system has no such clock (Windows)."""
        if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
            return
        # A process that was forked has the handler of the first one, but not its clock.
        if not any(signal.getitimer(signal.ITIMER_VIRTUAL)):
            self._packages = _list_packages()
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
        """Raise EndlessCall in each thread in which the same call was seen too often."""
        main = threading.main_thread().ident
        # The current frame of the main thread is that of this method.
        running = {
            thread: frame if thread == main else each for thread, each in sys._current_frames().items()
        }
        calls = {thread: call for thread, each in running.items() if (call := self._find_call(each))}
        before, self._seen = self._seen, {}
        for thread, call in calls.items():
            known, looks = before.get(thread, (None, 0))
            self._seen[thread] = call, looks + 1 if known is call else 0
        endless = [thread for thread, (call, looks) in self._seen.items() if looks >= _measure_patience(call)]
        for thread in endless:
            del self._seen[thread]
            if thread != main:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(thread), ctypes.py_object(EndlessCall)
                )
        if main in endless:
            raise EndlessCall

    def _find_call(self, frame: FrameType | None) -> FrameType | None:
        """Return the outermost frame of code of others."""
        found = None
        while frame is not None:
            found = frame if _is_own(frame, self._packages) else found
            frame = frame.f_back
        return found


def _measure_patience(call: FrameType) -> int:
    """Return the number of looks in which a call may be seen."""
    return _LOOKS * _LOADING.get(call.f_code.co_name, 1)

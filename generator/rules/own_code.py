"""Code of others that provides rules: loading it, with the place and method of each failure.

`rules.py` is a program that can do whatever the user can. An exception in it is not a bug of this program, so
the user sees its place, and the traceback only with --traceback.
"""

import inspect
import linecache
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import CodeType, FrameType, ModuleType, TracebackType
from typing import Any

from generator.errors import GeneratorError, RulesCodeError, WrittenPlace
from generator.model.values import dataclass

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
    module = ModuleType(f"{_MODULE}{id}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    linecache.checkcache(str(path))
    try:
        exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
    except GeneratorError:
        raise
    except Exception as error:
        raise explain_failure(error, RulesCall(place=WrittenPlace(str(path), 1, 1))) from error
    return module


def load_entry(entry: EntryPoint) -> Any:
    """Load the object of an entry point; raises RulesCodeError if its package cannot be imported."""
    try:
        return entry.load()
    except Exception as error:
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
    except Exception as error:
        if not _list_own(error.__traceback__):
            raise
        raise explain_failure(error) from error


def explain_failure(error: Exception, call: RulesCall = _UNKNOWN) -> RulesCodeError:
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
    packages = {each.module.partition(".")[0] for each in entry_points(group=ENTRY_POINTS)} - {_US}
    return [
        (frame, _find_place(summary))
        for frame, summary in summaries
        if _is_own(str(frame.f_globals.get("__name__")), packages)
    ]


def _is_own(module: str, packages: set[str]) -> bool:
    return module.startswith(_MODULE) or module.partition(".")[0] in packages


def _find_place(summary: traceback.FrameSummary) -> WrittenPlace:
    line = linecache.getline(summary.filename, summary.lineno or 1)
    # The column of Python counts bytes.
    before = line.encode()[: summary.colno or 0].decode(errors="ignore")
    return WrittenPlace(summary.filename, summary.lineno or 1, len(before) + 1)

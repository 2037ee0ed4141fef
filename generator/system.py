"""The operating system: how other processes are started, and what differs between systems.

No process imports a module from the current folder: a module there that is called like a library, such as
`pickle.py`, would otherwise run without `--trust`.
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

IS_WINDOWS = os.name == "nt"
IGNORES_CASE = IS_WINDOWS or sys.platform == "darwin"
"""True if most folders of this system take `Fox.png` and `fox.png` for one file."""
LONGEST_WINDOWS_PATH = 259
"""Characters of the longest path of a file, unless somebody has changed a setting of Windows."""
DEVICES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10)))
)
"""Names that no file may have on Windows, with or without an extension."""

WORKER = "--worker"
"""First argument of a frozen program that stands in for Python: it has no other one."""
PYTHON = (sys.executable, WORKER if getattr(sys, "frozen", False) else "-P")
"""Command that runs Python on a file, or with `-c` or `-m`."""
_NEW_GROUP = 0x200
"""`subprocess.CREATE_NEW_PROCESS_GROUP`: this module imports nothing that takes long."""
APART: Mapping[str, Any] = {"creationflags": _NEW_GROUP} if IS_WINDOWS else {"start_new_session": True}
"""Arguments of `subprocess.Popen` for a process that Ctrl-C does not reach."""
START_METHOD = "fork" if sys.platform == "linux" else "spawn"
"""How multiprocessing starts processes: a fork costs two thirds of the time, but is safe on Linux only."""
_VARIABLE = "PYTHONSAFEPATH"


def run_as_python(arguments: Sequence[str]) -> None:
    """Do what Python does with `-c CODE`, `-m MODULE`, or a file, and the arguments after it."""
    import runpy

    first, *rest = [one for one in arguments if one not in ("-P", "-I")]
    if first == "-c":
        sys.argv = ["-c", *rest[1:]]
        exec(compile(rest[0], "<string>", "exec"), {"__name__": "__main__"})
    elif first == "-m":
        sys.argv = rest
        runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
    else:
        sys.argv = [first, *rest]
        runpy.run_path(first, run_name="__main__")


@contextmanager
def safe_path() -> Iterator[None]:
    """Protect the processes that multiprocessing and Dask start in this block, and those that they start.

    These libraries choose the command themselves, but processes inherit variables of the environment.
    """
    before = os.environ.get(_VARIABLE)
    os.environ[_VARIABLE] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_VARIABLE]
        else:
            os.environ[_VARIABLE] = before

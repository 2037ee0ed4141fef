"""Long work in a process of its own, which ends as soon as nobody needs its result."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from tempfile import TemporaryFile
from time import sleep
from typing import Any

_STEP = 0.05
"""Seconds between two looks at the process."""
_PROGRAM = (
    "import os, pickle, sys\n"
    "getattr(os, 'nice', int)(10)\n"
    "function, values = pickle.load(sys.stdin.buffer)\n"
    "made = function(*values)\n"
    "pickle.dump(made, sys.stdout.buffer)\n"
)


def run_aside(function: Callable[..., Any], *values: Any, is_stale: Callable[[], bool]) -> Any:
    """Return what a function returns in another process; None if the result is stale, or it failed.

    Function and values must be picklable. The process leaves the processor to others, does not get Ctrl-C,
    and imports nothing from the current folder.
    """
    with TemporaryFile() as given, TemporaryFile() as made:
        pickle.dump((function, values), given)
        given.seek(0)
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", _PROGRAM], stdin=given, stdout=made, start_new_session=True
        )
        try:
            while process.poll() is None:
                if is_stale():
                    return None
                sleep(_STEP)
        finally:
            process.kill()
            process.wait()
        made.seek(0)
        return None if process.returncode or is_stale() else pickle.load(made)

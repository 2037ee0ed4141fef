"""Python processes that this program starts, none of which imports a module from the current folder.

A module there that is called like a library, such as `pickle.py`, would otherwise run without `--trust`.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

PYTHON = (sys.executable, "-P")
"""Command that runs Python on a file, or with `-c`."""
_VARIABLE = "PYTHONSAFEPATH"


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

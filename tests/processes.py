"""Processes that tests start."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[1]


def unmeasured_environment() -> dict[str, str]:
    """Return the environment of a process that imports this project's modules and writes no coverage data.

    Where files may not be large, the data could not be written either.
    """
    environment = {key: value for key, value in os.environ.items() if not key.startswith("COVERAGE_")}
    return {**environment, "PYTHONPATH": str(ROOT)}

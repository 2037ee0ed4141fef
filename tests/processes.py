"""Processes that tests start."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[1]


def unmeasured_environment() -> dict[str, str]:
    """Return the environment of a process that imports this project's modules and writes nothing beside its work.

    Where files may not be large, coverage data and bytecode would be cut off.
    """
    environment = {key: value for key, value in os.environ.items() if not key.startswith("COVERAGE_")}
    return {**environment, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}

"""Processes that tests start."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[1]


def unmeasured_environment() -> dict[str, str]:
    """Return the environment of a process that writes neither coverage data nor bytecode.

    It imports the modules of this project. Where files may not be large, such data would be cut off.
    """
    environment = {key: value for key, value in os.environ.items() if not key.startswith("COVERAGE_")}
    return {**environment, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}

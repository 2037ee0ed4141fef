"""Ruby for tests; where it is missing, tests that need it are skipped; with PETRI_RUBY=must, they fail."""

import os
import shutil
from pathlib import Path

import pytest

SQUIB = Path(__file__).with_name("squib_project")
PROTOGRAF = Path(__file__).with_name("protograf_project")


def need_ruby() -> None:
    """Skip the test, with a message, if there is no Ruby."""
    if shutil.which("ruby") is None:
        message = "Ruby is not installed: scripts of Squib were not run"
        if os.environ.get("PETRI_RUBY") == "must":
            pytest.fail(message)
        pytest.skip(message)

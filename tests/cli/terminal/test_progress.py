"""Who watches sees that something is done; who does not is not disturbed."""

import os
import pty
import subprocess
import sys
from pathlib import Path

from generator.cli.terminal.progress import PATIENCE

ROOT = Path(__file__).parents[3]


def run_on_terminal(seconds: float) -> str:
    """What is shown on a terminal of two jobs, the first of which takes so long."""
    program = (
        "import time; from generator.cli.terminal.progress import show_progress\n"
        "with show_progress(2) as report:\n"
        f"    report('the sheet'); time.sleep({seconds}); report('the rules')\n"
    )
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "100"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=follower,
    )
    os.close(follower)
    shown = b""
    try:
        while piece := os.read(leader, 4096):
            shown += piece
    except OSError:
        pass  # Linux says in this way that nobody is left at the other end.
    os.close(leader)
    assert process.wait(timeout=60) == 0, shown
    return shown.decode()


def test_long_work_shows_a_bar() -> None:
    """After a second the bar says what is being made, and how much of all."""
    shown = run_on_terminal(3 * PATIENCE)
    assert "the sheet" in shown
    assert "0/2" in shown


def test_short_work_shows_none() -> None:
    """What is done at once shows nothing, not even on a terminal."""
    assert run_on_terminal(0.0) == ""

"""Who watches sees that something is done; who does not is not disturbed."""

import sys
from pathlib import Path

from tests.terminal import Terminal
from tests.waiting import NEVER

ROOT = Path(__file__).parents[3]


def run_on_terminal(tmp_path: Path, *, patience: float, work: str) -> Terminal:
    """Two jobs on a terminal, with work in the first one and a bar after so many seconds."""
    program = (
        "from generator.cli.terminal import progress\n"
        f"progress.PATIENCE = {patience}\n"
        "with progress.show_progress(2) as report:\n"
        f"    report('the sheet'); {work}; report('the rules')\n"
    )
    return Terminal(sys.executable, "-c", program, folder=tmp_path, environment={"PYTHONPATH": str(ROOT)})


def test_long_work_shows_a_bar(tmp_path: Path) -> None:
    """After a while the bar says what is being made, and how much of all."""
    with run_on_terminal(tmp_path, patience=0.0, work="input()") as terminal:
        # The bar may be drawn before its first job has a name.
        terminal.wait_for("the sheet")
        terminal.wait_for("0/2")
        terminal.send("\n")
        assert terminal.wait_for_end() == 0


def test_short_work_shows_none(tmp_path: Path) -> None:
    """What is done at once shows nothing, not even on a terminal."""
    with run_on_terminal(tmp_path, patience=NEVER, work="pass") as terminal:
        assert terminal.wait_for_end() == 0
        assert terminal.shown == ""

"""Who watches sees that something is done; who does not is not disturbed."""

import os
import pty
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run_on_terminal(*words: str, folder: Path) -> str:
    """What the program shows on a terminal, apart from its standard output."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "generator", *words],
        cwd=folder,
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


def test_long_work_shows_a_bar(tiny_game: Path, tmp_path: Path) -> None:
    """After a second the bar says what is being made, and how much of all."""
    words = ("make", "tiny_game", "--to", "svg", "--copies", "1000", "--names", "Ana,Bo")
    shown = run_on_terminal(*words, folder=tmp_path)
    assert "tiny-game/sheet-en-a4" in shown
    assert "0/2" in shown


def test_short_work_shows_none(tiny_game: Path, tmp_path: Path) -> None:
    """What is done at once shows nothing, not even on a terminal."""
    assert run_on_terminal("make", "tiny_game", "--part", "rules", folder=tmp_path) == ""

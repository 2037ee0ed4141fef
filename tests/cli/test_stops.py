"""Ctrl-C and SIGTERM end the program at any moment without a traceback, and leave nothing behind."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import unmeasured_environment

STOPPED = """
import atexit
import signal
import sys

where, number = sys.argv[1], int(sys.argv[2])
sys.argv = ["petri", *sys.argv[3:]]

class Stop:
    def find_spec(self, name, path, target=None):
        if name == where:
            signal.raise_signal(number)

sys.meta_path.insert(0, Stop())
if where == "exit":
    atexit.register(signal.raise_signal, number)
from generator.__main__ import start
start()
"""
"""Sends a signal to itself when a module is about to be imported, or at the exit."""


def stop(folder: Path, where: str, number: int, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-c", STOPPED, where, str(number), *words],
        cwd=folder,
        env=unmeasured_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("where", ["generator.cli.app", "typer", "generator.cli.printing.listing", "exit"])
def test_ctrl_c_is_never_a_traceback(tmp_path: Path, where: str) -> None:
    """Neither while the program is imported, nor while it runs or ends."""
    done = stop(tmp_path, where, signal.SIGINT, "list")
    assert done.returncode in (-signal.SIGINT, 130)
    assert "Traceback" not in done.stderr
    assert done.stderr in ("", "stopped; no incomplete files were left\n")


@pytest.mark.posix("these signals")
@pytest.mark.parametrize("action", ["mkdir", "write_bytes"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_stopped_start_of_a_game_leaves_no_folder(tmp_path: Path, number: int, action: str) -> None:
    """The signal arrives when a folder was just made, or a file was just written."""
    program = STOPPED.replace(
        "from generator.__main__ import start",
        "from generator import output\n"
        f"act = output.Path.{action}\n"
        "def act_then_stop(*given, **more):\n"
        "    act(*given, **more)\n"
        "    signal.raise_signal(number)\n"
        f"output.Path.{action} = act_then_stop\n"
        "from generator.__main__ import start",
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program, "nowhere", str(int(number)), "new", "mine/game"],
        cwd=tmp_path,
        env=unmeasured_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode in (130, 128 + number)
    assert "Traceback" not in done.stderr
    assert [*tmp_path.iterdir()] == []

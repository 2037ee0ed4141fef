"""Files and pages in the programs that the desktop has for them."""

import contextlib
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator

import typer

_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""Variables of which a Linux or BSD system with a desktop sets at least one."""


def open_on_desktop(target: str) -> bool:
    """Return True if a program opens a file, a folder, or an address; what it prints is not shown."""
    if is_wsl() and (viewer := shutil.which("wslview")):
        nothing = subprocess.DEVNULL
        return subprocess.run([viewer, target], stdin=nothing, stdout=nothing, stderr=nothing).returncode == 0
    is_unix = sys.platform not in ("win32", "darwin")
    if is_unix and not any(map(os.environ.get, _SCREENS)):
        return False
    with _silenced_children():
        # A path may begin like an option of the program that opens it.
        return typer.launch(f"./{target}" if target.startswith("-") else target) == 0


def is_wsl() -> bool:
    """Return True in the Windows Subsystem for Linux, whose desktop is that of Windows."""
    return sys.platform == "linux" and "microsoft" in platform.uname().release.lower()


@contextlib.contextmanager
def _silenced_children() -> Iterator[None]:
    """Let programs that are started inside of the block print their errors nowhere."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)

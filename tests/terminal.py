"""A program in a real terminal: what it shows is read until something is seen, what is typed is sent."""

import os
import re
import select
import struct
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

import pytest

from tests.waiting import NEVER, Patience

fcntl = pytest.importorskip("fcntl", reason="terminals are tried on systems with POSIX")
pty, termios = map(pytest.importorskip, ("pty", "termios"))

_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """80 columns wide and 50 rows high, or as many as is said; Ctrl-C is heard as at a desk."""

    def __init__(
        self,
        *command: str | Path,
        folder: Path,
        environment: Mapping[str, str],
        columns: int = 80,
        rows: int = 50,
    ) -> None:
        self._fd, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            [str(word) for word in command],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            cwd=folder,
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "", "LINES": "", **environment},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(inner)
        self.raw = ""
        self._seen = 0

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._fd)

    @property
    def shown(self) -> str:
        """All that was shown, without colours."""
        return _CODES.sub("", self.raw).replace("\r", "")

    def send(self, text: str) -> None:
        """As typed; a line ends with a line feed."""
        os.write(self._fd, text.encode())

    def wait_for(self, text: str) -> str:
        """What was shown since the last time, up to this text."""
        patience = Patience()
        while text not in self.shown[self._seen :]:
            if not self._read(patience.left):
                raise AssertionError(f"{text!r} was not shown, but:\n{self.shown[self._seen :]}")
        start, self._seen = self._seen, self.shown.index(text, self._seen) + len(text)
        return self.shown[start : self._seen]

    def wait_for_end(self) -> int:
        """The exit code, when all is read."""
        patience = Patience()
        while self._read(patience.left):
            pass
        return self.process.wait(NEVER)

    def interrupt(self) -> int:
        """The exit code after Ctrl-C, which Python loses if it comes just before it waits for a key."""
        patience = Patience()
        while self.process.poll() is None and patience.left:
            self.send("\x03")
            while self._read(2.0):
                pass
        return self.process.wait(NEVER)

    def _read(self, seconds: float) -> bool:
        """Whether there was more."""
        ready, _, _ = select.select([self._fd], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self._fd, 65536)
        except OSError:
            return False
        self.raw += data.decode("utf-8", "replace")
        return bool(data)

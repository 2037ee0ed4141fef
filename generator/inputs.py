"""Reading of other people's files: only regular files, up to a maximum size."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO


def open_regular(path: Path) -> BinaryIO:
    """Open a regular file; raises OSError for anything else: a pipe may wait, and a device never ends."""
    # Without O_NONBLOCK, opening a pipe would wait for its other end.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    file = os.fdopen(os.open(path, flags), "rb")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    return file


def read_regular(path: Path, most_bytes: int) -> bytes:
    """Return the content of a regular file; raises OSError for anything else, and for a larger file."""
    with open_regular(path) as file:
        data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise OSError(errno.EFBIG, f"it is larger than {format_limit(most_bytes)}", str(path))
    return data


def format_limit(size: int) -> str:
    """Return a limit as text, such as `8 MB`."""
    return f"{size // 2**20} MB" if size >= 2**20 else f"{size // 1024} KB"

"""A process that gives up its rights before it runs a program: `python sandbox.py HOME COMMAND ...`.

On Linux, the kernel takes away the network and every folder but HOME for writing, by namespaces and by
Landlock, whichever of them it has. What was taken away is written to standard output first.
"""

import ctypes
import json
import os
import resource
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_NEW_USER, _NEW_NETWORK, _NEW_MOUNTS, _NEW_IPC = 0x10000000, 0x40000000, 0x00020000, 0x08000000
_NEW_PROCESSES = 0x20000000
_PRIVATE, _RECURSIVE, _BIND = 1 << 18, 1 << 14, 1 << 12
_MOUNT_SETATTR, _AT_RECURSIVE, _READ_ONLY = 442, 0x8000, 1
_CREATE_RULES, _ADD_RULE, _RESTRICT = 444, 445, 446
_NO_NEW_PRIVILEGES = 38
_WRITES_BY_VERSION = ((1, 0b1_1111_1111_0010), (2, 1 << 13), (3, 1 << 14))
"""Rights of Landlock that change files, by the version that introduced them."""
_TCP = 0b11
_MEGABYTE = 1024 * 1024
_MOST_MEMORY, _LARGEST_FILE, _MOST_SECONDS = 4096 * _MEGABYTE, 256 * _MEGABYTE, 20


class _Refused(Exception):
    """The system does not allow a call."""


def _call(name: str, *arguments: int | bytes | None) -> int:
    """Call a function of the C library; raises _Refused if it fails or does not exist."""
    library = ctypes.CDLL(None, use_errno=True)
    try:
        result = int(getattr(library, name)(*arguments))
    except AttributeError:
        raise _Refused from None
    if result < 0:
        raise _Refused
    return result


def _system_call(number: int, *arguments: int | bytes | None) -> int:
    wide = [ctypes.c_long(one) if isinstance(one, int) else one for one in arguments]
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    result = int(library.syscall(ctypes.c_long(number), *wide))
    if result < 0:
        raise _Refused
    return result


def _leave_network() -> None:
    """Enter namespaces in which there is no network, no other user, mount, or process."""
    user, group = os.geteuid(), os.getegid()
    _call("unshare", _NEW_USER | _NEW_NETWORK | _NEW_MOUNTS | _NEW_IPC | _NEW_PROCESSES)
    with suppress(OSError):
        Path("/proc/self/setgroups").write_text("deny")
    try:
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    except OSError:
        raise _Refused from None


def _mount_read_only(home: str) -> None:
    """Make all files read-only but those in a folder, and hide the sockets of the system."""
    _call("mount", None, b"/", None, _PRIVATE | _RECURSIVE, None)
    _call("mount", home.encode(), home.encode(), None, _BIND, None)
    _system_call(_MOUNT_SETATTR, -100, b"/", _AT_RECURSIVE, struct.pack("QQQQ", _READ_ONLY, 0, 0, 0), 32)
    _system_call(_MOUNT_SETATTR, -100, home.encode(), 0, struct.pack("QQQQ", 0, _READ_ONLY, 0, 0), 32)
    if not home.startswith("/run/"):
        _call("mount", b"none", b"/run", b"tmpfs", _READ_ONLY, None)


def _lock_files(home: str) -> None:
    """Forbid this process to change files but those in a folder, and to use TCP."""
    version = _system_call(_CREATE_RULES, None, 0, 1)
    rights = sum(right for since, right in _WRITES_BY_VERSION if version >= since)
    tcp = _TCP if version >= 4 else 0
    attributes = struct.pack("QQ", rights, tcp) if tcp else struct.pack("Q", rights)
    rules = _system_call(_CREATE_RULES, attributes, len(attributes), 0)
    for folder, allowed in ((home, rights), (os.devnull, 2)):
        place = os.open(folder, os.O_PATH)
        _system_call(_ADD_RULE, rules, 1, struct.pack("=Qi", allowed, place), 0)
        os.close(place)
    _call("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    _system_call(_RESTRICT, rules, 0)
    os.close(rules)


@contextmanager
def _tried(done: list[str], *names: str) -> Iterator[None]:
    """Note what was taken away unless the system refuses."""
    try:
        yield
    except (_Refused, OSError):
        return
    done += names


def _limit() -> None:
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (_MOST_SECONDS, _MOST_SECONDS))
        resource.setrlimit(resource.RLIMIT_FSIZE, (_LARGEST_FILE, _LARGEST_FILE))
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def isolate(home: str) -> list[str]:
    """Take away what the system lets take away, and return it: `network`, `files`."""
    done: list[str] = []
    if sys.platform != "linux":
        return done
    steps: tuple[tuple[Callable[[], object], tuple[str, ...]], ...] = (
        (_leave_network, ("network",)),
        (lambda: _mount_read_only(home), ("files",)),
        (lambda: _lock_files(home), ("files",)),
    )
    for step, names in steps:
        with _tried(done, *names):
            step()
    return sorted({*done})


def run_isolated(home: str, command: list[str]) -> None:
    """Become another program without the rights that were taken away."""
    done = isolate(home)
    os.write(1, json.dumps(done).encode())
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    _limit()
    # The first process of a namespace takes all others with it when it ends.
    if "network" in done and (child := os.fork()):
        os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) & 0xFF)
    os.execv(command[0], command)


if __name__ == "__main__":
    run_isolated(sys.argv[1], sys.argv[2:])

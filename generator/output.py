"""Writing files: a run replaces all of its files or none, and leaves no incomplete file."""

import contextlib
import errno
import os
import re
import signal
import stat
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from types import TracebackType

from generator.errors import Notice, OutputError, describe_reason, find_reason_key
from generator.inputs import PACK, read_regular
from generator.system import IS_WINDOWS, LONGEST_WINDOWS_PATH

OUTPUT = Path("output")
"""The folder for files to print, unless the user names another one."""


@dataclass(frozen=True, slots=True)
class WriteResult:
    """The result of a run: its files and their size."""

    written: tuple[Path, ...] = ()
    unchanged: tuple[Path, ...] = ()
    """Files with the same content as before, which were not touched."""
    removed: tuple[Path, ...] = ()
    """Files of earlier builds that are no longer needed, such as extra pages."""
    bytes: int = 0
    """Total size of all files, written and unchanged."""
    warnings: tuple[Notice, ...] = ()
    """Warnings about the files, such as a coarse picture."""
    notes: tuple[str, ...] = ()
    """Hints about printing, such as free places on paper."""


class Staging:
    """The files of one run, which have temporary names until the end of the `with` block, or until `commit`.

    If an error or a signal ends the block, all temporary files and new folders are removed, and existing
    files do not change. A link is kept, and its target is replaced, which has its permissions afterwards.
    Pipes and devices are written first, in place.
    """

    def __init__(self, *, home: Path | None = None, is_durable: bool = False) -> None:
        """`home` is a folder that no link may lead out of, and in which there are only files.

        It may be a link itself if the user has named it. None: the user has named each file.
        """
        self._home = None if home is None else _resolve_home(home)
        self._staged: dict[Path, _Staged] = {}
        """Staged files by target, with links resolved."""
        self._spelled: dict[str, Path] = {}
        """Staged files by target in one case: many systems take `A.pdf` and `a.pdf` for one file."""
        self._stale: dict[Path, None] = {}
        self._made_folders: list[Path] = []
        self._tidied: set[Path] = set()
        self._bytes = 0
        self._is_durable = is_durable
        """True if files are flushed to the disk before they replace others."""

    def __enter__(self) -> "Staging":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self.commit()
        finally:
            try:
                with _uninterrupted():
                    self._clean_up()
            except BaseException:
                # A signal may arrive before the others are delayed.
                self._clean_up()
                raise

    def _clean_up(self) -> None:
        for staged in self._staged.values():
            if staged.temporary is not None:
                with contextlib.suppress(OSError):
                    staged.temporary.unlink(missing_ok=True)
        for folder in reversed(self._made_folders):
            with contextlib.suppress(OSError):
                folder.rmdir()

    def write(self, path: Path, data: bytes) -> None:
        """Write a temporary file; raises OutputError if this fails or the run writes the file twice."""
        with reported(path):
            self._check_home(path)
            self._make_folder(path.parent)
            is_stream = _is_stream(path)
            target = path if is_stream else Path(os.path.realpath(path))
            self._check_name(path, target)
            if is_stream:
                self._staged[target] = _Staged(path, stream=data)
            elif _has_bytes(target, data):
                self._staged[target] = _Staged(path)
            else:
                self._write_temporary(path, target, data)
        self._bytes += len(data)

    def drop(self, stale: Iterable[Path]) -> None:
        """Mark files for removal by `commit`, except those that this run writes."""
        stale = tuple(stale)
        for path in stale:
            self._check_home(path.parent)
        self._stale.update(dict.fromkeys(stale))

    def commit(self) -> WriteResult:
        """Replace all files; signals are delayed until all are replaced."""
        for staged in self._staged.values():
            if staged.stream is not None:
                with reported(staged.path):
                    _write_stream(staged.path, staged.stream)
        with _uninterrupted():
            for target, staged in self._staged.items():
                if staged.temporary is not None and IS_WINDOWS:
                    with reported(staged.path):
                        _wait_until_free(target)
            for target, staged in self._staged.items():
                if staged.temporary is not None:
                    with reported(staged.path):
                        staged.temporary.replace(target)
            removed = [path for path in self._stale if Path(os.path.realpath(path)) not in self._staged]
            for path in removed:
                with reported(path):
                    path.unlink()
            unchanged = [each.path for each in self._staged.values() if each == _Staged(each.path)]
            written = [each.path for each in self._staged.values() if each.path not in unchanged]
            for done in (self._staged, self._spelled, self._stale, self._made_folders):
                done.clear()
        return WriteResult(tuple(written), tuple(unchanged), tuple(removed), self._bytes)

    def _check_name(self, path: Path, target: Path) -> None:
        """Raise OutputError for a file that the run writes already, or whose path is too long."""
        other = self._spelled.setdefault(str(target).casefold(), path)
        if target in self._staged:
            message = "two parts of this run would write this file; choose different names or folders"
            raise OutputError(str(path), message)
        if other != path:
            message = f"this run also writes {other.name}, and many systems take both for one file"
            raise OutputError(str(path), f"{message}; choose a different name")
        if IS_WINDOWS and len(str(target)) > LONGEST_WINDOWS_PATH:
            message = f"the path has {len(str(target))} characters, and Windows allows {LONGEST_WINDOWS_PATH}"
            raise OutputError(str(path), f"{message}; choose a folder with a shorter name")

    def _check_home(self, path: Path) -> None:
        """Raise OutputError for a path that leads out of the home, or to a pipe or device in it."""
        if self._home is None:
            return
        target = Path(os.path.realpath(path))
        if not target.is_relative_to(self._home):
            hint = "remove it"
            if self._home.name == OUTPUT.name:
                hint += ", or name its target with --out"
            raise OutputError(str(path), f"a link leads out of the folder, to {target}; {hint}")
        if target.exists() and not (target.is_file() or target.is_dir()):
            raise OutputError(str(path), "a pipe or device with this name already exists; remove it")

    def _make_folder(self, folder: Path) -> None:
        missing = []
        while not folder.exists():
            missing.append(folder)
            folder = folder.parent
        for folder in reversed(missing):
            # Noted first: a signal may arrive between the two.
            self._made_folders.append(folder)
            folder.mkdir(exist_ok=True)

    def _write_temporary(self, path: Path, target: Path, data: bytes) -> None:
        if target.parent not in self._tidied:
            self._tidied.add(target.parent)
            _remove_abandoned(target.parent)
        temporary = target.parent / f".petri-{os.getpid()}-{len(self._staged)}-{target.stem[:40]}.part"
        self._staged[target] = _Staged(path, temporary=temporary)
        mode = stat.S_IMODE(target.stat().st_mode) & 0o777 if target.exists() else None
        # It is never a link that somebody has put there, and never less private than the old file.
        os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else 0o600))
        temporary.write_bytes(data)
        if mode is not None:
            temporary.chmod(mode)
        if self._is_durable:
            with temporary.open("rb") as file:
                os.fsync(file.fileno())


def _resolve_home(home: Path) -> Path:
    """Return a folder with links resolved, except the default folder: a link there was not chosen."""
    return Path(os.path.realpath(home.parent), home.name) if home == OUTPUT else Path(os.path.realpath(home))


@dataclass(frozen=True, slots=True)
class _Staged:
    path: Path
    """Path as given by the user, which may be a link."""
    temporary: Path | None = None
    """Temporary file beside the target; None for a stream, or if the content is unchanged."""
    stream: bytes | None = None
    """Data to write, if the target is a pipe or device."""


def check_free(folder: Path) -> None:
    """Raise OutputError unless a folder is new or empty."""
    with reported(folder):
        if folder.is_dir() and any(folder.iterdir()):
            raise OutputError(str(folder), "the folder already exists and is not empty; choose a new one")
        if os.path.lexists(folder) and not folder.is_dir():
            raise OutputError(str(folder), "a file with this name already exists; choose a new folder")


def write_new(path: Path, data: bytes) -> None:
    """Write a new file and flush it to the disk; raises OutputError if the file exists.

    Pipes and devices are written in place.
    """
    with reported(path):
        if _is_stream(path):
            _write_stream(path, data)
            return
        try:
            file = path.open("xb")
        except FileExistsError:
            raise OutputError(str(path), "the file already exists; choose a new name", "there") from None
        try:
            with file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except BaseException:
            path.unlink(missing_ok=True)
            raise


def name_old_copy(path: Path) -> Path:
    """Return the path of a new copy beside a file: `game.yaml.before-1`."""
    number = 1
    while (place := path.with_name(f"{path.name}.before-{number}")).exists():
        number += 1
    return place


def append(path: Path, data: bytes, *, size: int) -> None:
    """Append bytes to a file of `size` bytes and flush it; after an OutputError, the file is unchanged."""
    with reported(path), path.open("r+b", buffering=0) as file:
        _append(file, data, size=size)


def _append(file: FileIO, data: bytes, *, size: int) -> None:
    try:
        file.seek(size)
        rest = memoryview(data)
        while rest:
            # A full disk may accept only part of the data.
            rest = rest[file.write(rest) :]
        os.fsync(file.fileno())
    except BaseException:
        file.truncate(size)
        raise


CHANGED = "another program has changed this file; end this command, and start it again"
_MOST_LOG_BYTES = 8 * 2**20


class LineLog:
    """A file that grows by lines and is flushed to the disk with each.

    Writing raises OutputError, also if another program has changed the file, and then leaves it unchanged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: bytes | None = None
        """Content after our last access; None: there is no file yet."""

    def read(self) -> bytes:
        """Return the content, which later writes continue or replace; raises OSError."""
        self._known = read_regular(self.path, _MOST_LOG_BYTES)
        return self._known

    def write(self, data: bytes) -> None:
        """Write a new file, or replace the content of the one that was read or written before."""
        if self._known is None:
            write_new(self.path, data)
        else:
            with self._checked() as file, Staging(is_durable=True) as staging:
                if IS_WINDOWS:
                    # Windows replaces no file that is open.
                    file.close()
                staging.write(self.path, data)
        self._known = data

    def append(self, data: bytes) -> None:
        """Add bytes to the end."""
        with self._checked() as file:
            size = file.seek(0, os.SEEK_END)
            _append(file, data, size=size)
        self._known = (self._known or b"") + data

    def copy_to(self, place: Path) -> None:
        """Write the content into a new file."""
        with reported(self.path):
            data = self.path.read_bytes()
        write_new(place, data)

    @contextlib.contextmanager
    def _checked(self) -> Iterator[FileIO]:
        """Yield the open file, which no other program of ours writes; raises OutputError if one has."""
        with reported(self.path), self.path.open("r+b", buffering=0) as file:
            _lock(file)
            is_there = os.path.samestat(os.fstat(file.fileno()), self.path.stat())
            if not is_there or file.read() != self._known:
                raise OutputError(str(self.path), CHANGED, "changed")
            yield file


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Let no other program or thread of ours change the files of a folder until the end of the block.

    Some systems and network drives have no locks of folders; nothing waits there.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            stack.callback(os.close, descriptor)
            _lock(descriptor)
        yield


def _lock(file: FileIO | int) -> None:
    """Wait until no other program of ours writes a file; closing it ends the lock."""
    with contextlib.suppress(ImportError, OSError):
        # Windows has no such module, and some network drives no locks.
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)


_DAY = 24 * 60 * 60
_TRIES, _PAUSE = 5, 0.1
"""How often a file is tried that another program has open, and the seconds between: scanners let go soon."""


def _wait_until_free(target: Path) -> None:
    """Wait until a file can be replaced, which Windows refuses while a program shows it; raises OSError."""
    for left in reversed(range(_TRIES)):
        try:
            with contextlib.suppress(FileNotFoundError), target.open("r+b"):
                pass
            return
        except PermissionError:
            if not left:
                message = "it is open in another program; close it there, and run this again"
                raise OSError(0, message if os.access(target, os.W_OK) else "it is read-only") from None
            time.sleep(_PAUSE)


_TEMPORARY = re.compile(r"\.petri-(\d+)-\d+-.*\.part", re.DOTALL)
"""Pattern for names of temporary files, which contain the id of the process that writes them."""


@contextlib.contextmanager
def reported(path: Path) -> Iterator[None]:
    """Turn an OSError into an OutputError that names the path."""
    try:
        yield
    except OSError as error:
        packed = next(filter(_is_pack, path.parents), None)
        if packed:
            reason = f"it is in a packed game; `petri unpack {packed}` makes a folder of it"
            raise OutputError(str(path), reason) from error
        raise OutputError(str(path), describe_reason(error), find_reason_key(error)) from error


def _is_pack(path: Path) -> bool:
    return path.suffix == PACK and Path(str(path)).is_file()


def _remove_abandoned(folder: Path) -> None:
    """Remove temporary files of killed runs; a folder that cannot be listed is skipped."""
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            temporary = _TEMPORARY.fullmatch(path.name)
            if temporary and not _is_in_use(path, int(temporary[1][:9])):
                path.unlink()


def _is_in_use(path: Path, process: int) -> bool:
    """Return True if the process that writes a temporary file runs; on Windows, if the file is of today."""
    if process == os.getpid():
        return False
    if IS_WINDOWS:
        # There, os.kill ends the process that it asks for.
        return time.time() - path.stat().st_mtime < _DAY
    try:
        os.kill(process, 0)
    except OSError as error:
        return not isinstance(error, ProcessLookupError)
    return True


def _is_stream(path: Path) -> bool:
    """Return True for a pipe, a device, or a redirected standard stream; raises OSError for a folder."""
    try:
        there = path.stat()
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(there.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    return not stat.S_ISREG(there.st_mode) or _get_descriptor(there) is not None


def _get_descriptor(there: os.stat_result) -> int | None:
    for descriptor in (1, 2):
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(descriptor), there):
                return descriptor
    return None


def _write_stream(path: Path, data: bytes) -> None:
    """Write to an existing pipe or device, after flushing standard output and error if it is one of them."""
    descriptor = _get_descriptor(path.stat())
    for stream in (sys.stdout, sys.stderr):
        if descriptor is not None and stream is not None:
            stream.flush()
    # Without O_CREAT, a pipe or device that has disappeared is an error, not a new file.
    flags = os.O_WRONLY | getattr(os, "O_BINARY", 0)
    opened = os.open(path, flags) if descriptor is None else descriptor
    with os.fdopen(opened, "wb", closefd=descriptor is None) as file:
        file.write(data)


def _has_bytes(path: Path, data: bytes) -> bool:
    with contextlib.suppress(FileNotFoundError):
        return path.stat().st_size == len(data) and path.read_bytes() == data
    return False


_STOP_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
STOPS = tuple(getattr(signal, name) for name in _STOP_NAMES if hasattr(signal, name))
"""Signals that end a run: Ctrl-C, SIGTERM, and a closed terminal, which is SIGBREAK on Windows."""


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Delay signals until the block ends; threads other than the main one never receive signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    received: list[int] = []
    before = {stop: signal.signal(stop, lambda number, frame: received.append(number)) for stop in STOPS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    for late in received:
        signal.raise_signal(late)

"""Reading of other people's files: only regular files, up to a maximum size, wherever they are.

Most files are on the disk. Some are in an archive, or are texts of an editor that nobody has saved yet:
`Files` has their bytes, and `attach` returns a path to them, which is used like any other.
"""

import errno
import io
import os
import stat
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path, PosixPath, PurePosixPath, WindowsPath
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO, ClassVar, Protocol, TypeAlias

if sys.platform == "win32":
    _DiskPath = WindowsPath
else:
    _DiskPath = PosixPath


PACK = ".petri"
"""End of the name of a game that is one file."""

MOST_PICTURE_BYTES = 2**28
"""Maximum size of the file of a picture."""


class Files(Protocol):
    """Files and folders below one folder; their names have slashes, and the folder itself is `.`."""

    def stat(self, name: str) -> os.stat_result:
        """Return kind, size, and time of a file or folder; raises OSError if there is none."""

    def read(self, name: str) -> bytes:
        """Return the content of a file; raises OSError if it cannot be read."""

    def list_names(self, name: str) -> Sequence[str]:
        """Return the names in a folder; raises OSError if it is none."""

    def sign(self) -> Path | None:
        """Return the file of the disk that changes if any of these does; None if there is none."""

    def reopen(self) -> tuple[Callable[..., Path], tuple[object, ...]]:
        """Return a function, and its arguments, that returns the folder in another process."""


class AttachedPath(_DiskPath):
    """A path below a folder whose files are not all on the disk.

    Each folder has a subclass of its own, so that everything derived from a path (`path / name`,
    `path.parent`) leads to the same files. Functions of `os`, which write, see the path of the disk.
    """

    files: ClassVar[Files]
    tops: ClassVar[tuple[str, str]]
    """The folder as it was named, and with its links resolved."""

    @property
    def inner(self) -> str | None:
        """Return the name among the files; None outside their folder."""
        path = os.path.normpath(self.absolute())
        for top in self.tops:
            if path == top or path.startswith(top + os.sep):
                return Path(path[len(top) + 1 :]).as_posix()
        return None

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        inner = self.inner
        return super().stat(follow_symlinks=follow_symlinks) if inner is None else self.files.stat(inner)

    def lstat(self) -> os.stat_result:
        return self.stat(follow_symlinks=False)

    def _mode(self) -> int:
        try:
            return self.stat().st_mode
        except (FileNotFoundError, NotADirectoryError, ValueError):
            return 0

    def exists(self, **_: bool) -> bool:
        return bool(self._mode())

    def is_file(self, **_: bool) -> bool:
        return stat.S_ISREG(self._mode())

    def is_dir(self, **_: bool) -> bool:
        return stat.S_ISDIR(self._mode())

    def is_symlink(self) -> bool:
        return super().is_symlink() if self.inner is None else False

    def iterdir(self) -> Generator["AttachedPath", None, None]:
        inner = self.inner
        if inner is None:
            return super().iterdir()
        return (self / name for name in self.files.list_names(inner))

    def glob(self, pattern: str, **_: Any) -> Generator["AttachedPath", None, None]:
        return (path for path in dict.fromkeys(_select(self, PurePosixPath(pattern).parts)))

    def rglob(self, pattern: str, **_: Any) -> Generator["AttachedPath", None, None]:
        return self.glob(f"**/{pattern}")

    def resolve(self, strict: bool = False) -> "AttachedPath":
        inner = self.inner
        return super().resolve(strict) if inner is None else type(self)(self.tops[1], inner)

    def open(self, mode: str = "r", *args: Any, **options: Any) -> Any:
        inner = self.inner
        if inner is None or not {*mode} <= {*"rbt"}:
            return super().open(mode, *args, **options)
        raw = io.BytesIO(self.files.read(inner))
        return raw if "b" in mode else io.TextIOWrapper(raw, options.get("encoding"))

    def __reduce__(self) -> tuple[Any, ...]:
        return _reopen, (*self.files.reopen(), str(self))


def _select(folder: AttachedPath, steps: Sequence[str]) -> Iterator[AttachedPath]:
    """Yield what a pattern finds in a folder, as `Path.glob` does."""
    if not steps:
        yield folder
        return
    step, rest = steps[0], steps[1:]
    if not folder.is_dir():
        return
    children = sorted(folder.iterdir())
    if step == "**":
        yield from _select(folder, rest)
        for child in children:
            yield from _select(child, steps) if child.is_dir() else ()
        return
    for child in children:
        if fnmatchcase(child.name, step):
            yield from _select(child, rest)


def _reopen(function: Callable[..., Path], arguments: Sequence[object], path: str) -> Path:
    return type(function(*arguments))(path)


def attach(home: Path, files: Files) -> AttachedPath:
    """Return the path of a folder whose files are these."""
    names = os.path.normpath(home.absolute()), os.path.realpath(home)
    kind = type("AttachedPath", (AttachedPath,), {"files": files, "tops": names})
    path: AttachedPath = kind(home)
    return path


def is_attached(path: Path) -> bool:
    """Return True for a path whose file is not, or not as it is read, on the disk."""
    return isinstance(path, AttachedPath) and path.inner is not None


def find_source(path: Path) -> Path | None:
    """Return the file or folder of the disk that changes if anything at the path does; None if none does."""
    return path.files.sign() if isinstance(path, AttachedPath) and path.inner is not None else path


FileTrace: TypeAlias = dict[tuple[str, str], object]
"""Answers about files by the question and the path: whether a file exists, which bytes it has."""


class Overlay:
    """The files of a folder of the disk, some of them with another text, which was not saved yet."""

    def __init__(self, folder: Path, texts: Mapping[str, bytes] = {}) -> None:
        self.folder, self._texts = folder, dict(texts)
        self._times = dict.fromkeys(self._texts, 0)

    def has(self, name: str) -> bool:
        """Return True for a file with another text than on the disk."""
        return name in self._texts

    def put(self, name: str, text: bytes | None) -> None:
        """Replace the text of a file; None is that of the disk."""
        if text is None:
            self._texts.pop(name, None)
        else:
            self._texts[name] = text
            self._times[name] = self._times.get(name, 0) + 1

    def stat(self, name: str) -> os.stat_result:
        """Return the facts of a file; each text has another time, which no file of the disk has."""
        if name in self._texts:
            return make_stat(stat.S_IFREG | 0o644, len(self._texts[name]), self._times[name])
        if any(text.startswith(f"{name}/") for text in self._texts):
            return make_stat(stat.S_IFDIR | 0o755, 0, 0)
        return (self.folder / name).stat()

    def read(self, name: str) -> bytes:
        """Return the content of a file."""
        if name in self._texts:
            return self._texts[name]
        with open_regular(self.folder / name) as file:
            return file.read()

    def list_names(self, name: str) -> Sequence[str]:
        """Return the names in a folder."""
        start = "" if name == "." else f"{name}/"
        texts = {text[len(start) :].split("/")[0] for text in self._texts if text.startswith(start)}
        try:
            return sorted({*(one.name for one in (self.folder / name).iterdir()), *texts})
        except FileNotFoundError:
            if texts:
                return sorted(texts)
            raise

    def sign(self) -> Path | None:
        """Return None: the texts of an editor change without a file."""

    def reopen(self) -> tuple[Callable[..., Path], tuple[object, ...]]:
        """Return how another process gets the same texts."""
        return _open_overlay, (self.folder, self._texts)


class _Traces(threading.local):
    """Traces that a thread has begun, the innermost last: others may ask about the same files."""

    def __init__(self) -> None:
        self.open: list[FileTrace] = []


class TracedFiles(Overlay):
    """The files of a folder, which notes what is asked about them, to ask again later."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._traces = _Traces()

    @contextmanager
    def trace(self) -> Iterator[FileTrace]:
        """Yield the questions of the block, with their answers, which are complete at its end."""
        asked: FileTrace = {}
        self._traces.open.append(asked)
        try:
            yield asked
        finally:
            self._traces.open.pop()
            for outer in self._traces.open[-1:]:
                outer.update(asked)

    def repeats(self, asked: FileTrace) -> bool:
        """Return True if all questions have the same answers now."""
        return all(self._answer(*question) == answer for question, answer in asked.items())

    def stat(self, name: str) -> os.stat_result:
        """Return the facts of a file, and note them."""
        self._note("stat", name)
        return super().stat(name)

    def read(self, name: str) -> bytes:
        """Return the content of a file, and note its facts."""
        self._note("stat", name)
        return super().read(name)

    def list_names(self, name: str) -> Sequence[str]:
        """Return the names in a folder, and note them."""
        self._note("names", name)
        return super().list_names(name)

    def _note(self, question: str, name: str) -> None:
        for asked in self._traces.open[-1:]:
            if (question, name) not in asked:
                asked[question, name] = self._answer(question, name)

    def _answer(self, question: str, name: str) -> object:
        try:
            if question == "names":
                return tuple(super().list_names(name))
            found = super().stat(name)
        except (OSError, ValueError):
            return None
        # The time of a folder says nothing about texts that are not on the disk.
        is_file = stat.S_ISREG(found.st_mode)
        return found.st_mode, is_file and (found.st_size, found.st_mtime_ns, found.st_ino)


class RecordedFiles(Overlay):
    """The files of a folder, which notes the names of those that are read."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.read_files: set[str] = set()

    def read(self, name: str) -> bytes:
        """Return the content of a file, and note its name."""
        self.read_files.add(name)
        return super().read(name)


def _open_overlay(folder: Path, texts: Mapping[str, bytes]) -> Path:
    return attach(folder, Overlay(folder, texts))


def make_stat(mode: int, size: int, time_ns: int) -> os.stat_result:
    """Return the facts of a file that is not on the disk."""
    second = time_ns // 10**9
    times = {f"st_{kind}time_ns": time_ns for kind in "amc"}
    return os.stat_result((mode, 0, 0, 1, 0, 0, size, second, second, second), times)


def open_regular(path: Path) -> BinaryIO:
    """Open a regular file; raises OSError for anything else: a pipe may wait, and a device never ends."""
    if isinstance(path, AttachedPath) and (inner := path.inner) is not None:
        return io.BytesIO(path.files.read(inner))
    # Without O_NONBLOCK, opening a pipe would wait for its other end.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    file = os.fdopen(os.open(path, flags), "rb")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    if file.peek(len(_POINTER)).startswith(_POINTER):
        file.close()
        raise OSError(errno.EINVAL, _WITHOUT_CONTENT, str(path))
    return file


_POINTER = b"version https://git-lfs.github.com/spec/"
"""Beginning of what is in the place of a large file after a download without Git LFS."""
_WITHOUT_CONTENT = "its content is in Git LFS; get it with `git lfs pull`"


def has_entry(path: Path) -> bool:
    """Return True for a file or folder, and for a link that leads nowhere; False for an impossible name."""
    try:
        path.lstat()
    except (OSError, ValueError):
        return False
    return True


def walk_files(folder: Path) -> Iterator[Path]:
    """Yield all files in and below a folder, without those behind links to folders."""
    if isinstance(folder, AttachedPath) and folder.inner is not None:
        yield from (path for path in folder.rglob("*") if not path.is_dir())
        return
    for inner, _, names in os.walk(folder):
        yield from (Path(inner, name) for name in names)


@contextmanager
def on_disk(path: Path) -> Iterator[Path]:
    """Return a path that other processes can open: the file itself, or a copy as long as the block runs."""
    if not isinstance(path, AttachedPath) or (inner := path.inner) is None:
        yield path
        return
    with TemporaryDirectory() as folder:
        copy = Path(folder, path.name)
        copy.write_bytes(path.files.read(inner))
        yield copy


class TooLargeError(OSError):
    """A file is larger than its reader allows."""


def read_regular(path: Path, most_bytes: int) -> bytes:
    """Return the content of a regular file; raises OSError for anything else, and for a larger file."""
    with open_regular(path) as file:
        size = path.stat().st_size
        # A file of the system may say that it is empty, and others grow.
        data = file.read(most_bytes + 1) if size <= most_bytes else b""
    if max(size, len(data)) > most_bytes:
        raise TooLargeError(errno.EFBIG, f"it is larger than {format_limit(most_bytes)}", str(path))
    return data


def format_limit(size: int) -> str:
    """Return a limit as text, such as `8 MB`."""
    return f"{size // 2**20} MB" if size >= 2**20 else f"{size // 1024} KB"

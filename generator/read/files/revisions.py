"""Games of a commit: git lists and prints the files of a revision, and runs nothing of the repository.

`HEAD~3:data/games/pox` is a folder like any other; its files are objects of git, which need no checkout. No
hook, filter, pager, or connection is used, and what git prints is limited like a packed game.
"""

import errno
import os
import posixpath
import shutil
import stat
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from generator.errors import DataError, Problem, UnknownName, describe_unknown
from generator.inputs import attach, format_limit, make_stat
from generator.model.values import dataclass
from generator.read.files.packs import MOST_MEMBERS, MOST_OF_MEMBER, MOST_UNPACKED

COLON = ":"
"""Between a revision and a path of its repository, as git writes it."""
_MOST_SECONDS = 60
_MOST_LISTED = 1_000_000
"""Maximum number of bytes of other answers of git."""
_QUIET = ("--no-pager", "--literal-pathspecs", "--no-replace-objects", "-c", "protocol.allow=never")
"""Options of git: nothing is fetched, and objects are as they were committed."""
_VARIABLES = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
    "NoDefaultCurrentDirectoryInExePath": "1",
}
_LINK, _MODULE = "120000", "160000"
_POINTER = b"version https://git-lfs.github.com/"


@dataclass(frozen=True, slots=True)
class _Entry:
    mode: str
    object: str
    size: int


class RevisionFiles:
    """The files of a folder in a commit, each of which git prints when it is read."""

    def __init__(self, at: Path, commit: str, folder: str, home: Path) -> None:
        self._at, self.commit, self.folder, self._home = at, commit, folder, home
        self._entries = dict(_list_entries(at, f"{commit}:{folder}", str(home)))
        self._read: dict[str, bytes] = {}
        names: dict[str, set[str]] = {".": set()}
        for name in self._entries:
            path = PurePosixPath(name)
            for child in (path, *path.parents):
                if str(child) != ".":
                    names.setdefault(str(child.parent), set()).add(child.name)
        self._folders: Mapping[str, Sequence[str]] = {name: sorted(inside) for name, inside in names.items()}

    def stat(self, name: str) -> os.stat_result:
        """Return the facts of a file or folder."""
        if name in self._entries:
            return make_stat(stat.S_IFREG | 0o444, self._entries[name].size, 0)
        if name in self._folders:
            return make_stat(stat.S_IFDIR | 0o555, 0, 0)
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self._home / name))

    def read(self, name: str) -> bytes:
        """Return the content of a file as it was committed."""
        if name not in self._entries:
            kind = errno.EISDIR if name in self._folders else errno.ENOENT
            raise OSError(kind, os.strerror(kind), str(self._home / name))
        entry = self._entries[name]
        if entry.mode == _LINK:
            raise OSError(errno.EINVAL, "it is a link, which is not followed in a commit", name)
        if entry.size > MOST_OF_MEMBER:
            raise OSError(errno.EFBIG, f"it is larger than {format_limit(MOST_OF_MEMBER)}", name)
        if name not in self._read:
            data = _ask(self._at, "cat-file", "blob", entry.object)
            if data.startswith(_POINTER):
                message = "only its place in Git LFS is in the commit; compare folders instead"
                raise OSError(errno.EINVAL, message, name)
            self._read[name] = data
        return self._read[name]

    def list_names(self, name: str) -> Sequence[str]:
        """Return the names in a folder."""
        if name not in self._folders:
            kind = errno.ENOTDIR if name in self._entries else errno.ENOENT
            raise OSError(kind, os.strerror(kind), str(self._home / name))
        return self._folders[name]

    def sign(self) -> Path | None:
        """Return None: a revision is not a file, so that nothing of it is kept for later runs."""

    def reopen(self) -> tuple[Callable[..., Path], tuple[object, ...]]:
        """Return how another process opens the same commit."""
        return _reopen, (self._at, self.commit, self.folder, self._home)


def is_revision(name: str) -> bool:
    """Return True for `HEAD~3:my-game`, unless there is such a file."""
    revision, colon, _ = name.partition(COLON)
    try:
        return bool(colon) and len(revision) != 1 and not Path(name).exists()
    except (OSError, ValueError):
        return False


def open_revision(revision: str, path: str, *, at: Path) -> Path:
    """Return the folder or file that a commit of the repository around `at` has.

    The path is that of the repository, or relative to `at` if it begins with a dot. Raises UnknownName.
    """
    if not revision or revision.startswith("-") or "\0" in revision + path:
        hint = "write a commit, a branch, or a tag before the colon: `HEAD~3:my-game`"
        raise UnknownName(f"`{revision}{COLON}{path}` names no revision; {hint}")
    inside = _ask_text(at, "rev-parse", "--show-prefix", wrong=f"`{at}` is not in a repository of git")
    wrong = f"there is no revision `{revision}`"
    asked = "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"
    commit = _ask_text(at, *asked, wrong=wrong)
    full = posixpath.normpath(posixpath.join(inside if path[:1] == "." else "", path.rstrip("/") or "."))
    if full.startswith(("../", "/")) or full == "..":
        raise UnknownName(f"`{revision}{COLON}{path}` is outside of the repository")
    full = "" if full == "." else full
    kind = _find_kind(at, commit, full, revision)
    folder = full if kind == "tree" else posixpath.dirname(full)
    # A game without an id is named like its folder.
    top = folder or (_name_repository(at) if kind == "tree" else ".")
    home = Path(f"{revision}{COLON}{top}")
    files = attach(home, RevisionFiles(at.absolute(), commit, folder, home))
    return files if kind == "tree" else files / posixpath.basename(full)


def _reopen(at: Path, commit: str, folder: str, home: Path) -> Path:
    return attach(home, RevisionFiles(at, commit, folder, home))


def _find_kind(at: Path, commit: str, path: str, revision: str) -> str:
    """Return `tree` or `blob`; raises UnknownName with a guess for a path that the commit does not have."""
    if not path:
        return "tree"
    listed = _ask(at, "ls-tree", "-z", "--full-tree", commit, "--", path)
    kind = listed.split(b" ")[1].decode() if listed else ""
    if kind in ("tree", "blob"):
        return kind
    above = posixpath.dirname(path)
    beside = _ask(
        at, "ls-tree", "-z", "--name-only", "--full-tree", commit, "--", f"{above}/" if above else "."
    )
    near = [name.decode("utf-8", "replace") for name in beside.split(b"\0") if name]
    raise UnknownName(f"in `{revision}`: {describe_unknown('folder or file', path, near)}")


def _name_repository(at: Path) -> str:
    try:
        return Path(_ask_text(at, "rev-parse", "--show-toplevel", wrong="it has no folder")).name
    except UnknownName:
        return "game"


def _list_entries(at: Path, tree: str, name: str) -> Iterator[tuple[str, _Entry]]:
    """Yield the files of a tree; raises DataError if they are too many or too large."""
    listed = _ask(at, "ls-tree", "-r", "-l", "-z", "--full-tree", tree)
    rows = [row for row in listed.split(b"\0") if row]
    total = 0
    for row in rows[: MOST_MEMBERS + 1]:
        facts, _, path = row.partition(b"\t")
        mode, _, object, size = facts.decode().split()
        if mode == _MODULE:
            continue
        total += int(size)
        yield path.decode("utf-8", "surrogateescape"), _Entry(mode, object, int(size))
    message = f"has more than {MOST_MEMBERS} files" if len(rows) > MOST_MEMBERS else ""
    if total > MOST_UNPACKED:
        message = f"has more than {format_limit(MOST_UNPACKED)} of files"
    if message:
        raise DataError([Problem(name, 0, 0, "", message, "name the folder of the game")])


def _ask_text(at: Path, *words: str, wrong: str) -> str:
    """Return a line that git prints; raises UnknownName with a message if it refuses."""
    return _ask(at, *words, wrong=wrong).decode("utf-8", "replace").strip()


def _ask(at: Path, *words: str, wrong: str = "") -> bytes:
    """Return what git prints; raises UnknownName with its reason."""
    program = shutil.which("git")
    if program is None:
        raise UnknownName("a revision needs git, which is not installed: compare folders or packed games")
    own = {
        name: value for name, value in os.environ.items() if name not in ("GIT_TRACE", "GIT_EXTERNAL_DIFF")
    }
    try:
        done = subprocess.run(
            [program, *_QUIET, *words],
            cwd=at,
            env={**own, **_VARIABLES},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_MOST_SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise UnknownName(f"git took longer than {_MOST_SECONDS} seconds") from None
    if done.returncode == 0 and (words[0] == "cat-file" or len(done.stdout) <= _MOST_LISTED):
        return done.stdout
    said = done.stderr.decode("utf-8", "replace").strip().removeprefix("fatal: ").split("\n")[0]
    reason = f"git: {said}" if said else "it prints more than is read" if not done.returncode else ""
    raise UnknownName(": ".join(one for one in (wrong, reason) if one) or "git refuses")

"""Games that are no folders, and are read like one: a `.petri` archive, or the files of a commit.

An archive comes from anybody. Its directory is checked before anything is read, and each file against its
hash when it is read; sizes are counted while reading, never taken from the directory.

`HEAD~3:data/games/pox` is a folder like any other; its files are objects of git, which need no checkout. No
hook, filter, pager, or connection is used, and what git prints is limited like a packed game.
"""

import errno
import hashlib
import io
import json
import os
import posixpath
import re
import shutil
import stat
import struct
import subprocess
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from generator.errors import DataError, Problem, UnknownName, describe_unknown
from generator.inputs import PACK, attach, format_limit, make_stat, open_regular
from generator.model.values import dataclass, field
from generator.read.files.text_files import MEGABYTE, name_file
from generator.system import DEVICES

MANIFEST = "petri.json"
"""The first member of an archive: its format, and the hash of each file."""
FORMAT = 1
CODE = ".py"
"""End of the names of files that are programs."""

MOST_PACKED = 64 * MEGABYTE
MOST_UNPACKED = 256 * MEGABYTE
MOST_OF_MEMBER = 64 * MEGABYTE
MOST_MEMBERS = 5000
MOST_RATIO = 200
"""Maximum number of bytes that a byte of the archive becomes."""
_SMALL = MEGABYTE
"""Size up to which the ratio does not matter: empty tables and plain pictures become very small."""
_MOST_MANIFEST = 4 * MEGABYTE
_LONGEST_NAME = 200
_END = struct.Struct("<4s4H2LH")
_LOCAL = struct.Struct("<4s5H3L2H")
_FORBIDDEN = re.compile(r'[\0-\x1f\x7f<>:"|?*\\]')
_HASH = re.compile("[0-9a-f]{64}")
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
class Manifest:
    """The facts about an archive that its maker wrote."""

    name: str = ""
    version: str = ""
    source: str = ""
    """An address, which is only shown."""
    hashes: Mapping[str, str] = field(default_factory=dict)
    """SHA-256 of each file, by its name."""

    @property
    def code(self) -> tuple[str, ...]:
        """Names of the files that are programs."""
        return tuple(name for name in self.hashes if name.endswith(CODE))

    def encode(self) -> bytes:
        """Return the content of petri.json."""
        about = {"name": self.name, "version": self.version, "source": self.source}
        facts = {"format": FORMAT, **{key: text for key, text in about.items() if text}, "files": self.hashes}
        return (json.dumps(facts, indent=1, ensure_ascii=False, sort_keys=False) + "\n").encode()


class PackedFiles:
    """The files of a `.petri` archive; raises DataError for one that is damaged or not safe."""

    def __init__(self, path: Path) -> None:
        self.path, self._name = path, name_file(path)
        self._time = -1
        self._update()

    def _update(self) -> None:
        """Read the archive again if it was replaced since it was read."""
        if (time := self.path.stat().st_mtime_ns) != self._time:
            self._raw, self._time = _read_whole(self.path), time
            self._members = self._list_members()
            self.manifest = self._read_manifest()
            self._folders = _list_folders(self._members)

    @property
    def digest(self) -> str:
        """SHA-256 of the archive."""
        return hashlib.sha256(self._raw).hexdigest()

    def stat(self, name: str) -> os.stat_result:
        """Return the facts of a file or folder, with the time of the archive."""
        self._update()
        if name in self._members:
            return make_stat(stat.S_IFREG | 0o444, self._members[name].file_size, self._time)
        if name in self._folders:
            return make_stat(stat.S_IFDIR | 0o555, 0, self._time)
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), f"{self._name}/{name}")

    def read(self, name: str) -> bytes:
        """Return the content of a file, which is as it was packed."""
        self._update()
        if name not in self._members:
            kind = errno.EISDIR if name in self._folders else errno.ENOENT
            raise OSError(kind, os.strerror(kind), f"{self._name}/{name}")
        data = self._unpack(self._members[name], MOST_OF_MEMBER)
        if hashlib.sha256(data).hexdigest() != self.manifest.hashes[name]:
            raise OSError(
                errno.EIO, f"it is not the file that was packed: its hash in {MANIFEST} differs", name
            )
        return data

    def list_names(self, name: str) -> Sequence[str]:
        """Return the names in a folder."""
        self._update()
        if name not in self._folders:
            kind = errno.ENOTDIR if name in self._members else errno.ENOENT
            raise OSError(kind, os.strerror(kind), f"{self._name}/{name}")
        return self._folders[name]

    def list_files(self) -> tuple[str, ...]:
        """Return the names of all files of the game, sorted."""
        return tuple(sorted(self._members))

    def sign(self) -> Path | None:
        """Return the archive."""
        return self.path

    def reopen(self) -> tuple[Callable[..., Path], tuple[object, ...]]:
        """Return how another process opens the same archive."""
        return open_pack, (self.path,)

    def _fail(self, message: str, hint: str = "", name: str = "") -> DataError:
        file = f"{self._name}/{name}" if name else self._name
        return DataError([Problem(file, 0, 0, "", message, hint)])

    def _list_members(self) -> dict[str, zipfile.ZipInfo]:
        """Return the members by name, the manifest among them, after all checks of the directory."""
        if len(self._raw) > MOST_PACKED:
            raise self._fail(f"is larger than {format_limit(MOST_PACKED)}", "the limit for a packed game")
        try:
            infos = zipfile.ZipFile(io.BytesIO(self._raw)).infolist()
        except (
            zipfile.BadZipFile,
            zipfile.LargeZipFile,
            NotImplementedError,
            struct.error,
            ValueError,
        ) as error:
            hint = "`petri pack` makes such files; if this one was downloaded, download it again"
            raise self._fail(f"is not a packed game: {error}", hint) from None
        if len(infos) > MOST_MEMBERS:
            raise self._fail(f"has {len(infos)} files; at most {MOST_MEMBERS} are allowed")
        problems = [problem for info in infos if (problem := self._find_fault(info))]
        problems += self._find_twins(infos)
        if not problems and not self._is_tight(infos):
            raise self._fail("has bytes that belong to none of its files", "pack the game again")
        if problems:
            raise DataError(problems)
        if sum(info.file_size for info in infos) > MOST_UNPACKED:
            raise self._fail(f"would unpack to more than {format_limit(MOST_UNPACKED)}")
        return {info.filename: info for info in infos}

    def _find_fault(self, info: zipfile.ZipInfo) -> Problem | None:
        """Return why a member cannot be read, by its entry in the directory alone."""
        name, kind = info.filename, info.external_attr >> 16
        message = find_fault_of_name(name)
        if not message and info.flag_bits & 0x1:
            message = "is encrypted, which a packed game cannot be"
        if not message and info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            message = "is packed in a way that is not read; only stored and deflated files are"
        if not message and stat.S_IFMT(kind) not in (0, stat.S_IFREG):
            message = "is a link or another special file; a packed game has only plain ones"
        if not message and info.file_size > MOST_OF_MEMBER:
            message = f"is larger than {format_limit(MOST_OF_MEMBER)}, the limit for one file"
        if not message and info.file_size > max(_SMALL, MOST_RATIO * info.compress_size):
            message = f"unpacks to more than {MOST_RATIO} times its size"
        return Problem(f"{self._name}/{name}", 0, 0, "", message) if message else None

    def _find_twins(self, infos: Sequence[zipfile.ZipInfo]) -> list[Problem]:
        """Return a problem for each name that some systems take for that of another member."""
        known: dict[str, str] = {}
        found = []
        for name in (info.filename for info in infos):
            other = known.setdefault(name.casefold(), name)
            if other != name:
                message = f"is `{other}` on systems that ignore case"
                found.append(Problem(f"{self._name}/{name}", 0, 0, "", message, "rename one of them"))
        names = [info.filename for info in infos]
        twice = (
            sorted({name for name in names if names.count(name) > 1}) if len({*names}) < len(names) else []
        )
        found += (Problem(f"{self._name}/{name}", 0, 0, "", "is in the archive twice") for name in twice)
        folders = {str(parent).casefold() for name in names for parent in PurePosixPath(name).parents}
        both = [name for name in names if name.casefold() in folders]
        found += (Problem(f"{self._name}/{name}", 0, 0, "", "is a file and a folder") for name in both)
        return found

    def _is_tight(self, infos: Sequence[zipfile.ZipInfo]) -> bool:
        """Return True if each byte of the archive belongs to one member, or to the directory."""
        raw = self._raw
        *_, size, start, comment = _END.unpack(raw[-_END.size :])
        if not raw[-_END.size :].startswith(b"PK\5\6") or start + size + _END.size != len(raw) or comment:
            return False
        place = 0
        for info in sorted(infos, key=lambda info: info.header_offset):
            local = _LOCAL.unpack_from(raw, info.header_offset)
            if info.header_offset != place or local[0] != b"PK\3\4":
                return False
            place += _LOCAL.size + local[-2] + local[-1] + info.compress_size
        return bool(place == start)

    def _unpack(self, info: zipfile.ZipInfo, most: int) -> bytes:
        local = _LOCAL.unpack_from(self._raw, info.header_offset)
        start = info.header_offset + _LOCAL.size + local[-2] + local[-1]
        packed = self._raw[start : start + info.compress_size]
        try:
            data = (
                packed
                if info.compress_type == zipfile.ZIP_STORED
                else _inflate(packed, min(most, info.file_size))
            )
        except zlib.error as error:
            raise OSError(errno.EIO, f"it is damaged: {error}", info.filename) from None
        if len(data) != info.file_size or zlib.crc32(data) != info.CRC:
            raise OSError(errno.EIO, "it is damaged: its size or checksum differs", info.filename)
        return data

    def _read_manifest(self) -> Manifest:
        """Return petri.json, which is no file of the game."""
        info = self._members.pop(MANIFEST, None)
        if info is None:
            hint = "`petri pack` writes it; other archives are unpacked first"
            raise self._fail(f"has no {MANIFEST}: it is not a packed game", hint)
        try:
            facts: Any = json.loads(self._unpack(info, _MOST_MANIFEST))
        except (OSError, ValueError, RecursionError) as error:
            reason = getattr(error, "strerror", None) or error
            raise self._fail(f"cannot be read: {reason}", name=MANIFEST) from None
        hashes = facts.get("files") if isinstance(facts, dict) else None
        if not isinstance(hashes, dict) or not all(
            isinstance(one, str) and _HASH.fullmatch(one) for one in hashes.values()
        ):
            raise self._fail("lacks `files`, a SHA-256 for each file", name=MANIFEST)
        if facts.get("format") != FORMAT:
            message = f"is of format {facts.get('format')!r:.20}, and this version reads format {FORMAT}"
            raise self._fail(message, "update Petri Press", MANIFEST)
        if odd := sorted({*hashes} ^ {*self._members}):
            which = "is not in the archive" if odd[0] in hashes else "is in the archive, but not listed"
            raise self._fail(f"lists other files than there are: `{odd[0]}` {which}", name=MANIFEST)
        texts = {
            key: text for key in ("name", "version", "source") if isinstance(text := facts.get(key, ""), str)
        }
        return Manifest(**texts, hashes=hashes)


def open_pack(path: Path) -> Path:
    """Return the folder of a packed game, which can be read like any other; raises DataError."""
    return attach(path, PackedFiles(path))


def locate_file(name: str) -> Path:
    """Return the path of a file that a message names, which may be inside a packed game."""
    path = Path(name)
    for above in path.parents:
        if above.suffix.lower() == PACK and above.is_file():
            return type(open_pack(above))(path)
    return path


def find_archive(path: Path) -> PackedFiles | None:
    """Return the archive in which a file or folder is; None if it is on the disk."""
    files = getattr(path, "files", None)
    return files if isinstance(files, PackedFiles) else None


def write_pack(manifest: Manifest, files: Mapping[str, bytes]) -> bytes:
    """Return an archive of these files, which has the same bytes whenever and wherever it is made."""
    made = io.BytesIO()
    hashes = {name: hashlib.sha256(files[name]).hexdigest() for name in sorted(files)}
    whole = Manifest(manifest.name, manifest.version, manifest.source, hashes)
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in ((MANIFEST, whole.encode()), *((name, files[name]) for name in hashes)):
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.create_system, info.external_attr = 3, (stat.S_IFREG | 0o644) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data, compresslevel=9)
    return made.getvalue()


def _read_whole(path: Path) -> bytes:
    with open_regular(path) as file:
        return file.read(MOST_PACKED + 1)


def _list_folders(names: Mapping[str, object]) -> dict[str, tuple[str, ...]]:
    """Return the names in each folder, sorted; `.` is the whole archive."""
    inside: dict[str, set[str]] = {".": set()}
    for name in names:
        path = PurePosixPath(name)
        for child in (path, *path.parents):
            if str(child) != ".":
                inside.setdefault(str(child.parent), set()).add(child.name)
    return {folder: tuple(sorted(children)) for folder, children in inside.items()}


def find_fault_of_name(name: str) -> str:
    """Return why a name is none that every system can have; empty if it is."""
    steps = name.split("/")
    if name.startswith("/") or ".." in steps or "." in steps or "" in steps or _FORBIDDEN.search(name):
        return "has a name that is not a plain path inside the game"
    if len(name) > _LONGEST_NAME:
        return f"has a name of more than {_LONGEST_NAME} characters"
    if unicodedata.normalize("NFC", name) != name:
        return "has a name with letters in parts, which systems write differently"
    if any(step.split(".")[0].lower() in DEVICES or step != step.rstrip(". ") for step in steps):
        return "has a name that Windows does not allow"
    if any(step.startswith(".") for step in steps):
        return "is a hidden file, which no game has"
    return ""


def _inflate(packed: bytes, size: int) -> bytes:
    """Return at most one byte more than `size`, however much the data would become."""
    stream = zlib.decompressobj(-zlib.MAX_WBITS)
    return stream.decompress(packed, size + 1)


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
        self._folders = _list_folders(self._entries)

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

"""Folders of games: those of the program, of installed packages, of the user, each with what is kept of it.

Results are kept as long as the files that they were made from are the same. Entries of the cache may be
deleted at any time. One that is damaged, of another version, or in a folder that others can write to is
ignored: it is a pickle, which could contain code.
"""

import os
import pickle
import re
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from time import time_ns
from typing import Any, TypeAlias, TypeVar

import platformdirs

import generator
from generator.errors import UnknownName, describe_unknown, find_near
from generator.inputs import PACK, find_source, open_regular, read_regular
from generator.model.values import dataclass
from generator.read.files.text_files import MOST_TEXT_BYTES, NOT_READ

KIT_FILE = "kit.yaml"
YAML = (".yaml", ".yml")
MARKDOWN = ".md"
"""Suffix of booklets in Markdown."""

SINGLE = {"cards": "deck", "tokens": "tokens", "areas": "board", "sections": "sheet"}
"""Type of a part that may be a game by itself, by a key of its file."""
_IS_SINGLE = re.compile(rf"^({'|'.join(SINGLE)}):", re.MULTILINE)

REFERENCE = "en"
"""The language whose texts all others must have."""
_MOST_BYTES = 1024 * 1024
GROUPS = {
    "petri_press.data": "data",
    "petri_press.games": "rules of a game",
    "petri_press.backends": "output format",
    "petri_press.importers": "importer",
}
"""Groups of entry points, and the addition of each."""
DATA, FORMATS, IMPORTERS = "petri_press.data", "petri_press.backends", "petri_press.importers"

T = TypeVar("T")
Signature: TypeAlias = tuple[tuple[str, int, int, int, int], ...]
"""Path, size, times of the last changes, and inode number of each file."""
MOST_CACHE_BYTES = 64 * 2**20
"""Maximum size of all entries; the least recently used ones are removed."""
_MOST_OF_ENTRY = MOST_CACHE_BYTES // 4
_MISSING = object()
_NAME = "petri-press"
LIBRARIES = Path(platformdirs.__file__).parents[1]
"""The folder in which the libraries are installed."""
_ENTRY = ".petri"
_DIGEST = 16
"""Bytes of the digest with which an entry begins."""
MOST_FILES = 5000
"""Maximum number of files in all signed folders; more would take too long."""
_YOUNG = 2 * 10**9
"""Nanoseconds within which two changes of a file may have the same time."""
_MADE = (".pdf", ".part")
"""Ends of the names of files that are made from games; a game that is read from one is not kept."""


class Cache:
    """A folder with results of earlier runs; without a folder, nothing is kept."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def get_or_make(
        self,
        key: tuple[object, ...],
        paths: Iterable[Path],
        make: Callable[[], T],
        *,
        keeps: Callable[[T], bool] = bool,
    ) -> T:
        """Return what `make` returned in an earlier run for the same key and files, or call it.

        The result must depend only on the key, the files in and below the paths, and their names as
        `name_file` writes them. It is kept if `keeps` returns True for it.
        """
        if self.folder is None:
            return make()
        paths = tuple(paths)
        program, signature = _sign_program(), sign_files(paths)
        if not program or signature is None:
            return make()
        entry = self._name_entry(key, paths, _name_current_folder(paths), sys.version, program)
        kept: Any = _load(entry, signature)
        if kept is not _MISSING:
            known: T = kept
            return known
        made = make()
        # A file that changed in the meantime may have been read before or after the change.
        if keeps(made) and sign_files(paths) == signature and _sign_program_now() == program:
            _save(entry, signature, made)
        return made

    def keep(self, key: tuple[object, ...], value: object) -> None:
        """Keep a value that depends on no files."""
        if self.folder is not None:
            _save(self._name_entry(key, generator.__version__), (), value)

    def recall(self, key: tuple[object, ...]) -> object:
        """Return the value that was kept for a key; None if there is none."""
        found = _MISSING if self.folder is None else _load(self._name_entry(key, generator.__version__), ())
        return None if found is _MISSING else found

    def _name_entry(self, *asked: object) -> Path:
        assert self.folder is not None
        return self.folder / f"{_digest(repr(asked).encode()).hex()}{_ENTRY}"


def find_cache() -> Cache:
    """Return the user's cache, or the folder in PETRI_CACHE; if that is empty or `off`, nothing is kept."""
    given = os.environ.get("PETRI_CACHE")
    if given in ("", "off"):
        return Cache()
    return Cache(Path(given) if given else platformdirs.user_cache_path(_NAME, appauthor=False))


def find_settings_folder() -> Path:
    """Return the folder in PETRI_SETTINGS, or the user's; it may not exist yet."""
    given = os.environ.get("PETRI_SETTINGS")
    return Path(given) if given else platformdirs.user_config_path(_NAME, appauthor=False, roaming=True)


def _sign_program_now() -> Signature | None:
    """Return the signature of this program, and of the folder in which its libraries are installed."""
    signed, time = sign_files([Path(generator.__file__).parent], ends=".py"), LIBRARIES.stat().st_mtime_ns
    return signed and (*signed, (str(LIBRARIES), 0, time, time, 0))


_sign_program = cache(_sign_program_now)
"""Return the signature of the program when it was first asked for: that of the code that runs."""


def _name_current_folder(paths: Iterable[Path]) -> str:
    """Return the current folder if files in or below the paths are named relative to it, else nothing."""
    try:
        current = Path.cwd()
    except OSError:
        # The current folder was deleted.
        return ""
    is_near = any(
        not path.is_absolute() or path.is_relative_to(current) or current.is_relative_to(path)
        for path in paths
    )
    return str(current) if is_near else ""


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=_DIGEST).digest()


def _load(entry: Path, signature: Signature) -> object:
    """Return the result of an entry with this signature, or _MISSING."""
    try:
        with open_regular(entry) as file:
            if not (_is_private(os.fstat(file.fileno())) and _is_private(entry.parent.stat())):
                return _MISSING
            digest, data = file.read(_DIGEST), file.read(2 * _MOST_OF_ENTRY)
        if digest != _digest(data):
            return _MISSING
        # The result is a pickle inside: it is read only if the files are the same.
        made_from, kept = pickle.loads(data)
        if made_from != signature:
            return _MISSING
        with suppress(OSError):
            os.utime(entry)
        return pickle.loads(kept)
    except Exception:
        # Whatever a damaged entry raises, the result can be made again.
        return _MISSING


def _is_private(one: os.stat_result) -> bool:
    """Return True if only the user can write to a file or folder; Windows has no such bits."""
    return os.name != "posix" or (one.st_uid == os.geteuid() and not one.st_mode & 0o022)


def _save(entry: Path, signature: Signature, made: object) -> None:
    """Write an entry, and remove old ones; nothing happens if the folder cannot be written to."""
    with suppress(OSError, pickle.PicklingError, AttributeError, TypeError, RecursionError):
        data = pickle.dumps((signature, pickle.dumps(made, pickle.HIGHEST_PROTOCOL)))
        if len(data) > _MOST_OF_ENTRY:
            return
        entry.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Other processes that read meanwhile find the old entry or the new one.
        temporary = entry.with_name(f"{os.getpid()}-{entry.stem}.part")
        try:
            with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(_digest(data) + data)
            temporary.replace(entry)
        finally:
            temporary.unlink(missing_ok=True)
        _remove_old(entry.parent)


def _remove_old(folder: Path) -> None:
    """Remove the least recently used entries if all together are too large."""
    found = [(one, one.stat()) for one in folder.glob(f"*{_ENTRY}")]
    size = 0
    for entry, one in sorted(found, key=lambda pair: -pair[1].st_mtime):
        size += one.st_size
        if size > MOST_CACHE_BYTES:
            entry.unlink()


class Memo:
    """Values made of single files, in memory, for programs that read a game repeatedly; off by default."""

    def __init__(self, *, is_on: bool = False) -> None:
        self._is_on = is_on
        self._kept: dict[tuple[Path, Hashable], tuple[tuple[int, int, int], Any]] = {}

    def get_or_make(self, path: Path, key: Hashable, make: Callable[[], T]) -> T:
        """Return what `make` returned for the same file and key, or call it; errors are not kept."""
        if not self._is_on:
            return make()
        if (signature := sign_file(path)) is None:
            return make()
        entry = path, key
        known = self._kept.get(entry)
        if known is None or known[0] != signature:
            known = self._kept[entry] = signature, make()
        made: T = known[1]
        return made


def sign_file(path: Path) -> tuple[int, int, int] | None:
    """Return what changes with a file; None if there is none."""
    try:
        one = path.stat()
    except OSError:
        return None
    return one.st_mtime_ns, one.st_size, one.st_ino


NO_MEMO = Memo()
"""Keeps nothing."""


def sign_files(paths: Iterable[Path], *, ends: str = "") -> Signature | None:
    """Return the signature of all files in and below the paths whose names end with `ends`.

    None if there are too many, if one is unreadable or not on the disk, or if one has changed just now: it
    could change again within the resolution of its time.
    """
    sources = [find_source(path) for path in paths]
    if None in sources:
        return None
    files = [*islice(chain.from_iterable(_list_files(path) for path in sources if path), MOST_FILES + 1)]
    named = [file for file in files if file.name.endswith(ends) and not file.name.lower().endswith(_MADE)]
    try:
        found = sorted((os.fspath(file), file.stat()) for file in named)
    except OSError:
        return None
    latest = time_ns() - _YOUNG
    if len(files) > MOST_FILES or any(max(one.st_mtime_ns, one.st_ctime_ns) >= latest for _, one in found):
        return None
    return tuple((path, one.st_size, one.st_mtime_ns, one.st_ctime_ns, one.st_ino) for path, one in found)


def list_times(folder: Path, *, besides: Iterable[Path] = ()) -> dict[str, tuple[int, int]]:
    """Return size and time of the last change, in ns, of each file in a folder, by its path inside.

    Files in the folders `besides` are left out. Empty if there are too many files.
    """
    folder = folder.resolve()
    others = tuple(f"{other.resolve()}{os.sep}" for other in besides)
    files = [*islice(_list_files(folder), MOST_FILES + 1)]
    found = {}
    for file in files if len(files) <= MOST_FILES else ():
        path = os.fspath(file)
        with suppress(OSError):
            if not path.startswith(others):
                one = file.stat()
                found[os.path.relpath(path, folder)] = one.st_size, one.st_mtime_ns
    return found


def _list_files(
    path: str | Path, known: set[tuple[int, int]] | None = None
) -> Iterator[os.DirEntry[str] | Path]:
    """Yield the files in and below a folder, also through links; each folder is listed once."""
    known = set() if known is None else known
    try:
        there = Path(path).stat()
        entries = [*os.scandir(path)]
    except NotADirectoryError:
        yield Path(path)
        return
    except OSError:
        return
    # Links can make few folders as many as there are paths to them, even without an end.
    if (there.st_dev, there.st_ino) in known:
        return
    known.add((there.st_dev, there.st_ino))
    for entry in entries:
        is_folder = False
        with suppress(OSError):
            is_folder = entry.is_dir()
        if not is_folder:
            yield entry
        elif entry.name not in NOT_READ:
            yield from _list_files(entry.path, known)


class Shelf:
    """Folders of data and fonts; nothing is read until it is needed."""

    def __init__(
        self,
        data: Path,
        fonts: Path,
        *,
        cache: Cache | None = None,
        memo: Memo = NO_MEMO,
        packages: Sequence[Path] = (),
    ) -> None:
        self.data, self.fonts, self.packages = data, fonts, tuple(packages)
        """Our data and fonts, and the folders of installed data packages, which come after ours."""
        self.cache, self.memo = cache or Cache(), memo
        """Results of earlier runs, and what this run may read again."""
        self.papers, self.card_sizes = data / "papers.yaml", data / "card_sizes.yaml"
        self.chart, self.calibration = data / "chart.yaml", data / "calibration.yaml"
        self.boxes, self.card_stocks = data / "boxes.yaml", data / "card_stocks.yaml"
        self.destinations, self.presses = data / "services.yaml", data / "presses"
        """Files that services take, and ICC profiles of printing conditions."""
        self.press_profile = self.presses / "FOGRA39L_coated.icc"
        """The profile of coated paper, whose colours CMYK pictures have without one."""
        self.rates = data / "plan.yaml"
        self.games, self.themes, self.icons = data / "games", data / "themes", data / "icons"
        self.maps, self.wording = data / "maps", data / "wording"
        """Land and texts that all games share."""
        self.starter, self.complete, self.noughts = data / "starter", data / "complete", data / "noughts"
        """Starting points of `petri new`: a deck, a complete game, and a game with its own rules."""
        self.styles = data / "styles"
        """Those in a style, by its name."""
        self.schemas = data / "schemas"
        """JSON Schemas as `petri schema` writes them, to copy into new games."""
        self.pages = data.parent / "docs"
        self.rule_pages = self.pages / "games"
        """Documentation of the rules of each game, such as `space_race.md`."""

    def list_sources(self, game: Path) -> tuple[Path, ...]:
        """Return the files and folders from which a game is read: its own, and those that games share."""
        own = game.parent if game.suffix in YAML else game
        ours = self.themes, self.icons, self.maps, self.wording, self.papers, self.card_sizes, self.fonts
        return (own, *ours, *self.packages)

    def list_all(self, ours: Path) -> tuple[Path, ...]:
        """Return a file or folder of ours, and those with its name in installed data packages."""
        name = ours.relative_to(self.data)
        others = (folder / name for folder in self.packages)
        return (ours, *(path for path in others if path.exists()))

    @property
    def is_installed(self) -> bool:
        """Return True if the data is inside the package, where an update overwrites changes."""
        return self.data.parent == Path(generator.__file__).resolve().parent

    def list_games(self) -> tuple[str, ...]:
        """Return the ids of the games on the shelf, sorted."""
        return tuple(sorted(self._find_games()))

    def _find_games(self) -> dict[str, Path]:
        """Return the folders of games by id; ours hide those of packages."""
        kits = [kit for folder in self.list_all(self.games) for kit in folder.glob(f"*/{KIT_FILE}")]
        return {kit.parent.name: kit.parent for kit in reversed(kits)}

    def choose_games(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the named games; without names, those of the current folder, or else all on the shelf.

        A game that is the current folder itself goes before those in its folders.
        """
        if not names and (Path(KIT_FILE).is_file() or len(list_singles(Path())) == 1):
            return (".",)
        if not names and (own := list_own_games()):
            return own
        split = ([name] if "," not in name or _exists(name) else name.split(",") for name in names)
        return tuple(map(str.strip, chain.from_iterable(split))) or self.list_games()

    def find_game(self, name: str) -> Path:
        """Return the folder or file of a game, by id (with `-` or `_`) or by its path.

        Raises UnknownName, which suggests the nearest game of the shelf or of the current folder.
        """
        wanted = name.replace("-", "_").lower()
        if game := self._find_games().get(wanted):
            return game
        path = Path(name)
        if name and _exists(name):
            if path.is_dir():
                return find_game_in(path)
            if path.suffix.lower() == PACK and path.is_file():
                return find_game_in(_open_pack(path))
            if path.suffix in YAML and path.is_file():
                return _find_single(path)
            way_out = "`petri new` makes one, whose cards may be a table"
            kinds = f"a folder, a YAML file, or a {PACK} file"
            raise UnknownName(f"`{name}` is not a game, which is {kinds} ({way_out})")
        posix = name.replace("\\", "/")
        if posix != name and (_exists(posix) or os.sep == "/"):
            what = "file" if path.suffix in YAML else "folder"
            raise UnknownName(f"there is no {what} `{name}`; write / between folders: `{posix}`")
        if path.suffix in YAML:
            files = sorted(str(one) for ending in YAML for one in path.parent.glob(f"*{ending}"))
            raise UnknownName(describe_unknown("file", name, files))
        if "/" in name or os.sep in name:
            others = path.parent.glob("*") if _exists(str(path.parent)) else ()
            near = find_near(str(path), (str(other) for other in others if other.is_dir()))
            guess = f" (did you mean `{near[0]}`?)" if near else ""
            raise UnknownName(f"there is no folder `{name}`{guess}")
        known = (*(game.replace("_", "-") for game in self.list_games()), *list_own_games())
        raise UnknownName(describe_unknown("game", name, known))


def _exists(name: str) -> bool:
    """Return True if there is a file or folder; False also for a name that no system allows."""
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def list_own_games() -> tuple[str, ...]:
    """Return the games in the current folder and in its folders, as commands take them.

    A folder has a kit, or a single file that is a game; of several such files, each is a game. So is each
    packed game.
    """
    games = list_singles(Path()) if not Path(KIT_FILE).is_file() else [Path()]
    games += sorted(path for path in Path().glob(f"*{PACK}") if path.is_file())
    for folder in sorted(path for path in Path().glob("*") if path.is_dir()):
        singles = [] if (folder / KIT_FILE).is_file() else list_singles(folder)
        if len(singles) == 1 or (folder / KIT_FILE).is_file():
            games.append(folder)
        else:
            games += singles
    return tuple(map(str, games))


def list_singles(folder: Path) -> list[Path]:
    """Return the files of a folder that may be games by themselves, without reading more than their keys."""
    found = (path for path in sorted(folder.glob("*.yaml")) if path.is_file())
    return [path for path in found if _IS_SINGLE.search(_read_leniently(path))]


def _read_leniently(path: Path) -> str:
    """Return a text that may be anything; empty if it cannot be read, which its reader reports."""
    with suppress(OSError):
        return read_regular(path, MOST_TEXT_BYTES).decode("utf-8", "replace")
    return ""


def find_game_in(folder: Path) -> Path:
    """Return the folder if it has a kit, or the only file in it that is a game by itself."""
    if (folder / KIT_FILE).is_file():
        return folder
    singles = list_singles(folder)
    if len(singles) == 1:
        return singles[0]
    if (folder / "kit.yml").is_file():
        return _find_single(folder / "kit.yml")
    files = sorted(path for ending in YAML for path in folder.glob(f"*{ending}") if path.is_file())
    if len(files) == 1:
        # Why it is not a game is reported when it is read.
        return files[0]
    which = f", and several files that are games: name one, such as `{singles[0]}`" if singles else ""
    if files and not singles:
        which = f", and none of its files begins with {', '.join(f'`{key}:`' for key in SINGLE)}"
    raise UnknownName(f"the folder `{folder}` has no {KIT_FILE}{which}")


def _open_pack(path: Path) -> Path:
    # Few games are packed.
    from generator.read.files.packs import open_pack

    return open_pack(path)


def _find_single(path: Path) -> Path:
    """Return the folder of a kit.yaml, or the file of a game by itself."""
    if path.name == KIT_FILE:
        return path.parent
    if path.name == "kit.yml":
        raise UnknownName(f"`{path}`: rename it to {KIT_FILE}")
    kit = path.parent / KIT_FILE
    if kit.is_file() and f": {path.name}" in _read_leniently(kit):
        raise UnknownName(f"`{path}` is a part of `{path.parent}`: write `{path.parent} --part {path.stem}`")
    return path


def find_shelf(*, is_cached: bool = False, memo: Memo = NO_MEMO) -> Shelf:
    """Return the shelf that comes with the program: inside the installed package, or beside it.

    A cache keeps the data for later runs, a memo for this one.
    """
    package = Path(generator.__file__).resolve().parent
    root = package if (package / "data").is_dir() else package.parent
    cache, packages = find_cache() if is_cached else None, list_data_folders()
    return Shelf(root / "data", root / "fonts", cache=cache, memo=memo, packages=packages)


def list_locales(game: Path) -> tuple[str, ...]:
    """Return the languages of a game, English first: one for each file in its `wording/`."""
    folder = game.parent if game.suffix in YAML else game
    found = {REFERENCE, *(path.stem for path in (folder / "wording").glob("*.yaml"))}
    return tuple(sorted(found, key=lambda locale: (locale != REFERENCE, locale)))


@dataclass(frozen=True, slots=True)
class Plugin:
    """Something that an installed package adds."""

    group: str
    name: str
    package: str
    value: str
    """Module and object, such as `my_package.rules:make_game`; of data, the package with the files."""
    version: str
    licence: str = ""


@cache
def list_data_folders() -> tuple[Path, ...]:
    """Return the folders of installed data packages, by name; no module of theirs is imported.

    The library for installed packages takes longer to import than a small run, so their files are read here.
    """
    found: dict[str, Path] = {}
    for file in _list_entry_files():
        text = read_regular(file, _MOST_BYTES).decode("utf-8", "replace")
        if f"[{DATA}]" in text:
            found |= {name: folder for name, value in _parse(text, DATA) if (folder := _find_folder(value))}
    return tuple(found[name] for name in sorted(found))


def _list_entry_files() -> Iterator[Path]:
    for place in dict.fromkeys(sys.path):
        folder = Path(place or ".")
        if folder.name in ("site-packages", "dist-packages"):
            yield from sorted(folder.glob("*-info/entry_points.txt"))


def _parse(text: str, group: str) -> Iterator[tuple[str, str]]:
    """Yield name and value of each entry of a group; lines that are none are left out."""
    section = ""
    for line in text.splitlines():
        name, equals, value = line.partition("=")
        if line.startswith("["):
            section = line.strip("[] ")
        elif section == group and equals:
            yield name.strip(), value.strip()


def _find_folder(module: str) -> Path | None:
    """Return the folder of a top package; its parents would be imported, so that others are not taken."""
    spec = find_spec(module) if module.isidentifier() else None
    places = [*(spec.submodule_search_locations or ())] if spec else []
    return Path(places[0]) if places else None


def list_plugins() -> tuple[Plugin, ...]:
    """Return everything that installed packages add, by group and name."""
    from importlib.metadata import entry_points

    found = (entry for group in GROUPS for entry in entry_points(group=group))
    return tuple(
        sorted((_describe(entry) for entry in found), key=lambda one: ([*GROUPS].index(one.group), one.name))
    )


def _describe(entry: Any) -> Plugin:
    about = entry.dist.metadata if entry.dist else {}
    licence = about.get("License-Expression") or about.get("License") or ""
    package = str(about.get("Name", ""))
    return Plugin(entry.group, entry.name, package, entry.value, str(about.get("Version", "")), licence[:60])


def get_data_folder(plugin: Plugin) -> Path | None:
    """Return the folder of a data package; None for other packages."""
    return _find_folder(plugin.value) if plugin.group == DATA else None


def load_importer(suffix: str) -> Any:
    """Return the function of an installed importer for the end of a file's name; None if there is none."""
    from importlib.metadata import entry_points

    name = suffix.lower().removeprefix(".")
    entry = next(iter(entry_points(group=IMPORTERS, name=name)), None) if name else None
    return entry.load() if entry else None

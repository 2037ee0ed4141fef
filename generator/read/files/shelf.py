"""Folders of games: those of the program, of installed packages, and of the user."""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any

import generator
from generator.errors import UnknownName, describe_unknown, find_near
from generator.inputs import PACK, read_regular
from generator.model.values import dataclass
from generator.read.files.cache import NO_MEMO, Cache, Memo, find_cache
from generator.read.files.text_files import MOST_TEXT_BYTES

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

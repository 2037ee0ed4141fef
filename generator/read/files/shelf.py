"""Folders of games: the data and fonts that come with the program, and the user's own folders."""

import os
from collections.abc import Sequence
from pathlib import Path

import generator
from generator.errors import UnknownName, describe_unknown

KIT_FILE = "kit.yaml"

REFERENCE = "en"
"""The language whose texts all others must have."""


class Shelf:
    """Folders of data and fonts; nothing is read until it is needed."""

    def __init__(self, data: Path, fonts: Path) -> None:
        self.data, self.fonts = data, fonts
        self.papers, self.card_sizes = data / "papers.yaml", data / "card_sizes.yaml"
        self.games, self.themes, self.icons = data / "games", data / "themes", data / "icons"
        self.maps, self.wording = data / "maps", data / "wording"
        """Land and texts that all games share."""
        self.starter = data / "starter"
        """The game that a new game starts from."""
        self.rule_pages = data.parent / "docs" / "games"
        """Documentation of the rules of each game, such as `pox.md`."""

    @property
    def is_installed(self) -> bool:
        """Return True if the data is inside the package, where an update overwrites changes."""
        return self.data.parent == Path(generator.__file__).resolve().parent

    def list_games(self) -> tuple[str, ...]:
        """Return the ids of the games on the shelf, sorted."""
        return tuple(sorted(path.parent.name for path in self.games.glob(f"*/{KIT_FILE}")))

    def choose_games(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the named games; without names, the game in the current folder, or all on the shelf."""
        if not names and Path(KIT_FILE).is_file():
            return (".",)
        return tuple(names) or self.list_games()

    def find_game(self, name: str) -> Path:
        """Return the folder of a game, by id (with `-` or `_`) or by the path of a folder with a kit.yaml.

        Raises UnknownName, which suggests the nearest game of the shelf or of the current folder.
        """
        wanted = name.replace("-", "_").lower()
        if wanted in self.list_games():
            return self.games / wanted
        path = Path(name)
        try:
            if path.name == KIT_FILE and path.is_file():
                return path.parent
            is_folder = bool(name) and path.is_dir()
        except (OSError, ValueError):
            is_folder = False
        if is_folder and (path / KIT_FILE).is_file():
            return path
        if is_folder:
            raise UnknownName(f"the folder `{name}` has no {KIT_FILE}")
        if "/" in name or os.sep in name:
            raise UnknownName(f"there is no folder `{name}`")
        known = (*(game.replace("_", "-") for game in self.list_games()), *list_own_games())
        raise UnknownName(describe_unknown("game", name, known))


def list_own_games() -> tuple[str, ...]:
    """Return the folders in the current folder that have a kit."""
    return tuple(sorted(str(kit.parent) for kit in Path().glob(f"*/{KIT_FILE}")))


def find_shelf() -> Shelf:
    """Return the shelf that comes with the program: inside the installed package, or beside it."""
    package = Path(generator.__file__).resolve().parent
    root = package if (package / "data").is_dir() else package.parent
    return Shelf(root / "data", root / "fonts")


def list_locales(game: Path) -> tuple[str, ...]:
    """Return the languages of a game, English first: one for each file in its `wording/`."""
    found = {path.stem for path in (game / "wording").glob("*.yaml")}
    return tuple(sorted(found, key=lambda locale: (locale != REFERENCE, locale)))

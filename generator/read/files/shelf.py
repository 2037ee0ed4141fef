"""Where the games are: the data and fonts that come with the program, and folders of one's own."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import generator
from generator.errors import UnknownName, say_unknown

KIT_FILE = "kit.yaml"

REFERENCE = "en"
"""The language whose sentences all others must have."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Folders of data and fonts; nothing is read before it is asked for."""

    data: Path
    fonts: Path

    @property
    def papers(self) -> Path:
        return self.data / "papers.yaml"

    @property
    def card_sizes(self) -> Path:
        return self.data / "card_sizes.yaml"

    @property
    def themes(self) -> Path:
        return self.data / "themes"

    @property
    def icons(self) -> Path:
        return self.data / "icons"

    @property
    def maps(self) -> Path:
        """Of the land that all games may draw."""
        return self.data / "maps"

    @property
    def wording(self) -> Path:
        """Of the words that all games share."""
        return self.data / "wording"

    @property
    def games(self) -> Path:
        return self.data / "games"

    @property
    def starter(self) -> Path:
        """Of the game that a new one begins with."""
        return self.data / "starter"

    @property
    def rule_pages(self) -> Path:
        """Of the documentation: a page for each game that has rules, `pox.md`."""
        return self.data.parent / "docs" / "games"

    @property
    def is_installed(self) -> bool:
        """Whether it lies inside the package: a new installation writes over what is changed there."""
        return self.data.parent == Path(generator.__file__).resolve().parent

    def list_games(self) -> tuple[str, ...]:
        """Ids of the games on the shelf, in the order of the alphabet."""
        return tuple(sorted(path.parent.name for path in self.games.glob(f"*/{KIT_FILE}")))

    def choose_games(self, names: Sequence[str]) -> tuple[str, ...]:
        """The games that were named; without any the game of the current folder, else all on the shelf."""
        if not names and Path(KIT_FILE).is_file():
            return (".",)
        return tuple(names) or self.list_games()

    def find_game(self, name: str) -> Path:
        """The folder of a game: by id, with `-` or `_`, or by the path of a folder that has a kit.yaml.

        Raises UnknownName with the nearest that exists, among the folders of the current one too.
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
        raise UnknownName(say_unknown("game", name, known))


def list_own_games() -> tuple[str, ...]:
    """Folders in the current folder that have a kit."""
    return tuple(sorted(str(kit.parent) for kit in Path().glob(f"*/{KIT_FILE}")))


def find_shelf() -> Shelf:
    """The shelf that comes with the program: inside the package where it is installed, else beside it."""
    package = Path(generator.__file__).resolve().parent
    root = package if (package / "data").is_dir() else package.parent
    return Shelf(root / "data", root / "fonts")


def list_locales(game: Path) -> tuple[str, ...]:
    """The languages that a game has, English first: one for each file of its `wording/`."""
    found = {path.stem for path in (game / "wording").glob("*.yaml")}
    return tuple(sorted(found, key=lambda locale: (locale != REFERENCE, locale)))

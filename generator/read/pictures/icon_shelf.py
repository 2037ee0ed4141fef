"""All icons that a game may use, each read when it is asked for: one that nothing uses stops nothing."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from generator.errors import DataError, Problem
from generator.model.picture import Icon
from generator.read.files.text_files import name_file
from generator.read.pictures.icons import read_icon


class IconShelf(Mapping[str, Icon]):
    """Icons by name; a game's own go before the shared ones.

    A game's own icon is read when `in` asks for it: `errors` has what is wrong with those. A shared one
    is read when it is drawn, and raises DataError then.
    """

    def __init__(self, shared: Path, own: Path) -> None:
        self.errors: dict[str, DataError] = {}
        self._shared = {path.stem: path for path in sorted(shared.rglob("*.svg"))}
        self._own: dict[str, list[Path]] = {}
        for path in sorted(own.rglob("*.svg")):
            self._own.setdefault(path.stem, []).append(path)
        self._icons: dict[str, Icon] = {}
        self._words: Collection[str] = ()

    def read_own(self) -> None:
        """Read all of the game's own icons, also those that nothing uses."""
        for name in self._own:
            self._check(name)

    def titled(self, words: Collection[str]) -> "IconShelf":
        """The same icons: those with a key `icon.<name>` among the words are read aloud with them."""
        other = IconShelf.__new__(IconShelf)
        other.errors = self.errors
        other._shared = self._shared
        other._own = self._own
        other._words = words
        other._icons = {name: other._title(icon) for name, icon in self._icons.items()}
        return other

    def _title(self, icon: Icon) -> Icon:
        key = f"icon.{icon.name}"
        return replace(icon, title=key) if key in self._words else icon

    def _read(self, name: str) -> Icon:
        paths = self._own.get(name) or [self._shared[name]]
        if len(paths) > 1:
            hint = f"the first is {name_file(paths[0])}"
            raise DataError([Problem(name_file(paths[1]), 0, 0, "", f"a second icon `{name}`", hint)])
        return self._title(read_icon(paths[0]))

    def __getitem__(self, name: str) -> Icon:
        if name not in self._icons:
            self._icons[name] = self._read(name)
        return self._icons[name]

    def __contains__(self, name: object) -> bool:
        if isinstance(name, str) and name in self._own:
            self._check(name)
        return name in self._own or name in self._shared

    def _check(self, name: str) -> None:
        if name not in self.errors:
            try:
                self[name]
            except DataError as error:
                self.errors[name] = error

    def __iter__(self) -> Iterator[str]:
        return iter({**self._shared, **self._own})

    def __len__(self) -> int:
        return len({*self._shared, *self._own})

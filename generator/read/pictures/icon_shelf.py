"""All icons that a game may use; of those that all games share, each is read when it is asked for."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from generator.model.icon import Icon
from generator.read.pictures.icons import read_icon, read_icons


class IconShelf(Mapping[str, Icon]):
    """Icons by name; a game's own go before the shared ones, and all of them are read at once.

    Raises DataError with all that is wrong with the game's own icons; later, when a shared one is
    asked for, with what is wrong with that.
    """

    def __init__(self, shared: Path, own: Path) -> None:
        self._icons = dict(read_icons(own))
        self._shared = {path.stem: path for path in sorted(shared.rglob("*.svg"))}
        self._words: Collection[str] = ()

    def titled(self, words: Collection[str]) -> "IconShelf":
        """The same icons: those with a key `icon.<name>` among the words are read aloud with them."""
        other = IconShelf.__new__(IconShelf)
        other._shared = self._shared
        other._words = words
        other._icons = {name: other._title(icon) for name, icon in self._icons.items()}
        return other

    def _title(self, icon: Icon) -> Icon:
        key = f"icon.{icon.name}"
        return replace(icon, title=key) if key in self._words else icon

    def __getitem__(self, name: str) -> Icon:
        icon = self._icons.get(name)
        if icon is None:
            icon = self._icons[name] = self._title(read_icon(self._shared[name]))
        return icon

    def __contains__(self, name: object) -> bool:
        return name in self._icons or name in self._shared

    def __iter__(self) -> Iterator[str]:
        return iter({**self._shared, **self._icons})

    def __len__(self) -> int:
        return len({*self._shared, *self._icons})

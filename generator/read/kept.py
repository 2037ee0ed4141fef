"""Games and shared files, read anew only if they have changed: what reads them is imported only then."""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from generator.model.destinations import Destination
from generator.model.kit import GameSummary, Kit
from generator.model.style import Paper
from generator.read.files.shelf import Shelf
from generator.scene.fonts import FontLibrary


def read_kept_game(path: Path, *, shelf: Shelf, **chosen: Any) -> tuple[Kit, FontLibrary]:
    """Return a game and its fonts, with the choices of `read_kit_and_texts`; raises DataError."""

    def read() -> tuple[Kit, FontLibrary]:
        from generator.read.kits.kits import read_kit_and_texts

        kit, _, fonts = read_kit_and_texts(path, shelf=shelf, **chosen)
        return kit, fonts

    names = {name: sorted(one) if isinstance(one, Collection) else one for name, one in chosen.items()}
    key = ("game", str(path), *sorted(names.items()))
    return shelf.cache.recall(key, shelf.list_sources(path), read, keeps=lambda game: is_keepable(game[0]))


def is_keepable(kit: Kit) -> bool:
    """Return True if a game depends on nothing but its files: installed fonts may change at any time."""
    return kit.fonts != "system"


def read_kept_summary(path: Path, *, shelf: Shelf) -> GameSummary:
    """Return the contents of a game by name; raises DataError."""

    def read() -> GameSummary:
        from generator.read.kits.summaries import read_summary

        return read_summary(path, shelf=shelf)

    return shelf.cache.recall(("summary", str(path)), shelf.list_sources(path), read)


def read_kept_papers(shelf: Shelf, own: Iterable[Path] = ()) -> Mapping[str, Paper]:
    """Return paper sizes by id, those of a game's `own` files last; raises DataError."""
    paths = (shelf.papers, *own)

    def read() -> Mapping[str, Paper]:
        from generator.read.kits.themes import read_papers

        return {id: paper for path in paths for id, paper in read_papers(path).items()}

    return shelf.cache.recall(("papers",), paths, read)


def read_kept_destinations(shelf: Shelf) -> Mapping[str, Destination]:
    """Return destinations by id; raises DataError."""

    def read() -> Mapping[str, Destination]:
        from generator.read.kits.themes import read_destinations

        return read_destinations(shelf.destinations)

    return shelf.cache.recall(("destinations",), [shelf.destinations], read)

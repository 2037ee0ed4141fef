"""Shell completion, from the names of files and a few of their lines."""

import re
from collections.abc import Iterable
from pathlib import Path

from generator.read.files.cache import find_settings_folder
from generator.read.files.shelf import KIT_FILE, find_shelf, list_locales, list_own_games

_PART = re.compile(r"^\s*-\s*\w+:\s*(\w+)\.yaml", re.MULTILINE)
_PAPER = re.compile(r"^(\w+):", re.MULTILINE)
_SHOP = re.compile(r"^  shops:\n    (\w+):", re.MULTILINE)


def complete_games(incomplete: str) -> list[str]:
    """Complete names of games with dashes, as in file names, and folders of your own games."""
    names = (id.replace("_", "-") for id in find_shelf().list_games())
    return _starting(incomplete, (*names, *list_own_games()))


def complete_parts(incomplete: str) -> list[str]:
    """Complete parts of any game, by the names of their files."""
    found = (part for folder in _game_folders() for part in _PART.findall(_text(folder / KIT_FILE)))
    return _last_of_list(incomplete, ("all", *found))


def complete_locales(incomplete: str) -> list[str]:
    """Complete locales of any game."""
    found = (locale for folder in _game_folders() for locale in list_locales(folder))
    return _last_of_list(incomplete, ("all", *found))


def complete_papers(incomplete: str) -> list[str]:
    """Complete paper sizes."""
    return _last_of_list(incomplete, ("all", *_PAPER.findall(_text(find_shelf().papers))))


def complete_printers(incomplete: str) -> list[str]:
    """Complete the user's printers."""
    return _starting(incomplete, _PAPER.findall(_text(find_settings_folder() / "printers.yaml")))


def complete_formats(incomplete: str) -> list[str]:
    """Complete output formats."""
    from generator.backends.formats import list_formats

    return _last_of_list(incomplete, list_formats())


def complete_destinations(incomplete: str) -> list[str]:
    """Complete destinations of pictures of cards."""
    text = _text(find_shelf().destinations)
    return _starting(incomplete, (*_PAPER.findall(text), *_SHOP.findall(text)))


def complete_schemas(incomplete: str) -> list[str]:
    """Complete names of the published schemas."""
    found = find_shelf().data.glob("schemas/*.schema.json")
    return _starting(incomplete, (path.name.removesuffix(".schema.json") for path in found))


def _last_of_list(incomplete: str, names: Iterable[str]) -> list[str]:
    """Complete the entry after the last comma; earlier entries are not offered again."""
    before, comma, last = incomplete.rpartition(",")
    chosen = before.split(",")
    return [before + comma + name for name in _starting(last, names) if name not in chosen]


def _starting(incomplete: str, names: Iterable[str]) -> list[str]:
    return sorted({name for name in names if name.startswith(incomplete)})


def _game_folders() -> list[Path]:
    shelf = find_shelf()
    return [shelf.games / id for id in shelf.list_games()]


def _text(path: Path) -> str:
    """Return the text of a file, or an empty text: the command itself reports errors."""
    try:
        return path.read_text("utf-8")
    except (OSError, ValueError):
        return ""

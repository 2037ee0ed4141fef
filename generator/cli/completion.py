"""What the shell offers at the tab key, read from names of files alone: it must answer at once."""

import re
from collections.abc import Iterable
from pathlib import Path

_PART = re.compile(r"^\s*-\s*\w+:\s*(\w+)\.yaml", re.MULTILINE)
_PAPER = re.compile(r"^(\w+):", re.MULTILINE)


def complete_games(incomplete: str) -> list[str]:
    """Names of games with dashes, as they are in file names."""
    return _starting(incomplete, (folder.name.replace("_", "-") for folder in _game_folders()))


def complete_parts(incomplete: str) -> list[str]:
    """Parts of any game."""
    found = (part for folder in _game_folders() for part in _PART.findall(_text(folder / "kit.yaml")))
    return _last_of_list(incomplete, ("all", *found))


def complete_locales(incomplete: str) -> list[str]:
    """Locales of any game."""
    found = (path.stem for folder in _game_folders() for path in folder.glob("wording/*.yaml"))
    return _last_of_list(incomplete, ("all", *found))


def complete_papers(incomplete: str) -> list[str]:
    """All papers."""
    return _last_of_list(incomplete, ("all", *_PAPER.findall(_text(_data() / "papers.yaml"))))


def complete_formats(incomplete: str) -> list[str]:
    """All formats."""
    from generator.backends.formats import format_names

    return _last_of_list(incomplete, format_names())


def complete_schemas(incomplete: str) -> list[str]:
    """Names of the published schemas."""
    found = (path.name.removesuffix(".schema.json") for path in _data().glob("schemas/*.schema.json"))
    return _starting(incomplete, found)


def _last_of_list(incomplete: str, names: Iterable[str]) -> list[str]:
    """Completes what stands after the last comma; names that stand before it are not offered again."""
    before, comma, last = incomplete.rpartition(",")
    chosen = before.split(",")
    return [before + comma + name for name in _starting(last, names) if name not in chosen]


def _starting(incomplete: str, names: Iterable[str]) -> list[str]:
    return sorted({name for name in names if name.startswith(incomplete)})


def _game_folders() -> list[Path]:
    return sorted(path.parent for path in _data().glob("games/*/kit.yaml"))


def _data() -> Path:
    from generator.read.shelf import find_shelf

    return find_shelf().data


def _text(path: Path) -> str:
    """Nothing is complained of here: the command itself will."""
    try:
        return path.read_text("utf-8")
    except (OSError, ValueError):
        return ""

"""Folders of files that two games share, because they have the same id."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from generator.errors import DataError, Notice, Problem
from generator.model.kit import Kit
from generator.read.files.cache import Cache
from generator.read.files.shelf import KIT_FILE, YAML
from generator.read.files.text_files import name_file


def check_folders(kits: Iterable[Kit]) -> None:
    """Raise DataError for games of one run that would write the same files."""
    first: dict[str, Kit] = {}
    problems = []
    for kit in kits:
        other = first.setdefault(kit.slug, kit)
        if other.path != kit.path:
            message = f"has the same id as {name_file(other.path)}: `{kit.id}`"
            hint = f"write another `id`, such as `id: {kit.id}_2`"
            problems.append(Problem(_name_head(kit), 0, 0, "", message, hint))
    if problems:
        raise DataError(problems)


def warn_of_other_games(cache: Cache, kits: Iterable[Kit], folder: Path) -> Iterator[Notice]:
    """Yield a warning for each game in whose folder another one with the same id wrote its files before.

    The games are noted for the next run. One that is gone, or was moved, is not named.
    """
    for kit in kits:
        key = "game of", str((folder / kit.slug).resolve())
        own, other = str(kit.path.resolve()), cache.recall(key)
        if own == other:
            continue
        cache.keep(key, own)
        if isinstance(other, str) and Path(other).exists():
            message = f"also has files of {name_file(Path(other))}, a game with the same id"
            hint = f"write another `id` in {_name_head(kit)}, or use --out"
            problem = Problem(name_file(folder / kit.slug), 0, 0, "", message, hint)
            yield problem.describe(is_error=False)


def _name_head(kit: Kit) -> str:
    return name_file(kit.path if kit.path.suffix in YAML else kit.path / KIT_FILE)

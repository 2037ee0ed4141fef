"""Games by name, read with their fonts; an invalid game does not hide the others."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from generator.errors import DataError, Problem, UnknownName
from generator.model.kit import Kit
from generator.model.values import dataclass
from generator.read.cached import read_cached_game
from generator.read.files.shelf import Shelf
from generator.scene.fonts import FontLibrary

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Game:
    """A game and the fonts of its texts."""

    kit: Kit
    fonts: FontLibrary


@dataclass(frozen=True, slots=True)
class Reading:
    """The games that could be read, and the problems of the others."""

    games: tuple[Game, ...]
    problems: tuple[Problem, ...]


def read_games(
    folders: Iterable[Path],
    shelf: Shelf,
    **chosen: Any,
) -> Reading:
    """Read all games; an invalid game does not hide the others.

    `chosen` are the languages, parts, and constants of `read_kit_and_texts`.
    """
    games: list[Game] = []
    problems: list[Problem] = []
    for folder in folders:
        try:
            games.append(Game(*read_cached_game(folder, shelf=shelf, **chosen)))
        except DataError as error:
            problems.extend(error.problems)
    return Reading(tuple(games), tuple(problems))


def find_all(
    find: Callable[[str], Found], names: Iterable[str], unknown: list[UnknownName] | None = None
) -> tuple[Found, ...]:
    """Find all names, without duplicates; raises UnknownName, or adds its errors to `unknown`."""
    found: dict[Found, None] = {}
    errors: list[UnknownName] = [] if unknown is None else unknown
    for name in names:
        try:
            found[find(name)] = None
        except UnknownName as error:
            errors.append(error)
    if errors and unknown is None:
        raise UnknownName("\n".join(map(str, errors)))
    return tuple(found)

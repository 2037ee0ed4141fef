"""The games of a run, read with their fonts; an invalid game does not hide the others."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from generator.errors import DataError, Problem
from generator.model.kit import Kit
from generator.model.texts.wordings import PLUS, PSEUDO, Wording, make_bilingual_wording, make_pseudo_wording
from generator.model.values import dataclass, replace
from generator.read.cached import read_cached_game
from generator.read.files.shelf import REFERENCE, Shelf
from generator.scene.fonts import FontLibrary


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game and the fonts of its texts."""

    kit: Kit
    fonts: FontLibrary


@dataclass(frozen=True, slots=True)
class Reading:
    """The games that could be read, and the problems of the others."""

    games: tuple[ReadGame, ...]
    problems: tuple[Problem, ...]


def read_games(folders: Iterable[Path], shelf: Shelf, **chosen: Any) -> Reading:
    """Read all games; an invalid game does not hide the others.

    `chosen` are the languages, parts, and constants of `read_kit_and_texts`.
    """
    games: list[ReadGame] = []
    problems: list[Problem] = []
    for folder in folders:
        try:
            games.append(ReadGame(*read_cached_game(folder, shelf=shelf, **chosen)))
        except DataError as error:
            problems.extend(error.problems)
    return Reading(tuple(games), tuple(problems))


def add_made_locales(game: ReadGame, names: Iterable[str]) -> ReadGame:
    """Add the requested made languages to the game, or return the game itself if there are none.

    They are not languages of the kit: `all` does not select them.
    """
    made = {name: wording for name in names if (wording := _make_wording(game.kit, name)) is not None}
    if not made:
        return game
    return replace(game, kit=replace(game.kit, wordings={**game.kit.wordings, **made}))


def _make_wording(kit: Kit, name: str) -> Wording | None:
    if name.lower() == PSEUDO:
        return make_pseudo_wording(kit.wordings[REFERENCE])
    by_name = {locale.lower(): wording for locale, wording in kit.wordings.items()}
    first, _, second = name.lower().partition(PLUS)
    if first == second or first not in by_name or second not in by_name:
        return None
    return make_bilingual_wording(by_name[first], by_name[second])

"""The translations of games as `petri check` reports them: errors, and counts of what is left to do."""

from collections.abc import Iterable
from dataclasses import dataclass

from generator.errors import Problem
from generator.make.games import Game
from generator.read.files.shelf import REFERENCE, Shelf
from generator.translate.translations import read_source, read_translation


@dataclass(frozen=True, slots=True)
class TranslationFinding:
    """What is left to do in one language of a game that can be printed."""

    game: str
    locale: str
    problems: tuple[Problem, ...]
    """Stale texts, and icons that differ; empty for a draft."""
    unreviewed: int
    """Number of texts that were not reviewed against the English."""
    fallbacks: int
    """Number of texts of a draft that are still English."""


def check_translations(games: Iterable[Game], shelf: Shelf) -> tuple[TranslationFinding, ...]:
    """Return the languages with something left to do; raises DataError for unreadable reviews."""
    found = []
    for game in games:
        source = read_source(game.kit.folder / "wording", shared=shelf.wording)
        for locale, wording in game.kit.wordings.items():
            if locale == REFERENCE:
                continue
            issues = read_translation(source, locale).issues
            problems = [issue.problem for issue in issues if issue.type in ("stale", "icons")]
            unreviewed = sum(issue.type == "unreviewed" for issue in issues)
            wrong = () if wording.is_draft else tuple(problems)
            if wrong or unreviewed or wording.fallbacks:
                count = len(wording.fallbacks)
                found.append(TranslationFinding(game.kit.slug, locale, wrong, unreviewed, count))
    return tuple(found)

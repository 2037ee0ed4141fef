"""The translations of games as `petri check` reports them: errors, and counts of what is still to be done."""

from collections.abc import Iterable
from dataclasses import dataclass

from generator.errors import Problem
from generator.make.games import Game
from generator.read.files.shelf import REFERENCE, Shelf
from generator.translate.translations import read_translation, read_words


@dataclass(frozen=True, slots=True)
class WordsFinding:
    """What is to be said of the words of a game in one language, besides what keeps them from being read."""

    game: str
    locale: str
    problems: tuple[Problem, ...]
    """Sentences whose English has changed, icons that differ; none for a draft."""
    unseen: int
    """Sentences that nobody has compared with their English yet."""
    lent: int
    """Sentences of a draft that are still English."""


def check_words(games: Iterable[Game], shelf: Shelf) -> tuple[WordsFinding, ...]:
    """Each language that has something to be told; raises DataError for files of what was seen."""
    found = []
    for game in games:
        words = read_words(game.kit.folder / "wording", shared=shelf.wording)
        for wording in game.kit.wordings.values():
            if wording.locale == REFERENCE:
                continue
            ailments = read_translation(words, wording.locale).ailments
            problems = [ailment.problem for ailment in ailments if ailment.kind in ("stale", "icons")]
            finding = WordsFinding(
                game.kit.slug,
                wording.locale,
                () if wording.is_draft else tuple(problems),
                sum(ailment.kind == "unseen" for ailment in ailments),
                len(wording.borrowed),
            )
            if finding.problems or finding.unseen or finding.lent:
                found.append(finding)
    return tuple(found)

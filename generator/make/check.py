"""Checking without writing: every part in every locale on every paper, all errors of all of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from generator.errors import GeneratorError, Problem
from generator.make.games import Game
from generator.make.jobs import Job
from generator.make.pipeline import find_errors, lay_out
from generator.read.icon_shelf import IconShelf
from generator.read.shelf import REFERENCE, Shelf
from generator.read.translations import read_translation, read_words
from generator.scene.shapes import Document


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one job: its pages, or why there are none."""

    job: Job
    pages: int = 0
    error: GeneratorError | None = None


def check_jobs(jobs: Iterable[Job], *, tell: Callable[[Job], None]) -> tuple[Finding, ...]:
    """Lays every job out: words, glyphs, fit. `tell` hears of each job before it begins."""
    return tuple(_find(job, made) for job, made in lay_out(jobs, tell=tell))


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


def check_icons(folders: Iterable[Path], shelf: Shelf) -> tuple[Problem, ...]:
    """What is wrong with the icons of games, also with those that nothing uses."""
    problems: list[Problem] = []
    for folder in folders:
        icons = IconShelf(shelf.icons, folder / "icons")
        icons.read_own()
        problems += [problem for error in icons.errors.values() for problem in error.problems]
    return tuple(problems)


def _find(job: Job, made: Document | GeneratorError) -> Finding:
    """Cards are drawn only when they are written: here they are drawn to be looked at."""
    if isinstance(made, GeneratorError):
        return Finding(job, error=made)
    return Finding(job, len(made.pages), find_errors(made))

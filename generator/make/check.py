"""Checking without writing: every part in every locale on every paper, all errors of all of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from generator.errors import GeneratorError, Problem
from generator.make.jobs import Job
from generator.make.pipeline import find_errors, lay_out
from generator.read.files.shelf import Shelf
from generator.read.pictures.icon_shelf import IconShelf
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

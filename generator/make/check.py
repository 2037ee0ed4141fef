"""Checking without writing: every part in every locale on every paper, with all errors."""

from collections.abc import Callable, Iterable

from generator.errors import GeneratorError, PrintWarning, list_warnings
from generator.make.jobs import Job
from generator.make.pipeline import LaidOut, lay_out
from generator.model.values import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one job: its number of pages, and everything that does not fit."""

    job: Job
    pages: int
    errors: tuple[GeneratorError, ...]
    warnings: tuple[str, ...] = ()


def check_jobs(jobs: Iterable[Job], *, report: Callable[[Job], None]) -> tuple[Finding, ...]:
    """Lay out every job to check text, glyphs, and fit; `report` is called with each job before it begins."""
    return tuple(_find(job, chunks) for job, chunks in lay_out(jobs, report=report))


def _find(job: Job, chunks: Iterable[LaidOut]) -> Finding:
    pages = 0
    found: dict[str, GeneratorError] = {}
    for chunk, errors in chunks:
        pages += len(chunk.document.pages) if chunk else 0
        found |= {str(error): error for error in errors}
    warnings = list_warnings(error for error in found.values() if isinstance(error, PrintWarning))
    errors = tuple(error for error in found.values() if not isinstance(error, PrintWarning))
    return Finding(job, pages, errors, (*map(str, job.game.kit.warnings), *warnings))

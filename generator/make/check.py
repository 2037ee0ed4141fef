"""Checking without writing: every part in every locale on every paper, all errors of all of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from generator.errors import GeneratorError
from generator.make.jobs import Job
from generator.make.pipeline import lay_out


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one job: its pages, or why there are none."""

    job: Job
    pages: int = 0
    error: GeneratorError | None = None


def check_jobs(jobs: Iterable[Job], *, tell: Callable[[Job], None]) -> tuple[Finding, ...]:
    """Lays every job out: words, glyphs, fit. `tell` hears of each job before it begins."""
    return tuple(
        Finding(job, error=made) if isinstance(made, GeneratorError) else Finding(job, len(made.pages))
        for job, made in lay_out(jobs, tell=tell)
    )

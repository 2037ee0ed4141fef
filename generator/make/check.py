"""Checking without writing: every part in every locale on every paper, or for a service, with all errors."""

from collections.abc import Callable, Iterable

from generator.errors import GeneratorError, PrintWarning, list_warnings
from generator.make.jobs import Job
from generator.make.layouts import LaidOut, lay_out
from generator.make.names import DEFAULTS, Choices
from generator.make.preflight.inspection import Inspector
from generator.make.preflight.issues import Inspected
from generator.model.values import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one job: its number of pages, and everything that does not fit."""

    job: Job
    pages: int
    errors: tuple[GeneratorError, ...]
    warnings: tuple[str, ...] = ()
    faces: tuple[Inspected, ...] = ()
    """Findings of the preflight on each picture for a service."""

    @property
    def is_wrong(self) -> bool:
        return bool(self.errors) or any(issue.is_error for face in self.faces for issue in face.issues)


def check_jobs(
    jobs: Iterable[Job], choices: Choices = DEFAULTS, *, report: Callable[[Job], None]
) -> tuple[Finding, ...]:
    """Lay out every job to check text, glyphs, and fit, and what the destination of the choices asks for.

    `report` is called with each job before it begins.
    """
    return tuple(_find(job, chunks, choices) for job, chunks in lay_out(jobs, choices, report=report))


def _find(job: Job, chunks: Iterable[LaidOut], choices: Choices) -> Finding:
    pages = 0
    inspector = Inspector(job, choices)
    faces: list[Inspected] = []
    found: dict[str, GeneratorError] = {}
    for chunk, errors in chunks:
        if chunk:
            pages += len(chunk.document.pages)
            faces += inspector.inspect(chunk)
        found |= {str(error): error for error in errors}
    warnings = list_warnings(error for error in found.values() if isinstance(error, PrintWarning))
    errors = tuple(error for error in found.values() if not isinstance(error, PrintWarning))
    return Finding(job, pages, errors, (*map(str, job.game.kit.warnings), *warnings), tuple(faces))

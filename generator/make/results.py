"""Results of a run beside its files: errors, warnings, pictures of cards, and what the preflight found."""

from collections.abc import Iterable, Mapping
from operator import itemgetter
from pathlib import Path

from generator.errors import GeneratorError, PartErrors, PrintWarning
from generator.layout.imposition.faces import CardFace
from generator.make.jobs import Job
from generator.make.names import DEFAULTS
from generator.make.preflight.issues import Inspected
from generator.make.preflight.report import sum_up
from generator.make.run import Run
from generator.make.steps import Found, Pictured, Step, UsesPictures
from generator.make.unheeded import list_unheeded
from generator.model.values import dataclass


@dataclass(frozen=True, slots=True)
class Results:
    """What the jobs of a run found, in the order of the jobs."""

    failures: Mapping[tuple[str, str], GeneratorError]
    """Each error by the name of its job and its message."""
    warnings: tuple[PrintWarning, ...]
    faces: Mapping[Path, Mapping[CardFace, Job]]
    """The sides of cards by the folder of their pictures."""
    inspected: tuple[Inspected, ...]
    uses_pictures: bool
    """True if the resolution was not expected to matter, but a page has a picture."""


def sort_steps(run: Run, steps: Iterable[tuple[int, Step]]) -> Results:
    """Return the results in steps, which may come from several processes in any order."""
    failures: dict[tuple[str, str], GeneratorError] = {}
    warnings: list[PrintWarning] = []
    faces: dict[Path, dict[CardFace, Job]] = {}
    inspected: list[Inspected] = []
    uses_pictures = False
    for index, step in sorted(steps, key=itemgetter(0)):
        match step:
            case Found(PrintWarning() as warning):
                warnings.append(warning)
            case Found(error):
                failures[str(run.jobs[index]), str(error)] = error
            case Pictured(folder, face):
                faces.setdefault(folder, {})[face] = run.jobs[index]
            case Inspected():
                inspected.append(step)
            case UsesPictures():
                uses_pictures = True
    return Results(failures, tuple(warnings), faces, tuple(inspected), uses_pictures)


def list_notes(run: Run, results: Results, sizes: Mapping[Path, int]) -> list[str]:
    """Return what to tell of the run apart from warnings; `sizes` are those of its files, in bytes.

    PartErrors lists all parts and texts that do not fit, and everything that the service refuses.
    """
    preflight = sum_up(results.inspected, run.choices.destination, sizes.items())
    refused = {pair: GeneratorError(pair[1]) for pair in preflight.errors}
    failures = results.failures if run.choices.anyway else {**results.failures, **refused}
    if failures:
        raise PartErrors([(name, error) for (name, _), error in failures.items()])
    notes = [str(note) for job in run.jobs for note in (*job.game.kit.warnings, *job.notes)]
    notes += list_unheeded(run.jobs, run.choices)
    notes += (f"{name}: {message}" for name, message in (*preflight.errors, *preflight.warnings))
    if not (is_dpi_expected(run) or results.uses_pictures):
        notes.append("--dpi changes nothing: there are no pictures of pages, and no photos")
    return notes


def is_dpi_expected(run: Run) -> bool:
    """Return True if the resolution is the default, or matters even without photos."""
    formats = {one.name for one in run.formats}
    return run.choices.options.dpi == DEFAULTS.options.dpi or bool({"png", "jpeg", "gif"} & formats)

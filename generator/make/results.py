"""Results of a run beside its files: errors, warnings, pictures of cards, and what the preflight found."""

from collections.abc import Iterable, Mapping
from operator import itemgetter
from pathlib import Path

from generator.backends.html.parts import Section
from generator.errors import GeneratorError, PartErrors, PrintWarning
from generator.layout.imposition.faces import CardFace
from generator.make.jobs import Job
from generator.make.names import DEFAULTS
from generator.make.preflight.issues import Inspected
from generator.make.preflight.report import Report
from generator.make.run import Run
from generator.make.steps import Found, Pictured, Shown, Step, UsesPictures
from generator.make.unheeded import list_unheeded
from generator.model.values import dataclass


@dataclass(frozen=True, slots=True)
class Results:
    """Results of the jobs of a run, in the order of the jobs."""

    failures: Mapping[tuple[str, str], GeneratorError]
    """Each error by the name of its job and its message."""
    warnings: tuple[PrintWarning, ...]
    faces: Mapping[Path, Mapping[CardFace, Job]]
    """The sides of cards, each with its job, by the folder of their pictures."""
    inspected: tuple[Inspected, ...]
    sections: tuple[tuple[Job, Section], ...]
    """The sections of web pages."""
    has_pictures: bool
    """True if a page has a picture; it is not asked if the resolution matters anyway."""


def sort_steps(run: Run, steps: Iterable[tuple[int, Step]]) -> Results:
    """Return the results in steps, which may come from several processes in any order."""
    failures: dict[tuple[str, str], GeneratorError] = {}
    warnings: list[PrintWarning] = []
    faces: dict[Path, dict[CardFace, Job]] = {}
    inspected: list[Inspected] = []
    sections: list[tuple[Job, Section]] = []
    has_pictures = False
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
            case Shown(section):
                sections.append((run.jobs[index], section))
            case UsesPictures():
                has_pictures = True
    return Results(failures, tuple(warnings), faces, tuple(inspected), tuple(sections), has_pictures)


def check_results(run: Run, results: Results, preflight: Report) -> None:
    """Raise PartErrors with everything that does not fit, and everything that the service refuses."""
    errors = [(name, error) for (name, _), error in results.failures.items()]
    if not run.choices.anyway:
        refused = dict.fromkeys(preflight.errors)
        errors += ((name, GeneratorError(message)) for name, message in refused)
    if errors:
        raise PartErrors(errors)


def list_notes(run: Run, results: Results, preflight: Report) -> list[str]:
    """Return what to tell of a run with files, apart from warnings of its pages."""
    notes = [str(note) for job in run.jobs for note in (*job.game.kit.warnings, *job.notes)]
    notes += list_unheeded(run.jobs, run.choices)
    # If the preflight has errors, they are written anyway.
    notes += (f"{name}: {message}" for name, message in (*preflight.errors, *preflight.warnings))
    if needs_pictures(run) and not results.has_pictures:
        notes.append("--dpi changes nothing: there are no pictures of pages, and no photos")
    return notes


def needs_pictures(run: Run) -> bool:
    """Return True if the resolution was changed, and matters only on pages with pictures."""
    is_changed = run.choices.options.dpi != DEFAULTS.options.dpi
    return is_changed and not any(form.has_pixels for form in run.formats)

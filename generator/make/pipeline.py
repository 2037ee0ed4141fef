"""The pipeline: it lays out kits part by part, and writes them in every format."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from generator.errors import GeneratorError, PartErrors, PrintWarning, list_warnings
from generator.layout.imposition.faces import CardFace
from generator.layout.press.press import Press
from generator.make.files import JobFiles
from generator.make.jobs import Job
from generator.make.layouts import lay_out_job
from generator.make.names import (
    DEFAULTS,
    Choices,
)
from generator.make.needs import check_choices
from generator.make.order import Order
from generator.make.orders import find_orders, list_files
from generator.make.preflight.inspection import Inspector
from generator.make.preflight.issues import Inspected
from generator.make.preflight.report import sum_up
from generator.make.presses import make_ink_finder
from generator.make.processes import share
from generator.make.run import Run
from generator.make.sites import SectionMaker, write_sites
from generator.make.steps import Begun, Found, Pictured, Shown, Stale, Step, UsesPictures, Written
from generator.make.unheeded import list_unheeded
from generator.model.kit import Kit
from generator.model.position import Position
from generator.model.values import replace
from generator.output import Outcome, Staging
from generator.scene.shapes import Picture, Symbol
from generator.scene.walk import find_all


class Builder:
    """Builds jobs of a run, here or in a process that plans the run again."""

    def __init__(self, run: Run) -> None:
        self._run: Run | None = run
        self._again, self._names = run.again, [str(job) for job in run.jobs]

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what a process that is not a copy of this one reads from the files of the games."""
        return vars(self) | {"_run": None}

    def __call__(self, indexes: Iterable[int]) -> Iterator[tuple[int, Step]]:
        """Yield the steps of jobs; raises GeneratorError if files have changed in the meantime."""
        if self._run is None:
            assert self._again, "a run without games"
            self._run = self._again()
            if [str(job) for job in self._run.jobs] != self._names:
                raise GeneratorError("files of a game changed while it was built; please build it again")
        return build(self._run, indexes)


def make(
    run: Run,
    *,
    report: Callable[[Job], None],
    processes: int = 1,
    find_start: Callable[[Kit], Position] = lambda kit: Position(),
) -> Outcome:
    """Build all files of a run or, after an error, none of them.

    `report` is called with each job when it begins; `find_start` finds where pieces are at the start of a
    game. PartErrors lists all parts and texts that do not fit, and everything that the service refuses; an
    OutputError ends the run at once.
    """
    check_choices(run)
    found: list[tuple[int, Step]] = []
    sizes: list[tuple[Path, int]] = []
    goes_to, packed = run.choices.destination, dict[Path, bytes]()
    with Staging() as staging, closing(share(Builder(run), _list_units(run.jobs), processes)) as steps:
        for index, step in steps:
            match step:
                case Begun():
                    report(run.jobs[index])
                case Written(path, data) if goes_to and goes_to.is_packed:
                    packed[path] = data
                case Written(path, data):
                    staging.write(path, data)
                    sizes.append((path, len(data)))
                case Stale(path):
                    staging.drop((path,))
                case _:
                    found.append((index, step))
        failures: dict[tuple[str, str], GeneratorError] = {}
        notes = [str(note) for job in run.jobs for note in (*job.game.kit.warnings, *job.notes)]
        notes += list_unheeded(run.jobs, run.choices)
        warnings: list[PrintWarning] = []
        faces: dict[Path, dict[CardFace, Job]] = {}
        looked_at: list[Inspected] = []
        found.sort(key=itemgetter(0))
        for index, step in found:
            match step:
                case Found(PrintWarning() as warning):
                    warnings.append(warning)
                case Found(error):
                    failures[str(run.jobs[index]), str(error)] = error
                case Pictured(folder, face):
                    faces.setdefault(folder, {})[face] = run.jobs[index]
                case Inspected():
                    looked_at.append(step)
        preflight = sum_up(looked_at, run.choices.destination, sizes)
        notes += (f"{name}: {message}" for name, message in preflight.errors if run.choices.anyway)
        notes += (f"{name}: {message}" for name, message in preflight.warnings)
        if not run.choices.anyway:
            failures |= {(name, message): GeneratorError(message) for name, message in preflight.errors}
        if failures:
            raise PartErrors([(name, error) for (name, _), error in failures.items()])
        if not _is_dpi_expected(run) and not any(isinstance(step, UsesPictures) for _, step in found):
            notes.append("--dpi changes nothing: there are no pictures of pages, and no photos")
        sections = ((run.jobs[index], step.section) for index, step in found if isinstance(step, Shown))
        for path, data in write_sites(run, sections):
            staging.write(path, data)
        for folder, shown in faces.items():
            jobs = tuple({str(job): job for job in shown.values()}.values())
            order = _make_order(folder, jobs, tuple(shown), run.choices, packed)
            if order.destination.is_table:
                order = replace(order, start=find_start(jobs[0].game.kit))
            staging.drop(find_orders(folder))
            for name, data in list_files(order):
                staging.write(folder / name, data)
        return replace(staging.commit(), warnings=tuple(dict.fromkeys((*notes, *list_warnings(warnings)))))


def _make_order(
    folder: Path,
    jobs: tuple[Job, ...],
    faces: tuple[CardFace, ...],
    choices: Choices,
    packed: Mapping[Path, bytes],
) -> Order:
    """Return the order for the pictures in a folder."""
    assert choices.destination is not None
    pictures = {path.name: data for path, data in packed.items() if path.parent == folder}
    address = choices.pictures_at or ""
    return Order(jobs, choices.destination, faces, folder, address, pictures=pictures)


def _is_dpi_expected(run: Run) -> bool:
    """Return True if the resolution is the default, or matters even without photos."""
    formats = {one.name for one in run.formats}
    return run.choices.options.dpi == DEFAULTS.options.dpi or bool({"png", "jpeg", "gif"} & formats)


def _list_units(jobs: Sequence[Job]) -> list[tuple[int, ...]]:
    """Return groups of consecutive jobs, by their indexes, with the same part and language on all papers."""
    keys = [(job.game.kit.path, job.part.id, job.locale) for job in jobs]
    return [tuple(same) for _, same in groupby(range(len(jobs)), key=keys.__getitem__)]


def build(run: Run, indexes: Iterable[int]) -> Iterator[tuple[int, Step]]:
    """Yield the index of a job with each of its steps; after an error, no job has files."""
    presses: dict[tuple[Path, str], Press] = {}
    wordless: dict[Path, dict[str, Symbol]] = {}
    has_failed, is_dpi_expected = False, _is_dpi_expected(run)
    for index in indexes:
        job = run.jobs[index]
        find_inks = make_ink_finder(run.choices, job.game.kit.theme)
        files, inspector = JobFiles(job, run), Inspector(job, run.choices.destination, find_inks=find_inks)
        site = SectionMaker(job, run, presses, wordless)
        yield index, Begun()
        for chunk, errors in lay_out_job(job, run.choices, presses, wordless):
            yield from ((index, Found(error)) for error in errors)
            has_failed = has_failed or not all(isinstance(error, PrintWarning) for error in errors)
            if chunk and not has_failed:
                yield from ((index, one) for one in inspector.inspect(chunk))
                yield from ((index, step) for step in files.add(chunk))
                site.add(chunk)
                pages = () if is_dpi_expected else chunk.document.pages
                if any(any(find_all(Picture, page.shapes)) for page in pages):
                    is_dpi_expected = True
                    yield index, UsesPictures()
        if not has_failed:
            yield from ((index, step) for step in (*files.finish(), *site.finish()))
            goes_to = run.choices.destination
            if goes_to and goes_to.sheet:
                # On sheets, cards are not looked at one by one.
                choices = replace(run.choices, destination=replace(goes_to, sheet=None))
                singles = (chunk for chunk, _ in lay_out_job(job, choices, presses, wordless) if chunk)
                yield from ((index, one) for chunk in singles for one in inspector.inspect(chunk))

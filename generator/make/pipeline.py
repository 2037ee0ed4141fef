"""The pipeline: it lays out kits part by part, and writes them in every format."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Any

from generator.errors import GeneratorError, PrintWarning, list_warnings
from generator.layout.imposition.faces import CardFace
from generator.layout.press.press import Press
from generator.make.files import JobFiles
from generator.make.jobs import Job
from generator.make.layouts import lay_out_job
from generator.make.names import Choices
from generator.make.needs import check_choices
from generator.make.order import Order
from generator.make.orders import find_orders, list_files
from generator.make.preflight.inspection import Inspector
from generator.make.presses import make_ink_finder
from generator.make.processes import share
from generator.make.results import is_dpi_expected, list_notes, sort_steps
from generator.make.run import Run
from generator.make.steps import Begun, Found, Stale, Step, UsesPictures, Written
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
    files = _Files(is_packed=run.choices.destination is not None and run.choices.destination.is_packed)
    with Staging() as staging, closing(share(Builder(run), _list_units(run.jobs), processes)) as steps:
        for index, step in steps:
            match step:
                case Begun():
                    report(run.jobs[index])
                case Written(path, data):
                    files.add(path, data, staging)
                case Stale(path):
                    staging.drop((path,))
                case _:
                    found.append((index, step))
        results = sort_steps(run, found)
        notes = list_notes(run, results, files.sizes)
        for folder, shown in results.faces.items():
            order = _make_order(folder, shown, run.choices, files.packed, find_start)
            staging.drop(find_orders(folder))
            for name, data in list_files(order):
                staging.write(folder / name, data)
        warnings = dict.fromkeys((*notes, *list_warnings(results.warnings)))
        return replace(staging.commit(), warnings=tuple(warnings))


class _Files:
    """The files of a run: those that are written, and those that a destination packs into another."""

    def __init__(self, *, is_packed: bool) -> None:
        self._is_packed = is_packed
        self.sizes: dict[Path, int] = {}
        self.packed: dict[Path, bytes] = {}

    def add(self, path: Path, data: bytes, staging: Staging) -> None:
        if self._is_packed:
            self.packed[path] = data
        else:
            staging.write(path, data)
            self.sizes[path] = len(data)


def _make_order(
    folder: Path,
    shown: Mapping[CardFace, Job],
    choices: Choices,
    packed: Mapping[Path, bytes],
    find_start: Callable[[Kit], Position],
) -> Order:
    """Return the order for the pictures in a folder; tables also get the pieces at the start of a game."""
    goes_to = choices.destination
    assert goes_to is not None
    jobs = tuple({str(job): job for job in shown.values()}.values())
    return Order(
        jobs,
        goes_to,
        tuple(shown),
        folder,
        choices.pictures_at or "",
        start=find_start(jobs[0].game.kit) if goes_to.is_table else Position(),
        pictures={path.name: data for path, data in packed.items() if path.parent == folder},
    )


def _list_units(jobs: Sequence[Job]) -> list[tuple[int, ...]]:
    """Return groups of consecutive jobs, by their indexes, with the same part and language on all papers."""
    keys = [(job.game.kit.path, job.part.id, job.locale) for job in jobs]
    return [tuple(same) for _, same in groupby(range(len(jobs)), key=keys.__getitem__)]


def build(run: Run, indexes: Iterable[int]) -> Iterator[tuple[int, Step]]:
    """Yield the index of a job with each of its steps; after an error, no job has files."""
    presses: dict[tuple[Path, str], Press] = {}
    wordless: dict[Path, dict[str, Symbol]] = {}
    has_failed, looks_for_pictures = False, not is_dpi_expected(run)
    for index in indexes:
        job = run.jobs[index]
        find_inks = make_ink_finder(run.choices, job.game.kit.theme)
        files, inspector = JobFiles(job, run), Inspector(job, run.choices.destination, find_inks=find_inks)
        yield index, Begun()
        for chunk, errors in lay_out_job(job, run.choices, presses, wordless):
            yield from ((index, Found(error)) for error in errors)
            has_failed = has_failed or not all(isinstance(error, PrintWarning) for error in errors)
            if chunk and not has_failed:
                yield from ((index, one) for one in inspector.inspect(chunk))
                yield from ((index, step) for step in files.add(chunk))
                pages = chunk.document.pages if looks_for_pictures else ()
                if any(any(find_all(Picture, page.shapes)) for page in pages):
                    looks_for_pictures = False
                    yield index, UsesPictures()
        if not has_failed:
            yield from ((index, step) for step in files.finish())
            goes_to = run.choices.destination
            if goes_to and goes_to.sheet:
                # On sheets, cards are not looked at one by one.
                choices = replace(run.choices, destination=replace(goes_to, sheet=None))
                singles = (chunk for chunk, _ in lay_out_job(job, choices, presses, wordless) if chunk)
                yield from ((index, one) for chunk in singles for one in inspector.inspect(chunk))

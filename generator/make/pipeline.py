"""The pipeline: from the jobs of a run to its files, in folders that no two games share."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TypeAlias

from generator.backends.html.parts import PageSection
from generator.errors import (
    DataError,
    GeneratorError,
    Notice,
    PartErrors,
    PrintWarning,
    Problem,
    format_count,
    join_notices,
)
from generator.layout.imposition.pieces import CardFace, Chunk, PaperUse
from generator.make.jobs.files import (
    Begun,
    FileWritten,
    JobFiles,
    Pictured,
    Presses,
    StaleFile,
    UsesPictures,
    lay_out_job,
)
from generator.make.jobs.findings import Inspected, ServiceReport, sum_up
from generator.make.jobs.jobs import DEFAULTS, Choices, Job, Run
from generator.make.jobs.processes import share
from generator.make.runs import check_choices, list_idle_orientation, list_ignored_settings
from generator.model.destinations import Destination
from generator.model.kit import Form, Kit, PieceSet, Sheet
from generator.model.played import Position
from generator.model.values import dataclass, field, replace
from generator.output import Staging, WriteResult
from generator.read.files.shelf import KIT_FILE, YAML, Cache
from generator.read.files.text_files import name_file
from generator.scene.shapes import Picture, list_all

_Inspected: TypeAlias = Inspected | PageSection | PaperUse | UsesPictures


FileStep: TypeAlias = Begun | FileWritten | StaleFile | Pictured | _Inspected | GeneratorError
"""Steps of a job: also the section that a web page has of it, and errors or warnings.

After an error, there are no files.
"""


def make(
    run: Run,
    *,
    report: Callable[[Job], None],
    processes: int = 1,
    find_start: Callable[[Kit], Position] = lambda kit: Position(),
) -> WriteResult:
    """Build all files of a run or, after an error, none of them.

    `report` is called with each job when it begins; `find_start` finds where pieces are at the start of a
    game. PartErrors lists all parts and texts that do not fit, and everything that the service refuses; an
    OutputError ends the run at once.
    """
    check_choices(run)
    kept: list[tuple[int, FileStep]] = []
    with (
        Staging(home=run.choices.folder) as staging,
        closing(share(Builder(run), _list_units(run.jobs), processes)) as steps,
    ):
        output = _Output(staging, run.choices.destination)
        for index, step in steps:
            match step:
                case Begun():
                    report(run.jobs[index])
                case FileWritten(path, data):
                    output.add(path, data)
                case StaleFile(path):
                    staging.drop((path,))
                case _:
                    kept.append((index, step))
        results = sort_steps(run, kept)
        preflight = sum_up(results.inspected, run.choices.destination, output.sizes.items())
        check_results(run, results, preflight)
        if results.sections:
            # Few runs make web pages.
            from generator.make.sites import write_sites

            for path, data in write_sites(run, results.sections):
                output.add(path, data)
        if results.faces:
            # Few runs make pictures of cards.
            from generator.make.orders.items import make_orders
            from generator.make.orders.orders import find_orders, list_files

            for order in make_orders(run.choices, results.faces, output.packed, find_start):
                staging.drop(find_orders(order.folder))
                for name, data in list_files(order):
                    staging.write(order.folder / name, data)
        warnings = join_notices((*list_notes(run, results, preflight), *results.warnings))
        notes = tuple(list_paper_notes(run, results.paper))
        return replace(staging.commit(), warnings=warnings, notes=notes)


class _Output:
    """The files of a run: those that are written, and those that a destination packs into another."""

    def __init__(self, staging: Staging, destination: Destination | None) -> None:
        self._staging = staging
        self._is_packed = destination is not None and destination.is_packed
        self.sizes: dict[Path, int] = {}
        self.packed: dict[Path, bytes] = {}

    def add(self, path: Path, data: bytes) -> None:
        if self._is_packed:
            self.packed[path] = data
        else:
            self._staging.write(path, data)
            self.sizes[path] = len(data)


def _list_units(jobs: Sequence[Job]) -> list[tuple[int, ...]]:
    """Return groups of consecutive jobs, by their indexes, with the same part and language on all papers."""
    keys = [(job.game.kit.path, job.part.id, job.locale) for job in jobs]
    return [tuple(same) for _, same in groupby(range(len(jobs)), key=keys.__getitem__)]


class Builder:
    """Builds jobs of a run; a process to which it is sent plans the run again."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def __call__(self, indexes: Iterable[int]) -> Iterator[tuple[int, FileStep]]:
        """Yield the steps of jobs."""
        return build(self._run, indexes)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return BuilderElsewhere, (self._run.plan_again, tuple(map(str, self._run.jobs)))


@dataclass(frozen=True, slots=True)
class BuilderElsewhere:
    """Builder in another process."""

    plan_again: Callable[[], Run]
    jobs: tuple[str, ...]
    """Names of the jobs when the run was planned first."""

    def __call__(self, indexes: Iterable[int]) -> Iterator[tuple[int, FileStep]]:
        """Yield the steps of jobs; raises GeneratorError if files have changed in the meantime."""
        run = self.plan_again()
        if tuple(map(str, run.jobs)) != self.jobs:
            raise GeneratorError("files of a game changed while it was built; please build it again")
        return build(run, indexes)


def build(run: Run, indexes: Iterable[int]) -> Iterator[tuple[int, FileStep]]:
    """Yield the index of a job with each of its steps; after an error, no job has files."""
    presses, has_failed = Presses(run.choices), False
    for index in indexes:
        for step in _build_job(run, run.jobs[index], presses, is_written=not has_failed):
            has_failed = has_failed or _is_failure(step)
            yield index, step


def _is_failure(step: FileStep) -> bool:
    return isinstance(step, GeneratorError) and not isinstance(step, PrintWarning)


def _build_job(run: Run, job: Job, presses: Presses, *, is_written: bool) -> Iterator[FileStep]:
    """Yield the steps of a job, which writes nothing after its first error."""
    files, inspect = JobFiles(job, run), _find_inspection(job, run.choices)
    section = None
    if run.is_joined:
        from generator.make.sites import SectionMaker

        section = SectionMaker(job, run, presses)
    seeks_pictures = needs_pictures(run)
    fine_inks = None
    if run.choices.options.press:
        from generator.make.preflight import FineInkWatch

        fine_inks = FineInkWatch(job, run.choices)
    yield Begun()
    for chunk, errors in lay_out_job(job, run.choices, presses):
        yield from errors
        is_written = is_written and not any(map(_is_failure, errors))
        if chunk and is_written:
            yield from inspect(chunk)
            if fine_inks:
                fine_inks.note(chunk.document)
            if chunk.paper:
                yield chunk.paper
            yield from files.add(chunk)
            if section:
                section.add(chunk)
            if seeks_pictures and any(any(list_all(Picture, page.shapes)) for page in chunk.document.pages):
                seeks_pictures = False
                yield UsesPictures()
    if is_written:
        yield from files.finish()
        if fine_inks:
            yield from fine_inks.list_warnings()
        if section:
            yield section.finish()
        yield from _inspect_sheets(run, job, presses)


def _find_inspection(job: Job, choices: Choices) -> Callable[[Chunk], Iterable[Inspected]]:
    """Return the preflight of a job, which finds nothing if there are no products of a service."""
    if not (choices.destination and choices.destination.products):
        return lambda chunk: ()
    # Few runs are for a service.
    from generator.make.preflight import Inspector

    return Inspector(job, choices).inspect


def _inspect_sheets(run: Run, job: Job, presses: Presses) -> Iterator[Inspected]:
    """Yield what the preflight finds on the cards of sheets, which are laid out again one by one for this."""
    goes_to = run.choices.destination
    if goes_to and goes_to.sheet:
        choices = replace(run.choices, destination=replace(goes_to, sheet=None))
        inspect = _find_inspection(job, choices)
        # What does not fit on a card has been found on the sheets.
        for chunk, _ in lay_out_job(job, choices, presses):
            yield from inspect(chunk) if chunk else ()


@dataclass(slots=True)
class Results:
    """Results of the jobs of a run, in the order of the jobs."""

    failures: dict[tuple[str, str], GeneratorError] = field(default_factory=dict)
    """Each error by the name of its job and its message."""
    warnings: list[Notice] = field(default_factory=list)
    faces: dict[Path, dict[CardFace, Job]] = field(default_factory=dict)
    """The sides of cards, each with its job, by the folder of their pictures."""
    inspected: list[Inspected] = field(default_factory=list)
    sections: list[tuple[Job, PageSection]] = field(default_factory=list)
    """The sections of web pages."""
    paper: list[tuple[Job, PaperUse]] = field(default_factory=list)
    """The paper of cards and tokens."""
    has_pictures: bool = False
    """True if a page has a picture; unknown, and False, if the resolution matters anyway."""


def sort_steps(run: Run, steps: Iterable[tuple[int, FileStep]]) -> Results:
    """Return the results in steps, which may come from several processes in any order."""
    results = Results()
    for index, step in sorted(steps, key=itemgetter(0)):
        job = run.jobs[index]
        match step:
            case PrintWarning():
                results.warnings += step.list_notices()
            case GeneratorError():
                results.failures[str(job), str(step)] = step
            case Pictured(folder, face):
                results.faces.setdefault(folder, {})[face] = job
            case Inspected():
                results.inspected.append(step)
            case PageSection():
                results.sections.append((job, step))
            case PaperUse():
                results.paper.append((job, step))
            case UsesPictures():
                results.has_pictures = True
    return results


def check_results(run: Run, results: Results, preflight: ServiceReport) -> None:
    """Raise PartErrors with everything that does not fit, and everything that the service refuses."""
    errors = [(name, error) for (name, _), error in results.failures.items()]
    refused = () if run.choices.anyway else preflight.errors
    if refused and not errors and run.choices.destination:
        name = run.choices.destination.id.replace("_", "-")
        refused = (
            *refused,
            Notice(f"nothing was written; to order in spite of errors, write --for {name},anyway"),
        )
    if errors or refused:
        raise PartErrors(errors, refused)


def list_notes(run: Run, results: Results, preflight: ServiceReport) -> Iterator[Notice]:
    """Yield what to report of a run with files, apart from warnings of its pages."""
    for job in run.jobs:
        yield from (problem.describe(is_error=False) for problem in job.game.kit.warnings)
    notes = [note for job in run.jobs for note in job.notes]
    notes += list_ignored_settings(run.jobs, run.choices)
    notes += list_idle_orientation(run.jobs, run.choices)
    notes += list_white_backs(run)
    if needs_pictures(run) and not results.has_pictures:
        notes.append("--dpi changes nothing: there are no pictures of pages, and no photos")
    yield from (Notice(text, is_error=False) for text in notes)
    # If the preflight has errors, they are written anyway.
    yield from (replace(notice, is_error=False) for notice in (*preflight.errors, *preflight.warnings))


def list_white_backs(run: Run) -> Iterator[str]:
    """Yield the decks that a service prints with white backs, because their cards have none."""
    if not (run.choices.destination and run.choices.destination.products):
        return
    for part in {job.part.id: job.part for job in run.jobs if isinstance(job.part, PieceSet)}.values():
        number = sum(piece.count for piece in part.pieces if not piece.back)
        if part.has_cards and number:
            yield f"{part.id}: {format_count(number, 'card')} without a back: the back will be white"


def list_paper_notes(run: Run, paper: Sequence[tuple[Job, PaperUse]]) -> Iterator[str]:
    """Yield what shares the paper of a sheet, how much room is on the last sheets of cards, and how many
    sheets `--together` would save."""
    if run.choices.destination or not any(form.name == "pdf" for form in run.formats):
        return
    for sheet in {job.part.id: job.part for job in run.jobs if isinstance(job.part, Sheet)}.values():
        if sheet.aid and not run.choices.find_takes:
            where = "on its back" if sheet.has_aid_behind else "beside it"
            yield f"{sheet.id}: {sheet.aid} is on the same paper, {where}"
    first = next(iter(paper), (None, None))[0]
    for job, use in paper:
        is_alike = first and (job.locale, job.paper) == (first.locale, first.paper)
        has_cards = isinstance(job.part, PieceSet) and job.part.has_cards
        if is_alike and has_cards and use.is_scant and use.sheets == 1:
            yield f"{job.part.id}: the paper has room for {use.room} more"
    games: dict[tuple[Path, str, str], list[PaperUse]] = {}
    for job, use in paper:
        games.setdefault((job.game.kit.path, job.locale, job.paper.id), []).append(use)
    uses = next(iter(games.values()), [])
    if len(uses) < 2 or run.choices.together:
        return
    counts, places = Counter[Form](), dict[Form, int]()
    for form, count, most in (each for use in uses for each in use.forms):
        counts[form] += count
        places[form] = max(most, places.get(form, 0))
    separate = sum(use.sheets for use in uses)
    together = sum(-(-count // places[form]) for form, count in counts.items())
    if together < separate:
        yield f"--together puts these cards and tokens on {together} sheets of paper instead of {separate}"


def needs_pictures(run: Run) -> bool:
    """Return True if the resolution was changed, and matters only on pages with pictures."""
    is_changed = run.choices.options.dpi != DEFAULTS.options.dpi
    return is_changed and not any(form.has_pixels for form in run.formats)


def check_folders(kits: Iterable[Kit]) -> None:
    """Raise DataError for games of one run that would write the same files."""
    first: dict[str, Kit] = {}
    problems = []
    for kit in kits:
        other = first.setdefault(kit.slug, kit)
        if other.path != kit.path:
            message = f"has the same id as {name_file(other.path)}: `{kit.id}`"
            hint = f"write another `id`, such as `id: {kit.id}_2`"
            problems.append(Problem(_name_head(kit), 0, 0, "", message, hint))
    if problems:
        raise DataError(problems)


def warn_of_other_games(cache: Cache, kits: Iterable[Kit], folder: Path) -> Iterator[Notice]:
    """Yield a warning for each game in whose folder another one with the same id wrote its files before.

    The games are noted for the next run. One that is gone, or was moved, is not named.
    """
    for kit in kits:
        key = "game of", str((folder / kit.slug).resolve())
        own, other = str(kit.path.resolve()), cache.recall(key)
        if own == other:
            continue
        cache.keep(key, own)
        if isinstance(other, str) and Path(other).exists():
            message = f"also has files of {name_file(Path(other))}, a game with the same id"
            hint = f"write another `id` in {_name_head(kit)}, or use --out"
            problem = Problem(name_file(folder / kit.slug), 0, 0, "", message, hint)
            yield problem.describe(is_error=False)


def _name_head(kit: Kit) -> str:
    return name_file(kit.path if kit.path.suffix in YAML else kit.path / KIT_FILE)

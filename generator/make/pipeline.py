"""The pipeline: it lays out kits part by part, and writes them in every format."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeAlias

from generator.backends.formats import Format, Options, Writer
from generator.errors import GeneratorError, LayoutError, PartErrors, PrintWarning, UnknownName, list_warnings
from generator.layout.document import Chunk, keep_pages, lay_out_chunks, make_press
from generator.layout.imposition.faces import CardFace
from generator.layout.press.press import Press
from generator.layout.text.findings import Findings
from generator.make.jobs import Job, list_parts
from generator.make.names import BOARD, BOTH, DEFAULTS, PIECES, Choices, name_choices
from generator.make.orders import Order, list_files
from generator.make.processes import share
from generator.make.steps import Begun, Found, Pictured, Stale, Step, UsesPictures, Written
from generator.make.unheeded import list_unheeded
from generator.model.board import Board
from generator.model.kit import Part
from generator.model.pieces import PieceSet
from generator.model.printing import DEFAULT_PAPER
from generator.model.sheet import Sheet
from generator.model.values import dataclass, replace
from generator.output import Outcome, Staging, reported
from generator.scene.shapes import Document, Picture, Symbol
from generator.scene.walk import find_all

_NEEDS = {
    **dict.fromkeys(PIECES, (PieceSet, "a part with cards or tokens")),
    **dict.fromkeys(BOARD, (Board, "a board")),
    **dict.fromkeys(BOTH, (PieceSet | Board, "a part with cards or tokens, or a board")),
}
"""Options of printing, and the parts to which they apply."""


@dataclass(frozen=True, slots=True)
class Run:
    """The jobs of one run of `petri make`, with formats and options."""

    jobs: tuple[Job, ...]
    formats: tuple[Format, ...]
    choices: Choices = DEFAULTS
    again: "Callable[[], Run] | None" = None
    """Plans the run again, in another process."""

    def __reduce__(self) -> Any:
        """Pickle the call that plans the run, so that another process reads the games itself."""
        return self.again, ()


def make(run: Run, *, report: Callable[[Job], None], processes: int = 1) -> Outcome:
    """Build all files of a run or, after an error, none of them.

    `report` is called with each job when it begins. PartErrors lists all parts and texts that do not fit; an
    OutputError ends the run at once.
    """
    check_choices(run)
    found: list[tuple[int, Step]] = []
    with Staging() as staging, closing(share(partial(build, run), _list_units(run.jobs), processes)) as steps:
        for index, step in steps:
            match step:
                case Begun():
                    report(run.jobs[index])
                case Written(path, data):
                    staging.write(path, data)
                case Stale(path):
                    staging.drop((path,))
                case _:
                    found.append((index, step))
        failures: dict[tuple[str, str], GeneratorError] = {}
        notes = [str(problem) for job in run.jobs for problem in job.game.kit.warnings]
        notes += list_unheeded(run.jobs, run.choices)
        warnings: list[PrintWarning] = []
        faces: dict[Path, dict[CardFace, Job]] = {}
        for index, step in sorted(found, key=itemgetter(0)):
            match step:
                case Found(PrintWarning() as warning):
                    warnings.append(warning)
                case Found(error):
                    failures[str(run.jobs[index]), str(error)] = error
                case Pictured(folder, face):
                    faces.setdefault(folder, {})[face] = run.jobs[index]
        if failures:
            raise PartErrors([(name, error) for (name, _), error in failures.items()])
        if not _is_dpi_expected(run) and not any(isinstance(step, UsesPictures) for _, step in found):
            notes.append("--dpi changes nothing: there are no pictures of pages, and no photos")
        if goes_to := run.choices.destination:
            for folder, shown in faces.items():
                jobs = {str(job): job for job in shown.values()}
                for name, data in list_files(Order(tuple(jobs.values()), goes_to, tuple(shown))):
                    staging.write(folder / name, data)
        return replace(staging.commit(), warnings=tuple(dict.fromkeys((*notes, *list_warnings(warnings)))))


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
        files = JobFiles(job, run)
        yield index, Begun()
        for chunk, errors in _lay_out_job(job, run.choices, presses, wordless):
            yield from ((index, Found(error)) for error in errors)
            has_failed = has_failed or not all(isinstance(error, PrintWarning) for error in errors)
            if chunk and not has_failed:
                yield from ((index, step) for step in files.add(chunk))
                pages = () if is_dpi_expected else chunk.document.pages
                if any(any(find_all(Picture, page.shapes)) for page in pages):
                    is_dpi_expected = True
                    yield index, UsesPictures()
        if not has_failed:
            yield from ((index, step) for step in files.finish())


LaidOut: TypeAlias = tuple[Chunk | None, tuple[GeneratorError, ...]]
"""Some pages, and their errors and warnings; the pages are None if an error prevented them."""


def lay_out(
    jobs: Iterable[Job], choices: Choices = DEFAULTS, *, report: Callable[[Job], None]
) -> Iterator[tuple[Job, Iterator[LaidOut]]]:
    """Yield each job with its pages, which are laid out on demand.

    Names and copies apply to sheets; other parts are laid out once.
    """
    presses: dict[tuple[Path, str], Press] = {}
    wordless: dict[Path, dict[str, Symbol]] = {}
    for job in jobs:
        report(job)
        yield job, _lay_out_job(job, choices, presses, wordless)


def _lay_out_job(
    job: Job,
    choices: Choices,
    presses: dict[tuple[Path, str], Press],
    wordless: dict[Path, dict[str, Symbol]],
) -> Iterator[LaidOut]:
    kit, part, findings = job.game.kit, job.part, Findings(collects=True)
    symbols = wordless.setdefault(kit.path, {})
    try:
        press = presses.get((kit.path, job.locale))
        if press is None:
            press = make_press(
                kit, locale=job.locale, fonts=job.game.fonts, wordless=symbols, findings=findings
            )
            presses[kit.path, job.locale] = press
        findings = press.findings
        copies = choices.copies if isinstance(part, Sheet) else 1
        names = choices.names if has_name_field(part) else ()
        printing, goes_to = choices.printing, choices.destination
        for chunk in lay_out_chunks(
            press,
            part,
            paper=job.paper,
            copies=copies,
            names=names,
            printing=printing,
            destination=goes_to,
            printer=choices.printer,
        ):
            yield (keep_pages(chunk, job.pages) if job.pages else chunk), findings.take()
    except GeneratorError as error:
        yield None, (*findings.take(), error)


class JobFiles:
    """Encodes the pages of a job in every format."""

    def __init__(self, job: Job, run: Run) -> None:
        choices = run.choices
        self._options = choices.options
        self.folder = choices.folder / job.game.kit.slug
        words = (*name_choices(job.part, choices, job.selection), *["changed"] * job.is_changed)
        self._stem = "-".join((job.stem, *words))
        self._is_per_face = choices.destination is not None and not choices.destination.in_order
        if choices.destination:
            self.folder /= "-".join((choices.destination.id, job.locale, *words))
            self._stem = job.part.id.replace("_", "-")
        self._writers: list[tuple[Format, Writer]] = [
            (form, form.begin(self._options) if form.begin else _CollectingWriter(form, self._options))
            for form in run.formats
        ]

    def add(self, chunk: Chunk) -> Iterator[Written | Pictured]:
        """Yield the files of single pages, and the faces that they show."""
        for form, writer in self._writers:
            if not (form.per_page or self._is_per_face):
                writer.add(chunk.document)
                continue
            for index, page in enumerate(chunk.document.pages):
                name = name_page(self._stem, form.extension, chunk.first + index, chunk.count)
                if self._is_per_face:
                    name = f"{page.label}.{form.extension}"
                data = form.write(chunk.document, index if form.per_page else None, self._options)
                yield Written(self.folder / name, data)
        for face in chunk.faces:
            file = f"{face.file}.{self._writers[0][0].extension}"
            yield Pictured(self.folder, replace(face, file=file))

    def finish(self) -> Iterator[Written | Stale]:
        """Yield the files of complete documents, and of pages that an earlier build may have left."""
        for form, writer in self._writers:
            if form.per_page or self._is_per_face:
                for path in find_pages(self.folder, self._stem, form.extension):
                    yield Stale(path)
            else:
                yield Written(self.folder / f"{self._stem}.{form.extension}", writer.finish())


class _CollectingWriter:
    """Writer that collects all pages, for a format that writes the document at once."""

    def __init__(self, form: Format, options: Options) -> None:
        self._form, self._options = form, options
        self._documents: list[Document] = []

    def add(self, document: Document) -> None:
        self._documents.append(document)

    def finish(self) -> bytes:
        pages = tuple(page for document in self._documents for page in document.pages)
        return self._form.write(replace(self._documents[0], pages=pages), None, self._options)


def name_page(stem: str, extension: str, page: int, count: int) -> str:
    """Return `aid-es-a4.svg` for a single page, else `rules-es-a4-1.svg` with leading zeros if needed."""
    return f"{stem}.{extension}" if count == 1 else f"{stem}-{page + 1:0{len(str(count))}}.{extension}"


def find_pages(folder: Path, stem: str, extension: str) -> tuple[Path, ...]:
    """Return the files of pages, or of pictures of cards, that an earlier build of this document has left."""
    ours = re.compile(rf"{re.escape(stem)}((-\d+-\w+)?-(front|back)s?)?(-\d+)?\.{re.escape(extension)}")
    with reported(folder):
        there = sorted(folder.iterdir()) if folder.is_dir() else ()
    return tuple(path for path in there if ours.fullmatch(path.name))


def has_name_field(part: Part) -> bool:
    """Return True if the part has a field for a player's name."""
    return isinstance(part, Sheet) and bool(part.name_field)


def check_choices(run: Run) -> None:
    """Raise UnknownName with all options that apply to no part of the run."""
    choices, parts, goes_to = run.choices, [job.part for job in run.jobs], run.choices.destination
    needs: list[str] = []
    misfits: dict[str, None] = {}
    if choices.names and not any(map(has_name_field, parts)):
        needs.append("--names needs a part with a name field")
    if choices.copies > 1 and not any(isinstance(part, Sheet) for part in parts):
        needs.append("--copies needs a sheet")
    for name, (kind, what) in _NEEDS.items():
        option = "orientation" if name == "turned" else name
        is_given = getattr(choices.printing, name) != getattr(DEFAULTS.printing, name)
        if is_given and goes_to and not (option == "bleed" and goes_to.is_cut):
            needs.append(f"--{option} does not apply to --for {goes_to.id}")
        elif is_given and not any(isinstance(part, kind) for part in parts):
            needs.append(f"--{option} needs {what}")
    if goes_to:
        if not parts:
            needs.append(f"--for {goes_to.id} needs a part with cards or tokens")
        if goes_to.dpi not in (0, choices.options.dpi):
            needs.append(f"--dpi does not apply to --for {goes_to.id}")
        if wrong := ", ".join(form.name for form in run.formats if form.name not in goes_to.formats):
            needs.append(f"--for {goes_to.id} has no format {wrong}, but {', '.join(goes_to.formats)}")
        other = {job.paper.id for job in run.jobs} - {DEFAULT_PAPER}
        sheets = {"paper": other, "margin": choices.margin is not None, "header": choices.printing.header}
        needs += [f"--{name} does not apply to --for {goes_to.id}" for name, given in sheets.items() if given]
        for deck in (deck for part in parts if isinstance(part, PieceSet) for deck in part.decks):
            try:
                goes_to.find_product(deck.form, part=deck.id)
            except LayoutError as error:
                misfits[str(error)] = None
    if needs or misfits:
        told = (f"{need}; chosen parts: {list_parts(run.jobs)}" for need in needs)
        raise UnknownName("\n".join((*told, *misfits)))

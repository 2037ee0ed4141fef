"""The pipeline: it lays out kits part by part, and writes them in every format."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeAlias

from generator.backends.formats import Format, Options, Writer, find_format
from generator.errors import GeneratorError, PartErrors, PrintWarning, UnknownName, list_warnings
from generator.layout.document import Chunk, keep_pages, lay_out_chunks, make_press
from generator.layout.imposition.faces import CardFace
from generator.layout.press.press import Press
from generator.layout.shapes.palette import PALETTES
from generator.layout.text.findings import Findings
from generator.make.cutting import CutFiles, list_misfits
from generator.make.jobs import Job, list_parts
from generator.make.misfits import list_missing_products
from generator.make.names import (
    BOARD,
    BOOKLETS,
    BOTH,
    DEFAULTS,
    PIECES,
    Choices,
    name_choices,
    name_folder,
)
from generator.make.order import Order
from generator.make.orders import find_orders, list_files
from generator.make.preflight.inspection import Inspector
from generator.make.preflight.issues import Inspected
from generator.make.preflight.report import sum_up
from generator.make.presses import choose_inks, make_ink_finder
from generator.make.processes import share
from generator.make.steps import Begun, Found, Pictured, Stale, Step, UsesPictures, Written
from generator.make.unheeded import list_unheeded
from generator.model.board import Board
from generator.model.booklet import Booklet
from generator.model.destinations import Destination
from generator.model.kit import Kit, Part
from generator.model.pieces import PieceSet
from generator.model.position import Position
from generator.model.printing import DEFAULT_PAPER
from generator.model.sheet import Sheet
from generator.model.values import dataclass, replace
from generator.output import Outcome, Staging, reported
from generator.scene.looks import Viewer
from generator.scene.shapes import Document, Picture, Symbol
from generator.scene.walk import find_all

_NEEDS = {
    **dict.fromkeys(PIECES, (PieceSet, "a part with cards or tokens")),
    **dict.fromkeys(BOARD, (Board, "a board")),
    **dict.fromkeys((*BOTH, "bleed"), (PieceSet | Board, "a part with cards or tokens, or a board")),
    **dict.fromkeys(BOOKLETS, (Booklet, "a booklet")),
}
"""Options of printing, and the parts to which they apply."""
_ONLY_FOR = {"resize": "--for with a service", "copies_as_files": "--for with a destination"}
"""Options of printing that apply to pictures of cards only."""


@dataclass(frozen=True, slots=True)
class Run:
    """The jobs of one run of `petri make`, with formats and options."""

    jobs: tuple[Job, ...]
    formats: tuple[Format, ...]
    choices: Choices = DEFAULTS
    again: "Callable[[], Run] | None" = None
    """Plans the run again, in another process."""
    cuts: tuple[Format, ...] = ()
    """Formats of cut files."""


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
        for index, step in sorted(found, key=itemgetter(0)):
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
        yield index, Begun()
        for chunk, errors in lay_out_job(job, run.choices, presses, wordless):
            yield from ((index, Found(error)) for error in errors)
            has_failed = has_failed or not all(isinstance(error, PrintWarning) for error in errors)
            if chunk and not has_failed:
                yield from ((index, one) for one in inspector.inspect(chunk))
                yield from ((index, step) for step in files.add(chunk))
                pages = () if is_dpi_expected else chunk.document.pages
                if any(any(find_all(Picture, page.shapes)) for page in pages):
                    is_dpi_expected = True
                    yield index, UsesPictures()
        if not has_failed:
            yield from ((index, step) for step in files.finish())
            goes_to = run.choices.destination
            if goes_to and goes_to.sheet:
                # On sheets, cards are not looked at one by one.
                choices = replace(run.choices, destination=replace(goes_to, sheet=None))
                singles = (chunk for chunk, _ in lay_out_job(job, choices, presses, wordless) if chunk)
                yield from ((index, one) for chunk in singles for one in inspector.inspect(chunk))


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
        yield job, lay_out_job(job, choices, presses, wordless)


def lay_out_job(
    job: Job,
    choices: Choices,
    presses: dict[tuple[Path, str], Press],
    wordless: dict[Path, dict[str, Symbol]],
) -> Iterator[LaidOut]:
    """Yield the pages of a job; presses and symbols without texts are kept for other jobs."""
    part, findings = job.part, Findings(collects=True)
    try:
        press = find_press(job, choices, presses, wordless)
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
            printer=None if choices.printing.cutter else choices.printer,
        ):
            yield (keep_pages(chunk, job.pages) if job.pages else chunk), findings.take()
    except GeneratorError as error:
        yield None, (*findings.take(), error)


def find_press(
    job: Job,
    choices: Choices,
    presses: dict[tuple[Path, str], Press],
    wordless: dict[Path, dict[str, Symbol]],
) -> Press:
    """Return the press of the game of a job in its language, which collects errors."""
    kit, fonts, key = job.game.kit, job.game.fonts, (job.game.kit.path, job.locale)
    if key not in presses:
        symbols, palette = wordless.setdefault(kit.path, {}), PALETTES[choices.ink]
        presses[key] = make_press(
            kit,
            locale=job.locale,
            fonts=fonts,
            wordless=symbols,
            findings=Findings(collects=True),
            palette=palette,
        )
    return presses[key]


class JobFiles:
    """Encodes the pages of a job in every format."""

    def __init__(self, job: Job, run: Run) -> None:
        choices, goes_to = run.choices, run.choices.destination
        self._options, self._goes_to = choices.options, goes_to
        if press := self._options.press:
            self._options = replace(self._options, press=choose_inks(press, job.game.kit.theme))
        self.folder = choices.folder / job.game.kit.slug
        words = (*job.words, *name_choices(job.part, choices, job.selection), *["changed"] * job.is_changed)
        self._stem = "-".join((job.stem, *words))
        self._cuts = CutFiles(self._stem, run.cuts, choices.options)
        self._stem += "-print" if choices.printing.cutter else ""
        self._viewer = Viewer(choices.seen_as) if choices.seen_as else None
        self._is_per_face = goes_to is not None and not goes_to.has_pages
        if goes_to:
            self.folder /= name_folder(choices, job.locale)
            self._stem = job.part.id.replace("_", "-")
        self._writers: list[tuple[Format, Writer]] = [
            (form, form.begin(self._options) if form.begin else _CollectingWriter(form, self._options))
            for form in run.formats
        ]

    def add(self, chunk: Chunk) -> Iterator[Written | Pictured]:
        """Yield the files of single pages, and the faces that they show."""
        document = self._viewer.view(chunk.document) if self._viewer else chunk.document
        self._cuts.add(chunk)
        extensions: dict[str, str] = {}
        for form, writer in self._writers:
            if not (form.per_page or self._is_per_face):
                writer.add(document)
                continue
            for index in range(len(document.pages)):
                name = name_page(self._stem, form.extension, chunk.first + index, chunk.count)
                used, data = self._write_page(form, document, index)
                extensions.setdefault(form.name, used.extension)
                files = dict.fromkeys(f"{face.file}.{used.extension}" for face in chunk.faces)
                yield from (Written(self.folder / file, data) for file in files or (name,))
        first = self._writers[0][0]
        for face in chunk.faces:
            stem = face.file if first.per_page or self._is_per_face else self._stem
            extension = extensions.get(first.name, first.extension)
            yield Pictured(self.folder, replace(face, file=f"{stem}.{extension}"))

    def _write_page(self, form: Format, document: Document, index: int) -> tuple[Format, bytes]:
        """Return a page in a format or, if the file is too large, in the next one of the destination."""
        data = form.write(document, index if form.per_page else None, self._options)
        if self._goes_to and self._goes_to.is_table and self._goes_to.is_too_large(data):
            others = self._goes_to.formats[self._goes_to.formats.index(form.name) + 1 :]
            for other in map(find_format, others[:1]):
                return self._write_page(other, document, index)
        return form, data

    def finish(self) -> Iterator[Written | Stale]:
        """Yield the files of complete documents, and of pages that an earlier build may have left."""
        for form, writer in self._writers:
            if form.per_page or self._is_per_face:
                for at in ("*", "*/*") if self._is_per_face else ("*",):
                    yield from map(Stale, find_pages(self.folder, self._stem, form.extension, at=at))
            else:
                yield Written(self.folder / f"{self._stem}.{form.extension}", writer.finish())
        for form in self._cuts.formats:
            for path in find_pages(self.folder, self._cuts.stem, form.extension):
                yield Stale(path)
        yield from self._cuts.finish(self.folder)


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


def find_pages(folder: Path, stem: str, extension: str, *, at: str = "*") -> tuple[Path, ...]:
    """Return the files of pages that an earlier build of this document has left.

    Pictures of cards are also `at` the pattern `*/*`, in the folders of products.
    """
    ours = re.compile(rf"{re.escape(stem)}((-\d+(-\w+)?)?-(front|back)s?)?(-\d+)?\.{re.escape(extension)}")
    with reported(folder):
        return tuple(path for path in sorted(folder.glob(at)) if ours.fullmatch(path.name))


def has_name_field(part: Part) -> bool:
    """Return True if the part has a field for a player's name."""
    return isinstance(part, Sheet) and bool(part.name_field)


def _can_show(part: Part, goes_to: Destination) -> bool:
    """Return True if a part has something for a destination: boxes of cards are not on game tables."""
    forms = [deck.form for deck in part.decks] if isinstance(part, PieceSet) else []
    return not goes_to.is_table or isinstance(part, Board) or any(one.outline != "tuck_box" for one in forms)


def check_choices(run: Run) -> None:
    """Raise UnknownName with all options that apply to no part of the run."""
    choices, parts, goes_to = run.choices, [job.part for job in run.jobs], run.choices.destination
    needs: list[str] = []
    misfits: Sequence[str] = ()
    if choices.names and not any(map(has_name_field, parts)):
        needs.append("--names needs a part with a name field")
    if choices.copies > 1 and not any(isinstance(part, Sheet) for part in parts):
        needs.append("--copies needs a sheet")
    takes = goes_to.takes if goes_to else ()
    for name, (kind, what) in _NEEDS.items():
        option = {"turned": "orientation"}.get(name, name.replace("_", "-"))
        is_given = getattr(choices.printing, name) != getattr(DEFAULTS.printing, name)
        if is_given and goes_to and name not in takes:
            needs.append(f"--{option} does not apply to --for {goes_to.id}")
        elif is_given and not goes_to and name in _ONLY_FOR:
            needs.append(f"--{option} needs {_ONLY_FOR[name]}")
        elif is_given and not any(isinstance(part, kind) for part in parts):
            needs.append(f"--{option} needs {what}")
    needs += list_misfits(choices, run.jobs)
    if choices.anyway and not (goes_to and goes_to.products):
        needs.append("--anyway needs --for with a service")
    if goes_to:
        if not any(_can_show(part, goes_to) for part in parts):
            needs.append(f"--for {goes_to.id} needs a part with cards or tokens")
        if choices.options.dpi not in (DEFAULTS.options.dpi, goes_to.dpi or choices.options.dpi):
            multiples = f", which takes multiples of {goes_to.dpi}" if goes_to.is_scalable else ""
            needs.append(f"--dpi does not apply to --for {goes_to.id}{multiples}")
        if wrong := ", ".join(form.name for form in run.formats if form.name not in goes_to.formats):
            needs.append(f"--for {goes_to.id} has no format {wrong}, but {', '.join(goes_to.formats)}")
        other = {job.paper.id for job in run.jobs} - {DEFAULT_PAPER}
        sheets = {"paper": other, "margin": choices.margin is not None, "header": choices.printing.header}
        sheets["together"] = choices.together
        needs += [f"--{name} does not apply to --for {goes_to.id}" for name, given in sheets.items() if given]
        misfits = list_missing_products(run.jobs, goes_to, resize=choices.printing.resize)
    if choices.pictures_at and not (goes_to and goes_to.is_table and not goes_to.is_packed):
        needs.append("--pictures-at needs a destination whose files name pictures, such as --for tts")
    if needs or misfits:
        told = (f"{need}; chosen parts: {list_parts(run.jobs) or 'none'}" for need in needs)
        raise UnknownName("\n".join((*told, *misfits)))

"""Files of a job: its pages, or pictures of cards, in every format.

Steps of a job, in the order in which it takes them; each can be sent from one process to another.

Files of single pages: their names, and those that an earlier build has left.

Sheets for cutting machines: the choices of a machine, and files of the lines that it cuts.

Files for print shops: the printing condition of a run, and the inks of colours in it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from generator.backends.formats import Format, Writer, find_format
from generator.backends.html.parts import PageSection
from generator.errors import GeneratorError, UnknownName
from generator.layout.document import Chunk
from generator.layout.imposition.faces import CardFace
from generator.make.jobs.choices import DEFAULTS, Choices
from generator.make.jobs.file_names import name_choices, name_folder
from generator.make.jobs.findings import Inspected
from generator.make.jobs.jobs import Job, Run
from generator.model.destinations import Destination
from generator.model.language.scalars import parse_colour
from generator.model.pieces import PieceSet
from generator.model.printing.inks import FileOptions, Inks, PressFile, PressOptions, Separator
from generator.model.style import Theme
from generator.model.values import dataclass, replace
from generator.output import reported
from generator.read.files.shelf import Shelf
from generator.scene.looks import Viewer
from generator.scene.shapes import Colour, Document, Page


@dataclass(frozen=True, slots=True)
class Begun:
    """The job begins."""


@dataclass(frozen=True, slots=True)
class FileWritten:
    """A file is complete."""

    path: Path
    data: bytes


@dataclass(frozen=True, slots=True)
class StaleFile:
    """A file of an earlier build is no longer needed."""

    path: Path


@dataclass(frozen=True, slots=True)
class Pictured:
    """A picture in a folder shows a side of a card."""

    folder: Path
    face: CardFace


@dataclass(frozen=True, slots=True)
class PreflightFound:
    """Something does not fit, or is probably not intended; after an error, there are no files."""

    error: GeneratorError


@dataclass(frozen=True, slots=True)
class UsesPictures:
    """A page shows a picture, whose pixels depend on the resolution."""


@dataclass(frozen=True, slots=True)
class SectionShown:
    """The section of the job in a web page is complete."""

    section: PageSection


FileStep: TypeAlias = (
    Begun | FileWritten | StaleFile | Pictured | PreflightFound | UsesPictures | Inspected | SectionShown
)


def name_page(stem: str, extension: str, page: int, count: int) -> str:
    """Return `aid-es-a4.svg` for a single page, else `rules-es-a4-1.svg` with leading zeros if needed."""
    return f"{stem}.{extension}" if count == 1 else f"{stem}-{page + 1:0{len(str(count))}}.{extension}"


def find_pages(folder: Path, stem: str, extension: str) -> tuple[Path, ...]:
    """Return the files that an earlier build of a document has left in a folder.

    They are its pages (`board-en-a4-1.svg`), or pictures (`cards-3-lagos-front.png`, `cards-fronts-2.png`).
    """
    ours = re.compile(rf"{re.escape(stem)}((-\d+(-\w+)?)?-(front|back)s?)?(-\d+)?\.{re.escape(extension)}")
    with reported(folder):
        there = sorted(folder.iterdir()) if folder.is_dir() else ()
    return tuple(path for path in there if ours.fullmatch(path.name))


def send_to(choices: Choices, destination: Destination) -> Choices:
    """Return the choices for a destination: pictures of cards, or sheets that a machine cuts.

    Raises UnknownName for formats that a machine does not take.
    """
    cutter, formats = destination.cutter, destination.formats
    if cutter is None:
        return replace(choices, destination=destination)
    cutter = replace(cutter, id=destination.id.replace("_", "-"))
    if wrong := ", ".join(name for name in choices.formats if name.lower() not in formats):
        raise UnknownName(f"--for {cutter.id} has no format {wrong}, but {', '.join(formats)}")
    return replace(
        choices,
        formats=choices.formats or formats[:1],
        cut=choices.cut or cutter.files,
        printing=replace(choices.printing, cutter=cutter),
    )


def list_cutting_needs(choices: Choices, jobs: Sequence[Job]) -> Iterator[str]:
    """Yield the options that do not apply, as far as they concern cutting machines."""
    printing, cutter = choices.printing, choices.printing.cutter
    has_pieces = any(isinstance(job.part, PieceSet) for job in jobs)
    if choices.cut and choices.destination:
        yield f"--to cut-svg and cut-dxf do not apply to --for {choices.destination.id}"
    elif choices.cut and not cutter and not has_pieces:
        yield "--to cut-svg and cut-dxf need a part with cards or tokens"
    if printing.is_test and not cutter:
        yield "test needs a cutting machine, such as --for silhouette,test"
    if cutter is None:
        return
    if not has_pieces:
        yield f"--for {cutter.id} needs a part with cards or tokens"
    refused = {
        "marks": printing.marks != DEFAULTS.printing.marks,
        "backs fold": printing.backs == "fold",
        "bleed": cutter.takes_pictures and printing.bleed is not None,
        "header": cutter.takes_pictures and printing.header,
        "margin": cutter.takes_pictures and choices.margin is not None,
    }
    yield from (f"--{name} does not apply to --for {cutter.id}" for name, given in refused.items() if given)
    for paper in {job.paper.id: job.paper for job in jobs}.values():
        if paper.labels or (cutter.papers and paper.id not in cutter.papers):
            known = " or ".join(cutter.papers) or "paper that is not cut yet"
            yield f"--for {cutter.id} is for {known}, not {paper.id}"


class CutFiles:
    """The cut files of a document: one for each sheet whose lines differ from those of the sheet before."""

    def __init__(self, folder: Path, stem: str, formats: Sequence[Format], options: FileOptions) -> None:
        self._folder, self._stem = folder, f"{stem}-cut"
        self._formats, self._options = formats, options
        self._found: dict[str, Document] = {}
        """Documents of one page by the label of the first sheet that has its lines."""
        self._last: Page | None = None

    def add(self, chunk: Chunk) -> None:
        """Add the lines of some consecutive pages."""
        for page in chunk.document.pages if self._formats else ():
            if page.cut and (self._last is None or page.cut != self._last.cut):
                lines = Page(page.width, page.height, page.cut, page.label)
                document = replace(chunk.document, pages=(lines,), bookmarks=(), duplex="")
                self._found[f"{page.label:0>{len(str(chunk.count))}}"] = document
                self._last = page

    def finish(self) -> Iterator[FileWritten | StaleFile]:
        """Yield all files, and those that an earlier build may have left.

        If there are several, their names have the number of their first sheet.
        """
        for form in self._formats:
            yield from map(StaleFile, find_pages(self._folder, self._stem, form.extension))
            for label, document in self._found.items():
                number = f"-{label}" if len(self._found) > 1 else ""
                data = form.write(document, 0, self._options)
                yield FileWritten(self._folder / f"{self._stem}{number}.{form.extension}", data)


FindInks: TypeAlias = Callable[[Colour, float], Sequence[float]]
"""Returns the share of each ink, from 0 to 1, of words in a colour and a type size in mm; with a size of 0,
that of anything else in this colour.
"""

_COATED, _LESS = "FOGRA39L_coated.icc", "FOGRA39L_240.icc"
"""Profiles of coated paper (FOGRA39): one with as much ink as looks best, and one with at most 240 %."""
_BETWEEN = 270


def add_press(choices: Choices, shelf: Shelf) -> Choices:
    """Return choices with the options of the press file that is chosen, or that the destination wants."""
    wanted = choices.destination.press if choices.destination else None
    file = choices.press or wanted
    if file is None:
        return choices
    return replace(choices, options=replace(choices.options, press=find_press_options(shelf, file)))


def list_press_problems(choices: Choices, formats: Iterable[str]) -> Iterator[str]:
    """Yield what prevents a press file that is chosen."""
    if choices.press and choices.destination and "pdf" not in choices.destination.formats:
        takes = ", ".join(choices.destination.formats)
        yield f"--to pdf-x4 and pdf-x1a do not apply to --for {choices.destination.id}, which takes {takes}"
    elif choices.press and (others := ", ".join(name for name in formats if name != "pdf")):
        yield f"PDF files for print shops are built separately from {others}"


def find_press_options(shelf: Shelf, file: PressFile) -> PressOptions:
    """Return the options of a press file; each limit of the ink has the profile that is nearer to it."""
    separation = _COATED if file.limit > _BETWEEN else _LESS
    return PressOptions(file=file, intent=shelf.presses / _COATED, separation=shelf.presses / separation)


def find_separator(shelf: Shelf, file: PressFile, theme: Theme) -> Separator:
    """Return what finds the inks of the colours of a theme, as a press file has them."""
    # LittleCMS takes long to import.
    from generator.backends.pdf.inks import make_separator

    return make_separator(choose_inks(find_press_options(shelf, file), theme))


def make_ink_finder(choices: Choices, theme: Theme) -> FindInks | None:
    """Return what finds the inks of a colour in words of a size, or in anything else; None for no press."""
    if choices.options.press is None:
        return None
    from generator.backends.pdf.inks import make_separator

    separator = make_separator(choose_inks(choices.options.press, theme))

    def find(colour: Colour, size: float) -> Inks:
        rgb = colour.red, colour.green, colour.blue
        return separator.find_for_words(rgb, size) if size else separator.find(rgb)

    return find


def choose_inks(press: PressOptions, theme: Theme) -> PressOptions:
    """Return the options with the inks that a theme chooses for its colours."""
    chosen = ((parse_colour(colour)[:3], inks) for colour, inks in theme.list_inks())
    return replace(press, chosen=tuple(chosen))


class JobFiles:
    """Encodes the pages of a job in every format."""

    def __init__(self, job: Job, run: Run) -> None:
        choices, self._goes_to = run.choices, run.choices.destination
        press = choices.options.press
        press = choose_inks(press, job.game.kit.theme) if press else None
        self._options = replace(choices.options, press=press)
        self._folder, self._stem = _find_stem(job, choices)
        self._cuts = CutFiles(self._folder, self._stem, run.cut_formats, choices.options)
        self._stem += "-print" if choices.printing.cutter else ""
        self._viewer = Viewer(choices.seen_as) if choices.seen_as else None
        self._is_per_face = self._goes_to is not None and not self._goes_to.has_pages
        self._writers: list[tuple[Format, Writer]] = [
            (form, form.begin(self._options) if form.begin else _CollectingWriter(form, self._options))
            for form in run.formats
            if not form.is_joined
        ]

    def _is_split(self, form: Format) -> bool:
        """Return True if each page is a file."""
        return form.per_page or self._is_per_face

    def add(self, chunk: Chunk) -> Iterator[FileWritten | Pictured]:
        """Yield the files of single pages, and the faces that they show."""
        document = self._viewer.view(chunk.document) if self._viewer else chunk.document
        self._cuts.add(chunk)
        shown: str | None = None  # Extension of the pictures to which the faces belong.
        for form, writer in self._writers:
            if self._is_split(form):
                for index in range(len(document.pages)):
                    used, data = self._write_page(form, document, index)
                    yield from (
                        FileWritten(self._folder / name, data)
                        for name in self._name_page_files(chunk, index, used)
                    )
                    shown = shown or used.extension
            else:
                writer.add(document)
        for face in chunk.faces:
            first = self._writers[0][0]
            stem = face.file if self._is_split(first) else self._stem
            yield Pictured(self._folder, replace(face, file=f"{stem}.{shown or first.extension}"))

    def _name_page_files(self, chunk: Chunk, index: int, form: Format) -> tuple[str, ...]:
        """Return the names of a page: those of its faces, which are alone in their chunk, or its number."""
        faces = dict.fromkeys(f"{face.file}.{form.extension}" for face in chunk.faces)
        return tuple(faces) or (name_page(self._stem, form.extension, chunk.first + index, chunk.count),)

    def _write_page(self, form: Format, document: Document, index: int) -> tuple[Format, bytes]:
        """Return a page in a format or, if the file is too large for a game table, in the next one."""
        data = form.write(document, index if form.per_page else None, self._options)
        goes_to = self._goes_to
        if goes_to and goes_to.is_table and goes_to.is_too_large(data):
            later = goes_to.formats[goes_to.formats.index(form.name) + 1 :]
            if later:
                return self._write_page(find_format(later[0]), document, index)
        return form, data

    def finish(self) -> Iterator[FileWritten | StaleFile]:
        """Yield the files of complete documents, and of pages that an earlier build may have left."""
        # A destination has folders for its products.
        folders = _list_folders(self._folder) if self._is_per_face else (self._folder,)
        for form, writer in self._writers:
            if self._is_split(form):
                for folder in folders:
                    yield from map(StaleFile, find_pages(folder, self._stem, form.extension))
            else:
                yield FileWritten(self._folder / f"{self._stem}.{form.extension}", writer.finish())
        yield from self._cuts.finish()


def _find_stem(job: Job, choices: Choices) -> tuple[Path, str]:
    """Return the folder of the files of a job, and what their names begin with."""
    folder = choices.folder / job.game.kit.slug
    if choices.destination:
        return folder / name_folder(choices, job.locale), job.part.id.replace("_", "-")
    changed = ("changed",) if job.is_changed else ()
    words = (*job.words, *name_choices(job.part, choices, job.selection), *changed)
    return folder, "-".join((job.stem, *words))


class _CollectingWriter:
    """Writer that collects all pages, for a format that writes the document at once."""

    def __init__(self, form: Format, options: FileOptions) -> None:
        self._form, self._options = form, options
        self._documents: list[Document] = []

    def add(self, document: Document) -> None:
        self._documents.append(document)

    def finish(self) -> bytes:
        pages = tuple(page for document in self._documents for page in document.pages)
        return self._form.write(replace(self._documents[0], pages=pages), None, self._options)


def _list_folders(folder: Path) -> tuple[Path, ...]:
    """Return a folder and those in it."""
    with reported(folder):
        there = sorted(folder.iterdir()) if folder.is_dir() else ()
    return (folder, *(path for path in there if path.is_dir()))

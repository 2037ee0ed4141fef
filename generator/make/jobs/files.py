"""Files of a job: its pages, or pictures of cards, in every format."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from generator.backends.formats import Format, Writer, find_format
from generator.backends.html.parts import PageSection
from generator.errors import GeneratorError
from generator.layout.document import Chunk
from generator.layout.imposition.faces import CardFace
from generator.make.jobs.file_names import name_choices, name_folder
from generator.make.jobs.findings import Inspected
from generator.make.jobs.jobs import Choices, Job, Run, choose_inks
from generator.model.printing.printing import FileOptions
from generator.model.values import dataclass, replace
from generator.output import reported
from generator.scene.looks import Viewer
from generator.scene.shapes import Document, Page


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
class UsesPictures:
    """A page shows a picture, whose pixels depend on the resolution."""


FileStep: TypeAlias = (
    Begun | FileWritten | StaleFile | Pictured | UsesPictures | Inspected | PageSection | GeneratorError
)
"""Steps of a job: also the section that a web page has of it, and errors or warnings.

After an error, there are no files.
"""


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
        inner = (path for path in _list_paths(self._folder) if path.is_dir()) if self._is_per_face else ()
        folders = (self._folder, *inner)
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


def name_page(stem: str, extension: str, page: int, count: int) -> str:
    """Return `aid-es-a4.svg` for a single page, else `rules-es-a4-1.svg` with leading zeros if needed."""
    return f"{stem}.{extension}" if count == 1 else f"{stem}-{page + 1:0{len(str(count))}}.{extension}"


def find_pages(folder: Path, stem: str, extension: str) -> tuple[Path, ...]:
    """Return the files that an earlier build of a document has left in a folder.

    They are its pages (`board-en-a4-1.svg`), or pictures (`cards-3-lagos-front.png`, `cards-fronts-2.png`).
    """
    ours = re.compile(rf"{re.escape(stem)}((-\d+(-\w+)?)?-(front|back)s?)?(-\d+)?\.{re.escape(extension)}")
    return tuple(path for path in _list_paths(folder) if ours.fullmatch(path.name))


def _list_paths(folder: Path) -> list[Path]:
    with reported(folder):
        return sorted(folder.iterdir()) if folder.is_dir() else []

"""Files of a job: its pages, or pictures of cards, in every format."""

import re
from collections.abc import Iterator
from pathlib import Path

from generator.backends.formats import Format, Options, Writer, find_format
from generator.layout.document import Chunk
from generator.make.cutting import CutFiles
from generator.make.jobs import Job
from generator.make.names import name_choices, name_folder
from generator.make.presses import choose_inks
from generator.make.run import Run
from generator.make.steps import Pictured, Stale, Written
from generator.model.values import replace
from generator.output import reported
from generator.scene.looks import Viewer
from generator.scene.shapes import Document


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
                # A destination has folders for its products.
                for folder in _list_folders(self.folder) if self._is_per_face else (self.folder,):
                    yield from map(Stale, find_pages(folder, self._stem, form.extension))
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


def find_pages(folder: Path, stem: str, extension: str) -> tuple[Path, ...]:
    """Return the files of pages that an earlier build of this document has left in a folder."""
    ours = re.compile(rf"{re.escape(stem)}((-\d+(-\w+)?)?-(front|back)s?)?(-\d+)?\.{re.escape(extension)}")
    with reported(folder):
        there = sorted(folder.iterdir()) if folder.is_dir() else ()
    return tuple(path for path in there if ours.fullmatch(path.name))


def _list_folders(folder: Path) -> Iterator[Path]:
    """Yield a folder and those in it."""
    with reported(folder):
        yield folder
        yield from sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else ()

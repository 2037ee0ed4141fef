"""Files of a job: its pages, or pictures of cards, in every format."""

from collections.abc import Iterator
from pathlib import Path

from generator.backends.formats import Format, Options, Writer, find_format
from generator.layout.document import Chunk
from generator.make.cutting import CutFiles
from generator.make.jobs import Job
from generator.make.names import Choices, name_choices, name_folder
from generator.make.pages import find_pages, name_page
from generator.make.print_shops import choose_inks
from generator.make.run import Run
from generator.make.steps import Pictured, Stale, Written
from generator.model.values import replace
from generator.output import reported
from generator.scene.looks import Viewer
from generator.scene.shapes import Document


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

    def add(self, chunk: Chunk) -> Iterator[Written | Pictured]:
        """Yield the files of single pages, and the faces that they show."""
        document = self._viewer.view(chunk.document) if self._viewer else chunk.document
        self._cuts.add(chunk)
        shown: str | None = None  # Extension of the pictures to which the faces belong.
        for form, writer in self._writers:
            if self._is_split(form):
                for index in range(len(document.pages)):
                    used, data = self._write_page(form, document, index)
                    yield from (
                        Written(self._folder / name, data)
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

    def finish(self) -> Iterator[Written | Stale]:
        """Yield the files of complete documents, and of pages that an earlier build may have left."""
        # A destination has folders for its products.
        folders = _list_folders(self._folder) if self._is_per_face else (self._folder,)
        for form, writer in self._writers:
            if self._is_split(form):
                for folder in folders:
                    yield from map(Stale, find_pages(folder, self._stem, form.extension))
            else:
                yield Written(self._folder / f"{self._stem}.{form.extension}", writer.finish())
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

    def __init__(self, form: Format, options: Options) -> None:
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

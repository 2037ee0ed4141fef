"""Files of a job: its pages, or pictures of cards, laid out and encoded in every format, with their names."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from generator.backends.formats import Format, Writer, find_format
from generator.errors import GeneratorError, LayoutError, MissingGlyph, PartErrors, PrintWarning
from generator.layout.document import fill_pages, keep_pages, lay_out_chunks, make_press
from generator.layout.imposition.pieces import CardFace, Chunk
from generator.layout.press import LayoutFindings, Press
from generator.layout.shapes.palette import choose_palette
from generator.layout.text.trace import TextTrace
from generator.make.jobs.jobs import DEFAULTS, Choices, Job, Run, choose_inks, has_name_field
from generator.make.jobs.typed import ALL, spell_part
from generator.model.kit import Board, Booklet, Part, PieceSet, Sheet
from generator.model.printing.printing import (
    LIMIT,
    SIZES,
    BackCorrection,
    CropMarks,
    FileOptions,
    Ink,
    PressFile,
    Printing,
)
from generator.model.values import dataclass, fields, replace
from generator.output import reported
from generator.scene.shapes import Document, Page, Symbol, Viewer

_LONGEST = 40
"""Maximum number of characters for names of players or cards; longer lists end with a hash."""


def name_choices(part: Part, choices: Choices, selection: Iterable[str] = ()) -> tuple[str, ...]:
    """Return a word for each choice that differs from the standard print; empty for the standard print.

    No word ends like a page number (`-3`), so that different prints never share a file name.
    """
    words: list[str] = []
    if isinstance(part, PieceSet):
        words += [f"only-{_join(selection)}"] if selection else []
        words += _name_all({**PIECES, **BOTH}, choices.printing, backs=part.backs)
        cutter = choices.printing.cutter
        words += [cutter.id] if cutter else []
        words += ["test"] if choices.printing.is_test else []
    if isinstance(part, Board):
        words += _name_all({**BOARD_OPTIONS, **BOTH}, choices.printing, poster=part.poster)
    if isinstance(part, Booklet):
        words += _name_all(BOOKLETS, choices.printing)
    if isinstance(part, Sheet):
        words += [f"{choices.copies}-copies"] if choices.copies > 1 else []
        words += [f"for-{_join(choices.names)}"] if choices.names and part.name_field else []
    if choices.settings and not isinstance(part, Booklet):
        words.append(f"with-{_join(choices.settings)}")
    words += [choices.printing.edition] if choices.printing.edition else []
    words += ["form"] if choices.find_takes else []
    words += _name_all({"header": lambda header: f"header-{_join([header])}"}, choices.printing)
    words += [] if choices.margin is None else [f"margin-{choices.margin:g}mm"]
    words += [f"printer-{choices.printer.id}"] if choices.printer and has_effect(choices, part) else []
    return (*words, *_name_dpi(choices), *name_press(choices.press), *_name_colours(choices))


def name_folder(choices: Choices, locale: str) -> str:
    """Return the folder of pictures for the destination: `mpc-en-only-epidemic`.

    All parts of a run share it, so that it has a word for each choice that differs, also for one that applies
    to some of them.
    """
    goes_to = choices.destination
    assert goes_to is not None
    words = [f"only-{_join(choices.selection)}"] if choices.selection else []
    words += _name_parts(choices)
    words += _name_storage(choices)
    words += _name_all({**PIECES, **BOARD_OPTIONS, **BOTH}, choices.printing)
    words += [f"with-{_join(choices.settings)}"] if choices.settings else []
    words += _name_dpi(choices)
    words += (*name_press(choices.press), *_name_colours(choices))
    formats = tuple(dict.fromkeys(name.lower() for name in choices.formats))
    words += ["+".join(formats)] if formats not in ((), goes_to.formats[:1]) else []
    return "-".join((goes_to.id, locale, *words))


def name_site(game: str, locales: Iterable[str], paper: str, words: Iterable[str], choices: Choices) -> str:
    """Return the file name of a web page without extension: `pandemic-en-de-a4`.

    `words` are those of its parts; others are for the parts that it has.
    """
    given = [*_name_storage(choices), *(["together"] if choices.together else [])]
    return "-".join((game, *locales, paper, *given, *_name_parts(choices), *dict.fromkeys(words)))


def _name_parts(choices: Choices) -> list[str]:
    parts = sorted(set(map(spell_part, choices.parts)))
    return [] if ALL in parts else [f"part-{_join(parts)}"]


def _name_storage(choices: Choices) -> list[str]:
    return ["boxes"] * choices.boxes + ["dividers"] * choices.dividers


def _name_dpi(choices: Choices) -> list[str]:
    dpi = choices.options.dpi
    return [f"{dpi:g}dpi"] if dpi != DEFAULTS.options.dpi else []


def _name_colours(choices: Choices) -> list[str]:
    words = [choices.ink] if choices.ink != DEFAULTS.ink else []
    return words + ([choices.seen_as] if choices.seen_as else [])


def name_press(file: PressFile | None) -> tuple[str, ...]:
    """Return the words for a press file: `x1a`, `240-percent`."""
    if file is None:
        return ()
    return file.standard, *([f"{file.limit}-percent"] if file.limit != LIMIT else [])


def has_effect(choices: Choices, part: Part) -> bool:
    """Return True if the printer changes the pages of a part."""
    printer, printing = choices.printer, choices.printing
    if printer is None or choices.destination or printing.cutter:
        return False
    if printer.scales or printer.margin is not None:
        return True
    own = printing.backs or (part.backs if isinstance(part, PieceSet) else "none")
    if own in ("none", "fold") or not has_backs(part):
        return False
    moved = replace(printer.backs, right=0.0, down=0.0) if printing.shift else printer.backs
    return moved != BackCorrection() or (not printing.backs and printer.find_backs(own) != own)


def has_backs(part: Part) -> bool:
    """Return True if a part has cards or tokens with a back on the other side of the paper."""
    decks = part.decks if isinstance(part, PieceSet) else ()
    return any(piece.back for deck in decks if not deck.form.is_net for piece in deck.pieces)


def _name_all(names: Mapping[str, Callable[[Any], str]], printing: Printing, **own: object) -> Iterator[str]:
    """Yield a word for each choice that differs from the default, and from what the part has."""
    for name, write in names.items():
        value = getattr(printing, name)
        if value != getattr(DEFAULTS.printing, name) and value != own.get(name):
            yield write(value)


def _join(names: Iterable[str]) -> str:
    """Return names as part of a file name: `3-10`, `epidemic` becomes `3to10+epidemic`."""
    spelt = [re.sub(r"(?<=\d)-(?=\d)", "to", name.lower()) for name in names]
    joined = "+".join(re.sub(r"[^\w.]+", "_", name).strip("_.") for name in spelt)
    if len(joined) <= _LONGEST:
        return joined
    return f"{joined[:_LONGEST]}~{sha256(joined.encode()).hexdigest()[:6]}"


def _name_shift(shift: tuple[float, float]) -> str:
    names = zip(shift, ("right", "down"), ("left", "up"), strict=True)
    words = [f"{abs(by):g}mm-{more if by > 0 else less}" for by, more, less in names if by]
    return "-".join(words) or "no-shift"


def _name_size(size: tuple[float, float]) -> str:
    known = {size: name for name, size in SIZES.items()}
    return f"size-{known.get(size) or '{:g}x{:g}mm'.format(*size)}"


def _name_marks(marks: CropMarks) -> str:
    default = CropMarks()
    words = [f"marks-{marks.sides if marks.guides == default.guides else marks.guides}"]
    for each in fields(marks):
        value = getattr(marks, each.name)
        if each.name not in ("sides", "guides") and value != getattr(default, each.name):
            words.append(f"{each.name}-{value.lstrip('#') if isinstance(value, str) else f'{value:g}mm'}")
    return "-".join(words)


OptionWords: TypeAlias = Mapping[str, Callable[[Any], str]]
"""Functions that name the value of an option of printing, by the field of the option."""

PIECES: OptionWords = {
    "backs": lambda backs: "no-backs" if backs == "none" else str(backs),
    "bleed": "bleed-{:g}mm".format,
    "gutter": "gutter-{:g}mm".format,
    "grid": lambda grid: "grid-{}x{}".format(*grid),
    "groups": lambda groups: "groups-{}x{}".format(*groups),
    "gap": "gap-{:g}mm".format,
    "start": "from-place-{}-on".format,
    "shift": _name_shift,
    "copies_as_files": lambda _: "copies-as-files",
}
BOARD_OPTIONS: OptionWords = {
    "poster": lambda poster: "poster" if poster else "one-sheet",
    "size": _name_size,
    "overlap": "overlap-{:g}mm".format,
    "bleed": "bleed-{:g}mm".format,
}
BOTH: OptionWords = {
    "marks": _name_marks,
    "turned": lambda turned: "landscape" if turned else "portrait",
    "resize": lambda _: "resized",
}
BOOKLETS: OptionWords = {"fold_booklets": lambda folds: "folded"}
"""Options of cards and tokens, of boards, of both, and of booklets.

The bleed is in two tables, so that it has its place in the names of both.
"""


LaidOut: TypeAlias = tuple[Chunk | None, tuple[GeneratorError, ...]]
"""Some pages, and their errors and warnings; the pages are None if an error prevented them."""


class Presses:
    """The presses of a run, one for each game and language, which collect errors."""

    def __init__(
        self, choices: Choices = DEFAULTS, *, trace: TextTrace | None = None, most_kept: int = 0
    ) -> None:
        """`most_kept` sides of a deck are kept for other papers; 0: as many as by default."""
        self._choices, self._trace, self._most_kept = choices, trace, most_kept
        self._is_cut = choices.destination is not None and bool(choices.destination.products)
        self._made: dict[tuple[Path, str], Press] = {}
        self._wordless: dict[Path, dict[str, Symbol]] = {}
        """Symbols without texts, which all languages of a game share."""

    def find(self, job: Job) -> Press:
        """Return the press of the game of a job in its language; raises GeneratorError for its fonts."""
        kit, key = job.game.kit, (job.game.kit.path, job.locale)
        if key not in self._made:
            self._made[key] = make_press(
                kit,
                locale=job.locale,
                fonts=job.game.fonts,
                wordless=self._wordless.setdefault(kit.path, {}),
                findings=LayoutFindings(collects=True, has_preflight=self._is_cut, trace=self._trace),
                palette=choose_palette(self._find_ink(), is_cut=self._is_cut),
            )
            if self._most_kept:
                self._made[key].most_kept = self._most_kept
        return self._made[key]

    def _find_ink(self) -> Ink:
        return "low" if self._choices.printing.edition == "contrast" else self._choices.ink


def lay_out(
    jobs: Iterable[Job], choices: Choices = DEFAULTS, *, report: Callable[[Job], None]
) -> Iterator[tuple[Job, Iterator[LaidOut]]]:
    """Yield each job with its pages, which are laid out on demand; jobs differ in little but their paper."""
    presses = Presses(choices, most_kept=_MOST_KEPT)
    for job in jobs:
        report(job)
        yield job, lay_out_job(job, choices, presses)


_MOST_KEPT = 4000
"""Number of sides of a deck that are kept for other papers: about 100 MB of cards with much text."""


def lay_out_job(
    job: Job, choices: Choices, presses: Presses, *, first: Collection[int] = ()
) -> Iterator[LaidOut]:
    """Yield the pages of a job; names and copies apply to sheets, other parts are laid out once.

    Pages of cards whose indexes are `first` come before the others.
    """
    part = job.part
    try:
        press = presses.find(job)
    except GeneratorError as error:
        yield None, (error,)
        return
    shown = _show_filled(choices, part) if choices.find_takes else choices
    printing = replace(shown.printing, is_for_press=choices.options.press is not None)
    chunks = lay_out_chunks(
        press,
        part,
        paper=job.paper,
        copies=shown.copies if isinstance(part, Sheet) else 1,
        names=shown.names if has_name_field(part) else (),
        printing=printing,
        destination=choices.destination,
        printer=choices.correcting_printer,
        first=first,
    )
    if printing.edition == "contrast":
        chunks = _raise_contrast(job, press, chunks)
    try:
        for chunk in chunks:
            kept = keep_pages(chunk, job.pages) if job.pages else chunk
            if choices.find_takes:
                names = choices.names if isinstance(part, Sheet) else ()
                kept = fill_pages(press, part, kept, choices.find_takes(job.game.kit), names=names)
            yield kept, _take(job, press)
    except GeneratorError as error:
        yield None, (*_take(job, press), error)


def _raise_contrast(job: Job, press: Press, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
    """Yield chunks in black on white; warns of unclear texts, and of what differs in colour only."""
    # Few runs have high contrast.
    from generator.layout.editions import HighContrast, list_same_marks, list_same_shapes

    contrast, part = HighContrast(), job.part
    same = list_same_shapes(press, part) if isinstance(part, PieceSet) else ()
    marks = list_same_marks(press.kit.theme) if isinstance(part, Sheet) else ()
    for message in (*same, *marks):
        press.findings.warn(f"{press.name(part.id)}: {message}")
    for chunk in chunks:
        document = contrast.view(chunk.document)
        for message in contrast.check(document):
            press.findings.warn(f"{press.name(part.id)}: {message}")
        yield replace(chunk, document=document)


def _show_filled(choices: Choices, part: Part) -> Choices:
    """Return the choices for pages with fields: names are in these, and a board is on one page, uncut."""
    if isinstance(part, Board):
        marks = CropMarks(sides="none")
        return replace(choices, printing=replace(choices.printing, poster=False, marks=marks))
    printing = replace(choices.printing, is_single=True)
    return replace(choices, copies=max(len(choices.names), 1), names=(), printing=printing)


def lay_out_whole(job: Job, choices: Choices, presses: Presses) -> Document:
    """Return all pages of a job; raises PartErrors with everything that does not fit."""
    laid_out = [*lay_out_job(job, choices, presses)]
    check_fit(job, (error for _, errors in laid_out for error in errors))
    documents = [chunk.document for chunk, _ in laid_out if chunk]
    return replace(documents[0], pages=tuple(page for document in documents for page in document.pages))


def check_fit(job: Job, errors: Iterable[GeneratorError]) -> None:
    """Raise PartErrors with the errors of a job; warnings are not among them."""
    if found := [(str(job), error) for error in errors if not isinstance(error, PrintWarning)]:
        raise PartErrors(found)


def _take(job: Job, press: Press) -> tuple[GeneratorError, ...]:
    """Return the errors of a layout; those of sections, areas, and blocks say where these are written."""
    return tuple(_locate(job, error) for error in press.findings.take())


def _locate(job: Job, error: GeneratorError) -> GeneratorError:
    """Return an error with the line of the part's file at which its origin is, or else with the file."""
    if isinstance(error, PrintWarning) and error.written:
        # Few runs have warnings, and what finds lines takes long to import.
        from generator.read.kits.origins import list_uses

        error.place = next(list_uses(job.game.kit, job.part.id, error.written), error.place)
        return error
    is_written = isinstance(error, LayoutError | MissingGlyph) or (
        isinstance(error, PrintWarning) and error.origin
    )
    if error.place or isinstance(job.part, PieceSet) or not is_written:
        return error
    # Few runs have errors, and what finds lines takes long to import.
    from generator.read.kits.origins import get_written_place

    place = get_written_place(job.game.kit, job.part.id, error.origin)
    error.place = place
    return error


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
            if not form.is_joined and (not job.formats or form.name in job.formats)
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

"""The parts that a kit.yaml names -> Part: which kind is read by which function, and in which order."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from generator.errors import DataError
from generator.model.board import Board
from generator.model.booklet import Booklet
from generator.model.kit import Part
from generator.model.picture import PictureFile
from generator.model.pieces import PieceSet
from generator.model.sheet import Sheet
from generator.read.declared.findings import Findings, Gathered
from generator.read.declared.formats.kits import PART_FORMATS
from generator.read.declared.names import Names
from generator.read.files.phrases import suggest
from generator.read.files.shelf import Shelf
from generator.read.files.yaml_reader import DataPath, read_yaml
from generator.read.pictures.pictures import PictureFolder
from generator.read.pieces.card_sizes import read_card_sizes
from generator.read.pieces.sets import Around
from generator.read.templates.names import NameChecker
from generator.read.templates.templates import TemplateBook, read_templates


@dataclass
class _Readers:
    """What the readers of parts share; each returns the part of a file, or raises DataError."""

    checker: NameChecker
    maps: Path
    """The folder of land that all games may use."""
    around: Around | None
    """None: templates or sizes could not be read, and nothing that needs them is."""
    is_whole: bool
    """Every part before this one could be read: what a booklet shows can be compared with them."""
    sheets: list[Sheet] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)
    piece_sets: list[PieceSet] = field(default_factory=list)

    def sheet(self, path: Path) -> Sheet:
        from generator.read.sheets.sheets import read_sheet

        sheet = read_sheet(path, judge=self.checker.judge)
        self.sheets.append(sheet)
        return sheet

    def board(self, path: Path) -> Board | None:
        if self.around is None:
            return None
        from generator.read.boards.boards import read_board

        board = read_board(path, maps=self.maps, book=self.around.book)
        self.boards.append(board)
        return board

    def deck(self, path: Path) -> PieceSet | None:
        from generator.read.pieces.decks import read_deck

        return self._keep(read_deck(path, around=self.around)) if self.around else None

    def tokens(self, path: Path) -> PieceSet | None:
        from generator.read.pieces.tokens import read_tokens

        return self._keep(read_tokens(path, around=self.around)) if self.around else None

    def _keep(self, pieces: PieceSet) -> PieceSet:
        self.piece_sets.append(pieces)
        return pieces

    def booklet(self, path: Path) -> Booklet:
        from generator.read.booklets.booklets import Shown, read_booklet

        shown = Shown(tuple(self.sheets), tuple(self.boards), tuple(self.piece_sets))
        return read_booklet(path, checker=self.checker, shown=shown if self.is_whole else None)


KINDS: Mapping[str, Callable[[_Readers, Path], Part | None]] = {
    "sheet": _Readers.sheet,
    "board": _Readers.board,
    "deck": _Readers.deck,
    "tokens": _Readers.tokens,
    # Booklets last: they show the other parts.
    "booklet": _Readers.booklet,
}
"""Every kind of part by its key in kit.yaml, in the order in which parts are read."""


def read_parts(
    folder: Path,
    findings: Findings,
    gathered: Gathered,
    *,
    names: Names,
    shelf: Shelf,
    templates: Sequence[str] | None,
) -> tuple[tuple[Part, ...], Mapping[str, PictureFile]]:
    """The parts in the order of the kit, and the pictures that they use.

    What is wrong with kit.yaml goes to `findings`, what is wrong with other files to `gathered`.
    """
    files = _find_files(folder, findings)
    pictures = PictureFolder(folder)
    checker = NameChecker(replace(names, boards=_find_boards(files.values())), pictures)
    around = None
    if any(kind in ("board", "deck", "tokens") for kind, _ in filter(None, files.values())):
        around = _read_around(folder, findings, gathered, checker, shelf, templates)
    readers = _Readers(checker, shelf.maps, around, is_whole=None not in files.values())
    found: dict[int, Part] = {}
    for kind, read in KINDS.items():
        for index, file in files.items():
            if file is None or file[0] != kind:
                continue
            part = gathered.read(partial(read, readers, file[1]))
            if part is None:
                readers.is_whole = False
            else:
                found[index] = part
    return _in_order(findings, found), pictures.read


def _find_boards(files: Iterable[tuple[str, Path] | None]) -> Collection[str] | None:
    """Ids of the boards, before they are read: templates name them. None: not all can be known."""
    ids = []
    for file in files:
        if file is None:
            return None
        kind, path = file
        if kind != "board":
            continue
        try:
            data = read_yaml(path).data
        except DataError:
            return None
        id = data.get("id") if isinstance(data, dict) else None
        if not isinstance(id, str):
            return None
        ids.append(id)
    return ids


def _in_order(findings: Findings, found: Mapping[int, Part]) -> tuple[Part, ...]:
    seen: dict[str, int] = {}
    for index, part in sorted(found.items()):
        if part.id in seen:
            message = f"has the id `{part.id}`, as part {seen[part.id]} has"
            findings.add(("parts", index), message, "their files would have the same name")
        seen.setdefault(part.id, index + 1)
    return tuple(part for _, part in sorted(found.items()))


def _find_files(folder: Path, findings: Findings) -> dict[int, tuple[str, Path] | None]:
    """Kind and file by place in the list; None where an entry is wrong or its file is not there."""
    data = findings.source.data
    given = data.get("parts") if isinstance(data, dict) else None
    files: dict[int, tuple[str, Path] | None] = {}
    for index, entry in enumerate(given if isinstance(given, list) else []):
        path: DataPath = ("parts", index)
        kind = next(iter(entry), "") if isinstance(entry, dict) else ""
        files[index] = None
        if not isinstance(entry, dict) or kind not in PART_FORMATS:
            hint = suggest(kind, PART_FORMATS) if kind else "write `- sheet: ...` or `- booklet: ...`"
            findings.add(path, f"no part is a `{kind}`" if kind else "is no part", hint)
            continue
        format = findings.fit(PART_FORMATS[kind], entry, path, beginnings=PART_FORMATS)
        if format is not None:
            file = folder / str(getattr(format, kind))
            if findings.check_file((*path, kind), file, home=folder):
                files[index] = kind, file
    return files


def _read_around(
    folder: Path,
    findings: Findings,
    gathered: Gathered,
    checker: NameChecker,
    shelf: Shelf,
    templates: Sequence[str] | None,
) -> Around | None:
    """Sizes and templates; None when a file of them cannot be read at all."""
    sizes = gathered.read(lambda: read_card_sizes(shelf.card_sizes))
    book = TemplateBook(checker)
    is_whole = templates is not None and sizes is not None
    for index, name in enumerate(templates or ()):
        source = None
        if findings.check_file(("templates", index), folder / name, home=folder):
            source = gathered.read(partial(read_yaml, folder / name))
        read = None if source is None else gathered.read(partial(read_templates, source, checker, book))
        if read is None:
            is_whole = False
            continue
        book, found = read
        gathered.read(found.stop_if_any)
    return Around(checker.names, sizes, book) if is_whole and sizes is not None else None

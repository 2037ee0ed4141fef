"""The parts that a kit.yaml names -> Part: the reader of each type, and their order."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property, partial
from pathlib import Path

from generator.model.elements.areas import PlacedArea
from generator.model.elements.blocks import walk_blocks
from generator.model.elements.figures import Figure
from generator.model.elements.template import BoardElement
from generator.model.kit import PARTS, Board, Part
from generator.model.pieces import PieceSet
from generator.model.storage import Storage
from generator.model.values import dataclass, field, replace
from generator.read.declared.findings import Findings, Gathered
from generator.read.declared.names import Names
from generator.read.declared.reader import Reader
from generator.read.files.shelf import Shelf
from generator.read.files.yaml_reader import DataPath
from generator.read.kits.heads import find_files, find_id
from generator.read.pieces.sets import read_card_sizes, read_deck, read_tokens
from generator.read.pieces.storage import StorageReader
from generator.read.templates.elements import ElementReader
from generator.read.templates.templates import TemplateBook, read_templates

_Files = Mapping[int, tuple[str, Path] | None]
"""Type and file of each part by its index in kit.yaml; None: invalid or missing."""


@dataclass
class _Parts:
    """Parts as they are read; problems of kit.yaml are added to its reader's findings."""

    kit: Reader
    gathered: Gathered
    """Errors of other files."""
    folder: Path
    names: Names
    shelf: Shelf
    found: dict[int, Part] = field(default_factory=dict)
    is_complete: bool = True
    """True if all parts so far could be read, so that figures can be checked against them."""
    shown: tuple[Part, ...] | None = None
    """Parts that figures may show; None if some could not be read, or not yet."""
    has_figures: bool = False

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts that were read, in the order of the kit."""
        return tuple(self.numbered.values())

    @property
    def numbered(self) -> Mapping[int, Part]:
        """The parts that were read, by their index in the kit."""
        return dict(sorted(self.found.items()))

    def read(self, files: _Files) -> None:
        """Read booklets after the parts that they show; other parts with figures are read twice."""
        *others, booklet = PARTS.kinds
        self._read_kinds(others, files)
        if self.is_complete:
            self.shown = self.parts
            pieces = [piece.id for part in self.parts if isinstance(part, PieceSet) for piece in part.pieces]
            self.names = replace(self.names, pieces=pieces)
            if self.has_figures:
                del self.book
                self._read_kinds(others, files)
        if self.names.is_drawn:
            self._read_kinds([booklet], files)

    def _read_kinds(self, kinds: Iterable[str], files: _Files) -> None:
        for kind in kinds:
            for index, file in files.items():
                if file is None or file[0] != kind:
                    continue
                part = self.gathered.read(partial(self._read, kind, file[1]))
                if part is None:
                    self.is_complete = False
                else:
                    self.found[index] = part

    def read_only(self, wanted: Collection[str], files: _Files) -> bool:
        """Read parts by their file names, and boards on their cards; return True if nothing else is shown."""
        chosen = _choose(files, wanted)
        self.read(chosen)
        shown = {*_list_boards(self.parts)} - {part.id for part in self.parts}
        self.read(_choose(files, shown))
        is_complete = self.is_complete and not self.gathered.problems
        return is_complete and not self.has_figures and {part.id for part in self.parts} >= {*wanted, *shown}

    def check_ids(self) -> None:
        """Add a problem for each duplicate id, and for each id of a part that there is not."""
        seen: dict[str, int] = {}
        for index, part in sorted(self.found.items()):
            if part.id in seen:
                message = f"has the same id as part {seen[part.id]}: `{part.id}`"
                self.kit.findings.add(("parts", index), message, "give one of them another id")
            seen.setdefault(part.id, index + 1)
        for index, file in enumerate(self.kit.get(("parts",)) or () if self.is_complete else ()):
            others = {part.id for number, part in self.found.items() if number != index}
            # Booklets are read only if they are drawn.
            if file.instead_of and self.names.is_drawn:
                self.kit.findings.check_name(("parts", index, "instead_of"), file.instead_of, others, "part")

    @cached_property
    def book(self) -> TemplateBook | None:
        """Templates and sizes; None if one of their files cannot be read."""
        findings, folder = self.kit.findings, self.folder
        names = self.kit.get(("templates",))
        sizes = self.gathered.read(lambda: read_card_sizes(self.shelf.card_sizes))
        book = TemplateBook(self.names, folder, maps=self.shelf.maps, sizes=sizes or {}, finish=self._finish)
        for theme in self.names.themes:
            book = book.extended(Findings(theme), (), None)
        is_complete = names is not None or not findings.problems
        for index, name in enumerate(names or ()):
            read = None
            if findings.check_file(("templates", index), folder / name, home=folder):
                read = self.gathered.read(partial(read_templates, folder / name, book))
            if read is None:
                is_complete = False
                continue
            book, found = read
            self.gathered.read(found.stop_if_any)
        return book if is_complete and sizes is not None else None

    def _read(self, kind: str, path: Path) -> Part | None:
        """Read one part; None if it needs templates that could not be read."""
        if self.book is None:
            return None
        if kind == "booklet":
            from generator.read.booklets.booklets import read_booklet

            return read_booklet(path, book=replace(self.book, names=self.names))
        if kind == "sheet":
            from generator.read.sheets.sheets import read_sheet

            return read_sheet(path, book=self.book)
        if kind == "board":
            from generator.read.boards.boards import read_board

            return read_board(path, book=self.book)
        if kind == "tokens":
            return read_tokens(path, book=self.book)
        deck = read_deck(path, book=self.book)
        return replace(deck, storage=deck.storage.filled(self.storage)) if deck.storage else deck

    @cached_property
    def storage(self) -> Storage:
        """Boxes and dividers of decks without their own."""
        box, divider = self.kit.get(("box",)), self.kit.get(("divider",))
        return StorageReader(self.kit.findings, self.book).read(box, divider) if self.book else Storage()

    def _finish(
        self, book: TemplateBook, reader: ElementReader, path: DataPath, part: Figure | PlacedArea
    ) -> Figure | PlacedArea | None:
        # Few kits have areas, or figures outside booklets.
        if isinstance(part, Figure):
            from generator.read.booklets.booklets import finish_figure

            self.has_figures = True
            return finish_figure(reader.findings, path, part, self.shown) if self.shown else part
        from generator.read.boards.boards import finish_area

        return finish_area(book, reader, path, part)


def read_parts(
    folder: Path,
    kit: Reader,
    gathered: Gathered,
    *,
    names: Names,
    shelf: Shelf,
    wanted: Collection[str] | None,
) -> Mapping[int, Part]:
    """Return the parts by their index in the kit, in its order, without booklets if they are not drawn.

    For `wanted` ids, only files with these names are read, unless one is invalid or has another id. `kit` has
    read kit.yaml; errors of other files are added to `gathered`.
    """
    files = find_files(folder, kit)
    if wanted is not None:
        some = _Parts(kit, Gathered(), folder, names, shelf)
        if some.read_only(wanted, files):
            return some.numbered
    names = replace(names, boards=_find_boards(files.values()))
    every = _Parts(kit, gathered, folder, names, shelf, is_complete=None not in files.values())
    every.read(files)
    every.check_ids()
    return every.numbered


def _choose(files: _Files, ids: Collection[str]) -> _Files:
    return {index: file for index, file in files.items() if file is not None and file[1].stem in ids}


def _list_boards(parts: Iterable[Part]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Board | PieceSet):
            for template in part.templates.values():
                yield from (
                    one.board for one in walk_blocks(template.elements) if isinstance(one, BoardElement)
                )


def _find_boards(files: Iterable[tuple[str, Path] | None]) -> Collection[str] | None:
    """Return the ids of boards before they are read, for templates; None if one of them is unknown."""
    boards = [file for file in files if file is None or file[0] == "board"]
    found = (file and Gathered().read(partial(find_id, file[1])) for file in boards)
    ids = [id for id in found if id is not None]
    return ids if len(ids) == len(boards) else None

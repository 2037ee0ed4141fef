"""Texts of a language in columns of tables, found by stable keys and written into CSV files."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from generator.errors import Problem, WrittenPlace
from generator.model.kit import Deck, Kit, PieceSet
from generator.model.values import dataclass, field, replace
from generator.output import Staging
from generator.read.declared.table_cells import CsvCells, make_name, put_cells
from generator.read.declared.tables import MOST_TABLE_BYTES, TableSource, WrittenCell
from generator.read.files.shelf import REFERENCE
from generator.read.files.text_files import read_bytes
from generator.read.pieces.lines import PieceLines
from generator.translate.reviews import hash_exactly


@dataclass(frozen=True, slots=True)
class TableText:
    """An English text of a table, with the cell of a language."""

    key: str
    """File, sheet, row, and field: `cards.csv:goblin.name`."""
    english: str
    file: Path
    part: str
    piece: str
    shown: str
    """The English text as it is printed: the table may replace texts in it."""
    column: str
    """Name of the column with the texts of the language."""
    place: WrittenPlace
    """Place of the cell, or of the English text if the table has no such column."""
    cell: WrittenCell | None = None
    """The cell; None if the table has no such column."""
    field: str = ""
    """Name of the field, which columns of all languages have."""
    is_csv: bool = False
    """True if an import can change the table; other tables are changed by hand."""

    @property
    def text(self) -> str:
        """The translation, or an empty text."""
        return self.cell.text if self.cell else ""

    def describe(self, message: str, hint: str) -> Problem:
        """Return a problem with its place."""
        place = self.place
        return Problem(place.file, place.line, place.column, f"{self.piece}.{self.column}", message, hint)

    def tell(self, text: str) -> str:
        """Return how to write a text into the table by hand."""
        where = self.cell.name if self.cell and self.cell.name else f"{self.column} of {self.piece}"
        return f"{self.place}: write into {where}: {text}"


def list_table_texts(kit: Kit | None, locale: str) -> Mapping[str, TableText]:
    """Return the texts in the tables of a kit that have texts of any other language, by key."""
    found: dict[str, TableText] = {}
    places: set[tuple[str, int, int]] = set()
    for part in kit.parts_of(PieceSet).values() if kit and locale != REFERENCE else ():
        for deck in part.decks:
            for text in _list_texts_of(kit.folder if kit else Path(), part, deck, locale):
                place = (text.place.file, text.place.line, text.place.column)
                if place in places and text.cell:
                    continue  # Another deck, or another copy of the piece, has the same cell.
                places.add(place)
                key = _make_unique(text.key, found) if text.cell else text.key
                if key not in found:
                    found[key] = replace(text, key=key)
    return found


def _list_texts_of(folder: Path, part: PieceSet, deck: Deck, locale: str) -> Iterator[TableText]:
    lines = deck.locate
    names = dict.fromkeys(name for fields in part.text_columns.values() for name in fields)
    if not (names and isinstance(lines, PieceLines) and isinstance(lines.source, TableSource)):
        return
    source, english_columns = lines.source, part.text_columns.get(REFERENCE, {})
    own = part.text_columns.get(locale, {})
    file = Path(source.file)
    table = Path(os.path.relpath(file.absolute(), folder.absolute())).as_posix()
    table += f":{source.cells.sheet}" if source.cells.sheet else ""
    # A line of the reviews has single spaces, and no `#` at its start.
    table = " ".join(f"./{table}".split() if table.startswith("#") else table.split())
    for piece in {piece.id: piece for piece in deck.pieces}.values():
        for field_name in names:
            english = source.find_cell(lines.path_of(piece.id, english_columns.get(field_name, field_name)))
            shown = piece.fields.get(field_name)
            if english is None or not english.text or not shown:
                continue
            column = own.get(field_name, "")
            cell = source.find_cell(lines.path_of(piece.id, column)) if column else None
            if column and cell is None:
                continue
            row = f"~{hash_exactly(english.text)[:8]}" if piece.id in lines.unsure else piece.id
            yield TableText(
                f"{table}:{row}.{field_name}",
                english.text,
                file,
                part.id,
                piece.id,
                shown if isinstance(shown, str) else "",
                column or f"{field_name}_{make_name(locale)}",
                cell.place if cell else english.place,
                cell,
                field_name,
                isinstance(source.cells, CsvCells),
            )


def _make_unique(key: str, known: Mapping[str, TableText]) -> str:
    """Return a key with a number if it is known: two lists in one JSON file may have the same ids."""
    number = 1
    unique = key
    while unique in known:
        number += 1
        unique = f"{key}#{number}"
    return unique


@dataclass(frozen=True, slots=True)
class TableImport:
    """Result of an import for the texts of tables."""

    written: Mapping[Path, int]
    """By table: number of cells that were changed."""
    by_hand: Sequence[str] = ()
    """Cells of other tables, and their new texts."""
    lacking: Mapping[tuple[Path, str], int] = field(default_factory=dict)
    """Number of texts by table and missing column."""


def put_table_texts(
    changes: Mapping[str, str], cells: Mapping[str, TableText], staging: Staging
) -> TableImport:
    """Write texts, by key, into the cells of CSV files; raises DataError if a file cannot hold them."""
    by_file: dict[Path, dict[tuple[int, int], str]] = {}
    by_hand: list[str] = []
    lacking: Counter[tuple[Path, str]] = Counter()
    for key, new in changes.items():
        text = cells[key]
        if text.cell is None:
            lacking[text.file, text.column] += 1
        elif text.is_csv:
            by_file.setdefault(text.file, {})[text.cell.row, text.cell.column] = new
        else:
            by_hand.append(text.tell(new))
    for file, new_cells in by_file.items():
        data = read_bytes(file, MOST_TABLE_BYTES)
        staging.write(file, put_cells(data, new_cells, file=str(file)))
    return TableImport({file: len(found) for file, found in by_file.items()}, by_hand, lacking)

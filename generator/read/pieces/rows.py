"""Rows of a list, a table, or a folder of pictures -> pieces, read fast: decks may have thousands."""

import copy
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import count, product
from math import prod
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from generator.errors import DataError, Wrong, format_count, format_more, list_briefly
from generator.model.elements.blocks import list_fields
from generator.model.elements.boxes import fill_constants, parse_range
from generator.model.kit import Piece
from generator.model.language.expressions import (
    DEALT,
    FACE,
    ITEM,
    LANGUAGES,
    Field,
    LanguageCount,
    list_roots,
)
from generator.model.language.field_values import RowTable, rank_value, sort_by_chance, to_value
from generator.model.language.kinds import ID, PIECE_ID, Kind
from generator.model.values import dataclass, field, replace
from generator.read.declared.reader import At, Findings, Reader, list_declared
from generator.read.declared.tables import TableCells, TableSource, read_table
from generator.read.files.shelf import REFERENCE, find_shelf, list_locales
from generator.read.files.text_files import (
    FONTS,
    PICTURES,
    format_id,
    is_in_read_folder,
    is_inside,
    make_name,
    make_slug,
    shorten_line,
    unreadable,
)
from generator.read.files.yaml import Data, DataPath, LineAndColumn
from generator.read.pieces.foreign import Replacing
from generator.read.pieces.heads import MOST_PIECES, CellParts, PieceKeys, PieceSetHead, PieceTable
from generator.read.pieces.lines import PieceLines
from generator.read.templates.templates import TemplateBook

_KINDS = {one.key: one.shape for one in list_declared(PieceKeys) if isinstance(one.shape, Kind)}
OWN = frozenset(_KINDS)
"""Keys of a piece that are not fields of its templates; `id` is both."""


def _number_values(pieces: Iterable[Piece]) -> list[Mapping[str, Field]]:
    """Return, for each piece, the number of the value of each field among the different ones, from 1."""
    known: dict[str, dict[str, str]] = {}
    numbered: list[Mapping[str, Field]] = []
    for piece in pieces:
        own: dict[str, Field] = {}
        for name, value in piece.fields.items():
            values = known.setdefault(name, {})
            own[name] = values.setdefault(str(value), str(len(values) + 1))
        numbered.append(own)
    return numbered


COUNTED = ("number", "total", "count", "copy", LANGUAGES)
"""Number of a piece, number of all pieces, and number of its copies; `copy`: which of them it is.

The number of languages is known when a piece is printed.
"""
_Rows: TypeAlias = Sequence[dict[str, Data]]


@dataclass(frozen=True)
class RowList:
    """The rows of pieces as they are written, and the uses of their columns."""

    findings: Findings
    base: DataPath
    """Path of the list in its file."""
    data: Sequence[Data]
    ids: Sequence[str]
    """Id of each row; invalid and duplicate ones are not read."""
    order: Sequence[int]
    """Indexes of the rows to read, in the order in which they are printed."""
    table: TableSource | None = None
    """None for a list in the file itself: the keys of its items are not all fields."""
    count: str = "count"
    """Key with the number of copies, or the number for all."""
    id: str = ""
    """Column with the ids if the deck names one."""
    is_file: bool = False
    """True for the rows of a file, some of which may be no pieces."""
    named: Collection[str] = ("front", "back")
    """Sides whose keys name templates; a table may have other texts in such columns."""
    pictured: Collection[str] = ()
    """Sides for which the rows have pictures."""
    languages: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By locale: the column with the text of each field."""
    used: Collection[str] = ("id",)
    """Columns that the table or the deck itself uses: for ids, copies, selections, and the order."""
    unmet: Collection[str] = ()
    """Texts of `replace` that are in no cell."""
    art_bleed: float | None = None
    """Bleed in the pictures, in mm; None: not known."""

    def list_texts(self, column: str) -> set[str]:
        """Return the texts of a column."""
        return _list_texts((row for row in self.data if isinstance(row, dict)), column)

    def list_titles(self) -> Sequence[str]:
        """Return the columns of the table, or the keys of the pieces, without those of every piece."""
        keys = (key for row in self.data if isinstance(row, dict) for key in row)
        return [
            name for name in (self.table.titles if self.table else dict.fromkeys(keys)) if name not in OWN
        ]


@dataclass(frozen=True)
class PieceRows:
    """The pieces of a list, and where they are written."""

    findings: Findings
    base: DataPath
    """Path of the list in its file."""
    pieces: Sequence[Piece] = ()
    rows: Sequence[int] = ()
    """Index of each piece in the list."""
    given: RowList | None = None
    """The rows that were read."""
    locale: str = ""
    """Language of the pieces if it is not English."""

    @cached_property
    def columns(self) -> frozenset[str]:
        """Names of the fields that at least one piece has."""
        return frozenset().union(*(piece.fields for piece in self.pieces))

    def list_written(self) -> list[str]:
        """Return the fields of which a piece has a text, without those that the deck itself uses."""
        given = self.given
        beside = {
            *OWN,
            *COUNTED,
            FACE,
            *(given.used if given else ()),
            *(_PICTURES.values() if given and given.pictured else ()),
        }
        filled = dict.fromkeys(name for piece in self.pieces for name, value in piece.fields.items() if value)
        titles = given.table.titles if given and given.table else ()
        names = [
            *(name for name in titles if name in filled),
            *(name for name in filled if name not in titles),
        ]
        return [name for name in names if name not in beside]

    def list_own(self, number: int) -> list[str]:
        """Return the keys that a piece has in its own row, without those that are not fields."""
        row = self.given.data[self.rows[number]] if self.given else {}
        return [key for key in row if key not in OWN] if isinstance(row, dict) else []

    def list_apart(self, name: str, others: Iterable[str]) -> list[str]:
        """Return the keys that no row has beside another one, for which they may have been meant."""
        rows = [row for row in self.given.data if isinstance(row, dict)] if self.given else []
        having = [row for row in rows if row.get(name)]
        return [other for other in others if not any(row.get(other) for row in having)]

    def path_of(self, number: int, field: str = "") -> DataPath:
        """Return the path of a piece, by its index among the valid pieces, or of one of its fields."""
        path = (*self.base, self.rows[number])
        if self.given and self.locale and self.pieces[number].texts[self.locale].get(field):
            field = self.given.languages[self.locale][field]
        return (*path, field) if field else path

    def path_of_first(self, field: str) -> DataPath:
        """Return the path of the title of a column, or of the first of the fields that are written here."""
        if self.given and self.given.table:
            return (field,)
        number = next(number for number, piece in enumerate(self.pieces) if piece.fields.get(field))
        return self.path_of(number, field)

    def in_language(self, locale: str) -> "PieceRows":
        """Return the pieces with their texts in a language."""
        pieces = [replace(piece, fields=piece.fields_in(locale)) for piece in self.pieces]
        return replace(self, pieces=pieces, locale=locale)

    def in_order(self, ids: Sequence[str]) -> "PieceRows":
        """Return the pieces, those with these ids first."""
        ranks = {id: rank for rank, id in enumerate(ids)}
        pieces, rows = self.pieces, self.rows
        order = sorted(range(len(pieces)), key=lambda number: ranks.get(pieces[number].id, len(ranks)))
        return replace(self, pieces=[pieces[one] for one in order], rows=[rows[one] for one in order])

    def with_defaults(self, defaults: Mapping[str, Field]) -> "PieceRows":
        """Return the pieces with fields that they may lack."""
        if not defaults:
            return self
        return replace(self, pieces=[replace(one, fields={**defaults, **one.fields}) for one in self.pieces])

    def with_names(self) -> "PieceRows":
        """Return the pieces with their titles, or ids, as the field `name`."""
        names = [one.fields.get("title") or format_id(one.id) for one in self.pieces]
        named = zip(self.pieces, names, strict=True)
        return replace(
            self, pieces=[replace(one, fields={"name": name, **one.fields}) for one, name in named]
        )

    def with_built_in(self, table: str, names: Collection[str]) -> "PieceRows":
        """Return the pieces with the fields among `names` that none has: `{number}`, `cards[id].cost`.

        `table` is the name of the list, for fields of other pieces.
        """
        used = ({*names} & {*COUNTED, table, DEALT}) - self.columns
        if not used:
            return self
        known = {piece.id: {**dict.fromkeys(self.columns, ""), **piece.fields} for piece in self.pieces}
        shared: dict[str, Field] = {table: RowTable(known), "total": str(len(self.pieces))}
        numbers = _number_values(self.pieces) if DEALT in used else ()
        pieces, rows = [], []
        for number, (piece, row) in enumerate(zip(self.pieces, self.rows, strict=True), start=1):
            given = {**shared, "number": str(number), "count": str(piece.count)}
            given[LANGUAGES] = LanguageCount(1)
            if numbers:
                given[DEALT] = numbers[number - 1]
            copies = range(1, piece.count + 1 if "copy" in used else 2)
            for each in copies:
                built_in: dict[str, Field] = {**given, "copy": str(each)}
                fields = {**{name: built_in[name] for name in used}, **piece.fields}
                pieces.append(replace(piece, fields=fields, count=piece.count // len(copies)))
                rows.append(row)
        return replace(self, pieces=pieces, rows=rows)

    def make_lines(self) -> PieceLines:
        """Return the function that locates pieces; of the file, it keeps the text, not the data."""
        source = copy.copy(self.findings.source)
        source.data = None
        found = zip(reversed(self.pieces), reversed(self.rows), strict=True)
        return PieceLines(source, self.base, {piece.id: row for piece, row in found}, self._find_unsure())

    def _find_unsure(self) -> frozenset[str]:
        """Return the ids that change if the rows are reordered: numbers of rows, and of duplicates."""
        given = self.given
        if given is None or given.table is None or not any(given.languages):
            return frozenset()
        column = given.id or find_id_column([row for row in given.data[:1] if isinstance(row, dict)])
        slugs = [make_slug(str(row.get(column, ""))) if isinstance(row, dict) else "" for row in given.data]
        times = Counter(slugs)
        return frozenset(id for id, slug in zip(given.ids, slugs, strict=True) if times[slug] > 1 or not slug)


def read_pieces(given: RowList, own: Collection[str], defaults: PieceSetHead) -> PieceRows:
    """Return the pieces of rows; `own` are keys that are not fields, except in a table."""
    return _RowReader(given).read(own, defaults)


@dataclass
class _RowReader:
    """Reads rows as pieces; problems are added to the findings of the rows."""

    given: RowList
    first: dict[str, int] = field(default_factory=dict)
    """Index of the first row with each id."""

    def read(self, own: Collection[str], defaults: PieceSetHead) -> PieceRows:
        given, first, is_id = self.given, self.first, re.compile(PIECE_ID).fullmatch
        table = given.table
        checked = {*own} if table is None else {*table.titles}
        translated = {column for columns in given.languages.values() for column in columns.values()}
        kept = {*own} if table is None else translated
        constant = given.count if given.count.isdigit() else ""
        total = 0
        texts: dict[str, dict[str, Field]] = {}
        pieces: list[Piece] = []
        rows: list[int] = []
        for index in given.order:
            row, id = given.data[index], given.ids[index]
            if type(row) is not dict or id in first or is_id(id) is None:
                self._report_row(index, row, id)
                continue
            first[id] = index
            fields = {**defaults.fields, **self._read_fields(index, row, checked, kept)}
            fields.setdefault("id", id)
            named = row if len(given.named) == 2 else {key: row[key] for key in given.named if key in row}
            front = self._read_template(index, named, "front") if "front" in named else defaults.front
            back = self._read_template(index, named, "back") if "back" in named else defaults.back
            count, by_language = row.get(given.count, constant), row.get("by_language")
            if table and to_value(count) == "0":
                continue
            has_count = count or (table and (index, given.count) in table.remarks)
            number = self._parse(index, given.count, count, "count") if has_count else 1
            is_by_language = bool(by_language and self._parse(index, "by_language", by_language))
            if table and "count" in checked:
                fields.setdefault("count", str(number))
            if given.languages:
                languages = given.languages.items()
                texts = {locale: self._read_texts(index, row, names) for locale, names in languages}
                fields |= texts.pop(REFERENCE, {})
            pieces.append(Piece(id, fields, front, back, number, is_by_language, texts))
            rows.append(index)
            if total <= MOST_PIECES < total + number:
                self._add(index, given.count, f"there are more than {MOST_PIECES} pieces", "split the deck")
            total += number
        return PieceRows(given.findings, given.base, pieces, rows, given)

    def _read_fields(
        self, index: int, row: dict[str, Data], checked: set[str], kept: Collection[str]
    ) -> dict[str, Field]:
        """Return the fields of a row, without the keys that are kept; each name is checked once."""
        fields: dict[str, Field] = {}
        for key, value in row.items():
            if key not in checked:
                self._check_key(index, key)
                checked.add(key)
            if key not in kept:
                path = (*self.given.base, index, key)
                fields[key] = value if type(value) is str else freeze(self.given.findings, path, value)
        return fields

    def _read_texts(self, index: int, row: dict[str, Data], names: Mapping[str, str]) -> dict[str, Field]:
        path = (*self.given.base, index)
        given = ((field, name, row.get(name) or "") for field, name in names.items())
        return {field: freeze(self.given.findings, (*path, name), text) for field, name, text in given}

    def _parse(self, index: int, key: str, text: Data, name: str = "") -> int:
        if self.given.table and (remark := self.given.table.remarks.get((index, key))) and remark.is_error:
            self._add(index, key, remark.message, remark.hint)
            return 0
        try:
            parsed: int = _KINDS[name or key].parse(str(to_value(text)))
            return parsed
        except Wrong as wrong:
            self._add(index, key, wrong.message, wrong.hint)
            return 0

    def _read_template(self, index: int, row: dict[str, Data], key: str) -> str:
        """Return the name of a template that replaces the default; an empty one makes a blank back."""
        name = row[key]
        if isinstance(name, str):
            return name
        self._add(index, key, "must be the name of a template")
        return ""

    def _check_key(self, index: int, key: str) -> None:
        if not re.fullmatch(ID, key) or key == ITEM:
            reserved = "it is reserved for repeated items" if key == ITEM else ""
            hint = reserved or "lower-case letters, digits, and `_`"
            self._add(index, key, f"`{key}` is not a valid name of a field", hint, at="key")

    def _report_row(self, index: int, row: Data, id: str) -> None:
        path, findings = (*self.given.base, index), self.given.findings
        if not isinstance(row, dict):
            findings.add(path, "must be keys with values", "write `- {id: ..., ...}`")
            return
        given = row.get("id")
        if "id" not in row or given == "":
            findings.add(path, "`id` is missing", "write `id: ...` or `name: ...`")
        elif not re.fullmatch(PIECE_ID, id):
            message = f"`{given}` is not an id" if isinstance(given, str) else "is not an id"
            hint = "lower-case letters, digits, and `_`, such as `san_francisco` or `15`"
            self._add(index, "id", message, hint)
        else:
            line, _ = findings.source.spot_of((*self.given.base, self.first[id]))
            hint = f"the first is in line {line}; for several of one kind write `count: 2`"
            self._add(index, "id", f"duplicate piece `{id}`", hint)

    def _add(self, index: int, key: str, message: str, hint: str = "", *, at: At = "value") -> None:
        self.given.findings.add((*self.given.base, index, key), message, hint, at=at)


def freeze(findings: Findings, path: DataPath, value: Data) -> Field:
    """Return the value of a field as the model has it, with tuples as lists."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        texts = [item for item in value if type(item) is str]
        if len(texts) == len(value):
            return tuple(texts)
        return tuple(freeze(findings, (*path, index), item) for index, item in enumerate(value))
    if isinstance(value, dict):
        return {key: freeze(findings, (*path, key), item) for key, item in value.items()}
    findings.add(path, "has no value", 'write `""` for an empty text')
    return ""


def list_piece_rows(findings: Findings, key: str, folder: Path, book: TemplateBook) -> RowList:
    """Return the rows of a file under `key`; raises DataError if they cannot be found."""
    return find_rows(findings, (key,), findings.source.get(key), folder, book)


def find_rows(findings: Findings, path: DataPath, given: Data, folder: Path, book: TemplateBook) -> RowList:
    """Return rows that are listed at a path, or come from a table; raises DataError if there are none."""
    if not given:
        findings.refuse(path, "is empty", "write each as `- {id: ..., ...}`, or name a table")
    if isinstance(given, list):
        rows = [row if isinstance(row, dict) else {} for row in given]
        ids = [str(row.get("id", "")) for row in rows]
        used = ("id",) if any(ids) else ("id", find_id_column(rows))
        ids = _fill_ids(rows, ids) if any(ids) else _list_ids(rows)
        return RowList(findings, path, given, ids, range(len(given)), used=used)
    if (
        isinstance(given, dict)
        and all(isinstance(row, dict) for row in given.values())
        and "every" not in given
    ):
        findings.refuse(
            path, "must be a list, or a table", "write each as `- {id: ..., ...}`, or name a table"
        )
    table = PieceTable(file=given) if isinstance(given, str) else None
    table = findings.require(
        table or Reader(findings, note=book.names.warn_of_old_key).read(PieceTable, given, path)
    )
    table = replace(table, file=str(fill_constants(table.file, book.shared.constants or {})))
    file_path = path if isinstance(given, str) else (*path, "file")
    return _TableReader(findings, path, file_path, table, folder, book).read()


_PICTURES = {"front": "picture", "back": "back_picture"}
"""Fields with the pictures of the sides."""


@dataclass(frozen=True)
class _TableReader:
    """Reads the rows that a table declares."""

    findings: Findings
    path: DataPath
    file_path: DataPath
    """Path of the key with the name of the file."""
    table: PieceTable
    folder: Path
    book: TemplateBook

    def read(self) -> RowList:
        given, source = self.table, self._read_source()
        found = self.findings.of(source)
        self.book.names.warn(*source.warnings)
        rows = [row for row in source.data or () if isinstance(row, dict)]
        id = self._find("id", given.id, source) if given.id else ""
        ids = _list_ids(rows, id)
        if given.every and not id:
            ids = _make_unique("_".join(map(_name_item, row.values())) for row in rows)
        if not given.id:
            self._warn_of_duplicates(found, [make_slug(str(row.get("id", ""))) for row in rows], ids)
        copies = given.count or "count"
        if given.count and not given.count.isdigit():
            copies = self._find("count", given.count, source)
        for name in given.rename:
            self._find("rename", name, source, name)
        cells = {self._find("cells", title, source, title): parts for title, parts in given.cells.items()}
        conditional = list_roots(*given.where)
        for name in conditional:
            self._find("where", name, source)
        sorted_by = [(self._find("sort", title, source), is_down) for title, is_down in self._sorting]
        self.findings.stop_if_any()
        kept = {id, copies, "id"}
        unmet = self._replace(rows, kept)
        self._split_cells(found, rows, cells)
        order = [index for index in range(len(rows)) if given.hidden != "skip" or index not in source.hidden]
        used = {
            *kept,
            *(source.titles if given.pdf else ()),
            find_id_column(rows),
            *conditional,
            *(name for name, _ in sorted_by),
        }
        for path in source.list_errors(order, used - {copies}):
            found.add(path, source.remarks[path].message, source.remarks[path].hint)
        self.findings.stop_if_any()
        if given.where:
            order = [index for index in order if self._is_wanted(found, index, rows[index])]
        self._warn_of_hidden(found, [index for index in order if index in source.hidden])
        for name, is_down in reversed(sorted_by):
            order.sort(key=[rank_value(row.get(name)) for row in rows].__getitem__, reverse=is_down)
        order = sort_by_chance(order, given.shuffle) if given.shuffle else order
        found.problems += source.problems
        named = {side for side in _PICTURES if self._names_templates(rows, source.titles, side)}
        drawn = given.pictures or given.pdf
        pictured = {side for side, name in _PICTURES.items() if drawn and _list_texts(rows, name)}
        languages = self._list_languages(source)
        return RowList(
            found,
            (),
            rows,
            ids,
            order,
            source,
            copies,
            id,
            bool(given.file),
            named,
            pictured,
            languages,
            used,
            unmet,
            art_bleed=given.art_bleed,
        )

    @property
    def _sorting(self) -> Sequence[tuple[str, bool]]:
        """The columns by which rows are sorted; True: the last one first."""
        return [(text.removeprefix("-").strip(), text.startswith("-")) for text in self.table.sort]

    def _replace(self, rows: _Rows, kept: Collection[str]) -> Collection[str]:
        """Replace texts, except in columns that are kept, and return the texts that occur in no cell."""
        replacing = Replacing(self.table.replace)
        try:
            for row in rows if self.table.replace else ():
                row |= {name: replacing.replace(cell) for name, cell in row.items() if name not in kept}
        except Wrong as wrong:
            self.findings.refuse((*self.path, "replace"), wrong.message, wrong.hint)
        return replacing.unmet

    def _split_cells(self, findings: Findings, rows: _Rows, cells: Mapping[str, CellParts]) -> None:
        """Turn each item of some columns into a row with fields; missing ones are empty."""
        for name, parts in cells.items():
            for index, row in enumerate(rows):
                given = row.get(name) or ""
                items = given if isinstance(given, list) else str(given).splitlines()
                split: list[Data] = []
                for item in (item for item in items if item):
                    texts = [text.strip() for text in str(item).split(parts.sign)]
                    if len(texts) > len(parts.names) or not isinstance(item, str):
                        what = f"`{shorten_line(str(item))}` has {format_count(len(texts), 'part')}"
                        hint = f"name them all: `{f' {parts.sign} '.join((*parts.names, 'more'))}`"
                        findings.add((index, name), f"{what}, but {len(parts.names)} are named", hint)
                        continue
                    texts += [""] * (len(parts.names) - len(texts))
                    split.append(dict(zip(parts.names, texts, strict=True)))
                row[name] = split

    def _read_source(self) -> TableSource:
        table, source = self.table, self.findings.source
        if table.file:
            path = self.folder / table.file
            home, others = self.book.home, f"*{path.suffix or '.csv'}"
            if not self.findings.check_file(self.file_path, path, home=home, others=others):
                self.findings.stop()
            wanted, is_raw = {*self._list_wanted()}, table.format == "raw"
            read = partial(read_table, path, sheet=table.sheet, rename=table.rename, wanted=wanted)
            try:
                source = read(is_raw=is_raw, header=table.header)
            except Wrong as wrong:
                self.findings.refuse((*self.path, "header"), wrong.message, wrong.hint)
            if isinstance(source.data, list) and len(source.data) > MOST_PIECES:
                raise unreadable(path, f"has more than {MOST_PIECES} rows", "split the table")
            return source
        key = next(key for key in ("every", "pdf", "pictures") if getattr(table, key))
        if table.every:
            rows = self._combine()
        elif table.pdf:
            rows = self._list_cells()
        else:
            rows = [("name", *_PICTURES.values()), *self._list_pictures()]
        if len(rows) < 2:
            message = "there are no such pictures in the game's folder"
            self.findings.refuse((*self.path, key), message, "write it like `front/*.png`")
        spot = source.spot_of((*self.path, key))
        return TableSource(TableCells(source.file, rows, partial(_locate_at, spot)), table.rename)

    def _list_wanted(self) -> Iterator[str]:
        """Yield the columns that the deck names, and the fields of templates."""
        table = self.table
        yield from filter(None, (table.id, table.count))
        yield from (title for title, _ in self._sorting)
        yield from list_roots(*table.where)
        yield from list_fields(tuple(placed.template.elements for placed in self.book.known.values()))

    def _warn_of_hidden(self, found: Findings, hidden: Sequence[int]) -> None:
        if hidden:
            rows = format_count(len(hidden), "hidden row is", "hidden rows are")
            numbers = list_briefly(found.source.spot_of((index,))[0] for index in hidden)
            hint = f"row {numbers}; to leave them out, write `hidden: skip` beside `file`"
            self.book.names.warn(found.describe((hidden[0],), f"{rows} printed", hint))

    def _combine(self) -> list[Sequence[Data]]:
        values = dict(self.table.every)
        for name, given in values.items():
            try:
                values[name] = parse_range(given) if isinstance(given, str) and ".." in given else given
                if not (isinstance(values[name], list | tuple) and given):
                    raise Wrong("must be a list of values", "write it like `[red, blue]`, or `1..6`")
            except Wrong as wrong:
                self.findings.add((*self.path, "every", name), wrong.message, wrong.hint)
        self.findings.stop_if_any()
        if prod(map(len, values.values())) > MOST_PIECES:
            self.findings.refuse(
                (*self.path, "every"), f"makes more than {MOST_PIECES} pieces", "split the deck"
            )
        return [[*values], *product(*values.values())]

    def _list_cells(self) -> list[Sequence[Data]]:
        """Return the titles and the rows of the cards of a PDF file."""
        # Few decks have any.
        from generator.read.pieces.pdf_cells import PDF_COLUMNS, list_pdf_rows

        table, path = self.table, self.folder / self.table.pdf
        if not self.findings.check_file((*self.path, "pdf"), path, home=self.book.home, others="*.pdf"):
            self.findings.stop()
        try:
            rows: list[Sequence[Data]] = [PDF_COLUMNS, *list_pdf_rows(table, path, self._pdfs.survey)]
        except Wrong as wrong:
            key = wrong.key if self.findings.source.has((*self.path, wrong.key)) else "pdf"
            self.findings.refuse((*self.path, key), wrong.message, wrong.hint)
        except DataError as error:
            self._refuse_file("pdf", table.pdf, error)
        if len(rows) < 2:
            self.findings.refuse(
                (*self.path, "pdf"), "all cells are empty", "to print them, write `empty: print`"
            )
        return rows

    def _list_pictures(self) -> Iterator[Sequence[Data]]:
        """Yield the name, the picture, and the picture of the back of each piece."""
        home = self.book.home
        for pattern in self.table.pictures:
            if Path(pattern).is_absolute() or ".." in Path(pattern).parts:
                continue
            files = self._find_pictures(pattern)
            if pattern.lower().endswith(_PDF):
                yield from self._list_pages(files)
                continue
            backs = {path: _get_back(path) for path in sorted(files, key=lambda path: rank_value(str(path)))}
            for path, back in backs.items():
                if path not in backs.values():
                    shown = (one.relative_to(home).as_posix() if one else "" for one in (path, back))
                    yield _FRONT.sub("", path.stem) or path.stem, *shown

    def _list_pages(self, files: Sequence[Path]) -> Iterator[Sequence[Data]]:
        """Return the name and the picture of each page of PDF files."""
        for path in sorted(files):
            try:
                count = self._pdfs.survey(path, sizes=True).count
            except DataError as error:
                self._refuse_file("pictures", path.name, error)
            name = path.relative_to(self.book.home).as_posix()
            yield from ((f"{path.stem}_{page}", f"{name}#{page}", "") for page in range(1, count + 1))

    @property
    def _pdfs(self) -> Any:
        """The PDF files of the game."""
        # Few decks have one.
        from generator.read.pictures.pdf_file import PdfFiles

        pictures = self.book.names.pictures
        return pictures.pdfs if pictures else PdfFiles()

    def _refuse_file(self, key: str, name: str, error: DataError) -> NoReturn:
        problem = error.problems[0]
        self.findings.refuse((*self.path, key), f"`{name}` {problem.message}", problem.hint)

    def _find_pictures(self, pattern: str) -> Sequence[Path]:
        """Return the pictures in the game's folder that match a pattern, or are in a folder."""
        folders = [part for part in Path(pattern).parts if "**" in part]
        if folders not in ([], ["**"]):
            message, hint = f"`{pattern}` has `**` twice, or beside other characters", "write `**` once"
            self.findings.refuse((*self.path, "pictures"), message, f"{hint}: `cards/**/*.png`")
        try:
            if Path(pattern).anchor:
                raise ValueError("pictures are in the folder of the game")
            is_folder = not pattern or (self.folder / pattern).is_dir()
            paths = [*self.folder.glob(f"{pattern or '.'}/*" if is_folder else pattern)]
        except (OSError, ValueError):
            self.findings.refuse((*self.path, "pictures"), f"`{pattern}` cannot be the name of files")
        home = self.book.home
        inside = [path for path in paths if is_inside(path, home) and is_in_read_folder(path, home)]
        endings = (_PDF,) if pattern.lower().endswith(_PDF) else PICTURES
        pictures = [path for path in inside if path.suffix.lower() in endings]
        if others := sorted(path.name for path in inside if path not in pictures and _is_other(path)):
            what = format_more(others, "file is not printed", "files are not printed")
            hint = "save pictures as JPEG or PNG, and move other files to another folder"
            if not pictures:
                self.findings.refuse((*self.path, "pictures"), what, hint)
            self.book.names.warn(self.findings.describe((*self.path, "pictures"), what, hint))
        return pictures

    def _find(self, key: str, text: str, source: TableSource, *inner: str) -> str:
        name = source.find_column(text)
        if not name:
            hint = source.suggest_column(text)
            path = (*self.path, key, *inner)
            self.findings.add(path, f"unknown column `{text}`", hint, at="key" if inner else "value")
        return name

    def _warn_of_duplicates(self, found: Findings, given: Sequence[str], ids: Sequence[str]) -> None:
        """Warn once of ids that several rows have, where the first of them is."""
        again = [
            index for index, (slug, id) in enumerate(zip(given, ids, strict=True)) if slug not in ("", id)
        ]
        if again:
            message = f"duplicate id `{given[again[0]]}`: it becomes `{ids[again[0]]}`"
            lines = [found.source.spot_of((index, "id"))[0] for index in again[1:]]
            hint = format_more(lines, "more row with a duplicate id", "more rows with duplicate ids")
            self.book.names.warn(found.describe((again[0], "id"), message, hint))

    def _is_wanted(self, found: Findings, index: int, row: dict[str, Data]) -> bool:
        fields = {name: freeze(found, (index, name), cell) for name, cell in row.items()}
        try:
            return all(condition.holds(fields) for condition in self.table.where)
        except Wrong as wrong:
            line, _ = found.source.spot_of((index,))
            message = f"{wrong.message}, in line {line} of {found.file}"
            self.findings.refuse((*self.path, "where"), message, wrong.hint)

    def _names_templates(self, rows: _Rows, titles: Mapping[str, str], side: str) -> bool:
        """Return True unless a column clearly has other texts: titled `Back`, or with any `12 %`."""
        texts = _list_texts(rows, side)
        is_ours = titles.get(side) == side and all(re.fullmatch(ID, text) for text in texts)
        return is_ours or any(text in self.book.known or text in self.book.wrong for text in texts)

    def _list_languages(self, source: TableSource) -> dict[str, dict[str, str]]:
        """Return the columns with texts of a language, such as `name_es`, by locale and field."""
        names, known = source.titles, dict[str, dict[str, str]]()
        for locale in dict.fromkeys((*list_locales(self.book.home), *list_locales(find_shelf().data))):
            for name in names:
                first = name.removesuffix(f"_{make_name(locale)}")
                if first != name and {first, f"{first}_{REFERENCE}"} & names.keys():
                    known.setdefault(locale, {})[first] = name
        english = known.pop(REFERENCE, {})
        translated = {first for fields in known.values() for first in fields} - names.keys()
        own = {first: name for first, name in english.items() if first in translated}
        return {REFERENCE: own, **known} if own else known


_OWN_FILES = (".yaml", ".yml", ".csv", ".tsv", ".xlsx", ".xls", ".ods", ".json", ".py", ".md", *FONTS)
"""Ends of the names of a game's other files, which may be beside its pictures."""
_SYSTEM_FILES = ("thumbs.db", "desktop.ini")


def _is_other(path: Path) -> bool:
    name = path.name.lower()
    is_ours = path.suffix.lower() in (*PICTURES, *_OWN_FILES) or name in _SYSTEM_FILES or name.startswith(".")
    return not is_ours and path.is_file()


def _locate_at(spot: LineAndColumn, row: int, place: int) -> LineAndColumn:
    """Return the same position for all cells."""
    return spot


_PDF = ".pdf"
_FRONT = re.compile(r"(?i:[-_ .]?(front|face|recto))$")
_BACKS = {"front": "back", "fronts": "backs", "faces": "backs"}
"""Folders of backs beside a folder of fronts."""


def _get_back(path: Path) -> Path | None:
    """Return the picture of a back: `goblin_back.png`, or in the folder `back`, or `back.png` for all."""
    name = _FRONT.sub("", path.stem) or path.stem
    beside = path.parent.parent / _BACKS.get(path.parent.name.lower(), "-")
    own = (path.parent / f"{name}{joint}back" for joint in "_- ")
    places = (*own, beside / path.stem, path.parent / "back", beside / "back")
    files = (place.with_name(place.name + suffix) for place in places for suffix in PICTURES)
    return next((file for file in files if file.is_file() and file != path), None)


def _list_texts(rows: Iterable[dict[str, Data]], column: str) -> set[str]:
    return {str(row[column]) for row in rows if row.get(column)}


ID_COLUMNS = ("id", "name", "title", "card_name", "card_title", "name_en", "title_en")
"""Columns from which ids are derived."""


def _list_ids(rows: _Rows, column: str = "") -> list[str]:
    """Return a unique id for each row: from a column, from its name, or else its number."""
    name = column or find_id_column(rows)
    return _make_unique(str(row.get(name, "")) for row in rows)


def _fill_ids(rows: _Rows, ids: Sequence[str]) -> list[str]:
    """Return the ids of rows; of those without one, but with a name, an id that no other row has."""
    taken, found = {*ids}, list[str]()
    for number, (row, id) in enumerate(zip(rows, ids, strict=True), 1):
        name = next((str(row[column]) for column in ID_COLUMNS if row.get(column)), "")
        if not id and name:
            first = make_slug(name) or str(number)
            others = (f"{first}_{times}" for times in count(2))
            id = first if first not in taken else next(one for one in others if one not in taken)
            taken.add(id)
        found.append(id)
    return found


def find_id_column(rows: _Rows) -> str:
    return next((name for name in ID_COLUMNS if any(name in row for row in rows)), "")


def _make_unique(ids: Iterable[str]) -> list[str]:
    """Return ids with numbers for those that have occurred before (`goblin_2`) or are empty."""
    found: dict[str, None] = {}
    numbers: dict[str, Iterator[int]] = {}
    for number, id in enumerate(ids, 1):
        first = unique = make_slug(id) or str(number)
        while unique in found:
            unique = f"{first}_{next(numbers.setdefault(first, count(2)))}"
        found[unique] = None
    return [*found]


def _name_item(item: Data) -> str:
    return str(item.get("id") or item.get("name") or "") if isinstance(item, dict) else str(item)

"""Rows of a deck, from YAML or CSV -> pieces, read as fast as possible: decks may have thousands."""

import copy
import re
from collections.abc import Collection, Mapping, Sequence

from generator.errors import Wrong
from generator.model.language.fields import ITEM, Field
from generator.model.language.kinds import ID, PIECE_ID, Kind
from generator.model.pieces import Piece
from generator.model.values import dataclass, field, replace
from generator.read.declared.findings import At, Findings
from generator.read.declared.shapes import list_declared
from generator.read.declared.tables import TableSource
from generator.read.files.shelf import REFERENCE
from generator.read.files.yaml_reader import Data, DataPath
from generator.read.pieces.heads import MOST_PIECES, PieceKeys, PieceSetHead
from generator.read.pieces.lines import PieceLines

_ID = re.compile(ID)
_KINDS = {one.key: one.shape for one in list_declared(PieceKeys)}
OWN = frozenset(_KINDS)
"""Keys of a piece that are not fields of its templates; `id` is both."""
_NUMBERS = ("number", "total", "count", "copy")
"""Number of a piece, number of all pieces, and number of its copies; `copy`: which of them it is."""


class _Table(dict[str, Field]):
    """Rows of a table by their ids; hashed by identity, because it may be large and never changes."""

    __hash__ = object.__hash__  # type: ignore[assignment]


@dataclass(frozen=True)
class RowList:
    """The rows of pieces as they are written, and what is known about them."""

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
    named: Collection[str] = ("front", "back")
    """Sides whose keys name templates; a table may have other texts in such columns."""
    pictured: Collection[str] = ()
    """Sides for which the rows have pictures."""
    languages: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By locale: the column with the text of each field."""


@dataclass
class PieceRows:
    """The pieces of a list, and where they are written."""

    findings: Findings
    base: DataPath
    """Path of the list in its file."""
    pieces: list[Piece] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    """Index of each piece in the list."""
    given: RowList | None = None
    """The rows that were read."""
    locale: str = ""
    """Language of the pieces if it is not English."""
    _first: dict[str, int] = field(default_factory=dict)
    """Index of the first row with each id."""

    def path_of(self, number: int, field: str = "") -> DataPath:
        """Return the path of a piece, by its index among the valid pieces, or of one of its fields."""
        path = (*self.base, self.rows[number])
        if self.given and self.locale and self.pieces[number].texts[self.locale].get(field):
            field = self.given.languages[self.locale][field]
        return (*path, field) if field else path

    def in_language(self, locale: str) -> "PieceRows":
        """Return the pieces with their texts in a language."""
        pieces = [replace(piece, fields=piece.fields_in(locale)) for piece in self.pieces]
        return replace(self, pieces=pieces, locale=locale)

    def find_lines(self) -> PieceLines:
        """Return the function that locates pieces; of the file, it keeps the text, not the data."""
        source = copy.copy(self.findings.source)
        source.data = None
        return PieceLines(source, self.base, self._first)

    def read(self, given: RowList, own: Collection[str], defaults: PieceSetHead) -> None:
        """Read all pieces; `own` are keys that are not fields, except in a table."""
        first, is_id = self._first, re.compile(PIECE_ID).fullmatch
        table = given.table
        checked = {*own} if table is None else {*table.titles}
        translated = {column for columns in given.languages.values() for column in columns.values()}
        kept = {*own} if table is None else translated
        constant = given.count if given.count.isdigit() else ""
        total = 0
        texts: dict[str, dict[str, Field]] = {}
        for index in given.order:
            row, id = given.data[index], given.ids[index]
            if type(row) is not dict or id in first or is_id(id) is None:
                self._report_row(index, row, id)
                continue
            first[id] = index
            fields: dict[str, Field] = {**defaults.fields}
            for key, value in row.items():
                if key not in checked:
                    self._check_key(index, key)
                    checked.add(key)
                if key not in kept:
                    path = (*self.base, index, key)
                    fields[key] = value if type(value) is str else freeze(self.findings, path, value)
            fields.setdefault("id", id)
            named = row if len(given.named) == 2 else {key: row[key] for key in given.named if key in row}
            front = self._get_template(index, named, "front") if "front" in named else defaults.front
            back = self._get_template(index, named, "back") if "back" in named else defaults.back
            count, by_language = row.get(given.count, constant), row.get("by_language")
            if count == "0" and table:
                continue
            number = self._parse(index, given.count, count, "count") if count else 1
            is_by_language = bool(by_language and self._parse(index, "by_language", by_language))
            if table and "count" in checked:
                fields.setdefault("count", str(number))
            if given.languages:
                languages = given.languages.items()
                texts = {locale: self._list_texts(index, row, names) for locale, names in languages}
                fields |= texts.pop(REFERENCE, {})
            self.pieces.append(Piece(id, fields, front, back, number, is_by_language, texts))
            self.rows.append(index)
            if total <= MOST_PIECES < total + number:
                self._add(index, given.count, f"there are more than {MOST_PIECES} pieces", "split the deck")
            total += number

    def add_built_in(self, table: str, names: Collection[str]) -> None:
        """Add the fields among `names` that no piece has: `{number}`, `{copy}`, `cards[id].cost`.

        `table` is the name of the list, for fields of other pieces.
        """
        columns = frozenset[str]().union(*(piece.fields for piece in self.pieces))
        used = ({*names} & {*_NUMBERS, table}) - columns
        if not used:
            return
        known = {piece.id: {**dict.fromkeys(columns, ""), **piece.fields} for piece in self.pieces}
        shared: dict[str, Field] = {table: _Table(known), "total": str(len(self.pieces))}
        pieces, indices = [], []
        for number, (piece, index) in enumerate(zip(self.pieces, self.rows, strict=True), start=1):
            given = {**shared, "number": str(number), "count": str(piece.count)}
            copies = range(1, piece.count + 1 if "copy" in used else 2)
            for each in copies:
                built_in: dict[str, Field] = {**given, "copy": str(each)}
                fields = {**{name: built_in[name] for name in used}, **piece.fields}
                pieces.append(replace(piece, fields=fields, count=piece.count // len(copies)))
                indices.append(index)
        self.pieces[:], self.rows[:] = pieces, indices

    def _list_texts(self, index: int, row: dict[str, Data], names: Mapping[str, str]) -> dict[str, Field]:
        """Return the texts of one language by field."""
        path = (*self.base, index)
        given = ((field, name, row.get(name) or "") for field, name in names.items())
        return {field: freeze(self.findings, (*path, name), text) for field, name, text in given}

    def _parse(self, index: int, key: str, text: Data, name: str = "") -> int:
        kind = _KINDS[name or key]
        assert isinstance(kind, Kind)
        try:
            parsed: int = kind.parse(str(text))
            return parsed
        except Wrong as wrong:
            self._add(index, key, wrong.message, wrong.hint)
            return False

    def _get_template(self, index: int, row: dict[str, Data], key: str) -> str:
        """Return the name of a template that replaces the default; an empty one makes a blank back."""
        name = row[key]
        if isinstance(name, str):
            return name
        self._add(index, key, "must be the name of a template")
        return ""

    def _check_key(self, index: int, key: str) -> None:
        if not _ID.fullmatch(key) or key == ITEM:
            reserved = "it is reserved for repeated items" if key == ITEM else ""
            hint = reserved or "lower-case letters, digits, and `_`"
            self._add(index, key, f"`{key}` is not a valid name of a field", hint, at="key")

    def _report_row(self, index: int, row: Data, id: str) -> None:
        path = (*self.base, index)
        findings = self.findings
        if not isinstance(row, dict):
            findings.add(path, "must be keys with values", "write `- {id: ..., ...}`")
            return
        given = row.get("id")
        if "id" not in row or given == "":
            findings.add(path, "`id` is missing", "add `id: ...`, as other pieces have one")
        elif not re.fullmatch(PIECE_ID, id):
            message = f"`{given}` is not an id" if isinstance(given, str) else "is not an id"
            hint = "lower-case letters, digits, and `_`, such as `san_francisco` or `15`"
            self._add(index, "id", message, hint)
        else:
            line, _ = findings.source.spot_of((*self.base, self._first[id]))
            hint = f"the first is in line {line}; for several of one kind write `count: 2`"
            self._add(index, "id", f"duplicate piece `{id}`", hint)

    def _add(self, index: int, key: str, message: str, hint: str = "", *, at: At = "value") -> None:
        self.findings.add((*self.base, index, key), message, hint, at=at)


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

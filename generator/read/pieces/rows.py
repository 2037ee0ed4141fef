"""Rows of a deck, from YAML or CSV -> pieces, read as fast as possible: decks may have thousands."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from generator.model.fields import ITEM, Field
from generator.model.kinds import ID, Kind, Wrong
from generator.model.pieces import Piece
from generator.read.declared.findings import At, Findings
from generator.read.declared.shapes import list_declared
from generator.read.files.yaml_reader import Data, DataPath
from generator.read.pieces.heads import MOST_PIECES, PieceKeys, PieceSetHead

_ID = re.compile(ID)
_KINDS = {one.key: one.shape for one in list_declared(PieceKeys)}
OWN = frozenset(_KINDS)
"""Keys of a piece that are not fields of its templates; `id` is both."""


@dataclass
class PieceRows:
    """The pieces of a list, and where they are written."""

    findings: Findings
    base: DataPath
    """Path of the list in its file."""
    pieces: list[Piece] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    """Index of each piece in the list."""
    data: Sequence[Data] = ()
    """The list as it is written."""
    _first: dict[str, int] = field(default_factory=dict)
    """Index of the first row with each id."""

    def path_of(self, number: int, field: str = "") -> DataPath:
        """Return the path of a piece, by its index among the valid pieces, or of one of its fields."""
        path = (*self.base, self.rows[number])
        return (*path, field) if field else path

    def locate(self, id: str) -> str:
        """Return the file and line of a piece, such as `deck.yaml:12`."""
        line, _ = self.findings.source.spot_of((*self.base, self._first[id]))
        return f"{self.findings.file}:{line}"

    def read(self, own: frozenset[str], good_keys: set[str], defaults: PieceSetHead) -> None:
        first, is_id = self._first, _ID.fullmatch
        total = 0
        for index, row in enumerate(self.data):
            id = row.get("id") if type(row) is dict else None
            if type(row) is not dict or type(id) is not str or id in first or is_id(id) is None:
                self._report_row(index, row)
                continue
            first[id] = index
            fields: dict[str, Field] = {**defaults.fields}
            for key, value in row.items():
                if key not in good_keys:
                    self._check_key(index, key)
                    good_keys.add(key)
                if key not in own:
                    path = (*self.base, index, key)
                    fields[key] = value if type(value) is str else freeze(self.findings, path, value)
            fields["id"] = id
            front = self._get_template(index, row, "front", defaults.front)
            back = self._get_template(index, row, "back", defaults.back)
            count, by_language = row.get("count"), row.get("by_language")
            number = self._parse(index, "count", count) if count else 1
            is_by_language = bool(by_language and self._parse(index, "by_language", by_language))
            self.pieces.append(Piece(id, fields, front, back, number, is_by_language))
            self.rows.append(index)
            if total <= MOST_PIECES < total + number:
                self._add(index, "count", f"there are more than {MOST_PIECES} pieces", "split the deck")
            total += number

    def _parse(self, index: int, key: str, text: Data) -> int:
        kind = _KINDS[key]
        assert isinstance(kind, Kind)
        try:
            parsed: int = kind.parse(str(text))
            return parsed
        except Wrong as wrong:
            self._add(index, key, wrong.message, wrong.hint)
            return False

    def _get_template(self, index: int, row: dict[str, Data], key: str, default: str) -> str:
        """Return the name of a template; an empty one overrides the default, for a blank back."""
        name = row.get(key, default)
        if isinstance(name, str):
            return name
        self._add(index, key, "must be the name of a template")
        return ""

    def _check_key(self, index: int, key: str) -> None:
        if not _ID.fullmatch(key) or key == ITEM:
            hint = (
                "lower-case letters, digits, and `_`" if key != ITEM else "it is reserved for repeated items"
            )
            self._add(index, key, f"`{key}` is not a valid name of a field", hint, at="key")

    def _report_row(self, index: int, row: Data) -> None:
        path = (*self.base, index)
        findings = self.findings
        if not isinstance(row, dict):
            findings.add(path, "must be keys with values", "write `- {id: ..., ...}`")
            return
        id = row.get("id")
        if "id" not in row or id == "":
            findings.add(path, "`id` is missing", "add `id: ...`: every piece needs its own id")
        elif not isinstance(id, str) or not _ID.fullmatch(id):
            message = f"`{id}` is not an id" if isinstance(id, str) else "is not an id"
            hint = "lower-case letters, digits, and `_`, such as `san_francisco`"
            self._add(index, "id", message, hint)
        else:
            line, _ = findings.source.spot_of((*self.base, self._first[id]))
            hint = f"the first is in line {line}; for several of one kind write `count: 2`"
            self._add(index, "id", f"duplicate piece `{id}`", hint)

    def _add(self, index: int, key: str, message: str, hint: str = "", *, at: At = "value") -> None:
        self.findings.add((*self.base, index, key), message, hint, at=at)


def read_piece_rows(
    findings: Findings,
    base: DataPath,
    data: Data,
    defaults: PieceSetHead,
    *,
    own: Collection[str] = (),
    checked: Collection[str] = (),
) -> PieceRows:
    """Return the valid pieces of a list.

    `defaults` has the values of pieces without their own; `own` are more keys that are not fields, and
    `checked` are valid keys.
    """
    if not isinstance(data, list) or not data:
        findings.add(base, "must be a list" if data else "is empty", "write each as `- {id: ..., ...}`")
        return PieceRows(findings, base)
    rows, all_own = PieceRows(findings, base, data=data), OWN | {*own}
    rows.read(all_own, {*all_own, *checked}, defaults)
    return rows


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

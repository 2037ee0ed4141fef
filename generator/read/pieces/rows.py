"""Rows of a deck, from YAML or CSV -> pieces, checked as fast as can be: decks may have thousands."""

import dataclasses
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from generator.model.fields import ITEM, Field
from generator.model.kinds import ID, MOST_COUNT
from generator.model.pieces import Piece
from generator.read.declared.findings import Findings
from generator.read.files.yaml_reader import Data, DataPath
from generator.read.pieces.heads import MOST_PIECES, PieceKeys

_ID = re.compile(ID)
OWN = frozenset(one.name for one in dataclasses.fields(PieceKeys))
"""Keys of a piece that are no fields of its templates; `id` is both."""


@dataclass(frozen=True, slots=True)
class Defaults:
    """What a piece has that does not say otherwise."""

    front: str = ""
    back: str = ""
    fields: Mapping[str, Field] = field(default_factory=dict)


@dataclass
class PieceRows:
    """The pieces of a list, and where they are written."""

    findings: Findings
    base: DataPath
    """Of the list in its file."""
    pieces: list[Piece] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    """Where each piece stands in the list."""

    def path_of(self, number: int, field: str = "") -> DataPath:
        """Of a piece by its number among the pieces, or of one of its fields."""
        path = (*self.base, self.rows[number])
        return (*path, field) if field else path


def read_piece_rows(
    findings: Findings,
    base: DataPath,
    data: Data,
    defaults: Defaults,
    *,
    own: Collection[str] = (),
    checked: Collection[str] = (),
) -> PieceRows:
    """The pieces of a list; `own` are further keys that are no fields, `checked` are those known to be right.

    What is wrong goes to `findings`; a piece that is wrong is left out.
    """
    reader = _RowReader(PieceRows(findings, base), defaults, OWN | {*own}, checked)
    if not isinstance(data, list) or not data:
        findings.add(base, "must be a list" if data else "is empty", "write each as `- {id: ..., ...}`")
    else:
        reader.read(data)
    return reader.result


def freeze(findings: Findings, path: DataPath, value: Data) -> Field:
    """A value of a field as the model has it: lists as tuples."""
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


class _RowReader:
    def __init__(
        self, result: PieceRows, defaults: Defaults, own: frozenset[str], checked: Collection[str]
    ) -> None:
        self.result = result
        self._findings = result.findings
        self._defaults = defaults
        self._own = own
        self._good_keys = {*own, *checked}
        self._first: dict[str, int] = {}
        self._total = 0

    def read(self, rows: list[Data]) -> None:
        defaults, own, result = self._defaults, self._own, self.result
        good_keys, first = self._good_keys, self._first
        is_id = _ID.fullmatch
        for index, row in enumerate(rows):
            id = row.get("id") if type(row) is dict else None
            if type(row) is not dict or type(id) is not str or id in first or is_id(id) is None:
                self._tell_of_row(index, row)
                continue
            first[id] = index
            fields: dict[str, Field] = {**defaults.fields}
            for key, value in row.items():
                if key not in good_keys:
                    self._check_key(index, key)
                if key not in own:
                    fields[key] = value if type(value) is str else self._freeze(index, key, value)
            fields["id"] = id
            count = self._count(index, row.get("count"))
            front = self._template(index, row, "front", defaults.front)
            back = self._template(index, row, "back", defaults.back)
            by_language = self._switch(index, row.get("by_language"), "by_language")
            result.pieces.append(Piece(id, fields, front, back, count, by_language))
            result.rows.append(index)

    def _count(self, index: int, text: Data) -> int:
        if text is None or text == "":
            self._add_to_total(index, 1)
            return 1
        if not isinstance(text, str) or not re.fullmatch(r"\d{1,9}", text):
            self._add(index, "count", f"`{text}` is not a whole number", "write it like `3`")
            return 1
        count = int(text)
        if not 0 < count <= MOST_COUNT:
            self._add(index, "count", f"`{text}` is not a number of pieces", f"from 1 to {MOST_COUNT}")
            return 1
        self._add_to_total(index, count)
        return count

    def _switch(self, index: int, text: Data, key: str) -> bool:
        if text not in (None, "", "true", "false"):
            self._add(index, key, f"`{text}` is neither true nor false", "write `true` or `false`")
        return text == "true"

    def _add_to_total(self, index: int, count: int) -> None:
        before, self._total = self._total, self._total + count
        if before <= MOST_PIECES < self._total:
            self._add(index, "count", f"these are more than {MOST_PIECES} pieces", "split the deck")

    def _template(self, index: int, row: dict[str, Data], key: str, default: str) -> str:
        """An empty name is one, too: a card with a blank back among others."""
        name = row.get(key, default)
        if isinstance(name, str):
            return name
        self._add(index, key, "must be the name of a template")
        return ""

    def _check_key(self, index: int, key: str) -> None:
        if not _ID.fullmatch(key) or key == ITEM:
            hint = "lower-case letters, digits, and `_`" if key != ITEM else "it stands for what is repeated"
            path = (*self.result.base, index, key)
            self._findings.add(path, f"`{key}` is not the name of a field", hint, at="key")
        self._good_keys.add(key)

    def _freeze(self, index: int, key: str, value: Data) -> Field:
        return freeze(self._findings, (*self.result.base, index, key), value)

    def _tell_of_row(self, index: int, row: Data) -> None:
        path = (*self.result.base, index)
        if not isinstance(row, dict):
            self._findings.add(path, "must be keys with values", "write `- {id: ..., ...}`")
            return
        id = row.get("id")
        if "id" not in row or id == "":
            self._findings.add(path, "`id` is missing", "add `id: ...`: every piece has a name of its own")
        elif not isinstance(id, str) or not _ID.fullmatch(id):
            said = f"`{id}` is not an id" if isinstance(id, str) else "is not an id"
            self._add(index, "id", said, "lower-case letters, digits, and `_`, such as `san_francisco`")
        else:
            line, _ = self._findings.source.spot_of((*self.result.base, self._first[id]))
            hint = f"the first stands in line {line}; for several of one kind write `count: 2`"
            self._add(index, "id", f"a second piece `{id}`", hint)

    def _add(self, index: int, key: str, message: str, hint: str = "") -> None:
        self._findings.add((*self.result.base, index, key), message, hint)

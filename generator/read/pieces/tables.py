"""Where the pieces of a file come from: a list, a table, a folder of pictures, or combinations of values."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import count, product
from math import prod
from pathlib import Path

from generator.model.kinds import ID, PIECE_ID
from generator.read.declared.findings import Findings
from generator.read.declared.reader import Reader
from generator.read.declared.tables import Columns, TableSource, make_name, make_slug, read_table
from generator.read.files.phrases import suggest
from generator.read.files.shelf import REFERENCE, list_locales
from generator.read.files.text_files import is_inside
from generator.read.files.yaml_places import Spot
from generator.read.files.yaml_reader import Data, DataPath, Source
from generator.read.pieces.heads import MOST_PIECES, PieceTable
from generator.read.pieces.images import list_images
from generator.read.pieces.rows import RowList, freeze
from generator.read.templates.templates import TemplateBook

_NAMES = ("name", "title", "card_name", "card_title", "name_en", "title_en")
"""Columns from which ids are derived."""
_PICTURES = {"front": "picture", "back": "back_picture"}
"""Fields with the pictures of the sides."""
_RANGE = re.compile(r"(?:(\d{1,6})\.\.(\d{1,6})|([A-Z])\.\.([A-Z])|([a-z])\.\.([a-z]))")
_NUMBER = re.compile(r"-?\d+(\.\d+)?")


class MadeSource(TableSource):
    """Rows that are in no file: every problem is at the key that makes them."""

    def __init__(self, source: Source, base: DataPath, data: list[Data]) -> None:
        names = dict.fromkeys(key for row in data if isinstance(row, dict) for key in row)
        super().__init__(source.file, source.text, Columns([*names], {}))
        self.data, self._source, self._base = data, source, base

    def spot_of(self, path: DataPath) -> Spot:
        return self._source.spot_of(self._base)

    def shown(self, path: DataPath) -> DataPath:
        return (*self._base, *path)


def list_rows(findings: Findings, key: str, folder: Path, book: TemplateBook) -> RowList:
    """Return the rows of a file under `key`; raises DataError if they cannot be found."""
    given = findings.source.get(key)
    if isinstance(given, list):
        ids = [str(row.get("id")) for row in given if isinstance(row, dict) and row.get("id")]
        derived = [] if ids else list_ids(given, "")
        return RowList(
            findings=findings,
            base=(key,),
            data=given,
            ids=derived or [str(row.get("id") or "") if isinstance(row, dict) else "" for row in given],
            order=range(len(given)),
        )
    table = (
        PieceTable(file=given) if isinstance(given, str) else Reader(findings).read(PieceTable, given, (key,))
    )
    if table is None:
        findings.stop()
    path = (key,) if isinstance(given, str) else (key, "file")
    return _Maker(findings, key, path, table, folder, book).make()


@dataclass
class _Maker:
    """Makes the rows that a table declares."""

    findings: Findings
    key: str
    path: DataPath
    table: PieceTable
    folder: Path
    book: TemplateBook

    def make(self) -> RowList:
        given = self.table
        found = self._read()
        data, columns = found.source.data, self._find_columns(found)
        assert isinstance(data, list)
        id = self._find("id", given.id, columns) if given.id else ""
        ids = list_ids(data, id, is_table=True)
        if given.every:
            ids = make_unique(
                "_".join(map(_name_item, row.values())) for row in data if isinstance(row, dict)
            )
        copies = given.count or "count"
        if given.count and not given.count.isdigit():
            copies = self._find("count", given.count, columns)
        for name in given.rename:
            self._find("rename", name, columns, name)
        kept = {id, copies, "id", "count"}
        data = [self._replace(row, kept) for row in data]
        order = self._choose(found, data, columns)
        self.findings.stop_if_any()
        return RowList(
            findings=found,
            base=(),
            data=data,
            ids=ids,
            order=order,
            count=copies,
            columns=columns,
            named=tuple(side for side in ("front", "back") if self._names_templates(data, side)),
            pictured=tuple(
                side for side, name in _PICTURES.items() if given.pictures and _list_texts(data, name)
            ),
            languages=_find_languages(columns, list_locales(self.book.home)),
        )

    def _read(self) -> Findings:
        table, findings = self.table, self.findings
        if table.every:
            return Findings(MadeSource(findings.source, (self.key, "every"), self._combine()))
        if table.pictures:
            rows: list[Data] = [*self._list_pictures()]
            return Findings(MadeSource(findings.source, (self.key, "pictures"), rows))
        path = self.folder / table.file
        if not findings.check_file(self.path, path, home=self.book.home, others=f"*{path.suffix or '.csv'}"):
            findings.stop()
        return read_table(path, sheet=table.sheet, rename=table.rename)

    def _find_columns(self, found: Findings) -> Columns:
        assert isinstance(found.source, TableSource)
        return found.source.columns

    def _find(self, key: str, text: str, columns: Columns, *inner: str) -> str:
        """Return the name of a column by its title or name; add a problem if there is none."""
        name = columns.find(text)
        if not name:
            known = [title for title in columns.titles if title]
            self.findings.add(
                (self.key, key, *inner),
                f"unknown column `{text}`",
                suggest(text, known),
                at="key" if inner else "value",
            )
        return name

    def _names_templates(self, data: Sequence[Data], side: str) -> bool:
        """Return True unless a column clearly has other texts: not one template, and not only names."""
        texts = _list_texts(data, side)
        known = {*self.book.known, *self.book.wrong}
        return bool(texts & known) or all(re.fullmatch(ID, text) for text in texts)

    def _replace(self, row: Data, kept: set[str]) -> Data:
        if not self.table.replace or not isinstance(row, dict):
            return row
        return {name: value if name in kept else self._replace_in(value) for name, value in row.items()}

    def _replace_in(self, value: Data) -> Data:
        if isinstance(value, list):
            return [self._replace_in(item) for item in value]
        if isinstance(value, str):
            return reduce(lambda text, pair: text.replace(*pair), self.table.replace.items(), value)
        return value

    def _choose(self, found: Findings, data: Sequence[Data], columns: Columns) -> list[int]:
        """Return the indexes of the rows that are wanted, sorted."""
        order = [index for index, row in enumerate(data) if isinstance(row, dict)]
        rows = {index: dict(row) for index, row in enumerate(data) if isinstance(row, dict)}
        for condition in self.table.where:
            if not columns.find(condition.field.split(".")[0]):
                self._find("where", condition.field, columns)
                continue
            seen = (
                {name: freeze(found, (index, name), value) for name, value in rows[index].items()}
                for index in order
            )
            order = [
                index for index, fields in zip(order, list(seen), strict=True) if condition.holds(fields)
            ]
        for text in reversed(self.table.sort):
            is_down = text.startswith("-")
            if name := self._find("sort", text[is_down:].strip(), columns):
                order.sort(key=lambda index: _rank(rows[index].get(name)), reverse=is_down)
        if not order and not self.findings.problems:
            path = (self.key, "where") if self.table.where else self.path[:1]
            self.findings.add(path, "no row is left" if self.table.where else "there are no rows")
        return order

    def _combine(self) -> list[Data]:
        values: dict[str, list[Data]] = {}
        for name, given in self.table.every.items():
            path = (self.key, "every", name)
            items = _expand(given) if isinstance(given, str) else given
            if not isinstance(items, list) or not items:
                self.findings.add(
                    path, "must be a list of values, or a range", "write it like `[red, blue]` or `1..10`"
                )
                continue
            values[name] = items
        if prod(map(len, values.values())) > MOST_PIECES:
            hint = "split the deck"
            self.findings.add((self.key, "every"), f"makes more than {MOST_PIECES} pieces", hint)
        self.findings.stop_if_any()
        return [dict(zip(values, items, strict=True)) for items in product(*values.values())]

    def _list_pictures(self) -> Iterable[dict[str, Data]]:
        found = []
        for pattern in self.table.pictures:
            parts = Path(pattern).parts
            if (
                ".." in parts
                or "\\" in pattern
                or Path(pattern).is_absolute()
                or not is_inside(self.folder, self.book.home)
            ):
                message = f"`{pattern}` is outside the game's folder"
                self.findings.add((self.key, "pictures"), message, "such as `front/*.png`")
                continue
            images = list_images(self.folder, pattern, self.book.home)
            if not images:
                self.findings.add(
                    (self.key, "pictures"), f"there are no pictures `{pattern}`", "such as `front/*.png`"
                )
            found += images
        self.findings.stop_if_any()
        return found


def _list_texts(data: Sequence[Data], name: str) -> set[str]:
    texts = {str(row.get(name) or "") for row in data if isinstance(row, dict)}
    return texts - {""}


def list_ids(rows: Sequence[Data], column: str, *, is_table: bool = False) -> list[str]:
    """Return an id for each row, from a column, from its name, or else its number.

    Ids in a column `id` are only written as ids, other ids are made unique: `goblin`, `goblin_2`.
    """
    keys = {key for row in rows if isinstance(row, dict) for key in row}
    if is_table and not column and "id" in keys:
        return [_find_slug(row, "id") for row in rows]
    name = column or next((name for name in _NAMES if name in keys), "")
    return make_unique(_find_slug(row, name) or str(number) for number, row in enumerate(rows, 1))


def make_unique(ids: Iterable[str]) -> list[str]:
    """Return the ids with numbers after those that have occurred before."""
    found: dict[str, None] = {}
    numbers: dict[str, Iterator[int]] = {}
    for number, id in enumerate(ids, 1):
        first = unique = make_slug(id) or str(number)
        while unique in found:
            unique = f"{first}_{next(numbers.setdefault(first, count(2)))}"
        found[unique] = None
    return [*found]


def _find_slug(row: Data, name: str) -> str:
    text = row.get(name) if isinstance(row, dict) else None
    if not isinstance(text, str):
        return ""
    return text if re.fullmatch(PIECE_ID, text) else make_slug(text)


def _name_item(item: Data) -> str:
    if isinstance(item, dict):
        return str(item.get("id") or item.get("name") or next(iter(item.values()), ""))
    return str(item)


def _expand(text: str) -> list[Data]:
    """Return the items of `1..10` or `A..F`, or the text itself."""
    match = _RANGE.fullmatch(text.replace(" ", ""))
    if match is None:
        return []
    first, last = (end for end in match.groups() if end)
    ends = (int(first), int(last)) if first.isdigit() else (ord(first), ord(last))
    step = 1 if ends[0] <= ends[1] else -1
    numbers = range(ends[0], ends[1] + step, step)
    return [str(number) if first.isdigit() else chr(number) for number in numbers]


def _rank(value: Data) -> tuple[int, float, list[tuple[int, str]]]:
    """Return a key for sorting: numbers first, then texts with their numbers in order, empty cells last."""
    text = value if isinstance(value, str) else ""
    if _NUMBER.fullmatch(text):
        return 0, float(text), []
    parts = re.split(r"(\d+)", text.casefold())
    return (1 if text else 2), 0.0, [(int(part), "") if part.isdecimal() else (0, part) for part in parts]


def _find_languages(columns: Columns, locales: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return the columns with texts of a language, such as `name_es` beside `name`, by locale and field."""
    known: dict[str, dict[str, str]] = {}
    for locale in locales:
        ending = f"_{make_name(locale)}"
        for name in columns.names:
            first = name.removesuffix(ending)
            if first != name and (first in columns.names or f"{first}_{REFERENCE}" in columns.names):
                known.setdefault(locale, {})[first] = name
    english = known.pop(REFERENCE, {})
    translated = {first for fields in known.values() for first in fields}
    own = {
        first: name for first, name in english.items() if first in translated and first not in columns.names
    }
    return {REFERENCE: own, **known} if own else known

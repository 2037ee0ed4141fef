"""Where the pieces of a file come from: a list, a table, a folder of pictures, or combinations of values."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import count, product
from math import prod
from pathlib import Path
from typing import TypeAlias

from generator.errors import Wrong, suggest
from generator.model.language.conditions import parse_range
from generator.model.language.expressions import sort_by_chance
from generator.model.language.kinds import ID
from generator.model.values import dataclass
from generator.read.declared.csv_tables import Cells
from generator.read.declared.findings import Findings
from generator.read.declared.reader import Reader
from generator.read.declared.tables import TableSource, make_name, make_table, read_table
from generator.read.files.phrases import format_count, make_slug
from generator.read.files.shelf import REFERENCE, find_shelf, list_locales
from generator.read.files.suffixes import PICTURES
from generator.read.files.text_files import is_inside
from generator.read.files.yaml_reader import Data, DataPath
from generator.read.pieces.heads import MOST_PIECES, PieceTable
from generator.read.pieces.rows import RowList, freeze
from generator.read.templates.templates import TemplateBook

Rows: TypeAlias = Sequence[dict[str, Data]]

_NAMES = ("id", "name", "title", "card_name", "card_title", "name_en", "title_en")
"""Columns from which ids are derived."""
_PICTURES = {"front": "picture", "back": "back_picture"}
"""Fields with the pictures of the sides."""
_FRONT = re.compile(r"(?i:[-_ .]?(front|face|recto))$")
_BACKS = {"front": "back", "fronts": "backs", "faces": "backs"}
"""Folders of backs beside a folder of fronts."""
_NUMBER = re.compile(r"-?\d{1,15}(\.\d+)?")


def list_rows(findings: Findings, key: str, folder: Path, book: TemplateBook) -> RowList:
    """Return the rows of a file under `key`; raises DataError if they cannot be found."""
    return find_rows(findings, (key,), findings.source.get(key), folder, book)


def find_rows(findings: Findings, path: DataPath, given: Data, folder: Path, book: TemplateBook) -> RowList:
    """Return rows that are listed at a path, or come from a table; raises DataError if there are none."""
    if not given:
        findings.refuse(path, "is empty", "write each as `- {id: ..., ...}`, or name a table")
    if isinstance(given, list):
        rows = [row if isinstance(row, dict) else {} for row in given]
        ids = [str(row.get("id", "")) for row in rows]
        ids = ids if any(ids) else list_ids(rows)
        return RowList(findings, path, given, ids, range(len(given)))
    table = PieceTable(file=given) if isinstance(given, str) else None
    table = table or Reader(findings).read(PieceTable, given, path)
    if table is None:
        findings.stop()
    file_path = path if isinstance(given, str) else (*path, "file")
    return _Maker(findings, path, file_path, table, folder, book).make()


@dataclass
class _Maker:
    """Makes the rows that a table declares."""

    findings: Findings
    path: DataPath
    file_path: DataPath
    """Where the name of the file is written."""
    table: PieceTable
    folder: Path
    book: TemplateBook

    def make(self) -> RowList:
        given = self.table
        found = self._read()
        source = found.source
        assert isinstance(source, TableSource)
        for warning in source.warnings:
            self.book.names.warn(warning)
        rows = [row for row in source.data or () if isinstance(row, dict)]
        id = self._find("id", given.id, source) if given.id else ""
        ids = list_ids(rows, id)
        if given.every and not id:
            ids = make_unique("_".join(map(_name_item, row.values())) for row in rows)
        if not given.id:
            self._warn_of_duplicates(found, [make_slug(str(row.get("id", ""))) for row in rows], ids)
        copies = given.count or "count"
        if given.count and not given.count.isdigit():
            copies = self._find("count", given.count, source)
        for name in given.rename:
            self._find("rename", name, source, name)
        kept = {id, copies, "id"}
        for row in rows if given.replace else ():
            row |= {name: self._replace(cell) for name, cell in row.items() if name not in kept}
        order = self._choose(found, rows, source)
        self.findings.stop_if_any()
        named = {side for side in _PICTURES if self._names_templates(rows, source.titles, side)}
        pictured = {side for side, name in _PICTURES.items() if given.pictures and list_texts(rows, name)}
        languages = self._find_languages(source)
        return RowList(found, (), rows, ids, order, source, copies, named, pictured, languages)

    def _warn_of_duplicates(self, found: Findings, given: Sequence[str], ids: Sequence[str]) -> None:
        """Warn once of ids that several rows have, where the first of them is."""
        again = [
            index for index, (slug, id) in enumerate(zip(given, ids, strict=True)) if slug not in ("", id)
        ]
        if again:
            message = f"duplicate id `{given[again[0]]}`: it becomes `{ids[again[0]]}`"
            lines = [str(found.source.spot_of((index, "id"))[0]) for index in again[1:4]]
            more = ", ..." if len(again) > 4 else ""
            rows = format_count(len(again) - 1, "more row")
            hint = f"{rows} with duplicate ids: {', '.join(lines)}{more}" if lines else ""
            self.book.names.warn(found.describe((again[0], "id"), message, hint))

    def _read(self) -> Findings:
        table, source = self.table, self.findings.source
        if table.file:
            path = self.folder / table.file
            home, others = self.book.home, f"*{path.suffix or '.csv'}"
            if not self.findings.check_file(self.file_path, path, home=home, others=others):
                self.findings.stop()
            return read_table(path, sheet=table.sheet, rename=table.rename)
        key = "every" if table.every else "pictures"
        rows = self._combine() if table.every else [("name", *_PICTURES.values()), *self._list_pictures()]
        if len(rows) < 2:
            message = "there are no such pictures in the game's folder"
            self.findings.refuse((*self.path, key), message, "write it like `front/*.png`")
        spot = source.spot_of((*self.path, key))
        return make_table(Cells(source.file, rows, lambda row, place: spot), table.rename)

    def _find(self, key: str, text: str, source: TableSource, *inner: str) -> str:
        """Return the name of a column by its title or name; add a problem if there is none."""
        name = source.find_column(text)
        if not name:
            hint = suggest(text, filter(None, source.titles.values()))
            path = (*self.path, key, *inner)
            self.findings.add(path, f"unknown column `{text}`", hint, at="key" if inner else "value")
        return name

    def _names_templates(self, rows: Rows, titles: Mapping[str, str], side: str) -> bool:
        """Return True unless a column clearly has other texts: titled `Back`, or with any `12 %`."""
        texts = list_texts(rows, side)
        is_ours = titles.get(side) == side and all(re.fullmatch(ID, text) for text in texts)
        return is_ours or bool(texts & {*self.book.known, *self.book.wrong})

    def _replace(self, value: Data) -> Data:
        if isinstance(value, list):
            return [self._replace(item) for item in value]
        if isinstance(value, str):
            return reduce(lambda text, pair: text.replace(*pair), self.table.replace.items(), value)
        return value

    def _choose(self, found: Findings, rows: Rows, source: TableSource) -> list[int]:
        """Return the indexes of the rows that are wanted, sorted."""
        order = [*range(len(rows))]
        for name in dict.fromkeys(name for condition in self.table.where for name in condition.names):
            self._find("where", name.split(".")[0], source)
        if self.table.where and not self.findings.problems:
            order = [index for index in order if self._is_wanted(found, index, rows[index])]
        for text in reversed(self.table.sort):
            name = self._find("sort", text.removeprefix("-").strip(), source)
            ranks = [_rank(row.get(name)) for row in rows]
            order.sort(key=ranks.__getitem__, reverse=text.startswith("-"))
        return sort_by_chance(order, self.table.shuffle) if self.table.shuffle else order

    def _is_wanted(self, found: Findings, index: int, row: dict[str, Data]) -> bool:
        fields = {name: freeze(found, (index, name), cell) for name, cell in row.items()}
        try:
            return all(condition.holds(fields) for condition in self.table.where)
        except Wrong as wrong:
            found.add((index,), wrong.message, wrong.hint)
            return False

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

    def _list_pictures(self) -> Iterator[Sequence[Data]]:
        """Yield the name, the picture, and the picture of the back of each piece."""
        home = self.book.home
        for pattern in self.table.pictures:
            if Path(pattern).is_absolute() or ".." in Path(pattern).parts:
                continue
            paths = self.folder.glob(f"{pattern}/*" if (self.folder / pattern).is_dir() else pattern)
            files = [path for path in paths if path.suffix.lower() in PICTURES and is_inside(path, home)]
            backs = {path: _find_back(path) for path in sorted(files, key=lambda path: _rank(str(path)))}
            for path, back in backs.items():
                if path not in backs.values():
                    shown = (one.relative_to(home).as_posix() if one else "" for one in (path, back))
                    yield _FRONT.sub("", path.stem) or path.stem, *shown

    def _find_languages(self, source: TableSource) -> dict[str, dict[str, str]]:
        """Return the columns with texts of a language, such as `name_es`, by locale and field."""
        names, known = source.titles, dict[str, dict[str, str]]()
        shared = list_locales(find_shelf().data)
        for locale in dict.fromkeys((*list_locales(self.book.home), *shared)):
            for name in names:
                first = name.removesuffix(f"_{make_name(locale)}")
                if first != name and {first, f"{first}_{REFERENCE}"} & names.keys():
                    known.setdefault(locale, {})[first] = name
        english = known.pop(REFERENCE, {})
        translated = {first for fields in known.values() for first in fields} - names.keys()
        own = {first: name for first, name in english.items() if first in translated}
        return {REFERENCE: own, **known} if own else known


def _find_back(path: Path) -> Path | None:
    """Return the picture of a back: `goblin_back.png`, or in the folder `back`, or `back.png` for all."""
    name = _FRONT.sub("", path.stem) or path.stem
    beside = path.parent.parent / _BACKS.get(path.parent.name.lower(), "-")
    own = (path.parent / f"{name}{joint}back" for joint in "_- ")
    places = (*own, beside / path.stem, path.parent / "back", beside / "back")
    files = (place.with_name(place.name + suffix) for place in places for suffix in PICTURES)
    return next((file for file in files if file.is_file() and file != path), None)


def list_texts(rows: Rows, name: str) -> set[str]:
    """Return the texts of a column."""
    return {str(row[name]) for row in rows if row.get(name)}


def list_ids(rows: Rows, column: str = "") -> list[str]:
    """Return a unique id for each row: from a column, from its name, or else its number."""
    name = column or next((name for name in _NAMES if any(name in row for row in rows)), "")
    return make_unique(str(row.get(name, "")) for row in rows)


def make_unique(ids: Iterable[str]) -> list[str]:
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


def _rank(value: Data) -> tuple[int, float, list[tuple[int, str]]]:
    """Return a key for sorting: numbers first, then texts with their numbers in order, empty cells last."""
    text = value if isinstance(value, str) else ""
    if _NUMBER.fullmatch(text):
        return 0, float(text), []
    parts = re.split(r"(\d{1,9})", text.casefold())
    return (1 if text else 2), 0.0, [(int(part), "") if part.isdecimal() else (0, part) for part in parts]

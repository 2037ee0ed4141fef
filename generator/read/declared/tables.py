"""Tables of any program -> rows of named fields: CSV, workbooks, JSON, and YAML, with any header."""

import csv
import json
import os
import re
import subprocess
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from generator.children import PYTHON
from generator.errors import DataError, Problem, Wrong, format_count, format_more, suggest
from generator.model.language.functions import format_letters
from generator.model.language.shown import ShownValue
from generator.model.values import dataclass
from generator.read.declared.findings import Findings
from generator.read.files import text_files, yaml
from generator.read.files.text_files import make_slug, unreadable
from generator.read.files.yaml import Data, DataPath, LineAndColumn, OtherSource, Source
from generator.read.workbooks import process
from generator.read.workbooks.cells import ERRORS

_HEADS = 20
"""Number of rows among which the titles of the columns are."""
MOST_COLUMNS = 1000
"""Maximum number of columns with a title."""
_WIDEST = 16_384
"""Number of columns that spreadsheets have, most of them empty."""


class Remark(NamedTuple):
    """Error or warning about a cell, which is reported if the cell is used."""

    message: str
    is_error: bool
    hint: str = ""


@dataclass(eq=False)
class TableCells:
    """The cells of a table, and where they are."""

    file: str
    rows: Sequence[Sequence[Any]]
    spot_of: Callable[[int, int], LineAndColumn]
    """Returns the position of a cell; row and place are counted from 0."""
    sheet: str = ""
    """Name of the sheet of a workbook, whose cells have names."""
    hidden: Collection[int] = ()
    """Rows that are hidden or filtered out."""
    totals: Collection[tuple[int, int]] = ()
    """Cells that add up those above them, by row and place."""
    remarks: Sequence[tuple[int, int, Remark]] = ()
    """Row, column, and the remark."""

    @cached_property
    def first(self) -> int:
        """Index of the first row with a text; -1 if the table is empty."""
        return next((number for number, row in enumerate(self.rows) if is_filled(row)), -1)

    def find_head(self, wanted: Collection[str]) -> int:
        """Return the index of the row with the titles: the first one, or one that has more of `wanted`.

        Sheets may have a headline above the titles of their columns, which fills fewer cells.
        """
        known = {make_name(name) for name in wanted}

        def count(row: int) -> int:
            return len(known & {make_name(str(cell)) for cell in self.rows[row]})

        def is_wider(row: int) -> bool:
            return sum(map(bool, self.rows[row])) > sum(map(bool, self.rows[self.first]))

        rows = range(self.first, min(self.first + _HEADS, len(self.rows)))
        return max((row for row in rows if row == self.first or is_wider(row)), key=count, default=self.first)

    def find_named_head(self, header: str) -> int:
        """Return the index of the row with a number, or the first with a title; raises Wrong."""
        rows = range(self.first, len(self.rows))
        if header.isdigit():
            found = [row for row in rows if self.spot_of(row, 0)[0] == int(header)]
        else:
            name = make_name(header)
            found = [row for row in rows if any(make_name(str(cell)) == name for cell in self.rows[row])]
        if not found or not is_filled(self.rows[found[0]]):
            what = f"row {header} is empty" if header.isdigit() else f"no row has the title `{header}`"
            titles = {str(cell) for row in self.rows[:_HEADS] for cell in row if cell}
            raise Wrong(what, "" if header.isdigit() else suggest(header, titles))
        return found[0]

    def describe(self, row: int, place: int) -> str:
        """Return the name of a cell of a workbook: `Cards!B3`."""
        line, number = self.spot_of(row, place)
        return f"{self.sheet}!{format_letters(number)}{line}"

    def find_wrong_length(self, row: int, columns: int) -> Problem | None:
        """Return a problem if a row does not have one cell for each column."""
        return None


def is_filled(row: Iterable[Any]) -> bool:
    """Return True if a cell of a row is neither empty nor blank."""
    return any(cell.strip() if isinstance(cell, str) else cell for cell in row if cell)


def _strip(cell: Data) -> Data:
    """Return a cell without blanks around its text."""
    if isinstance(cell, ShownValue):
        return make_shown(cell.strip(), cell.value.strip())
    return cell.strip() if isinstance(cell, str) else cell


def make_shown(text: str, value: str) -> str:
    """Return a text that shows a value; a plain one if it is the value."""
    return text if text == value else ShownValue(text, value)


_INHERITED = ("count", "front", "back")
"""Columns whose empty cells mean the default of the deck."""


class TableSource(OtherSource):
    """The rows of a table as a list of mappings; paths are (index of the row, name of the column)."""

    def __init__(
        self,
        cells: TableCells,
        rename: Mapping[str, str],
        warnings: Iterable[Problem] = (),
        wanted: Collection[str] = (),
        header: str = "",
    ) -> None:
        super().__init__(cells.file, [])
        self.cells = cells
        self._head = cells.find_head({*wanted, *rename}) if wanted else cells.first
        if header:
            self._head = cells.find_named_head(header)
        self.titles: dict[str, str] = {}
        """The title that the file has for each column, by its unique name."""
        self.problems: list[Problem] = []
        """Rows with too many cells."""
        self.warnings = [*warnings]
        self._lists: list[str] = []
        """Names of columns with lists, whose titles end with `[]`."""
        self._odd: set[str] = set()
        """Names that cannot be guessed from the titles."""
        self._rows: list[int] = []
        """Index of each row of the data among all rows of the file."""
        head = cells.rows[self._head]
        if sum(map(bool, head)) > MOST_COLUMNS or len(head) > _WIDEST:
            raise unreadable(
                self.file, f"has {len(head)} columns", f"the limit for a table is {MOST_COLUMNS}"
            )
        for place, cell in enumerate(cells.rows[self._head]):
            self._add_column(place, " ".join(str(cell).split()), rename)
        self.data = self._read_rows()
        rows = {row: index for index, row in enumerate(self._rows)}
        self.hidden = {rows[row] for row in cells.hidden if row in rows}
        """Indexes of the rows that are hidden or filtered out."""
        names = [*self.titles]
        known = [(rows[row], place) for row, place in cells.totals if row in rows and place < len(names)]
        self.totals = {(index, names[place]) for index, place in known}
        """Cells that add up those above them, by index and name."""
        self.remarks = {
            (rows[row], names[place]): remark
            for row, place, remark in cells.remarks
            if row in rows and place < len(names)
        }
        """Errors and warnings about cells that are used, by the index of the row and the column."""

    def _add_column(self, place: int, title: str, rename: Mapping[str, str]) -> None:
        by_name = {make_name(old): new for old, new in rename.items()}
        wanted = rename.get(title) or by_name.get(make_name(title)) or title
        name = base = make_name(wanted)
        if not base[:1].isalpha():
            name = base = f"column_{base or place + 1}"
        number = count(2)
        while name in self.titles:
            name = f"{base}_{next(number)}"
        self.titles[name] = title
        self._odd |= {name} if name != make_name(wanted) else set()
        self._lists += [name] if wanted.endswith("[]") else []

    def _read_rows(self) -> list[Data]:
        """Return the rows below the first as mappings; columns without title and cells are left out."""
        cells, titles = self.cells, self.titles
        above = [number for number in range(self._head) if is_filled(cells.rows[number])]
        self._warn_of_rows(above, "above the titles of the columns, and is left out")
        body = [(number, row) for number, row in enumerate(cells.rows) if number > self._head and any(row)]
        blank = []
        unnamed = {place for place, title in enumerate(titles.values()) if not title}
        used = {place for _, row in body for place, cell in enumerate(row) if cell and place in unnamed}
        columns = [(place, name) for place, name in enumerate(titles) if titles[name] or place in used]
        data: list[Data] = []
        for number, row in body:
            given = {name: row[place] if place < len(row) else "" for place, name in columns}
            fields = {
                name: cell.strip() if type(cell) is str else _strip(cell) for name, cell in given.items()
            }
            if not any(fields.values()) and not is_filled(row):
                blank.append(number)
                continue
            self._rows.append(number)
            if problem := cells.find_wrong_length(number, len(titles)):
                (self.warnings if len(row) < len(titles) else self.problems).append(problem)
            for name in _INHERITED:
                if fields.get(name) == "":
                    del fields[name]
            for name in self._lists:
                cell = fields.get(name)
                if isinstance(cell, str):
                    fields[name] = [item.strip() for item in re.split("[;\n]", cell) if item.strip()]
            data.append(fields)
        self._warn_of_rows(blank, "blank, and is left out")
        for name in (name for _, name in columns if name in self._odd):
            title = f"`{titles[name]}`" if titles[name] else "without a title"
            message = f"the column {title} is the field `{name}`"
            hint = "give it another title, or use `rename`"
            self.warnings.append(Findings(self).describe((name,), message, hint))
        return data

    def _warn_of_rows(self, rows: Sequence[int], what: str) -> None:
        """Warn once of rows that are no data."""
        if rows:
            spot, *others = (self.cells.spot_of(row, 0) for row in rows)
            hint = format_more([line for line, _ in others], "more row")
            self.warnings.append(Problem(self.file, *spot, "", f"this row is {what}", hint))

    def list_errors(self, rows: Iterable[int], names: Collection[str]) -> list[tuple[int, str]]:
        """Return the index and name of cells that cannot be used, of some rows and columns."""
        wanted = {*rows} if self.remarks else set()
        found = self.remarks.items()
        return [path for path, one in found if one.is_error and path[0] in wanted and path[1] in names]

    def find_column(self, text: str) -> str:
        """Return the name of a column by its title or name; empty if there is none."""
        wanted = {text, make_name(text)}
        known = self.titles.items()
        found = (name for name, title in known if wanted & {name, title, make_name(title)})
        return next((name for name, title in known if title == text), "") or next(found, "")

    def spot_of(self, path: DataPath) -> LineAndColumn:
        """Return the position of a cell, of the first cell of a row, or of a column's title."""
        return self.cells.spot_of(*self._find(path))

    def has(self, path: DataPath) -> bool:
        return path[-1] in self.titles

    def shown(self, path: DataPath) -> DataPath:
        """Return the path with the title of the column; cells of workbooks have names such as `Cards!B3`."""
        titles = tuple(self.titles[step].removesuffix("[]") for step in path[-1:] if step in self.titles)
        if self.cells.sheet:
            return (" ".join((self.cells.describe(*self._find(path)), *(f"({title})" for title in titles))),)
        return (*path[:-1], *(titles or path[-1:]))

    def _find(self, path: DataPath) -> tuple[int, int]:
        row = self._rows[path[0]] if path and isinstance(path[0], int) else self._head
        return row, next((place for place, name in enumerate(self.titles) if name in path[:2]), 0)


def make_name(title: str) -> str:
    """Return the name of the field for a column: `card_name` for `Card Name` and `cardName`."""
    return make_slug(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", title))


MOST_TABLE_BYTES = 32 * text_files.MEGABYTE


def read_table(
    path: Path,
    *,
    sheet: str = "",
    rename: Mapping[str, str] | None = None,
    wanted: Collection[str] = (),
    is_raw: bool = False,
    header: str = "",
) -> TableSource:
    """Return the rows of a table with their problems and warnings; raises DataError if it is not a table.

    `sheet` is a sheet of a workbook or a key of a JSON or YAML file, `rename` has new names of columns,
    `wanted` are names of columns that are used. `is_raw` is True for the values of cells, not what they show.
    `header` is the number of the row with the titles, or one of them; raises Wrong if there is none.
    """
    file, data = text_files.name_file(path), text_files.read_bytes(path, MOST_TABLE_BYTES)
    suffix, names = path.suffix.lower(), rename or {}
    if data.startswith(text_files.OFFICE_FILES) or suffix in (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"):
        return TableSource(
            _read_workbook(data, file=file, sheet=sheet, is_raw=is_raw), names, (), wanted, header
        )
    text, is_guess = text_files.decode_table(data, file=file)
    if suffix in (".json", ".yaml", ".yml"):
        if header:
            raise Wrong("is only for workbooks and CSV", "remove it: keys are the titles")
        source = _parse_json(text, file) if suffix == ".json" else yaml.parse_yaml(text, file=file)
        return TableSource(_list_records(source, sheet), names, yaml.list_cut_texts(source), wanted)
    if sheet:
        raise unreadable(file, f"there is no sheet `{sheet}`", "only workbooks have sheets; remove `sheet`")
    if text.lstrip().startswith("<"):
        raise unreadable(file, "is XML or HTML, not a table", "save it as XLSX, ODS, or CSV")
    hint = "check its accents, or save it as “CSV UTF-8”"
    guess = Problem(file, 0, 0, "", "is not UTF-8, and is read as Windows-1252", hint)
    cells = CsvCells(text, file=file, names="the names of fields")
    return TableSource(cells, names, [guess] if is_guess else (), wanted, header)


_DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar"}
"""Delimiters of cells: spreadsheets choose one by the language of their user."""
_SEPARATOR = re.compile(r"sep=([,;\t|])\n")
"""First line that names the delimiter for spreadsheets."""
_QUOTED = re.compile('"[^"]*"')
_QUOTED_CELL = re.compile(r'(^|[,;\t|\n]) *("(?:[^"]|"")*+") *(?=[,;\t|\n]|\Z)')
"""A cell in quotes; blanks around it are not a part of it."""
_HEAD = 10_000
"""Number of characters in which the delimiter is sought."""


class CsvCells(TableCells):
    """The cells of strict CSV; the first row that is not empty has the names of the columns."""

    def __init__(self, text: str, *, file: str, names: str) -> None:
        """Raise DataError if the text is not a table; `names` describes the expected first row."""
        self.file = file
        self._text = text
        named = _SEPARATOR.match(text)
        first = _QUOTED.sub("", text[:_HEAD]).lstrip("\n").split("\n", 1)[0]
        self._delimiter = named[1] if named else max(_DELIMITERS, key=first.count)
        rows = self._split()
        rows = [[], *rows[1:]] if named else rows
        super().__init__(file, rows, self._locate, remarks=[*_list_remarks(text, rows)])
        if self.first < 0:
            raise unreadable(file, "is empty", f"the first row has {names}")

    def _locate(self, row: int, place: int) -> LineAndColumn:
        """Return the position of a cell; of the last cell if the row is shorter."""
        cells = self._scanned[0][row]
        return cells[min(place, len(cells) - 1)]

    def find_wrong_length(self, row: int, columns: int) -> Problem | None:
        """Return a problem if a row does not have one cell for each column; empty cells may follow."""
        length = len(self.rows[row])
        if length == columns or (length > columns and not any(self.rows[row][columns:])):
            return None
        message = f"has {format_count(length, 'cell')}, but there are {format_count(columns, 'column')}"
        if length < columns:
            hint, place = "a cell is missing in this row", length - 1
        else:
            hint, place = f"a cell that contains a {_DELIMITERS[self._delimiter]} needs quotes", columns
        return Problem(self.file, *self.spot_of(row, place), "", message, hint)

    def _split(self) -> list[list[str]]:
        has_blanks = '" ' in self._text or ' "' in self._text
        text = _QUOTED_CELL.sub(r"\1\2", self._text) if has_blanks else self._text
        reader = csv.reader(StringIO(text, newline=""), delimiter=self._delimiter, strict=True)
        try:
            return list(reader)
        except csv.Error as error:
            hint = "put a cell that contains quotes or line breaks in quotes, and double the quotes inside"
            open_quote = self._scanned[1]
            message = "this quote is never closed" if open_quote else f"is not a table: {error}"
            line, column = open_quote or (reader.line_num, 1)
            raise unreadable(self.file, message, hint, line=line, column=column) from None

    @cached_property
    def _scanned(self) -> tuple[list[list[LineAndColumn]], LineAndColumn | None]:
        """The start of each cell of each row, and of a quote that is never closed."""
        rows: list[list[LineAndColumn]] = [[(1, 1)]]
        quote = (1, 1)
        line, start, quoted = 1, 0, False
        # A quote opens at the start of a cell or right after another; elsewhere it is a character.
        opens = 0
        for index, character in enumerate(self._text):
            if character == " " and index == opens and not quoted:
                opens += 1
            elif character == '"' and (quoted or index == opens):
                quoted = not quoted
                opens = index + 1
                quote = (line, index - start + 1)
            elif character == "\n":
                line, start = line + 1, index + 1
                if not quoted:
                    rows.append([(line, 1)])
                    opens = start
            elif character == self._delimiter and not quoted:
                rows[-1].append((line, index - start + 2))
                opens = index + 1
        return rows, quote if quoted else None


_MAY_BE_WRONG = re.compile(r"#|=|Err:|Loading")
_FORMULA = re.compile(r"=\s*[A-Z]+[.\d]*(\(.*\)|[A-Z0-9:+*/-]*)", re.DOTALL)


def _list_remarks(text: str, rows: Sequence[Sequence[str]]) -> Iterator[tuple[int, int, Remark]]:
    """Yield remarks about cells that hold what a spreadsheet showed in place of a text."""
    if not _MAY_BE_WRONG.search(text):
        return
    for number, row in enumerate(rows):
        for place, cell in enumerate(row):
            if ERRORS.fullmatch(cell) or cell == "Loading...":
                message, hint = f"`{cell}` is an error of its formula", "correct it in the spreadsheet"
                yield number, place, Remark(message, True, hint)
            elif _FORMULA.fullmatch(cell):
                message = f"`{cell}` is a formula, not its result: save the sheet with values"
                yield number, place, Remark(message, False)
            elif len(cell) > 2 and not cell.strip("#"):
                message = f"`{cell}` is what a spreadsheet shows if the column is too narrow"
                yield number, place, Remark(message, False)


_MOST_SECONDS = 30
"""Time for reading a workbook in a process of its own."""


def _read_workbook(data: bytes, *, file: str, sheet: str, is_raw: bool) -> TableCells:
    """Return the cells of a sheet of an XLSX, XLSM, XLS, or ODS file; raises DataError.

    A process of its own reads the file, so that a bad one can stop only that process.
    """
    command = [*PYTHON, "-m", process.__name__, sheet]
    home = {**os.environ, "PYTHONPATH": str(Path(process.__file__).parents[3])}
    try:
        done = subprocess.run(
            command, input=data, capture_output=True, timeout=_MOST_SECONDS, check=True, env=home
        )
        found: dict[str, Any] = json.loads(done.stdout)
    except (subprocess.SubprocessError, ValueError):
        found = {"error": "it is damaged or too large"}
    if "error" in found:
        raise unreadable(file, f"cannot be read: {found['error']}", "save it again, or save the sheet as CSV")
    if "rows" not in found:
        raise unreadable(file, f"there is no sheet `{sheet}`", suggest(sheet, found["sheets"]))
    top, left = found["start"]
    pick = _get_value if is_raw else _get_shown
    cells = TableCells(
        file,
        [[pick(cell) for cell in row] for row in found["rows"]],
        partial(_locate_from, top, left),
        found["name"],
        {*found["hidden"]},
        {(row, place) for row, place in found["totals"]},
        [(row, place, Remark(*remark)) for row, place, *remark in found["remarks"]],
    )
    if cells.first < 0:
        raise unreadable(file, f"the sheet `{cells.sheet}` is empty", f"sheets: {', '.join(found['sheets'])}")
    for number, row in enumerate(cells.rows):
        if text_files.has_forbidden("".join(row)):
            line, _ = cells.spot_of(number, 0)
            raise unreadable(file, "contains a control character", "remove it", line=line, column=1)
    return cells


def _locate_from(top: int, left: int, row: int, place: int) -> LineAndColumn:
    """Return the position of a cell in a sheet whose first cell is at `top` and `left`."""
    return top + row + 1, left + place + 1


def _get_value(cell: str | list[str]) -> str:
    return cell if isinstance(cell, str) else cell[1]


def _get_shown(cell: str | list[str]) -> str:
    return cell if isinstance(cell, str) else ShownValue(*cell)


_SURROGATES = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..")


def _parse_json(text: str, file: str) -> Source:
    try:
        data = _convert_json(json.loads(text, parse_int=str, parse_float=str, parse_constant=str), 0)
    except json.JSONDecodeError as error:
        with suppress(DataError):
            # JSON with comments, or with a comma at the end of a list, is YAML.
            return yaml.parse_yaml(text, file=file)
        raise unreadable(file, f"is not JSON: {error.msg}", line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError):
        # The reader of YAML finds the place.
        return yaml.parse_yaml(text, file=file)
    return Source(file, _SURROGATES.sub("?" * 12, text), data)


def _convert_json(value: Any, depth: int) -> Data:
    """Return JSON data like YAML data, with texts as values; raises ValueError for data that YAML refuses."""
    if isinstance(value, dict):
        return {key: _convert_json(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, list):
        return [_convert_json(inner, depth + 1) for inner in value]
    text = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    if depth > yaml.DEEPEST_YAML or text_files.has_forbidden(text):
        raise ValueError
    return text


def _list_records(source: Source, sheet: str) -> TableCells:
    """Return a list of objects, an object of objects by their ids, or an object of columns, as rows."""
    data, file = source.data, source.file
    if sheet:
        known = data if isinstance(data, dict) else {}
        if sheet not in known:
            raise unreadable(file, f"there is no key `{sheet}` at the top", suggest(sheet, known))
        data = known[sheet]
    if columns := _find_columns(data):
        if len({len(column) for column in columns.values()}) > 1:
            raise unreadable(file, "has columns of different lengths", "write one value for each row")
        data = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    keys: list[Any] = [*data] if isinstance(data, dict) else [*range(len(data or ()))]
    rows = [row for row in (data.values() if isinstance(data, dict) else data or ()) if isinstance(row, dict)]
    if isinstance(data, dict):
        rows = [{"id": str(key), **row} for key, row in zip(keys, rows, strict=False)]
    if not rows or len(rows) < len(keys):
        hint = 'such as `[{"name": "Goblin"}]`; if the list is below a key, name it as `sheet`'
        raise unreadable(file, "is not a list of objects", hint)
    titles = list(dict.fromkeys(key for row in rows for key in row))

    base = (sheet,) if sheet else ()
    spot_of = partial(_locate_record, source, base, keys, titles, bool(columns))
    return TableCells(
        file, [titles, *([_name_keys(row.get(title)) for title in titles] for row in rows)], spot_of
    )


def _locate_record(
    source: Source,
    base: DataPath,
    keys: list[Any],
    titles: list[str],
    is_by_column: bool,
    row: int,
    place: int,
) -> LineAndColumn:
    """Return the position of a value in a list of objects, or in an object of lists."""
    steps = keys[max(row - 1, 0)], titles[place]
    return source.spot_of((*base, *(steps[::-1] if is_by_column else steps)))


def _find_columns(data: Data) -> Mapping[str, list[Data]]:
    """Return lists of values by their titles; empty if the data is something else."""
    given = data if isinstance(data, dict) else {}
    columns = {title: values for title, values in given.items() if isinstance(values, list)}
    is_nested = any(isinstance(value, dict) for values in columns.values() for value in values)
    return {} if is_nested or len(columns) < len(given) else columns


def _name_keys(value: Data) -> Data:
    """Return a value with names of fields as its inner keys; None becomes an empty text."""
    if isinstance(value, dict):
        return {make_name(key) or key: _name_keys(inner) for key, inner in value.items()}
    return [_name_keys(item) for item in value] if isinstance(value, list) else value or ""

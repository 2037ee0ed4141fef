"""Tables of any program -> rows of named fields: CSV, workbooks, JSON, and YAML, with any header."""

import csv
import json
import os
import re
import subprocess
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from io import StringIO
from itertools import count, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from generator.errors import (
    DataError,
    Problem,
    WrittenPlace,
    Wrong,
    find_near,
    format_count,
    format_more,
    list_briefly,
    suggest,
)
from generator.model.language.field_values import ShownValue, format_letters, number_or_none
from generator.model.values import dataclass
from generator.read.declared.reader import Findings
from generator.read.files import text_files, yaml
from generator.read.files.text_files import (
    CODE_PAGES,
    decode_table,
    find_encoding,
    make_name,
    unreadable,
)
from generator.read.files.yaml import Data, DataPath, LineAndColumn, OtherSource, Source
from generator.read.workbooks import process
from generator.read.workbooks.cells import ERRORS
from generator.system import PYTHON

_HEADS = 20
"""Number of rows among which the titles of the columns are."""
_BLANKS = "".join(
    map(chr, (*range(9, 14), *range(28, 33), 0x85, 0xA0, 0x1680, *range(0x2000, 0x200C), 0x2028, 0x2029))
)
_DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar"}
"""Delimiters of cells: spreadsheets choose one by the language of their user."""
_SEPARATOR = re.compile(r"sep=([,;\t|])\n")
"""First line that names the delimiter for spreadsheets."""
_QUOTED = re.compile('"[^"]*"')
LONGEST_CELL = 100_000
"""Maximum number of characters of a cell, below the limit of Python's reader."""
_HEAD = 10_000
"""Number of characters in which the delimiter is sought."""
_COMMENT = re.compile("#( |$)", re.MULTILINE)
"""Beginning of a line that is a comment: `# like this`, unlike `#1` and `"# like this"`."""
_ALMOST_COMMENT = re.compile(r"#(?![\da-fA-F]+\b)\w")
"""Beginning of a row that other programs skip as a comment: `#Goblin`, unlike `#12` and the colour `#fff`."""
_TITLE = re.compile(r"[^\W\d_]{2}.{,38}")
"""A text that may be a title: it begins with two letters, and is short."""
_MOST_ABOVE = 50
"""Number of rows in which the numbers of a column are sought."""
_STRING = r'"(?:[^"]|"")*+"'
_MAY_BE_WRONG = re.compile(r"#|=|Err:|Loading")
_FORMULA = re.compile(r"=\s*[A-Z]+[.\d]*(\(.*\)|[A-Z0-9:+*/-]*)", re.DOTALL)
MOST_COLUMNS = 1000
"""Maximum number of columns with a title."""
_WIDEST = 16_384
"""Number of columns that spreadsheets have, most of them empty."""


class Remark(NamedTuple):
    """Error or warning about a cell, reported only if the cell is used."""

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
    """Row, column, and remark of each cell that has one."""
    others: Sequence[str] = ()
    """Names of the other sheets of the workbook, if none was chosen."""

    @cached_property
    def first(self) -> int:
        """Index of the first row with a text; -1 if the table is empty."""
        return next((number for number, row in enumerate(self.rows) if is_filled(row)), -1)

    def find_head(self, wanted: Collection[str]) -> int:
        """Return the index of the row with the titles: the first one, or one that has more of `wanted`.

        Sheets may have a headline above the titles of their columns, which fills fewer cells, or has none of
        these titles while a later row has all.
        """
        known = {make_name(name) for name in wanted}

        def count(row: int) -> int:
            return len(known & {make_name(str(cell)) for cell in self.rows[row]})

        def is_wider(row: int) -> bool:
            return sum(map(bool, self.rows[row])) > sum(map(bool, self.rows[self.first]))

        rows = range(self.first, min(self.first + _HEADS, len(self.rows)))
        may_be_comment = self.is_comment(self.first)
        has_none = self.first in rows and not count(self.first)
        candidates = (
            row
            for row in rows
            if row == self.first or may_be_comment or is_wider(row) or (has_none and count(row) == len(known))
        )
        return max(candidates, key=count, default=self.first)

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

    def is_comment(self, row: int) -> bool:
        """Return True for a row that is not data: its only text begins with `# `."""
        filled = [cell for cell in self.rows[row] if cell]
        return len(filled) == 1 and isinstance(filled[0], str) and filled[0].startswith("# ")

    def is_almost_comment(self, row: int) -> bool:
        """Return True for a row that other programs leave out."""
        return False

    def find_wrong_length(self, row: int, columns: int) -> Problem | None:
        """Return a problem if a row does not have one cell for each column."""
        return None


_BLANKS += "\u202f\u205f\u2060\u3000\ufeff"
"""White space, and characters without width that mean nothing at the ends of a cell."""


def strip_blanks(text: str) -> str:
    """Return the text of a cell without white space and invisible characters at its ends."""
    return text.strip(_BLANKS)


def is_filled(row: Iterable[Any]) -> bool:
    """Return True if a cell of a row is neither empty nor blank."""
    return any(strip_blanks(cell) if isinstance(cell, str) else cell for cell in row if cell)


def find_inner_heads(
    rows: Sequence[Sequence[Any]], head: int, body: Sequence[int], is_number: Callable[[Any], bool]
) -> Iterator[int]:
    """Yield the rows among `body` that look like the titles of another table below the first one.

    They repeat the titles in the row `head`, or follow an empty row, and have titles where numbers were.
    """
    start, is_apart, first = 0, False, rows[head][:1]
    for at, (above, row) in enumerate(pairwise((head, *body))):
        # A headline may be between the empty row and the titles.
        is_apart = (is_apart and _count(rows[above]) == 1) or (
            row - above > 1 and _is_apart(rows, above, row)
        )
        if is_apart or rows[row][:1] == first:
            cells = _list_cells(rows[row])
            others = [rows[each] for each in body[max(start, at - _MOST_ABOVE) : at]]
            has_rows = at + 1 < len(body) and not _is_apart(rows, row, body[at + 1])
            is_other = is_apart and has_rows and _has_titles(cells, others, is_number)
            if is_other or _repeats(cells, rows[head]):
                head, start, first = row, at + 1, rows[row][:1]
                yield row


def _is_apart(rows: Sequence[Sequence[Any]], above: int, row: int) -> bool:
    return any(not is_filled(rows[each]) for each in range(above + 1, row))


def _count(row: Sequence[Any]) -> int:
    return sum(map(bool, row))


def _list_cells(row: Sequence[Any]) -> Mapping[int, str]:
    """Return the cells of a row with a text, by their place."""
    cells = ((place, strip_blanks(str(cell))) for place, cell in enumerate(row) if cell)
    return {place: text for place, text in cells if text}


def _repeats(cells: Mapping[int, str], head: Sequence[Any]) -> bool:
    titles = {place: make_name(title) for place, title in _list_cells(head).items()}
    return (
        len(cells) >= min(2, len(titles))
        and {place: make_name(text) for place, text in cells.items()}.items() <= titles.items()
    )


def _has_titles(
    cells: Mapping[int, str], above: Sequence[Sequence[Any]], is_number: Callable[[Any], bool]
) -> bool:
    """Return True for titles, each another one, of which one is in a column that has mostly numbers."""
    if len({*cells.values()}) < max(2, len(cells)):
        return False
    if not all(_TITLE.fullmatch(text) for text in cells.values()):
        return False
    columns = ([row[place] for row in above if place < len(row) and row[place]] for place in cells)
    return any(sum(map(is_number, column)) * 2 > len(column) for column in columns)


class CsvCells(TableCells):
    """The cells of strict CSV; the first row that is not empty has the names of the columns."""

    def __init__(self, text: str, *, file: str, names: str) -> None:
        """Raise DataError if the text is not a table; `names` describes the expected first row."""
        self.file = file
        self._text = text
        named = _SEPARATOR.match(text)
        self.delimiter = named[1] if named else _find_delimiter(text)
        rows = self._split()
        rows = [[], *rows[1:]] if named else rows
        super().__init__(file, rows, self._locate, remarks=[*_list_remarks(text, rows)])
        if self.first < 0:
            raise unreadable(file, "is empty", f"the first row has {names}")

    def _locate(self, row: int, place: int) -> LineAndColumn:
        """Return the position of a cell; of the last cell if the row is shorter."""
        spans = self._spans[row]
        start, _ = spans[min(place, len(spans) - 1)]
        return self._locate_at(start)

    def _locate_at(self, index: int) -> LineAndColumn:
        line = bisect_right(self._lines, index)
        return line, index - self._lines[line - 1] + 1

    @cached_property
    def _lines(self) -> list[int]:
        """The start of each line."""
        return [0, *(match.end() for match in re.finditer("\n", self._text))]

    @cached_property
    def _spans(self) -> list[list[tuple[int, int]]]:
        return _list_cell_spans(self._text, self.delimiter)

    def find_wrong_length(self, row: int, columns: int) -> Problem | None:
        """Return a problem if a row does not have one cell for each column; empty cells may follow."""
        length = len(self.rows[row])
        if length == columns or (length > columns and not any(self.rows[row][columns:])):
            return None
        message = f"has {format_count(length, 'cell')}, but there are {format_count(columns, 'column')}"
        if length < columns:
            hint, place = "a cell is missing in this row", length - 1
        else:
            hint, place = f"a cell that contains a {_DELIMITERS[self.delimiter]} needs quotes", columns
        return Problem(self.file, *self.spot_of(row, place), "", message, hint)

    def is_comment(self, row: int) -> bool:
        """Return True for a row that begins with `# ` without quotes."""
        return self._begins_like(_COMMENT, row)

    def is_almost_comment(self, row: int) -> bool:
        """Return True for a row that begins like a comment of other programs."""
        return self._begins_like(_ALMOST_COMMENT, row)

    def _begins_like(self, comment: re.Pattern[str], row: int) -> bool:
        return "#" in self.rows[row][0][:1] and bool(comment.match(self._text, self._spans[row][0][0]))

    def _split(self) -> list[list[str]]:
        text, delimiter = self._text, self.delimiter
        if '" ' in text or ' "' in text:
            text = re.sub(rf"(^|[{delimiter}\n]) *({_STRING}) *(?=[{delimiter}\n]|\Z)", r"\1\2", text)
        reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
        try:
            return list(reader)
        except csv.Error as error:
            hint = "put a cell that contains quotes or line breaks in quotes, and double the quotes inside"
            open_quote = self._find_open_quote()
            message = "this quote is never closed" if open_quote else f"is not a table: {error}"
            if "field limit" in str(error):
                message, hint = f"a cell has more than {LONGEST_CELL} characters", "divide or shorten it"
            line, column = open_quote or (reader.line_num, 1)
            raise unreadable(self.file, message, hint, line=line, column=column) from None

    def _find_open_quote(self) -> LineAndColumn | None:
        """Return the position of a quote at the start of a cell that is never closed."""
        starts = [start for row in self._spans for start, _ in row]
        found = (re.compile(r' *+(?="(?:[^"]|"")*+\Z)').match(self._text, start) for start in starts)
        return next((self._locate_at(match.end()) for match in found if match), None)


def _find_delimiter(text: str) -> str:
    """Return the delimiter of the first line; if this may be a comment, that of the next one, too."""
    lines = _QUOTED.sub("", text[:_HEAD]).lstrip("\n").split("\n")
    first, second = lines[0], lines[1] if _COMMENT.match(lines[0]) and len(lines) > 1 else lines[0]
    return max(_DELIMITERS, key=lambda one: (min(first.count(one), second.count(one)), second.count(one)))


def _list_cell_spans(text: str, delimiter: str) -> list[list[tuple[int, int]]]:
    """Return the start and the end of each cell of each row, with its quotes and the blanks around it.

    Rows end with any line break.
    """
    quoted, plain, end = rf" *{_STRING} *", rf"[^{delimiter}\r\n]*", rf"[{delimiter}]|\r\n?|\n|\Z"
    rows: list[list[tuple[int, int]]] = [[]]
    for match in re.finditer(rf"({quoted}(?={end})|{plain})({end})", text):
        rows[-1].append(match.span(1))
        if not match[2]:
            break
        if match[2] != delimiter:
            rows.append([])
    # No row follows the last line break.
    return rows[:-1] if rows[1:] and rows[-1] == [(len(text), len(text))] else rows


def put_cells(data: bytes, changes: Mapping[tuple[int, int], str], *, file: str) -> bytes:
    """Return a CSV file with other texts in some cells, by row and place; all other bytes are the same.

    Raises DataError if the file, or its encoding, cannot hold a text.
    """
    names = "the names of columns"
    before = CsvCells(decode_table(data, file=file)[0], file=file, names=names)
    mark, encoding = find_encoding(data)
    text = data[len(mark) :].decode(encoding)
    spans = _list_cell_spans(text, before.delimiter)
    for (row, place), new in sorted(changes.items(), reverse=True):
        cells = spans[row]
        start, end = cells[place] if place < len(cells) else (cells[-1][1],) * 2
        missing = before.delimiter * (place + 1 - len(cells))
        text = f"{text[:start]}{missing}{_write(text[start:end], new, before.delimiter)}{text[end:]}"
    try:
        written = mark + text.encode(encoding)
    except UnicodeEncodeError as error:
        line, column = before.spot_of(*next(iter(changes)))
        letter = error.object[error.start]
        message = f"is {CODE_PAGES.get(encoding, encoding)} text, which has no {letter}"
        raise unreadable(file, message, "save it as “CSV UTF-8”", line=line, column=column) from None
    after = CsvCells(decode_table(written, file=file)[0], file=file, names=names)
    if not _has_cells(after, before, changes):
        raise unreadable(file, "cannot be changed safely", "write the texts into the table by hand")
    return written


def _write(old: str, new: str, delimiter: str) -> str:
    """Return a cell with a new text, in quotes if it had some or needs them."""
    inner = old.strip(" ")
    needs_quotes = inner[:1] == '"' or re.search(rf'[{delimiter}"\r\n]|^[# ]| $|^sep=', new)
    written = '"' + new.replace('"', '""') + '"' if needs_quotes else new
    before = len(old) - len(old.lstrip(" ")) if inner else len(old)
    return old[:before] + written + old[before + len(inner) :]


def _has_cells(after: CsvCells, before: CsvCells, changes: Mapping[tuple[int, int], str]) -> bool:
    """Return True if a table has the cells of another one, and those that were changed.

    Blanks around a changed cell do not count.
    """
    wanted, found = [[*row] for row in before.rows], [[*row] for row in after.rows]
    for (row, place), new in changes.items():
        wanted[row] += [""] * (place + 1 - len(wanted[row]))
        wanted[row][place] = new.strip(" ")
        if place < len(found[row]):
            found[row][place] = found[row][place].strip(" ")
    return wanted == found


def _list_remarks(text: str, rows: Sequence[Sequence[str]]) -> Iterator[tuple[int, int, Remark]]:
    """Yield warnings about cells that contain an error value of a spreadsheet instead of a text."""
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


def _strip(cell: Data) -> Data:
    """Return a cell without blanks around its text."""
    if isinstance(cell, ShownValue):
        return make_shown(strip_blanks(cell), strip_blanks(cell.value))
    return strip_blanks(cell) if isinstance(cell, str) else cell


def _is_number(cell: Data) -> bool:
    return number_or_none(cell) is not None


def make_shown(text: str, value: str) -> str:
    """Return a text that shows a value; a plain one if it is the value."""
    return text if text == value else ShownValue(text, value)


@dataclass(frozen=True, slots=True)
class WrittenCell:
    """A text in a table, and its place; row and column are counted from 0."""

    text: str
    place: WrittenPlace
    row: int
    column: int
    title: str
    """Title of its column."""
    name: str = ""
    """Name of a cell of a workbook: `Cards!B3`."""


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
        self._is_head_named = bool(header)
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
        if above and not self._is_head_named:
            line, _ = cells.spot_of(self._head, 0)
            hint = f"write `header: {line}` beside `file` if that is right"
            self._warn_of_rows(above, "above the titles of the columns, and is left out", hint)
        body = [(number, row) for number, row in enumerate(cells.rows) if number > self._head and any(row)]
        blank, comments, almost = [], [], []
        unnamed = {place for place, title in enumerate(titles.values()) if not title}
        used = {place for _, row in body for place, cell in enumerate(row) if cell and place in unnamed}
        columns = [(place, name) for place, name in enumerate(titles) if titles[name] or place in used]
        data: list[Data] = []
        for number, row in body:
            if cells.is_comment(number):
                comments.append(number)
                continue
            if cells.is_almost_comment(number):
                almost.append(number)
            given = {name: row[place] if place < len(row) else "" for place, name in columns}
            fields = {
                name: strip_blanks(cell) if type(cell) is str else _strip(cell)
                for name, cell in given.items()
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
        more = [*find_inner_heads(cells.rows, self._head, self._rows, _is_number)]
        what = "read like the others, although it looks like the titles of another table"
        self._warn_of_rows(more, what, "move that table to a sheet or file of its own")
        self._warn_of_rows(blank, "blank, and is left out")
        self._warn_of_rows(comments, "a comment, and is left out")
        if 0 < len(almost) * 2 < len(data):
            self._warn_of_rows(almost, "printed, although it begins with `#`; for a comment, write `# `")
        for name in (name for _, name in columns if name in self._odd):
            title = f"`{titles[name]}`" if titles[name] else "without a title"
            message = f"the column {title} is the field `{name}`"
            hint = "give it another title, or use `rename`"
            self.warnings.append(Findings(self).describe((name,), message, hint))
        return data

    def _warn_of_rows(self, rows: Sequence[int], what: str, hint: str = "") -> None:
        """Warn once of rows that are no data."""
        if rows:
            spot, *others = (self.cells.spot_of(row, 0) for row in rows)
            hint = "; ".join(filter(None, (format_more([line for line, _ in others], "more row"), hint)))
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

    def suggest_column(self, name: str, known: Collection[str] | None = None) -> str:
        """Return a hint for an unknown column: a similar one, or all, and the other sheets."""
        names = [*filter(None, self.titles.values())] if known is None else known
        others, hint = self.cells.others, suggest(name, names)
        if not others or find_near(name, names):
            return hint
        choice = f"`{{file: {Path(self.file).name}, sheet: {others[0]}}}`"
        return f"{hint}; other sheets: {list_briefly(others)}; choose one: {choice}".removeprefix("; ")

    def spot_of(self, path: DataPath) -> LineAndColumn:
        """Return the position of a cell, of the first cell of a row, or of a column's title."""
        return self.cells.spot_of(*self._find(path))

    def has(self, path: DataPath) -> bool:
        return path[-1] in self.titles

    def shown(self, path: DataPath) -> DataPath:
        """Return the path with the title of the column; cells of workbooks have names such as `Cards!B3`."""
        titles = tuple(self.titles[step].removesuffix("[]") for step in path[-1:] if step in self.titles)
        if self.cells.sheet:
            return (
                " ".join(
                    (self.cells.describe(*self._find(path)), *(f"({title})" for title in titles if title))
                ),
            )
        return (*path[:-1], *(titles or path[-1:]))

    def find_cell(self, path: DataPath) -> WrittenCell | None:
        """Return the cell of a path as it is written; None if it is not a text."""
        row, column = self._find(path)
        cells = self.cells.rows[row]
        text = cells[column] if column < len(cells) else ""
        if not isinstance(text, str):
            return None
        place, title = WrittenPlace(self.file, *self.spot_of(path)), self.titles.get(str(path[-1]), "")
        name = self.cells.describe(row, column) if self.cells.sheet else ""
        return WrittenCell(strip_blanks(str(text)), place, row, column, title, name)

    def _find(self, path: DataPath) -> tuple[int, int]:
        row = self._rows[path[0]] if path and isinstance(path[0], int) else self._head
        return row, next((place for place, name in enumerate(self.titles) if name in path[:2]), 0)


_LINKS = (".gsheet", ".webloc", ".url")
"""Ends of the names of files that only have an address."""
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

    `sheet` is a sheet of a workbook or a key of a JSON or YAML file with a list or with CSV, `rename` has new
    names of columns, `wanted` are names of columns that are used. `is_raw` is True for the values of cells,
    not what they show. `header` is the number of the row with the titles, or one of them; raises Wrong if
    there is none.
    """
    file, data = text_files.name_file(path), text_files.read_bytes(path, MOST_TABLE_BYTES)
    suffix, names = path.suffix.lower(), rename or {}
    if data.startswith(text_files.OFFICE_FILES) or suffix in (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"):
        return TableSource(
            _read_workbook(data, file=file, sheet=sheet, is_raw=is_raw), names, (), wanted, header
        )
    if suffix in _LINKS:
        raise unreadable(file, "is an address on the web, not a table", "download the table as XLSX or CSV")
    text, encoding = text_files.decode_table(data, file=file)
    if suffix in (".json", ".yaml", ".yml"):
        if header:
            raise Wrong("is only for workbooks and CSV", "remove it: keys are the titles")
        source = _parse_json(text, file) if suffix == ".json" else yaml.parse_yaml(text, file=file)
        inner = source.data.get(sheet) if isinstance(source.data, dict) else None
        if isinstance(inner, str):
            return TableSource(_InnerCells(source, sheet, inner), names, (), wanted)
        return TableSource(_list_records(source, sheet), names, yaml.list_cut_texts(source), wanted)
    if sheet:
        raise unreadable(file, f"there is no sheet `{sheet}`", "only workbooks have sheets; remove `sheet`")
    if text.lstrip().startswith("<"):
        raise unreadable(file, "is XML or HTML, not a table", "save it as XLSX, ODS, or CSV")
    hint = "check its accents, or save it as “CSV UTF-8”"
    guess = Problem(file, 0, 0, "", f"is not UTF-8, and is read as {encoding}", hint)
    cells = CsvCells(text, file=file, names="the names of fields")
    return TableSource(cells, names, [guess] if encoding else (), wanted, header)


class _InnerCells(CsvCells):
    """The cells of CSV that is a text at a key of a JSON or YAML file, as projects of web pages have it."""

    def __init__(self, source: Source, key: str, text: str) -> None:
        self._spot = source.spot_of((key,))
        super().__init__(text, file=source.file, names=f"the names of fields, in `{key}`")

    def _locate_at(self, index: int) -> LineAndColumn:
        del index
        return self._spot


_MOST_SECONDS = 30
"""Time for reading a workbook in a process of its own."""


def read_sheet_cells(path: Path, sheet: str | int) -> Sequence[Sequence[str]]:
    """Return the values of a sheet of a workbook, by its name or number from 0; raises DataError."""
    file, data = text_files.name_file(path), text_files.read_bytes(path, MOST_TABLE_BYTES)
    if isinstance(sheet, int):
        sheet = find_sheet(path, sheet)
    cells = _read_workbook(data, file=file, sheet=sheet, is_raw=True)
    return [[str(cell) for cell in row] for row in cells.rows[max(cells.first, 0) :]]


def find_sheet(path: Path, number: int) -> str:
    """Return the name of a sheet of a workbook by its number from 0; raises DataError."""
    file, data = text_files.name_file(path), text_files.read_bytes(path, MOST_TABLE_BYTES)
    names = _ask_process(data, file, _NO_SHEET)["sheets"]
    if not 0 <= number < len(names):
        raise unreadable(file, f"there is no sheet {number + 1}", f"it has {len(names)}")
    return str(names[number])


_NO_SHEET = "\t"
"""Name that no sheet has."""


def _read_workbook(data: bytes, *, file: str, sheet: str, is_raw: bool) -> TableCells:
    """Return the cells of a sheet of an XLSX, XLSM, XLS, or ODS file; raises DataError."""
    found = _ask_process(data, file, sheet)
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
        () if sheet else [name for name in found["sheets"] if name != found["name"]],
    )
    if cells.first < 0:
        raise unreadable(file, f"the sheet `{cells.sheet}` is empty", f"sheets: {', '.join(found['sheets'])}")
    for number, row in enumerate(cells.rows):
        if text_files.has_forbidden("".join(row)):
            line, _ = cells.spot_of(number, 0)
            raise unreadable(file, "contains a control character", "remove it", line=line, column=1)
    return cells


def _ask_process(data: bytes, file: str, sheet: str) -> dict[str, Any]:
    """Return the names of the sheets of a workbook, and the cells of one if it exists; raises DataError.

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
    return found


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
    file = source.file
    base, data = _find_key(source, sheet)
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

    spot_of = partial(_locate_record, source, base, keys, titles, bool(columns))
    cells = [[_name_keys(row.get(title)) for row in rows] for title in titles]
    for column in cells:
        _even_out(column)
    return TableCells(file, [titles, *map(list, zip(*cells, strict=True))], spot_of)


def _find_key(source: Source, sheet: str) -> tuple[tuple[str, ...], Any]:
    """Return the path of a key, such as `hexes`, or `map.hexes` for one within another, and what is there.

    Raises DataError.
    """
    data: Any = source.data
    known = data if isinstance(data, dict) else {}
    if not sheet:
        return (), data
    if sheet in known:
        return (sheet,), known[sheet]
    steps = sheet.split(".")
    for step in steps:
        known = data if isinstance(data, dict) else {}
        if step not in known:
            place = "at the top" if step == steps[0] else f"in `{sheet.rpartition('.')[0]}`"
            raise unreadable(source.file, f"there is no key `{step}` {place}", suggest(step, known))
        data = known[step]
    return tuple(steps), data


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


_MOST_KEYS = 100
"""Maximum number of keys of the objects of a column; more are ids."""


def _even_out(values: Iterable[Data]) -> None:
    """Give all objects of a column, also in lists, the same keys; one that an object lacks is empty."""
    objects = [value for value in _flatten(values) if isinstance(value, dict)]
    names = dict.fromkeys(name for one in objects for name in one)
    if len(names) > _MOST_KEYS:
        return
    for name in names:
        _even_out(one[name] for one in objects if name in one)
        for one in objects:
            one.setdefault(name, "")


def _flatten(values: Iterable[Data]) -> Iterator[Data]:
    for value in values:
        if isinstance(value, list):
            yield from _flatten(value)
        else:
            yield value


def _name_keys(value: Data) -> Data:
    """Return a value with names of fields as its inner keys; None becomes an empty text."""
    if isinstance(value, dict):
        return {make_name(key) or key: _name_keys(inner) for key, inner in value.items()}
    return [_name_keys(item) for item in value] if isinstance(value, list) else value or ""

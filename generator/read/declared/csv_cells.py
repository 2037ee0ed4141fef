"""Cells of CSV files: strict reading, and changes of single cells."""

import csv
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from io import StringIO

from generator.errors import Problem, format_count
from generator.read.declared.table_cells import Remark, TableCells
from generator.read.files.text_files import decode_table, find_encoding, unreadable
from generator.read.files.yaml import LineAndColumn
from generator.read.workbooks.cells import ERRORS

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
        return "#" in self.rows[row][0][:1] and bool(_COMMENT.match(self._text, self._spans[row][0][0]))

    def is_almost_comment(self, row: int) -> bool:
        """Return True for a row that begins like a comment of other programs."""
        return "#" in self.rows[row][0][:1] and bool(
            _ALMOST_COMMENT.match(self._text, self._spans[row][0][0])
        )

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


_STRING = r'"(?:[^"]|"")*+"'


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
        message = f"is {encoding.replace('cp', 'Windows-')} text, which has no {letter}"
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


_MAY_BE_WRONG = re.compile(r"#|=|Err:|Loading")
_FORMULA = re.compile(r"=\s*[A-Z]+[.\d]*(\(.*\)|[A-Z0-9:+*/-]*)", re.DOTALL)


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

"""Cells of a table with their places; of CSV files, which are read strictly, single cells can be changed."""

import csv
import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from io import StringIO
from typing import Any, NamedTuple

from generator.errors import Problem, Wrong, format_count, suggest
from generator.model.language.functions import format_letters
from generator.model.values import dataclass
from generator.read.files.text_files import CODE_PAGES, decode_table, find_encoding, make_slug, unreadable
from generator.read.files.yaml import LineAndColumn
from generator.read.workbooks.cells import ERRORS

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


def make_name(title: str) -> str:
    """Return the name of the field for a column: `card_name` for `Card Name` and `cardName`."""
    return make_slug(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", title))


def find_inner_heads(
    rows: Sequence[Sequence[Any]], head: int, body: Sequence[int], is_number: Callable[[Any], bool]
) -> Iterator[int]:
    """Yield the rows among `body` that look like the titles of another table below the first one.

    They repeat the titles in the row `head`, or follow an empty row, and have titles where numbers were.
    """
    start, above, is_apart = 0, head, False
    for at, row in enumerate(body):
        # A headline may be between the empty row and the titles.
        is_apart = (is_apart and _count(rows[above]) == 1) or _is_apart(rows, above, row)
        above = row
        if is_apart or rows[row][:1] == rows[head][:1]:
            cells = _list_cells(rows[row])
            others = [rows[each] for each in body[max(start, at - _MOST_ABOVE) : at]]
            has_rows = at + 1 < len(body) and not _is_apart(rows, row, body[at + 1])
            is_other = is_apart and has_rows and _has_titles(cells, others, is_number)
            if is_other or _repeats(cells, rows[head]):
                head, start = row, at + 1
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

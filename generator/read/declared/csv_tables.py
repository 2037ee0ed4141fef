"""Strict CSV: text split into cells with their positions."""

import csv
import re
from collections.abc import Callable, Sequence
from functools import cached_property
from io import StringIO
from typing import Any

from generator.errors import Problem
from generator.model.language.expressions import format_letters
from generator.read.files.phrases import format_count
from generator.read.files.text_files import unreadable
from generator.read.files.yaml_places import Spot

_DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar"}
"""Delimiters of cells: spreadsheets choose one by the language of their user."""
_SEPARATOR = re.compile(r"sep=([,;\t|])\n")
"""First line that names the delimiter for spreadsheets."""
_QUOTED = re.compile('"[^"]*"')
_HEAD = 10_000
"""Number of characters in which the delimiter is sought."""


class Cells:
    """The cells of a table, and where they are."""

    def __init__(
        self, file: str, rows: Sequence[Sequence[Any]], spot_of: Callable[[int, int], Spot], sheet: str = ""
    ) -> None:
        self.file = file
        self.rows = rows
        self.spot_of = spot_of
        """Returns the position of a cell; row and place are counted from 0."""
        self.sheet = sheet
        """Name of the sheet of a workbook, whose cells have names."""
        self.first = next((number for number, row in enumerate(rows) if any(row)), -1)
        """Index of the row with the titles of the columns; -1 if the table is empty."""

    def describe(self, row: int, place: int) -> str:
        """Return the name of a cell of a workbook: `Cards!B3`."""
        line, number = self.spot_of(row, place)
        return f"{self.sheet}!{format_letters(number)}{line}"

    def find_wrong_length(self, row: int) -> Problem | None:
        """Return a problem if a row does not have one cell for each column."""
        return None


class CsvCells(Cells):
    """The rows of a text; the first row that is not empty has the names of the columns."""

    def __init__(self, text: str, *, file: str, names: str) -> None:
        """Raise DataError if the text is not a table; `names` describes the expected first row."""
        self.file = file
        self._text = text
        named = _SEPARATOR.match(text)
        first = _QUOTED.sub("", text[:_HEAD]).lstrip("\n").split("\n", 1)[0]
        self._delimiter = named[1] if named else max(_DELIMITERS, key=first.count)
        rows = self._split()
        super().__init__(file, [[], *rows[1:]] if named else rows, self._find_spot)
        if self.first < 0:
            raise unreadable(file, "is empty", f"the first row has {names}")

    def _find_spot(self, row: int, place: int) -> Spot:
        """Return the position of a cell; of the last cell if the row is shorter."""
        cells = self._scanned[0][row]
        return cells[min(place, len(cells) - 1)]

    def find_wrong_length(self, row: int) -> Problem | None:
        """Return a problem if a row does not have one cell for each column; empty cells may follow."""
        length, columns = len(self.rows[row]), len(self.rows[self.first])
        if length == columns or (length > columns and not any(self.rows[row][columns:])):
            return None
        message = f"has {format_count(length, 'cell')}, but there are {format_count(columns, 'column')}"
        if length < columns:
            hint, place = "a cell is missing in this row", length - 1
        else:
            hint, place = f"a cell that contains a {_DELIMITERS[self._delimiter]} needs quotes", columns
        return Problem(self.file, *self.spot_of(row, place), "", message, hint)

    def _split(self) -> list[list[str]]:
        reader = csv.reader(StringIO(self._text, newline=""), delimiter=self._delimiter, strict=True)
        try:
            return list(reader)
        except csv.Error as error:
            hint = "put a cell that contains quotes or line breaks in quotes, and double the quotes inside"
            open_quote = self._scanned[1]
            message = "this quote is never closed" if open_quote else f"is not a table: {error}"
            line, column = open_quote or (reader.line_num, 1)
            raise unreadable(self.file, message, hint, line=line, column=column) from None

    @cached_property
    def _scanned(self) -> tuple[list[list[Spot]], Spot | None]:
        """The start of each cell of each row, and of a quote that is never closed."""
        rows: list[list[Spot]] = [[(1, 1)]]
        quote = (1, 1)
        line, start, quoted = 1, 0, False
        # A quote opens at the start of a cell or right after another; elsewhere it is a character.
        opens = 0
        for index, character in enumerate(self._text):
            if character == '"' and (quoted or index == opens):
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

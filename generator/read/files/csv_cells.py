"""CSV text cut into cells, strictly; every cell knows its line and column."""

import csv
from functools import cached_property
from io import StringIO

from generator.errors import Problem, UnreadableData
from generator.read.files.phrases import say_count
from generator.read.files.yaml_places import Spot

_SAID = {",": "comma", ";": "semicolon", "\t": "tab"}
"""What may stand between cells: spreadsheets choose by the language of their user."""


class CsvCells:
    """The rows of a text, of which the first has the names of the columns."""

    def __init__(self, text: str, *, file: str, names: str) -> None:
        """Raises UnreadableData for what is no table; `names` says what its first row has to have."""
        self.file = file
        self._text = text
        first = text.split("\n", 1)[0]
        self._delimiter = max(_SAID, key=first.count)
        self.rows = self._cut()
        if not self.rows or not any(self.rows[0]):
            said = "the first row is empty" if any(map(any, self.rows)) else "is empty"
            raise UnreadableData([Problem(file, 0, 0, "", said, f"the first row has {names}")])

    def spot_of(self, row: int, place: int) -> Spot:
        """Of a cell, counted from 0; of the last one where the row is shorter."""
        cells = self._scanned[0][row]
        return cells[min(place, len(cells) - 1)]

    def find_wrong_length(self, row: int) -> Problem | None:
        """What is wrong with a row that has not a cell for each column."""
        length, columns = len(self.rows[row]), len(self.rows[0])
        if length == columns:
            return None
        said = f"has {say_count(length, 'cell')}, and there are {say_count(columns, 'column')}"
        if length < columns:
            hint, place = "a cell is missing in this row", length - 1
        else:
            hint, place = f"a cell with a {_SAID[self._delimiter]} in it needs quotes", columns
        return Problem(self.file, *self.spot_of(row, place), "", said, hint)

    def _cut(self) -> list[list[str]]:
        reader = csv.reader(StringIO(self._text, newline=""), delimiter=self._delimiter, strict=True)
        try:
            return list(reader)
        except csv.Error as error:
            hint = "a cell with quotes, or with a line break, stands in quotes; quotes in it are doubled"
            open_quote = self._scanned[1]
            said = "a quote is opened here and never closed" if open_quote else f"is no table: {error}"
            line, column = open_quote or (reader.line_num, 1)
            raise UnreadableData([Problem(self.file, line, column, "", said, hint)]) from None

    @cached_property
    def _scanned(self) -> tuple[list[list[Spot]], Spot | None]:
        """Where each cell of each row begins, and where a quote that is left open."""
        rows: list[list[Spot]] = [[(1, 1)]]
        quote = (1, 1)
        line, start, quoted = 1, 0, False
        # A quote opens at the start of a cell, or right after another: elsewhere it is a character.
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

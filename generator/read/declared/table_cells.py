"""Cells of a table in any format, with their places."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from generator.errors import Problem, Wrong, suggest
from generator.model.language.functions import format_letters
from generator.model.values import dataclass
from generator.read.files.text_files import make_slug
from generator.read.files.yaml import LineAndColumn

_HEADS = 20
"""Number of rows among which the titles of the columns are."""


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


_BLANKS = "".join(
    map(chr, (*range(9, 14), *range(28, 33), 0x85, 0xA0, 0x1680, *range(0x2000, 0x200C), 0x2028, 0x2029))
)
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

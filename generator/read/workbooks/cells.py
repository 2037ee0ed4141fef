"""Cells of a sheet as they are shown, with their values, whatever the format of the workbook."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from math import isfinite
from typing import Any, NamedTuple

from generator.read.workbooks.number_formats import (
    GENERAL,
    parse_number_format,
    show_general,
    show_plain,
    to_datetime,
)

EPOCH = datetime(1899, 12, 30)
"""The day 0 of spreadsheets; some old ones count from 1904."""
EPOCH_1904 = datetime(1904, 1, 1)
_MOST_CELLS = 2_000_000
"""Maximum number of cells of the area that a sheet fills."""
_MOST_TEXT = 100_000_000
"""Maximum number of characters of all cells: a small file can repeat a long text in many cells."""

DAMAGED = "it is damaged, or is not a workbook"
PROTECTED = "it is protected by a password"
UNCALCULATED = "the formula has no stored result"
_SAVE = "open the workbook in a spreadsheet program, and save it there"
STRUCK = "text that is struck out is printed"
SYMBOLS = "text in a font of symbols is printed as letters"
_SYMBOL_FONT = re.compile("wingdings|webdings|symbol$|zapf ?dingbats", re.IGNORECASE)
OF_COMPUTER = "the format of the date depends on the computer; it is printed like 2024-12-31"


class BookCell(NamedTuple):
    """A cell that is not empty."""

    shown: str
    value: str
    error: str = ""
    """Reason why it cannot be used."""
    warnings: tuple[str, ...] = ()
    is_total: bool = False
    """True if it adds up cells above it."""


class Unreadable(Exception):
    """A workbook that cannot be read; its text is the reason."""


@dataclass
class BookSheet:
    """The cells of a sheet by row and column, both from 0."""

    cells: dict[tuple[int, int], BookCell] = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)
    """Rows that are hidden, or filtered out."""
    merged: list[tuple[int, int, int]] = field(default_factory=list)
    """Row and column of the first cell of an area, and its number of rows."""

    def pack(self) -> dict[str, Any]:
        """Return the area with cells as data for JSON; raises Unreadable."""
        self._fill_merged()
        if not self.cells:
            return {"start": [0, 0], "rows": [], "hidden": [], "remarks": [], "totals": []}
        rows, columns = [row for row, _ in self.cells], [column for _, column in self.cells]
        top, left, height, width = min(rows), min(columns), max(rows) + 1, max(columns) + 1
        if (height - top) * (width - left) > _MOST_CELLS:
            raise Unreadable(f"it fills more than {_MOST_CELLS} cells")
        if sum(len(cell.shown) for cell in self.cells.values()) > _MOST_TEXT:
            raise Unreadable(f"its cells have more than {_MOST_TEXT} characters")
        packed: list[list[str | list[str]]] = [[""] * (width - left) for _ in range(top, height)]
        remarks, totals = [], []
        for (row, column), cell in self.cells.items():
            place = row - top, column - left
            packed[place[0]][place[1]] = cell.shown if cell.shown == cell.value else [cell.shown, cell.value]
            if cell.error:
                hint = _SAVE if cell.error == UNCALCULATED else "correct it, or clear the cell"
                remarks.append([*place, cell.error, True, hint])
            remarks += [[*place, warning, False] for warning in cell.warnings]
            totals += [place] if cell.is_total else []
        hidden = sorted(row - top for row in self.hidden if row >= top)
        return {
            "start": [top, left], "rows": packed, "hidden": hidden, "remarks": remarks, "totals": totals
        }  # fmt: skip

    def _fill_merged(self) -> None:
        """Give the cells below the first one of a merged area its text."""
        last = max((row for row, _ in self.cells), default=0)
        for row, column, height in self.merged:
            if first := self.cells.get((row, column)):
                repeated = first._replace(is_total=False)
                for below in range(row + 1, min(row + height, last + 1)):
                    self.cells[below, column] = repeated


ERRORS = re.compile(
    r"#(N/A|NAME\?|REF!|VALUE!|NUM!|NULL!|DIV/0!|SPILL!|CALC!|GETTING_DATA|BUSY!|ERROR!)|Err:\d{3}"
)
"""Error values, which cells show if their formula has no result."""


def make_error(text: str) -> BookCell:
    """Return the cell of a formula that failed."""
    return BookCell(text, text, f"`{text}` is an error of its formula")


def make_number(value: float, code: str, epoch: datetime = EPOCH) -> BookCell:
    """Return the cell of a number with the code of its format."""
    if not isfinite(value):
        return make_error("#NUM!")
    plain = show_plain(value)
    if code == GENERAL:
        return BookCell(show_general(value), plain)
    format = parse_number_format(code)
    plain = show_moment(value, format.is_duration, epoch) if format.is_date else plain
    warnings = () if format.is_fixed else (OF_COMPUTER,)
    return BookCell(format.show_number(value, epoch).strip(), plain, warnings=warnings)


def make_text(text: str, code: str = GENERAL) -> BookCell:
    """Return the cell of a text with the code of its format."""
    return BookCell(text if code == GENERAL else parse_number_format(code).show_text(text), text)


def make_truth(is_true: bool) -> BookCell:
    """Return the cell of a truth value."""
    return BookCell("TRUE" if is_true else "FALSE", "true" if is_true else "false")


def show_moment(value: float, is_duration: bool, epoch: datetime) -> str:
    """Return an ISO date, a time, or hours, minutes, and seconds for a number of days."""
    seconds = round(abs(value) * 86_400)
    if is_duration:
        sign = "-" if value < 0 else ""
        return f"{sign}{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    moment = to_datetime(value, epoch)
    if moment is None or value < 0:
        return show_plain(value)
    if 0 <= value < 1:
        return str((datetime.min + timedelta(seconds=seconds)).time()).removesuffix(":00")
    return moment.date().isoformat() if moment.time() == time() else str(moment).removesuffix(":00")


class CellLook(NamedTuple):
    """The style of a text, as far as marks can show it."""

    bold: bool = False
    italic: bool = False
    underlined: bool = False
    script: str = ""
    """`super` or `sub` for small raised or lowered characters."""
    struck: bool = False
    font: str = ""


class StyledRun(NamedTuple):
    """A piece of a text with one style."""

    text: str
    look: CellLook = CellLook()


def warn_of_look(cell: BookCell, look: CellLook) -> BookCell:
    """Return a cell with warnings about a style that is lost."""
    found = [STRUCK] * look.struck + [SYMBOLS] * bool(_SYMBOL_FONT.match(look.font))
    if not found or not cell.shown.strip():
        return cell
    return cell._replace(warnings=tuple(dict.fromkeys((*cell.warnings, *found))))


def join_runs(runs: Sequence[StyledRun]) -> BookCell:
    """Return the cell of a rich text: words that differ from the others get marks, such as `**` around them.

    A text that is bold as a whole has no marks: that is the style of its cell.
    """
    inked = [run.look for run in runs if run.text.strip()]
    varied = [len({look[place] for look in inked}) > 1 for place in range(4)]
    marked = [StyledRun(text, _keep_varied(look, varied)) for text, look in runs]
    cell = BookCell("".join(map(_write_run, _join_equal(marked))), "".join(run.text for run in runs))
    for look in inked:
        cell = warn_of_look(cell, look)
    return cell


def _keep_varied(look: CellLook, varied: Sequence[bool]) -> CellLook:
    bold, italic, underlined, has_script = varied
    script = look.script if has_script else ""
    return CellLook(look.bold and bold, look.italic and italic, look.underlined and underlined, script)


def _join_equal(runs: Iterable[StyledRun]) -> Iterator[StyledRun]:
    """Join neighbours with the same marks; blanks take the marks of the run before them."""
    joined: StyledRun | None = None
    for run in runs:
        if joined and (run.look == joined.look or not run.text.strip()):
            joined = joined._replace(text=joined.text + run.text)
            continue
        if joined:
            yield joined
        joined = run
    if joined:
        yield joined


def _write_run(run: StyledRun) -> str:
    look = run.look
    if look == CellLook() or not run.text.strip():
        return run.text
    stars = "*" * (2 * look.bold + look.italic)
    names = ["underline"] * look.underlined + [look.script] * bool(look.script)
    start, end = "".join(f"{{{name}|" for name in names) + stars, stars + "}" * len(names)
    lines = (re.fullmatch(r"(\s*)(.*?)(\s*)", line, re.DOTALL) for line in run.text.split("\n"))
    parts = (line.groups() for line in lines if line)
    return "\n".join(f"{lead}{start}{text}{end}{tail}" if text else lead + tail for lead, text, tail in parts)


_RANGE = re.compile(r"\$?([A-Z]{1,3})\$?([0-9]{1,7}):\$?([A-Z]{1,3})\$?([0-9]{1,7})")
_TOTAL = re.compile(
    r"(?:of:|oooc:|msoxl:)?=?\s*\+?(?:SUM|SUBTOTAL|AGGREGATE|COUNT|COUNTA)\((?:[0-9]+[,;]){0,2}([^()]*)\)\s*",
    re.IGNORECASE,
)
_COLUMN = re.compile(r"\w+\[[^\[\]]+\]")
"""A column of a named table: `Cards[Qty]`."""


def mark_total(cell: BookCell, formula: str, row: int) -> BookCell:
    """Return a cell, marked if its formula adds up the cells above it."""
    return cell._replace(is_total=True) if _is_total(formula, row) else cell


def _is_total(formula: str, row: int) -> bool:
    """Return True if a formula adds up or counts cells above its row, or a column of a named table."""
    match = _TOTAL.fullmatch(formula)
    cells = _RANGE.fullmatch(match[1].strip()) if match else None
    if match is None or cells is None:
        return match is not None and _COLUMN.fullmatch(match[1].strip()) is not None
    first, top, last, bottom = cells.groups()
    return first == last and int(top) < int(bottom) <= row


def name_to_number(letters: str) -> int:
    """Return the number of a column, from 0: 27 for `AB`."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1

"""Workbooks of Excel 97 (XLS) -> cells as they are shown."""

from io import StringIO
from itertools import pairwise
from typing import Any

import xlrd

from generator.model.values import dataclass, field
from generator.read.workbooks.cells import (
    DAMAGED,
    EPOCH,
    EPOCH_1904,
    PROTECTED,
    BookCell,
    BookSheet,
    CellLook,
    StyledRun,
    Unreadable,
    join_runs,
    make_error,
    make_number,
    make_text,
    make_truth,
    warn_of_look,
)
from generator.read.workbooks.number_formats import BUILT_IN, GENERAL, parse_number_format

_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
"""Name of the contents of a newer workbook with a password, which is in a file like an older one."""
_MEDIUM = 500
"""Weight of a font above which it is bold."""


@dataclass
class XlsBook:
    """An open workbook."""

    book: Any
    sheets: dict[str, int] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)

    @classmethod
    def open(cls, data: bytes) -> "XlsBook":
        """Return a workbook; raises an error of the library."""
        if _ENCRYPTED in data:
            raise Unreadable(PROTECTED)
        try:
            # The library writes its warnings to standard output.
            found = cls(xlrd.open_workbook(file_contents=data, formatting_info=True, logfile=StringIO()))
        except xlrd.XLRDError as error:
            raise Unreadable(PROTECTED if "encrypted" in str(error) else DAMAGED) from None
        for number, sheet in enumerate(found.book.sheets()):
            found.sheets[sheet.name] = number
            found.hidden |= {sheet.name} if sheet.visibility else set()
        return found

    def read(self, name: str) -> BookSheet:
        """Return the cells of a sheet."""
        given, sheet = self.book.sheet_by_index(self.sheets[name]), BookSheet()
        sheet.hidden = {row for row, info in given.rowinfo_map.items() if info.hidden}
        sheet.merged = [(top, left, end - top) for top, end, left, _ in given.merged_cells]
        for row in range(given.nrows):
            for column, cell in enumerate(given.row(row)):
                if made := self._make_cell(cell, given.rich_text_runlist_map.get((row, column), [])):
                    sheet.cells[row, column] = made
        return sheet

    def _make_cell(self, cell: Any, changes: list[tuple[int, int]]) -> BookCell | None:
        style = self.book.xf_list[cell.xf_index]
        code, font = self._find_code(style.format_key), self.book.font_list[style.font_index]
        match cell.ctype:
            case xlrd.XL_CELL_NUMBER | xlrd.XL_CELL_DATE:
                made = make_number(cell.value, code, EPOCH_1904 if self.book.datemode else EPOCH)
            case xlrd.XL_CELL_TEXT if changes:
                made = join_runs(self._list_runs(cell.value, [(0, style.font_index), *changes]))
            case xlrd.XL_CELL_TEXT:
                made = make_text("\n".join(cell.value.splitlines()), code)
            case xlrd.XL_CELL_BOOLEAN:
                made = make_truth(bool(cell.value))
            case xlrd.XL_CELL_ERROR:
                return make_error(xlrd.error_text_from_code.get(cell.value, "#N/A"))
            case _:
                return None
        return warn_of_look(made, _read_look(font))

    def _find_code(self, key: int) -> str:
        """Return the code of a format; the library has dates of the computer as those of the USA."""
        own = BUILT_IN.get(key, GENERAL)
        known = self.book.format_map.get(key)
        return known.format_str if known and parse_number_format(own).is_fixed else own

    def _list_runs(self, text: str, changes: list[tuple[int, int]]) -> list[StyledRun]:
        ends = [*changes, (len(text), 0)]
        looks = [_read_look(self.book.font_list[font]) for _, font in changes]
        texts = [text[start:end] for (start, _), (end, _) in pairwise(ends)]
        return [StyledRun(part, look) for part, look in zip(texts, looks, strict=True)]


def _read_look(font: Any) -> CellLook:
    script = {1: "super", 2: "sub"}.get(font.escapement, "")
    bold, italic, struck = font.weight > _MEDIUM, bool(font.italic), bool(font.struck_out)
    return CellLook(bold, italic, bool(font.underline_type), script, struck, font.name)

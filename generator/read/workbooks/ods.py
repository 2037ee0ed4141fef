"""Workbooks of OpenDocument (ODS) -> cells as they are shown: each cell has its text."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from generator.model.values import dataclass, field
from generator.read.workbooks.archive import Archive, find, get, parse_times
from generator.read.workbooks.cells import (
    ERRORS,
    UNCALCULATED,
    BookCell,
    BookSheet,
    CellLook,
    StyledRun,
    Unreadable,
    join_runs,
    make_error,
    make_text,
    mark_total,
    warn_of_look,
)
from generator.read.workbooks.number_formats import show_plain

_BASE = "urn:oasis:names:tc:opendocument:xmlns"
_TYPE, _VALUE = f"{{{_BASE}:office:1.0}}value-type", f"{{{_BASE}:office:1.0}}value"
_COLUMNS, _ROWS = f"{{{_BASE}:table:1.0}}number-columns-repeated", f"{{{_BASE}:table:1.0}}number-rows-spanned"
_STYLE, _FORMULA = f"{{{_BASE}:table:1.0}}style-name", f"{{{_BASE}:table:1.0}}formula"
_LIBRE_TYPE = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}value-type"
"""Attributes of cells; the last one is LibreOffice's, which knows errors."""
_MOST_COLUMNS = 16_384
_MOST_ROWS = 1_048_576
_MOST_REPEATED = 200_000
"""Maximum number of cells with a text that repeated cells and rows make."""


@dataclass
class OdsBook:
    """An open workbook."""

    archive: Archive
    sheets: dict[str, int] = field(default_factory=dict)
    """Number of each sheet by its name."""
    hidden: set[str] = field(default_factory=set)
    _looks: dict[str, CellLook] = field(default_factory=dict)
    _bodies: list[Element] = field(default_factory=list)

    @classmethod
    def open(cls, archive: Archive) -> "OdsBook":
        """Return a workbook; raises Unreadable, or an error of zipfile or XML."""
        book, unseen, depth = cls(archive), set(), 0
        for event, element in book.archive.iterate("content.xml"):
            if event == "start":
                depth += element.tag == "table"
                continue
            if element.tag == "style":
                look, is_shown = _read_style(element)
                book._looks[get(element, "name")] = look
                unseen |= set() if is_shown else {get(element, "name")}
            elif element.tag == "table":
                depth -= 1
                if depth == 0:
                    name = get(element, "name")
                    book.sheets[name] = len(book._bodies)
                    book._bodies.append(element)
                    book.hidden |= {name} if get(element, "style-name") in unseen else set()
        return book

    def read(self, name: str) -> BookSheet:
        """Return the cells of a sheet; raises Unreadable."""
        sheet, number, repeated = BookSheet(), 0, 0
        for row in _list_rows(self._bodies[self.sheets[name]]):
            times = parse_times(get(row, "number-rows-repeated"))
            cells = [*self._read_row(row, number)]
            if number + (times if cells else 1) > _MOST_ROWS and cells:
                raise Unreadable(f"it has more than {_MOST_ROWS} rows")
            repeated += len(cells) * times
            if (repeated > _MOST_REPEATED and times > 1) or repeated > 10 * _MOST_REPEATED:
                raise Unreadable(f"it has more than {_MOST_REPEATED} repeated cells")
            is_hidden = get(row, "visibility", "visible") != "visible"
            for line in range(number, number + times if cells else number):
                sheet.cells |= {(line, column): cell for column, _, cell in cells if cell}
                sheet.merged += [(line, column, height) for column, height, _ in cells if height > 1]
                sheet.hidden |= {line} if is_hidden else set()
            number += times
        return sheet

    def _read_row(self, row: Element, number: int) -> Iterator[tuple[int, int, BookCell | None]]:
        """Yield column, height, and content of the cells that have a text."""
        column = 0
        for element in row:
            if element.tag not in ("table-cell", "covered-table-cell"):
                continue
            times = parse_times(element.get(_COLUMNS))
            cell = self._read_cell(element, number) if element.tag == "table-cell" else None
            if cell and column + times > _MOST_COLUMNS:
                raise Unreadable(f"it has more than {_MOST_COLUMNS} columns")
            height = parse_times(element.get(_ROWS))
            for place in range(column, column + times if cell else column):
                yield place, height, cell
            column += times

    def _read_cell(self, element: Element, row: int) -> BookCell | None:
        own = self._looks.get(element.get(_STYLE, ""), CellLook())
        lines = [child for child in element if child.tag == "p"]
        runs = [run for number, line in enumerate(lines) for run in self._list_runs(line, own, number)]
        kind, formula = element.get(_TYPE, ""), element.get(_FORMULA, "")
        is_rich = kind == "string" and (len(runs) > 1 or any(run.look != own for run in runs))
        shown = join_runs(runs) if is_rich else make_text("".join([run.text for run in runs]))
        if element.get(_LIBRE_TYPE) == "error" or (formula and ERRORS.fullmatch(shown.shown.strip())):
            return make_error(shown.shown.strip() or "#VALUE!")
        if not kind and not shown.shown:
            return BookCell("", "", UNCALCULATED) if formula and not lines else None
        value = _read_value(element, kind, shown.value)
        cell = shown if value == shown.value else shown._replace(value=value)
        return mark_total(warn_of_look(cell, own), _plain(formula), row)

    def _list_runs(self, element: Element, look: CellLook, number: int = 0) -> Iterator[StyledRun]:
        """Yield the pieces of a line of a cell; spaces in a row are one, as in all XML of this kind."""
        if number:
            yield StyledRun("\n", look)
        if element.text:
            yield StyledRun(_squeeze(element.text), look)
        for child in element:
            match child.tag:
                case "s":
                    yield StyledRun(" " * min(parse_times(get(child, "c")), 1000), look)
                case "tab":
                    yield StyledRun("\t", look)
                case "line-break":
                    yield StyledRun("\n", look)
                case "span" | "a":
                    yield from self._list_runs(child, self._looks.get(get(child, "style-name"), look))
            if child.tail:
                yield StyledRun(_squeeze(child.tail), look)


def _squeeze(text: str) -> str:
    return re.sub("[ \t\r\n]+", " ", text)


def _plain(formula: str) -> str:
    """Return a formula with `B2:B3` for `[.B2:.B3]`."""
    return re.sub(r"[\[\].]", "", formula)


def _read_value(element: Element, kind: str, text: str) -> str:
    match kind:
        case "float" | "currency" | "percentage":
            return show_plain(float(element.get(_VALUE, "0")))
        case "date":
            return get(element, "date-value").replace("T", " ").removesuffix(" 00:00:00").removesuffix(":00")
        case "time":
            match = re.fullmatch(r"(-?)PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S", get(element, "time-value"))
            return f"{match[1]}{int(match[2]):02d}:{int(match[3]):02d}:{int(match[4]):02d}" if match else text
        case "boolean":
            return get(element, "boolean-value").lower()
    return text


def _list_rows(table: Element) -> Iterator[Element]:
    """Yield the rows of a sheet, also those in groups."""
    for child in table:
        if child.tag == "table-row":
            yield child
        elif child.tag in ("table-rows", "table-row-group", "table-header-rows"):
            yield from _list_rows(child)


def _read_style(element: Element) -> tuple[CellLook, bool]:
    """Return the look of a style, and False if sheets of this style are hidden."""
    text, table = find(element, "text-properties"), find(element, "table-properties")
    is_shown = table is None or get(table, "display", "true") != "false"
    if text is None:
        return CellLook(), is_shown
    bold = get(text, "font-weight", "normal") in ("bold", "600", "700", "800", "900")
    italic = get(text, "font-style", "normal") in ("italic", "oblique")
    underlined, struck = (
        get(text, name, "none") != "none" for name in ("text-underline-style", "text-line-through-style")
    )
    script = re.match("super|sub|-?[1-9]", get(text, "text-position"))
    raised = "" if script is None else {"-": "sub", "s": script[0]}.get(script[0][0], "super")
    font = get(text, "font-name") or get(text, "font-family")
    return CellLook(bold, italic, underlined, raised, struck, font), is_shown

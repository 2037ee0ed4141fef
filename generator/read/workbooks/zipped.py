"""Workbooks that are zipped XML (ODS, XLSX, XLSM) -> cells as they are shown.

Namespaces are dropped, because there are several for each name.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from io import BytesIO
from posixpath import join, normpath
from typing import IO, NamedTuple
from xml.etree.ElementTree import Element, iterparse
from zipfile import ZipFile

from generator.model.values import dataclass, field
from generator.read.workbooks.cells import (
    EPOCH,
    EPOCH_1904,
    ERRORS,
    UNCALCULATED,
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
    mark_total,
    name_to_number,
    warn_of_look,
)
from generator.read.workbooks.number_formats import BUILT_IN, GENERAL, show_plain

_MOST_DIGITS = 9
_MOST_BYTES = 256 * 2**20
"""Maximum size of all files that are read, which the head of an archive may understate."""


def open_zipped(data: bytes) -> "OdsBook | XlsxBook":
    """Open a workbook of either format; raises Unreadable for others."""
    archive = Archive(data)
    if archive.has("content.xml"):
        return OdsBook.open(archive)
    if archive.has("xl/workbook.bin"):
        raise Unreadable("binary workbooks (XLSB) are not supported")
    if archive.has("Index/Document.iwa"):
        raise Unreadable("files of Numbers are not supported: export it as XLSX")
    if archive.has("word/document.xml"):
        raise Unreadable("it is a document of a word processor")
    return XlsxBook.open(archive)


class _CountedFile:
    """A file in an archive whose bytes are counted while they are read."""

    def __init__(self, file: IO[bytes], archive: "Archive") -> None:
        self._file, self._archive = file, archive

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self._archive.left -= len(data)
        if self._archive.left < 0:
            raise Unreadable(f"it contains more than {_MOST_BYTES // 2**20} MB")
        return data


class Archive:
    """A zipped workbook."""

    def __init__(self, data: bytes) -> None:
        self._zip = ZipFile(BytesIO(data))
        self.left = _MOST_BYTES
        """Bytes that may still be read: systems without a limit for processes have this one."""
        self._names = {name.lower(): name for name in self._zip.namelist()}

    def has(self, name: str) -> bool:
        return name.lower() in self._names

    def read(self, name: str) -> Element:
        """Return the root of a file; raises Unreadable if it is missing."""
        events = self.iterate(name)
        root = next(events)[1]
        for _ in events:
            pass
        return root

    def iterate(self, name: str) -> Iterator[tuple[str, Element]]:
        """Yield the start and the end of each element of a file; raises Unreadable if it is missing."""
        if not self.has(name):
            raise Unreadable(f"it has no `{name}`")
        with self._zip.open(self._names[name.lower()]) as stream:
            if b"<!DOCTYPE" in stream.read(4096):
                raise Unreadable("it declares entities")
        with self._zip.open(self._names[name.lower()]) as stream:
            for event, element in iterparse(_CountedFile(stream, self), ("start", "end")):
                if event == "start":
                    element.tag = element.tag.rpartition("}")[2]
                yield event, element


def get(element: Element, name: str, default: str = "") -> str:
    """Return an attribute by its name, whatever its namespace."""
    value = element.get(name)
    if value is None:
        end = f"}}{name}"
        value = next((given for key, given in element.items() if key.endswith(end)), default)
    return value


def find(element: Element | None, name: str) -> Element | None:
    """Return the first child with a name."""
    return next((child for child in element if child.tag == name), None) if element is not None else None


def is_on(element: Element | None) -> bool:
    """Return True for `<b/>` and `<b val="1"/>`."""
    return element is not None and get(element, "val", "1") not in ("0", "false", "none")


def _parse_count(text: str | None, default: int = 0) -> int:
    """Return a whole number that is not negative, at most 999 999 999."""
    if not text or not re.fullmatch("[0-9]+", text):
        return default
    return int(text) if len(text) <= _MOST_DIGITS else 10**_MOST_DIGITS - 1


def _parse_times(text: str | None) -> int:
    """Return how often something is repeated: once by default."""
    return max(1, _parse_count(text, 1))


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
            times = _parse_times(get(row, "number-rows-repeated"))
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
            times = _parse_times(element.get(_COLUMNS))
            cell = self._read_cell(element, number) if element.tag == "table-cell" else None
            if cell and column + times > _MOST_COLUMNS:
                raise Unreadable(f"it has more than {_MOST_COLUMNS} columns")
            height = _parse_times(element.get(_ROWS))
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
                    yield StyledRun(" " * min(_parse_times(get(child, "c")), 1000), look)
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


class _Style(NamedTuple):
    """The look of a cell that matters for its text."""

    code: str = GENERAL
    look: CellLook = CellLook()


@dataclass
class XlsxBook:
    """An open workbook."""

    archive: Archive
    sheets: dict[str, str] = field(default_factory=dict)
    """File of each sheet by its name."""
    hidden: set[str] = field(default_factory=set)
    epoch: datetime = EPOCH
    _styles: Sequence[_Style] = ()
    _texts: Sequence[Element] = ()

    @classmethod
    def open(cls, archive: Archive) -> "XlsxBook":
        """Return a workbook; raises Unreadable, or an error of zipfile or XML."""
        top = _list_relations(archive, "")
        book = next((target for kind, target in top.values() if kind == "officeDocument"), "xl/workbook.xml")
        found, root = cls(archive), archive.read(book)
        properties = find(root, "workbookPr")
        if properties is not None and get(properties, "date1904") in ("1", "true"):
            found.epoch = EPOCH_1904
        related = _list_relations(archive, book)
        for sheet in find(root, "sheets") or ():
            kind, target = related.get(get(sheet, "id"), ("", ""))
            if kind == "worksheet":
                found.sheets[get(sheet, "name")] = target
                found.hidden |= {get(sheet, "name")} if get(sheet, "state", "visible") != "visible" else set()
        files = dict(related.values())
        if archive.has(files.get("styles", "")):
            found._styles = _read_styles(archive.read(files["styles"]))
        if archive.has(files.get("sharedStrings", "")):
            found._texts = [*archive.read(files["sharedStrings"])]
        return found

    def read(self, name: str) -> BookSheet:
        """Return the cells of a sheet."""
        sheet = BookSheet()
        row = column = -1
        for event, element in self.archive.iterate(self.sheets[name]):
            tag = element.tag
            if event == "start":
                if tag == "row":
                    row, column = _parse_count(element.get("r"), row + 2) - 1, -1
                    if element.get("hidden") in ("1", "true"):
                        sheet.hidden.add(row)
            elif tag == "c":
                row, column = _locate(element.get("r") or "", row, column + 1)
                if cell := self._read_cell(element, row):
                    sheet.cells[row, column] = cell
            elif tag == "row":
                element.clear()
            elif tag == "mergeCell" and (area := _AREA.fullmatch(get(element, "ref"))):
                first, last = int(area[2]), int(area[4])
                sheet.merged.append((first - 1, name_to_number(area[1]), last - first + 1))
        return sheet

    def _read_cell(self, element: Element, row: int) -> BookCell | None:
        value = formula = rich = None
        for child in element:
            if child.tag == "v":
                value = child.text
            elif child.tag == "f":
                formula = child.text or ""
            elif child.tag == "is":
                rich = child
        kind = element.get("t") or "n"
        number = _parse_count(element.get("s"))
        style = self._styles[number] if number < len(self._styles) else _Style()
        cell = self._make_cell(kind, value, rich, style)
        if cell is None or not cell.shown:
            if formula is not None and kind != "str" and not value:
                return BookCell("", "", UNCALCULATED)
            return cell
        return mark_total(warn_of_look(cell, style.look), formula or "", row)

    def _make_cell(
        self, kind: str, value: str | None, rich: Element | None, style: _Style
    ) -> BookCell | None:
        if kind == "inlineStr":
            return _read_text(rich, style) if rich is not None else None
        if value is None:
            return None
        match kind:
            case "s":
                index = _parse_count(value, len(self._texts))
                if index >= len(self._texts):
                    raise Unreadable("a text is missing")
                return _read_text(self._texts[index], style)
            case "str":
                return make_text(_unescape(value), style.code)
            case "d":
                moment = datetime.fromisoformat(value.removesuffix("Z"))
                return make_number((moment - self.epoch) / timedelta(days=1), style.code, self.epoch)
            case "b":
                return make_truth(value.strip() in ("1", "true"))
            case "e":
                return make_error(value)
        return make_number(float(value), style.code, self.epoch)


_AREA = re.compile(r"([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})")
_PLACE = re.compile("([A-Z]{1,3})([0-9]{1,7})")


def _locate(name: str, row: int, column: int) -> tuple[int, int]:
    """Return row and column of `B3`; those given if a cell has no name."""
    match = _PLACE.fullmatch(name)
    return (int(match[2]) - 1, name_to_number(match[1])) if match else (max(row, 0), column)


def _list_relations(archive: Archive, file: str) -> Mapping[str, tuple[str, str]]:
    """Return the last word of the kind, and the file, for each id of what a file of the archive uses."""
    folder, _, name = file.rpartition("/")
    listed = join(folder, "_rels", f"{name}.rels")
    relations = archive.read(listed) if archive.has(listed) else ()
    return {
        get(one, "Id"): (
            get(one, "Type").rpartition("/")[2],
            normpath(join("/", folder, get(one, "Target"))).lstrip("/"),
        )
        for one in relations
    }


def _read_styles(root: Element) -> list[_Style]:
    codes: dict[int, str] = {**BUILT_IN}
    for given in find(root, "numFmts") or ():
        codes[_parse_count(get(given, "numFmtId"))] = get(given, "formatCode")
    fonts = [_read_look(font) for font in find(root, "fonts") or ()]
    styles = []
    for each in find(root, "cellXfs") or ():
        font = _parse_count(get(each, "fontId"))
        code = codes.get(_parse_count(get(each, "numFmtId")), GENERAL)
        styles.append(_Style(code, fonts[font] if font < len(fonts) else CellLook()))
    return styles


def _read_look(element: Element | None) -> CellLook:
    bold, italic, underlined, struck = (is_on(find(element, name)) for name in ("b", "i", "u", "strike"))
    script, font = find(element, "vertAlign"), find(element, "name")
    font = find(element, "rFont") if font is None else font
    raised = "" if script is None else get(script, "val").removesuffix("script")
    return CellLook(
        bold,
        italic,
        underlined,
        raised if raised in ("super", "sub") else "",
        struck,
        "" if font is None else get(font, "val"),
    )


def _read_text(element: Element, style: _Style) -> BookCell:
    """Return the cell of a text, perhaps with pieces of several styles; how it is spoken is left out."""
    runs = []
    for child in element:
        if child.tag == "t":
            runs.append(StyledRun(_unescape(child.text or ""), style.look))
        elif child.tag == "r":
            text, look = find(child, "t"), find(child, "rPr")
            own = _read_look(look) if look is not None else style.look
            runs.append(StyledRun(_unescape("" if text is None else text.text or ""), own))
    if len(runs) == 1:
        return warn_of_look(make_text(runs[0].text, style.code), runs[0].look)
    return join_runs(runs)


_ESCAPE = re.compile("_x([0-9A-Fa-f]{4})_")


def _unescape(text: str) -> str:
    """Return a text with its escaped characters (`_x000D_`) and with plain line breaks."""
    if "_x" in text:
        text = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
    return "\n".join(text.splitlines()) if "\r" in text else text

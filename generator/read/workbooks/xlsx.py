"""Workbooks of Office Open XML (XLSX, XLSM) -> cells as they are shown."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from posixpath import join, normpath
from typing import NamedTuple
from xml.etree.ElementTree import Element

from generator.model.values import dataclass, field
from generator.read.workbooks.archive import Archive, find, get, is_on, parse_count
from generator.read.workbooks.cells import (
    EPOCH,
    EPOCH_1904,
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
from generator.read.workbooks.number_formats import BUILT_IN, GENERAL


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
                    row, column = parse_count(element.get("r"), row + 2) - 1, -1
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
        number = parse_count(element.get("s"))
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
                index = parse_count(value, len(self._texts))
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
        codes[parse_count(get(given, "numFmtId"))] = get(given, "formatCode")
    fonts = [_read_look(font) for font in find(root, "fonts") or ()]
    styles = []
    for each in find(root, "cellXfs") or ():
        font = parse_count(get(each, "fontId"))
        code = codes.get(parse_count(get(each, "numFmtId")), GENERAL)
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

"""Tables of the Countersheets extension of Inkscape: groups of rows, whose titles name parts of a drawing."""

import csv
import io
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.errors import DataError
from generator.imports.columns import format_csv
from generator.imports.draft import Draft, DraftElement, find_beside, format_number
from generator.imports.svg.drawing import TemplateDrawing, TemplateNames
from generator.imports.svg.fonts import TemplateFonts
from generator.imports.svg.placeholders import TemplateFields, read_part_columns
from generator.imports.svg.template_file import TemplateFile
from generator.imports.texts import escape_marks
from generator.imports.tidying import allow_overlaps, find_free_name, name_styles
from generator.read.declared.table_cells import make_name
from generator.read.files.shelf import find_shelf
from generator.read.files.text_files import (
    MOST_TEXT_BYTES,
    decode_table,
    derive_id,
    name_file,
    read_bytes,
    unreadable,
)
from generator.read.pictures.svg_tree import MOST_SVG_BYTES, parse_svg

_BACK = "BACK"
_BREAKS = ("ENDBOX", "ENDROW")
_COPIES = re.compile(r"(\d+)(\+{0,3})")
_BOLD = re.compile(r"\*([^\s*](?:[^*\n]*[^\s*])?)\*")
_ITALIC = re.compile(r"(?<![\w/])/([^\s/](?:[^/\n]*[^\s/])?)/(?![\w/])")
_INLINE = re.compile(r"\{[^{}]+\}")
_MOST_GROUPS = 100
_MOST_ROWS = 20_000


@dataclass(frozen=True, slots=True)
class _SheetColumn:
    """A column of a group of counters."""

    title: str
    name: str
    """Name of its field; empty if it has none."""
    is_back: bool
    is_both: bool
    """True if it changes the back as it does the front."""
    part: str | None = None
    """Id of the template that it adds; empty if each row names its own. None for other columns."""
    has_rectangle: bool = False
    """True if the rectangle of the template is drawn, too."""
    default: str = ""


@dataclass(slots=True)
class _SheetGroup:
    """Rows with the same titles."""

    line: int
    columns: list[_SheetColumn]
    rows: list[tuple[int, list[str]]] = field(default_factory=list)

    @property
    def name(self) -> str:
        return next((column.part for column in self.columns if column.part), "") or "counters"


def is_countersheet(path: Path, ids: Collection[str]) -> bool:
    """Return True for a table whose first titles name templates of a drawing with these ids."""
    if path.suffix.lower() != ".csv":
        return False
    rows = (row for _, row in _read_rows(path) if any(row))
    head = next(rows, [])
    first = head[0].removesuffix(">") if head else ""
    parts = [cell[1:].removesuffix(">") for cell in head[1:] if cell[:1] in ("@", "+")]
    return bool(first in ids or (parts and not first and all(not part or part in ids for part in parts)))


def read_countersheet(path: Path, table: Path) -> list[Draft]:
    """Return a deck for each group of rows; raises DataError."""
    groups = list(_list_groups(table))
    if not groups:
        raise unreadable(name_file(table), "has no counters")
    taken: dict[str, Any] = {}
    drafts: list[Draft] = []
    for group in groups[:_MOST_GROUPS]:
        stem = derive_id(table.name.split(".")[0])
        part = make_name(group.name)
        name = stem if len(groups) == 1 else f"{stem}_{part}" if not stem.endswith(part) else stem
        name = find_free_name(name, taken)
        taken[name] = group
        draft = Draft(name, name_file(path))
        if not drafts:
            draft.notice = (
                f"{draft.file}: the cards are the rows of {table.name}; each group of rows is a deck"
            )
        drafts.append(_GroupReader(path, table, draft, group).read())
    return drafts


def _read_rows(path: Path) -> list[tuple[int, list[str]]]:
    """Return the rows with their lines; commas or semicolons are between the cells."""
    text, _ = decode_table(read_bytes(path, MOST_TEXT_BYTES), file=name_file(path))
    first = text.lstrip("\n").split("\n", 1)[0]
    reader = csv.reader(io.StringIO(text), delimiter=";" if first.count(";") > first.count(",") else ",")
    rows = []
    try:
        before = 0
        for row in reader:
            rows.append((before + 1, [cell.strip() for cell in row]))
            before = reader.line_num
            if len(rows) > _MOST_ROWS:
                break
    except csv.Error as error:
        raise unreadable(name_file(path), f"is not CSV: {error}", line=reader.line_num) from None
    return rows


def _list_groups(path: Path) -> Iterator[_SheetGroup]:
    group: _SheetGroup | None = None
    for line, row in _read_rows(path):
        is_new = group is None or not (row and (not row[0] or row[0] in _BREAKS or _COPIES.fullmatch(row[0])))
        if not any(row):
            if group is not None and group.rows:
                yield group
            group = None
        elif is_new:
            if group is not None and group.rows:
                yield group
            group = _SheetGroup(line, list(_read_head(row)))
        elif group is not None:
            group.rows.append((line, row))
    if group is not None and group.rows:
        yield group


def _read_head(row: Sequence[str]) -> Iterator[_SheetColumn]:
    """Yield the columns of a row of titles."""
    taken: dict[str, Any] = {"count": 0}
    is_back = False
    for place, cell in enumerate(row):
        is_both = cell.endswith(">")
        title = cell.removesuffix(">").strip()
        if title == _BACK and place:
            name = "" if is_back else "back_side"
            is_back = taken["back_side"] = True
            yield _SheetColumn(title, name, True, False)
            continue
        title, _, default = title.partition("=") if not title.endswith("]") else (title, "", "")
        name = make_name(re.sub(r"[\[\]:?@+]", " ", title))
        name = (name if name[:1].isalpha() else f"column_{place + 1}") if title else ""
        name = find_free_name(f"back_{name}" if is_back and name else name, taken) if name else ""
        taken[name] = True
        if place == 0:
            yield _SheetColumn(title, "", False, is_both, title or None, True)
        elif title[:1] in ("@", "+"):
            yield _SheetColumn(title, name, is_back, is_both, title[1:], title[0] == "+", default)
        elif cell == ">":
            yield _SheetColumn(title, "", is_back, True)
        else:
            yield _SheetColumn(title, name, is_back, is_both, default=default)


class _GroupReader:
    """Makes a deck of one group of rows."""

    def __init__(self, path: Path, table: Path, draft: Draft, group: _SheetGroup) -> None:
        self._path, self._draft, self._group = path, draft, group
        self._table = name_file(table)
        self._fonts = TemplateFonts(path.parent, find_shelf())
        root, _ = parse_svg(read_bytes(path, MOST_SVG_BYTES), name_file(path), is_template=True)
        self._swatches = {id: one for one in root.iter() if (id := one.get("id"))}
        self._cells = self._read_cells()
        self._size: tuple[float, float] = (0.0, 0.0)

    def read(self) -> Draft:
        """Return the deck."""
        draft, group = self._draft, self._group
        front, back = (self._read_side(is_back=is_back) for is_back in (False, True))
        if not front:
            raise unreadable(name_file(self._path), "draws none of the counters of the table", line=1)
        width, height = (format_number(side) for side in self._size)
        table = f"{draft.name}.csv"
        if any(column.name == "back_side" for column in group.columns):
            for element in back:
                element.add_conditions("back_side")
        allow_overlaps(front)
        allow_overlaps(back)
        styles = name_styles([*front, *back])
        draft.texts[table] = format_csv(self._cells)
        draft.cells = self._cells
        draft.head = {"size": f"{width} mm x {height} mm", "unit": "mm", "safe": 0, "cards": table}
        unused = [
            name
            for name in self._cells
            if name not in ("count", "id") and not _is_used(name, [*front, *back])
        ]
        draft.head |= {"ignore": unused} if unused else {}
        for column in group.columns:
            if column.name in unused and column.part is None:
                reason = "no text, picture, or part of the template has this name"
                draft.leave_out(group.line, column.title, reason, self._table)
        draft.head |= {"styles": styles} if styles else {}
        draft.template = {"front": front, "back": back} if back else front
        return draft

    # ------------------------------------------------------------------ cells

    def _read_cells(self) -> Mapping[str, list[str]]:
        """Return the rows as columns of a table of ours."""
        draft, group = self._draft, self._group
        names = [column.name for column in group.columns if column.name]
        cells: dict[str, list[str]] = {"count": [], **{name: [] for name in names}}
        for line, row in group.rows:
            draft.count(line, self._table)
            if row[0] in _BREAKS:
                draft.change(line, row[0], "the places on the sheets are chosen by petri make", self._table)
                continue
            copies = _COPIES.fullmatch(row[0])
            if copies and copies[2]:
                draft.change(line, row[0], "counters that fill a row or a sheet are not added", self._table)
            cells["count"].append(str(min(int(copies[1]), 9999)) if copies else "1")
            for place, column in enumerate(group.columns):
                if column.name:
                    value = row[place] if place < len(row) else ""
                    cells[column.name].append(self._read_cell(column, value, line))
        return cells

    def _read_cell(self, column: _SheetColumn, value: str, line: int) -> str:
        if column.title == _BACK:
            return "yes" if value == _BACK or value.lower() in ("y", "yes", "x") else "no"
        if column.part is not None:
            return value or column.part
        text = value or column.default
        if text.startswith("<<"):
            text = self._read_file(text[2:], line)
        if column.title.endswith("]"):
            return self._find_paint(text, column.title, line)
        if column.title.endswith("?"):
            return text
        if _INLINE.search(text):
            self._draft.change(line, column.title, "pictures within a text are not taken over", self._table)
            text = _INLINE.sub("", text)
        return _translate_marks(text.replace("\\n", "\n"))

    def _find_paint(self, text: str, title: str, line: int) -> str:
        """Return the value of an attribute, which may be that of another element, or a swatch."""
        name = title.rpartition("[")[2].removesuffix("]").removeprefix("style:")
        element = self._swatches.get(text.removeprefix("<"))
        if element is None:
            return text
        stops = [one for one in element.iter("stop") if one.get("stop-color")]
        found = stops[0].get("stop-color") if stops else element.get(name)
        if not found:
            self._draft.leave_out(line, text, "is not a colour; the part stays as it is", self._table)
        return found or ""

    def _read_file(self, name: str, line: int) -> str:
        found = find_beside(self._path.parent, name)
        try:
            text = decode_table(read_bytes(found, MOST_TEXT_BYTES), file=name)[0] if found else None
        except DataError:
            text = None
        if text is None:
            self._draft.leave_out(line, name, "there is no such file, or it is not a text", self._table)
            return ""
        return text.strip("\n")

    # ------------------------------------------------------------------ sides

    def _list_columns(self, *, is_back: bool) -> Iterator[_SheetColumn]:
        """Yield the columns that change a side."""
        for column in self._group.columns:
            if column.is_back == is_back or (is_back and column.is_both):
                yield column

    def _read_side(self, *, is_back: bool) -> list[DraftElement]:
        columns = [*self._list_columns(is_back=is_back)]
        titles = {column.name: column.title for column in columns if column.name and column.part is None}
        titles.pop("back_side", None)
        fields = TemplateFields(titles, is_open=False)
        file = TemplateFile(self._path, self._draft, fields)
        names = TemplateNames(fields, read_part_columns(titles), self._cells)
        drawn: list[DraftElement] = []
        for column in columns:
            if column.part is None:
                continue
            wanted = self._cells[column.name] if column.name else [column.part]
            for id in dict.fromkeys(filter(None, wanted)):
                found = self._read_part(id, column, file, names, suffix="_back" if is_back else "")
                if len({*wanted}) > 1:
                    for element in found:
                        element.add_conditions(f"{column.name} == '{id}'")
                drawn += found
        return drawn

    def _name_files(self, id: str) -> str:
        name, part = self._draft.name, make_name(id)
        return name if part in name.split("_", 1)[-1] else f"{name}_{part}"

    def _read_part(
        self, id: str, column: _SheetColumn, file: TemplateFile, names: TemplateNames, *, suffix: str
    ) -> list[DraftElement]:
        """Return what one template of the drawing draws: the group around its rectangle."""
        stem = self._name_files(id) + suffix
        drawing = TemplateDrawing(file, self._draft, names, self._fonts, stem=stem)
        found = drawing.read_part(id, has_rectangle=column.has_rectangle)
        if found is None:
            reason = "the drawing has no rectangle with this id in a group"
            self._draft.leave_out(self._group.line, id, reason, self._table)
            return []
        self._size = max(self._size[0], drawing.width), max(self._size[1], drawing.height)
        return found


def _translate_marks(text: str) -> str:
    """Return a text with our marks for `*bold*` and `/italics/`; stars that are no marks are printed."""
    marked = _ITALIC.sub("\1\\1\1", _BOLD.sub("\2\\1\2", text))
    opened: list[str] = []
    for sign in re.findall("[\1\2]", marked):
        if opened and opened[-1] == sign:
            opened.pop()
        elif sign in opened:
            return escape_marks(text)
        else:
            opened.append(sign)
    return escape_marks(marked).replace("\2", "**").replace("\1", "*")


def _is_used(name: str, elements: Sequence[DraftElement]) -> bool:
    return any(re.search(rf"\b{name}\b", str({**one.keys, **one.style})) for one in elements)

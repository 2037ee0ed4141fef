"""Drawings as a deck: the table of their cards, and a template for each drawing.

Tables of the Countersheets extension of Inkscape have groups of rows, whose titles name parts of a drawing.
"""

import csv
import io
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.errors import DataError, list_briefly
from generator.imports.draft import (
    Columns,
    Draft,
    DraftElement,
    allow_overlaps,
    clean_path,
    escape_marks,
    find_beside,
    find_free_name,
    format_csv,
    format_number,
    name_styles,
    turn_rows,
)
from generator.imports.material import TemplateFonts
from generator.imports.svg.columns import TemplateFields, read_part_columns
from generator.imports.svg.drawing import TemplateDrawing, TemplateNames
from generator.imports.svg.template_file import TemplateFile, read_svg_ids
from generator.read.declared.tables import read_table
from generator.read.files.text_files import (
    MOST_TEXT_BYTES,
    decode_table,
    derive_id,
    is_inside,
    make_name,
    name_file,
    read_bytes,
    unreadable,
)
from generator.read.pictures.svg_tree import MOST_SVG_BYTES, parse_svg

TABLES = (".csv", ".tsv", ".xlsx", ".xlsm", ".xls", ".ods")
_DRAWINGS = (".svg", ".svgz")
_MOST_FILES = 400
"""Maximum number of files of a folder that are searched for tables and drawings."""
_COUNTS = (
    "copies",
    "qty",
    "quantity",
    "amount",
    "anzahl",
    "kopien",
    "cantidad",
    "nombre",
    "copie",
    "copias",
    "antal",
)
_IDS = ("id", "name", "title", "card_name")
_LAYERS = "layers"
_PAIRS = (
    ("_front", "_back"),
    ("-front", "-back"),
    (" front", " back"),
    ("front", "back"),
    ("", "_back"),
    ("", "-back"),
)
"""Ends of the names of drawings that are the two sides of a card."""


@dataclass(frozen=True, slots=True)
class TemplateTable:
    """The table of the cards."""

    path: Path | None
    why: str = ""
    """Reason for the choice of it."""
    titles: Mapping[str, str] = field(default_factory=dict)
    cells: Columns = field(default_factory=dict)
    kinds: str = ""
    """Field with the names of drawings; empty if there is none."""
    back_kinds: str = ""


def read_svg_template(path: Path, table: Path | None = None) -> list[Draft]:
    """Return the decks of a drawing, with all others that its table names; raises DataError."""
    beside = _list_beside(path.parent)
    if sheet := _find_countersheet(path, table, beside):
        return _read_countersheet(path, sheet)
    found = _choose_table(path, table, beside)
    drawings = _list_drawings(path, found, beside)
    pair = () if found.kinds else _find_pair(path, beside)
    name = derive_id(
        (found.path if len(drawings) > 1 and found.path else pair[0] if pair else path).name.split(".")[0]
    )
    if pair:
        name = derive_id(re.sub(r"(?i)[-_ ]*front$", "", name) or path.resolve().parent.name)
    draft = Draft(name, name_file(path))
    return _DeckReader(draft, found, path.parent).read(drawings, pair)


def read_template_table(path: Path) -> list[Draft]:
    """Return the decks of a table that names its drawings; raises DataError."""
    beside = _list_beside(path.parent)
    found = _read(path, "the file itself")
    named = _find_kinds(found, [one for one in beside if one.suffix.lower() in _DRAWINGS])
    if not named:
        hint = f"name it in a deck: `cards: {path.name}`; `petri new` makes a deck to start from"
        raise unreadable(name_file(path), "is a table without a design, and no column names drawings", hint)
    first = next(one for one in beside if one.suffix.lower() in _DRAWINGS and _fold(one) in named[1])
    return read_svg_template(first, path)


# ---------------------------------------------------------------------- files


def _find_countersheet(path: Path, given: Path | None, beside: Sequence[Path]) -> Path | None:
    """Return the table of Countersheets for a drawing: the given one, of the same name, or the only one."""
    tables = [given] if given else [one for one in beside if one.suffix.lower() == ".csv"]
    same = [one for one in tables if _fold(one) == _fold(path)] or tables
    ids = read_svg_ids(path)
    found = [one for one in same if _is_countersheet(one, ids)]
    if len(found) > 1:
        names = list_briefly(one.name for one in found)
        raise unreadable(
            name_file(path), f"there are several tables for it: {names}", "choose one with --table"
        )
    return found[0] if found else None


def _list_beside(folder: Path) -> list[Path]:
    files = sorted(path for path in folder.iterdir() if path.suffix.lower() in (*TABLES, *_DRAWINGS))
    return [path for path in files[:_MOST_FILES] if path.is_file() and is_inside(path, folder)]


def _fold(path: Path) -> str:
    return path.name.rsplit(".", 1)[0].lower()


def _read(path: Path, why: str) -> TemplateTable:
    source = read_table(path)
    return TemplateTable(path, why, source.titles, turn_rows(source.data))


def _find_kinds(table: TemplateTable, drawings: Sequence[Path]) -> tuple[str, set[str]] | None:
    """Return the first column whose cells are names of drawings, and these names."""
    known = {_fold(one) for one in drawings}
    for name, cells in table.cells.items():
        named = {re.sub(r"\.svgz?$", "", cell.strip().lower()) for cell in cells if cell.strip()}
        if named and named <= known:
            return name, named
    return None


def _choose_table(path: Path, given: Path | None, beside: Sequence[Path]) -> TemplateTable:
    """Return the table: the given one, that of the same name, one that names the drawing, or the only one."""
    drawings = [one for one in beside if one.suffix.lower() in _DRAWINGS]
    tables = [one for one in beside if one.suffix.lower() in TABLES]
    if given:
        found = _read(given, "--table")
    elif same := [one for one in tables if _fold(one) == _fold(path)]:
        found = _read(same[0], "it has the name of the drawing")
    else:
        found = _choose_among(path, tables, drawings)
    kinds = _find_kinds(found, drawings) if found.path else None
    if not kinds or _fold(path) not in kinds[1]:
        return found
    others = {name: cells for name, cells in found.cells.items() if name != kinds[0]}
    back = _find_kinds(TemplateTable(None, "", {}, others), drawings)
    is_back = back is not None and "back" in back[0]
    return TemplateTable(
        found.path, found.why, found.titles, found.cells, kinds[0], back[0] if back and is_back else ""
    )


def _choose_among(path: Path, tables: Sequence[Path], drawings: Sequence[Path]) -> TemplateTable:
    read: list[TemplateTable] = []
    for one in tables:
        try:
            read.append(_read(one, "the only table beside it"))
        except DataError:
            if len(tables) == 1:
                raise
    for known in read:
        kinds = _find_kinds(known, drawings)
        if kinds and _fold(path) in kinds[1]:
            return TemplateTable(
                known.path,
                f"its column {known.titles[kinds[0]]} names the drawing",
                known.titles,
                known.cells,
            )
    if len(read) < 2:
        return read[0] if read else TemplateTable(None)
    scores = [(_count_placeholders(path, one), number) for number, one in enumerate(read)]
    best = max(scores)[0]
    winners = [number for score, number in scores if score == best]
    if best and len(winners) == 1:
        chosen = read[winners[0]]
        why = "it has the most columns that the drawing names"
        return TemplateTable(chosen.path, why, chosen.titles, chosen.cells)
    names = list_briefly(known.path.name for known in read if known.path)
    raise unreadable(
        name_file(path), f"there are several tables beside it: {names}", "choose one with --table"
    )


def _count_placeholders(path: Path, table: TemplateTable) -> int:
    """Return how many columns of a table a drawing names."""
    text = (
        read_bytes(path, MOST_SVG_BYTES).decode(errors="replace").lower()
        if path.suffix.lower() == ".svg"
        else ""
    )
    return sum(
        1
        for title in table.titles.values()
        if title and re.search(rf"[{{\[%$«\"#_>]\s*{re.escape(title.lower())}\s*[}}\]%»\"<\s]", text)
    )


def _list_drawings(path: Path, table: TemplateTable, beside: Sequence[Path]) -> list[Path]:
    """Return the drawings that the table names in the order of their cards, or the given one."""
    if not table.kinds:
        return [path]
    files = {_fold(one): one for one in reversed(beside) if one.suffix.lower() in _DRAWINGS}
    names = [*table.cells[table.kinds], *(table.cells[table.back_kinds] if table.back_kinds else ())]
    folded = dict.fromkeys(re.sub(r"\.svgz?$", "", name.strip().lower()) for name in names if name.strip())
    return [files[name] for name in folded if name in files]


def _find_pair(path: Path, beside: Sequence[Path]) -> Sequence[Path]:
    """Return the drawings of the two sides, if this is one of them."""
    files = {_fold(one): one for one in beside if one.suffix.lower() in _DRAWINGS}
    stem = _fold(path)
    for front, back in _PAIRS:
        if stem.endswith(back) and (other := files.get(stem.removesuffix(back) + front)):
            return (other, path)
        if stem.endswith(front) and (other := files.get(stem.removesuffix(front) + back)) and other != path:
            return (path, other)
    return ()


# ---------------------------------------------------------------------- decks


class _DeckReader:
    """Reads the drawings of one deck."""

    def __init__(self, draft: Draft, table: TemplateTable, folder: Path) -> None:
        self._draft, self._table = draft, table
        self._fonts = TemplateFonts(folder)
        self._fields = TemplateFields(table.titles, is_open=table.path is None)

    def read(self, drawings: Sequence[Path], pair: Sequence[Path]) -> list[Draft]:
        read = [self._read_drawing(path) for path in (pair or drawings)]
        if not any(one.elements for one in read):
            raise unreadable(self._draft.file, "draws nothing that is seen", "show its layers")
        sizes = {(one.size, path.name) for one, path in zip(read, pair or drawings, strict=True)}
        draft, first = self._draft, read[0]
        draft.head = {"size": first.size, "unit": "mm", "safe": 0}
        for size, name in sorted(sizes):
            if size != first.size:
                draft.change(1, name, f"is {size}, and is drawn on cards of {first.size}", name)
        is_kinds = bool(self._table.kinds)
        elements = [element for one in read for element in one.elements]
        for one in read:
            allow_overlaps(one.elements)
        styles = name_styles([*elements])
        draft.head["cards"] = self._make_cards(is_kinds)
        if is_kinds:
            draft.head |= {"front": read[0].id}
        ignored = self._list_ignored()
        draft.head |= {"ignore": ignored} if ignored else {}
        draft.head |= {"styles": styles} if styles else {}
        if is_kinds:
            draft.templates = {one.id: one.elements for one in read}
        elif pair:
            draft.template = {"front": read[0].elements, "back": read[1].elements}
        else:
            draft.template = read[0].elements
        draft.cells = self._table.cells
        for placeholder in self._fields.unknown:
            draft.leave_out(1, placeholder, "there is no column for it, and it is printed as it is")
        if self._table.path:
            draft.notice = (
                f"{draft.file}: the cards are the rows of {self._table.path.name} ({self._table.why})"
            )
        return [draft]

    def _read_drawing(self, path: Path) -> "_ReadDrawing":
        names = TemplateNames(
            self._fields, read_part_columns(self._table.titles), self._table.cells, self._list_layers()
        )
        file = TemplateFile(path, self._draft, self._fields)
        drawing = TemplateDrawing(file, self._draft, names, self._fonts)
        elements = drawing.read()
        size = f"{format_number(drawing.width)} mm x {format_number(drawing.height)} mm"
        return _ReadDrawing(derive_id(path.name.split(".")[0], "card"), size, elements)

    def _list_layers(self) -> Mapping[str, str]:
        """Return conditions of layers that cells such as `+Bonus,-Frame` show and hide."""
        cells = self._table.cells.get(_LAYERS, ())
        found: dict[str, str] = {}
        for cell in cells:
            for word in filter(None, (one.strip() for one in cell.split(","))):
                if word[0] == "+":
                    found[word[1:]] = f"'{word}' in split({_LAYERS}, ',')"
                elif word[0] == "-":
                    found.setdefault(word[1:], f"'{word}' not in split({_LAYERS}, ',')")
        if found:
            self._fields.used.setdefault(_LAYERS, self._table.titles[_LAYERS])
        return found

    def _make_cards(self, is_kinds: bool) -> Any:
        table, draft = self._table, self._draft
        if table.path is None:
            return self._write_new_table()
        file = clean_path(table.path.name)
        draft.copies[file] = table.path
        keys: dict[str, Any] = {"file": file}
        count = next((name for name in table.titles if name in _COUNTS), "")
        keys |= {"count": table.titles[count]} if count and "count" not in table.titles else {}
        if is_kinds:
            rename = {table.titles[table.kinds]: "front"} if table.kinds != "front" else {}
            if table.back_kinds and table.back_kinds != "back":
                rename[table.titles[table.back_kinds]] = "back"
            keys |= {"rename": rename} if rename else {}
            keys |= self._list_replaced_kinds()
        return keys if len(keys) > 1 else file

    def _list_replaced_kinds(self) -> dict[str, Any]:
        """Return the names of drawings in cells that are no ids, with the ids of their templates."""
        cells = {cell.strip() for cell in self._table.cells[self._table.kinds] if cell.strip()}
        changed = {cell: derive_id(re.sub(r"\.svgz?$", "", cell), "card") for cell in sorted(cells)}
        changed = {cell: id for cell, id in changed.items() if cell != id}
        return {"replace": changed} if changed else {}

    def _write_new_table(self) -> Any:
        used = self._fields.used
        if not used:
            return [{"id": "card"}]
        file = f"{self._draft.name}.csv"
        self._draft.texts[file] = format_csv({title: [title] for title in used.values()})
        self._draft.change(
            1, "table", f"there is none; {file} has the columns that the drawing names, and one row"
        )
        return file

    def _list_ignored(self) -> list[str]:
        """Return columns that the drawings do not show."""
        table = self._table
        shown = {*self._fields.used, table.kinds, table.back_kinds, "count", "id", "front", "back"}
        shown |= {name for name in table.titles if name in _COUNTS}
        shown |= {next((name for name in _IDS if name in table.titles), "")}
        return [name for name, title in table.titles.items() if name not in shown and title]


@dataclass(frozen=True, slots=True)
class _ReadDrawing:
    """A drawing as a template."""

    id: str
    size: str
    elements: list[DraftElement]


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


def _is_countersheet(path: Path, ids: Collection[str]) -> bool:
    """Return True for a table whose first titles name templates of a drawing with these ids."""
    if path.suffix.lower() != ".csv":
        return False
    rows = (row for _, row in _read_rows(path) if any(row))
    head = next(rows, [])
    first = head[0].removesuffix(">") if head else ""
    parts = [cell[1:].removesuffix(">") for cell in head[1:] if cell[:1] in ("@", "+")]
    return bool(first in ids or (parts and not first and all(not part or part in ids for part in parts)))


def _read_countersheet(path: Path, table: Path) -> list[Draft]:
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
        self._fonts = TemplateFonts(path.parent)
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

"""Drawings as a deck: the table of their cards, and a template for each drawing."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.errors import DataError, list_briefly
from generator.imports.columns import Columns, format_csv, turn_rows
from generator.imports.draft import Draft, DraftElement, clean_path, format_number
from generator.imports.svg.countersheets import is_countersheet, read_countersheet
from generator.imports.svg.drawing import TemplateDrawing, TemplateNames
from generator.imports.svg.fonts import TemplateFonts
from generator.imports.svg.placeholders import TemplateFields, read_part_columns
from generator.imports.svg.template_file import TemplateFile, read_svg_ids
from generator.imports.tidying import allow_overlaps, name_styles
from generator.read.declared.tables import read_table
from generator.read.files.shelf import find_shelf
from generator.read.files.text_files import derive_id, is_inside, name_file, read_bytes, unreadable
from generator.read.pictures.svg_tree import MOST_SVG_BYTES

TABLES = (".csv", ".tsv", ".xlsx", ".xlsm", ".xls", ".ods")
DRAWINGS = (".svg", ".svgz")
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
        return read_countersheet(path, sheet)
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
    named = _find_kinds(found, [one for one in beside if one.suffix.lower() in DRAWINGS])
    if not named:
        hint = f"name it in a deck: `cards: {path.name}`; `petri new` makes a deck to start from"
        raise unreadable(name_file(path), "is a table without a design, and no column names drawings", hint)
    first = next(one for one in beside if one.suffix.lower() in DRAWINGS and _fold(one) in named[1])
    return read_svg_template(first, path)


# ---------------------------------------------------------------------- files


def _find_countersheet(path: Path, given: Path | None, beside: Sequence[Path]) -> Path | None:
    """Return the table of Countersheets for a drawing: the given one, of the same name, or the only one."""
    tables = [given] if given else [one for one in beside if one.suffix.lower() == ".csv"]
    same = [one for one in tables if _fold(one) == _fold(path)] or tables
    ids = read_svg_ids(path)
    found = [one for one in same if is_countersheet(one, ids)]
    if len(found) > 1:
        names = list_briefly(one.name for one in found)
        raise unreadable(
            name_file(path), f"there are several tables for it: {names}", "choose one with --table"
        )
    return found[0] if found else None


def _list_beside(folder: Path) -> list[Path]:
    files = sorted(path for path in folder.iterdir() if path.suffix.lower() in (*TABLES, *DRAWINGS))
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
    drawings = [one for one in beside if one.suffix.lower() in DRAWINGS]
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
    files = {_fold(one): one for one in reversed(beside) if one.suffix.lower() in DRAWINGS}
    names = [*table.cells[table.kinds], *(table.cells[table.back_kinds] if table.back_kinds else ())]
    folded = dict.fromkeys(re.sub(r"\.svgz?$", "", name.strip().lower()) for name in names if name.strip())
    return [files[name] for name in folded if name in files]


def _find_pair(path: Path, beside: Sequence[Path]) -> Sequence[Path]:
    """Return the drawings of the two sides, if this is one of them."""
    files = {_fold(one): one for one in beside if one.suffix.lower() in DRAWINGS}
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
        self._fonts = TemplateFonts(folder, find_shelf())
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

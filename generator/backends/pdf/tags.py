"""The structure of a tagged PDF: headings, paragraphs, lists, tables, and figures with their texts.

Screen readers, and programs that copy text, follow it (PDF 1.7, sections 14.7 and 14.8).
"""

import codecs
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from generator.backends.pdf.container import Container
from generator.scene.shapes import GlyphRun, Group, Shape, Use, find_words, move_point, walk

_HEADINGS = ("h1", "h2", "h3")
_TYPES = {
    "p": "P",
    "more": "P",
    "li": "LI",
    "lbl": "Lbl",
    "toci": "TOCI",
    "tr": "TR",
    "th": "TH",
    "td": "TD",
    "figure": "Figure",
}
_FIRST_FIELD = 1_000_000
"""Numbers of fields are above those of pages, which are not known before the last one."""
_ESCAPES = str.maketrans({sign: f"\\{sign}" for sign in "()\\"})
_LATIN = re.compile("(?!þÿ|ÿþ|ï»¿)[ -~¡-¬®-ÿ]*")
"""Texts whose letters are written as one byte each, and that do not begin like one in UTF-16 or UTF-8."""
_CELLS = ("TH", "TD")
_AROUND = {"li": "L", "toci": "TOC", "tr": "Table"}
"""Types of elements around adjacent groups with these tags, whose contents have tags of their own."""


@dataclass(slots=True, eq=False)
class _StructureElement:
    """A structure element that is being filled; it refers to others by links, such as `12 0 R`."""

    type: str
    link: str
    above: str
    """Link to the element around it."""
    page: str = ""
    """Link to the page with its content; empty if there are only elements in it."""
    words: str = ""
    """Alternative text, if it shows no text."""
    language: str = ""
    scope: str = ""
    """Scope of a header cell: `Column` if it is above its cells, `Row` if it is beside them."""
    cells: "list[_StructureElement]" = field(default_factory=list)
    """The cells of a row; of a table, cells alone in their rows, as long as its columns are not known."""
    columns: int = 0
    """Number of columns of a table, or of those that a cell spans; 0: not known, or one."""
    kids: list[str] = field(default_factory=list)
    """Links to elements, and numbers of content on the page, in reading order."""
    last: "_StructureElement | None" = None
    """The list or table that the next group may continue."""


class Structure:
    """The structure of a document, which is written while its pages are drawn."""

    def __init__(self, container: Container) -> None:
        self._container = container
        self._link = container.reserve_link()
        self._around = [_StructureElement("Document", container.reserve_link(), self._link)]
        """Elements that are open until the last page: the document, its lists, contents, and tables."""
        self._open = [self._around[0]]
        """The element that is being filled, after those around it."""
        self._marked: list[_StructureElement] = []
        """Elements of the content of this page, by its numbers."""
        self._page = ""
        self._pages: list[str] = []
        self._fields: list[str] = []
        self._level = 0
        self._text: _StructureElement | None = None
        """The last paragraph, or text of an item, which may continue in the next column."""
        self._held: _StructureElement | None = None
        """The same, of an earlier page: it is not written yet."""

    @property
    def has_elements(self) -> bool:
        """True if there is something to read."""
        return bool(self._around[0].kids)

    def begin_page(self) -> str:
        """Begin a page, and return the link to it."""
        self._page = self._container.reserve_link()
        return self._page

    def end_page(self) -> None:
        """Write the elements of the page."""
        waiting = dict.fromkeys((*filter(None, (self._held,)), *self._marked))
        for element in waiting:
            if element is not self._text:
                self._write(element)
        self._held = self._text if self._text in waiting else None
        self._pages.append(f"{len(self._pages)}[{' '.join(element.link for element in self._marked)}]")
        self._marked.clear()

    def begin(self, group: Group) -> bool:
        """Begin an element whose contents have tags; return False if the group is not one."""
        if group.tag not in _AROUND:
            return False
        above, around = self._open[-1], _AROUND[group.tag]
        if above.last is None or above.last.type != around:
            above.last = self._add(above, around)
            self._around.append(above.last)
        self._open.append(self._add(above.last, _TYPES[group.tag]))
        self._around.append(self._open[-1])
        return True

    def end(self) -> None:
        """End the element that was begun last; a cell that is alone in its row spans all columns."""
        row, table = self._open.pop(), self._open[-1].last
        if row.type == "TR" and table:
            table.columns = max(table.columns, len(row.cells))
            table.cells += row.cells if len(row.cells) == 1 else ()
            if table.columns > 1:
                for cell in table.cells:
                    cell.columns = table.columns
                table.cells.clear()

    def mark(self, group: Group, *, copies: int = 1) -> str:
        """Add an element with the content of a group, and return the operator before it.

        A figure without words is decoration; one that is there several times says how many times.
        """
        if group.tag == "more" and (mark := self._continue(group)):
            return mark
        type, above = self._find_type(group), self._open[-1]
        is_figure = type == "Figure"
        words = _describe_figure(group) if is_figure else group.title or _order_text(group.shapes)
        if is_figure and not words:
            return "/Artifact BMC"
        words = f"{copies} × {words}" if copies > 1 else words
        above.last = None
        scope = self._find_scope(above) if (type, above.type) == ("TH", "TR") else ""
        element = self._add(above, type, page=self._page, words=words, scope=scope)
        if above.type == "TR":
            above.cells.append(element)
        self._text = element if type in ("P", "LBody") else None
        return self._mark(element)

    def _continue(self, group: Group) -> str:
        """Add a text to the one before it, and return the operator; empty if there is none."""
        text, words = self._text, _order_text(group.shapes)
        if not text or bool(text.words) != bool(words):
            return ""
        text.words = f"{text.words} {words}".strip()
        return self._mark(text)

    def mark_within(self, *, words: str = "", language: str = "") -> tuple[str, str]:
        """Add an element within that which was marked last; return the operators before and after it."""
        around = self._marked[-1]
        element = self._add(around, "Span", page=self._page, words=words, language=language)
        return f"EMC {self._mark(element)}", f"EMC {self._mark(around)}"

    def add_field(self, widget: str, label: str) -> int:
        """Add a field of the page with its annotation, and return the number by which that refers to it."""
        return self._add_annotation("Form", widget, label)

    def add_link(self, area: str, words: str) -> int:
        """Add a link of the page with its area, and return the number by which that refers to it."""
        return self._add_annotation("Link", area, words)

    def _add_annotation(self, type: str, annotation: str, words: str) -> int:
        above = self._open[-1]
        above.last = None
        element = self._add(above, type, page=self._page, words=words)
        element.kids.append(f"<</Type/OBJR/Obj {annotation}/Pg {self._page}>>")
        self._write(element)
        number = _FIRST_FIELD + len(self._fields)
        self._fields.append(f"{number} {element.link}")
        return number

    def finish(self) -> str:
        """Write what is common to all pages, and return the link to it."""
        for element in filter(None, (*self._around, self._held)):
            self._write(element)
        pages = f"<</Nums[{' '.join((*self._pages, *self._fields))}]>>"
        entries = f"/Type/StructTreeRoot/K {self._around[0].link}/ParentTree{pages}"
        self._container.fill_link(self._link, entries)
        return self._link

    def _add(self, above: _StructureElement, type: str, **values: Any) -> _StructureElement:
        element = _StructureElement(type, self._container.reserve_link(), above.link, **values)
        above.kids.append(element.link)
        return element

    def _mark(self, element: _StructureElement) -> str:
        number = len(self._marked)
        is_here = element.page == self._page
        element.kids.append(str(number) if is_here else f"<</Type/MCR/Pg {self._page}/MCID {number}>>")
        self._marked.append(element)
        return f"/{element.type} <</MCID {number}>> BDC"

    def _find_type(self, group: Group) -> str:
        if group.tag in _HEADINGS:
            # No level may be left out.
            self._level = min(_HEADINGS.index(group.tag), self._level) + 1
            return f"H{self._level}"
        return "LBody" if (group.tag, self._open[-1].type) == ("p", "LI") else _TYPES[group.tag]

    def _find_scope(self, row: _StructureElement) -> str:
        """Return what the head of a table is for: one in the first row is above its column."""
        table = self._open[-2].last
        return "Column" if table and table.kids == [row.link] else "Row"

    def _write(self, element: _StructureElement) -> None:
        page = f"/Pg {element.page}" if element.page else ""
        shown = "Alt" if element.type in ("Figure", "Form", "Link") else "ActualText"
        words = f"/{shown}{write_string(element.words)}" if element.words else ""
        language = f"/Lang{write_string(element.language)}" if element.language else ""
        scope = f"/Scope/{element.scope}" if element.scope else ""
        scope += f"/ColSpan {element.columns}" if element.columns and element.type in _CELLS else ""
        language += f"/A<</O/Table{scope}>>" if scope else ""
        kids = " ".join(element.kids)
        kids = f" {kids}" if len(element.kids) == 1 else f"[{kids}]"
        entries = f"/S/{element.type}/P {element.above}/K{kids}{page}{words}{language}"
        self._container.fill_link(element.link, entries)


def write_string(text: str) -> str:
    """Return a text as it is written in a PDF: in Latin letters or, if it has others, in UTF-16.

    The letters of PDFDocEncoding (PDF 1.7, annex D) have the codes of Latin-1, but for a few.
    """
    if _LATIN.fullmatch(text):
        return f"({text.translate(_ESCAPES)})"
    return f"<{codecs.BOM_UTF16_BE.hex()}{text.encode('utf-16-be').hex()}>"


def join_copies(groups: Iterable[Group]) -> Iterator[Sequence[Group]]:
    """Yield adjacent figures with the same words together, and all other groups alone.

    Nobody wants to hear the name of 252 tokens 252 times.
    """
    for words, same in groupby(groups, key=_describe_figure):
        several = tuple(same)
        yield from [several] if words else ((one,) for one in several)


def _describe_figure(group: Group) -> str:
    """Return the words of a figure; empty for any other group."""
    return (group.title or find_words(group.shapes)) if group.tag == "figure" else ""


def list_tagged(shapes: Sequence[Shape]) -> frozenset[int]:
    """List the identities of groups that have tags, or that have such groups in them."""
    tagged: set[int] = set()

    def look(shape: Shape) -> bool:
        if not isinstance(shape, Group):
            return False
        is_leaf = bool(shape.tag) and shape.tag not in _AROUND
        inside = [] if is_leaf else [look(one) for one in shape.shapes]
        if has_tags := bool(shape.tag) or any(inside):
            tagged.add(id(shape))
        return has_tags

    for shape in shapes:
        look(shape)
    return frozenset(tagged)


def _order_text(shapes: Iterable[Shape]) -> str:
    """Return a text in logical order if it has letters from right to left; otherwise empty."""
    drawn = [placed.shape for placed in walk(shapes, symbols=False)]
    runs = [shape for shape in drawn if isinstance(shape, GlyphRun)]
    backwards = {run.y for run in runs if run.has_right_to_left}
    if not backwards:
        return ""
    lines: dict[float, list[str]] = {run.y: [] for run in runs}
    for shape in drawn:
        if isinstance(shape, GlyphRun | Use):
            y = _find_line(shape, lines)
            text = shape.text if isinstance(shape, GlyphRun) else shape.title
            lines[y].insert(0 if y in backwards else len(lines[y]), text)
    return " ".join(" ".join("".join(line) for line in lines.values()).split())


def _find_line(shape: GlyphRun | Use, lines: Iterable[float]) -> float:
    """Return the base line of a run, or the one that is nearest to the middle of an icon."""
    if isinstance(shape, GlyphRun):
        return shape.y
    left, top, right, bottom = shape.symbol.box
    middle = move_point(shape.transform, (left + right) / 2, (top + bottom) / 2)[1]
    return min(lines, key=lambda line: abs(line - middle))

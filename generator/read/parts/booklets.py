"""Files of pages to read or to write on -> Booklet or Sheet, with checked figures and sections."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from generator.errors import Wrong, format_count, suggest
from generator.model.elements import blocks as model
from generator.model.elements.areas import GridArea, MapArea, PlacedArea
from generator.model.elements.blocks import (
    BoardFigure,
    Figure,
    MapFigure,
    SectionFigure,
    ShapesBlock,
    find_field_problems,
    list_fields,
    walk_blocks,
)
from generator.model.elements.pages import (
    DESIGN_WIDTH,
    HEADER_FIELDS,
    HEADING_FIELDS,
    PAGE_FIELDS,
    SECTION_FIELDS,
    BandKeys,
    BookletLook,
    HeadingKeys,
    LookKeys,
    PageBand,
    PageKeys,
    PageLook,
    PanelLook,
    SectionLookKeys,
    SheetLook,
    SheetLookKeys,
)
from generator.model.elements.template import BlankElement, GridBlock, Template, TrackBlock
from generator.model.kit import Board, Booklet, Panel, Part, Section, Sheet
from generator.model.language.kinds import matching
from generator.model.played import NAME
from generator.model.values import dataclass, field, replace
from generator.read.declared.names import NO_NAMES
from generator.read.declared.reader import Findings, Gathered, list_names
from generator.read.files.yaml import Data, DataPath, MarkdownSource, Source, read_yaml
from generator.read.pieces.checks import check_alone
from generator.read.pieces.sets import read_lookup
from generator.read.templates.elements import PartKeys, name_part, to_part
from generator.read.templates.templates import TemplateBook, place_elements

A = TypeVar("A", bound=PlacedArea)
K = TypeVar("K", LookKeys, SheetLookKeys)


@dataclass(frozen=True)
class BookletFile(LookKeys, Booklet):
    """A title and blocks, in columns on as many pages as necessary."""


def read_booklet(
    path: Path, *, book: TemplateBook, look: BookletLook | None = None, source: Source | None = None
) -> Booklet:
    """Read a booklet, whose pages look as in the theme where it has no templates of its own.

    `source` is its data, if it was read before. Raises DataError with all problems.
    """
    reader = book.make_reader(Findings(source or read_yaml(path)))
    findings = reader.findings
    for yaml in source.inner if isinstance(source, MarkdownSource) else (findings.source,):
        book.names.warn_of_cut_texts(yaml)
    file = findings.require(reader.read(BookletFile, reader.data))
    own = LookReader(findings, book).read(file, look or BookletLook())
    for wrong in find_field_problems(file.blocks, book.names.numbers):
        findings.add(wrong.path, wrong.message, wrong.hint)
    _check_targets(findings, file.blocks, book.names.sentences or {})
    findings.stop_if_any()
    booklet: Booklet = to_part(file, Booklet)
    if file.rule_numbers:
        booklet = replace(booklet, blocks=_number_blocks(findings.source.data, file.blocks))
    return replace(booklet, look=own)


def list_numbered(data: Data) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield the blocks and items of a booklet that tell rules: their positions, and the rules; -1: no item.

    Items of lists have numbers of their own, and the first one tells what the whole list tells. What is
    inside other blocks has the number of the block.
    """
    blocks = data.get("blocks") if isinstance(data, dict) else None
    for number, block in enumerate(blocks if isinstance(blocks, list) else ()):
        given = block if isinstance(block, dict) else {}
        items = given.get("list") or given.get("icons")
        parts = enumerate(items) if isinstance(items, list) else [(-1, block)]
        whole = tuple(_list_told_in({"tells": given.get("tells")})) if isinstance(items, list) else ()
        for index, part in parts:
            told = (*(whole if index == 0 else ()), *_list_told_in(part))
            if told:
                yield number, index, told


def _list_told_in(data: Data) -> Iterator[str]:
    if isinstance(data, dict):
        told = data.get("tells")
        yield from (str(one) for one in (told if isinstance(told, list) else [told]) if one is not None)
    if isinstance(data, dict | list):
        inner = [value for key, value in data.items() if key != "tells"] if isinstance(data, dict) else data
        for value in inner:
            yield from _list_told_in(value)


def _number_blocks(data: Data, blocks: Sequence[model.AnyBlock]) -> tuple[model.AnyBlock, ...]:
    """Return the blocks with the numbers of the rules that they and their items tell."""
    numbered = list(blocks)
    for count, (number, index, _) in enumerate(list_numbered(data), start=1):
        block = numbered[number]
        if index < 0:
            numbered[number] = replace(block, number=count)
        elif isinstance(block, model.ListBlock | model.IconTable):
            items: list[Any] = [*block.draw]
            items[index] = replace(items[index], number=count)
            draw: Any = tuple(items)
            numbered[number] = replace(block, draw=draw)
    return tuple(numbered)


_LINK = re.compile(r"\{to ([a-z][a-z0-9_]*)\|")


def _check_targets(findings: Findings, blocks: Sequence[model.AnyBlock], texts: Mapping[str, str]) -> None:
    """Add a problem for each link to a block that the booklet does not have."""
    known = [block.id for block in blocks if block.id]
    for number, block in enumerate(blocks):
        for inner in walk_blocks((block,)):
            for _, text, _ in list_names(inner):
                for name in _LINK.findall(texts.get(text, text)) if "{to " in texts.get(text, text) else ():
                    findings.check_name(("blocks", number), name, known, "id of a block")


@dataclass(frozen=True)
class LookFiles:
    """The files of a game with templates of pages: those of its theme, and kit.yaml."""

    book: TemplateBook
    kit: Findings
    gathered: Gathered
    booklets: Mapping[Path, Source] = field(default_factory=dict)
    """Booklets in Markdown, by their files."""

    @cached_property
    def booklet(self) -> BookletLook:
        """The templates of booklets."""
        look = BookletLook(heading=self.heading)
        for reader, keys in self._booklet_keys:
            look = reader.read_pages(keys, look)
        return look

    @cached_property
    def heading(self) -> PageBand | None:
        """The template of headings of booklets, and of sheets without their own."""
        heading: PageBand | None = None
        for reader, keys in self._booklet_keys:
            heading = reader.read_heading(keys, heading)
        return heading

    @cached_property
    def _booklet_keys(self) -> Sequence[tuple["LookReader", LookKeys]]:
        listed = self._list_keys("booklet", LookKeys)
        return [(LookReader(findings, self.book, ("booklet",)), keys) for findings, keys in listed]

    def read_part(self, kind: str, path: Path, book: TemplateBook) -> Booklet | Sheet:
        """Read a booklet or a sheet, which looks like this where it has no templates of its own."""
        if kind == "sheet":
            return read_sheet_part(path, book=book, looks=self)
        return read_booklet(path, book=book, look=self.booklet, source=self.booklets.get(path))

    def read_sheet(self, sections: Collection[Section]) -> SheetLook:
        """Return the templates of a sheet with these sections; without a heading, it is that of booklets."""
        look = SheetLook()
        for findings, keys in self._list_keys("sheet", SheetLookKeys):
            reader = LookReader(findings, self.book, ("sheet",), sections=sections)
            look = reader.read_sheet(keys, look)
        heading = self.booklet.heading if self.book.reads_all else self.heading
        return replace(look, heading=look.heading or heading)

    def _list_keys(self, key: str, declared: type[K]) -> Iterator[tuple[Findings, K]]:
        """Yield the keys of each file that has some; problems are added."""
        for source in (*self.book.names.themes, self.kit.source):
            findings = self.kit if source is self.kit.source else self.gathered.of(source)
            given = source.get(key)
            keys = given and self.book.make_reader(findings).read(declared, given, (key,))
            if keys:
                yield findings, keys


_MOST_HEIGHTS = {"head": 120.0, "foot": 60.0, "heading": 60.0, "header": 120.0}
"""Maximum heights in mm, on a page of A4."""


@dataclass(frozen=True)
class LookReader:
    """Reads templates of booklets below a path of a file, and adds problems to `findings`."""

    findings: Findings
    book: TemplateBook
    path: DataPath = ()
    is_watched: bool = True
    """True to warn of unused styles and parts, if the path is that of the complete file."""
    sections: Collection[Section] = ()
    """Sections of a sheet that its headings and panels show."""

    def read(self, keys: LookKeys, other: BookletLook) -> BookletLook:
        """Return the look that keys describe, with the templates of another one where they have none."""
        return replace(self.read_pages(keys, other), heading=self.read_heading(keys, other.heading))

    def read_heading(self, keys: LookKeys, other: PageBand | None) -> PageBand | None:
        """Return the template of headings."""
        return self._read_band(("heading",), keys.heading, other, None, HEADING_FIELDS)

    def read_pages(self, keys: LookKeys, other: BookletLook) -> BookletLook:
        """Return a look with templates of pages, and the headings of the other one."""
        cover: Template | None = Template("cover", ())
        if keys.cover != "none":
            cover = self._read_template(("cover",), keys.cover, PAGE_FIELDS)
        page = self._read_page("page", keys.page, other.page, PageLook())
        first = self._read_page("first", keys.first, other.first, page)
        return BookletLook(cover or other.cover, first, page, other.heading)

    def read_sheet(self, keys: SheetLookKeys, other: SheetLook) -> SheetLook:
        """Return the look of a sheet, with the templates of another one where it has none."""
        header = self._read_band(("header",), keys.header, other.header, None, HEADER_FIELDS)
        return replace(self.read_section(keys, other), header=header)

    def read_section(self, keys: SectionLookKeys, other: SheetLook) -> SheetLook:
        """Return the look of a section, with the templates of another one where it has none."""
        heading = self._read_band(("heading",), keys.heading, other.heading, None, SECTION_FIELDS)
        look = replace(other, heading=heading)
        if keys.panel is None:
            return look
        template = self._read_template(("panel", "template"), keys.panel.template, SECTION_FIELDS)
        has_ground = keys.panel.ground != "none" and template is None
        space = (3.0,) * 4 if has_ground or template else (0.0,) * 4
        return replace(look, panel=PanelLook(has_ground, template, keys.panel.inside or space))

    def _read_page(self, name: str, keys: PageKeys | None, other: PageLook, every: PageLook) -> PageLook:
        """Return the look of a page; `every` is that of all pages, which this one changes."""
        if keys is None:
            return other
        ground = self._read_template((name, "ground"), keys.ground, PAGE_FIELDS)
        head = self._read_band((name, "head"), keys.head, other.head, every.head, PAGE_FIELDS)
        foot = self._read_band((name, "foot"), keys.foot, other.foot, every.foot, PAGE_FIELDS)
        return PageLook(ground or other.ground, head, foot)

    def _read_band(
        self,
        path: tuple[str, ...],
        keys: BandKeys | None,
        other: PageBand | None,
        every: PageBand | None,
        names: Sequence[str],
    ) -> PageBand | None:
        if keys is None:
            return other
        template = self._read_template((*path, "template"), keys.template, names)
        space = keys.space if isinstance(keys, HeadingKeys) else None
        band = PageBand(keys.height, template, space).filled(other)
        whole, where, most = band.filled(every), (*self.path, *path), _MOST_HEIGHTS[path[-1]]
        if whole.height is None:
            self.findings.add(where, "`height` is missing", "add `height: 12 mm`", at="key")
        elif whole.height and not whole.template and keys.template is None:
            self.findings.add(where, "`template` is missing", "add `template: [...]`", at="key")
        elif whole.height > most:
            message = f"{whole.height:g} mm leave too little room for the text"
            self.findings.add((*where, "height"), message, f"at most {most:g} mm")
        if template and "text" in names and "text" not in list_fields(template.elements):
            hint = 'add `- words: {text: "{text}", ...}`'
            self.findings.add((*where, "template"), "does not show the `{text}` of the heading", hint)
        return band

    def _read_template(self, path: tuple[str, ...], data: object, names: Sequence[str]) -> Template | None:
        """Return a template, checked with its fields; None without one, or after adding its problems."""
        if data is None:
            return None
        id, where = " ".join(path), (*self.path, *path)
        book = self.book.extended(
            self.findings, where, data, alone=id, is_watched=self.is_watched and not self.path
        )
        placed = book.known.get(id)
        if placed is None:
            return None
        if names is SECTION_FIELDS and self.sections:
            shown = [one.list_look_fields(number) for number, one in enumerate(self.sections, 1)]
        else:
            icons = dict.fromkeys((next(iter(self.book.names.icons or ()), ""), ""))
            shown = [{**dict.fromkeys(names, "1"), "icon": icon} for icon in icons]
        if self.book.names.is_drawn:
            shown = [{**fields, "wide": f"{DESIGN_WIDTH:g}"} for fields in shown]
            check_alone(placed, book, self.findings, None, shown=shown)
        return placed.template


@dataclass(frozen=True)
class SheetFile(PartKeys, SheetLookKeys, Sheet):
    """One page to write on."""


def read_sheet_part(path: Path, *, book: TemplateBook | None = None, looks: LookFiles | None = None) -> Sheet:
    """Read a sheet, which looks as in the theme where it has no templates of its own.

    Raises DataError with all problems.
    """
    book = book or TemplateBook(NO_NAMES, path.parent)
    reader, book = replace(book, read_table=read_lookup).open(path)
    findings = reader.findings
    sheet = reader.read_filled(SheetFile)
    bands, ids = reader.get(("bands",)), findings.source.get("sections")
    if bands is not None and isinstance(ids, dict):
        _check_bands(findings, bands, ids)
    sheet = name_part(findings.require(sheet), path)
    for id, holder in ((sheet.id, sheet), *sheet.sections.items()):
        check_alone(place_elements(reader, id, holder), book, findings, None)
    shown = tuple(sheet.sections.values())
    read = LookReader(findings, book, is_watched=False, sections=shown)
    own = read.read_sheet(sheet, looks.read_sheet(shown) if looks else SheetLook())
    sections = {}
    for id, section in sheet.sections.items():
        reads = replace(read, path=("sections", id), sections=(section,))
        sections[id] = replace(section, look=reads.read_section(section, own), heading=None, panel=None)
    header = own.header.template if own.header else None
    if sheet.name_field and header and not any(_is_name(one) for one in walk_blocks(header.elements)):
        hint = f"add `- blank: {{id: {NAME}, box: [...]}}` to the template, or remove `name_field`"
        findings.add(("name_field",), "the header of the sheet has no place for it", hint, at="key")
    findings.stop_if_any()
    part: Sheet = to_part(sheet, Sheet)
    return replace(part, look=own, sections=sections)


def _is_name(element: object) -> bool:
    return isinstance(element, BlankElement) and element.id == NAME


def _check_bands(findings: Findings, bands: Sequence[Sequence[Panel]], sections: Collection[str]) -> None:
    placed: set[str] = set()
    for band_index, band in enumerate(bands):
        for panel_index, panel in enumerate(band):
            for index, id in enumerate(panel.sections):
                path = ("bands", band_index, panel_index, "sections", index)
                if findings.check_name(path, id, sections, "section") and id in placed:
                    findings.add(path, f"the section `{id}` is already placed", "place it once")
                placed.add(id)
    for id in sections:
        if id not in placed:
            hint = "add it to a panel of `bands`"
            findings.add(("sections", id), "this section is not placed on the sheet", hint, at="key")


def finish_figure(findings: Findings, path: DataPath, figure: Figure, shown: Collection[Part]) -> Figure:
    """Return a figure with the squares and entries of its drawings, after adding its problems."""
    return _FigureChecker(findings, path, {part.id: part for part in shown}).finish(figure)


_KEYS = {
    GridBlock: ("squares", "entries", "labels"),
    TrackBlock: ("entries", "first"),
    ShapesBlock: ("values", "every_form"),
}
"""Keys of figures by the type of the block in their section."""
_EMPTY = "."
_HINT = "a number, `x`, `o`, `#`, `?`, `!`, `o3`, `!3`, or `.` for nothing"
_parse_entry = matching(r"[xo#?!]|[o!]?\d{1,3}", "an entry", _HINT)


@dataclass(frozen=True, slots=True)
class _FigureChecker:
    """Checks one figure against the parts that it shows."""

    findings: Findings
    path: DataPath
    parts: Mapping[str, Part]

    def finish(self, block: Figure) -> Figure:
        match block:
            case SectionFigure():
                return self._finish_section(block)
            case BoardFigure():
                return self._finish_board(block)
            case MapFigure():
                self._check_map(block)
            case model.Overview():
                self._check_overview(block)
        return block

    def _check_overview(self, figure: model.Overview) -> None:
        parts = {part.id: part for part in self.parts.values() if isinstance(part, Board | Sheet)}
        self.findings.check_name((*self.path, "part"), figure.part, parts, "board or sheet")
        path = (*self.path, "numbered")
        match parts.get(figure.part):
            case Sheet(sections=sections):
                self.findings.check_names(path, figure.numbered, sections, "section")
            case Board(areas=areas):
                known = [id for area in areas for id in (area.id, *(place.id for place in area.places))]
                self.findings.check_names(path, figure.numbered, known, "area or place")

    def _finish_section(self, figure: SectionFigure) -> SectionFigure:
        section = self._get_section(figure.section)
        if section is None:
            return figure
        known = _KEYS.get(type(section.content), ())
        given = ((key, "written" if key == "entries" else key) for keys in _KEYS.values() for key in keys)
        others = {key for key, name in given if key not in known and getattr(figure, name)}
        for key in sorted(others):
            hint = f"available: {', '.join(known)}" if known else "remove it"
            self.findings.add((*self.path, key), "does not apply to this section", hint, at="key")
        if others:
            return figure
        match section.content:
            case GridBlock() as block:
                return self._finish_grid(figure, block)
            case TrackBlock(fields=fields):
                shown = len(figure.written.split())
                if figure.first + shown > len(fields):
                    message = f"fields up to {figure.first + shown}, but the track has {len(fields)}"
                    self.findings.add((*self.path, "entries" if shown else "first"), message, at="key")
                    return figure
                rows = [[field.id for field in fields[figure.first :][: shown or None]]]
                return replace(figure, entries=self._read_drawing(figure.written, rows, "field"))
            case ShapesBlock(shapes=shapes):
                for index, value in enumerate(figure.values):
                    if value > len(shapes):
                        path, hint = (*self.path, "values", index), f"the last one is number {len(shapes)}"
                        self.findings.add(path, f"there is no shape {value}", hint)
        return figure

    def _finish_grid(self, figure: SectionFigure, block: GridBlock) -> SectionFigure:
        block = replace(block, squares=figure.squares or block.squares, bonuses={})
        for wrong in block.find_problems():
            self.findings.add_at((*self.path, "squares"), wrong.position, wrong.message, wrong.hint)
        if not block.grid:
            return figure
        return replace(figure, entries=self._read_drawing(figure.written, block.grid.rows, "square"))

    def _get_section(self, id: str) -> Section | None:
        sheets = [part for part in self.parts.values() if isinstance(part, Sheet)]
        sections = [one for sheet in sheets for one in sheet.sections.values()]
        found = [section for section in sections if section.id == id]
        if len(found) == 1:
            return found[0]
        message, hint = f"no sheet has a section `{id}`", suggest(id, [one.id for one in sections])
        if found:
            message, hint = f"several sheets have a section `{id}`", "give one of them another id"
        self.findings.add((*self.path, "section"), message, hint)
        return None

    def _list_areas(self, figure: BoardFigure | MapFigure, kind: type[A], what: str) -> Mapping[str, A]:
        """Return the areas of one kind by id; none if the board is unknown."""
        board = self.parts.get(figure.board)
        if not isinstance(board, Board):
            return {}
        areas: Mapping[str, A] = {area.id: area for area in board.areas if isinstance(area, kind)}
        if not areas:
            hint = f"a board with a `{what}` among its areas"
            self.findings.add((*self.path, "board"), f"has no {what}", hint)
        return areas

    def _finish_board(self, figure: BoardFigure) -> BoardFigure:
        grids = self._list_areas(figure, GridArea, "grid")
        area = figure.area or next(iter(grids), "")
        if not grids or not self.findings.check_name((*self.path, "area"), area, grids, "grid"):
            return figure
        places = {place.id: place for place in grids[area].places}
        known = [
            self.findings.check_name((*self.path, key), id, places, "place")
            for key, id in (("from", figure.first), ("to", figure.last))
        ]
        if not all(known):
            return figure
        first, last = places[figure.first], places[figure.last]
        inside = [one for one in places.values() if first.x <= one.x <= last.x and first.y <= one.y <= last.y]
        rows = [[one.id for one in inside if one.y == y] for y in sorted({one.y for one in inside})]
        if not rows:
            hint = "from top left to bottom right"
            self.findings.add((*self.path, "to"), f"is above or left of `{figure.first}`", hint)
            return figure
        self._check_pointed(figure, [id for row in rows for id in row])

        def parse_token(character: str) -> str:
            if character not in figure.legend:
                hint = suggest(character, figure.legend) or "add it there"
                raise Wrong(f"the legend has no `{character}`", hint)
            return figure.legend[character]

        one_each = ("token", "tokens"), r"\S", parse_token
        tokens = self._read_drawing(figure.drawn, rows, "place", *one_each)
        entries = self._read_drawing(figure.written, rows, "place")
        return replace(figure, area=area, tokens=tuple(tokens.items()), entries=entries)

    def _check_map(self, figure: MapFigure) -> None:
        for area in [*self._list_areas(figure, MapArea, "map").values()][:1]:
            known = [place.id for place in area.places]
            self.findings.check_names((*self.path, "places"), figure.places, known, "place")
            for id in figure.tokens:
                where = (*self.path, "tokens", id)
                self.findings.check_name(where, id, figure.places, "place of this figure")
            self._check_pointed(figure, figure.places)

    def _check_pointed(self, figure: BoardFigure | MapFigure, shown: Collection[str]) -> None:
        self.findings.check_names((*self.path, "ringed"), figure.ringed, shown, "place of this figure")
        for number, arrow in enumerate(figure.arrows):
            path = (*self.path, "arrows", number)
            if arrow[0] == arrow[1]:
                self.findings.add(path, "begins and ends at the same place", "name two places")
            self.findings.check_names(path, arrow, shown, "place of this figure")

    def _read_drawing(
        self,
        text: str,
        rows: Sequence[Sequence[str]],
        place_name: str,
        sign_names: tuple[str, str] = ("entry", "entries"),
        pattern: str = r"\S+",
        parse: Callable[[str], str] = _parse_entry,
    ) -> dict[str, str]:
        """Return the meaning of each sign by the id of its place; each row of places has a line."""
        findings, path, found = self.findings, (*self.path, sign_names[1]), {}
        lines = [line.span() for line in re.finditer(".+", text) if line[0].strip()]
        hint = f"`{_EMPTY}` for an empty {place_name}"
        if lines and len(lines) != len(rows):
            rows_of = f"{format_count(len(rows), 'row')} of {place_name}s"
            message = f"{format_count(len(lines), 'line')} for {rows_of}"
            findings.add(path, message, f"one line for each row; {hint}")
            return {}
        for span, row in zip(lines, rows, strict=False):
            signs = list(re.compile(pattern).finditer(text, *span))
            if len(signs) != len(row):
                message = f"{format_count(len(signs), *sign_names)} for {format_count(len(row), place_name)}"
                findings.add_at(path, signs[0].start(), message, hint)
            for sign, place in zip(signs, row, strict=False):
                try:
                    if sign[0] != _EMPTY:
                        found[place] = parse(sign[0])
                except Wrong as wrong:
                    findings.add_at(path, sign.start(), wrong.message, wrong.hint)
        return found

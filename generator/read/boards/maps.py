"""Maps of boards: their places from a table, the links between them, and the land below them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, TypeVar

from generator.errors import DataError
from generator.model.areas import GridArea
from generator.model.fields import Field, Pattern
from generator.model.maps import MapArea
from generator.model.pieces import Form, Piece
from generator.model.places import Places
from generator.model.projection import clip_outline
from generator.model.rectangles import Point
from generator.model.template import Element, Elements
from generator.model.values import dataclass, replace
from generator.read.boards.geojson import read_outlines
from generator.read.boards.rows import Row, check_links, list_rows, read_places
from generator.read.declared.findings import Findings
from generator.read.declared.tables import read_table
from generator.read.files.text_files import find_fault
from generator.read.files.yaml_reader import Data, DataPath
from generator.read.pieces.checks import check_elements
from generator.read.pieces.rows import PieceRows
from generator.read.templates.elements import ElementReader
from generator.read.templates.templates import PlacedTemplate, TemplateBook, place_element

T = TypeVar("T")

_NO_LAND = "none"
_EARTH = "land.geojson"
_BEYOND = 4.0
"""Width of the land kept outside of the map, in mm, so that its cut edge is hidden."""

_Table: TypeAlias = tuple[Findings, DataPath, list[Row]]
"""Rows, and where they are written."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where an area is written, and the templates and folders that it uses."""

    reader: ElementReader
    book: TemplateBook
    path: DataPath

    @property
    def findings(self) -> Findings:
        """The problems of the file of the area."""
        return self.reader.findings

    @property
    def folder(self) -> Path:
        return Path(self.findings.file).parent

    def read_look(
        self,
        area: GridArea | MapArea,
        size: tuple[float, float],
        places: Sequence[Mapping[str, Field]],
        *,
        base: DataPath,
        numbers: Sequence[int] = (),
        table: Findings | None = None,
    ) -> tuple[Element, ...]:
        """Return the elements of an area, checked against the fields of the places that they draw.

        `base` is the list of places, in `table` if that is another file; `numbers` are the indices of its
        items if some are left out. Invalid templates are reported elsewhere.
        """
        placed = self._find_look(area.look, area.draw)
        if placed is None or not self.book.names.is_drawn:
            return ()
        pieces = [Piece(str(fields["id"]), fields, placed.id) for fields in places]
        rows = PieceRows(table or self.findings, base, pieces, list(numbers or range(len(pieces))))
        form = Form(*size, bleed=0.0, safe=0.0)
        self.findings.problems += check_elements(placed, self.book, rows, form)
        return placed.template.elements

    def _find_look(self, look: str, draw: Data) -> PlacedTemplate | None:
        path = (*self.path, "draw")
        if draw:
            elements = self.reader.read_value(Elements, draw, path)
            placed = tuple(place_element(self.reader, one) for one in elements or ())
            return PlacedTemplate("draw", self.findings.source, path, placed) if placed else None
        found = self.book.find(look) if look else None
        if look and found is None and look not in self.book.wrong:
            self.findings.check_name((*self.path, "look"), look, self.book.known, "template")
        return found

    def read_file(self, read: Callable[[], T]) -> T | None:
        """Return what is read from another file; None after adding its problems."""
        try:
            return read()
        except DataError as error:
            self.findings.problems += error.problems
            return None

    def find_rows(self, path: DataPath, given: Data, known: Collection[str] = ()) -> _Table | None:
        """Return a table of the board, with ids that are known if given; None after adding its problem."""
        table, base, data = self.findings, path, given
        if isinstance(given, str):
            file = self.folder / given
            if not self.findings.check_file(path, file, home=self.book.home, others="*.csv"):
                return None
            read = self.read_file(lambda: read_table(file))
            if read is None:
                return None
            table, base, data = read, (), read.source.data
        elif not isinstance(given, list):
            self.findings.add(path, "is not a table of places", "name a CSV file")
            return None
        return table, base, list_rows(table, base, data if isinstance(data, list) else [], known=known)

    def read_rows(self, path: DataPath, given: Data, known: Collection[str]) -> Mapping[str, Row]:
        """Return the rows of a table by the ids of known places."""
        found = self.find_rows(path, given, known)
        if found and found[0] is not self.findings:
            self.findings.problems += found[0].problems
        return {row.id: row for row in found[2]} if found else {}


def read_map(around: Surroundings, path: DataPath, area: MapArea) -> MapArea | None:
    """Return a map with its places, links, and land; None after adding its problems."""
    findings = around.findings
    before = len(findings.problems)
    found = around.find_rows((*path, "places"), area.table)
    if found is None:
        return None
    table, base, rows = found
    is_sound = not any(area.projection.find_problems())
    land = _read_land(around, path, area, rows) if is_sound else ()
    places = read_places(rows, area) if is_sound else []
    check_links(rows)
    _check_around(findings, path, area, rows)
    _check_columns(around, path, area, rows)
    draw: tuple[Element, ...] = ()
    if rows and len(places) == len(rows):
        fields, size = [place.all_fields() for place in places], area.place_size
        numbers = [int(row.path[-1]) for row in rows]
        draw = around.read_look(area, (size, size), fields, base=base, numbers=numbers, table=table)
    if table is not findings:
        findings.problems += table.problems
    if not is_sound or len(findings.problems) > before:
        return None
    return replace(area, places=Places(places), land=land, draw=draw)


def _read_land(
    around: Surroundings, path: DataPath, area: MapArea, rows: Sequence[Row]
) -> tuple[tuple[Point, ...], ...]:
    """Return the outlines of land: by default that of the earth if places are given in degrees."""
    name = area.land_file or (_EARTH if any(row.in_degrees for row in rows) else _NO_LAND)
    if name == _NO_LAND or not around.book.names.is_drawn:
        return ()
    home, maps = around.book.home, around.book.maps
    file = around.folder / name
    if find_fault(file, home=home) and not find_fault(maps / name, home=maps):
        file = maps / name
    else:
        known = [file.name for file in maps.glob("*.*json")]
        where = (*path, "land")
        if not around.findings.check_file(where, file, home=home, others="*.*json", also=known):
            return ()
    rings = around.read_file(lambda: read_outlines(file)) or ()
    # The world continues beyond its edges: 190 degrees are -170 degrees.
    turned = (tuple((x + turn, y) for x, y in ring) for turn in (-360, 360) for ring in rings)
    drawn = (area.projection.draw(ring, area.box) for ring in (*rings, *turned))
    lands = (clip_outline(ring, area.box.grown(_BEYOND)) for ring in drawn)
    return tuple(land for land in lands if land)


def _check_around(findings: Findings, path: DataPath, area: MapArea, rows: Sequence[Row]) -> None:
    links = {(row.id, other) for row in rows for other in row.list("links")}
    for index, pair in enumerate(area.around):
        if pair not in links:
            message = f"`{pair[0]}` and `{pair[1]}` are not linked"
            findings.add((*path, "around", index), message, "name two places that have a link")


def _check_columns(around: Surroundings, path: DataPath, area: MapArea, rows: Sequence[Row]) -> None:
    findings, reader = around.findings, around.reader
    columns = {name for row in rows for name in row.fields}
    if area.kind:
        findings.check_name((*path, "kind"), area.kind, columns, "column")
    for row in rows if not (area.look or area.draw) else ():
        if wrong := around.book.names.judge("colour", row.text(area.kind)):
            row.add(area.kind, wrong.message, wrong.hint)
    where = (*path, "label")
    known = [findings.check_name(where, name, columns, "column") for name in Pattern(area.label).names]
    for row in rows if area.label and all(known) else ():
        reader.check_name("words", row.fill(area.label), where)

"""Maps of boards: their places from a table, the links between them, and the land below them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from generator.errors import DataError
from generator.model.board import MapArea
from generator.model.fields import Field, Pattern
from generator.model.pieces import Form, Piece
from generator.model.projection import clip_outline
from generator.model.rectangles import Point
from generator.read.boards.geojson import read_outlines
from generator.read.boards.rows import Row, check_links, list_rows, read_places
from generator.read.declared.findings import Findings, Gathered
from generator.read.declared.reader import Reader
from generator.read.declared.tables import read_table
from generator.read.files.text_files import find_fault
from generator.read.files.yaml_reader import Data, DataPath
from generator.read.pieces.checks import PieceChecker
from generator.read.pieces.rows import PieceRows
from generator.read.templates.templates import TemplateBook

_NO_LAND = "none"
_EARTH = "land.geojson"
_BEYOND = 4.0
"""Width of the land kept outside of the map, in mm, so that its cut edge is hidden."""

_Table: TypeAlias = tuple[Findings, DataPath, list[Row]]
"""Rows, and where they are written."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The file of a board, and the templates and folders that its areas use."""

    reader: Reader
    book: TemplateBook
    gathered: Gathered
    """Errors of other files; those of the board's file are in `findings`."""
    folder: Path
    maps: Path
    """Folder of the land that all games share."""

    @property
    def findings(self) -> Findings:
        """The problems of the board's file."""
        return self.reader.findings

    def check_look(
        self,
        path: DataPath,
        look: str,
        size: tuple[float, float],
        places: Sequence[Mapping[str, Field]],
        *,
        base: DataPath | None = None,
        numbers: Sequence[int] = (),
        table: Findings | None = None,
    ) -> None:
        """Check the template `look` (empty: none) against the fields of the places that it draws.

        `path` is where the template is named, `base` the list of places, in `table` if that is another file;
        `numbers` are the indices of its items if some are left out. Invalid templates are reported elsewhere.
        """
        if not look or look in self.book.wrong:
            return
        if not self.findings.check_name(path, look, self.book.known, "template"):
            return
        pieces = [Piece(str(fields["id"]), fields, look) for fields in places]
        where = path if base is None else base
        rows = PieceRows(table or self.findings, where, pieces, list(numbers or range(len(pieces))))
        checker = PieceChecker(rows, self.book)
        checker.check([Form(*size, bleed=0.0, safe=0.0)] * len(pieces))
        if checker.problems:
            self.gathered.errors.append(DataError(checker.problems))

    def find_rows(self, path: DataPath, given: Data, known: Collection[str] = ()) -> _Table | None:
        """Return a table of the board, with ids that are known if given; None after adding its problem."""
        table, base, data = self.findings, path, given
        if isinstance(given, str):
            file = self.folder / given
            if not self.findings.check_file(path, file, home=self.book.home, others="*.csv"):
                return None
            read = self.gathered.read(lambda: read_table(file))
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
            self.gathered.read(found[0].stop_if_any)
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
    if rows and len(places) == len(rows):
        fields, size = [place.all_fields() for place in places], area.place_size
        numbers = [int(row.path[-1]) for row in rows]
        around.check_look(
            (*path, "look"), area.look, (size, size), fields, base=base, numbers=numbers, table=table
        )
    if table is not findings:
        around.gathered.read(table.stop_if_any)
        before = 0
    if not is_sound or len(table.problems) > before:
        return None
    return replace(area, places=tuple(places), land=land)


def _read_land(
    around: Surroundings, path: DataPath, area: MapArea, rows: Sequence[Row]
) -> tuple[tuple[Point, ...], ...]:
    """Return the outlines of land: by default that of the earth if places are given in degrees."""
    name = area.land_file or (_EARTH if any(row.in_degrees for row in rows) else _NO_LAND)
    if name == _NO_LAND:
        return ()
    home, maps = around.book.home, around.maps
    file = around.folder / name
    if find_fault(file, home=home) and not find_fault(maps / name, home=maps):
        file = maps / name
    else:
        known = [file.name for file in maps.glob("*.*json")]
        where = (*path, "land")
        if not around.findings.check_file(where, file, home=home, others="*.*json", also=known):
            return ()
    rings = around.gathered.read(lambda: read_outlines(file)) or ()
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
    for row in rows if not area.look else ():
        if wrong := around.book.names.judge("colour", row.text(area.kind)):
            row.add(area.kind, wrong.message, wrong.hint)
    where = (*path, "label")
    known = [findings.check_name(where, name, columns, "column") for name in Pattern(area.label).names]
    for row in rows if area.label and all(known) else ():
        reader.check_name("words", row.fill(area.label), where)

"""Maps of boards: their places from a table, the links between them, and the land below them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from generator.errors import DataError
from generator.model.board import Link, MapArea
from generator.model.fields import Field, Pattern
from generator.model.pieces import Form, Piece
from generator.model.projection import clip_outline
from generator.model.rectangles import Point
from generator.read.boards.geojson import read_outlines
from generator.read.boards.rows import Row, list_rows, read_links, read_places
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

_Table: TypeAlias = tuple[Findings, DataPath, Data]
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


def read_map(around: Surroundings, path: DataPath, area: MapArea) -> MapArea | None:
    """Return a map with its places, links, and land; None after adding its problems."""
    findings = around.findings
    found = _find_table(around, path, area)
    if found is None:
        return None
    table, base, data = found
    before = len(table.problems) if table is findings else 0
    rows = list_rows(table, base, data if isinstance(data, list) else [])
    is_sound = not any(area.projection.find_problems())
    land = _read_land(around, path, area, rows) if is_sound else ()
    places = read_places(rows, area) if is_sound else []
    links = _mark_around(findings, path, area, read_links(rows))
    _check_columns(around, path, area, rows)
    if rows and len(places) == len(rows):
        fields, size = [place.all_fields() for place in places], area.place_size
        numbers = [int(row.path[-1]) for row in rows]
        around.check_look(
            (*path, "look"), area.look, (size, size), fields, base=base, numbers=numbers, table=table
        )
    if table is not findings:
        around.gathered.read(table.stop_if_any)
    if not is_sound or len(table.problems) > before:
        return None
    return replace(area, places=tuple(places), links=links, land=land)


def _find_table(around: Surroundings, path: DataPath, area: MapArea) -> _Table | None:
    given, path = area.table, (*path, "places")
    if isinstance(given, list):
        return around.findings, path, given
    if not isinstance(given, str):
        around.findings.add(path, "is not a table of places", "name a CSV file")
        return None
    file = around.folder / given
    if not around.findings.check_file(path, file, home=around.book.home, others="*.csv"):
        return None
    table = around.gathered.read(lambda: read_table(file))
    return None if table is None else (table, (), table.source.data)


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


def _mark_around(
    findings: Findings, path: DataPath, area: MapArea, links: Sequence[Link]
) -> tuple[Link, ...]:
    pairs = {(link.first, link.second) for link in links}
    around = [tuple(sorted(pair)) for pair in area.around]
    for index, (first, second) in enumerate(area.around):
        if around[index] not in pairs:
            message = f"`{first}` and `{second}` are not linked"
            findings.add((*path, "around", index), message, "name two places that have a link")
    return tuple(replace(link, around=(link.first, link.second) in around) for link in links)


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

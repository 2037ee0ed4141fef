"""A map of a board: its places from a table, their links, and the land they lie on."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from generator.model.board import Link, MapArea
from generator.model.fields import Pattern
from generator.model.projection import clip_outline
from generator.model.rectangles import Point
from generator.read.boards.geojson import read_outlines
from generator.read.boards.rows import Row, list_rows, read_links, read_places
from generator.read.boards.surroundings import Surroundings
from generator.read.declared.csv_tables import read_csv
from generator.read.declared.findings import Findings
from generator.read.files.phrases import suggest
from generator.read.files.text_files import find_fault
from generator.read.files.yaml_reader import Data, DataPath

_NO_LAND = "none"
_EARTH = "land.geojson"
_BEYOND = 4.0
"""How far outside of the map, in mm, land is still kept: its outline along the map's edge is not seen."""

_Table: TypeAlias = tuple[Findings, DataPath, Data]
"""Rows, and where they are written."""


class MapReader:
    """Reads what a map has from other files and from its rows, once."""

    def __init__(self, around: Surroundings, path: DataPath, area: MapArea) -> None:
        self.around = around
        self.findings = around.findings
        self.path = path
        self.area = area

    def read(self) -> MapArea | None:
        """The map with its places; None after adding what is wrong with them."""
        found = self._find_table()
        if found is None:
            return None
        table, base, data = found
        before = len(table.problems) if table is self.findings else 0
        rows = list_rows(table, base, data if isinstance(data, list) else [])
        is_sound = not any(self.area.projection.find_problems())
        land = self._read_land(rows) if is_sound else ()
        places = read_places(rows, self.area) if is_sound else []
        links = self._mark_around(read_links(rows))
        self._check_names(rows)
        if rows and len(places) == len(rows):
            fields, size = [place.all_fields() for place in places], self.area.place_size
            numbers = [int(row.path[-1]) for row in rows]
            self.around.check_look(
                (*self.path, "look"),
                self.area.look,
                (size, size),
                fields,
                base=base,
                numbers=numbers,
                table=table,
            )
        if table is not self.findings:
            self.around.gathered.read(table.stop_if_any)
        if not is_sound or len(table.problems) > before:
            return None
        return replace(self.area, places=tuple(places), links=links, land=land)

    def _find_table(self) -> _Table | None:
        given, path = self.area.table, (*self.path, "places")
        if isinstance(given, list):
            return self.findings, path, given
        if not isinstance(given, str):
            self.findings.add(path, "is no table of places", "name a CSV file")
            return None
        file = self.around.folder / given
        if not self.findings.check_file(path, file, home=self.around.book.home, others="*.csv"):
            return None
        table = self.around.gathered.read(lambda: read_csv(file))
        return None if table is None else (table, (), table.source.data)

    def _read_land(self, rows: Sequence[Row]) -> tuple[tuple[Point, ...], ...]:
        """The coasts of the earth where places stand on it; none where they are given in mm."""
        name = self.area.land_file or (_EARTH if any(row.in_degrees for row in rows) else _NO_LAND)
        if name == _NO_LAND:
            return ()
        home, maps = self.around.book.home, self.around.maps
        path, shared = self.around.folder / name, maps / name
        if find_fault(path, home=home) and not find_fault(shared, home=maps):
            path = shared
        else:
            known = [file.name for file in maps.glob("*.*json")]
            where = (*self.path, "land")
            if not self.findings.check_file(where, path, home=home, others="*.*json", also=known):
                return ()
        rings = self.around.gathered.read(lambda: read_outlines(path)) or ()
        box = self.area.box
        # The world goes on over its edges: what lies at 190 degrees lies at -170 too.
        turned = (tuple((x + turn, y) for x, y in ring) for turn in (-360, 360) for ring in rings)
        drawn = (self.area.projection.draw(ring, box) for ring in (*rings, *turned))
        lands = (clip_outline(ring, box.grown(_BEYOND)) for ring in drawn)
        return tuple(land for land in lands if land)

    def _mark_around(self, links: Sequence[Link]) -> tuple[Link, ...]:
        pairs = {(link.first, link.second) for link in links}
        around = {tuple(sorted(pair)) for pair in self.area.around}
        for index, (first, second) in enumerate(self.area.around):
            if not {(first, second), (second, first)} & pairs:
                said = f"`{first}` and `{second}` are not linked"
                self.findings.add((*self.path, "around", index), said, "name two places that have a link")
        return tuple(replace(link, around=(link.first, link.second) in around) for link in links)

    def _check_names(self, rows: Sequence[Row]) -> None:
        """Columns that the board names, the words of labels, and colours where there is no template."""
        area, reader = self.area, self.around.reader
        columns = {name for row in rows for name in row.fields}
        if area.kind and area.kind not in columns:
            hint = suggest(area.kind, columns)
            self.findings.add((*self.path, "kind"), f"no place has a `{area.kind}`", hint)
        for row in rows if not area.look else ():
            if wrong := self.around.book.names.judge("colour", row.text(area.kind)):
                row.add(area.kind, wrong.message, wrong.hint)
        unknown = [name for name in Pattern(area.label).names if name not in columns]
        for name in unknown:
            self.findings.add((*self.path, "label"), f"no place has a `{name}`", suggest(name, columns))
        for row in rows if area.label and not unknown else ():
            reader.check_name("words", row.fill(area.label), (*self.path, "label"))

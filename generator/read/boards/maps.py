"""A map of a board: its places from a table, their links, and the land they lie on."""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

from generator.errors import DataError
from generator.model.board import Link, MapArea, Place
from generator.model.fields import Field, Pattern
from generator.model.projection import WHOLE_WORLD, Axis, Projection, clip_outline
from generator.model.rectangles import Point, Rectangle
from generator.read.boards.geojson import read_outlines
from generator.read.boards.templates import check_look, has_look
from generator.read.declared.csv_tables import read_csv
from generator.read.declared.findings import Findings
from generator.read.declared.formats import boards as formats
from generator.read.declared.formats.scalars import ID
from generator.read.declared.names import Names
from generator.read.files.phrases import suggest
from generator.read.files.text_files import find_fault
from generator.read.files.yaml_reader import Data, DataPath
from generator.read.pieces.rows import freeze
from generator.read.templates.templates import TemplateBook

_NUMBER = re.compile(r"-?\d{1,6}(\.\d{1,9})?")
_NO_LAND = "none"
_EARTH = "land.geojson"
_BEYOND = 4.0
"""How far outside of the map, in mm, land is still kept: its outline along the map's edge is not seen."""
_OWN_COLUMNS = ("id", "lat", "lon", "x", "y", "links", "marks", "nudge")


@dataclass(frozen=True)
class _Row:
    """A place as it is written, and where."""

    findings: Findings
    path: DataPath
    fields: dict[str, Data]

    @property
    def id(self) -> str:
        return self.text("id")

    def text(self, column: str) -> str:
        value = self.fields.get(column)
        return value.strip() if isinstance(value, str) else ""

    def list(self, column: str) -> Sequence[str]:
        """A list, or a text with `;` between its items."""
        given = self.fields.get(column) or ""
        items = given.split(";") if isinstance(given, str) else [str(item) for item in given]
        return tuple(item.strip() for item in items if item.strip())

    @property
    def in_degrees(self) -> bool:
        return "x" not in self.fields

    def add(self, column: str, message: str, hint: str = "") -> None:
        path = (*self.path, column) if column in self.fields else self.path
        self.findings.add(path, message, hint)


@dataclass
class MapReader:
    """Reads one map, once."""

    findings: Findings
    path: DataPath
    format: formats.MapArea
    folder: Path
    shared: Path
    """The folder of maps that all games may use."""
    names: Names
    book: TemplateBook | None
    errors: list[DataError] = field(default_factory=list)
    """What is wrong with other files; `findings` has what is wrong with the board's."""

    def read(self) -> MapArea | None:
        """None after adding all that is wrong with it."""
        left, top = self.format.at
        width, height = self.format.size
        box = Rectangle(left, top, left + width, top + height)
        projection = self._read_projection()
        table, rows = self._read_rows()
        if table is None:
            return None
        land = self._read_land(rows, projection, box) if projection else ()
        places = self._read_places(rows, projection, box) if projection else []
        links = self._read_links(rows)
        self._check_names(rows)
        if len(places) == len(rows):
            self._check_look(rows, places)
        if table is not self.findings and table.problems:
            self.errors.append(DataError(table.problems))
        if projection is None or table.problems or self.errors:
            return None
        return MapArea(
            id=self.format.id,
            left=left,
            top=top,
            width=width,
            height=height,
            places=tuple(places),
            links=self._mark_around(links),
            land=land,
            place_size=self.format.place_size,
            look=self.format.look,
            label_role=self.format.label_role,
        )

    @property
    def _home(self) -> Path:
        return self.book.home if self.book else self.folder

    def _read_projection(self) -> Projection | None:
        given = self.format.projection
        if given is None:
            return WHOLE_WORLD
        longitude = self._read_axis("longitude", given.longitude, rising=True)
        latitude = self._read_axis("latitude", given.latitude, rising=False)
        return Projection(longitude, latitude) if longitude and latitude else None

    def _read_axis(self, name: str, stops: list[list[float]], *, rising: bool) -> Axis | None:
        sound = True
        for index, ((degrees, part), (more, other)) in enumerate(pairwise(stops), start=1):
            path = (*self.path, "projection", name, index)
            if more <= degrees:
                self.findings.add(path, f"{more:g} degrees come after {degrees:g}", "degrees must rise")
                sound = False
            elif (other > part) != rising or other == part:
                way = "rise with the degrees" if rising else "fall while the degrees rise: 0 is at the top"
                self.findings.add(path, f"the part {other:g} comes after {part:g}", f"parts must {way}")
                sound = False
        return Axis(tuple((degrees, part) for degrees, part in stops)) if sound else None

    def _read_land(
        self, rows: Sequence[_Row], projection: Projection, box: Rectangle
    ) -> tuple[tuple[Point, ...], ...]:
        """The coasts of the earth where places stand on it; none where they are given in mm."""
        name = self.format.land or (_EARTH if any(row.in_degrees for row in rows) else _NO_LAND)
        if name == _NO_LAND:
            return ()
        path, shared = self.folder / name, self.shared / name
        if find_fault(path, home=self._home) and not find_fault(shared, home=self.shared):
            path = shared
        else:
            known = [file.name for file in self.shared.glob("*.*json")]
            where = (*self.path, "land")
            if not self.findings.check_file(where, path, home=self._home, others="*.*json", also=known):
                return ()
        try:
            rings = read_outlines(path)
        except DataError as error:
            self.errors.append(error)
            return ()
        kept = box.grown(_BEYOND)
        # The world goes on over its edges: what lies at 190 degrees lies at -170 too.
        turned = (tuple((x + turn, y) for x, y in ring) for turn in (-360, 360) for ring in rings)
        lands = [clip_outline(projection.draw(ring, box), kept) for ring in (*rings, *turned)]
        return tuple(land for land in lands if land)

    def _read_rows(self) -> tuple[Findings | None, list[_Row]]:
        """The places as they are written, in the board's own file or in a table."""
        given = self.format.places
        path: DataPath = (*self.path, "places")
        if isinstance(given, list):
            return self.findings, self._take_rows(self.findings, path, given)
        if not isinstance(given, str):
            self.findings.add(path, "is no table of places", "name a CSV file")
            return None, []
        if not self.findings.check_file(path, self.folder / given, home=self._home, others="*.csv"):
            return None, []
        try:
            table = read_csv(self.folder / given)
        except DataError as error:
            self.errors.append(error)
            return None, []
        data = table.source.data
        return table, self._take_rows(table, (), data if isinstance(data, list) else [])

    def _take_rows(self, findings: Findings, base: DataPath, data: list[Data]) -> list[_Row]:
        rows: list[_Row] = []
        seen: dict[str, DataPath] = {}
        for index, given in enumerate(data):
            path = (*base, index)
            if not isinstance(given, dict):
                findings.add(path, "must be keys with values", "write `- {id: ..., ...}`")
                continue
            row = _Row(findings, path, given)
            if not re.fullmatch(ID, row.id):
                said = f"`{row.id}` is not an id" if row.id else "`id` is missing"
                row.add("id", said, "small letters, digits and `_`, such as `san_francisco`")
            elif row.id in seen:
                line, _ = findings.source.spot_of(seen[row.id])
                row.add("id", f"a second place `{row.id}`", f"the first stands in line {line}")
            else:
                seen[row.id] = path
                rows.append(row)
        if not data:
            findings.add(base, "has no places")
        return rows

    def _read_places(self, rows: Sequence[_Row], projection: Projection, box: Rectangle) -> list[Place]:
        places: list[Place] = []
        for row in rows:
            spot = self._locate(row, projection, box)
            if spot is None:
                continue
            if Rectangle(*spot, *spot).grown(self.format.place_size / 2).beyond(box) > 0:
                row.add("id", "lies outside of the map", "change the projection, or move it: `nudge`")
            fields: dict[str, Field] = {
                name: freeze(row.findings, (*row.path, name), value)
                for name, value in row.fields.items()
                if name not in _OWN_COLUMNS
            }
            kind = row.text(self.format.kind)
            marks = tuple(row.list("marks"))
            place = Place(row.id, *spot, kind=kind, marks=marks, label=self._label(row), fields=fields)
            self._check_apart(row, place, places)
            places.append(place)
        return places

    def _check_apart(self, row: _Row, place: Place, others: Iterable[Place]) -> None:
        size = self.format.place_size
        for other in others:
            apart = math.hypot(place.x - other.x, place.y - other.y)
            if apart < size:
                said = f"lies on `{other.id}`: {apart:.1f} mm apart, and places are {size:g} mm wide"
                row.add("id", said, "move one of them with a column `nudge`: `2 -1`, mm right and down")

    def _locate(self, row: _Row, projection: Projection, box: Rectangle) -> Point | None:
        """The middle of a place on the board; None after adding what is wrong with its numbers."""
        names = ("lon", "lat") if row.in_degrees else ("x", "y")
        x, y = (self._number(row, name) for name in names)
        nudge = self._read_nudge(row)
        if nudge is None or x is None or y is None:
            return None
        if not row.in_degrees:
            return box.left + x + nudge[0], box.top + y + nudge[1]
        if abs(x) > 360 or abs(y) > 90:
            row.add("lon" if abs(x) > 360 else "lat", "is no degree of the earth")
            return None
        across, down = projection.project(x, y)
        return box.left + across * box.width + nudge[0], box.top + down * box.height + nudge[1]

    def _number(self, row: _Row, name: str) -> float | None:
        text = row.text(name)
        if not _NUMBER.fullmatch(text):
            if name not in row.fields:
                hint = "columns `lat` and `lon` in degrees, or `x` and `y` in mm on the map"
                row.add(name, f"`{name}` is missing", hint)
            else:
                said = f"`{text}` is not a number" if text else "is empty"
                hint = (
                    "mm on the map, without a unit: `12.5`" if name in "xy" else "degrees: `48.86` or `-4.4`"
                )
                row.add(name, said, hint)
            return None
        return float(text)

    def _read_nudge(self, row: _Row) -> Point | None:
        parts = row.text("nudge").split() or ["0", "0"]
        if len(parts) != 2 or not all(_NUMBER.fullmatch(part) for part in parts):
            row.add("nudge", f"`{row.text('nudge')}` is no move", "mm to the right and down: `2 -1.5`")
            return None
        return float(parts[0]), float(parts[1])

    def _label(self, row: _Row) -> str:
        if not self.format.label:
            return ""
        try:
            return Pattern(self.format.label).fill({name: row.text(name) for name in row.fields})
        except KeyError:
            return ""

    def _read_links(self, rows: Sequence[_Row]) -> list[Link]:
        """Each link once; every one must be said at both of its ends."""
        known = {row.id: row for row in rows}
        links = []
        for row in rows:
            seen: set[str] = set()
            for other in row.list("links"):
                if other not in known:
                    row.add("links", f"links to `{other}`, which is not there", suggest(other, known))
                elif other == row.id:
                    row.add("links", "links to itself")
                elif other in seen:
                    row.add("links", f"links to `{other}` twice")
                elif row.id not in known[other].list("links"):
                    hint = f"add `{row.id}` to the links of `{other}`"
                    row.add("links", f"links to `{other}`, which does not link back", hint)
                elif row.id < other:
                    links.append(Link(row.id, other))
                seen.add(other)
        return links

    def _mark_around(self, links: list[Link]) -> tuple[Link, ...]:
        pairs = {(link.first, link.second) for link in links}
        around = set()
        for index, (first, second) in enumerate(self.format.around):
            pair = (first, second) if first < second else (second, first)
            if pair not in pairs:
                said = f"`{first}` and `{second}` are not linked"
                self.findings.add((*self.path, "around", index), said, "name two places that have a link")
            around.add(pair)
        return tuple(replace(link, around=(link.first, link.second) in around) for link in links)

    def _check_look(self, rows: Sequence[_Row], places: Sequence[Place]) -> None:
        look, size = self.format.look, self.format.place_size
        if (
            not has_look(self.findings, (*self.path, "look"), look, self.book)
            or self.book is None
            or not rows
        ):
            return
        base, numbers = rows[0].path[:-1], [int(row.path[-1]) for row in rows]
        fields = [place.all_fields() for place in places]
        table = rows[0].findings
        self.errors += check_look(table, base, numbers, fields, look=look, size=(size, size), book=self.book)

    def _check_names(self, rows: Sequence[_Row]) -> None:
        """Columns that the board names, the words of labels, and colours where there is no template."""
        given = self.format
        columns = {name for row in rows for name in row.fields}
        if given.kind and given.kind not in columns:
            hint = suggest(given.kind, columns)
            self.findings.add((*self.path, "kind"), f"no place has a `{given.kind}`", hint)
        elif given.kind and not given.look:
            for row in rows:
                kind = row.text(given.kind)
                if self.names.colours is not None and kind not in self.names.colours:
                    hint = suggest(kind, self.names.colours)
                    row.add(given.kind, f"the theme has no colour `{kind}`", hint)
        unknown = [name for name in Pattern(given.label).names if name not in columns]
        for name in unknown:
            self.findings.add((*self.path, "label"), f"no place has a `{name}`", suggest(name, columns))
        if given.label and not unknown:
            for row in rows:
                self.findings.check_word((*self.path, "label"), self._label(row), self.names.sentences)
        roles = self.names.roles
        self.findings.check_name((*self.path, "label_role"), given.label_role, roles, "the role of type")

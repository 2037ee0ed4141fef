"""Board files -> Board: areas with their places, which overlap only on purpose, with lines through them.

The land below maps is read from GeoJSON (RFC 7946).
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from math import atan2, degrees, dist, isfinite
from pathlib import Path
from typing import Any

from generator.errors import Wrong, suggest
from generator.model.elements import squares
from generator.model.elements.areas import (
    MOST_RINGS,
    CellLine,
    GridArea,
    MapArea,
    PlacedArea,
    TrackArea,
    clip_outline,
    make_course,
)
from generator.model.elements.boxes import compute, list_cells, list_computed, parse_over
from generator.model.elements.squares import CELL_EDGES, Place, Places
from generator.model.elements.template import ELEMENTS, Element, Elements
from generator.model.geometry import ROUNDING, Point, Rectangle
from generator.model.kit import Board, Form, Piece
from generator.model.language.expressions import Field, Pattern, list_roots
from generator.model.language.kinds import ID, parse_length
from generator.model.values import dataclass, replace
from generator.read.declared.reader import Findings, Judge
from generator.read.files.text_files import describe_fault, read_text, unreadable
from generator.read.files.yaml import Data, DataPath
from generator.read.pieces.checks import check_alone, check_elements
from generator.read.pieces.rows import PieceRows, RowList, find_rows, freeze
from generator.read.pieces.sets import read_lookup
from generator.read.templates.elements import ElementReader, PartKeys, name_part, to_part
from generator.read.templates.templates import PlacedTemplate, TemplateBook, place_element, place_elements


@dataclass(frozen=True)
class BoardFile(PartKeys, Board):
    """A game board."""


def read_board(path: Path, *, book: TemplateBook) -> Board:
    """Read a board with the templates of its game; raises DataError with all problems of its files."""
    reader, book = replace(book, finish=finish_area, read_table=read_lookup).open(path)
    findings = reader.findings
    board = reader.read_filled(BoardFile)
    size, ground = reader.get(("size",)), reader.get(("ground",)) or ""
    form = Form(size[0], size[1], bleed=0.0, safe=0.0) if size else None
    is_named = ground and ground not in book.wrong
    if is_named and findings.check_name(("ground",), ground, book.known, "template"):
        check_alone(book.known[ground], book, findings, form)
    if size:
        _check_places(findings, Rectangle(0, 0, *size), [*_list_areas(reader, findings.source.get("areas"))])
    board = name_part(findings.require(board), path)
    check_alone(place_elements(reader, board.id, board), book, findings, form)
    findings.stop_if_any()
    origins = tuple(_find_origin(reader, one) for one in board.draw)
    shown = {ground: book.known[ground].template} if is_named and ground in book.known else {}
    board = replace(board, templates=shown, origins=origins)
    part: Board = to_part(board, Board)
    return part


def _find_origin(reader: ElementReader, element: Element) -> DataPath:
    """Return the path of an element in the file of the board; that of all areas if it is in another file."""
    source, path = reader.place_of(element)
    return path if source is reader.findings.source else ("areas",)


def _list_areas(reader: ElementReader, given: Data) -> Iterator[tuple[DataPath, PlacedArea]]:
    for index, data in enumerate(given if isinstance(given, list) else []):
        for kind in ELEMENTS.kinds if isinstance(data, dict) else ():
            path: DataPath = ("areas", index, kind)
            if isinstance(area := reader.get(path), PlacedArea):
                yield path, area


def finish_area(
    book: TemplateBook, reader: ElementReader, path: DataPath, area: PlacedArea
) -> PlacedArea | None:
    """Return an area with its places and the elements of its look; None after adding its problems."""
    around = AreaReader(reader, book, path)
    match area:
        case GridArea() | MapArea():
            done = _finish_grid(around, path, area) if isinstance(area, GridArea) else _read_map(around, area)
            reader.add_places({one.id: _describe_place(one) for one in (done.places if done else ())})
            return done
        case TrackArea() if not area.is_placed:
            return None
    return area


def _describe_place(place: Place) -> Mapping[str, Field]:
    """Return the fields of a place, with its middle in mm."""
    return {**place.all_fields(), "x": f"{place.x:.4f}", "y": f"{place.y:.4f}"}


_OWN_COLUMNS = ("id", "lat", "lon", "x", "y", "links", "marks", "nudge")


@dataclass(frozen=True)
class Row:
    """A place as it is written, with its position."""

    findings: Findings
    path: DataPath
    fields: dict[str, Data]

    @property
    def id(self) -> str:
        return self.text("id")

    def text(self, column: str) -> str:
        value = self.fields.get(column)
        return value.strip() if isinstance(value, str) else ""

    def list(self, column: str) -> tuple[str, ...]:
        """Return the items of a list, or of a text with `;` between them."""
        given = self.fields.get(column) or ""
        items = given.split(";") if isinstance(given, str) else [str(item) for item in given]
        return tuple(item.strip() for item in items if item.strip())

    @property
    def in_degrees(self) -> bool:
        return "x" not in self.fields

    def fill(self, pattern: str) -> str:
        """Return a text with columns of the place filled in; empty if one is missing."""
        try:
            return Pattern(pattern).fill({name: self.text(name) for name in self.fields})
        except KeyError:
            return ""

    def freeze(self) -> Mapping[str, Field]:
        """Return the columns that only its template uses."""
        return {
            name: freeze(self.findings, (*self.path, name), value)
            for name, value in self.fields.items()
            if name not in _OWN_COLUMNS
        }

    def add(self, column: str, message: str, hint: str = "") -> None:
        """Add a problem with a column of the place."""
        self.findings.add((*self.path, column) if column in self.fields else self.path, message, hint)


@dataclass(frozen=True, slots=True)
class AreaReader:
    """The place of an area in its file, with the templates and folders that it uses."""

    reader: ElementReader
    book: TemplateBook
    path: DataPath

    @property
    def findings(self) -> Findings:
        """The problems of the file of the area."""
        return self.reader.findings

    @property
    def folder(self) -> Path:
        return self.book.find_folder(self.findings)

    def read_look(
        self, area: GridArea | MapArea, size: tuple[float, float], places: Sequence[Place], rows: PieceRows
    ) -> tuple[Element, ...]:
        """Return the elements of an area, checked against the fields of its places.

        `rows` are the positions of the places. Invalid templates are reported elsewhere.
        """
        placed = self._read_template(area.look, area.draw)
        if placed is None or not self.book.names.is_drawn:
            return ()
        pieces = [Piece(place.id, place.all_fields(), placed.id) for place in places]
        check_elements(placed, self.book, replace(rows, pieces=pieces), Form(*size, bleed=0.0, safe=0.0))
        return placed.template.elements

    def _read_template(self, look: str, draw: Data) -> PlacedTemplate | None:
        path = (*self.path, "draw")
        if draw:
            elements = self.reader.read_value(Elements, draw, path)
            placed = tuple(place_element(self.reader, one) for one in elements or ())
            return PlacedTemplate("draw", self.findings.source, path, placed) if placed else None
        found = self.book.known.get(look) if look else None
        if look and found is None and look not in self.book.wrong:
            self.findings.check_name((*self.path, "look"), look, self.book.known, "template")
        return found

    def read_rows(self, key: str, given: Data, known: Collection[str] = ()) -> list[Row] | None:
        """Return the rows of the area; None after adding a problem. `known` are their possible ids."""
        # Earlier problems of the file must not keep its rows from being read.
        own = Findings(self.findings.source)
        found = own.read(partial(find_rows, own, (*self.path, key), given, self.folder, self.book))
        self.findings.problems += own.problems
        if found is None:
            return None
        return _list_rows(replace(found, findings=self.findings.of(found.findings.source)), known=known)


def _finish_grid(around: AreaReader, path: DataPath, area: GridArea) -> GridArea | None:
    findings, legend, tiling = around.findings, area.characters, area.tiling
    for character, cell in legend.items() if not (area.look or area.draw) else ():
        for index, mark in enumerate(cell.marks):
            around.reader.check_name("mark", mark, (*path, "legend", character, "marks", index))
    before = len(findings.problems)
    grid = squares.NO_PLACES
    cells = tiling.ring(min(area.rings, MOST_RINGS)) if area.rings else tiling.fill(*area.count)
    if area.drawing:
        grid, problems = squares.parse_squares(area.drawing, legend=legend, tiling=tiling)
        for wrong in problems:
            findings.add_at((*path, "places"), wrong.position, wrong.message, wrong.hint)
        cells = [(square.x, int(square.y)) for square in grid]
    ids = squares.name_cells(cells, tiling, area.coordinates, area.start) if cells else []
    if len(set(ids)) < len(cells):
        findings.add((*path, "coordinates"), "several cells get the same id", "such as `{letter}{row}`")
    findings.check_names((*path, "hidden"), area.hidden, ids, "cell")
    found = around.read_rows("table", area.table, ids) if area.table else ()
    rows = {row.id: row for row in found or ()}
    if not cells or len(findings.problems) > before:
        return None
    shown = [(id, cell) for id, cell in zip(ids, cells, strict=True) if id not in area.hidden]
    left, top = area.at
    outlines = [
        tuple((left + x * area.cell, top + y * area.cell) for x, y in tiling.outline(*cell))
        for _, cell in shown
    ]
    columns: dict[str, Field] = dict.fromkeys((name for row in rows.values() for name in row.freeze()), "")
    places = []
    for (id, at), outline, others in zip(shown, outlines, squares.list_neighbours(outlines), strict=True):
        row, drawn_as = rows.get(id, Row(findings, path, {})), grid.at(*at) or squares.PLAIN_GRID["#"]
        x, y = (sum(values) / len(values) for values in zip(*outline, strict=True))
        kind, marks = row.text("kind") or drawn_as.kind, row.list("marks") or drawn_as.marks
        beside = tuple(shown[other][0] for other in others)
        places.append(Place(id, x, y, kind, marks, "", {**columns, **row.freeze()}, outline, beside))
    around.book.names.effects.use_colours(place.kind for place in places)
    written = PieceRows(findings, (*path, "places"), rows=[*range(len(places))])
    draw = around.read_look(area, area.cell_size, places, written)
    known = {place.id: place for place in places}
    lines = _place_cell_lines(around.reader, path, area, known)
    width, height = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    return replace(area, places=Places(places), columns=width, rows=height, draw=draw, lines=lines)


def _check_places(findings: Findings, whole: Rectangle, areas: Sequence[tuple[DataPath, PlacedArea]]) -> None:
    seen: dict[str, PlacedArea] = {}
    owners: dict[str, str] = {}
    for path, area in areas:
        over = 0.0 if area.bleeds else area.box.beyond(whole)
        if over > ROUNDING:
            has_edges = isinstance(area, GridArea) and area.has_edge_labels
            edges = " (with its letters and numbers)" if has_edges else ""
            findings.add(path, f"extends beyond the board by {over:.1f} mm{edges}", at="key")
        if not area.id:
            continue
        if area.id in seen:
            findings.add((*path, "id"), f"duplicate area `{area.id}`", "give it another id")
        findings.check_names((*path, "over"), area.over, seen, "earlier area")
        for other in seen.values():
            _check_apart(findings, path, area, other)
        seen[area.id] = area
        for place in area.places:
            if place.id in owners:
                message = f"the place `{place.id}` is on `{owners[place.id]}` too"
                findings.add(path, message, "give each place its own id", at="key")
            owners[place.id] = area.id


def _check_apart(findings: Findings, path: DataPath, area: PlacedArea, other: PlacedArea) -> None:
    boxes = area.boxes
    if not any(box.overlap(of_other) > ROUNDING for box in boxes for of_other in other.boxes):
        return
    if other.id not in area.over:
        hint = f"move it, or write `over: [{other.id}]` if that is intended"
        findings.add(path, f"overlaps the area `{other.id}`", hint, at="key")
    elif isinstance(other, MapArea):
        for place in other.places:
            if any(box.distance(place.x, place.y) < other.place_size / 2 for box in boxes):
                findings.add(path, f"covers the place `{place.id}`", "move it", at="key")
        for way in other.ways:
            if any(box.cut(way.start, way.end) > 0 for box in boxes):
                message = f"covers the link from `{way.place.id}` to `{way.other.id}`"
                findings.add(path, message, "move it", at="key")


def _read_map(around: AreaReader, area: MapArea) -> MapArea | None:
    """Return a map with its places, links, and land; None after adding its problems."""
    before = len(around.findings.problems)
    rows = around.read_rows("places", area.table)
    if rows is None:
        return None
    is_sound = not any(area.projection.find_problems())
    land = _read_land(around, area, rows) if is_sound else ()
    places = _make_places(rows, area) if is_sound else []
    around.book.names.effects.use_colours(place.kind for place in places)
    _check_links(rows)
    _check_around(around, area, rows)
    _check_columns(around, area, rows)
    draw: tuple[Element, ...] = ()
    if rows and len(places) == len(rows):
        written = PieceRows(rows[0].findings, rows[0].path[:-1], rows=[int(row.path[-1]) for row in rows])
        draw = around.read_look(area, (area.place_size, area.place_size), places, written)
    if not is_sound or len(around.findings.problems) > before:
        return None
    return replace(area, places=Places(places), land=land, draw=draw)


def _list_rows(given: RowList, *, known: Collection[str] = ()) -> list[Row]:
    """Return the rows with valid, unique ids, of which `known` are the only valid ones unless it is empty."""
    findings, rows = given.findings, dict[str, Row]()
    has_ids = any(isinstance(one, dict) and "id" in one for one in given.data)
    for index in given.order:
        fields, path = given.data[index], (*given.base, index)
        if not isinstance(fields, dict):
            findings.add(path, "must be keys with values", "write `- {id: ..., ...}`")
            continue
        row = Row(findings, path, fields if has_ids else {"id": given.ids[index], **fields})
        if known and row.id not in known:
            row.add(
                "id", f"there is no cell `{row.id}`" if row.id else "`id` is missing", suggest(row.id, known)
            )
        elif not known and not re.fullmatch(ID, row.id):
            message = f"`{row.id}` is not an id" if row.id else "`id` is missing"
            row.add("id", message, "lower-case letters, digits, and `_`, such as `san_francisco`")
        elif row.id in rows:
            line, _ = findings.source.spot_of(rows[row.id].path)
            row.add("id", f"duplicate place `{row.id}`", f"the first is in line {line}")
        else:
            rows[row.id] = row
    if not given.order:
        findings.add(given.base, "has no places")
    return list(rows.values())


def _make_places(rows: Sequence[Row], area: MapArea) -> list[Place]:
    """Return the places of a map; those with invalid positions are left out."""
    places: list[Place] = []
    size = area.place_size
    for row in rows:
        at = _locate(row, area)
        if at is None:
            continue
        box = Rectangle(*at, *at).grown(size / 2)
        if box.beyond(area.box) > 0:
            row.add("id", "is outside the map", "change the projection, or move it: `nudge`")
        for other in places:
            apart = dist(at, (other.x, other.y))
            if apart < size - _ROUNDED:
                message = f"overlaps `{other.id}`: {apart:.1f} mm apart, but places are {size:g} mm wide"
                row.add("id", message, "move one of them with a column `nudge`: `2 -1`, mm right and down")
        kind, label, marks = row.text(area.kind), row.fill(area.label), row.list("marks")
        places.append(Place(row.id, *at, kind, marks, label, row.freeze(), box.corners, row.list("links")))
    return places


_ROUNDED = 0.1
"""Tolerated overlap of places, in mm, because positions in tables are rounded."""


def _locate(row: Row, area: MapArea) -> Point | None:
    """Return the centre of a place on the board; None after adding its problems."""
    x, y = (_read_number(row, name) for name in (("lon", "lat") if row.in_degrees else ("x", "y")))
    nudge = _read_nudge(row)
    if nudge is None or x is None or y is None:
        return None
    box = area.box
    if not row.in_degrees:
        return box.left + x + nudge[0], box.top + y + nudge[1]
    if abs(x) > 360 or abs(y) > 90:
        row.add("lon" if abs(x) > 360 else "lat", "is not a valid degree")
        return None
    ((across, down),) = area.projection.draw([(x, y)], box)
    return across + nudge[0], down + nudge[1]


_NUMBER = re.compile(r"-?\d{1,6}(\.\d{1,9})?")


def _read_number(row: Row, name: str) -> float | None:
    text = row.text(name)
    if _NUMBER.fullmatch(text):
        return float(text)
    if name not in row.fields:
        message, hint = f"`{name}` is missing", "columns `lat` and `lon` in degrees, or `x` and `y` in mm"
    else:
        message = f"`{text}` is not a number" if text else "is empty"
        hint = "mm, without a unit: `12.5`" if name in "xy" else "degrees: `48.86` or `-4.4`"
    row.add(name, message, hint)
    return None


def _read_nudge(row: Row) -> Point | None:
    parts = row.text("nudge").split() or ["0", "0"]
    if len(parts) != 2 or not all(_NUMBER.fullmatch(part) for part in parts):
        row.add("nudge", f"`{row.text('nudge')}` is not a shift", "mm to the right and down: `2 -1.5`")
        return None
    return float(parts[0]), float(parts[1])


def _check_links(rows: Iterable[Row]) -> None:
    """Check that each link is named at both of its ends, once."""
    known = {row.id: row for row in rows}
    for row in known.values():
        seen: set[str] = set()
        for other in row.list("links"):
            if other not in known:
                row.add("links", f"links to an unknown place `{other}`", suggest(other, known))
            elif other == row.id:
                row.add("links", "links to itself")
            elif other in seen:
                row.add("links", f"links to `{other}` twice")
            elif row.id not in known[other].list("links"):
                hint = f"add `{row.id}` to the links of `{other}`"
                row.add("links", f"links to `{other}`, which does not link back", hint)
            seen.add(other)


def _check_around(around: AreaReader, area: MapArea, rows: Sequence[Row]) -> None:
    links = {(row.id, other) for row in rows for other in row.list("links")}
    for index, pair in enumerate(area.around):
        if pair not in links:
            message = f"`{pair[0]}` and `{pair[1]}` are not linked"
            around.findings.add((*around.path, "around", index), message, "name two places that have a link")


def _check_columns(around: AreaReader, area: MapArea, rows: Sequence[Row]) -> None:
    findings, reader, path = around.findings, around.reader, around.path
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


_NO_LAND = "none"
_EARTH = "land.geojson"
_BEYOND = 4.0
"""Width of the land kept outside of the map, in mm, so that its cut edge is hidden."""


def _read_land(around: AreaReader, area: MapArea, rows: Sequence[Row]) -> tuple[tuple[Point, ...], ...]:
    """Return the outlines of land: by default that of the earth if places are given in degrees."""
    name = area.land_file or (_EARTH if any(row.in_degrees for row in rows) else _NO_LAND)
    if name == _NO_LAND or not around.book.names.is_drawn:
        return ()
    home, maps = around.book.home, around.book.maps
    file = around.folder / name
    if describe_fault(file, home=home) and not describe_fault(maps / name, home=maps):
        file = maps / name
    else:
        known = [file.name for file in maps.glob("*.*json")]
        where = (*around.path, "land")
        if not around.findings.check_file(where, file, home=home, others="*.*json", also=known):
            return ()
    memo, seen = around.book.names.memo, (area.projection, area.box)
    draw = partial(memo.get_or_make, file, seen, partial(_draw_land, file, area))
    return around.findings.read(draw) or ()


def _draw_land(file: Path, area: MapArea) -> tuple[tuple[Point, ...], ...]:
    """Return the outlines of a file as a map shows them; raises DataError."""
    rings = read_outlines(file)
    # The world continues beyond its edges: 190 degrees are -170 degrees.
    turned = (tuple((x + turn, y) for x, y in ring) for turn in (-360, 360) for ring in rings)
    drawn = (area.projection.draw(ring, area.box) for ring in (*rings, *turned))
    lands = (clip_outline(ring, area.box.grown(_BEYOND)) for ring in drawn)
    return tuple(land for land in lands if land)


Ring = tuple[tuple[float, float], ...]
"""Longitude and latitude of the corners, without the last one, which repeats the first."""

_MOST_CORNERS = 200_000


def read_outlines(path: Path) -> tuple[Ring, ...]:
    """Return the rings of all polygons of a file; raises DataError if it is not GeoJSON with areas.

    Rings continue across the meridian of 180 degrees: longitudes may exceed 180.
    """
    file, text = read_text(path)
    try:
        # int raises ValueError for thousands of digits.
        rings = tuple(_list_rings(json.loads(text, parse_int=float)))
        if not rings:
            raise Wrong("has no areas", "save land as Polygon or MultiPolygon")
        if sum(len(ring) + 1 for ring in rings) > _MOST_CORNERS:
            raise Wrong(f"has more than {_MOST_CORNERS} corners", "simplify the outlines")
    except json.JSONDecodeError as error:
        raise unreadable(file, f"is not JSON: {error.msg}", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise unreadable(file, "is not GeoJSON: it is nested too deeply") from None
    except Wrong as wrong:
        raise unreadable(file, wrong.message, wrong.hint) from None
    return rings


_LISTS = {"FeatureCollection": "features", "GeometryCollection": "geometries"}


def _list_rings(data: Any) -> Iterator[Ring]:
    match data:
        case {"type": "Feature"}:
            if data.get("geometry") is not None:
                yield from _list_rings(data["geometry"])
        case {"type": "FeatureCollection" | "GeometryCollection" | "Polygon" | "MultiPolygon" as kind}:
            key = _LISTS.get(kind, "coordinates")
            if not isinstance(data.get(key), list):
                raise Wrong(f"is not GeoJSON: a `{kind}` has no list of `{key}`")
            for item in data[key]:
                if kind == "Polygon":
                    yield _read_ring(item)
                else:
                    is_polygon = kind == "MultiPolygon"
                    yield from _list_rings({"type": "Polygon", "coordinates": item} if is_polygon else item)
        case {"type": kind}:
            raise Wrong(f"contains a `{kind}`", "only areas are drawn: Polygon and MultiPolygon")
        case _:
            raise Wrong("is not GeoJSON: a `type` is missing")


def _read_ring(ring: Any) -> Ring:
    if not isinstance(ring, list) or len(ring) < 4:
        raise Wrong("is not GeoJSON: a ring needs at least 4 positions, the last the same as the first")
    points: list[tuple[float, float]] = []
    for x, y in map(_read_position, ring):
        if points:
            # From 179.9 the coast continues to 180.1, not around the world to -179.9.
            x -= round((x - points[-1][0]) / 360) * 360
        points.append((x, y))
    return tuple(points[:-1] if points[0] == points[-1] else points)


def _read_position(position: Any) -> tuple[float, float]:
    given = position if isinstance(position, list) and len(position) in (2, 3) else []
    numbers = [number for number in given if type(number) is float and isfinite(number)]
    if not numbers or len(numbers) < len(given):
        raise Wrong("is not GeoJSON: a position is not [longitude, latitude]")
    x, y = numbers[:2]
    if abs(x) > 540 or abs(y) > 90:
        raise Wrong(f"has the position [{x:g}, {y:g}]", "degrees of longitude and latitude")
    return x, y


_OFFSET = re.compile(r"\s*(?P<place>.+?)\s*\+\s*(?P<across>[^,+]+),(?P<down>[^,]+)")
_NEAR = 0.01
_STEPS = 12
"""Number of pieces of an arc."""


def _place_cell_lines(
    reader: ElementReader, path: DataPath, area: GridArea, places: Mapping[str, Place]
) -> tuple[CellLine, ...]:
    """Return the lines of a grid with their courses; those with `each` once for each row.

    Problems are added to the findings of the reader.
    """
    found: list[CellLine] = []
    findings, tables = reader.findings, reader.tables
    for index, line in enumerate(area.lines):
        where = (*path, "lines", index)
        used = list_roots(parse_over(line.each)) if line.each else frozenset()
        reader.take_tables(used | _list_names(line))
        if unknown := [name for name in used if name not in tables]:
            findings.add((*where, "each"), f"unknown table `{unknown[0]}`", suggest(unknown[0], tables))
            continue
        try:
            cells = list_cells(line.each, tables) if line.each else [tables]
        except ValueError as error:
            wrong = error if isinstance(error, Wrong) else Wrong(str(error))
            findings.add_at((*where, "each"), wrong.position, wrong.message, wrong.hint)
            continue
        for seen in cells:
            try:
                found.append(_place_line(line, seen, area, places, reader.judge_name))
            except Wrong as wrong:
                findings.add((*where, *wrong.path), wrong.message + _describe_row(line, seen), wrong.hint)
                break
    return tuple(found)


def _list_names(line: CellLine) -> frozenset[str]:
    """Return the fields that the texts and the computed values of a line use."""
    texts = (line.colour, line.at, *line.edge, *line.through)
    return list_roots(*map(Pattern, texts), *(one.pattern for one in list_computed(line)))


def _describe_row(line: CellLine, seen: Mapping[str, Field]) -> str:
    row = seen.get("item")
    return f", in row `{row['id']}`" if line.each and isinstance(row, Mapping) and "id" in row else ""


def _place_line(
    line: CellLine, seen: Mapping[str, Field], area: GridArea, places: Mapping[str, Place], judge: Judge
) -> CellLine:
    """Return a line with its courses, and its values for a row; raises Wrong with the path of the key."""
    line = compute(line, seen)
    colour = _fill("colour", line.colour, seen)
    if problem := judge("colour", colour):
        problem.path = ("colour",)
        raise problem
    courses: list[Sequence[Point]] = []
    if line.through:
        names = [_fill("through", name, seen) for name in line.through]
        points = [_find_point(name, places, ("through", at)) for at, name in enumerate(names)]
        courses.append([*_bend_all(points, line.bend)])
    for number, pair in enumerate(line.between):
        names = [_fill("between", name, seen) for name in pair]
        courses.append(_find_common_edge(names, places, ("between", number)))
    if line.at:
        place = _find_place(_fill("at", line.at, seen), places, ("at",))
        for text in line.edge:
            for name in _fill("edge", text, seen).replace(",", " ").split():
                courses.append(_find_edge(name, place, area))
    return replace(line, colour=colour, courses=tuple(map(tuple, courses)))


def _fill(key: str, text: str, seen: Mapping[str, Field]) -> str:
    try:
        return Pattern(text).fill(seen)
    except KeyError as error:
        raise Wrong(f"`{error.args[0]}` is missing", "rows are `item` beside `each`", path=(key,)) from None
    except Wrong as wrong:
        wrong.path = (key,)
        raise


def _find_place(name: str, places: Mapping[str, Place], path: tuple[str | int, ...]) -> Place:
    if name not in places:
        raise Wrong(f"unknown cell `{name}`", suggest(name, places), path=path)
    return places[name]


def _find_point(text: str, places: Mapping[str, Place], path: tuple[str | int, ...]) -> Point:
    """Return the middle of a cell, or a point at a distance: `0203 + 3 mm, -2 mm`."""
    if text in places or not (match := _OFFSET.fullmatch(text)):
        place = _find_place(text, places, path)
        return place.x, place.y
    place = _find_place(match["place"], places, path)
    try:
        across, down = (parse_length(match[side].strip()) for side in ("across", "down"))
    except Wrong as wrong:
        raise Wrong(wrong.message, "write it like `0203 + 3 mm, -2 mm`", path=path) from None
    return place.x + across, place.y + down


def _bend_all(points: Sequence[Point], bend: float) -> Iterator[Point]:
    """Yield the points of a line whose legs are arcs; `bend` is their height, as a share of their length."""
    yield points[0]
    for start, end in pairwise(points):
        yield from make_course((start, end), _STEPS + 1, "line", bend)[1:] if bend else (end,)


def _find_common_edge(
    names: Sequence[str], places: Mapping[str, Place], path: tuple[str | int, ...]
) -> list[Point]:
    first = _find_place(names[0], places, path)
    if names[1] not in first.neighbours:
        hint = suggest(names[1], first.neighbours)
        raise Wrong(f"unknown neighbour of `{first.id}` `{names[1]}`", hint, path=path)
    others = places[names[1]].outline
    return [corner for corner in first.outline if min(dist(corner, other) for other in others) < _NEAR]


def _find_edge(name: str, place: Place, area: GridArea) -> list[Point]:
    """Return the ends of the edge of a cell in a direction, such as `ne`."""
    known = CELL_EDGES[area.cells]
    if name not in known:
        raise Wrong(f"unknown edge `{name}`", f"edges are {', '.join(known)}", path=("edge",))
    corners = place.outline
    sides = [[start, end] for start, end in zip(corners, (*corners[1:], corners[0]), strict=True)]

    def measure_turn(side: list[Point]) -> float:
        (x, y), (x2, y2) = side
        angle = degrees(atan2((y + y2) / 2 - place.y, (x + x2) / 2 - place.x))
        return abs((angle - known[name] + 180) % 360 - 180)

    return min(sides, key=measure_turn)

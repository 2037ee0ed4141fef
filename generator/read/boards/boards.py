"""A board file -> Board: grids, maps, tracks, and boxes, which overlap only on purpose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator.model.areas import MOST_RINGS, GridCell
from generator.model.board import AREAS, Area, Board, BoxArea, GridArea, MapArea, PlateArea, TrackArea
from generator.model.fields import Field
from generator.model.kinds import MOST_MM
from generator.model.places import Place
from generator.model.rectangles import ROUNDING, Point, Rectangle
from generator.model.tilings import TILINGS, find_neighbours, name_cells
from generator.read.boards.maps import Surroundings, read_map
from generator.read.boards.rows import Row
from generator.read.declared.findings import Findings, Gathered
from generator.read.declared.grids import read_grid
from generator.read.declared.reader import Reader
from generator.read.files.yaml_reader import Data, DataPath
from generator.read.templates.templates import PlacedTemplate, TemplateBook, place_element


@dataclass(frozen=True, slots=True)
class _Written:
    area: Area
    path: DataPath
    before: Sequence[str]
    """Ids of the areas before it, including invalid ones."""


def read_board(path: Path, *, maps: Path, book: TemplateBook) -> Board:
    """Read a board; raises DataError with all problems of the file and its tables.

    `maps` is the folder of the land that all games share; `book` has the templates of the game.
    """
    reader, gathered = Reader.open(path, book.names.judge), Gathered()
    findings = reader.findings
    book = book.extended(findings, ("templates",), findings.source.get("templates"))
    board = reader.read(Board, reader.data)
    around = Surroundings(reader, book, gathered, path.parent, maps)
    areas = []
    for one in _list_areas(reader, findings.source.get("areas")):
        area = _finish(around, one.path, one.area, reader.get(("size",)) or (MOST_MM, MOST_MM))
        areas += [replace(one, area=area)] if area else []
    size = reader.get(("size",))
    if size:
        around.check_look(("ground",), reader.get(("ground",)) or "", size, [{"id": "board"}])
        _check_places(findings, Rectangle(0, 0, *size), areas)
    gathered.read(findings.stop_if_any)
    gathered.stop_if_any()
    # If it is None, an error has been raised.
    assert board is not None
    templates = {id: one.template for id, one in book.known.items()}
    return replace(board, areas=tuple(one.area for one in areas), templates=templates)


def _list_areas(reader: Reader, given: Data) -> list[_Written]:
    found: list[_Written] = []
    before: list[str] = []
    for index, data in enumerate(given if isinstance(given, list) else []):
        for kind in AREAS.kinds if isinstance(data, dict) else ():
            path: DataPath = ("areas", index, kind)
            area = reader.get(path)
            found += [_Written(area, path, tuple(before))] if area else []
            before += filter(None, [reader.get((*path, "id"))])
    return found


def _finish(around: Surroundings, path: DataPath, area: Area, size: Point) -> Area | None:
    """Return an area with its places; None after adding its problems."""
    match area:
        case GridArea():
            return _finish_grid(around, path, area)
        case MapArea():
            return read_map(around, path, area)
        case PlateArea():
            around.check_look((*path, "look"), area.look, area.size, [area.all_fields()], base=path)
        case TrackArea() if not area.fields:
            return None
        case TrackArea() | BoxArea():
            return area
        case _:
            # An element is a template of its own, the size of the board.
            look, placed = f"area-{path[1]}", place_element(around.reader, area)
            around.book.known[look] = PlacedTemplate(look, around.findings.source, path, (placed,))
            around.check_look(path, look, size, [{"id": "board"}])
            return PlateArea(id="", at=(0.0, 0.0), size=size, look=look)
    return area


def _finish_grid(around: Surroundings, path: DataPath, area: GridArea) -> GridArea | None:
    findings, legend, tiling = around.findings, area.characters, TILINGS[area.cells]
    for character, cell in legend.items() if not area.look else ():
        for index, mark in enumerate(cell.marks):
            around.reader.check_name("mark", mark, (*path, "legend", character, "marks", index))
    before = len(findings.problems)
    kinds = {}
    cells = tiling.ring(min(area.rings, MOST_RINGS)) if area.rings else tiling.fill(*area.count)
    if area.drawing:
        drawn = {character: (character,) for character in legend}
        grid = read_grid(
            findings, (*path, "places"), area.drawing, legend=drawn, naming="grid", tiling=tiling
        )
        cells = [(square.x, square.y) for square in grid or ()]
        kinds = {(square.x, square.y): legend[square.marks[0]] for square in grid or ()}
    ids = name_cells(cells, tiling, area.coordinates, area.start) if cells else []
    if len(set(ids)) < len(cells):
        findings.add((*path, "coordinates"), "several cells get the same id", "such as `{letter}{row}`")
    for index, id in enumerate(area.hidden):
        findings.check_name((*path, "hidden", index), id, ids, "cell")
    rows = around.read_rows((*path, "table"), area.table, ids) if area.table else {}
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
    for (id, at), outline, others in zip(shown, outlines, find_neighbours(outlines), strict=True):
        row, drawn_as = rows.get(id, Row(findings, path, {})), kinds.get(at, GridCell())
        x, y = (sum(values) / len(values) for values in zip(*outline, strict=True))
        kind, marks = row.text("kind") or drawn_as.kind, row.list("marks") or drawn_as.marks
        beside = tuple(shown[other][0] for other in others)
        places.append(Place(id, x, y, kind, marks, "", {**columns, **row.freeze()}, outline, beside))
    fields = [place.all_fields() for place in places]
    around.check_look((*path, "look"), area.look, area.cell_size, fields, base=(*path, "places"))
    _check_lines(findings, path, area, {place.id: place.neighbours for place in places})
    width, height = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    return replace(area, places=tuple(places), columns=width, rows=height)


def _check_lines(
    findings: Findings, path: DataPath, area: GridArea, known: Mapping[str, tuple[str, ...]]
) -> None:
    for index, line in enumerate(area.lines):
        for step, id in enumerate(line.through):
            findings.check_name((*path, "lines", index, "through", step), id, known, "cell")
        for pair, (first, second) in enumerate(line.between):
            where = (*path, "lines", index, "between", pair)
            if findings.check_name(where, first, known, "cell"):
                findings.check_name(where, second, known[first], f"neighbour of `{first}`")


def _check_places(findings: Findings, whole: Rectangle, areas: Sequence[_Written]) -> None:
    seen: dict[str, _Written] = {}
    owners: dict[str, str] = {}
    for one in areas:
        area = one.area
        over = area.box.beyond(whole)
        if over > ROUNDING:
            has_edges = isinstance(area, GridArea) and area.has_edge_labels
            edges = " (with its letters and numbers)" if has_edges else ""
            findings.add(one.path, f"extends beyond the board by {over:.1f} mm{edges}", at="key")
        if area.id in seen and area.id:
            findings.add((*one.path, "id"), f"duplicate area `{area.id}`", "give it another id")
        for index, id in enumerate(area.over):
            findings.check_name((*one.path, "over", index), id, one.before, "earlier area")
        for other in seen.values():
            _check_apart(findings, one, other.area)
        seen[area.id] = one
        for place in area.places:
            if place.id in owners:
                message = f"the place `{place.id}` is on `{owners[place.id]}` too"
                findings.add(one.path, message, "give each place its own id", at="key")
            owners[place.id] = area.id


def _check_apart(findings: Findings, one: _Written, other: Area) -> None:
    boxes = one.area.boxes
    if not any(box.overlap(of_other) > ROUNDING for box in boxes for of_other in other.boxes):
        return
    if other.id not in one.area.over:
        hint = f"move it, or write `over: [{other.id}]` if that is intended"
        findings.add(one.path, f"overlaps the area `{other.id}`", hint, at="key")
    elif isinstance(other, MapArea):
        for place in other.places:
            if any(box.distance(place.x, place.y) < other.place_size / 2 for box in boxes):
                findings.add(one.path, f"covers the place `{place.id}`", "move it", at="key")
        for way in other.ways:
            if any(box.cut(way.start, way.end) > 0 for box in boxes):
                message = f"covers the link from `{way.place.id}` to `{way.other.id}`"
                findings.add(one.path, message, "move it", at="key")

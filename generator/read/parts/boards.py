"""Board files -> Board: areas with their places, which overlap only on purpose."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from generator.model.elements import squares
from generator.model.elements.areas import MOST_RINGS, GridArea, PlacedArea, TrackArea
from generator.model.elements.maps import MapArea
from generator.model.elements.template import ELEMENTS
from generator.model.geometry import ROUNDING, Rectangle
from generator.model.kit import Board
from generator.model.language.fields import Field
from generator.model.pieces import Form
from generator.model.values import dataclass, replace
from generator.read.declared.findings import Findings
from generator.read.files.yaml import Data, DataPath
from generator.read.parts.maps import AreaReader, Row, read_map
from generator.read.pieces.checks import check_alone
from generator.read.pieces.rows import PieceRows
from generator.read.templates.templates import (
    ElementReader,
    PartKeys,
    TemplateBook,
    name_part,
    place_elements,
    to_part,
)


@dataclass(frozen=True)
class BoardFile(PartKeys, Board):
    """A game board."""


def read_board(path: Path, *, book: TemplateBook) -> Board:
    """Read a board with the templates of its game; raises DataError with all problems of its files."""
    reader, book = replace(book, finish=finish_area).open(path)
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
    templates = {id: one.template for id, one in book.known.items()}
    part: Board = to_part(replace(board, templates=templates), Board)
    return part


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
        case GridArea():
            return _finish_grid(around, path, area)
        case MapArea():
            return read_map(around, area)
        case TrackArea() if not area.is_placed:
            return None
    return area


def _finish_grid(around: AreaReader, path: DataPath, area: GridArea) -> GridArea | None:
    findings, legend, tiling = around.findings, area.characters, squares.TILINGS[area.cells]
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
        places.append(squares.Place(id, x, y, kind, marks, "", {**columns, **row.freeze()}, outline, beside))
    written = PieceRows(findings, (*path, "places"), rows=[*range(len(places))])
    draw = around.read_look(area, area.cell_size, places, written)
    _check_lines(findings, path, area, {place.id: place.neighbours for place in places})
    width, height = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    return replace(area, places=squares.Places(places), columns=width, rows=height, draw=draw)


def _check_lines(
    findings: Findings, path: DataPath, area: GridArea, known: Mapping[str, tuple[str, ...]]
) -> None:
    for index, line in enumerate(area.lines):
        findings.check_names((*path, "lines", index, "through"), line.through, known, "cell")
        for pair, (first, second) in enumerate(line.between):
            where = (*path, "lines", index, "between", pair)
            if findings.check_name(where, first, known, "cell"):
                findings.check_name(where, second, known[first], f"neighbour of `{first}`")


def _check_places(findings: Findings, whole: Rectangle, areas: Sequence[tuple[DataPath, PlacedArea]]) -> None:
    seen: dict[str, PlacedArea] = {}
    owners: dict[str, str] = {}
    for path, area in areas:
        over = area.box.beyond(whole)
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

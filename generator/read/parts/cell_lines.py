"""Lines of grids: rivers on edges, roads through cells, each as courses of points in mm."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import atan2, degrees, dist

from generator.errors import Wrong, suggest
from generator.model.elements.areas import CellLine, GridArea, make_course
from generator.model.elements.boxes import compute, list_computed
from generator.model.elements.squares import CELL_EDGES, Place
from generator.model.geometry import Point
from generator.model.language.conditions import list_cells, parse_over
from generator.model.language.fields import Field, Pattern, list_roots
from generator.model.language.scalars import parse_length
from generator.model.values import replace
from generator.read.declared.reader import Judge
from generator.read.files.yaml import DataPath
from generator.read.templates.templates import ElementReader

_OFFSET = re.compile(r"\s*(?P<place>.+?)\s*\+\s*(?P<across>[^,+]+),(?P<down>[^,]+)")
_NEAR = 0.01
_STEPS = 12
"""Number of pieces of an arc."""


def place_cell_lines(
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

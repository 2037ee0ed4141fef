"""A board file -> Board: grids, maps, tracks and boxes, none of which lie on each other unawares."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from generator.errors import DataError
from generator.model.board import (
    Area,
    Board,
    BoardField,
    BoxArea,
    GridArea,
    MapArea,
    Place,
    PlateArea,
    TrackArea,
)
from generator.model.fields import Field
from generator.model.rectangles import Point, Rectangle
from generator.read.boards.grids import read_grid
from generator.read.boards.maps import MapReader
from generator.read.boards.templates import check_look, has_look
from generator.read.declared.findings import Findings
from generator.read.declared.formats import boards as formats
from generator.read.declared.names import Names
from generator.read.files.phrases import suggest
from generator.read.files.yaml_reader import Data, DataPath, read_yaml
from generator.read.templates.templates import TemplateBook
from generator.read.wordings.sentences import check_text
from generator.read.wordings.wordings import raise_together

_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class _Placed:
    """An area, where it is written, and what it may lie on."""

    area: Area
    path: DataPath
    over: Sequence[str]
    before: Sequence[str]
    """Ids of the areas before it, of those that are wrong too."""


def read_board(path: Path, *, names: Names, maps: Path, book: TemplateBook | None) -> Board:
    """The board of a file; raises DataError with all that is wrong with it and its tables.

    `maps` is the folder of land that all games may use; `book` has the templates of the game, None
    when they could not be read.
    """
    source = read_yaml(path)
    findings = Findings(source)
    format = findings.fit(formats.BoardFormat, source.data)
    data = source.data if isinstance(source.data, dict) else {}
    if book is not None and isinstance(data.get("templates"), dict):
        book = book.extended(findings, ("templates",), data["templates"])
    reader = _AreaReader(findings, names, path.parent, maps, book)
    given = data.get("areas")
    placed = list(reader.read_all(given if isinstance(given, list) else []))
    if format is not None:
        findings.check_word(("title",), format.title, names.sentences)
        reader.check_ground(format.ground, format.size)
        _check_places(findings, format, placed)
    errors = [*reader.errors, *([DataError(findings.problems)] if findings.problems else [])]
    if errors and not reader.errors:
        findings.stop()
    raise_together(errors)
    assert format is not None
    width, height = format.size
    return Board(
        id=format.id,
        title=format.title,
        width=width,
        height=height,
        areas=tuple(one.area for one in placed),
        templates={id: one.template for id, one in book.known.items()} if book else {},
        ground=format.ground,
        poster=format.poster,
    )


def _check_places(findings: Findings, format: formats.BoardFormat, placed: Sequence[_Placed]) -> None:
    """All areas on the board, none on another that it does not name, and no place twice."""
    whole = Rectangle(0, 0, *format.size)
    seen: dict[str, _Placed] = {}
    owners: dict[str, str] = {}
    for one in placed:
        area = one.area
        over = area.box.beyond(whole)
        if over > _ROUNDING:
            said = "with the letters and numbers along its edges, " if isinstance(area, GridArea) else ""
            findings.add(one.path, f"{said}stands out of the board by {over:.1f} mm", at="key")
        if area.id in seen:
            findings.add((*one.path, "id"), f"a second area `{area.id}`", "give it another id")
        for index, id in enumerate(one.over):
            findings.check_name((*one.path, "over", index), id, one.before, "the area before this one")
        for other in seen.values():
            _check_apart(findings, one, other)
        seen[area.id] = one
        for place in area.places if isinstance(area, GridArea | MapArea) else ():
            if place.id in owners:
                said = f"the place `{place.id}` is on `{owners[place.id]}` too"
                findings.add(one.path, said, "give each place an id of its own", at="key")
            owners[place.id] = area.id


def _check_apart(findings: Findings, one: _Placed, other: _Placed) -> None:
    boxes = _boxes(one.area)
    if not any(box.overlap(of_other) > _ROUNDING for box in boxes for of_other in _boxes(other.area)):
        return
    if other.area.id not in one.over:
        hint = f"move it, or write `over: [{other.area.id}]` where that is meant"
        findings.add(one.path, f"lies on the area `{other.area.id}`", hint, at="key")
    elif isinstance(other.area, MapArea):
        half = other.area.place_size / 2
        for place in other.area.places:
            if any(box.distance(place.x, place.y) < half for box in boxes):
                findings.add(one.path, f"covers the place `{place.id}`", "move it", at="key")
        for way in other.area.ways:
            if any(box.cut(way.start, way.end) > 0 for box in boxes):
                said = f"covers the link from `{way.place.id}` to `{way.other.id}`"
                findings.add(one.path, said, "move it", at="key")


def _boxes(area: Area) -> tuple[Rectangle, ...]:
    return area.boxes if isinstance(area, TrackArea) else (area.box,)


@dataclass
class _AreaReader:
    """Reads areas one by one, so that a problem in one does not hide those of the next."""

    findings: Findings
    names: Names
    folder: Path
    maps: Path
    book: TemplateBook | None
    errors: list[DataError] = field(default_factory=list)

    def read_all(self, given: Sequence[Data]) -> Iterator[_Placed]:
        before: list[str] = []
        for index, data in enumerate(given):
            path: DataPath = ("areas", index)
            kind = next(iter(data), "") if isinstance(data, dict) else ""
            if not isinstance(data, dict) or kind not in formats.AREA_FORMATS:
                known = ", ".join(formats.AREA_FORMATS)
                hint = suggest(kind, formats.AREA_FORMATS) if kind else f"an area is one of: {known}"
                self.findings.add(path, f"no area is a `{kind}`" if kind else "is no area", hint)
                continue
            inner = data[kind]
            id = inner.get("id") if isinstance(inner, dict) else None
            chosen = formats.AREA_FORMATS[kind]
            format = self.findings.fit(chosen, data, path, beginnings=formats.AREA_FORMATS)
            if format is not None:
                placed = self._read((*path, kind), format, tuple(before))
                if placed is not None:
                    yield placed
            if isinstance(id, str):
                before.append(id)

    def _read(self, path: DataPath, format: formats.AreaPart, before: tuple[str, ...]) -> _Placed | None:
        area: Area | None
        match format:
            case formats.GridPart(grid=given):
                area, over = self._read_grid(path, given), given.over
            case formats.MapPart(map=given):
                reader = MapReader(
                    self.findings, path, given, self.folder, self.maps, self.names, self.book, self.errors
                )
                area, over = reader.read(), given.over
            case formats.TrackPart(track=given):
                area, over = self._read_track(path, given), given.over
            case formats.BoxPart(box=given):
                area, over = self._read_box(path, given), given.over
            case formats.PlatePart(plate=given):
                area, over = self._read_plate(path, given), given.over
        return _Placed(area, path, over, before) if area else None

    def check_ground(self, id: str, size: tuple[float, float]) -> None:
        """The ground is drawn by a template that knows the board's id and nothing else."""
        if has_look(self.findings, ("ground",), id, self.book) and self.book is not None:
            fields = [{"id": "board"}]
            self.errors += check_look(
                self.findings, ("ground",), [0], fields, look=id, size=size, book=self.book
            )

    def _check_heading(self, path: DataPath, given: formats.TrackArea | formats.BoxArea) -> None:
        self.findings.check_word((*path, "title"), given.title, self.names.sentences)
        if given.icon:
            self.findings.check_name((*path, "icon"), given.icon, self.names.icons, "the icon")
        if not given.colour.startswith("#"):
            self.findings.check_name((*path, "colour"), given.colour, self.names.colours, "the colour")

    def _read_grid(self, path: DataPath, given: formats.GridArea) -> GridArea | None:
        legend: Mapping[str, formats.CellFormat | None] = given.legend or {"#": None}
        for character, cell in legend.items():
            where = (*path, "legend", character)
            if len(character) != 1 or character in ". |":
                hint = "one character, but neither `.` nor `|` nor a blank"
                self.findings.add(where, f"`{character}` stands for no place", hint, at="key")
            if not given.look:
                for index, mark in enumerate(cell.marks if cell else ()):
                    self.findings.check_name((*where, "marks", index), mark, self.names.marks, "the mark")
        drawn = {character: (character,) for character in legend}
        grid = read_grid(self.findings, (*path, "places"), given.places, legend=drawn, naming="grid")
        if grid is None:
            return None
        left, top = given.at
        places = []
        for square in grid:
            cell = legend[square.marks[0]]
            middle = (left + (square.x + 0.5) * given.cell, top + (square.y + 0.5) * given.cell)
            kind, marks = (cell.kind, tuple(cell.marks)) if cell else ("", ())
            places.append(Place(square.id, *middle, kind=kind, marks=marks))
        look, size = given.look, given.cell
        if has_look(self.findings, (*path, "look"), look, self.book) and self.book is not None:
            fields = [place.all_fields() for place in places]
            base, numbers = (*path, "places"), range(len(places))
            self.errors += check_look(
                self.findings, base, numbers, fields, look=look, size=(size, size), book=self.book
            )
        return GridArea(
            id=given.id,
            columns=int(grid.width),
            rows=grid.height,
            left=left,
            top=top,
            cell=given.cell,
            places=tuple(places),
            look=given.look,
            labelled=given.labelled,
        )

    def _read_track(self, path: DataPath, given: formats.TrackArea) -> TrackArea | None:
        self._check_heading(path, given)
        run = bool(given.labels or given.from_ or given.to)
        if bool(given.fields) == run:
            said = "has `fields` and a run too" if run else "has no fields"
            hint = "keep `fields`, or `from`, `to` and `labels`"
            self.findings.add(path, said, hint, at="key")
            return None
        fields = self._read_run(path, given) if run else self._read_fields(path, given)
        if not fields:
            return None
        for first, second in pairwise(fields):
            apart = math.hypot(second.x - first.x, second.y - first.y)
            if apart < given.size - _ROUNDING:
                said = f"fields {first.id} and {second.id} lie on each other: {apart:.1f} mm apart"
                self.findings.add(path, said, f"each is {given.size:g} mm wide", at="key")
                break
        return TrackArea(
            id=given.id,
            title=given.title,
            fields=fields,
            size=given.size,
            shape=given.shape,
            title_at=None if given.title_at is None else (given.title_at[0], given.title_at[1]),
            icon=given.icon,
            colour=given.colour,
        )

    def _read_fields(self, path: DataPath, given: formats.TrackArea) -> tuple[BoardField, ...]:
        for key in ("bend", "marks"):
            if key in given.model_fields_set:
                self.findings.add((*path, key), f"`{key}` belongs to a run", "remove it", at="key")
        fields = []
        for index, one in enumerate(given.fields):
            self._check_marks((*path, "fields", index, "marks"), one.marks)
            check_text(self.findings, (*path, "fields", index, "label"), one.label, pictured=self.names)
            fields.append(BoardField(str(index + 1), one.at[0], one.at[1], one.label, tuple(one.marks)))
        return tuple(fields)

    def _read_run(self, path: DataPath, given: formats.TrackArea) -> tuple[BoardField, ...]:
        missing = [key for key, value in (("from", given.from_), ("to", given.to)) if value is None]
        missing += [] if given.labels else ["labels"]
        for key in missing:
            self.findings.add(path, f"`{key}` is missing", f"add `{key}: ...`", at="key")
        if missing or given.from_ is None or given.to is None:
            return ()
        numbers = [str(number) for number in range(1, len(given.labels) + 1)]
        for number, marks in given.marks.items():
            if number not in numbers:
                hint = f"fields are counted from 1 to {numbers[-1]}"
                self.findings.add((*path, "marks", number), f"there is no field {number}", hint, at="key")
            self._check_marks((*path, "marks", number), marks)
        for index, label in enumerate(given.labels):
            check_text(self.findings, (*path, "labels", index), label, pictured=self.names)
        start, end = (given.from_[0], given.from_[1]), (given.to[0], given.to[1])
        points = run_points(start, end, len(numbers), bend=given.bend)
        return tuple(
            BoardField(number, *point, label, tuple(given.marks.get(number, ())))
            for number, point, label in zip(numbers, points, given.labels, strict=True)
        )

    def _check_marks(self, path: DataPath, marks: Sequence[str]) -> None:
        for index, mark in enumerate(marks):
            self.findings.check_name((*path, index), mark, self.names.marks, "the mark")

    def _read_box(self, path: DataPath, given: formats.BoxArea) -> BoxArea:
        self._check_heading(path, given)
        self.findings.check_word((*path, "hint"), given.hint, self.names.sentences)
        return BoxArea(
            id=given.id,
            title=given.title,
            left=given.at[0],
            top=given.at[1],
            width=given.size[0],
            height=given.size[1],
            icon=given.icon,
            colour=given.colour,
            hint=given.hint,
            corner=given.corner,
        )

    def _read_plate(self, path: DataPath, given: formats.PlateArea) -> PlateArea:
        fields: dict[str, Field] = {**given.fields, "id": given.id}
        if has_look(self.findings, (*path, "look"), given.look, self.book) and self.book is not None:
            self.errors += check_look(
                self.findings, path, [0], [fields], look=given.look, size=given.size, book=self.book
            )
        (left, top), (width, height) = given.at, given.size
        return PlateArea(given.id, left, top, width, height, given.look, fields)


def run_points(start: Point, end: Point, count: int, *, bend: float) -> tuple[Point, ...]:
    """Points equally far apart on a line, or on the arc of a circle.

    `bend` is how far the arc's middle stands off the straight line, to the left as one goes along
    it, as a part of the line's length.
    """
    if count == 1:
        return (start,)
    (x1, y1), (x2, y2) = start, end
    dx, dy = x2 - x1, y2 - y1
    shares = [index / (count - 1) for index in range(count)]
    if not bend:
        return tuple((x1 + dx * share, y1 + dy * share) for share in shares)
    # Half the angle of the arc, from its height over its chord.
    half = 2 * math.atan(2 * bend)
    radius = 0.5 / math.sin(half)
    points = []
    for share in shares:
        angle = half * (2 * share - 1)
        along = 0.5 + radius * math.sin(angle)
        aside = radius * (math.cos(angle) - math.cos(half))
        points.append((x1 + dx * along + dy * aside, y1 + dy * along - dx * aside))
    return tuple(points)

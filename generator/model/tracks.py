"""Tracks: fields in order, for markers on boards and cards, or to cross out on sheets."""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Literal, TypeAlias

from generator.errors import Wrong
from generator.model import kinds
from generator.model.kinds import At, Count, Doc, Key, Mark, RichText, Size, Text, Written
from generator.model.rectangles import Point
from generator.model.values import dataclass, field, replace

FieldShape: TypeAlias = Literal["square", "circle"]
NOWHERE: At = (-1.0, -1.0)
"""Position of a field that is not given."""


@dataclass(frozen=True, slots=True)
class TrackField:
    """One field of a track."""

    label: Annotated[RichText, Doc("Text in the field; in a row, by default its number.")] = ""
    marks: Annotated[tuple[Mark, ...], Doc("Marks, as for squares.")] = ()
    bonus: Annotated[Mark, Doc("Mark of the bonus that the field gives.")] = ""
    cost: Annotated[Count, Doc("Minimum cost of the field: the number of small circles above it.")] = 0
    at: Annotated[At, Doc("Middle of the field, instead of its place on the course of the track.")] = NOWHERE
    id: Annotated[str, Written.NEVER] = ""


@dataclass(frozen=True, kw_only=True)
class Track:
    """The keys of all tracks."""

    size: Annotated[Size, Doc("Width or diameter of a field.")]
    written: Annotated[tuple[TrackField, ...], Key("fields"), Doc("Fields, listed one by one.")] = ()
    count: Annotated[kinds.Positive, Doc("Number of plain fields, which are numbered.")] = 0
    first: Annotated[Count, Doc("Number in the first field.")] = 1
    run_labels: Annotated[tuple[RichText, ...], Key("labels"), Doc("Texts of plain fields.")] = ()
    run_marks: Annotated[
        Mapping[Text, tuple[Mark, ...]], Key("marks"), Doc("Marks by the place of the field, from 1.")
    ] = field(default_factory=dict, hash=False)
    role: Annotated[kinds.Role, Doc("Role of type of the texts in the fields.")] = ""

    @property
    def marked(self) -> Iterator[TrackField]:
        """The fields in order, with all their marks; their ids are 1, 2, 3."""
        plain = map(TrackField, self.run_labels or map(str, range(self.first, self.first + self.count)))
        for place, one in enumerate(self.written or plain, start=1):
            yield replace(one, id=str(place), marks=one.marks + self.run_marks.get(str(place), ()))

    @cached_property
    def fields(self) -> tuple[TrackField, ...]:
        """The fields in order; without a label, each has its number."""
        numbered = enumerate(self.marked, self.first)
        return tuple(replace(one, label=one.label or str(number)) for number, one in numbered)

    def find_problems(self) -> Iterator[Wrong]:
        for key in (key for key, given in (("count", self.count), ("labels", self.run_labels)) if given):
            if self.written:
                yield Wrong(f"has both `{key}` and `fields`", "keep one of them", key=key)
        if not self.fields:
            yield Wrong("the track has no fields", "add `count: ...` or `fields: ...`")
        ids = [field.id for field in self.fields]
        for place in (place for place in self.run_marks if ids and place not in ids):
            hint = f"fields are numbered from 1 to {ids[-1]}"
            yield Wrong(f"there is no field {place}", hint, path=("marks",), key=place)


def find_course(corners: Sequence[Point], count: int, along: str, bend: float) -> tuple[Point, ...]:
    """Return points on a course, one on each corner and evenly spaced between them; empty if impossible.

    `bend` turns a line into an arc: its height to the left of the line, divided by the length of the line.
    """
    if along in ("rectangle", "circle") and len(corners) == 2:
        (x1, y1), (x2, y2) = corners
        corners = (x1, y1), (x2, y1), (x2, y2), (x1, y2)
        if along == "circle":
            x, y, across, down = (x1 + x2) / 2, (y1 + y2) / 2, abs(x2 - x1) / 2, abs(y2 - y1) / 2
            turns = [2 * math.pi * step / count for step in range(count)]
            return tuple((x + across * math.sin(turn), y - down * math.cos(turn)) for turn in turns)
    is_line = along == "line"
    sides = list(pairwise(corners if is_line else (*corners, *corners[:1])))
    if count == len(sides) == 1:
        return tuple(corners[:1])
    if not sides or count - is_line < len(sides):
        return ()
    if bend:
        return _bend(corners[0], corners[-1], count, bend)
    # The side with the longest steps gets the next field.
    steps = [1] * len(sides)
    for _ in range(count - is_line - len(sides)):
        steps[max(range(len(sides)), key=lambda side: math.dist(*sides[side]) / steps[side])] += 1
    points = [
        (start[0] + (end[0] - start[0]) * step / of, start[1] + (end[1] - start[1]) * step / of)
        for (start, end), of in zip(sides, steps, strict=True)
        for step in range(of)
    ]
    return (*points, *corners[len(corners) - is_line :])


def _bend(start: Point, end: Point, count: int, bend: float) -> tuple[Point, ...]:
    """Return equidistant points on an arc."""
    (x1, y1), (x2, y2) = start, end
    dx, dy = x2 - x1, y2 - y1
    # Half the angle of the arc; `bend` is its height divided by its chord.
    half = 2 * math.atan(2 * bend)
    radius = 0.5 / math.sin(half)
    points = []
    for step in range(count):
        angle = half * (2 * (step / (count - 1)) - 1)
        along = 0.5 + radius * math.sin(angle)
        aside = radius * (math.cos(angle) - math.cos(half))
        points.append((x1 + dx * along + dy * aside, y1 + dy * along - dx * aside))
    return tuple(points)

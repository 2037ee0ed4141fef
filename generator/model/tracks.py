"""Tracks: fields for a marker, in order, one by one or along a line, a rectangle, a circle, or a polygon."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count, pairwise
from typing import Annotated, Literal

from generator.model.areas import PlacedArea
from generator.model.kinds import (
    At,
    Colour,
    Count,
    Doc,
    Icon,
    Key,
    Mark,
    Number,
    Positive,
    RichText,
    Size,
    Text,
    WordsKey,
    Written,
    Wrong,
)
from generator.model.places import Place
from generator.model.rectangles import ROUNDING, Point, Rectangle


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardField:
    """One field of a track on a board."""

    at: Annotated[At, Doc("Middle of the field.")]
    label: Annotated[RichText, Doc("Text in the field.")] = ""
    marks: Annotated[tuple[Mark, ...], Doc("Marks, as for squares.")] = ()
    id: Annotated[str, Written.NEVER] = ""


@dataclass(frozen=True, kw_only=True)
class TrackArea(PlacedArea):
    """Fields for a marker, in order: listed one by one, or a run that is evenly spaced between two points."""

    title: Annotated[WordsKey, Doc("Wording key of its title.")] = ""
    title_at: Annotated[At | None, Doc("Middle of the title; by default, above the fields.")] = None
    icon: Annotated[Icon, Doc("Icon before the title.")] = ""
    colour: Annotated[Colour, Doc("Colour of the title and the lines.")] = "primary"
    size: Annotated[Size, Doc("Width or diameter of a field.")]
    shape: Annotated[Literal["square", "circle"], Doc("Shape of the fields.")] = "circle"
    written: Annotated[tuple[BoardField, ...], Key("fields"), Doc("The fields, if they are not a run.")] = ()
    start: Annotated[At | None, Key("from"), Doc("Middle of the first field of a run.")] = None
    end: Annotated[At | None, Key("to"), Doc("Middle of the last field of a run.")] = None
    bend: Annotated[
        Number, Doc("Height of the arc divided by the distance between its ends; negative to bend right.")
    ] = 0.0
    along: Annotated[
        Literal["line", "rectangle", "circle", "polygon"], Doc("Course of a run, which may be closed.")
    ] = "line"
    corners: Annotated[
        tuple[At, ...],
        Doc("Middles of the corner fields, instead of `from`; of a rectangle or circle, two opposite ones."),
    ] = ()
    count: Annotated[Positive, Doc("Number of fields of a run, if they have no `labels`.")] = 0
    first: Annotated[Count, Doc("Number in the first field.")] = 1
    labels: Annotated[tuple[RichText, ...], Doc("Text in each field of a run; by default, its number.")] = ()
    run_marks: Annotated[
        Mapping[Text, tuple[Mark, ...]], Key("marks"), Doc("Marks of a run, by field number from 1.")
    ] = field(default_factory=dict)

    @property
    def is_closed(self) -> bool:
        """True if the last field is beside the first one."""
        return bool(self.corners) and self.along != "line"

    @cached_property
    def fields(self) -> tuple[BoardField, ...]:
        """The fields in order, numbered from 1."""
        if self.written:
            return tuple(replace(field, id=str(number)) for number, field in enumerate(self.written, 1))
        labels = self.labels or tuple(map(str, range(self.first, self.first + self.count)))
        points: tuple[Point, ...] = ()
        if self.corners:
            points = course_points(self.corners, len(labels), self.along)
        elif self.start and self.end:
            points = run_points(self.start, self.end, len(labels), bend=self.bend)
        numbered = zip(map(str, count(1)), points, labels, strict=False)
        marks = self.run_marks
        return tuple(
            BoardField(at=at, label=label, marks=marks.get(id, ()), id=id) for id, at, label in numbered
        )

    @property
    def boxes(self) -> tuple[Rectangle, ...]:
        return tuple(map(self.spot, self.ids))

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(field.id for field in self.fields)

    def outline(self, id: str) -> tuple[Point, ...]:
        left, top, right, bottom = self.spot(id)
        if self.shape == "circle":
            return Place(id, (left + right) / 2, (top + bottom) / 2).circle(self.size)
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def spot(self, id: str) -> Rectangle:
        at = self._by_id[id].at
        return Rectangle(*at, *at).grown(self.size / 2)

    def neighbours(self, id: str) -> tuple[str, ...]:
        index, ids = self.ids.index(id), self.ids
        ends = (ids[-1:], ids[:1]) if self.is_closed else ((), ())
        return (*(ids[index - 1 : index] or ends[0]), *(ids[index + 1 : index + 2] or ends[1]))

    @cached_property
    def _by_id(self) -> Mapping[str, BoardField]:
        return {field.id: field for field in self.fields}

    @property
    def box(self) -> Rectangle:
        """The bounding box of all fields, without the title."""
        lefts, tops, rights, bottoms = zip(*self.boxes, strict=True)
        return Rectangle(min(lefts), min(tops), max(rights), max(bottoms))

    def find_problems(self) -> Iterator[Wrong]:
        run: dict[str, object] = {"from": self.start, "to": self.end, "labels": self.labels or self.count}
        if self.corners:
            run = {"corners": self.corners, "count": run["labels"]}
        is_run = any(run.values())
        if bool(self.written) == is_run:
            message = "has both `fields` and a run" if is_run else "has no fields"
            yield Wrong(message, "keep either `fields`, or `from`, `to`, and `labels`")
        elif is_run:
            for key in (key for key, value in run.items() if not value):
                yield Wrong(f"`{key}` is missing", f"add `{key}: ...`")
            yield from self._find_course_problems()
            ids = [field.id for field in self.fields]
            for number in (number for number in self.run_marks if ids and number not in ids):
                hint = f"fields are numbered from 1 to {ids[-1]}"
                yield Wrong(f"there is no field {number}", hint, path=("marks",), key=number)
        else:
            for key, value in (("bend", self.bend), ("marks", self.run_marks)):
                if value:
                    yield Wrong(f"`{key}` is only allowed for a run", "remove it", key=key)
        for first, second in pairwise((*self.fields, *self.fields[: self.is_closed])):
            apart = math.dist(first.at, second.at)
            if apart < self.size - ROUNDING:
                message = f"fields {first.id} and {second.id} overlap: their centres are {apart:.1f} mm apart"
                yield Wrong(message, f"each is {self.size:g} mm wide")
                break

    def _find_course_problems(self) -> Iterator[Wrong]:
        least, most = {"line": (2, None), "polygon": (3, None)}.get(self.along, (2, 2))
        given = len(self.corners)
        if not given and self.along != "line":
            yield Wrong("needs `corners`", "add `corners: [[10 mm, 10 mm], [200 mm, 150 mm]]`", key="along")
        elif given and not least <= given <= (most or given):
            yield Wrong(f"a {self.along} has {least}{'' if most else ' or more'}, not {given}", key="corners")
        elif self.corners and (self.start or self.end or self.bend):
            yield Wrong("has both `corners` and `from`, `to`, or `bend`", "keep one of them")
        elif given and not self.fields and (self.count or self.labels):
            yield Wrong("has fewer fields than corners", "increase `count`")


def course_points(corners: Sequence[Point], count: int, along: str) -> tuple[Point, ...]:
    """Return points on a course, one on each corner, evenly spaced between corners; empty if too few."""
    corners = list(corners)
    if along in ("rectangle", "circle") and len(corners) == 2:
        (x1, y1), (x2, y2) = corners
        if along == "circle":
            x, y, across, down = (x1 + x2) / 2, (y1 + y2) / 2, abs(x2 - x1) / 2, abs(y2 - y1) / 2
            turns = (2 * math.pi * step / count for step in range(count))
            return tuple((x + across * math.sin(turn), y - down * math.cos(turn)) for turn in turns)
        corners = [(x1, y1), (x2, y1), (x2, y2), (x1, y2)]
    is_line = along == "line"
    sides = list(pairwise(corners if is_line else (*corners, corners[0])))
    lengths = [math.dist(*side) for side in sides]
    steps = count - 1 if is_line else count
    if steps < len(sides):
        return ()
    # The side with the longest steps gets the next field.
    shares = [1] * len(sides)
    for _ in range(steps - len(sides)):
        shares[max(range(len(sides)), key=lambda side: lengths[side] / shares[side])] += 1
    points = [
        (x1 + (x2 - x1) * step / share, y1 + (y2 - y1) * step / share)
        for ((x1, y1), (x2, y2)), share in zip(sides, shares, strict=True)
        for step in range(share)
    ]
    return (*points, corners[-1]) if is_line else tuple(points)


def run_points(start: Point, end: Point, count: int, *, bend: float) -> tuple[Point, ...]:
    """Return equidistant points on a line or an arc.

    `bend` is the height of the arc to the left of the line, divided by the length of the line.
    """
    if count == 1:
        return (start,)
    (x1, y1), (x2, y2) = start, end
    dx, dy = x2 - x1, y2 - y1
    shares = [index / (count - 1) for index in range(count)]
    if not bend:
        return tuple((x1 + dx * share, y1 + dy * share) for share in shares)
    # Half the angle of the arc; `bend` is its height divided by its chord.
    half = 2 * math.atan(2 * bend)
    radius = 0.5 / math.sin(half)
    points = []
    for share in shares:
        angle = half * (2 * share - 1)
        along = 0.5 + radius * math.sin(angle)
        aside = radius * (math.cos(angle) - math.cos(half))
        points.append((x1 + dx * along + dy * aside, y1 + dy * along - dx * aside))
    return tuple(points)

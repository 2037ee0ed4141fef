"""Tracks of boards: fields in order, one by one or on a run."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Literal

from generator.model.areas import PlacedArea
from generator.model.kinds import (
    At,
    Colour,
    Doc,
    Icon,
    Key,
    Mark,
    Number,
    RichText,
    Size,
    Text,
    WordsKey,
    Written,
    Wrong,
)
from generator.model.rectangles import ROUNDING, Point, Rectangle


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardField:
    """One field of a track on a board."""

    at: Annotated[At, Doc("Its middle.")]
    label: Annotated[RichText, Doc("What is printed in it.")] = ""
    marks: Annotated[tuple[Mark, ...], Doc("Marks, as squares have them.")] = ()
    id: Annotated[str, Written.NEVER] = ""


@dataclass(frozen=True, kw_only=True)
class TrackArea(PlacedArea):
    """Fields in order, along which a marker moves: one by one, or `labels` on a run from one to another."""

    title: Annotated[WordsKey, Doc("Wording key of its title.")] = ""
    title_at: Annotated[At | None, Doc("Middle of the title; by default, above the fields.")] = None
    icon: Annotated[Icon, Doc("Icon before the title.")] = ""
    colour: Annotated[Colour, Doc("Of the title and the lines.")] = "primary"
    size: Annotated[Size, Doc("Edge or diameter of a field.")]
    shape: Annotated[Literal["square", "circle"], Doc("Shape of the fields.")] = "circle"
    written: Annotated[
        tuple[BoardField, ...], Key("fields"), Doc("The fields one by one; or, in place of them, a run.")
    ] = ()
    start: Annotated[At | None, Key("from"), Doc("Middle of the first field of a run.")] = None
    end: Annotated[At | None, Key("to"), Doc("Middle of the last field of a run.")] = None
    bend: Annotated[
        Number,
        Doc("How far a run bows out to its left, as a part of its length; negative: to its right."),
    ] = 0.0
    labels: Annotated[tuple[RichText, ...], Doc("What is printed in each field of a run.")] = ()
    run_marks: Annotated[
        Mapping[Text, tuple[Mark, ...]], Key("marks"), Doc("Number of a field of a run, from 1 -> its marks.")
    ] = field(default_factory=dict)

    @cached_property
    def fields(self) -> tuple[BoardField, ...]:
        """The fields in order, numbered from 1."""
        fields = self.written or self._list_run()
        return tuple(replace(field, id=str(number)) for number, field in enumerate(fields, 1))

    def _list_run(self) -> Iterator[BoardField]:
        if self.start is not None and self.end is not None:
            points = run_points(self.start, self.end, len(self.labels), bend=self.bend)
            for number, (at, label) in enumerate(zip(points, self.labels, strict=True), 1):
                yield BoardField(at=at, label=label, marks=self.run_marks.get(str(number), ()))

    @property
    def boxes(self) -> tuple[Rectangle, ...]:
        half = self.size / 2
        return tuple(Rectangle(*field.at, *field.at).grown(half) for field in self.fields)

    @property
    def box(self) -> Rectangle:
        """All fields, without the title."""
        lefts, tops, rights, bottoms = zip(*self.boxes, strict=True)
        return Rectangle(min(lefts), min(tops), max(rights), max(bottoms))

    def find_problems(self) -> Iterator[Wrong]:
        is_run = bool(self.labels or self.start or self.end)
        if bool(self.written) == is_run:
            said = "has both `fields` and a run" if is_run else "has no fields"
            yield Wrong(said, "keep either `fields`, or `from`, `to`, and `labels`")
        elif is_run:
            yield from self._find_problems_of_run()
        else:
            for key, value in (("bend", self.bend), ("marks", self.run_marks)):
                if value:
                    yield Wrong(f"`{key}` is only allowed for a run", "remove it", key=key)
        for first, second in pairwise(self.fields):
            apart = math.dist(first.at, second.at)
            if apart < self.size - ROUNDING:
                said = f"fields {first.id} and {second.id} overlap: they are {apart:.1f} mm apart"
                yield Wrong(said, f"each is {self.size:g} mm wide")
                break

    def _find_problems_of_run(self) -> Iterator[Wrong]:
        for key, value in (("from", self.start), ("to", self.end), ("labels", self.labels)):
            if not value:
                yield Wrong(f"`{key}` is missing", f"add `{key}: ...`")
        known = [field.id for field in self.fields]
        for number in self.run_marks if known else ():
            if number not in known:
                hint = f"fields are numbered from 1 to {known[-1]}"
                yield Wrong(f"there is no field {number}", hint, path=("marks",), key=number)


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

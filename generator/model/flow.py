"""Flow charts: steps on a grid of columns and rows, and the ways that lead from one to the next."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal, TypeAlias

Cell: TypeAlias = tuple[int, int]
"""Column and row, from 0."""

MOST_COLUMNS = 8
MOST_ROWS = 20


@dataclass(frozen=True, slots=True)
class FlowWay:
    """From a step to another one."""

    to: str
    label: str = ""
    """Wording key of the answer that leads there; empty: none."""
    leaves: Literal["", "sideways", "downwards"] = ""
    """The side of the step where it begins, when it bends; empty: sideways from questions,
    downwards (or upwards) from other steps, or the other way where that is not free."""


@dataclass(frozen=True, slots=True)
class FlowStep:
    """One box of the chart."""

    id: str
    text: str
    """Wording key."""
    cell: Cell
    kind: Literal["start", "step", "question", "end"] = "step"
    icons: tuple[str, ...] = ()
    colour: str = "primary"
    ways: tuple[FlowWay, ...] = ()


@dataclass(frozen=True)
class Flow:
    """What is done one after the other, and what is asked on the way."""

    steps: tuple[FlowStep, ...]
    widths: tuple[float, ...] = ()
    """How wide the columns are against each other; empty: all alike."""
    caption: str = ""

    @cached_property
    def by_id(self) -> Mapping[str, FlowStep]:
        return {step.id: step for step in self.steps}

    @cached_property
    def _taken(self) -> frozenset[Cell]:
        return frozenset(step.cell for step in self.steps)

    @property
    def columns(self) -> int:
        return 1 + max(step.cell[0] for step in self.steps)

    @property
    def rows(self) -> int:
        return 1 + max(step.cell[1] for step in self.steps)

    def route(self, step: FlowStep, way: FlowWay) -> tuple[Cell, ...] | None:
        """The cells where the way starts, bends and ends; None when every way runs through a box.

        Straight where the steps share a row or a column; else around one corner.
        """
        start, end = step.cell, self.by_id[way.to].cell
        sideways, downwards = (end[0], start[1]), (start[0], end[1])
        if start[0] == end[0] or start[1] == end[1]:
            candidates: tuple[tuple[Cell, ...], ...] = ((start, end),)
        elif way.leaves:
            candidates = ((start, sideways if way.leaves == "sideways" else downwards, end),)
        elif step.kind == "question":
            candidates = ((start, sideways, end), (start, downwards, end))
        else:
            candidates = ((start, downwards, end), (start, sideways, end))
        for corners in candidates:
            if self._is_free(corners):
                return corners
        return None

    def _is_free(self, corners: tuple[Cell, ...]) -> bool:
        between = {cell for first, second in pairwise(corners) for cell in _cells(first, second)}
        return not (between - {corners[0], corners[-1]}) & self._taken


def _cells(first: Cell, second: Cell) -> set[Cell]:
    """All cells of a straight line, its ends too."""
    columns = range(min(first[0], second[0]), max(first[0], second[0]) + 1)
    rows = range(min(first[1], second[1]), max(first[1], second[1]) + 1)
    return {(column, row) for column in columns for row in rows}

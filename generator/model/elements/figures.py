"""Blocks that draw: figures of other parts of the game, flow charts."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import pairwise, product
from typing import Annotated, Literal, TypeAlias

from generator.errors import Wrong, suggest
from generator.model.elements.blocks import AnyBlock
from generator.model.language import kinds
from generator.model.language.kinds import Doc, Id, Key, Kind, Length, PieceId, Size, Switch, Title, Written
from generator.model.values import dataclass, field

Labels = Annotated[Switch, Doc("Print the letters and numbers of rows and columns.")]
Handwriting = Annotated[
    kinds.Text,
    Key("entries"),
    Doc(
        "One line per row, one entry per square or field: a number; `x` crossed out; `o` circled, `o3` "
        "around a number; `#` filled; `?` a question mark; `!` not allowed, `!3` wrong; `.` nothing."
    ),
]
_Entries = Annotated[Mapping[str, str], Written.NEVER]
"""Handwriting by the ids of squares, fields, or places."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure(AnyBlock):
    """A part of the game, drawn as it is printed, with a caption below it."""

    caption: Annotated[Title, Doc("Text below it.")] = ""


@dataclass(frozen=True, slots=True)
class SectionFigure(Figure):
    """A section of a sheet, or a part of it, with handwritten marks."""

    section: Annotated[Id, Written.FIRST, Doc("Id of the section.")]
    squares: Annotated[kinds.Text, Doc("Other squares of its grid, drawn as in the sheet.")] = ""
    written: Handwriting = ""
    labels: Labels = False
    first: Annotated[kinds.Count, Doc("Number of fields of its track to skip at the start.")] = 0
    values: Annotated[tuple[kinds.Positive, ...], Doc("Numbers of its shapes, from 1; by default, all.")] = ()
    every_form: Annotated[Switch, Doc("Draw every shape in place of a frame.")] = False
    entries: _Entries = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class _BoardPart(Figure):
    board: Annotated[kinds.BoardId, Doc("Id of a board.")]
    arrows: Annotated[tuple[tuple[Id, Id], ...], Doc("Arrows between places: `[d4, e4]`.")] = ()
    ringed: Annotated[tuple[Id, ...], Doc("Places with a ring around them.")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFigure(_BoardPart):
    """Some cells of a grid on a board, with tokens."""

    first: Annotated[Id, Key("from"), Doc("Place at the top left: `c3`.")]
    last: Annotated[Id, Key("to"), Doc("Place at the bottom right.")]
    area: Annotated[Id, Doc("Id of the grid; by default, the first one of the board.")] = ""
    drawn: Annotated[kinds.Text, Key("tokens"), Doc("Rows of places: a character of `legend`, or `.`.")] = ""
    legend: Annotated[
        Mapping[kinds.Character, PieceId], Doc("Ids of tokens or cards by their character.")
    ] = field(default_factory=dict, hash=False)
    written: Handwriting = ""
    size: Annotated[Size, Doc("Width and height of a cell; smaller if there is not enough room.")] = 11.0
    labels: Labels = False
    tokens: Annotated[tuple[tuple[str, str], ...], Written.NEVER] = ()
    """Place, and id of the piece on it."""
    entries: _Entries = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class MapFigure(_BoardPart):
    """Some places of a map with their links and tokens; the map around them is shown, too."""

    places: Annotated[tuple[Id, ...], Length(1), Doc("Places to show and name.")]
    tokens: Annotated[Mapping[Id, tuple[PieceId, ...]], Doc("Ids of tokens or cards by place.")] = field(
        default_factory=dict, hash=False
    )


@dataclass(frozen=True, slots=True)
class Overview(Figure):
    """A complete board or sheet, drawn small."""

    part: Annotated[Id, Written.ALONE, Doc("Id of a board or a sheet.")]
    numbered: Annotated[
        tuple[Id, ...], Doc("Areas, places, or sections to label with 1, 2, 3, in this order.")
    ] = ()


@dataclass(frozen=True, slots=True)
class PiecesFigure(Figure):
    """Cards or tokens side by side, drawn small."""

    pieces: Annotated[tuple[PieceId, ...], Key("show"), Length(1), Doc("Ids of cards or tokens, in order.")]
    size: Annotated[kinds.Edge, Doc("Maximum width of the widest piece; never above its real size.")] = 0.0


FIGURES = kinds.name_kinds((SectionFigure, BoardFigure, MapFigure, Overview, PiecesFigure), "Figure")
"""All kinds of figures by their key in files."""

FlowNode: TypeAlias = tuple[int, int]
"""Column and row, starting at 0."""
_COLUMNS = "abcdefgh"
_MOST_ROWS = 20


def _parse_cell(text: str) -> FlowNode:
    match = re.fullmatch(rf"([{_COLUMNS}])([1-9]|1\d|{_MOST_ROWS})", text)
    if not match:
        hint = f"column a to {_COLUMNS[-1]}, row 1 to {_MOST_ROWS}: `b3`"
        raise Wrong(f"`{text}` is not a cell of a flow chart", hint)
    return _COLUMNS.index(match[1]), int(match[2]) - 1


_CELL_SCHEMA = {"type": "string", "pattern": rf"^[{_COLUMNS}][1-9]\d?$"}
CellText = Annotated[FlowNode, Kind("place", _parse_cell, _CELL_SCHEMA)]
Leaves: TypeAlias = Annotated[
    Literal["sideways", "downwards"] | None,
    Doc(
        "Direction in which an arrow with a corner starts; `downwards` may be upwards. By default, sideways "
        "from questions and downwards from other steps; the other one if a box is in the way."
    ),
]


@dataclass(frozen=True, slots=True)
class FlowWay:
    """An answer, and the step to which it leads."""

    to: Annotated[Id, Doc("Id of the next step.")]
    label: Annotated[Title, Key("say"), Doc("Text of the answer: a word or two.")]
    leaves: Leaves = None


@dataclass(frozen=True, slots=True)
class FlowStep:
    """One box of the chart."""

    id: Annotated[Id, Doc("Id of the step in this chart.")]
    text: Annotated[Title, Key("say"), Doc("Its text.")]
    cell: Annotated[CellText, Key("at"), Doc("Column and row: `b3`.")]
    kind: Annotated[Literal["start", "step", "question", "end"], Doc("Shape of the box.")] = "step"
    icons: Annotated[tuple[kinds.IconName, ...], Doc("Icons above the text.")] = ()
    colour: Annotated[kinds.ColourText, Doc("Colour of the outline and the icons.")] = "primary"
    to: Annotated[Id, Doc("Id of the next step.")] = ""
    leaves: Leaves = None
    answers: Annotated[tuple[FlowWay, ...], Key("ways"), Doc("Answers to a question.")] = ()

    @property
    def ways(self) -> tuple[FlowWay, ...]:
        """The arrows of the step: one without an answer, or one for each answer."""
        return (FlowWay(self.to, "", self.leaves),) if self.to else self.answers

    def find_problems(self) -> Iterator[Wrong]:
        if self.to and self.answers:
            yield Wrong("is not allowed beside `ways`", "keep one of them", key="to")
        elif self.kind == "question" and len(self.answers) < 2:
            hint = "write each as `- {say: ..., to: ...}`"
            yield Wrong("a question needs at least two answers", hint, path=("ways",))
        elif self.kind == "end" and self.ways:
            hint = "make it a `step`, or remove `to` and `ways`"
            yield Wrong("an end cannot lead to another step", hint, path=("kind",))
        elif self.kind != "end" and not self.ways:
            yield Wrong("leads nowhere", "add `to: ...`, or write `kind: end`", path=("id",))


@dataclass(frozen=True)
class Flow(AnyBlock):
    """A flow chart: steps and questions as boxes, connected by arrows."""

    steps: Annotated[tuple[FlowStep, ...], Length(1), Doc("Steps; arrows have one corner at most.")]
    widths: Annotated[
        tuple[kinds.FactorValue, ...], Doc("Relative column widths: `[1, 2, 2]`; by default, equal.")
    ] = ()
    caption: Annotated[Title, Doc("Text below the chart.")] = ""

    @cached_property
    def by_id(self) -> Mapping[str, FlowStep]:
        """The steps by id; if an id is used twice, the first step."""
        return {step.id: step for step in reversed(self.steps)}

    @cached_property
    def _taken(self) -> Mapping[FlowNode, FlowStep]:
        """The first step of each cell."""
        return {step.cell: step for step in reversed(self.steps)}

    @property
    def columns(self) -> int:
        return 1 + max(step.cell[0] for step in self.steps)

    @property
    def rows(self) -> int:
        return 1 + max(step.cell[1] for step in self.steps)

    def find_problems(self) -> Iterator[Wrong]:
        problems = [*self._find_contradictions()]
        yield from problems
        for path, step, way in self._list_ways() if not problems else ():
            if self.route(step, way) is None:
                hint = "keep a row and a column free for it, or move one of the two"
                yield Wrong(f"the arrow to `{way.to}` runs through another step", hint, path=path)
        yield from kinds.find_mismatch(len(self.widths), "width", self.columns, "column", path=("widths",))

    def _find_contradictions(self) -> Iterator[Wrong]:
        for index, step in enumerate(self.steps):
            path, other = ("steps", index), self._taken[step.cell]
            if self.by_id[step.id] is not step:
                yield Wrong(f"duplicate step `{step.id}`", "give it another id", path=(*path, "id"))
            if other is not step:
                yield Wrong(f"`{other.id}` has the same place", "give it another place", path=(*path, "at"))
        for where, step, way in self._list_ways():
            if way.to not in self.by_id:
                yield Wrong(f"unknown step `{way.to}`", suggest(way.to, self.by_id), path=where)
            elif way.to == step.id:
                yield Wrong("leads to itself", path=where)

    def _list_ways(self) -> Iterator[tuple[tuple[str | int, ...], FlowStep, FlowWay]]:
        """Yield the path of each `to`, the step where its arrow starts, and the arrow."""
        for index, step in enumerate(self.steps):
            for number, way in enumerate(step.ways):
                inner = ("to",) if step.to else ("ways", number, "to")
                yield ("steps", index, *inner), step, way

    def route(self, step: FlowStep, way: FlowWay) -> tuple[FlowNode, ...] | None:
        """Return the cells where an arrow starts, bends, and ends; None if every route crosses a box.

        The route is straight if the steps share a row or a column; otherwise it has one corner.
        """
        start, end = step.cell, self.by_id[way.to].cell
        if start[0] == end[0] or start[1] == end[1]:
            return (start, end) if self._is_free(start, end) else None
        corners = {"sideways": (end[0], start[1]), "downwards": (start[0], end[1])}
        first = way.leaves or ("sideways" if step.kind == "question" else "downwards")
        others = [name for name in corners if name != first and not way.leaves]
        routes = ((start, corners[name], end) for name in (first, *others))
        return next((route for route in routes if self._is_free(*route)), None)

    def _is_free(self, *corners: FlowNode) -> bool:
        between: set[tuple[int, ...]] = set()
        for ends in pairwise(corners):
            between |= set(product(*(range(min(both), max(both) + 1) for both in zip(*ends, strict=True))))
        return not (between - {corners[0], corners[-1]}) & self._taken.keys()

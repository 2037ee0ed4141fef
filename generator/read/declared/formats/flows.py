"""The format of a flow chart: steps with their places on the page, and where they lead."""

from typing import Annotated, Literal

from pydantic import Field, WithJsonSchema

from generator.model.flow import MOST_COLUMNS, MOST_ROWS, Cell
from generator.read.declared.formats.scalars import (
    ColourValue,
    Factor,
    Format,
    Icon,
    Id,
    WordKey,
    Wrong,
    scalar,
)

_COLUMNS = "abcdefghijklmnopqrstuvwxyz"[:MOST_COLUMNS]


def _parse_cell(text: str) -> Cell:
    column, row = text[:1], text[1:]
    if column not in _COLUMNS or not column or not row.isdecimal() or not 1 <= int(row) <= MOST_ROWS:
        hint = f"column a to {_COLUMNS[-1]}, row 1 to {MOST_ROWS}: `b3`"
        raise Wrong(f"`{text}` is no place of a flow chart", hint)
    return _COLUMNS.index(column), int(row) - 1


CellText = Annotated[
    Cell,
    scalar(_parse_cell),
    WithJsonSchema({"type": "string", "pattern": rf"^[{_COLUMNS}][1-9]\d?$"}),
]


Leaves = Literal["sideways", "downwards"]


class WayFormat(Format):
    """An answer, and where it leads."""

    say: WordKey = Field(description="Wording key of the answer, in a word or two.")
    to: Id = Field(description="Id of the step that comes next.")
    leaves: Leaves | None = Field(
        None, description="Where an arrow with a corner begins; sideways, unless it is not free there."
    )


class StepFormat(Format):
    """One box of the chart."""

    id: Id = Field(description="Its name in this chart.")
    at: CellText = Field(description="Where it stands: column and row, `b3`.")
    kind: Literal["start", "step", "question", "end"] = Field(
        "step", description="start and end are filled; a question has points at its sides."
    )
    say: WordKey = Field(description="Wording key of what stands in it.")
    icons: list[Icon] = Field([], description="Icons above the words.")
    colour: ColourValue = Field("primary", description="Of its outline and its icons.")
    to: Id = Field("", description="Id of the step that comes next.")
    leaves: Leaves | None = Field(None, description="Where an arrow with a corner begins; else downwards.")
    ways: list[WayFormat] = Field([], description="The answers to a question, each with where it leads.")


class Flow(Format):
    """Steps, and arrows between them."""

    steps: Annotated[list[StepFormat], Field(min_length=1)] = Field(
        description="The steps; arrows run along rows and columns, around one corner at most."
    )
    widths: list[Factor] = Field([], description="How wide the columns are against each other: `[1, 2, 2]`.")
    caption: WordKey = Field("", description="Wording key of the words below the chart.")


class FlowFormat(Format):
    """What is done one after the other, as a chart of boxes and arrows."""

    flow: Flow = Field(description="The chart.")

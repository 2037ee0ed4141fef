"""Dice whose faces represent shapes of squares (polyominoes)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated

from generator.model.kinds import Count, Doc, Kind, Length, Positive, Text, Written, Wrong

Cell = tuple[int, int]
"""(column, row) of a unit square."""

MOST_FREE = 8
"""Maximum number of squares of a free shape: with nine, there are more than a thousand shapes."""

_FRAME = r"([1-9]\d?) ?[x×] ?([1-9]\d?)"


def _parse_frame(text: str) -> tuple[int, int]:
    match = re.fullmatch(_FRAME, text)
    if match is None:
        raise Wrong(f"`{text}` is not a frame", "write columns and rows like `2x3`")
    return int(match[1]), int(match[2])


Frame = Annotated[
    tuple[int, int], Kind("columns x rows", _parse_frame, {"type": "string", "pattern": f"^{_FRAME}$"})
]


@dataclass(frozen=True, slots=True)
class DieFace:
    """A face: one `shape`, or any connected shape of at most `most` squares within a `frame`."""

    value: Annotated[Positive, Doc("The number of the face.")]
    cells: Annotated[tuple[Cell, ...], Written.NEVER] = ()
    """The shape, with its top left at (0, 0); empty if any shape may be chosen."""
    most: Annotated[
        Count, Doc(f"Any connected shape of 1 to this number of squares (at most {MOST_FREE}) ...")
    ] = 0
    frame: Annotated[Frame, Doc("... that fits into this many columns and rows: `2x3`.")] = (0, 0)
    shape: Annotated[Text, Doc("The shape, drawn below a `|` as squares of a sheet are.")] = field(
        default="", compare=False
    )

    def find_problems(self) -> Iterator[Wrong]:
        columns, rows = self.frame
        if bool(self.shape) == (self.most > 0 or columns > 0):
            said = "has a `shape` and is free" if self.shape else "stands for nothing"
            yield Wrong(said, "write `shape: ...`, or `most: ...` and `frame: ...`")
        elif not self.shape and not (self.most and columns):
            missing = "frame" if self.most else "most"
            yield Wrong(f"`{missing}` is missing", f"add `{missing}: ...`")
        elif self.most > MOST_FREE:
            yield Wrong(f"{self.most} squares are too many", f"at most {MOST_FREE}", path=("most",))
        elif self.most > columns * rows:
            hint = f"a frame of {columns}x{rows} has {columns * rows} squares"
            yield Wrong(f"{self.most} squares do not fit into the frame", hint, path=("most",))


@dataclass(frozen=True, slots=True)
class Dice:
    """The shapes for the faces of a die."""

    faces: Annotated[tuple[DieFace, ...], Length(1), Doc("The faces, each value once.")]

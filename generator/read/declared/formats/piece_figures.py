"""The format of a figure that shows cards or tokens."""

from typing import Annotated

from pydantic import Field

from generator.read.declared.formats.scalars import Edge, Format, Id, WordKey


class PiecesFigure(Format):
    """Cards or tokens side by side, drawn small."""

    show: Annotated[list[Id], Field(min_length=1)] = Field(description="Ids of cards or tokens of the kit.")
    size: Edge = Field(
        0.0, description="Width of the widest of them; where nothing is said, as wide as there is room for."
    )
    caption: WordKey = Field("", description="Wording key of the words below the figure.")


class PiecesFigureFormat(Format):
    """Cards or tokens side by side, drawn small."""

    pieces: PiecesFigure = Field(description="The figure.")

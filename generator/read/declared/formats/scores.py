"""The format of score files, as far as all games share it."""

from typing import Annotated, Any

from pydantic import Field

from generator.read.declared.formats.scalars import Format, Text


class ScoreFormat(Format):
    """The head of a score file; what else it may hold, its game says."""

    game: Text = Field(description="The game: `virus_and_co`.")
    variant: Text = Field("", description="The variant of the game, where it has any.")
    players: Annotated[list[Text], Field(min_length=1)] = Field(
        [], description="Clockwise, the first one first."
    )
    log: list[Any] = Field([], description="A game move by move: `- Ana: take left`, one a line.")

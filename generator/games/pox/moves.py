"""The moves of a game and their notation, one line per move."""

from typing import TypeAlias

from generator.games.pox.neighbourhood import Direction
from generator.rules.notation import Form, Noted, make_forms, written


@written("spread {direction}")
class Spread(Noted):
    """A drawn card that spreads the disease."""

    direction: Direction


@written("outbreak {kind}")
class Outbreak(Noted):
    """A drawn card that infects one person of a kind."""

    kind: str


@written("infect {place}")
class Infect(Noted):
    place: str


@written("vaccinate {place}")
class Vaccinate(Noted):
    place: str


@written("cure {place}")
class Cure(Noted):
    place: str


@written("done")
class Done(Noted):
    """The end of a turn before all help is used."""


Card: TypeAlias = Spread | Outbreak
"""A card of the deck; cards with the same effect are equal."""
Move: TypeAlias = Card | Infect | Vaccinate | Cure | Done

FORMS: tuple[Form[Move], ...] = make_forms(Spread, Outbreak, Infect, Vaccinate, Cure, Done)
DONE = Done()

"""The moves of a game and their notation, one line a move."""

from typing import TypeAlias

from generator.games.pox.neighbourhood import Direction
from generator.rules.notation import Form, Noted, make_forms, written


@written("spread {direction}")
class Spread(Noted):
    """Chance: a card that spreads the disease."""

    direction: Direction


@written("outbreak {kind}")
class Outbreak(Noted):
    """Chance: a card that infects one person of a kind."""

    kind: str


@written("infect {place}")
class Infect(Noted):
    """The person whom an outbreak infects."""

    place: str


@written("vaccinate {place}")
class Vaccinate(Noted):
    """One person of the good part."""

    place: str


@written("cure {place}")
class Cure(Noted):
    """One person of the good part."""

    place: str


@written("done")
class Done(Noted):
    """The rest of the good part is left."""


Card: TypeAlias = Spread | Outbreak
"""A card of the deck; those that do the same are one."""
Move: TypeAlias = Card | Infect | Vaccinate | Cure | Done

FORMS: tuple[Form[Move], ...] = make_forms(Spread, Outbreak, Infect, Vaccinate, Cure, Done)
DONE = Done()

"""The moves of a game and their notation, one line per move."""

from typing import TypeAlias

from generator.games.pox.neighbourhood import Direction
from generator.rules.notation import Form, Noted, make_forms


class Spread(Noted, notation="spread {direction}"):
    """A drawn card that spreads the disease."""

    direction: Direction


class Outbreak(Noted, notation="outbreak {kind}"):
    """A drawn card that infects one person of a kind."""

    kind: str


class Infect(Noted, notation="infect {place}"):
    place: str


class Vaccinate(Noted, notation="vaccinate {place}"):
    place: str


class Cure(Noted, notation="cure {place}"):
    place: str


class Done(Noted, notation="done"):
    """The end of a turn before all help is used."""


Card: TypeAlias = Spread | Outbreak
"""A card of the deck; cards with the same effect are equal."""
Move: TypeAlias = Card | Infect | Vaccinate | Cure | Done

FORMS: tuple[Form[Move], ...] = make_forms(Spread, Outbreak, Infect, Vaccinate, Cure, Done)
DONE = Done()

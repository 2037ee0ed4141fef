"""A finished or interrupted game as it lies on the table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from generator.games.pandemic.plan import Plan
from generator.games.pandemic.state import Cards, State

Cause: TypeAlias = Literal["", "cubes", "cards", "outbreaks"]
CAUSES: tuple[Cause, ...] = ("cubes", "cards", "outbreaks")


@dataclass(frozen=True, slots=True)
class CubeHeap:
    """Cubes of a colour in a city."""

    city: int
    colour: int
    number: int
    key: str
    """The city as the file has it."""


@dataclass(frozen=True, slots=True)
class Hand:
    cards: Cards
    unknown: int = 0

    @property
    def size(self) -> int:
        return len(self.cards) + self.unknown


@dataclass(frozen=True, slots=True)
class Table:
    """What was typed in; None: nothing was said of it. Colours are bits, cities and cards numbers."""

    players: tuple[str, ...]
    roles: tuple[str, ...]
    """Ids; empty: not said."""
    level: int
    """Epidemics with which the deck was made."""
    cubes: tuple[CubeHeap, ...]
    outbreaks: int | None = None
    epidemics: int | None = None
    """Those that were drawn."""
    turn: int | None = None
    """That goes on, or was the last."""
    deck: int | None = None
    """Player cards that are left."""
    cured: int = 0
    eradicated: int = 0
    stations: Cards | None = None
    infected: Cards | None = None
    removed: Cards = ()
    discards: Cards | None = None
    gone: Cards = ()
    stored: Cards = ()
    hands: Mapping[int, Hand] = field(default_factory=dict, hash=False)
    """By seat."""
    pawns: Mapping[int, int] = field(default_factory=dict, hash=False)
    lost: Cause = ""

    def count_colour(self, colour: int) -> int:
        return sum(heap.number for heap in self.cubes if heap.colour == colour)

    def list_player_cards(self) -> Iterator[tuple[str, Cards]]:
        """Wherever a card of players may lie, by the key of the file."""
        yield "discards", self.discards or ()
        yield "gone", self.gone
        yield "stored", self.stored
        for hand in self.hands.values():
            yield "hands", hand.cards


def take_table(plan: Plan, state: State) -> Table:
    """The table as it would be typed in, at the end of a log."""
    colours = len(plan.colours)
    cubes = tuple(
        CubeHeap(place // colours, place % colours, number, plan.names[place // colours])
        for place, number in enumerate(state.cubes)
        if number
    )
    pairs = zip(state.hands, state.unknown, strict=True)
    return Table(
        players=state.players,
        roles=state.roles,
        level=state.epidemics,
        cubes=cubes,
        outbreaks=state.outbreaks,
        epidemics=state.increases,
        turn=state.turn,
        deck=state.deck_size,
        cured=state.cured,
        eradicated=state.eradicated,
        stations=state.stations,
        infected=state.infected,
        removed=state.removed,
        discards=state.discards,
        gone=state.gone,
        stored=(state.stored,) if state.stored >= 0 else (),
        hands={seat: Hand(cards, unknown) for seat, (cards, unknown) in enumerate(pairs)},
        pawns=dict(enumerate(state.pawns)),
        lost=find_cause(state.end),
    )


def find_cause(rule: str) -> Cause:
    """Of the rule by which a game was lost."""
    return {
        "pandemic.supply.lost": CAUSES[0],
        "pandemic.draw.cards": CAUSES[1],
        "pandemic.outbreak.lost": CAUSES[2],
    }.get(rule, "")

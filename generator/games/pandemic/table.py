"""A finished or interrupted game as it lies on the table."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from generator.games.pandemic.plan import CURE_CARDS, PLANNER, SCIENTIST, SCIENTIST_CARDS, Plan
from generator.games.pandemic.state import NOBODY, Cards, State
from generator.rules.core import Fault, Value

Cause: TypeAlias = Literal["", "cubes", "cards", "outbreaks"]
CAUSES: tuple[Cause, ...] = ("cubes", "cards", "outbreaks")


class CubeHeap(NamedTuple):
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
    cured: int | None = None
    eradicated: int | None = None
    stations: Cards | None = None
    infected: Cards | None = None
    removed: Cards | None = None
    discards: Cards | None = None
    gone: Cards | None = None
    stored: Cards | None = None
    hands: Mapping[int, Hand] = field(default_factory=dict, hash=False)
    """By seat."""
    pawns: Mapping[int, int] = field(default_factory=dict, hash=False)
    lost: Cause = ""

    def count_colour(self, colour: int) -> int:
        return sum(heap.number for heap in self.cubes if heap.colour == colour)

    @property
    def cures(self) -> int:
        """Colours that are cured, as far as the table says."""
        return (self.eradicated or 0) if self.cured is None else self.cured

    def may_have(self, role: str) -> bool:
        """Whether somebody plays a role, as far as the roles are said."""
        return role in self.roles or "" in self.roles or not self.roles

    def count_plays(self, event: int) -> int:
        """How often an event can have been played: twice, where the Contingency Planner took it back."""
        places = [key for key, cards in self.list_player_cards() if event in cards]
        if event == NOBODY or "hands" in places:
            return 0
        if places:
            return 2 if "gone" in places else 1
        if self.may_have(PLANNER) and self.gone is None:
            return 2
        return int(self.discards is None or (self.may_have(PLANNER) and self.stored is None))

    def count_missing(self, events: Iterable[int]) -> int:
        """How many of these events may lie where the table says nothing of: gone, or stored."""
        if not self.may_have(PLANNER) or None not in (self.gone, self.stored):
            return 0
        there = {card for _, cards in self.list_player_cards() for card in cards}
        missing = len({*events} - there)
        return missing if self.gone is None else min(missing, 1)

    def list_player_cards(self) -> Iterator[tuple[str, Cards]]:
        """Wherever a card of players may lie, by the key of the file."""
        yield "discards", self.discards or ()
        yield "gone", self.gone or ()
        yield "stored", self.stored or ()
        for hand in self.hands.values():
            yield "hands", hand.cards


def count_cure_cards(table: Table) -> int:
    """[S] Of the cheapest cure that this table can have: the Scientist's, if there may be one."""
    return SCIENTIST_CARDS if table.may_have(SCIENTIST) else CURE_CARDS


def make_fault(rule: str, key: str, values: Mapping[str, Value] | None = None, *, item: str = "") -> Fault:
    """At a key of the table, or at one item of what stands there."""
    path = ("table", key, item) if item else ("table", key)
    return Fault(rule, where=f"{key} {item}".strip(), values=values or {}, path=path)


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

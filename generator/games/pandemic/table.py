"""The table of a finished or interrupted game, and its tally."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from generator.games.pandemic.moves import UNKNOWN
from generator.games.pandemic.plan import NOBODY, Cards, Plan, Role, count_cure_cards
from generator.games.pandemic.state import LOST_BY_CARDS, LOST_BY_CUBES, LOST_BY_OUTBREAKS, State
from generator.model.values import dataclass, field
from generator.rules.core import Fault, Round, Score, ScoreLine, Value, shared

CAUSES: Mapping[str, str] = {"cubes": LOST_BY_CUBES, "cards": LOST_BY_CARDS, "outbreaks": LOST_BY_OUTBREAKS}
"""Rules that lose the game, by their names in score files."""

SHARED = (
    *("players", "roles", "outbreaks", "turn", "cured", "stations"),
    *("infected", "removed", "discards", "gone"),
)
"""Fields with the same meaning in tables and states."""


class CubeHeap(NamedTuple):
    """Cubes of a colour in a city."""

    city: int
    colour: int
    number: int
    key: str
    """Name of the city in the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Table of a score file; None is unknown. Colours are bits, cities and cards are numbers."""

    players: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    """Ids by seat; empty if unknown."""
    level: int = 0
    """Number of epidemics with which the deck was made."""
    cubes: tuple[CubeHeap, ...]
    outbreaks: int | None = None
    epidemics: int | None = None
    """Number of epidemics drawn."""
    turn: int | None = None
    """The current or the last turn."""
    active: str | None = None
    """Player whose turn it is."""
    deck: int | None = None
    """Number of player cards left."""
    cured: int | None = None
    eradicated: int | None = None
    stations: Cards | None = None
    infected: Cards | None = None
    removed: Cards | None = None
    discards: Cards | None = None
    gone: Cards | None = None
    stored: Cards | None = None
    hands: Mapping[str, Cards] = field(default_factory=dict, hash=False)
    """Cards by player; some may be UNKNOWN."""
    pawns: Mapping[str, int] = field(default_factory=dict, hash=False)
    """Cities by player."""
    lost: str = ""
    """One of CAUSES, or empty."""

    def count_colour(self, colour: int) -> int:
        return sum(heap.number for heap in self.cubes if heap.colour == colour)

    @property
    def cures(self) -> int:
        """Colours known to be cured."""
        return (self.eradicated or 0) if self.cured is None else self.cured

    def may_have(self, role: str) -> bool:
        return role in self.roles or "" in self.roles or not self.roles

    @property
    def cure_cards(self) -> int:
        """[S] Number of cards of the cheapest possible cure; fewer if a player may be the Scientist."""
        return count_cure_cards(Role.SCIENTIST if self.may_have(Role.SCIENTIST) else "")

    def count_plays(self, event: int) -> int:
        """Return how often an event may have been played: twice, if the Contingency Planner reused it."""
        places = [key for key, cards in self.list_places() if event in cards]
        if event == NOBODY or "hands" in places:
            return 0
        if places:
            return 2 if "gone" in places else 1
        if self.may_have(Role.PLANNER) and self.gone is None:
            return 2
        return int(self.discards is None or (self.may_have(Role.PLANNER) and self.stored is None))

    def count_missing(self, events: Iterable[int]) -> int:
        """Return how many of these events may be under `gone` or `stored` if the table omits these keys."""
        if not self.may_have(Role.PLANNER) or None not in (self.gone, self.stored):
            return 0
        there = {card for _, cards in self.list_places() for card in cards}
        missing = len({*events} - there)
        return missing if self.gone is None else min(missing, 1)

    def list_places(self) -> Iterator[tuple[str, Cards]]:
        """Yield the player cards in each place, with the key of the file."""
        yield "discards", self.discards or ()
        yield "gone", self.gone or ()
        yield "stored", self.stored or ()
        yield from (("hands", hand) for hand in self.hands.values())


def make_fault(rule: str, key: str, item: str = "", /, **values: Value) -> Fault:
    """Return a fault located at a key of the table, or at one item of its value."""
    path = ("table", key, item) if item else ("table", key)
    return Fault(rule, where=f"{key} {item}".strip(), values=values, path=path)


def check_most(
    rule: str, key: str, number: int, most: int, item: str = "", /, **values: Value
) -> Iterator[Fault]:
    """Yield a fault if a number on the table is too high."""
    if number > most:
        yield make_fault(rule, key, item, number=number, most=most, **values)


def take_table(plan: Plan, state: State) -> Table:
    colours = len(plan.colours)
    cubes = tuple(
        CubeHeap(place // colours, place % colours, number, plan.names[place // colours])
        for place, number in enumerate(state.cubes)
        if number
    )
    return Table(
        **{key: getattr(state, key) for key in (*SHARED, "eradicated")},
        level=state.epidemics,
        cubes=cubes,
        epidemics=state.increases,
        active=state.players[state.active] if state.active != NOBODY else None,
        deck=state.deck_size if state.turn else None,
        stored=(state.stored,) if state.stored != NOBODY else (),
        hands={
            player: (UNKNOWN,) * unknown + hand
            for player, hand, unknown in zip(state.players, state.hands, state.unknown, strict=True)
        },
        pawns=dict(zip(state.players, state.pawns, strict=True)),
        lost=next((cause for cause, rule in CAUSES.items() if rule == state.end), ""),
    )


def score_table(plan: Plan, table: Table) -> Score:
    """[OURS] Return the tally of the known parts of a table, the same for every player."""
    colours = len(plan.colours)
    gone = table.eradicated
    if gone is None and table.cured is not None:
        # A cured disease without cubes is eradicated.
        gone = sum(table.cured & 1 << colour for colour in range(colours) if not table.count_colour(colour))
    lines = {
        "cures": (_count_bits(table.cured), colours),
        "eradicated": (_count_bits(gone), colours),
        "turns": (table.turn, 0),
        "epidemics": (table.epidemics, table.level),
        "outbreaks": (table.outbreaks, plan.most_outbreaks),
        "cubes": (sum(heap.number for heap in table.cubes), sum(plan.cubes)),
        "stations": (None if table.stations is None else len(table.stations), plan.stations),
        "deck": (table.deck, 0),
    }
    found = (
        ScoreLine(shared(f"tally.{line}", **{"most": most} if most else {}), number)
        for line, (number, most) in lines.items()
        if number is not None
    )
    return Score((Round(tuple(found)),))


def _count_bits(colours: int | None) -> int | None:
    return None if colours is None else colours.bit_count()

"""The state of a game of Pandemic, in numbers and tuples only, since a simulation makes millions of states.

Cards are sorted tuples of numbers; a hand may also have cards that are unknown to the log. The infection deck
has layers, the top first, each shuffled separately. The order of the player deck is unknown: the state has
only the sizes of its piles and the unseen cards.
"""

from bisect import bisect_left, insort
from typing import Any, Literal, TypeAlias

from generator.games.pandemic.data import NOBODY, UNKNOWN, CardNumbers, Numbers, PandemicData, PandemicMove
from generator.model.values import dataclass
from generator.rules.states import change, check_apart, check_seats, make_replace

Phase: TypeAlias = Literal[
    "infecting", "roles", "dealing", "beginning", "actions", "draw", "bottom", "next", "intensify", "infect"
]
"""Phases of the set-up, to `beginning`, then of a turn. In `bottom`, the bottom card of an epidemic is drawn;
in `next`, events can be played before the second epidemic of the same draw."""
_Decision: TypeAlias = Literal["consent", "next", "begin", "limit", "actions", "event"]

WON, LOST_BY_CARDS = "pandemic.end.won", "pandemic.draw.cards"
LOST_BY_CUBES, LOST_BY_OUTBREAKS = "pandemic.supply.lost", "pandemic.outbreak.lost"
"""Rules by which a game ends."""


@dataclass(frozen=True)
class State:
    """Players are numbers, clockwise: the left neighbour of 0 is 1."""

    players: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    """Ids; empty before they are drawn."""
    pawns: tuple[int, ...] = ()
    """Cities."""
    hands: tuple[CardNumbers, ...] = ()
    unknown: tuple[int, ...] = ()
    """Number of unknown cards in each hand."""
    unseen: CardNumbers = ()
    """Player cards in the deck or unknown in hands, without epidemics."""
    piles: tuple[tuple[int, int], ...] = ()
    """Player deck, the top first: number of other cards and epidemics in each pile."""
    infections: tuple[CardNumbers, ...] = ()
    """Layers of the infection deck, the top first; none is empty."""
    cubes: bytes = b""
    """Number of cubes by city, then by colour."""
    supply: tuple[int, ...] = ()
    """Number of cubes left by colour."""
    stations: CardNumbers = ()
    epidemics: int = 0
    """Number of epidemics in the deck at the beginning."""
    phase: Phase = "infecting"
    left: int = 0
    """Actions, cards to draw, or cities to infect in this part of the turn."""
    turn: int = 0
    """From 1; 0 in the set-up."""
    active: int = NOBODY
    infected: CardNumbers = ()
    """Infection discards; `removed` has the infection cards out of the game."""
    removed: CardNumbers = ()
    discards: CardNumbers = ()
    """Player discards; `gone` has the events out of the game."""
    gone: CardNumbers = ()
    stored: int = NOBODY
    """Event on the Contingency Planner's card."""
    cured: int = 0
    """Colours as bits, like `eradicated`."""
    eradicated: int = 0
    outbreaks: int = 0
    increases: int = 0
    """Number of epidemics that have begun."""
    pending: int = 0
    """Number of drawn epidemics that are not finished."""
    is_quiet: bool = False
    """The next infections are skipped."""
    has_flown: bool = False
    """The Operations Expert has made the flight of this turn."""
    seer: int = NOBODY
    """Player of a Forecast."""
    to_see: int = 0
    """Number of its cards not yet looked at."""
    seen: CardNumbers = ()
    """Cards looked at and not put back."""
    back: CardNumbers = ()
    """Cards put back, the top first."""
    asks_consent: bool = False
    """Players are asked for their consent; otherwise it is assumed."""
    asked: tuple[int, PandemicMove] | None = None
    """A player, and the move that another player must agree to."""
    refused: tuple[PandemicMove, ...] = ()
    """Moves refused in this turn."""
    end: str = ""
    """Rule that has ended the game."""
    is_won: bool = False

    def __post_init__(self) -> None:
        check_seats(self.players, roles=self.roles, pawns=self.pawns, hands=self.hands, unknown=self.unknown)
        stored = () if self.stored == NOBODY else (self.stored,)
        hands = {f"hands of {player}": cards for player, cards in zip(self.players, self.hands, strict=True)}
        check_apart(**hands, unseen=self.unseen, discards=self.discards, gone=self.gone, stored=stored)
        layers = {f"infections {number}": cards for number, cards in enumerate(self.infections)}
        check_apart(**layers, infected=self.infected, removed=self.removed, seen=self.seen)
        check_apart(stations=self.stations)

    @property
    def is_over(self) -> bool:
        return self.end != ""

    @property
    def deck_size(self) -> int:
        return sum(map(sum, self.piles))

    def number(self, name: str) -> int:
        return self.players.index(name) if name in self.players else NOBODY

    def hand_size(self, seat: int) -> int:
        return len(self.hands[seat]) + self.unknown[seat]

    def may_hold(self, seat: int, card: int) -> bool:
        return card in self.hands[seat] or (self.unknown[seat] > 0 and card in self.unseen)

    def list_holdable(self, seat: int) -> CardNumbers:
        hand = self.hands[seat]
        return tuple(sorted(hand + self.unseen)) if self.unknown[seat] else hand

    def over_limit(self) -> tuple[int, ...]:
        return tuple([seat for seat in range(len(self.hands)) if self.hand_size(seat) > Numbers.HAND_LIMIT])


replace_state = make_replace(State)


def put(cards: CardNumbers, card: int) -> CardNumbers:
    """Return the cards with one more."""
    more = [*cards]
    insort(more, card)
    return tuple(more)


def take(cards: CardNumbers, card: int) -> CardNumbers:
    """Return the cards without one of them."""
    place = bisect_left(cards, card)
    return cards[:place] + cards[place + 1 :]


def gain_card(state: State, seat: int, card: int, **changes: Any) -> State:
    """Add an unseen card or UNKNOWN to a hand, and change other fields in the same step."""
    if card == UNKNOWN:
        return replace_state(state, unknown=change(state.unknown, seat, state.unknown[seat] + 1), **changes)
    hands = change(state.hands, seat, put(state.hands[seat], card))
    return replace_state(state, hands=hands, unseen=take(state.unseen, card), **changes)


def lose_card(state: State, seat: int, card: int, **changes: Any) -> State:
    """Remove a card from a hand that may contain it, and change other fields in the same step."""
    hand = state.hands[seat]
    if card in hand:
        return replace_state(state, hands=change(state.hands, seat, take(hand, card)), **changes)
    unknown = change(state.unknown, seat, state.unknown[seat] - 1)
    return replace_state(state, unknown=unknown, unseen=take(state.unseen, card), **changes)


def discard(state: State, seat: int, card: int, **changes: Any) -> State:
    return lose_card(state, seat, card, discards=put(state.discards, card), **changes)


def count_cubes(data: PandemicData, state: State, city: int, colour: int) -> int:
    return state.cubes[city * len(data.colours) + colour]


def list_cubes(data: PandemicData, state: State, city: int) -> bytes:
    """Return the number of cubes in a city by colour."""
    colours = len(data.colours)
    return state.cubes[city * colours : (city + 1) * colours]


def is_quiet_moment(state: State) -> bool:
    """[P] Return True if events may be played, which is forbidden between drawing and resolving a card."""
    if state.seer != NOBODY:
        return False
    phase = state.phase
    return state.left == Numbers.DRAWS if phase == "draw" else phase in ("actions", "infect", "next")


def list_seats_over_limit(state: State) -> tuple[int, ...]:
    """Return the seats with too many cards, who must discard now."""
    return state.over_limit() if not state.end and is_quiet_moment(state) else ()


def name_decision(state: State, seat: int) -> _Decision:
    """Return the kind of decision that a player with legal moves must make."""
    if state.asked:
        return "consent"
    if state.seer != NOBODY:
        return "next"
    if state.phase == "beginning":
        return "begin"
    if len(state.hands[seat]) + state.unknown[seat] > Numbers.HAND_LIMIT and is_quiet_moment(state):
        return "limit"
    return "actions" if state.phase == "actions" and seat == state.active else "event"

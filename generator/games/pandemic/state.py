"""The table in the middle of a game: numbers and tuples only, since a simulation makes millions of them.

Cards are sorted tuples of numbers; whoever has cards that the log does not know has a number of them
besides. The infection deck is layers of cards, the top first, each shuffled in itself; the player deck
is its piles, of which only the sizes are known, and which cards nobody has seen.
"""

from bisect import bisect_left
from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.games.pandemic.moves import Move
from generator.games.pandemic.plan import DRAWS, HAND_LIMIT, NOBODY, Cards, Plan
from generator.rules.states import check_apart, check_seats, make_replace

Phase: TypeAlias = Literal[
    "infecting", "roles", "dealing", "beginning", "actions", "draw", "bottom", "next", "intensify", "infect"
]
"""The set-up up to `beginning`; then the parts of a turn. `bottom`: the bottom card of an epidemic is to
be drawn; `next`: a second epidemic of the same draw has not begun, and events may be played."""


WON, LOST_BY_CARDS = "pandemic.end.won", "pandemic.draw.cards"
LOST_BY_CUBES, LOST_BY_OUTBREAKS = "pandemic.supply.lost", "pandemic.outbreak.lost"
"""Rules by which a game ends."""


@dataclass(frozen=True)
class State:
    """Players are numbers, clockwise: the left neighbour of 0 is 1."""

    players: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    """Ids; empty: not drawn yet."""
    pawns: tuple[int, ...] = ()
    """The city of each."""
    hands: tuple[Cards, ...] = ()
    """The cards that are known."""
    unknown: tuple[int, ...] = ()
    """Cards of each hand that are not."""
    unseen: Cards = ()
    """Those of the player deck and the unknown ones of the hands, without epidemics."""
    piles: tuple[tuple[int, int], ...] = ()
    """Of the player deck, the top first: other cards and epidemics."""
    infections: tuple[Cards, ...] = ()
    """Layers of the infection deck, the top first; none is empty."""
    cubes: bytes = b""
    """By city, and in it by colour."""
    supply: tuple[int, ...] = ()
    """Cubes that are not on the board, by colour."""
    stations: Cards = ()
    epidemics: int = 0
    """With which the deck is made."""
    phase: Phase = "infecting"
    left: int = 0
    """Actions, cards to draw or cities to infect, in this part of the turn."""
    turn: int = 0
    """From 1; 0: the set-up."""
    active: int = NOBODY
    infected: Cards = ()
    """The infection discards."""
    removed: Cards = ()
    """Infection cards that are out of the game."""
    discards: Cards = ()
    """Of players."""
    gone: Cards = ()
    """Events that are out of the game."""
    stored: int = NOBODY
    """The event on the Contingency Planner's card."""
    cured: int = 0
    """Colours, as bits."""
    eradicated: int = 0
    outbreaks: int = 0
    increases: int = 0
    """Epidemics that were carried out, or begun."""
    pending: int = 0
    """Epidemics that were drawn and are not done with."""
    is_quiet: bool = False
    """The next infections are left out."""
    has_flown: bool = False
    """The Operations Expert's flight was made in this turn."""
    seer: int = NOBODY
    """Who plays a Forecast."""
    to_see: int = 0
    """Cards of it that are still to be looked at."""
    seen: Cards = ()
    """Those that were looked at and not yet put back."""
    back: Cards = ()
    """Those that were put back, the top first."""
    asks_consent: bool = False
    """Players are asked for their consent; otherwise it is assumed."""
    asked: tuple[int, Move] | None = None
    """A player, and the move that another player must agree to."""
    refused: tuple[Move, ...] = ()
    """Moves that were refused in this turn."""
    end: str = ""
    """The rule by which the game is over."""
    is_won: bool = False

    def __post_init__(self) -> None:
        """Raise ValueError for what cannot lie on a table."""
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
    def is_set_up(self) -> bool:
        return self.turn > 0

    @property
    def deck_size(self) -> int:
        """Of the player deck."""
        return sum(cards + epidemics for cards, epidemics in self.piles)

    def number(self, name: str) -> int:
        """Of a player; NOBODY: nobody is called so."""
        return self.players.index(name) if name in self.players else NOBODY

    def seat_of(self, role: str) -> int:
        return self.roles.index(role) if role in self.roles else NOBODY

    def hand_size(self, seat: int) -> int:
        return len(self.hands[seat]) + self.unknown[seat]

    def may_hold(self, seat: int, card: int) -> bool:
        """Whether a card is in a hand, as far as anybody can tell."""
        return card in self.hands[seat] or (self.unknown[seat] > 0 and card in self.unseen)

    def list_holdable(self, seat: int) -> Cards:
        """All cards that may be in a hand."""
        hand = self.hands[seat]
        return tuple(sorted(hand + self.unseen)) if self.unknown[seat] else hand

    def over_limit(self) -> tuple[int, ...]:
        """Who holds more than may be held."""
        over: tuple[int, ...] = ()
        unknown = self.unknown
        for seat, hand in enumerate(self.hands):
            if len(hand) + unknown[seat] > HAND_LIMIT:
                over = (*over, seat)
        return over


replace = make_replace(State)


def put(cards: Cards, card: int) -> Cards:
    """With one card more."""
    place = bisect_left(cards, card)
    return (*cards[:place], card, *cards[place:])


def take(cards: Cards, card: int) -> Cards:
    """Without a card that is there."""
    place = bisect_left(cards, card)
    return cards[:place] + cards[place + 1 :]


def change(values: tuple[Cards, ...], place: int, value: Cards) -> tuple[Cards, ...]:
    return (*values[:place], value, *values[place + 1 :])


def change_number(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*values[:place], value, *values[place + 1 :])


def lose_card(state: State, seat: int, card: int) -> State:
    """Without a card that is in the hand, or may be and so is known now."""
    hand = state.hands[seat]
    if card in hand:
        return replace(state, hands=change(state.hands, seat, take(hand, card)))
    unknown = change_number(state.unknown, seat, state.unknown[seat] - 1)
    return replace(state, unknown=unknown, unseen=take(state.unseen, card))


def discard(state: State, seat: int, card: int) -> State:
    """A card from a hand to the discards."""
    return replace(lose_card(state, seat, card), discards=put(state.discards, card))


def count_cubes(plan: Plan, state: State, city: int, colour: int) -> int:
    return state.cubes[city * len(plan.colours) + colour]


def is_quiet_moment(state: State) -> bool:
    """[P] Whether events may be played: at any time but between drawing a card and being done with it."""
    phase = state.phase
    if state.seer != NOBODY:
        return False
    if phase == "draw":
        return state.left == DRAWS
    return phase in ("actions", "infect", "next")

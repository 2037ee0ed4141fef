"""A game as it stands: the chips on the board, the deck, and what is left of the turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple, TypeAlias

from generator.games.pox.moves import Card
from generator.games.pox.neighbourhood import Places
from generator.rules.core import Outcome
from generator.rules.piles import NO_CARDS, Cards
from generator.rules.states import make_replace

Stage: TypeAlias = Literal["draw", "outbreak", "help", "over"]

Offer: TypeAlias = tuple[int, int]
"""People that may still be vaccinated, and infected people that may still be cured."""

NO_CHIP, INFECTED, IMMUNE, DEAD = ".rbk"
"""Signs of people as boards are typed in and shown."""


class End(StrEnum):
    """Rules by which a game ends."""

    CONTAINED = "pox.end.contained"
    DEATHS = "pox.end.deaths"
    CHIPS = "pox.end.chips"
    LAST_CHIP = "pox.end.last_chip"


@dataclass(frozen=True, slots=True)
class Terms:
    """How a game is played: its level, and the variants."""

    level: str
    allowed: int
    """[S] Deaths; one more loses."""
    has_strict_limit: bool = False
    """Lost with the last red chip, not when there is none left for somebody."""
    corners_touch: bool = False
    """In outbreaks only."""


class Chips(NamedTuple):
    """Who has a chip, by its colour; nobody has two."""

    red: Places = 0
    blue: Places = 0
    black: Places = 0

    @property
    def all(self) -> Places:
        return self.red | self.blue | self.black

    def put(self, *, red: Places = 0, blue: Places = 0, black: Places = 0) -> "Chips":
        """Return the chips after these are placed; they replace what lies there."""
        kept = ~(red | blue | black)
        return Chips(self.red & kept | red, self.blue & kept | blue, self.black & kept | black)

    def show(self, place: Places) -> str:
        """Return the sign of one place."""
        signs = zip(self, (INFECTED, IMMUNE, DEAD), strict=True)
        return next((sign for places, sign in signs if places & place), NO_CHIP)


EMPTY = Chips()


@dataclass(frozen=True)
class State:
    """The deck is known by its cards, never by their order."""

    players: tuple[str, ...] = ()
    terms: Terms = Terms(level="", allowed=0)
    chips: Chips = EMPTY
    deck: Cards = NO_CARDS
    """Cards that nobody has drawn since they were shuffled; all others lie open."""
    turn: int = 1
    card: Card | None = None
    """The card of this turn; None: it is to be drawn."""
    offers: tuple[Offer, ...] = ()
    """What is left of the good part: one of these. Empty: the bad part is not done."""
    helped: int = 0
    """People who have been helped in this turn."""
    end: str = ""
    """The rule by which the game has ended; empty: it goes on."""

    def __post_init__(self) -> None:
        """Raise ValueError for a person with two chips."""
        red, blue, black = self.chips
        if red & blue | red & black | blue & black:
            raise ValueError(f"`chips`: a person has two chips: {self.chips}")

    @property
    def active(self) -> int:
        """The seat of the player at turn. [S] Turns go around to the left, beginning with the first."""
        return (self.turn - 1) % len(self.players)

    @property
    def is_over(self) -> bool:
        return self.end != ""

    @property
    def stage(self) -> Stage:
        if self.end:
            return "over"
        if not self.card:
            return "draw"
        return "help" if self.offers else "outbreak"


replace = make_replace(State)


def find_end(players: Sequence[str], rule: str) -> Outcome:
    """How a game ends by a rule: all win or lose together."""
    won = rule == End.CONTAINED
    return Outcome(rule, tuple(players) if won else (), won)

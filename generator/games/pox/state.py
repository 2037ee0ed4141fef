"""The state of a game: the chips on the board, the deck, and the rest of the turn."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Literal, NamedTuple, TypeAlias

from generator.games.pox.moves import Card
from generator.games.pox.neighbourhood import Places
from generator.model.values import dataclass
from generator.rules.core import Outcome
from generator.rules.odds import NO_CARDS, Cards
from generator.rules.states import make_replace

Offer: TypeAlias = tuple[int, int]
"""Number of people who may still be vaccinated, and of those who may still be cured."""

NO_CHIP, INFECTED, IMMUNE, DEAD = ".rbk"
"""Signs of people on boards in files and on the screen."""


class End(StrEnum):
    """Rules by which a game ends."""

    CONTAINED = "pox.end.contained"
    DEATHS = "pox.end.deaths"
    CHIPS = "pox.end.chips"
    LAST_CHIP = "pox.end.last_chip"


@dataclass(frozen=True, slots=True)
class Terms:
    """Level and variants of a game."""

    level: str
    allowed: int
    """[S] Number of deaths allowed; one more loses the game."""
    has_strict_limit: bool = False
    """The game is lost with the last red chip, not when a red chip is missing."""
    corners_touch: bool = False
    """People at corners touch each other; in outbreaks only."""


class Chips(NamedTuple):
    """People with chips, by colour; nobody has two chips."""

    red: Places = 0
    blue: Places = 0
    black: Places = 0

    @property
    def all(self) -> Places:
        return self.red | self.blue | self.black

    def put(self, *, red: Places = 0, blue: Places = 0, black: Places = 0) -> "Chips":
        """Return the chips after placing some, which replace any chips there."""
        kept = ~(red | blue | black)
        return Chips(self.red & kept | red, self.blue & kept | blue, self.black & kept | black)

    def show(self, place: Places) -> str:
        """Return the sign of one place."""
        signs = zip(self, (INFECTED, IMMUNE, DEAD), strict=True)
        return next((sign for places, sign in signs if places & place), NO_CHIP)


@dataclass(frozen=True)
class State:
    """State of a game; the order of the deck is unknown."""

    players: tuple[str, ...] = ()
    terms: Terms = Terms(level="", allowed=0)
    chips: Chips = Chips()
    deck: Cards = NO_CARDS
    """Cards not drawn since the last shuffle; all others lie face up."""
    turn: int = 1
    card: Card | None = None
    """The card of this turn; None before it is drawn."""
    offers: tuple[Offer, ...] = ()
    """Alternatives left in the good part; empty before the bad part is finished."""
    helped: int = 0
    """Number of people helped in this turn."""
    end: str = ""
    """Rule that ended the game; empty while it is played."""

    def __post_init__(self) -> None:
        """Raise ValueError for a person with two chips."""
        red, blue, black = self.chips
        if red & blue | red & black | blue & black:
            raise ValueError(f"`chips`: a person has two chips: {self.chips}")

    @property
    def active(self) -> int:
        """Seat of the player whose turn it is. [S] Turns pass to the left, from the first player."""
        return (self.turn - 1) % len(self.players)

    @property
    def is_over(self) -> bool:
        return self.end != ""

    @property
    def stage(self) -> Literal["draw", "outbreak", "help", "over"]:
        if self.end:
            return "over"
        if not self.card:
            return "draw"
        return "help" if self.offers else "outbreak"


replace = make_replace(State)


def find_end(players: Sequence[str], rule: str) -> Outcome:
    """Return the outcome by the rule that ended the game; all win or lose together."""
    won = rule == End.CONTAINED
    return Outcome(rule, tuple(players) if won else (), won)

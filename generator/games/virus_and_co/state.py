"""The state of a game of Virus & Co. as all players see it: hands and piles are face down."""

from generator.games.virus_and_co.data import VirusAndCoData
from generator.games.virus_and_co.tableau import NO_PILLS, Pills, Tableau
from generator.model.values import dataclass
from generator.rules.odds import NO_CARDS, Cards
from generator.rules.states import check_seats, make_replace


@dataclass(frozen=True, slots=True)
class Passing:
    """A card on its way round the table."""

    card: str
    """Notation; empty for a risk card, which is face down."""
    holder: int
    """Player who has to keep or refuse it."""
    giver: int
    refusals: int = 0
    stakes: tuple[Pills, ...] = ()
    """Pills that each player has paid so far; empty for risk cards, which are paid for at once."""

    @property
    def is_risk(self) -> bool:
        return not self.card


@dataclass(frozen=True, slots=True)
class Effect:
    """A kept risk card while players still have to choose."""

    keeper: int
    risk: str = ""
    """Empty until it is turned up."""
    card: str = ""
    """Notation."""
    waiting: tuple[int, ...] = ()
    """Players who still have to choose."""
    pills: Pills = NO_PILLS
    """Pills that TESTPERSON may still take."""


@dataclass(frozen=True)
class State:
    """Players are numbers, clockwise: the left neighbour of 0 is 1."""

    players: tuple[str, ...] = ()
    length: int = 0
    """Rounds of the game."""
    tableaus: tuple[Tableau, ...] = ()
    hands: tuple[int, ...] = ()
    """Number of risk cards of each player."""
    pharmacy: Pills = NO_PILLS
    piles: tuple[int, ...] = (0, 0)
    """Number of cards in the left and the right pile."""
    unseen: Cards = NO_CARDS
    """Cards of both piles."""
    risks: Cards = NO_CARDS
    """Risk cards not yet turned up: in the hands, or left over."""
    opened: tuple[str, ...] = ("", "")
    """Open card of each pile; empty for none."""
    active: int = 0
    has_paid_slip: bool = False
    """The active player has paid for the forgotten slip in this turn."""
    skips: int = 0
    """Consecutive turns without a card."""
    passing: Passing | None = None
    effect: Effect | None = None
    doctor: int | None = None
    """Player who has HERR DOKTOR."""
    paid_doctor: tuple[int, ...] = ()
    """Players who have paid for the missing title in this turn."""
    done: tuple[tuple[Tableau, ...], ...] = ()
    """Tableaus at the end of each round."""
    turn: int = 1
    """Turn of the game, from 1."""

    def __post_init__(self) -> None:
        check_seats(self.players, tableaus=self.tableaus, hands=self.hands)
        if sum(self.piles) != len(self.unseen):
            raise ValueError(f"`piles` have {sum(self.piles)} cards, but `unseen` has {len(self.unseen)}")

    @property
    def is_over(self) -> bool:
        return len(self.done) == self.length

    @property
    def to_turn_up(self) -> int | None:
        """Pile whose next card must be turned up, the left one first."""
        for side in (0, 1):
            if not self.opened[side] and self.piles[side]:
                return side
        return None

    @property
    def finished_rounds(self) -> list[dict[str, Tableau]]:
        """Tableaus by player at the end of each round."""
        return [dict(zip(self.players, tableaus, strict=True)) for tableaus in self.done]

    @property
    def rounds(self) -> list[dict[str, Tableau]]:
        """Tableaus by player at the end of each round, and now if the game goes on."""
        now = () if self.is_over else (dict(zip(self.players, self.tableaus, strict=True)),)
        return [*self.finished_rounds, *now]

    def left_of(self, player: int) -> int:
        return (player + 1) % len(self.players)

    def right_of(self, player: int) -> int:
        return (player - 1) % len(self.players)

    def others(self, player: int) -> tuple[int, ...]:
        return tuple([other for other in range(len(self.players)) if other != player])

    def number(self, name: str) -> int:
        """Return the number of a player; -1 for an unknown name."""
        return self.players.index(name) if name in self.players else -1


replace_state = make_replace(State)


def start_round(data: VirusAndCoData, state: State, *, starter: int = 0) -> State:
    """Return the start of a round. [S] All pills and cards go back, risk cards are dealt anew.

    [OURS] The first player at the table begins, not the one who had a cold last. The two piles have the same
    size; of an odd number, the left one has one more card.
    """
    number, drawn = len(state.players), data.drawn
    half = len(drawn) // 2
    return State(
        players=state.players,
        length=state.length,
        tableaus=(Tableau(pills=data.share),) * number,
        hands=(data.count_hand(number),) * number,
        pharmacy=data.share,
        piles=(len(drawn) - half, half),
        unseen=drawn,
        risks=data.risks,
        active=starter,
        done=state.done,
        turn=state.turn,
    )

"""The table in the middle of a game, as everybody sees it: hands and piles face down."""

from dataclasses import dataclass

from generator.games.virus_and_co.plan import Plan
from generator.games.virus_and_co.tableau import NO_PILLS, Lying, Pills, Tableau, replace_tableau
from generator.rules.piles import NO_CARDS, Cards
from generator.rules.states import check_seats, make_replace


@dataclass(frozen=True, slots=True)
class Passing:
    """A card on its way round the table."""

    card: str
    """Its notation; empty: a risk card, which lies face down."""
    holder: int
    """Before whom it lies."""
    giver: int
    refusals: int = 0
    stakes: tuple[Pills, ...] = ()
    """What each player has paid for this card so far; none for risk cards, which are paid for at once."""

    @property
    def is_risk(self) -> bool:
        return not self.card


@dataclass(frozen=True, slots=True)
class Effect:
    """A risk card that was kept, while somebody has still to choose."""

    keeper: int
    risk: str = ""
    """Empty: it is not turned up yet."""
    card: str = ""
    """Its notation."""
    waiting: tuple[int, ...] = ()
    """Who has still to choose."""
    pills: Pills = NO_PILLS
    """Those that TESTPERSON may still take."""


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """How a round ended: what lay before each player, in their order; who was in care, or nobody."""

    tableaus: tuple[Tableau, ...]
    care: int | None


@dataclass(frozen=True)
class State:
    """Players are numbers, clockwise: the left neighbour of 0 is 1."""

    players: tuple[str, ...] = ()
    length: int = 0
    """Rounds of the game."""
    tableaus: tuple[Tableau, ...] = ()
    hands: tuple[int, ...] = ()
    """Risk cards of each player, face down."""
    pharmacy: Pills = NO_PILLS
    piles: tuple[int, int] = (0, 0)
    """Cards that lie face down in the left and the right pile ..."""
    unseen: Cards = NO_CARDS
    """... which are these, nobody knows where."""
    risks: Cards = NO_CARDS
    """Risk cards that nobody has turned up: in the hands, or left over."""
    opened: tuple[str, str] = ("", "")
    """The open cards; empty: none."""
    active: int = 0
    has_paid_slip: bool = False
    """The active player has paid for the forgotten slip in this turn."""
    skips: int = 0
    """Turns without a card, one after the other."""
    passing: Passing | None = None
    effect: Effect | None = None
    doctor: int | None = None
    """Who has HERR DOKTOR."""
    paid_doctor: tuple[int, ...] = ()
    """Who has paid for not saying Doctor in this turn."""
    done: tuple[RoundEnd, ...] = ()
    turn: int = 1
    """Of the game, from 1."""

    def __post_init__(self) -> None:
        """Raise ValueError for what cannot lie on a table."""
        check_seats(self.players, tableaus=self.tableaus, hands=self.hands)
        if sum(self.piles) != len(self.unseen):
            raise ValueError(f"`piles` are {sum(self.piles)} cards, and `unseen` are {len(self.unseen)}")

    @property
    def is_over(self) -> bool:
        return len(self.done) == self.length

    @property
    def to_turn_up(self) -> int | None:
        """The pile whose next card must be turned up, the left one first."""
        for side in (0, 1):
            if not self.opened[side] and self.piles[side]:
                return side
        return None

    def left_of(self, player: int) -> int:
        return (player + 1) % len(self.players)

    def right_of(self, player: int) -> int:
        return (player - 1) % len(self.players)

    def others(self, player: int, *besides: int | None) -> tuple[int, ...]:
        return tuple(other for other in range(len(self.players)) if other != player and other not in besides)

    def number(self, name: str) -> int:
        """Of a player; -1: nobody is called so."""
        return self.players.index(name) if name in self.players else -1

    def with_tableau(self, player: int, tableau: Tableau) -> "State":
        return replace(self, tableaus=(*self.tableaus[:player], tableau, *self.tableaus[player + 1 :]))

    def with_pills(self, player: int, pills: Pills) -> "State":
        return self.with_tableau(player, replace_tableau(self.tableaus[player], pills=pills))

    def give_pills(self, giver: int | None, taker: int | None, pills: Pills) -> "State":
        """From a player to another one; None: the pharmacy."""
        state = self
        for owner, change in ((giver, Pills.minus), (taker, Pills.plus)):
            if owner is None:
                state = replace(state, pharmacy=change(state.pharmacy, pills))
            else:
                state = state.with_pills(owner, change(state.tableaus[owner].pills, pills))
        return state

    def draw_pills(self, player: int, shown: Pills) -> "State":
        """[S] What the pharmacy lacks of the pills shown is not received."""
        return self.give_pills(None, player, self.pharmacy.meet(shown))

    def change_viruses(self, player: int, *, gone: Lying | None = None, new: Lying | None = None) -> "State":
        """Take a virus of a player away, put another one down, or both. [S] Its points count at once."""
        viruses = list(self.tableaus[player].viruses)
        if gone:
            viruses.remove(gone)
        if new:
            viruses.append(new)
        changed = replace_tableau(self.tableaus[player], viruses=tuple(sorted(viruses)))
        return self.with_tableau(player, changed)

    def put_injection(self, player: int, on: Lying | None) -> "State":
        """On one of the player's viruses; None: there is none, and it lies beside them for good."""
        if on:
            return self.change_viruses(player, gone=on, new=on.inject())
        tableau = self.tableaus[player]
        return self.with_tableau(player, replace_tableau(tableau, loose=tableau.loose + 1))


replace = make_replace(State)


def start_round(plan: Plan, state: State, *, starter: int = 0) -> State:
    """[S] All pills and cards go back, risk cards are dealt anew.

    [OURS] The first player at the table begins; the publisher has it begin who had a cold last. The two
    piles are of the same size; of an odd number the left one has a card more.
    """
    number, drawn = len(state.players), plan.drawn
    half = len(drawn) // 2
    return State(
        players=state.players,
        length=state.length,
        tableaus=(Tableau(pills=plan.share),) * number,
        hands=(plan.count_hand(number),) * number,
        pharmacy=plan.share,
        piles=(len(drawn) - half, half),
        unseen=drawn,
        risks=plan.risks,
        active=starter,
        done=state.done,
        turn=state.turn,
    )


def end_turn(plan: Plan, state: State) -> State:
    """[S] A player in intensive care ends the round at once; else it is the left neighbour's turn."""
    for player, tableau in enumerate(state.tableaus):
        if tableau.in_care:
            return _end_round(plan, state, player)
    if state.skips == len(state.players):
        return _end_round(plan, state, None)
    return replace(
        state,
        turn=state.turn + 1,
        active=state.left_of(state.active),
        has_paid_slip=False,
        paid_doctor=(),
        passing=None,
        effect=None,
    )


def _end_round(plan: Plan, state: State, care: int | None) -> State:
    """[OURS] Who was in intensive care begins the next round; if nobody was, whose turn it would be."""
    ended = replace(state, done=(*state.done, RoundEnd(state.tableaus, care)), passing=None, effect=None)
    if ended.is_over:
        return ended
    starter = state.left_of(state.active) if care is None else care
    return start_round(plan, replace(ended, turn=state.turn + 1), starter=starter)

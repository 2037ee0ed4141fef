"""The state of a game: the sheets of all players, and the dice that each may still use."""

from generator.games.fight_the_virus.moves import ROLL_NAMES
from generator.games.fight_the_virus.sheet import Plan, PlayerSheet, empty_sheet, has_won, may_still_win
from generator.model.values import dataclass
from generator.rules.core import NATURE
from generator.rules.states import check_seats, make_replace

UNDECIDED = -1


@dataclass(frozen=True)
class Hand:
    """The dice that a player may still use in this turn; all empty: the player is done."""

    dice: tuple[int, ...] = ()
    uses: tuple[str, ...] = ()
    """`analysis` and `others` for the active player; `any`, and `any` again for an extra die."""
    bonus: str = ""


NO_HAND = Hand()


@dataclass(frozen=True)
class State:
    """Sheets, hands and chosen rolls are in the order of the players at the table."""

    players: tuple[str, ...] = ()
    sheets: tuple[PlayerSheet, ...] = ()
    hands: tuple[Hand, ...] = ()
    chosen: tuple[int, ...] = ()
    """For each player, the roll of a round in which the player is active; normally each has an own one."""
    rolls: int = 0
    """Number of rolls in a round."""
    is_shared: bool = False
    """[S] Large groups: few rolls a round, and in each of them all are active who have chosen it."""
    current: int = 0
    """The roll of the round, from 0."""
    turn: int = 1
    roll: tuple[int, int] | None = None
    """None: the dice have not been rolled yet."""
    stands: bool = False
    """The roll counts; before that, doubles may be rolled again."""
    is_over: bool = False

    def __post_init__(self) -> None:
        check_seats(self.players, sheets=self.sheets, hands=self.hands, chosen=self.chosen)
        for player, sheet in zip(self.players, self.sheets, strict=True):
            if sum(shape.bit_count() for shape in sheet.shapes) != sheet.analysed.bit_count():
                raise ValueError(f"`sheets`: shapes of {player} overlap")

    @property
    def active(self) -> int:
        """The seat of the player at turn; with shared rolls, of the first who has chosen this one, or -1."""
        return self.chosen.index(self.current) if self.current in self.chosen else -1

    @property
    def roll_name(self) -> str:
        """Letter of the current roll, as on the sheet for large groups."""
        return ROLL_NAMES[self.current].upper()

    @property
    def is_choosing(self) -> bool:
        """True while a player still has to choose a roll."""
        return UNDECIDED in self.chosen

    def sheet_of(self, player: str) -> PlayerSheet:
        return self.sheets[self.players.index(player)]

    def is_active(self, player: str) -> bool:
        return self.chosen[self.players.index(player)] == self.current

    def hand_of(self, player: str) -> Hand:
        return self.hands[self.players.index(player)]


replace = make_replace(State)


def start_game(
    plan: Plan, players: tuple[str, ...], *, shared_rolls: int = 0, sheets: tuple[PlayerSheet, ...] = ()
) -> State:
    """Return the state before the next roll, by default on empty sheets; the first player is active.

    With shared rolls, everybody first chooses one of them.
    """
    number = len(players)
    sheets = sheets or (empty_sheet(plan),) * number
    hands, rolls, is_over = (NO_HAND,) * number, shared_rolls or number, is_decided(plan, sheets)
    chosen = (UNDECIDED,) * number if shared_rolls else tuple(range(number))
    return State(players, sheets, hands, chosen, rolls, bool(shared_rolls), is_over=is_over)


def is_decided(plan: Plan, sheets: tuple[PlayerSheet, ...]) -> bool:
    """[S] The game ends when somebody has crossed out 12. [OURS] Also when nobody can win any more."""
    if any(has_won(plan, sheet) for sheet in sheets):
        return True
    return not any(may_still_win(plan, sheet) for sheet in sheets)


def list_actors(game: State) -> tuple[str, ...]:
    """Return who may move now, in any order; empty: the game is over."""
    if game.is_over:
        return ()
    if game.is_choosing:
        pairs = zip(game.players, game.chosen, strict=True)
        return tuple(player for player, chosen in pairs if chosen == UNDECIDED)
    if game.roll is None:
        return (NATURE,)
    if not game.stands:
        # [OURS] With shared rolls, whoever rolled decides for all: a log accepts the decision of any player.
        return tuple(player for player in game.players if game.is_shared or game.is_active(player))
    hands = zip(game.players, game.hands, strict=True)
    return tuple([player for player, hand in hands if hand.dice or hand.bonus])


def list_winners(plan: Plan, game: State) -> tuple[str, ...]:
    """[S] Players who finish research with the same roll share the victory."""
    pairs = zip(game.players, game.sheets, strict=True)
    return tuple(player for player, sheet in pairs if game.is_over and has_won(plan, sheet))

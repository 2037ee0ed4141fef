"""A game of one or more players: who may do what, and what every move does.

States are values. A move is checked and gives a new state; chance is an actor.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.errors import IllegalMove
from generator.games.fight_the_virus import curve
from generator.games.fight_the_virus.marks import (
    FillShape,
    Mark,
    PlayerSheet,
    apply_mark,
    check_bonus,
    check_mark,
    empty_sheet,
    has_won,
    list_bonus_marks,
    list_numbers,
    list_shapes,
    may_still_win,
    replace_sheet,
)
from generator.games.fight_the_virus.moves import (
    Choose,
    Finish,
    KeepRoll,
    LeaveBonus,
    Move,
    Roll,
    RollAgain,
    TakeBonus,
    UseDie,
)
from generator.games.fight_the_virus.plan import Plan
from generator.games.fight_the_virus.progress import check_points
from generator.rules.core import NATURE, Sentence
from generator.rules.states import check_seats, make_replace

UNDECIDED = -1


@dataclass(frozen=True)
class Hand:
    """What a player may still do in this turn; all empty: the player is done."""

    dice: tuple[int, ...] = ()
    uses: tuple[str, ...] = ()
    """`analysis` and `others` for the active player; `any`, and `any` again for an extra die."""
    bonus: str = ""


@dataclass(frozen=True)
class State:
    """Sheets, hands and chosen rolls stand in the order of the players at the table."""

    players: tuple[str, ...] = ()
    sheets: tuple[PlayerSheet, ...] = ()
    hands: tuple[Hand, ...] = ()
    chosen: tuple[int, ...] = ()
    """For each player the roll of a round in which the player is active: in the usual game the own one."""
    rolls: int = 0
    """Of a round."""
    is_shared: bool = False
    """[S] Large groups: few rolls a round, and in each of them all are active who have chosen it."""
    current: int = 0
    """The roll of the round, from 0."""
    turn: int = 1
    roll: tuple[int, int] | None = None
    """None: the dice are to be rolled."""
    stands: bool = False
    """Whether the roll counts; doubles may be rolled again before that."""
    is_over: bool = False

    def __post_init__(self) -> None:
        """Raise ValueError for what cannot lie on a table."""
        check_seats(self.players, sheets=self.sheets, hands=self.hands, chosen=self.chosen)
        for player, sheet in zip(self.players, self.sheets, strict=True):
            if sum(shape.bit_count() for shape in sheet.shapes) != sheet.analysed.bit_count():
                raise ValueError(f"`sheets`: shapes of {player} lie on each other")

    @property
    def active(self) -> int:
        """The seat of the player at turn; with shared rolls, of the first who has chosen this one, or -1."""
        return self.chosen.index(self.current) if self.current in self.chosen else -1

    def sheet_of(self, player: str) -> PlayerSheet:
        return self.sheets[self.players.index(player)]

    def is_active(self, player: str) -> bool:
        return self.chosen[self.players.index(player)] == self.current

    def hand_of(self, player: str) -> Hand:
        return self.hands[self.players.index(player)]


replace_hand = make_replace(Hand)
replace = make_replace(State)


def start_game(plan: Plan, players: tuple[str, ...], *, shared_rolls: int = 0) -> State:
    """The first player is the active one of the first turn.

    With shared rolls, as many a round, everybody first chooses one of them.
    """
    number = len(players)
    sheets, hands = (empty_sheet(plan),) * number, (Hand(),) * number
    if shared_rolls:
        return State(players, sheets, hands, (UNDECIDED,) * number, shared_rolls, is_shared=True)
    return State(players, sheets, hands, tuple(range(number)), number)


def actors(game: State) -> tuple[str, ...]:
    """Who may move now, in any order; nobody: the game is over."""
    if game.is_over:
        return ()
    if UNDECIDED in game.chosen:
        pairs = zip(game.players, game.chosen, strict=True)
        return tuple(player for player, chosen in pairs if chosen == UNDECIDED)
    if game.roll is None:
        return (NATURE,)
    if not game.stands:
        # [OURS] With shared rolls whoever rolled decides for all: a log takes the word of any player.
        return tuple(player for player in game.players if game.is_shared or game.is_active(player))
    return tuple(player for player, hand in zip(game.players, game.hands, strict=True) if hand != Hand())


def winners(plan: Plan, game: State) -> tuple[str, ...]:
    """[S] Players who finish research with the same roll share the victory."""
    if not game.is_over:
        return ()
    return tuple(
        player for player, sheet in zip(game.players, game.sheets, strict=True) if has_won(plan, sheet)
    )


def check_move(plan: Plan, game: State, actor: str, move: Move) -> None:
    """Raises IllegalMove unless the actor may make this move now: the authority on the rules."""
    if actor not in actors(game):
        may = actors(game) or "-"
        raise IllegalMove("fight_the_virus.turn.order", {"actor": actor, "actors": may})
    match move:
        case Choose(roll):
            if UNDECIDED not in game.chosen or not 0 <= roll < game.rolls:
                raise IllegalMove("fight_the_virus.turn.choose", {"rolls": game.rolls})
        case _ if UNDECIDED in game.chosen:
            raise IllegalMove("fight_the_virus.turn.choose", {"rolls": game.rolls})
        case Roll(dice):
            if game.roll is not None:
                raise IllegalMove("fight_the_virus.turn.roll")
            if not 1 <= dice[0] <= dice[1] <= 6:
                raise IllegalMove("fight_the_virus.turn.faces", {"dice": move.text})
        case _ if game.roll is None:
            raise IllegalMove("fight_the_virus.turn.roll")
        case RollAgain() | KeepRoll():
            if game.stands:
                raise IllegalMove("fight_the_virus.turn.reroll")
        case _ if not game.stands:
            raise IllegalMove("fight_the_virus.turn.stand")
        case TakeBonus(mark):
            check_bonus(plan, game.sheet_of(actor), game.hand_of(actor).bonus, mark)
        case LeaveBonus():
            if not game.hand_of(actor).bonus:
                raise IllegalMove("fight_the_virus.bonus.none")
        case _ if game.hand_of(actor).bonus:
            raise IllegalMove("fight_the_virus.bonus.now")
        case UseDie():
            _check_die(plan, game, actor, move)


def _check_die(plan: Plan, game: State, player: str, use: UseDie) -> None:
    hand = game.hand_of(player)
    if use.die not in hand.dice:
        raise IllegalMove("fight_the_virus.turn.dice", {"die": use.die})
    if _find_use(hand, use.mark) is None:
        raise IllegalMove("fight_the_virus.turn.areas", {"left": Sentence(f"tally.left.{hand.uses[0]}")})
    check_points(use.points)
    sheet = game.sheet_of(player)
    sheet.progress.spend(len(use.points))
    check_mark(plan, sheet, use.mark, use.value)


def _find_use(hand: Hand, mark: Mark) -> str | None:
    wanted = ("analysis", "any") if isinstance(mark, FillShape) else ("others", "any")
    return next((use for use in hand.uses if use in wanted), None)


def list_moves(plan: Plan, game: State, actor: str) -> Iterator[Move]:
    """Every move that check_move allows, progress added in one way for each number of points."""
    if actor not in actors(game):
        return
    if UNDECIDED in game.chosen:
        yield from (Choose(roll) for roll in range(game.rolls))
    elif game.roll is None:
        yield from (Roll((low, high)) for low in range(1, 7) for high in range(low, 7))
    elif not game.stands:
        yield from (RollAgain(), KeepRoll())
    elif bonus := game.hand_of(actor).bonus:
        yield from (TakeBonus(mark) for mark in list_bonus_marks(plan, game.sheet_of(actor), bonus))
        yield LeaveBonus()
    else:
        # Dice as they fell come first: raised ones are many, and most of them waste progress.
        none, *some = list_points(game.sheet_of(actor).progress.available)
        yield from _list_uses(plan, game, actor, (none,))
        yield Finish()
        yield from _list_uses(plan, game, actor, some)


def _list_uses(plan: Plan, game: State, player: str, ways: Sequence[tuple[int, ...]]) -> Iterator[UseDie]:
    """Each die with each of the ways to raise it."""
    hand, sheet = game.hand_of(player), game.sheet_of(player)
    found: dict[int, tuple[Mark, ...]] = {}
    for points in ways:
        for die in sorted(set(hand.dice)):
            value = die + sum(points)
            if value not in found:
                found[value] = tuple(_list_marks(plan, sheet, hand, value))
            yield from (UseDie(die, mark, points) for mark in found[value])


def _list_marks(plan: Plan, sheet: PlayerSheet, hand: Hand, value: int) -> Iterator[Mark]:
    if "others" in hand.uses or "any" in hand.uses:
        yield from list_numbers(plan, sheet, value)
    if "analysis" in hand.uses or "any" in hand.uses:
        yield from list_shapes(plan, sheet, value)


def list_points(available: int) -> Iterator[tuple[int, ...]]:
    """Every number of progresses with every sum of points, the twos first."""
    for count in range(available + 1):
        for ones in range(count + 1):
            yield (2,) * (count - ones) + (1,) * ones


def apply_move(plan: Plan, game: State, actor: str, move: Move) -> State:
    """Checks the move and gives the game after it; raises IllegalMove."""
    check_move(plan, game, actor, move)
    match move:
        case Choose(roll):
            place = game.players.index(actor)
            return replace(game, chosen=(*game.chosen[:place], roll, *game.chosen[place + 1 :]))
        case Roll(dice):
            rolled = replace(game, roll=dice)
            return rolled if dice[0] == dice[1] < 6 else _let_stand(plan, rolled)
        case RollAgain():
            return replace(game, roll=None)
        case KeepRoll():
            return _let_stand(plan, game)
        case UseDie():
            return _end_turn(plan, _use_die(plan, game, actor, move))
        case TakeBonus(mark):
            return _end_turn(
                plan, _write(plan, game, actor, mark, replace_hand(game.hand_of(actor), bonus=""))
            )
        case LeaveBonus():
            return _end_turn(plan, _change(game, actor, hand=replace_hand(game.hand_of(actor), bonus="")))
        case Finish():
            return _end_turn(plan, _change(game, actor, hand=Hand()))


def _let_stand(plan: Plan, game: State) -> State:
    """The roll counts: setbacks for all players, then everybody has dice to use."""
    assert game.roll is not None
    sheets = game.sheets
    if game.roll == (5, 6):
        sheets = tuple(_circle(plan, sheet) for sheet in sheets)
    elif game.roll == (6, 6):
        sheets = tuple(replace_sheet(sheet, progress=sheet.progress.lose_one()) for sheet in sheets)
    active, passive = Hand(game.roll, ("analysis", "others")), Hand(game.roll, ("any",))
    hands = tuple(active if game.is_active(player) else passive for player in game.players)
    return replace(game, sheets=sheets, hands=hands, stands=True)


def _circle(plan: Plan, sheet: PlayerSheet) -> PlayerSheet:
    square = curve.next_circle(plan.curve, sheet.spread, sheet.circled)
    return sheet if square is None else replace_sheet(sheet, circled=sheet.circled | {square})


def _use_die(plan: Plan, game: State, player: str, use: UseDie) -> State:
    hand, sheet = game.hand_of(player), game.sheet_of(player)
    dice, uses = list(hand.dice), list(hand.uses)
    dice.remove(use.die)
    uses.remove(_find_use(hand, use.mark) or "")
    paid = _change(game, player, sheet=replace_sheet(sheet, progress=sheet.progress.spend(len(use.points))))
    return _write(plan, paid, player, use.mark, Hand(tuple(dice), tuple(uses)))


def _write(plan: Plan, game: State, player: str, mark: Mark, hand: Hand) -> State:
    """Puts a mark on the sheet; `hand` is what the player has left, before what the mark brings."""
    marked = apply_mark(plan, game.sheet_of(player), mark)
    uses = hand.uses
    if marked.extra_die and not game.is_active(player):
        uses = (*uses, "any")
    return _change(game, player, sheet=marked.sheet, hand=Hand(hand.dice, uses, marked.bonus))


def _change(game: State, player: str, *, sheet: PlayerSheet | None = None, hand: Hand | None = None) -> State:
    place = game.players.index(player)
    sheets, hands = list(game.sheets), list(game.hands)
    if sheet is not None:
        sheets[place] = sheet
    if hand is not None:
        # Dice without a use, or uses without a die, are left over: but a bonus may still bring a use.
        is_done = not hand.bonus and not (hand.dice and hand.uses)
        hands[place] = Hand() if is_done else hand
    return replace(game, sheets=tuple(sheets), hands=tuple(hands))


def _end_turn(plan: Plan, game: State) -> State:
    """The dice go on when all players are done; [S] the game ends when somebody has crossed out 12.

    [OURS] It also ends when nobody can win any more.
    """
    if any(hand != Hand() for hand in game.hands):
        return game
    won = any(has_won(plan, sheet) for sheet in game.sheets)
    lost = not any(may_still_win(plan, sheet) for sheet in game.sheets)
    if won or lost:
        return replace(game, is_over=True)
    current = (game.current + 1) % game.rolls
    return replace(game, current=current, turn=game.turn + 1, roll=None, stands=False)

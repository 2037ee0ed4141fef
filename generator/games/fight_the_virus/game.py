"""A game of one or more players: who may do what, and what every move does.

States are values. A move is checked and gives a new state; chance is a player called `nature`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

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
)
from generator.games.fight_the_virus.moves import (
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

NATURE = "nature"


@dataclass(frozen=True, slots=True)
class Hand:
    """What a player may still do in this turn; all empty: the player is done."""

    dice: tuple[int, ...] = ()
    uses: tuple[str, ...] = ()
    """`analysis` and `others` for the active player; `any`, and `any` again for an extra die."""
    bonus: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    players: tuple[str, ...]
    sheets: tuple[PlayerSheet, ...]
    hands: tuple[Hand, ...]
    active: int = 0
    turn: int = 1
    roll: tuple[int, int] | None = None
    """None: the dice are to be rolled."""
    stands: bool = False
    """Whether the roll counts; doubles may be rolled again before that."""
    over: bool = False

    def sheet_of(self, player: str) -> PlayerSheet:
        return self.sheets[self.players.index(player)]

    def hand_of(self, player: str) -> Hand:
        return self.hands[self.players.index(player)]


def start_game(plan: Plan, players: tuple[str, ...]) -> Game:
    """The first player is the active one of the first turn."""
    sheet = empty_sheet(plan)
    return Game(players, (sheet,) * len(players), (Hand(),) * len(players))


def actors(game: Game) -> tuple[str, ...]:
    """Who may move now, in any order; nobody: the game is over."""
    if game.over:
        return ()
    if game.roll is None:
        return (NATURE,)
    if not game.stands:
        return (game.players[game.active],)
    return tuple(player for player, hand in zip(game.players, game.hands, strict=True) if hand != Hand())


def winners(plan: Plan, game: Game) -> tuple[str, ...]:
    """[S] Players who finish research with the same roll share the victory."""
    if not game.over:
        return ()
    return tuple(
        player for player, sheet in zip(game.players, game.sheets, strict=True) if has_won(plan, sheet)
    )


def check_move(plan: Plan, game: Game, actor: str, move: Move) -> None:
    """Raises IllegalMove unless the actor may make this move now: the authority on the rules."""
    if actor not in actors(game):
        raise IllegalMove("fight_the_virus.turn.order", f"it is not for {actor} to move")
    match move:
        case Roll(dice):
            if game.roll is not None or not 1 <= dice[0] <= dice[1] <= 6:
                raise IllegalMove("fight_the_virus.turn.order", "now is no time for this roll")
        case _ if game.roll is None:
            raise IllegalMove("fight_the_virus.turn.order", "the dice are not rolled yet")
        case RollAgain() | KeepRoll():
            if game.stands:
                raise IllegalMove(
                    "fight_the_virus.turn.reroll", "only doubles below 6 may be rolled again, at once"
                )
        case _ if not game.stands:
            raise IllegalMove("fight_the_virus.turn.reroll", "say first whether the doubles stand")
        case TakeBonus(mark):
            check_bonus(plan, game.sheet_of(actor), game.hand_of(actor).bonus, mark)
        case LeaveBonus():
            if not game.hand_of(actor).bonus:
                raise IllegalMove("fight_the_virus.bonus.kind", "there is no bonus to leave")
        case _ if game.hand_of(actor).bonus:
            raise IllegalMove("fight_the_virus.bonus.now", "take the bonus first, or leave it")
        case UseDie():
            _check_die(plan, game, actor, move)


def _check_die(plan: Plan, game: Game, player: str, use: UseDie) -> None:
    hand = game.hand_of(player)
    if use.die not in hand.dice:
        raise IllegalMove("fight_the_virus.turn.dice", f"no {use.die} is left")
    if _find_use(hand, use.mark) is None:
        raise IllegalMove("fight_the_virus.turn.areas", _say_uses(hand))
    check_points(use.points)
    sheet = game.sheet_of(player)
    sheet.progress.spend(len(use.points))
    check_mark(plan, sheet, use.mark, use.value)


def _find_use(hand: Hand, mark: Mark) -> str | None:
    wanted = ("analysis", "any") if isinstance(mark, FillShape) else ("others", "any")
    return next((use for use in hand.uses if use in wanted), None)


def _say_uses(hand: Hand) -> str:
    if hand.uses == ("analysis",):
        return "the other die is for the virus analysis"
    return "the other die is for research, testing or the curve"


def list_moves(plan: Plan, game: Game, actor: str) -> Iterator[Move]:
    """Every move that check_move allows, progress added in one way for each number of points."""
    if actor not in actors(game):
        return
    if game.roll is None:
        yield from (Roll((low, high)) for low in range(1, 7) for high in range(low, 7))
    elif not game.stands:
        yield from (RollAgain(), KeepRoll())
    elif bonus := game.hand_of(actor).bonus:
        yield from (TakeBonus(mark) for mark in list_bonus_marks(plan, game.sheet_of(actor), bonus))
        yield LeaveBonus()
    else:
        yield from _list_uses(plan, game, actor)
        yield Finish()


def _list_uses(plan: Plan, game: Game, player: str) -> Iterator[UseDie]:
    hand, sheet = game.hand_of(player), game.sheet_of(player)
    for die in sorted(set(hand.dice)):
        for points in list_points(sheet.progress.available):
            value = die + sum(points)
            if "others" in hand.uses or "any" in hand.uses:
                yield from (UseDie(die, mark, points) for mark in list_numbers(plan, sheet, value))
            if "analysis" in hand.uses or "any" in hand.uses:
                yield from (UseDie(die, mark, points) for mark in list_shapes(plan, sheet, value))


def list_points(available: int) -> Iterator[tuple[int, ...]]:
    """Every number of progresses with every sum of points, the twos first."""
    for count in range(available + 1):
        for ones in range(count + 1):
            yield (2,) * (count - ones) + (1,) * ones


def apply_move(plan: Plan, game: Game, actor: str, move: Move) -> Game:
    """Checks the move and gives the game after it; raises IllegalMove."""
    check_move(plan, game, actor, move)
    match move:
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
            return _end_turn(plan, _write(plan, game, actor, mark, replace(game.hand_of(actor), bonus="")))
        case LeaveBonus():
            return _end_turn(plan, _change(game, actor, hand=replace(game.hand_of(actor), bonus="")))
        case Finish():
            return _end_turn(plan, _change(game, actor, hand=Hand()))


def _let_stand(plan: Plan, game: Game) -> Game:
    """The roll counts: setbacks for all players, then everybody has dice to use."""
    assert game.roll is not None
    sheets = game.sheets
    if game.roll == (5, 6):
        sheets = tuple(_circle(plan, sheet) for sheet in sheets)
    elif game.roll == (6, 6):
        sheets = tuple(replace(sheet, progress=sheet.progress.lose_one()) for sheet in sheets)
    passive = Hand(game.roll, ("any",))
    hands = [passive] * len(game.players)
    hands[game.active] = Hand(game.roll, ("analysis", "others"))
    return replace(game, sheets=sheets, hands=tuple(hands), stands=True)


def _circle(plan: Plan, sheet: PlayerSheet) -> PlayerSheet:
    square = curve.next_circle(plan.curve, sheet.spread, sheet.circled)
    return sheet if square is None else replace(sheet, circled=sheet.circled | {square})


def _use_die(plan: Plan, game: Game, player: str, use: UseDie) -> Game:
    hand, sheet = game.hand_of(player), game.sheet_of(player)
    dice, uses = list(hand.dice), list(hand.uses)
    dice.remove(use.die)
    uses.remove(_find_use(hand, use.mark) or "")
    paid = _change(game, player, sheet=replace(sheet, progress=sheet.progress.spend(len(use.points))))
    return _write(plan, paid, player, use.mark, Hand(tuple(dice), tuple(uses)))


def _write(plan: Plan, game: Game, player: str, mark: Mark, hand: Hand) -> Game:
    """Puts a mark on the sheet; `hand` is what the player has left, before what the mark brings."""
    marked = apply_mark(plan, game.sheet_of(player), mark)
    uses = hand.uses
    if marked.extra_die and game.players.index(player) != game.active:
        uses = (*uses, "any")
    return _change(game, player, sheet=marked.sheet, hand=Hand(hand.dice, uses, marked.bonus))


def _change(game: Game, player: str, *, sheet: PlayerSheet | None = None, hand: Hand | None = None) -> Game:
    place = game.players.index(player)
    sheets, hands = list(game.sheets), list(game.hands)
    if sheet is not None:
        sheets[place] = sheet
    if hand is not None:
        # Dice without a use, or uses without a die, are left over: but a bonus may still bring a use.
        is_done = not hand.bonus and not (hand.dice and hand.uses)
        hands[place] = Hand() if is_done else hand
    return replace(game, sheets=tuple(sheets), hands=tuple(hands))


def _end_turn(plan: Plan, game: Game) -> Game:
    """The dice go on when all players are done; [S] the game ends when somebody has crossed out 12.

    [OURS] It also ends when nobody can win any more.
    """
    if any(hand != Hand() for hand in game.hands):
        return game
    won = any(has_won(plan, sheet) for sheet in game.sheets)
    lost = not any(may_still_win(plan, sheet) for sheet in game.sheets)
    if won or lost:
        return replace(game, over=True)
    active = (game.active + 1) % len(game.players)
    return replace(game, active=active, turn=game.turn + 1, roll=None, stands=False)

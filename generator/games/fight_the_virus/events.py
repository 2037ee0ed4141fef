"""What everybody at the table must do or know after a move."""

from collections.abc import Iterator

from generator.games.fight_the_virus import analysis, curve
from generator.games.fight_the_virus.game import UNDECIDED, State, winners
from generator.games.fight_the_virus.marks import (
    CrossNumber,
    EnterSpread,
    EnterTest,
    FillShape,
    Mark,
    PlayerSheet,
    has_goals,
    has_won,
)
from generator.games.fight_the_virus.moves import ROLL_NAMES, Choose, KeepRoll, Move, Roll, TakeBonus, UseDie
from generator.games.fight_the_virus.plan import Plan
from generator.rules.core import Sentence, Value


def list_events(plan: Plan, before: State, actor: str, move: Move, after: State) -> Iterator[Sentence]:
    """In the order in which things happen."""
    match move:
        case Roll() | KeepRoll() if after.stands:
            yield from _list_setbacks(plan, before, after)
        case UseDie(_, mark, points):
            if points:
                yield Sentence("event.spend", {"player": actor, "number": len(points)})
            yield from _list_gains(plan, before, actor, mark, after)
        case TakeBonus(mark):
            yield from _list_gains(plan, before, actor, mark, after)
        case Choose() if UNDECIDED not in after.chosen:
            yield Sentence("event.next_roll", {"roll": say_roll(after)})
    if after.is_over:
        won = winners(plan, after)
        values: dict[str, Value] = {"players": won, "number": len(won)}
        yield Sentence("event.won", values) if won else Sentence("event.virus_won")
    elif after.turn > before.turn:
        if after.is_shared:
            yield Sentence("event.next_roll", {"roll": say_roll(after)})
        else:
            yield Sentence("event.next", {"player": after.players[after.active]})


def say_roll(game: State) -> str:
    """Of large groups: the letter of the roll, as the sheet for it has it."""
    return ROLL_NAMES[game.current].upper()


def _list_setbacks(plan: Plan, before: State, after: State) -> Iterator[Sentence]:
    """[S] They hit every player, before anybody uses a die."""
    for player, old, new in zip(after.players, before.sheets, after.sheets, strict=True):
        if after.roll == (5, 6):
            yield _say_circle(plan, player, old, new)
        elif after.roll == (6, 6):
            yield _say_loss(player, old, new)


def _say_circle(plan: Plan, player: str, old: PlayerSheet, new: PlayerSheet) -> Sentence:
    for square in new.circled - old.circled:
        return Sentence("event.circle", {"player": player, "square": plan.curve.ids[square]})
    return Sentence("event.no_circle", {"player": player})


def _say_loss(player: str, old: PlayerSheet, new: PlayerSheet) -> Sentence:
    if new.progress == old.progress:
        return Sentence("event.nothing_lost", {"player": player})
    return Sentence("event.lose" if old.progress.available else "event.owe", {"player": player})


def _list_gains(plan: Plan, before: State, player: str, mark: Mark, after: State) -> Iterator[Sentence]:
    """What a mark brings, and what it opens."""
    old, new, hand = before.sheet_of(player), after.sheet_of(player), after.hand_of(player)
    match mark:
        case FillShape(squares):
            if analysis.count_spikes(plan.area, plan.area.squares(squares)):
                yield from _list_circles(player, old, new)
        case CrossNumber():
            if has_won(plan, new):
                yield Sentence("event.finished", {"player": player, "number": mark.number})
        case EnterSpread(square, _):
            place = plan.curve.ids.index(square)
            if place in old.circled and len(curve.shown_beside(plan.curve, old.spread, place)) > 1:
                yield Sentence("event.void", {"player": player, "square": square})
    if _is_goal(plan, mark) and has_goals(plan, new):
        yield Sentence("event.goals", {"player": player, "number": plan.research.numbers[-1]})
    if hand.bonus:
        yield Sentence("event.bonus", {"player": player, "bonus": Sentence(f"tally.bonus.{hand.bonus}")})
    if gives_extra_die(plan, mark) and not before.is_active(player) and hand.dice and hand.uses:
        yield Sentence("event.extra_die", {"player": player, "die": str(hand.dice[0])})


def _list_circles(player: str, old: PlayerSheet, new: PlayerSheet) -> Iterator[Sentence]:
    """[S] A spike that is owed only circles a field that is crossed out already."""
    circled = new.progress.circled - old.progress.circled
    paid = min(circled, old.progress.owed)
    if paid:
        yield Sentence("event.repay", {"player": player, "number": paid})
    if circled > paid:
        yield Sentence("event.earn", {"player": player, "number": circled - paid})


def _is_goal(plan: Plan, mark: Mark) -> bool:
    match mark:
        case EnterTest(brick):
            return plan.wall.ids.index(brick) in plan.wall.goals
        case EnterSpread(square):
            return plan.curve.ids.index(square) in plan.curve.goals
    return False


def gives_extra_die(plan: Plan, mark: Mark) -> bool:
    """[S] Whether the square is one that lets players who are not active use the other die too."""
    match mark:
        case EnterTest(brick):
            return plan.wall.ids.index(brick) in plan.wall.extra_dice
        case EnterSpread(square):
            return plan.curve.ids.index(square) in plan.curve.extra_dice
    return False

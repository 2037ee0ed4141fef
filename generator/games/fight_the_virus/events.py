"""Events: everything that people at the table must do or know after a move."""

from collections.abc import Iterator

from generator.games.fight_the_virus import moves
from generator.games.fight_the_virus.moves import Mark, Move
from generator.games.fight_the_virus.sheet import Plan, PlayerSheet, has_goals, has_won
from generator.games.fight_the_virus.state import State, list_winners
from generator.rules.core import Sentence


def list_events(plan: Plan, before: State, actor: str, move: Move, after: State) -> Iterator[Sentence]:
    """Yield events in the order in which they happen."""
    match move:
        case moves.Roll() | moves.Decide("keep") if after.stands and after.roll in ((5, 6), (6, 6)):
            # [S] Setbacks hit every player, before anybody uses a die.
            find = _find_circle if after.roll == (5, 6) else _find_loss
            for player, old, new in zip(after.players, before.sheets, after.sheets, strict=True):
                yield find(plan, player, old, new)
        case moves.UseDie(_, mark, points):
            if points:
                yield Sentence("event.spend", player=actor, number=len(points))
            yield from _list_gains(plan, before, actor, mark, after)
        case moves.TakeBonus(mark):
            yield from _list_gains(plan, before, actor, mark, after)
        case moves.Choose() if not after.is_choosing:
            yield Sentence("event.next_roll", roll=name_roll(after))
    if after.is_over:
        won = list_winners(plan, after)
        yield Sentence("event.won", players=won, number=len(won)) if won else Sentence("event.virus_won")
    elif after.turn > before.turn and after.is_shared:
        yield Sentence("event.next_roll", roll=name_roll(after))
    elif after.turn > before.turn:
        yield Sentence("event.next", player=after.players[after.active])


def name_roll(state: State) -> str:
    """Return the letter of the current roll, as on the sheet for large groups."""
    return moves.ROLL_NAMES[state.current].upper()


def _find_circle(plan: Plan, player: str, old: PlayerSheet, new: PlayerSheet) -> Sentence:
    for square in new.circled - old.circled:
        return Sentence("event.circle", player=player, square=plan.curve.ids[square])
    return Sentence("event.no_circle", player=player)


def _find_loss(plan: Plan, player: str, old: PlayerSheet, new: PlayerSheet) -> Sentence:
    if new.progress == old.progress:
        return Sentence("event.nothing_lost", player=player)
    return Sentence("event.lose" if old.progress.available else "event.owe", player=player)


def _list_gains(plan: Plan, before: State, player: str, mark: Mark, after: State) -> Iterator[Sentence]:
    old, new, hand = before.sheet_of(player), after.sheet_of(player), after.hand_of(player)
    # [S] A spike that is owed only circles a field that is crossed out already.
    circled = new.progress.circled - old.progress.circled
    repaid = min(circled, old.progress.owed)
    if repaid:
        yield Sentence("event.repay", player=player, number=repaid)
    if circled > repaid:
        yield Sentence("event.earn", player=player, number=circled - repaid)
    if mark.area == "research" and has_won(plan, new):
        yield Sentence("event.finished", player=player, number=mark.number)
    if mark.area == "curve":
        place = plan.curve.places[mark.square]
        if place in old.circled and len(plan.curve.list_beside(old.spread, place)) > 1:
            yield Sentence("event.void", player=player, square=mark.square)
    if plan.fills(mark, "goal") and has_goals(plan, new):
        yield Sentence("event.goals", player=player, number=plan.research.numbers[-1])
    if hand.bonus:
        yield Sentence("event.bonus", player=player, bonus=Sentence(f"tally.bonus.{hand.bonus}"))
    if plan.fills(mark, "extra_die") and not before.is_active(player) and hand.dice and hand.uses:
        yield Sentence("event.extra_die", player=player, die=str(hand.dice[0]))

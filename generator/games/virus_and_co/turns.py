"""What the player at turn may do: take an open card, pass it on, play a risk card."""

from collections.abc import Iterator

from generator.errors import IllegalMove
from generator.games.virus_and_co.moves import SIDES, Move, Pass, PlayRisk, Side, Skip, Take
from generator.games.virus_and_co.pills import Pills
from generator.games.virus_and_co.plan import Card, Plan
from generator.games.virus_and_co.rounds import end_turn, put_injection, put_virus
from generator.games.virus_and_co.state import Passing, State, replace
from generator.games.virus_and_co.tableau import Lying
from generator.rules.core import Listed

LEAST_POINTS = 4
"""[S] Of disease, for playing a risk card."""


def list_actions(plan: Plan, state: State) -> Iterator[Move]:
    """All moves of the active player at the beginning of the turn."""
    player = state.active
    tableau = state.tableaus[player]
    for side, text in zip(SIDES, state.opened, strict=True):
        if text:
            card = plan.cards[text]
            for on in list_places(card, tableau.viruses):
                yield Take(side, text, on)
            for to in list_receivers(state, card, player, giver=None):
                yield Pass(side, text, state.players[to])
    if tableau.points >= LEAST_POINTS and state.hands[player]:
        for to in list_receivers(state, None, player, giver=None):
            yield PlayRisk(state.players[to])
    if not any(state.opened):
        yield Skip()


def list_places(card: Card, viruses: tuple[Lying, ...]) -> tuple[Lying | None, ...]:
    """Where a card may be put by who gets it: an injection on any virus, all else nowhere but down."""
    if card.kind == "injection" and viruses:
        return tuple(dict.fromkeys(viruses))
    return (None,)


def list_receivers(state: State, card: Card | None, player: int, *, giver: int | None) -> tuple[int, ...]:
    """To whom a player may pass a card; None stands for a risk card.

    [S] Blue viruses and injections go to the left; red viruses and risk cards to anyone but the one
    who gave it.
    """
    if card is not None and card.goes_left:
        return (state.left_of(player),)
    return tuple(other for other in range(len(state.players)) if other not in (player, giver))


def check_receiver(state: State, card: Card | None, player: int, to: str, *, giver: int | None) -> None:
    """Raises IllegalMove unless `list_receivers` names this player."""
    number = state.number(to)
    if number == player or number < 0:
        raise IllegalMove("virus_and_co.pass.other", {"player": to})
    if number in list_receivers(state, card, player, giver=giver):
        return
    if card is None or not card.goes_left:
        raise IllegalMove("virus_and_co.pass.back", {"player": to})
    left = state.players[state.left_of(player)]
    raise IllegalMove("virus_and_co.pass.left", {"left": left, "player": to})


def check_place(card: Card, viruses: tuple[Lying, ...], on: Lying | None) -> None:
    """Raises IllegalMove unless `list_places` has this one."""
    if on not in list_places(card, viruses):
        there = Listed([virus.text for virus in dict.fromkeys(viruses)] or "-")
        rule = "virus_and_co.injection.target" if card.kind == "injection" else "virus_and_co.injection.virus"
        raise IllegalMove(rule, {"viruses": there})


def check_action(plan: Plan, state: State, move: Move) -> None:
    """Raises IllegalMove unless the active player may do this at the beginning of the turn."""
    tableau = state.tableaus[state.active]
    match move:
        case Take(side, text, on):
            _check_open(state, side, text)
            check_place(plan.cards[text], tableau.viruses, on)
        case Pass(side, text, to):
            _check_open(state, side, text)
            check_receiver(state, plan.cards[text], state.active, to, giver=None)
        case PlayRisk(to):
            if tableau.points < LEAST_POINTS:
                values = {"points": tableau.points, "least": LEAST_POINTS}
                raise IllegalMove("virus_and_co.risk.points", values)
            if not state.hands[state.active]:
                raise IllegalMove("virus_and_co.risk.hand")
            check_receiver(state, None, state.active, to, giver=None)
        case Skip():
            if any(state.opened):
                raise IllegalMove("virus_and_co.turn.skip")
        case _:
            raise IllegalMove("virus_and_co.turn.now", {"move": move.text})


def _check_open(state: State, side: Side, text: str) -> None:
    if state.opened[SIDES.index(side)] != text:
        left, right = (card or "-" for card in state.opened)
        raise IllegalMove("virus_and_co.take.open", {"card": text, "left": left, "right": right})


def check_single(purse: Pills, pill: Pills) -> None:
    """One pill, which is there."""
    if pill.number != 1 or not purse.covers(pill):
        raise IllegalMove("virus_and_co.effect.pill", {"pills": pill.text, "purse": purse.text})


def apply_action(plan: Plan, state: State, move: Move) -> State:
    """What check_action has allowed."""
    player = state.active
    match move:
        case Take(side, text, on):
            card = plan.cards[text]
            taken = _remove_open(state, side)
            if card.kind == "injection":
                return end_turn(plan, put_injection(taken, player, on))
            # [S] What the pharmacy lacks of the pills shown is not received.
            pills = taken.pharmacy.meet(card.pills)
            tableau = taken.tableaus[player]
            paid = replace(taken, pharmacy=taken.pharmacy.minus(pills))
            paid = paid.with_pills(player, tableau.pills.plus(pills))
            return end_turn(plan, put_virus(paid, player, card.value))
        case Pass(side, text, to):
            stakes = (Pills(),) * len(state.players)
            passing = Passing(text, state.number(to), player, stakes=stakes)
            return replace(_remove_open(state, side), passing=passing)
        case PlayRisk(to):
            hands = list(state.hands)
            hands[player] -= 1
            passing = Passing("", state.number(to), player)
            return replace(state, hands=tuple(hands), passing=passing, skips=0)
        case _:
            return end_turn(plan, replace(state, skips=state.skips + 1))


def _remove_open(state: State, side: Side) -> State:
    left, right = state.opened
    return replace(state, opened=("", right) if side == "left" else (left, ""))

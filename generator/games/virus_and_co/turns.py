"""Moves with open cards, risk cards from the hand, and cards that are passed."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from generator.errors import IllegalMove, forbid
from generator.games.virus_and_co import tableau as tableaux
from generator.games.virus_and_co.changes import Changes, move_pills
from generator.games.virus_and_co.moves import SIDES, Keep, Move, Pass, Pay, PlayRisk, Side, Skip, Take
from generator.games.virus_and_co.plan import Card, Plan
from generator.games.virus_and_co.state import Effect, Passing, State, replace_state
from generator.games.virus_and_co.tableau import NO_PILLS, Lying, Pills, add_pills, list_payments, name_pills
from generator.rules.core import Listed
from generator.rules.states import change

LEAST_POINTS = 4
"""[S] Disease points that a player needs to play a risk card."""
Places: TypeAlias = tuple[Lying | None, ...]
"""Viruses on which a card may be put; None: beside them."""
RISK_PRICE, OWN_RISK_PRICE = 1, 2
"""[S] Pills of any colour: a player pays the active player, who pays the pharmacy."""


def may_play_risk(state: State) -> bool:
    return state.tableaus[state.active].points >= LEAST_POINTS and state.hands[state.active] > 0


def list_actions(plan: Plan, state: State) -> Sequence[Move]:
    """Return the moves of the active player at the beginning of the turn."""
    player = state.active
    found: list[Move] = []
    for side, text in zip(SIDES, state.opened, strict=True):
        if text:
            card = plan.cards[text]
            places = _list_places(card, state.tableaus[player].viruses)
            found += _make_actions(side, text, places, _list_takers(state, card, player))
    if may_play_risk(state):
        found += map(PlayRisk, _list_takers(state, None, player))
    if not any(state.opened):
        found.append(Skip())
    return found


@lru_cache(maxsize=4096)
def _make_actions(side: Side, text: str, places: Places, takers: tuple[str, ...]) -> Sequence[Move]:
    """Return the moves with an open card; games repeat them often."""
    return (*(Take(side, text, on) for on in places), *(Pass(side, text, to) for to in takers))


def _list_places(card: Card | None, viruses: tuple[Lying, ...]) -> Places:
    """List where a card may be put."""
    if card is not None and card.kind == "injection" and viruses:
        return tuple(dict.fromkeys(viruses))
    return (None,)


def _list_takers(state: State, card: Card | None, player: int, giver: int | None = None) -> tuple[str, ...]:
    """List the players to whom a card may be passed; None as the card is a risk card.

    [S] Blue viruses and injections go to the left, other cards to anyone but the giver.
    """
    if card is not None and card.goes_left:
        return (state.players[state.left_of(player)],)
    return tuple([name for seat, name in enumerate(state.players) if seat not in (player, giver)])


def _check_taker(state: State, card: Card | None, player: int, to: str, giver: int | None = None) -> None:
    takers = _list_takers(state, card, player, giver)
    if to in takers:
        return
    forbid(to == state.players[player] or to not in state.players, "virus_and_co.pass.other", player=to)
    forbid(card is None or not card.goes_left, "virus_and_co.pass.back", player=to)
    raise IllegalMove("virus_and_co.pass.left", left=takers[0], player=to)


def _check_place(card: Card | None, viruses: tuple[Lying, ...], on: Lying | None) -> None:
    if on in _list_places(card, viruses):
        return
    there = Listed([virus.text for virus in dict.fromkeys(viruses)] or "-")
    forbid(card and card.kind == "injection", "virus_and_co.injection.target", viruses=there)
    raise IllegalMove("virus_and_co.injection.virus", viruses=there if card else str(on))


def check_action(plan: Plan, state: State, move: Move) -> None:
    tableau = state.tableaus[state.active]
    match move:
        case Take(side, text, on):
            _check_open(state, side, text)
            _check_place(plan.cards[text], tableau.viruses, on)
        case Pass(side, text, to):
            _check_open(state, side, text)
            _check_taker(state, plan.cards[text], state.active, to)
        case PlayRisk(to):
            if tableau.points < LEAST_POINTS:
                raise IllegalMove("virus_and_co.risk.points", points=tableau.points, least=LEAST_POINTS)
            forbid(not state.hands[state.active], "virus_and_co.risk.hand")
            _check_taker(state, None, state.active, to)
        case Skip():
            forbid(any(state.opened), "virus_and_co.turn.skip")
        case _:
            raise IllegalMove("virus_and_co.turn.now", move=move.text)


def _check_open(state: State, side: Side, text: str) -> None:
    if state.opened[SIDES.index(side)] != text:
        left, right = (card or "-" for card in state.opened)
        raise IllegalMove("virus_and_co.take.open", card=text, left=left, right=right)


def apply_action(changes: Changes, move: Move) -> None:
    state, player = changes.state, changes.state.active
    match move:
        case Take(side, text, on):
            card = changes.plan.cards[text]
            changes.state = _remove_open(state, side)
            changes.put_card(player, card, on)
            if card.kind != "injection":
                changes.receive(player, card.pills)
        case Pass(side, text, to):
            passing = Passing(text, state.number(to), player, stakes=(NO_PILLS,) * len(state.players))
            changes.state = replace_state(_remove_open(state, side), passing=passing)
            return
        case PlayRisk(to):
            hands = change(state.hands, player, state.hands[player] - 1)
            passing = Passing("", state.number(to), player)
            changes.state = replace_state(state, hands=hands, passing=passing, skips=0)
            return
        case _:
            changes.state = replace_state(state, skips=state.skips + 1)
    changes.end_turn()


def _remove_open(state: State, side: Side) -> State:
    return replace_state(state, opened=change(state.opened, SIDES.index(side), ""))


# Cards that are passed from player to player: kept, or refused for pills.


def find_due(passing: Passing) -> int:
    """[S] Return the number of the refusal, less the points that the player has paid for this card before."""
    return passing.refusals + 1 - passing.stakes[passing.holder].points


def find_price(state: State, passing: Passing) -> int:
    """Return the number of pills for which a risk card can be refused."""
    return OWN_RISK_PRICE if passing.holder == state.active else RISK_PRICE


def list_answers(plan: Plan, state: State, passing: Passing) -> Sequence[Move]:
    """Return the moves of the holder: keep the card, or refuse it for pills."""
    player = passing.holder
    tableau, card = state.tableaus[player], plan.cards.get(passing.card)
    if passing.is_risk:
        payments = tableaux.list_handfuls(tableau.pills, find_price(state, passing))
    else:
        payments = list_payments(tableau.pills, find_due(passing))
    receivers = _list_takers(state, card, player, passing.giver)
    return _make_answers(_list_places(card, tableau.viruses), payments, receivers)


@lru_cache(maxsize=4096)
def _make_answers(places: Places, payments: tuple[Pills, ...], receivers: tuple[str, ...]) -> Sequence[Move]:
    return (*map(Keep, places), *(Pay(pills, to) for pills in payments for to in receivers))


def check_answer(plan: Plan, state: State, passing: Passing, move: Move) -> None:
    player = passing.holder
    tableau, card = state.tableaus[player], plan.cards.get(passing.card)
    match move:
        case Keep(on):
            _check_place(card, tableau.viruses, on)
        case Pay(pills, to):
            _check_taker(state, card, player, to, passing.giver)
            if not tableau.pills.covers(pills):
                raise IllegalMove("virus_and_co.refuse.pills", pills=pills.text, purse=tableau.pills.text)
            price = find_price(state, passing)
            if not passing.is_risk:
                _check_payment(passing, tableau.pills, pills)
            elif pills.number != price:
                raise IllegalMove("virus_and_co.risk.price", price=price, paid=pills.number)
        case _:
            raise IllegalMove("virus_and_co.turn.now", move=move.text)


def _check_payment(passing: Passing, purse: Pills, pills: Pills) -> None:
    due = find_due(passing)
    values = {
        "number": passing.refusals + 1,
        "staked": passing.stakes[passing.holder].points,
        "due": max(due, 0),
        "paid": pills.points,
    }
    forbid(pills.points < due, "virus_and_co.refuse.price", **values)
    ways = list_payments(purse, due)
    if pills not in ways:
        can_be_exact = any(way.points == due for way in ways)
        rule = "virus_and_co.refuse.exact" if can_be_exact else "virus_and_co.refuse.needless"
        raise IllegalMove(rule, **values)


def apply_answer(changes: Changes, passing: Passing, move: Move) -> None:
    state, player = changes.state, passing.holder
    match move:
        case Pay(pills, to):
            stakes = passing.stakes
            if passing.is_risk:
                changes.give(player, None if player == state.active else state.active, pills)
                tableaus = changes.state.tableaus
            else:
                # Stakes stay in front of the players until the card is kept.
                tableaus = move_pills(state.tableaus, player, pills, sign=-1)
                stakes = change(stakes, player, stakes[player].plus(pills))
                name, points = state.players[player], stakes[player].points
                changes.tell("event.stake", player=name, pills=name_pills(pills), points=points)
            ahead = Passing(passing.card, state.number(to), player, passing.refusals + 1, stakes)
            changes.state = replace_state(changes.state, tableaus=tableaus, passing=ahead)
        case Keep(on) if not passing.is_risk:
            _settle_stakes(changes, passing)
            changes.put_card(player, changes.plan.cards[passing.card], on)
            changes.end_turn()
        case _:
            changes.state = replace_state(state, passing=None, effect=Effect(player))


def _settle_stakes(changes: Changes, passing: Passing) -> None:
    """[S] The keeper gets their own stake back, but none of the card's pills; the pharmacy gets the rest."""
    state, player = changes.state, passing.holder
    back = passing.stakes[player]
    lost = add_pills(passing.stakes).minus(back)
    tableaus = move_pills(state.tableaus, player, back)
    changes.state = replace_state(state, tableaus=tableaus, pharmacy=state.pharmacy.plus(lost), passing=None)
    if back.number:
        changes.tell("event.stake_back", player=state.players[player], pills=name_pills(back))
    if lost.number:
        changes.tell("event.stakes_lost", pills=name_pills(lost))

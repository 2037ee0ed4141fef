"""Cards that are passed from player to player: kept, or refused for pills."""

from collections.abc import Iterator

from generator.errors import IllegalMove
from generator.games.virus_and_co.moves import Keep, Move, Pay
from generator.games.virus_and_co.pills import Pills, add_pills, list_handfuls, list_payments
from generator.games.virus_and_co.plan import Card, Plan
from generator.games.virus_and_co.rounds import end_turn, put_injection, put_virus
from generator.games.virus_and_co.state import Effect, Passing, State, replace
from generator.games.virus_and_co.turns import check_place, check_receiver, list_places, list_receivers

RISK_PRICE, OWN_RISK_PRICE = 1, 2
"""[S] Pills, whatever their colour: to the active player; of the active player, to the pharmacy."""


def find_card(plan: Plan, passing: Passing) -> Card | None:
    """None: a risk card."""
    return plan.cards[passing.card] if passing.card else None


def find_due(passing: Passing) -> int:
    """[S] The price is the number of the refusal, less what the player has paid for this card before."""
    return passing.refusals + 1 - passing.stakes[passing.holder].points


def find_price(state: State, passing: Passing) -> int:
    """Of a risk card, in pills."""
    return OWN_RISK_PRICE if passing.holder == state.active else RISK_PRICE


def list_answers(plan: Plan, state: State, passing: Passing) -> Iterator[Move]:
    """What the holder may do."""
    player = passing.holder
    tableau, card = state.tableaus[player], find_card(plan, passing)
    places = (None,) if card is None else list_places(card, tableau.viruses)
    yield from (Keep(on) for on in places)
    receivers = list_receivers(state, card, player, giver=passing.giver)
    for pills in _list_payments(state, passing, tableau.pills):
        yield from (Pay(pills, state.players[to]) for to in receivers)


def _list_payments(state: State, passing: Passing, purse: Pills) -> tuple[Pills, ...]:
    if passing.is_risk:
        return list_handfuls(purse, find_price(state, passing))
    return list_payments(purse, find_due(passing))


def check_answer(plan: Plan, state: State, passing: Passing, move: Move) -> None:
    """Raises IllegalMove."""
    player = passing.holder
    purse = state.tableaus[player].pills
    card = find_card(plan, passing)
    match move:
        case Keep(on):
            if card is not None:
                check_place(card, state.tableaus[player].viruses, on)
            elif on is not None:
                raise IllegalMove("virus_and_co.injection.virus", {"viruses": on.text})
        case Pay(pills, to):
            check_receiver(state, card, player, to, giver=passing.giver)
            if not purse.covers(pills):
                values = {"pills": pills.text, "purse": purse.text}
                raise IllegalMove("virus_and_co.refuse.pills", values)
            if passing.is_risk:
                price = find_price(state, passing)
                if pills.number != price:
                    raise IllegalMove("virus_and_co.risk.price", {"price": price, "paid": pills.number})
            else:
                _check_payment(passing, purse, pills)
        case _:
            raise IllegalMove("virus_and_co.turn.now", {"move": move.text})


def _check_payment(passing: Passing, purse: Pills, pills: Pills) -> None:
    due = find_due(passing)
    values = {
        "number": passing.refusals + 1,
        "staked": passing.stakes[passing.holder].points,
        "due": max(due, 0),
        "paid": pills.points,
    }
    if pills.points < due:
        raise IllegalMove("virus_and_co.refuse.price", values)
    ways = list_payments(purse, due)
    if pills in ways:
        return
    if any(way.points == due for way in ways):
        raise IllegalMove("virus_and_co.refuse.exact", values)
    raise IllegalMove("virus_and_co.refuse.needless", values)


def apply_answer(plan: Plan, state: State, passing: Passing, move: Move) -> State:
    """What check_answer has allowed."""
    player = passing.holder
    match move:
        case Pay(pills, to):
            paid = _pay(state, passing, pills)
            stakes = passing.stakes
            if not passing.is_risk:
                raised = stakes[player].plus(pills)
                stakes = (*stakes[:player], raised, *stakes[player + 1 :])
            ahead = Passing(passing.card, state.number(to), player, passing.refusals + 1, stakes)
            return replace(paid, passing=ahead)
        case Keep(on) if passing.is_risk:
            return replace(state, passing=None, effect=Effect(player))
        case Keep(on):
            card = plan.cards[passing.card]
            settled = _settle_stakes(state, passing)
            if card.kind == "injection":
                return end_turn(plan, put_injection(settled, player, on))
            return end_turn(plan, put_virus(settled, player, card.value))
    raise AssertionError(move)


def _pay(state: State, passing: Passing, pills: Pills) -> State:
    """Stakes lie before the player until the card is kept; for risk cards one pays at once."""
    player = passing.holder
    if not passing.is_risk:
        return state.with_pills(player, state.tableaus[player].pills.minus(pills))
    if player == state.active:
        return state.pay_pharmacy(player, pills)
    return state.give_pills(player, state.active, pills)


def _settle_stakes(state: State, passing: Passing) -> State:
    """[S] Who keeps the card gets the own stake back but none of its pills; the pharmacy gets the rest."""
    player = passing.holder
    back = passing.stakes[player]
    lost = add_pills(passing.stakes).minus(back)
    settled = state.with_pills(player, state.tableaus[player].pills.plus(back))
    return replace(settled, pharmacy=settled.pharmacy.plus(lost), passing=None)

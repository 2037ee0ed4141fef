"""What everybody at the table must do or know after a move."""

from collections.abc import Iterator

from generator.games.virus_and_co.effects import GIVING, list_asked
from generator.games.virus_and_co.moves import (
    SIDES,
    Doctor,
    Forgot,
    Give,
    Keep,
    Move,
    Name,
    Pay,
    PutBefore,
    PutOn,
    Take,
    TakePill,
    TakeVirus,
    TurnRisk,
    TurnUp,
)
from generator.games.virus_and_co.names import say_pills, say_side
from generator.games.virus_and_co.pills import Pills, add_pills
from generator.games.virus_and_co.plan import Card, Plan
from generator.games.virus_and_co.state import State
from generator.games.virus_and_co.tableau import MOST_INJECTIONS, Lying, Tableau, score_round
from generator.rules.core import Sentence, Value


def list_events(plan: Plan, before: State, actor: str, move: Move, after: State) -> Iterator[Sentence]:
    """In the order in which things happen."""
    is_round_over = len(after.done) > len(before.done)
    # Where a round has ended, what lay there is cleared away already.
    lying = after.done[-1].tableaus if is_round_over else after.tableaus
    match move:
        case TurnUp(side, _):
            if not after.piles[SIDES.index(side)]:
                yield Sentence("event.pile", {"side": say_side(SIDES.index(side))})
            return
        case TurnRisk(text):
            assert before.effect is not None
            yield from _list_effect(before, before.effect.keeper, plan.cards[text], lying)
        case Take(_, text, on):
            yield from _list_taken(before, actor, plan.cards[text], on, lying)
        case Keep(on):
            yield from _list_kept(plan, before, actor, on, lying)
        case Pay(pills, _):
            yield _say_payment(before, actor, pills, after)
        case Forgot(pill):
            yield _say_gift(actor, before.players[before.right_of(before.number(actor))], pill)
        case Doctor(pill):
            assert before.doctor is not None
            yield _say_gift(actor, before.players[before.doctor], pill)
        case _:
            yield from _list_choice(plan, before, actor, move, lying)
    if is_round_over:
        yield from _list_end(after)
    elif after.turn > before.turn:
        yield Sentence("event.next", {"player": after.players[after.active]})


def _list_taken(
    before: State, player: str, card: Card, on: Lying | None, lying: tuple[Tableau, ...]
) -> Iterator[Sentence]:
    """[S] A virus from the middle brings its pills, as far as the pharmacy has them."""
    if card.kind == "injection":
        yield _say_injection(before, player, on, lying)
        return
    yield _say_virus(before, player, card.value, lying)
    yield from _list_received(before, player, card)


def _list_received(before: State, player: str, card: Card) -> Iterator[Sentence]:
    pills = before.pharmacy.meet(card.pills)
    if pills.number:
        yield Sentence("event.received", {"player": player, "pills": say_pills(pills)})
    if pills != card.pills:
        values: dict[str, Value] = {"shown": card.pills.text, "pills": pills.text}
        yield Sentence("event.short", {"reason": Sentence("rule.virus_and_co.take.pills", values)})


def _list_kept(
    plan: Plan, before: State, player: str, on: Lying | None, lying: tuple[Tableau, ...]
) -> Iterator[Sentence]:
    """[S] Who keeps a card gets the own stake back, and no pills for it; the pharmacy gets the rest."""
    passing = before.passing
    assert passing is not None
    if passing.is_risk:
        return
    own = passing.stakes[passing.holder]
    others = add_pills(passing.stakes).minus(own)
    if own.number:
        yield Sentence("event.stake_back", {"player": player, "pills": say_pills(own)})
    if others.number:
        yield Sentence("event.stakes_lost", {"pills": say_pills(others)})
    card = plan.cards[passing.card]
    if card.kind == "injection":
        yield _say_injection(before, player, on, lying)
    else:
        yield _say_virus(before, player, card.value, lying)


def _say_payment(before: State, player: str, pills: Pills, after: State) -> Sentence:
    """A stake, or a pill for a risk card, which is paid at once."""
    passing = before.passing
    assert passing is not None
    if passing.is_risk:
        if passing.holder == before.active:
            return Sentence("event.pharmacy", {"player": player, "pills": say_pills(pills)})
        return _say_gift(player, before.players[before.active], pills)
    assert after.passing is not None
    staked = after.passing.stakes[passing.holder].points
    return Sentence("event.stake", {"player": player, "pills": say_pills(pills), "points": staked})


def _say_gift(giver: str, taker: str, pills: Pills) -> Sentence:
    return Sentence("event.gift", {"player": giver, "other": taker, "pills": say_pills(pills)})


def _say_virus(before: State, player: str, value: int, lying: tuple[Tableau, ...]) -> Sentence:
    points = lying[before.number(player)].points
    return Sentence("event.virus", {"player": player, "value": value, "points": points})


def _say_injection(before: State, player: str, on: Lying | None, lying: tuple[Tableau, ...]) -> Sentence:
    tableau = lying[before.number(player)]
    values: dict[str, Value] = {"player": player, "number": tableau.injections, "points": tableau.points}
    if on is None:
        return Sentence("event.injection.idle", values)
    left = Lying(on.value, on.injections + 1).points
    return Sentence("event.injection.on", {**values, "value": on.value, "left": left})


def _list_effect(before: State, keeper: int, card: Card, lying: tuple[Tableau, ...]) -> Iterator[Sentence]:
    """What a risk card does as soon as it is turned up."""
    player = before.players[keeper]
    has_virus = lying[keeper].viruses != before.tableaus[keeper].viruses
    match card.risk:
        case "plage_self":
            yield _say_virus(before, player, card.value, lying)
        case "testperson" if has_virus:
            yield _say_virus(before, player, card.value, lying)
        case "testperson":
            reason = Sentence("rule.virus_and_co.testperson.pills", {"pills": card.pills.text})
            yield Sentence("event.short", {"reason": reason})
        case "rezept":
            yield from _list_received(before, player, card)
        case "herr_doktor":
            yield Sentence("event.doctor", {"player": player})
        case "injektion" if not before.tableaus[keeper].viruses:
            yield _say_injection(before, player, None, lying)
        case "ansteckung" if not _is_anything_to_catch(before, keeper):
            yield Sentence("event.nothing_to_catch")
        case risk if risk in GIVING:
            asked = list_asked(before, risk, keeper)
            spared = tuple(before.players[one] for one in asked if not before.tableaus[one].pills.number)
            if spared:
                yield Sentence("event.spared", {"players": spared, "number": len(spared)})


def _is_anything_to_catch(before: State, keeper: int) -> bool:
    others = (tableau for player, tableau in enumerate(before.tableaus) if player != keeper)
    return any(not virus.injections for tableau in others for virus in tableau.viruses)


def _list_choice(
    plan: Plan, before: State, player: str, move: Move, lying: tuple[Tableau, ...]
) -> Iterator[Sentence]:
    """What somebody has chosen for a risk card."""
    match move:
        case PutOn(virus):
            yield _say_injection(before, player, virus, lying)
        case PutBefore(to):
            assert before.effect is not None
            yield _say_virus(before, to, plan.cards[before.effect.card].value, lying)
        case TakeVirus(virus, whose):
            points = lying[before.number(whose)].points
            yield Sentence("event.caught", {"player": whose, "value": virus.value, "points": points})
            yield _say_virus(before, player, virus.value, lying)
        case TakePill(pill, whose):
            yield _say_gift(whose, player, pill)
        case Give(pill, ""):
            yield Sentence("event.pharmacy", {"player": player, "pills": say_pills(pill)})
        case Give(pill, to):
            yield _say_gift(player, to, pill)
        case Name():
            yield Sentence("event.predicted", {"player": player})


def _list_end(after: State) -> Iterator[Sentence]:
    """[S] Intensive care ends a round at once; then points are counted, and everything goes back."""
    end, players = after.done[-1], after.players
    if end.care is None:
        yield Sentence("event.nobody_in_care")
    else:
        tableau = end.tableaus[end.care]
        values: dict[str, Value] = {"player": players[end.care], "points": tableau.points}
        cause = "injections" if tableau.injections >= MOST_INJECTIONS else "points"
        yield Sentence(f"event.care.{cause}", values)
    rounds = [score_round(dict(zip(players, done.tableaus, strict=True))) for done in after.done]
    totals = {player: sum(each[player].total for each in rounds) for player in players}
    for player, total in totals.items():
        points = rounds[-1][player].total
        yield Sentence("event.score", {"player": player, "points": points, "total": total})
    if after.is_over:
        best = tuple(player for player, total in totals.items() if total == max(totals.values()))
        yield Sentence("event.won", {"players": best, "number": len(best)})
        return
    starter, number = players[after.active], len(after.done) + 1
    yield Sentence("event.new_round", {"round": number, "player": starter, "number": after.hands[0]})

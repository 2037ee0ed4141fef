"""What everybody at the table must do or know after a move."""

from collections.abc import Iterator

from generator.games.virus_and_co import moves
from generator.games.virus_and_co.effects import GIVING, is_anything_to_catch, list_asked
from generator.games.virus_and_co.plan import Card, Plan
from generator.games.virus_and_co.state import State
from generator.games.virus_and_co.tableau import (
    MOST_INJECTIONS,
    Lying,
    Pills,
    Tableau,
    add_pills,
    name_pills,
    score_round,
)
from generator.rules.core import Sentence, Value

Tableaus = tuple[Tableau, ...]


def list_events(plan: Plan, before: State, actor: str, move: moves.Move, after: State) -> Iterator[Sentence]:
    """In the order in which things happen."""
    is_round_over = len(after.done) > len(before.done)
    # Where a round has ended, what lay there is cleared away already.
    lying = after.done[-1].tableaus if is_round_over else after.tableaus
    match move:
        case moves.TurnUp(side, _):
            if not after.piles[moves.SIDES.index(side)]:
                yield Sentence("event.pile", {"side": Sentence(f"view.side.{side}")})
            return
        case moves.TurnRisk(text):
            assert before.effect is not None
            yield from _list_effect(before, before.effect.keeper, plan.cards[text], lying)
        case moves.Take(_, text, on):
            card = plan.cards[text]
            yield from _list_placed(before, actor, card, on, lying)
            if card.kind != "injection":
                yield from _list_received(before, actor, card)
        case moves.Keep(on):
            yield from _list_kept(plan, before, actor, on, lying)
        case moves.Pay(pills, _):
            yield _describe_payment(before, actor, pills, after)
        case moves.Forgot(pill):
            yield _describe_gift(actor, before.players[before.right_of(before.number(actor))], pill)
        case moves.Doctor(pill):
            assert before.doctor is not None
            yield _describe_gift(actor, before.players[before.doctor], pill)
        case _:
            yield from _list_choice(plan, before, actor, move, lying)
    if is_round_over:
        yield from _list_end(after)
    elif after.turn > before.turn:
        yield Sentence("event.next", {"player": after.players[after.active]})


def _list_placed(
    before: State, player: str, card: Card, on: Lying | None, lying: Tableaus
) -> Iterator[Sentence]:
    if card.kind == "injection":
        yield _describe_injection(before, player, on, lying)
    else:
        yield _describe_virus(before, player, card.value, lying)


def _list_received(before: State, player: str, card: Card) -> Iterator[Sentence]:
    """[S] A virus from the middle brings its pills, as far as the pharmacy has them."""
    pills = before.pharmacy.meet(card.pills)
    if pills.number:
        yield Sentence("event.received", {"player": player, "pills": name_pills(pills)})
    if pills != card.pills:
        values: dict[str, Value] = {"shown": card.pills.text, "pills": pills.text}
        yield Sentence("event.short", {"reason": Sentence("rule.virus_and_co.take.pills", values)})


def _list_kept(
    plan: Plan, before: State, player: str, on: Lying | None, lying: Tableaus
) -> Iterator[Sentence]:
    """[S] Who keeps a card gets the own stake back, and no pills for it; the pharmacy gets the rest."""
    passing = before.passing
    assert passing is not None
    if passing.is_risk:
        return
    own = passing.stakes[passing.holder]
    others = add_pills(passing.stakes).minus(own)
    if own.number:
        yield Sentence("event.stake_back", {"player": player, "pills": name_pills(own)})
    if others.number:
        yield Sentence("event.stakes_lost", {"pills": name_pills(others)})
    yield from _list_placed(before, player, plan.cards[passing.card], on, lying)


def _describe_payment(before: State, player: str, pills: Pills, after: State) -> Sentence:
    """A stake, or a pill for a risk card, which is paid at once."""
    passing = before.passing
    assert passing is not None
    if passing.is_risk:
        if passing.holder == before.active:
            return Sentence("event.pharmacy", {"player": player, "pills": name_pills(pills)})
        return _describe_gift(player, before.players[before.active], pills)
    assert after.passing is not None
    staked = after.passing.stakes[passing.holder].points
    return Sentence("event.stake", {"player": player, "pills": name_pills(pills), "points": staked})


def _describe_gift(giver: str, taker: str, pills: Pills) -> Sentence:
    return Sentence("event.gift", {"player": giver, "other": taker, "pills": name_pills(pills)})


def _describe_virus(before: State, player: str, value: int, lying: Tableaus) -> Sentence:
    points = lying[before.number(player)].points
    return Sentence("event.virus", {"player": player, "value": value, "points": points})


def _describe_injection(before: State, player: str, on: Lying | None, lying: Tableaus) -> Sentence:
    tableau = lying[before.number(player)]
    values: dict[str, Value] = {"player": player, "number": tableau.injections, "points": tableau.points}
    if on is None:
        return Sentence("event.injection.idle", values)
    left = on.inject().points
    return Sentence("event.injection.on", {**values, "value": on.value, "left": left})


def _list_effect(before: State, keeper: int, card: Card, lying: Tableaus) -> Iterator[Sentence]:
    """What a risk card does as soon as it is turned up."""
    player = before.players[keeper]
    has_virus = lying[keeper].viruses != before.tableaus[keeper].viruses
    match card.risk:
        case "plage_self":
            yield _describe_virus(before, player, card.value, lying)
        case "testperson" if has_virus:
            yield _describe_virus(before, player, card.value, lying)
        case "testperson":
            reason = Sentence("rule.virus_and_co.testperson.pills", {"pills": card.pills.text})
            yield Sentence("event.short", {"reason": reason})
        case "rezept":
            yield from _list_received(before, player, card)
        case "herr_doktor":
            yield Sentence("event.doctor", {"player": player})
        case "injektion" if not before.tableaus[keeper].viruses:
            yield _describe_injection(before, player, None, lying)
        case "ansteckung" if not is_anything_to_catch(before, keeper):
            yield Sentence("event.nothing_to_catch")
        case risk if risk in GIVING:
            asked = list_asked(before, risk, keeper)
            spared = tuple(before.players[one] for one in asked if not before.tableaus[one].pills.number)
            if spared:
                yield Sentence("event.spared", {"players": spared, "number": len(spared)})


def _list_choice(
    plan: Plan, before: State, player: str, move: moves.Move, lying: Tableaus
) -> Iterator[Sentence]:
    """What somebody has chosen for a risk card."""
    match move:
        case moves.PutOn(virus):
            yield _describe_injection(before, player, virus, lying)
        case moves.PutBefore(to):
            assert before.effect is not None
            yield _describe_virus(before, to, plan.cards[before.effect.card].value, lying)
        case moves.TakeVirus(virus, whose):
            points = lying[before.number(whose)].points
            yield Sentence("event.caught", {"player": whose, "value": virus.value, "points": points})
            yield _describe_virus(before, player, virus.value, lying)
        case moves.TakePill(pill, whose):
            yield _describe_gift(whose, player, pill)
        case moves.Give(pill, ""):
            yield Sentence("event.pharmacy", {"player": player, "pills": name_pills(pill)})
        case moves.Give(pill, to):
            yield _describe_gift(player, to, pill)
        case moves.Name():
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

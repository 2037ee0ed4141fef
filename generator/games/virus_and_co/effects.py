"""The thirteen risk cards: what each does once somebody has kept it."""

import dataclasses
from collections.abc import Iterator

from generator.errors import IllegalMove
from generator.games.virus_and_co.moves import Give, Move, Name, PutBefore, PutOn, TakePill, TakeVirus
from generator.games.virus_and_co.pills import add_pills
from generator.games.virus_and_co.plan import Card, Plan
from generator.games.virus_and_co.rounds import end_turn, put_injection, put_virus, take_virus_away
from generator.games.virus_and_co.state import Effect, State, replace
from generator.games.virus_and_co.tableau import Lying, replace_tableau
from generator.games.virus_and_co.turns import check_single
from generator.rules.core import Listed

GIVING = ("rueckrufaktion", "verfallsdatum", "kassenpatient", "pharmaprobe")
"""Cards for which somebody gives a pill of their choice."""


def begin_effect(plan: Plan, state: State, card: Card) -> State:
    """What happens as soon as the card is turned up, and who has to choose."""
    assert state.effect is not None
    keeper = state.effect.keeper
    others = tuple(player for player in range(len(state.players)) if player != keeper)
    match card.risk:
        case "plage_self":
            return end_turn(plan, put_virus(state, keeper, card.value))
        case "testperson":
            return _begin_test(plan, state, card, others)
        case "rezept":
            pills = state.pharmacy.meet(card.pills)
            given = replace(state, pharmacy=state.pharmacy.minus(pills))
            return end_turn(plan, given.with_pills(keeper, state.tableaus[keeper].pills.plus(pills)))
        case "herr_doktor":
            return end_turn(plan, replace(state, doctor=keeper))
        case "injektion" if not state.tableaus[keeper].viruses:
            return end_turn(plan, put_injection(state, keeper, None))
        case "ansteckung" if not any(_list_catching(state, player) for player in others):
            return end_turn(plan, state)
    waiting = _find_waiting(state, card.risk, keeper)
    if not waiting:
        return end_turn(plan, state)
    return replace(state, effect=Effect(keeper, card.risk, card.text, waiting))


def list_asked(state: State, risk: str, keeper: int) -> tuple[int, ...]:
    """Of whom a card wants something."""
    if risk == "rueckrufaktion":
        return tuple(player for player in range(len(state.players)) if player != keeper)
    if risk == "verfallsdatum":
        return tuple(sorted({state.left_of(keeper), state.right_of(keeper)}))
    return (keeper,)


def _find_waiting(state: State, risk: str, keeper: int) -> tuple[int, ...]:
    """[S] Who has no pill gives none."""
    asked = list_asked(state, risk, keeper)
    if risk in GIVING:
        return tuple(player for player in asked if state.tableaus[player].pills.number)
    return asked


def _begin_test(plan: Plan, state: State, card: Card, others: tuple[int, ...]) -> State:
    """[OURS] All pills shown must be there among the other players, else the card is out of the game."""
    assert state.effect is not None
    keeper = state.effect.keeper
    there = add_pills(state.tableaus[player].pills for player in others)
    if not there.covers(card.pills):
        return end_turn(plan, state)
    placed = put_virus(state, keeper, card.value)
    if placed.tableaus[keeper].in_care or not card.pills.number:
        return end_turn(plan, placed)
    return replace(placed, effect=Effect(keeper, card.risk, card.text, (keeper,), card.pills))


def _list_catching(state: State, player: int) -> list[Lying]:
    """[S] Viruses with injections cannot be taken."""
    return [virus for virus in dict.fromkeys(state.tableaus[player].viruses) if not virus.injections]


def list_choices(state: State, effect: Effect, player: int) -> Iterator[Move]:
    """What a player may choose for the card."""
    tableau = state.tableaus[player]
    others = [other for other in range(len(state.players)) if other != player]
    names = state.players
    match effect.risk:
        case "plage_other":
            yield from (PutBefore(names[other]) for other in others)
        case "injektion":
            yield from (PutOn(virus) for virus in dict.fromkeys(tableau.viruses))
        case "testperson":
            for pill in effect.pills.singles():
                for other in others:
                    if state.tableaus[other].pills.covers(pill):
                        yield TakePill(pill, names[other])
        case "ansteckung":
            for other in others:
                yield from (TakeVirus(virus, names[other]) for virus in _list_catching(state, other))
        case "diagnose" | "krankenschwester":
            yield from (Name(names[other]) for other in others)
        case "pharmaprobe":
            for pill in tableau.pills.singles():
                yield from (Give(pill, names[other]) for other in others)
        case _:
            yield from (Give(pill) for pill in tableau.pills.singles())


def check_choice(state: State, effect: Effect, player: int, move: Move) -> None:
    """Raises IllegalMove."""
    tableau = state.tableaus[player]
    match move:
        case PutBefore(to) if effect.risk == "plage_other":
            _find_other(state, player, to)
        case PutOn(virus) if effect.risk == "injektion":
            if virus not in tableau.viruses:
                there = Listed(known.text for known in dict.fromkeys(tableau.viruses))
                raise IllegalMove("virus_and_co.injection.target", {"viruses": there})
        case TakePill(pill, whose) if effect.risk == "testperson":
            other = _find_other(state, player, whose)
            check_single(effect.pills.meet(state.tableaus[other].pills), pill)
        case TakeVirus(virus, whose) if effect.risk == "ansteckung":
            other = _find_other(state, player, whose)
            if virus not in _list_catching(state, other):
                raise IllegalMove("virus_and_co.ansteckung.virus")
        case Name(named) if effect.risk in ("diagnose", "krankenschwester"):
            if state.number(named) in (player, -1):
                raise IllegalMove("virus_and_co.predict.other", {"player": named})
        case Give(pill, to) if effect.risk in GIVING and bool(to) == (effect.risk == "pharmaprobe"):
            if to:
                _find_other(state, player, to)
            check_single(tableau.pills, pill)
        case _:
            raise IllegalMove("virus_and_co.turn.now", {"move": move.text})


def _find_other(state: State, player: int, name: str) -> int:
    number = state.number(name)
    if number in (player, -1):
        raise IllegalMove("virus_and_co.pass.other", {"player": name})
    return number


def apply_choice(plan: Plan, state: State, effect: Effect, player: int, move: Move) -> State:
    """What check_choice has allowed."""
    match move:
        case PutBefore(to):
            return end_turn(plan, put_virus(state, state.number(to), plan.cards[effect.card].value))
        case PutOn(virus):
            return end_turn(plan, put_injection(state, player, virus))
        case TakeVirus(virus, whose):
            # [OURS] It brings no pills: they come with a card that is taken from the middle.
            left = take_virus_away(state, state.number(whose), virus)
            return end_turn(plan, put_virus(left, player, virus.value))
        case TakePill(pill, whose):
            taken = state.give_pills(state.number(whose), player, pill)
            return _go_on(plan, taken, dataclasses.replace(effect, pills=effect.pills.minus(pill)))
        case Name(named):
            tableau = state.tableaus[player]
            if effect.risk == "diagnose":
                return end_turn(plan, state.with_tableau(player, replace_tableau(tableau, diagnosis=named)))
            return end_turn(plan, state.with_tableau(player, replace_tableau(tableau, nurse=named)))
        case Give(pill, to):
            given = (
                state.give_pills(player, state.number(to), pill) if to else state.pay_pharmacy(player, pill)
            )
            waiting = tuple(other for other in effect.waiting if other != player)
            return _go_on(plan, given, dataclasses.replace(effect, waiting=waiting))
    raise AssertionError(move)


def _go_on(plan: Plan, state: State, effect: Effect) -> State:
    """Until all pills are taken or given."""
    is_done = not effect.pills.number if effect.risk == "testperson" else not effect.waiting
    return end_turn(plan, state) if is_done else replace(state, effect=effect)

"""The effects of the thirteen risk cards once a player has kept one, and pills for bad manners.

[OURS] Manners can't be checked: a log only records that a pill changed hands. A player may pay at any time
except while a risk card is carried out, once a turn for the slip and once for Herr Doktor.
"""

import dataclasses
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from generator.errors import IllegalMove
from generator.games.virus_and_co import moves
from generator.games.virus_and_co.plan import Card, Plan
from generator.games.virus_and_co.state import Effect, State, end_turn, replace
from generator.games.virus_and_co.tableau import NO_PILLS, Lying, Pills, Tableau, add_pills, replace_tableau
from generator.rules.core import Listed

Manner: TypeAlias = moves.Forgot | moves.Doctor

GIVING = ("rueckrufaktion", "verfallsdatum", "kassenpatient", "pharmaprobe")
"""Cards for which players give a pill of their choice."""


def begin_effect(plan: Plan, state: State, card: Card) -> State:
    """Carry out what happens as soon as the card is turned up, and find who has to choose."""
    assert state.effect is not None
    keeper, risk = state.effect.keeper, card.risk
    waiting, pills = list_asked(state, risk, keeper), NO_PILLS
    if risk in GIVING:
        # [OURS] Players without pills give none.
        waiting = tuple(player for player in waiting if state.tableaus[player].pills.number)
    match risk:
        case "plage_self":
            state, waiting = state.change_viruses(keeper, new=Lying(card.value)), ()
        case "testperson":
            # [OURS] The other players must have all pills shown, else the card leaves the game.
            pills = card.pills
            is_played = add_pills(state.tableaus[player].pills for player in state.others(keeper)).covers(
                pills
            )
            if is_played:
                state = state.change_viruses(keeper, new=Lying(card.value))
            if not is_played or state.tableaus[keeper].in_care or not pills.number:
                waiting = ()
        case "rezept":
            state, waiting = state.draw_pills(keeper, card.pills), ()
        case "herr_doktor":
            state, waiting = replace(state, doctor=keeper), ()
        case "injektion" if not state.tableaus[keeper].viruses:
            state, waiting = state.put_injection(keeper, None), ()
        case "ansteckung" if not is_anything_to_catch(state, keeper):
            waiting = ()
    if not waiting:
        return end_turn(plan, state)
    return replace(state, effect=Effect(keeper, risk, card.text, waiting, pills))


def list_asked(state: State, risk: str, keeper: int) -> tuple[int, ...]:
    """Return the players who have to choose something for a card."""
    if risk == "rueckrufaktion":
        return state.others(keeper)
    if risk == "verfallsdatum":
        return tuple(sorted({state.left_of(keeper), state.right_of(keeper)}))
    return (keeper,)


def is_anything_to_catch(state: State, keeper: int) -> bool:
    """Return whether ANSTECKUNG can take a virus."""
    return any(_list_catching(state.tableaus[player]) for player in state.others(keeper))


def _list_catching(tableau: Tableau) -> list[Lying]:
    """[S] Viruses with injections cannot be taken."""
    return [virus for virus in dict.fromkeys(tableau.viruses) if not virus.injections]


def list_choices(state: State, effect: Effect, player: int) -> Iterator[moves.Move]:
    """Yield all that a player may choose for the card."""
    tableau = state.tableaus[player]
    others = {state.players[other]: state.tableaus[other] for other in state.others(player)}
    match effect.risk:
        case "plage_other":
            yield from map(moves.PutBefore, others)
        case "injektion":
            yield from map(moves.PutOn, dict.fromkeys(tableau.viruses))
        case "testperson":
            for pill in effect.pills.singles():
                yield from (moves.TakePill(pill, name) for name in others if others[name].pills.covers(pill))
        case "ansteckung":
            yield from (
                moves.TakeVirus(virus, name) for name in others for virus in _list_catching(others[name])
            )
        case "diagnose" | "krankenschwester":
            yield from map(moves.Name, others)
        case "pharmaprobe":
            yield from (moves.Give(pill, name) for pill in tableau.pills.singles() for name in others)
        case _:
            yield from map(moves.Give, tableau.pills.singles())


def check_choice(state: State, effect: Effect, player: int, move: moves.Move) -> None:
    """Raise IllegalMove unless the player may choose this for the card."""
    choices = tuple(list_choices(state, effect, player))
    if move in choices:
        return
    other, has_other = (getattr(each, "player", "") for each in (move, choices[0]))
    if type(move) is not type(choices[0]) or bool(other) != bool(has_other):
        raise IllegalMove("virus_and_co.turn.now", {"move": move.text})
    if other and (other == state.players[player] or other not in state.players):
        rule = "predict.other" if isinstance(move, moves.Name) else "pass.other"
        raise IllegalMove(f"virus_and_co.{rule}", {"player": other})
    match move:
        case moves.PutOn():
            there = Listed(virus.text for virus in dict.fromkeys(state.tableaus[player].viruses))
            raise IllegalMove("virus_and_co.injection.target", {"viruses": there})
        case moves.TakeVirus():
            raise IllegalMove("virus_and_co.ansteckung.virus")
        case moves.TakePill(pill, whose):
            _check_single(effect.pills.meet(state.tableaus[state.number(whose)].pills), pill)
        case moves.Give(pill):
            _check_single(state.tableaus[player].pills, pill)


def _check_single(purse: Pills, pill: Pills) -> None:
    if pill.number != 1 or not purse.covers(pill):
        raise IllegalMove("virus_and_co.effect.pill", {"pills": pill.text, "purse": purse.text})


def apply_choice(plan: Plan, state: State, effect: Effect, player: int, move: moves.Move) -> State:
    """Carry out a checked choice; cards for pills go on until all are taken or given."""
    match move:
        case moves.PutBefore(to):
            state = state.change_viruses(state.number(to), new=Lying(plan.cards[effect.card].value))
        case moves.PutOn(virus):
            state = state.put_injection(player, virus)
        case moves.TakeVirus(virus, whose):
            # [OURS] It brings no pills: only a card taken from the middle does.
            left = state.change_viruses(state.number(whose), gone=virus)
            state = left.change_viruses(player, new=virus)
        case moves.Name(named) if effect.risk == "diagnose":
            state = state.with_tableau(player, replace_tableau(state.tableaus[player], diagnosis=named))
        case moves.Name(named):
            state = state.with_tableau(player, replace_tableau(state.tableaus[player], nurse=named))
        case moves.TakePill(pill, whose):
            state = state.give_pills(state.number(whose), player, pill)
            pills = effect.pills.minus(pill)
            if pills.number:
                return replace(state, effect=dataclasses.replace(effect, pills=pills))
        case moves.Give(pill, to):
            state = state.give_pills(player, state.number(to) if to else None, pill)
            waiting = tuple(other for other in effect.waiting if other != player)
            if waiting:
                return replace(state, effect=dataclasses.replace(effect, waiting=waiting))
    return end_turn(plan, state)


def find_manners(state: State, player: int) -> Mapping[type[Manner], int]:
    """Return the player to whom a pill may go, by the bad manners: a forgotten slip, a missing title."""
    found: dict[type[Manner], int] = {}
    if state.effect is not None or not state.tableaus[player].pills.number:
        return found
    if player == state.active and not state.has_paid_slip:
        # [S] A player who forgets the slip gives a pill to the right.
        found[moves.Forgot] = state.right_of(player)
    if state.doctor not in (None, player) and player not in state.paid_doctor:
        # [S] A player who speaks to the Doctor without the title gives that player a pill, if there is one.
        found[moves.Doctor] = state.doctor
    return found


def list_manners(state: State, player: int) -> Iterator[Manner]:
    """Yield moves that only pay for bad manners."""
    for kind in find_manners(state, player):
        yield from map(kind, state.tableaus[player].pills.singles())


def check_manners(state: State, player: int, move: Manner) -> None:
    """Raise IllegalMove unless a pill can be due."""
    if type(move) not in find_manners(state, player):
        is_slip = isinstance(move, moves.Forgot)
        raise IllegalMove("virus_and_co.turn.forgot" if is_slip else "virus_and_co.doctor.pill")
    _check_single(state.tableaus[player].pills, move.pill)


def apply_manners(state: State, player: int, move: Manner) -> State:
    """Carry out a checked move."""
    given = state.give_pills(player, find_manners(state, player)[type(move)], move.pill)
    if isinstance(move, moves.Forgot):
        return replace(given, has_paid_slip=True)
    return replace(given, paid_doctor=tuple(sorted((*state.paid_doctor, player))))

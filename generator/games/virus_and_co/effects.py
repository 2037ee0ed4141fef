"""The thirteen risk cards: what each does once somebody has kept it; and pills for bad manners.

[OURS] What happened between people nobody can check: a log only says that a pill changed hands. It may
say so at any time but while a risk card is carried out, once a turn for the slip and for each player.
"""

import dataclasses
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from generator.errors import IllegalMove
from generator.games.virus_and_co import moves
from generator.games.virus_and_co.plan import Card, Plan
from generator.games.virus_and_co.state import Effect, State, end_turn, replace
from generator.games.virus_and_co.tableau import NO_PILLS, Lying, Pills, add_pills, replace_tableau
from generator.rules.core import Listed

Manner: TypeAlias = moves.Forgot | moves.Doctor

GIVING = ("rueckrufaktion", "verfallsdatum", "kassenpatient", "pharmaprobe")
"""Cards for which somebody gives a pill of their choice."""
PREDICTIONS = ("diagnose", "krankenschwester")


def begin_effect(plan: Plan, state: State, card: Card) -> State:
    """What happens as soon as the card is turned up, and who has to choose."""
    assert state.effect is not None
    keeper, risk = state.effect.keeper, card.risk
    waiting, pills = list_asked(state, risk, keeper), NO_PILLS
    if risk in GIVING:
        # [OURS] Who has no pill gives none.
        waiting = tuple(player for player in waiting if state.tableaus[player].pills.number)
    match risk:
        case "plage_self":
            state, waiting = state.change_viruses(keeper, new=Lying(card.value)), ()
        case "testperson":
            # [OURS] All pills shown must be there among the other players, else the card is out of the game.
            there = add_pills(state.tableaus[player].pills for player in state.others(keeper))
            is_played, pills = there.covers(card.pills), card.pills
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
    """Of whom a card wants something."""
    if risk == "rueckrufaktion":
        return state.others(keeper)
    if risk == "verfallsdatum":
        return tuple(sorted({state.left_of(keeper), state.right_of(keeper)}))
    return (keeper,)


def is_anything_to_catch(state: State, keeper: int) -> bool:
    """Whether ANSTECKUNG can take a virus."""
    return any(_list_catching(state, player) for player in state.others(keeper))


def _list_catching(state: State, player: int) -> list[Lying]:
    """[S] Viruses with injections cannot be taken."""
    return [virus for virus in dict.fromkeys(state.tableaus[player].viruses) if not virus.injections]


def list_choices(state: State, effect: Effect, player: int) -> Iterator[moves.Move]:
    """What a player may choose for the card."""
    tableau = state.tableaus[player]
    others = [(other, state.players[other]) for other in state.others(player)]
    match effect.risk:
        case "plage_other":
            yield from (moves.PutBefore(name) for _, name in others)
        case "injektion":
            yield from (moves.PutOn(virus) for virus in dict.fromkeys(tableau.viruses))
        case "testperson":
            for pill in effect.pills.singles():
                for other, name in others:
                    if state.tableaus[other].pills.covers(pill):
                        yield moves.TakePill(pill, name)
        case "ansteckung":
            for other, name in others:
                yield from (moves.TakeVirus(virus, name) for virus in _list_catching(state, other))
        case "diagnose" | "krankenschwester":
            yield from (moves.Name(name) for _, name in others)
        case "pharmaprobe":
            yield from (moves.Give(pill, name) for pill in tableau.pills.singles() for _, name in others)
        case _:
            yield from (moves.Give(pill) for pill in tableau.pills.singles())


def check_choice(state: State, effect: Effect, player: int, move: moves.Move) -> None:
    """Raise IllegalMove unless the player may choose this for the card."""
    tableau = state.tableaus[player]
    match move:
        case moves.PutBefore(to) if effect.risk == "plage_other":
            _find_other(state, player, to)
        case moves.PutOn(virus) if effect.risk == "injektion":
            if virus not in tableau.viruses:
                there = Listed(known.text for known in dict.fromkeys(tableau.viruses))
                raise IllegalMove("virus_and_co.injection.target", {"viruses": there})
        case moves.TakePill(pill, whose) if effect.risk == "testperson":
            other = _find_other(state, player, whose)
            _check_single(effect.pills.meet(state.tableaus[other].pills), pill)
        case moves.TakeVirus(virus, whose) if effect.risk == "ansteckung":
            other = _find_other(state, player, whose)
            if virus not in _list_catching(state, other):
                raise IllegalMove("virus_and_co.ansteckung.virus")
        case moves.Name(named) if effect.risk in PREDICTIONS:
            _find_other(state, player, named, "virus_and_co.predict.other")
        case moves.Give(pill, to) if effect.risk in GIVING and bool(to) == (effect.risk == "pharmaprobe"):
            if to:
                _find_other(state, player, to)
            _check_single(tableau.pills, pill)
        case _:
            raise IllegalMove("virus_and_co.turn.now", {"move": move.text})


def _find_other(state: State, player: int, name: str, rule: str = "virus_and_co.pass.other") -> int:
    if name not in state.players or name == state.players[player]:
        raise IllegalMove(rule, {"player": name})
    return state.number(name)


def _check_single(purse: Pills, pill: Pills) -> None:
    if pill.number != 1 or not purse.covers(pill):
        raise IllegalMove("virus_and_co.effect.pill", {"pills": pill.text, "purse": purse.text})


def apply_choice(plan: Plan, state: State, effect: Effect, player: int, move: moves.Move) -> State:
    """Carry out a choice that has been checked; cards for pills go on until all are taken or given."""
    match move:
        case moves.PutBefore(to):
            state = state.change_viruses(state.number(to), new=Lying(plan.cards[effect.card].value))
        case moves.PutOn(virus):
            state = state.put_injection(player, virus)
        case moves.TakeVirus(virus, whose):
            # [OURS] It brings no pills: they come with a card that is taken from the middle.
            left = state.change_viruses(state.number(whose), gone=virus)
            state = left.change_viruses(player, new=virus)
        case moves.Name(named):
            tableau = state.tableaus[player]
            if effect.risk == "diagnose":
                tableau = replace_tableau(tableau, diagnosis=named)
            else:
                tableau = replace_tableau(tableau, nurse=named)
            state = state.with_tableau(player, tableau)
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


# Pills for bad manners: the forgotten slip, and Herr Doktor who was not called so.


def find_manners(state: State, player: int) -> Mapping[type[Manner], int]:
    """To whom a player may give a pill for bad manners."""
    found: dict[type[Manner], int] = {}
    if state.effect is not None:
        return found
    if player == state.active and not state.has_paid_slip:
        # [S] Who plays without having taken the slip gives a pill to the right.
        found[moves.Forgot] = state.right_of(player)
    if state.doctor not in (None, player) and player not in state.paid_doctor:
        # [S] Who speaks to the Doctor and does not say so gives that player a pill, if there is one.
        found[moves.Doctor] = state.doctor
    return found if found and state.tableaus[player].pills.number else {}


def list_manners(state: State, player: int) -> Iterator[Manner]:
    """Moves that only pay for bad manners."""
    for kind in find_manners(state, player):
        yield from map(kind, state.tableaus[player].pills.singles())


def check_manners(state: State, player: int, move: Manner) -> None:
    """Raise IllegalMove unless a pill can be due."""
    if type(move) not in find_manners(state, player):
        is_slip = isinstance(move, moves.Forgot)
        raise IllegalMove("virus_and_co.turn.forgot" if is_slip else "virus_and_co.doctor.pill")
    _check_single(state.tableaus[player].pills, move.pill)


def apply_manners(state: State, player: int, move: Manner) -> State:
    """Carry out a move that has been checked."""
    given = state.give_pills(player, find_manners(state, player)[type(move)], move.pill)
    if isinstance(move, moves.Forgot):
        return replace(given, has_paid_slip=True)
    return replace(given, paid_doctor=tuple(sorted((*state.paid_doctor, player))))

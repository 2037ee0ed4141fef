"""The effects of the thirteen risk cards once a player has kept one, and pills for bad manners.

[OURS] Manners can't be checked: a log only records that a pill changed hands. A player may pay at any time
except while a risk card is carried out, once a turn for the slip and once for Herr Doktor.
"""

import dataclasses
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import TypeAlias

from generator.errors import IllegalMove
from generator.games.virus_and_co import moves
from generator.games.virus_and_co.changes import Changes
from generator.games.virus_and_co.plan import Card
from generator.games.virus_and_co.state import Effect, State, replace_state
from generator.games.virus_and_co.tableau import NO_PILLS, Lying, Pills, Tableau, add_pills, replace_tableau
from generator.rules.core import Listed, Sentence

Manner: TypeAlias = moves.Forgot | moves.Doctor

GIVING = ("rueckrufaktion", "verfallsdatum", "kassenpatient", "pharmaprobe")
"""Cards for which players give a pill of their choice."""


def begin_effect(changes: Changes, card: Card) -> None:
    """Carry out what happens as soon as the card is turned up, and find who has to choose."""
    state = changes.state
    assert state.effect is not None
    keeper, risk, pills = state.effect.keeper, card.risk, NO_PILLS
    waiting = list_asked(state, risk, keeper)
    match risk:
        case "plage_self":
            changes.put_virus(keeper, card.value)
            waiting = ()
        case "testperson":
            # [OURS] The other players must have all pills shown, else the card leaves the game.
            pills = card.pills
            if add_pills(state.tableaus[player].pills for player in state.others(keeper)).covers(pills):
                changes.put_virus(keeper, card.value)
                if changes.state.tableaus[keeper].in_care or not pills.number:
                    waiting = ()
            else:
                reason = Sentence("rule.virus_and_co.testperson.pills", pills=pills.text)
                changes.tell("event.short", reason=reason)
                waiting = ()
        case "rezept":
            changes.receive(keeper, card.pills)
            waiting = ()
        case "herr_doktor":
            changes.state = replace_state(state, doctor=keeper)
            changes.tell("event.doctor", player=state.players[keeper])
            waiting = ()
        case "injektion" if not state.tableaus[keeper].viruses:
            changes.put_injection(keeper, None)
            waiting = ()
        case "ansteckung" if not any(_list_catching(state.tableaus[other]) for other in state.others(keeper)):
            changes.tell("event.nothing_to_catch")
            waiting = ()
        case _ if risk in GIVING:
            # [OURS] Players without pills give none.
            spared = tuple(player for player in waiting if not state.tableaus[player].pills.number)
            if spared:
                names = tuple(state.players[player] for player in spared)
                changes.tell("event.spared", players=names, number=len(names))
            waiting = tuple(player for player in waiting if player not in spared)
    if waiting:
        changes.state = replace_state(changes.state, effect=Effect(keeper, risk, card.text, waiting, pills))
    else:
        changes.end_turn()


def list_asked(state: State, risk: str, keeper: int) -> tuple[int, ...]:
    """Return the players who have to choose something for a card."""
    if risk == "rueckrufaktion":
        return state.others(keeper)
    if risk == "verfallsdatum":
        return tuple(sorted({state.left_of(keeper), state.right_of(keeper)}))
    return (keeper,)


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
            for name, own in others.items():
                yield from (moves.TakeVirus(virus, name) for virus in _list_catching(own))
        case "diagnose" | "krankenschwester":
            yield from map(moves.Name, others)
        case "pharmaprobe":
            yield from (moves.Give(pill, name) for pill in tableau.pills.singles() for name in others)
        case _:
            yield from map(moves.Give, tableau.pills.singles())


def check_choice(state: State, effect: Effect, player: int, move: moves.Move) -> None:
    choices = tuple(list_choices(state, effect, player))
    if move in choices:
        return
    other, has_other = (getattr(each, "player", "") for each in (move, choices[0]))
    if type(move) is not type(choices[0]) or bool(other) != bool(has_other):
        raise IllegalMove("virus_and_co.turn.now", move=move.text)
    if other and (other == state.players[player] or other not in state.players):
        rule = "predict.other" if isinstance(move, moves.Name) else "pass.other"
        raise IllegalMove(f"virus_and_co.{rule}", player=other)
    match move:
        case moves.PutOn():
            there = Listed(virus.text for virus in dict.fromkeys(state.tableaus[player].viruses))
            raise IllegalMove("virus_and_co.injection.target", viruses=there)
        case moves.TakeVirus():
            raise IllegalMove("virus_and_co.ansteckung.virus")
        case moves.TakePill(pill, whose):
            _check_single(effect.pills.meet(state.tableaus[state.number(whose)].pills), pill)
        case moves.Give(pill):
            _check_single(state.tableaus[player].pills, pill)


def _check_single(purse: Pills, pill: Pills) -> None:
    if pill.number != 1 or not purse.covers(pill):
        raise IllegalMove("virus_and_co.effect.pill", pills=pill.text, purse=purse.text)


def apply_choice(changes: Changes, effect: Effect, player: int, move: moves.Move) -> None:
    """Carry out a checked choice; cards for pills go on until all are taken or given."""
    state = changes.state
    match move:
        case moves.PutBefore(to):
            changes.put_virus(state.number(to), changes.plan.cards[effect.card].value)
        case moves.PutOn(virus):
            changes.put_injection(player, virus)
        case moves.TakeVirus(virus, whose):
            # [OURS] It brings no pills: only a card taken from the middle does.
            points = changes.change_viruses(state.number(whose), gone=virus).points
            changes.tell("event.caught", player=whose, value=virus.value, points=points)
            changes.put_virus(player, virus.value)
        case moves.Name(named):
            own, is_diagnosis = state.tableaus[player], effect.risk == "diagnose"
            predict = partial(replace_tableau, own)
            changes.set_tableau(player, predict(diagnosis=named) if is_diagnosis else predict(nurse=named))
            changes.tell("event.predicted", player=state.players[player])
        case moves.TakePill(pill, whose):
            changes.give(state.number(whose), player, pill)
            pills = effect.pills.minus(pill)
            if pills.number:
                changes.state = replace_state(changes.state, effect=dataclasses.replace(effect, pills=pills))
                return
        case moves.Give(pill, to):
            changes.give(player, state.number(to) if to else None, pill)
            waiting = tuple(other for other in effect.waiting if other != player)
            if waiting:
                changes.state = replace_state(
                    changes.state, effect=dataclasses.replace(effect, waiting=waiting)
                )
                return
    changes.end_turn()


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


@lru_cache(maxsize=1024)
def list_manners(manners: tuple[type[Manner], ...], purse: Pills) -> tuple[Manner, ...]:
    """Return the moves for these bad manners, with one pill of each colour."""
    return tuple(kind(pill) for kind in manners for pill in purse.singles())


def check_manners(state: State, player: int, move: Manner) -> None:
    if type(move) not in find_manners(state, player):
        is_slip = isinstance(move, moves.Forgot)
        raise IllegalMove("virus_and_co.turn.forgot" if is_slip else "virus_and_co.doctor.pill")
    _check_single(state.tableaus[player].pills, move.pill)


def apply_manners(changes: Changes, player: int, move: Manner) -> None:
    changes.give(player, find_manners(changes.state, player)[type(move)], move.pill)
    if isinstance(move, moves.Forgot):
        changes.state = replace_state(changes.state, has_paid_slip=True)
    else:
        paid = tuple(sorted((*changes.state.paid_doctor, player)))
        changes.state = replace_state(changes.state, paid_doctor=paid)

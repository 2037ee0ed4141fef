"""Pills for bad manners: the forgotten slip, and Herr Doktor who was not called so.

[OURS] What happened between people nobody can check: a log only says that a pill changed hands. It may
say so at any time but while a risk card is carried out, once a turn for the slip and for each player.
"""

from collections.abc import Iterator

from generator.errors import IllegalMove
from generator.games.virus_and_co.moves import Doctor, Forgot
from generator.games.virus_and_co.state import State, replace
from generator.games.virus_and_co.turns import check_single


def may_have_forgotten(state: State, player: int) -> bool:
    """[S] Who plays without having taken the slip gives a pill to the right."""
    return (
        state.effect is None
        and player == state.active
        and not state.has_paid_slip
        and state.tableaus[player].pills.number > 0
    )


def may_pay_doctor(state: State, player: int) -> bool:
    """[S] Who speaks to the Doctor and does not say so gives that player a pill, if there is one."""
    return (
        state.effect is None
        and state.doctor not in (None, player)
        and player not in state.paid_doctor
        and state.tableaus[player].pills.number > 0
    )


def list_manners(state: State, player: int) -> Iterator[Forgot | Doctor]:
    singles = tuple(state.tableaus[player].pills.singles())
    if may_have_forgotten(state, player):
        yield from (Forgot(pill) for pill in singles)
    if may_pay_doctor(state, player):
        yield from (Doctor(pill) for pill in singles)


def check_manners(state: State, player: int, move: Forgot | Doctor) -> None:
    """Raises IllegalMove."""
    if isinstance(move, Forgot) and not may_have_forgotten(state, player):
        raise IllegalMove("virus_and_co.turn.forgot")
    if isinstance(move, Doctor) and not may_pay_doctor(state, player):
        raise IllegalMove("virus_and_co.doctor.pill")
    check_single(state.tableaus[player].pills, move.pill)


def apply_manners(state: State, player: int, move: Forgot | Doctor) -> State:
    """What check_manners has allowed."""
    if isinstance(move, Forgot):
        given = state.give_pills(player, state.right_of(player), move.pill)
        return replace(given, has_paid_slip=True)
    assert state.doctor is not None
    given = state.give_pills(player, state.doctor, move.pill)
    return replace(given, paid_doctor=tuple(sorted((*state.paid_doctor, player))))

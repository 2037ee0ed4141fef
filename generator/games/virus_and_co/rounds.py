"""How rounds begin and end, and how cards come to lie before a player."""

from generator.games.virus_and_co.plan import Plan
from generator.games.virus_and_co.state import RoundEnd, State, replace
from generator.games.virus_and_co.tableau import Lying, Tableau, replace_tableau


def start_game(plan: Plan, players: tuple[str, ...], length: int) -> State:
    """[OURS] The first player at the table begins; the publisher has it begin who had a cold last."""
    return start_round(plan, replace(State(), players=players, length=length), starter=0)


def start_round(plan: Plan, state: State, *, starter: int) -> State:
    """[S] All pills and cards go back, risk cards are dealt anew.

    [OURS] The two piles are of the same size; of an odd number the left one has a card more.
    """
    number = len(state.players)
    drawn = plan.drawn
    half = len(drawn) // 2
    return State(
        players=state.players,
        length=state.length,
        tableaus=(Tableau(pills=plan.share),) * number,
        hands=(plan.count_hand(number),) * number,
        pharmacy=plan.share,
        piles=(len(drawn) - half, half),
        unseen=drawn,
        risks=plan.risks,
        active=starter,
        starter=starter,
        done=state.done,
        turn=state.turn,
    )


def end_turn(plan: Plan, state: State) -> State:
    """[S] A player in intensive care ends the round at once; else it is the left neighbour's turn."""
    for player, tableau in enumerate(state.tableaus):
        if tableau.in_care:
            return end_round(plan, state, player)
    if state.skips == len(state.players):
        return end_round(plan, state, None)
    return replace(
        state,
        turn=state.turn + 1,
        active=state.left_of(state.active),
        has_paid_slip=False,
        paid_doctor=(),
        passing=None,
        effect=None,
    )


def end_round(plan: Plan, state: State, care: int | None) -> State:
    """[OURS] Who was in intensive care begins the next round; if nobody was, whose turn it would be."""
    done = (*state.done, RoundEnd(state.tableaus, care))
    ended = replace(state, done=done, passing=None, effect=None)
    if ended.is_over:
        return ended
    starter = state.left_of(state.active) if care is None else care
    return start_round(plan, replace(ended, turn=ended.turn + 1), starter=starter)


def put_virus(state: State, player: int, value: int) -> State:
    """[S] Its points count at once."""
    tableau = state.tableaus[player]
    viruses = tuple(sorted((*tableau.viruses, Lying(value))))
    return state.with_tableau(player, replace_tableau(tableau, viruses=viruses))


def put_injection(state: State, player: int, on: Lying | None) -> State:
    """On one of the player's viruses; None: there is none, and it lies beside them for good."""
    tableau = state.tableaus[player]
    if on is None:
        return state.with_tableau(player, replace_tableau(tableau, loose=tableau.loose + 1))
    viruses = list(tableau.viruses)
    viruses.remove(on)
    viruses.append(Lying(on.value, on.injections + 1))
    return state.with_tableau(player, replace_tableau(tableau, viruses=tuple(sorted(viruses))))


def take_virus_away(state: State, player: int, virus: Lying) -> State:
    tableau = state.tableaus[player]
    viruses = list(tableau.viruses)
    viruses.remove(virus)
    return state.with_tableau(player, replace_tableau(tableau, viruses=tuple(viruses)))

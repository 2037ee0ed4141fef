"""Players of Virus & Co.: one who looks one move ahead, and the knowledge of searching players."""

from collections.abc import Sequence
from functools import lru_cache, reduce
from math import sqrt
from operator import add

from generator.games.virus_and_co.data import (
    Doctor,
    Forgot,
    KeepMove,
    Move,
    Pass,
    PlayRisk,
    State,
    Tableau,
    score_round,
)
from generator.games.virus_and_co.game import VirusAndCo, is_asked
from generator.rules.states import estimate_chance_to_win, list_best

OTHERS = 0.5
"""Weight of a point of the others beside a point of one's own."""
_SAFE_POINTS = 6
"""Disease points without a cost; each further point makes intensive care more likely."""
WORRY, _INJECTION = 0.5, (0.0, 0.4, 2.5)
"""Cost of a point above that, and of the injections by their number."""
IDLE, DREAD = 0.2, 1.5
"""Cost of a turn without a gain, and of a risk card before it is turned up."""


class Greedy:
    """Player who tries to be better off than the others after each move.

    Weights are set by hand and only have to be plausible: a good player does better.
    """

    def __init__(self, rules: VirusAndCo) -> None:
        self.rules = rules

    def choose(self, state: State, actor: str) -> Sequence[Move]:
        """Return the moves after which the player stands best; never pay for bad manners."""
        moves = _list_asked_moves(self.rules, state, actor)
        return moves if len(moves) < 2 else list_best(moves, lambda move: self._rate(state, actor, move))

    def _rate(self, state: State, actor: str, move: Move) -> float:
        player, after = state.number(actor), self.rules.apply(state, actor, move).state
        if len(after.done) > len(state.done):
            totals = _sum_round(after.done[-1])
            own = totals.pop(player)
            return own - OTHERS * max(totals)
        worth = [rate_tableau(tableau) for tableau in after.tableaus]
        standing = worth.pop(player)
        # One after the other: `sum` rounds floats in another way from Python 3.12 on, and games would differ.
        standing -= OTHERS * reduce(add, worth) / len(worth)
        match move:
            case PlayRisk():
                return standing + OTHERS * DREAD - IDLE
            case KeepMove() if state.passing is not None and state.passing.is_risk:
                return standing - DREAD
            case Pass():
                return standing - IDLE
        return standing


def _list_asked_moves(rules: VirusAndCo, state: State, actor: str) -> Sequence[Move]:
    """Return all moves of a player who is asked; nobody pays for bad manners."""
    if not is_asked(state, actor):
        return ()
    return [move for move in rules.moves(state, actor) if not isinstance(move, Forgot | Doctor)]


def _sum_round(tableaus: Sequence[Tableau]) -> list[int]:
    """Return the points of a round by seat."""
    scores = score_round({str(seat): tableau for seat, tableau in enumerate(tableaus)})
    return [score.total for score in scores.values()]


def rate_tableau(tableau: Tableau) -> float:
    """Return the worth of pills, less disease and the risk of intensive care."""
    worry = WORRY * max(0, tableau.points - _SAFE_POINTS)
    fear = _INJECTION[min(tableau.injections, len(_INJECTION) - 1)]
    return tableau.pills.points - tableau.points - worry - fear


LUCK = 5.0
"""Points by which the results of a round differ by chance; of several rounds, more."""


class VirusAndCoKnowledge:
    """Evaluation and macros for one kit."""

    def __init__(self, rules: VirusAndCo) -> None:
        self.rules = rules

    def evaluate(self, state: State, seat: int) -> float:
        """Return the estimated chance of a player to win."""
        worth = [
            done + rate_tableau(tableau)
            for done, tableau in zip(_sum_rounds(state.done, len(state.players)), state.tableaus, strict=True)
        ]
        return estimate_chance_to_win(worth, seat, LUCK * sqrt(state.length - len(state.done)))

    def macros(self, state: State, actor: str) -> Sequence[tuple[Move]]:
        return [(move,) for move in _list_asked_moves(self.rules, state, actor)]


@lru_cache(maxsize=256)
def _sum_rounds(done: tuple[tuple[Tableau, ...], ...], number: int) -> tuple[int, ...]:
    return tuple(map(sum, zip([0] * number, *map(_sum_round, done), strict=True)))

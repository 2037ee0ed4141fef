"""A player who looks one move ahead, and wants to stand well against the others."""

from collections.abc import Sequence
from functools import reduce
from operator import add

from generator.games.virus_and_co.game import VirusAndCo, is_asked
from generator.games.virus_and_co.moves import Doctor, Forgot, Keep, Move, Pass, PlayRisk
from generator.games.virus_and_co.state import RoundEnd, State
from generator.games.virus_and_co.tableau import Tableau, score_round

OTHERS = 0.5
"""What a point of the others counts beside a point of one's own."""
SAFE_POINTS = 6
"""Disease points up to which nobody need worry; each one more makes intensive care likelier."""
WORRY, INJECTION = 0.5, (0.0, 0.4, 2.5)
"""What a point above that costs, and injections by their number."""
IDLE, DREAD = 0.2, 1.5
"""What a turn without a gain costs, and a risk card that nobody has looked at yet."""


class Greedy:
    """Weights are set by hand and only have to be plausible: a good player does better."""

    def __init__(self, rules: VirusAndCo) -> None:
        self.rules = rules

    def choose(self, state: State, actor: str) -> Sequence[Move]:
        """The moves after which the player stands best; nothing that only costs pills for manners."""
        if not is_asked(state, actor):
            return ()
        moves = [move for move in self.rules.moves(state, actor) if not isinstance(move, Forgot | Doctor)]
        if len(moves) == 1:
            return moves
        player = state.number(actor)
        worth = [self._rate(state, actor, player, move) for move in moves]
        best = max(worth)
        return tuple(move for move, each in zip(moves, worth, strict=True) if each == best)

    def _rate(self, state: State, actor: str, player: int, move: Move) -> float:
        after = self.rules.apply(state, actor, move).state
        if len(after.done) > len(state.done):
            return rate_end(after.done[-1], player)
        match move:
            case PlayRisk():
                return rate_table(after, player) + OTHERS * DREAD - IDLE
            case Keep() if state.passing is not None and state.passing.is_risk:
                return rate_table(after, player) - DREAD
            case Pass():
                return rate_table(after, player) - IDLE
        return rate_table(after, player)


def rate_end(end: RoundEnd, player: int) -> float:
    """Points of a round that is over, against the best of the others."""
    scores = score_round({str(number): tableau for number, tableau in enumerate(end.tableaus)})
    own = scores.pop(str(player)).total
    return own - OTHERS * max(score.total for score in scores.values())


def rate_table(state: State, player: int) -> float:
    """How a player stands in the middle of a round, against the others on the average."""
    worth = [rate_tableau(tableau) for tableau in state.tableaus]
    own = worth.pop(player)
    # One after the other: `sum` rounds floats in another way from Python 3.12 on, and games would differ.
    return own - OTHERS * reduce(add, worth) / len(worth)


def rate_tableau(tableau: Tableau) -> float:
    """Pills less disease, and less the fear of intensive care."""
    worry = WORRY * max(0, tableau.points - SAFE_POINTS)
    fear = INJECTION[min(tableau.injections, len(INJECTION) - 1)]
    return tableau.pills.points - tableau.points - worry - fear

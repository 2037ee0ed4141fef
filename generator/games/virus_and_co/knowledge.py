"""Knowledge for searching players of Virus & Co.: promising moves, and how well each player stands."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, sqrt

from generator.games.virus_and_co.game import VirusAndCo, is_asked
from generator.games.virus_and_co.greedy import rate_tableau
from generator.games.virus_and_co.moves import Doctor, Forgot, Move
from generator.games.virus_and_co.state import State
from generator.games.virus_and_co.tableau import Tableau, score_round

LUCK = 5.0
"""Points by which the results of a round differ by chance; of several rounds, more."""


class VirusAndCoKnowledge:
    """Evaluation and macros for one kit."""

    def __init__(self, rules: VirusAndCo) -> None:
        self.rules = rules

    def evaluate(self, state: State, seat: int) -> float:
        """Return the chance of a player: the better the others stand beside it, the smaller."""
        worth = [
            done + rate_tableau(tableau)
            for done, tableau in zip(sum_rounds(state.done, len(state.players)), state.tableaus, strict=True)
        ]
        luck = LUCK * sqrt(state.length - len(state.done))
        own = worth[seat]
        return 1 / sum([exp(min((other - own) / luck, 50.0)) for other in worth])

    def macros(self, state: State, actor: str) -> Sequence[tuple[Move]]:
        """Return all moves of a player who is asked; nobody pays for bad manners."""
        if not is_asked(state, actor):
            return ()
        return [(move,) for move in self.rules.moves(state, actor) if not isinstance(move, Forgot | Doctor)]


@lru_cache(maxsize=256)
def sum_rounds(done: tuple[tuple[Tableau, ...], ...], number: int) -> tuple[int, ...]:
    """Return the points of finished rounds by seat."""
    totals = [0] * number
    for tableaus in done:
        scores = score_round({str(seat): tableau for seat, tableau in enumerate(tableaus)})
        for seat, score in enumerate(scores.values()):
            totals[seat] += score.total
    return tuple(totals)

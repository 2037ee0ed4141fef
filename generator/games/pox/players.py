"""Players of POX: one who does not look ahead, and the knowledge of searching players."""

from collections.abc import Sequence
from functools import partial
from operator import itemgetter
from typing import TypeAlias

from generator.games.pox.game import DONE_MOVE, Infect, Move, Offer, People, Pox, State, may_cure
from generator.rules.states import estimate_chance, list_best, list_bits

WAY, WEAK, BEYOND = 4, 12, 1
"""Risk weights: per exposed neighbour, extra if vulnerable, per person one step farther."""


class Greedy:
    """Player who chooses the offer that leaves the least risk, without looking ahead.

    It rates boards by two sets: infected people (`red`), and people without a chip (`free`).
    """

    def __init__(self, rules: Pox) -> None:
        self.rules = rules
        self.data = rules.data

    def choose(self, state: State, actor: str) -> Sequence[Move]:
        people, chips = self.data.people, state.chips
        red, free = chips.red, people.whole & ~chips.all
        if state.stage == "outbreak":
            moves = (move for move in self.rules.moves(state, actor) if isinstance(move, Infect))
            return list_best(moves, partial(self._rate_infection, red, free))
        if not people.around(red) & free:
            return (DONE_MOVE,)
        ends = [self._follow(red, free, offer) for offer in state.offers]
        return min(ends, key=itemgetter(0))[1]

    def _rate_infection(self, red: People, free: People, move: Infect) -> int:
        bit = self.data.people.bits[move.place]
        return -self.weigh(red | bit, free ^ bit)

    def _follow(self, red: People, free: People, offer: Offer) -> tuple[int, Sequence[Move]]:
        """Return the risk after an offer is used up, cures first, and the moves that may come first."""
        people, sturdy = self.data.people, self.data.sturdy
        first: list[Move] = []
        vaccinations, cures = offer
        for is_cure in (True,) * cures + (False,) * vaccinations:
            places = sturdy & (red if is_cure else free & people.around(red))
            bits = [1 << bit for bit in list_bits(places)]
            boards = [(red ^ bit, free) if is_cure else (red, free ^ bit) for bit in bits]
            risks = [self.weigh(*board) for board in boards]
            if not risks:
                continue
            least = min(risks)
            if not first:
                moves = (self.rules.cures if is_cure else self.rules.vaccinations).pick(places)
                first = [move for move, risk in zip(moves, risks, strict=True) if risk == least]
            red, free = boards[risks.index(least)]
        return self.weigh(red, free), first or (DONE_MOVE,)

    def weigh(self, red: People, free: People) -> int:
        """Return the risk of a board with red chips and free people."""
        people, vulnerable = self.data.people, self.data.vulnerable
        ways = weak = reached = 0
        for step in people.steps(red):
            new = step & free
            reached |= new
            ways += new.bit_count()
            weak += (new & vulnerable).bit_count()
        beyond = people.around(reached) & free & ~reached
        return WAY * ways + WEAK * weak + BEYOND * beyond.bit_count()


Macro: TypeAlias = tuple[Move, ...]


class PoxKnowledge:
    """Evaluation and macros for one kit."""

    def __init__(self, rules: Pox) -> None:
        self.rules = rules
        self.data = rules.data

    def evaluate(self, state: State, seat: int) -> float:
        """Return the estimated chance of winning, the same for all players."""
        return estimate_chance(self.measure(state), WEIGHTS)

    def measure(self, state: State) -> tuple[float, ...]:
        """Return the features of a state, in the order of WEIGHTS."""
        people, chips = self.data.people, state.chips
        red, free = chips.red, people.whole & ~chips.all
        sets = [step & free for step in people.steps(red)]
        exposed = sets[0] | sets[1] | sets[2] | sets[3]
        beyond = people.around(exposed) & free & ~exposed
        left = state.terms.allowed - chips.black.bit_count()
        sizes = sorted(each.bit_count() for each in sets)
        weak = [(each & self.data.vulnerable).bit_count() for each in sets]
        return (
            1.0,
            left,
            sum(sizes),
            sizes[-1],
            exposed.bit_count(),
            sum(weak),
            max(weak) > left,
            beyond.bit_count(),
            (beyond & self.data.vulnerable).bit_count(),
            red.bit_count(),
            not exposed,
        )

    def macros(self, state: State, actor: str) -> Sequence[Macro]:
        """Return help for people who are infected or exposed, and every infection of an outbreak."""
        if state.stage == "outbreak":
            return [(move,) for move in self.rules.moves(state, actor)]
        people, chips = self.data.people, state.chips
        exposed = people.around(chips.red) & ~chips.all & self.data.sturdy
        moves = self.rules.vaccinations.pick(exposed)
        if may_cure(state.offers):
            moves += self.rules.cures.pick(chips.red & self.data.sturdy)
        return [(move,) for move in moves or (DONE_MOVE,)]


WEIGHTS = (3.43, 0.74, -0.08, 0.08, -0.25, -0.47, -0.53, -0.13, -0.06, -0.06, 6.0)

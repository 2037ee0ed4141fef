"""A player who stops the disease where it could spread most, without looking ahead."""

from collections.abc import Sequence

from generator.games.pox.game import Pox
from generator.games.pox.moves import DONE, Infect, Move
from generator.games.pox.neighbourhood import Places
from generator.games.pox.state import Offer, State
from generator.rules.states import list_bits

WAY, WEAK, BEYOND = 4, 12, 1
"""Risk weights: per exposed neighbour, extra if vulnerable, per person one step farther."""


class Greedy:
    """Player who chooses the offer of the good part that leaves the least risk.

    It rates boards by two sets: infected people (`red`), and people without a chip (`free`).
    """

    def __init__(self, rules: Pox) -> None:
        self.rules = rules
        self.plan = rules.plan

    def choose(self, state: State, actor: str) -> Sequence[Move]:
        people, chips = self.plan.people, state.chips
        red, free = chips.red, people.whole & ~chips.all
        if state.stage == "outbreak":
            moves = [move for move in self.rules.moves(state, actor) if isinstance(move, Infect)]
            bits = [people.bits[move.place] for move in moves]
            risks = [self.weigh(red | bit, free ^ bit) for bit in bits]
            least = min(risks, default=0)
            return [move for move, risk in zip(moves, risks, strict=True) if risk == least]
        if not people.around(red) & free:
            return (DONE,)
        found = [self._follow(red, free, offer) for offer in state.offers]
        return min(found, key=lambda each: each[0])[1]

    def _follow(self, red: Places, free: Places, offer: Offer) -> tuple[int, Sequence[Move]]:
        """Return the risk after an offer is used up, cures first, and the moves that may come first."""
        people, sturdy = self.plan.people, self.plan.sturdy
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
        return self.weigh(red, free), first or (DONE,)

    def weigh(self, red: Places, free: Places) -> int:
        """Return the risk of a board with red chips and free people."""
        people, vulnerable = self.plan.people, self.plan.vulnerable
        ways = weak = reached = 0
        for step in people.steps(red):
            new = step & free
            reached |= new
            ways += new.bit_count()
            weak += (new & vulnerable).bit_count()
        beyond = people.around(reached) & free & ~reached
        return WAY * ways + WEAK * weak + BEYOND * beyond.bit_count()

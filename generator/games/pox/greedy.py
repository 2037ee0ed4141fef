"""A player who stops the disease where it could spread most, without looking ahead."""

from collections.abc import Iterable, Sequence

from generator.games.pox.game import Pox
from generator.games.pox.moves import DONE, Infect, Move
from generator.games.pox.state import Chips, Offer, State
from generator.games.pox.turns import find_curable, find_exposed, find_healthy
from generator.rules.bits import list_bits, pick

WAY, WEAK, BEYOND = 4, 12, 1
"""Risk weights: per exposed neighbour, extra if vulnerable, per person one step farther."""


class Greedy:
    """Player who chooses the offer of the good part that leaves the least risk."""

    def __init__(self, rules: Pox) -> None:
        self.rules = rules
        self.plan = rules.plan

    def choose(self, state: State, actor: str) -> Sequence[Move]:
        chips = state.chips
        if state.stage == "outbreak":
            moves, bits = self.rules.moves(state, actor), self.plan.people.bits
            tried = [(move, chips.put(red=bits[move.place])) for move in moves if isinstance(move, Infect)]
            return [move for move, _ in self._find_safest(tried)]
        if not find_exposed(self.plan, chips):
            return (DONE,)
        found = [self._follow(chips, offer) for offer in state.offers]
        return min(found, key=lambda each: each[0])[1]

    def _follow(self, chips: Chips, offer: Offer) -> tuple[int, Sequence[Move]]:
        """Return the risk after an offer is used up, cures first, and the moves that may come first."""
        plan = self.plan
        people, cures = offer
        first: list[Move] = []
        for is_cure in (True,) * cures + (False,) * people:
            if is_cure:
                moves, places = self.rules.cures, find_curable(plan, chips)
            else:
                moves, places = self.rules.vaccinations, find_healthy(plan, chips) & find_exposed(plan, chips)
            boards = [chips.put(blue=1 << bit) for bit in list_bits(places)]
            if best := self._find_safest(zip(pick(moves, places), boards, strict=True)):
                first = first or [move for move, _ in best]
                chips = best[0][1]
        return self.weigh(chips), first or (DONE,)

    def _find_safest(self, tried: Iterable[tuple[Move, Chips]]) -> list[tuple[Move, Chips]]:
        rated = [(self.weigh(chips), move, chips) for move, chips in tried]
        least = min((risk for risk, _, _ in rated), default=0)
        return [(move, chips) for risk, move, chips in rated if risk == least]

    def weigh(self, chips: Chips) -> int:
        """Return the risk of a board; 0 if the disease is contained."""
        people = self.plan.people
        free = people.whole & ~chips.all
        ways = weak = reached = 0
        for step in people.steps(chips.red):
            new = step & free
            reached |= new
            ways += new.bit_count()
            weak += (new & self.plan.vulnerable).bit_count()
        beyond = people.around(reached) & free & ~reached
        return WAY * ways + WEAK * weak + BEYOND * beyond.bit_count()

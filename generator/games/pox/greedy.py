"""A player who always stops the disease where it could spread most, and looks no farther."""

from collections.abc import Sequence

from generator.games.pox.game import Pox
from generator.games.pox.moves import DONE, Cure, Infect, Move, Vaccinate
from generator.games.pox.neighbourhood import list_bits
from generator.games.pox.plan import Plan
from generator.games.pox.state import Chips, Offer, State
from generator.games.pox.turns import find_curable, find_exposed, find_healthy

WAY, WEAK, BEYOND = 4, 12, 1
"""Risk weights: per exposed neighbour, extra if vulnerable, per person one step farther."""


class Greedy:
    """Follows the offer of the good part that leaves the least risk."""

    def __init__(self, rules: Pox) -> None:
        self.rules = rules
        self.plan = rules.plan

    def choose(self, state: State, actor: str) -> Sequence[Move]:
        chips = state.chips
        if state.stage == "outbreak":
            moves = [move for move in self.rules.moves(state, actor) if isinstance(move, Infect)]
            bits = self.plan.people.bits
            best = _find_safest(self.plan, [chips.put(red=bits[move.place]) for move in moves])
            return tuple(moves[number] for number in best)
        if not find_exposed(self.plan, chips):
            return (DONE,)
        found = [self._follow(chips, offer) for offer in state.offers]
        return min(found, key=lambda each: each[0])[1]

    def _follow(self, chips: Chips, offer: Offer) -> tuple[int, Sequence[Move]]:
        """The risk after an offer is used up, cures first, and the moves it may begin with."""
        first: Sequence[Move] = ()
        people, cures = offer
        for kind in (Cure,) * cures + (Vaccinate,) * people:
            if kind is Cure:
                places = find_curable(self.plan, chips)
            else:
                places = find_healthy(self.plan, chips) & find_exposed(self.plan, chips)
            bits = [*list_bits(places)]
            tried = [chips.put(blue=1 << bit) for bit in bits]
            best = _find_safest(self.plan, tried)
            if best:
                first = first or tuple(kind(self.plan.people.ids[bits[number]]) for number in best)
                chips = tried[best[0]]
        return weigh(self.plan, chips), first or (DONE,)


def _find_safest(plan: Plan, boards: Sequence[Chips]) -> Sequence[int]:
    risks = [weigh(plan, chips) for chips in boards]
    least = min(risks, default=0)
    return [number for number, risk in enumerate(risks) if risk == least]


def weigh(plan: Plan, chips: Chips) -> int:
    """The risk of a board; 0: the disease is contained."""
    people = plan.people
    red, blue, black = chips
    free = people.whole & ~(red | blue | black)
    ways = weak = reached = 0
    for step in people.steps(red):
        new = step & free
        reached |= new
        ways += new.bit_count()
        weak += (new & plan.vulnerable).bit_count()
    beyond = people.around(reached) & free & ~reached
    return WAY * ways + WEAK * weak + BEYOND * beyond.bit_count()

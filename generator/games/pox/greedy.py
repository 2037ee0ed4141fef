"""A player who always stops the disease where it could spread most, and looks no farther."""

from collections.abc import Callable, Iterable, Sequence

from generator.games.pox.game import Pox
from generator.games.pox.moves import DONE, Cure, Infect, Move, Vaccinate
from generator.games.pox.neighbourhood import Places, list_bits
from generator.games.pox.plan import Plan
from generator.games.pox.state import Chips, Offer, State
from generator.games.pox.turns import find_curable, find_exposed, find_healthy

WAY, WEAK, BEYOND = 4, 12, 1
"""What it fears: each way to somebody, each to somebody vulnerable besides, each person one step farther."""


class Greedy:
    """Follows one offer of the good part, the one that leaves least to fear."""

    def __init__(self, rules: Pox) -> None:
        self.rules = rules
        self.plan = rules.plan

    def choose(self, state: State, actor: str) -> Sequence[Move]:
        if state.stage == "outbreak":
            return self._choose_outbreak(state, actor)
        if not find_exposed(self.plan, state.chips):
            return (DONE,)
        found = [self._follow(state.chips, offer) for offer in state.offers]
        _, moves = min(found, key=lambda each: each[0])
        return moves

    def _choose_outbreak(self, state: State, actor: str) -> Sequence[Move]:
        plan, chips = self.plan, state.chips
        infections = [move for move in self.rules.moves(state, actor) if isinstance(move, Infect)]
        fears = [
            weigh(plan, Chips(chips.red | plan.people.bits[move.place], chips.blue, chips.black))
            for move in infections
        ]
        least = min(fears)
        return tuple(move for move, fear in zip(infections, fears, strict=True) if fear == least)

    def _follow(self, chips: Chips, offer: Offer) -> tuple[int, Sequence[Move]]:
        """What is left to fear after an offer is used up, cures first, and the moves it may begin with."""
        first: Sequence[Move] = ()
        people, cures = offer
        for _ in range(cures):
            best, chips = self._pick(chips, list_bits(find_curable(self.plan, chips)), _cure)
            first = first or tuple(Cure(self.plan.people.ids[bit]) for bit in best)
        for _ in range(people):
            reached = find_healthy(self.plan, chips) & find_exposed(self.plan, chips)
            best, chips = self._pick(chips, list_bits(reached), _vaccinate)
            first = first or tuple(Vaccinate(self.plan.people.ids[bit]) for bit in best)
        return weigh(self.plan, chips), first or (DONE,)

    def _pick(
        self, chips: Chips, bits: Iterable[int], help: Callable[[Chips, Places], Chips]
    ) -> tuple[Sequence[int], Chips]:
        """The places that are best helped, and the chips with the first of them."""
        tried = [(bit, help(chips, 1 << bit)) for bit in bits]
        if not tried:
            return (), chips
        fears = [weigh(self.plan, after) for _, after in tried]
        least = min(fears)
        best = [each for each, fear in zip(tried, fears, strict=True) if fear == least]
        return tuple(bit for bit, _ in best), best[0][1]


def _cure(chips: Chips, place: Places) -> Chips:
    return Chips(chips.red & ~place, chips.blue | place, chips.black)


def _vaccinate(chips: Chips, place: Places) -> Chips:
    return Chips(chips.red, chips.blue | place, chips.black)


def weigh(plan: Plan, chips: Chips) -> int:
    """How much there is to fear."""
    people = plan.people
    free = people.whole & ~chips.all
    ways = weak = 0
    reached = 0
    for step in people.steps(chips.red):
        new = step & free
        reached |= new
        ways += new.bit_count()
        weak += (new & plan.vulnerable).bit_count()
    beyond = people.around(reached) & free & ~reached
    return WAY * ways + WEAK * weak + BEYOND * beyond.bit_count()

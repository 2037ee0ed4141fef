"""Knowledge for searching players of POX: who is worth helping, and how good a board is."""

from collections.abc import Sequence
from math import exp
from typing import TypeAlias

from generator.games.pox.game import Pox
from generator.games.pox.moves import DONE, Move
from generator.games.pox.state import State

Macro: TypeAlias = tuple[Move, ...]


class PoxKnowledge:
    """Evaluation and macros for one kit."""

    def __init__(self, rules: Pox) -> None:
        self.rules = rules
        self.plan = rules.plan

    def evaluate(self, state: State, seat: int) -> float:
        """Return the estimated chance of winning, the same for all players."""
        z = sum(weight * value for weight, value in zip(WEIGHTS, self.measure(state), strict=True))
        return 1 / (1 + exp(-z))

    def measure(self, state: State) -> tuple[float, ...]:
        """Return the features of a state, in the order of WEIGHTS."""
        people, chips = self.plan.people, state.chips
        red, free = chips.red, people.whole & ~chips.all
        sets = [step & free for step in people.steps(red)]
        exposed = sets[0] | sets[1] | sets[2] | sets[3]
        beyond = people.around(exposed) & free & ~exposed
        left = state.terms.allowed - chips.black.bit_count()
        sizes = sorted(each.bit_count() for each in sets)
        weak = [(each & self.plan.vulnerable).bit_count() for each in sets]
        return (
            1.0,
            left,
            sum(sizes),
            sizes[-1],
            exposed.bit_count(),
            sum(weak),
            max(weak) > left,
            beyond.bit_count(),
            (beyond & self.plan.vulnerable).bit_count(),
            red.bit_count(),
            not exposed,
        )

    def macros(self, state: State, actor: str) -> Sequence[Macro]:
        """Return help for people who are infected or exposed, and every infection of an outbreak."""
        if state.stage == "outbreak":
            return [(move,) for move in self.rules.moves(state, actor)]
        people, chips = self.plan.people, state.chips
        exposed = people.around(chips.red) & ~chips.all & self.plan.sturdy
        found: list[Macro] = [(move,) for move in self.rules.vaccinations.pick(exposed)]
        if any(cures for _, cures in state.offers):
            found += [(move,) for move in self.rules.cures.pick(chips.red & self.plan.sturdy)]
        if not found:
            found.append((DONE,))
        return found


WEIGHTS = (3.43, 0.74, -0.08, 0.08, -0.25, -0.47, -0.53, -0.13, -0.06, -0.06, 6.0)

"""How long a player may think about a decision: a number of simulated moves, or seconds."""

import re
from time import process_time

from generator.model.values import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """Limit of a decision; 0: none."""

    moves: int = 0
    """Simulated moves: decisions do not depend on the machine."""
    seconds: float = 0.0
    """Seconds of processor time: decisions depend on the speed of the machine."""


def parse_budget(text: str) -> Budget | None:
    """Read `4000` as moves and `0.5s` as seconds; None for anything else."""
    found = re.fullmatch(r"([1-9][0-9]{0,8})|([0-9]{1,4}(?:\.[0-9]{1,3})?)s", text)
    if found is None:
        return None
    if found[1]:
        return Budget(moves=int(found[1]))
    seconds = float(found[2])
    return Budget(seconds=seconds) if seconds else None


class Meter:
    """Budget that a decision has used; the search counts `moves`."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._began = process_time() if budget.seconds else 0.0
        self.moves = 0

    @property
    def used(self) -> float:
        """Share of the budget, 1 if all of it is used."""
        budget = self._budget
        if budget.seconds:
            return (process_time() - self._began) / budget.seconds
        return self.moves / budget.moves

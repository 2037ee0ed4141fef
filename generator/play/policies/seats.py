"""Different players at one table: each seat has a policy of its own."""

from collections.abc import Sequence
from typing import Generic

from generator.rules.core import M, Policy, S


class Seats(Generic[S, M]):
    """Policy that asks another one for each seat; None is a player who moves at random.

    With fewer policies than seats, they repeat.
    """

    def __init__(self, policies: Sequence[Policy[S, M] | None]) -> None:
        self.policies = policies

    def choose(self, state: S, actor: str) -> Sequence[M]:
        policy = self.policies[state.players.index(actor) % len(self.policies)]
        return policy.choose(state, actor) if policy else ()

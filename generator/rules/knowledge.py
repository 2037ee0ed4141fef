"""Knowledge of a game beyond its rules, for players that think; it is kept apart from the rules."""

from collections.abc import Callable, Sequence
from typing import Generic

from generator.model.values import dataclass
from generator.rules.core import M, Policy, S


@dataclass(frozen=True, kw_only=True)
class Knowledge(Generic[S, M]):
    """Facts that make a search stronger; every field may be left out."""

    evaluate: Callable[[S, int], float] | None = None
    """Estimated chance, from 0 to 1, that the player at a seat wins from a state that is not over.

    Without it, imagined games are played to their end.
    """
    macros: Callable[[S, str], Sequence[Sequence[M]]] | None = None
    """Moves worth thinking about for an actor, each followed by those that complete its purpose.

    All of them must be legal, one after another. None: the actor would rather let others act first.
    Without it, every legal move is thought about.
    """
    base: Policy[S, M] | None = None
    """Player of imagined games; None: the first policy of the game, or random moves."""
    horizon: int = 1
    """Number of turns after which imagined games stop and are evaluated."""

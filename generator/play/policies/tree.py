"""A tree of moves that were tried in imagined games, for games without an evaluation.

The moves that did well are tried more often (UCT; Kocsis and Szepesvári, 2006), each player's by what that
player won. Draws have branches of their own, but nothing is chosen there: chance decides by its odds.
"""

from collections.abc import Callable, Sequence
from math import log, sqrt
from random import Random
from typing import Generic

from generator.rules.core import M

CURIOSITY = 0.7
"""Weight of trying moves that were seldom tried; results are from 0 to 1."""


class Tree(Generic[M]):
    """A position, with the results of imagined games that reached it."""

    def __init__(self) -> None:
        self.games = 0
        self.sum = 0.0
        """Results of the player whose move led here."""
        self.branches: dict[M, Tree[M]] = {}

    def choose(self, moves: Sequence[M], chance: Random) -> M:
        """Return a move that was not tried yet, or else the most promising one."""
        untried = [move for move in moves if move not in self.branches]
        if untried:
            return untried[chance.randrange(len(untried))]
        width = CURIOSITY * sqrt(log(self.games + 1))
        return max(moves, key=lambda move: self.branches[move].promise(width))

    def promise(self, width: float) -> float:
        return self.sum / self.games + width / sqrt(self.games) if self.games else 1.0


class Descent(Generic[M]):
    """The way of one imagined game through a tree; it adds one position to the tree."""

    def __init__(self, tree: Tree[M]) -> None:
        self._way: list[tuple[Tree[M], str]] = [(tree, "")]
        self.is_inside = True
        """True until the game leaves the positions that are known."""

    @property
    def tree(self) -> Tree[M]:
        return self._way[-1][0]

    def go(self, actor: str, move: M) -> None:
        """Follow a move."""
        branches = self.tree.branches
        if move not in branches:
            branches[move] = Tree()
            self.is_inside = False
        self._way.append((branches[move], actor))

    def finish(self, rate: Callable[[str], float]) -> None:
        """Add the result of the game to all positions on the way; `rate` returns that of an actor."""
        for tree, actor in self._way:
            tree.games += 1
            tree.sum += rate(actor)

"""Exact chances of nature's moves, as whole numbers: quick to draw from, and fractions for who asks."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Generic

from generator.rules.core import M


class Odds(Mapping[M, Fraction], Generic[M]):
    """What `Rules.odds` may return: moves, each once, and how many parts of the whole each one has.

    Who plays by chance draws a move by `weights` without making a fraction of each.
    """

    __slots__ = ("moves", "weights")

    def __init__(self, moves: Sequence[M], weights: Sequence[int] | None = None) -> None:
        """Without `weights` each move is as likely as another. No weight may be 0."""
        self.moves = moves
        self.weights = weights
        """None: all are alike."""

    def __getitem__(self, move: M) -> Fraction:
        for index, each in enumerate(self.moves):
            if each == move:
                if self.weights is None:
                    return Fraction(1, len(self.moves))
                return Fraction(self.weights[index], sum(self.weights))
        raise KeyError(move)

    def __iter__(self) -> Iterator[M]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        return f"Odds({dict(self)!r})"

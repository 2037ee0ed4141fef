"""Exact odds of chance, quick to draw from."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Any, Generic, TypeVar

from generator.model.values import dataclass

K = TypeVar("K")
N = TypeVar("N")


class Odds(Mapping[K, Fraction], Generic[K]):
    """Values and their chances: each has at least one share of `total`.

    Simulations with them are several times faster: nothing is divided, and only the drawn value is made.
    """

    __slots__ = ("_known", "_make", "_shares", "total")

    def __init__(
        self, shares: Iterable[tuple[Any, int]] = (), *, make: Callable[[Any], K] | None = None
    ) -> None:
        """`make` turns the items of shares into values; None: the items are the values."""
        self._shares = tuple(shares)
        self._make = make
        self.total = sum([share for _, share in self._shares])
        self._known: dict[K, Fraction] | None = None

    @classmethod
    def of(cls, chances: Mapping[K, Fraction]) -> "Odds[K]":
        """Return chances that add up to 1 as shares."""
        if isinstance(chances, Odds):
            return chances
        whole = lcm(*(chance.denominator for chance in chances.values()))
        return Odds((value, int(chance * whole)) for value, chance in chances.items())

    def to(self, make: Callable[[K], N]) -> "Odds[N]":
        """Return the same chances of other values, such as of drawing a card instead of the card."""
        before = self._make
        if before is None:
            return Odds(self._shares, make=make)
        return Odds(self._shares, make=lambda item: make(before(item)))

    def pick(self, number: int) -> K:
        """Return the value at a number from 0 to `total` - 1; raises IndexError."""
        left = number
        for item, share in self._shares:
            left -= share
            if left < 0 <= number:
                picked: K = item if self._make is None else self._make(item)
                return picked
        raise IndexError(number)

    def __getitem__(self, value: K) -> Fraction:
        return self._chances()[value]

    def __iter__(self) -> Iterator[K]:
        return iter(self._chances())

    def __len__(self) -> int:
        return len(self._chances())

    def __bool__(self) -> bool:
        return self.total > 0

    def _chances(self) -> Mapping[K, Fraction]:
        if self._known is None:
            known: dict[K, Fraction] = {}
            for item, share in self._shares:
                value: K = item if self._make is None else self._make(item)
                known[value] = known.get(value, Fraction(0)) + Fraction(share, self.total)
            self._known = known
        return self._known


@dataclass(frozen=True, slots=True)
class Cards:
    """A shuffled pile: which cards, not in which order, sorted by id and without zero counts."""

    counts: tuple[tuple[str, int], ...] = ()

    def __iter__(self) -> Iterator[str]:
        """Yield every card as often as it occurs."""
        for card, count in self.counts:
            for _ in range(count):
                yield card

    def __len__(self) -> int:
        return sum([count for _, count in self.counts])

    def __bool__(self) -> bool:
        return self.counts != ()

    def __contains__(self, card: object) -> bool:
        return card in [known for known, _ in self.counts]

    @classmethod
    def of(cls, counts: Iterable[tuple[str, int]]) -> "Cards":
        """Return cards with counts; counts of the same card are added."""
        totals: dict[str, int] = {}
        for card, count in counts:
            totals[card] = totals.get(card, 0) + count
        return cls(tuple(sorted((card, count) for card, count in totals.items() if count)))

    def take(self, card: str) -> "Cards":
        """Return the pile without one such card; raises KeyError."""
        for place, (known, count) in enumerate(self.counts):
            if known == card:
                rest = ((card, count - 1),) if count > 1 else ()
                return Cards((*self.counts[:place], *rest, *self.counts[place + 1 :]))
        raise KeyError(card)

    def odds(self) -> Odds[str]:
        """Return the chance of each card to be on top."""
        return Odds(self.counts)


NO_CARDS = Cards()

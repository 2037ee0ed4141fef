"""Cards face down: which cards, not in which order.

Every card of a shuffled pile is equally likely to be on top.
"""

from collections.abc import Iterable, Iterator

from generator.model.values import dataclass
from generator.rules.odds import Odds


@dataclass(frozen=True, slots=True)
class Cards:
    """A multiset of cards, sorted by id, without zero counts."""

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
        found: dict[str, int] = {}
        for card, count in counts:
            found[card] = found.get(card, 0) + count
        return cls(tuple(sorted((card, count) for card, count in found.items() if count)))

    def take(self, card: str) -> "Cards":
        """Return the pile without one such card; raises KeyError."""
        for place, (known, count) in enumerate(self.counts):
            if known == card:
                rest = ((card, count - 1),) if count > 1 else ()
                return Cards((*self.counts[:place], *rest, *self.counts[place + 1 :]))
        raise KeyError(card)

    def odds(self) -> Odds[str]:
        """Return the chance of each card to be drawn next."""
        return Odds(self.counts)


NO_CARDS = Cards()

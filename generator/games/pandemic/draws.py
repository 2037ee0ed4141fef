"""The odds of a draw: cards that are all as likely, and at most one other thing."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from generator.games.pandemic.moves import Move
from generator.games.pandemic.plan import Cards
from generator.rules.odds import Odds


class Draws(Odds[Move]):
    """As other odds, but nothing is listed until somebody asks: a simulation only ever picks."""

    __slots__ = ("_cards", "_extra", "_of_card", "_share")

    def __init__(
        self,
        of_card: Sequence[Move],
        cards: Cards,
        *,
        share: int = 1,
        extra: Move | None = None,
        extra_share: int = 0,
    ) -> None:
        """`of_card` has the move of each card by its number; `extra_share` is 0 without `extra`."""
        super().__init__()
        self._of_card = of_card
        self._cards = cards
        self._share = share
        self._extra = extra
        self.total = share * len(cards) + extra_share

    def pick(self, number: int) -> Move:
        if not 0 <= number < self.total:
            raise IndexError(number)
        place = number // self._share
        if place < len(self._cards):
            return self._of_card[self._cards[place]]
        assert self._extra is not None, "only it has shares beyond those of the cards"
        return self._extra

    def __bool__(self) -> bool:
        return self.total > 0

    def _chances(self) -> Mapping[Move, Fraction]:
        if self._known is None:
            chances = {self._of_card[card]: Fraction(self._share, self.total) for card in self._cards}
            if self._extra is not None:
                chances[self._extra] = 1 - Fraction(self._share * len(self._cards), self.total)
            self._known = chances
        return self._known

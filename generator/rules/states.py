"""Building blocks of rules that are played quickly."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import compress
from math import exp, lcm
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from generator.model.values import dataclass, fields

P = ParamSpec("P")
_S = TypeVar("_S")
T = TypeVar("T")


def make_replace(kind: Callable[P, _S]) -> Callable[Concatenate[_S, P], _S]:
    """Return `dataclasses.replace` for one frozen dataclass, several times as fast, and checked by mypy.

    Every field must have a default; no slots, no cached property. Copies skip `__post_init__`. Raises
    TypeError for an unknown field.
    """
    # `kind` is typed as a function, so that mypy knows which parameters may be changed.
    made_of: Any = kind
    number = len(fields(made_of))
    make, put = object.__new__, object.__setattr__

    def replace(state: _S, /, *args: P.args, **changes: P.kwargs) -> _S:
        values = state.__dict__ | changes
        if args or len(values) != number:
            raise TypeError(f"{sorted(changes)}: not all are fields of {made_of.__name__}")
        made: _S = make(made_of)
        put(made, "__dict__", values)
        return made

    return replace


def change(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return a tuple with another value at a place."""
    return (*values[:place], value, *values[place + 1 :])


def remove(values: tuple[T, ...], value: T) -> tuple[T, ...]:
    """Return a tuple without the first of some equal values; raises ValueError if there is none."""
    place = values.index(value)
    return (*values[:place], *values[place + 1 :])


def check_seats(players: Sequence[str], **values: Sequence[object]) -> None:
    """Raise ValueError unless each field has one value for each player."""
    for name, each in values.items():
        if len(each) != len(players):
            raise ValueError(f"`{name}` has {len(each)} values for {len(players)} players")


def check_apart(**piles: Sequence[int]) -> None:
    """Raise ValueError unless each pile is sorted, and no card is in two of them."""
    pile_of: dict[int, str] = {}
    for name, cards in piles.items():
        for card in cards:
            if card in pile_of:
                raise ValueError(f"`{name}`: {card} is already in `{pile_of[card]}`")
            pile_of[card] = name
        if list(cards) != sorted(cards):
            raise ValueError(f"`{name}` must be in ascending order, not {tuple(cards)}")


def remember_last(find: Callable[[_S], T]) -> Callable[[_S], T]:
    """Return a function that remembers the result for the last state, by identity."""
    last: _S | None = None
    answer: T

    def ask(state: _S) -> T:
        nonlocal last, answer
        if state is not last:
            answer = find(state)
            last = state
        return answer

    return ask


def remembered(method: Callable[Concatenate[Any, P], T]) -> cached_property[Callable[P, T]]:
    """Decorate a method so that each object remembers its last results; the object needs no hash."""

    def bind(owner: object) -> Any:
        return lru_cache(maxsize=4096)(partial(method, owner))

    return cached_property(bind)


_DIGITS = bytes.maketrans(b"01", b"\0\1")
"""Table that translates the digits `0` and `1` to the bytes 0 and 1."""


def pick_items(items: Sequence[T], bits: int) -> list[T]:
    """Return the items of a set of bits, in their order; `items` has one for each bit."""
    digits = f"{bits:b}".encode().translate(_DIGITS)
    return list(compress(items, digits[::-1]))


_WIDTH = 10
_LOWEST = (1 << _WIDTH) - 1


class Picker(Generic[T]):
    """Picks from the same items as `pick_items` in a third of the time: it remembers each ten bits."""

    def __init__(self, items: Sequence[T]) -> None:
        """`items` has one for each bit."""
        self.items = items
        self._parts = [_Part(items[start : start + _WIDTH]) for start in range(0, len(items), _WIDTH)]

    def pick(self, bits: int) -> list[T]:
        """Return the items of a set of bits, in their order."""
        picked: list[T] = []
        for part in self._parts:
            picked += part[bits & _LOWEST]
            bits >>= _WIDTH
        return picked


class _Part(dict[int, list[T]]):
    """Some items in a row, picked by sets of bits."""

    def __init__(self, items: Sequence[T]) -> None:
        self._items = items

    def __missing__(self, bits: int) -> list[T]:
        picked = self[bits] = pick_items(self._items, bits)
        return picked


def list_bits(bits: int) -> Iterator[int]:
    """Yield the numbers of the bits that are 1, the lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


class Lazy(Sequence[T]):
    """A sequence of values that are made when they are read: parts, each a function and its arguments.

    Random play needs the number of legal moves, and only one of them.
    """

    __slots__ = ("_parts", "_size")

    def __init__(self, parts: Iterable[tuple[Callable[[Any], T], Sequence[Any]]]) -> None:
        self._parts = [*parts]
        self._size = sum([len(items) for _, items in self._parts])

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[T]:
        for make, items in self._parts:
            yield from map(make, items)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple(self)[index]
        place, left = 0, range(self._size)[index]
        while left >= len(self._parts[place][1]):
            left -= len(self._parts[place][1])
            place += 1
        make, items = self._parts[place]
        return make(items[left])


K = TypeVar("K")
N = TypeVar("N")


class Odds(Mapping[K, Fraction], Generic[K]):
    """Values and their chances: each has at least one share of `total`.

    Simulations are several times faster than with fractions: nothing is divided, and only the drawn value is
    made.
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
        """Return odds from chances that add up to 1."""
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
            if number >= 0 > left:
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


C = TypeVar("C")

_LOPSIDED = 50.0
"""A difference that leaves no chance; `exp` of a much larger one is an error."""


def list_best(moves: Iterable[C], rate: Callable[[C], float]) -> list[C]:
    """Return all moves of the highest worth, in order."""
    rated = [(rate(move), move) for move in moves]
    most = max((worth for worth, _ in rated), default=0)
    return [move for worth, move in rated if worth == most]


def estimate_chance(features: Iterable[float], weights: Iterable[float]) -> float:
    """Return the chance that all win together, from 0 to 1, by a logistic function of weighted features."""
    z = 0.0
    # One after the other: `sum` rounds floats in another way from Python 3.12 on, and games would differ.
    for value, weight in zip(features, weights, strict=True):
        z += weight * value
    return 1 / (1 + exp(-z))


def estimate_chance_to_win(worths: Sequence[float], seat: int, luck: float) -> float:
    """Return the chance of a player to win against the others: the better these stand, the smaller.

    `luck` is a difference by which chance decides about as much as what players have reached.
    """
    own = worths[seat]
    return 1 / sum([exp(min((other - own) / luck, _LOPSIDED)) for other in worths])

"""Helpers for states: checks, quick copies, and remembered answers."""

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache, partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from generator.model.values import fields

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")


def make_replace(kind: Callable[P, S]) -> Callable[Concatenate[S, P], S]:
    """Return `dataclasses.replace` for one frozen dataclass, several times as fast, and checked by mypy.

    Every field must have a default; no slots, no cached property. Copies skip `__post_init__`. Raises
    TypeError for an unknown field.
    """
    # mypy does not know that a class is asked for: its parameters are what may be changed.
    made_of: Any = kind
    number = len(fields(made_of))
    make, put = object.__new__, object.__setattr__

    def replace(state: S, /, *args: P.args, **changes: P.kwargs) -> S:
        values = state.__dict__ | changes
        if args or len(values) != number:
            raise TypeError(f"{sorted(changes)}: not all are fields of {made_of.__name__}")
        made: S = make(made_of)
        put(made, "__dict__", values)
        return made

    return replace


def change(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return values with another one at a place."""
    return (*values[:place], value, *values[place + 1 :])


def remove(values: tuple[T, ...], value: T) -> tuple[T, ...]:
    """Return values without the first one that is equal to a value; raises ValueError."""
    place = values.index(value)
    return (*values[:place], *values[place + 1 :])


def check_seats(players: Sequence[str], **values: Sequence[object]) -> None:
    """Raise ValueError unless each field has one value for each player."""
    for name, each in values.items():
        if len(each) != len(players):
            raise ValueError(f"`{name}` has {len(each)} values for {len(players)} players")


def check_apart(**piles: Sequence[int]) -> None:
    """Raise ValueError unless each pile is sorted, and no card is in two of them."""
    met: dict[int, str] = {}
    for name, cards in piles.items():
        for card in cards:
            if card in met:
                raise ValueError(f"`{name}`: {card} is already in `{met[card]}`")
            met[card] = name
        if list(cards) != sorted(cards):
            raise ValueError(f"`{name}` must be in ascending order, not {tuple(cards)}")


def remember_last(find: Callable[[S], T]) -> Callable[[S], T]:
    """Return a function that remembers the result for the last state, by identity."""
    last: S | None = None
    answer: T

    def ask(state: S) -> T:
        nonlocal last, answer
        if state is not last:
            answer = find(state)
            last = state
        return answer

    return ask


def remembered(method: Callable[Concatenate[Any, P], T]) -> cached_property[Callable[P, T]]:
    """Decorate a method, so that each object remembers its last results; the object needs no hash."""

    def bind(owner: object) -> Any:
        return lru_cache(maxsize=4096)(partial(method, owner))

    return cached_property(bind)

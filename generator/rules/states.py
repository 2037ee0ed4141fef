"""What all states need: a check when one is built, quick copies with other values, answers that are kept."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")


def make_replace(kind: Callable[P, S]) -> Callable[Concatenate[S, P], S]:
    """`dataclasses.replace` for one frozen dataclass, several times as fast, checked by mypy as well.

    Every field must have a default, or the checker asks for it; no slots, no cached property.
    `__post_init__` checks what is built, and not these copies. TypeError for a value that is no field.
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


def check_seats(players: Sequence[str], **values: Sequence[object]) -> None:
    """Raise ValueError unless each of these fields has one value for each player."""
    for name, each in values.items():
        if len(each) != len(players):
            raise ValueError(f"`{name}` has {len(each)} values for {len(players)} players")


def check_apart(**piles: Sequence[int]) -> None:
    """Raise ValueError unless each pile is in ascending order, and no card lies twice in all of them."""
    met: dict[int, str] = {}
    for name, cards in piles.items():
        for card in cards:
            if card in met:
                raise ValueError(f"`{name}`: {card} lies in `{met[card]}` already")
            met[card] = name
        if list(cards) != sorted(cards):
            raise ValueError(f"`{name}` must be in ascending order, not {tuple(cards)}")


def remember_last(find: Callable[[S], T]) -> Callable[[S], T]:
    """A function that does not look again while it is asked about the very same state.

    Who may act is asked to choose, to list moves and to check one.
    """
    last: tuple[S, T] | None = None

    def ask(state: S) -> T:
        nonlocal last
        if last is None or last[0] is not state:
            last = (state, find(state))
        return last[1]

    return ask

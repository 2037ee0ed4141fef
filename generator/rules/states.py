"""What is done with states a million times: they are copied with other values, and asked one thing thrice."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")


def make_replace(kind: Callable[P, S]) -> Callable[Concatenate[S, P], S]:
    """`dataclasses.replace` for one frozen dataclass, several times as fast, checked by mypy as well.

    Every field must have a default, or the checker asks for it; no slots, no cached property, no
    `__post_init__`. TypeError for a value that is no field.
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

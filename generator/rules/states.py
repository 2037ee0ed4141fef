"""Helpers for states: quick copies and remembered answers."""

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from generator.model.values import fields

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")


def make_replace(kind: Callable[P, S]) -> Callable[Concatenate[S, P], S]:
    """Return `dataclasses.replace` for one frozen dataclass, several times as fast, and checked by mypy.

    Every field must have a default; no slots, no cached property; copies skip `__post_init__`. Raises
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

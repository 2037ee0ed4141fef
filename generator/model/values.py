"""Dataclasses that are quick to define: `__init__` is compiled when it is first called, the rest is shared.

`dataclasses` compiles six methods of each class when it is defined. This would take a sixth of the time of a
small run, which imports hundreds of classes, but makes or compares values of few.
"""

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from dataclasses import MISSING, Field
from dataclasses import field as field
from dataclasses import fields as fields
from dataclasses import is_dataclass as is_dataclass
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import replace as replace
else:

    def dataclass(kind=None, /, *, frozen=False, eq=True, **settings):
        """Decorate a class like `dataclasses.dataclass`.

        There is no `InitVar`, and a field with `init=False` must have a default.
        """
        if settings.keys() - {"slots", "kw_only"}:
            return dataclasses.dataclass(kind, frozen=frozen, eq=eq, **settings)

        def make(kind):
            # Without a docstring, `dataclasses` would write one with the signature, which takes long.
            kind.__doc__ = kind.__doc__ or kind.__name__
            made = dataclasses.dataclass(kind, init=False, repr=False, eq=False, **settings)
            methods = {"__init__": _delay_init(made), "__repr__": _show}
            if settings.get("slots"):
                methods |= {"__getstate__": _list_values, "__setstate__": _set_values}
            if eq:
                methods |= {"__eq__": _equals, "__hash__": _hash if frozen else None}
            for name, method in methods.items():
                if name not in vars(kind):
                    setattr(made, name, method)
            if frozen:
                made.__setattr__ = made.__delattr__ = _refuse
            return made

        return make if kind is None else make(kind)

    def replace(value, /, **changes):
        """Return a copy of a dataclass with other values, like `dataclasses.replace`."""
        kind = type(value)
        return kind(**{name: getattr(value, name) for name in _list_names(kind)} | changes)


def _delay_init(kind: Any) -> Callable[..., None]:
    """Return a method that replaces itself by the compiled one when it is called."""

    def __init__(self: object, *args: Any, **values: Any) -> None:
        kind.__init__ = _compile_init(kind)
        kind.__init__(self, *args, **values)

    return __init__


def _compile_init(kind: Any) -> Callable[..., None]:
    """Return a method as `dataclasses` makes it, in a sixth of the time."""
    space: dict[str, Any] = {"_put": object.__setattr__, "_MISSING": MISSING}
    for one in fields(kind):
        space |= {f"_default_{one.name}": one.default, f"_make_{one.name}": one.default_factory}
    exec("\n ".join(_write_init(kind)), space)
    method: Callable[..., None] = space["__init__"]
    method.__qualname__ = f"{kind.__qualname__}.__init__"
    return method


def _write_init(kind: Any) -> Iterator[str]:
    """Yield the lines of a method that sets all fields."""
    given = [one for one in fields(kind) if one.init]
    parameters = [_write_parameter(one) for one in given if not one.kw_only]
    keywords = [_write_parameter(one) for one in given if one.kw_only]
    star = ["*"] if keywords else []
    yield f"def __init__({', '.join(['self', *parameters, *star, *keywords])}):"
    yield from (f"_put(self, {one.name!r}, {_write_value(one)})" for one in fields(kind))
    yield "self.__post_init__()" if hasattr(kind, "__post_init__") else "pass"


def _write_parameter(one: Field[Any]) -> str:
    """Return the parameter of a field, with its default."""
    if one.default_factory is not MISSING:
        return f"{one.name}=_MISSING"
    return one.name if one.default is MISSING else f"{one.name}=_default_{one.name}"


def _write_value(one: Field[Any]) -> str:
    """Return the expression for the value that a field gets."""
    if one.default_factory is MISSING:
        return one.name if one.init else f"_default_{one.name}"
    made = f"_make_{one.name}()"
    return f"{made} if {one.name} is _MISSING else {one.name}" if one.init else made


def _show(self: Any) -> str:
    shown = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{type(self).__qualname__}({shown})"


def _equals(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    get = _find_compared(self.__class__)
    return get(self) == get(other)


def _hash(self: Any) -> int:
    return hash(_find_hashed(self.__class__)(self))


@cache
def _find_compared(kind: Any) -> Callable[[object], object]:
    """Return the function that gets all compared values of a dataclass."""
    return _get_all(one.name for one in fields(kind) if one.compare)


@cache
def _find_hashed(kind: Any) -> Callable[[object], object]:
    """Return the function that gets all values of a dataclass that are part of its hash."""
    return _get_all(one.name for one in fields(kind) if (one.compare if one.hash is None else one.hash))


def _get_all(names: Iterable[str]) -> Callable[[object], object]:
    found = [*names]
    return attrgetter(*found) if found else lambda _: ()


@cache
def _list_names(kind: Any) -> tuple[str, ...]:
    return tuple(one.name for one in fields(kind) if one.init)


def _refuse(self: object, name: str, value: object = None) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot change field {name!r}")


def _list_values(self: Any) -> list[object]:
    return [getattr(self, one.name) for one in fields(self)]


def _set_values(self: Any, values: list[object]) -> None:
    for one, value in zip(fields(self), values, strict=True):
        object.__setattr__(self, one.name, value)

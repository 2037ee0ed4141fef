"""Dataclasses that are quick to define: `__init__` is compiled when it is first called, the rest is shared.

`dataclasses` compiles six methods of each class when it is defined. This would take a sixth of the time of a
small run, which imports hundreds of classes, but makes or compares values of few.
"""

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import MISSING as MISSING
from dataclasses import Field
from dataclasses import field as field
from dataclasses import fields as fields
from dataclasses import is_dataclass as is_dataclass
from functools import cache
from operator import attrgetter
from types import MemberDescriptorType
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
            # Without a docstring, `dataclasses` would generate one with the signature, which is slow.
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
        names = _list_names(kind)
        return kind(**dict(zip(names, _get_given(kind)(value), strict=True)) | changes)


def _delay_init(kind: Any) -> Callable[..., None]:
    """Return a method that replaces itself by the compiled one when it is called."""

    def __init__(self: object, *args: Any, **values: Any) -> None:
        kind.__init__ = _compile_init(kind)
        kind.__init__(self, *args, **values)

    return __init__


def _compile_init(kind: Any) -> Callable[..., None]:
    """Return a method as `dataclasses` makes it, in a sixth of the time."""
    space: dict[str, Any] = {"_put": object.__setattr__, "_MISSING": MISSING}
    for attribute in fields(kind):
        space[f"_default_{attribute.name}"] = attribute.default
        space[f"_make_{attribute.name}"] = attribute.default_factory
        if _has_slot(kind, attribute.name):
            space[f"_put_{attribute.name}"] = getattr(kind, attribute.name).__set__
    exec("\n ".join(_write_init(kind)), space)
    method: Callable[..., None] = space["__init__"]
    method.__qualname__ = f"{kind.__qualname__}.__init__"
    return method


def _write_init(kind: Any) -> Iterator[str]:
    """Yield the lines of a method that sets all fields."""
    given = [attribute for attribute in fields(kind) if attribute.init]
    parameters = [_write_parameter(attribute) for attribute in given if not attribute.kw_only]
    keywords = [_write_parameter(attribute) for attribute in given if attribute.kw_only]
    star = ["*"] if keywords else []
    yield f"def __init__({', '.join(['self', *parameters, *star, *keywords])}):"
    for attribute in fields(kind):
        name, value = attribute.name, _write_value(attribute)
        # A slot is set faster by itself than by its name.
        yield f"_put_{name}(self, {value})" if _has_slot(kind, name) else f"_put(self, {name!r}, {value})"
    yield "self.__post_init__()" if hasattr(kind, "__post_init__") else "pass"


def _has_slot(kind: Any, name: str) -> bool:
    return isinstance(getattr(kind, name, None), MemberDescriptorType)


def _write_parameter(attribute: Field[Any]) -> str:
    if attribute.default_factory is not MISSING:
        return f"{attribute.name}=_MISSING"
    return attribute.name if attribute.default is MISSING else f"{attribute.name}=_default_{attribute.name}"


def _write_value(attribute: Field[Any]) -> str:
    if attribute.default_factory is MISSING:
        return attribute.name if attribute.init else f"_default_{attribute.name}"
    made = f"_make_{attribute.name}()"
    return f"{made} if {attribute.name} is _MISSING else {attribute.name}" if attribute.init else made


def _show(self: Any) -> str:
    shown = ", ".join(
        f"{attribute.name}={getattr(self, attribute.name)!r}" for attribute in fields(self) if attribute.repr
    )
    return f"{type(self).__qualname__}({shown})"


def _equals(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    get = _make_key(self.__class__, False)
    return get(self) == get(other)


def _hash(self: Any) -> int:
    return hash(_make_key(self.__class__, True)(self))


@cache
def _make_key(kind: Any, hashes: bool) -> Callable[[object], object]:
    """Return the function that gets all values of a dataclass that are compared, or part of its hash."""
    known = ((each.name, each.hash if hashes else None, each.compare) for each in fields(kind))
    names = [
        name for name, is_hashed, is_compared in known if (is_compared if is_hashed is None else is_hashed)
    ]
    return attrgetter(*names) if names else lambda _: ()


@cache
def _list_names(kind: Any) -> tuple[str, ...]:
    return tuple(attribute.name for attribute in fields(kind) if attribute.init)


@cache
def _get_given(kind: Any) -> Callable[[object], tuple[object, ...]]:
    """Return the function that gets all values that make a dataclass."""
    names = _list_names(kind)
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)


def _refuse(self: object, name: str, value: object = None) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot change field {name!r}")


def _list_values(self: Any) -> list[object]:
    """Return the state of a value with slots for pickle."""
    return [getattr(self, name) for name in _list_all_names(self.__class__)]


def _set_values(self: Any, values: list[object]) -> None:
    put = object.__setattr__
    for name, value in zip(_list_all_names(self.__class__), values, strict=True):
        put(self, name, value)


@cache
def _list_all_names(kind: Any) -> tuple[str, ...]:
    return tuple(attribute.name for attribute in fields(kind))

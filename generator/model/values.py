"""Dataclasses that are quick to define: `__init__` is compiled when it is first called, the rest is shared.

`dataclasses` compiles six methods of each class when it is defined. This would take a sixth of the time of a
small run, which imports hundreds of classes, but makes or compares values of few.
"""

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, Field
from dataclasses import MISSING as MISSING
from dataclasses import field as field
from dataclasses import fields as fields
from dataclasses import is_dataclass as is_dataclass
from functools import cache
from inspect import get_annotations
from operator import attrgetter
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import replace as replace
else:

    def dataclass(kind=None, /, *, frozen=False, eq=True, slots=False, kw_only=False, **others):
        """Decorate a class like `dataclasses.dataclass`.

        There is no `InitVar`, and a field with `init=False` must have a default.
        """
        if others:
            return dataclasses.dataclass(kind, frozen=frozen, eq=eq, slots=slots, kw_only=kw_only, **others)

        def make(kind):
            known = _collect_fields(kind, kw_only)
            given = (one.name for one in known.values() if one.init and not one.kw_only)
            added = {
                "__dataclass_fields__": known,
                "__dataclass_params__": _Plain.__dataclass_params__,
                "__match_args__": tuple(given),
                "__repr__": _show,
            }
            if slots:
                added |= {"__getstate__": _list_values, "__setstate__": _set_values}
            if eq:
                added |= {"__eq__": _equals, "__hash__": _hash if frozen else None}
            own = vars(kind)
            added = {name: one for name, one in added.items() if name not in own}
            added["__doc__"] = kind.__doc__ or kind.__name__
            if frozen:
                added |= {"__setattr__": _refuse, "__delattr__": _refuse}
            if slots:
                made = _make_slotted(kind, known, added)
            else:
                made = kind
                for name, one in added.items():
                    setattr(made, name, one)
            if "__init__" not in own:
                made.__init__ = _delay_init(made)
            return made

        return make if kind is None else make(kind)

    def replace(value, /, **changes):
        """Return a copy of a dataclass with other values, like `dataclasses.replace`."""
        kind = type(value)
        names = _list_names(kind)
        return kind(**dict(zip(names, _get_given(kind)(value), strict=True)) | changes)


@dataclasses.dataclass(init=False, repr=False, eq=False)
class _Plain:
    """A dataclass of the standard library, whose marks the others have."""

    value: int


_plain: Any = fields(_Plain)[0]
_FIELD = _plain._field_type
"""What `dataclasses` calls a field that is an attribute of values, not of the class."""


def _collect_fields(kind: Any, kw_only: bool) -> dict[str, Field[Any]]:
    """Return the fields of a class and those of its bases by name, with defaults as its attributes."""
    known: dict[str, Any] = {}
    for base in reversed(kind.__mro__[1:]):
        known |= getattr(base, "__dataclass_fields__", {})
    for name, shape in get_annotations(kind).items():
        if shape is KW_ONLY:
            kw_only = True
        elif getattr(shape, "__origin__", shape) is not ClassVar:
            known[name] = _make_field(kind, name, shape, kw_only)
    return known


def _make_field(kind: Any, name: str, shape: object, kw_only: bool) -> Any:
    default = getattr(kind, name, MISSING)
    if isinstance(default, Field):
        made: Any = default
        if made.default is MISSING:
            delattr(kind, name)
        else:
            setattr(kind, name, made.default)
    else:
        # A slot of a base is no default.
        made = field(default=MISSING if isinstance(default, MemberDescriptorType) else default)
    made.name, made.type, made._field_type = name, shape, _FIELD
    if made.kw_only is MISSING:
        made.kw_only = kw_only
    return made


def _make_slotted(kind: Any, known: Mapping[str, Field[Any]], added: Mapping[str, object]) -> Any:
    """Return a class with slots for its fields, which can only be given when a class is made."""
    inherited = {slot for base in kind.__mro__[1:-1] for slot in vars(base).get("__slots__", ())}
    gone = {*known, "__dict__", "__weakref__"}
    space = {name: one for name, one in vars(kind).items() if name not in gone}
    space |= {**added, "__slots__": tuple(name for name in known if name not in inherited)}
    made = type(kind)(kind.__name__, kind.__bases__, space)
    made.__qualname__ = kind.__qualname__
    return made


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

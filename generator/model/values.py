"""Dataclasses whose methods are compiled when they are first called.

`dataclasses` compiles six methods of each class when it is defined. This would take a sixth of the time of a
small run, which imports hundreds of classes, but makes or compares values of few.
"""

import copy
import dataclasses
from collections.abc import Callable
from dataclasses import field as field
from dataclasses import fields as fields
from dataclasses import is_dataclass as is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

_METHODS = {"__init__": "init", "__repr__": "repr", "__eq__": "eq", "__hash__": "eq"}
"""Methods of a dataclass, and the setting with which `dataclasses` compiles each."""

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import replace as replace
else:

    def dataclass(kind=None, /, *, frozen=False, eq=True, **settings):
        """Decorate a class like `dataclasses.dataclass`, with the same settings."""
        if settings.keys() - {"slots", "kw_only"}:
            return dataclasses.dataclass(kind, frozen=frozen, eq=eq, **settings)

        def make(kind):
            # Without a docstring, `dataclasses` would write one with the signature, which takes long.
            kind.__doc__ = kind.__doc__ or kind.__name__
            made = dataclasses.dataclass(kind, init=False, repr=False, eq=False, **settings)
            compiled = [name for name in _METHODS if eq or _METHODS[name] != "eq"]
            methods = {name: _delay(made, name, is_frozen=frozen) for name in compiled}
            if settings.get("slots"):
                methods |= {"__getstate__": _list_values, "__setstate__": _set_values}
            if eq and not frozen:
                methods["__hash__"] = None
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


def _delay(kind: type, name: str, *, is_frozen: bool) -> Callable[..., Any]:
    """Return a method that replaces itself by the compiled one when it is called."""

    def call(self: object, *args: Any, **values: Any) -> Any:
        method = _compile_init(kind, is_frozen=is_frozen) if name == "__init__" else _compile(kind, name)
        setattr(kind, name, method)
        return method(self, *args, **values)

    return call


def _compile(kind: Any, name: str) -> Callable[..., Any]:
    """Return a method that `dataclasses` makes for a class with the same fields."""
    declared = [(one.name, object, copy.copy(one)) for one in fields(kind)]
    wanted: dict[str, Any] = {
        "repr": name == "__repr__",
        "eq": name == "__eq__",
        "unsafe_hash": name == "__hash__",
    }
    twin = dataclasses.make_dataclass(kind.__name__, declared, init=False, **wanted)
    method: Callable[..., Any] = getattr(twin, name)
    return method


def _compile_init(kind: Any, *, is_frozen: bool) -> Callable[..., None]:
    """Return a method as `dataclasses` makes it, in a sixth of the time: most methods are of this kind."""
    space: dict[str, Any] = {"put": object.__setattr__, "NO_VALUE": dataclasses.MISSING}
    listed: dict[bool, list[str]] = {False: ["self"], True: ["*"]}
    steps = []
    for one in fields(kind):
        name = value = one.name
        default = ""
        if one.default_factory is not dataclasses.MISSING:
            space[f"make_{name}"] = one.default_factory
            value = f"make_{name}() if {name} is NO_VALUE else {name}" if one.init else f"make_{name}()"
            default = "=NO_VALUE"
        elif one.default is not dataclasses.MISSING:
            space[f"default_{name}"] = one.default
            value = name if one.init else f"default_{name}"
            default = f"=default_{name}"
        if one.init:
            listed[one.kw_only is True].append(name + default)
        steps.append(f"    put(self, {name!r}, {value})" if is_frozen else f"    self.{name} = {value}")
    keywords = listed[True] if len(listed[True]) > 1 else []
    steps += ["    self.__post_init__()"] * hasattr(kind, "__post_init__")
    exec("\n".join([f"def __init__({', '.join([*listed[False], *keywords])}):", *steps, "    pass"]), space)
    method: Callable[..., None] = space["__init__"]
    method.__qualname__ = f"{kind.__qualname__}.__init__"
    return method


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

"""The class of rules of others: what it lacks, what has another form, and what is misspelt."""

import inspect
import linecache
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from generator.errors import find_near, list_briefly
from generator.rules.core import Rules
from generator.rules.own_code import BrokenContract, describe_kind, is_ours
from generator.rules.secrets import Secretive

METHODS = ("start", "actors", "moves", "odds", "check", "apply", "outcome", "score", "parse")
"""Methods of `Rules`."""
HIDING = ("unknown", "sees", "cover")
"""Methods of `Secretive`, which rules need not have."""
_HIDDEN = ("secret", "face_down")
"""Attributes of `Secretive`."""


def check_rules_class(rules: object) -> None:
    """Raise BrokenContract for rules of a class that is not what the contract says."""
    _check_methods(rules)
    _check_attributes(rules)
    _check_spelling(rules)


def describe_missing(kind: type, missing: Iterable[str]) -> str:
    """Return what a class does not have, with names that may be meant."""
    names = list(missing)
    own = [each for each in dir(kind) if each not in (*METHODS, *HIDING, *names) and each[0] != "_"]
    near = [f"`{found}` may be `{each}`" for each in names for found in find_near(each, own)]
    hint = f" ({', '.join(near)})" if near else ""
    return f"{kind.__name__} has no {list_briefly(f'`{each}`' for each in names)}{hint}"


def _check_methods(rules: object) -> None:
    """Raise BrokenContract for a class in place of an object, and for methods that cannot be called."""
    if isinstance(rules, type):
        raise BrokenContract(f"`rules` is the class {rules.__name__}; write `rules={rules.__name__}(kit)`")
    name = type(rules).__name__
    attributes = ("is_shared", "options", *METHODS)
    if missing := [each for each in attributes if not hasattr(rules, each)]:
        raise BrokenContract(describe_missing(type(rules), missing))
    for method in (*METHODS, *(each for each in HIDING if hasattr(rules, each))):
        own_method = getattr(rules, method)
        declared: Callable[..., object] = getattr(Rules if method in METHODS else Secretive, method)
        names = [*inspect.signature(declared).parameters]
        wanted = f"`def {method}({', '.join(names)})`"
        if not callable(own_method):
            raise BrokenContract(f"`{method}` of {name} must be a method: {wanted}")
        try:
            inspect.signature(own_method).bind(*names[1:])
        except TypeError as error:
            raise BrokenContract(f"`{method}` of {name} must be {wanted}: {error}", method) from error


def _check_attributes(rules: Any) -> None:
    if not isinstance(rules.is_shared, bool):
        raise BrokenContract(f"`is_shared` must be True or False, not {describe_kind(rules.is_shared)}")
    options = rules.options
    if not isinstance(options, Mapping):
        wanted = "the values of each option by its key"
        raise BrokenContract(f"`options` must have {wanted}, not {describe_kind(options)}")
    for key, values in options.items():
        if isinstance(values, str) or not all(isinstance(value, str) for value in values):
            raise BrokenContract(f'the values of the option `{key}` must be texts: ("no", "yes")')
    for attribute in _HIDDEN:
        names = getattr(rules, attribute, ())
        if not isinstance(names, Iterable) or not all(isinstance(name, str) for name in names):
            raise BrokenContract(f"`{attribute}` must be names of fields, not {names!r}")


def _check_spelling(rules: object) -> None:
    """Raise BrokenContract for a method or an attribute that nobody uses, because its name is misspelt."""
    kinds = [kind for kind in type(rules).__mro__ if kind is not object]
    written = {name: kind for kind in kinds if not is_ours(kind) for name in vars(kind) if name[0] != "_"}
    known = {*METHODS, *HIDING, *_HIDDEN, *(name for kind in kinds if is_ours(kind) for name in vars(kind))}
    missing = [name for name in known if name not in written and name[0] != "_"]
    for name, kind in written.items():
        near = () if name in known else find_near(name, missing)
        if near and _count_uses(name, kind) == 1:
            method = name if callable(getattr(kind, name)) else ""
            raise BrokenContract(f"nothing uses `{name}`; `{near[0]}` may be meant", method)


def _count_uses(name: str, kind: type) -> int:
    """Return how often a name is written in the file of a class; 0 if that is not known."""
    file = getattr(sys.modules.get(kind.__module__), "__file__", None) or ""
    return len(re.findall(rf"\b{name}\b", "".join(linecache.getlines(file))))

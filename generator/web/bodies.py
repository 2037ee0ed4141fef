"""Strict reader of JSON that a page sends: exactly the fields of a dataclass, each of its declared type."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING
from functools import partial
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from generator.errors import suggest, tidy
from generator.model.values import fields, is_dataclass

T = TypeVar("T")

MOST_ITEMS = 10_000
"""Maximum number of items of a list or keys of an object."""
_HALF = re.compile("[\ud800-\udfff]")
"""Halves of surrogate pairs, which no text can contain."""
_KINDS: Mapping[type, str] = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}


class BadBody(ValueError):
    """A body that is not what the address takes: where it is wrong, and what would be right."""


def read_body(kind: type[T], data: bytes) -> T:
    """Return JSON as a dataclass; raises BadBody.

    Fields may be texts, numbers, true or false, literals, tuples, mappings by text, dataclasses, and None.
    """
    try:
        value = json.loads(
            data.decode("utf-8"), object_pairs_hook=_take_pairs, parse_constant=_refuse_constant
        )
    except UnicodeDecodeError as error:
        raise BadBody("the body is not UTF-8") from error
    except RecursionError as error:
        raise BadBody("the body is nested too deeply") from error
    except BadBody:
        raise
    except ValueError as error:
        raise BadBody(f"the body is not JSON: {tidy(str(error))}") from error
    found: T = _read_value(kind, value, "the body")
    return found


def _take_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadBody("a key occurs twice")
    return found


def _refuse_constant(name: str) -> Any:
    raise BadBody(f"{name} is not a number")


def _read_value(hint: Any, value: Any, where: str) -> Any:
    if is_dataclass(hint):
        return _read_fields(hint, value, where)
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        if value is None and type(None) in inside:
            return None
        return _read_value(next(one for one in inside if one is not type(None)), value, where)
    if origin is Literal:
        if not any(value == one and type(value) is type(one) for one in inside):
            raise BadBody(f"{where} must be one of: {', '.join(map(str, inside))}")
        return value
    if origin is tuple:
        return tuple(_read_items(inside[0], value, where))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        given = _check_size(value, dict, "an object", where)
        for key in given:
            _read_plain(str, key, f"a key of {where}")
        return {key: _read_value(inside[1], one, f"`{tidy(key)}` of {where}") for key, one in given.items()}
    return _read_plain(hint, value, where)


def _read_items(hint: Any, value: Any, where: str) -> Any:
    items = _check_size(value, list, "a list", where)
    return (_read_value(hint, one, f"item {number} of {where}") for number, one in enumerate(items, 1))


def _check_size(value: Any, kind: type[list[Any] | dict[str, Any]], what: str, where: str) -> Any:
    if type(value) is not kind:
        raise BadBody(f"{where} must be {what}")
    if len(value) > MOST_ITEMS:
        raise BadBody(f"{where} has {len(value)} items; at most {MOST_ITEMS} are allowed")
    return value


def _read_plain(kind: Any, value: Any, where: str) -> Any:
    if kind is float and type(value) is int:
        try:
            return float(value)
        except OverflowError as error:
            raise BadBody(f"{where} is too large") from error
    if type(value) is not kind:
        raise BadBody(f"{where} must be {_KINDS[kind]}")
    if kind is str and _HALF.search(value):
        raise BadBody(f"{where} has half a surrogate pair")
    if kind is float and value in (float("inf"), float("-inf")):
        raise BadBody(f"{where} is too large")
    return value


def _read_fields(kind: Any, value: Any, where: str) -> Any:
    if type(value) is not dict:
        raise BadBody(f"{where} must be an object")
    hints, known = get_type_hints(kind), {one.name: one for one in fields(kind)}
    for key in value:
        if key not in known:
            hint = suggest(key, known)
            raise BadBody(f"{where} has an unknown key `{tidy(key)}`" + (f"; {hint}" if hint else ""))
    needed = [
        name
        for name, one in known.items()
        if one.default is MISSING and one.default_factory is MISSING and name not in value
    ]
    if needed:
        raise BadBody(f"{where} has no `{needed[0]}`")
    make: Callable[..., Any] = partial(kind)
    return make(**{key: _read_value(hints[key], one, f"`{key}`") for key, one in value.items()})

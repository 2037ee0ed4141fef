"""Declared dataclasses taken apart: the shape of each value that a file may hold."""

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass, replace
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from generator.model.kinds import (
    Anything,
    Doc,
    Key,
    Kind,
    Length,
    Listed,
    Named,
    OneOf,
    Written,
)

REQUIRED = MISSING
"""The default of a key that must be there."""


@dataclass(frozen=True)
class Scalar:
    """One text, or what its kind takes."""

    kind: Kind


@dataclass(frozen=True)
class Choice:
    """One of a few values, by the text for each."""

    values: Mapping[str, Any]


@dataclass(frozen=True)
class ListOf:
    """Items of one shape, read as a tuple."""

    item: "Shape"
    length: Length


@dataclass(frozen=True)
class MappingOf:
    """Values of one shape by keys of one kind."""

    key: Kind | None
    """None: any key."""
    value: "Shape"
    length: Length


@dataclass(frozen=True)
class Keys:
    """A declared dataclass: keys with values, or a list of its values where `listed` says so."""

    type: type
    listed: Listed | None = None


@dataclass(frozen=True)
class Union_:
    """One of several declared dataclasses."""

    one_of: OneOf


Shape: TypeAlias = Scalar | Choice | ListOf | MappingOf | Keys | Union_ | Anything


@dataclass(frozen=True)
class Declared:
    """A field of a declared dataclass, as files have it."""

    name: str
    key: str
    shape: Shape
    default: Any
    """REQUIRED: it must be written."""
    doc: str
    is_main: bool
    begins: bool
    """Its key is that of its kind."""

    @property
    def is_required(self) -> bool:
        return self.default is REQUIRED


@cache
def list_declared(thing: type) -> tuple[Declared, ...]:
    """The fields of a dataclass that files may have: required ones first, inherited options last."""
    hints = get_type_hints(thing, include_extras=True)
    found = []
    for one in sorted(fields(thing), key=lambda one: _rank(thing, one)):
        extras = _list_extras(hints[one.name])
        if Written.NEVER in extras or Written.AS_KEY in extras:
            continue
        default = one.default if one.default_factory is MISSING else one.default_factory()
        key = next((extra.name for extra in extras if isinstance(extra, Key)), one.name)
        docs = list_docs(hints[one.name])
        is_main = Written.ALONE in extras
        begins = Written.FIRST in extras
        shape = find_shape(hints[one.name])
        found.append(Declared(one.name, key, shape, default, docs[-1] if docs else "", is_main, begins))
    return tuple(found)


def _rank(thing: type, field: Field[Any]) -> int:
    if field.default is field.default_factory is MISSING:
        return 0
    return 1 if field.name in thing.__annotations__ else 2


@cache
def list_beginning(thing: type, key: str) -> tuple[Declared, ...] | None:
    """The fields of a dataclass that is written beginning with the key of its kind; None for others."""
    declared = list_declared(thing)
    if not any(one.begins for one in declared):
        return None
    return tuple(replace(one, key=key) if one.begins else one for one in declared)


def list_names(thing: object) -> tuple[tuple[str, Named], ...]:
    """The fields of a value of a declared dataclass whose texts name something, and what they name."""
    declared: type = type(thing)
    return tuple(
        (one.name, one.shape.kind.names)
        for one in list_declared(declared)
        if isinstance(one.shape, Scalar) and one.shape.kind.names
    )


def find_key_field(value: object) -> str:
    """The field that takes the key under which a mapping has a value; empty: none."""
    if not is_dataclass(value):
        return ""
    declared: type = type(value)
    return _find_key_field(declared)


@cache
def _find_key_field(thing: type) -> str:
    for name, hint in get_type_hints(thing, include_extras=True).items():
        if Written.AS_KEY in _list_extras(hint):
            return name
    return ""


@cache
def list_mains(thing: type) -> tuple[Declared, ...]:
    """The fields that may be written alone, in place of all keys."""
    return tuple(one for one in list_declared(thing) if one.is_main)


def find_main(thing: type, *, is_list: bool) -> Declared | None:
    """The field that is written alone; where there are several, the one that is a list or is not."""
    mains = list_mains(thing)
    return next((one for one in mains if isinstance(one.shape, ListOf) == is_list), next(iter(mains), None))


def find_shape(hint: Any) -> Shape:
    """The shape that an annotation describes; TypeError for one that files cannot have."""
    extras = _list_extras(hint)
    bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    for extra in reversed(extras):
        if isinstance(extra, Anything):
            return extra
        if isinstance(extra, OneOf) and get_origin(bare) is not tuple:
            return Union_(extra)
        if isinstance(extra, Kind):
            return Scalar(extra)
    origin, arguments = get_origin(bare), get_args(bare)
    length = next((extra for extra in reversed(extras) if isinstance(extra, Length)), Length())
    if origin in (Union, UnionType):
        (inner,) = (one for one in arguments if one is not NoneType)
        return find_shape(Annotated[inner, *extras]) if extras else find_shape(inner)
    if origin is Literal:
        return Choice({str(value): value for value in arguments})
    if origin is tuple:
        return _find_list(arguments, extras, length)
    if origin is not None and issubclass(origin, Mapping):
        key = next((extra for extra in _list_extras(arguments[0]) if isinstance(extra, Kind)), None)
        return MappingOf(key, find_shape(arguments[1]), length)
    if isinstance(bare, type) and hasattr(bare, "__dataclass_fields__"):
        return Keys(bare, next((extra for extra in extras if isinstance(extra, Listed)), None))
    raise TypeError(f"{hint} says nothing of how it is written")


def _find_list(arguments: tuple[Any, ...], extras: tuple[Any, ...], length: Length) -> ListOf:
    one_of = next((extra for extra in extras if isinstance(extra, OneOf)), None)
    if one_of is not None:
        return ListOf(Union_(one_of), length)
    if arguments[-1] is Ellipsis:
        return ListOf(find_shape(arguments[0]), length)
    return ListOf(find_shape(arguments[0]), Length(len(arguments), len(arguments)))


def list_docs(hint: Any) -> list[str]:
    """What an annotation says for people; the last one counts."""
    return [extra.documentation for extra in _list_extras(hint) if isinstance(extra, Doc)]


def _list_extras(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) is Annotated:
        return tuple(get_args(hint)[1:])
    return ()

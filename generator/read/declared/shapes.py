"""The shape of each value in a file, derived from the annotations of declared dataclasses."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from generator.errors import Wrong, suggest
from generator.model.language.kinds import Anything, Doc, Key, Kind, Length, Named, OneOf, Written
from generator.model.values import dataclass, fields, is_dataclass, replace


@dataclass(frozen=True)
class ListOf:
    """Items of one shape, read as a tuple, or as a named tuple: `[left, top, width, height]`."""

    item: "Shape"
    length: Length
    make: Callable[[Iterable[Any]], Any] = tuple


@dataclass(frozen=True)
class MappingOf:
    """Values of one shape by keys of one kind."""

    key: Kind | None
    """None: any key."""
    item: "Shape"
    length: Length


Shape: TypeAlias = Kind | OneOf | ListOf | MappingOf | type | Anything
"""A type is a declared dataclass: keys with values."""


@dataclass(frozen=True)
class Declared:
    """A field of a declared dataclass, as files have it."""

    name: str
    key: str
    shape: Shape
    default: Any
    doc: str
    is_required: bool
    written: Written | None


@cache
def list_declared(declared: type) -> tuple[Declared, ...]:
    """Return the fields of a dataclass that files may have: required ones first, inherited options last."""
    hints = get_type_hints(declared, include_extras=True)
    found = []
    for one in sorted(fields(declared), key=lambda one: _rank(declared, one)):
        hint = hints[one.name]
        written = _find(hint, Written)
        if written in (Written.NEVER, Written.AS_KEY):
            continue
        default = one.default if one.default_factory is MISSING else one.default_factory()
        key = _find(hint, Key)
        name, doc, shape = key.name if key else one.name, find_doc(hint), find_shape(hint)
        found.append(Declared(one.name, name, shape, default, doc, default is MISSING, written))
    return tuple(found)


def _rank(thing: type, field: Field[Any]) -> int:
    if field.default is field.default_factory is MISSING:
        return 0
    return 1 if field.name in thing.__annotations__ else 2


@cache
def list_beginning(declared: type, key: str) -> tuple[Declared, ...] | None:
    """Return the fields of a dataclass that begins with the key of its kind; None for other dataclasses."""
    found = list_declared(declared)
    if not any(one.written is Written.FIRST for one in found):
        return None
    return tuple(replace(one, key=key) if one.written is Written.FIRST else one for one in found)


def list_names(value: object) -> Iterator[tuple[str, str, Named]]:
    """Yield the key, the value, and the kind of each field that is a name, such as `shadow.colour`."""
    declared: type = type(value)
    for one in list_declared(declared):
        inner = getattr(value, one.name)
        if isinstance(one.shape, Kind) and one.shape.names:
            yield one.key, inner, one.shape.names
        elif isinstance(one.shape, type) and inner is not None:
            yield from ((f"{one.key}.{key}", text, names) for key, text, names in list_names(inner))
        elif isinstance(item := getattr(one.shape, "item", None), Kind) and item.names:
            items = inner if isinstance(inner, Mapping) else dict(enumerate(inner))
            yield from ((f"{one.key}.{key}", text, item.names) for key, text in items.items())


@cache
def find_key_field(declared: type) -> str:
    """Return the field that takes the key under which a mapping has a value; empty if there is none."""
    hints = get_type_hints(declared, include_extras=True) if is_dataclass(declared) else {}
    return next((name for name, hint in hints.items() if Written.AS_KEY in _list_extras(hint)), "")


def list_mains(declared: type) -> list[Declared]:
    """Return the fields that may be written alone, instead of all keys."""
    return [one for one in list_declared(declared) if one.written is Written.ALONE]


def find_main(declared: type, *, is_list: bool) -> Declared | None:
    """Return the field that is written alone; of several, preferably the one that is a list or not."""
    mains = list_mains(declared)
    return next((one for one in mains if isinstance(one.shape, ListOf) == is_list), next(iter(mains), None))


def find_shape(hint: Any) -> Shape:
    """Return the shape that an annotation describes; raises TypeError if files cannot have it."""
    extras = _list_extras(hint)
    bare = get_args(hint)[0] if extras else hint
    origin, arguments = get_origin(bare), get_args(bare)
    for extra in reversed(extras):
        if isinstance(extra, Anything | Kind) or (isinstance(extra, OneOf) and origin is not tuple):
            return extra
    length = _find(hint, Length) or Length()
    if origin in (Union, UnionType):
        (inner,) = (one for one in arguments if one is not NoneType)
        return find_shape(Annotated[inner, *extras] if extras else inner)
    if origin is Literal:
        return _make_choice(arguments)
    if origin is tuple:
        if arguments[-1] is not Ellipsis:
            length = Length(len(arguments), len(arguments))
        return ListOf(_find(hint, OneOf) or find_shape(arguments[0]), length)
    if origin is not None and issubclass(origin, Mapping):
        return MappingOf(_find(arguments[0], Kind), find_shape(arguments[1]), length)
    if is_dataclass(bare) and isinstance(bare, type):
        return bare
    if hasattr(bare, "_make"):
        items = [*get_type_hints(bare, include_extras=True).values()]
        return ListOf(find_shape(items[0]), Length(len(items), len(items), length.hint), bare._make)
    raise TypeError(f"{hint} does not describe how it is written")


_INSTEAD = {
    "left": ("start", ", the side where reading begins"),
    "right": ("end", ", the side where reading ends"),
    **dict.fromkeys(("centre", "middle"), ("center", "")),
}
"""Replacements for words of other programs, with the reason."""


def _make_choice(values: tuple[Any, ...]) -> Kind:
    """Return the kind of one of a few values, which is written as its text."""
    known = {str(value): value for value in values}

    def parse(text: str) -> Any:
        if text not in known:
            other, why = _INSTEAD.get(text, ("", ""))
            hint = f"write `{other}`{why}" if other in known else suggest(text, known)
            raise Wrong(f"`{text}` is not allowed here", hint)
        return known[text]

    return Kind(", ".join(f"`{text}`" for text in known), parse, {"enum": [*values]})


def find_doc(hint: Any) -> str:
    """Return the documentation of an annotation; empty if it has none."""
    doc = _find(hint, Doc)
    return doc.documentation if doc else ""


def _find(hint: Any, kind: type) -> Any:
    return next((extra for extra in reversed(_list_extras(hint)) if isinstance(extra, kind)), None)


def _list_extras(hint: Any) -> tuple[Any, ...]:
    return get_args(hint)[1:] if get_origin(hint) is Annotated else ()

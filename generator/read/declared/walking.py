"""Shapes along a path: how a value anywhere in a file is declared, and which values are names."""

from collections.abc import Iterator, Mapping, Sequence

from generator.model.elements.template import Elements
from generator.model.language.kinds import Anything, Kind, OneOf
from generator.model.values import dataclass
from generator.read.declared.reader import (
    Declared,
    ListOf,
    MappingOf,
    ValueShape,
    list_beginning,
    list_declared,
    list_mains,
    list_old_keys,
    make_shape,
)
from generator.read.files.yaml import Data, DataPath


@dataclass(frozen=True, slots=True)
class PossibleKey:
    """A key that a mapping may have, with its documentation."""

    key: str
    doc: str
    shape: ValueShape
    is_required: bool = False


def find_shapes(
    shape: ValueShape, path: DataPath, siblings: Sequence[Mapping[str, object]]
) -> tuple[ValueShape, ...]:
    """Return the shapes that a value at a path may have; none if nothing is declared there.

    `siblings` are the keys of each mapping on the way: some of them decide what the others are.
    """
    shapes: tuple[ValueShape, ...] = (shape,)
    for index, step in enumerate(path):
        known = siblings[index] if index < len(siblings) else {}
        shapes = tuple(found for one in shapes for found in _step_into(one, step, known))
    return tuple(dict.fromkeys(found for one in shapes for found in _open(one)))


def _step_into(shape: ValueShape, step: str | int, siblings: Mapping[str, object]) -> Iterator[ValueShape]:
    match shape:
        case ListOf() if isinstance(step, int):
            yield shape.item
        case MappingOf() if step == "draw" and isinstance(shape.item, Anything):
            # A part has fields of any kind, and elements that draw it.
            yield _ELEMENTS
        case MappingOf() if isinstance(step, str):
            yield shape.item
        case Anything():
            for inner in _list_either(shape):
                yield from _step_into(inner, step, siblings)
        case type() | OneOf() if isinstance(step, str):
            yield from (one.shape for one in list_possible_keys(shape, siblings) if one.key == step)
        case type() if isinstance(step, int):
            # A key that may be written alone may be a list.
            yield from (found for one in list_mains(shape) for found in _step_into(one.shape, step, siblings))


def _open(shape: ValueShape) -> Iterator[ValueShape]:
    """Yield a shape, and those that may be written in its place."""
    if isinstance(shape, Anything):
        for inner in _list_either(shape):
            yield from _open(inner)
        return
    yield shape
    if isinstance(shape, type):
        for main in list_mains(shape):
            yield from _open(main.shape)


def list_possible_keys(shape: ValueShape, siblings: Mapping[str, object]) -> tuple[PossibleKey, ...]:
    """Return the keys that a mapping of a shape may have beside others."""
    match shape:
        case type():
            old = list_old_keys(shape)
            fields = list_declared(shape)
            renamed = {one.key: one for one in fields}
            return (
                *map(_make_key, fields),
                *(
                    PossibleKey(key, "", renamed[new].shape)
                    for key, new in old.items()
                    if key in siblings and new in renamed
                ),
            )
        case OneOf():
            return _list_kinds(shape, siblings)
        case Anything():
            return tuple(key for inner in _list_either(shape) for key in list_possible_keys(inner, siblings))
    return ()


_ELEMENTS = make_shape(Elements)


def _list_either(shape: Anything) -> Iterator[ValueShape]:
    """Yield what a value may be that a special reader takes."""
    if "list of elements" in shape.noun:
        yield _ELEMENTS
    yield from map(make_shape, shape.either)


def _make_key(one: Declared) -> PossibleKey:
    return PossibleKey(one.key, one.doc, one.shape, one.is_required)


def _list_kinds(one_of: OneOf, siblings: Mapping[str, object]) -> tuple[PossibleKey, ...]:
    """Return the keys of the kind that the siblings have begun, or those of all kinds."""
    for key in siblings:
        kind = one_of.kinds.get(key)
        if kind is not None and (beginning := list_beginning(kind, key)) is not None:
            return tuple(map(_make_key, beginning))
    found = []
    for key, kind in one_of.kinds.items():
        beginning = list_beginning(kind, key)
        first = next((one.shape for one in beginning or () if one.key == key), kind)
        found.append(PossibleKey(key, (kind.__doc__ or "").split("\n")[0], first))
    return tuple(found)


def list_named(shape: ValueShape, data: Data, path: DataPath = ()) -> Iterator[tuple[DataPath, str, str]]:
    """Yield path, value, and kind of each text in data that is a name: of an icon, of a text."""
    for one in _open(shape):
        if isinstance(one, Kind):
            if isinstance(data, str) and one.names:
                yield path, data, one.names
        elif isinstance(data, dict | list):
            siblings = data if isinstance(data, dict) else {}
            steps = data.items() if isinstance(data, dict) else enumerate(data)
            for step, value in steps:
                for inner in _step_into(one, step, siblings):
                    yield from list_named(inner, value, (*path, step))

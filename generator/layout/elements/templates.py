"""Templates made ready for all the pieces of a deck that use them.

What is the same for many pieces is drawn once, as a symbol: an element that uses no field for
all of them, one that uses a few fields once for each set of their values. Elements that lie one
on the other are drawn together as long as that leaves few sets. Only the others, words as a
rule, are drawn for each piece.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from generator.layout.elements.drawer import Drawer, Fields, draw_all
from generator.layout.elements.drawers import make_drawers
from generator.layout.elements.room import Room
from generator.layout.press.press import Press
from generator.model.fields import Field
from generator.model.template import Template
from generator.scene.shapes import Shape, Symbol, Use

_SHARED = 4
"""Elements are drawn as symbols where each is used so many times on the average."""

Key: TypeAlias = Callable[[Fields], Hashable]


class ReadyTemplate:
    """A template in one room, for the pieces whose fields are `pieces`."""

    def __init__(self, press: Press, template: Template, room: Room, pieces: Sequence[Fields]) -> None:
        self._layers = [
            layer.ready(f"{template.id}-{number}", room)
            for number, layer in enumerate(_list_layers(press, template, room, pieces), start=1)
        ]

    @property
    def is_shared(self) -> bool:
        """Whether nothing is drawn for each piece anew."""
        return all(isinstance(layer, _SharedLayer) for layer in self._layers)

    def draw(self, fields: Fields) -> tuple[Shape, ...]:
        """The shapes of one piece; LayoutError where something does not fit."""
        return tuple(shape for layer in self._layers for shape in layer.draw(fields))


def draw_template(
    press: Press, template: Template, fields: Fields, width: float, height: float
) -> tuple[Shape, ...]:
    """A template drawn once, in a box of a width and height, without any bleed."""
    return draw_all(make_drawers(press, template.elements, Room(width, height)), fields)


@dataclass
class _Layer:
    """Elements that lie one on the other, and the fields that they depend on."""

    drawers: list[Drawer]
    names: frozenset[str]
    sets: int
    """How many different sets of values these fields have."""
    is_shared: bool

    def ready(self, name: str, room: Room) -> "_SharedLayer | _OwnLayer":
        if self.is_shared:
            return _SharedLayer(name, room, tuple(self.drawers), _key_of(self.names))
        return _OwnLayer(tuple(self.drawers))


@dataclass
class _SharedLayer:
    """Drawn once for each set of values."""

    name: str
    room: Room
    drawers: tuple[Drawer, ...]
    key: Key
    uses: dict[Hashable, tuple[Use, ...]] = field(default_factory=dict)

    def draw(self, fields: Fields) -> tuple[Shape, ...]:
        key = self.key(fields)
        uses = self.uses.get(key)
        if uses is None:
            shapes = draw_all(self.drawers, fields)
            uses = (Use(Symbol(self.name, shapes, self.room.whole)),) if shapes else ()
            self.uses[key] = uses
        return uses


@dataclass
class _OwnLayer:
    """Drawn for each piece."""

    drawers: tuple[Drawer, ...]

    def draw(self, fields: Fields) -> tuple[Shape, ...]:
        return draw_all(self.drawers, fields)


def _list_layers(press: Press, template: Template, room: Room, pieces: Sequence[Fields]) -> Iterator[_Layer]:
    """Elements from back to front, those together that are drawn together."""
    layer: _Layer | None = None
    for drawer in make_drawers(press, template.elements, room):
        sets = _count_sets(drawer.names, pieces)
        is_shared = len(pieces) <= 1 or sets * _SHARED <= len(pieces) or sets <= 1
        if layer is not None and layer.is_shared == is_shared:
            names = layer.names | drawer.names
            sets = _count_sets(names, pieces) if names != layer.names else layer.sets
            if not is_shared or sets * _SHARED <= len(pieces) or sets <= 1:
                layer.drawers.append(drawer)
                layer.names, layer.sets = names, sets
                continue
        if layer is not None:
            yield layer
        layer = _Layer([drawer], drawer.names, sets, is_shared)
    if layer is not None:
        yield layer


def _count_sets(names: frozenset[str], pieces: Sequence[Fields]) -> int:
    if not names:
        return 1
    return len(set(map(_key_of(names), pieces)))


def _key_of(names: frozenset[str]) -> Key:
    """What tells two pieces apart as far as these fields go."""
    ordered = sorted(names)
    if len(ordered) == 1:
        name = ordered[0]
        return lambda fields: _frozen(fields.get(name))
    return lambda fields: tuple([_frozen(fields.get(name)) for name in ordered])


def _frozen(value: Field | None) -> Hashable:
    """Named texts cannot be keys as they are."""
    if type(value) is str:
        return value
    if isinstance(value, tuple):
        return tuple(_frozen(item) for item in value)
    if isinstance(value, Mapping):
        return tuple((name, _frozen(inner)) for name, inner in sorted(value.items()))
    return value

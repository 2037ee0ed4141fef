"""Templates prepared for all pieces of a deck that use them.

Elements that look the same on several pieces are drawn once, as a symbol for each set of values of their
fields. Adjacent elements are drawn together as long as this needs few symbols. Other elements, usually texts,
are drawn for each piece.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence

from generator.layout.elements.drawer import Drawer, Fields, Room, draw_all
from generator.layout.elements.drawers import make_drawers
from generator.layout.press.press import Press
from generator.model.elements.template import Element, Template
from generator.model.language.fields import Field
from generator.model.values import dataclass, field
from generator.scene.shapes import Shape, Symbol, Use

_SHARED = 4
"""Minimum average number of uses of a symbol."""


class ReadyTemplate:
    """A template in one room, for the pieces whose fields are `pieces`."""

    def __init__(self, press: Press, template: Template, room: Room, pieces: Sequence[Fields]) -> None:
        self._id = template.id
        self._box = room.bounds
        self._layers = tuple(_list_layers(press, template, room, pieces))

    def draw(self, fields: Fields) -> tuple[Shape, ...]:
        """Return the shapes of one piece."""
        shapes: list[Shape] = []
        for number, layer in enumerate(self._layers, start=1):
            if not layer.is_shared:
                shapes += draw_all(layer.drawers, fields)
                continue
            if (key := _key(layer.names, fields)) not in layer.uses:
                drawn = draw_all(layer.drawers, fields)
                layer.uses[key] = (Use(Symbol(f"{self._id}-{number}", drawn, self._box)),) if drawn else ()
            shapes += layer.uses[key]
        return tuple(shapes)


def draw_template(
    press: Press, template: Template, fields: Fields, width: float, height: float
) -> tuple[Shape, ...]:
    """Draw a template once, in a box without bleed."""
    return draw_all(make_drawers(press, template.elements, Room(width, height)), fields)


@dataclass
class _Layer:
    """Adjacent elements, and the fields that they depend on."""

    drawers: list[Drawer[Element]]
    names: frozenset[str]
    sets: int
    """Number of different sets of values of these fields."""
    is_shared: bool
    uses: dict[Hashable, tuple[Use, ...]] = field(default_factory=dict)
    """Symbols by the values of the fields; empty if nothing is drawn."""


def _list_layers(press: Press, template: Template, room: Room, pieces: Sequence[Fields]) -> Iterator[_Layer]:
    """Yield layers from back to front."""
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
    return len({_key(names, fields) for fields in pieces}) if names else 1


def _key(names: frozenset[str], fields: Fields) -> Hashable:
    values = tuple(map(fields.get, names))
    try:
        hash(values)
    except TypeError:
        return _freeze(values)
    return values


def _freeze(value: Field | tuple[Field | None, ...] | None) -> Hashable:
    """Return a value that can be a key, unlike named texts."""
    if isinstance(value, Mapping):
        return tuple((name, _freeze(inner)) for name, inner in sorted(value.items()))
    return tuple(map(_freeze, value)) if isinstance(value, tuple) else value

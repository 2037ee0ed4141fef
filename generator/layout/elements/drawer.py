"""What draws an element: its box and styles are found, only the fields of a piece are still to come."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence

from generator.layout.elements.room import Room
from generator.model.fields import Field, Pattern
from generator.model.rectangles import Rectangle
from generator.model.template import Element
from generator.scene.shapes import Group, Shape
from generator.scene.transforms import rotation

Fields = Mapping[str, Field]


class Drawer(ABC):
    """One element in one room: nothing of it is drawn outside of the room's bleed."""

    def __init__(
        self,
        element: Element,
        room: Room,
        *,
        patterns: Iterable[Pattern] = (),
        reach: Rectangle | None = None,
        bleeds: bool = False,
    ) -> None:
        """`reach` is the box around all that may be drawn, lines included; None: the whole room."""
        reach = room.whole if reach is None else reach
        self._clip = room.cut(reach, bleeds=bleeds)
        self.overhang = 0.0 if self._clip else room.overhang(reach)
        """How far lines are drawn beyond a room that does not cut them off."""
        self._when = element.when
        names = [name for pattern in patterns for name in pattern.names]
        names += [condition.field for condition in element.when]
        self._names = frozenset(name.split(".")[0] for name in names)

    @property
    def names(self) -> frozenset[str]:
        """The fields that it depends on, once all drawers of a template are made."""
        return self._names

    def is_shown(self, fields: Fields) -> bool:
        """Whether its conditions hold."""
        return all(condition.holds(fields) for condition in self._when)

    def draw(self, fields: Fields) -> Sequence[Shape]:
        """Its shapes, none where it is not shown; LayoutError where something does not fit."""
        if self._when and not self.is_shown(fields):
            return ()
        shapes = self.draw_shown(fields)
        return (Group(tuple(shapes), clip=self._clip),) if self._clip and shapes else shapes

    @abstractmethod
    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        """Its shapes."""


def draw_all(drawers: Iterable[Drawer], fields: Fields) -> tuple[Shape, ...]:
    """The shapes of all, from back to front."""
    return tuple(shape for drawer in drawers for shape in drawer.draw(fields))


def turn(shapes: Sequence[Shape], degrees: float, edges: Rectangle) -> Sequence[Shape]:
    """Shapes turned around the middle of their box."""
    if not degrees:
        return shapes
    return (Group(tuple(shapes), transform=rotation(degrees, *edges.middle)),)

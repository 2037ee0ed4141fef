"""The base of all drawers: an element in a room, with everything found that does not depend on a piece."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import hypot
from typing import ClassVar, Generic, TypeVar, cast

from generator.layout.press.press import Press
from generator.layout.shapes.curves import box_outline
from generator.layout.shapes.effects import draw_shadow
from generator.layout.shapes.outlines import shape_outline
from generator.model.boxes import BoxedElement
from generator.model.fields import Field, Pattern
from generator.model.pieces import Form
from generator.model.rectangles import Rectangle
from generator.model.template import Element
from generator.scene.shapes import Group, Path, Shape
from generator.scene.svg_outline import parse_path_data
from generator.scene.transforms import move_segments, rotation, translation

Fields = Mapping[str, Field]
AnyElement = TypeVar("AnyElement", bound=Element, covariant=True)

_NEAR = 0.01
_LOOKS = ("angle", "shadow.colour", "clip.path")


@dataclass(frozen=True, slots=True)
class Room:
    """The space in which elements are drawn, from (0, 0) to (width, height), and the bleed around it."""

    width: float
    height: float
    bleed: float | None = None
    """None: only elements that bleed are cut off at the edges, as in a cell or a place of a board."""
    form: Form | None = None
    """Form of the piece if it is not cut along the edges of the room."""

    @property
    def bounds(self) -> Rectangle:
        """The box of the room with its bleed."""
        return Rectangle(0.0, 0.0, self.width, self.height).grown(self.bleed or 0.0)

    def find_edges(self, element: Element) -> Rectangle:
        """Return the box of an element; without a box, the bounds of the room.

        If the element bleeds, edges on the trim or beyond are moved out to the bleed at least.
        """
        box = getattr(element, "box", None)
        if box is None:
            return self.bounds
        left, top = box.left.within(self.width), box.top.within(self.height)
        right, bottom = left + box.width.within(self.width), top + box.height.within(self.height)
        if getattr(element, "bleeds", False):
            before, above, after, below = self.bounds
            left = min(left, before) if left < _NEAR else left
            top = min(top, above) if top < _NEAR else top
            right = max(right, after) if right > self.width - _NEAR else right
            bottom = max(bottom, below) if bottom > self.height - _NEAR else bottom
        return Rectangle(left, top, right, bottom)


class Drawer(ABC, Generic[AnyElement]):
    """Drawer of one element in one room: draws nothing outside the bleed of the room."""

    patterned: ClassVar[tuple[str, ...]] = ()
    """Names of the element's values with placeholders for fields."""

    def __init__(self, press: Press, element: AnyElement, room: Room, scope: object = None) -> None:
        """`scope`, the position in the template, is for drawers whose result depends on it."""
        self.press = press
        self.element = element
        self.room = room
        self.edges = room.find_edges(element)
        self._patterns = [Pattern(_find_value(element, name)) for name in self.patterned]
        self._looks = [Pattern(_find_value(element, name)) for name in _LOOKS]
        names = [name for pattern in (*self._patterns, *self._looks) for name in pattern.names]
        names += [name for condition in element.when for name in condition.names]
        self.own_names = frozenset(name.split(".")[0] for name in names)
        """The fields that this element itself depends on."""
        reach = self._find_looks(self.find_reach())
        over = reach.beyond(room.bounds)
        is_cut = over >= _NEAR and (room.bleed is not None or getattr(element, "bleeds", False))
        self._clip = Path(box_outline(room.bounds)) if is_cut else None
        self.overhang = 0.0 if is_cut else over
        """Maximum distance that it is drawn beyond a room without a clip, in mm."""

    @property
    def names(self) -> frozenset[str]:
        """The fields that the drawing depends on; complete once all drawers of a template are made."""
        return self.own_names

    def find_reach(self) -> Rectangle:
        """Return the box around everything that is drawn, including lines."""
        return self.edges

    def fill(self, fields: Fields) -> list[str]:
        """Return the values of `patterned` with the fields of a piece filled in."""
        return [pattern.fill(fields) for pattern in self._patterns]

    def is_shown(self, fields: Fields) -> bool:
        """Return True if the conditions hold."""
        return all(condition.holds(fields) for condition in self.element.when)

    def draw(self, fields: Fields) -> Sequence[Shape]:
        """Return the shapes for one piece; none if the element is not shown."""
        if self.element.when and not self.is_shown(fields):
            return ()
        shapes = self.draw_shown(fields)
        if self._has_looks and shapes:
            shapes = (self._add_looks(tuple(shapes), fields),)
        return (Group(tuple(shapes), clip=self._clip),) if self._clip and shapes else shapes

    @abstractmethod
    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        """Return the shapes for a piece for which the element is shown."""

    def find_angle(self, fields: Fields) -> float:
        """Return the rotation around the middle of the box, in degrees."""
        return float(self._looks[0].fill(fields) or 0)

    def _find_looks(self, reach: Rectangle) -> Rectangle:
        """Return the box around what is turned by any angle and its shadow."""
        element = self.element
        self._has_looks = isinstance(element, BoxedElement) and bool(
            element.angle != "0" or element.opacity < 1 or element.clip or element.shadow
        )
        if self._has_looks and isinstance(element, BoxedElement):
            if element.angle != "0":
                (x, y), far = self.edges.middle, hypot(reach.width, reach.height) / 2
                reach = Rectangle(x - far, y - far, x + far, y + far)
            if element.shadow:
                reach = reach.grown(element.shadow.blur + max(abs(by.mm) for by in element.shadow.by))
        return reach

    def _add_looks(self, shapes: tuple[Shape, ...], fields: Fields) -> Shape:
        """Return the shapes cut off, turned, with a shadow, and faded."""
        element = cast(BoxedElement, self.element)
        _, colour, path = (pattern.fill(fields) for pattern in self._looks)
        if clip := element.clip:
            outline = shape_outline(clip.shape, self.edges, clip.corner)
            if path:
                outline = move_segments(translation(*self.edges[:2]), parse_path_data(path))
            shapes = (Group(shapes, clip=Path(outline)),)
        if angle := self.find_angle(fields):
            shapes = (Group(shapes, transform=rotation(angle, *self.edges.middle)),)
        if shadow := element.shadow:
            by = shadow.by[0].within(self.edges.width), shadow.by[1].within(self.edges.height)
            shapes = (draw_shadow(shapes, self.press.palette[colour], by, shadow.blur), *shapes)
        is_one = len(shapes) == 1 and element.opacity == 1
        return shapes[0] if is_one else Group(shapes, opacity=element.opacity)


def _find_value(element: Element, name: str) -> str:
    """Return a value of an element, such as `shadow.colour`; empty if it has none."""
    return str(reduce(lambda value, step: getattr(value, step, ""), name.split("."), cast(object, element)))


def draw_all(drawers: Iterable[Drawer[Element]], fields: Fields) -> tuple[Shape, ...]:
    """Return the shapes of all drawers, from back to front."""
    return tuple(shape for drawer in drawers for shape in drawer.draw(fields))

"""The base of all drawers: an element in a room, with everything found that does not depend on a piece."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from typing import ClassVar, Generic, TypeVar

from generator.layout.press.press import Press
from generator.layout.shapes.curves import box_outline
from generator.layout.shapes.effects import draw_shadow
from generator.layout.shapes.outlines import shape_outline
from generator.model.elements.boxes import SeenElement
from generator.model.elements.template import Element
from generator.model.geometry import Rectangle
from generator.model.language.fields import INDEX, ITEM, Field, Pattern, list_roots
from generator.model.pieces import Form
from generator.model.values import dataclass, replace
from generator.scene.shapes import Group, Path, Segment, Shape, compose, rotation

Fields = Mapping[str, Field]
AnyElement = TypeVar("AnyElement", bound=Element, covariant=True)

_NEAR = 0.01


@dataclass(frozen=True, slots=True)
class Room:
    """The space in which elements are drawn, from (0, 0) to (width, height), and the bleed around it."""

    width: float
    height: float
    bleed: float | None = None
    """None: only elements that bleed are cut off at the edges, as in a cell or a place of a board."""
    form: Form | None = None
    """Form of the piece if it is not cut along the edges of the room."""
    outline: tuple[Segment, ...] = ()
    """Outline of a cell that is not a rectangle."""

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
        left, top, right, bottom = box.within(self.width, self.height)
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
    has_corners: ClassVar[bool] = False
    """True if its own outline has the corners, so that they are not cut off."""
    fill_at: ClassVar[int | None] = None
    """Index in `patterned` of the colour of the area that it fills; None: of no colour."""
    inner: "tuple[Drawer[Element], ...]" = ()
    """The drawers of the elements inside it."""
    is_ground: bool = False
    """True for an area on which others stand, if the print saves ink."""
    beneath: "tuple[Drawer[Element], ...]" = ()
    """The grounds on which it stands, the top one first, if the print saves ink."""

    def __init__(self, press: Press, element: AnyElement, room: Room, scope: object = None) -> None:
        """`scope`, the position in the template, is for drawers whose result depends on it."""
        self.press = press
        self.element = element
        self.room = room
        self.edges = room.find_edges(element)
        self._patterns = [Pattern(_find_value(element, name)) for name in self.patterned]
        self._looks = looks = element if isinstance(element, SeenElement) else SeenElement()
        self._angle, self._cut = Pattern(looks.angle), Pattern(looks.clip)
        self._shade = Pattern(looks.shadow.colour if looks.shadow else "")
        corner = looks.corner and not self.has_corners
        self._is_turned = looks.angle != "0"
        self._has_looks = bool(self._is_turned or looks.opacity < 1 or looks.clip or corner or looks.shadow)
        self.own_names = list_roots(*self._patterns, self._angle, self._cut, self._shade, *element.when)
        """The fields that this element itself depends on."""
        self.reach = self._turn(self.find_reach())
        """The box around everything that is drawn."""
        over = self.reach.beyond(room.bounds)
        is_cut = over >= _NEAR and (room.bleed is not None or looks.bleeds)
        self._clip = Path(box_outline(room.bounds)) if is_cut else None
        self.overhang = 0.0 if is_cut else over
        """Maximum distance that it is drawn beyond a room without a clip, in mm."""

    @property
    def names(self) -> frozenset[str]:
        """The fields that the drawing depends on; complete once all drawers of a template are made."""
        return self.own_names | {name for drawer in self.inner for name in drawer.names} - {ITEM, INDEX}

    def find_reach(self) -> Rectangle:
        """Return the box around everything that is drawn, including lines."""
        return self.edges.grown(max((drawer.overhang for drawer in self.inner), default=0.0))

    def fill(self, fields: Fields) -> list[str]:
        """Return the values of `patterned` with the fields of a piece filled in."""
        return [pattern.fill(fields) for pattern in self._patterns]

    def find_under(self, fields: Fields) -> str:
        """Return the colour of the ground on which the element stands; empty if there is none."""
        ground = next((one for one in self.beneath if one.element.is_shown(fields)), None)
        if ground is None or ground.fill_at is None:
            return ""
        return ground._patterns[ground.fill_at].fill(fields)

    def draw(self, fields: Fields) -> Sequence[Shape]:
        """Return the shapes for one piece; none if the element is not shown."""
        if self.element.when and not self.element.is_shown(fields):
            return ()
        shapes = self.draw_shown(fields)
        if shapes and self._has_looks:
            shapes = self._add_looks(tuple(shapes), fields)
        return (Group(tuple(shapes), clip=self._clip),) if self._clip and shapes else shapes

    @abstractmethod
    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        """Return the shapes for a piece for which the element is shown."""

    def find_angle(self, fields: Fields) -> float:
        """Return the rotation around the middle of the box, in degrees."""
        return float(self._angle.fill(fields) or 0) if self._is_turned else 0.0

    def _turn(self, reach: Rectangle) -> Rectangle:
        """Return the box around what is turned by any angle, and its shadow."""
        if self._is_turned:
            (x, y), far = self.edges.middle, hypot(reach.width, reach.height) / 2
            reach = Rectangle(x, y, x, y).grown(far)
        shadow = self._looks.shadow
        return reach.grown(shadow.blur + max(abs(by.mm) for by in shadow.by)) if shadow else reach

    def _add_looks(self, shapes: tuple[Shape, ...], fields: Fields) -> tuple[Shape, ...]:
        """Return the shapes cut off, turned, with a shadow, and faded."""
        looks, edges = self._looks, self.edges
        if looks.clip or (looks.corner and not self.has_corners):
            outline = shape_outline(self._cut.fill(fields) or "rectangle", edges, looks.corner)
            shapes = (Group(shapes, clip=Path(outline)),)
        if angle := self.find_angle(fields):
            turn = rotation(angle, *edges.middle)
            match shapes:
                case (Group(clip=None, opacity=1.0) as group,):
                    shapes = (replace(group, transform=compose(turn, group.transform)),)
                case _:
                    shapes = (Group(shapes, transform=turn),)
        if (shadow := looks.shadow) and not self.press.palette.saves_ink:
            by = shadow.by[0].within(edges.width), shadow.by[1].within(edges.height)
            colour = self.press.palette[self._shade.fill(fields)]
            shapes = (draw_shadow(shapes, colour, by, shadow.blur), *shapes)
        return (Group(shapes, opacity=looks.opacity),) if looks.opacity < 1 else shapes


def _find_value(element: Element, name: str) -> str:
    """Return a value of an element, such as `gradient.start`; empty if it has none."""
    value: object = element
    for step in name.split("."):
        value = getattr(value, step, "")
    return str(value)


def draw_all(drawers: Iterable[Drawer[Element]], fields: Fields) -> tuple[Shape, ...]:
    """Return the shapes of all drawers, from back to front."""
    return tuple([shape for drawer in drawers for shape in drawer.draw(fields)])

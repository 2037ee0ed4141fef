"""Values of which all data is made: dataclasses that are quick to define, points, rectangles.

The `__init__` of a dataclass is compiled when it is first called, the rest is shared. `dataclasses` would
compile six methods of each class when it is defined. This would take a sixth of the time of a small run,
which imports hundreds of classes, but makes or compares values of few.
"""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import MISSING as MISSING
from dataclasses import Field
from dataclasses import field as field
from dataclasses import fields as fields
from dataclasses import is_dataclass as is_dataclass
from functools import cache
from math import hypot
from operator import attrgetter
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]
ROUNDING = 1e-6
"""Overlaps smaller than this are ignored."""
_SIDES = ((0, 1), (1, 1j), (1 + 1j, -1), (1j, -1j))
"""Start and direction of each side of a square, clockwise, as complex numbers."""


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import replace as replace
else:

    def dataclass(kind=None, /, *, frozen=False, eq=True, **settings):
        """Decorate a class like `dataclasses.dataclass`.

        There is no `InitVar`, and a field with `init=False` must have a default.
        """
        if settings.keys() - {"slots", "kw_only"}:
            return dataclasses.dataclass(kind, frozen=frozen, eq=eq, **settings)

        def make(kind):
            # Without a docstring, `dataclasses` would generate one with the signature, which is slow.
            kind.__doc__ = kind.__doc__ or kind.__name__
            made = dataclasses.dataclass(kind, init=False, repr=False, eq=False, **settings)
            methods = {"__init__": _delay_init(made), "__repr__": _show}
            if settings.get("slots"):
                methods |= {"__getstate__": _list_values, "__setstate__": _set_values}
            if eq:
                methods |= {"__eq__": _equals, "__hash__": _hash if frozen else None}
            for name, method in methods.items():
                if name not in vars(kind):
                    setattr(made, name, method)
            if frozen:
                made.__setattr__ = made.__delattr__ = _refuse
            return made

        return make if kind is None else make(kind)

    def replace(value, /, **changes):
        """Return a copy of a dataclass with other values, like `dataclasses.replace`."""
        kind = type(value)
        names = _list_names(kind)
        return kind(**dict(zip(names, _get_given(kind)(value), strict=True)) | changes)


def _delay_init(kind: Any) -> Callable[..., None]:
    """Return a method that replaces itself by the compiled one when it is called."""

    def __init__(self: object, *args: Any, **values: Any) -> None:
        kind.__init__ = _compile_init(kind)
        kind.__init__(self, *args, **values)

    return __init__


def _compile_init(kind: Any) -> Callable[..., None]:
    """Return a method as `dataclasses` makes it, in a sixth of the time."""
    space: dict[str, Any] = {"_put": object.__setattr__, "_MISSING": MISSING}
    for attribute in fields(kind):
        space[f"_default_{attribute.name}"] = attribute.default
        space[f"_make_{attribute.name}"] = attribute.default_factory
        if _has_slot(kind, attribute.name):
            space[f"_put_{attribute.name}"] = getattr(kind, attribute.name).__set__
    exec("\n ".join(_write_init(kind)), space)
    method: Callable[..., None] = space["__init__"]
    method.__qualname__ = f"{kind.__qualname__}.__init__"
    return method


def _write_init(kind: Any) -> Iterator[str]:
    """Yield the lines of a method that sets all fields."""
    given = [attribute for attribute in fields(kind) if attribute.init]
    parameters = [_write_parameter(attribute) for attribute in given if not attribute.kw_only]
    keywords = [_write_parameter(attribute) for attribute in given if attribute.kw_only]
    star = ["*"] if keywords else []
    yield f"def __init__({', '.join(['self', *parameters, *star, *keywords])}):"
    for attribute in fields(kind):
        name, value = attribute.name, _write_value(attribute)
        # A slot is set faster by itself than by its name.
        yield f"_put_{name}(self, {value})" if _has_slot(kind, name) else f"_put(self, {name!r}, {value})"
    yield "self.__post_init__()" if hasattr(kind, "__post_init__") else "pass"


def _has_slot(kind: Any, name: str) -> bool:
    return isinstance(getattr(kind, name, None), MemberDescriptorType)


def _write_parameter(attribute: Field[Any]) -> str:
    if attribute.default_factory is not MISSING:
        return f"{attribute.name}=_MISSING"
    return attribute.name if attribute.default is MISSING else f"{attribute.name}=_default_{attribute.name}"


def _write_value(attribute: Field[Any]) -> str:
    if attribute.default_factory is MISSING:
        return attribute.name if attribute.init else f"_default_{attribute.name}"
    made = f"_make_{attribute.name}()"
    return f"{made} if {attribute.name} is _MISSING else {attribute.name}" if attribute.init else made


def _show(self: Any) -> str:
    shown = ", ".join(
        f"{attribute.name}={getattr(self, attribute.name)!r}" for attribute in fields(self) if attribute.repr
    )
    return f"{type(self).__qualname__}({shown})"


def _equals(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    get = _make_key(self.__class__, False)
    return get(self) == get(other)


def _hash(self: Any) -> int:
    return hash(_make_key(self.__class__, True)(self))


@cache
def _make_key(kind: Any, hashes: bool) -> Callable[[object], object]:
    """Return the function that gets all values of a dataclass that are compared, or part of its hash."""
    known = ((each.name, each.hash if hashes else None, each.compare) for each in fields(kind))
    names = [
        name for name, is_hashed, is_compared in known if (is_compared if is_hashed is None else is_hashed)
    ]
    return attrgetter(*names) if names else lambda _: ()


@cache
def _list_names(kind: Any) -> tuple[str, ...]:
    return tuple(attribute.name for attribute in fields(kind) if attribute.init)


@cache
def _get_given(kind: Any) -> Callable[[object], tuple[object, ...]]:
    """Return the function that gets all values that make a dataclass."""
    names = _list_names(kind)
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)


def _refuse(self: object, name: str, value: object = None) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot change field {name!r}")


def _list_values(self: Any) -> list[object]:
    """Return the state of a value with slots for pickle."""
    return [getattr(self, name) for name in _list_all_names(self.__class__)]


def _set_values(self: Any, values: list[object]) -> None:
    put = object.__setattr__
    for name, value in zip(_list_all_names(self.__class__), values, strict=True):
        put(self, name, value)


@cache
def _list_all_names(kind: Any) -> tuple[str, ...]:
    return tuple(attribute.name for attribute in fields(kind))


def clamp(value: float, least: float, most: float) -> float:
    """Return the number between the limits that is nearest to a value."""
    return min(max(value, least), most)


class Rectangle(NamedTuple):
    """A rectangle; the search for label positions creates thousands, and a named tuple is fast to create."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, points: Iterable[Point]) -> "Rectangle":
        """Return the smallest rectangle with all points."""
        xs, ys = zip(*points, strict=True)
        return cls(min(xs), min(ys), max(xs), max(ys))

    @classmethod
    def centred(cls, x: float, y: float, width: float, height: float) -> "Rectangle":
        """Return the rectangle of a size with its middle at a point."""
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def size(self) -> tuple[float, float]:
        return self.width, self.height

    @property
    def corners(self) -> tuple[Point, ...]:
        left, top, right, bottom = self
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def within(self, width: float, height: float) -> "Rectangle":
        """Return itself: unlike a box with percent, it does not depend on its surroundings."""
        return self

    def grown(self, by: float) -> "Rectangle":
        return Rectangle(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def moved(self, x: float, y: float) -> "Rectangle":
        return Rectangle(self.left + x, self.top + y, self.right + x, self.bottom + y)

    def reduced(self, ratio: float) -> "Rectangle":
        """Return the largest box with a ratio of width to height, in the middle of this one."""
        (x, y), across = self.middle, min(self.width, self.height * ratio) / 2
        return Rectangle(x - across, y - across / ratio, x + across, y + across / ratio)

    def limited(self, other: "Rectangle") -> "Rectangle":
        """Return the part inside another rectangle; if there is none, its width or height is negative."""
        left, top, right, bottom = other
        return Rectangle(
            left if left > self.left else self.left,
            top if top > self.top else self.top,
            right if right < self.right else self.right,
            bottom if bottom < self.bottom else self.bottom,
        )

    def beyond(self, other: "Rectangle") -> float:
        """Return how far this rectangle extends beyond another; 0 if it is inside."""
        left, top, right, bottom = other
        return max(left - self.left, top - self.top, self.right - right, self.bottom - bottom, 0.0)

    def overlap(self, other: "Rectangle") -> float:
        """Return the area of the intersection."""
        width = min(self.right, other.right) - max(self.left, other.left)
        if width <= 0:
            return 0.0
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return width * height if height > 0 else 0.0

    def cut(self, start: Point, end: Point) -> float:
        """Return the length of the part of a line that is inside (Liang and Barsky)."""
        left, top, right, bottom = self
        (x1, y1), (x2, y2) = start, end
        # Nearly all lines are far away.
        if (
            (x1 <= left and x2 <= left)
            or (x1 >= right and x2 >= right)
            or (y1 <= top and y2 <= top)
            or (y1 >= bottom and y2 >= bottom)
        ):
            return 0.0
        dx, dy = x2 - x1, y2 - y1
        near, far = 0.0, 1.0
        for direction, reach in ((-dx, x1 - left), (dx, right - x1), (-dy, y1 - top), (dy, bottom - y1)):
            if direction < 0:
                near = max(near, reach / direction)
            elif direction > 0:
                far = min(far, reach / direction)
        return (far - near) * hypot(dx, dy) if far > near else 0.0

    def distance(self, x: float, y: float) -> float:
        """Return the distance from a point to the rectangle; 0 inside."""
        return hypot(max(self.left - x, x - self.right, 0.0), max(self.top - y, y - self.bottom, 0.0))


def place_cells(drawing: str, box: Rectangle) -> list[list[Point]]:
    """Return the outlines of a drawing such as `XX./.XX` that fills a box; holes are counter-clockwise."""
    rows = drawing.replace("/", "\n").split()
    wide, high = box.width / max(map(len, rows)), box.height / len(rows)
    cells = [complex(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X"]
    known = {*cells}
    starts = ((cell + start, way) for cell in cells for start, way in _SIDES if cell - way * 1j not in known)
    edges = dict.fromkeys(starts, 0)
    outlines = []
    while edges:
        at, way = first = next(iter(edges))
        corners: list[Point] = []
        while edges.pop((at, way), 1) == 0:
            at, before = at + way, way
            # A turn to the right comes first, so that cells that only share a corner stay apart.
            turns = (way * 1j, way, way * -1j)
            way = next(turn for turn in turns if (at, turn) in edges or (at, turn) == first)
            if way != before:
                corners.append((box.left + at.real * wide, box.top + at.imag * high))
        outlines.append(corners[-1:] + corners[:-1])
    return outlines


def describe_tab(
    extent: tuple[float, float],
    side: Literal["top", "right", "bottom", "left"],
    at: float,
    size: tuple[float, float],
    *,
    corner: float,
) -> str:
    """Return the outline of a piece with a tab in mm; beside the tab, the piece is lower.

    `extent` is the size of the piece with its tab, `at` the start of the tab along its edge, and `size` the
    length and height of the tab.
    """
    is_turned = side in ("left", "right")
    long, high = extent[::-1] if is_turned else extent
    wide, deep = size
    corners = [(0.0, deep), (at, deep), (at, 0.0), (at + wide, 0.0)]
    corners += [(at + wide, deep), (long, deep), (long, high), (0.0, high)]
    if side in ("bottom", "right"):
        corners = [(x, high - y) for x, y in corners]
    if is_turned:
        corners = [(y, x) for x, y in corners]
    # At the end of an edge, a corner of the tab coincides with one of the piece; both are left out.
    rounded = [(round(x, 4), round(y, 4)) for x, y in corners]
    once = [point for point in rounded if rounded.count(point) == 1]
    return round_corners(once, min(corner, deep / 2, wide / 2))


def round_corners(points: Sequence[Point], radius: float) -> str:
    """Return path data of a polygon with right angles, whose corners are round."""
    corners, data = [complex(*point) for point in points], "M"
    for index, corner in enumerate(corners):
        back, ahead = (corners[other % len(corners)] - corner for other in (index - 1, index + 1))
        by = min(radius, abs(back) / 2, abs(ahead) / 2)
        start, end = (corner + way / abs(way) * by for way in (back, ahead))
        is_right = (ahead / back).imag < 0
        arc = f"A{by:.4f} {by:.4f} 0 0 {is_right:d} {end.real:.4f} {end.imag:.4f}"
        data += f"{start.real:.4f} {start.imag:.4f}{arc if radius else ''}L"
    return data.removesuffix("L") + "Z"

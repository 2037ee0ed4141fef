"""Traversal of everything that is drawn on a page, with transforms."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeVar

from generator.scene.shapes import IDENTITY, Group, Shape, Transform, Use
from generator.scene.transforms import compose

AnyShape = TypeVar("AnyShape", bound=Shape)


class Placed(NamedTuple):
    """A shape with its transform and the groups around it."""

    shape: Shape
    transform: Transform
    """Transform from the shape's coordinates to the page; for a group or symbol, from its inner coordinates.
    """
    around: tuple["Placed", ...]
    """The enclosing groups and symbols, the outermost first."""

    @property
    def groups(self) -> tuple[str, ...]:
        """Names of the enclosing groups."""
        return tuple(one.shape.name for one in self.around if isinstance(one.shape, Group))


def walk(
    shapes: Iterable[Shape],
    *,
    by: Transform = IDENTITY,
    around: tuple[Placed, ...] = (),
    symbols: bool = True,
) -> Iterator[Placed]:
    """Yield every shape in drawing order, groups and uses before their contents.

    Without `symbols`, uses are not opened.
    """
    for shape in shapes:
        if not isinstance(shape, Group | Use):
            yield Placed(shape, by, around)
            continue
        placed = Placed(shape, compose(by, shape.transform), around)
        yield placed
        if symbols or isinstance(shape, Group):
            inner = shape.shapes if isinstance(shape, Group) else shape.symbol.shapes
            yield from walk(inner, by=placed.transform, around=(*around, placed), symbols=symbols)


def find_all(kind: type[AnyShape], shapes: Iterable[Shape], *, symbols: bool = True) -> Iterator[AnyShape]:
    """Yield all shapes of one type, at any depth."""
    for placed in walk(shapes, symbols=symbols):
        if isinstance(placed.shape, kind):
            yield placed.shape


def fingerprint(shapes: Iterable[Shape]) -> int:
    """Return a number that tells drawings apart, but not whether they are drawn with symbols."""
    found = (placed for placed in walk(shapes) if not isinstance(placed.shape, Use))
    kept = (((one.clip, one.opacity) if isinstance(one, Group) else one, by) for one, by, _ in found)
    return hash(tuple(kept))

"""Everything that is drawn on a page, with its place: the one recursion over groups and symbols."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeVar

from generator.scene.shapes import IDENTITY, Group, Shape, Transform, Use
from generator.scene.transforms import compose

AnyShape = TypeVar("AnyShape", bound=Shape)


class Placed(NamedTuple):
    """A shape where a walk meets it."""

    shape: Shape
    transform: Transform
    """From the shape's own coordinates to the page's; of a group or a symbol: from those inside it."""
    around: tuple["Placed", ...]
    """The groups and symbols that it is in, the outermost first."""

    @property
    def groups(self) -> tuple[str, ...]:
        """Names of the groups around it."""
        return tuple(one.shape.name for one in self.around if isinstance(one.shape, Group))


def walk(
    shapes: Iterable[Shape],
    *,
    by: Transform = IDENTITY,
    around: tuple[Placed, ...] = (),
    symbols: bool = True,
) -> Iterator[Placed]:
    """Yield every shape in the order of drawing, groups and uses before what is inside them.

    Without `symbols`, uses are not opened.
    """
    for shape in shapes:
        if not isinstance(shape, Group | Use):
            yield Placed(shape, by, around)
            continue
        placed = Placed(shape, compose(by, shape.transform), around)
        yield placed
        if isinstance(shape, Group):
            yield from walk(shape.shapes, by=placed.transform, around=(*around, placed), symbols=symbols)
        elif symbols:
            yield from walk(shape.symbol.shapes, by=placed.transform, around=(*around, placed))


def find_all(kind: type[AnyShape], shapes: Iterable[Shape], *, symbols: bool = True) -> Iterator[AnyShape]:
    """Yield the shapes of one kind, wherever they are."""
    for placed in walk(shapes, symbols=symbols):
        if isinstance(placed.shape, kind):
            yield placed.shape

"""Lists of moves that are only made when they are read."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class Lazy(Sequence[T]):
    """A sequence of parts, each a function and the items of which it makes values.

    Random play needs the number of legal moves, and one of them.
    """

    __slots__ = ("_parts", "_size")

    def __init__(self, parts: Iterable[tuple[Callable[[Any], T], Sequence[Any]]]) -> None:
        self._parts = [*parts]
        self._size = sum([len(items) for _, items in self._parts])

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[T]:
        for make, items in self._parts:
            yield from map(make, items)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple(self)[index]
        place, left = 0, range(self._size)[index]
        while left >= len(self._parts[place][1]):
            left -= len(self._parts[place][1])
            place += 1
        make, items = self._parts[place]
        return make(items[left])

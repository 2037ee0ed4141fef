"""Lists of moves that are only made when they are read."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar, overload

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

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            return tuple(self)[index]
        left = range(self._size)[index]
        for make, items in self._parts:
            if left < len(items):
                return make(items[left])
            left -= len(items)
        raise AssertionError("an index is smaller than the number of all items")

"""Virus analysis: shapes laid side by side over the squares of the virus.

Sets of squares are integers, one bit a square, so that a whole area is compared at once.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from generator.errors import IllegalMove
from generator.model.dice import DieFace
from generator.model.places import SquareGrid
from generator.model.polyomino import Shape, forms, free_shapes


@dataclass(frozen=True)
class Area:
    """The squares of the virus, and every place where the shape of a die face can lie."""

    bits: Mapping[str, int]
    """Square id -> its bit."""
    stride: int
    """Bits from a square to the one beneath it: one more than the width, so that rows do not meet."""
    whole: int
    spikes: int
    places: Mapping[int, tuple[int, ...]]
    """Die value -> the sets of squares that its shape may cover."""

    def around(self, squares: int) -> int:
        """The squares that share an edge with some of these, and perhaps some of these."""
        steps = squares << 1 | squares >> 1 | squares << self.stride | squares >> self.stride
        return steps & self.whole

    def squares(self, ids: Iterable[str]) -> int:
        """The set of squares with these ids; raises KeyError."""
        found = 0
        for id in ids:
            found |= self.bits[id]
        return found

    def ids(self, squares: int) -> tuple[str, ...]:
        return tuple(id for id, bit in self.bits.items() if bit & squares)


def make_area(grid: SquareGrid, faces: Iterable[DieFace]) -> Area:
    """[S] Shapes may not cross the border of the area: only places inside are known.

    [OURS] Shapes may be turned and mirrored; the published rules do not speak of it.
    """
    stride = int(grid.width) + 1
    cells = {(int(square.x), square.y): 1 << (square.y * stride + int(square.x)) for square in grid}
    spikes = grid.marked("spike")
    return Area(
        bits={square.id: cells[int(square.x), square.y] for square in grid},
        stride=stride,
        whole=sum(cells.values()),
        spikes=sum(cells[int(square.x), square.y] for square in spikes),
        places={face.value: tuple(sorted(_list_places(cells, list_forms(face)))) for face in faces},
    )


def list_forms(face: DieFace) -> tuple[Shape, ...]:
    """All that a face lets a player fill, as it may lie on the sheet."""
    return tuple(form for shape in free_shapes(face) for form in forms(shape))


def _list_places(cells: Mapping[tuple[int, int], int], shapes: Iterable[Shape]) -> Iterator[int]:
    width = max(x for x, _ in cells) + 1
    height = max(y for _, y in cells) + 1
    for shape in shapes:
        for left in range(width):
            for top in range(height):
                moved = [(left + x, top + y) for x, y in shape]
                if all(cell in cells for cell in moved):
                    yield sum(cells[cell] for cell in moved)


def is_whole(area: Area, squares: int, within: int) -> bool:
    """Whether all of these squares are joined, over whole edges, by squares of `within`."""
    reached = squares & -squares
    while squares & ~reached:
        further = (reached | area.around(reached)) & within
        if further == reached:
            return False
        reached = further
    return True


def leaves_no_gap(area: Area, analysed: int, shape: int) -> bool:
    """[S] There are at most two sections: one analysed, one not.

    [OURS] Sections hold together over edges, not over corners, as shapes do.
    """
    rest = area.whole & ~analysed & ~shape
    # What was one section before stays one if the squares beside the new shape are still joined.
    return is_whole(area, area.around(shape) & rest, rest)


def check_shape(area: Area, analysed: int, value: int, shape: int) -> None:
    """Raises IllegalMove unless the die value's shape may be laid here."""
    if value not in area.places:
        raise IllegalMove("fight_the_virus.analysis.value", {"value": value})
    if shape not in area.places[value]:
        raise IllegalMove("fight_the_virus.analysis.shape", {"value": value})
    if shape & analysed:
        taken = " ".join(area.ids(shape & analysed))
        raise IllegalMove("fight_the_virus.analysis.free", {"squares": taken})
    if analysed and not area.around(analysed) & shape:
        raise IllegalMove("fight_the_virus.analysis.adjacent")
    if not leaves_no_gap(area, analysed, shape):
        raise IllegalMove("fight_the_virus.analysis.gap")


def list_shapes(area: Area, analysed: int, value: int) -> list[int]:
    """Every place where the value's shape may be laid now."""
    beside = area.around(analysed) if analysed else area.whole
    return [
        shape
        for shape in area.places.get(value, ())
        if not shape & analysed and shape & beside and leaves_no_gap(area, analysed, shape)
    ]


def count_spikes(area: Area, shape: int) -> int:
    return (shape & area.spikes).bit_count()

"""Where the shape of a die value is allowed: all places are known, and most are ruled out together.

Whether a shape leaves a gap is found without walking over squares. Squares without holes form as many
sections as there are squares, less the pairs of neighbours, plus the blocks of two by two. So the free
squares stay one section if a shape takes away one pair more than blocks for each of its squares.
"""

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_

from generator.games.fight_the_virus.analysis import Area, leaves_no_gap
from generator.rules.states import list_bits, pick


@lru_cache(maxsize=64)
def _list_coverings(area: Area, value: int) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Return the places of a value, and for each square, which of them cover it, as bits.

    A place has its squares, the joints that depend on them, and the number of joints that leaves no gap.
    """
    size, stride = area.all_squares.bit_length(), area.stride
    places, covering = [], [0] * size
    for number, shape in enumerate(area.places[value]):
        rows, columns = shape | shape >> 1, shape | shape >> stride
        blocks = rows | rows >> stride
        joints = rows | columns << size | blocks << 2 * size
        places.append((shape, joints, shape.bit_count() + blocks.bit_count()))
        for bit in list_bits(shape):
            covering[bit] |= 1 << number
    return places, covering


def _find_joints(area: Area, squares: int) -> int:
    """Return a bit for each pair of neighbours among the squares, and for each incomplete block."""
    size, rows = area.all_squares.bit_length(), squares & squares >> 1
    columns, blocks = squares & squares >> area.stride, rows & rows >> area.stride
    return rows | columns << size | (blocks ^ (1 << size) - 1) << 2 * size


@lru_cache(maxsize=1024)
def list_shapes(area: Area, analysed: int, value: int) -> Sequence[int]:
    """Return every place where the shape of the value is allowed now."""
    if value not in area.places:
        return ()
    free, border = area.all_squares & ~analysed, area.border
    places, covering = _list_coverings(area, value)
    if analysed:
        sets = (analysed, area.around(analysed) & free)
        covered, beside = (reduce(or_, pick(covering, some), 0) for some in sets)
        places = pick(places, beside & ~covered)
    if not border:
        return [shape for shape, _, _ in places if leaves_no_gap(area, analysed, shape)]
    if not analysed & border:
        # The free squares have a hole as long as the analysed section and the shape do not touch the border.
        more = bool(analysed)
        places = [(place, own, number + more - (not place & border)) for place, own, number in places]
    joints = _find_joints(area, free)
    # The last shape takes away a section.
    return [place for place, own, number in places if (joints & own).bit_count() == number or place == free]

"""Cells fill the plane, know their neighbours, and are named by patterns."""

from math import dist, sqrt

import pytest

from generator.errors import Wrong
from generator.model.elements.squares import (
    TILINGS,
    CellShape,
    CoordinatePattern,
    TilingCorner,
    list_neighbours,
    name_cells,
)


def area_of(outline: tuple[tuple[float, float], ...]) -> float:
    ends = (*outline[1:], outline[0])
    return abs(sum(x * b - a * y for (x, y), (a, b) in zip(outline, ends, strict=True))) / 2


@pytest.mark.parametrize(
    ("shape", "area", "most"),
    [
        ("square", 1.0, 4),
        ("hex_flat", sqrt(3) / 2, 6),
        ("hex_pointed", sqrt(3) / 2, 6),
        ("triangle", sqrt(3) / 4, 3),
    ],
)
def test_cells_have_their_area_and_neighbours(shape: CellShape, area: float, most: int) -> None:
    """All cells are equal; one inside a block has a neighbour at every edge, and being one is mutual."""
    tiling = TILINGS[shape]
    outlines = [tiling.outline(*cell) for cell in tiling.fill(7, 6)]
    assert {round(area_of(outline), 9) for outline in outlines} == {round(area, 9)}
    beside = list_neighbours(outlines)
    assert max(map(len, beside)) == most
    assert all(number in beside[other] for number, others in enumerate(beside) for other in others)
    for outline in outlines:
        assert all(x > -1e-9 and y > -1e-9 for x, y in outline)


@pytest.mark.parametrize("shape", ["hex_flat", "hex_pointed"])
@pytest.mark.parametrize("count", [1, 2, 3, 6])
def test_rings_of_hexagons(shape: CellShape, count: int) -> None:
    """Each ring has six cells more than the one before, and q and r measure the distance from the middle."""
    tiling = TILINGS[shape]
    cells = tiling.ring(count)
    assert len(cells) == 3 * count * (count + 1) + 1
    names = [tuple(map(int, name.split(","))) for name in name_cells(cells, tiling, "{q},{r}")]
    assert len(set(names)) == len(cells)
    assert {max(abs(q), abs(r), abs(q + r)) for q, r in names} == set(range(count + 1))


@pytest.mark.parametrize(
    ("pattern", "start", "names"),
    [
        ("{letter}{row}", "top", ["a1", "b1", "c1", "a2", "b2", "c2"]),
        ("{letter}{row}", "bottom", ["a2", "b2", "c2", "a1", "b1", "c1"]),
        ("{letter}{row}", "top right", ["c1", "b1", "a1", "c2", "b2", "a2"]),
        ("{column:02}{row:02}", "top", ["0101", "0201", "0301", "0102", "0202", "0302"]),
        ("{row_letter}-{place}", "bottom right", ["b-1", "b-2", "b-3", "a-1", "a-2", "a-3"]),
        ("{number}", "top", ["1", "2", "3", "4", "5", "6"]),
        ("{letters}{row}", "top", ["A1", "B1", "C1", "A2", "B2", "C2"]),
        ("{column + 8:02}{row:02}", "top", ["0901", "1001", "1101", "0902", "1002", "1102"]),
        ("{row_letters}{column * 2 - row % 2}", "top", ["A1", "A3", "A5", "B2", "B4", "B6"]),
    ],
)
@pytest.mark.parametrize("shape", ["square", "hex_flat", "hex_pointed", "triangle"])
def test_coordinates(shape: CellShape, pattern: str, start: TilingCorner, names: list[str]) -> None:
    """Columns and rows count from any corner, whatever the shape of the cells."""
    tiling = TILINGS[shape]
    assert name_cells(tiling.fill(3, 2), tiling, pattern, start) == names


@pytest.mark.parametrize(
    "text", ["a", "{collumn}", "{letter", "{letter.__class__}", "{letter!r}", "{row:99999999}", ""]
)
def test_wrong_patterns(text: str) -> None:
    """A pattern has placeholders of coordinates only."""
    (kind,) = CoordinatePattern.__metadata__
    with pytest.raises(Wrong, match=r"not a pattern|unknown coordinate|not the name|not allowed here"):
        kind.parse(text)


@pytest.mark.parametrize("shape", ["hex_flat", "hex_pointed"])
def test_centres_of_touching_hexagons_are_one_width_apart(shape: CellShape) -> None:
    """Opposite edges are 1 apart, so that the way from middle to middle is as long; others are further."""
    tiling = TILINGS[shape]
    outlines = [tiling.outline(*cell) for cell in tiling.fill(6, 5)]
    middles = [tuple(sum(axis) / 6 for axis in zip(*outline, strict=True)) for outline in outlines]
    for number, others in enumerate(list_neighbours(outlines)):
        apart = {other: dist(middles[number], middles[other]) for other in range(len(middles))}
        near = {other for other, far in apart.items() if 0 < far < 1.5}
        assert near == set(others)
        assert all(apart[other] == pytest.approx(1) for other in others)


@pytest.mark.parametrize("shape", ["hex_flat", "hex_pointed", "square"])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_rings_begin_at_the_corner(shape: CellShape, count: int) -> None:
    """No empty space is at the left or at the top, whatever cell is in the middle."""
    tiling = TILINGS[shape]
    points = [point for cell in tiling.ring(count) for point in tiling.outline(*cell)]
    assert min(x for x, _ in points) == pytest.approx(0)
    assert min(y for _, y in points) == pytest.approx(0)

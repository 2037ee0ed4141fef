"""Where the cards of a page are: from pictures, outlines, crop marks, white gaps, or edges."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import Any, TypeAlias

from generator.read.pieces.pdf_cells import PageGrid

_Box: TypeAlias = Sequence[float]
_Facts: TypeAlias = Mapping[str, Any]

_LEAST = 9.0
"""Smallest width and height of a card, in mm."""
_SAME = 0.4
"""Differences of sizes and positions that come from rounding, in mm."""
_COVER = 0.2
"""Share of the page that cards cover at least."""
_MOST_OF_PAGE = 0.97
"""Width and height of what is the page itself, not a card."""
_WIDEST_GAP = 16.0
_LONGEST_MARK = 20.0
_LEAST_BETWEEN = 20.0
"""Smallest card that is found by what is white around it: lines of text have white around them, too."""
_NEAR_LONGEST = 0.8
_MOST_COLUMNS = 60


@dataclass(frozen=True)
class FoundGrid:
    """The cards of a page, and what shows where they are."""

    grid: PageGrid
    source: str


def find_page_grid(facts: _Facts) -> FoundGrid | None:
    """Return the cards of a page; None if nothing shows where they are."""
    ways: Sequence[tuple[str, Callable[[_Facts], PageGrid | None]]] = (
        ("the pictures", lambda page: _find_boxes(page, page["pictures"])),
        ("the forms", lambda page: _find_boxes(page, page["forms"])),
        ("the outlines", lambda page: _find_boxes(page, page["outlines"])),
        ("the crop marks", _find_marks),
        ("the gaps", _find_gaps),
        ("the edges", _find_edges),
    )
    found = ((name, way(facts)) for name, way in ways)
    return next((FoundGrid(grid, name) for name, grid in found if grid), None)


def _find_boxes(facts: _Facts, boxes: Iterable[_Box]) -> PageGrid | None:
    """Return the grid of boxes of one size that covers most of the page."""
    width, height = facts["width"], facts["height"]
    known: list[list[_Box]] = []
    for box in sorted({tuple(round(edge, 2) for edge in box) for box in boxes}):
        across, down = box[2] - box[0], box[3] - box[1]
        is_page = across > width * _MOST_OF_PAGE and down > height * _MOST_OF_PAGE
        is_outside = box[0] > width or box[1] > height or box[2] < 0 or box[3] < 0
        if min(across, down) < _LEAST or is_page or is_outside:
            continue
        alike = next((group for group in known if _is_same_size(group[0], box)), None)
        if alike is None:
            known.append([box])
        elif not any(_is_near(box, other) for other in alike):
            alike.append(box)
    grids = [grid for group in known if len(group) > 1 and (grid := _make_lattice(group))]
    area = width * height
    cover = {grid: len(_find_group(known, grid)) * grid.card[0] * grid.card[1] / area for grid in grids}
    best = max(cover, key=cover.__getitem__, default=None)
    return best if best and cover[best] > _COVER else None


def _is_same_size(one: _Box, other: _Box) -> bool:
    return all(abs(one[at + 2] - one[at] - other[at + 2] + other[at]) < _SAME for at in (0, 1))


def _is_near(one: _Box, other: _Box) -> bool:
    return all(abs(near - far) < _SAME for near, far in zip(one, other, strict=True))


def _find_group(groups: Iterable[Sequence[_Box]], grid: PageGrid) -> Sequence[_Box]:
    width, height = grid.card
    return next(group for group in groups if _is_same_size(group[0], (0, 0, width, height)))


def _make_lattice(boxes: Sequence[_Box]) -> PageGrid | None:
    """Return the grid in which all boxes are, without overlaps; None if there is none."""
    axes = []
    for axis in (0, 1):
        side = median(box[axis + 2] - box[axis] for box in boxes)
        starts = [*_join([box[axis] for box in boxes])]
        pitch = min((after - before for before, after in pairwise(starts)), default=side)
        if pitch < side - _SAME:
            return None
        count = round((starts[-1] - starts[0]) / pitch) + 1
        pitch = (starts[-1] - starts[0]) / (count - 1) if count > 1 else side
        if any(abs((one - starts[0]) / pitch - round((one - starts[0]) / pitch)) * pitch > _SAME for one in starts):
            return None
        axes.append((count, side, starts[0], max(0.0, pitch - side)))
    return _make_grid(axes)


def _make_grid(axes: Sequence[tuple[int, float, float, float]]) -> PageGrid | None:
    """Return the grid of count, side, start, and gap of both axes; None for a single card."""
    (columns, width, left, across), (rows, height, top, down) = axes
    if columns * rows < 2 or max(columns, rows) > _MOST_COLUMNS:
        return None
    numbers = [round(one, 2) for one in (width, height, left, top, across, down)]
    return PageGrid(columns, rows, (numbers[0], numbers[1]), (numbers[2], numbers[3]), (numbers[4], numbers[5]))


def _join(places: Iterable[float], near: float = _SAME) -> Iterator[float]:
    """Yield places in order, those that are near each other once."""
    group: list[float] = []
    for place in sorted(places):
        if group and place - group[0] > near:
            yield median(group)
            group = []
        group.append(place)
    if group:
        yield median(group)


def _find_marks(facts: _Facts) -> PageGrid | None:
    """Return the grid of crop marks, or of long lines along which the page is cut."""
    sides = facts["width"], facts["height"]
    lines = [[*_list_lines(facts["pieces"], axis)] for axis in (0, 1)]
    for choose in (_choose_outer, _choose_long, _choose_repeated):
        axes = [_find_series([*choose(one)], side) for one, side in zip(lines, sides, strict=True)]
        if axes[0] and axes[1] and (grid := _make_grid([axes[0], axes[1]])):
            return grid
    return None


_Line: TypeAlias = tuple[float, float, float]
"""Position of a line, and its start and end in the other direction."""


def _list_lines(pieces: Iterable[_Box], axis: int) -> Iterator[_Line]:
    for piece in pieces:
        thickness, length = piece[axis + 2] - piece[axis], piece[3 - axis] - piece[1 - axis]
        if thickness < length:
            yield (piece[axis] + piece[axis + 2]) / 2, piece[1 - axis], piece[3 - axis]


def _choose_outer(lines: Sequence[_Line]) -> Iterator[float]:
    """Yield the positions of short lines at both ends of the page, or else at one of them."""
    short = [line for line in lines if line[2] - line[1] <= _LONGEST_MARK]
    if not short:
        return
    top, bottom = min(line[1] for line in short), max(line[2] for line in short)
    first = [*_join(line[0] for line in short if line[1] < top + 2)]
    last = [*_join(line[0] for line in short if line[2] > bottom - 2)]
    both = [place for place in first if any(abs(place - other) < _SAME for other in last)]
    yield from both if len(both) > 1 else _join([*first, *last])


def _choose_long(lines: Sequence[_Line]) -> Iterator[float]:
    longest = max((line[2] - line[1] for line in lines), default=0.0)
    if longest > _LONGEST_MARK:
        yield from _join(line[0] for line in lines if line[2] - line[1] > longest / 2)


def _choose_repeated(lines: Sequence[_Line]) -> Iterator[float]:
    places = [line[0] for line in lines]
    yield from (one for one in _join(places) if sum(abs(one - place) < _SAME for place in places) > 1)


_Series: TypeAlias = tuple[int, float, float, float]
"""Number of cards, their side, the start of the first one, and the gap."""


def _find_series(places: Sequence[float], side: float, near: float = _SAME) -> _Series | None:
    """Return the cards side by side whose edges are at some places.

    The finest series is taken that is nearly as long as the longest one.
    """
    places = [place for place in places if -_SAME < place < side + _SAME]
    found: dict[_Series, float] = {}
    if len(places) > 2 * _MOST_COLUMNS:
        return None
    for first, start in enumerate(places):
        for second in range(first + 1, len(places)):
            width = places[second] - start
            if width < _LEAST:
                continue
            gaps = {0.0} | {after - places[second] for after in places[second + 1 :]}
            for gap in (gap for gap in gaps if gap <= min(_WIDEST_GAP, width / 2)):
                count, end = _count_cards(places, start, width, gap, near)
                pitch = (end - start + gap) / count
                found[count, pitch - gap, start, gap] = end - start
    longest = max(found.values(), default=0.0)
    if longest < side * _COVER:
        return None
    good = [one for one, extent in found.items() if extent >= longest * _NEAR_LONGEST]
    # Of equally fine series, the one that covers more.
    return min(good, key=lambda one: (round(one[1], 0), -found[one]))


def _count_cards(
    places: Sequence[float], start: float, width: float, gap: float, near: float
) -> tuple[int, float]:
    """Return how many cards follow each other, and the end of the last one."""
    count, end = 1, start + width
    while count < _MOST_COLUMNS:
        begins = start + count * (width + gap)
        if not any(abs(place - begins) < near for place in places):
            break
        finish = next((place for place in places if abs(place - begins - width) < near), None)
        if finish is None:
            break
        count, end = count + 1, finish
    return count, end


def _find_gaps(facts: _Facts) -> PageGrid | None:
    """Return the grid of what is between white gaps, if all of it has one size."""
    axes = []
    for spans in facts["gaps"]:
        ends = [end for _, end in spans[:-1]]
        starts = [start for start, _ in spans[1:]]
        parts = [*zip(ends, starts, strict=True)]
        if not parts or parts[0][0] <= 0:
            return None
        sides = [end - start for start, end in parts]
        gaps = [after[0] - before[1] for before, after in pairwise(parts)]
        if min(sides) < _LEAST_BETWEEN or max(sides) - min(sides) > 1 or max(gaps, default=0) > _WIDEST_GAP:
            return None
        if gaps and max(gaps) - min(gaps) > 1:
            return None
        axes.append((len(parts), median(sides), parts[0][0], median(gaps) if gaps else 0.0))
    return _make_grid(axes)


def _find_edges(facts: _Facts) -> PageGrid | None:
    axes = []
    for edges, side in zip(facts["edges"], (facts["width"], facts["height"]), strict=True):
        strong = sorted(edges, key=lambda edge: -edge[1])[:40]
        axes.append(_find_series([*_join((place for place, _ in strong), 0.3)], side, 0.45))
    if not (axes[0] and axes[1]) or min(axes[0][1], axes[1][1]) < _LEAST_BETWEEN:
        return None
    return _make_grid([axes[0], axes[1]])


def snap_to_size(found: FoundGrid, sizes: Iterable[tuple[float, float]]) -> FoundGrid:
    """Return a grid that was measured in pixels with the known size of cards that is nearly the same."""
    if found.source not in ("the gaps", "the edges"):
        return found
    width, height = found.grid.card
    for size in sizes:
        for near in (size, size[::-1]):
            by = near[0] - width, near[1] - height
            if max(map(abs, by)) < 0.7:
                at = found.grid.at[0] - by[0] / 2, found.grid.at[1] - by[1] / 2
                gap = tuple(max(0.0, one - more) for one, more in zip(found.grid.gap, by, strict=True))
                grid = replace(found.grid, card=near, at=at, gap=gap)
                return replace(found, grid=grid)
    return found


def choose_grid(found: Mapping[int, FoundGrid | None], pages: Mapping[int, _Facts]) -> FoundGrid | None:
    """Return the grid that most pages have; those of backs may be mirrored."""
    groups: list[list[FoundGrid]] = []
    for number, one in sorted(found.items()):
        if one is None:
            continue
        size = pages[number]["width"], pages[number]["height"]
        alike = (group for group in groups if is_same_grid(group[0].grid, one.grid, size))
        group = next(alike, None)
        if group is None:
            groups.append([one])
        else:
            group.append(one)
    best = max(groups, key=len, default=None)
    return best[0] if best else None


def is_same_grid(one: PageGrid, other: PageGrid, page: tuple[float, float]) -> bool:
    """Return True for two grids that are the same, or of which one is the other side of the other."""
    if (one.columns, one.rows) != (other.columns, other.rows):
        return False
    turned = (one, one.turned_over(page, "columns"), one.turned_over(page, "rows"))
    return any(
        all(
            abs(near - far) < 1
            for near, far in zip((*each.card, *each.at, *each.gap), (*other.card, *other.at, *other.gap), strict=True)
        )
        for each in turned
    )

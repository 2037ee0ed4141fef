"""Grids of cards, found by the pictures, outlines, crop marks, white gaps, or edges of a page."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise, product
from statistics import median
from typing import Any, TypeAlias

from generator.model.language.kinds import PageFlip
from generator.read.pieces.pdf_cells import PageGrid, make_even_grid

_Box: TypeAlias = Sequence[float]
_Facts: TypeAlias = Mapping[str, Any]
_Line: TypeAlias = tuple[float, float, float]
"""Position of a line, and its start and end in the other direction."""
_Choose: TypeAlias = Callable[[Sequence[_Line]], Iterator[float]]
_Series: TypeAlias = tuple[int, float, float, float]
"""Number of cards, their side, the start of the first one, and the gap."""

_LEAST = 9.0
"""Smallest width and height of a card, in mm."""
_SAME = 0.4
"""Differences of sizes and positions that come from rounding, in mm."""
_LOOSE = 0.75
"""Differences between the rows of a grid that somebody made by hand, in mm."""
_COVER = 0.2
"""Share of the page that cards cover at least."""
_COUNTERS, _LEAST_COUNTERS, _CLOSE_GAP = 0.08, 9, 5.0
"""Share of a page that counters cover at least, how many there are, and the smallest gap in mm, at most."""
_MOST_OF_PAGE = 0.97
"""Share of width and height from which a box is the page itself, not a card."""
_WIDEST_GAP = 16.0
_LONGEST_MARK = 20.0
_LEAST_BETWEEN = 20.0
"""Smallest card that is found by the white around it: lines of text have white around them, too."""
_LEAST_CARDS = 4
"""Fewer cards that only edges show are pictures in a text."""
_NEAR_LONGEST = 0.8
_MOST_COLUMNS = 60
_LARGEST_CARD = 160.0
"""Longest side, in mm, of a page that is a single card."""
_MOST_BLEED = 7.0
_MOST_ACROSS, _ACROSS, _FAR_ACROSS = 3, 2.0, 3.5
"""Things across a cut that are an accident, and how far, in mm, texts and others are on both sides of it."""
_MOST_SLIM = 5.0
"""Ratio of the sides from which a box is a line of a table, not a card."""
_FILLED = 0.75
"""Share of the places that boxes of one size fill at least if the gaps between them differ."""
_MOST_SERIES = 4
"""Series of cards in a direction that are tried, the finest first."""
_FLIPS: Sequence[PageFlip] = ("columns", "rows")


@dataclass(frozen=True)
class FoundGrid:
    """The grid of the cards of a page, and the marks that show it."""

    grid: PageGrid
    source: str
    odd: int = 0
    """Boxes of this size that are beside the grid."""

    @property
    def is_certain(self) -> bool:
        """True if objects of the page show it, not only its pixels."""
        return self.source in ("the pictures", "the forms", "the outlines", "the crop marks")


def find_page_grid(facts: _Facts) -> FoundGrid | None:
    """Return the grid of a page; None if nothing shows it."""
    boxes, size = _find_boxes(facts), (facts["width"], facts["height"])
    outer = _find_marks(facts, (_choose_outer,))
    if boxes and outer and (_is_inside(outer, boxes.grid) or _join_grids(outer, boxes.grid, size) == outer):
        # Pictures have bleed, and marks show the cut; or marks show more cards than those that look the same.
        return FoundGrid(outer, "the crop marks", boxes.odd)
    if boxes:
        return boxes
    if marks := _find_marks(facts):
        return FoundGrid(marks, "the crop marks")
    if boxes := _find_boxes(facts, is_small=True):
        return boxes
    ways = {"the gaps": _find_gaps, "the edges": _find_edges}
    found = ((name, way(facts)) for name, way in ways.items())
    if grid := next((FoundGrid(grid, name) for name, grid in found if grid), None):
        return grid
    return _find_single(facts)


def _find_single(facts: _Facts) -> FoundGrid | None:
    """Return the only card of a page: within its trim box or four corners of crop marks, or all of it."""
    lines = [[*_list_lines(facts["pieces"], axis)] for axis in (0, 1)]
    (*across, _), (*down, _) = ([*_choose_outer(each), 0.0] for each in lines)
    corners = (across[0], down[0], across[1], down[1]) if len(across) == len(down) == 2 else (0.0,) * 4
    page = (0.0, 0.0, facts["width"], facts["height"])
    for box, source in ((facts["trim"], "the trim box"), (corners, "the crop marks"), (page, "the size")):
        card = box[2] - box[0], box[3] - box[1]
        margins = box[0], box[1], page[2] - box[2], page[3] - box[3]
        is_inside = source == "the size" or (min(margins) > -_SAME and max(margins) > _SAME)
        if min(card) > _LEAST and max(card) < _LARGEST_CARD and is_inside:
            return FoundGrid(PageGrid(card, (box[0],), (box[1],)), source)
    return None


def _is_inside(inner: PageGrid, outer: PageGrid) -> bool:
    """Return True if each card of a grid is in the middle of one of the cells of another grid."""
    for axis in (0, 1):
        bleed = (outer.card[axis] - inner.card[axis]) / 2
        pitch = inner.card[axis] + inner.gap[axis]
        start = (outer.at[axis] + bleed - inner.at[axis]) / pitch
        if not _SAME < bleed < _MOST_BLEED or abs(start - round(start)) * pitch > 1:
            return False
    return True


def _find_boxes(facts: _Facts, *, is_small: bool = False) -> FoundGrid | None:
    """Return the grid of boxes of one size that covers most of the page, or with `is_small`, of counters."""
    found: dict[FoundGrid, float] = {}
    area = facts["width"] * facts["height"]
    for kind in ("pictures", "forms", "outlines"):
        for group in _group_boxes(facts, kind):
            if one := _make_lattice(group):
                grid, odd = one
                # Of boxes that are as large, pictures come first.
                cover = round((len(group) - odd) * grid.card[0] * grid.card[1] / area, 2)
                if not is_small or (len(group) >= _LEAST_COUNTERS and max(grid.gap) < _CLOSE_GAP):
                    found.setdefault(FoundGrid(grid, f"the {kind}", odd), cover)
    best = max(found, key=found.__getitem__, default=None)
    return best if best and found[best] > (_COUNTERS if is_small else _COVER) else None


def _group_boxes(facts: _Facts, kind: str) -> Iterator[Sequence[_Box]]:
    """Yield boxes of one size, each place once."""
    width, height = facts["width"], facts["height"]
    known: list[list[_Box]] = []
    boxes: list[tuple[float, ...]] = [tuple(round(edge, 2) for edge in box) for box in facts[kind]]
    for box in sorted({*boxes}):
        across, down = box[2] - box[0], box[3] - box[1]
        is_page = across > width * _MOST_OF_PAGE and down > height * _MOST_OF_PAGE
        middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        is_outside = not (0 < middle[0] < width and 0 < middle[1] < height)
        if min(across, down) < _LEAST or is_page or is_outside:
            continue
        alike = next((group for group in known if _is_same_size(group[0], box)), None)
        if alike is None:
            known.append([box])
        elif not any(_is_near(box, other) for other in alike):
            alike.append(box)
    yield from (group for group in known if len(group) > 1)


def _is_same_size(one: _Box, other: _Box) -> bool:
    return all(abs(one[at + 2] - one[at] - other[at + 2] + other[at]) < _SAME for at in (0, 1))


def _is_near(one: _Box, other: _Box) -> bool:
    return all(abs(near - far) < _SAME for near, far in zip(one, other, strict=True))


def _make_lattice(boxes: Sequence[_Box]) -> tuple[PageGrid, int] | None:
    """Return the grid of most boxes, and how many others there are; None if they overlap, or have no grid.

    A row with fewer cards may be in the middle of the page, beside the grid.
    """
    whole = _make_strict_lattice(boxes)
    if whole:
        return whole, 0
    rows: dict[tuple[float, ...], list[_Box]] = {}
    for _, row in groupby(sorted(boxes, key=lambda box: box[1]), key=lambda box: round(box[1])):
        some = sorted(row, key=tuple)
        rows.setdefault(tuple(round(box[0] / 2) for box in some), []).extend(some)
    most = max(rows.values(), key=len)
    grid = _make_strict_lattice(most) if len(most) * 2 > len(boxes) else None
    return (grid, len(boxes) - len(most)) if grid else None


def _make_strict_lattice(boxes: Sequence[_Box]) -> PageGrid | None:
    sides, lists = [], []
    for axis in (0, 1):
        side = median(box[axis + 2] - box[axis] for box in boxes)
        starts = [*_join([box[axis] for box in boxes], _LOOSE)]
        if min((after - before for before, after in pairwise(starts)), default=side) < side - _LOOSE:
            return None
        lists.append(_space_evenly(starts, side))
        pitch = min((after - before for before, after in pairwise(lists[axis])), default=side)
        sides.append(round(min(side, pitch), 2))
    grid = PageGrid((sides[0], sides[1]), lists[0], lists[1])
    is_filled = len(boxes) >= max(_LEAST_CARDS, _FILLED * len(lists[0]) * len(lists[1]))
    return grid if _is_likely(grid) and (grid.is_even or is_filled) else None


def _space_evenly(starts: Sequence[float], side: float) -> tuple[float, ...]:
    """Return the starts of all columns with one gap, also of empty ones; if the gaps differ, as they are."""
    pitch = min((after - before for before, after in pairwise(starts)), default=side)
    count = round((starts[-1] - starts[0]) / pitch) + 1
    pitch = (starts[-1] - starts[0]) / (count - 1) if count > 1 else pitch
    steps = [(one - starts[0]) / pitch for one in starts]
    if any(abs(step - round(step)) * pitch > _LOOSE for step in steps):
        return tuple(round(start, 2) for start in starts)
    return tuple(round(starts[0] + index * pitch, 2) for index in range(count))


def _make_grid(axes: Sequence[_Series]) -> PageGrid | None:
    """Return the grid of two series; None for a single card, and for what is no card."""
    (columns, width, left, across), (rows, height, top, down) = axes
    numbers = [round(one, 2) for one in (width, height, left, top, across, down)]
    grid = make_even_grid(
        (columns, rows), (numbers[0], numbers[1]), (numbers[2], numbers[3]), (numbers[4], numbers[5])
    )
    return grid if _is_likely(grid) else None


def _is_likely(grid: PageGrid) -> bool:
    is_slim = max(grid.card) > _MOST_SLIM * min(grid.card)
    return grid.counts[0] * grid.counts[1] > 1 and max(grid.counts) <= _MOST_COLUMNS and not is_slim


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


def _find_marks(facts: _Facts, ways: Sequence[_Choose] = ()) -> PageGrid | None:
    """Return the grid of crop marks, or of long lines along which the page is cut."""
    sides = facts["width"], facts["height"]
    lines = [[*_list_lines(facts["pieces"], axis)] for axis in (0, 1)]
    for choose in ways or (_choose_outer, _choose_long, _choose_repeated):
        series = []
        for one, side in zip(lines, sides, strict=True):
            places = [*choose(one)]
            found = _list_series(places, side)
            if choose == _choose_long:
                found = [_fill_page(each, side) for each in found if _has_few_others(places, each)]
            series.append(found[:_MOST_SERIES])
        for axes in product(*series):
            grid = _make_grid(axes)
            if grid and _suits(facts, grid) and not (choose == _choose_outer and _has_marks(lines, grid)):
                return grid
    return None


def _has_few_others(places: Sequence[float], series: _Series) -> bool:
    """Return False if most of the long lines between the first and the last card are not at their edges."""
    count, width, start, gap = series
    starts = [start + index * (width + gap) for index in range(count)]
    edges = [*starts, *(one + width for one in starts)]
    inner = [place for place in places if start - _SAME < place < edges[-1] + _SAME]
    others = [place for place in inner if all(abs(place - edge) > _LOOSE for edge in edges)]
    return len(others) * 2 <= len(inner)


def _fill_page(series: _Series, side: float) -> _Series:
    """Return a series that goes on to both edges of a page if cards fill it: no line is drawn there."""
    count, width, start, gap = series
    before, after = (round(room / width) for room in (start, side - start - count * width))
    if gap > _SAME or abs(before * width - start) > _LOOSE:
        return series
    fills = abs((before + count + after) * width - side) < _LOOSE
    return (before + count + after, width, start - before * width, gap) if fills else series


def _suits(facts: _Facts, grid: PageGrid) -> bool:
    """Return False if texts are across the cuts of a grid, or in its gaps."""
    texts = facts["texts"]
    return sum(_is_across(one, grid, _ACROSS) or _is_between(one, grid) for one in texts) < _MOST_ACROSS


def _has_marks(lines: Sequence[Sequence[_Line]], grid: PageGrid) -> bool:
    """Return True if short lines that would be crop marks are on the cards."""
    starts = grid.lefts, grid.tops
    for axis, side in enumerate(grid.card):
        cuts = [start + more for start in starts[axis] for more in (0.0, side)]
        short = [one for one in lines[axis] if one[2] - one[1] <= _LONGEST_MARK]
        marks = [one for one in short if any(abs(one[0] - cut) < _SAME for cut in cuts)]
        ends = [(start + 1, start + grid.card[1 - axis] - 1) for start in starts[1 - axis]]
        inner = sum(any(low < (one[1] + one[2]) / 2 < high for low, high in ends) for one in marks)
        if inner * 3 > len(marks):
            return True
    return False


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


def _list_series(places: Sequence[float], side: float, near: float = _SAME) -> Sequence[_Series]:
    """Return the cards side by side whose edges are at some places, the finest series first.

    They are nearly as long as the longest one.
    """
    places = [place for place in places if -_SAME < place < side + _SAME]
    found: dict[_Series, float] = {}
    if len(places) > 2 * _MOST_COLUMNS:
        return ()
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
        return ()
    good = [one for one, extent in found.items() if extent >= longest * _NEAR_LONGEST]
    # Of equally fine series, the one that covers more.
    return sorted(good, key=lambda one: (round(one[1], 0), -found[one]))


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
    """Return the grid of the parts between white gaps, if they have one size."""
    axes = []
    for spans in facts.get("gaps", [[], []]):
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
    axes: list[_Series] = []
    for edges, side in zip(facts.get("edges", [[], []]), (facts["width"], facts["height"]), strict=True):
        strong = sorted(edges, key=lambda edge: -edge[1])[:40]
        axes += _list_series([*_join((place for place, _ in strong), 0.3)], side, 0.45)[:1]
    if len(axes) < 2 or min(axes[0][1], axes[1][1]) < _LEAST_BETWEEN:
        return None
    if axes[0][0] * axes[1][0] < _LEAST_CARDS or max(axes[0][3], axes[1][3]) > _WIDEST_GAP / 2:
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
                across, down = (max(0.0, one - more) for one, more in zip(found.grid.gap, by, strict=True))
                return replace(found, grid=make_even_grid(found.grid.counts, near, at, (across, down)))
    return found


def choose_grid(found: Mapping[int, FoundGrid | None], pages: Mapping[int, _Facts]) -> FoundGrid | None:
    """Return the grid that most pages have, some of them only a part of it; backs may be mirrored."""
    groups: list[tuple[FoundGrid, int]] = []
    for number, one in sorted(found.items()):
        if one is None:
            continue
        size = pages[number]["width"], pages[number]["height"]
        for index, (known, count) in enumerate(groups):
            turned = (one.grid, *(one.grid.turned_over(size, flip) for flip in _FLIPS))
            joined = next(filter(None, (_join_grids(known.grid, grid, size) for grid in turned)), None)
            if joined:
                groups[index] = replace(known, grid=joined), count + 1
                break
        else:
            groups.append((one, 1))
    best = max(groups, key=lambda group: group[1], default=None)
    return best[0] if best else None


def has_grid(grid: PageGrid, other: PageGrid, page: tuple[float, float] | None) -> bool:
    """Return True if a page has a grid, part of it, or boxes in its cells; with its size, on both sides."""
    turned = (grid, *(grid.turned_over(page, flip) for flip in _FLIPS if page))
    return any(_holds(one, other) for one in turned)


def _holds(grid: PageGrid, other: PageGrid) -> bool:
    """Return True if each card of a grid is in a cell of another grid, with its bleed."""
    near = max(1.0, min(_MOST_BLEED, min(grid.gap) / 2 + 1))
    if all(abs(one - side) < 1 for one, side in zip(grid.card, other.card, strict=True)):
        near = 1.0
    cells = [*grid.list_boxes()]
    return all(any(_is_within(box, cell, near) for cell in cells) for box in other.list_boxes())


def _is_within(box: _Box, cell: _Box, near: float) -> bool:
    return all(
        box[axis] > cell[axis] - near and box[axis] + box[axis + 2] < cell[axis] + cell[axis + 2] + near
        for axis in (0, 1)
    )


def _join_grids(one: PageGrid, other: PageGrid, page: tuple[float, float]) -> PageGrid | None:
    """Return the grid that has the cards of two grids; None if they do not fit together."""
    if any(abs(near - far) > 1 for near, far in zip(one.card, other.card, strict=True)):
        return None
    if not (one.is_even and other.is_even):
        return next((grid for grid, less in ((one, other), (other, one)) if _holds(grid, less)), None)
    axes = []
    for axis, (count, more) in enumerate(zip(one.counts, other.counts, strict=True)):
        side, start, begins = one.card[axis], one.at[axis], other.at[axis]
        gap = one.gap[axis] if count > 1 else other.gap[axis]
        if count > 1 and more > 1 and abs(one.gap[axis] - other.gap[axis]) > 1:
            return None
        steps = round((begins - start) / (side + gap))
        if abs(begins - start - steps * (side + gap)) > 1:
            return None
        first, last = min(0, steps), max(count, steps + more)
        axes.append((last - first, side, start + first * (side + gap), gap))
    joined = _make_grid(axes)
    return joined if joined and joined.overlaps(page) < 1 else None


def follows_grid(facts: _Facts, grid: PageGrid) -> bool:
    """Return False if things are drawn across the cuts of a grid, as on a page with something else."""
    turned = (grid, *(grid.turned_over((facts["width"], facts["height"]), flip) for flip in _FLIPS))
    return any(_count_across(facts, one) < _MOST_ACROSS for one in turned)


def _count_across(facts: _Facts, grid: PageGrid) -> int:
    """Return how many things are across the cuts; pictures count more, those of several cards most."""
    count = sum(_is_across(box, grid, _ACROSS) for box in facts["texts"])
    for kind, weight in (("pictures", 2), ("outlines", 1)):
        for box in facts[kind]:
            sides = box[2] - box[0], box[3] - box[1]
            if min(sides) < _LEAST or not _is_smaller(box, facts):
                continue
            is_large = any(side > 1.5 * most for side, most in zip(sides, grid.card, strict=True))
            count += (_MOST_ACROSS if is_large else weight) * _is_across(box, grid, _FAR_ACROSS)
    return count


def _is_across(box: _Box, grid: PageGrid, far: float) -> bool:
    """Return True if a box among the cards is that far on both sides of a cut."""
    for axis, starts in enumerate((grid.lefts, grid.tops)):
        low, high = box[axis] + far, box[axis + 2] - far
        if any(low < start < high or low < start + grid.card[axis] < high for start in starts):
            return _is_among(box, grid, 1 - axis)
    return False


def _is_between(box: _Box, grid: PageGrid) -> bool:
    """Return True if the middle of a box is between two cards."""
    for axis, starts in enumerate((grid.lefts, grid.tops)):
        middle = (box[axis] + box[axis + 2]) / 2
        ends = ((before + grid.card[axis], after) for before, after in pairwise(starts))
        if any(end + _SAME < middle < start - _SAME for end, start in ends):
            return _is_among(box, grid, 1 - axis)
    return False


def _is_among(box: _Box, grid: PageGrid, axis: int) -> bool:
    """Return True if the middle of a box is between the first and the last edge of cards in a direction."""
    return grid.at[axis] < (box[axis] + box[axis + 2]) / 2 < grid.at[axis] + grid.size[axis]


def _is_smaller(box: _Box, facts: _Facts) -> bool:
    sides: tuple[float, float] = (facts["width"], facts["height"])
    return any(box[axis + 2] - box[axis] < sides[axis] * _MOST_OF_PAGE for axis in (0, 1))

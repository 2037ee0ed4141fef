"""Where the shapes of a page really lie, every transform and clip applied: what geometry is asserted on."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from generator.scene import shapes
from generator.scene.shapes import GlyphRun, Group, Page, Path, Picture, Transform, Use, move_point


@dataclass(frozen=True)
class Placed:
    """A shape that draws something, and the box around it in mm on the page."""

    shape: Path | GlyphRun | Picture
    left: float
    top: float
    right: float
    bottom: float
    groups: tuple[str, ...]
    scale: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


_LATEST: list[tuple[Page, list[Placed]]] = []
"""The latest pages with all that is drawn on them: a test looks at a page again and again."""


def place_all(page: Page) -> list[Placed]:
    """All that is drawn on a page, in what is left of its box inside of the clips around it."""
    for known, found in _LATEST:
        if known is page:
            return [*found]
    _LATEST[:] = (page, _place_all(page)), *_LATEST[:3]
    return [*_LATEST[0][1]]


def _place_all(page: Page) -> list[Placed]:
    found = []
    windows: dict[int, tuple[shapes.Placed, Placed]] = {}
    """Of clips, by the identity of their groups, which are kept for that."""
    for shape, by, around in shapes.walk(page.shapes):
        if not isinstance(shape, Group | Use):
            groups = tuple(one.shape.name for one in around if isinstance(one.shape, Group))
            placed: Placed | None = _boxed(shape, by, groups)
            for one in around:
                if placed and isinstance(one.shape, Group) and one.shape.clip:
                    if id(one) not in windows:
                        windows[id(one)] = one, _boxed(one.shape.clip, one.transform, ())
                    placed = _clip(placed, windows[id(one)][1])
            found += [placed] if placed else []
    return found


def place_words(page: Page) -> list[Placed]:
    return [placed for placed in place_all(page) if isinstance(placed.shape, GlyphRun)]


def list_overlapping(words: Iterable[Placed]) -> Iterator[tuple[Placed, Placed]]:
    """Pairs of words whose boxes of capitals are not apart."""
    ordered = sorted(words, key=lambda placed: placed.top)
    for index, first in enumerate(ordered):
        for second in ordered[index + 1 :]:
            if second.top >= first.bottom - 0.05:
                break
            if second.left < first.right - 0.05 and second.right > first.left + 0.05:
                yield first, second


def within(page: Page, group: str) -> list[Placed]:
    """All that is drawn in the group of a name."""
    return [placed for placed in place_all(page) if group in placed.groups]


def _clip(one: Placed, window: Placed) -> Placed | None:
    """What is left of a box inside of the box around a clip."""
    left, right = max(one.left, window.left), min(one.right, window.right)
    top, bottom = max(one.top, window.top), min(one.bottom, window.bottom)
    if left < right and top < bottom:
        return replace(one, left=left, top=top, right=right, bottom=bottom)
    return None


def _boxed(shape: Path | GlyphRun | Picture, by: Transform, groups: tuple[str, ...]) -> Placed:
    xs, ys = _list_corners(shape)
    a, b, c, d, _, _ = by
    if not (b or c):
        # Nothing is turned: the ends stay ends.
        xs, ys = (min(xs), max(xs)), (min(ys), max(ys))
    points = [move_point(by, x, y) for x, y in zip(xs, ys, strict=True)]
    xs, ys = zip(*points, strict=True)
    scale = (abs(a * d - b * c)) ** 0.5
    grow = shape.stroke.width / 2 * scale if isinstance(shape, Path) and shape.stroke else 0.0
    return Placed(shape, min(xs) - grow, min(ys) - grow, max(xs) + grow, max(ys) + grow, groups, scale)


def _list_corners(shape: Path | GlyphRun | Picture) -> tuple[Sequence[float], Sequence[float]]:
    """Control points may lie outside a curve: the box is never too small."""
    if isinstance(shape, Path):
        numbers = [*chain.from_iterable([segment[1:] for segment in shape.segments])]
        return numbers[::2], numbers[1::2]
    if isinstance(shape, Picture):
        return (shape.x, shape.x + shape.width), (shape.y, shape.y + shape.height)
    em = shape.size / shape.font.units_per_em
    width = sum(piece.advance for piece in shape.pieces) * em
    width += shape.spacing * sum(piece.text.isspace() for piece in shape.pieces)
    width += shape.tracking * sum(len(piece.glyphs) for piece in shape.pieces)
    top, bottom = shape.y - shape.font.cap_height * em, shape.y
    return (shape.x, shape.x + width), (top, bottom)

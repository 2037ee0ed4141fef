"""Checks of words: they keep clear of the cut, and are large enough to be printed and read."""

from collections.abc import Iterator, Sequence

from generator.make.preflight.cuts import Cut
from generator.make.preflight.drawing import Leaf, Painter, find_lightness
from generator.make.preflight.issues import Issue
from generator.make.preflight.limits import (
    LEAST_INK,
    MOST_INKS,
    ROUNDING,
    SMALL_COLOURED_TYPE,
    SMALL_REVERSED_TYPE,
    SMALL_TYPE,
)
from generator.make.print_shops import FindInks
from generator.model.geometry import Point, Rectangle
from generator.model.language.scalars import MM_PER_POINT
from generator.scene.bounds import outline_run
from generator.scene.shapes import Colour, GlyphRun, move_point
from generator.scene.svg_outline import measure_outline, split_outline

_LONGEST = 30
"""Most characters of a text that are quoted."""
_LIGHT, _LIGHTER = 0.5, 0.2
"""Least lightness of a colour that is lighter than its ground, and least difference between them."""
_NEAR_SIZE = 0.02
"""Type that is smaller by this many points is so by rounding."""


def check_words(
    leaves: Sequence[Leaf], painter: Painter, cut: Cut, service: str, find_inks: FindInks | None = None
) -> Iterator[Issue]:
    """Yield an issue for each text that is too near to the cut, or too small."""
    for leaf in leaves:
        if isinstance(leaf.shape, GlyphRun) and leaf.shape.text.strip():
            yield from _check_place(leaf, leaf.shape, cut, service)
            yield from _check_size(leaf, leaf.shape, painter, find_inks)


def _check_place(leaf: Leaf, run: GlyphRun, cut: Cut, service: str) -> Iterator[Issue]:
    # Nearly all words are far away from the cut.
    if cut.outline == "rectangle" and leaf.box.beyond(cut.box.grown(-cut.safe)) <= 0:
        return
    distance = min((cut.measure(*point) for point in _list_corners(leaf, run)), default=cut.safe)
    if distance >= cut.safe - ROUNDING:
        return
    text = f"`{_shorten(run.text)}`"
    what = f"the text {text} is {distance:.1f} mm from the cut; {service} asks for {cut.safe:.4g} mm"
    if distance < 0:
        what = f"the text {text} extends {-distance:.1f} mm beyond the cut"
    yield Issue("place", what, cut.safe - distance, is_error=True)


def _list_corners(leaf: Leaf, run: GlyphRun) -> Iterator[Point]:
    """Yield the corners of the boxes around the visible ink of all glyphs, on the page."""
    for outline in split_outline(outline_run(run)):
        if box := measure_outline(outline):
            corners = [move_point(leaf.transform, *corner) for corner in Rectangle(*box).corners]
            if Rectangle.around(corners).overlap(leaf.box) > 0:
                yield from corners


def _check_size(leaf: Leaf, run: GlyphRun, painter: Painter, find_inks: FindInks | None) -> Iterator[Issue]:
    length = run.size * leaf.scale
    size = length / MM_PER_POINT
    text = f"the text `{_shorten(run.text)}` of {size:.1f} pt"
    if size < SMALL_TYPE - _NEAR_SIZE:
        yield Issue("size", f"{text} is smaller than {SMALL_TYPE:g} pt", SMALL_TYPE - size)
    elif size < SMALL_REVERSED_TYPE - _NEAR_SIZE and is_reversed(
        run.colour, leaf.box.middle, painter, below=leaf
    ):
        what = f"{text} is lighter than its ground, and smaller than {SMALL_REVERSED_TYPE:g} pt"
        yield Issue("reversed size", what, SMALL_REVERSED_TYPE - size)
    if find_inks and size < SMALL_COLOURED_TYPE - _NEAR_SIZE:
        inks = sum(share >= LEAST_INK for share in find_inks(run.colour, length))
        if inks > MOST_INKS:
            what = f"{text} has {inks} inks; more than {MOST_INKS} need {SMALL_COLOURED_TYPE:g} pt"
            yield Issue("coloured size", what, SMALL_COLOURED_TYPE - size)


def is_reversed(colour: Colour, place: Point, painter: Painter, *, below: Leaf) -> bool:
    """Return True if a colour is lighter than what is below a shape at a place."""
    light = find_lightness(colour)
    if light < _LIGHT:
        return False
    x, y = place
    (ground,) = painter.look((x - 0.01, y), (x + 0.01, y), 1, below=below)
    return light - find_lightness(ground) > _LIGHTER


def _shorten(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."

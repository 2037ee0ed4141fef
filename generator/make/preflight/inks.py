"""The check of inks: nowhere is more ink than paper takes."""

from collections.abc import Iterator, Sequence

from generator.make.preflight.drawing import Leaf
from generator.make.preflight.issues import Issue
from generator.make.print_shops import FindInks
from generator.scene.shapes import Colour, GlyphRun, Gradient, Picture


def check_inks(leaves: Sequence[Leaf], find_inks: FindInks, limit: int) -> Iterator[Issue]:
    """Yield an issue for each colour that needs more ink than `limit` percent; pictures are not looked at."""
    colours: dict[tuple[Colour, float], None] = {}
    for leaf in leaves:
        colours |= dict.fromkeys(_list_colours(leaf))
    for colour, size in colours:
        percent = 100 * sum(find_inks(colour, size))
        if round(percent) > limit:
            what = f"the colour {colour.hex} needs {percent:.0f} % of ink; the service takes {limit} %"
            yield Issue("ink", what, percent, is_error=True)


def _list_colours(leaf: Leaf) -> Iterator[tuple[Colour, float]]:
    shape = leaf.shape
    if isinstance(shape, GlyphRun):
        yield shape.colour, shape.size * leaf.scale
    elif not isinstance(shape, Picture):
        for paint in (shape.fill, shape.stroke and shape.stroke.colour):
            if isinstance(paint, Gradient):
                yield from ((colour, 0.0) for _, colour in paint.stops)
            elif paint:
                yield paint, 0.0

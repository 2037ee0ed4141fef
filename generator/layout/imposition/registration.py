"""Registration marks for cutting machines of Silhouette: type 1, three marks.

They have the positions that Silhouette Studio expects: a square at the top left, and corners at the top right
and at the bottom left, with nothing else near them.
"""

from generator.layout.shapes.curves import polygon, rectangle
from generator.model.style import Paper
from generator.scene.shapes import Segment

_INSET = 10.0
"""Distance of the lines of the marks from the edges of the page."""
_LENGTH = 7.62
_WIDTH = 1.0
_SQUARE = 5.0
_FREE = 1.5
CLEAR = _INSET + _LENGTH + _FREE
"""Width and height of the free zones in the corners of the page."""


def draw_registration(page: Paper) -> tuple[Segment, ...]:
    """Return the outlines of the three marks, to be filled."""
    start, end, side = _INSET - _WIDTH / 2, _INSET + _LENGTH, _SQUARE + _WIDTH
    inner, right, bottom = start + _WIDTH, page.width, page.height
    corner = [(start, start), (end, start), (end, inner), (inner, inner), (inner, end), (start, end)]
    return (
        *rectangle(start, start, side, side),
        *polygon([(right - x, y) for x, y in corner]),
        *polygon([(x, bottom - y) for x, y in corner]),
    )

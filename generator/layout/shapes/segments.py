"""Outlines as the model has them, as segments of the scene."""

from collections.abc import Iterable

from generator.scene.shapes import Segment


def as_segments(outline: Iterable[tuple[str | float, ...]]) -> tuple[Segment, ...]:
    """Readers have checked them; here they only change their type."""
    segments: list[Segment] = []
    for segment in outline:
        kind = segment[0]
        a, b, c, d, e, f = (*(float(number) for number in segment[1:]), *[0.0] * 6)[:6]
        if kind == "M":
            segments.append(("M", a, b))
        elif kind == "L":
            segments.append(("L", a, b))
        elif kind == "C":
            segments.append(("C", a, b, c, d, e, f))
        else:
            segments.append(("Z",))
    return tuple(segments)

"""Operators of content streams for transformations and outlines."""

from functools import lru_cache

from generator.backends.numbers import factor, number
from generator.scene.shapes import IDENTITY, Segment, Transform

_UNSCALED = IDENTITY[:4]
_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def write_matrix(transform: Transform) -> str:
    """Return the operator that applies a transformation."""
    scales = "1 0 0 1" if transform[:4] == _UNSCALED else " ".join(map(factor, transform[:4]))
    return f"{scales} {number(transform[4])} {number(transform[5])} cm"


@lru_cache(maxsize=8192)
def write_outline(segments: tuple[Segment, ...]) -> str:
    """Return path operators; cached, because repeated parts and other languages share outlines."""
    written: list[str] = []
    for kind, *points in segments:
        written += map(number, points)
        written.append(_OPERATORS[kind])
    return " ".join(written)


def outline_box(box: tuple[float, float, float, float]) -> tuple[Segment, ...]:
    """Return the outline of a box with these left, top, right, and bottom edges."""
    left, top, right, bottom = box
    return (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom), ("Z",))

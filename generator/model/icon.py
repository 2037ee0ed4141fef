"""Small pictures of one colour that stand in lines of text and in squares."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Icon:
    """An outline in a box; segments as `scene.shapes.Segment`, y downwards."""

    name: str
    width: float
    height: float
    segments: tuple[tuple[str | float, ...], ...]
    even_odd: bool = False
    title: str = ""
    """Wording key of what a screen reader says; empty: the name."""

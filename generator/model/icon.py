"""Icons: small pictures of one colour, for lines of text and for squares."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Icon:
    """An outline in a box; segments like `scene.shapes.Segment`, with y pointing down."""

    name: str
    width: float
    height: float
    segments: tuple[tuple[str | float, ...], ...]
    even_odd: bool = False
    title: str = ""
    """Wording key of the text for screen readers; empty: the name."""

"""Icons, and pictures of a game: vector drawings and photographs, read and validated."""

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias


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


@dataclass(frozen=True, slots=True)
class DrawnShape:
    """An outline of a drawing; segments like `scene.shapes.Segment`, colours `#rrggbb` or empty."""

    segments: tuple[tuple[str | float, ...], ...]
    fill: str = ""
    stroke: str = ""
    line: float = 0.0
    """Stroke width, in units of the drawing."""
    even_odd: bool = False
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"


@dataclass(frozen=True, slots=True)
class Drawing:
    """An SVG file: shapes in a box from (0, 0), with y pointing down."""

    width: float
    height: float
    shapes: tuple[DrawnShape, ...]


@dataclass(frozen=True, slots=True)
class Photograph:
    """A raster file."""

    width: float
    """Width in pixels, as it is seen: upright."""
    height: float
    file: Any = field(compare=False)
    """The `scene.pictures.RasterFile`."""


PictureFile: TypeAlias = Drawing | Photograph

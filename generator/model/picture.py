"""Icons, and pictures of a game: vector drawings and photographs, read and validated."""

from typing import Any, TypeAlias

from generator.model.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Drawing:
    """An SVG file as shapes of `scene.shapes`, in a box from (0, 0), with y pointing down."""

    width: float
    height: float
    shapes: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Photograph:
    """A raster file, or an SVG file that shapes cannot show."""

    width: float
    """Width in pixels, as it is seen: upright."""
    height: float
    file: Any = field(compare=False)
    """The `scene.pictures.RasterFile`."""


PictureFile: TypeAlias = Drawing | Photograph


@dataclass(frozen=True, slots=True)
class Icon:
    """A picture that is used as an icon."""

    name: str
    picture: PictureFile
    has_own_colours: bool = False
    """True if it has several colours, which it keeps unless another one is given."""

    @property
    def width(self) -> float:
        return self.picture.width

    @property
    def height(self) -> float:
        return self.picture.height

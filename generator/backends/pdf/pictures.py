"""Raster pictures as the samples that a PDF holds."""

import io
from dataclasses import dataclass

from PIL import Image, UnidentifiedImageError

from generator.errors import OutputError


@dataclass(frozen=True, slots=True)
class Samples:
    """Rows of eight-bit samples from top to bottom."""

    width: int
    height: int
    colours: bytes
    is_grey: bool
    alpha: bytes | None
    """One sample for each pixel; None: all of it is opaque."""


def read_samples(data: bytes) -> Samples:
    """Raises OutputError when the bytes are no picture."""
    try:
        with Image.open(io.BytesIO(data)) as picture:
            picture.load()
            has_alpha = picture.has_transparency_data
            is_grey = picture.mode in ("1", "L", "LA")
            rgba = picture.convert("LA" if is_grey and has_alpha else "RGBA" if has_alpha else picture.mode)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        raise OutputError("picture", f"cannot be read ({error})") from error
    alpha = rgba.getchannel("A").tobytes() if has_alpha else None
    if alpha is not None and alpha.count(255) == len(alpha):
        alpha = None
    colours = rgba.convert("L" if is_grey else "RGB").tobytes()
    return Samples(rgba.width, rgba.height, colours, is_grey, alpha)

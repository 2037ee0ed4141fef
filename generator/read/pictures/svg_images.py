"""Pictures that SVG files embed."""

import math
from base64 import b64decode
from urllib.parse import unquote_to_bytes

from generator.model.values import replace
from generator.scene.shapes import Picture, Transform

_COARSE, _SMOOTH = 100, 300
"""Pixels on the longer side of a drawing: fewer than the first are visible, and the second are not."""


def unpack_link(link: str) -> bytes:
    """Return the content of a `data:` link; raises ValueError."""
    head, _, data = link.partition(",")
    return b64decode(unquote_to_bytes(data)) if "base64" in head else unquote_to_bytes(data)


def smooth_picture(picture: Picture, by: Transform, longest: float) -> Picture:
    """Return a picture without visible pixels: viewers smooth them in SVG files, but not in PDF files.

    `by` is the transform of its pixels, `longest` is the longer side of the drawing.
    """
    a, b, c, d, _, _ = by
    steps = math.hypot(a, b) / longest, math.hypot(c, d) / longest
    across, down = (math.ceil(step * _SMOOTH) if step * _COARSE > 1 else 1 for step in steps)
    return replace(picture, file=picture.file.enlarge(across, down)) if across * down > 1 else picture

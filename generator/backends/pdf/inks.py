"""ICC profiles of printing conditions, applied by LittleCMS, which is part of Pillow."""

import io
import zlib
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import PIL.ImageCms as ImageCms

from generator.model.printing.inks import RGB, Inks, PressOptions, Separator
from generator.scene.colour_profiles import ICC_FLAGS, ICC_INTENT, read_profile
from generator.scene.rasters import make_pixels

_TINTS = 255
"""Steps of the ramp of black ink."""


class PressProfile:
    """The ICC profile of a printing condition, read from a file."""

    def __init__(self, path: Path) -> None:
        self._profile = ImageCms.ImageCmsProfile(io.BytesIO(read_profile(path)))
        self._convert = self._make_transform(ImageCms.createProfile("sRGB"))

    def _make_transform(self, source: Any) -> Any:
        transform: Any = ImageCms.buildTransform(
            source, self._profile, "RGB", "CMYK", renderingIntent=ICC_INTENT, flags=ICC_FLAGS
        )
        # Pillow adds the profile to each result, which takes longer than to convert some colours.
        transform.output_profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
        return transform

    def convert(self, colours: Sequence[RGB]) -> list[Inks]:
        """Return the inks that look like each colour: relative colorimetric, black to black."""
        data = bytes(round(one * 255) for colour in colours for one in colour)
        shares = [one / 255 for one in _apply(make_pixels("RGB", (len(colours), 1), data), self._convert)]
        return [Inks(*shares[at : at + 4]) for at in range(0, len(shares), 4)]

    def convert_picture(self, picture: Any, profile: bytes) -> Any:
        """Return an RGB picture as a CMYK picture; `profile` is its ICC profile, if that is not sRGB."""
        # A damaged profile does not prevent printing.
        with suppress(ImageCms.PyCMSError, OSError, ValueError):
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile)) if profile else None
            return ImageCms.applyTransform(picture, self._make_transform(source) if source else self._convert)
        return ImageCms.applyTransform(picture, self._convert)

    def measure_black(self) -> list[float]:
        """Return the lightness (L*) of tints of black ink, from none to solid."""
        tints = b"".join(bytes((0, 0, 0, tint)) for tint in range(_TINTS + 1))
        to_lab = ImageCms.buildTransform(
            self._profile, ImageCms.createProfile("LAB"), "CMYK", "LAB", renderingIntent=ICC_INTENT
        )
        return [one / 2.55 for one in _apply(make_pixels("CMYK", (_TINTS + 1, 1), tints), to_lab)[::3]]


def _apply(pixels: Any, transform: Any) -> bytes:
    applied: Any = ImageCms.applyTransform(pixels, transform)
    samples: bytes = applied.tobytes()
    return samples


open_profile = lru_cache(4)(PressProfile)
"""Opens a profile, which the documents of a run share."""


@lru_cache(8)
def make_separator(press: PressOptions) -> Separator:
    """Return the separator of a press file; it remembers inks of colours, so documents share it."""
    profile = open_profile(press.separation)
    return Separator(profile, limit=press.file.limit, chosen=dict(press.chosen))


@lru_cache(4)
def pack_profile(path: Path) -> bytes:
    """Return a profile as a compressed stream."""
    return zlib.compress(read_profile(path))

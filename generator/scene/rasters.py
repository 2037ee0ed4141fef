"""Raster files: JPEG, PNG, WebP, GIF, TIFF, and BMP; the only module that imports Pillow.

Files are checked when they are opened, and decoded when they are embedded. A file that is hardly larger than
the print needs is embedded as it is, without its metadata; others are reduced to what is seen.
"""

import hashlib
import io
import struct
import warnings
from collections.abc import Iterable
from contextlib import suppress
from math import ceil
from pathlib import Path
from typing import Any

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from generator.errors import OutputError, Wrong
from generator.scene.pictures import WHOLE, Embedded, Plan, View

_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "TIFF", "BMP")
_PHOTOS = ("JPEG", "MPO", "WEBP")
"""Formats with lossy compression, whose pictures are written as JPEG unless they have transparency."""
_HINT = "use JPEG, PNG, WebP, GIF, TIFF, BMP, or SVG"
_QUALITY = 90
_SPARE = 1.3
"""A file is embedded as it is if it has at most this many times the pixels that are needed."""
_CHECKED = 4_000_000
"""PNG files with more pixels are checked by their checksums only; they are decoded when they are reduced."""
_REDUCED = 0.97
"""A picture is not reduced by less than this factor, which would only blur it."""
_ORIENTATION = 0x0112
_KEPT_CHUNKS = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
_PNG = b"\x89PNG\r\n\x1a\n"
_UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_270, 7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}  # fmt: skip


class Raster:
    """A file that is a sound picture, as far as can be seen without decoding large ones."""

    reason = ""

    def __init__(self, name: str, source: Path | bytes) -> None:
        """Open a file or its bytes; raises Wrong if they are not a picture, damaged, or too large."""
        self.name = name
        self._source = source
        self._made: dict[tuple[object, ...], Embedded] = {}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                warnings.simplefilter("error", Image.DecompressionBombWarning)
                with self._open() as image:
                    self._read_head(image)
                    image.verify() if self.format == "PNG" else None
                with self._open() as image:
                    if not self._is_jpeg and (self.format != "PNG" or image.width * image.height <= _CHECKED):
                        image.load()
            if self._is_jpeg:
                _strip_jpeg(self._read())
        except UnidentifiedImageError:
            raise Wrong("is not a supported image", _HINT) from None
        except (Image.DecompressionBombError, Image.DecompressionBombWarning):
            most = (Image.MAX_IMAGE_PIXELS or 0) // 1_000_000
            raise Wrong(f"has more than {most} million pixels", "save it smaller") from None
        except (Wrong, MemoryError):
            raise
        except Exception as error:
            raise _damaged(error) from None

    def _open(self) -> Image.Image:
        source = io.BytesIO(self._source) if isinstance(self._source, bytes) else self._source
        return Image.open(source, formats=_FORMATS)

    def _read_head(self, image: Image.Image) -> None:
        self.format = image.format or ""
        self._is_jpeg = self.format in ("JPEG", "MPO")
        if image.mode == "F" or min(image.size) < 1:
            raise Wrong("has no colours that can be printed", "save it with 8 bits per channel")
        self.orientation = 1
        with suppress(Exception):
            # Damaged EXIF data does not prevent printing.
            # Without this condition, Pillow decodes a PNG to look for EXIF data behind it.
            if "exif" in image.info or self.format == "TIFF":
                found = int(image.getexif().get(_ORIENTATION, 1))
                self.orientation = found if found in _UPRIGHT else 1
        sides = image.size[::-1] if self.orientation > 4 else image.size
        self.width, self.height = sides
        self._profile = _find_profile(image)
        is_png = self.format == "PNG" and not self._profile and self.orientation == 1
        is_clear = image.has_transparency_data or image.info.get("interlace")
        self._can_keep = is_png or (self._is_jpeg and image.mode in ("RGB", "L"))
        self._can_keep_split = self._can_keep and not (is_png and is_clear)

    def _read(self) -> bytes:
        return self._source if isinstance(self._source, bytes) else self._source.read_bytes()

    def digest(self) -> str:
        return hashlib.md5(self._read(), usedforsecurity=False).hexdigest()

    def plan(self, view: View, width: float, height: float, *, splits: bool = False) -> Plan:
        left, top, right, bottom = view.part
        wide, high = self.width, self.height
        scale = min(1.0, max(width / wide, height / high))
        pixels = (right - left) * (bottom - top) * wide * high * scale**2
        can_keep = self._can_keep_split if splits else self._can_keep
        if can_keep and not view.tint and wide * high <= _SPARE * pixels:
            size = (high, wide) if self.orientation > 4 else (wide, high)
            return Plan(WHOLE, size, is_kept=True, orientation=self.orientation)
        if scale < _REDUCED:
            across, down = (right - left) * wide * scale, (bottom - top) * high * scale
            return Plan(view.part, (max(1, round(across)), max(1, round(down))), view.tint)
        # Pixels stay as they are.
        x, y, x2, y2 = (
            int(left * wide),
            int(top * high),
            ceil(right * wide - 0.01),
            ceil(bottom * high - 0.01),
        )
        return Plan((x / wide, y / high, x2 / wide, y2 / high), (x2 - x, y2 - y), view.tint)

    def embed(self, plan: Plan, *, splits: bool = False) -> Embedded:
        key = plan, splits and not plan.is_kept
        if key not in self._made:
            try:
                self._made[key] = self._keep(plan) if plan.is_kept else self._reduce(plan, splits)
            except Exception as error:
                raise OutputError(self.name, str(_damaged(error))) from error
        return self._made[key]

    def _keep(self, plan: Plan) -> Embedded:
        data = self._read()
        if self._is_jpeg:
            stripped, is_grey = _strip_jpeg(data)
            return Embedded(stripped, plan.size, True, is_grey, profile=self._profile)
        with self._open() as image:
            image.load()
        return Embedded(_strip_png(data), plan.size)

    def _reduce(self, plan: Plan, splits: bool) -> Embedded:
        left, top, right, bottom = plan.part
        whole = ceil(plan.size[0] / (right - left)), ceil(plan.size[1] / (bottom - top))
        with self._open() as image:
            image.draft(image.mode, whole if self.orientation < 5 else whole[::-1])
            image.load()
            upright = _simplify(image)
        if self.orientation in _UPRIGHT:
            upright = upright.transpose(_UPRIGHT[self.orientation])
        wide, high = upright.size
        edges = (left * wide, top * high, right * wide, bottom * high)
        upright = upright.resize(plan.size, Image.Resampling.HAMMING, box=edges, reducing_gap=3.0)
        if self._profile:
            upright = _to_srgb(upright, self._profile)
        if upright.mode == "CMYK":
            upright = upright.convert("RGB")
        if plan.tint:
            upright = _tint(upright, plan.tint)
        alpha = None
        if "A" in upright.getbands():
            alpha = upright.getchannel("A")
            if alpha.getextrema() == (255, 255):
                alpha = None
            if splits or alpha is None:
                upright = upright.convert(upright.mode.removesuffix("A"))
        is_jpeg = self.format in _PHOTOS and (alpha is None or splits)
        data = _save(upright, "JPEG", quality=_QUALITY) if is_jpeg else _save(upright, "PNG")
        opacity = _save(alpha, "PNG") if alpha is not None and splits else b""
        return Embedded(data, upright.size, is_jpeg, upright.mode == "L", opacity)


def save_bands(size: tuple[int, int], bands: Iterable[tuple[int, Any]], *, dpi: float) -> bytes:
    """Return a PNG of rendered bands, each with its top row."""
    picture = Image.new("RGB", size)
    for top, band in bands:
        picture.paste(band, (0, top))
    return _save(picture, "PNG", dpi=(dpi, dpi))


def _damaged(error: Exception) -> Wrong:
    reason = str(error).strip() or type(error).__name__
    return Wrong(f"is damaged: {reason}", "copy or save it again")


def _save(image: Image.Image, form: str, **options: Any) -> bytes:
    written = io.BytesIO()
    image.save(written, form, **options)
    return written.getvalue()


def _simplify(image: Image.Image) -> Image.Image:
    """Return grey or RGB with 8 bits, with alpha if there is any transparency; CMYK stays."""
    if image.mode.startswith("I;16"):
        return Image.frombytes("L", image.size, image.tobytes()[image.mode != "I;16B" :: 2])
    if image.mode == "I":
        return image.point(lambda value: value * (1 / 256)).convert("L")
    is_grey = image.mode in ("1", "L", "LA", "La")
    if image.has_transparency_data:
        return image.convert("LA" if is_grey else "RGBA")
    return image if image.mode == "CMYK" else image.convert("L" if is_grey else "RGB")


def _find_profile(image: Image.Image) -> bytes:
    """Return the ICC profile; empty if it is sRGB, or not for the colours of the picture."""
    profile: bytes = image.info.get("icc_profile") or b""
    spaces = {"CMYK": b"CMYK", "L": b"GRAY", "LA": b"GRAY", "1": b"GRAY"}
    if b"sRGB" in profile or b"s\0R\0G\0B" in profile:
        return b""
    return profile if profile[16:20] == spaces.get(image.mode, b"RGB ") else b""


def _to_srgb(image: Image.Image, profile: bytes) -> Image.Image:
    plain = image.convert(image.mode.removesuffix("A")) if "A" in image.getbands() else image
    mode = "L" if plain.mode == "L" else "RGB"
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        target = ImageCms.createProfile("sRGB")
        converted = ImageCms.profileToProfile(plain, source, target, outputMode="RGB") or plain
    except (ImageCms.PyCMSError, OSError, ValueError):
        # A damaged profile does not prevent printing.
        return image
    converted = converted.convert(mode)
    if plain is not image:
        converted.putalpha(image.getchannel("A"))
    return converted


def _tint(image: Image.Image, colour: str) -> Image.Image:
    toned = ImageOps.colorize(image.convert("L"), black=colour, white="#ffffff")
    if "A" in image.getbands():
        toned.putalpha(image.getchannel("A"))
    return toned


def _strip_jpeg(data: bytes) -> tuple[bytes, bool]:
    """Return a JPEG without EXIF data, thumbnails, remarks, and what follows it; True if it is grey.

    Raises Wrong if it has no end.
    """
    kept, position, is_grey = [data[:2]], 2, False
    while data[position : position + 2] != b"\xff\xda":
        kind = data[position + 1]
        if kind == 0xFF:
            position += 1
            continue
        end = position + 2 + struct.unpack_from(">H", data, position + 2)[0]
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            is_grey = data[position + 9] == 1
        if not (0xE0 <= kind <= 0xEF or kind == 0xFE) or kind in (0xE0, 0xE2, 0xEE):
            is_other = kind == 0xE2 and not data.startswith(b"ICC_PROFILE", position + 4)
            kept += [] if is_other else [data[position:end]]
        position = end
    end = data.find(b"\xff\xd9", position) + 2
    if end < 2:
        raise Wrong("is cut off", "copy or save it again")
    return b"".join((*kept, data[position:end])), is_grey


def _strip_png(data: bytes) -> bytes:
    position, kept = len(_PNG), [_PNG]
    while position + 8 <= len(data):
        length, kind = struct.unpack_from(">L4s", data, position)
        if kind in _KEPT_CHUNKS:
            kept.append(data[position : position + 12 + length])
        position += 12 + length
        if kind == b"IEND":
            break
    return b"".join(kept)

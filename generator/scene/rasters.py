"""Raster files: JPEG, PNG, WebP, AVIF, GIF, TIFF, and BMP.

Files are checked when they are opened, and decoded when they are embedded. A file that is hardly larger than
the print needs is embedded as it is, without its metadata; others are reduced to what is seen.
"""

import io
import re
import struct
import warnings
import zlib
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageFilter, ImageMath, ImageOps, UnidentifiedImageError

from generator.errors import OutputError, Wrong
from generator.inputs import open_regular
from generator.scene.colour_profiles import (
    ADOBE_RGB,
    Description,
    convert_to_srgb,
    describe_coded,
    describe_png,
    find_codes,
    find_profile,
    read_profile,
)
from generator.scene.pictures import (
    WHOLE_PICTURE,
    Embedded,
    EmbeddingPlan,
    PictureView,
    RasterFile,
    list_chunks,
)
from generator.scene.shapes import LOOKS

_FORMATS = ("PNG", "JPEG", "WEBP", "AVIF", "GIF", "TIFF", "BMP")
_PHOTOS = ("JPEG", "MPO", "WEBP", "AVIF")
"""Formats with lossy compression, whose pictures are written as JPEG unless they have transparency."""
_HINT = "use JPEG, PNG, WebP, AVIF, GIF, TIFF, BMP, or SVG"
_OTHERS = (
    (rb"....ftyp(heic|heix|hevc|heim|heis|mif1|msf1)", "a HEIC file", "save it as JPEG or PNG"),
    (rb"\xff\x0a|\0\0\0\x0cJXL ", "a JPEG XL file", "save it as JPEG or PNG"),
    (rb"\0\0\0\x0cjP  ", "a JPEG 2000 file", "save it as JPEG or PNG"),
    (rb"8BPS", "a Photoshop file", "save it as PNG"),
    (rb"gimp xcf", "a GIMP file", "save it as PNG"),
    (rb"%PDF-", "a PDF file", "save it as SVG or PNG"),
    (rb"%!PS|\xc5\xd0\xd3\xc6", "an EPS file", "save it as SVG or PNG"),
    (rb"\Z", "empty", "copy or save it again"),
    (rb"(?i:\s*<(!doctype )?html)", "a page of the web", "save the picture that it shows"),
)
"""Files that are not read as pictures, by their first bytes, and what to do."""
_QUALITY, _FINE_QUALITY, _ROUGH_QUALITY = 90, 95, 80
_FEW_COLOURS, _UNSEEN = (2, 16, 64, 256), 24
"""Sizes of palettes, and by how many levels of 255 a colour may change in what is cut off."""
_FAINT, _MOST_FAINT = 8, 0.01
"""Change of colours that is seen in a pattern, and the share of pixels that may change more."""
_MUCH = 2
"""A picture is a JPEG if its PNG would be larger by this factor."""
_SPARE = 1.3
"""A file is embedded as it is if it has at most this many times the pixels that are needed."""
_CHECKED = 4_000_000
"""PNG files with more pixels are checked by their checksums only; they are decoded when they are reduced."""
_REDUCED = 0.97
"""A picture is not reduced by less than this factor, which would only blur it."""
_LEVELS = 33
"""Levels of each channel for which the change of a colour is computed; others are interpolated."""
_ORIENTATION, _INTEROPERABILITY = 0x0112, 0xA005
"""Entries of EXIF data."""
_SOLID = [0] + [255] * 255
"""Makes all opacities solid but that of clear pixels."""
_TRUST = [min(alpha**2, 255) for alpha in range(256)]
"""How far the colour of a pixel counts, by its opacity: that of a faint one is hardly known or seen."""
_KEPT_CHUNKS = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
_UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_270, 7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}  # fmt: skip


class Raster(RasterFile):
    """A file that is a sound picture, as far as can be seen without decoding large ones."""

    def __init__(self, name: str, source: Path | bytes, *, press: Path | None = None) -> None:
        """Open a file or its bytes; raises Wrong if they are not a picture, damaged, or too large.

        `press` is the profile of CMYK pictures that have none.
        """
        super().__init__(name, source)
        self._press = press
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                warnings.simplefilter("error", Image.DecompressionBombWarning)
                with self._open() as image:
                    self._read_head(image)
                    image.verify() if self.format == "PNG" else None
                if self._is_jpeg:
                    _strip_jpeg(self.read())
                elif self.format != "PNG" or self.width * self.height <= _CHECKED:
                    with self._open() as image:
                        image.load()
        except UnidentifiedImageError:
            raise self._name_format() from None
        except (Image.DecompressionBombError, Image.DecompressionBombWarning):
            most = (Image.MAX_IMAGE_PIXELS or 0) // 1_000_000
            raise Wrong(f"has more than {most} million pixels", "save it smaller") from None
        except (Wrong, MemoryError):
            raise
        except Exception as error:
            raise _damaged(error) from None

    def _name_format(self) -> Wrong:
        head = self.read()[:16]
        found = ((what, hint) for start, what, hint in _OTHERS if re.match(start, head, re.DOTALL))
        what, hint = next(found, ("not a supported image", _HINT))
        return Wrong(f"is {what}", hint)

    @property
    def pixels(self) -> tuple[int, int]:
        return self.width, self.height

    def _open(self) -> Image.Image:
        source = io.BytesIO(self._source) if isinstance(self._source, bytes) else self._source
        return Image.open(source, formats=_FORMATS)

    def _read_head(self, image: Image.Image) -> None:
        self.format = image.format or ""
        self._is_jpeg = self.format in ("JPEG", "MPO")
        if image.mode in ("F", "I") or min(image.size) < 1:
            raise Wrong("has no colours that can be printed", "save it with 8 bits per channel")
        self.orientation = 1
        with suppress(Exception):
            # Damaged EXIF data does not prevent printing.
            # Without this condition, Pillow decodes a PNG to look for EXIF data behind it.
            if "exif" in image.info or self.format == "TIFF":
                orientation = int(image.getexif().get(_ORIENTATION, 1))
                self.orientation = orientation if orientation in _UPRIGHT else 1
        self.width, self.height = image.size[::-1] if self.orientation > 4 else image.size
        self._read_colours(image)
        is_png = self.format == "PNG" and not self._profile and self.orientation == 1
        is_clear = image.has_transparency_data or image.info.get("interlace")
        self._is_grey = image.mode == "L"
        # A JPEG that is kept must have its profile itself, for formats that embed no other.
        has_own = not self._profile or "icc_profile" in image.info
        is_plain = (image.mode == "RGB" and has_own) or (image.mode == "L" and not self._profile)
        self._can_keep = is_png or (self._is_jpeg and is_plain)
        self._can_keep_split = self._can_keep and not (is_png and is_clear)

    def _read_colours(self, image: Image.Image) -> None:
        given, described = image.info.get("icc_profile") or b"", _describe_colours(image)
        self.remarks = ()
        source = io.BytesIO(self._source) if isinstance(self._source, bytes) else open_regular(self._source)
        with source as file:
            codes = find_codes(self.format, file, has_profile=bool(given))
        if codes:
            coded = describe_coded(*codes)
            given, described = (b"", coded) if coded else (given, described)
            if coded is None:
                what = f"has colours of the codes {codes[0]} and {codes[1]} (cICP), which are ignored"
                self.remarks = (Wrong(what, "convert it to sRGB in an image editor"),)
        found = find_profile(image.mode, given, described)
        self._profile = found.data
        if found.fault:
            hint = "convert it to sRGB in an image editor"
            self.remarks += (Wrong(f"has a colour profile that {found.fault}, and is ignored", hint),)
        if image.mode == "CMYK" and not found.data and self._press:
            self._profile = read_profile(self._press)
            what = f"has CMYK colours without a profile, which are read as those of {self._press.stem}"
            self.remarks += (Wrong(what, "save it with its profile, or in sRGB"),)

    def enlarge(self, across: int, down: int) -> "Raster":
        """Return the picture with this many times as many pixels, whose colours change smoothly."""
        size = self.width * across, self.height * down
        return Raster(self.name, self.embed(EmbeddingPlan(WHOLE_PICTURE, size)).data)

    def plan(self, view: PictureView, width: float, height: float, *, splits: bool = False) -> EmbeddingPlan:
        left, top, right, bottom = view.part
        wide, high = self.width, self.height
        scale = min(1.0, max(width / wide, height / high))
        pixels = (right - left) * (bottom - top) * wide * high * scale**2
        can_keep = self._can_keep_split if splits else self._can_keep
        if can_keep and not (view.tint or view.looks) and wide * high <= _SPARE * pixels:
            size = (high, wide) if self.orientation > 4 else (wide, high)
            return EmbeddingPlan(WHOLE_PICTURE, size, is_kept=True, orientation=self.orientation)
        if scale < _REDUCED:
            across, down = (right - left) * wide * scale, (bottom - top) * high * scale
            size = max(1, round(across)), max(1, round(down))
            return EmbeddingPlan(view.part, size, view.tint, looks=view.looks)
        # Pixels stay as they are.
        x, y = int(left * wide), int(top * high)
        x2, y2 = ceil(right * wide - 0.01), ceil(bottom * high - 0.01)
        part = (x / wide, y / high, x2 / wide, y2 / high)
        return EmbeddingPlan(part, (x2 - x, y2 - y), view.tint, looks=view.looks)

    def _decode(self, plan: EmbeddingPlan, splits: bool) -> Embedded:
        try:
            return self._keep(plan) if plan.is_kept else self._reduce(plan, splits)
        except Exception as error:
            raise OutputError(self.name, str(_damaged(error))) from error

    def _keep(self, plan: EmbeddingPlan) -> Embedded:
        data = self.read()
        if self._is_jpeg:
            return Embedded(_strip_jpeg(data), plan.size, True, self._is_grey, profile=self._profile)
        with self._open() as image:
            image.load()
        chunks = (kind + body for kind, body in list_chunks(data) if kind in _KEPT_CHUNKS)
        return Embedded(_join_chunks(chunks), plan.size)

    def _reduce(self, plan: EmbeddingPlan, splits: bool) -> Embedded:
        left, top, right, bottom = plan.part
        whole = ceil(plan.size[0] / (right - left)), ceil(plan.size[1] / (bottom - top))
        with self._open() as image:
            image.draft(image.mode, whole if self.orientation < 5 else whole[::-1])
            image.load()
            upright = _simplify(image)
        # Pillow would save the profile again, which is applied here.
        upright.info = {}
        if self.orientation in _UPRIGHT:
            upright = upright.transpose(_UPRIGHT[self.orientation])
        wide, high = upright.size
        edges = (left * wide, top * high, right * wide, bottom * high)
        upright = upright.resize(plan.size, Image.Resampling.HAMMING, box=edges, reducing_gap=3.0)
        upright = spread_colours(upright)
        alpha = upright.getchannel("A") if "A" in upright.getbands() else None
        colours = upright.convert(upright.mode.removesuffix("A"))
        if self._profile:
            colours = convert_to_srgb(colours, self._profile)
        if colours.mode == "CMYK":
            colours = colours.convert("RGB")
        if plan.tint:
            colours = ImageOps.colorize(colours.convert("L"), black=plan.tint, white="#ffffff")
        for look in plan.looks:
            colours = colours.convert("RGB").filter(_make_filter(look))
        opacity = b""
        if alpha is not None and alpha.getextrema() != (255, 255):
            if splits:
                opacity = _save(alpha, "PNG")
            else:
                colours.putalpha(alpha)
        is_jpeg = self.format in _PHOTOS and "A" not in colours.getbands()
        # Colours change at the edges of what is opaque, where coarse ones would be seen.
        options = {"quality": _QUALITY, **({"subsampling": 0} if opacity else {})}
        data = _save(colours, "JPEG", **options) if is_jpeg else _save(colours, "PNG")
        return Embedded(data, colours.size, is_jpeg, colours.mode == "L", opacity)


def open_pixels(data: bytes) -> Any:
    """Return the pixels of an embedded picture, grey or RGB."""
    with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
        image.load()
    return _simplify(image)


def spread_colours(picture: Any) -> Any:
    """Return a picture whose clear pixels have the colours of those around them.

    Programs that mix neighbours, in colour and in opacity, show the colours of clear pixels at soft edges.
    Each step halves the picture, until no pixel is clear; what a step knows fills the gaps of the one before.
    """
    if "A" not in picture.getbands():
        return picture
    steps = [picture]
    least, most = picture.getchannel("A").getextrema()
    if not most:
        return picture
    while not least and max(steps[-1].size) > 1:
        halved = steps[-1].reduce(2)
        alpha = halved.getchannel("A").point(_TRUST)
        halved.putalpha(alpha)
        steps.append(halved)
        least, _ = alpha.getextrema()
    filled = steps.pop()
    for step in reversed(steps):
        below = filled.resize((filled.width * 2, filled.height * 2), Image.Resampling.NEAREST)
        below = below.crop((0, 0, *step.size))
        filled = Image.composite(step, below, step.getchannel("A").point(_TRUST))
    filled.putalpha(picture.getchannel("A"))
    return filled


def limit_inks(picture: Any, percent: float) -> Any:
    """Return a CMYK picture with less cyan, magenta, and yellow where the sum of all inks is over a limit."""
    cyan, magenta, yellow, black = picture.split()

    def reduce(given: Any) -> Any:
        total = given["cyan"] + given["magenta"] + given["yellow"]
        room = given["min"](percent * 2.55 - given["black"], total)
        return given["one"] * room / given["max"](total, 1)

    bands = {"cyan": cyan, "magenta": magenta, "yellow": yellow, "black": black}
    reduced = [ImageMath.lambda_eval(reduce, **bands, one=one) for one in (cyan, magenta, yellow)]
    return Image.merge("CMYK", [*(one.convert("L") for one in reduced), black])


def subtract_left_neighbours(picture: Any) -> Any:
    """Return the differences of pixels from their left neighbours, which compress well (TIFF predictor)."""
    shifted = Image.new(picture.mode, picture.size)
    shifted.paste(picture, (1, 0))
    return ImageChops.subtract_modulo(picture, shifted)


def save_photo(picture: Any) -> bytes:
    """Return a JPEG of high quality; a CMYK JPEG has inverted inks, as Adobe writes them."""
    return _save(picture, "JPEG", quality=_FINE_QUALITY, subsampling=0)


def embed_drawn(
    name: str, picture: Any, plan: EmbeddingPlan, *, splits: bool, is_cut_off: bool = False
) -> Embedded:
    """Return the drawn pixels of a plan with its tint and looks.

    A drawing is embedded as PNG, and a photograph, whose PNG would be much larger, as JPEG. What is cut off
    has fewer colours and less detail.
    """
    if is_cut_off:
        much, exact = 1, _save(_use_few_colours(picture), "PNG", optimize=True)
        photo = _save(picture, "JPEG", quality=_ROUGH_QUALITY)
    else:
        much, exact, photo = _MUCH, _save(picture, "PNG"), save_photo(picture)
    raster = Raster(name, photo if len(photo) * much < len(exact) else exact)
    inner = raster.plan(PictureView(tint=plan.tint, looks=plan.looks), *plan.size, splits=splits)
    return raster.embed(inner, splits=splits)


def _use_few_colours(picture: Any) -> Any:
    """Return a picture with as few colours as show no difference; the same one if it needs many."""
    for count in _FEW_COLOURS:
        fewer = picture.quantize(count, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
        difference: Any = ImageChops.difference(picture, fewer.convert("RGB"))
        counts = difference.histogram()
        # All levels of a channel follow each other.
        changed = max(sum(counts[start + _FAINT : start + 256]) for start in range(0, len(counts), 256))
        faint = changed <= _MOST_FAINT * picture.width * picture.height
        if faint and max(most for _, most in difference.getextrema()) <= _UNSEEN:
            return fewer
    return picture


def make_pixels(mode: str, size: tuple[int, int], data: bytes) -> Any:
    """Return a picture of these samples, row by row."""
    return Image.frombytes(mode, size, data)


def save_bands(size: tuple[int, int], bands: Iterable[Any], *, dpi: float, form: str, mode: str) -> bytes:
    """Return a PNG or JPEG of rendered bands, from the top down."""
    picture, top = Image.new(mode, size), 0
    for band in map(spread_colours, bands):
        picture.paste(band, (0, top))
        top += band.height
    is_jpeg = form == "JPEG"
    # The default search for repetitions takes most of the time, and finds few in photographs.
    options = {"quality": _FINE_QUALITY, "subsampling": 0} if is_jpeg else {"compress_type": zlib.Z_RLE}
    return _save(picture, form, dpi=(dpi, dpi), **options)


def save_drawing(size: tuple[int, int], bands: Iterable[Any], *, dpi: float, mode: str) -> bytes:
    """Return a PNG of rendered bands, from the top down, without pictures.

    Rows are not filtered, as Pillow would do: those of drawings then take half the time and fewer bytes.
    """
    packer, packed = zlib.compressobj(), []
    for band in map(spread_colours, bands):
        pixels, row = band.tobytes("raw", mode), len(mode) * band.width
        rows = (b"\0" + pixels[start : start + row] for start in range(0, len(pixels), row))
        packed.append(packer.compress(b"".join(rows)))
    packed.append(packer.flush())
    head = struct.pack(">2L5B", *size, 8, 6 if mode == "RGBA" else 2, 0, 0, 0)
    resolution = struct.pack(">2LB", *[round(dpi / 0.0254)] * 2, 1)
    return _join_chunks((b"IHDR" + head, b"pHYs" + resolution, b"IDAT" + b"".join(packed), b"IEND"))


def save_frames(pictures: Iterable[bytes], *, seconds: float) -> bytes:
    """Return a GIF that shows pictures in turn without an end, each for some seconds."""
    first, *others = map(_open_on_white, pictures)
    return _save(first, "GIF", save_all=True, append_images=others, duration=round(seconds * 1000), loop=0)


def _open_on_white(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data)) as picture:
        shown = picture.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", shown.size, "white"), shown).convert("RGB")


@cache
def _make_filter(look: str) -> ImageFilter.Color3DLUT:
    return ImageFilter.Color3DLUT.generate(_LEVELS, lambda *colour: LOOKS[look](colour))


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
        grey = Image.frombytes("L", image.size, image.tobytes()[image.mode != "I;16B" :: 2])
        if (clear := image.info.get("transparency")) is not None:
            shown = ImageMath.lambda_eval(lambda given: given["image"] != clear, image=image.convert("I"))
            grey.putalpha(shown.convert("L").point(_SOLID))
        return grey
    is_grey = image.mode in ("1", "L", "LA", "La")
    if image.has_transparency_data:
        return image.convert("LA" if is_grey else "RGBA")
    return image if image.mode == "CMYK" else image.convert("L" if is_grey else "RGB")


def _describe_colours(image: Image.Image) -> Description | None:
    """Return the colours of a file that describes them without a profile."""
    if image.format == "PNG":
        return describe_png(image.info)
    if "exif" not in image.info:
        return None
    with suppress(Exception):
        # Damaged EXIF data does not prevent printing.
        if image.getexif().get_ifd(_INTEROPERABILITY).get(1) == "R03":
            return ADOBE_RGB
    return None


def _strip_jpeg(data: bytes) -> bytes:
    """Return a JPEG without metadata, previews, and what follows it; raises Wrong if it is cut off."""
    kept, start = [data[:2]], 2
    while data[start : start + 2] != b"\xff\xda":
        kind, length = struct.unpack_from(">2H", data, start)
        if kind == 0xFFFF:
            start += 1
            continue
        part = data[start : start + 2 + length]
        is_needed = kind in (0xFFE0, 0xFFEE) or part[4:].startswith(b"ICC_PROFILE")
        if is_needed or not (0xFFE0 <= kind <= 0xFFEF or kind == 0xFFFE):
            kept.append(part)
        start += 2 + length
    end = data.find(b"\xff\xd9", start) + 2
    if end < 2:
        raise Wrong("is cut off", "copy or save it again")
    return b"".join((*kept, data[start:end]))


def _join_chunks(chunks: Iterable[bytes]) -> bytes:
    """Return a PNG of chunks, each with its type and its content."""
    sums = (
        struct.pack(">L", len(chunk) - 4) + chunk + struct.pack(">L", zlib.crc32(chunk)) for chunk in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(sums)

"""Raster files: JPEG, PNG, WebP, AVIF, GIF, TIFF, and BMP, with the profiles of their colours.

A profile is judged by how it changes colours, not by its name: one that changes none is ignored.

Files are checked when they are opened, and decoded when they are embedded. A file that is hardly larger than
the print needs is embedded as it is, without its metadata; others are reduced to what is seen. An SVG file
that shapes cannot show is drawn as pixels by resvg.
"""

import hashlib
import io
import re
import struct
import subprocess
import warnings
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import product
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, NamedTuple, TypeAlias

from PIL import Image, ImageChops, ImageCms, ImageFilter, ImageMath, ImageOps, UnidentifiedImageError

from generator.errors import OutputError, Wrong
from generator.inputs import open_regular, read_regular
from generator.scene.fonts import SvgFace
from generator.scene.pictures import (
    WHOLE_PICTURE,
    Embedded,
    EmbeddingPlan,
    PictureView,
    RasterFile,
    list_chunks,
)
from generator.scene.shapes import LOOKS
from generator.system import PYTHON

ICC_INTENT, ICC_FLAGS = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
"""Relative colorimetric with black point compensation, which is used for all conversions."""
_GREYS = ("1", "L", "LA", "I;16", "I;16B")
_SPACES = {**dict.fromkeys(_GREYS, b"GRAY"), "CMYK": b"CMYK", "LAB": b"Lab "}
"""Colours of a profile, as it names them, by the mode of a picture; RGB for all others."""
_SPACE_NAMES = {b"GRAY": "grey", b"RGB ": "RGB", b"CMYK": "CMYK"}
_SAMPLES = {b"GRAY": bytes(range(0, 256, 15)), b"RGB ": bytes(sum(product((0, 128, 255), repeat=3), ()))}
"""Colours by which profiles are compared with sRGB."""
_SAME = 1
"""Largest invisible difference of colours, in levels of 255."""
_MOST_PROFILE_BYTES = 2**24
_BROKEN = (ImageCms.PyCMSError, OSError, ValueError, TypeError)

_Pair: TypeAlias = tuple[float, float]
_Rows: TypeAlias = tuple[tuple[float, float, float], ...]
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

_MOST_PIXELS = 4000
_MOST_SECONDS = 60
_RENDER = """
import sys, resvg_py
width, *fonts = sys.argv[1:]
source = sys.stdin.buffer.read().decode()
data = resvg_py.svg_to_bytes(
    svg_string=source, width=int(width), dpi=96, skip_system_fonts=True, font_files=fonts,
)
sys.stdout.buffer.write(bytes(data))
"""


class FoundProfile(NamedTuple):
    """The ICC profile of a picture, and what is wrong with it."""

    data: bytes = b""
    """Empty if the colours are those of sRGB, or not described."""
    fault: str = ""


def find_profile(mode: str, given: bytes, described: "Description | None") -> FoundProfile:
    """Return the profile with which a picture is converted; `described` counts where none is given."""
    space = _SPACES.get(mode, b"RGB ")
    if not given:
        made = described.make_profile(is_grey=space == b"GRAY") if described and space in _SAMPLES else b""
        return FoundProfile(made if made and not _is_srgb(made, space) else b"")
    if given[16:20] != space:
        other = _SPACE_NAMES.get(given[16:20])
        return FoundProfile(fault=f"is for {other} colours" if other else "is damaged")
    try:
        is_needed = not _is_srgb(given, space) if space in _SAMPLES else bool(_make_transform(given, mode))
    except _BROKEN:
        return FoundProfile(fault="is damaged")
    return FoundProfile(given if is_needed else b"")


def convert_to_srgb(image: Image.Image, profile: bytes) -> Image.Image:
    """Return a picture in sRGB: grey stays grey, RGB and CMYK become RGB."""
    if image.mode == "L":
        # The levels of grey are few, and all parts of sRGB grey are equal.
        return image.point([*_apply(bytes(range(256)), profile, b"GRAY")[1::3]])
    converted = ImageCms.applyTransform(image, _make_transform(profile, image.mode))
    assert isinstance(converted, Image.Image), "a new picture was asked for"
    converted.info.pop("icc_profile", None)
    return converted


@lru_cache(4)
def read_profile(path: Path) -> bytes:
    """Return the profile of a printing condition."""
    return read_regular(path, _MOST_PROFILE_BYTES)


def _is_srgb(profile: bytes, space: bytes) -> bool:
    samples = _SAMPLES[space]
    wanted = samples if space == b"RGB " else bytes(one for one in samples for _ in "rgb")
    return max(abs(a - b) for a, b in zip(wanted, _apply(samples, profile, space), strict=True)) <= _SAME


@lru_cache(64)
def _apply(samples: bytes, profile: bytes, space: bytes) -> bytes:
    mode, size = ("L", 1) if space == b"GRAY" else ("RGB", 3)
    colours = Image.frombytes(mode, (len(samples) // size, 1), samples)
    converted: Any = ImageCms.applyTransform(colours, _make_transform(profile, mode))
    found: bytes = converted.tobytes()
    return found


def _make_transform(profile: bytes, mode: str) -> ImageCms.ImageCmsTransform:
    source, target = ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB")
    return ImageCms.buildTransform(source, target, mode, "RGB", renderingIntent=ICC_INTENT, flags=ICC_FLAGS)


_HEAD_OF_AVIF, _CODES = 4096, 4
"""Bytes at the beginning of a file that describe its colours, and of the codes in a PNG."""
_SRGB_GAMMA = 2.2
_NEAR = 0.01
"""Gamma declared by sRGB files, which approximates the curve of sRGB."""
_D65, _D50 = (0.3127, 0.329), (0.9642, 1.0, 0.8249)
_SRGB = ((0.64, 0.33), (0.3, 0.6), (0.15, 0.06))
_BRADFORD: _Rows = ((0.8951, 0.2664, -0.1614), (-0.7502, 1.7135, 0.0367), (0.0389, -0.0685, 1.0296))
_SRGB_CURVE = struct.pack(">4s4xHxx5i", b"para", 3, *(round(65536 * one) for one in (
    2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)))  # fmt: skip


class Description(NamedTuple):
    """Colours of a file without a profile: the exponent of its levels, its white, red, green, and blue."""

    gamma: float = _SRGB_GAMMA
    white: _Pair = _D65
    primaries: tuple[_Pair, ...] = _SRGB

    def make_profile(self, *, is_grey: bool) -> bytes:
        """Return the description as an ICC profile (ICC.1:2010); empty if it makes no sense."""
        gamma = _SRGB_GAMMA if abs(self.gamma - _SRGB_GAMMA) < _NEAR else self.gamma
        curve = struct.pack(">4s4xLH", b"curv", 1, min(round(gamma * 256), 0xFFFF))
        curve = _SRGB_CURVE if gamma == _SRGB_GAMMA else curve
        tags = {b"wtpt": _pack_xyz(_D50)}
        if is_grey:
            return _pack_profile(b"GRAY", {**tags, b"kTRC": curve})
        try:
            columns = _find_colorants(self.white, self.primaries)
        except ZeroDivisionError:
            return b""
        tags |= {name: _pack_xyz(one) for name, one in zip((b"rXYZ", b"gXYZ", b"bXYZ"), columns, strict=True)}
        return _pack_profile(b"RGB ", {**tags, **dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), curve)})


ADOBE_RGB = Description(563 / 256, primaries=((0.64, 0.33), (0.21, 0.71), (0.15, 0.06)))
"""The colours that cameras call R03 in their EXIF data."""


_CODED_PRIMARIES: Mapping[int, tuple[_Pair, tuple[_Pair, ...]]] = {
    **dict.fromkeys((1, 2), (_D65, _SRGB)),
    5: (_D65, ((0.64, 0.33), (0.29, 0.6), (0.15, 0.06))),
    **dict.fromkeys((6, 7), (_D65, ((0.63, 0.34), (0.31, 0.595), (0.155, 0.07)))),
    9: (_D65, ((0.708, 0.292), (0.17, 0.797), (0.131, 0.046))),
    11: ((0.314, 0.351), _P3 := ((0.68, 0.32), (0.265, 0.69), (0.15, 0.06))),
    12: (_D65, _P3),
}
"""Chromaticities of white, red, green, and blue by code (ITU-T H.273, table 2)."""
_CODED_GAMMAS = {**dict.fromkeys((1, 2, 4, 6, 13, 14, 15), _SRGB_GAMMA), 5: 2.8, 8: 1.0}
"""Exponents of levels by their code (table 3), the curves of television as that of sRGB."""


def find_codes(form: str, file: IO[bytes], *, has_profile: bool) -> tuple[int, int] | None:
    """Return the codes of primaries and curve in a PNG, or in an AVIF, where they count without a profile."""
    if form == "AVIF" and not has_profile:
        found = re.search(rb"colrnclx(....)", file.read(_HEAD_OF_AVIF), re.DOTALL)
        return struct.unpack(">2H", found[1]) if found else None
    if form != "PNG":
        return None
    file.seek(8)
    while len(head := file.read(8)) == 8 and not head.endswith(b"IDAT"):
        content = file.read(length) if (length := int.from_bytes(head[:4], "big")) == _CODES else b""
        if head.endswith(b"cICP") and content:
            return content[0], content[1]
        file.seek(length - len(content) + 4, io.SEEK_CUR)
    return None


def describe_coded(primaries: int, transfer: int) -> Description | None:
    """Return the colours that codes of ITU-T H.273 stand for; None for others, such as high dynamic range."""
    if primaries not in _CODED_PRIMARIES or transfer not in _CODED_GAMMAS:
        return None
    return Description(_CODED_GAMMAS[transfer], *_CODED_PRIMARIES[primaries])


def describe_png(info: Mapping[Any, Any]) -> Description | None:
    """Return how a PNG describes its colours by gAMA and cHRM; None if it does not, or by sRGB."""
    exponent, edges = info.get("gamma"), info.get("chromaticity")
    if "srgb" in info or not (exponent or edges):
        return None
    gamma = 1 / exponent if exponent else _SRGB_GAMMA
    if not edges:
        return Description(gamma)
    white, *primaries = zip(edges[::2], edges[1::2], strict=True)
    return Description(gamma, white, tuple(primaries))


def _find_colorants(white: _Pair, primaries: Sequence[_Pair]) -> Sequence[tuple[float, ...]]:
    """Return red, green, and blue as XYZ, adapted from a white to that of ICC profiles."""
    columns = [_to_xyz(one) for one in primaries]
    shares = _multiply(_invert(_turn(columns)), _to_xyz(white))
    scaled = [tuple(share * part for part in one) for share, one in zip(shares, columns, strict=True)]
    cones = zip(_multiply(_BRADFORD, _D50), _multiply(_BRADFORD, _to_xyz(white)), strict=True)
    factors = [wanted / given for wanted, given in cones]
    back = _invert(_BRADFORD)

    def adapt(colour: Sequence[float]) -> tuple[float, ...]:
        seen = zip(_multiply(_BRADFORD, colour), factors, strict=True)
        return _multiply(back, [part * factor for part, factor in seen])

    return [adapt(one) for one in scaled]


def _to_xyz(place: _Pair) -> tuple[float, ...]:
    x, y = place
    return x / y, 1.0, (1 - x - y) / y


def _turn(rows: Sequence[Sequence[float]]) -> Sequence[Sequence[float]]:
    return [*zip(*rows, strict=True)]


def _multiply(rows: Sequence[Sequence[float]], by: Sequence[float]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, by, strict=True)) for row in rows)


def _invert(rows: Sequence[Sequence[float]]) -> Sequence[Sequence[float]]:
    (a, b, c), (d, e, f), (g, h, i) = rows
    cofactors = (
        (e * i - f * h, c * h - b * i, b * f - c * e),
        (f * g - d * i, a * i - c * g, c * d - a * f),
        (d * h - e * g, b * g - a * h, a * e - b * d),
    )
    whole = a * cofactors[0][0] + b * cofactors[1][0] + c * cofactors[2][0]
    return [[one / whole for one in row] for row in cofactors]


def _pack_xyz(colour: Sequence[float]) -> bytes:
    return struct.pack(">4s4x3i", b"XYZ ", *(round(one * 65536) for one in colour))


def _pack_profile(space: bytes, tags: Mapping[bytes, bytes]) -> bytes:
    """Return a profile of a screen with these tags, version 4."""
    place, table, body = 128 + 4 + 12 * len(tags), struct.pack(">L", len(tags)), b""
    for name, tag in tags.items():
        table += struct.pack(">4s2L", name, place + len(body), len(tag))
        body += tag + bytes(-len(tag) % 4)
    white = struct.pack(">3i", *(round(one * 65536) for one in _D50))
    head = struct.pack(">L4xL4s4s4s", place + len(body), 0x04200000, b"mntr", space, b"XYZ ")
    head = (head + bytes(12) + b"acsp").ljust(68, b"\0") + white
    return head.ljust(128, b"\0") + table + body


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

    @property
    def is_opaque(self) -> bool:
        return not self._is_clear

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
        self._is_clear = image.has_transparency_data
        is_clear = self._is_clear or image.info.get("interlace")
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


class SvgPixels(RasterFile):
    """An SVG file that is drawn with as many pixels as the print needs.

    It is drawn in another process, which hostile files can neither crash nor keep busy for long.
    """

    def __init__(
        self,
        name: str,
        source: str,
        size: tuple[float, float],
        reason: str,
        faces: Sequence[SvgFace] = (),
    ) -> None:
        """`source` is the text of the file, without anything that runs or is fetched.

        resvg chooses among `faces` by the names in their files, which may be the same in several: so each is
        written with a name of its own.
        """
        super().__init__(name, source.encode(), reason)
        self._size, self._faces = size, faces

    def digest(self) -> str:
        found = hashlib.md5(self.read(), usedforsecurity=False)
        for name, face, _ in self._faces:
            found.update(f"{name} {face.number} {face.weight}".encode() + face.open().data)
        return found.hexdigest()

    def plan(self, view: PictureView, width: float, height: float, *, splits: bool = False) -> EmbeddingPlan:
        scale = min(1.0, _MOST_PIXELS / max(width, height))
        size = max(1, round(width * scale)), max(1, round(height * scale))
        return EmbeddingPlan(WHOLE_PICTURE, size, view.tint, looks=view.looks)

    def _decode(self, plan: EmbeddingPlan, splits: bool) -> Embedded:
        with TemporaryDirectory() as folder:
            fonts = [Path(folder, f"{index}.ttf") for index in range(len(self._faces))]
            for path, (name, face, others) in zip(fonts, self._faces, strict=True):
                path.write_bytes(face.open().make_renamed(name, without=others))
            raster = Raster(self.name, self._render(plan.size, fonts))
        inner = raster.plan(PictureView(WHOLE_PICTURE, plan.tint, plan.looks), *plan.size, splits=splits)
        return raster.embed(inner, splits=splits)

    def _render(self, size: tuple[int, int], fonts: Sequence[Path]) -> bytes:
        width = max(size[0], round(size[1] * self._size[0] / self._size[1]))
        command = [*PYTHON, "-c", _RENDER, str(width), *map(str, fonts)]
        try:
            done = subprocess.run(command, input=self.read(), capture_output=True, timeout=_MOST_SECONDS)
        except subprocess.TimeoutExpired:
            raise OutputError(self.name, f"cannot be drawn in {_MOST_SECONDS} seconds") from None
        if done.returncode:
            raise OutputError(self.name, "cannot be drawn: its filters, patterns, or masks are wrong")
        return done.stdout

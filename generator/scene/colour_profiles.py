"""Colours of picture files: their ICC profiles, and other descriptions, applied by LittleCMS.

A profile is judged by how it changes colours, not by its name: one that changes none is ignored.
"""

import io
import re
import struct
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeAlias

import PIL.Image as Image
import PIL.ImageCms as ImageCms

from generator.inputs import read_regular

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

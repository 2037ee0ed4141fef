"""Raster pictures in a PDF: the bytes of a JPEG, or the compressed rows of a PNG, as they are."""

import struct
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from generator.scene.pictures import Embedded, Plan, RasterFile

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {0: 1, 2: 3, 3: 1}
"""Number of channels of the PNG colour types without alpha: grey, colours, palette."""


class Wanted(NamedTuple):
    """A picture and how it is embedded."""

    file: RasterFile
    plan: Plan

    def embed(self) -> Embedded:
        return self.file.embed(self.plan, splits=True)


def embed_all(wanted: Mapping[Wanted, str]) -> Iterator[tuple[str, Embedded]]:
    """Yield each picture with its name, decoded on all processors; raises OutputError."""
    with ThreadPoolExecutor() as pool:
        yield from zip(wanted.values(), pool.map(Wanted.embed, wanted), strict=True)


def describe_jpeg(picture: Embedded) -> dict[str, Any]:
    """Return the entries of the image dictionary of a JPEG, formatted for PDF."""
    return {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": str(picture.size[0]),
        "Height": str(picture.size[1]),
        "BitsPerComponent": "8",
        "ColorSpace": "/DeviceGray" if picture.is_grey else "/DeviceRGB",
        "Filter": "/DCTDecode",
    }


def describe_png(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the entries of the image dictionary of a PNG, formatted for PDF, and its compressed rows."""
    chunks: dict[bytes, bytes] = {}
    for kind, body in _chunks(data):
        chunks[kind] = chunks.get(kind, b"") + body
    width, height, bits, colour, _, _, _ = struct.unpack(">2L5B", chunks[b"IHDR"])
    channels = _CHANNELS[colour]
    space = "/DeviceRGB" if channels == 3 else "/DeviceGray"
    if colour == 3:
        palette = chunks[b"PLTE"]
        space = f"[/Indexed /DeviceRGB {len(palette) // 3 - 1} <{palette.hex()}>]"
    entries = {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": str(width),
        "Height": str(height),
        "BitsPerComponent": str(bits),
        "ColorSpace": space,
        "DecodeParms": f"<</Predictor 15 /Colors {channels} /BitsPerComponent {bits} /Columns {width}>>",
    }
    return entries, chunks[b"IDAT"]


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    offset, kind = len(_SIGNATURE), b""
    while kind != b"IEND":
        length, kind = struct.unpack_from(">L4s", data, offset)
        yield kind, data[offset + 8 : offset + 8 + length]
        offset += 12 + length

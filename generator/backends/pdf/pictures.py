"""Raster pictures in a PDF."""

import io
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from PIL import Image, UnidentifiedImageError

from generator.errors import OutputError

_SIGNATURE = b"\x89PNG\r\n\x1a\n"

_CHANNELS = {0: 1, 2: 3, 3: 1}
"""Number of channels of the PNG colour types without alpha: grey, colours, palette."""


@dataclass(frozen=True, slots=True)
class Samples:
    """Rows from top to bottom, compressed with zlib; `predicted` if each row has a PNG filter."""

    width: int
    height: int
    packed: bytes
    channels: int = 1
    bits: int = 8
    palette: bytes = b""
    """Three bytes per colour; empty if the samples are grey or RGB."""
    predicted: bool = False
    alpha: "Samples | None" = None


def read_picture(data: bytes) -> Samples:
    """Return a PNG's own compressed rows if a PDF can contain them; otherwise decode and compress again.

    Raises OutputError for an invalid picture.
    """
    try:
        return _take_over(data) or _convert(data)
    except (UnidentifiedImageError, OSError, SyntaxError, LookupError, ValueError, struct.error) as error:
        raise OutputError("picture", f"cannot read the PNG data ({error})") from error


def _take_over(data: bytes) -> Samples | None:
    if not data.startswith(_SIGNATURE):
        return None
    chunks: dict[bytes, list[bytes]] = {}
    for kind, body in _chunks(data):
        chunks.setdefault(kind, []).append(body)
    width, height, bits, colour, _, _, interlaced = struct.unpack(">2L5B", chunks[b"IHDR"][0])
    if interlaced or colour not in _CHANNELS or b"tRNS" in chunks:
        return None
    palette = chunks[b"PLTE"][0] if colour == 3 else b""
    packed = b"".join(chunks[b"IDAT"])
    return Samples(width, height, packed, _CHANNELS[colour], bits, palette, predicted=True)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the chunks; raises ValueError if one is truncated or damaged."""
    offset = len(_SIGNATURE)
    kind = b""
    while kind != b"IEND":
        length, kind = struct.unpack_from(">L4s", data, offset)
        body = data[offset + 8 : offset + 8 + length]
        (expected,) = struct.unpack_from(">L", data, offset + 8 + length)
        if zlib.crc32(kind + body) != expected:
            raise ValueError(f"damaged {kind.decode('latin-1')} chunk")
        yield kind, body
        offset += 12 + length


def _convert(data: bytes) -> Samples:
    with Image.open(io.BytesIO(data)) as file:
        picture: Image.Image = file
        picture.load()
        is_grey = picture.mode in ("1", "L", "LA")
        alpha = None
        if picture.has_transparency_data:
            picture = picture.convert("LA" if is_grey else "RGBA")
            values = picture.getchannel("A").tobytes()
            if values.count(255) < len(values):
                alpha = Samples(picture.width, picture.height, zlib.compress(values))
        colours = picture.convert("L" if is_grey else "RGB").tobytes()
        packed = zlib.compress(colours)
        return Samples(picture.width, picture.height, packed, 1 if is_grey else 3, alpha=alpha)


def describe(samples: Samples) -> dict[str, Any]:
    """Return the entries of the image dictionary without alpha, formatted for PDF."""
    space = "/DeviceRGB" if samples.channels == 3 else "/DeviceGray"
    if samples.palette:
        space = f"[/Indexed /DeviceRGB {len(samples.palette) // 3 - 1} <{samples.palette.hex()}>]"
    entries = {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": str(samples.width),
        "Height": str(samples.height),
        "BitsPerComponent": str(samples.bits),
        "ColorSpace": space,
    }
    if samples.predicted:
        entries["DecodeParms"] = (
            f"<</Predictor 15 /Colors {samples.channels}"
            f" /BitsPerComponent {samples.bits} /Columns {samples.width}>>"
        )
    return entries

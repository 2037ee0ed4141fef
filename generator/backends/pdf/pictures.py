"""Raster pictures in a PDF: the bytes of a JPEG, or the compressed rows of a PNG, as they are."""

import struct
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from generator.scene.pictures import Embedded, Plan, RasterFile, list_chunks

Wanted: TypeAlias = tuple[RasterFile, Plan]
"""A picture and how it is embedded."""


def embed_all(wanted: Mapping[Wanted, str]) -> Iterator[tuple[str, Embedded]]:
    """Yield each picture with its name, decoded on all processors; raises OutputError."""
    if not wanted:
        return
    # Few documents have pictures.
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor() as pool:
        embedded = pool.map(lambda one: one[0].embed(one[1], splits=True), wanted)
        yield from zip(wanted.values(), embedded, strict=True)


def describe(data: bytes, jpeg: Embedded | None = None) -> tuple[dict[str, Any], bytes]:
    """Return the entries of the image dictionary of a PNG or JPEG, formatted for PDF, and its stream."""
    entries = {"Type": "/XObject", "Subtype": "/Image", "BitsPerComponent": "8", "Filter": "/DCTDecode"}
    if jpeg:
        width, height = jpeg.size
        space = "/DeviceGray" if jpeg.is_grey else "/DeviceRGB"
    else:
        chunks: dict[bytes, bytes] = {}
        for kind, body in list_chunks(data):
            chunks[kind] = chunks.get(kind, b"") + body
        data = chunks[b"IDAT"]
        width, height, bits, colour, _, _, _ = struct.unpack(">2L5B", chunks[b"IHDR"])
        space = "/DeviceRGB" if colour == 2 else "/DeviceGray"
        if colour == 3:
            palette = chunks[b"PLTE"]
            space = f"[/Indexed /DeviceRGB {len(palette) // 3 - 1} <{palette.hex()}>]"
        rows = f"/Colors {3 if colour == 2 else 1} /BitsPerComponent {bits} /Columns {width}"
        entries |= {"BitsPerComponent": str(bits), "Filter": "/FlateDecode"}
        entries["DecodeParms"] = f"<</Predictor 15 {rows}>>"
    return {**entries, "Width": str(width), "Height": str(height), "ColorSpace": space}, data


def describe_samples(
    size: tuple[int, int], space: str, stream: bytes, *, is_photo: bool = False
) -> tuple[dict[str, Any], bytes]:
    """Return the entries of the image dictionary of differences of samples, or of a JPEG of inverted inks."""
    width, height = size
    entries = {
        "Type": "/XObject",
        "Subtype": "/Image",
        "BitsPerComponent": "8",
        "Width": str(width),
        "Height": str(height),
        "ColorSpace": f"/{space}",
    }
    if is_photo:
        return {**entries, "Filter": "/DCTDecode", "Decode": "[1 0 1 0 1 0 1 0]"}, stream
    colours = 4 if space == "DeviceCMYK" else 1
    rows = f"<</Predictor 2 /Colors {colours} /BitsPerComponent 8 /Columns {width}>>"
    return {**entries, "Filter": "/FlateDecode", "DecodeParms": rows}, stream

"""Streams of other PDF files, packed anew without loss: as bytes, at zlib's best level, with palettes."""

import base64
import re
import zlib
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

_BEST = 9
"""Level of compression of zlib."""
_MOST = 2**24
"""Number of unpacked bytes of a file that are packed anew, which takes a second at most."""
_PLAIN = 4
"""A picture of few colours has at least this many times the bytes that it is packed in."""
_COLOURS = 256
_FLATE = (b"/FlateDecode", [b"/FlateDecode"])
_PIXELS = re.compile(rb"...", re.DOTALL)

_Entries: TypeAlias = Mapping[bytes, Any]


FROM_TEXT: Mapping[bytes, Callable[[bytes], bytes]] = {
    b"/ASCII85Decode": lambda data: base64.a85decode(b"<~" + data.strip().removeprefix(b"<~"), adobe=True),
    b"/ASCIIHexDecode": lambda data: bytes.fromhex(data.split(b">")[0].decode("latin-1")),
}
"""Functions that decode what is written as text, which takes a quarter more bytes."""


def pack_best(data: bytes) -> bytes:
    """Return data as zlib packs it best."""
    return zlib.compress(data, _BEST)


class Repacker:
    """Packs the streams of one file, as far as that takes little time."""

    def __init__(self) -> None:
        self._left = _MOST

    def pack(self, entries: _Entries, stream: bytes) -> tuple[_Entries, bytes]:
        """Return the entries of a stream and its bytes, which are never more; both have their length."""
        found = entries, stream = _write_bytes(entries, stream)
        data = self._unpack(stream) if entries.get(b"/Filter") in _FLATE and self._left > 0 else None
        if data is not None:
            self._left -= len(data)
            found = min(found, (entries, pack_best(data)), key=_measure)
            if _is_true_colour(entries, data) and len(data) > _PLAIN * len(found[1]):
                found = min(found, _use_palette(entries, data) or found, key=_measure)
        return {**found[0], b"/Length": b"%d" % len(found[1])}, found[1]

    def _unpack(self, stream: bytes) -> bytes | None:
        """Return the data of a whole stream; None if it is damaged, or too long."""
        unpacker = zlib.decompressobj()
        try:
            data = unpacker.decompress(stream, self._left)
        except zlib.error:
            # Viewers show what they can of it.
            return None
        return data if unpacker.eof else None


def _write_bytes(entries: _Entries, stream: bytes) -> tuple[_Entries, bytes]:
    """Return a stream whose first filter does not turn text into bytes, which would be longer."""
    filters, given = entries.get(b"/Filter"), entries.get(b"/DecodeParms", b"null")
    filters = filters if isinstance(filters, list) else [filters]
    parameters = given if isinstance(given, list) else [given] * len(filters)
    if filters[0] not in FROM_TEXT or len(parameters) != len(filters) or parameters[0] not in (b"null", {}):
        return entries, stream
    try:
        decoded = FROM_TEXT[filters[0]](stream)
    except ValueError:
        return entries, stream
    others = {key: one for key, one in entries.items() if key not in (b"/Filter", b"/DecodeParms")}
    if len(filters) == 1:
        return {**others, b"/Filter": _FLATE[0]}, pack_best(decoded)
    others |= {b"/DecodeParms": parameters[1:]} if any(one != b"null" for one in parameters[1:]) else {}
    return {**others, b"/Filter": filters[1:]}, decoded


def _measure(found: tuple[_Entries, bytes]) -> int:
    entries, stream = found
    return len(repr(entries)) + len(stream)


def _is_true_colour(entries: _Entries, data: bytes) -> bool:
    """Return True for a picture of three bytes for each pixel, whose bytes nothing else interprets."""
    wanted = {b"/Subtype": b"/Image", b"/ColorSpace": b"/DeviceRGB", b"/BitsPerComponent": b"8"}
    if not wanted.items() <= entries.items() or {b"/DecodeParms", b"/Decode"} & entries.keys():
        return False
    # A list of colours that are clear.
    if isinstance(entries.get(b"/Mask"), list):
        return False
    sides = entries.get(b"/Width"), entries.get(b"/Height")
    width, height = (int(one) if isinstance(one, bytes) and one.isdigit() else 0 for one in sides)
    return len(data) == 3 * width * height


def _use_palette(entries: _Entries, data: bytes) -> tuple[_Entries, bytes] | None:
    """Return a picture that refers to a list of its colours; None if it has too many."""
    pixels = _PIXELS.findall(data)
    colours = sorted({*pixels})
    if len(colours) > _COLOURS:
        return None
    places = {colour: place for place, colour in enumerate(colours)}
    listed = b"<%s>" % b"".join(colours).hex().encode()
    space = [b"/Indexed", b"/DeviceRGB", b"%d" % (len(colours) - 1), listed]
    return {**entries, b"/ColorSpace": space}, pack_best(bytes(map(places.__getitem__, pixels)))

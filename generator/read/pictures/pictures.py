"""Picture files of a game's folder -> PictureFile: validated, and read once."""

import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from generator.errors import DataError
from generator.model.picture import Photograph, PictureFile
from generator.read.files.text_files import MEGABYTE, find_fault, read_bytes, unreadable
from generator.read.pictures.svg_reader import read_drawing

SUFFIXES = (".png", ".svg")
MOST_PIXELS = 100_000_000
MOST_SIDE = 65_535

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_KINDS = {
    0: (1, (1, 2, 4, 8, 16)),
    2: (3, (8, 16)),
    3: (1, (1, 2, 4, 8)),
    4: (2, (8, 16)),
    6: (4, (8, 16)),
}
"""Number of channels and their bits, by colour type: grey, RGB, palette, grey and RGB with alpha."""

_KEPT = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
"""Chunks that are kept; all others are metadata."""

_LAST_FILTER = 4
_STEP = 1 << 20
"""Number of bytes that are decompressed at a time."""

_PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
"""First column and row of each pass of an interlaced picture, and the distances to the next ones."""


class PictureFolder:
    """The pictures of one game; each file is read once, on first use."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._found: dict[str, PictureFile | DataError | None] = {}

    @property
    def read(self) -> Mapping[str, PictureFile]:
        """All pictures that were read, by the name that the game's files use."""
        return {name: found for name, found in self._found.items() if isinstance(found, PictureFile)}

    def find(self, name: str) -> PictureFile | None:
        """Return a picture; None if there is no such file. Raises DataError if it is not a valid picture."""
        if name not in self._found:
            path = self.folder / name
            try:
                self._found[name] = None if find_fault(path, home=self.folder) else read_picture(path)
            except DataError as error:
                self._found[name] = error
        found = self._found[name]
        if isinstance(found, DataError):
            raise found
        return found

    def list_names(self) -> list[str]:
        """Return all PNG and SVG files of the folder except icons."""
        found = (path for path in self.folder.rglob("*.*") if path.suffix.lower() in SUFFIXES)
        return [path.relative_to(self.folder).as_posix() for path in found if path.parent.name != "icons"]


def read_picture(path: Path) -> PictureFile:
    """Read an SVG or PNG file; raises DataError if it is neither, or damaged."""
    if path.suffix.lower() == ".svg":
        return read_drawing(path)
    if path.suffix.lower() != ".png":
        raise unreadable(path, "is not a supported image", "use PNG or SVG")
    return read_png(path, read_bytes(path, 32 * MEGABYTE))


def read_png(path: Path, data: bytes) -> Photograph:
    """Return a PNG without its metadata; raises DataError if a chunk or row is missing or damaged."""
    if not data.startswith(_SIGNATURE):
        raise unreadable(path, "is not a PNG file", "save it as PNG again")
    chunks: dict[bytes, list[bytes]] = {}
    position = len(_SIGNATURE)
    kind = b""
    while kind != b"IEND":
        header = data[position : position + 8].ljust(8, b"\xff")
        length, kind = struct.unpack(">L4s", header)
        end = position + 8 + length
        if end + 4 > len(data):
            raise unreadable(path, "is cut off", "copy or save it again")
        if zlib.crc32(data[position + 4 : end]) != struct.unpack_from(">L", data, end)[0]:
            raise unreadable(path, "is damaged: a checksum is wrong", "copy or save it again")
        if kind == b"acTL":
            raise unreadable(path, "is an animation", "save a single picture of it")
        if not chunks and kind != b"IHDR":
            raise unreadable(path, "is damaged: its header is missing", "save it again")
        chunks.setdefault(kind, []).append(data[position + 8 : end])
        position = end + 4
    width, height, lengths = _check_header(path, chunks)
    _check_rows(path, b"".join(chunks.get(b"IDAT", ())), lengths)
    kept = (_write_chunk(kind, one) for kind in _KEPT for one in chunks.get(kind, ()))
    return Photograph(float(width), float(height), _SIGNATURE + b"".join(kept))


def _write_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib.crc32(kind + data))


def _check_header(path: Path, chunks: Mapping[bytes, Sequence[bytes]]) -> tuple[int, int, list[int]]:
    """Return width, height, and the number of bytes of each row of each pass."""
    headers, palettes = chunks[b"IHDR"], chunks.get(b"PLTE", [])
    if len(headers) != 1 or len(headers[0]) != 13:
        raise unreadable(path, "is damaged: its header is wrong", "save it again")
    width, height, depth, colour, packing, filtering, interlaced = struct.unpack(">LLBBBBB", headers[0])
    if not 0 < width * height <= MOST_PIXELS or max(width, height) > MOST_SIDE:
        hint = f"1 to {MOST_PIXELS // 1_000_000} million pixels, at most {MOST_SIDE} on a side"
        raise unreadable(path, f"is {width} x {height} pixels", hint)
    channels, depths = _KINDS.get(colour, (0, ()))
    if depth not in depths or packing or filtering or interlaced > 1:
        colours = f"has colours that PNG does not have (type {colour}, {depth} bits)"
        message = colours if depth not in depths else "has an unknown compression"
        raise unreadable(path, message, "save it again")
    if colour == 3 and (len(palettes) != 1 or len(palettes[0]) not in range(3, 3 * 2**depth + 1, 3)):
        raise unreadable(path, "is damaged: its palette is missing or wrong", "save it again")
    clear = chunks.get(b"tRNS", [])
    sizes = {0: (2,), 2: (6,), 3: range(1, len(palettes[0]) // 3 + 1) if palettes else ()}.get(colour, ())
    if clear and (len(clear) > 1 or len(clear[0]) not in sizes):
        raise unreadable(path, "is damaged: its transparency is wrong", "save it again")
    lengths = []
    for left, top, right, down in _PASSES if interlaced else ((0, 0, 1, 1),):
        columns, rows = len(range(left, width, right)), len(range(top, height, down))
        lengths += [1 + (columns * depth * channels + 7) // 8] * rows if columns else []
    return width, height, lengths


def _check_rows(path: Path, packed: bytes, lengths: Iterable[int]) -> None:
    """Check that each row exists and has a valid filter, decompressing no more than necessary."""
    unpacker = zlib.decompressobj()
    rows, start = b"", 0
    try:
        for length in lengths:
            while start + length > len(rows):
                more = unpacker.decompress(packed, _STEP)
                if not more:
                    raise unreadable(path, "is damaged: rows are missing", "save it again")
                rows, start, packed = rows[start:] + more, 0, unpacker.unconsumed_tail
            if rows[start] > _LAST_FILTER:
                raise unreadable(path, "is damaged: a row has an unknown filter", "save it again")
            start += length
        if not unpacker.decompress(packed, _STEP) and not unpacker.eof:
            raise unreadable(path, "is damaged: its rows do not end", "save it again")
    except zlib.error as error:
        raise unreadable(path, "is damaged", "save it again") from error

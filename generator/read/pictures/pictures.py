"""Picture files of a game's folder -> PictureFile: found sound, read once, never fetched from anywhere."""

import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from generator.errors import DataError, Problem, UnreadableData
from generator.model.picture import Photograph, PictureFile
from generator.read.files.text_files import find_fault, name_file
from generator.read.pictures.svg_pictures import read_svg_picture

MOST_BYTES = 32 * 1024 * 1024
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
"""Channels and bits of each, by colour type: grey, RGB, palette, grey with alpha, RGB with alpha."""

_KEPT = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
"""Chunks that are printed; others are metadata, which programs read in different ways or not at all."""

_LAST_FILTER = 4
_STEP = 1 << 20
"""Bytes that are unpacked at a time."""

_PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
"""First column and row of each pass of an interlaced picture, and the steps to the next."""


@dataclass
class PictureFolder:
    """The pictures of one game; each file is read when it is asked for, and once."""

    folder: Path
    read: dict[str, PictureFile] = field(default_factory=dict)
    """All that were found, by the name that the game's files use."""
    _wrong: dict[str, DataError | None] = field(default_factory=dict)

    def find(self, name: str) -> PictureFile | None:
        """None when the folder has no such file; DataError when it is no picture that can be printed."""
        known = self.read.get(name)
        if known is not None:
            return known
        if name in self._wrong:
            error = self._wrong[name]
            if error is not None:
                raise error
            return None
        try:
            path = self.folder / name
            if find_fault(path, home=self.folder):
                self._wrong[name] = None
                return None
            picture = self.read[name] = read_picture(path)
        except DataError as error:
            self._wrong[name] = error
            raise
        return picture

    def list_names(self) -> list[str]:
        """All PNG and SVG files of the folder, without the icons."""
        found = (path for path in self.folder.rglob("*.*") if path.suffix.lower() in (".png", ".svg"))
        return [path.relative_to(self.folder).as_posix() for path in found if path.parent.name != "icons"]


def read_picture(path: Path) -> PictureFile:
    """An SVG or PNG file; raises DataError for anything that is neither, or is damaged."""
    if path.suffix.lower() == ".svg":
        return read_svg_picture(path)
    if path.suffix.lower() != ".png":
        raise _wrong(path, "is no picture that can be printed", "use PNG or SVG")
    try:
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise _wrong(path, f"cannot be read: {error.strerror}") from error
    if len(data) > MOST_BYTES:
        raise _wrong(path, f"is larger than {MOST_BYTES // (1024 * 1024)} MB", "the limit for one file")
    return read_png(path, data)


def read_png(path: Path, data: bytes) -> Photograph:
    """A PNG whose every chunk and row is there, without its metadata; raises DataError for a damaged one."""
    if not data.startswith(_SIGNATURE):
        raise _wrong(path, "is not a PNG file", "save it as PNG again")
    chunks: dict[bytes, list[bytes]] = {}
    position = len(_SIGNATURE)
    kind = b""
    while kind != b"IEND":
        if position + 12 > len(data):
            raise _wrong(path, "is cut off", "copy or save it again")
        length, kind = struct.unpack_from(">L4s", data, position)
        end = position + 8 + length
        if end + 4 > len(data):
            raise _wrong(path, "is cut off", "copy or save it again")
        if zlib.crc32(data[position + 4 : end]) != struct.unpack_from(">L", data, end)[0]:
            raise _wrong(path, "is damaged: a checksum is wrong", "copy or save it again")
        if kind == b"acTL":
            raise _wrong(path, "is an animation", "save one picture of it")
        if not chunks and kind != b"IHDR":
            raise _wrong(path, "is damaged: its header is missing", "save it again")
        chunks.setdefault(kind, []).append(data[position + 8 : end])
        position = end + 4
    width, height, lengths = _check_header(path, chunks)
    _check_rows(path, b"".join(chunks.get(b"IDAT", ())), lengths)
    kept = (_write_chunk(kind, one) for kind in _KEPT for one in chunks.get(kind, ()))
    return Photograph(float(width), float(height), _SIGNATURE + b"".join(kept))


def _write_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib.crc32(kind + data))


def _check_header(path: Path, chunks: Mapping[bytes, Sequence[bytes]]) -> tuple[int, int, list[int]]:
    """Width, height, and the bytes of every row of every pass."""
    headers, palettes = chunks[b"IHDR"], chunks.get(b"PLTE", [])
    if len(headers) != 1 or len(headers[0]) != 13:
        raise _wrong(path, "is damaged: its header is wrong", "save it again")
    width, height, depth, colour, packing, filtering, interlaced = struct.unpack(">LLBBBBB", headers[0])
    if not 0 < width * height <= MOST_PIXELS or max(width, height) > MOST_SIDE:
        hint = f"1 to {MOST_PIXELS // 1_000_000} million pixels, at most {MOST_SIDE} on a side"
        raise _wrong(path, f"is {width} x {height} pixels", hint)
    channels, depths = _KINDS.get(colour, (0, ()))
    if depth not in depths or packing or filtering or interlaced > 1:
        said = f"has colours that PNG does not have (type {colour}, {depth} bits)"
        raise _wrong(path, said if depth not in depths else "is packed in an unknown way", "save it again")
    if colour == 3 and (len(palettes) != 1 or len(palettes[0]) not in range(3, 3 * 2**depth + 1, 3)):
        raise _wrong(path, "is damaged: its palette is missing or wrong", "save it again")
    clear = chunks.get(b"tRNS", [])
    sizes = {0: (2,), 2: (6,), 3: range(1, len(palettes[0]) // 3 + 1) if palettes else ()}.get(colour, ())
    if clear and (len(clear) > 1 or len(clear[0]) not in sizes):
        raise _wrong(path, "is damaged: its transparency is wrong", "save it again")
    lengths = []
    for left, top, right, down in _PASSES if interlaced else ((0, 0, 1, 1),):
        columns, rows = len(range(left, width, right)), len(range(top, height, down))
        lengths += [1 + (columns * depth * channels + 7) // 8] * rows if columns else []
    return width, height, lengths


def _check_rows(path: Path, packed: bytes, lengths: Iterable[int]) -> None:
    """Every row must be there and begin with a filter that PNG has; no more than that is unpacked."""
    unpacker = zlib.decompressobj()
    rows, start = b"", 0
    try:
        for length in lengths:
            while start + length > len(rows):
                more = unpacker.decompress(packed, _STEP)
                if not more:
                    raise _wrong(path, "is damaged: rows are missing", "save it again")
                rows, start, packed = rows[start:] + more, 0, unpacker.unconsumed_tail
            if rows[start] > _LAST_FILTER:
                raise _wrong(path, "is damaged: a row has an unknown filter", "save it again")
            start += length
        if not unpacker.decompress(packed, _STEP) and not unpacker.eof:
            raise _wrong(path, "is damaged: its rows do not end", "save it again")
    except zlib.error as error:
        raise _wrong(path, "is damaged", "save it again") from error


def _wrong(path: Path, message: str, hint: str = "") -> UnreadableData:
    return UnreadableData([Problem(name_file(path), 0, 0, "", message, hint)])

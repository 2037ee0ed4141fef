"""Picture files of a game's folder -> PictureFile: found sound, read once, never fetched from anywhere."""

import struct
import zlib
from dataclasses import dataclass, field
from pathlib import Path

from generator.errors import DataError, Problem, UnreadableData
from generator.model.picture import Photograph, PictureFile
from generator.read.files.text_files import name_file
from generator.read.pictures.svg_pictures import read_svg_picture

MOST_BYTES = 32 * 1024 * 1024
MOST_PIXELS = 100_000_000

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""By colour type: grey, RGB, palette, grey with alpha, RGB with alpha."""


@dataclass
class PictureFolder:
    """The pictures of one game; each file is read when it is asked for, and once."""

    folder: Path
    read: dict[str, PictureFile] = field(default_factory=dict)
    """All that were found, by the name that the game's files use."""
    _wrong: dict[str, DataError | None] = field(default_factory=dict)

    def find(self, name: str) -> PictureFile | None:
        """None when there is no such file; DataError when it is no picture that can be printed."""
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
            if not path.is_file() or not path.resolve().is_relative_to(self.folder.resolve()):
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
    """A PNG whose every chunk and every row is there; raises DataError for a damaged one."""
    if not data.startswith(_SIGNATURE):
        raise _wrong(path, "is not a PNG file", "save it as PNG again")
    header = b""
    packed: list[bytes] = []
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
        if kind == b"IHDR":
            header = data[position + 8 : end]
        elif kind == b"IDAT":
            packed.append(data[position + 8 : end])
        elif kind == b"acTL":
            raise _wrong(path, "is an animation", "save one picture of it")
        position = end + 4
    return _check_rows(path, data, header, b"".join(packed))


def _check_rows(path: Path, data: bytes, header: bytes, packed: bytes) -> Photograph:
    if len(header) != 13:
        raise _wrong(path, "is damaged: it does not say how large it is", "save it again")
    width, height, depth, colour, _, _, interlaced = struct.unpack(">LLBBBBB", header)
    if not 0 < width * height <= MOST_PIXELS or colour not in _CHANNELS:
        raise _wrong(path, f"is {width} x {height} pixels", f"1 to {MOST_PIXELS // 1_000_000} million pixels")
    wanted = 1 if interlaced else height * (1 + (width * depth * _CHANNELS[colour] + 7) // 8)
    try:
        unpacker = zlib.decompressobj()
        found = 0
        while packed and found < wanted:
            rows = unpacker.decompress(packed, 1 << 20)
            found += len(rows)
            packed = unpacker.unconsumed_tail
            if not rows:
                break
    except zlib.error as error:
        raise _wrong(path, "is damaged", "save it again") from error
    if found < wanted:
        raise _wrong(path, "is damaged: rows are missing", "save it again")
    return Photograph(float(width), float(height), data)


def _wrong(path: Path, message: str, hint: str = "") -> UnreadableData:
    return UnreadableData([Problem(name_file(path), 0, 0, "", message, hint)])

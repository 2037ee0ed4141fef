"""Raster pictures on a page, without the library that decodes them."""

import hashlib
import struct
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

from generator.errors import Wrong
from generator.inputs import MOST_PICTURE_BYTES, read_regular
from generator.model.values import dataclass

PartOfPicture: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, and bottom of a part of a picture, as fractions of its width and height."""
WHOLE_PICTURE: PartOfPicture = (0.0, 0.0, 1.0, 1.0)

_TURNS = {
    1: (1, 0, 0, 1, 0, 0), 2: (-1, 0, 0, 1, 1, 0), 3: (-1, 0, 0, -1, 1, 1), 4: (1, 0, 0, -1, 0, 1),
    5: (0, 1, 1, 0, 0, 0), 6: (0, 1, -1, 0, 1, 0), 7: (0, -1, -1, 0, 1, 1), 8: (0, -1, 1, 0, 0, 1),
}  # fmt: skip
"""Transforms of the unit square that turn a picture upright, by the orientation in its EXIF data."""


class PictureView(NamedTuple):
    """The visible part of a picture, and its colours."""

    part: PartOfPicture = WHOLE_PICTURE
    """The part that is not clipped; more may be embedded."""
    tint: str = ""
    """Colour as `#rrggbb` that replaces black, with lighter tones up to white; empty: its own colours."""
    looks: tuple[str, ...] = ()
    """Changes of its colours, by name, one after the other."""


class EmbeddingPlan(NamedTuple):
    """How a view of a picture is embedded, which is known before the picture is decoded."""

    part: PartOfPicture
    """The part that is embedded."""
    size: tuple[int, int]
    """Width and height in pixels."""
    tint: str = ""
    is_kept: bool = False
    """True if the file is embedded as it is, without its metadata."""
    orientation: int = 1
    """EXIF orientation of the embedded pixels."""
    looks: tuple[str, ...] = ()

    def place(
        self, x: float, y: float, width: float, height: float
    ) -> tuple[float, float, float, float, float, float]:
        """Return the transform of the unit square, given the box of the complete picture."""
        left, top, right, bottom = self.part
        across, down = width * (right - left), height * (bottom - top)
        a, b, c, d, e, f = _TURNS[self.orientation]
        x, y = x + left * width, y + top * height
        return (a * across, b * down, c * across, d * down, x + e * across, y + f * down)


@dataclass(frozen=True, slots=True, eq=False)
class Embedded:
    """A picture as it is embedded in a file: JPEG or PNG."""

    data: bytes
    size: tuple[int, int]
    is_jpeg: bool = False
    is_grey: bool = False
    alpha: bytes = b""
    """Opacity as a grey PNG, if it was asked for separately."""
    profile: bytes = b""
    """ICC profile of a JPEG whose colours are not sRGB."""


class RasterFile(ABC):
    """A picture file, which is decoded only if it must be, and once for each plan."""

    def __init__(self, name: str, source: Path | bytes, reason: str = "") -> None:
        self.name = name
        self.reason = reason
        """Why a vector file is drawn as pixels; empty for raster files."""
        self.remarks: tuple[Wrong, ...] = ()
        """Parts of the file that are left out, or printed in another way."""
        self._source = source
        self._made: dict[tuple[EmbeddingPlan, bool], Embedded] = {}

    @property
    def pixels(self) -> tuple[int, int] | None:
        """Width and height of the upright picture; None if it is drawn in any resolution."""
        return None

    @property
    def is_opaque(self) -> bool:
        """True if nothing is seen through any part of it."""
        return False

    def read(self) -> bytes:
        """Return the content of the file."""
        return (
            self._source
            if isinstance(self._source, bytes)
            else read_regular(self._source, MOST_PICTURE_BYTES)
        )

    def read_look(self) -> bytes:
        """Return a text that is the same for pictures that look the same."""
        return self.read()

    def digest(self) -> str:
        """Return a hash of the file."""
        return hashlib.md5(self.read(), usedforsecurity=False).hexdigest()

    def enlarge(self, across: int, down: int) -> "RasterFile":
        """Return the picture with this many times as many pixels, whose colours change smoothly."""
        return self

    def embed(self, plan: EmbeddingPlan, *, splits: bool = False) -> Embedded:
        """Return the picture; raises OutputError if it is damaged."""
        key = plan, splits and not plan.is_kept
        if key not in self._made:
            self._made[key] = self._decode(*key)
        return self._made[key]

    @abstractmethod
    def plan(self, view: PictureView, width: float, height: float, *, splits: bool = False) -> EmbeddingPlan:
        """Return how to embed a view if the complete picture is printed with this many pixels.

        `splits`: a PNG is embedded without transparency and interlacing, as a PDF needs it.
        """

    @abstractmethod
    def _decode(self, plan: EmbeddingPlan, splits: bool) -> Embedded: ...


class EdgeRun(NamedTuple):
    """A colour along a part of an edge."""

    end: float
    """Where it ends, as a fraction of the edge from its top or left."""
    colour: str
    """Colour in the form `#rrggbb`."""


EdgeColours: TypeAlias = tuple[tuple[EdgeRun, ...], ...]
"""Colours along the left, top, right, and bottom edge."""


class VectorFile(RasterFile):
    """A picture that a PDF file can have as it is, and that other files have as pixels."""

    @abstractmethod
    def make_rim(
        self, part: PartOfPicture, margins: PartOfPicture, *, is_stretched: bool = False
    ) -> RasterFile:
        """Return pixels around a part, which mirror it or stretch its edges.

        `margins` are at the left, top, right, and bottom, as fractions of the part.
        """

    @abstractmethod
    def find_edge_colours(self, part: PartOfPicture) -> EdgeColours:
        """Return the colours along the edges of a part; empty if they are many."""


def list_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the type and the content of each chunk of a PNG."""
    offset, kind = 8, b""
    while kind != b"IEND":
        length, kind = struct.unpack_from(">L4s", data, offset)
        yield kind, data[offset + 8 : offset + 8 + length]
        offset += 12 + length

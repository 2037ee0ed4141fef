"""TrueType fonts cut down to the glyphs of a document.

fontTools.subset does the same and much more; this module writes only the tables that a PDF needs, which takes
a millisecond instead of a tenth of a second.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from generator.errors import FontError

_KEPT_TABLES = ("cvt ", "fpgm", "prep")
"""Hinting tables: they are small, and viewers that hint at low resolutions need all of them."""

_COMPOSITE = b"\xff\xff"
"""A contour count of -1 marks a composite, whose outline refers to other glyphs."""

_ARGS_ARE_WORDS = 0x0001
_ARGS_ARE_OFFSETS = 0x0002
_HAS_SCALE = 0x0008
_MORE_COMPONENTS = 0x0020
_HAS_TWO_SCALES = 0x0040
_HAS_MATRIX = 0x0080


@dataclass(frozen=True, slots=True)
class Drawing:
    """One glyph of the subset: glyphs of the font, each with an offset.

    A single glyph without an offset stays as it is; several glyphs become one composite glyph.
    """

    parts: tuple[tuple[int, int, int], ...]
    """(glyph, dx, dy) in font units."""
    advance: int

    @property
    def glyph(self) -> int | None:
        """The single glyph that this drawing is; None for a composite or a blank."""
        if len(self.parts) == 1 and self.parts[0][1:] == (0, 0):
            return self.parts[0][0]
        return None


class TrueTypeFile:
    """The tables of a font file, read on demand.

    Raises FontError if the font has no TrueType outlines: PDF embeds PostScript outlines differently.
    """

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self._data = data
        count = struct.unpack_from(">H", data, 4)[0]
        self._directory = {}
        for index in range(count):
            tag, _, offset, length = struct.unpack_from(">4sLLL", data, 12 + 16 * index)
            self._directory[tag.decode("latin-1")] = (offset, length)
        if "glyf" not in self._directory:
            raise FontError(f"{name}: no TrueType outlines, which PDF needs; use a TTF file")

    def table(self, tag: str) -> bytes:
        offset, length = self._directory.get(tag, (0, 0))
        return self._data[offset : offset + length]

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """Return (left, bottom, right, top) around all glyphs, in font units."""
        return struct.unpack_from(">4h", self.table("head"), 36)

    @cached_property
    def italic_angle(self) -> float:
        post = self.table("post")
        return float(struct.unpack_from(">l", post, 4)[0] / 65536) if len(post) >= 8 else 0.0

    @cached_property
    def _glyph_count(self) -> int:
        return int(struct.unpack_from(">H", self.table("maxp"), 4)[0])

    @cached_property
    def _offsets(self) -> Sequence[int]:
        loca = self.table("loca")
        count = self._glyph_count + 1
        if struct.unpack_from(">h", self.table("head"), 50)[0]:
            return struct.unpack_from(f">{count}L", loca)
        return [2 * offset for offset in struct.unpack_from(f">{count}H", loca)]

    @cached_property
    def _metrics(self) -> tuple[int, bytes]:
        return struct.unpack_from(">H", self.table("hhea"), 34)[0], self.table("hmtx")

    def advance(self, glyph: int) -> int:
        """Return the advance width in font units."""
        full, table = self._metrics
        return int(struct.unpack_from(">H", table, 4 * min(glyph, full - 1))[0])

    def bearing(self, glyph: int) -> int:
        """Return the left edge of the outline as drawn, in font units.

        For a composite, this is the position of its points, which is where fontTools draws it.
        """
        outline = self.outline(glyph)
        if outline[:2] == _COMPOSITE:
            return int(struct.unpack_from(">h", outline, 2)[0])
        full, table = self._metrics
        place = 4 * glyph + 2 if glyph < full else 4 * full + 2 * (glyph - full)
        return int(struct.unpack_from(">h", table, place)[0])

    def outline(self, glyph: int) -> bytes:
        """Return the glyph's entry in the `glyf` table; empty for a blank."""
        start, end = self._offsets[glyph], self._offsets[glyph + 1]
        offset = self._directory["glyf"][0]
        return self._data[offset + start : offset + end]

    def subset(self, drawings: Sequence[Drawing]) -> bytes:
        """Return a font file whose glyph n is `drawings[n]`, followed by components of composites."""
        order = list(drawings)
        places: dict[int, int] = {}
        for place, drawing in enumerate(order):
            if drawing.glyph is not None:
                places.setdefault(drawing.glyph, place)
        subset = _Subset(self, order, places)
        outlines: list[bytes] = []
        while len(outlines) < len(order):
            outlines.append(subset.outline(order[len(outlines)]))
        metrics = [
            (drawing.advance, self._bearing(drawing, outline))
            for drawing, outline in zip(order, outlines, strict=True)
        ]
        return self._assemble(metrics, outlines)

    def _bearing(self, drawing: Drawing, outline: bytes) -> int:
        if drawing.glyph is not None:
            return self.bearing(drawing.glyph)
        return int(struct.unpack_from(">h", outline, 2)[0]) if outline else 0

    def _assemble(self, metrics: Sequence[tuple[int, int]], outlines: Sequence[bytes]) -> bytes:
        outlines = [outline + bytes(-len(outline) % 4) for outline in outlines]
        offsets = [0, *accumulate(map(len, outlines))]
        head = bytearray(self.table("head"))
        struct.pack_into(">L", head, 8, 0)
        struct.pack_into(">h", head, 50, 1)
        hhea = bytearray(self.table("hhea"))
        struct.pack_into(">H", hhea, 34, len(outlines))
        tables = {tag: self.table(tag) for tag in _KEPT_TABLES if tag in self._directory}
        tables |= {
            "glyf": b"".join(outlines),
            "head": bytes(head),
            "hhea": bytes(hhea),
            "hmtx": b"".join(struct.pack(">Hh", *pair) for pair in metrics),
            "loca": struct.pack(f">{len(offsets)}L", *offsets),
            "maxp": self._limits(len(outlines)),
        }
        return _write_tables(tables)

    def _limits(self, count: int) -> bytes:
        """Return the `maxp` table: our composites have at most 64 glyphs and add one level."""
        maxp = bytearray(self.table("maxp"))
        struct.pack_into(">H", maxp, 4, count)
        points, contours, all_points, all_contours = struct.unpack_from(">4H", maxp, 6)
        parts, depth = struct.unpack_from(">2H", maxp, 28)
        most_points = min(64 * max(points, all_points), 0xFFFF)
        most_contours = min(64 * max(contours, all_contours), 0xFFFF)
        struct.pack_into(">2H", maxp, 10, most_points, most_contours)
        struct.pack_into(">2H", maxp, 28, max(parts, 64), depth + 1)
        return bytes(maxp)


class _Subset:
    """Glyphs of a subset under construction; components of composites are appended."""

    def __init__(self, file: TrueTypeFile, order: list[Drawing], places: dict[int, int]) -> None:
        self._file = file
        self._order = order
        self._places = places

    def outline(self, drawing: Drawing) -> bytes:
        if drawing.glyph is not None:
            outline = self._file.outline(drawing.glyph)
            return self._renumber(outline) if outline[:2] == _COMPOSITE else outline
        return self._compose(drawing.parts)

    def _place(self, glyph: int) -> int:
        if glyph not in self._places:
            self._places[glyph] = len(self._order)
            self._order.append(Drawing(((glyph, 0, 0),), self._file.advance(glyph)))
        return self._places[glyph]

    def _compose(self, parts: Sequence[tuple[int, int, int]]) -> bytes:
        visible = [part for part in parts if self._file.outline(part[0])]
        if not visible:
            return b""
        boxes = []
        written: list[bytes] = []
        for glyph, dx, dy in visible:
            left, bottom, right, top = struct.unpack_from(">4h", self._file.outline(glyph), 2)
            dx += self._file.bearing(glyph) - left
            boxes.append((left + dx, bottom + dy, right + dx, top + dy))
            flags = _ARGS_ARE_WORDS | _ARGS_ARE_OFFSETS
            if len(written) < len(visible) - 1:
                flags |= _MORE_COMPONENTS
            written.append(struct.pack(">HHhh", flags, self._place(glyph), dx, dy))
        lefts, bottoms, rights, tops = zip(*boxes, strict=True)
        head = struct.pack(">5h", -1, min(lefts), min(bottoms), max(rights), max(tops))
        return head + b"".join(written)

    def _renumber(self, outline: bytes) -> bytes:
        """Return a composite glyph with the new numbers of its components."""
        written = bytearray(outline)
        offset = 10
        while True:
            flags, part = struct.unpack_from(">HH", outline, offset)
            struct.pack_into(">H", written, offset + 2, self._place(part))
            offset += 8 if flags & _ARGS_ARE_WORDS else 6
            if flags & _HAS_SCALE:
                offset += 2
            elif flags & _HAS_TWO_SCALES:
                offset += 4
            elif flags & _HAS_MATRIX:
                offset += 8
            if not flags & _MORE_COMPONENTS:
                return bytes(written)


def _checksum(data: bytes) -> int:
    padded = data + bytes(-len(data) % 4)
    words: tuple[int, ...] = struct.unpack(f">{len(padded) // 4}L", padded)
    return sum(words) & 0xFFFFFFFF


def _write_tables(tables: dict[str, bytes]) -> bytes:
    count = len(tables)
    power = count.bit_length() - 1
    directory = [struct.pack(">LHHHH", 0x00010000, count, 16 << power, power, 16 * count - (16 << power))]
    offset = 12 + 16 * count
    bodies = []
    head_offset = 0
    for tag, data in sorted(tables.items()):
        if tag == "head":
            head_offset = offset
        directory.append(struct.pack(">4sLLL", tag.encode("latin-1"), _checksum(data), offset, len(data)))
        padded = data + bytes(-len(data) % 4)
        bodies.append(padded)
        offset += len(padded)
    file = bytearray(b"".join((*directory, *bodies)))
    struct.pack_into(">L", file, head_offset + 8, (0xB1B0AFBA - _checksum(bytes(file))) & 0xFFFFFFFF)
    return bytes(file)

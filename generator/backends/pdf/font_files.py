"""Font files inside a PDF, cut down by HarfBuzz to what the document needs."""

import io
import struct
import zlib
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, ClassVar, NamedTuple, TypeAlias

import uharfbuzz as hb
from fontTools.ttLib.sfnt import SFNTWriter
from reportlab.pdfbase.pdfdoc import PDFArray, PDFObject

from generator.backends.pdf.container import Container
from generator.scene.fonts import Font


class DrawnGlyph(NamedTuple):
    """The drawing of one code: a glyph of the font, several that are placed together, or nothing."""

    parts: tuple[tuple[int, int, int], ...]
    """(glyph, dx, dy) in font units."""
    advance: int

    @property
    def glyph(self) -> int | None:
        """The glyph of the font that this is; None if it has to be composed."""
        if len(self.parts) == 1 and self.parts[0][1:] == (0, 0):
            return self.parts[0][0]
        return None


class FontFile(ABC):
    """A font file from which a PDF takes some glyphs; reading it may raise any error."""

    subtype: ClassVar[str]
    """Subtype of a font with codes of two bytes."""
    file_key: ClassVar[str]
    """Key of the file in the descriptor of its font."""

    def __init__(self, font: Font) -> None:
        self._font = font
        self._face = hb.Face(font.data)
        self._instance = hb.Font(self._face)
        self._instance.set_variations(dict(font.location))

    def measure_advance(self, glyph: int) -> int:
        """Return the advance width in font units."""
        return int(self._instance.get_glyph_h_advance(glyph))

    @abstractmethod
    def subset(self, drawn: Sequence[DrawnGlyph]) -> tuple[bytes, bytes]:
        """Return a font file that draws code n as `drawn[n]`, and the map from codes to glyphs.

        The map is empty if codes are the numbers of the glyphs.
        """

    @abstractmethod
    def describe(self, data: bytes) -> Mapping[str, Any]:
        """Return the entries of a stream with a file."""

    def add(self, container: Container, data: bytes, *, name: str, flags: int, stem: int) -> PDFObject:
        """Add a subset with its descriptor, and return a reference to the descriptor."""
        font, scale = self._font, 1000 / self._font.units_per_em
        return container.add(
            {
                "Type": "/FontDescriptor",
                "FontName": f"/{name}",
                "Flags": flags,
                "FontBBox": PDFArray(round(edge * scale) for edge in font.box),
                "ItalicAngle": self.italic_angle,
                "Ascent": round(font.ascent * scale),
                "Descent": round(font.descent * scale),
                "CapHeight": round(font.cap_height * scale),
                "StemV": stem,
                self.file_key: container.add(self.describe(data), zlib.compress(data)),
            }
        )

    @property
    def italic_angle(self) -> float:
        post = self._face.reference_table("post").data
        return float(struct.unpack_from(">l", post, 4)[0] / 65536) if len(post) >= 8 else 0.0


class TrueTypeFile(FontFile):
    """A font with TrueType outlines, of which a PDF contains an instance if it is variable."""

    subtype = "CIDFontType2"
    file_key = "FontFile2"

    def subset(self, drawn: Sequence[DrawnGlyph]) -> tuple[bytes, bytes]:
        request = self._make_request()
        request.glyph_set.update(glyph for drawing in drawn for glyph, _, _ in drawing.parts)
        plan = hb.SubsetPlan(self._face, request)
        face, numbers = plan.execute(), plan.old_to_new_glyph_mapping
        composed = [drawing for drawing in dict.fromkeys(drawn) if drawing.glyph is None]
        order = {drawing: number for number, drawing in enumerate(composed, face.glyph_count)}
        order |= {drawing: numbers[drawing.glyph] for drawing in drawn if drawing.glyph is not None}
        data = bytes(face.blob.data)
        if composed:
            parts = [[(numbers[glyph], dx, dy) for glyph, dx, dy in drawing.parts] for drawing in composed]
            data = _append_composites(face, parts, [drawing.advance for drawing in composed])
        return data, b"".join(order[drawing].to_bytes(2, "big") for drawing in drawn)

    def subset_characters(self, characters: Collection[int]) -> bytes:
        """Return a file with the glyphs of some code points, which programs can use as one of their own."""
        request = self._make_request("OS/2", "cmap", "name", "post")
        request.unicode_set.update(characters)
        return bytes(hb.subset(self._face, request).blob.data)

    def describe(self, data: bytes) -> Mapping[str, int]:
        return {"Length1": len(data)}

    def _make_request(self, *tables: str) -> hb.SubsetInput:
        """Return a request for what a PDF needs, in which glyphs have no names, and other tables."""
        request = hb.SubsetInput()
        request.flags = _FLAGS
        _drop_tables(request, self._face, {*_KEPT_TABLES, *tables})
        for axis, value in self._font.location.items():
            request.pin_axis_location(self._face, axis, value)
        return request


_FLAGS = hb.SubsetFlags.NO_LAYOUT_CLOSURE | hb.SubsetFlags.NOTDEF_OUTLINE
_OUTLINE_TABLES = ("glyf", "head", "hhea", "hmtx", "loca", "maxp")
_HINTING_TABLES = ("cvt ", "fpgm", "prep")
"""They are small, and viewers that hint at low resolutions need all of them."""
_KEPT_TABLES = (*_OUTLINE_TABLES, *_HINTING_TABLES)

_Parts: TypeAlias = Sequence[tuple[int, int, int]]

_READ_TABLES = ("cmap", "post")
"""Tables by which viewers find the glyphs of codes in fonts of other files."""


def drop_hints(data: bytes) -> bytes:
    """Return a TrueType font without the programs that fit its outlines to the pixels of a screen.

    Raises ValueError for a font that would lose an outline, such as a damaged one.
    """
    face, request = hb.Face(data), hb.SubsetInput()
    request.flags = _FLAGS | hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.RETAIN_GIDS
    request.glyph_set.update(range(face.glyph_count))
    _drop_tables(request, face, {*_OUTLINE_TABLES, *_READ_TABLES})
    request.no_subset_table_tag_set.update(map(_to_tag, _READ_TABLES))
    try:
        bare = hb.subset(face, request)
        pairs = zip(_read_outlines(face), _read_outlines(bare), strict=True)
        if any(bool(before) != bool(after) for before, after in pairs):
            raise ValueError("an outline is damaged")
    except (RuntimeError, struct.error) as error:
        raise ValueError(f"the font is damaged: {error}") from error
    return bytes(bare.blob.data)


def _read_outlines(face: hb.Face) -> list[bytes]:
    tables = {tag: bytearray(face.reference_table(tag).data) for tag in ("head", "loca", "glyf")}
    return _list_outlines(tables, face.glyph_count)


def _drop_tables(request: hb.SubsetInput, face: hb.Face, kept: Collection[str]) -> None:
    request.drop_table_tag_set.update(map(_to_tag, {*face.table_tags}.difference(kept)))


def _to_tag(name: str) -> int:
    return int.from_bytes(name.encode("latin-1"), "big")


_LOCA_FORMAT, _METRICS_COUNT = 50, 34
"""Offsets in the tables `head` and `hhea`."""


def _append_composites(face: hb.Face, composites: Sequence[_Parts], advances: Sequence[int]) -> bytes:
    """Return a font file with further glyphs, made of glyphs that it has; HarfBuzz cannot make them."""
    tables = {tag: bytearray(face.reference_table(tag).data) for tag in _KEPT_TABLES}
    outlines = _list_outlines(tables, face.glyph_count)
    metrics = _list_metrics(tables, face.glyph_count)
    for parts, advance in zip(composites, advances, strict=True):
        outlines.append(_compose(parts, outlines, metrics))
        metrics.append((advance, struct.unpack_from(">h", outlines[-1], 2)[0] if outlines[-1] else 0))
    offsets = [0, *accumulate(map(len, outlines))]
    tables["glyf"] = bytearray().join(outlines)
    tables["loca"] = bytearray(struct.pack(f">{len(offsets)}L", *offsets))
    tables["hmtx"] = bytearray().join(struct.pack(">Hh", *pair) for pair in metrics)
    struct.pack_into(">h", tables["head"], _LOCA_FORMAT, 1)
    struct.pack_into(">H", tables["hhea"], _METRICS_COUNT, len(metrics))
    _raise_limits(tables["maxp"], len(outlines))
    return _write_file({tag: bytes(data) for tag, data in tables.items() if data})


def _write_file(tables: Mapping[str, bytes]) -> bytes:
    written = io.BytesIO()
    file = SFNTWriter(written, len(tables))
    for tag, data in tables.items():
        file[tag] = data
    file.close()
    return written.getvalue()


def _list_outlines(tables: Mapping[str, bytearray], count: int) -> list[bytes]:
    """List the entries of the `glyf` table; a blank is empty."""
    if struct.unpack_from(">h", tables["head"], _LOCA_FORMAT)[0]:
        offsets: Sequence[int] = struct.unpack_from(f">{count + 1}L", tables["loca"])
    else:
        offsets = [2 * offset for offset in struct.unpack_from(f">{count + 1}H", tables["loca"])]
    return [bytes(tables["glyf"][start:end]) for start, end in pairwise(offsets)]


def _list_metrics(tables: Mapping[str, bytearray], count: int) -> list[tuple[int, int]]:
    """List the advance of each glyph, and its left edge as drawn."""
    full = struct.unpack_from(">H", tables["hhea"], _METRICS_COUNT)[0]
    metrics = [*struct.iter_unpack(">Hh", tables["hmtx"][: 4 * full])]
    rest = struct.unpack_from(f">{count - full}h", tables["hmtx"], 4 * full)
    return [*metrics, *((metrics[-1][0], left) for left in rest)]


_COMPOSITE = -1
"""Number of contours of a glyph that is made of others."""
_OFFSETS_AS_WORDS, _MORE_COMPONENTS = 0x0003, 0x0020
"""Flags of a component."""


def _compose(parts: _Parts, outlines: Sequence[bytes], metrics: Sequence[tuple[int, int]]) -> bytes:
    """Return an entry of the `glyf` table, which ignores blanks.

    A glyph alone is moved to its left edge by its metrics, a component is not; composites have no such move.
    """
    boxes, components = [], []
    for glyph, dx, dy in parts:
        if outlines[glyph]:
            contours, left, bottom, right, top = struct.unpack_from(">5h", outlines[glyph])
            dx += metrics[glyph][1] - left if contours != _COMPOSITE else 0
            boxes.append((left + dx, bottom + dy, right + dx, top + dy))
            components.append((glyph, dx, dy))
    if not components:
        return b""
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    head = struct.pack(">5h", _COMPOSITE, min(lefts), min(bottoms), max(rights), max(tops))
    last = len(components) - 1
    for place, component in enumerate(components):
        flags = _OFFSETS_AS_WORDS | (_MORE_COMPONENTS if place < last else 0)
        head += struct.pack(">HHhh", flags, *component)
    return head


def _raise_limits(maxp: bytearray, count: int) -> None:
    """Set the number of glyphs, and what our composites need: at most 64 parts, and one level more."""
    points, contours, all_points, all_contours = struct.unpack_from(">4H", maxp, 6)
    parts, depth = struct.unpack_from(">2H", maxp, 28)
    struct.pack_into(">H", maxp, 4, count)
    pairs = (points, all_points), (contours, all_contours)
    struct.pack_into(">2H", maxp, 10, *(min(64 * max(pair), 0xFFFF) for pair in pairs))
    struct.pack_into(">2H", maxp, 28, max(parts, 64), depth + 1)

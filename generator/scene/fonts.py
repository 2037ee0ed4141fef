"""Fonts by name, with the data of their tables: coverage of characters, metrics, outlines of glyphs."""

import logging
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from io import BytesIO
from itertools import chain
from pathlib import Path as FilePath
from typing import Any, NamedTuple, TypeAlias

from fontTools import unicodedata
from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTCollection, TTFont, newTable

from generator.errors import FontError
from generator.inputs import open_regular, read_regular

# fontTools logs unusual values in fonts; relevant errors are reported as FontError.
logging.getLogger("fontTools").addHandler(logging.NullHandler())

MINUS_CODE = 0x2212
TEXT_CONTROLS = re.compile("[\u00ad\u200b\u200e\u200f\u061c\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
"""Control characters for breaks and direction, which draw nothing once they have had their effect."""
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U0001bca0-\U0001bca3\U000e0000-\U000e0fff]"
)
"""Default ignorable code points, which may be missing in a font."""
_NEEDED_TABLES = ("cmap", "head", "hhea", "hmtx", "maxp", "OS/2")

REGULAR, SEMI_BOLD = 400, 600
"""Weights of regular fonts, and of the lightest ones that are bold."""
_ITALIC, _BOLD = 1 << 0 | 1 << 9, 1 << 5
"""Bits of fsSelection (OpenType 1.9, OS/2 table): italic or oblique, and bold."""
_SLANTS = ("ital", "slnt")
"""Axes of variable fonts that slant letters."""
_FAMILY, _STYLE, _TYPOGRAPHIC_FAMILY, _TYPOGRAPHIC_STYLE = 1, 2, 16, 17
"""Numbers of names; the typographic ones are given if a family has more than four faces."""
_LICENCE = 14
"""Number of the name that is the address of the licence (OpenType 1.9, name table)."""
_PACKED = (b"wOFF", b"wOF2", b"ttcf")
"""First bytes of compressed fonts and of collections."""
GlyphOutlinePoints: TypeAlias = tuple[tuple[str | float, ...], ...]
"""Segments like `shapes.Segment`, but in font units with y pointing up; TrueType fonts have quadratic
curves, ("Q", control x, y, end x, y), as in SVG.
"""


MOST_FONT_BYTES = 2**28
"""A collection of all Chinese characters in several weights has about half as many."""


class Font:
    """One face, read from one file; families that use the same file share the object.

    `number` is that of the face in a collection. If the font is variable, `weight` and `italic` select an
    instance of it: without a weight, the regular one.

    All values are in font units, with y pointing up; divide by `units_per_em` and multiply by a size. The
    file is read when it is first needed; if it cannot be read, a FontError is raised.
    """

    def __init__(self, path: FilePath, *, weight: int = 0, italic: bool = False, number: int = 0) -> None:
        self.name, self.path = path.stem, path
        self.weight, self.number = weight, number
        self._italic = italic
        self._outlines: dict[int, GlyphOutlinePoints] = {}

    def __repr__(self) -> str:
        return f"Font({self.name!r})"

    def __getstate__(self) -> dict[str, Any]:
        """Return what the font is, without what was read of its file."""
        kept = ("name", "path", "weight", "number", "_italic")
        return {**{name: vars(self)[name] for name in kept}, "_outlines": {}}

    @cached_property
    def data(self) -> bytes:
        """The content of the file; a face of a collection and a compressed font as a file of their own."""
        try:
            data = read_regular(self.path, MOST_FONT_BYTES)
        except OSError as error:
            raise FontError(f"{self.path}: {error.strerror}") from error
        if data[:4] not in _PACKED:
            return data
        with self.reading():
            unpacked = TTFont(BytesIO(data), fontNumber=self.number, lazy=True, recalcTimestamp=False)
            unpacked.flavor = None
            written = BytesIO()
            unpacked.save(written, reorderTables=False)
            return written.getvalue()

    def make_renamed(self, family: str, *, without: Collection[int] = ()) -> bytes:
        """Return its file as the regular face of another family, for programs that choose fonts by name.

        It does not offer the characters in `without`, and has a space, with which HarfBuzz replaces invisible
        characters.
        """
        with self.reading():
            # Outlines are as they were: none is compiled anew.
            font = TTFont(BytesIO(self.data), lazy=True, recalcBBoxes=False, recalcTimestamp=False)
            if not self.coverage.isdisjoint(without):
                for table in font["cmap"].tables:
                    for character in table.cmap.keys() & without:
                        del table.cmap[character]
            if ord(" ") not in self.coverage and "glyf" in font:
                glyphs = font["glyf"]
                glyphs["blank"] = type(glyphs[font.getGlyphName(0)])()
                font["hmtx"]["blank"] = (font["head"].unitsPerEm // 4, 0)
                for table in font["cmap"].tables:
                    table.cmap[ord(" ")] = "blank"
            names = font["name"] = newTable("name")
            names.names = []
            for number, text in ((1, family), (2, "Regular"), (4, family), (6, family.replace(" ", "-"))):
                names.setName(text, number, 3, 1, 0x409)
            font["OS/2"].usWeightClass, font["OS/2"].fsSelection, font["head"].macStyle = 400, 0x40, 0
            written = BytesIO()
            font.save(written, reorderTables=False)
            return written.getvalue()

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Turn every error that a damaged file causes into a FontError that names the file.

        The font libraries do not define which errors they raise.
        """
        try:
            yield
        except FontError:
            raise
        except Exception as error:
            reason = str(error) or type(error).__name__
            raise FontError(f"{self.path}: not a usable font ({reason})") from error

    @cached_property
    def _tables(self) -> Any:
        data = self.data
        with self.reading():
            tables = TTFont(BytesIO(data), lazy=True)
            if missing := [tag for tag in _NEEDED_TABLES if tag not in tables]:
                raise FontError(f"{self.path}: not a usable font (no {', '.join(missing)} table)")
            if any(entry.offset + entry.length > len(data) for entry in tables.reader.tables.values()):
                raise FontError(f"{self.path}: the file is truncated; copy it again")
            if "glyf" in tables:
                # Glyphs are identified by number; generating the default names would take longer
                # than reading the rest of the font.
                tables.setGlyphOrder([f"g{index}" for index in range(tables["maxp"].numGlyphs)])
        return tables

    @cached_property
    def location(self) -> Mapping[str, float]:
        """The values of the axes of a variable font; empty for other fonts."""
        with self.reading():
            axes = self._tables["fvar"].axes if "fvar" in self._tables else ()
            # The default of an axis may be any weight: that of some fonts is the thinnest or the heaviest.
            given = {"wght": float(self.weight or REGULAR)}
            if self._italic:
                given |= {one.axisTag: _find_slant(one) for one in axes if one.axisTag in _SLANTS}
            wanted = ((one, given.get(one.axisTag, one.defaultValue)) for one in axes)
            return {one.axisTag: max(one.minValue, min(one.maxValue, value)) for one, value in wanted}

    @property
    def has_truetype_outlines(self) -> bool:
        """True if its curves are quadratic, so that HarfBuzz can cut it down for a PDF."""
        return "glyf" in self._tables

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """Left, bottom, right, and top of all glyphs."""
        head = self._table("head")
        return head.xMin, head.yMin, head.xMax, head.yMax

    @cached_property
    def units_per_em(self) -> int:
        units = int(self._table("head").unitsPerEm)
        if not 16 <= units <= 16384:
            raise FontError(f"{self.path}: {units} units per em; 16 to 16384 are allowed")
        return units

    @cached_property
    def ascent(self) -> int:
        return int(self._table("hhea").ascent)

    @cached_property
    def descent(self) -> int:
        """Distance from the base line to the lowest point; negative, as in font files."""
        return int(self._table("hhea").descent)

    @cached_property
    def cap_height(self) -> int:
        return int(getattr(self._table("OS/2"), "sCapHeight", 0) or self.ascent * 0.7)

    @cached_property
    def is_bold(self) -> bool:
        """True if its weight is at least that of a semi-bold face."""
        weight = self.weight or int(self._table("OS/2").usWeightClass)
        return self.location.get("wght", weight) >= SEMI_BOLD

    @cached_property
    def is_italic(self) -> bool:
        return self._italic or bool(self._table("OS/2").fsSelection & _ITALIC)

    @cached_property
    def licence(self) -> str:
        """Web address of its licence, as the file has it; empty if it has none."""
        with self.reading():
            names = self._tables.get("name")
            return str(names.getDebugName(_LICENCE) or "") if names else ""

    @cached_property
    def coverage(self) -> frozenset[int]:
        """The code points for which this font has a glyph."""
        return frozenset(self._code_points)

    def covers(self, text: str) -> bool:
        """Return True if this font has a glyph for each character of a text."""
        return all(map(self._code_points.__contains__, map(ord, text)))

    @cached_property
    def _code_points(self) -> Any:
        """The characters of the font, as a HarfBuzz set, which is quick to make even for a large font."""
        # Games that are only played need no text.
        import uharfbuzz

        with self.reading():
            if "cmap" in self._tables and (found := uharfbuzz.Face(self.data).unicodes):
                return found
            raise ValueError("it has no characters")

    def find_glyph(self, code_point: int) -> int:
        """Return the number of the glyph of a character; 0 if there is none."""
        name = self._glyph_names.get(code_point)
        with self.reading():
            return int(self._tables.getGlyphID(name)) if name else 0

    def name_scripts(self, *, least: int) -> list[str]:
        """Return the English names of the scripts of which it has at least some letters, largest first."""
        counts = Counter(find_script(chr(character)) for character in self.coverage)
        named = (script for script, count in counts.most_common() if count >= least)
        return [str(unicodedata.script_name(script)) for script in named if script not in COMMON]

    @cached_property
    def has_hyphen_for_minus(self) -> bool:
        """True if the minus looks like a hyphen, as in the italics of Noto Sans, where it is too short."""
        names = [self._glyph_names.get(sign) for sign in (MINUS_CODE, ord("-"))]
        if None in names:
            return False
        minus, hyphen = (self.outline(self._tables.getGlyphID(name)) for name in names)
        return minus == hyphen

    @cached_property
    def _glyph_names(self) -> Mapping[int, str]:
        with self.reading():
            return self._tables["cmap"].getBestCmap() or {}

    @cached_property
    def _glyph_set(self) -> Any:
        return self._tables.getGlyphSet(location=self.location or None)

    def _table(self, tag: str) -> Any:
        with self.reading():
            return self._tables[tag]

    def outline(self, glyph: int) -> GlyphOutlinePoints:
        """Return the closed outline of a glyph, to be filled with the non-zero rule."""
        if glyph not in self._outlines:
            with self.reading():
                pen = _SegmentPen(self._glyph_set)
                self._glyph_set[self._tables.getGlyphName(glyph)].draw(pen)
            self._outlines[glyph] = tuple(pen.segments)
        return self._outlines[glyph]


class TextFace(NamedTuple):
    """A font of a text: its file, the number of the face in it, and the weight of a variable font."""

    path: FilePath
    number: int = 0
    weight: int = 0

    @classmethod
    def of(cls, font: Font) -> "TextFace":
        """Return the face of a font."""
        return cls(font.path, font.number, font.weight)

    def open(self) -> Font:
        """Return the font."""
        return Font(self.path, number=self.number, weight=self.weight)


class SvgFace(NamedTuple):
    """A font of the texts of an SVG file."""

    name: str
    """Family that the file calls it."""
    face: TextFace
    others: frozenset[int] = frozenset()
    """Characters that only other fonts of the file draw: a program must not find them in this one.

    The space is none of them: it replaces invisible characters.
    """


_MOST_COMPONENTS = 1000
"""Maximum number of components of a glyph; nested composites could otherwise have billions."""


class _SegmentPen(BasePen):
    def __init__(self, glyph_set: Any = None) -> None:
        super().__init__(glyph_set)
        self.segments: list[tuple[str | float, ...]] = []
        self._components = 0
        self._moveTo, self._lineTo = partial(self._add, "M"), partial(self._add, "L")
        self._qCurveToOne, self._curveToOne = partial(self._add, "Q"), partial(self._add, "C")
        self._closePath = self._endPath = partial(self._add, "Z")

    def _add(self, command: str, *points: tuple[float, float]) -> None:
        self.segments.append((command, *chain.from_iterable(points)))

    def addComponent(self, name: str, transformation: Any) -> None:
        self._components += 1
        if self._components > _MOST_COMPONENTS:
            raise ValueError(f"a glyph has more than {_MOST_COMPONENTS} components")
        super().addComponent(name, transformation)


class Family(NamedTuple):
    """The four faces of a family; the nearest face replaces a missing one."""

    name: str
    regular: Font
    bold: Font
    italic: Font
    bold_italic: Font
    beside: tuple[str, ...] = ()
    """Matching families for other scripts: the first fallbacks for missing characters."""

    @property
    def faces(self) -> tuple[Font, ...]:
        """All faces, each once."""
        return tuple(dict.fromkeys((self.regular, self.bold, self.italic, self.bold_italic)))

    def face(self, *, bold: bool = False, italic: bool = False) -> Font:
        if bold:
            return self.bold_italic if italic else self.bold
        return self.italic if italic else self.regular


class FontLibrary(NamedTuple):
    """All families, in the order in which they replace missing glyphs."""

    families: tuple[Family, ...]
    weights: tuple[Family, ...] = ()
    """Other weights and names of families, which replace no missing glyphs."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all families and weights."""
        return tuple(family.name for family in (*self.families, *self.weights))

    def find_family(self, name: str) -> Family:
        """Return the family with a name; raises FontError with the available names."""
        known = self._by_name()
        if name not in known:
            raise FontError(f"unknown font family {name!r}; available: {', '.join(known)}")
        return known[name]

    def _by_name(self) -> Mapping[str, Family]:
        return {family.name: family for family in (*self.weights, *self.families)}

    def fallbacks(self, name: str) -> Sequence[Family]:
        """Return the family, its matching families, and all others, in the order in which they are tried."""
        known, first = self._by_name(), self.find_family(name)
        named = dict.fromkeys((name, *first.beside))
        others = (family.name for family in self.families if family.name not in named)
        return tuple(map(known.__getitem__, (*named, *others)))


NO_FONTS = FontLibrary(())


class FaceTables(NamedTuple):
    """Names, weight, and slant of one face, from the tables of its file."""

    family: str
    """Name of the family; empty if the file has none."""
    style: str
    """Name of the face in its family, such as `Bold Italic`."""
    weight: int
    """The weight from 1 to 1000; 0 if the file has none."""
    is_bold: bool
    is_italic: bool
    varies: frozenset[str]
    """Names of the axes of a variable font, such as `wght`."""


def read_face_tables(path: FilePath) -> tuple[FaceTables, ...]:
    """Return the tables of the faces of a font file, several in a collection; raises FontError."""
    with Font(path).reading(), open_regular(path) as file:
        is_collection = file.read(4) == b"ttcf"
        file.seek(0)
        faces = TTCollection(file, lazy=True) if is_collection else [TTFont(file, lazy=True)]
        return tuple(map(_read_tables, faces))


def _read_tables(face: Any) -> FaceTables:
    names, metrics = face.get("name"), face.get("OS/2")

    def find_name(*numbers: int) -> str:
        found = (names.getDebugName(number) for number in numbers) if names else ()
        return next((str(name).strip() for name in found if name), "")

    axes = face["fvar"].axes if "fvar" in face else ()
    bits = metrics.fsSelection if metrics else 0
    return FaceTables(
        find_name(_TYPOGRAPHIC_FAMILY, _FAMILY),
        find_name(_TYPOGRAPHIC_STYLE, _STYLE),
        int(metrics.usWeightClass) if metrics else 0,
        bool(bits & _BOLD),
        bool(bits & _ITALIC),
        frozenset(one.axisTag for one in axes if one.minValue < one.maxValue),
    )


def _find_slant(axis: Any) -> float:
    """Return the value of a slanting axis that is furthest from upright, which is 0."""
    return float(max(axis.minValue, axis.maxValue, key=abs))


COMMON = frozenset({"Zyyy", "Zinh", "Zzzz"})
"""Common, inherited, unknown: characters without a script of their own, such as digits and marks."""


def find_script(character: str) -> str:
    """Return the ISO 15924 code of a character's script (UAX #24): `Latn`, `Arab`, or one of COMMON."""
    return str(unicodedata.script(character))


def list_shared_scripts(character: str) -> frozenset[str]:
    """Return the scripts that use a common character; empty: all of them."""
    return frozenset(unicodedata.script_extension(character)) - COMMON

"""Small fonts made for the tests: a square with CFF outlines, and a bar that grows with its weight."""

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables.TupleVariation import TupleVariation

GLYPHS = [".notdef", "A", "space"]
CHARACTERS = {ord("A"): "A", ord(" "): "space"}


def draw_box(pen: T2CharStringPen | TTGlyphPen, right: int, top: int) -> None:
    pen.moveTo((0, 0))
    for point in ((0, top), (right, top), (right, 0)):
        pen.lineTo(point)
    pen.closePath()


def finish(
    builder: FontBuilder, path: Path, family: str, style: str, advances: dict[str, int]
) -> FontBuilder:
    builder.setupHorizontalMetrics({name: (advances[name], 0) for name in GLYPHS})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": family, "styleName": style})
    builder.setupOS2(sTypoAscender=800, sCapHeight=700)
    builder.setupPost()
    builder.save(path)
    return builder


def make_cff(path: Path, *, family: str = "Made", style: str = "Regular", width: int = 500) -> FontBuilder:
    """A font whose `A` is a box of the width, less 100, and 700 high."""
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder(GLYPHS)
    builder.setupCharacterMap(CHARACTERS)
    outlines = {}
    for name in GLYPHS:
        pen = T2CharStringPen(width, None)
        if name == "A":
            draw_box(pen, width - 100, 700)
        outlines[name] = pen.getCharString()
    builder.setupCFF(f"{family}-{style}", {}, outlines, {})
    return finish(builder, path, family, style, dict.fromkeys(GLYPHS, width))


def make_variable(path: Path) -> FontBuilder:
    """A font with an axis from 200 to 800, whose `A` is a bar of 100 to 700 units."""
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(GLYPHS)
    builder.setupCharacterMap(CHARACTERS)
    outlines = {}
    for name in GLYPHS:
        pen = TTGlyphPen(None)
        if name == "A":
            draw_box(pen, 100, 700)
        outlines[name] = pen.glyph()
    builder.setupGlyf(outlines)
    finish(builder, path, "Flex", "Regular", dict.fromkeys(GLYPHS, 800))
    builder.setupFvar([("wght", 200, 200, 800, "Weight")], [])
    wider = [(0, 0), (0, 0), (600, 0), (600, 0), (0, 0), (0, 0), (0, 0), (0, 0)]
    builder.setupGvar({"A": [TupleVariation({"wght": (0.0, 1.0, 1.0)}, wider)]})
    builder.save(path)
    return builder


def make_face(
    path: Path,
    *,
    family: str = "Made",
    style: str = "Regular",
    weight: int = 400,
    selection: int = 0,
    letters: str = "A",
    top: int = 700,
    bottom: int = 0,
    axes: tuple[tuple[str, float, float, float], ...] = (),
    typographic: tuple[str, str] | None = None,
) -> Path:
    """A font with these names and bits, in which each letter is a box from `bottom` to `top`.

    Axes change nothing that is drawn.
    """
    names = [".notdef", "space", *(f"u{ord(letter):04X}" for letter in letters)]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({32: "space"} | {ord(letter): f"u{ord(letter):04X}" for letter in letters})
    outlines = {}
    for name in names:
        pen = TTGlyphPen(None)
        if name[0] == "u":
            pen.moveTo((0, bottom))
            for point in ((0, top), (400, top), (400, bottom)):
                pen.lineTo(point)
            pen.closePath()
        outlines[name] = pen.glyph()
    builder.setupGlyf(outlines)
    builder.setupHorizontalMetrics(dict.fromkeys(names, (500, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    given = {"familyName": family, "styleName": style}
    if typographic:
        given |= {"typographicFamily": typographic[0], "typographicSubfamily": typographic[1]}
    builder.setupNameTable({name: text for name, text in given.items() if text})
    builder.setupOS2(sTypoAscender=800, sCapHeight=700, usWeightClass=weight, fsSelection=selection)
    builder.setupPost()
    if axes:
        builder.setupFvar([(*axis, axis[0]) for axis in axes], [])
        builder.setupGvar({})
    builder.save(path)
    return path

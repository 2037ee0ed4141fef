"""What the tests of text set, and how they look at it."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from generator.layout.press import LayoutFindings
from generator.layout.shapes.palette import IconSet, Palette
from generator.layout.text.paragraphs import TextBlock
from generator.layout.text.typesetter import Typesetter
from generator.model.style import Drawing, Icon, Theme, TypeStyle
from generator.read.kits.fonts import read_fonts
from generator.scene.fonts import Font, FontLibrary
from generator.scene.shapes import Colour, GlyphRun, Use, list_all
from generator.scene.shapes import Path as Outline

ROOT = Path(__file__).parents[3]

BODY = TypeStyle("Noto Sans", size=3.0, smallest=2.0, leading=1.5)

VIRUS = Outline((("M", 0, 0), ("L", 20, 0), ("L", 20, 10), ("Z",)), fill=Colour(0, 0, 0))
COIN = (VIRUS, Outline(VIRUS.segments, fill=Colour(1, 0.8, 0)))
ICONS = {
    "coin": Icon("coin", Drawing(20.0, 10.0, COIN), has_own_colours=True),
    "virus": Icon("virus", Drawing(20.0, 10.0, (VIRUS,))),
}


@cache
def library() -> FontLibrary:
    """The fonts that ship, then the small ones of the tests."""
    return read_fonts(ROOT / "fonts", ROOT / "tests" / "fonts")


def typesetter(
    language: str = "en",
    direction: Literal["ltr", "rtl"] = "ltr",
    findings: LayoutFindings | None = None,
    scripts: Mapping[str, float] | None = None,
) -> Typesetter:
    found = findings or LayoutFindings()
    theme = Theme("test", {"ink": "#000000", "red": "#c00000", "goal": "red"})
    return Typesetter(
        library(),
        colours=Palette(theme),
        icons=IconSet(ICONS),
        language=language,
        direction=direction,
        report=found.add,
        warn=found.warn,
        scripts=scripts or {},
    )


def face(family: str, **face: bool) -> Font:
    return library().find_family(family).face(**face)


def runs(block: TextBlock) -> list[GlyphRun]:
    return list(list_all(GlyphRun, block.shapes))


def uses(block: TextBlock) -> list[Use]:
    return [shape for shape in block.shapes if isinstance(shape, Use)]


def lines(block: TextBlock) -> list[str]:
    """The words of each line, its runs as they stand from left to right."""
    return ["".join(run.text for run in line) for line in list_lines(block)]


def list_lines(block: TextBlock) -> list[list[GlyphRun]]:
    """The runs of each line from left to right."""
    found: dict[float, list[GlyphRun]] = {}
    for run in runs(block):
        found.setdefault(round(run.y, 6), []).append(run)
    return [sorted(line, key=lambda run: run.x) for line in found.values()]


def run_width(run: GlyphRun) -> float:
    """In mm, with all that justification and tracking add."""
    pieces: Sequence = run.pieces
    spaces = sum(piece.text.isspace() for piece in pieces)
    clusters = sum(len({glyph.cluster for glyph in piece.glyphs}) for piece in pieces)
    advance = sum(piece.advance for piece in pieces) / run.font.units_per_em * run.size
    return advance + spaces * run.spacing + clusters * run.tracking


def right_edge(block: TextBlock) -> float:
    return max(run.x + run_width(run) for run in runs(block))


def glyphs(run: GlyphRun) -> list[int]:
    return [glyph.index for piece in run.pieces for glyph in piece.glyphs]

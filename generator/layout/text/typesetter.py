"""Text set in type: what the rest of layout asks for words."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.errors import LayoutError
from generator.layout.icons import IconSet
from generator.layout.palette import Palette
from generator.layout.text.breaks import unify_forced_breaks
from generator.layout.text.capitals import capitalise
from generator.layout.text.fitting import find_size
from generator.layout.text.lines import Line, break_lines, fill_last_line
from generator.layout.text.paragraph import Paragraph, compose
from generator.layout.text.placing import Align, Placing, TextShape, place_lines
from generator.layout.text.words import Look, WordMaker
from generator.model.rich_text import Span, parse_rich
from generator.model.style import TypeStyle
from generator.scene.fonts import FontLibrary
from generator.scene.shapes import GlyphRun, Use

Anchor: TypeAlias = Literal["start", "middle", "end"]
"""Which part of a line stands at its place; start and end follow the direction of the text."""

VerticalAnchor: TypeAlias = Literal["baseline", "middle", "top"]
"""Base line, half the height of the capitals, or their top."""

Upright: TypeAlias = Literal["top", "middle", "bottom"]
"""Where a text stands in a box that is higher than it."""

_ROUNDING = 1e-6
"""Millimetres that no printer can show."""


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Text laid out at the origin, in mm; `at` moves it."""

    shapes: tuple[TextShape, ...]
    width: float
    """Of the widest line."""
    height: float
    """Of all lines: their number times the distance of base lines."""
    size: float
    """Of the em, as it was found to fit."""
    lines: int
    first_baseline: float
    """Below the top."""

    def at(self, x: float, y: float) -> tuple[TextShape, ...]:
        """The shapes, moved."""
        return tuple(_moved(shape, x, y) for shape in self.shapes)


class Typesetter:
    """Sets rich text in one language, with the fonts, colours and icons of one kit.

    What it has shaped it keeps: use one for everything that is laid out in a language. All
    lengths are in mm. Every method raises MarkupError for text that is not well formed,
    MissingGlyph for characters that no font has, and LayoutError for what does not fit at the
    style's smallest size; `thing` is what the error says does not fit.
    """

    def __init__(
        self,
        fonts: FontLibrary,
        *,
        colours: Palette,
        icons: IconSet,
        language: str,
        direction: Literal["ltr", "rtl"],
    ) -> None:
        self._colours = colours
        self._icons = icons
        self._language = language
        self._right_to_left = direction == "rtl"
        self._maker = WordMaker(fonts, language)
        self._looks: dict[tuple[TypeStyle, bool, bool, str, str], Look] = {}

    def set_text(
        self,
        text: str,
        style: TypeStyle,
        *,
        width: float,
        align: Align = "start",
        max_height: float | None = None,
        most_lines: int = 0,
        thing: str = "",
    ) -> TextBlock:
        """Text in lines no wider than `width`, in a box with its top left corner at (0, 0).

        Set as large as it fits: the style's size if it can be, never below its smallest. More lines
        than `most_lines` do not fit; 0: as many as there is room for.
        """
        paragraph = self._compose(text, style)
        tried: dict[float, list[Line]] = {}

        def fits(size: float) -> bool:
            lines = tried[size] = break_lines(paragraph, width / size, self._maker)
            height = len(lines) * size * style.leading
            if _over(lines, size, width) or 0 < most_lines < len(lines):
                return False
            return max_height is None or height <= max_height + _ROUNDING

        size = find_size(style.size, style.smallest, fits)
        if size is None:
            lines = tried[min(style.size, style.smallest)]
            if most_lines:
                room = most_lines * style.smallest * style.leading
                max_height = room if max_height is None else min(max_height, room)
            raise _no_fit(lines, style, width, max_height, thing or _shorten(text))
        lines = tried[size]
        if align != "justify":
            lines = fill_last_line(paragraph, lines, self._maker)
        return self._place(lines, style, size, width, align)

    def set_in_box(
        self,
        text: str,
        style: TypeStyle,
        *,
        left: float,
        top: float,
        width: float,
        height: float,
        align: Align = "start",
        upright: Upright = "top",
        most_lines: int = 0,
        thing: str = "",
    ) -> tuple[TextShape, ...]:
        """The shapes of a text in a box, as large as it fits; never more lines than `most_lines`.

        In the middle of a box stands what one sees of the text, from the top of its first
        capitals to its last base line.
        """
        block = self.set_text(
            text, style, width=width, align=align, max_height=height, most_lines=most_lines, thing=thing
        )
        down = 0.0
        if upright == "bottom":
            down = height - block.height
        elif upright == "middle":
            capitals = self.cap_height(style, size=block.size)
            last = (block.lines - 1) * block.size * style.leading
            down = (height + capitals - last) / 2 - block.first_baseline
        return block.at(left, top + down)

    def set_line(
        self,
        text: str,
        style: TypeStyle,
        *,
        anchor: Anchor = "start",
        vertical: VerticalAnchor = "baseline",
        max_width: float | None = None,
        thing: str = "",
    ) -> TextBlock:
        """Text in a single line, for labels and numbers, with its anchor at (0, 0).

        Set smaller, down to the style's smallest size, until it is no wider than `max_width`.
        """
        paragraph = self._compose(text.replace("\n", " "), style)
        lines = break_lines(paragraph, float("inf"), self._maker)
        widest = lines[0].width if lines else 0.0

        def fits(size: float) -> bool:
            return max_width is None or widest * size <= max_width + _ROUNDING

        size = find_size(style.size, style.smallest, fits)
        if size is None:
            over = widest * style.smallest - (max_width or 0.0)
            raise LayoutError(thing or _shorten(text), "the line is too long", over_mm=over)
        block = self._place(lines, style, size, widest * size, "start")
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        if self._right_to_left:
            shift = 1 - shift
        capitals = self.cap_height(style, size=size)
        down = {"baseline": 0.0, "middle": capitals / 2, "top": capitals}[vertical]
        shapes = block.at(-shift * block.width, down - block.first_baseline)
        return TextBlock(shapes, block.width, block.height, size, block.lines, down)

    def measure(self, text: str, style: TypeStyle, *, width: float = float("inf")) -> tuple[float, float]:
        """Width of the widest line and height of all, at the style's size, broken at `width`."""
        lines = break_lines(self._compose(text, style), width / style.size, self._maker)
        widest = max((line.width for line in lines), default=0.0)
        return widest * style.size, len(lines) * style.size * style.leading

    def cap_height(self, style: TypeStyle, *, size: float | None = None) -> float:
        """Of the style's capitals, at its size or another."""
        font = self._maker.find_faces(style.family, bold=style.bold, italic=style.italic)[0]
        return font.cap_height / font.units_per_em * (size or style.size)

    def _compose(self, text: str, style: TypeStyle) -> Paragraph:
        spans = []
        for span in parse_rich(unify_forced_breaks(text)):
            words = span.text
            if style.uppercase and not span.icon:
                words = capitalise(words, self._language)
            spans.append((words.replace("\t", " "), self._look(span, style)))
        return compose(spans, maker=self._maker, right_to_left=self._right_to_left)

    def _look(self, span: Span, style: TypeStyle) -> Look:
        key = (style, span.bold, span.italic, span.colour, span.icon)
        look = self._looks.get(key)
        if look is None:
            width = 0.0
            if span.icon:
                width = self._icons.width_on_line(span.icon, self.cap_height(style, size=1.0))
            look = self._looks[key] = Look(
                style.family,
                style.bold or span.bold,
                style.italic or span.italic,
                self._colours[span.colour or style.colour],
                0.0 if span.icon else style.tracking,
                icon=span.icon,
                icon_width=width,
            )
        return look

    def _place(
        self, lines: list[Line], style: TypeStyle, size: float, width: float, align: Align
    ) -> TextBlock:
        font = self._maker.find_faces(style.family, bold=style.bold, italic=style.italic)[0]
        line_height = size * style.leading
        # The type stands in the middle of its line, as in CSS.
        body = (font.ascent - font.descent) / font.units_per_em * size
        baseline = (line_height - body) / 2 + font.ascent / font.units_per_em * size
        placing = Placing(
            size=size,
            width=width,
            align=align,
            right_to_left=self._right_to_left,
            first_baseline=baseline,
            line_height=line_height,
            icons=self._icons,
        )
        widest = max((line.width for line in lines), default=0.0) * size
        shapes = place_lines(lines, placing)
        return TextBlock(shapes, widest, len(lines) * line_height, size, len(lines), baseline)


def _over(lines: list[Line], size: float, width: float) -> float:
    """By how much the widest line is too wide; 0: it fits."""
    over = max((line.width for line in lines), default=0.0) * size - width
    return over if over > _ROUNDING else 0.0


def _no_fit(
    lines: list[Line], style: TypeStyle, width: float, max_height: float | None, thing: str
) -> LayoutError:
    """`lines` are those of the smallest size."""
    over = _over(lines, style.smallest, width)
    if over:
        widest = max(lines, key=lambda line: line.width)
        words = "".join(piece.text for word in widest.words for piece in word.pieces).strip()
        return LayoutError(thing, f"{words!r} is too wide", over_mm=over)
    height = len(lines) * style.smallest * style.leading
    return LayoutError(thing, "the text is too high", over_mm=height - (max_height or 0.0))


def _shorten(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")


def _moved(shape: TextShape, x: float, y: float) -> TextShape:
    if isinstance(shape, GlyphRun):
        return GlyphRun(
            shape.font,
            shape.size,
            shape.x + x,
            shape.y + y,
            shape.pieces,
            shape.colour,
            shape.text,
            shape.spacing,
            shape.tracking,
        )
    a, b, c, d, e, f = shape.transform
    return Use(shape.symbol, (a, b, c, d, e + x, f + y), shape.title)

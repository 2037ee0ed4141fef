"""Text set in type: what the rest of layout asks for words."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from generator.errors import LayoutError, MissingGlyph
from generator.layout.shapes.icons import IconSet
from generator.layout.shapes.palette import Palette
from generator.layout.text.breaks import has_tight_breaks, unify_forced_breaks
from generator.layout.text.capitals import capitalise
from generator.layout.text.findings import Findings
from generator.layout.text.fitting import ROUNDING, Room, find_size, shorten
from generator.layout.text.itemize import has_upright_script
from generator.layout.text.lines import Line, balance_lines, break_lines, fill_last_line
from generator.layout.text.paragraph import Paragraph, compose
from generator.layout.text.placing import Align, Placing, TextShape, place_lines
from generator.layout.text.words import Look, WordMaker
from generator.model.rich_text import Span, parse_rich
from generator.model.style import TypeStyle
from generator.scene.fonts import Font, FontLibrary
from generator.scene.shapes import GlyphRun, Use
from generator.scene.transforms import shift

Anchor: TypeAlias = Literal["start", "middle", "end"]
"""Which part of a line stands at its place; start and end follow the direction of the text."""

VerticalAnchor: TypeAlias = Literal["baseline", "middle", "top"]
"""Base line, half the height of the capitals, or their top."""

Upright: TypeAlias = Literal["top", "middle", "bottom"]
"""Where a text stands in a box that is higher than it."""


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
    lengths are in mm. Every method raises MarkupError for text that is not well formed, and adds to
    `findings` MissingGlyph for characters that no font has, and LayoutError for what does not fit at
    the style's smallest size; `thing` is what the error says does not fit.
    """

    def __init__(
        self,
        fonts: FontLibrary,
        *,
        colours: Palette,
        icons: IconSet,
        language: str,
        direction: Literal["ltr", "rtl"],
        findings: Findings | None = None,
    ) -> None:
        self._colours = colours
        self._icons = icons
        self._language = language
        self._right_to_left = direction == "rtl"
        self._maker = WordMaker(fonts, language)
        self._settings: dict[TypeStyle, _Setting] = {}
        self._findings = findings or Findings()

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
        setting = self._setting(style)
        size, lines = self._break(
            text,
            setting,
            width=width,
            max_height=max_height,
            most_lines=most_lines,
            align=align,
            thing=thing,
        )
        return self._place(lines, setting, size, width, align)

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
        setting = self._setting(style)
        size, lines = self._break(
            text,
            setting,
            width=width,
            max_height=height,
            most_lines=most_lines,
            align=align,
            thing=thing,
        )
        if upright == "bottom":
            top += height - len(lines) * size * style.leading
        elif upright == "middle":
            last = (len(lines) - 1) * style.leading
            top += (height + (setting.capitals - last) * size) / 2 - setting.baseline * size
        return place_lines(lines, self._placing(setting, size, width, align, left, top))

    def find_size_in_box(
        self, text: str, style: TypeStyle, *, width: float, height: float, most_lines: int = 0
    ) -> float | None:
        """The size at which `set_in_box` would set a text; None where it does not fit."""
        room = Room(style, width, height, most_lines)
        size, _, _ = self._try(text, self._setting(style), room)
        return size

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
        setting = self._setting(style)
        paragraph = self._compose(text.replace("\n", " "), setting)
        lines = break_lines(paragraph, float("inf"), self._maker)
        widest = lines[0].width if lines else 0.0

        def fits(size: float) -> bool:
            return max_width is None or widest * size <= max_width + ROUNDING

        size = find_size(style.size, style.smallest, fits)
        if size is None:
            over = widest * style.smallest - (max_width or 0.0)
            self._findings.add(LayoutError(thing or "a line", f"{shorten(text)} is too long", over_mm=over))
            size = min(style.size, style.smallest)
        block = self._place(lines, setting, size, widest * size, "start")
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        if self._right_to_left:
            shift = 1 - shift
        capitals = self.cap_height(style, size=size)
        down = {"baseline": 0.0, "middle": capitals / 2, "top": capitals}[vertical]
        shapes = block.at(-shift * block.width, down - block.first_baseline)
        return TextBlock(shapes, block.width, block.height, size, block.lines, down)

    def measure(self, text: str, style: TypeStyle, *, width: float = float("inf")) -> tuple[float, float]:
        """Width of the widest line and height of all, at the style's size, broken at `width`."""
        paragraph = self._compose(text, self._setting(style))
        lines = break_lines(paragraph, width / style.size, self._maker)
        widest = max((line.width for line in lines), default=0.0)
        return widest * style.size, len(lines) * style.size * style.leading

    def cap_height(self, style: TypeStyle, *, size: float | None = None) -> float:
        """Of the style's capitals, at its size or another."""
        return self._setting(style).capitals * (size or style.size)

    def _setting(self, style: TypeStyle) -> "_Setting":
        known = self._settings.get(style)
        if known is None:
            font = self._maker.find_faces(style.family, bold=style.bold, italic=style.italic)[0]
            known = self._settings[style] = _Setting.of(font, style)
        return known

    def _compose(self, text: str, setting: "_Setting", *, tight: bool = False) -> Paragraph:
        if not text.isprintable():
            text = unify_forced_breaks(text)
        spans = []
        rich = parse_rich(text)
        stand_upright = _find_upright(text, rich)
        # Where the words around it cannot slant, another language is set off by doing so.
        leans = setting.style.italic and not stand_upright[False]
        for span in rich:
            words = span.text
            slants = leans != span.italic and not stand_upright[span.other]
            if setting.style.uppercase and not span.icon:
                words = capitalise(words, self._language)
            look = setting.looks.get((span.bold, slants, span.colour, span.icon))
            spans.append((words.replace("\t", " "), look or self._look(span, setting, slants=slants)))
        try:
            return compose(spans, maker=self._maker, right_to_left=self._right_to_left, tight=tight)
        except MissingGlyph as error:
            self._findings.add(error)
            shown = text.translate(dict.fromkeys(map(ord, error.characters)))
            return self._compose(shown, setting, tight=tight)

    def _look(self, span: Span, setting: "_Setting", *, slants: bool) -> Look:
        style, width = setting.style, 0.0
        if span.icon:
            width = self._icons.width_on_line(span.icon, setting.capitals)
        look = Look(
            style.family,
            style.bold or span.bold,
            slants,
            self._colours[span.colour or style.colour],
            0.0 if span.icon else style.tracking,
            icon=span.icon,
            icon_width=width,
        )
        setting.looks[span.bold, slants, span.colour, span.icon] = look
        return look

    def _break(
        self,
        text: str,
        setting: "_Setting",
        *,
        width: float,
        max_height: float | None,
        most_lines: int,
        align: Align,
        thing: str,
    ) -> tuple[float, list[Line]]:
        """The size at which a text fits, and its lines."""
        room = Room(setting.style, width, max_height, most_lines)
        size, lines, paragraph = self._try(text, setting, room)
        if size is None:
            self._findings.add(room.no_fit(lines, thing or shorten(text)))
            return min(setting.style.size, setting.style.smallest), lines
        if align == "center":
            lines = balance_lines(paragraph, lines, self._maker)
        elif align != "justify":
            lines = fill_last_line(paragraph, lines, self._maker)
        return size, lines

    def _try(self, text: str, setting: "_Setting", room: Room) -> tuple[float | None, list[Line], Paragraph]:
        """As `Room.fit`, and what the lines are lines of."""
        paragraph = self._compose(text, setting)
        size, lines = room.fit(paragraph, self._maker)
        if size != setting.style.size and has_tight_breaks(text, self._language):
            # Rather broken inside a phrase than set smaller; but whole where that is as large.
            tight = self._compose(text, setting, tight=True)
            larger, tight_lines = room.fit(tight, self._maker)
            if size is None or (larger or 0.0) > size:
                return larger, tight_lines, tight
        return size, lines, paragraph

    def _placing(
        self,
        setting: "_Setting",
        size: float,
        width: float,
        align: Align,
        left: float = 0.0,
        top: float = 0.0,
    ) -> Placing:
        return Placing(
            size,
            width,
            align,
            self._right_to_left,
            setting.baseline * size,
            size * setting.style.leading,
            self._icons,
            left,
            top,
        )

    def _place(
        self, lines: list[Line], setting: "_Setting", size: float, width: float, align: Align
    ) -> TextBlock:
        placing = self._placing(setting, size, width, align)
        widest = max((line.width for line in lines), default=0.0) * size
        height = len(lines) * placing.line_height
        return TextBlock(
            place_lines(lines, placing), widest, height, size, len(lines), placing.first_baseline
        )


@dataclass(frozen=True, slots=True)
class _Setting:
    """A style, and what follows from it whatever is set in it; in ems."""

    style: TypeStyle
    capitals: float
    baseline: float
    """Of the first line, below the top of a text."""
    looks: dict[tuple[bool, bool, str, str], Look] = field(default_factory=dict)
    """By whether a span is bold, whether it slants, its colour and its icon."""

    @classmethod
    def of(cls, font: Font, style: TypeStyle) -> "_Setting":
        em = font.units_per_em
        # The type stands in the middle of its line, as in CSS.
        body = (font.ascent - font.descent) / em
        return cls(style, font.cap_height / em, (style.leading - body) / 2 + font.ascent / em)


def _find_upright(text: str, spans: Sequence[Span]) -> tuple[bool, bool]:
    """Whether the words of the sentence have no italics, and whether those of another language have none."""
    if not has_upright_script(text):
        return False, False
    own, other = ("".join([span.text for span in spans if span.other is one]) for one in (False, True))
    return has_upright_script(own), has_upright_script(other)


def _moved(shape: TextShape, x: float, y: float) -> TextShape:
    if isinstance(shape, GlyphRun):
        return shape._replace(x=shape.x + x, y=shape.y + y)
    return Use(shape.symbol, shift(shape.transform, x, y), shape.title)

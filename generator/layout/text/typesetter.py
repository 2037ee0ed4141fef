"""Typesetter: the interface through which the rest of layout sets text.

Typographic quotation marks, and soft hyphens, in texts that are typed without them.

Errors and warnings of a layout; errors are raised at once or collected.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache, partial
from itertools import islice
from math import inf
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from generator.errors import GeneratorError, LayoutError, MissingGlyph, PrintWarning
from generator.layout.shapes.icons import IconSet, Palette
from generator.layout.text.paragraphs import (
    SetLine,
    Setting,
    WordSequence,
    break_lines,
    compose_paragraph,
    count_lines,
    find_size,
    improve_lines,
    quote_briefly,
)
from generator.layout.text.placing import TextShape, place_lines
from generator.layout.text.words import (
    Look,
    WordMaker,
    has_tight_breaks,
    has_upright_script,
    unify_forced_breaks,
)
from generator.model.elements.boxes import Upright
from generator.model.geometry import ROUNDING
from generator.model.style import TypeStyle
from generator.model.texts.rich_text import PLAIN, Inline, Span, parse_rich, split_bold
from generator.model.values import dataclass, replace
from generator.scene.fonts import FontLibrary
from generator.scene.shapes import GlyphRun, Group, Path, Tag, Use, move_segments, shift, translation

_QUOTES = {
    "ar fa ur": "” “ ’ ‘", "bg cs de is lt sk sl": "„ “ ‚ ‘", "ca el es it nb nn no pt": "« » “ ”",
    "fi sv": "” ” ’ ’", "fr": "«\u00a0 \u00a0» “ ”", "be ru uk": "« » „ “", "hr hu pl ro": "„ ” ‚ ’",
    "ja": "「 」 『 』",
}  # fmt: skip
"""Double and single quotation marks by language; other languages have those of English."""
_ENGLISH = "“ ” ‘ ’"
_BEFORE = re.compile(r"[\s(\[<¿¡/\u2013\u2014\"']")
"""A character before an opening quotation mark."""
_LONG_WORD = re.compile("(?<![\\w\u00ad])[^\\W\\d_]{5,}(?![\\w\u00ad])")


def refine(
    spans: Sequence[Span], languages: tuple[str, str], *, has_quotes: bool, has_hyphens: bool
) -> list[Span]:
    """Return spans with the quotation marks and hyphens of their language.

    Text in another language has those of the second one; if that is empty, it is unchanged.
    """
    texts = ("".join(span.text for span in spans if span.other is one) for one in (False, True))
    characters = [*map(_replace_quotes, texts, languages)]
    refined = []
    for span in spans:
        text = span.text
        if has_quotes:
            text = "".join(islice(characters[span.other], len(text)))
        if has_hyphens:
            text = _LONG_WORD.sub(_find_hyphens(languages[span.other]), text)
        refined.append(span._replace(text=text))
    return refined


def _replace_quotes(text: str, language: str) -> Iterator[str]:
    """Yield what each character of a text becomes."""
    primary = language.split("-")[0]
    written = next((marks for names, marks in _QUOTES.items() if primary in names.split()), _ENGLISH)
    quotes = written.split(" ")
    marks = {'"': quotes[:2], "'": quotes[2:]} if language else {}
    opened = set()
    for index, character in enumerate(text):
        before, after = text[max(index - 1, 0) : index], text[index + 1 : index + 2]
        if character not in marks:
            yield character
        elif after.strip() and (not before or _BEFORE.match(before)) and character in text[index + 1 :]:
            opened.add(character)
            yield marks[character][0]
        elif character in opened and not (character == "'" and after.isalpha()):
            opened.remove(character)
            yield marks[character][1]
        else:
            # An apostrophe, or a sign of inches.
            yield "’" if character == "'" and not before.isdigit() else character


@cache
def _find_hyphens(language: str) -> Callable[[re.Match[str]], str]:
    """Return a function that adds soft hyphens to a word if the language has patterns."""
    import pyphen

    name = pyphen.language_fallback(language.replace("-", "_"))
    patterns = pyphen.Pyphen(lang=name, left=2, right=3) if name else None
    return lambda word: str(patterns.inserted(word[0], "\u00ad")) if patterns else word[0]


Made = TypeVar("Made")


class LayoutFindings:
    """Collector for the errors of a layout.

    Code that finds an error adds it and continues as well as possible: text is set at its smallest size and
    overflows. Without `collects`, an error is raised when it is added.
    """

    def __init__(self, *, collects: bool = False) -> None:
        self.about = ""
        """Name of the current piece, which precedes the name of anything that does not fit."""
        self.locate: Callable[[], str] = str
        """Finds where the current piece is written: `deck.yaml:12`; empty if there is no piece."""
        self.origin: tuple[str | int, ...] = ()
        """Path in the file of the part to the section, area, or block that is laid out now."""
        self.count = 0
        """Number of errors that were added, including duplicates."""
        self._collects = collects
        self._tries = False
        self._errors: dict[str, GeneratorError] = {}

    @contextmanager
    def at(self, *origin: str | int) -> Iterator[None]:
        """Give errors within the block this path in the file of the part."""
        # What a figure shows is laid out for its block.
        before, self.origin = self.origin, self.origin or origin
        try:
            yield
        finally:
            self.origin = before

    def add(self, error: GeneratorError) -> None:
        """Keep an error; duplicates are ignored."""
        place = self.locate()
        where = " in ".join(filter(None, (self.about, place)))
        if where and isinstance(error, LayoutError):
            thing = f"{where}: {error.thing}"
            error = LayoutError(thing, error.what, over_mm=error.over_mm, paper=error.paper)
        if place and isinstance(error, MissingGlyph):
            error = MissingGlyph(error.characters, error.text, where)
        error.place, error.origin = place, self.origin
        if not self._collects or (self._tries and isinstance(error, LayoutError)):
            raise error
        self.count += 1
        self._errors.setdefault(str(error), error)

    def warn(self, message: str) -> None:
        """Keep a warning, after the place where the current piece is written; duplicates are ignored."""
        if self._collects:
            warning = PrintWarning(message, self.locate())
            self._errors.setdefault(str(warning), warning)

    def attempt(self, lay_out: Callable[[], Made]) -> Made | None:
        """Return the result of a layout, or None if something does not fit, which is then not an error."""
        tries, self._tries = self._tries, True
        try:
            return lay_out()
        except LayoutError:
            return None
        finally:
            self._tries = tries

    def take(self) -> tuple[GeneratorError, ...]:
        """Return the errors and warnings since the last call."""
        errors = tuple(self._errors.values())
        self._errors.clear()
        return errors


TextAnchor: TypeAlias = Literal["start", "middle", "end"]
"""Horizontal anchor of a line; start and end depend on the direction of the text."""

VerticalAnchor: TypeAlias = Literal["baseline", "middle", "top"]
"""Vertical anchor of a line: base line, half the cap height, or the top of the capitals."""


class _StyleChange(NamedTuple):
    """Changes that the marks of a text make to the style of its words."""

    is_bold: bool = False
    slants: bool = False
    colour: str = ""
    icon: str = ""
    inline: Inline = PLAIN
    language: str = ""


class TextBlock(NamedTuple):
    """Text laid out at the origin, in mm; `at` moves it."""

    shapes: tuple[TextShape, ...]
    width: float
    """Width of the widest line."""
    height: float
    """Number of lines times the distance between base lines."""
    size: float
    """Font size at which the text fits."""

    def at(self, x: float, y: float) -> tuple[TextShape, ...]:
        """Return the shapes, moved by (x, y)."""
        return tuple(_moved(shape, x, y) for shape in self.shapes)

    def tagged(self, tag: Tag) -> Group:
        """Return the shapes as a part of the text, such as a heading."""
        return Group(self.shapes, tag=tag)


class Typesetter:
    """Typesetter for rich text in one language, with the fonts, colours, and icons of one kit.

    It caches shaped text, so use one typesetter for everything in a language. All lengths are in mm. Every
    method raises Wrong for malformed text. Missing characters are added to `findings` as MissingGlyph,
    and texts that do not fit at the style's smallest size as LayoutError, which names the setting's `thing`.
    """

    def __init__(
        self,
        fonts: FontLibrary,
        *,
        colours: Palette,
        icons: IconSet,
        language: str,
        direction: Literal["ltr", "rtl"],
        findings: LayoutFindings | None = None,
        has_quotes: bool = False,
        other_language: str = "",
    ) -> None:
        """`has_quotes`: typed quotation marks become those of the language, or of the other one."""
        self._has_quotes = has_quotes
        self._colours = colours
        self._icons = icons
        self._language, self._languages = language, (language, other_language)
        self._right_to_left = direction == "rtl"
        self._place = partial(place_lines, right_to_left=self._right_to_left, icons=icons)
        self._maker = WordMaker(fonts, language)
        same_face = cache(self._make_face)
        self._face: Callable[[TypeStyle], _Face] = cache(
            lambda style: same_face(replace(style, size=0.0, smallest=0.0, leading=0.0))
        )
        """Return the face of a style; styles of other sizes share it, and so words and paragraphs."""
        self._look: Callable[[_Face, _StyleChange], Look] = cache(self._make_look)
        self._paragraph: Callable[[str, _Face, bool], WordSequence] = lru_cache(512)(self._make_paragraph)
        self._findings = findings or LayoutFindings()

    def set_text(self, setting: Setting) -> TextBlock:
        """Set text in lines, in a box with its top left corner at (0, 0).

        The text is as large as fits, between the style's smallest size and its size.
        """
        face = self._face(setting.style)
        size, lines = self._break(setting, face)
        widest = max((line.width for line in lines), default=0.0) * size
        height = count_lines(lines) * (size * setting.style.leading)
        baseline = face.find_baseline(setting.style) * size
        shapes = self._place(lines, setting, size, left=0.0, baseline=baseline)
        return TextBlock(shapes, widest, height, size)

    def set_in_box(
        self, setting: Setting, *, left: float, top: float, upright: Upright = "top"
    ) -> tuple[TextShape, ...]:
        """Return the shapes of a text in a box of the setting's width and height, as large as fits.

        `middle` centres the space between the top of the first line's capitals and the last base line.
        """
        face = self._face(setting.style)
        size, lines = self._break(setting, face)
        height, leading = setting.max_height, size * setting.style.leading
        baseline = top + face.find_baseline(setting.style) * size
        if upright == "bottom":
            baseline += height - count_lines(lines) * leading
        elif upright == "middle":
            baseline = top + (height + face.capitals * size - (count_lines(lines) - 1) * leading) / 2
        return self._place(lines, setting, size, left=left, baseline=baseline)

    def find_size(self, setting: Setting) -> float | None:
        """Return the size at which a text would be set; None if it does not fit."""
        return self._try(setting, self._face(setting.style))[0]

    def set_line(
        self, setting: Setting, *, anchor: TextAnchor = "start", vertical: VerticalAnchor = "baseline"
    ) -> TextBlock:
        """Set text in a single line, for labels and numbers, with its anchor at (0, 0).

        The text gets smaller, down to the style's smallest size, until it is no wider than the setting.
        """
        text, style, room, *_ = setting
        face = self._face(style)
        lines = break_lines(self._compose(text.replace("\n", " "), face), inf)
        widest = lines[0].width if lines else 0.0
        size = find_size(style.size, style.smallest, lambda size: widest * size <= room + ROUNDING)
        if size is None:
            over = widest * style.smallest - room
            thing = setting.thing or "a line"
            self._findings.add(LayoutError(thing, f"{quote_briefly(text)} is too long", over_mm=over))
            size = min(style.size, style.smallest)
        width = widest * size
        left = -width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        if self._right_to_left:
            left = -width - left
        capitals = face.capitals * size
        down = {"baseline": 0.0, "middle": capitals / 2, "top": capitals}[vertical]
        down -= lines[0].drop * size * style.leading if lines else 0.0
        line = setting._replace(width=width, align="start")
        shapes = self._place(lines, line, size, left=left, baseline=down)
        return TextBlock(shapes, width, count_lines(lines) * size * style.leading, size)

    def measure(self, text: str, style: TypeStyle, *, width: float = inf) -> tuple[float, float]:
        """Return the width and height of a text at the style's size, with lines broken at `width`."""
        paragraph = self._compose(text, self._face(style))
        lines = break_lines(paragraph, width / style.size)
        widest = max((line.width for line in lines), default=0.0)
        return widest * style.size, count_lines(lines) * style.size * style.leading

    def _make_face(self, style: TypeStyle) -> "_Face":
        font = self._maker.find_font(style.weighted_family, bold=style.bold, italic=style.italic)
        em = font.units_per_em
        return _Face(style, font.cap_height / em, font.ascent / em, (font.ascent - font.descent) / em)

    def _compose(self, text: str, face: "_Face", *, tight: bool = False) -> WordSequence:
        try:
            return self._paragraph(text, face, tight)
        except MissingGlyph as error:
            self._findings.add(error)
            shown = text.translate(dict.fromkeys(map(ord, error.characters)))
            return self._compose(shown, face, tight=tight)

    def _make_paragraph(self, text: str, face: "_Face", tight: bool) -> WordSequence:
        if not text.isprintable():
            text = unify_forced_breaks(text)
        style = face.style
        is_changed = style.italic or style.uppercase or style.hyphenate or self._has_quotes or "\t" in text
        if not is_changed and (parts := split_bold(text)):
            # Nearly all texts have no marks but those of bold words.
            looks = [self._look(face, _StyleChange(is_bold=is_bold)) for is_bold in (False, True)]
            spans = [(part, looks[index % 2]) for index, part in enumerate(parts) if part]
            return compose_paragraph(spans, maker=self._maker, right_to_left=self._right_to_left, tight=tight)
        spans = []
        rich: Sequence[Span] = parse_rich(text)
        has_quotes = self._has_quotes and ('"' in text or "'" in text)
        if has_quotes or face.style.hyphenate:
            rich = refine(rich, self._languages, has_quotes=has_quotes, has_hyphens=face.style.hyphenate)
        stand_upright = [False, False]
        if face.style.italic or any(span.italic for span in rich):
            for span in rich:
                stand_upright[span.other] |= has_upright_script(span.text)
        # In an italic style, emphasis is upright; if the script has no italics, it is italic.
        leans = face.style.italic and not stand_upright[False]
        for span in rich:
            words = span.text
            slants = leans != span.italic and not stand_upright[span.other]
            if face.style.uppercase and not span.icon:
                words = _capitalise(words, self._language)
            language = self._languages[1] if span.other else ""
            mark = _StyleChange(span.bold, slants, span.colour, span.icon, span.inline, language)
            look = self._look(face, mark)
            spans.append((words.replace("\t", " "), look))
        return compose_paragraph(spans, maker=self._maker, right_to_left=self._right_to_left, tight=tight)

    def _make_look(self, face: "_Face", mark: _StyleChange) -> Look:
        style, icon, width, tracking = face.style, mark.icon, 0.0, face.style.tracking
        colour = self._colours.legible(mark.colour or style.colour)
        if icon:
            colour = self._colours[mark.colour or style.colour]
            colour = self._icons.choose(icon, colour, is_given=bool(mark.colour))
            width, tracking = self._icons.width_on_line(icon, face.capitals * mark.inline.scale), 0.0
        bold = style.bold or mark.is_bold
        seen = bold, mark.slants, colour, tracking, icon, width, mark.inline, mark.language
        return Look(style.weighted_family, *seen)

    def _break(self, setting: Setting, face: "_Face") -> tuple[float, list[SetLine]]:
        """Return the size at which a text fits, and its lines."""
        size, lines, paragraph = self._try(setting, face)
        if size is None:
            self._findings.add(setting.no_fit(lines))
            return min(setting.style.size, setting.style.smallest), lines
        return size, improve_lines(paragraph, lines, setting.align)

    def _try(self, setting: Setting, face: "_Face") -> tuple[float | None, list[SetLine], WordSequence]:
        """Return the result of `Setting.fit`, and the paragraph of its lines."""
        paragraph = self._compose(setting.text, face)
        size, lines = setting.fit(paragraph)
        if size != setting.style.size and has_tight_breaks(setting.text, self._language):
            # Break inside phrases only if this allows a larger size.
            tight = self._compose(setting.text, face, tight=True)
            larger, tight_lines = setting.fit(tight)
            if size is None or (larger or 0.0) > size:
                return larger, tight_lines, tight
        return size, lines, paragraph


@dataclass(frozen=True, slots=True, eq=False)
class _Face:
    """A style without sizes, and the metrics of its font, in ems."""

    style: TypeStyle
    capitals: float
    ascent: float
    body: float
    """Height of the font above and below the base line."""

    def find_baseline(self, style: TypeStyle) -> float:
        """Return the distance from the top of a text to its first base line.

        Glyphs are centred vertically in their line, as in CSS.
        """
        return (style.leading - self.body) / 2 + self.ascent


def _moved(shape: TextShape, x: float, y: float) -> TextShape:
    if isinstance(shape, GlyphRun):
        font, size, left, top = shape[:4]
        return GlyphRun(font, size, left + x, top + y, *shape[4:])
    if isinstance(shape, Path):
        return replace(shape, segments=move_segments(translation(x, y), shape.segments))
    return Use(shape.symbol, shift(shape.transform, x, y), shape.title)


def _capitalise(text: str, language: str) -> str:
    """Return a text in capitals; `language` is a BCP 47 tag.

    Turkish and Azeri keep the dot of i. Greek capitals have no accents, but keep the diaeresis. Other
    languages follow Unicode's table (ß becomes SS).
    """
    primary = language.split("-")[0].lower()
    if primary in ("tr", "az"):
        return text.replace("i", "İ").upper()
    if primary == "el":
        letters = unicodedata.normalize("NFD", text).replace("\u0301", "").upper()
        return unicodedata.normalize("NFC", letters)
    return text.upper()

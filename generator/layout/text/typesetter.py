"""The typesetter, through which the rest of layout sets text.

The path of a text: this module turns its marks into styled spans. `paragraphs` splits the spans into words at
the possible breaks, and chooses the largest size that fits; `lines` breaks and balances the lines; `words`
makes the glyphs of each word. At last, `paragraphs` places the lines as glyph runs.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice, pairwise
from math import inf
from typing import Literal, NamedTuple

from generator.errors import GeneratorError, LayoutError, MissingGlyph, format_quote
from generator.layout.shapes.palette import IconSet, Palette
from generator.layout.text.legibility import find_loose_leading
from generator.layout.text.lines import (
    AUTOMATIC_HYPHEN,
    SetLine,
    WordSequence,
    break_lines,
    count_lines,
    has_holes,
    improve_lines,
)
from generator.layout.text.paragraphs import (
    SMALLER_TEXT,
    Setting,
    TextAnchor,
    TextBlock,
    VerticalAnchor,
    choose_size,
    compose_paragraph,
    describe_smallest,
    find_leading,
    find_shift,
    place_lines,
    quote_briefly,
)
from generator.layout.text.trace import trace_text
from generator.layout.text.words import (
    Look,
    WordMaker,
    has_tight_breaks,
    has_upright_script,
    unify_forced_breaks,
)
from generator.model.geometry import ROUNDING
from generator.model.language.kinds import MM_PER_POINT, TextDirection, Upright
from generator.model.style import TypeStyle
from generator.model.texts.rich_text import PLAIN, Inline, Span, parse_rich, split_bold
from generator.model.values import dataclass, replace
from generator.scene.fonts import FontLibrary
from generator.scene.shapes import Group, TextShape

_NO_SCRIPTS: Mapping[str, float] = {}


class Typesetter:
    """Sets rich text in one language, with the fonts, colours, and icons of one kit.

    It caches shaped text, so use one typesetter for everything in a language. All lengths are in mm. Every
    method raises Wrong for malformed text. Missing characters are reported as MissingGlyph, and texts that do
    not fit at the style's smallest size as LayoutError, which names the setting's `thing`.
    """

    def __init__(
        self,
        fonts: FontLibrary,
        *,
        colours: Palette,
        icons: IconSet,
        language: str,
        direction: Literal["ltr", "rtl"],
        report: Callable[[GeneratorError], None],
        warn: Callable[..., None],
        has_quotes: bool = False,
        other_language: str = "",
        text_direction: TextDirection = "auto",
        is_trying: Callable[[], bool] = lambda: False,
        scripts: Mapping[str, float] = _NO_SCRIPTS,
        is_traced: bool = False,
    ) -> None:
        """`has_quotes`: typed quotation marks become those of the language of their text.

        `text_direction` is that of texts whose setting has none. While `is_trying`, a word that is too wide
        is an error; otherwise, it is made narrower or broken. `scripts` have scales, by their code.
        With `is_traced`, runs can be traced back to their texts.
        """
        self._is_trying, self._is_traced = is_trying, is_traced
        self._direction: TextDirection = text_direction
        self._has_quotes = has_quotes
        self._colours = colours
        self._icons = icons
        self._language, self._languages = language, (language, other_language)
        self._primary = language.split("-")[0].lower()
        self._has_long_words = self._primary in _HYPHENATED_LANGUAGES
        self._right_to_left = direction == "rtl"
        self._maker = WordMaker(fonts, language, scripts)
        same_face = cache(self._make_face)
        self._find_face: Callable[[TypeStyle], _Face] = cache(
            lambda style: same_face(replace(style, size=0.0, smallest=0.0, leading=0.0))
        )
        # Styles are kept, so that their `id` is not used again.
        self._faces: dict[int, tuple[TypeStyle, _Face]] = {}
        self._look: Callable[[_Face, _StyleChange], Look] = cache(self._make_look)
        self._bold_looks: Callable[[_Face], tuple[Look, Look]] = cache(
            lambda face: (self._look(face, _StyleChange()), self._look(face, _StyleChange(is_bold=True)))
        )
        """Return the look of plain words, and of bold ones."""
        self._paragraph: Callable[[str, _Face, _Breaks, TextDirection], WordSequence] = lru_cache(512)(
            self._make_paragraph
        )
        self._report, self._warn = report, warn

    def set_text(self, setting: Setting) -> TextBlock:
        """Set text in lines, in a box with its top left corner at (0, 0).

        The text is as large as fits, between the style's smallest size and its size.
        """
        face = self._face(setting.style)
        size, lines, setting = self._break(setting, face)
        widest = max((line.width for line in lines), default=0.0) * size * setting.narrowing
        height = count_lines(lines) * (size * setting.style.leading)
        baseline = face.measure_baseline(setting.style) * size
        shapes = self._place_apart(lines, setting, size, left=0.0, baseline=baseline)
        return TextBlock(shapes, widest, height, size, count_lines(lines))

    def set_in_box(
        self, setting: Setting, *, left: float, top: float, upright: Upright = "top"
    ) -> tuple[TextShape, ...]:
        """Return the shapes of a text in a box of the setting's width and height, as large as fits.

        `middle` centres the space between the top of the first line's capitals and the last base line.
        """
        face = self._face(setting.style)
        size, lines, setting = self._break(setting, face)
        height, leading = setting.max_height, size * setting.style.leading
        baseline = top + face.measure_baseline(setting.style) * size
        if upright == "bottom":
            baseline += height - count_lines(lines) * leading
        elif upright == "middle":
            between = (count_lines(lines) - 1) * leading
            baseline = top + (height + face.capitals * size - between) / 2
            baseline += size * find_shift(
                lines, (baseline - top) / size, (top + height - baseline - between) / size
            )
        return self._place_apart(lines, setting, size, left=left, baseline=baseline)

    def _place_apart(
        self, lines: list[SetLine], setting: Setting, size: float, *, left: float, baseline: float
    ) -> tuple[TextShape, ...]:
        """Return the shapes of all lines, and warn if letters of a line touch those of the next."""
        narrow, leading = setting.narrowing, setting.style.leading
        if narrow < 1:
            wide = setting._replace(width=setting.room)
            shapes = self._place(lines, wide, size, left=0.0, baseline=baseline)
            return (Group(shapes, transform=(narrow, 0.0, 0.0, 1.0, left, 0.0)),)
        shapes = self._place(lines, setting, size, left=left, baseline=baseline)
        if len(lines) > 1 and (loose := find_loose_leading(shapes, leading)):
            self._warn(f"lines of text touch at a line height of {leading:g}; {loose:g} keeps them apart")
        return shapes

    def _place(
        self,
        lines: Sequence[SetLine],
        setting: Setting,
        size: float,
        *,
        left: float,
        baseline: float,
        hangs: bool = True,
    ) -> tuple[TextShape, ...]:
        icons = self._icons
        shapes = place_lines(lines, setting, size, icons=icons, left=left, baseline=baseline, hangs=hangs)
        return trace_text(setting.text, shapes) if self._is_traced else shapes

    def measure_size(self, setting: Setting) -> float | None:
        """Return the size at which a text would be set; None if it does not fit."""
        return self._fit(setting, self._face(setting.style))[0]

    def set_line(
        self, setting: Setting, *, anchor: TextAnchor = "start", vertical: VerticalAnchor = "baseline"
    ) -> TextBlock:
        """Set text in a single line, for labels and numbers, with its anchor at (0, 0).

        The text gets smaller, down to the style's smallest size, until it is no wider than the setting.
        """
        text, style, most = setting.text, setting.style, setting.width
        face = self._face(style)
        paragraph = self._compose(text.replace("\n", " "), face, setting.direction)
        lines = break_lines(paragraph, inf)
        widest = lines[0].width if lines else 0.0
        size = choose_size(style.size, style.smallest, lambda size: widest * size <= most + ROUNDING)
        if size is None:
            over = widest * style.smallest - most
            thing = setting.thing or "a line"
            quote, at = quote_briefly(text), describe_smallest(style)
            self._report(
                LayoutError(thing, "is too long", over_mm=over, quote=quote, at=at, hint=SMALLER_TEXT)
            )
            size = min(style.size, style.smallest)
        width = widest * size
        left = -width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        if self._right_to_left:
            left = -width - left
        capitals = face.capitals * size
        baseline = {"baseline": 0.0, "middle": capitals / 2, "top": capitals}[vertical]
        baseline -= lines[0].drop * size * style.leading if lines else 0.0
        line = setting._replace(width=width, align="start").turned(paragraph, self._right_to_left)
        shapes = self._place(lines, line, size, left=left, baseline=baseline, hangs=False)
        return TextBlock(shapes, width, count_lines(lines) * size * style.leading, size)

    def measure(self, text: str, style: TypeStyle, *, width: float = inf) -> tuple[float, float]:
        """Return the width and height of a text at the style's size, with lines broken at `width`."""
        paragraph = self._compose(text, self._face(style))
        lines = break_lines(paragraph, width / style.size)
        widest = max((line.width for line in lines), default=0.0)
        leading = find_leading(style, paragraph, lines)
        return widest * style.size, count_lines(lines) * style.size * leading

    def _break(self, setting: Setting, face: "_Face") -> tuple[float, list[SetLine], Setting]:
        """Return the size and the lines of a text, and its setting with the leading that it needs."""
        size, lines, paragraph = self._fit(setting, face)
        if size is None and not self._is_trying() and setting.measure_over(lines, setting.style.smallest):
            size, lines, paragraph, setting = self._squeeze(setting, face, lines)
        setting = setting.spaced(paragraph, lines).turned(paragraph, self._right_to_left)
        if size is None:
            self._report(setting.no_fit(lines))
            return min(setting.style.size, setting.style.smallest), lines, setting
        room, without = setting.room / size, setting.style.without
        if paragraph.is_tight and len(lines) > 1 and self._is_running(setting, size):
            setting = setting._replace(spreads=True)
        elif setting.align == "justify" and "holes" not in without and has_holes(lines, room):
            setting = setting._replace(align="start")
        if "balance" not in without:
            is_wide = setting.align == "start" and setting.width >= _NARROW_COLUMN
            # A wide text of two lines is running text only in roles to read.
            is_running = is_wide and (setting.style.running is True or len(lines) > _DISPLAYED)
            lines = improve_lines(paragraph, lines, setting.align, room, is_running=is_running)
        return size, lines, setting

    def _fit(self, setting: Setting, face: "_Face") -> tuple[float | None, list[SetLine], WordSequence]:
        """Return the result of `Setting.fit`, and the paragraph of its lines."""
        text, style, direction = setting.text, setting.style, setting.direction
        has_phrases = self._primary == "ja" and has_tight_breaks(text, self._language)
        if has_phrases and self._is_running(setting, style.size):
            paragraph = self._compose(text, face, direction, _TIGHT)
            return (*setting.fit(paragraph), paragraph)
        paragraph = self._compose(text, face, direction, _HYPHENATED if style.hyphenate else _PLAIN_BREAKS)
        size, lines = setting.fit(paragraph)
        if has_phrases and size != style.size:
            # Break inside phrases only if this allows a larger size.
            tight = self._compose(text, face, direction, _TIGHT)
            larger, tight_lines = setting.fit(tight)
            if size is None or (larger or 0.0) > size:
                return larger, tight_lines, tight
        if self._has_long_words and self._may_hyphenate(setting, lines, size):
            hyphenated = self._compose(text, face, direction, _HYPHENATED)
            larger, shorter = setting.fit(hyphenated)
            is_larger = (larger or 0.0) >= (size or 0.0) * _GAIN
            most = len(lines) if self._takes_hyphens(setting, lines, size) else len(lines) - 1
            if is_larger or (larger == size and len(shorter) <= most):
                return larger, shorter, hyphenated
        return size, lines, paragraph

    def _is_running(self, setting: Setting, size: float) -> bool:
        """Return True for text that is read in lines long enough to be justified letter by letter."""
        style, is_long = setting.style, setting.room >= _LEAST_LETTERS * size
        return style.running is True and is_long and setting.align in ("start", "justify")

    def _may_hyphenate(self, setting: Setting, lines: Sequence[SetLine], size: float | None) -> bool:
        """Return True if hyphens may help: the text is too small, or a line is far from full."""
        style = setting.style
        may = style.hyphenate is None and setting.align != "center" and "hyphens" not in style.without
        if not may or len(lines) < 2:
            return False
        if size != style.size:
            return True
        room = setting.room / size
        free = [room - line.width for line in lines if not line.is_last]
        if len(lines) < _LEAST_LINES and sum(free) < lines[-1].width:
            # Hyphens save no line here: a short text gets them only if a line is nearly empty.
            return any(left > (1 - _HOLLOW_LINE) * room for left in free)
        return any(left > (1 - FULL_LINE) * room for left in free)

    def _takes_hyphens(self, setting: Setting, lines: Sequence[SetLine], size: float | None) -> bool:
        """Return True for text that is hyphenated even if it becomes neither shorter nor larger."""
        hollow = setting.room / (size or setting.style.smallest) * _HOLLOW_LINE
        return len(lines) >= _LEAST_LINES or any(line.width < hollow and not line.is_last for line in lines)

    def _squeeze(
        self, setting: Setting, face: "_Face", lines: list[SetLine]
    ) -> tuple[float | None, list[SetLine], WordSequence, Setting]:
        """Return the lines of a text with a word that is too wide for any size, and the changed setting.

        Its letters are narrower, or it is hyphenated, or broken anywhere; the first that fits is chosen.
        """
        text, direction = setting.text, setting.direction
        paragraph = self._compose(text, face, direction)
        if "narrow" in setting.style.without:
            return None, lines, paragraph, setting
        thing = setting.thing or quote_briefly(text)
        widest = format_quote(max(lines, key=lambda line: line.width).text)
        narrow = setting._replace(narrowing=NARROWEST)
        for tried, breaks, how in (
            (narrow, _Breaks(), f"its letters are narrower ({NARROWEST:.0%})"),
            (setting, _HYPHENATED, "it is hyphenated"),
            (setting, _ANYWHERE, "it is broken"),
        ):
            paragraph = self._compose(text, face, direction, breaks)
            size, lines = tried.fit(paragraph)
            if not tried.measure_over(lines, size or tried.style.smallest):
                if size is None:
                    smaller = replace(tried.style, smallest=tried.style.smallest * _LAST_RESORT)
                    tried = tried._replace(style=smaller)
                    size, lines = tried.fit(paragraph)
                    how += f", and {(size or 0.0) / MM_PER_POINT:.3g} pt high"
                if size is not None:
                    self._warn(f"{thing}: {widest} is too wide: {how} ({SMALLER_TEXT})", thing=thing)
                return size, lines, paragraph, tried
        return None, lines, paragraph, setting

    def _compose(
        self, text: str, face: "_Face", direction: TextDirection = "auto", breaks: "_Breaks | None" = None
    ) -> WordSequence:
        """Return the paragraph of a text, without characters that no font has."""
        breaks = breaks or _PLAIN_BREAKS
        try:
            chosen = self._direction if direction == "auto" else direction
            paragraph = self._paragraph(text, face, breaks, chosen)
            for lack in paragraph.lacks:
                self._warn(lack)
            return paragraph
        except MissingGlyph as error:
            self._report(error)
            shown = text.translate(dict.fromkeys(map(ord, error.characters)))
            return self._compose(shown, face, direction, breaks)

    def _make_paragraph(
        self, text: str, face: "_Face", breaks: "_Breaks", direction: TextDirection
    ) -> WordSequence:
        if not text.isprintable():
            text = unify_forced_breaks(text)
        plain = () if breaks.hyphens or breaks.anywhere else self._style_bold(text, face)
        spans = plain or self._style_rich(text, face, breaks)
        return compose_paragraph(
            spans,
            maker=self._maker,
            right_to_left=self._right_to_left,
            direction=direction,
            tight=breaks.tight,
        )

    def _style_bold(self, text: str, face: "_Face") -> list[tuple[str, Look]]:
        """Return the spans of a text whose only marks are bold; empty if it has others."""
        style = face.style
        is_changed = style.italic or style.uppercase or self._has_quotes or "\t" in text
        parts = None if is_changed else split_bold(text)
        if not parts:
            return []
        looks = self._bold_looks(face)
        return [(part, looks[index % 2]) for index, part in enumerate(parts) if part]

    def _style_rich(self, text: str, face: "_Face", breaks: "_Breaks") -> list[tuple[str, Look]]:
        """Return the spans of any text, with the look that its marks give to each."""
        style = face.style
        rich: Sequence[Span] = parse_rich(text)
        if "joins" not in style.without and any(span.icon for span in rich):
            rich = join_icons(rich)
        has_quotes = self._has_quotes and ('"' in text or "'" in text)
        if has_quotes or breaks.hyphens or breaks.anywhere:
            rich = refine(
                rich,
                self._languages,
                has_quotes=has_quotes,
                hyphens=breaks.hyphens,
                anywhere=breaks.anywhere,
            )
        is_upright = is_other_upright = False
        if style.italic or any(span.italic for span in rich):
            is_upright = any(has_upright_script(span.text) for span in rich if not span.other)
            is_other_upright = any(has_upright_script(span.text) for span in rich if span.other)
        # In an italic style, emphasis is upright; if the script has no italics, it is italic.
        leans = style.italic and not is_upright
        spans = []
        for span in rich:
            shown = span.text
            slants = leans != span.italic and not (is_other_upright if span.other else is_upright)
            if style.uppercase and not span.icon:
                shown = _capitalise(shown, self._language)
            language = self._languages[1] if span.other else ""
            change = _StyleChange(span.bold, slants, span.colour, span.icon, span.inline, language)
            spans.append((shown.replace("\t", " "), self._look(face, change)))
        return spans

    def _face(self, style: TypeStyle) -> "_Face":
        """Return the face of a style; styles of other sizes share it, with its words and paragraphs."""
        if id(style) not in self._faces:
            if len(self._faces) >= _MOST_STYLES:
                self._faces.clear()
            self._faces[id(style)] = style, self._find_face(style)
        return self._faces[id(style)][1]

    def _make_face(self, style: TypeStyle) -> "_Face":
        font = self._maker.find_font(style.weighted_family, bold=style.bold, italic=style.italic)
        em = font.units_per_em
        return _Face(style, font.cap_height / em, font.ascent / em, (font.ascent - font.descent) / em)

    def _make_look(self, face: "_Face", change: "_StyleChange") -> Look:
        style, icon = face.style, change.icon
        name = change.colour or style.colour
        if icon:
            colour = self._icons.choose(icon, self._colours[name], is_given=bool(change.colour))
            width, tracking = self._icons.width_on_line(icon, face.capitals * change.inline.scale), 0.0
        else:
            colour, width, tracking = self._colours.legible(name), 0.0, style.tracking
        family, bold, inline = style.weighted_family, style.bold or change.is_bold, change.inline
        return Look(
            *(family, bold, change.slants, colour, tracking, icon, width, inline, change.language),
            features=style.features,
        )


_MOST_STYLES = 500
"""Number of styles whose faces are found without comparing them."""
_LAST_RESORT = 0.6
"""Smallest size of a text with a broken word that has no room otherwise, as a share of its smallest size."""
NARROWEST = 0.88
"""Width of the letters of a word that is too wide otherwise."""
FULL_LINE = 0.85
"""Share of a line from which it needs no hyphen."""
_HOLLOW_LINE = 0.6
"""Share of a line up to which even a short text is hyphenated."""
_LEAST_PART, _NARROW_COLUMN = 3, 60.0
"""Letters before and after a hyphen, and width in mm of columns whose lines are balanced, as on cards."""
_DISPLAYED = 2
"""Most lines of a wide text that is not running, such as a subtitle, which are balanced."""
_GAIN = 1.02
"""How much larger a text must become by hyphens, if it does not have fewer lines."""
_LEAST_LETTERS = 14
"""Number of letters of a line from which text without spaces is justified."""
_LEAST_LINES = 5
"""Number of lines from which a text is hyphenated, even if it does not become shorter or larger."""
_HYPHENATED_LANGUAGES = frozenset(
    {
        *("be", "bg", "cs", "da", "de", "el", "et", "eu", "fi", "hr", "hu", "is", "lt"),
        *("lv", "nb", "nl", "nn", "no", "pl", "ru", "sk", "sl", "sr", "sv", "tr", "uk"),
    }
)
"""Languages with long words, whose texts are hyphenated."""


class _Breaks(NamedTuple):
    """Possible breaks besides those between words."""

    hyphens: int = 0
    """Least number of letters before and after a hyphen; 0: no word is hyphenated."""
    tight: bool = False
    """True: between the phrases of Japanese, too."""
    anywhere: bool = False
    """True: also between any two letters, but not after the first or before the last letter of a word."""


_PLAIN_BREAKS, _HYPHENATED = _Breaks(), _Breaks(_LEAST_PART)
_TIGHT, _ANYWHERE = _Breaks(tight=True), _Breaks(anywhere=True)


@dataclass(frozen=True, slots=True, eq=False)
class _Face:
    """A style without sizes, and the metrics of its font, in ems."""

    style: TypeStyle
    capitals: float
    ascent: float
    body: float
    """Height of the font above and below the base line."""

    def measure_baseline(self, style: TypeStyle) -> float:
        """Return the distance from the top of a text to its first base line.

        Glyphs are centred vertically in their line, as in CSS.
        """
        return (style.leading - self.body) / 2 + self.ascent


class _StyleChange(NamedTuple):
    """Changes that the marks of a text make to the style of its words."""

    is_bold: bool = False
    slants: bool = False
    colour: str = ""
    icon: str = ""
    inline: Inline = PLAIN
    language: str = ""


def _capitalise(text: str, language: str) -> str:
    """Return a text in capitals; `language` is a BCP 47 tag.

    Turkish and Azeri keep the dot of i. Greek capitals have no accents or breathings, but keep the diaeresis,
    in texts of any language. Others follow Unicode's table (ß becomes SS).
    """
    if language.split("-")[0].lower() in ("tr", "az"):
        text = text.replace("i", "İ")
    capitals = text.upper()
    if not _GREEK.search(capitals):
        return capitals
    words = _ACCENTED_GREEK.sub(lambda found: found[1], unicodedata.normalize("NFD", capitals))
    return unicodedata.normalize("NFC", words)


_GREEK = re.compile("[\u0370-\u03ff\u1f00-\u1fff]")
_ACCENTED_GREEK = re.compile(
    "([\u0370-\u03ff]\u0308?)[\u0300\u0301\u0302\u0304\u0306\u0311\u0313\u0314\u0342]+"
)
"""A Greek letter, perhaps with a diaeresis, before accents and breathings."""


_QUOTES = {
    "ar fa ur": "” “ ’ ‘", "bg cs de is lt sk sl": "„ “ ‚ ‘", "ca el es it nb nn no pt": "« » “ ”",
    "fi sv": "” ” ’ ’", "fr": "«\u00a0 \u00a0» “ ”", "be ru uk": "« » „ “", "hr hu pl ro": "„ ” ‚ ’",
    "ja": "「 」 『 』",
}  # fmt: skip
"""Double and single quotation marks by language; other languages have those of English."""
_ENGLISH = "“ ” ‘ ’"
_BEFORE = re.compile(r"[\s(\[<¿¡/\u2013\u2014\"']")
"""Characters before an opening quotation mark."""
_BETWEEN_LETTERS = re.compile(r"(?<=[^\W\d_][^\W\d_])(?=[^\W\d_][^\W\d_])")
_LONG_WORD = re.compile("(?<![\\w\u00ad])[^\\W\\d_]{5,}(?![\\w\u00ad])")
_ADDRESS = re.compile(r"((?<![\w.-])[\w-]+(?:[.@][\w-]+)*\.[a-z]{2,}(?!\w))")
"""An address, which has no hyphens but its own."""


def refine(
    spans: Sequence[Span],
    languages: tuple[str, str],
    *,
    has_quotes: bool,
    hyphens: int = 0,
    anywhere: bool = False,
) -> list[Span]:
    """Return spans with the quotation marks, and possible hyphens, of their language.

    Spans in another language have those of the second one; if that is empty, they are unchanged. `hyphens` is
    the least number of letters before and after a hyphen; with `anywhere`, there may be one between any two
    letters, but not after the first or before the last letter of a word.
    """
    texts = ("".join(span.text for span in spans if span.other is other) for other in (False, True))
    characters = [*map(_replace_quotes, texts, languages)]
    refined = []
    for span in spans:
        text = span.text
        if has_quotes:
            text = "".join(islice(characters[span.other], len(text)))
        if hyphens:
            hyphenate = _make_hyphenator(languages[span.other], hyphens)
            # Every second part is an address.
            parts = enumerate(_ADDRESS.split(text))
            text = "".join(part if at % 2 else _LONG_WORD.sub(hyphenate, part) for at, part in parts)
        if anywhere:
            text = _BETWEEN_LETTERS.sub(AUTOMATIC_HYPHEN, text)
        refined.append(span._replace(text=text))
    return refined


_NUMBER_BEFORE, _WORD_BEFORE = re.compile(r"\d%? $"), re.compile(r"\w\S? $")
_NO_BREAK_SPACE, _TAIL = "\u00a0", 8
"""Space that joins an icon to the word before it, and the number of characters searched for this word."""
_THIN_SPACE = "\u202f"


def join_icons(spans: Sequence[Span]) -> list[Span]:
    """Return spans in which an icon stays with the number, or else the word, beside it."""
    joined = [*spans]
    tail = ""
    for index, span in enumerate(spans):
        before = joined[index - 1] if index and not joined[index - 1].icon else None
        after = joined[index + 1] if index + 1 < len(joined) and not joined[index + 1].icon else None
        follows_number = before is not None and _NUMBER_BEFORE.search(tail)
        if span.icon and after and not follows_number and re.match(r" \d" if index else r" \w", after.text):
            joined[index + 1] = after._replace(text=_NO_BREAK_SPACE + after.text[1:])
        elif span.icon and before and before.text.endswith(" ") and _WORD_BEFORE.search(tail):
            joined[index - 1] = before._replace(text=before.text[:-1] + _NO_BREAK_SPACE)
        tail = (tail + span.text)[-_TAIL:]
    return [*_separate_icons(joined)]


def _separate_icons(spans: Iterable[Span]) -> Iterator[Span]:
    """Yield spans with a thin space between icons that touch."""
    before = Span("")
    for span in spans:
        if span.icon and before.icon:
            yield span._replace(text=_THIN_SPACE, icon="")
        yield span
        before = span


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
def _make_hyphenator(language: str, least: int) -> Callable[[re.Match[str]], str]:
    """Return a function that adds possible hyphens to a word if the language has patterns."""
    import pyphen

    name = pyphen.language_fallback(language.replace("-", "_"))
    patterns = pyphen.Pyphen(lang=name, left=least, right=least) if name else None
    return lambda word: _add_hyphens(word[0], patterns.positions(word[0])) if patterns else word[0]


_NO_SYLLABLE = re.compile("[b-df-hj-km-np-qs-tv-xzß]+", re.IGNORECASE)
"""Consonants without a vowel, or an r or l that some languages use as one."""


def _add_hyphens(word: str, breaks: Iterable[int]) -> str:
    """Return a word with possible hyphens, but none around what cannot be a syllable: `Fort-s-chritt`."""
    parts = [word[start:end] for start, end in pairwise((0, *breaks, len(word)))]
    joined = parts[0]
    for before, after in pairwise(parts):
        is_wrong = _NO_SYLLABLE.fullmatch(before) or _NO_SYLLABLE.fullmatch(after)
        joined += after if is_wrong else AUTOMATIC_HYPHEN + after
    return joined

"""Paragraphs: styled spans as words, in lines, at the largest size that fits, placed as glyph runs."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import accumulate, chain, groupby, pairwise
from math import atan2, ceil, cos, degrees, hypot, inf, radians, sin
from operator import attrgetter
from typing import Literal, NamedTuple, TypeAlias

from generator.errors import LayoutError, MissingGlyph, format_quote
from generator.layout.shapes.outlines import filled, rectangle
from generator.layout.shapes.palette import IconSet
from generator.layout.text.bidi import is_left_to_right, list_levels, reorder, runs_right_to_left
from generator.layout.text.lines import (
    SetLine,
    WordJoint,
    WordSequence,
    break_lines,
    count_lines,
    make_word,
)
from generator.layout.text.words import (
    SEPARATORS,
    UNSPACED,
    Look,
    Stretch,
    Word,
    WordMaker,
    WordPart,
    first_script,
    is_latin,
    join_parts,
    split_at_breaks,
)
from generator.model.geometry import ROUNDING
from generator.model.language.kinds import MM_PER_POINT, Aligned, TextDirection
from generator.model.style import TypeStyle
from generator.model.texts.rich_text import PLAIN, Bar
from generator.model.values import replace
from generator.scene.fonts import Font
from generator.scene.shapes import (
    LINK,
    Colour,
    GlyphRun,
    Group,
    Path,
    Region,
    ShapedWord,
    Tag,
    TextShape,
    Use,
    compose_transforms,
    measure_bounds,
    move_segments,
    place_glyphs,
    rotation,
    shift,
    translation,
)
from generator.scene.svg_outline import cut_up, parse_outline

_StyledText: TypeAlias = tuple[str, Look]
_PARTS, _IS_UNIFORM = attrgetter("parts"), attrgetter("is_uniform")
_WIDTH, _ABOVE, _BELOW = map(attrgetter, ("width", "above", "below"))


def compose_paragraph(
    spans: Sequence[_StyledText],
    *,
    maker: WordMaker,
    right_to_left: bool,
    direction: TextDirection = "auto",
    tight: bool = False,
) -> WordSequence:
    """Split styled spans into words; raises MissingGlyph with all missing characters.

    `right_to_left` is the direction of the language, which may not be that of the text. If `tight` is True,
    lines may also be broken inside phrases, which is less readable.
    """
    text = "".join([span for span, _ in spans])
    is_enlarged = any(look.inline.scale > 1 for _, look in spans)
    language_turns = right_to_left if direction == "auto" else direction == "rtl"
    # Plain words run from left to right; numbers run like their language.
    plain = None if language_turns else _get_plain_words(spans, maker)
    right_to_left = plain is None and _runs_right_to_left(spans, direction, language_turns)
    if language_turns and not right_to_left:
        plain = _get_plain_words(spans, maker)
    if plain is not None:
        lacks = _list_lacks(plain) if maker.has_lacks else ()
        return WordSequence(text, plain, {}, (), maker, is_enlarged, is_plain=True, lacks=lacks)
    stretches = tuple(_list_stretches(spans, _list_levels(text, right_to_left)))
    # An icon breaks like a letter: it stays with the text that touches it.
    shown = "".join("x" if look.icon else span for span, look in spans)
    around = "Latn" if is_latin(text) else first_script(text)
    words: list[Word] = []
    joints: dict[int, WordJoint] = {}
    missing: list[str] = []
    for start, end, inside in _split_words(split_at_breaks(shown, maker.language, tight=tight), shown):
        try:
            word = make_word(maker, text, start, end, stretches, around)
        except MissingGlyph as error:
            missing.append(error.characters)
            continue
        if inside:
            joints[len(words)] = WordJoint(start, end, inside, around)
        words.append(word)
        around = word.script or around
    if missing:
        raise MissingGlyph("".join(dict.fromkeys("".join(missing))), text)
    ink = max([word.above for word in words], default=0.0) + max([word.below for word in words], default=0.0)
    return WordSequence(
        text,
        tuple(words),
        joints,
        stretches,
        maker,
        is_enlarged,
        lacks=_list_lacks(words),
        right_to_left=right_to_left,
        is_tight=tight,
        least_leading=ink + _BETWEEN_INK if ink else 0.0,
    )


def _runs_right_to_left(spans: Sequence[_StyledText], direction: TextDirection, language_does: bool) -> bool:
    """Return True if the direction of spans is from right to left; icons do not count."""
    if direction != "auto":
        return language_does
    return runs_right_to_left("".join([span for span, look in spans if not look.icon]), language_does)


def _list_lacks(words: Iterable[Word]) -> tuple[str, ...]:
    return tuple(sorted({lack for word in words for lack in word.lacks}))


def _get_plain_words(spans: Sequence[_StyledText], maker: WordMaker) -> list[Word] | None:
    """Return the words if all are plain words between single spaces, as in most texts; else None."""
    words: list[Word] = []
    begun, before = "", None
    try:
        for text, look in spans:
            if look.icon:
                return None
            tokens = text.split(" ")
            if begun and before:
                # The previous span ended with a word, so this one must start with a space.
                if tokens.pop(0):
                    return None
                words.append(maker.plain_words(before, look)[begun])
            if not SEPARATORS.isdisjoint(tokens):
                tokens = _join_separators(tokens)
            begun, before = tokens.pop() if tokens else "", look
            words += map(maker.plain_words(look, look).__getitem__, tokens)
        if begun and before:
            words.append(maker.plain_words(before, None)[begun])
    except (ValueError, MissingGlyph):
        return None
    return words


def _join_separators(tokens: Iterable[str]) -> list[str]:
    """Return words with the separators after them, with a space between: `set ·`."""
    joined: list[str] = []
    for token in tokens:
        if token in SEPARATORS and joined:
            joined[-1] += f" {token}"
        else:
            joined.append(token)
    return joined


def _split_words(parts: Sequence[str], text: str) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield the start, the end, and the inner breaks of each word.

    In scripts with spaces, a hyphenated word is one word, because it is shaped as one if it fits on a line.
    In other scripts, every possible break ends a word. A separator belongs to the word before it.
    No line begins or ends with one or two letters beside a hyphen: `soignez-en`, `A4-Seite`.
    """
    start = end = 0
    inside: list[int] = []
    for part, later in pairwise((*parts, "")):
        end += len(part)
        if later.rstrip(" ") in SEPARATORS and part[-1] == " ":
            continue
        if not part[-1].isspace() and end < len(text):
            around = part[-1] + text[end]
            if is_latin(around) or not re.search(UNSPACED, around):
                if not _is_short_part(text, end):
                    inside.append(end)
                continue
        yield start, end, tuple(inside)
        start, inside = end, []


_SHORT_START = re.compile(r"(?<!\w)\w{1,2}[-\u2010]$")
_SHORT_END = re.compile(r"\w{1,2}(?!\w)")


def _is_short_part(text: str, end: int) -> bool:
    """Return True if a hyphen before this position parts one or two letters from the rest of their word."""
    if text[end - 1] not in "-\u2010":
        return False
    return bool(_SHORT_START.search(text[max(end - 4, 0) : end]) or _SHORT_END.match(text, end, end + 3))


def _list_levels(text: str, right_to_left: bool) -> list[int]:
    if not right_to_left and is_left_to_right(text):
        return [0] * len(text)
    levels: list[int] = []
    for line in text.split("\n"):
        levels += list_levels(line + "\n", int(right_to_left))
    return levels


def _list_stretches(spans: Sequence[_StyledText], levels: Sequence[int]) -> Iterator[Stretch]:
    start = 0
    for span, look in spans:
        for level, group in groupby(levels[start : start + len(span)]):
            end = start + len([*group])
            yield Stretch(start, end, look, level)
            start = end


_LATIN_HEIGHT, _LATIN_DEPTH = 0.75, 0.22
"""Height and depth of Latin letters, in ems, about."""
_BETWEEN_INK = 0.05
"""Distance between the ink of lines, in ems."""
SMALLER_TEXT = "shorten the text, enlarge its box, or choose smaller type"


def describe_smallest(style: TypeStyle) -> str:
    """Return the size at which a text was tried that does not fit: `at 6.5 pt, its smallest size`."""
    size = min(style.size, style.smallest) / MM_PER_POINT
    return f"at {size:.3g} pt" + ", its smallest size" * (style.smallest < style.size)


class Setting(NamedTuple):
    """A text with its style and the space that it must fit; lengths are in mm.

    Every card has a dozen of them, and a named tuple is made in a third of the time of a dataclass.
    """

    text: str
    style: TypeStyle
    width: float = inf
    max_height: float = inf
    most_lines: int = 0
    """Maximum number of lines; 0: as many as fit."""
    align: Aligned = "start"
    thing: str = ""
    """Name of the part for error messages; empty: the text itself."""
    direction: TextDirection = "auto"
    """Direction in which the text is read; `auto`: that of its letters."""
    narrowing: float = 1.0
    """Width of the letters, as a share; less than 1 for a word that is too wide otherwise."""

    spreads: bool = False
    """True: lines are justified by space between letters, not between words."""

    @property
    def room(self) -> float:
        """Width for letters of their normal width."""
        return self.width / self.narrowing

    def spaced(self, paragraph: WordSequence, lines: Sequence[SetLine]) -> "Setting":
        """Return the setting with at least the leading that the lines of a paragraph need."""
        leading = find_leading(self.style, paragraph, lines)
        is_enough = leading == self.style.leading
        return self if is_enough else self._replace(style=replace(self.style, leading=leading))

    def turned(self, paragraph: WordSequence, language_turns: bool) -> "Setting":
        """Return the setting with the side at which the lines of a paragraph begin.

        In a language from right to left, texts from left to right begin where others do: on the right.
        """
        if paragraph.right_to_left or language_turns:
            return self._replace(direction="rtl")
        return self._replace(direction="ltr") if self.direction == "rtl" else self

    def fit(self, paragraph: WordSequence) -> tuple[float | None, list[SetLine]]:
        """Return the largest size that fits, and its lines; or else None, and those of the smallest size."""
        style, room = self.style, self.room
        lines = break_lines(paragraph, room / style.size)
        if self._takes(paragraph, lines, style.size):
            # Most texts.
            return style.size, lines
        tried = {style.size: lines}

        def fits(size: float) -> bool:
            if size not in tried:
                tried[size] = break_lines(paragraph, room / size)
            return self._takes(paragraph, tried[size], size)

        size = choose_size(style.size, style.smallest, fits)
        return size, tried[min(style.size, style.smallest) if size is None else size]

    def _takes(self, paragraph: WordSequence, lines: Sequence[SetLine], size: float) -> bool:
        """Return True if lines of a size fit."""
        if 0 < self.most_lines < len(lines) or self.measure_over(lines, size):
            return False
        leading = find_leading(self.style, paragraph, lines)
        count = count_lines(lines) if paragraph.is_enlarged else len(lines)
        return count * size * leading <= self.max_height + ROUNDING

    def measure_over(self, lines: Sequence[SetLine], size: float) -> float:
        """Return by how much the widest line is too wide; 0 if it fits."""
        over = max(map(_WIDTH, lines), default=0.0) * size - self.room
        return over if over > ROUNDING else 0.0

    def no_fit(self, lines: list[SetLine]) -> LayoutError:
        """Return the error for the lines of the smallest size."""
        style, thing = self.style, self.thing or quote_briefly(self.text)
        over = self.measure_over(lines, style.smallest)
        if over:
            widest = max(lines, key=lambda line: line.width)
            return self._make_error(thing, "is too wide", over, format_quote(widest.text))
        max_height = min(self.max_height, self.most_lines * style.smallest * style.leading or inf)
        height = count_lines(lines) * style.smallest * style.leading
        text = quote_briefly(" ".join(line.text for line in lines if line.text))
        return self._make_error(thing, "is too tall", height - max_height, text)

    def _make_error(self, thing: str, what: str, over: float, quote: str) -> LayoutError:
        return LayoutError(
            thing, what, over_mm=over, quote=quote, at=describe_smallest(self.style), hint=SMALLER_TEXT
        )


def find_leading(style: TypeStyle, paragraph: WordSequence, lines: Sequence[SetLine]) -> float:
    """Return the leading of lines, of which none may touch the next: the letters of some scripts are high."""
    if paragraph.least_leading <= style.leading:
        return style.leading
    apart = (_measure_depth(one) + _measure_height(other) for one, other in pairwise(lines))
    return max(style.leading, *(ink + _BETWEEN_INK for ink in apart), 0.0)


def find_shift(lines: Sequence[SetLine], above: float, below: float) -> float:
    """Return by how much to lower lines so that ink of other scripts than Latin is in their box, in ems.

    `above` is the distance from the first base line to the top of the box, `below` that from the last one to
    its bottom. Ink that is higher than the box is in its middle.
    """
    if not any(any(map(_ABOVE, line.words)) or any(map(_BELOW, line.words)) for line in lines):
        return 0.0
    least, most = _measure_height(lines[0]) - above, below - _measure_depth(lines[-1])
    return min(max(0.0, least), most) if least <= most else (least + most) / 2


def _measure_height(line: SetLine) -> float:
    """Return the height of the ink of a line above its base line, in ems."""
    return max((word.above or _LATIN_HEIGHT for word in line.words), default=0.0)


def _measure_depth(line: SetLine) -> float:
    return max((word.below or _LATIN_DEPTH for word in line.words), default=0.0)


STEP = 0.05 * MM_PER_POINT
"""Step between sizes: a twentieth of a point."""


def choose_size(largest: float, smallest: float, fits: Callable[[float], bool]) -> float | None:
    """Return the largest size that fits, by bisection; None if even the smallest does not fit.

    A text that fits at one size is assumed to fit at all smaller sizes.
    """
    if fits(largest):
        return largest
    if largest <= smallest or not fits(smallest):
        return None
    steps = ceil((largest - smallest) / STEP)
    step = 1 + bisect_left(range(1, steps), True, key=lambda step: fits(largest - step * STEP))
    return smallest if step == steps else largest - step * STEP


def choose_size_by_height(
    largest: float, smallest: float, measure_over: Callable[[float], float]
) -> float | None:
    """Return the same as `choose_size`, for what takes long to lay out, and has a height.

    `measure_over` returns by how much a size is too tall. The next size to try is where a line through the
    two nearest would fit.
    """
    over = measure_over(largest)
    if over <= 0:
        return largest
    below = measure_over(smallest) if smallest < largest else inf
    if below > 0:
        return None
    steps = last = ceil((largest - smallest) / STEP)
    first, was_below = 0, None
    while last - first > 1:
        share = over / (over - below) if over < inf else 0.5
        step = min(max(round(first + share * (last - first)), first + 1), last - 1)
        found = measure_over(largest - step * STEP)
        is_below = found <= 0
        # The other end counts less if it stays, so that it moves, too.
        if is_below:
            last, below, over = step, found, over / 2 if was_below else over
        else:
            first, over, below = step, found, below if was_below or was_below is None else below / 2
        was_below = is_below
    return smallest if last == steps else largest - last * STEP


def quote_briefly(text: str) -> str:
    """Return the text in quotes, shortened for error messages."""
    return format_quote(text if len(text) <= 40 else text[:37] + "...")


def place_lines(
    lines: Sequence[SetLine],
    setting: Setting,
    size: float,
    *,
    icons: IconSet,
    left: float,
    baseline: float,
    hangs: bool = True,
) -> tuple[TextShape, ...]:
    """Return the shapes of all lines, line by line, each from left to right; marks at their ends may hang.

    `left` is the left edge of the box, and `baseline` the first base line if no text in its line is larger;
    all lengths are in mm.
    """
    shapes: list[TextShape] = []
    leading = size * setting.style.leading
    right_to_left = setting.direction == "rtl"
    may_stretch = setting.spreads or setting.align == "justify"
    hangs = hangs and not right_to_left and "hang" not in setting.style.without
    hangs = hangs and (may_stretch or setting.align == "start")
    side = 0.5 if setting.align == "center" else float((setting.align == "end") != right_to_left)
    last_line = lines[-1] if lines else None
    for line in lines:
        drop = line.drop if line.scale > 1 else 0.0
        baseline += drop * leading
        words = line.words
        begun = len(shapes)
        parts = [*chain.from_iterable(map(_PARTS, words[:-1])), *words[-1].body]
        before = after = 0.0
        if hangs and parts and (may_stretch or parts[0].text[:1] in _HANGING_FIRST):
            before, after = _measure_hanging(parts, setting, size)
        gaps = _NO_GAPS
        if may_stretch and not line.is_last:
            gaps = _stretch(line, parts, setting, size, before + after)
        x = left - before
        if gaps is _NO_GAPS:
            x += (setting.width - line.width * size) * side
        # An invisible space separates the run at the end of a line from the next line.
        has_space = line is not last_line and (words[-1].forced or words[-1].ends_with_space)
        if gaps is _NO_GAPS and all(map(_IS_UNIFORM, words)):
            # Most lines: nothing but letters.
            runs = join_parts(parts)
            final = runs[-1] if has_space and runs else None
            for run in runs:
                (font, colour, _, tracking, *_), pieces, text, width, _ = run
                wider = tracking * size
                shapes.append(
                    GlyphRun(font, size, x, baseline, pieces, colour, text, 0.0, wider, "", run is final)
                )
                x += width * size
        else:
            shapes += _place_parts(parts, size, gaps, icons=icons, x=x, baseline=baseline)
            last = begun if right_to_left and any(part.ink.level for part in parts) else -1
            if has_space and shapes and isinstance(glyphs := shapes[last], GlyphRun):
                shapes[last] = glyphs._replace(has_space=True)
        baseline += leading * (line.scale - drop)
    return tuple(shapes)


class _Gaps(NamedTuple):
    """Room that is added to a justified line, in mm: to its spaces, or to all of its letters."""

    spaces: float = 0.0
    letters: float = 0.0


_NO_GAPS = _Gaps()
_WIDEST_GAP = 0.2
"""Most space between letters of a line that is justified without spaces, in ems; wider lines stay ragged."""


def _place_parts(
    parts: Sequence[WordPart], size: float, gaps: "_Gaps", *, icons: IconSet, x: float, baseline: float
) -> list[TextShape]:
    """Return the shapes of a line with icons, marks, directions, or wider spaces."""
    shapes: list[TextShape] = []
    runs = join_parts(parts)
    is_mixed = any(run[0].level or run[0].icon for run in runs)
    if is_mixed:
        runs = join_parts([parts[index] for index in reorder([part.ink.level for part in parts])])
    bars: dict[tuple[Bar, Colour, float], float] = {}
    around = 0.0
    for ink, pieces, text, width, spaces in runs:
        font, colour, level, tracking, icon, inline, language = ink
        scaled, y = size, baseline
        if inline is not PLAIN:
            scaled, y = size * inline.scale, baseline - inline.rise * size
        letters = 0
        if icon:
            around = around or next((run[0].inline.scale for run in runs if not run[0].icon), 1.0)
            height = font.cap_height / font.units_per_em * size * around
            grown = inline.scale / around
            shapes.append(icons.place_on_line(icon, colour, x=x, y=y, cap_height=height, scale=grown))
        else:
            around = inline.scale
            if level % 2:
                text = "".join(piece.text for piece in reversed(pieces))
            wider = gaps.spaces if spaces else 0.0
            letters = _count_unspaced(pieces, text) if gaps.letters else 0
            tracked = tracking * scaled + (gaps.letters if letters else 0.0)
            shapes.append(GlyphRun(font, scaled, x, y, pieces, colour, text, wider, tracked, language))
            if is_mixed:
                # The sum of single widths, so that rounding does not depend on how words are joined.
                width = sum(map(ink.measure, pieces))
        end = x + width * size + spaces * gaps.spaces + gaps.letters * (letters or 1)
        for bar in inline.bars:
            # A bar that continues that of the previous run is drawn with it, in one piece.
            bars[bar, colour, end] = bars.pop((bar, colour, x), x)
        x = end
    for ((rise, width, to), colour, end), start in bars.items():
        top = baseline - (rise + width / 2) * size
        if to:
            box = (start, top, end, top + width * size)
            shapes.append(Group((), region=Region(LINK, to, box)))
            continue
        shapes.append(filled(rectangle(start, top, end - start, width * size), colour))
    return shapes


def _stretch(
    line: SetLine, parts: Sequence[WordPart], setting: Setting, size: float, hanging: float
) -> _Gaps:
    """Return what is added to the gaps of a line that is justified; nothing if that would be too much."""
    left = setting.width - line.width * size
    if setting.spreads:
        places = sum(_count_unspaced(run[1], run[2]) or 1 for run in join_parts(parts)) - 1
        if 0 < left + hanging <= _WIDEST_GAP * size * places:
            return _Gaps(letters=(left + hanging) / places)
    elif left > 0 and (spaces := sum(part.spaces for part in parts)):
        return _Gaps(spaces=(left + hanging) / spaces)
    return _NO_GAPS


def _count_unspaced(pieces: Sequence[ShapedWord], text: str) -> int:
    """Return the number of letters between which there may be space; 0 for those of scripts with spaces."""
    return (
        sum(len({glyph.cluster for glyph in piece.glyphs}) for piece in pieces)
        if re.search(UNSPACED, text)
        else 0
    )


_HANGING = 0.6
"""Share of a mark at the edge of a text that is outside of it."""
_OPENING, _CLOSING = frozenset("\"'“„‚‘«‹»›”’"), frozenset(".,-\u2010\u00ad\"'“”‘’»›«‹")
_WIDE_OPENING, _WIDE_CLOSING = frozenset("「『（【《〈"), frozenset("、。，．」』）】》〉")
"""Marks of text without spaces whose outer half is blank; at the edges, it is outside of the text."""
_LEANING = {"T": 0.03, "V": 0.04, "W": 0.04, "A": 0.04, "Y": 0.04}
_HANGING_FIRST = _OPENING.union(_WIDE_OPENING, _LEANING)
"""Marks and letters that may be moved at the beginning of a line."""
_LARGE, _MOST_LEANING = 24 * MM_PER_POINT, 0.04
"""Letters with free room on their left, by how much their ink begins left of a stem, in ems, and the size
from which it does; the font has most of that itself, and the rest is added, up to a limit."""


def _measure_hanging(parts: Sequence[WordPart], setting: Setting, size: float) -> tuple[float, float]:
    """Return by how much the first and the last mark of a line are outside of the text, in mm."""
    if setting.spreads:
        half = size / 2
        return half * (parts[0].text[:1] in _WIDE_OPENING), half * (parts[-1].text[-1:] in _WIDE_CLOSING)
    before = after = 0.0
    first, last = parts[0], parts[-1]
    if first.text[:1] in _OPENING and first.pieces:
        glyph, em = first.pieces[0].glyphs[0], first.ink.font.units_per_em
        before = _HANGING * glyph.advance / em * size * first.ink.inline.scale
    elif size >= _LARGE and first.text[:1] in _LEANING and first.pieces:
        before = _measure_leaning(first.ink.font, first.text[0]) * size
    if setting.align == "justify" and last.text[-1:] in _CLOSING and last.pieces:
        glyph, em = last.pieces[-1].glyphs[-1], last.ink.font.units_per_em
        after = _HANGING * glyph.advance / em * size * last.ink.inline.scale
    return before, after


@cache
def _measure_leaning(font: Font, letter: str) -> float:
    """Return by how much to move a letter to the left, so that it seems to begin where others do, in ems."""
    stem, own = (_find_left_edge(font, one) for one in ("H", letter))
    return min(max(own - stem + _LEANING[letter], 0.0), _MOST_LEANING)


def _find_left_edge(font: Font, letter: str) -> float:
    """Return the distance from the origin of a letter to its ink, in ems."""
    segments = font.outline(font.find_glyph(ord(letter)))
    places = (number for _, *numbers in segments for number in numbers[::2])
    return min(map(float, places), default=0.0) / font.units_per_em


_BAR = 0.4
"""Length of the pieces of lines under text, in mm."""


class TextPath:
    """A path for a line of text, given as path data or as the degrees of an arc over a box."""

    def __init__(self, data: str, width: float, height: float) -> None:
        with suppress(ValueError):
            half = radians(max(min(float(data), 350.0), -350.0)) / 2 or 0.01
            radius = abs(width / 2 / sin(half))
            ends = height if half > 0 else height - radius * (1 - cos(half))
            flags = f"{abs(half) > radians(90):d} {half > 0:d}"
            data = f"M 0 {ends:.4f} A {radius:.4f} {radius:.4f} 0 {flags} {width:.4f} {ends:.4f}"
        self._parts = [*cut_up(parse_outline(data, open_ends=True))]
        lengths = (hypot(x2 - x, y2 - y) for (x, y), (x2, y2) in self._parts)
        self._places = [0.0, *accumulate(lengths)]
        self.length = self._places[-1]

    def bend(self, shapes: Sequence[TextShape], left: float, top: float) -> tuple[Group, ...]:
        """Return the shapes of one line, which begins at 0, along the path in a box at (left, top).

        Each letter, with its marks, is turned around the middle of its base line.
        """
        baseline = next((shape.y for shape in shapes if isinstance(shape, GlyphRun)), 0.0)
        groups: list[Group] = []
        for shape in chain.from_iterable(map(_split_shape, shapes)):
            before, _, after, _ = measure_bounds((shape,))
            middle = (before + after) / 2
            index = min(max(bisect_left(self._places, middle), 1), len(self._places) - 1)
            (x, y), (x2, y2) = self._parts[index - 1]
            turn = rotation(degrees(atan2(y2 - y, x2 - x)), 0, 0)
            start = middle - self._places[index - 1]
            moved = compose_transforms(turn, translation(start - middle, -baseline))
            groups.append(Group((shape,), transform=shift(moved, left + x, top + y)))
        return tuple(groups)


def _split_shape(shape: TextShape) -> Iterator[TextShape]:
    """Yield each letter of a run, with its marks, and short pieces of lines under text."""
    if isinstance(shape, Path):
        left, top, right, bottom = measure_bounds((shape,))
        count = ceil((right - left) / _BAR)
        step = (right - left) / count
        for index in range(count):
            yield replace(shape, segments=rectangle(left + index * step, top, step * 1.02, bottom - top))
        return
    if isinstance(shape, Use | Group):
        yield shape
        return
    scale = shape.size / shape.font.units_per_em
    for (piece, cluster), placed in groupby(place_glyphs(shape), lambda glyph: (glyph[0], glyph[1].cluster)):
        _, glyphs, pens = zip(*placed, strict=True)
        end = min((glyph.cluster for glyph in piece.glyphs if glyph.cluster > cluster), default=None)
        text, advance = piece.text[cluster:end], sum(glyph.advance for glyph in glyphs)
        letter = ShapedWord(text, tuple(replace(glyph, cluster=0) for glyph in glyphs), advance)
        x = shape.x + pens[0] * scale
        yield shape._replace(x=x, pieces=(letter,), text=text, spacing=0.0, tracking=0.0)


TextAnchor: TypeAlias = Literal["start", "middle", "end"]
"""Horizontal anchor of a line; start and end depend on the direction of the text."""

VerticalAnchor: TypeAlias = Literal["baseline", "middle", "top"]
"""Vertical anchor of a line: base line, half the cap height, or the top of the capitals."""


class TextBlock(NamedTuple):
    """Text laid out at the origin, in mm; `at` moves it."""

    shapes: tuple[TextShape, ...]
    width: float
    """Width of the widest line."""
    height: float
    """Number of lines times the distance between base lines."""
    size: float
    """Font size at which the text fits."""
    lines: float = 1.0
    """Number of lines; not whole if some of them have other sizes."""

    def at(self, x: float, y: float) -> tuple[TextShape, ...]:
        """Return the shapes, moved by (x, y)."""
        return tuple(_move(shape, x, y) for shape in self.shapes)

    def tagged(self, tag: Tag) -> Group:
        """Return the shapes as a part of the text, such as a heading."""
        return Group(self.shapes, tag=tag)


def _move(shape: TextShape, x: float, y: float) -> TextShape:
    if isinstance(shape, GlyphRun):
        font, size, left, top = shape[:4]
        return GlyphRun(font, size, left + x, top + y, *shape[4:])
    if isinstance(shape, Path):
        return replace(shape, segments=move_segments(translation(x, y), shape.segments))
    if isinstance(shape, Group):
        return replace(shape, transform=shift(shape.transform, x, y))
    return Use(shape.symbol, shift(shape.transform, x, y), shape.title)

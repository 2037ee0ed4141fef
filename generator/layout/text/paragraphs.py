"""Paragraphs: styled spans as words, in lines, at the largest size that fits a setting."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from math import ceil, inf
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from generator.errors import LayoutError, MissingGlyph, format_quote
from generator.layout.text.bidi import is_left_to_right, list_levels, runs_right_to_left
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
    first_script,
    is_latin,
    split_at_breaks,
)
from generator.model.elements.boxes import Aligned, TextDirection
from generator.model.geometry import ROUNDING
from generator.model.language.scalars import MM_PER_POINT
from generator.model.style import TypeStyle
from generator.model.values import replace

_StyledText: TypeAlias = tuple[str, Look]
_WIDTH, _LACKS, _ABOVE, _BELOW = map(attrgetter, ("width", "lacks", "above", "below"))


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
        return WordSequence(text, plain, {}, (), maker, is_enlarged, is_plain=True, lacks=_list_lacks(plain))
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
    if not any(map(_LACKS, words)):
        return ()
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
        tried: dict[float, list[SetLine]] = {}

        def fits(size: float) -> bool:
            lines = tried[size] = break_lines(paragraph, room / size)
            if self.measure_over(lines, size) or 0 < self.most_lines < len(lines):
                return False
            leading = find_leading(style, paragraph, lines)
            return count_lines(lines) * size * leading <= self.max_height + ROUNDING

        size = choose_size(style.size, style.smallest, fits)
        return size, tried[min(style.size, style.smallest) if size is None else size]

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
